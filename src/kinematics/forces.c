#include "kinematics/forces.h"

/* Integral by x of a product whose dependence on x is one of: nothing, x^k, sin, cos or exp of a x + b.
 * [M-GENFORCE]: exactness is decided first, so a missing rule only means "no closed form found". */
static vv_expr integrate_term(vv_ctx *c, vv_expr e, vv_expr x) {
    if (!vv_depends(c, e, 1, &x)) return vv_mul(c, e, x);
    if (vv_same(e, x)) return vv_scale(c, vv_rat_make(c, 1, 2), vv_mul(c, x, x));
    vv_op op = vv_expr_op(c, e);
    if (op == VV_SIN || op == VV_COS || op == VV_EXP) {
        vv_expr u = vv_expr_child(c, e, 0), a = vv_diff(c, u, x);
        if (vv_depends(c, a, 1, &x)) return VV_POISON;
        vv_expr f = op == VV_SIN ? vv_neg(c, vv_cos(c, u)) : op == VV_COS ? vv_sin(c, u) : e;
        return vv_div(c, f, a);
    }
    if (op != VV_MUL) return VV_POISON;
    vv_expr rest = VV_ONE, inner = VV_POISON;
    for (int i = 0; i < vv_expr_arity(c, e); i++) {
        vv_expr b = vv_expr_child(c, e, i);
        int k = vv_expr_exponent(c, e, i);
        if (!vv_depends(c, b, 1, &x)) {
            rest = vv_mul(c, rest, vv_pow_int(c, b, k));
            continue;
        }
        if (inner.id) return VV_POISON;
        if (vv_same(b, x) && k != -1)
            inner = vv_scale(c, vv_rat_make(c, 1, k + 1), vv_pow_int(c, x, k + 1));
        else if (k == 1)
            inner = integrate_term(c, b, x);
        if (!inner.id) return VV_POISON;
    }
    return vv_mul(c, rest, inner);
}

static vv_expr integrate(vv_ctx *c, vv_expr e, vv_expr x) {
    enum { MOST_TERMS = 200 };
    e = vv_flatten_sum(c, e, MOST_TERMS);
    if (vv_expr_op(c, e) != VV_ADD) return integrate_term(c, e, x);
    vv_expr sum = VV_ZERO;
    for (int i = 0; i < vv_expr_arity(c, e); i++) {
        vv_expr t = integrate_term(c, vv_expr_child(c, e, i), x);
        if (!t.id) return VV_POISON;
        sum = vv_add(c, sum, vv_scale(c, vv_expr_coefficient(c, e, i), t));
    }
    return sum;
}

/* One coordinate after another: what the U so far does not explain is integrated. */
static vv_expr recover(vv_ctx *c, const vv_system *s) {
    vv_expr U = VV_ZERO;
    for (int a = 0; a < s->nq; a++) {
        vv_expr rest = vv_sub(c, s->Q[a], vv_diff(c, U, s->q[a]));
        if (vv_is_identically_zero(c, &s->facts, rest) == VV_TRUE) continue;
        vv_expr more = integrate(c, rest, s->q[a]);
        if (!more.id) return VV_POISON;
        U = vv_add(c, U, more);
    }
    for (int a = 0; a < s->nq; a++) {
        vv_expr rest = vv_sub(c, s->Q[a], vv_diff(c, U, s->q[a]));
        if (vv_is_identically_zero(c, &s->facts, rest) != VV_TRUE) return VV_POISON;
    }
    return U;
}

vv_status vv_system_exactness(vv_ctx *c, const vv_system *s, vv_exactness *out) {
    *out = (vv_exactness){.exact = VV_TRUE, .U = VV_POISON};
    for (int a = 0; a < s->nq; a++) out->any |= !vv_is_zero(s->Q[a]);
    if (!out->any) return VV_OK;
    for (int a = 0; a < s->nq && out->exact == VV_TRUE; a++) {
        if (vv_depends(c, s->Q[a], s->nq, s->qd)) out->exact = VV_FALSE;
        for (int b = 0; b < a && out->exact == VV_TRUE; b++) {
            vv_expr curl = vv_sub(c, vv_diff(c, s->Q[a], s->q[b]), vv_diff(c, s->Q[b], s->q[a]));
            if (!vv_is_zero(curl)) out->exact = vv_is_identically_zero(c, &s->facts, curl);
        }
    }
    if (out->exact == VV_TRUE) out->U = recover(c, s);
    return vv_ctx_status(c);
}
