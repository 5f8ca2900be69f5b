#include "analysis/linear/characteristic_exponents.h"

#include <string.h>

#include "analysis/solve/solve.h"
#include "algebra/algebra.h"

/* ---- factors ------------------------------------------------------------------------------- */

static bool split(vv_ctx *c, vv_exponents *x) {
    vv_expr y = vv_symbol_new(c, "λ", VV_SYM_OTHER), p = VV_ZERO;
    vv_factors f;
    for (int i = 0; i <= x->degree; i++) p = vv_add(c, p, vv_mul(c, x->a[i], vv_pow_int(c, y, i)));
    if (!vv_factorise(c, p, &f)) return false;
    for (int i = 0; i < f.n; i++) {
        if (f.power[i] < 0 || !vv_depends(c, f.factor[i], 1, &y)) continue;
        int k = x->nparts,
            degree =
                vv_polynomial_coefficients(c, f.factor[i], y, VV_LINEAR_VARIATION_MOST, x->part[k]);
        if (degree < 1) return false;
        x->part_degree[k] = degree;
        x->part_power[k] = f.power[i];
        x->nparts++;
    }
    return true;
}

void vv_exponents_of_polynomial(vv_ctx *c, int degree, const vv_expr *a, vv_exponents *x) {
    *x = (vv_exponents){0};
    while (x->zeros < degree && vv_is_zero(a[x->zeros])) x->zeros++;
    x->degree = degree - x->zeros;
    memcpy(x->a, a + x->zeros, (size_t)(x->degree + 1) * sizeof *a);
    if (split(c, x)) return;
    x->nparts = x->degree > 0;
    x->part_degree[0] = x->degree, x->part_power[0] = 1;
    memcpy(x->part[0], x->a, sizeof x->a);
}

vv_status vv_exponents_find(vv_ctx *c, const vv_facts *f, const vv_linear_variation *v,
                            vv_exponents *x) {
    vv_expr a[VV_LINEAR_VARIATION_MOST + 1];
    *x = (vv_exponents){0};
    vv_status status = vv_linear_variation_characteristic(c, f, v, a);
    if (status != VV_OK) return status;
    vv_exponents_of_polynomial(c, v->n, a, x);
    return vv_ctx_status(c);
}

const char *vv_exponent_letter(vv_ctx *c, const vv_model *m) {
    static const char *const letter[] = {"λ", "ρ", "σ", "Λ"};
    int n = (int)(sizeof letter / sizeof *letter), i = 0;
    while (i < n - 1 && vv_model_has_letter(c, m, letter[i])) i++;
    return letter[i];
}

vv_expr vv_exponents_polynomial(vv_ctx *c, const vv_model *m, const vv_exponents *x) {
    vv_expr y = vv_symbol_new(c, vv_exponent_letter(c, m), VV_SYM_OTHER), p = VV_ONE;
    for (int k = 0; k < x->nparts; k++) {
        vv_expr t[VV_LINEAR_VARIATION_MOST + 1];
        for (int i = 0; i <= x->part_degree[k]; i++)
            t[i] = vv_mul(c, x->part[k][i], vv_pow_int(c, y, i));
        p = vv_mul(c, p, vv_pow_int(c, vv_sum(c, x->part_degree[k] + 1, t), x->part_power[k]));
    }
    return vv_mul(c, p, vv_pow_int(c, y, x->zeros));
}

/* ---- stability ----------------------------------------------------------------------------- */

/* The zeros of a multiple factor p have a full set of eigenvectors iff p(A) has rank n - power
 * degree, A = left^-1 right: the Jordan blocks are then of order one [Weierstrass1868]. */
