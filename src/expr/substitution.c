/* Replacement of nodes: a plain loop over the sub-DAG, children first. */
#include "expr/dag.h"

/* A SOLVE with other operands may dissolve into plain quotients, so its components are requested
 * here. */
static vv_expr rebuild_component(vv_ctx *c, vv_expr solve, int which) {
    if (vv_expr_op(c, solve) != VV_SOLVE) return VV_POISON;
    uint32_t w[2] = {solve.id, (uint32_t)which};
    return vv_expr_intern(c, VV_COMP, 1, 2, w);
}

static vv_expr rebuild_sum(vv_ctx *c, uint32_t id, const vv_expr *kid) {
    enum { SMALL = 16 };
    const vv_expr_table *t = vv_expr_table_get(c);
    const uint32_t n = t->node[id].n, *k = vv_expr_words(t, id) + n; /* words: none are added
                                                                      * here */
    vv_term small[SMALL], *sum = n <= SMALL ? small : VV_ARRAY(c, vv_term, n);
    if (!sum) return VV_POISON;
    for (uint32_t i = 0; i < n; i++) {
        vv_term a = vv_term_of(t, kid[i]);
        sum[i] = (vv_term){a.id, vv_const_mul(c, k[i], a.k)};
    }
    return vv_term_expr(c, vv_sum_terms(c, (int)n, sum));
}

vv_expr vv_expr_rebuild(vv_ctx *c, uint32_t id, const vv_expr *kid) {
    vv_expr e = {id};
    int n = vv_expr_arity(c, e);
    vv_op op = vv_expr_op(c, e);
    vv_mark m = vv_arena_mark(c);
    vv_expr out = VV_POISON;
    if (op == VV_ADD) {
        out = rebuild_sum(c, id, kid);
    } else if (op == VV_MUL) {
        const int *power = (const int *)vv_expr_words(vv_expr_table_get(c), id) + n;
        bool zero = false, divided = false;
        for (int i = 0; i < n; i++) zero |= vv_is_zero(kid[i]), divided |= power[i] < 0;
        if (zero && !divided) return VV_ZERO;
        out = vv_product_powers(c, n, kid, power);
    } else if (op == VV_FUNC) {
        int *k = VV_ARRAY(c, int, n);
        for (int i = 0; k && i < n; i++) k[i] = vv_expr_func_order(c, e, i);
        if (k) out = vv_function_apply(c, vv_expr_function(c, e), k, kid);
    } else if (op == VV_POW) {
        out = vv_pow(c, kid[0], kid[1]);
    } else if (op == VV_FACTOR || op == VV_SOLVE) {
        uint32_t *w = VV_ARRAY(c, uint32_t, n);
        for (int i = 0; w && i < n; i++) w[i] = kid[i].id;
        if (w) out = vv_expr_intern(c, op, (uint32_t)n, (uint32_t)n, w);
    } else if (op == VV_COMP) {
        out = rebuild_component(c, kid[0], vv_expr_component(c, e));
    } else {
        out = n ? vv_call(c, op, n, kid) : e;
    }
    vv_arena_release(c, m);
    return out;
}

