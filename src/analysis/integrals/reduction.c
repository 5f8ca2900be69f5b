/* What the first integrals leave to be solved: an equation of motion replaced by the energy;
 * with enough integrals, one coordinate by a quadrature, q'^2 = F(q), the others by further ones
 * [Appell1896, nos. 445-447, 459; M-REPLACE]; or, if the other speeds satisfy linear equations
 * in one coordinate, those equations (rolling bodies of revolution) [AppellHadamard1899, nos.
 * 16, 18; E-CARVALLO]. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/integrals/ansatz.h"
#include "analysis/integrals/linear_reduction.h"
#include "analysis/integrals/energy_integral.h"
#include "analysis/integrals/motion_kinds.h"
#include "analysis/integrals/oscillation.h"
#include "analysis/solve/solve.h"
#include "analysis/equilibria/equilibria.h"
#include "equations/stability/stability.h"
#include "equations/equations.h"
#include "prove/prove.h"
#include "algebra/algebra.h"

enum { MOST = VV_DETERMINANT_MAX, DIGITS = 15 };
/* How far turning points are sought without a box: on the scale of mechanisms, then of orbits. */
static const double FAR = 1e3, FARTHEST = 1e15;

typedef struct work {
    vv_ctx *c;
    vv_document *d;
    const vv_study *study;
    const vv_system *s;
    vv_vector_field flow;
    vv_expr H, h;    /* energy, poison if none; its constant */
    int n;           /* linear integrals */
    vv_expr L[MOST]; /* in the speeds */
    vv_expr k[MOST]; /* their constants */
    vv_status status;
} work;

static void note(work *w, vv_status s) {
    if (s == VV_E_BEYOND) w->status = s;
}

static bool is_integral(work *w, vv_expr e) {
    return vv_vanishes(w->c, &w->s->facts, vv_vector_field_derivative(w->c, &w->flow, e));
}

/* Does e depend on the symbol in value? */
static bool depends(work *w, vv_expr e, vv_expr x) {
    return vv_depends(w->c, e, 1, &x) && !vv_vanishes(w->c, &w->s->facts, vv_diff(w->c, e, x));
}

/* ---- an equation replaced ------------------------------------------------------------------ */

/* d/dt (T2 - T0 - U) = sum w_i (equation i): together with the others, the energy is equivalent
 * to equation i where w_i is nonzero. */
static void put_replacement(work *w) {
    vv_ctx *c = w->c;
    const vv_system *s = w->s;
    const vv_equations *eq = w->study->eq;
    int n = s->n, longest = 0, most = -1;
    vv_expr e = vv_symbol_map_time_derivative(c, &s->maps.speed_rates, w->H);
    vv_proof p;
    for (int i = 0; i < n; i++) {
        vv_expr r = vv_neg(c, eq->rhs[i]);
        int nodes = 0;
        for (int j = 0; j < n; j++) r = vv_add(c, r, vv_mul(c, eq->matrix[i * n + j], s->wd[j]));
        e = vv_sub(c, e, vv_mul(c, s->w[i], r));
        vv_expr_topological_order(c, 1, &r, &nodes);
        if (nodes > most) most = nodes, longest = i;
    }
    if (eq->nunknowns != n || vv_prove_zero(c, &s->facts, 1, &e, w->study->how, &p) != VV_OK)
        return;
    if (p.verdict != VV_PROVED) /* speeds other than those of the virtual displacements */
        return;
    const char *name = vv_symbol_get(c, s->w[longest])->name,
               *prime = vv_symbol_get(c, s->w[longest])->order ? "'" : "";
    note(w, vv_topic_verdict(
                w->d, "replace",
                vv_format(c,
                          "the rate of the energy is the sum of the equations times their speeds, "
                          "so the integral may replace any one of them; the longest is (%d)",
                          longest + 1),
                &p, vv_format(c, "where %s%s is not zero", name, prime)));
}

/* ---- linear integrals ---------------------------------------------------------------------- */

