#include "analysis/solve/angle_periodicity.h"

static bool is_whole(vv_ctx *c, vv_expr e) {
    return vv_is_const(c, e) && vv_rat_is_int(vv_expr_rational(c, e));
}

/* x occurs only in sines and cosines of its integer multiples. */
static bool repeats(vv_ctx *c, vv_expr e, vv_expr x) {
    int n = 0, found = 0;
    uint32_t *order = vv_expr_topological_order(c, 1, &e, &n);
    vv_expr *from = VV_ARRAY(c, vv_expr, n + 1), *to = VV_ARRAY(c, vv_expr, n + 1);
    if (!order || !from || !to) return false;
    for (int i = 0; i < n; i++) {
        vv_expr node = {order[i]};
        vv_op op = vv_expr_op(c, node);
        if ((op != VV_SIN && op != VV_COS) || !vv_depends(c, node, 1, &x)) continue;
        if (!is_whole(c, vv_diff(c, vv_expr_child(c, node, 0), x))) return false;
        from[found] = node;
        to[found++] = vv_symbol_new(c, "s", VV_SYM_OTHER);
    }
    vv_subst(c, found, from, to, 1, &e, &e);
    return vv_ctx_ok(c) && !vv_depends(c, e, 1, &x);
}

/* The equations that are not periodic in x: their number, the last one in *at. */
static int count_odd(vv_ctx *c, int n, const vv_expr *equation, vv_expr x, int *at) {
    int odd = 0;
    for (int i = 0; i < n; i++)
        if (!repeats(c, equation[i], x)) *at = i, odd++;
    return odd;
}

bool vv_is_periodic_in_angle(vv_ctx *c, int nq, const vv_expr *q, int n, const vv_expr *equation,
                             vv_expr x) {
    int link = 0, other, odd = count_odd(c, n, equation, x, &link);
    if (odd != 1) return odd == 0;
    vv_expr rate = vv_diff(c, equation[link], x);
    for (int i = 0; vv_is_const(c, rate) && i < nq; i++) {
        vv_expr k = vv_diff(c, equation[link], q[i]);
        if (vv_same(q[i], x) || vv_is_zero(k) || !vv_is_const(c, k)) continue;
        if (is_whole(c, vv_div(c, rate, k)) && count_odd(c, n, equation, q[i], &other) == 1)
            return true;
    }
    return false;
}
