#include "analysis/solve/symbolic_roots.h"

#include "algebra/algebra.h"

/* Only sums and products between the top node and x, no divisor contains x. */
static bool is_polynomial(vv_ctx *c, vv_expr e, vv_expr x) {
    int n = 0;
    uint32_t *order = vv_expr_topological_order(c, 1, &e, &n);
    for (int i = 0; order && i < n; i++) {
        vv_expr node = {order[i]};
        vv_op op = vv_expr_op(c, node);
        if (vv_same(node, x) || op == VV_ADD || !vv_depends(c, node, 1, &x)) continue;
        if (op != VV_MUL) return false;
        for (int k = 0; k < vv_expr_arity(c, node); k++)
            if (vv_expr_exponent(c, node, k) < 0 && vv_depends(c, vv_expr_child(c, node, k), 1, &x))
                return false;
    }
    return order != NULL;
}

int vv_polynomial_coefficients(vv_ctx *c, vv_expr e, vv_expr x, int most, vv_expr *k) {
    int degree = most;
    if (!is_polynomial(c, e, x)) return -1;
    if (!vv_is_zero(vv_taylor_coefficients(c, e, x, most + 1, k)) || !vv_ctx_ok(c)) return -1;
    while (degree >= 0 && vv_is_zero(k[degree])) degree--;
    return degree;
}

vv_expr vv_linear_root(vv_ctx *c, vv_expr b, vv_expr a) {
    enum { MOST = 100 };
    return vv_div(c, vv_flatten_sum(c, vv_neg(c, b), MOST), a);
}

bool vv_root_of_function(vv_ctx *c, vv_expr f, int n, const vv_expr *x, vv_expr *function,
                         vv_expr *value) {
    int nodes = 0;
    uint32_t *order = vv_expr_topological_order(c, 1, &f, &nodes);
    for (int i = 0; order && i < nodes; i++) {
        vv_expr node = {order[i]}, k[2];
        if (vv_expr_op(c, node) != VV_FUNC || !vv_depends(c, node, n, x)) continue;
        vv_expr stand = vv_symbol_new(c, "F", VV_SYM_OTHER);
        int degree = vv_polynomial_coefficients(c, vv_subst1(c, f, node, stand), stand, 1, k);
        if (degree != 1 || vv_depends(c, k[1], n, x)) continue;
        *function = node;
        *value = vv_linear_root(c, k[0], k[1]);
        return vv_ctx_ok(c);
    }
    return false;
}

static vv_root angle_root(int i, vv_expr value, vv_expr sine, vv_expr cosine, vv_expr condition) {
    return (vv_root){i, value, sine, cosine, .condition = condition};
}

/* The root that differs from x by half a turn, with x within a quarter turn on the side given by
 * `sign`. */
static vv_root across(vv_ctx *c, vv_root r, vv_expr x, bool mirrored, vv_sign sign) {
    vv_expr pi = vv_pi(c), turned = mirrored ? vv_neg(c, x) : x;
    bool back = mirrored ? sign == VV_NEGATIVE : sign == VV_POSITIVE;
    r.value = vv_add(c, turned, back ? vv_neg(c, pi) : pi);
    r.outside = sign != VV_POSITIVE && sign != VV_NEGATIVE;
    return r;
}

/* cos x = k or sin x = k: two roots, a double one (k = 1, -1) listed once. */
int vv_roots_by_cosine(vv_ctx *c, int i, vv_expr k, bool sine, vv_expr condition, vv_root *out) {
    vv_expr pi = vv_pi(c), one = VV_ONE, other = vv_sub(c, one, vv_mul(c, k, k));
    if (vv_is_zero(k) && sine) {
        out[0] = angle_root(i, VV_ZERO, VV_ZERO, VV_ONE, condition);
        out[1] = angle_root(i, pi, VV_ZERO, VV_MINUS_ONE, condition);
        return 2;
    }
    if (vv_is_zero(k)) {
        vv_expr half = vv_mul(c, pi, vv_ratio(c, 1, 2));
        out[0] = angle_root(i, half, VV_ONE, VV_ZERO, condition);
        out[1] = angle_root(i, vv_neg(c, half), VV_MINUS_ONE, VV_ZERO, condition);
        return 2;
    }
    if (vv_is_zero(other)) { /* k is 1 or -1 */
        bool plus = vv_same(k, VV_ONE);
        vv_expr half = vv_mul(c, pi, vv_ratio(c, plus ? 1 : -1, 2));
        out[0] = sine ? angle_root(i, half, k, VV_ZERO, condition)
                      : angle_root(i, plus ? VV_ZERO : pi, VV_ZERO, k, condition);
        return 1;
    }
    if (vv_is_const(c, k) && vv_rat_sign(vv_expr_rational(c, other)) < 0) return 0;
    vv_expr angle = vv_call(c, sine ? VV_ASIN : VV_ACOS, 1, &k), leg = vv_sqrt_factored(c, other);
    if (sine) {
        out[0] = angle_root(i, angle, k, leg, condition);
        out[1] = across(c, angle_root(i, VV_POISON, k, vv_neg(c, leg), condition), angle, true,
                        vv_known_sign(c, k));
    } else {
        out[0] = angle_root(i, angle, leg, k, condition);
        out[1] = angle_root(i, vv_neg(c, angle), vv_neg(c, leg), k, condition);
    }
    if (!vv_is_const(c, k)) out[0].also = out[1].also = other;
    return 2;
}

