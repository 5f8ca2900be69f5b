#include "analysis/steady/floquet.h"
#include "analysis/steady/steady_tolerances.h"

#include <math.h>
#include <string.h>

#include "numeric/numeric.h"
#include "analysis/linear/linear.h"
#include "analysis/equilibria/equilibria.h"
#include "equations/stability/stability.h"
#include "evaluate/tape/tape.h"
#include "exact/exact.h"

enum { MOST = VV_LINEAR_VARIATION_MOST, FIRST_STEPS = 64, MOST_STEPS = 32768 };

typedef struct work {
    vv_ctx *c;
    vv_document *d;
    const vv_study *study;
    const vv_system *s;
    int n;       /* symbols: coordinates, then speeds */
    vv_expr *x;  /*                                         (n) */
    vv_expr *at; /* their values along the motion           (n) */
    vv_expr *wd; /* rates of the speeds */
    int ne, *essential;
    bool *stated;   /* which coordinates are                (nq) */
    bool any_turn;  /* the orientation of a free frame is not: any */
    bool by_values; /* it is a motion only at the parameter values */
    vv_status status;
} work;

/* ---- the motion ---------------------------------------------------------------------------- */

/* e = k (x - value): which symbol and what value. */
static bool read_one(work *w, vv_expr e) {
    for (int i = 0; i < w->n; i++) {
        vv_expr k = vv_diff(w->c, e, w->x[i]), rest = vv_subst1(w->c, e, w->x[i], VV_ZERO);
        bool other = vv_depends(w->c, rest, w->n, w->x) || vv_depends(w->c, k, w->n, w->x);
        if (vv_is_zero(k) || other) continue;
        w->at[i] = vv_neg(w->c, vv_div(w->c, rest, k));
        return true;
    }
    return false;
}

/* A motion given by speeds says nothing about the orientation of a free frame: its Euler parameters
 * remain, on the unit sphere. Other coordinates that are not stated are zero. */
static void complete_coordinates(work *w) {
    const vv_system *s = w->s;
    for (int a = 0; a < s->nq; a++) {
        bool free = s->m->coordinate[a].internal, any = false;
        int n = free ? 4 : 1;
        for (int k = a; k < a + n; k++) any |= w->stated[k] = !vv_is_poison(w->at[k]);
        for (int k = a; k < a + n; k++)
            if (!w->stated[k]) w->at[k] = free && !any ? w->x[k] : VV_ZERO;
        w->any_turn |= free && !any;
        a += n - 1;
    }
}

/* A speed that is not given follows from the rate of a stated coordinate which it alone determines:
 * a ball rolls as fast as its centre moves. */
static bool speed_by_constraint(work *w) {
    vv_ctx *c = w->c;
    const vv_system *s = w->s;
    for (int a = 0; a < s->nq; a++) {
        int open = -1, count = 0;
        vv_expr e = s->rate[a];
        if (!w->stated[a]) continue;
        for (int i = 0; i < s->n; i++) {
            vv_expr value = w->at[s->nq + i];
            if (!vv_depends(c, e, 1, &s->w[i])) continue;
            if (vv_is_poison(value))
                open = i, count++;
            else
                e = vv_subst1(c, e, s->w[i], value);
        }
        vv_expr k = open < 0 ? VV_ZERO : vv_diff(c, e, s->w[open]);
        if (count != 1 || vv_depends(c, k, w->n, w->x)) continue;
        vv_subst(c, s->nq, s->q, w->at, 1, &e, &e);
        e = vv_subst1(c, e, s->w[open], VV_ZERO);
        w->at[s->nq + open] = vv_div(c, vv_sub(c, vv_diff(c, w->at[a], s->m->t), e), k);
        return true;
    }
    return false;
}

