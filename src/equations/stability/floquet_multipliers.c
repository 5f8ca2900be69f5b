#include "equations/stability/floquet_multipliers.h"

#include <math.h>

#include "algebra/algebra.h"
#include "equations/stability/stability_tolerances.h"
#include "equations/stability/time_dependence.h"
#include "prove/prove.h"

enum { MOST = VV_DETERMINANT_MAX, ORDER = 24, BITS = 256, FIRST_STEPS = 8, MOST_STEPS = 4096 };
static const double ROUNDED_UP = 1 + VV_STABILITY_NORM_ROUNDING;

/* ---- the flow ---------------------------------------------------------------------------------
 */

typedef struct flow {
    vv_ctx *c;
    vv_series_enclosure v; /* M, G, K and the period, by the time divided by the period */
    int n, d;              /* directions; states, twice as many */
    int A, phi;            /* (ORDER + 1) matrices each */
    int X, S, inverse, left, t;
} flow;

static int matrix(const flow *f, int base, int k) { return base + k * f->d * f->d; }

static bool open_flow(flow *f, const vv_model *model, const vv_linearized *m, const int *row,
                      vv_expr P) {
    vv_ctx *c = f->c;
    int n = f->n, all = 3 * n * n + 1, size = f->d * f->d;
    vv_expr e[3 * MOST * MOST + 1], tau = vv_symbol_new(c, "τ", VV_SYM_OTHER),
                                    t = vv_mul(c, P, tau);
    for (int i = 0; i < n * n; i++) {
        int at = row[i / n] * m->n + row[i % n];
        e[i] = m->M[at], e[n * n + i] = m->G[at], e[2 * n * n + i] = m->K[at];
    }
    e[all - 1] = P;
    for (int i = 0; i < all - 1; i++) e[i] = vv_at_parameter_values(c, model, e[i]);
    vv_subst(c, 1, &model->t, &t, all, e, e);
    if (!vv_ctx_ok(c) ||
        !vv_series_enclosure_make(c, all, e, tau, ORDER, (2 * ORDER + 6) * size + 3 * n * n + 8,
                                  BITS, &f->v))
        return false;
    f->A = f->v.scratch, f->phi = f->A + (ORDER + 1) * size;
    f->X = f->phi + (ORDER + 1) * size, f->S = f->X + size, f->left = f->S + size;
    f->inverse = f->left + size, f->t = f->inverse + 3 * n * n;
    if (f->v.variable < 0) f->v.variable = f->t + 4; /* constant coefficients: it is not read */
    return true;
}

/* The inverse of the mass matrix there, by elimination without exchange of rows; a pivot that may
 * vanish spoils it. */
static void invert_mass_matrix(flow *f) {
    vv_balls *b = f->v.b;
    int n = f->n, out = f->inverse, a = out + n * n, t = f->t;
    for (int i = 0; i < n * n; i++) {
        vv_ball_copy(b, a + i, f->v.root[i]);
        vv_ball_set_rat(b, out + i, vv_rat_int(i % (n + 1) == 0));
    }
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++) {
            if (i == k) continue;
            vv_ball_div(b, t, a + i * n + k, a + k * n + k);
            for (int j = 0; j < 2 * n; j++) {
                int p = j < n ? a + j : out + j - n;
                vv_ball_mul(b, t + 1, t, p + k * n);
                vv_ball_sub(b, p + i * n, p + i * n, t + 1);
            }
        }
    for (int i = 0; i < n * n; i++) vv_ball_div(b, out + i, out + i, a + i / n * n + i / n);
}

/* Entry (i, j) of the k-th coefficient of -(K, G) - M Z without its term M_0 Z_k, where M Z = -(K,
 * G). */
static void right_side(flow *f, int k, int i, int j, int out) {
    vv_balls *b = f->v.b;
    int n = f->n, of = j < n ? 2 * n * n + i * n + j : n * n + i * n + j - n;
    vv_ball_neg(b, out, f->v.root[of] + k);
    for (int p = 1; p <= k; p++)
        for (int l = 0; l < n; l++) {
            int M = f->v.root[i * n + l] + p, Z = matrix(f, f->A, k - p) + (n + l) * f->d + j;
            if (vv_ball_is_zero(b, M)) continue;
            vv_ball_mul(b, f->t, M, Z);
            vv_ball_sub(b, out, out, f->t);
        }
}