static bool is_new(work *w, vv_expr e) {
    vv_expr m[(MOST + 1) * MOST];
    int n = w->s->n, rank = 0;
    if (w->n == MOST || n > MOST) return false;
    for (int i = 0; i <= w->n; i++)
        vv_gradient(w->c, i < w->n ? w->L[i] : e, n, w->s->w, m + i * n);
    return vv_generic_rank(w->c, &w->s->facts, w->n + 1, n, m, &rank, NULL, NULL, NULL) == VV_OK &&
           rank == w->n + 1;
}

static void find_linear(work *w) {
    const vv_system *s = w->s;
    for (int i = 0; i < s->nq && vv_ctx_tick(w->c); i++) {
        vv_expr p = vv_cyclic_momentum(w->c, s, i);
        if (!vv_is_poison(p) && is_integral(w, p) && is_new(w, p)) w->L[w->n++] = p;
    }
    vv_ansatz found;
    if (w->n >= s->n - 1 ||
        vv_ansatz_search(w->c, w->study, &w->flow, 1, w->n, w->L, &found) != VV_OK)
        return;
    for (int i = 0; i < found.count; i++)
        if (is_integral(w, found.integral[i]) && is_new(w, found.integral[i]))
            w->L[w->n++] = found.integral[i];
}

/* ---- a quadrature -------------------------------------------------------------------------- */

/* The only coordinate in these, -1 if there are several, or the time occurs. */
static int only_coordinate(work *w, int n, const vv_expr *e) {
    int found = -1;
    for (int k = 0; k < n; k++) {
        if (vv_depends(w->c, e[k], 1, &w->s->m->t)) return -1;
        for (int a = 0; a < w->s->nq; a++)
            if (a != found && depends(w, e[k], w->s->q[a])) {
                if (found >= 0) return -1;
                found = a;
            }
    }
    return found;
}

/* Removes the other coordinates, on which nothing depends. */
static vv_expr without_others(work *w, vv_expr e, int keep) {
    for (int a = 0; a < w->s->nq; a++)
        if (a != keep) e = vv_subst1(w->c, e, w->s->q[a], VV_ZERO);
    return e;
}

typedef struct quadrature {
    int q;           /* the coordinate */
    vv_expr v, v2;   /* its rate; the square as a function of the coordinate and constants: F */
    vv_expr w[MOST]; /* speeds in q, v and constants */
} quadrature;

/* Solves the linear integrals and q' for the speeds, and substitutes these in the energy. */
static bool make_quadrature(work *w, quadrature *o) {
    vv_ctx *c = w->c;
    const vv_system *s = w->s;
    int n = s->n;
    vv_expr M[MOST * MOST], b[MOST], all[MOST + 2], k[3];
    if (n > MOST || w->n < n - 1 || vv_is_poison(w->H)) return false;
    for (int i = 0; i < n - 1; i++) all[i] = w->L[i];
    all[n - 1] = w->H;
    o->q = only_coordinate(w, n, all);
    if (o->q < 0 || only_coordinate(w, 1, &s->rate[o->q]) > o->q) return false;
    o->v = vv_symbol_new(c, "v", VV_SYM_OTHER);
    all[n] = s->rate[o->q];
    for (int i = 0; i < n; i++) {
        vv_expr e = without_others(w, i < n - 1 ? w->L[i] : s->rate[o->q], o->q), rest;
        vv_gradient(c, e, n, s->w, M + i * n);
        vv_subst_zero(c, n, s->w, 1, &e, &rest);
        b[i] = vv_sub(c, i < n - 1 ? w->k[i] : o->v, rest);
    }
    vv_clear_zeros(c, &s->facts, n * n, M);
    if (!vv_ctx_ok(c) || !vv_solve_cramer(c, &s->facts, n, M, 1, b, o->w)) return false;
    vv_expr E = without_others(w, w->H, o->q);
    vv_subst(c, n, s->w, o->w, 1, &E, &E);
    if (vv_polynomial_coefficients(c, E, o->v, 2, k) != 2) return false;
    vv_clear_zeros(c, &s->facts, 2, k);
    o->v2 = vv_div(c, vv_sub(c, w->h, k[0]), k[2]);
    return vv_is_zero(k[1]) && vv_ctx_ok(c);
}

static void put_constants(work *w) {
    for (int i = 0; i < w->n && i < w->s->n; i++)
        vv_document_equation(w->d, "constant", vv_format(w->c, "%d", i + 1), w->L[i], w->k[i],
                             VV_POISON, NULL);
    if (!vv_is_poison(w->H))
        vv_document_equation(w->d, "constant", "h", w->H, w->h, VV_POISON, NULL);
}