static bool read_motion(work *w) {
    const vv_system *s = w->s;
    const vv_claim *k = w->study->about;
    w->n = s->nq + s->n;
    w->x = VV_ARRAY(w->c, vv_expr, w->n + 1);
    w->at = VV_ARRAY(w->c, vv_expr, w->n + 1);
    w->wd = VV_ARRAY(w->c, vv_expr, s->n + 1);
    w->stated = VV_ARRAY(w->c, bool, s->nq + 1);
    if (!w->x || !w->at || !w->wd || !w->stated) return false;
    for (int i = 0; i < w->n; i++) w->x[i] = i < s->nq ? s->q[i] : s->w[i - s->nq];
    for (int i = 0; i < k->nat; i++)
        if (!read_one(w, k->at[i])) return false;
    complete_coordinates(w);
    while (s->m->nfree && speed_by_constraint(w)) continue;
    for (int i = 0; i < s->n; i++) { /* a speed that is not given follows from the rates */
        vv_expr *v = &w->at[s->nq + i], e = s->speed[i];
        if (!vv_is_poison(*v)) continue;
        for (int a = 0; a < s->nq; a++) {
            bool turns = s->m->coordinate[a].internal && !w->stated[a];
            e = vv_subst1(w->c, e, s->qd[a], turns ? VV_ZERO : vv_diff(w->c, w->at[a], s->m->t));
        }
        vv_subst(w->c, s->nq, s->q, w->at, 1, &e, v);
    }
    for (int i = 0; i < s->n; i++) w->wd[i] = vv_diff(w->c, w->at[s->nq + i], s->m->t);
    return vv_ctx_ok(w->c);
}

static vv_expr along(work *w, vv_expr e) {
    vv_subst(w->c, w->s->n, w->s->wd, w->wd, 1, &e, &e);
    vv_subst(w->c, w->n, w->x, w->at, 1, &e, &e);
    return e;
}

/* Coordinates that are stated or essential have these values; an orientation that may be any has
 * the rates of its speeds. */
static bool must_agree(const work *w, int a) {
    bool essential = false;
    for (int i = 0; i < w->ne; i++) essential |= w->essential[i] == a;
    if (vv_same(w->at[a], w->x[a])) return false;
    return essential || (w->stated[a] && w->s->m->nfree);
}

/* Rates of the coordinates, the equations of motion, the holonomic constraints. */
static bool prove_motion(work *w) {
    vv_ctx *c = w->c;
    const vv_system *s = w->s;
    const vv_equations *eq = w->study->eq;
    int m = 0;
    vv_expr *e = VV_ARRAY(c, vv_expr, s->nq + s->n + s->nrows + 1);
    vv_proof p;
    if (!e) return false;
    for (int a = 0; a < s->nq; a++)
        if (must_agree(w, a))
            e[m++] = vv_sub(c, along(w, s->rate[a]), vv_diff(c, w->at[a], s->m->t));
    for (int i = 0; i < s->n; i++) {
        vv_expr r = eq->rhs[i];
        for (int j = 0; j < s->n; j++)
            r = vv_sub(c, r, vv_mul(c, eq->matrix[i * s->n + j], s->wd[j]));
        e[m++] = along(w, r);
    }
    for (int i = 0; i < s->nrows; i++)
        if (s->row[i].kind == VV_ROW_HOLONOMIC) e[m++] = along(w, s->row[i].finite);
    if (vv_prove_zero(c, &s->facts, m, e, w->study->how, &p) != VV_OK) return false;
    const char *what = w->any_turn
                           ? "the stated motion satisfies the equations, whatever the orientation"
                           : "the stated motion satisfies the equations";
    if (p.verdict == VV_REFUTED) {
        bool changed = false;
        vv_proof here;
        for (int i = 0; i < m; i++) {
            vv_expr value = vv_with_parameter_values(c, s->m, e[i]);
            changed |= !vv_same(value, e[i]);
            e[i] = value;
        }
        if (changed && vv_prove_zero(c, &s->facts, m, e, w->study->how, &here) == VV_OK &&
            here.verdict == VV_PROVED) {
            what = "for the given parameter values the stated motion satisfies the equations";
            w->by_values = true;
            p = here;
        }
    }
    w->status = vv_topic_verdict(w->d, "verdict", what, &p, NULL);
    if (p.verdict == VV_REFUTED) w->status = VV_E_NO;
    return p.verdict == VV_PROVED;
}

/* ---- constant coefficients ----------------------------------------------------------------- */

