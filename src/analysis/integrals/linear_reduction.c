#include "analysis/integrals/linear_reduction.h"
#include "analysis/integrals/integrals_tolerances.h"

#include <string.h>

#include "analysis/integrals/ansatz.h"
#include "analysis/solve/solve.h"
#include "equations/stability/stability.h"
#include "prove/prove.h"

enum { MOST = VV_DETERMINANT_MAX };

typedef struct work {
    vv_ctx *c;
    vv_document *d;
    const vv_study *study;
    const vv_system *s;
    vv_vector_field flow;
    int x, along;           /* the coordinate; the speed proportional to its rate */
    int n, other[MOST];     /* the other speeds */
    vv_expr A[MOST * MOST]; /* dW/dx = A W                                 (n*n) */
    vv_expr wd[MOST];       /* accelerations of all speeds, by Cramer's rule */
    vv_status status;
} work;

/* ---- hypotheses ---------------------------------------------------------------------------- */

static bool vanishes(work *w, vv_expr e) {
    return vv_is_zero(e) || vv_vanishes(w->c, &w->s->facts, e);
}

static bool depends(work *w, vv_expr e, vv_expr x) {
    return vv_depends(w->c, e, 1, &x) && !vanishes(w, vv_diff(w->c, e, x));
}

/* A single coordinate in the accelerations, with a rate proportional to one speed. */
static bool find_coordinate(work *w) {
    const vv_system *s = w->s;
    w->x = w->along = -1;
    for (int i = 0; i < s->n; i++) {
        if (vv_depends(w->c, w->flow.wd[i], 1, &s->m->t)) return false;
        for (int a = 0; a < s->nq; a++)
            if (a != w->x && depends(w, w->flow.wd[i], s->q[a])) {
                if (w->x >= 0) return false;
                w->x = a;
            }
    }
    if (w->x < 0) return false;
    for (int i = 0; i < s->n; i++) {
        if (!depends(w, s->rate[w->x], s->w[i])) {
            w->other[w->n++] = i;
            continue;
        }
        if (w->along >= 0) return false;
        w->along = i;
    }
    return w->along >= 0 && w->n > 0;
}

/* Substitutes arbitrary values for the other coordinates and the speeds, on which e does not
 * depend. */
static vv_expr by_x(work *w, vv_expr e) {
    const vv_system *s = w->s;
    for (int a = 0; a < s->nq; a++)
        if (a != w->x) e = vv_subst1(w->c, e, s->q[a], VV_ZERO);
    for (int i = 0; i < s->n; i++)
        e = vv_subst1(w->c, e, s->w[i], i == w->along ? VV_ONE : VV_ZERO);
    return e;
}

static bool make_matrix(work *w) {
    vv_ctx *c = w->c;
    const vv_system *s = w->s;
    int n = s->n;
    vv_expr M[MOST * MOST], b[MOST];
    memcpy(M, w->study->eq->matrix, (size_t)(n * n) * sizeof *M);
    memcpy(b, w->study->eq->rhs, (size_t)n * sizeof *b);
    vv_clear_zeros(c, &s->facts, n * n, M);
    if (!vv_solve_cramer(c, &s->facts, n, M, 1, b, w->wd)) return false;
    for (int j = 0; j < w->n; j++)
        for (int k = 0; k < w->n; k++) {
            vv_expr slope = vv_div(c, w->wd[w->other[j]], s->rate[w->x]);
            w->A[j * w->n + k] = by_x(w, vv_diff(c, slope, s->w[w->other[k]]));
        }
    vv_clear_zeros(c, &s->facts, w->n * w->n, w->A);
    return vv_ctx_ok(c);
}

