/* Internals of the expression table, for the passes of expr/ and for readers that must be fast
 * (prove/, evaluate/). All others use expr.h. The words of a node are its n children followed by
 * its extras: ADD n coefficients (ids of CONST nodes), MUL n exponents (int32), FUNC the
 * function index and n orders, COMP the component, FACTOR and SOLVE none (FACTOR: n*n children;
 * SOLVE: the FACTOR, then n right-hand sides). */
#ifndef VV_EXPR_DAG_H
#define VV_EXPR_DAG_H

#include "expr/expr.h"

/* A set of symbols as a bit set. The first symbols (parameters, time, coordinates of small models)
 * have bits of their own, all beyond VV_SYMBOL_BITS share the others. */
enum { VV_SYMBOL_BITS = 128, VV_SYMBOL_OWN_BITS = 64 };
typedef struct vv_symbol_bits {
    uint64_t bits[2];
} vv_symbol_bits;

typedef struct vv_expr_node {
    uint32_t op : 8;
    uint32_t n : 24;        /* number of children */
    uint32_t first;         /* index of the first word; for CONST and SYM: index of the value */
    vv_symbol_bits support; /* symbols it depends on */
} vv_expr_node;

/* A rational multiple k * e: k is a CONST node, e is neither a CONST other than ONE nor itself a
 * rational multiple. An id or k of 0 is poison. Sums are built from terms, so that passes need
 * not construct the multiples first. */
typedef struct vv_term {
    uint32_t id, k;
} vv_term;
#define VV_TERM_ZERO ((vv_term){2, 1}) /* 0 * ONE */
#define VV_TERM_ONE ((vv_term){2, 2})

enum { VV_SMALL_INTEGER = 16 };

typedef struct vv_expr_table {
    vv_expr_node *node;
    uint32_t count, capacity;
    uint32_t *word;
    uint32_t nwords, words_capacity;
    struct vv_expr_slot { /* open addressing; id 0: empty */
        uint32_t id, hash;
    } * slot;
    uint32_t slots;
    vv_rat *rat;
    uint32_t nrats, rats_capacity;
    uint32_t integer[2 * VV_SMALL_INTEGER + 1]; /* nodes of small integers, made on demand */
    vv_symbol **symbol;
    int nsymbols, symbols_capacity;
    const double **cell; /* values of symbols that are read at each run of a tape */
    int ncells;
    int nstated, exceptions,
        certain_exceptions; /* symbols with stated values; see vv_values_stated */
    vv_symbol_bits stated;  /* these symbols */
    vv_function **function;
    int nfunctions, functions_capacity;
    /* kept between calls of vv_expr_topological_order */
    struct vv_expr_order_frame {
        uint32_t id, next; /* next: word of the next child to visit */
    } * stack;
    uint32_t *found;
    uint32_t stack_capacity, found_capacity;
    /* scratch of one pass: memo[id] is valid iff stamp[id] == epoch; passes do not nest */
    uint32_t *stamp, *memo;
    uint32_t epoch;
} vv_expr_table;

/* The context's table, created on first use; NULL on refusal. */
vv_expr_table *vv_expr_table_make(vv_ctx *c);
static inline vv_expr_table *vv_expr_table_get(vv_ctx *c) {
    vv_expr_table *t = vv_ctx_peek(c)->exprs;
    return t ? t : vv_expr_table_make(c);
}

/* Function arguments that are sums of at most this many terms are made canonical. */
enum { VV_ARGUMENT_TERMS = 4096 };
enum { VV_MAX_CHILDREN = (1 << 24) - 1 };

/* The node with these words, found or created. */
vv_expr vv_expr_intern(vv_ctx *c, vv_op op, uint32_t n, uint32_t nwords, const uint32_t *words);
vv_expr vv_expr_intern_const(vv_ctx *c, vv_rat r);

/* Starts a pass: returns the table with a fresh epoch. */
vv_expr_table *vv_expr_pass_begin(vv_ctx *c);
static inline bool vv_expr_pass_has(const vv_expr_table *t, uint32_t id) {
    return t->stamp[id] == t->epoch;
}
static inline void vv_expr_pass_set(vv_expr_table *t, uint32_t id, uint32_t memo) {
    t->stamp[id] = t->epoch;
    t->memo[id] = memo;
}

static inline const uint32_t *vv_expr_words(const vv_expr_table *t, uint32_t id) {
    return t->word + t->node[id].first;
}

/* Conversion between expressions and terms. */
static inline vv_term vv_term_of(const vv_expr_table *t, vv_expr e) {
    const vv_expr_node *d = &t->node[e.id];
    if (d->op == VV_CONST) return (vv_term){VV_ONE.id, e.id};
    if (d->op == VV_ADD && d->n == 1) return (vv_term){t->word[d->first], t->word[d->first + 1]};
    return (vv_term){e.id, VV_ONE.id};
}
vv_expr vv_term_expr(vv_ctx *c, vv_term a);
/* The product of two CONST nodes. */
uint32_t vv_const_mul(vv_ctx *c, uint32_t a, uint32_t b);
/* The sum of n terms; overwrites the array. */
vv_term vv_sum_terms(vv_ctx *c, int n, vv_term *t);
/* by * d e / d child_i for a product e. This is the inner loop of every differentiation, so it
 * builds one product without forming the partial derivative first. */
vv_term vv_product_partial(vv_ctx *c, uint32_t e, int i, vv_term by);

/* vv_expr_topological_order restricted to nodes that contain one of the symbols; all nodes if n
 * is 0 or one of `symbol` is not a symbol. */
uint32_t *vv_expr_topological_order_of(vv_ctx *c, int n, const vv_expr *symbol, int nroots,
                                       const vv_expr *roots, int *count);

/* Filters such an order for several symbols down to one of them. The result equals the order for
 * that symbol alone, because every node on a path to the symbol contains it. Requires that no
 * two of the symbols share a bit. */
bool vv_expr_order_can_filter(vv_ctx *c, int n, const vv_expr *symbol);
int vv_expr_order_filter(vv_ctx *c, vv_expr symbol, int count, const uint32_t *order,
                         uint32_t *out);

/* Rebuilds node `id` with other children (same number) through the constructors. */
vv_expr vv_expr_rebuild(vv_ctx *c, uint32_t id, const vv_expr *children);

/* d f / d x for an elementary function node `self` = f(x). */
vv_expr vv_elementary_derivative(vv_ctx *c, vv_op op, vv_expr x, vv_expr self);

#endif