static void put_exponents(work *w, const vv_linear_variation *v) {
    vv_ctx *c = w->c;
    const vv_model *m = w->s->m;
    vv_exponents *x = VV_NEW(c, vv_exponents);
    vv_expr *by = VV_ARRAY(c, vv_expr, m->nparameters + 1), t[MOST + 1],
            y = vv_symbol_new(c, vv_exponent_letter(c, m), VV_SYM_OTHER);
    if (!x || !by || vv_exponents_find(c, &w->s->facts, v, x) != VV_OK) return;
    for (int i = 0; i <= x->degree; i++) t[i] = vv_mul(c, x->a[i], vv_pow_int(c, y, x->zeros + i));
    vv_document_definition(w->d, "characteristic", vv_symbol_new(c, "Δ", VV_SYM_OTHER),
                           vv_sum(c, x->degree + 1, t),
                           vv_format(c, "zero for the exponents %s", vv_exponent_letter(c, m)));
    vv_document_number(w->d, "zero_exponents", "zero exponents", x->zeros);
    for (int i = 0; i < m->nparameters; i++) by[i] = m->parameter[i].symbol;
    vv_exponents_stability(c, w->study, v, m->nparameters, by, x);
    if (!x->nparts) return;
    if (!x->decided) {
        vv_document_verdict(w->d, "stability", "stable to first order, apart from zero exponents",
                            "not decided", vv_exponents_reason(x), NULL);
        w->status = VV_E_BEYOND;
        return;
    }
    vv_document_verdict(w->d, "stability",
                        x->n > 0 ? "stable to first order, apart from zero exponents, if and only "
                                   "if these inequalities hold"
                                 : "stable to first order, apart from zero exponents",
                        x->n < 0 ? "refuted" : "proved",
                        x->multiple ? vv_exponents_reason(x) : NULL, NULL);
    vv_document_argue(w->d, vv_exponents_argument(c, w->study, v, x, false));
    vv_exponents_put_conditions(w->d, &w->s->facts, x, true);
}

/* ---- periodic coefficients ----------------------------------------------------------------- */

/* A common period of all entries; poison if none is found. */
static vv_expr period_of(work *w, const vv_linear_variation *v) {
    int m = v->n * v->n;
    vv_expr *all = VV_ARRAY(w->c, vv_expr, 2 * m + 1);
    if (!all) return VV_POISON;
    memcpy(all, v->left, (size_t)m * sizeof *all);
    memcpy(all + m, v->right, (size_t)m * sizeof *all);
    return vv_common_period(w->c, &w->s->facts, w->s->m->t, 2 * m, all);
}

typedef struct linear {
    int n;
    const vv_tape *tape; /* left, right and P of t */
    double *scratch, *value;
} linear;

/* X' = left^-1 right X for n columns, stored one after another; false when left is singular. */
static bool rate_of(void *of, double t, const double *X, double *out) {
    linear *l = of;
    int n = l->n;
    double pivot[MOST];
    vv_tape_run(l->tape, &t, l->value, l->scratch);
    if (!vv_lu_factor(n, l->value, pivot)) return false;
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) out[j * n + i] = vv_dot(n, l->value + n * n + i * n, X + j * n);
        vv_lu_solve(n, l->value, pivot, out + j * n);
    }
    return true;
}

/* The solution after one period that begins with the unit matrix. */
static bool monodromy(vv_ctx *c, linear *l, double P, int steps, double *X) {
    int m = l->n * l->n;
    double scratch[5 * MOST * MOST];
    for (int i = 0; i < m; i++) X[i] = i / l->n == i % l->n;
    return vv_rk4_integrate(c, m, rate_of, l, P, steps, X, scratch);
}

