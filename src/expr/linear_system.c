/* Linear systems as nodes: FACTOR, SOLVE, COMP. A matrix of expressions is never inverted. */
#include "expr/dag.h"

vv_expr vv_factor(vv_ctx *c, int n, const vv_expr *matrix) {
    vv_mark m = vv_arena_mark(c);
    uint32_t count = (uint32_t)n * (uint32_t)n, *w = VV_ARRAY(c, uint32_t, count + 1);
    if (!w) return VV_POISON;
    for (uint32_t i = 0; i < count; i++) w[i] = matrix[i].id;
    vv_expr e = vv_expr_intern(c, VV_FACTOR, count, count, w);
    vv_arena_release(c, m);
    return e;
}

/* Rows that can be solved successively (one unknown left in each) need no SOLVE node. */
static bool solve_by_substitution(vv_ctx *c, int n, const vv_expr *a, const vv_expr *b,
                                  vv_expr *out) {
    vv_mark mark = vv_arena_mark(c);
    bool *known = VV_ARRAY(c, bool, n), *used = VV_ARRAY(c, bool, n);
    int left = n;
    while (known && used && left) {
        int row = -1, col = -1;
        for (int i = 0; i < n && row < 0; i++) {
            int unknowns = 0;
            for (int k = 0; k < n; k++)
                if (!known[k] && !vv_is_zero(a[i * n + k])) unknowns++, col = k;
            if (!used[i] && unknowns == 1) row = i;
        }
        if (row < 0) break;
        for (int k = 0; k < n; k++) /* the only unknown of this row */
            if (!known[k] && !vv_is_zero(a[row * n + k])) col = k;
        vv_expr r = b[row];
        for (int k = 0; k < n; k++)
            if (known[k]) r = vv_sub(c, r, vv_mul(c, a[row * n + k], out[k]));
        out[col] = vv_div(c, r, a[row * n + col]);
        known[col] = used[row] = true;
        left--;
    }
    vv_arena_release(c, mark);
    return left == 0;
}

/* rhs may be out: components are poison until they are known, so a refusal leaves no stale
 * handle. */
static vv_status solve_into(vv_ctx *c, int n, vv_expr factor, const vv_expr *rhs, vv_expr *out) {
    vv_mark mark = vv_arena_mark(c);
    vv_expr *a = VV_MATRIX(c, vv_expr, n, n);
    uint32_t *w = VV_ARRAY(c, uint32_t, n + 1);
    if (!a || !w) return vv_ctx_status(c);
    for (int i = 0; i < n * n; i++) a[i] = vv_expr_child(c, factor, i);
    bool zero = true;
    for (int i = 0; i < n; i++) zero &= vv_is_zero(rhs[i]);
    if (zero) {
        for (int i = 0; i < n; i++) out[i] = VV_ZERO;
    } else if (!solve_by_substitution(c, n, a, rhs, out)) {
        w[0] = factor.id;
        for (int i = 0; i < n; i++) w[i + 1] = rhs[i].id;
        vv_expr s = vv_expr_intern(c, VV_SOLVE, (uint32_t)n + 1, (uint32_t)n + 1, w);
        for (uint32_t i = 0; i < (uint32_t)n; i++) {
            uint32_t comp[2] = {s.id, i};
            out[i] = vv_expr_intern(c, VV_COMP, 1, 2, comp);
        }
    }
    vv_arena_release(c, mark);
    return vv_ctx_status(c);
}

vv_status vv_solve(vv_ctx *c, int n, vv_expr factor, const vv_expr *rhs, vv_expr *out) {
    vv_mark mark = vv_arena_mark(c);
    vv_expr *b = VV_ARRAY(c, vv_expr, n + 1);
    bool usable =
        b && factor.id && vv_expr_op(c, factor) == VV_FACTOR && vv_expr_size(c, factor) == n;
    for (int i = 0; i < n; i++) {
        if (b) b[i] = rhs[i];
        usable &= rhs[i].id != 0;
        out[i] = VV_POISON;
    }
    if (usable) solve_into(c, n, factor, b, out);
    vv_arena_release(c, mark);
    return vv_ctx_status(c);
}