/* Proves W' = x' A W along every motion. */
static bool prove_linear(work *w, vv_proof *p) {
    vv_ctx *c = w->c;
    vv_expr e[MOST];
    for (int j = 0; j < w->n; j++) {
        vv_expr sum = VV_ZERO;
        for (int k = 0; k < w->n; k++)
            sum = vv_add(c, sum, vv_mul(c, w->A[j * w->n + k], w->s->w[w->other[k]]));
        e[j] = vv_sub(c, w->flow.wd[w->other[j]], vv_mul(c, w->s->rate[w->x], sum));
    }
    return vv_prove_zero(c, &w->s->facts, w->n, e, w->study->how, p) == VV_OK &&
           p->verdict == VV_PROVED;
}

/* ---- the report ---------------------------------------------------------------------------- */

static const char *name_of(work *w, vv_expr x) { return vv_symbol_get(w->c, x)->name; }

static vv_expr derived(work *w, int j, int order) {
    return vv_symbol_new(w->c, vv_format(w->c, "%s_%d", name_of(w, w->s->w[w->other[j]]), order),
                         VV_SYM_OTHER);
}

static void put_system(work *w) {
    for (int j = 0; j < w->n; j++) {
        vv_expr sum = VV_ZERO;
        for (int k = 0; k < w->n; k++)
            sum = vv_add(w->c, sum, vv_mul(w->c, w->A[j * w->n + k], w->s->w[w->other[k]]));
        vv_document_definition(w->d, "linear", derived(w, j, 1), sum, NULL);
    }
}

/* y'' + P y' + Q y = 0 for y = W_j of two. */
static bool second_order(work *w, int j, vv_expr *P, vv_expr *Q) {
    vv_ctx *c = w->c;
    vv_expr x = w->s->q[w->x];
    int k = 1 - j;
    vv_expr a = w->A[j * 2 + j], b = w->A[j * 2 + k], p = w->A[k * 2 + j], q = w->A[k * 2 + k];
    if (vv_is_zero(b)) return false;
    vv_expr log = vv_div(c, vv_diff(c, b, x), b);
    *P = vv_neg(c, vv_add(c, vv_add(c, a, q), log));
    *Q = vv_sub(c, vv_sub(c, vv_mul(c, a, q), vv_mul(c, b, p)),
                vv_sub(c, vv_diff(c, a, x), vv_mul(c, a, log)));
    vv_clear_zeros(c, &w->s->facts, 1, P);
    vv_clear_zeros(c, &w->s->facts, 1, Q);
    return vv_ctx_ok(c);
}

/* An independent proof: y' and y'' as rates along the motion, divided by x'. */
static void prove_second(work *w, int j, vv_expr P, vv_expr Q) {
    vv_ctx *c = w->c;
    vv_expr v = w->s->rate[w->x], y = w->s->w[w->other[j]],
            y1 = vv_div(c, vv_vector_field_derivative(c, &w->flow, y), v),
            y2 = vv_div(c, vv_vector_field_derivative(c, &w->flow, y1), v),
            e = vv_add(c, y2, vv_add(c, vv_mul(c, P, y1), vv_mul(c, Q, y)));
    vv_proof p;
    if (vv_prove_zero(c, &w->s->facts, 1, &e, w->study->how, &p) == VV_OK &&
        vv_topic_verdict(w->d, "second_proof", "it holds along every motion", &p, NULL) ==
            VV_E_BEYOND)
        w->status = VV_E_BEYOND;
}

/* ---- hypergeometric function --------------------------------------------------------------- */

/* With y = F(u, v; 1/2; z), z = cos^2 x, u + v = 1/2, u v = k/4: evaluates y'' + cot x y' - k y
 * in balls. */