/* A_k with X' = A X for the states (y, y'): below, Z = -M^-1 (K, G); above, the unit matrix. */
static void find_coefficients(flow *f, int most) {
    vv_balls *b = f->v.b;
    int n = f->n, d = f->d, column = f->left;
    invert_mass_matrix(f);
    for (int k = 0; k <= most; k++) {
        int A = matrix(f, f->A, k);
        for (int i = 0; i < n * d; i++)
            vv_ball_set_rat(b, A + i, vv_rat_int(k == 0 && i % d == n + i / d));
        for (int j = 0; j < d; j++) {
            for (int i = 0; i < n; i++) right_side(f, k, i, j, column + i);
            for (int i = 0; i < n; i++) {
                int out = A + (n + i) * d + j;
                vv_ball_set_rat(b, out, vv_rat_int(0));
                for (int l = 0; l < n; l++) {
                    vv_ball_mul(b, f->t, f->inverse + i * n + l, column + l);
                    vv_ball_add(b, out, out, f->t);
                }
            }
        }
    }
    for (int k = 0; k <= most; k++) /* by the time divided by the period, which is constant */
        for (int i = 0; i < d * d; i++)
            vv_ball_mul(b, matrix(f, f->A, k) + i, matrix(f, f->A, k) + i, f->v.root[3 * n * n]);
}

/* out += x y */
static void add_product(flow *f, int out, int x, int y) {
    vv_balls *b = f->v.b;
    int d = f->d;
    for (int i = 0; i < d; i++)
        for (int l = 0; l < d; l++) {
            if (vv_ball_is_zero(b, x + i * d + l)) continue;
            for (int j = 0; j < d; j++) {
                vv_ball_mul(b, f->t, x + i * d + l, y + l * d + j);
                vv_ball_add(b, out + i * d + j, out + i * d + j, f->t);
            }
        }
}

/* The k-th derivative of the solution is k! phi_k times the solution: (k + 1) phi_(k + 1) = sum
 * A_j phi_(k - j). */
static void find_derivatives(flow *f, int most) {
    vv_balls *b = f->v.b;
    int size = f->d * f->d;
    for (int i = 0; i < size; i++) vv_ball_set_rat(b, f->phi + i, vv_rat_int(i % (f->d + 1) == 0));
    for (int k = 0; k < most; k++) {
        int out = matrix(f, f->phi, k + 1);
        for (int i = 0; i < size; i++) vv_ball_set_rat(b, out + i, vv_rat_int(0));
        for (int j = 0; j <= k; j++)
            add_product(f, out, matrix(f, f->A, j), matrix(f, f->phi, k - j));
        vv_rat part = vv_rat_make(f->c, 1, k + 1);
        for (int i = 0; i < size; i++) vv_ball_mul_rat(b, out + i, out + i, part);
    }
}

/* The largest sum of a row, in absolute values: an upper bound. */
static double norm(const flow *f, int x) {
    double most = 0;
    for (int i = 0; i < f->d; i++) {
        double sum = 0, low, high;
        for (int j = 0; j < f->d; j++) {
            vv_ball_bounds(f->v.b, x + i * f->d + j, &low, &high);
            sum += fmax(fabs(low), fabs(high));
        }
        most = fmax(most, sum);
    }
    return most * ROUNDED_UP;
}

/* A bound of the remainder after the term of order ORDER - 1, over step i. */
static double remainder_of_step(flow *f, int i, int steps) {
    vv_balls *b = f->v.b;
    double h = 1.0 / steps; /* exact: a power of two */
    vv_ball_set_rat(b, f->t, vv_rat_make(f->c, i, steps));
    vv_ball_set_rat(b, f->v.variable, vv_rat_make(f->c, i + 1, steps));
    vv_ball_union(b, f->v.variable, f->v.variable, f->t);
    vv_series_enclosure_run(&f->v);
    find_coefficients(f, ORDER);
    find_derivatives(f, ORDER);
    double bound = pow(h, ORDER) * norm(f, matrix(f, f->phi, ORDER)) *
                   exp(h * norm(f, matrix(f, f->A, 0))) * ROUNDED_UP;
    return isfinite(bound) ? bound : HUGE_VAL;
}