/* `to` may be NULL: all become zero. */
static vv_status replace(vv_ctx *c, int npairs, const vv_expr *from, const vv_expr *to, int n,
                         const vv_expr *in, vv_expr *out) {
    vv_mark mark = vv_arena_mark(c);
    int count;
    uint32_t *order = vv_expr_topological_order_of(c, npairs, from, n, in, &count), cap = 16;
    if (order && !count) { /* nothing to replace */
        for (int i = 0; i < n; i++) out[i] = in[i];
        vv_arena_release(c, mark);
        return vv_ctx_status(c);
    }
    vv_expr_table *t = order ? vv_expr_pass_begin(c) : NULL;
    vv_expr *kid = VV_ARRAY(c, vv_expr, cap);
    if (!t || !kid) {
        for (int i = 0; i < n; i++) out[i] = VV_POISON;
        return vv_ctx_status(c);
    }
    for (int i = 0; i < npairs; i++)
        if (from[i].id) vv_expr_pass_set(t, from[i].id, to ? to[i].id : VV_ZERO.id);
    for (int i = 0; i < count && vv_ctx_ok(c); i++) {
        uint32_t id = order[i], m = t->node[id].n;
        if (vv_expr_pass_has(t, id)) continue; /* replaced */
        if (m > cap) kid = VV_ARRAY(c, vv_expr, cap = 2 * m);
        if (!kid) break;
        bool same = true;
        for (uint32_t k = 0; k < m; k++) {
            uint32_t child = vv_expr_words(t, id)[k];
            kid[k].id = vv_expr_pass_has(t, child) ? t->memo[child] : child; /* not visited:
                                                                              * unchanged */
            same &= kid[k].id == child;
        }
        vv_expr_pass_set(t, id, same ? id : vv_expr_rebuild(c, id, kid).id);
    }
    for (int i = 0; i < n; i++) {
        bool met = in[i].id && vv_expr_pass_has(t, in[i].id);
        out[i] = !vv_ctx_ok(c) ? VV_POISON : met ? (vv_expr){t->memo[in[i].id]} : in[i];
    }
    vv_arena_release(c, mark);
    return vv_ctx_status(c);
}

/* The symbols with stated values, and these. */
static int stated_pairs(vv_ctx *c, vv_expr **from, vv_expr **to) {
    const vv_expr_table *t = vv_expr_table_get(c);
    int n = 0;
    *from = VV_ARRAY(c, vv_expr, t->nstated + 1), *to = VV_ARRAY(c, vv_expr, t->nstated + 1);
    for (int i = 0; *from && *to && i < t->nsymbols; i++)
        if (t->symbol[i]->stated.id && t->symbol[i]->order == 0)
            (*from)[n] = t->symbol[i]->base, (*to)[n++] = t->symbol[i]->stated;
    return n;
}

bool vv_values_occur(vv_ctx *c, vv_expr e) {
    const vv_expr_table *t = vv_ctx_peek(c)->exprs;
    if (!t || !t->nstated || !e.id) return false;
    const uint64_t *in = t->node[e.id].support.bits, *of = t->stated.bits;
    if (!(in[0] & of[0]) && !(in[1] & of[1])) return false;
    vv_mark mark = vv_arena_mark(c);
    vv_expr *from, *to;
    int n = stated_pairs(c, &from, &to);
    bool occur = vv_depends(c, e, n, from);
    vv_arena_release(c, mark);
    return occur;
}

vv_expr vv_values_insert(vv_ctx *c, vv_expr e) {
    if (!vv_ctx_ok(c) || !vv_values_occur(c, e)) return e;
    vv_mark mark = vv_arena_mark(c);
    vv_expr *from, *to;
    int n = stated_pairs(c, &from, &to);
    vv_subst(c, n, from, to, 1, &e, &e);
    vv_arena_release(c, mark);
    if (vv_ctx_status(c) == VV_E_MODEL) { /* a divisor vanishes there */
        vv_ctx_clear_failure(c);
        return VV_POISON;
    }
    return e;
}

vv_status vv_subst(vv_ctx *c, int npairs, const vv_expr *from, const vv_expr *to, int n,
                   const vv_expr *in, vv_expr *out) {
    return replace(c, npairs, from, to, n, in, out);
}

vv_status vv_subst_zero(vv_ctx *c, int nx, const vv_expr *x, int n, const vv_expr *in,
                        vv_expr *out) {
    return replace(c, nx, x, NULL, n, in, out);
}

vv_expr vv_subst1(vv_ctx *c, vv_expr e, vv_expr from, vv_expr to) {
    vv_expr out = VV_POISON;
    vv_subst(c, 1, &from, &to, 1, &e, &out);
    return out;
}
