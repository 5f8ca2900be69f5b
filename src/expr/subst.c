/* Replacement of nodes: a plain loop over the sub-DAG, children first. */
#include "expr/table.h"

/* A SOLVE with other operands may dissolve into plain quotients: its components are asked for here.
 */
static vv_expr rebuild_component(vv_ctx *c, vv_expr solve, int which) {
    if (vv_expr_op(c, solve) != VV_SOLVE) return VV_POISON;
    uint32_t w[2] = {solve.id, (uint32_t)which};
    return vv_intern(c, VV_COMP, 1, 2, w);
}

vv_expr vv_rebuild(vv_ctx *c, uint32_t id, const vv_expr *kid) {
    vv_expr e = {id};
    int n = vv_expr_arity(c, e);
    vv_op op = vv_expr_op(c, e);
    vv_mark m = vv_arena_mark(c);
    vv_expr out = VV_POISON;
    if (op == VV_ADD) {
        vv_rat *k = VV_ARRAY(c, vv_rat, n);
        for (int i = 0; k && i < n; i++) k[i] = vv_expr_coefficient(c, e, i);
        if (k) out = vv_sum_scaled(c, n, k, kid);
    } else if (op == VV_MUL || op == VV_FUNC) {
        int *k = VV_ARRAY(c, int, n);
        for (int i = 0; k && i < n; i++)
            k[i] = op == VV_MUL ? vv_expr_exponent(c, e, i) : vv_expr_func_order(c, e, i);
        if (k)
            out = op == VV_MUL ? vv_product_powers(c, n, kid, k)
                               : vv_apply(c, vv_expr_function(c, e), k, kid);
    } else if (op == VV_POW) {
        out = vv_pow(c, kid[0], kid[1]);
    } else if (op == VV_FACTOR || op == VV_SOLVE) {
        uint32_t *w = VV_ARRAY(c, uint32_t, n);
        for (int i = 0; w && i < n; i++) w[i] = kid[i].id;
        if (w) out = vv_intern(c, op, (uint32_t)n, (uint32_t)n, w);
    } else if (op == VV_COMP) {
        out = rebuild_component(c, kid[0], vv_expr_component(c, e));
    } else {
        out = n ? vv_call(c, op, n, kid) : e;
    }
    vv_arena_release(c, m);
    return out;
}

vv_status vv_subst(vv_ctx *c, int npairs, const vv_expr *from, const vv_expr *to, int n,
                   const vv_expr *in, vv_expr *out) {
    vv_mark mark = vv_arena_mark(c);
    int count;
    uint32_t *order = vv_expr_order(c, n, in, &count);
    vv_expr_table *t = order ? vv_pass_begin(c) : NULL;
    if (!t) {
        for (int i = 0; i < n; i++) out[i] = VV_POISON;
        return vv_ctx_status(c);
    }
    for (int i = 0; i < npairs; i++)
        if (from[i].id) vv_pass_set(t, from[i].id, to[i].id);
    uint32_t epoch = t->epoch;
    int cap = 16;
    vv_expr *kid = VV_ARRAY(c, vv_expr, cap);
    for (int i = 0; i < count && kid; i++) {
        uint32_t id = order[i];
        if (t->stamp[id] == epoch) continue; /* replaced */
        int m = (int)t->node[id].n;
        vv_op op = (vv_op)t->node[id].op;
        if (m == 0 || op == VV_CONST || op == VV_SYM) {
            vv_pass_set(t, id, id);
            continue;
        }
        if (m > cap) kid = VV_ARRAY(c, vv_expr, cap = 2 * m);
        if (!kid) break;
        bool same = true;
        for (int k = 0; k < m; k++) {
            uint32_t child = vv_words(t, id)[k];
            kid[k].id = t->memo[child];
            same &= kid[k].id == child;
        }
        uint32_t made = same ? id : vv_rebuild(c, id, kid).id;
        vv_pass_set(t, id, made);
    }
    for (int i = 0; i < n; i++) {
        bool known = vv_ctx_ok(c) && in[i].id && vv_pass_has(t, in[i].id);
        out[i] = known ? (vv_expr){t->memo[in[i].id]} : VV_POISON;
    }
    vv_arena_release(c, mark);
    return vv_ctx_status(c);
}

vv_expr vv_subst1(vv_ctx *c, vv_expr e, vv_expr from, vv_expr to) {
    vv_expr out = VV_POISON;
    vv_subst(c, 1, &from, &to, 1, &e, &out);
    return out;
}
