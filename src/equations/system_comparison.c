#include "equations/system_comparison.h"

#include <string.h>

#include "kinematics/kinematics.h"

/* Replacements, each symbol by another or by an expression. */
typedef struct map {
    vv_expr *from, *to;
    int n;
} map;

static bool map_room(vv_ctx *c, map *m, int n) {
    *m = (map){VV_ARRAY(c, vv_expr, n + 1), VV_ARRAY(c, vv_expr, n + 1), 0};
    return m->from && m->to;
}

static void add(map *m, vv_expr from, vv_expr to) {
    if (!vv_same(from, to) && !vv_is_poison(from) && !vv_is_poison(to))
        m->from[m->n] = from, m->to[m->n++] = to;
}

static vv_expr mapped(vv_ctx *c, const map *m, vv_expr e) {
    vv_subst(c, m->n, m->from, m->to, 1, &e, &e);
    return e;
}

static bool same_name(vv_ctx *c, vv_expr a, vv_expr b) {
    return !strcmp(vv_symbol_get(c, a)->name, vv_symbol_get(c, b)->name);
}

static int index_of(vv_ctx *c, int n, const vv_expr *list, vv_expr symbol) {
    for (int i = 0; i < n; i++)
        if (same_name(c, list[i], symbol)) return i;
    return -1;
}

/* ---- symbols of the second in those of the first ---- */

/* Parameters of the same name; where both state a value and the values differ, both are put in. */
static void match_parameters(vv_ctx *c, const vv_system *const s[2], map to[2],
                             vv_system_comparison *p) {
    const vv_model *a = s[0]->m, *b = s[1]->m;
    for (int i = 0; i < b->nparameters; i++)
        for (int k = 0; k < a->nparameters; k++) {
            const vv_parameter *x = &a->parameter[k], *y = &b->parameter[i];
            if (!same_name(c, x->symbol, y->symbol)) continue;
            bool differ = x->has_value && y->has_value &&
                          !vv_vanishes(c, NULL, vv_sub(c, x->value, y->value));
            add(&to[1], y->symbol, differ ? y->value : x->symbol);
            if (!differ) continue;
            add(&to[0], x->symbol, x->value);
            p->differing[p->ndiffering++] = k;
        }
}

static bool match_symbols(vv_ctx *c, const vv_system *const s[2], map to[2],
                          vv_system_comparison *p) {
    const vv_model *a = s[0]->m, *b = s[1]->m;
    p->differing = VV_ARRAY(c, int, a->nparameters + 1);
    if (!p->differing || !map_room(c, &to[0], a->nparameters) ||
        !map_room(c, &to[1], 3 * b->nq + b->nparameters + b->ninputs + 1))
        return false;
    add(&to[1], b->t, a->t);
    for (int i = 0; i < b->nq; i++) {
        int k = index_of(c, s[0]->nq, s[0]->q, s[1]->q[i]);
        if (k < 0) continue;
        add(&to[1], s[1]->q[i], s[0]->q[k]);
        add(&to[1], s[1]->qd[i], s[0]->qd[k]);
        add(&to[1], s[1]->qdd[i], s[0]->qdd[k]);
    }
    match_parameters(c, s, to, p);
    for (int i = 0; i < b->ninputs; i++) {
        int k = index_of(c, a->ninputs, a->input, b->input[i]);
        if (k >= 0) add(&to[1], b->input[i], a->input[k]);
    }
    return vv_ctx_ok(c);
}

static void find_shared(vv_ctx *c, const vv_system *const s[2], vv_system_comparison *p) {
    p->shared = VV_ARRAY(c, vv_expr, s[0]->nq + 1);
    for (int k = 0; k < 2; k++) p->side[k].only = VV_ARRAY(c, vv_expr, s[k]->nq + 1);
    if (!vv_ctx_ok(c)) return;
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < s[k]->nq; i++) {
            bool both = index_of(c, s[1 - k]->nq, s[1 - k]->q, s[k]->q[i]) >= 0;
            if (both && k == 0) p->shared[p->nshared++] = s[0]->q[i];
            if (!both) p->side[k].only[p->side[k].nonly++] = s[k]->q[i];
        }
}

