/* Simplifies long expressions from the inside: every sum of the DAG in turn, children first, so
 * that what cancels deep inside (sin^2 + cos^2) is gone before it is expanded. */
#include "expr/dag.h"
#include "report/render/render.h"
#include "report/simplify/term_grouping.h"

/* Sums within these costs are tried; a longer one has had its parts tried. */
enum {
    LEAST_COST = 6,
    MOST_COST = 300,
    EFFORT_EACH = 10000,
    EFFORT_ALL = 1000000,
    MOST_SIZE = 800
};

/* A shorter form of one sum, or the sum itself. Not proved here. */
static vv_expr shorten_node(const vv_simplifier *w, vv_expr e, long *all) {
    int cost = vv_format_cost(w->c, e, MOST_COST);
    if (cost < LEAST_COST || cost > MOST_COST || *all <= 0) return e;
    long effort = EFFORT_EACH;
    vv_simplifier one = *w;
    one.effort = &effort;
    vv_mark m = vv_arena_mark(w->c);
    vv_cheapest b = {e, cost};
    vv_cheapest_offer(w->c, &b, vv_simplifier_reshape(&one, e));
    vv_arena_release(w->c, m);
    *all -= EFFORT_EACH - effort;
    return b.e;
}

/* Rebuilds the DAG with simplified sums; false if that is not possible. */
static bool rebuild(const vv_simplifier *w, int n, const vv_expr *in, vv_expr *out) {
    vv_ctx *c = w->c;
    int count;
    long all = EFFORT_ALL;
    uint32_t *order = vv_expr_topological_order(c, n, in, &count);
    if (!order || count > MOST_SIZE) return false;
    uint32_t nodes = vv_expr_count(c);
    vv_expr *as = VV_ARRAY(c, vv_expr, nodes), *child = NULL;
    int capacity = 0;
    for (int i = 0; as && i < count; i++) {
        vv_expr e = {order[i]};
        int arity = vv_is_const(c, e) || vv_symbol_get(c, e) ? 0 : vv_expr_arity(c, e);
        as[e.id] = e;
        if (arity == 0) continue;
        if (arity > capacity) child = VV_ARRAY(c, vv_expr, capacity = 2 * arity);
        if (!child) return false;
        bool same = true;
        for (int k = 0; k < arity; k++) {
            vv_expr old = vv_expr_child(c, e, k);
            child[k] = as[old.id];
            same = same && vv_same(child[k], old);
        }
        if (!same) as[e.id] = vv_expr_rebuild(c, e.id, child);
        if (vv_expr_op(c, as[e.id]) == VV_ADD) as[e.id] = shorten_node(w, as[e.id], &all);
    }
    for (int i = 0; as && i < n; i++) out[i] = vv_is_poison(in[i]) ? in[i] : as[in[i].id];
    return as && vv_ctx_ok(c);
}

vv_status vv_simplify_bottom_up(vv_ctx *c, const vv_simplify_options *options, int n,
                                const vv_expr *in, vv_expr *out) {
    long effort = 0;
    vv_simplifier w = vv_simplifier_new(c, options, &effort);
    vv_mark m = vv_arena_mark(c);
    vv_expr *made = VV_ARRAY(c, vv_expr, n + 1), *zero = VV_ARRAY(c, vv_expr, n + 1);
    vv_proof p = {.verdict = VV_UNDECIDED};
    if (made && zero && rebuild(&w, n, in, made)) {
        int k = 0;
        for (int i = 0; i < n; i++)
            if (!vv_same(made[i], in[i])) zero[k++] = vv_sub(c, made[i], in[i]);
        vv_prove_zero(c, w.facts, k, zero, NULL, &p);
    }
    for (int i = 0; i < n; i++) out[i] = p.verdict == VV_PROVED ? made[i] : in[i];
    vv_arena_release(c, m);
    return vv_ctx_status(c);
}
