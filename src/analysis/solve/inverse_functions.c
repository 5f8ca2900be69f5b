#include "analysis/solve/inverse_functions.h"

#include "equations/stability/stability.h"
#include "algebra/algebra.h"

/* ---- powers -------------------------------------------------------------------------------- */

enum { MOST_POWER = 24 };

/* The integer r with r^k = n, or 0. */
static int64_t whole_root(int64_t n, int k) {
    enum { MOST = 1000 };
    for (int64_t r = 1; r <= MOST; r++) {
        int64_t p = 1;
        int i = 0;
        for (; i < k && p <= n / r; i++) p *= r;
        if (i < k) return 0; /* r^k > n */
        if (p == n) return r;
    }
    return 0;
}

/* y^(1/k), y nonnegative: 2^(1/6) σ for 2 σ^6 with σ positive. */
static vv_expr root_of(vv_ctx *c, const vv_facts *facts, vv_expr y, int k) {
    vv_factors f;
    vv_expr out = VV_ONE, left = VV_ONE;
    if (k == 2) return vv_sqrt_factored(c, y);
    if (!vv_factorise(c, y, &f)) return vv_pow(c, y, vv_ratio(c, 1, k));
    int64_t num = f.number.den ? whole_root(f.number.num, k) : 0,
            den = f.number.den ? whole_root(f.number.den, k) : 0;
    if (num && den)
        out = vv_rational(c, vv_rat_make(c, num, den));
    else
        left = vv_rational(c, f.number);
    for (int i = 0; i < f.n; i++) {
        bool whole =
            f.power[i] % k == 0 && vv_sign_given_facts(c, facts, f.factor[i]) == VV_POSITIVE;
        vv_expr *to = whole ? &out : &left;
        *to = vv_mul(c, *to, vv_pow_int(c, f.factor[i], whole ? f.power[i] / k : f.power[i]));
    }
    return vv_mul(c, out, vv_pow(c, left, vv_ratio(c, 1, k)));
}

static int common_divisor(int a, int b) {
    while (b) {
        int r = a % b;
        a = b, b = r;
    }
    return a;
}

/* a y^2 + b y + d or a y + d; *real: nonnegative iff y is real, or poison. */
static int values_of_power(vv_ctx *c, int degree, const vv_expr *k, vv_expr *y, vv_expr *real) {
    *real = VV_POISON;
    if (degree == 1) return y[0] = vv_linear_root(c, k[0], k[1]), 1;
    vv_expr under =
                vv_sub(c, vv_mul(c, k[1], k[1]), vv_mul(c, vv_int(c, 4), vv_mul(c, k[2], k[0]))),
            leg = vv_sqrt_factored(c, under), half = vv_div(c, vv_ratio(c, 1, 2), k[2]);
    *real = under;
    if (vv_is_const(c, under) && vv_rat_sign(vv_expr_rational(c, under)) < 0) return 0;
    y[0] = vv_mul(c, half, vv_sub(c, leg, k[1]));
    y[1] = vv_neg(c, vv_mul(c, half, vv_add(c, leg, k[1])));
    return 2;
}

/* x^k = y: the number of roots, or -1. */
static int roots_of(vv_ctx *c, const vv_facts *facts, int i, vv_expr y, int k, vv_root *out) {
    vv_sign sign = vv_sign_given_facts(c, facts, y);
    bool positive = sign == VV_POSITIVE;
    if (k % 2 == 0) {
        vv_expr x = root_of(c, facts, y, k);
        if (sign == VV_NEGATIVE) return 0;
        out[0] = (vv_root){i, x, .condition = positive ? VV_POISON : y};
        out[1] = (vv_root){i, vv_neg(c, x), .condition = positive ? VV_POISON : y};
        return 2;
    }
    if (!positive && sign != VV_NEGATIVE) return -1;
    vv_expr x = root_of(c, facts, positive ? y : vv_neg(c, y), k);
    out[0] = (vv_root){i, .value = positive ? x : vv_neg(c, x)};
    return 1;
}

int vv_roots_of_power(vv_ctx *c, const vv_facts *facts, int i, vv_expr f, vv_expr x, int n,
                      const vv_expr *unknown, vv_root *out) {
    vv_expr k[MOST_POWER + 1], few[3], y[2], real;
    int degree = vv_polynomial_coefficients(c, f, x, MOST_POWER, k), step = 0, roots = 0;
    for (int j = 0; j <= degree; j++) {
        if (vv_depends(c, k[j], n, unknown)) return -1;
        if (!vv_is_zero(k[j])) step = common_divisor(step, j);
    }
    if (step < 2 || degree > 2 * step || vv_is_zero(k[0])) return -1;
    for (int j = 0; j <= degree / step; j++) few[j] = k[j * step];
    int values = values_of_power(c, degree / step, few, y, &real);
    for (int j = 0; j < values; j++) {
        int more = roots_of(c, facts, i, y[j], step, out + roots);
        if (more < 0) return -1;
        for (int m = 0; m < more; m++) out[roots + m].also = real;
        roots += more;
    }
    return vv_ctx_ok(c) ? roots : -1;
}

/* ---- functions ----------------------------------------------------------------------------- */

static vv_expr call(vv_ctx *c, vv_op op, vv_expr a) { return vv_call(c, op, 1, &a); }

