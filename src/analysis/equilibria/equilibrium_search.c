/* Equilibria numerically: a search of the stated box for what has no closed form. */
#include <math.h>
#include <string.h>

#include "analysis/solve/solve.h"
#include "analysis/equilibria/small_motions.h"
#include "analysis/equilibria/equilibria_tolerances.h"

/* Budget in expression nodes evaluated in ball arithmetic: well under a second. */
static const long WORK = 1500000;

typedef struct box_search {
    vv_ctx *c;
    const vv_study *study;
    vv_equilibria *all;
    int nimplied; /* trailing equations that follow from the others where these are independent */
    int n, *coordinate; /* unknowns */
    vv_expr *x, *f;
    double *low, *high;
    bool *turns; /* a whole turn of an angle: both ends are the same point */
} box_search;

static const vv_search_interval *stated(const vv_system *s, vv_expr q) {
    for (int i = 0; i < s->m->nboxes; i++)
        if (vv_same(s->m->box[i].symbol, q)) return &s->m->box[i];
    return NULL;
}

static bool repeats(vv_ctx *c, int n, const vv_expr *f, vv_expr q) {
    vv_expr turned = vv_add(c, q, vv_mul(c, vv_int(c, 2), vv_pi(c)));
    for (int i = 0; i < n; i++) {
        vv_expr e = vv_subst1(c, f[i], q, turned);
        if (!vv_same(e, f[i]) && !vv_vanishes(c, NULL, vv_sub(c, e, f[i]))) return false;
    }
    return true;
}

bool vv_equilibrium_equations_are_periodic(vv_ctx *c, const vv_study *study, int a) {
    const vv_equations *eq = study->eq;
    return repeats(c, eq->nunknowns, eq->rhs, study->s->q[a]);
}

/* Why there can be no search, or NULL. */
static const char *set_box(box_search *h) {
    const vv_system *s = h->study->s;
    vv_ctx *c = h->c;
    for (int i = 0; i < h->n; i++) {
        const vv_search_interval *b = stated(s, h->x[i]);
        const char *name = vv_symbol_get(c, h->x[i])->name;
        double inner;
        h->turns[i] = !b && repeats(c, h->n, h->f, h->x[i]);
        if (!b && !h->turns[i])
            return vv_format(c, "%s has no bounds: state box %s in (low, high)", name, name);
        vv_expr pi = vv_pi(c), low = b ? b->low : vv_neg(c, pi), high = b ? b->high : pi;
        if (!vv_study_bounds(c, h->study, NULL, low, &h->low[i], &inner) ||
            !vv_study_bounds(c, h->study, NULL, high, &inner, &h->high[i]) ||
            !(h->low[i] < h->high[i]) || h->high[i] - h->low[i] > VV_EQUILIBRIA_WIDEST_BOX)
            return vv_format(c, "the box of %s has no values", name);
    }
    return NULL;
}

/* Name of a parameter that occurs but has no value; NULL: none. */
static const char *missing(box_search *h) {
    vv_ctx *c = h->c;
    int n;
    const char *text = NULL;
    vv_expr *symbol = vv_expr_symbols(c, h->n, h->f, &n);
    for (int i = 0; symbol && i < n; i++) {
        bool unknown = false;
        for (int k = 0; k < h->n; k++) unknown |= vv_same(symbol[i], h->x[k]);
        if (unknown) continue;
        if (vv_same(symbol[i], h->study->s->m->t)) return "the forces at rest depend on the time";
        const char *name = vv_symbol_get(c, symbol[i])->name;
        text = text ? vv_format(c, "%s, %s", text, name) : name;
    }
    return text ? vv_format(c, "values are needed for: %s (--set NAME=VALUE)", text) : NULL;
}

/* A function that occurs but has no definition; NULL: none. */
static const char *undefined(box_search *h, int equations) {
    int n = 0;
    uint32_t *order = vv_expr_topological_order(h->c, equations, h->f, &n);
    for (int i = 0; order && i < n; i++)
        if (vv_expr_op(h->c, (vv_expr){order[i]}) == VV_FUNC)
            return vv_format(
                h->c,
                "the equilibrium equations contain the general function %s, about which more must "
                "be known",
                vv_function_get(h->c, vv_expr_function(h->c, (vv_expr){order[i]}))->name);
    return NULL;
}

static bool make_room(box_search *h) {
    int n = h->all->nforces + h->study->s->nq + 1;
    h->coordinate = VV_ARRAY(h->c, int, n);
    h->x = VV_ARRAY(h->c, vv_expr, n);
    h->f = VV_ARRAY(h->c, vv_expr, n);
    h->low = VV_ARRAY(h->c, double, n);
    h->high = VV_ARRAY(h->c, double, n);
    h->turns = VV_ARRAY(h->c, bool, n);
    vv_expr *implied = VV_ARRAY(h->c, vv_expr, h->study->s->nfindings + 1);
    if (implied) h->nimplied = vv_system_implied_constraints(h->c, h->study->s, implied);
    return implied && h->coordinate && h->x && h->f && h->low && h->high && h->turns;
}

