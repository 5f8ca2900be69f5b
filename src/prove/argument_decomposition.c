#include "prove/prover_program.h"
#include "prove/prove_tolerances.h"

/* Adds k * id to the list, merging; false if it is full. */
static bool put(vv_ctx *c, vv_decomposition_part *out, int *n, uint32_t id, vv_rat k) {
    for (int i = 0; i < *n; i++)
        if (out[i].id == id) {
            out[i].k = vv_rat_add(c, out[i].k, k);
            return true;
        }
    if (*n == VV_DECOMPOSITION_MAX) return false;
    out[(*n)++] = (vv_decomposition_part){id, k};
    return true;
}

static int drop_zeros(vv_decomposition_part *out, int n) {
    int m = 0;
    for (int i = 0; i < n; i++)
        if (vv_rat_sign(out[i].k) != 0) out[m++] = out[i];
    return m;
}

/* Index of a sum with a positive power among the factors of a product, or -1. */
static int find_sum(vv_ctx *c, vv_expr product) {
    const vv_expr_table *t = vv_expr_table_get(c);
    const vv_expr_node *d = &t->node[product.id];
    const uint32_t *w = t->word + d->first;
    for (uint32_t i = 0; i < d->n; i++)
        if (t->node[w[i]].op == VV_ADD && (int32_t)w[d->n + i] > 0) return (int)i;
    return -1;
}

/* ---- sums ----------------------------------------------------------------------------------- */

/* Parts still to be processed; its length bounds the work. */
typedef struct queue {
    vv_decomposition_part item[4 * VV_DECOMPOSITION_MAX];
    int n;
} queue;

static bool push(queue *q, vv_expr e, vv_rat k) {
    if (q->n == 4 * VV_DECOMPOSITION_MAX || !e.id) return false;
    q->item[q->n++] = (vv_decomposition_part){e.id, k};
    return true;
}

/* Functions that are sums of others: sinh, cosh by exp, acos by asin. False if e is not one. */
static bool spread_function(vv_ctx *c, queue *q, vv_decomposition_part p, bool *good) {
    vv_expr e = {p.id};
    vv_op op = vv_expr_op(c, e);
    if (op != VV_SINH && op != VV_COSH && op != VV_ACOS) return false;
    vv_expr x = vv_expr_child(c, e, 0), minus = vv_neg(c, x);
    vv_rat half = vv_rat_mul(c, p.k, vv_rat_make(c, 1, 2));
    if (op == VV_ACOS)
        *good = push(q, vv_pi(c), half) && push(q, vv_call(c, VV_ASIN, 1, &x), vv_rat_neg(c, p.k));
    else
        *good = push(q, vv_call(c, VV_EXP, 1, &x), half) &&
                push(q, vv_call(c, VV_EXP, 1, &minus), op == VV_SINH ? vv_rat_neg(c, half) : half);
    return true;
}

/* Processes one part: a sum is spread, a product with a sum among its factors is expanded. */
static bool spread(vv_ctx *c, queue *q, vv_decomposition_part *out, int *n) {
    vv_decomposition_part p = q->item[--q->n];
    vv_expr e = {p.id};
    vv_op op = vv_expr_op(c, e);
    bool good;
    if (spread_function(c, q, p, &good)) return good;
    if (op == VV_CONST)
        return put(c, out, n, VV_ONE.id, vv_rat_mul(c, p.k, vv_expr_rational(c, e)));
    int at = op == VV_MUL ? find_sum(c, e) : -1;
    if (op != VV_ADD && at < 0) return put(c, out, n, p.id, p.k);
    vv_expr sum = at < 0 ? e : vv_expr_child(c, e, at);
    vv_expr rest = at < 0 ? VV_ONE : vv_div(c, e, sum);
    int terms = vv_expr_arity(c, sum);
    for (int i = 0; i < terms; i++) {
        vv_rat k = vv_rat_mul(c, p.k, vv_expr_coefficient(c, sum, i));
        if (!push(q, vv_mul(c, rest, vv_expr_child(c, sum, i)), k)) return false;
    }
    return true;
}

int vv_decompose_sum(vv_ctx *c, vv_expr e, vv_decomposition_part *out) {
    enum { MOST_STEPS = 1000 };
    queue q;
    int n = 0, steps = 0;
    q.n = 0; /* the items are not initialized: there are many */
    bool good = push(&q, e, vv_rat_int(1));
    while (good && q.n) good = ++steps < MOST_STEPS && spread(c, &q, out, &n);
    if (good) return drop_zeros(out, n);
    out[0] = (vv_decomposition_part){e.id, vv_rat_int(1)};
    return 1;
}

/* ---- products ------------------------------------------------------------------------------- */

/* |r| as a product of primes: small ones separate, so that log(6) = log(2) + log(3). */
static bool put_rational(vv_ctx *c, vv_decomposition_part *out, int *n, vv_rat r, vv_rat k) {
    if (vv_rat_sign(r) < 0) r = vv_rat_neg(c, r);
    for (int side = 0; side < 2 && !r.big; side++) {
        int64_t x = side ? r.den : r.num;
        vv_rat power = side ? vv_rat_neg(c, k) : k;
        for (int64_t p = 2; p < VV_PROVE_SMALL_PRIMES && p * p <= x; p += p == 2 ? 1 : 2)
            for (; x % p == 0; x /= p)
                if (!put(c, out, n, vv_int(c, p).id, power)) return false;
        if (x > 1 && !put(c, out, n, vv_int(c, x).id, power)) return false;
    }
    return !r.big || put(c, out, n, vv_rational(c, r).id, k);
}

static bool take_apart(vv_ctx *c, queue *q, vv_decomposition_part *out, int *n) {
    vv_decomposition_part p = q->item[--q->n];
    vv_expr e = {p.id};
    vv_op op = vv_expr_op(c, e);
    if (op == VV_CONST) return put_rational(c, out, n, vv_expr_rational(c, e), p.k);
    if (op == VV_SQRT)
        return push(q, vv_expr_child(c, e, 0), vv_rat_mul(c, p.k, vv_rat_make(c, 1, 2)));
    if (op == VV_ABS) return push(q, vv_expr_child(c, e, 0), p.k);
    if (op == VV_TAN || op == VV_TANH) {
        vv_expr x = vv_expr_child(c, e, 0);
        return push(q, vv_call(c, op == VV_TAN ? VV_SIN : VV_SINH, 1, &x), p.k) &&
               push(q, vv_call(c, op == VV_TAN ? VV_COS : VV_COSH, 1, &x), vv_rat_neg(c, p.k));
    }
    if (op == VV_ADD && vv_expr_arity(c, e) == 1)
        return put_rational(c, out, n, vv_expr_coefficient(c, e, 0), p.k) &&
               push(q, vv_expr_child(c, e, 0), p.k);
    if (op != VV_MUL) return put(c, out, n, p.id, p.k);
    for (int i = 0, m = vv_expr_arity(c, e); i < m; i++) {
        vv_rat k = vv_rat_mul(c, p.k, vv_rat_int(vv_expr_exponent(c, e, i)));
        if (!push(q, vv_expr_child(c, e, i), k)) return false;
    }
    return true;
}

int vv_decompose_product(vv_ctx *c, vv_expr e, vv_decomposition_part *out) {
    queue q;
    int n = 0;
    q.n = 0;
    bool good = push(&q, e, vv_rat_int(1));
    while (good && q.n) good = take_apart(c, &q, out, &n);
    if (good) return drop_zeros(out, n);
    out[0] = (vv_decomposition_part){e.id, vv_rat_int(1)};
    return 1;
}
