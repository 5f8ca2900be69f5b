/* Sums, products and powers in the normal form of expr.h. */
#include <stdlib.h>
#include <string.h>

#include "expr/dag.h"

typedef struct power {
    uint32_t id;
    int64_t k;
} power;

/* Small operands live on the stack; only long sums use the arena. */
enum { SMALL = 16 };

static int by_id(const void *a, const void *b) {
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* ---- coefficients: CONST nodes, most of them 1 and -1 --------------------------------------- */

static vv_rat rat_of(const vv_expr_table *t, uint32_t k) { return t->rat[t->node[k].first]; }

uint32_t vv_const_mul(vv_ctx *c, uint32_t a, uint32_t b) {
    if (a == VV_ONE.id || !b) return b;
    if (b == VV_ONE.id || !a) return a;
    if (a == VV_ZERO.id || b == VV_ZERO.id) return VV_ZERO.id;
    if (a == VV_MINUS_ONE.id && b == a) return VV_ONE.id;
    const vv_expr_table *t = vv_expr_table_get(c);
    return vv_expr_intern_const(c, vv_rat_mul(c, rat_of(t, a), rat_of(t, b))).id;
}

static uint32_t const_add(vv_ctx *c, uint32_t a, uint32_t b) {
    if (!a || !b) return 0;
    if (a == VV_MINUS_ONE.id && b == VV_ONE.id) return VV_ZERO.id;
    if (b == VV_MINUS_ONE.id && a == VV_ONE.id) return VV_ZERO.id;
    const vv_expr_table *t = vv_expr_table_get(c);
    return vv_expr_intern_const(c, vv_rat_add(c, rat_of(t, a), rat_of(t, b))).id;
}

static const vv_term poison = {0, 0};

/* ---- sums ---------------------------------------------------------------------------------- */

vv_expr vv_term_expr(vv_ctx *c, vv_term a) {
    if (a.k == VV_ONE.id || !a.id || !a.k) return (vv_expr){a.k ? a.id : 0};
    if (a.id == VV_ONE.id || a.k == VV_ZERO.id) return (vv_expr){a.k};
    return vv_expr_intern(c, VV_ADD, 1, 2, (uint32_t[]){a.id, a.k});
}

static void sort_terms(vv_term *t, int n) {
    if (n > SMALL) {
        qsort(t, (size_t)n, sizeof *t, by_id);
        return;
    }
    for (int i = 1; i < n; i++) {
        vv_term x = t[i];
        int k = i;
        for (; k > 0 && t[k - 1].id > x.id; k--) t[k] = t[k - 1];
        t[k] = x;
    }
}

/* Sorts, merges equal children, drops zeros, interns. */
vv_term vv_sum_terms(vv_ctx *c, int n, vv_term *t) {
    sort_terms(t, n);
    int m = 0;
    for (int i = 0; i < n; i++) {
        if (!t[i].id || !t[i].k) return poison;
        if (m && t[m - 1].id == t[i].id)
            t[m - 1].k = const_add(c, t[m - 1].k, t[i].k);
        else
            t[m++] = t[i];
        if (t[m - 1].k == VV_ZERO.id) m--;
    }
    if (m == 0) return VV_TERM_ZERO;
    if (m == 1) return t[0];
    vv_mark mark = vv_arena_mark(c);
    uint32_t small[2 * SMALL], *w = m <= SMALL ? small : VV_ARRAY(c, uint32_t, 2 * m);
    if (!w) return poison;
    for (int i = 0; i < m; i++) {
        w[i] = t[i].id;
        w[m + i] = t[i].k;
        if (!t[i].k) return poison;
    }
    vv_expr e = vv_expr_intern(c, VV_ADD, (uint32_t)m, 2 * (uint32_t)m, w);
    if (m > SMALL) vv_arena_release(c, mark);
    return (vv_term){e.id, VV_ONE.id};
}

vv_expr vv_sum_scaled(vv_ctx *c, int n, const vv_rat *coefficients, const vv_expr *terms) {
    const vv_expr_table *table = vv_expr_table_get(c);
    if (!table) return VV_POISON;
    vv_mark m = vv_arena_mark(c);
    vv_term small[SMALL], *t = n <= SMALL ? small : VV_ARRAY(c, vv_term, n);
    if (!t) return VV_POISON;
    int kept = 0;
    for (int i = 0; i < n; i++) {
        if (vv_is_zero(terms[i])) continue;
        t[kept] = vv_term_of(table, terms[i]);
        if (coefficients)
            t[kept].k = vv_const_mul(c, vv_expr_intern_const(c, coefficients[i]).id, t[kept].k);
        kept++;
    }
    vv_expr e = vv_term_expr(c, vv_sum_terms(c, kept, t));
    if (n > SMALL) vv_arena_release(c, m);
    return e;
}

vv_expr vv_sum(vv_ctx *c, int n, const vv_expr *terms) { return vv_sum_scaled(c, n, NULL, terms); }

vv_expr(vv_add)(vv_ctx *c, vv_expr a, vv_expr b) {
    if (vv_is_zero(a)) return b;
    if (vv_is_zero(b)) return a;
    vv_expr t[2] = {a, b};
    return vv_sum(c, 2, t);
}

vv_expr(vv_sub)(vv_ctx *c, vv_expr a, vv_expr b) {
    if (vv_is_zero(b)) return a;
    vv_expr t[2] = {a, b};
    vv_rat k[2] = {vv_rat_int(1), vv_rat_int(-1)};
    return vv_sum_scaled(c, 2, k, t);
}

vv_expr vv_scale(vv_ctx *c, vv_rat k, vv_expr a) {
    return vv_rat_is_one(k) ? a : vv_sum_scaled(c, 1, &k, &a);
}
vv_expr vv_neg(vv_ctx *c, vv_expr a) { return vv_scale(c, vv_rat_int(-1), a); }

vv_expr vv_split_rational(vv_ctx *c, vv_expr e, vv_rat *k) {
    *k = vv_rat_int(1);
    if (!e.id) return e;
    const vv_expr_table *t = vv_expr_table_get(c);
    vv_term a = vv_term_of(t, e);
    *k = rat_of(t, a.k);
    return (vv_expr){a.id};
}

vv_expr vv_flatten_sum(vv_ctx *c, vv_expr e, int most) {
    /* breadth-first over nested sums; sums in function arguments are short */
    vv_expr_table *t = vv_expr_table_get(c);
    if (!e.id || t->node[e.id].op != VV_ADD) return e;
    vv_mark mark = vv_arena_mark(c);
    int n = 1, cap = SMALL;
    vv_term small[SMALL], *list = small;
    list[0] = (vv_term){e.id, VV_ONE.id};
    for (int i = 0; i < n && n <= most;) {
        const vv_expr_node *d = &t->node[list[i].id];
        if (d->op != VV_ADD) {
            i++;
            continue;
        }
        int more = (int)d->n;
        if (n + more > cap) {
            int grown = 2 * (n + more);
            vv_term *bigger = VV_ARRAY(c, vv_term, grown);
            if (!bigger) return VV_POISON;
            memcpy(bigger, list, (size_t)n * sizeof *list);
            list = bigger;
            cap = grown;
        }
        const uint32_t *w = t->word + d->first;
        vv_term whole = list[i];
        for (int k = 0; k < more; k++) {
            vv_term part = {w[k], vv_const_mul(c, whole.k, w[more + k])};
            if (k == 0)
                list[i] = part;
            else
                list[n++] = part;
        }
    }
    vv_expr out = n <= most ? vv_term_expr(c, vv_sum_terms(c, n, list)) : e;
    vv_arena_release(c, mark);
    return out;
}

/* ---- products ------------------------------------------------------------------------------ */

typedef struct product {
    uint32_t k; /* rational factor: a CONST node */
    int n, cap;
    bool failed, squares; /* some exponent may be neither 0 nor 1 */
    power *p;             /* ascending by id */
    power small[SMALL];   /* not initialized: products are built often */
} product;

static void begin_product(product *q, uint32_t k) {
    q->k = k;
    q->n = 0;
    q->cap = SMALL;
    q->failed = !k;
    q->squares = false;
    q->p = q->small;
}

static bool grow_product(vv_ctx *c, product *q) {
    power *grown = VV_ARRAY(c, power, 2 * q->cap);
    q->failed |= !grown;
    if (!grown) return false;
    memcpy(grown, q->p, (size_t)q->n * sizeof *grown);
    q->p = grown;
    q->cap *= 2;
    return true;
}

/* Inserts a factor in order, usually at or near the end. */
static void put_power(vv_ctx *c, product *q, uint32_t id, int64_t k) {
    int at = q->n;
    while (at > 0 && q->p[at - 1].id > id) at--;
    q->squares |= k > 1 || k < 0;
    if (at > 0 && q->p[at - 1].id == id) {
        q->p[at - 1].k += k;
        q->squares = true;
        if (q->p[at - 1].k == 0)
            memmove(q->p + at - 1, q->p + at, (size_t)(q->n-- - at) * sizeof *q->p);
        return;
    }
    if (q->n == q->cap && !grow_product(c, q)) return;
    for (int i = q->n++; i > at; i--) q->p[i] = q->p[i - 1];
    q->p[at] = (power){id, k};
}

static void put_rational(vv_ctx *c, product *q, uint32_t r, int64_t k) {
    if (r == VV_ZERO.id && k < 0) {
        vv_ctx_fail(c, VV_E_MODEL); /* division by zero: the model layer reports where */
        q->failed = true;
        return;
    }
    if (k != 1) r = vv_expr_intern_const(c, vv_rat_pow(c, rat_of(vv_expr_table_get(c), r), k)).id;
    q->k = vv_const_mul(c, q->k, r);
    q->failed |= !q->k;
}

static void put_term(vv_ctx *c, product *q, vv_term a, int64_t k) {
    const vv_expr_table *t = vv_expr_table_get(c);
    if (!a.id || !a.k) q->failed = true;
    if (q->failed) return;
    if (a.k != VV_ONE.id) put_rational(c, q, a.k, k);
    if (a.id == VV_ONE.id) return;
    const vv_expr_node *d = &t->node[a.id];
    if (d->op != VV_MUL) {
        put_power(c, q, a.id, k);
        return;
    }
    const uint32_t *w = t->word + d->first;
    for (uint32_t i = 0; i < d->n; i++) put_power(c, q, w[i], k * (int32_t)w[d->n + i]);
}

/* A factor whose power `of` is u^to, a power of its argument: sqrt(u)^2, |u|^2, (u^(1/6))^6. */
static bool is_root(const vv_expr_table *t, const vv_expr_node *d, int64_t *of, int64_t *to) {
    *of = 2, *to = d->op == VV_SQRT ? 1 : 2;
    if (d->op != VV_POW) return d->op == VV_SQRT || d->op == VV_ABS;
    uint32_t exponent = t->word[d->first + 1];
    if (t->node[exponent].op != VV_CONST) return false;
    vv_rat r = rat_of(t, exponent);
    *of = r.den, *to = r.num;
    return r.den > 1;
}

/* u/sqrt(u) is sqrt(u): avoids a division by something that vanishes together with the
 * numerator. */
static bool lift_root(vv_ctx *c, product *q, int i) {
    const vv_expr_table *t = vv_expr_table_get(c);
    const vv_expr_node *d = &t->node[q->p[i].id];
    if (d->op != VV_SQRT || q->p[i].k >= 0) return false;
    uint32_t root = q->p[i].id, u = t->word[d->first];
    for (int k = 0; k < q->n; k++) {
        if (q->p[k].id != u || q->p[k].k <= 0) continue;
        put_power(c, q, root, 2);
        put_power(c, q, u, -1);
        return true;
    }
    return false;
}

/* Returns whether anything changed. */
static bool reduce_roots(vv_ctx *c, product *q) {
    const vv_expr_table *t = vv_expr_table_get(c);
    for (int i = 0; i < q->n; i++) {
        uint32_t id = q->p[i].id;
        int64_t of, to;
        if (!is_root(t, &t->node[id], &of, &to)) continue;
        int64_t times = q->p[i].k / of;
        if (times == 0 && lift_root(c, q, i)) return true;
        if (times == 0) continue;
        vv_term u = vv_term_of(t, (vv_expr){t->word[t->node[id].first]});
        put_power(c, q, id, -of * times);
        put_term(c, q, u, to * times);
        return true;
    }
    return false;
}

static vv_term finish_product(vv_ctx *c, product *q) {
    while (q->squares && !q->failed && reduce_roots(c, q)) {
    }
    if (q->failed || !vv_ctx_ok(c)) return poison;
    int n = q->n;
    if (n == 0 || q->k == VV_ZERO.id) return (vv_term){VV_ONE.id, q->k};
    if (n == 1 && q->p[0].k == 1) return (vv_term){q->p[0].id, q->k};
    uint32_t small[2 * SMALL], *w = n <= SMALL ? small : VV_ARRAY(c, uint32_t, 2 * n);
    if (!w) return poison;
    for (int i = 0; i < n; i++) {
        if (q->p[i].k > INT32_MAX || q->p[i].k < -INT32_MAX) {
            vv_ctx_fail(c, VV_E_BEYOND);
            return poison;
        }
        w[i] = q->p[i].id;
        w[n + i] = (uint32_t)(int32_t)q->p[i].k;
    }
    return (vv_term){vv_expr_intern(c, VV_MUL, (uint32_t)n, 2 * (uint32_t)n, w).id, q->k};
}

/* ---- binary products ------------------------------------------------------------------------ */

/* Factors of a node, ascending by id, as stored in its words. */
typedef struct powers {
    int n;
    const uint32_t *id, *k;
} powers;

/* `of` must stay valid as long as the result is used. */
static powers powers_of(const vv_expr_table *t, const uint32_t *of) {
    static const uint32_t one = 1;
    const vv_expr_node *d = &t->node[*of];
    if (*of == VV_ONE.id) return (powers){0, NULL, NULL};
    if (d->op != VV_MUL) return (powers){1, of, &one};
    return (powers){(int)d->n, t->word + d->first, t->word + d->first + d->n};
}

static bool may_reduce(const vv_expr_table *t, uint32_t id) {
    uint32_t op = t->node[id].op;
    return op == VV_SQRT || op == VV_ABS || op == VV_POW;
}

/* The product of both, with the exponent of a's factor `less` reduced by one: returns the number
 * of factors. -1 if there is more to do: powers of roots, large exponents. */
static int join_powers(const vv_expr_table *t, powers a, int less, powers b, uint32_t *id,
                       int16_t *k) {
    enum { LARGE = 1 << 14 };
    int n = 0, i = 0, j = 0;
    while (i < a.n || j < b.n) {
        int64_t e = 0;
        bool left = i < a.n && (j == b.n || a.id[i] <= b.id[j]),
             right = j < b.n && (i == a.n || b.id[j] <= a.id[i]);
        uint32_t at = left ? a.id[i] : b.id[j];
        if (left) {
            e = (int32_t)a.k[i] - (i == less);
            i++;
        }
        if (right) e += (int32_t)b.k[j++];
        bool square = e > 1 || e < 0;
        if (square && (e > LARGE || e < -LARGE || may_reduce(t, at))) return -1;
        id[n] = at, k[n] = (int16_t)e;
        n += e != 0;
    }
    return n;
}

/* coefficient * a * b, by far the most common product; false: use the general path. */
static bool multiply(vv_ctx *c, uint32_t coefficient, powers a, int less, powers b, vv_term *out) {
    uint32_t w[2 * SMALL];
    int16_t k[SMALL];
    if (a.n + b.n > SMALL || !vv_ctx_ok(c)) return false;
    int n = join_powers(vv_expr_table_get(c), a, less, b, w, k);
    if (n < 0) return false;
    *out = (vv_term){VV_ONE.id, coefficient};
    if (n == 1 && k[0] == 1) out->id = w[0];
    if (coefficient == VV_ZERO.id || n == 0 || (n == 1 && k[0] == 1)) return true;
    for (int i = 0; i < n; i++) w[n + i] = (uint32_t)k[i];
    out->id = vv_expr_intern(c, VV_MUL, (uint32_t)n, 2 * (uint32_t)n, w).id;
    return true;
}

/* Factors that are already sorted and distinct, as when a product is rebuilt; false: use the
 * general path. */
static bool multiply_in_order(vv_ctx *c, const vv_expr_table *t, int n, const vv_expr *factors,
                              const int *exponents, vv_term *out) {
    uint32_t w[2 * SMALL], last = VV_ONE.id;
    if (n > SMALL || n < 2 || !exponents || !vv_ctx_ok(c)) return false;
    for (int i = 0; i < n; i++) {
        uint32_t id = factors[i].id, op = t->node[id].op;
        int e = exponents[i];
        bool plain = op == VV_SYM || op == VV_SIN || op == VV_COS ||
                     (op == VV_ADD && t->node[id].n > 1) || (op == VV_SQRT && e == 1);
        if (!plain || id <= last || e == 0 || e == INT32_MIN) return false;
        w[i] = last = id;
    }
    for (int i = 0; i < n; i++) w[n + i] = (uint32_t)exponents[i];
    *out = (vv_term){vv_expr_intern(c, VV_MUL, (uint32_t)n, 2 * (uint32_t)n, w).id, VV_ONE.id};
    return true;
}

vv_expr vv_product_powers(vv_ctx *c, int n, const vv_expr *factors, const int *exponents) {
    const vv_expr_table *t = vv_expr_table_get(c);
    vv_term plain;
    if (!t) return VV_POISON;
    if (multiply_in_order(c, t, n, factors, exponents, &plain)) return vv_term_expr(c, plain);
    vv_mark m = vv_arena_mark(c);
    product q;
    begin_product(&q, VV_ONE.id);
    for (int i = 0; i < n; i++)
        if (!factors[i].id || !exponents || exponents[i] != 0)
            put_term(c, &q, vv_term_of(t, factors[i]), exponents ? exponents[i] : 1);
    vv_term a = finish_product(c, &q);
    vv_arena_release(c, m);
    return vv_term_expr(c, a);
}

vv_term vv_product_partial(vv_ctx *c, uint32_t e, int i, vv_term by) {
    const vv_expr_table *t = vv_expr_table_get(c);
    vv_mark m = vv_arena_mark(c);
    const uint32_t *w = vv_expr_words(t, e);
    int n = (int)t->node[e].n, own = (int32_t)w[n + i];
    uint32_t k = own == 1 ? by.k : vv_const_mul(c, vv_int(c, own).id, by.k);
    vv_term out;
    if (by.id && k && multiply(c, k, powers_of(t, &e), i, powers_of(t, &by.id), &out)) return out;
    product q;
    begin_product(&q, k);
    if (n > SMALL) {
        q.p = VV_ARRAY(c, power, q.cap = n);
        if (!q.p) return poison;
    }
    for (int j = 0; j < n; j++) { /* already sorted */
        int32_t power_of = (int32_t)w[n + j] - (i == j);
        q.squares |= power_of > 1 || power_of < 0;
        if (power_of) q.p[q.n++] = (power){w[j], power_of};
    }
    put_term(c, &q, (vv_term){by.id, VV_ONE.id}, 1);
    out = finish_product(c, &q);
    vv_arena_release(c, m);
    return out;
}

vv_expr vv_product(vv_ctx *c, int n, const vv_expr *factors) {
    return vv_product_powers(c, n, factors, NULL);
}

vv_expr(vv_mul)(vv_ctx *c, vv_expr a, vv_expr b) {
    if (a.id == VV_ONE.id) return b;
    if (b.id == VV_ONE.id) return a;
    if (a.id && b.id && (vv_is_zero(a) || vv_is_zero(b))) return VV_ZERO;
    const vv_expr_table *t = vv_expr_table_get(c);
    if (!t || !a.id || !b.id) return VV_POISON;
    vv_term x = vv_term_of(t, a), y = vv_term_of(t, b), out;
    uint32_t k = vv_const_mul(c, x.k, y.k);
    if (k && multiply(c, k, powers_of(t, &x.id), -1, powers_of(t, &y.id), &out))
        return vv_term_expr(c, out);
    vv_expr f[2] = {a, b};
    return vv_product(c, 2, f);
}

vv_expr(vv_div)(vv_ctx *c, vv_expr a, vv_expr b) {
    vv_expr f[2] = {a, b};
    int k[2] = {1, -1};
    return vv_product_powers(c, 2, f, k);
}

vv_expr vv_pow_int(vv_ctx *c, vv_expr a, int k) { return vv_product_powers(c, 1, &a, &k); }

/* b^e: the integer part of the exponent goes into a product, halves into roots, the rest into a
 * POW node. */
vv_expr(vv_pow)(vv_ctx *c, vv_expr base, vv_expr exponent) {
    if (!base.id || !exponent.id) return VV_POISON;
    if (vv_is_const(c, exponent)) {
        vv_rat r = vv_expr_rational(c, exponent);
        if (vv_rat_is_int(r) && r.num > -1000000 && r.num < 1000000)
            return vv_pow_int(c, base, (int)r.num);
        if (r.den == 2 && r.num > -1000000 && r.num < 1000000)
            return vv_pow_int(c, vv_sqrt(c, base), (int)r.num);
    }
    if (vv_is_zero(base) || base.id == VV_ONE.id) return base;
    exponent = vv_flatten_sum(c, exponent, VV_ARGUMENT_TERMS);
    const vv_expr_table *t = vv_expr_table_get(c);
    const vv_expr_node *d = &t->node[exponent.id];
    const uint32_t *w = d->op == VV_ADD ? t->word + d->first : NULL;
    if (w && d->n > 1 && w[0] == VV_ONE.id) {
        vv_expr whole = {w[d->n]};
        vv_rat k = vv_expr_rational(c, whole);
        if (vv_rat_is_int(k) && k.num > -1000000 && k.num < 1000000) {
            vv_expr rest = vv_sub(c, exponent, whole);
            return vv_mul(c, vv_pow_int(c, base, (int)k.num), vv_pow(c, base, rest));
        }
    }
    uint32_t words[2] = {base.id, exponent.id};
    return vv_expr_intern(c, VV_POW, 2, 2, words);
}