/* Doubles the number of steps with Richardson extrapolation until the result settles. */
static bool refine(vv_ctx *c, linear *l, double P, double *out, double *change) {
    int m = l->n * l->n;
    double A[MOST * MOST], B[MOST * MOST], best[MOST * MOST] = {0};
    if (!monodromy(c, l, P, FIRST_STEPS, A)) return false;
    for (int steps = 2 * FIRST_STEPS; steps <= MOST_STEPS; steps *= 2) {
        double largest = 0;
        if (!monodromy(c, l, P, steps, B)) return false;
        *change = 0;
        for (int i = 0; i < m; i++) {
            out[i] = B[i] + (B[i] - A[i]) / 15;
            *change = fmax(*change, fabs(out[i] - best[i]));
            largest = fmax(largest, fabs(out[i]));
        }
        memcpy(best, out, sizeof best);
        memcpy(A, B, sizeof A);
        if (*change < VV_FLOQUET_SETTLED * largest) break;
    }
    return isfinite(*change);
}

static void put_roots(work *w, int n, const double *a, const double *X, double change) {
    vv_balls *b = vv_balls_new(w->c, 3 * n + 1, 256);
    for (int i = 0; b && i <= n; i++) vv_ball_set_interval(b, i, a[i], a[i]);
    bool apart = b && vv_ball_poly_roots(b, n, 0, n + 1, 2 * n + 1);
    double x[MOST], y[MOST];
    for (int i = 0; apart && i < n; i++)
        x[i] = vv_ball_midpoint_double(b, n + 1 + i),
        y[i] = vv_ball_midpoint_double(b, 2 * n + 1 + i);
    vv_balls_free(b);
    int digits = apart ? 10 : 3; /* a k-fold multiplier has only one k-th of the digits */
    if (apart || vv_eigen_general(w->c, n, X, x, y))
        for (int i = 0; i < n; i++)
            vv_document_definition(
                w->d, "multiplier",
                vv_symbol_new(w->c, vv_format(w->c, "ρ_%d", i + 1), VV_SYM_OTHER), VV_POISON,
                vv_format(w->c, "%.*g %c %.*g i, modulus %.*g", digits, vv_unsigned_zero(x[i]),
                          y[i] < 0 ? '-' : '+', digits,
                          apart || fabs(y[i]) > VV_FLOQUET_ZERO_PART ? fabs(y[i]) : 0.0, digits,
                          hypot(x[i], y[i])));
    if (!apart)
        vv_document_paragraph(
            w->d, "remark",
            "some of them coincide to working precision, so they are known to few digits only");
    vv_document_paragraph(
        w->d, "accuracy",
        "the last doubling of the number of steps changed the solution after one period by %.1g",
        change);
}

/* Numerical Floquet multipliers. */
static bool put_multipliers(work *w, const vv_linear_variation *v, vv_expr P) {
    vv_ctx *c = w->c;
    int m = v->n * v->n;
    vv_expr *e = VV_ARRAY(c, vv_expr, 2 * m + 2), t = w->s->m->t;
    double X[MOST * MOST], a[MOST + 1], scratch[2 * MOST * MOST], change = 0;
    linear l = {.n = v->n, .value = VV_ARRAY(c, double, 2 * m + 2)};
    if (!e || !l.value || v->n > MOST) return false;
    for (int i = 0; i < 2 * m; i++)
        e[i] = vv_with_parameter_values(c, w->s->m, i < m ? v->left[i] : v->right[i - m]);
    e[2 * m] = vv_with_parameter_values(c, w->s->m, P);
    l.tape = vv_tape_build(c, &(vv_tape_plan){1, &t, 0, NULL, NULL, 2 * m + 1, e}, NULL);
    if (vv_ctx_status(c) == VV_E_BEYOND) vv_ctx_clear_failure(c);
    l.scratch = l.tape ? VV_ARRAY(c, double, l.tape->nslots + 1) : NULL;
    if (!l.scratch) return false;
    vv_tape_prepare(l.tape, l.scratch);
    vv_tape_run(l.tape, &(double){0}, l.value, l.scratch);
    if (!refine(c, &l, fabs(l.value[2 * m]), X, &change)) return false;
    vv_matrix_characteristic_polynomial(v->n, X, a, scratch);
    put_roots(w, v->n, a, X, change);
    return true;
}