/* The equations that do not vanish identically, at the parameter values, and the coordinates in
 * them. */
static const char *set_equations(box_search *h) {
    const vv_system *s = h->study->s;
    int equations = 0;
    for (int i = 0; i < h->all->nforces - h->nimplied; i++) {
        vv_expr e = vv_with_parameter_values(h->c, s->m, h->all->force[i]);
        if (!vv_is_zero(e) && !vv_vanishes(h->c, NULL, e)) h->f[equations++] = e;
    }
    for (int a = 0; a < s->nq; a++)
        for (int i = 0; i < equations; i++)
            if (vv_depends(h->c, h->f[i], 1, &s->q[a])) {
                h->x[h->n] = s->q[a], h->coordinate[h->n++] = a;
                break;
            }
    const char *unknown = undefined(h, equations);
    if (unknown) return unknown;
    if (h->n > equations) return "fewer equations than coordinates: the equilibria form families";
    if (h->n < equations) return "more equilibrium equations than coordinates in them";
    return h->n > VV_KRAWCZYK_UNKNOWNS ? "too many coordinates for a search"
           : h->n == 0                 ? "no equilibrium equation contains a coordinate"
                                       : missing(h);
}

/* ---- results ------------------------------------------------------------------------------- */

static double distance(const box_search *h, int i, double a, double b) {
    double d = fabs(a - b);
    return h->turns[i] ? fabs(remainder(d, 6.283185307179586)) : d;
}

/* Is it one of the closed-form equilibria, or one already found at the other end of a turn? */
static bool is_known(box_search *h, const vv_krawczyk *s, int k) {
    for (int e = 0; e < h->all->n; e++) {
        bool same = true;
        for (int i = 0; i < h->n && same; i++) {
            const vv_equilibrium *at = &h->all->list[e];
            double low, high, x = vv_rat_double(s->zero[k].at[i]);
            same = vv_study_bounds(h->c, h->study, at, at->q[h->coordinate[i]], &low, &high) &&
                   distance(h, i, x, 0.5 * (low + high)) < VV_EQUILIBRIA_SAME * (1 + fabs(x));
        }
        if (same) return true;
    }
    return false;
}

/* A short rational or rational multiple of pi with these digits, or poison. */
static vv_expr short_value(vv_ctx *c, double x) {
    static const int part[] = {1, 2, 3, 4, 5, 6, 8, 10, 12};
    const double pi = 3.141592653589793;
    for (int unit = 0; unit < 2; unit++)
        for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
            double y = (unit ? x / pi : x) * part[i];
            if (fabs(y) > VV_EQUILIBRIA_SHORT_NUMBER ||
                fabs(y - nearbyint(y)) > VV_EQUILIBRIA_SAME_DIGITS)
                continue;
            vv_expr r = vv_ratio(c, (int64_t)nearbyint(y), part[i]);
            return unit ? vv_mul(c, r, vv_pi(c)) : r;
        }
    return VV_POISON;
}

/* Do the equations hold there for all parameter values? */
static bool is_solution(box_search *h, const vv_equilibrium *e) {
    vv_ctx *c = h->c;
    const vv_system *s = h->study->s;
    for (int i = 0; i < h->all->nforces; i++) {
        vv_expr f = vv_equilibrium_substitute(c, s, e, h->all->force[i]);
        if (vv_is_zero(f)) continue;
        if (vv_is_poison(f) || !vv_vanishes(c, &s->facts, f)) {
            if (vv_ctx_status(c) == VV_E_MODEL) vv_ctx_clear_failure(c);
            return false;
        }
    }
    return true;
}

/* Keeps the equilibrium in closed form if short values solve the equations for all parameters:
 * within these digits there is no other. */
static bool keep_closed_form(box_search *h, const vv_krawczyk *s, int k) {
    vv_ctx *c = h->c;
    const vv_system *system = h->study->s;
    vv_equilibrium e = {.q = VV_ARRAY(c, vv_expr, system->nq + 1)};
    if (!e.q) return false;
    memcpy(e.q, system->q, (size_t)system->nq * sizeof *e.q);
    for (int i = 0; i < h->n; i++) {
        vv_expr value = short_value(c, vv_rat_double(s->zero[k].at[i]));
        if (vv_is_poison(value)) return false;
        e.q[h->coordinate[i]] = value;
    }
    if (!is_solution(h, &e)) return false;
    h->all->list[h->all->n++] = e;
    return true;
}