/* X -> the solution at the end of step i; false if the step is too long. */
static bool advance(flow *f, int i, int steps) {
    vv_balls *b = f->v.b;
    int size = f->d * f->d;
    double bound = remainder_of_step(f, i, steps);
    if (!(bound < VV_STABILITY_STEP_REMAINDER)) return false;
    vv_ball_set_rat(b, f->v.variable, vv_rat_make(f->c, i, steps));
    vv_series_enclosure_run(&f->v);
    find_coefficients(f, ORDER - 1);
    find_derivatives(f, ORDER - 1);
    vv_rat h = vv_rat_make(f->c, 1, steps);
    for (int j = 0; j < size; j++) { /* Horner's rule */
        vv_ball_set_rat(b, f->S + j, vv_rat_int(0));
        for (int k = ORDER - 1; k >= 0; k--) {
            vv_ball_mul_rat(b, f->S + j, f->S + j, h);
            vv_ball_add(b, f->S + j, f->S + j, matrix(f, f->phi, k) + j);
        }
        vv_ball_widen(b, f->S + j, bound);
        vv_ball_set_rat(b, f->left + j, vv_rat_int(0));
    }
    add_product(f, f->left, f->S, f->X);
    for (int j = 0; j < size; j++) vv_ball_copy(b, f->X + j, f->left + j);
    return vv_ctx_tick(f->c);
}

/* The solution after one period that begins with the unit matrix, in X. */
static bool find_monodromy(flow *f) {
    vv_balls *b = f->v.b;
    for (int steps = FIRST_STEPS; steps <= MOST_STEPS && vv_ctx_ok(f->c); steps *= 2) {
        int i = 0;
        for (int j = 0; j < f->d * f->d; j++)
            vv_ball_set_rat(b, f->X + j, vv_rat_int(j % (f->d + 1) == 0));
        while (i < steps && advance(f, i, steps)) i++;
        if (i == steps) return vv_ball_is_positive(b, f->v.root[3 * f->n * f->n]);
    }
    return false;
}

/* ---- the characteristic polynomial ------------------------------------------------------------
 */

/* det(ρ - X), constant term first, into the slots from `out` on [Faddeev, Le Verrier]; uses S and
 * left. */
static void characteristic_polynomial(flow *f, int out) {
    vv_balls *b = f->v.b;
    int d = f->d, size = d * d;
    for (int i = 0; i < size; i++) vv_ball_set_rat(b, f->S + i, vv_rat_int(0));
    vv_ball_set_rat(b, out + d, vv_rat_int(1));
    for (int k = 1; k <= d; k++) {
        for (int i = 0; i < d; i++)
            vv_ball_add(b, f->S + i * (d + 1), f->S + i * (d + 1), out + d - k + 1);
        for (int i = 0; i < size; i++) vv_ball_set_rat(b, f->left + i, vv_rat_int(0));
        add_product(f, f->left, f->X, f->S);
        vv_ball_set_rat(b, out + d - k, vv_rat_int(0));
        for (int i = 0; i < d; i++)
            vv_ball_add_mul_rat(b, out + d - k, f->left + i * (d + 1), vv_rat_make(f->c, -1, k));
        for (int i = 0; i < size; i++) vv_ball_copy(b, f->S + i, f->left + i);
    }
}

static void list(vv_multipliers *o, double re, double im) {
    o->re[o->n] = re, o->im[o->n++] = im;
    o->largest = fmax(o->largest, hypot(re, im));
}

/* By the isolated roots. */
static vv_multiplier_place place_of_roots(flow *f, int a, vv_multipliers *o) {
    vv_balls *b = f->v.b;
    int d = f->d, re = f->phi, im = re + d, inside = 0;
    bool outside = false;
    if (!vv_ball_poly_roots(b, d, a, re, im)) return VV_MULTIPLIERS_UNKNOWN;
    for (int i = 0; i < d; i++) {
        list(o, vv_ball_midpoint_double(b, re + i), vv_ball_midpoint_double(b, im + i));
        vv_ball_mul(b, f->t, re + i, re + i);
        vv_ball_mul(b, f->t + 1, im + i, im + i);
        vv_ball_add(b, f->t, f->t, f->t + 1);
        vv_ball_set_rat(b, f->t + 1, vv_rat_int(1));
        int order = vv_ball_cmp(b, f->t, f->t + 1);
        inside += order == -1;
        outside |= order == 1;
    }
    return outside       ? VV_MULTIPLIERS_OUTSIDE
           : inside == d ? VV_MULTIPLIERS_INSIDE
                         : VV_MULTIPLIERS_UNKNOWN;
}