static bool residual_vanishes(vv_balls *b, vv_rat k, vv_rat x) {
    enum { X, C, S, Z, SUM, PRODUCT, W, F, F1, F2, T, U, SLOTS };
    (void)SLOTS;
    vv_rat quarter = {1, 4, NULL}, half = {1, 2, NULL};
    vv_ball_set_rat(b, X, x);
    vv_ball_apply(b, VV_BALL_COS, C, X);
    vv_ball_apply(b, VV_BALL_SIN, S, X);
    vv_ball_mul(b, Z, C, C);
    for (int order = 0; order < 3; order++) { /* F, F', F'' up to factors */
        vv_ball_set_rat(b, T, k);
        vv_ball_mul_rat(b, PRODUCT, T, quarter); /* (u + m)(v + m) = u v + m/2 + m^2 */
        vv_ball_set_rat(b, T, half);
        vv_ball_mul_rat(b, T, T, vv_rat_int(order + 2 * order * order));
        vv_ball_add(b, PRODUCT, PRODUCT, T);
        vv_ball_set_rat(b, SUM, half);
        vv_ball_set_rat(b, T, vv_rat_int(2 * order));
        vv_ball_add(b, SUM, SUM, T);
        vv_ball_set_rat(b, W, half);
        vv_ball_set_rat(b, T, vv_rat_int(order));
        vv_ball_add(b, W, W, T);
        vv_ball_hypergeometric(b, F + order, SUM, PRODUCT, W, Z);
        if (order == 2) break;
        vv_ball_div(b, U + order, PRODUCT, W); /* F' = (u v / w) F(u + 1, v + 1; w + 1) */
    }
    vv_ball_mul(b, F1, F1, U);
    vv_ball_mul(b, F2, F2, U);
    vv_ball_mul(b, F2, F2, U + 1);
    /* y' = -2 s c F', y'' = 4 s^2 c^2 F'' - 2 (c^2 - s^2) F' */
    vv_ball_mul(b, T, S, C);
    vv_ball_mul(b, U, T, T);
    vv_ball_mul_rat(b, U, U, vv_rat_int(4));
    vv_ball_mul(b, U, U, F2); /* 4 s^2 c^2 F'' */
    vv_ball_mul(b, W, C, C);
    vv_ball_mul(b, X, S, S);
    vv_ball_sub(b, W, W, X);
    vv_ball_mul(b, W, W, F1);
    vv_ball_mul_rat(b, W, W, vv_rat_int(-2));
    vv_ball_add(b, U, U, W); /* y'' */
    vv_ball_mul(b, T, C, C);
    vv_ball_mul(b, T, T, F1);
    vv_ball_mul_rat(b, T, T, vv_rat_int(-2)); /* cot x y' */
    vv_ball_add(b, U, U, T);
    vv_ball_mul_rat(b, F, F, k);
    vv_ball_sub(b, U, U, F);
    return vv_ball_is_finite(b, U) && vv_ball_contains_zero(b, U) &&
           vv_ball_radius(b, U) < VV_GAUSS_RESIDUAL;
}

static bool check_gauss(vv_ctx *c) {
    vv_balls *b = vv_balls_new(c, 16, 256);
    bool good = b != NULL;
    for (int i = 1; good && i <= 4; i++)
        for (int j = 1; good && j <= 4; j++)
            good = residual_vanishes(b, vv_rat_make(c, 2 * i - 3, 3), vv_rat_make(c, j + 4, 8));
    vv_balls_free(b);
    return good;
}

/* y'' + cot x y' - k y = 0, or the same with x measured from the plane, -tan x: the square root
 * of z; poison for others. */
static vv_expr legendre(work *w, vv_expr P, vv_expr Q) {
    vv_ctx *c = w->c;
    vv_expr x = w->s->q[w->x], s = vv_sin(c, x), k = vv_cos(c, x);
    if (depends(w, Q, x)) return VV_POISON;
    if (vanishes(w, vv_sub(c, P, vv_div(c, k, s)))) return k;
    return vanishes(w, vv_add(c, P, vv_div(c, s, k))) ? s : VV_POISON;
}