static void prove_quadrature(work *w, const quadrature *o) {
    vv_ctx *c = w->c;
    int n = w->s->n;
    vv_expr e = o->v2, v = w->s->rate[o->q];
    vv_proof p;
    vv_subst(c, n - 1, w->k, w->L, 1, &e, &e);
    e = vv_sub(c, vv_subst1(c, e, w->h, w->H), vv_mul(c, v, v));
    if (vv_prove_zero(c, &w->s->facts, 1, &e, w->study->how, &p) == VV_OK)
        note(w, vv_topic_verdict(w->d, "quadrature_proof", "this follows from the integrals", &p,
                                 NULL));
}

/* ---- numerical ----------------------------------------------------------------------------- */

/* The initial value of a coordinate, rate or speed symbol: 0 if it is not stated. */
static vv_expr initial_value(work *w, vv_expr symbol) {
    const vv_model *m = w->s->m;
    for (int i = 0; i < m->nstarts; i++)
        if (vv_same(m->start[i].symbol, symbol))
            return vv_with_parameter_values(w->c, m, m->start[i].value);
    return VV_ZERO;
}

/* e, in the speeds, at the initial conditions and parameter values. */
static vv_expr at_start(work *w, vv_expr e) {
    vv_ctx *c = w->c;
    const vv_system *s = w->s;
    for (int i = 0; i < s->n; i++) {
        vv_expr v = initial_value(w, s->w[i]);
        if (vv_is_zero(v) && !vv_same(s->speed[i], s->w[i])) v = s->speed[i]; /* from the rates */
        e = vv_subst1(c, e, s->w[i], v);
    }
    for (int a = 0; a < s->nq; a++) {
        e = vv_subst1(c, e, s->qd[a], initial_value(w, s->qd[a]));
        e = vv_subst1(c, e, s->q[a], initial_value(w, s->q[a]));
    }
    return vv_with_parameter_values(c, s->m, e);
}

static bool number(work *w, vv_expr e, double *out) {
    vv_enclosure v;
    if (!vv_enclosure_make(w->c, 1, &e, 0, 128, &v)) return false;
    bool known = vv_is_poison(vv_enclosure_unbound(&v, 0, NULL));
    if (known) vv_enclosure_run(&v);
    known = known && vv_ball_is_finite(v.b, v.root[0]);
    *out = known ? vv_ball_midpoint_double(v.b, v.root[0]) : 0;
    vv_balls_free(v.b);
    return known;
}

/* The interval examined: the model's box, a turn on either side, or a large one (true). */
static bool limits(work *w, int a, vv_expr F, double q0, double *low, double *high) {
    const vv_model *m = w->s->m;
    vv_expr turn = vv_mul(w->c, vv_int(w->c, 2), vv_pi(w->c)),
            again = vv_subst1(w->c, F, w->s->q[a], vv_add(w->c, w->s->q[a], turn));
    bool angle = vv_vanishes(w->c, NULL, vv_sub(w->c, again, F));
    double far = angle ? 4 * acos(0) : FAR;
    *low = q0 - far, *high = q0 + far;
    for (int i = 0; i < m->nboxes; i++)
        if (vv_same(m->box[i].symbol, w->s->q[a])) {
            number(w, vv_with_parameter_values(w->c, m, m->box[i].low), low);
            number(w, vv_with_parameter_values(w->c, m, m->box[i].high), high);
            return false;
        }
    return !angle;
}

/* The motion in the interval examined; if nothing turns it back there and its scale is unknown,
 * also in a much larger one: lengths may be those of orbits. */
static bool find_motion(work *w, int a, vv_expr F, double q0, vv_oscillation *out) {
    double low, high;
    vv_oscillation wide;
    bool open = limits(w, a, F, q0, &low, &high);
    if (vv_oscillation_find(w->c, w->s->q[a], F, q0, low, high, out) != VV_OK) return false;
    for (double far = FAR * FAR; open && far <= FARTHEST; far *= FAR) {
        if (out->below != VV_TURNING_NONE && out->above != VV_TURNING_NONE) break;
        if (vv_oscillation_find(w->c, w->s->q[a], F, q0, q0 - far, q0 + far, &wide) != VV_OK) break;
        if (wide.below == VV_TURNING_SIMPLE && wide.above == VV_TURNING_SIMPLE) *out = wide;
    }
    return vv_ctx_ok(w->c);
}