static bool is_simple(vv_ctx *c, const vv_facts *f, const vv_linear_variation *v, int degree,
                      const vv_expr *p, int power) {
    enum { MOST = VV_LINEAR_VARIATION_MOST };
    int n = v->n, rank = 0;
    vv_expr A[MOST * MOST], P[MOST * MOST], next[MOST * MOST], column[MOST],
        factor = vv_factor(c, n, v->left);
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) column[i] = v->right[i * n + j];
        vv_solve(c, n, factor, column, column);
        for (int i = 0; i < n; i++) A[i * n + j] = column[i];
    }
    for (int i = 0; i < n * n; i++) P[i] = i % (n + 1) ? VV_ZERO : p[degree];
    for (int d = degree - 1; d >= 0; d--) { /* P <- P A + p[d] */
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                vv_expr sum = i == j ? p[d] : VV_ZERO;
                for (int k = 0; k < n; k++)
                    sum = vv_add(c, sum, vv_mul(c, P[i * n + k], A[k * n + j]));
                next[i * n + j] = sum;
            }
        memcpy(P, next, sizeof P);
    }
    return vv_generic_rank(c, f, n, n, P, &rank, NULL, NULL, NULL) == VV_OK &&
           rank == n - power * degree;
}

/* A vanishing discriminant or determinant: two zeros of the factor are equal or opposite, so it
 * is not irreducible (it would be even, with distinct zeros), and atoms in it satisfy an
 * undetected relation. Nothing follows from such a condition. A vanishing coefficient does
 * decide: if all zeros were imaginary or in the left half-plane, the factor would be an even
 * polynomial with positive coefficients times one without gaps. */
static bool on_border(vv_ctx *c, const vv_study *study, int degree, vv_hurwitz *h) {
    int coefficients = h->even ? degree / 2 : degree;
    for (int i = 0; i < h->n; i++) {
        vv_expr *e = &h->condition[i];
        if (!vv_is_const(c, *e) && vv_vanishes(c, &study->s->facts, *e)) *e = VV_ZERO;
        if (i >= coefficients && vv_is_zero(*e)) return true;
    }
    return false;
}

void vv_exponents_stability(vv_ctx *c, const vv_study *study, const vv_linear_variation *v, int n,
                            const vv_expr *by, vv_exponents *x) {
    x->decided = true;
    for (int k = 0; k < x->nparts && vv_ctx_tick(c); k++) {
        vv_hurwitz h;
        x->decided &= vv_hurwitz_conditions(c, x->part_degree[k], x->part[k], &h);
        if (x->decided && on_border(c, study, x->part_degree[k], &h))
            x->decided = false, x->border = true;
        *(h.even ? &x->imaginary : &x->damped) = true;
        if (h.even && x->part_power[k] > 1) {
            x->multiple = true;
            x->secular |=
                !is_simple(c, &study->s->facts, v, x->part_degree[k], x->part[k], x->part_power[k]);
        }
        for (int i = 0; x->decided && i < h.n; i++) {
            if (x->nraw == VV_EXPONENT_CONDITIONS) {
                x->decided = false;
                break;
            }
            x->raw[x->nraw] = h.condition[i];
            x->condition[x->nraw++] = vv_inequality_of(c, study, h.condition[i], n, by);
        }
    }
    if (!x->decided) return;
    x->n = vv_inequalities_reduce(c, study, x->nraw, x->condition);
    if (x->secular) x->n = -1; /* both where the conditions hold and where they fail */
}

const char *vv_exponents_reason(const vv_exponents *x) {
    if (x->border)
        return "exponents coincide or are opposite to each other, and the factors of the "
               "characteristic polynomial that would decide were not found";
    if (!x->decided) return "the degree of the characteristic equation is too high";
    if (x->secular)
        return "repeated exponents have fewer independent eigenvectors than their multiplicity: "
               "terms grow polynomially in time even where none has a positive real part";
    if (x->n < 0) return "for generic values an exponent has a positive real part";
    if (!x->nparts) return "no exponent differs from zero";
    if (x->multiple)
        return x->damped ? "the remaining exponents are imaginary (semisimple where repeated) or "
                           "have negative real parts"
                         : "the remaining exponents are imaginary (semisimple where repeated)";
    if (!x->imaginary) return "the remaining exponents have negative real parts";
    return x->damped
               ? "the remaining exponents are imaginary and distinct, or have negative real parts"
               : "the remaining exponents are imaginary and distinct";
}