static void put_gauss(work *w, int j, vv_expr root, vv_expr Q) {
    vv_ctx *c = w->c;
    vv_document_paragraph(
        w->d, "gauss",
        "Legendre's equation: %s = c1 F(u, v; 1/2; z) + c2 sqrt(z) F(u + 1/2, v + "
        "1/2; 3/2; z) with Gauss's function F, u + v = 1/2 and",
        name_of(w, w->s->w[w->other[j]]));
    vv_document_definition(w->d, "gauss_z", vv_symbol_new(c, "z", VV_SYM_OTHER),
                           vv_mul(c, root, root), NULL);
    vv_document_definition(w->d, "gauss_product", vv_symbol_new(c, "uv", VV_SYM_OTHER),
                           vv_mul(c, vv_ratio(c, -1, 4), by_x(w, Q)), NULL);
    bool good = check_gauss(c);
    vv_document_verdict(w->d, "gauss_check", "Gauss's function satisfies it",
                        good ? "checked" : "not decided",
                        "with 256-bit balls at 16 points, residual below 1e-40", NULL);
    if (!good) w->status = VV_E_BEYOND;
}

/* One of the two speeds by itself, the one with the simpler equation; the other follows from its
 * first derivative. */
static void put_second(work *w) {
    vv_ctx *c = w->c;
    vv_expr P[2], Q[2], root[2];
    int best = -1;
    for (int j = 1; j >= 0; j--) {
        if (!second_order(w, j, &P[j], &Q[j])) continue;
        root[j] = legendre(w, P[j], Q[j]);
        if (best < 0 || (vv_is_poison(root[best]) && !vv_is_poison(root[j]))) best = j;
    }
    if (best < 0) return;
    /* one symbol per statement: their order in print must not depend on the compiler */
    vv_expr y = w->s->w[w->other[best]], first = derived(w, best, 1), second = derived(w, best, 2),
            e = vv_add(c, second, vv_add(c, vv_mul(c, P[best], first), vv_mul(c, Q[best], y)));
    vv_document_equation(w->d, "second_order", name_of(w, y), e, VV_ZERO, VV_POISON, NULL);
    prove_second(w, best, P[best], Q[best]);
    if (!vv_is_poison(root[best])) put_gauss(w, best, root[best], Q[best]);
}

/* ---- the time ------------------------------------------------------------------------------ */

static void put_time(work *w, vv_expr H, vv_expr h) {
    vv_ctx *c = w->c;
    const vv_system *s = w->s;
    vv_expr k[3], v = s->w[w->along];
    if (vv_is_poison(H) || vv_polynomial_coefficients(c, H, v, 2, k) != 2) return;
    vv_clear_zeros(c, &s->facts, 3, k);
    if (!vv_is_zero(k[1])) return;
    vv_document_definition(
        w->d, "time", vv_mul(c, v, v), vv_div(c, vv_sub(c, h, k[0]), k[2]),
        "from the energy: with the functions above, time follows by a quadrature");
}

bool vv_linear_reduction_put(vv_ctx *c, const vv_study *study, vv_document *d, vv_expr H, vv_expr h,
                             vv_status *status) {
    work w = {.c = c, .d = d, .study = study, .s = study->s};
    vv_proof p;
    if (study->s->n > MOST || study->eq->nunknowns != study->s->n) return false;
    if (vv_vector_field_make(c, study, &w.flow) != VV_OK) return false;
    bool kind = find_coordinate(&w) && make_matrix(&w) && prove_linear(&w, &p);
    if (vv_ctx_status(c) == VV_E_MODEL) vv_ctx_clear_failure(c), kind = false;
    if (!kind) return false;
    const char *x = name_of(&w, w.s->q[w.x]);
    vv_document_begin(d, NULL, false, vv_format(c, "Linear equations in %s", x));
    vv_document_paragraph(d, "notation", "y_1 and y_2 are the derivatives of y with respect to %s",
                          x);
    put_system(&w);
    vv_topic_verdict(d, "linear_proof",
                     "the rates along the motion are these times the rate of the coordinate", &p,
                     NULL);
    if (w.n == 2) put_second(&w);
    put_time(&w, H, h);
    vv_document_end(d);
    if (w.status == VV_E_BEYOND) *status = VV_E_BEYOND;
    return true;
}