static void put_periodic(work *w, const vv_linear_variation *v) {
    vv_expr P = period_of(w, v);
    if (vv_is_poison(P)) {
        vv_document_paragraph(w->d, "remark",
                              "the coefficients depend on time and no period was found");
        w->status = VV_E_BEYOND;
        return;
    }
    vv_document_definition(w->d, "period", vv_symbol_new(w->c, "period", VV_SYM_OTHER), P,
                           "of the coefficients");
    if (!put_multipliers(w, v, P) && vv_ctx_ok(w->c)) {
        vv_document_paragraph(w->d, "remark", "Floquet multipliers need parameter values");
        w->status = VV_E_BEYOND;
    }
}

/* ---- entry points -------------------------------------------------------------------------- */

static void put_values(work *w) {
    for (int i = 0; i < w->n; i++)
        if (!vv_same(w->at[i], w->x[i]) && (i >= w->s->nq || !vv_is_zero(w->at[i])))
            vv_document_definition(w->d, "value", w->x[i], w->at[i], NULL);
}

static bool find_essential(work *w) {
    bool *in = VV_ARRAY(w->c, bool, w->s->nq + 1);
    w->essential = VV_ARRAY(w->c, int, w->s->nq + 1);
    if (!in || !w->essential || vv_essential_coordinates(w->c, w->study, in) != VV_OK) return false;
    for (int a = 0; a < w->s->nq; a++)
        if (in[a]) w->essential[w->ne++] = a;
    return true;
}

/* e, or its value at t = 0 if it is constant although it contains the time. */
static vv_expr constant_value(work *w, vv_expr e) {
    vv_ctx *c = w->c;
    vv_expr t = w->s->m->t;
    if (!vv_depends(c, e, 1, &t) || !vv_is_free_of_time(c, &w->s->facts, t, e)) return e;
    vv_expr there = vv_subst1(c, e, t, VV_ZERO);
    if (vv_ctx_status(c) == VV_E_MODEL) vv_ctx_clear_failure(c);
    return vv_is_poison(there) ? e : there;
}

/* Replaces coefficients that are constant in value, as a cos^2 + a sin^2, and such roots in
 * them. */
static void replace_constants(work *w, vv_linear_variation *v) {
    vv_ctx *c = w->c;
    int m = v->n * v->n, n = 0;
    vv_expr *all[] = {v->left, v->right};
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < m; i++) {
            if (w->by_values) all[k][i] = vv_with_parameter_values(c, w->s->m, all[k][i]);
            all[k][i] = constant_value(w, all[k][i]);
        }
        uint32_t *order = vv_expr_topological_order(c, m, all[k], &n);
        for (int i = 0; order && i < n; i++) {
            vv_expr root = {order[i]}, value = root;
            if (vv_expr_op(c, root) == VV_SQRT) value = constant_value(w, root);
            if (!vv_same(value, root)) vv_subst(c, 1, &root, &value, m, all[k], all[k]);
        }
    }
}

static bool contains_time(work *w, const vv_linear_variation *v) {
    bool timed = false;
    for (int i = 0; i < v->n * v->n; i++)
        timed |= vv_depends(w->c, v->left[i], 1, &w->s->m->t) ||
                 vv_depends(w->c, v->right[i], 1, &w->s->m->t);
    return timed;
}

/* Are Euler parameters that may be any essential? */
static bool depends_on_turn(const work *w) {
    for (int i = 0; i < w->ne; i++)
        if (vv_same(w->at[w->essential[i]], w->x[w->essential[i]])) return true;
    return false;
}

static vv_expr on_motion(vv_ctx *c, vv_expr e, const void *data) {
    const work *w = data;
    vv_subst(c, w->n, w->x, w->at, 1, &e, &e);
    return e;
}