/* Multiple roots: a power of X with a norm below 1, or a trace above its order. */
static vv_multiplier_place place_of_powers(flow *f) {
    enum { SQUARINGS = 12 };
    vv_balls *b = f->v.b;
    int d = f->d, size = d * d;
    for (int k = 0; k < SQUARINGS; k++) {
        vv_ball_set_rat(b, f->t, vv_rat_int(0));
        for (int i = 0; i < d; i++) vv_ball_add(b, f->t, f->t, f->X + i * (d + 1));
        vv_ball_set_rat(b, f->t + 1, vv_rat_int(d));
        vv_ball_apply(b, VV_BALL_ABS, f->t, f->t);
        if (vv_ball_cmp(b, f->t, f->t + 1) == 1) return VV_MULTIPLIERS_OUTSIDE;
        if (norm(f, f->X) < 1) return VV_MULTIPLIERS_INSIDE;
        for (int i = 0; i < size; i++) vv_ball_set_rat(b, f->left + i, vv_rat_int(0));
        add_product(f, f->left, f->X, f->X);
        for (int i = 0; i < size; i++) vv_ball_copy(b, f->X + i, f->left + i);
    }
    return VV_MULTIPLIERS_UNKNOWN;
}

/* r(s) of p(ρ) = ρ^n r(ρ + 1/ρ): sum of a[n + k] C_k(s), C_0 = 1 (half of 2), C_1 = s, C_k = s
 * C_(k-1) - C_(k-2). */
static void reduced_polynomial(flow *f, int a, int out) {
    vv_balls *b = f->v.b;
    int n = f->n;
    int64_t C[MOST + 1][MOST + 1] = {{2}, {0, 1}};
    for (int k = 2; k <= n; k++)
        for (int j = 0; j <= k; j++) C[k][j] = (j ? C[k - 1][j - 1] : 0) - C[k - 2][j];
    vv_ball_copy(b, out, a + n);
    for (int j = 1; j <= n; j++) vv_ball_set_rat(b, out + j, vv_rat_int(0));
    for (int k = 1; k <= n; k++)
        for (int j = 0; j <= k; j++)
            if (C[k][j]) vv_ball_add_mul_rat(b, out + j, a + n + k, vv_rat_int(C[k][j]));
}

/* Of a symplectic flow. */
static vv_multiplier_place place_of_pairs(flow *f, int a, vv_multipliers *o) {
    vv_balls *b = f->v.b;
    int n = f->n, r = f->phi, re = r + n + 1, im = re + n, inside = 0;
    bool outside = false;
    reduced_polynomial(f, a, r);
    if (!vv_ball_poly_roots(b, n, r, re, im)) return VV_MULTIPLIERS_UNKNOWN;
    vv_ball_set_rat(b, f->t, vv_rat_int(2));
    for (int i = 0; i < n; i++) {
        bool real = vv_ball_is_zero(b, im + i);
        vv_ball_apply(b, VV_BALL_ABS, f->t + 1, re + i);
        int order = vv_ball_cmp(b, f->t + 1, f->t);
        inside += real && order == -1;
        outside |= !real || order == 1;
    }
    if (!outside && inside < n) return VV_MULTIPLIERS_UNKNOWN;
    vv_multipliers all = *o;
    place_of_roots(f, a, &all); /* to list them */
    if (all.n == o->n + f->d) *o = all;
    return outside ? VV_MULTIPLIERS_OUTSIDE : VV_MULTIPLIERS_ON_CIRCLE;
}

/* ---- parts ------------------------------------------------------------------------------------
 */

/* Helmholtz's conditions for the directions of a part. */
static bool is_lagrangian(vv_ctx *c, const vv_facts *f, vv_expr t, const vv_linearized *m, int n,
                          const int *row) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            int a = row[i] * m->n + row[j], b = row[j] * m->n + row[i];
            vv_expr two = vv_int(c, 2), turn = vv_sub(c, m->G[a], m->G[b]), e[3];
            e[0] = vv_sub(c, m->M[a], m->M[b]);
            e[1] = vv_sub(c, vv_add(c, m->G[a], m->G[b]), vv_mul(c, two, vv_diff(c, m->M[a], t)));
            e[2] = vv_sub(c, vv_mul(c, two, vv_sub(c, m->K[a], m->K[b])), vv_diff(c, turn, t));
            for (int k = 0; k < 3; k++)
                if (!vv_is_zero(e[k]) && !vv_vanishes(c, f, e[k])) return false;
        }
    return true;
}