/* Coordinate k of those shared, as a coordinate of this side. */
static int shared_index(vv_ctx *c, const vv_system *s, const vv_system_comparison *p, int k) {
    return index_of(c, s->nq, s->q, p->shared[k]);
}

/* ---- what both assume ---- */

static bool join_lists(vv_ctx *c, const map *names, int *n, const vv_expr **list, int more,
                       const vv_expr *other) {
    vv_expr *all = VV_ARRAY(c, vv_expr, *n + more + 1);
    if (!all) return false;
    for (int i = 0; i < *n; i++) all[i] = (*list)[i];
    for (int i = 0; i < more; i++) all[*n + i] = mapped(c, names, other[i]);
    *list = all, *n += more;
    return true;
}

/* A coordinate in e that only the second has. */
static bool has_own(vv_ctx *c, const vv_system_comparison *p, int side, vv_expr e) {
    return vv_depends(c, e, p->side[side].nonly, p->side[side].only);
}

/* The finite constraints of one side between shared coordinates hold by the facts of the other. */
static bool hold_finite(vv_ctx *c, const vv_system *s, const map *names,
                        const vv_system_comparison *p, int side, const vv_facts *by) {
    for (int i = 0; i < s->m->nconstraints; i++) {
        const vv_constraint *k = &s->m->constraint[i];
        if (k->order > 0 || k->kind == VV_CON_SERVO || has_own(c, p, side, k->value)) continue;
        if (!vv_vanishes(c, by, mapped(c, names, k->value))) return false;
    }
    return true;
}

/* A rule by which x is replaced, or whose other side contains x. */
static bool is_ruled(vv_ctx *c, const vv_facts *f, vv_expr x) {
    for (int i = 0; i < f->nrules; i++)
        if (vv_same(f->from[i], x) || vv_depends(c, f->to[i], 1, &x)) return true;
    return false;
}

/* Rules of the second that do not follow from those of the first; false if they may contradict
 * these, or replace symbols in a circle. */
static bool join_rules(vv_ctx *c, const map *names, const vv_facts *b, vv_facts *out) {
    const vv_facts own = *out;
    vv_expr *from = VV_ARRAY(c, vv_expr, own.nrules + b->nrules + 1),
            *to = VV_ARRAY(c, vv_expr, own.nrules + b->nrules + 1);
    int n = own.nrules;
    if (!from || !to) return false;
    for (int i = 0; i < n; i++) from[i] = own.from[i], to[i] = own.to[i];
    for (int i = 0; i < b->nrules; i++) {
        vv_expr f = mapped(c, names, b->from[i]), t = mapped(c, names, b->to[i]);
        if (vv_vanishes(c, &own, vv_sub(c, f, t))) continue;
        if (is_ruled(c, &own, f)) return false;
        from[n] = f, to[n++] = t;
    }
    out->from = from, out->to = to, out->nrules = n;
    return true;
}

/* In the symbols of the first, with values put in; the rest (sums of roots) has no symbols of its
 * own. */
static void take_facts(vv_ctx *c, const map *to, vv_facts *f) {
    const vv_facts own = *f;
    const vv_expr *const list[] = {own.positive, own.nonzero, own.branch,
                                   own.open,     own.from,    own.to};
    const int n[] = {own.npositive, own.nnonzero, own.nbranches, own.nopen, own.nrules, own.nrules};
    const vv_expr **const out[] = {&f->positive, &f->nonzero, &f->branch,
                                   &f->open,     &f->from,    &f->to};
    for (int i = 0; to->n && i < 6; i++) {
        vv_expr *copy = VV_ARRAY(c, vv_expr, n[i] + 1);
        if (!copy) return;
        vv_subst(c, to->n, to->from, to->to, n[i], list[i], copy);
        *out[i] = copy;
    }
}

static bool join_lists_of_facts(vv_ctx *c, const map *names, const vv_facts *b, vv_facts *out) {
    return join_lists(c, names, &out->npositive, &out->positive, b->npositive, b->positive) &&
           join_lists(c, names, &out->nnonzero, &out->nonzero, b->nnonzero, b->nonzero) &&
           join_lists(c, names, &out->nbranches, &out->branch, b->nbranches, b->branch) &&
           join_lists(c, names, &out->nopen, &out->open, b->nopen, b->open) &&
           join_rules(c, names, b, out);
}