static const char *turn_text(vv_turning_point t) {
    switch (t) {
    case VV_TURNING_SIMPLE: return "turns back at";
    case VV_TURNING_DOUBLE: return "approaches asymptotically";
    case VV_TURNING_POLE: return "the coordinates are singular at";
    case VV_TURNING_NONE: break;
    }
    return "continues beyond";
}

static void put_motion(work *w, const quadrature *o, const vv_oscillation *k) {
    const char *name = vv_symbol_get(w->c, w->s->q[o->q])->name;
    bool both = k->below == VV_TURNING_SIMPLE && k->above == VV_TURNING_SIMPLE,
         slow = k->below == VV_TURNING_DOUBLE || k->above == VV_TURNING_DOUBLE;
    vv_document_fact(w->d, "kind", "kind of motion",
                     both   ? "oscillation between two turning points"
                     : slow ? "asymptotic"
                            : "it is not confined between two turning points");
    vv_document_fact(w->d, "below", vv_format(w->c, "downwards %s", name),
                     vv_format(w->c, "%s %.*g", turn_text(k->below), DIGITS, k->low));
    vv_document_fact(w->d, "above", vv_format(w->c, "upwards %s", name),
                     vv_format(w->c, "%s %.*g", turn_text(k->above), DIGITS, k->high));
    if (!both || !(k->period > 0)) return;
    const char *digits = vv_format(w->c, "%.*g", DIGITS, k->period);
    if (!digits) return;
    double error = 1.05 * (k->bound + fabs(strtod(digits, NULL) - k->period));
    vv_document_fact(
        w->d, "period", "period, twice the integral of 1/sqrt(F)",
        k->bound > 0
            ? vv_format(w->c, "%s (error below %.1e, proved by ball arithmetic)", digits, error)
            : vv_format(w->c, "%s (twice as many points change it by %.1g)", digits, k->error));
}

/* A single quotient of products: its balls are much narrower than those of the composed
 * expression. */
static vv_expr as_quotient(vv_ctx *c, vv_expr e) {
    vv_factors f;
    if (!vv_factorise(c, e, &f)) return e;
    vv_expr product = vv_rational(c, f.number);
    for (int i = 0; i < f.n; i++)
        product = vv_mul(c, product, vv_pow_int(c, f.factor[i], f.power[i]));
    return product;
}

static void put_numbers(work *w, const quadrature *o) {
    vv_ctx *c = w->c;
    const vv_system *s = w->s;
    vv_expr F = o->v2;
    double q0;
    vv_oscillation found;
    if (!s->m->nstarts || s->nrows) return;
    for (int i = 0; i < s->n - 1; i++) F = vv_subst1(c, F, w->k[i], at_start(w, w->L[i]));
    F = as_quotient(c, vv_with_parameter_values(c, s->m, vv_subst1(c, F, w->h, at_start(w, w->H))));
    int nsymbols = 0;
    vv_expr *symbol = vv_expr_symbols(c, 1, &F, &nsymbols);
    bool alone = symbol && nsymbols == 1 && vv_same(symbol[0], s->q[o->q]);
    if (vv_ctx_status(c) == VV_E_MODEL) vv_ctx_clear_failure(c);
    if (!alone || !number(w, initial_value(w, s->q[o->q]), &q0)) return;
    if (find_motion(w, o->q, F, q0, &found)) put_motion(w, o, &found);
}

static void put_kinds(work *w, const quadrature *o) {
    vv_expr constant[MOST + 1], by_state[MOST + 1];
    int n = w->s->n - 1;
    for (int i = 0; i < n; i++) constant[i] = w->k[i], by_state[i] = w->L[i];
    constant[n] = w->h, by_state[n] = w->H;
    vv_motion_kinds_put(w->d, w->s, w->s->q[o->q], o->v2, n + 1, constant, by_state);
}

