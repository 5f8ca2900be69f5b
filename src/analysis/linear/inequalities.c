#include "analysis/linear/inequalities.h"

#include "analysis/solve/solve.h"
#include "analysis/equilibria/equilibria.h"
#include "algebra/algebra.h"

/* k[0] + k[1] x, or in x^2 if square; the sign of k[1] must be known. */
static bool solve_for(vv_ctx *c, const vv_study *study, vv_expr e, vv_expr x, vv_inequality *out) {
    vv_expr k[3];
    int degree = vv_polynomial_coefficients(c, e, x, 2, k);
    if (degree < 1 || (degree == 2 && !vv_is_zero(k[1]))) return false;
    vv_sign sign = vv_study_sign(c, study, k[degree]);
    if (sign != VV_POSITIVE && sign != VV_NEGATIVE) return false;
    out->left = vv_pow_int(c, x, degree);
    out->right = vv_neg(c, vv_div(c, k[0], k[degree]));
    out->greater = sign == VV_POSITIVE;
    return true;
}

/* a y^2 + b y + d in y = x or x^2 with a > 0 and a negative discriminant. */
static bool is_positive(vv_ctx *c, const vv_study *study, vv_expr e, vv_expr x) {
    vv_expr k[5];
    int degree = vv_polynomial_coefficients(c, e, x, 4, k), step = degree / 2;
    if (degree != 2 && (degree != 4 || !vv_is_zero(k[1]) || !vv_is_zero(k[3]))) return false;
    vv_expr under =
        vv_sub(c, vv_mul(c, vv_int(c, 4), vv_mul(c, k[degree], k[0])), vv_mul(c, k[step], k[step]));
    vv_sign lead = vv_study_sign(c, study, k[degree]), left = vv_study_sign(c, study, under);
    return (lead == VV_POSITIVE || lead == VV_NONNEGATIVE) &&
           (left == VV_POSITIVE || left == VV_NONNEGATIVE);
}

vv_inequality vv_inequality_of(vv_ctx *c, const vv_study *study, vv_expr e, int nx,
                               const vv_expr *x) {
    vv_inequality out = {VV_UNKNOWN, true, e, VV_ZERO};
    vv_factors f;
    if (vv_is_const(c, e)) {
        out.always = vv_rat_sign(vv_expr_rational(c, e)) > 0 ? VV_TRUE : VV_FALSE;
        return out;
    }
    if (!vv_factorise(c, e, &f)) return out;
    int sign = vv_rat_sign(f.number), kept = 0;
    vv_expr rest = VV_ONE;
    for (int i = 0; i < f.n; i++) {
        if (f.power[i] % 2 == 0) continue; /* generic values: it does not vanish */
        vv_sign s = vv_study_sign(c, study, f.factor[i]);
        bool below =
            s == VV_NEGATIVE ||
            (s == VV_ANY_SIGN && vv_study_sign(c, study, vv_neg(c, f.factor[i])) == VV_NONNEGATIVE);
        if (below) sign = -sign;
        if (below || s == VV_POSITIVE || s == VV_NONNEGATIVE) continue;
        rest = vv_mul(c, rest, f.factor[i]);
        kept++;
    }
    if (kept == 0) {
        out.always = sign > 0 ? VV_TRUE : VV_FALSE;
        return out;
    }
    out.left = sign < 0 ? vv_neg(c, rest) : rest;
    for (int i = 0; i < nx; i++)
        if (is_positive(c, study, out.left, x[i])) {
            out.always = VV_TRUE;
            return out;
        }
    for (int i = 0; i < nx; i++)
        if (solve_for(c, study, out.left, x[i], &out)) break;
    return out;
}

/* Compares x^2 with something negative or zero. */
static vv_truth known(vv_ctx *c, const vv_study *study, const vv_inequality *k) {
    vv_sign left = vv_known_sign(c, k->left), right = vv_study_sign(c, study, k->right);
    bool square = left == VV_POSITIVE || left == VV_NONNEGATIVE;
    if (square && right == VV_NEGATIVE) return k->greater ? VV_TRUE : VV_FALSE;
    return k->always;
}

/* Does a follow from b? */
static bool follows(vv_ctx *c, const vv_study *study, const vv_inequality *a,
                    const vv_inequality *b) {
    if (!vv_same(a->left, b->left) || a->greater != b->greater) return false;
    if (vv_same(a->right, b->right)) return true;
    if (vv_is_zero(a->right) || vv_is_zero(b->right)) return false;
    vv_factors f;
    bool positive = vv_study_sign(c, study, b->right) == VV_POSITIVE;
    if (!positive || !vv_factorise(c, vv_div(c, a->right, b->right), &f) || f.n) return false;
    int order = vv_rat_cmp(c, f.number, vv_rat_int(1));
    return a->greater ? order <= 0 : order >= 0;
}

int vv_inequalities_reduce(vv_ctx *c, const vv_study *study, int n, vv_inequality *k) {
    int m = 0;
    for (int i = 0; i < n; i++) {
        vv_truth always = known(c, study, &k[i]);
        if (always == VV_FALSE) return -1;
        if (always != VV_TRUE) k[m++] = k[i];
    }
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++)
            if (i != j && follows(c, study, &k[i], &k[j])) {
                for (int r = i; r + 1 < m; r++) k[r] = k[r + 1];
                m--, i--;
                break;
            }
    return m;
}