/* False: their finite constraints between shared coordinates are not shown to be the same. */
static bool join_facts(vv_ctx *c, const vv_system *const s[2], const map names[2],
                       vv_system_comparison *p) {
    vv_facts second = s[1]->facts;
    take_facts(c, &names[1], &second);
    return hold_finite(c, s[0], &names[0], p, 0, &second) &&
           hold_finite(c, s[1], &names[1], p, 1, &p->facts) &&
           join_lists_of_facts(c, &names[1], &s[1]->facts, &p->facts);
}

static bool is_positive(vv_sign s) { return s == VV_POSITIVE || s == VV_NONNEGATIVE; }

/* The sign that the second assumes of a symbol of both, as a fact (0 or 1 of these); one that
 * contradicts the first refuses. */
static int join_sign(vv_ctx *c, vv_expr x, vv_expr y, vv_system_comparison *p, vv_expr *fact) {
    vv_sign of[] = {vv_symbol_get(c, x)->sign, vv_symbol_get(c, y)->sign};
    if (of[0] == of[1]) return 0;
    if ((is_positive(of[0]) && of[1] == VV_NEGATIVE) ||
        (is_positive(of[1]) && of[0] == VV_NEGATIVE))
        p->refusal = vv_format(c, "they assume opposite signs of %s", vv_symbol_get(c, x)->name);
    else if (of[1] == VV_POSITIVE || of[1] == VV_NEGATIVE)
        *fact = of[1] == VV_POSITIVE ? x : vv_neg(c, x);
    return !p->refusal && (of[1] == VV_POSITIVE || of[1] == VV_NEGATIVE);
}

/* Signs that the second assumes of parameters and coordinates. */
static void join_signs(vv_ctx *c, const vv_system *const s[2], vv_system_comparison *p) {
    const vv_model *a = s[0]->m, *b = s[1]->m;
    vv_expr *more = VV_ARRAY(c, vv_expr, b->nparameters + p->nshared + 1);
    const map none = {0};
    int n = 0;
    for (int i = 0; more && i < b->nparameters; i++)
        for (int k = 0; k < a->nparameters; k++) {
            vv_expr x = a->parameter[k].symbol, y = b->parameter[i].symbol;
            if (same_name(c, x, y)) n += join_sign(c, x, y, p, &more[n]);
        }
    for (int k = 0; more && k < p->nshared; k++)
        n += join_sign(c, p->shared[k], s[1]->q[shared_index(c, s[1], p, k)], p, &more[n]);
    if (more) join_lists(c, &none, &p->facts.npositive, &p->facts.positive, n, more);
}

/* ---- the speeds ---- */

static int position_in(const vv_system *s, vv_expr q) {
    for (int i = 0; i < s->nq; i++)
        if (vv_same(s->q[i], q)) return i;
    return -1;
}

/* d u/d w for these shared coordinates; (rows * n) */
static void rate_matrix(vv_ctx *c, const vv_system *s, const vv_system_comparison *p, int rows,
                        const int *which, vv_expr *out) {
    for (int r = 0; r < rows; r++)
        vv_gradient(c, s->rate[shared_index(c, s, p, which[r])], s->n, s->w, &out[r * s->n]);
}

static bool is_independent(vv_ctx *c, const vv_system *s, const vv_system_comparison *p, int rows,
                           const int *which, int *pivot) {
    int rank = 0;
    vv_expr *J = VV_MATRIX(c, vv_expr, rows + 1, s->n + 1);
    if (!J) return false;
    rate_matrix(c, s, p, rows, which, J);
    return vv_generic_rank(c, &s->facts, rows, s->n, J, &rank, pivot, NULL, NULL) == VV_OK &&
           rank == s->n;
}

/* Shared coordinates whose rates determine the velocities of both. */
static bool choose_speeds(vv_ctx *c, const vv_system *const s[2], vv_system_comparison *p,
                          int *chosen) {
    int n = p->freedom, *all = VV_ARRAY(c, int, p->nshared + 1);
    if (!all || p->nshared < n) return false;
    for (int i = 0; i < p->nshared; i++) all[i] = i;
    return is_independent(c, s[0], p, p->nshared, all, chosen) &&
           is_independent(c, s[1], p, n, chosen, NULL);
}