static void put_quadrature(work *w, const quadrature *o) {
    vv_ctx *c = w->c;
    const vv_system *s = w->s;
    vv_document_begin(w->d, NULL, false,
                      vv_format(c, "A quadrature for %s", vv_symbol_get(c, s->q[o->q])->name));
    put_constants(w);
    vv_document_definition(w->d, "reduced", vv_mul(c, s->qd[o->q], s->qd[o->q]), o->v2, NULL);
    prove_quadrature(w, o);
    for (int a = 0; a < s->nq; a++) {
        vv_expr rate = s->rate[a];
        if (a == o->q) continue;
        vv_subst(c, s->n, s->w, o->w, 1, &rate, &rate);
        rate = vv_subst1(c, rate, o->v, s->qd[o->q]);
        vv_document_definition(w->d, "rate", s->qd[a], rate, NULL);
    }
    put_numbers(w, o);
    put_kinds(w, o);
    vv_document_end(w->d);
}

/* As many linear integrals as speeds: all speeds follow without the energy. */
static bool put_all_linear(work *w) {
    vv_ctx *c = w->c;
    const vv_system *s = w->s;
    int n = s->n;
    vv_expr M[MOST * MOST], b[MOST], x[MOST];
    if (n > MOST || w->n < n) return false;
    for (int i = 0; i < n; i++) {
        vv_expr rest;
        vv_gradient(c, w->L[i], n, s->w, M + i * n);
        vv_subst_zero(c, n, s->w, 1, &w->L[i], &rest);
        b[i] = vv_sub(c, w->k[i], rest);
    }
    vv_clear_zeros(c, &s->facts, n * n, M);
    if (!vv_solve_cramer(c, &s->facts, n, M, 1, b, x)) return false;
    vv_document_begin(w->d, NULL, false, "Speeds from the linear integrals");
    w->H = VV_POISON;
    put_constants(w);
    for (int a = 0; a < s->nq; a++) {
        vv_expr rate = s->rate[a];
        vv_subst(c, n, s->w, x, 1, &rate, &rate);
        vv_document_definition(w->d, "rate", s->qd[a], rate, NULL);
    }
    vv_document_paragraph(w->d, "remark", "the remaining equation is of first order");
    vv_document_end(w->d);
    return true;
}

/* ---- entry point --------------------------------------------------------------------------- */

static vv_status fill(vv_ctx *c, const vv_study *study, vv_document *d) {
    const vv_system *s = study->s;
    work w = {.c = c, .d = d, .study = study, .s = s, .H = VV_POISON};
    quadrature q;
    if (vv_vector_field_make(c, study, &w.flow) != VV_OK) return vv_ctx_status(c);
    vv_expr H = vv_energy_integral_of(c, s).H;
    if (!vv_is_poison(H) && is_integral(&w, H)) w.H = H;
    w.h = vv_symbol_new(c, "h", VV_SYM_OTHER);
    for (int i = 0; i < MOST; i++)
        w.k[i] = vv_symbol_new(c, vv_format(c, "k%d", i + 1), VV_SYM_OTHER);
    find_linear(&w);
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    if (!vv_is_poison(w.H)) put_replacement(&w);
    bool done = put_all_linear(&w);
    if (!done && make_quadrature(&w, &q)) put_quadrature(&w, &q), done = true;
    if (vv_ctx_status(c) == VV_E_MODEL)
        vv_ctx_clear_failure(c); /* a divisor vanishes identically */
    if (!done && vv_ctx_ok(c)) done = vv_linear_reduction_put(c, study, d, w.H, w.h, &w.status);
    if (!done && vv_ctx_ok(c))
        vv_document_paragraph(d, "remark",
                              "the known integrals (%d linear%s) do not lead to a quadrature", w.n,
                              vv_is_poison(w.H) ? "" : ", energy");
    return vv_ctx_ok(c) ? w.status : vv_ctx_status(c);
}

const vv_topic vv_topic_reduction = {
    .name = "reduction",
    .title = "Reduction by the integrals",
    .text = "replacing an equation by the energy integral; quadratures, turning points; equations "
            "in an angle",
    .needs = VV_NEEDS_MOTION | VV_NEEDS_LINEAR,
    .fill = fill,
};