vv_status vv_floquet_put_stated_motion(vv_ctx *c, const vv_study *study, vv_document *d) {
    const vv_system *s = study->s;
    work w = {.c = c, .d = d, .study = study, .s = s};
    vv_linear_variation v;
    if (!find_essential(&w)) return vv_ctx_status(c);
    if (study->eq->nunknowns != s->n || !read_motion(&w)) {
        if (vv_ctx_status(c) == VV_E_MODEL) vv_ctx_clear_failure(c);
        vv_document_paragraph(d, "remark",
                              "not decided: state the motion as coordinates and speeds that are "
                              "functions of time, such as r = a, θ = w*t");
        return vv_ctx_ok(c) ? VV_E_BEYOND : vv_ctx_status(c);
    }
    put_values(&w);
    if (!prove_motion(&w)) return vv_ctx_ok(c) ? w.status : vv_ctx_status(c);
    if (depends_on_turn(&w)) {
        vv_document_paragraph(
            d, "remark",
            "not decided: its stability; the deviations depend on the orientation "
            "of a free frame, which is not stated");
        return VV_E_BEYOND;
    }
    if (vv_force_is_nonsmooth(c, s, &s->facts, study->eq, on_motion, &w, NULL)) {
        vv_document_paragraph(d, "remark",
                              "not decided: its stability; a force has no derivatives on this "
                              "motion, or crosses a place where it switches branches");
        return vv_ctx_ok(c) ? VV_E_BEYOND : vv_ctx_status(c);
    }
    vv_status made =
        vv_linear_variation_make(c, study, w.ne, w.essential, w.n, w.x, w.at, w.wd, &v);
    if (made != VV_OK) return made;
    replace_constants(&w, &v);
    vv_linear_variation_put(d, &v);
    if (contains_time(&w, &v))
        put_periodic(&w, &v);
    else
        put_exponents(&w, &v);
    return vv_ctx_ok(c) ? w.status : vv_ctx_status(c);
}

/* ---- linear equations ---------------------------------------------------------------------- */

/* Does e depend on one of the symbols in value, not only syntactically? */
static bool changes(vv_ctx *c, const vv_facts *f, vv_expr e, int n, const vv_expr *x) {
    for (int i = 0; i < n; i++)
        if (vv_depends(c, e, 1, &x[i]) && !vv_vanishes(c, f, vv_diff(c, e, x[i]))) return true;
    return false;
}

static bool is_linear_in(vv_ctx *c, const vv_facts *f, vv_expr e, int n, const vv_expr *x) {
    for (int i = 0; i < n; i++)
        if (vv_depends(c, e, 1, &x[i]) && changes(c, f, vv_diff(c, e, x[i]), n, x)) return false;
    return true;
}

bool vv_floquet_is_linear_system(vv_ctx *c, const vv_study *study) {
    const vv_system *s = study->s;
    const vv_facts *f = &s->facts;
    int n = s->nq + s->n;
    vv_expr *x = VV_ARRAY(c, vv_expr, n + 1);
    if (!x) return false;
    memcpy(x, s->q, (size_t)s->nq * sizeof *x);
    memcpy(x + s->nq, s->w, (size_t)s->n * sizeof *x);
    for (int i = 0; i < s->nrows; i++)
        if (s->row[i].kind == VV_ROW_HOLONOMIC) return false;
    for (int i = 0; i < s->n * s->n; i++)
        if (changes(c, f, study->eq->matrix[i], n, x)) return false;
    for (int i = 0; i < s->n; i++)
        if (!is_linear_in(c, f, study->eq->rhs[i], n, x)) return false;
    for (int a = 0; a < s->nq; a++)
        if (!is_linear_in(c, f, s->rate[a], n, x)) return false;
    return vv_ctx_ok(c);
}

vv_status vv_floquet_put_linear_system(vv_ctx *c, const vv_study *study, vv_document *d) {
    work w = {.c = c, .d = d, .study = study, .s = study->s};
    vv_linear_variation v;
    if (!find_essential(&w)) return vv_ctx_status(c);
    vv_status made = vv_linear_variation_make(c, study, w.ne, w.essential, 0, NULL, NULL, NULL, &v);
    if (made != VV_OK) return made;
    replace_constants(&w, &v);
    vv_document_paragraph(d, "linear",
                          "the equations are linear: perturbations of every motion satisfy");
    vv_linear_variation_put(d, &v);
    if (!contains_time(&w, &v)) {
        put_exponents(&w, &v);
    } else if (!vv_is_poison(period_of(&w, &v))) {
        put_periodic(&w, &v);
    } else {
        vv_document_paragraph(d, "remark",
                              "their coefficients depend on time without a period: there are no "
                              "characteristic exponents");
    }
    return vv_ctx_ok(c) ? w.status : vv_ctx_status(c);
}