/* Directions coupled with `first`, among those left. */
static int take_part(const vv_linearized *m, bool *done, int first, int *row) {
    int n = 0, k = m->n;
    row[n++] = first, done[first] = true;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < k; j++) {
            int a = row[i] * k + j, b = j * k + row[i];
            bool tied = !vv_is_zero(m->M[a]) || !vv_is_zero(m->M[b]) || !vv_is_zero(m->G[a]) ||
                        !vv_is_zero(m->G[b]) || !vv_is_zero(m->K[a]) || !vv_is_zero(m->K[b]);
            if (tied && !done[j]) row[n++] = j, done[j] = true;
        }
    return n;
}

static vv_multiplier_place place_of_part(vv_ctx *c, const vv_model *model, const vv_facts *f,
                                         const vv_linearized *m, int n, const int *row, vv_expr P,
                                         vv_multipliers *o) {
    flow w = {.c = c, .n = n, .d = 2 * n};
    vv_multiplier_place place = VV_MULTIPLIERS_UNKNOWN;
    bool lagrangian = is_lagrangian(c, f, model->t, m, n, row);
    if (!open_flow(&w, model, m, row, P)) {
        o->why = "the solution over one period could not be enclosed: a function has no series";
    } else if (!find_monodromy(&w)) {
        o->why = "the solution over one period could not be enclosed";
    } else {
        int a = w.A; /* the coefficients are no longer needed */
        characteristic_polynomial(&w, a);
        place = lagrangian ? place_of_pairs(&w, a, o) : place_of_roots(&w, a, o);
        if (place == VV_MULTIPLIERS_UNKNOWN) place = place_of_powers(&w);
        if (place == VV_MULTIPLIERS_UNKNOWN)
            o->why = "a Floquet multiplier may lie on the unit circle, or two may coincide there";
    }
    vv_balls_free(w.v.b);
    return place;
}

/* A symbol other than the time without a value; NULL: none. */
static const char *missing_value(vv_ctx *c, const vv_model *model, const vv_linearized *m,
                                 vv_expr P, bool *by_values) {
    const vv_expr *all[] = {m->M, m->G, m->K, &P};
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < (k < 3 ? m->n * m->n : 1); i++) {
            vv_expr e = vv_at_parameter_values(c, model, all[k][i]);
            int n = 0;
            vv_expr *x = vv_expr_symbols(c, 1, &e, &n);
            *by_values |= !vv_same(e, all[k][i]);
            for (int j = 0; x && j < n; j++)
                if (!vv_same(x[j], model->t)) return vv_symbol_get(c, x[j])->name;
        }
    return NULL;
}

vv_status vv_multipliers_find(vv_ctx *c, const vv_model *model, const vv_facts *f,
                              const vv_linearized *m, vv_expr period, vv_multipliers *out) {
    bool done[MOST] = {false}, inside = true, open = false, outside = false, listed = true;
    int row[MOST];
    *out = (vv_multipliers){.place = VV_MULTIPLIERS_UNKNOWN};
    const char *missing = missing_value(c, model, m, period, &out->by_values);
    if (missing || m->n > MOST) {
        out->why = missing ? vv_format(c,
                                       "Floquet multipliers would decide, for which %s needs a "
                                       "value",
                                       missing)
                           : "too many degrees of freedom";
        return vv_ctx_status(c);
    }
    vv_expr P = vv_at_parameter_values(c, model, period);
    if (vv_known_sign(c, P) == VV_NEGATIVE) P = vv_neg(c, P);
    for (int i = 0; i < m->n && vv_ctx_ok(c); i++) {
        if (done[i]) continue;
        int n = take_part(m, done, i, row), before = out->n;
        vv_multiplier_place place = place_of_part(c, model, f, m, n, row, P, out);
        inside &= place == VV_MULTIPLIERS_INSIDE;
        open |= place == VV_MULTIPLIERS_UNKNOWN;
        outside |= place == VV_MULTIPLIERS_OUTSIDE;
        listed &= out->n == before + 2 * n;
    }
    if (!listed) out->n = 0;
    out->place = outside  ? VV_MULTIPLIERS_OUTSIDE
                 : open   ? VV_MULTIPLIERS_UNKNOWN
                 : inside ? VV_MULTIPLIERS_INSIDE
                          : VV_MULTIPLIERS_ON_CIRCLE;
    return vv_ctx_status(c);
}