/* w and w' of one side in the rates u of the chosen coordinates, and u'. */
static bool speeds_by_rates(vv_ctx *c, const vv_system *s, const vv_system_comparison *p,
                            const int *chosen, map *out) {
    int n = s->n;
    vv_expr *J = VV_MATRIX(c, vv_expr, n + 1, n + 1), *b = VV_ARRAY(c, vv_expr, n + 1),
            *wd = VV_ARRAY(c, vv_expr, n + 1), *rate = VV_ARRAY(c, vv_expr, s->nq + 1);
    map time;
    if (!J || !b || !wd || !rate || !map_room(c, out, 2 * n) || !map_room(c, &time, s->nq + n + 1))
        return false;
    rate_matrix(c, s, p, n, chosen, J);
    for (int r = 0; r < n; r++) {
        int k = shared_index(c, s, p, chosen[r]);
        vv_expr rest = s->rate[k];
        vv_subst_zero(c, n, s->w, 1, &rest, &rest);
        b[r] = vv_sub(c, s->qd[k], rest);
        time.from[time.n] = s->qd[k], time.to[time.n++] = s->qdd[k];
    }
    if (vv_solve(c, n, vv_factor(c, n, J), b, b) != VV_OK) return false;
    vv_subst(c, n, s->w, b, s->nq, s->rate, rate);
    for (int i = 0; i < s->nq; i++) time.from[time.n] = s->q[i], time.to[time.n++] = rate[i];
    time.from[time.n] = s->m->t, time.to[time.n++] = VV_ONE;
    vv_total_derivative(c, time.n, time.from, time.to, n, b, wd);
    for (int i = 0; i < n; i++) out->from[out->n] = s->w[i], out->to[out->n++] = b[i];
    for (int i = 0; i < n; i++) out->from[out->n] = s->wd[i], out->to[out->n++] = wd[i];
    return vv_ctx_ok(c);
}

/* ---- energies and equations of one side ---- */

static vv_status energies(vv_ctx *c, const vv_system *s, const vv_system_comparison *p,
                          const map *speeds, const map *names, vv_paired_system *out) {
    vv_kinematics motion;
    vv_expr *rate = VV_ARRAY(c, vv_expr, s->nq + 1),
            *all[] = {&out->T, &out->U, &out->power, &out->S}, S;
    out->rate = VV_ARRAY(c, vv_expr, p->nshared + 1);
    if (!rate || !out->rate || vv_kinematics_in_speeds(c, s, &motion) != VV_OK ||
        vv_kinematics_gibbs_function(c, s, &motion, &S) != VV_OK)
        return vv_ctx_status(c);
    vv_subst(c, speeds->n, speeds->from, speeds->to, s->nq, s->rate, rate);
    for (int k = 0; k < p->nshared; k++)
        out->rate[k] = mapped(c, names, rate[shared_index(c, s, p, k)]);
    vv_subst(c, s->nq, s->qd, rate, 1, &s->T, &out->T);
    vv_total_derivative(c, s->nq, s->q, rate, 1, &s->U, &out->power);
    out->U = s->U, out->S = mapped(c, speeds, S);
    for (int i = 0; i < 4; i++) *all[i] = mapped(c, names, *all[i]);
    return vv_ctx_status(c);
}

/* The part of S with accelerations: the rest is of no consequence. */
static void drop_free_part(vv_ctx *c, const vv_system_comparison *p, vv_paired_system *out) {
    vv_expr rest = out->S;
    vv_subst_zero(c, p->freedom, p->speed_rate, 1, &rest, &rest);
    out->S = vv_sub(c, out->S, rest);
}

static vv_status linear_forms(vv_ctx *c, const vv_system_comparison *p, const vv_equations *eq,
                              const map *speeds, const map *names, vv_paired_system *out) {
    int n = p->freedom, width = n + 1;
    out->n = eq->nequations;
    out->form = VV_MATRIX(c, vv_expr, out->n + 1, width);
    if (!out->form) return vv_ctx_status(c);
    for (int i = 0; i < out->n; i++) {
        vv_expr *row = &out->form[i * width],
                e = mapped(c, names, mapped(c, speeds, eq->residual[i]));
        vv_gradient(c, e, n, p->speed_rate, row);
        vv_subst_zero(c, n, p->speed_rate, 1, &e, &row[n]);
    }
    return vv_ctx_status(c);
}

