#include "equations/stability/hurwitz_conditions.h"

#include "equations/stability/linearized_equations.h"

static void want(vv_hurwitz *o, vv_expr positive) {
    if (o->n < VV_HURWITZ_MAX_CONDITIONS) o->condition[o->n++] = positive;
}

vv_expr vv_hurwitz_determinant(vv_ctx *c, int n, const vv_expr *a, int k) {
    vv_expr m[VV_HURWITZ_MAX_DEGREE * VV_HURWITZ_MAX_DEGREE];
    for (int i = 0; i < k; i++)
        for (int j = 0; j < k; j++) {
            int at = n - 2 * j - 1 + i;
            m[i * k + j] = at >= 0 && at <= n ? a[at] : VV_ZERO;
        }
    return vv_determinant(c, k, m);
}

/* a y^3 + b y^2 + c y + d */
static vv_expr cubic_discriminant(vv_ctx *x, const vv_expr *k) {
    vv_expr a = k[3], b = k[2], c = k[1], d = k[0], t[5];
    t[0] = vv_mul(x, vv_int(x, 18), vv_mul(x, vv_mul(x, a, b), vv_mul(x, c, d)));
    t[1] = vv_mul(x, vv_int(x, -4), vv_mul(x, vv_pow_int(x, b, 3), d));
    t[2] = vv_mul(x, vv_pow_int(x, b, 2), vv_pow_int(x, c, 2));
    t[3] = vv_mul(x, vv_int(x, -4), vv_mul(x, a, vv_pow_int(x, c, 3)));
    t[4] = vv_mul(x, vv_int(x, -27), vv_mul(x, vv_pow_int(x, a, 2), vv_pow_int(x, d, 2)));
    return vv_sum(x, 5, t);
}

/* In y = x^2: real, negative and distinct roots. */
static bool on_axis(vv_ctx *c, int degree, const vv_expr *a, vv_hurwitz *out) {
    vv_expr k[4];
    int n = degree / 2;
    if (n > 3) return false;
    for (int i = 0; i <= n; i++) k[i] = a[2 * i];
    for (int i = n - 1; i >= 0; i--) want(out, vv_mul(c, k[i], k[n]));
    if (n == 2)
        want(out, vv_sub(c, vv_mul(c, k[1], k[1]), vv_mul(c, vv_int(c, 4), vv_mul(c, k[0], k[2]))));
    if (n == 3) want(out, cubic_discriminant(c, k));
    return true;
}

bool vv_hurwitz_conditions(vv_ctx *c, int degree, const vv_expr *a, vv_hurwitz *out) {
    *out = (vv_hurwitz){.even = true};
    if (degree < 1 || degree > VV_HURWITZ_MAX_DEGREE || vv_is_zero(a[0]) || vv_is_zero(a[degree]))
        return false;
    for (int i = 1; i <= degree; i += 2) out->even &= vv_is_zero(a[i]);
    if (out->even) return on_axis(c, degree, a, out);
    /* all coefficients of one sign, and every second determinant */
    for (int i = 0; i < degree; i++) want(out, vv_mul(c, a[i], a[degree]));
    for (int k = degree - 1; k >= 2; k -= 2) {
        vv_expr minor = vv_hurwitz_determinant(c, degree, a, k);
        want(out, k % 2 ? vv_mul(c, minor, a[degree]) : minor);
    }
    return vv_ctx_ok(c);
}