static bool is_listed(const box_search *h, const vv_equilibrium *e) {
    for (int k = 0; k < h->all->n; k++) {
        bool same = true;
        for (int i = 0; i < h->n; i++)
            same &= vv_same(e->q[h->coordinate[i]], h->all->list[k].q[h->coordinate[i]]);
        if (same) return true;
    }
    return false;
}

enum { ORIENTATIONS = 6 };

/* Euler parameters of free frames, four for each, with one or the other of the frame's axes
 * along the world's vertical. */
static void orient(vv_ctx *c, const vv_system *s, int which, vv_expr *q) {
    vv_expr r = vv_mul(c, vv_ratio(c, 1, 2), vv_sqrt(c, vv_int(c, 2))), o = VV_ZERO;
    const vv_expr e[ORIENTATIONS][4] = {{VV_ONE, o, o, o}, {o, VV_ONE, o, o},
                                        {r, r, o, o},      {r, vv_neg(c, r), o, o},
                                        {r, o, r, o},      {r, o, vv_neg(c, r), o}};
    for (int a = 0, k = 0; a < s->nq; a++)
        if (s->m->coordinate[a].internal) q[a] = e[which][k++ % 4];
}

/* Which unknowns may be half a turn; -1 if one is assumed nonzero, or if there are too many.
 * *free: there are free frames. */
static int half_turns(box_search *h, bool *free) {
    enum { MOST = 5 };
    vv_ctx *c = h->c;
    int turns = 0, n = 0;
    *free = false;
    for (int i = 0; i < h->n; i++) {
        vv_sign sign = vv_symbol_get(c, h->x[i])->sign;
        if (h->study->s->m->coordinate[h->coordinate[i]].internal) {
            *free = true;
            continue;
        }
        if (sign == VV_POSITIVE || sign == VV_NEGATIVE || sign == VV_NONZERO || ++n > MOST)
            return -1;
        if (repeats(c, h->all->nforces, h->all->force, h->x[i])) turns |= 1 << i;
    }
    return turns;
}

/* Without a search: equilibria that a symmetric mechanism has for all parameter values, with
 * each coordinate at 0 or, for an angle, at half a turn, as for pendulums one above the other,
 * and a free body along the world axes. */
static void keep_symmetric(box_search *h) {
    vv_ctx *c = h->c;
    const vv_system *s = h->study->s;
    bool free;
    int turns = half_turns(h, &free), acting = 0;
    for (int i = 0; i < h->all->nforces; i++)
        acting += !vv_is_zero(h->all->force[i]) && !vv_vanishes(c, &s->facts, h->all->force[i]);
    if (h->n == 0 || turns < 0 || h->n > 16) return;
    /* without forces, with the norm constraint alone, one orientation represents all */
    for (int which = 0; which < (free && acting > 1 ? ORIENTATIONS : 1); which++)
        for (int half = 0; half < 1 << h->n && h->all->n < VV_EQUILIBRIA_MOST; half++) {
            if (half & ~turns) continue;
            vv_equilibrium e = {.q = VV_ARRAY(c, vv_expr, s->nq + 1)};
            if (!e.q) return;
            memcpy(e.q, s->q, (size_t)s->nq * sizeof *e.q);
            for (int i = 0; i < h->n; i++)
                e.q[h->coordinate[i]] = half >> i & 1 ? vv_pi(c) : VV_ZERO;
            orient(c, s, which, e.q);
            if (!is_listed(h, &e) && is_solution(h, &e)) h->all->list[h->all->n++] = e;
        }
}

/* Is a constraint violated there that was not part of the search, since others imply it near
 * some configuration? */
static bool violates_constraint(box_search *h, const vv_equilibrium *e) {
    for (int i = h->all->nforces - h->nimplied; i < h->all->nforces; i++) {
        vv_expr g = vv_equilibrium_substitute(h->c, h->study->s, e, h->all->force[i]);
        double low, high;
        if (vv_study_bounds(h->c, h->study, e, g, &low, &high) && (low > 0 || high < 0))
            return true;
    }
    return false;
}

/* The system, its unknowns and a box about the zero, far wider than what the zero is known to lie
 * in: what Newton's operator on intervals must map into itself. */