/* a sin x + b cos x = 0: x and x + pi. */
int vv_roots_by_tangent(vv_ctx *c, int i, vv_expr a, vv_expr b, vv_root *out) {
    vv_expr t = vv_neg(c, vv_div(c, b, a)), x = vv_call(c, VV_ATAN, 1, &t),
            r = vv_sqrt_factored(c, vv_add(c, VV_ONE, vv_mul(c, t, t))),
            cosine = vv_div(c, VV_ONE, r), sine = vv_div(c, t, r);
    out[0] = angle_root(i, x, sine, cosine, VV_POISON);
    out[1] = across(c, angle_root(i, VV_POISON, vv_neg(c, sine), vv_neg(c, cosine), VV_POISON), x,
                    false, vv_known_sign(c, t));
    return 2;
}

/* a c^2 + b c + d = 0 */
int vv_roots_by_quadratic(vv_ctx *c, int i, const vv_expr *k, vv_root *out) {
    vv_expr under =
                vv_sub(c, vv_mul(c, k[1], k[1]), vv_mul(c, vv_int(c, 4), vv_mul(c, k[2], k[0]))),
            half = vv_div(c, vv_ratio(c, 1, 2), k[2]), leg = vv_sqrt_factored(c, under);
    int n = 0;
    if (vv_is_const(c, under) && vv_rat_sign(vv_expr_rational(c, under)) < 0) return 0;
    for (int sign = -1; sign <= 1; sign += 2) {
        vv_expr x = vv_mul(c, half, vv_sub(c, sign > 0 ? leg : vv_neg(c, leg), k[1]));
        n += vv_roots_by_cosine(c, i, x, false, under, out + n);
    }
    return n;
}

/* Coefficients of a polynomial in x, the leading one free of unknowns: its degree, or -1. */
static int plain_coefficients(vv_ctx *c, vv_expr f, vv_expr x, int most, int n,
                              const vv_expr *unknown, vv_expr *k) {
    int degree = vv_polynomial_coefficients(c, f, x, most, k);
    return degree >= 0 && n > 0 && vv_depends(c, k[degree], n, unknown) ? -1 : degree;
}

int vv_roots_of_angle(vv_ctx *c, int i, vv_expr f, vv_expr x, int n, const vv_expr *unknown,
                      vv_root *out) {
    vv_expr s = vv_symbol_new(c, "s", VV_SYM_OTHER), k = vv_symbol_new(c, "c", VV_SYM_OTHER),
            from[2] = {vv_sin(c, x), vv_cos(c, x)}, to[2] = {s, k}, by[3], rest;
    vv_subst(c, 2, from, to, 1, &f, &f);
    if (!vv_ctx_ok(c) || vv_depends(c, f, 1, &x)) return -1;
    bool sine = !vv_depends(c, f, 1, &k);
    if (sine || !vv_depends(c, f, 1, &s)) { /* in one of them alone */
        int degree = plain_coefficients(c, f, sine ? s : k, sine ? 1 : 2, n, unknown, by);
        if (degree == 2) return vv_roots_by_quadratic(c, i, by, out);
        return degree == 1
                   ? vv_roots_by_cosine(c, i, vv_linear_root(c, by[0], by[1]), sine, VV_POISON, out)
                   : -1;
    }
    vv_expr a = vv_diff(c, f, s), b = vv_diff(c, f, k);
    if (vv_depends(c, a, 2, to) || vv_depends(c, b, 2, to)) return -1;
    vv_subst_zero(c, 2, to, 1, &f, &rest);
    if (!vv_is_zero(rest) || (n > 0 && vv_depends(c, a, n, unknown))) return -1;
    return vv_roots_by_tangent(c, i, a, b, out);
}

/* Made of numbers and symbols by sums, products, powers and roots. */
static bool is_algebraic(vv_ctx *c, vv_expr e) {
    int n = 0;
    uint32_t *order = vv_expr_topological_order(c, 1, &e, &n);
    for (int i = 0; order && i < n; i++) {
        vv_op op = vv_expr_op(c, (vv_expr){order[i]});
        if (op != VV_CONST && op != VV_SYM && op != VV_ADD && op != VV_MUL && op != VV_SQRT)
            return false;
    }
    return order != NULL;
}

vv_truth vv_is_hidden_zero(vv_ctx *c, const vv_facts *facts, vv_expr e) {
    if (vv_expr_op(c, e) == VV_SYM) {
        if (vv_is_zero(vv_values_insert(c, e))) vv_values_add_exception(c, true);
        return VV_FALSE;
    }
    vv_truth zero = vv_is_identically_zero(c, facts, e);
    /* roots hide nothing from a proof; only a point at which they are real is missing */
    return zero == VV_UNKNOWN && is_algebraic(c, e) ? VV_FALSE : zero;
}

void vv_root_substitute(vv_ctx *c, const vv_root *r, vv_expr x, int n, vv_expr *e) {
    vv_expr from[3] = {vv_sin(c, x), vv_cos(c, x), x}, to[3] = {r->sine, r->cosine, r->value};
    int skip = vv_is_poison(r->sine) ? 2 : 0;
    vv_subst(c, 3 - skip, from + skip, to + skip, n, e, e);
}