/* ---- entry points ---- */

static const char *refusal(vv_ctx *c, const vv_system *const s[2], const vv_equations *const eq[2],
                           const vv_system_comparison *p) {
    static const char *const WHICH[] = {"first", "second"};
    for (int k = 0; k < 2; k++) {
        if (!s[k]->speeds_ok)
            return vv_format(c, "the %s has constraints that are not linear in the velocities",
                             WHICH[k]);
        if (!s[k]->has_T || !eq[k] || eq[k]->nmultipliers || eq[k]->n != s[k]->n)
            return vv_format(c, "the %s has no equations of motion without multipliers", WHICH[k]);
    }
    if (!p->nshared) return "no coordinate has the same name in both";
    return NULL;
}

/* General functions are known by their number in a model, not by their name. */
static bool has_functions(vv_ctx *c, const vv_system_comparison *p) {
    bool some = false;
    for (int k = 0; k < 2; k++) {
        const vv_paired_system *s = &p->side[k];
        vv_expr e[] = {s->T, s->U, s->S};
        some |= vv_expr_contains_op(c, 3, e, VV_FUNC) ||
                vv_expr_contains_op(c, s->n * (p->freedom + 1), s->form, VV_FUNC);
    }
    return some;
}

static vv_status write_sides(vv_ctx *c, const vv_system *const s[2],
                             const vv_equations *const eq[2], const int *chosen, const map names[2],
                             vv_system_comparison *p) {
    for (int k = 0; k < 2; k++) {
        map speeds;
        if (!speeds_by_rates(c, s[k], p, chosen, &speeds) ||
            energies(c, s[k], p, &speeds, &names[k], &p->side[k]) != VV_OK ||
            linear_forms(c, p, eq[k], &speeds, &names[k], &p->side[k]) != VV_OK)
            return vv_ctx_status(c);
        drop_free_part(c, p, &p->side[k]);
    }
    if (has_functions(c, p)) p->refusal = "general functions of two models are not compared";
    return vv_ctx_status(c);
}

vv_status vv_system_comparison_make(vv_ctx *c, const vv_system *const s[2],
                                    const vv_equations *const eq[2], vv_system_comparison *p) {
    map names[2];
    *p = (vv_system_comparison){.freedom = s[0]->n, .facts = s[0]->facts};
    if (!match_symbols(c, s, names, p)) return vv_ctx_status(c);
    take_facts(c, &names[0], &p->facts);
    find_shared(c, s, p);
    p->refusal = refusal(c, s, eq, p);
    if (p->refusal || !vv_ctx_ok(c)) return vv_ctx_status(c);
    if (s[0]->n != s[1]->n) {
        p->other =
            vv_format(c, "degrees of freedom: %d of the first, %d of the second", s[0]->n, s[1]->n);
        return vv_ctx_status(c);
    }
    int n = p->freedom, *chosen = VV_ARRAY(c, int, n + p->nshared + 1);
    p->speed = VV_ARRAY(c, vv_expr, n + 1), p->speed_rate = VV_ARRAY(c, vv_expr, n + 1);
    if (!chosen || !p->speed || !p->speed_rate) return vv_ctx_status(c);
    if (!choose_speeds(c, s, p, chosen))
        p->refusal = "the rates of the coordinates that they share do not determine both motions";
    else if (!join_facts(c, s, names, p))
        p->refusal =
            "finite constraints between shared coordinates are not shown to be the same in both";
    else
        join_signs(c, s, p);
    if (p->refusal || !vv_ctx_ok(c)) return vv_ctx_status(c);
    for (int i = 0; i < n; i++) {
        int k = position_in(s[0], p->shared[chosen[i]]);
        p->speed[i] = s[0]->qd[k], p->speed_rate[i] = s[0]->qdd[k];
    }
    return write_sides(c, s, eq, chosen, names, p);
}

vv_status vv_system_comparison_follows(vv_ctx *c, const vv_system_comparison *p, int side, int i,
                                       const vv_prove_options *o, vv_proof *out) {
    const vv_paired_system *other = &p->side[1 - side];
    int width = p->freedom + 1;
    vv_in_row_space(c, &p->facts, other->n, width, other->form, &p->side[side].form[i * width], o,
                    out);
    return vv_ctx_status(c);
}
