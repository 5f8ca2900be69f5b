/* An order of nodes that depends on their structure, not on when they were made.
 *
 * Ids grow in the order of construction, and C does not fix the order in which the arguments of
 * a call are evaluated: two compilers give the same DAG different ids. Numbering that readers
 * see therefore follows the rank computed here. Nodes are ranked level by level (the height
 * above the leaves): leaves by kind, value and order of declaration, every other node by its
 * operation and the ranks of its children. Distinct nodes of a hash-consed DAG differ in these,
 * so the order is total. */
#include <stdlib.h>
#include <string.h>

#include "expr/expr.h"
#include "expr/dag.h"

/* A child as its parent sees it: its rank, and the associated extra. */
typedef struct edge {
    uint32_t rank;
    uint32_t id;
    vv_rat coefficient; /* ADD */
    int extra;          /* MUL: exponent; FUNC: order of the derivative */
} edge;

typedef struct ranked {
    vv_ctx *c;
    uint32_t id, height;
    int n;
    edge *child; /* n children; those of sums and products in ascending rank */
} ranked;

static int compare_edges(vv_ctx *c, const edge *a, const edge *b) {
    if (a->rank != b->rank) return a->rank < b->rank ? -1 : 1;
    if (a->extra != b->extra) return a->extra < b->extra ? -1 : 1;
    return vv_rat_cmp(c, a->coefficient, b->coefficient);
}

/* Compares leaves, and operations that carry a number of their own. */
static int compare_own(vv_ctx *c, vv_op op, vv_expr a, vv_expr b) {
    if (op == VV_CONST) return vv_rat_cmp(c, vv_expr_rational(c, a), vv_expr_rational(c, b));
    int x = 0, y = 0;
    if (op == VV_SYM) { /* symbols are numbered in order of declaration */
        const vv_expr_table *t = vv_expr_table_get(c);
        x = (int)t->node[a.id].first, y = (int)t->node[b.id].first;
    } else if (op == VV_FUNC) {
        x = vv_expr_function(c, a), y = vv_expr_function(c, b);
    } else if (op == VV_COMP) {
        x = vv_expr_component(c, a), y = vv_expr_component(c, b);
    }
    return (x > y) - (x < y);
}

static int by_structure(const void *pa, const void *pb) {
    const ranked *a = pa, *b = pb;
    if (a->height != b->height) return a->height < b->height ? -1 : 1;
    vv_op x = vv_expr_op(a->c, (vv_expr){a->id}), y = vv_expr_op(a->c, (vv_expr){b->id});
    if (x != y) return x < y ? -1 : 1;
    int order = compare_own(a->c, x, (vv_expr){a->id}, (vv_expr){b->id});
    if (!order) order = (a->n > b->n) - (a->n < b->n);
    for (int i = 0; i < a->n && !order; i++)
        order = compare_edges(a->c, &a->child[i], &b->child[i]);
    return order;
}

static int by_rank(const void *pa, const void *pb) {
    uint32_t a = ((const edge *)pa)->rank, b = ((const edge *)pb)->rank;
    return (a > b) - (a < b);
}

/* The children with their ranks, which belong to lower levels. */
static void read_children(vv_ctx *c, ranked *k, const vv_expr_table *t) {
    vv_expr e = {k->id};
    vv_op op = vv_expr_op(c, e);
    for (int i = 0; i < k->n; i++) {
        uint32_t id = vv_expr_child(c, e, i).id;
        k->child[i] = (edge){.rank = t->memo[id], .id = id, .coefficient = vv_rat_int(1)};
        if (op == VV_ADD) k->child[i].coefficient = vv_expr_coefficient(c, e, i);
        if (op == VV_MUL) k->child[i].extra = vv_expr_exponent(c, e, i);
        if (op == VV_FUNC) k->child[i].extra = vv_expr_func_order(c, e, i);
    }
    if (op == VV_ADD || op == VV_MUL) qsort(k->child, (size_t)k->n, sizeof *k->child, by_rank);
}

/* Heights, and room for the children. The memo of the pass holds heights here, ranks later. */
static bool measure(vv_ctx *c, vv_expr_table *t, int n, const uint32_t *order, ranked *k) {
    for (int i = 0; i < n; i++) {
        vv_expr e = {order[i]};
        vv_op op = vv_expr_op(c, e);
        bool leaf = op == VV_CONST || op == VV_SYM || op == VV_PI;
        k[i] = (ranked){.c = c, .id = order[i], .n = leaf ? 0 : vv_expr_arity(c, e)};
        for (int j = 0; j < k[i].n; j++) {
            uint32_t below = t->memo[vv_expr_child(c, e, j).id];
            if (below + 1 > k[i].height) k[i].height = below + 1;
        }
        t->memo[order[i]] = k[i].height;
        k[i].child = VV_ARRAY(c, edge, k[i].n + 1);
        if (!k[i].child) return false;
    }
    return true;
}

static int by_height(const void *pa, const void *pb) {
    const ranked *a = pa, *b = pb;
    if (a->height != b->height) return a->height < b->height ? -1 : 1;
    return (a->id > b->id) - (a->id < b->id);
}

/* Ranks of all nodes, in the memo of the pass. */
static void rank_nodes(vv_ctx *c, vv_expr_table *t, int n, ranked *k) {
    qsort(k, (size_t)n, sizeof *k, by_height);
    for (int first = 0, end; first < n; first = end) {
        for (end = first; end < n && k[end].height == k[first].height; end++)
            read_children(c, &k[end], t);
        qsort(k + first, (size_t)(end - first), sizeof *k, by_structure);
        for (int i = first; i < end; i++) t->memo[k[i].id] = (uint32_t)i;
    }
}

/* Children before parents, lower ranks first. */
typedef struct frame {
    uint32_t node; /* index among the ranked nodes */
    int next;
} frame;

static int walk(const vv_expr_table *t, const ranked *k, bool *seen, frame *stack, uint32_t root,
                uint32_t *out) {
    int depth = 0, found = 0;
    if (seen[t->memo[root]]) return 0;
    seen[t->memo[root]] = true;
    stack[depth++] = (frame){t->memo[root], 0};
    while (depth) {
        frame *top = &stack[depth - 1];
        const ranked *r = &k[top->node];
        if (top->next == r->n) {
            out[found++] = r->id;
            depth--;
            continue;
        }
        uint32_t below = r->child[top->next++].rank;
        if (seen[below]) continue;
        seen[below] = true;
        stack[depth++] = (frame){below, 0};
    }
    return found;
}

uint32_t *vv_expr_canonical_order(vv_ctx *c, int nroots, const vv_expr *roots, int *n) {
    uint32_t *order = vv_expr_topological_order(c, nroots, roots, n);
    vv_expr_table *t = order ? vv_expr_table_get(c) : NULL;
    ranked *k = t ? VV_ARRAY(c, ranked, *n + 1) : NULL;
    frame *stack = k ? VV_ARRAY(c, frame, *n + 1) : NULL;
    bool *seen = stack ? VV_ARRAY(c, bool, *n + 1) : NULL;
    if (!seen || !measure(c, t, *n, order, k)) return NULL;
    rank_nodes(c, t, *n, k);
    int found = 0;
    for (int r = 0; r < nroots; r++)
        if (roots[r].id) found += walk(t, k, seen, stack, roots[r].id, order + found);
    return order;
}