/* u where N = op(u) takes this value, if it does so once; poison if unknown, *none: it never
 * does. */
static vv_expr argument_at(vv_ctx *c, const vv_facts *facts, vv_expr N, vv_expr value, bool *none) {
    vv_op op = vv_expr_op(c, N);
    vv_sign sign = vv_is_zero(value) ? VV_NONNEGATIVE : vv_sign_given_facts(c, facts, value);
    bool zero = vv_is_zero(value), positive = sign == VV_POSITIVE, negative = sign == VV_NEGATIVE;
    if (op == VV_LOG) return call(c, VV_EXP, value);
    if (op == VV_SINH && !zero) { /* inverse function */
        vv_expr leg = vv_sqrt(c, vv_add(c, vv_mul(c, value, value), VV_ONE));
        return call(c, VV_LOG, vv_add(c, value, leg));
    }
    if (op == VV_SINH || op == VV_TANH || op == VV_ATAN) return zero ? VV_ZERO : VV_POISON;
    *none = negative || (zero && op != VV_SQRT);
    if (op == VV_EXP) return positive ? call(c, VV_LOG, value) : VV_POISON;
    if (op == VV_SQRT) return positive || zero ? vv_mul(c, value, value) : VV_POISON;
    vv_expr exponent = vv_expr_child(c, N, 1); /* a power */
    bool number = vv_is_const(c, exponent);
    return positive && number ? vv_pow(c, value, vv_pow_int(c, exponent, -1)) : VV_POISON;
}

static bool is_invertible(vv_op op) {
    return op == VV_EXP || op == VV_LOG || op == VV_SQRT || op == VV_SINH || op == VV_TANH ||
           op == VV_ATAN || op == VV_POW;
}

/* Roots, exponentials and powers are nonnegative, so f may also contain a power of them. */
static bool value_of(vv_ctx *c, const vv_facts *facts, vv_op op, vv_expr f, vv_expr stand,
                     vv_expr *value) {
    vv_expr k[MOST_POWER + 1];
    int degree = vv_polynomial_coefficients(c, f, stand, MOST_POWER, k);
    for (int j = 1; j < degree; j++)
        if (!vv_is_zero(k[j])) return false;
    if (degree < 1) return false;
    *value = vv_linear_root(c, k[0], k[degree]);
    if (degree == 1) return true;
    bool above = op == VV_SQRT || op == VV_EXP || op == VV_POW;
    if (!above || vv_sign_given_facts(c, facts, *value) != VV_POSITIVE) return false;
    *value = root_of(c, facts, *value, degree);
    return true;
}

/* a exp(u) + b exp(v) */
static bool two_exponentials(vv_ctx *c, const vv_facts *facts, vv_expr f, int n, const vv_expr *x,
                             const vv_expr *N, vv_expr *inside) {
    vv_expr y[2] = {vv_symbol_new(c, "F", VV_SYM_OTHER), vv_symbol_new(c, "G", VV_SYM_OTHER)},
            by[2], rest;
    vv_subst(c, 2, N, y, 1, &f, &f);
    vv_gradient(c, f, 2, y, by);
    vv_subst_zero(c, 2, y, 1, &f, &rest);
    for (int i = 0; i < 2; i++)
        if (vv_is_zero(by[i]) || vv_depends(c, by[i], 2, y) || vv_depends(c, by[i], n, x))
            return false;
    if (!vv_is_zero(rest)) return false;
    vv_expr value = vv_neg(c, vv_div(c, by[1], by[0]));
    vv_sign sign = vv_sign_given_facts(c, facts, value);
    if (sign != VV_POSITIVE && sign != VV_NEGATIVE) return false;
    vv_expr apart = vv_sub(c, vv_expr_child(c, N[0], 0), vv_expr_child(c, N[1], 0));
    *inside = sign == VV_NEGATIVE ? VV_ONE : vv_sub(c, apart, call(c, VV_LOG, value));
    return vv_ctx_ok(c);
}

bool vv_root_by_inverse(vv_ctx *c, const vv_facts *facts, vv_expr f, int n, const vv_expr *x,
                        vv_expr *inside) {
    int nodes = 0, exponentials = 0;
    uint32_t *order = vv_expr_topological_order(c, 1, &f, &nodes);
    vv_expr grows[2];
    for (int i = 0; order && i < nodes; i++) {
        vv_expr N = {order[i]}, value;
        vv_op op = vv_expr_op(c, N);
        if (!is_invertible(op) || !vv_depends(c, N, n, x)) continue;
        if (op == VV_EXP && exponentials < 2) grows[exponentials++] = N;
        vv_expr stand = vv_symbol_new(c, "F", VV_SYM_OTHER), g = vv_subst1(c, f, N, stand);
        if (vv_depends(c, g, n, x) || !value_of(c, facts, op, g, stand, &value)) continue;
        bool none = false;
        vv_expr u = argument_at(c, facts, N, value, &none);
        if (vv_is_poison(u) && !none) return false;
        *inside = none ? VV_ONE : vv_sub(c, vv_expr_child(c, N, 0), u);
        return vv_ctx_ok(c);
    }
    return exponentials == 2 && two_exponentials(c, facts, f, n, x, grows, inside);
}