static struct vv_proof_record *argue(box_search *h, const vv_krawczyk *s, int k) {
    vv_ctx *c = h->c;
    struct vv_proof_record *r = vv_proof_record_theorem(c, "isolated zero", NULL, VV_PROVED);
    vv_expr at[VV_KRAWCZYK_UNKNOWNS];
    double worst = 0;
    for (int i = 0; r && i < h->n; i++) {
        at[i] = vv_rational(c, s->zero[k].at[i]);
        worst = fmax(worst, s->zero[k].radius[i]);
    }
    int digits = worst < VV_EQUILIBRIA_CERTAIN ? 24 : 18;
    vv_expr radius = vv_pow_int(c, vv_int(c, 10), -digits);
    vv_proof_record_list(r, "system", h->n, h->f);
    vv_proof_record_list(r, "unknown", h->n, h->x);
    vv_proof_record_list(r, "middle", r ? h->n : 0, at);
    vv_proof_record_list(r, "radius", 1, &radius);
    return r;
}

struct vv_proof_record *vv_equilibrium_box_argument(vv_ctx *c, const char *theorem,
                                                    const vv_facts *f, vv_verdict verdict,
                                                    const vv_equilibrium *at) {
    struct vv_proof_record *r =
        at->argument ? vv_proof_record_theorem(c, theorem, f, verdict) : NULL;
    for (int i = 0; r && i < at->argument->nlists; i++)
        vv_proof_record_list(r, at->argument->list[i].key, at->argument->list[i].n,
                             at->argument->list[i].e);
    return r;
}

void vv_equilibrium_put_in_box(vv_ctx *c, const vv_study *study, const vv_equilibrium *at, int n,
                               vv_expr *e) {
    const vv_system *s = study->s;
    for (int i = 0; i < n; i++) {
        for (int a = 0; a < s->nq; a++)
            for (int k = 0; k < at->nnumbers; k++)
                if (vv_same(at->q[a], at->number[k].symbol))
                    e[i] = vv_subst1(c, e[i], at->q[a], s->q[a]);
        e[i] = vv_with_parameter_values(c, s->m, e[i]);
    }
}

/* Keeps an equilibrium given numerically: a symbol for each value, with known digits. */
static void keep(box_search *h, const vv_krawczyk *s, int k) {
    vv_ctx *c = h->c;
    int nq = h->study->s->nq;
    vv_equilibrium *e = &h->all->list[h->all->n];
    *e = (vv_equilibrium){.q = VV_ARRAY(c, vv_expr, nq + 1),
                          .nnumbers = h->n,
                          .number = VV_ARRAY(c, vv_enclosed_number, h->n + 1)};
    if (!e->q || !e->number) return;
    memcpy(e->q, h->study->s->q, (size_t)nq * sizeof *e->q);
    for (int i = 0; i < h->n; i++) {
        vv_expr symbol = vv_symbol_new(c, vv_symbol_get(c, h->x[i])->name, VV_SYM_OTHER);
        e->q[h->coordinate[i]] = symbol;
        e->number[i] = (vv_enclosed_number){symbol, s->zero[k].at[i], s->zero[k].radius[i],
                                            s->zero[k].text[i]};
    }
    e->argument = argue(h, s, k);
    h->all->n += !violates_constraint(h, e);
}

static const char *box_text(box_search *h) {
    const char *text = NULL;
    for (int i = 0; i < h->n; i++) {
        const char *name = vv_symbol_get(h->c, h->x[i])->name;
        const char *one = vv_format(h->c, "%s in (%.6g, %.6g)", name, h->low[i], h->high[i]);
        text = text ? vv_format(h->c, "%s, %s", text, one) : one;
    }
    return text;
}

vv_status vv_equilibria_search(vv_ctx *c, const vv_study *study, vv_equilibria *all) {
    box_search h = {.c = c, .study = study, .all = all};
    if (!make_room(&h)) return vv_ctx_status(c);
    all->hindrance = set_equations(&h);
    if (!all->hindrance) all->hindrance = set_box(&h);
    if (all->hindrance && vv_ctx_ok(c)) keep_symmetric(&h);
    if (all->hindrance || !vv_ctx_ok(c)) return vv_ctx_status(c);
    vv_krawczyk s = {.n = h.n, .x = h.x, .f = h.f, .low = h.low, .high = h.high, .work = WORK};
    if (!vv_krawczyk_run(c, &s)) {
        all->hindrance = "the equilibrium equations contain undefined functions";
        return vv_ctx_status(c);
    }
    all->searched = true;
    all->box = box_text(&h);
    all->boxes = s.boxes;
    all->left = s.left;
    for (int k = 0; k < s.nzeros && all->n < VV_EQUILIBRIA_MOST; k++)
        if (!is_known(&h, &s, k) && !keep_closed_form(&h, &s, k)) keep(&h, &s, k);
    for (int i = 0; i < h.n && s.left; i++) {
        const char *one = vv_format(c, "%s = %.6g", vv_symbol_get(c, h.x[i])->name,
                                    vv_unsigned_zero(s.around[i]));
        all->near = all->near ? vv_format(c, "%s, %s", all->near, one) : one;
    }
    return vv_ctx_status(c);
}
