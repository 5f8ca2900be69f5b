/* Sums, products and powers in the normal form of expr.h. */
#include <stdlib.h>
#include <string.h>

#include "expr/table.h"

typedef struct term {
    uint32_t id;
    vv_rat k;
} term;
typedef struct power {
    uint32_t id;
    int64_t k;
} power;

/* Small operands live on the stack; the arena only sees long sums. */
enum { SMALL = 16 };

static int by_id(const void *a, const void *b) {
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static void sort_terms(term *t, int n) {
    if (n > SMALL) {
        qsort(t, (size_t)n, sizeof *t, by_id);
        return;
    }
    for (int i = 1; i < n; i++) {
        term x = t[i];
        int k = i;
        for (; k > 0 && t[k - 1].id > x.id; k--) t[k] = t[k - 1];
        t[k] = x;
    }
}

/* Sort, merge equal children, drop zeros, intern. */
static vv_expr finish_sum(vv_ctx *c, term *t, int n) {
    sort_terms(t, n);
    int m = 0;
    for (int i = 0; i < n; i++) {
        if (m && t[m - 1].id == t[i].id)
            t[m - 1].k = vv_rat_add(c, t[m - 1].k, t[i].k);
        else
            t[m++] = t[i];
        if (t[m - 1].k.num == 0 && t[m - 1].k.den == 1) m--;
    }
    if (m == 0) return VV_ZERO;
    if (m == 1 && t[0].id == VV_ONE.id) return vv_intern_const(c, t[0].k);
    if (m == 1 && vv_rat_is_one(t[0].k)) return (vv_expr){t[0].id};
    uint32_t small[2 * SMALL], *w = m <= SMALL ? small : VV_ARRAY(c, uint32_t, 2 * m);
    if (!w) return VV_POISON;
    for (int i = 0; i < m; i++) {
        w[i] = t[i].id;
        w[m + i] = vv_intern_const(c, t[i].k).id;
        if (!w[m + i]) return VV_POISON;
    }
    return vv_intern(c, VV_ADD, (uint32_t)m, 2 * (uint32_t)m, w);
}

/* Most coefficients are 1. */
static vv_rat times(vv_ctx *c, vv_rat a, vv_rat b) {
    return vv_rat_is_one(a) ? b : vv_rat_is_one(b) ? a : vv_rat_mul(c, a, b);
}

/* coefficient * e as one term; constants become multiples of ONE. */
static term as_term(vv_ctx *c, vv_rat k, vv_expr e) {
    const vv_expr_table *t = vv_table(c);
    const vv_enode *d = &t->node[e.id];
    if (d->op == VV_CONST) return (term){VV_ONE.id, times(c, k, t->rat[d->first])};
    if (d->op == VV_ADD && d->n == 1) {
        const uint32_t *w = t->word + d->first;
        return (term){w[0], times(c, k, t->rat[t->node[w[1]].first])};
    }
    return (term){e.id, k};
}

vv_expr vv_sum_scaled(vv_ctx *c, int n, const vv_rat *coefficients, const vv_expr *terms) {
    if (!vv_table(c)) return VV_POISON;
    vv_mark m = vv_arena_mark(c);
    term small[SMALL], *t = n <= SMALL ? small : VV_ARRAY(c, term, n);
    if (!t) return VV_POISON;
    int kept = 0;
    for (int i = 0; i < n; i++) {
        if (!terms[i].id) return VV_POISON;
        if (!vv_is_zero(terms[i]))
            t[kept++] = as_term(c, coefficients ? coefficients[i] : vv_rat_int(1), terms[i]);
    }
    vv_expr e = finish_sum(c, t, kept);
    if (n > SMALL) vv_arena_release(c, m);
    return e;
}

vv_expr vv_sum(vv_ctx *c, int n, const vv_expr *terms) { return vv_sum_scaled(c, n, NULL, terms); }

vv_expr vv_add(vv_ctx *c, vv_expr a, vv_expr b) {
    if (vv_is_zero(a)) return b;
    if (vv_is_zero(b)) return a;
    vv_expr t[2] = {a, b};
    return vv_sum(c, 2, t);
}

vv_expr vv_sub(vv_ctx *c, vv_expr a, vv_expr b) {
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
    term t = as_term(c, *k, e);
    *k = t.k;
    return (vv_expr){t.id};
}

vv_expr vv_flatten_sum(vv_ctx *c, vv_expr e, int most) {
    /* breadth-first over nested sums; sums in the arguments of functions are short */
    vv_expr_table *t = vv_table(c);
    if (!e.id || t->node[e.id].op != VV_ADD) return e;
    vv_mark mark = vv_arena_mark(c);
    int n = 1, cap = 64;
    term *list = VV_ARRAY(c, term, cap);
    if (!list) return VV_POISON;
    list[0] = (term){e.id, vv_rat_int(1)};
    for (int i = 0; i < n && n <= most;) {
        const vv_enode *d = &t->node[list[i].id];
        if (d->op != VV_ADD) {
            i++;
            continue;
        }
        int more = (int)d->n;
        if (n + more > cap) {
            int grown = 2 * (n + more);
            term *bigger = VV_ARRAY(c, term, grown);
            if (!bigger) return VV_POISON;
            memcpy(bigger, list, (size_t)n * sizeof *list);
            list = bigger;
            cap = grown;
        }
        const uint32_t *w = t->word + d->first;
        term whole = list[i];
        for (int k = 0; k < more; k++) {
            term part = {w[k], vv_rat_mul(c, whole.k, t->rat[t->node[w[more + k]].first])};
            if (k == 0)
                list[i] = part;
            else
                list[n++] = part;
        }
    }
    vv_expr out = n <= most ? finish_sum(c, list, n) : e;
    vv_arena_release(c, mark);
    return out;
}

/* ---- products ------------------------------------------------------------------------------ */

typedef struct product {
    vv_rat k; /* rational factor */
    power *p;
    int n, cap;
    power small[SMALL];
    bool failed;
} product;

static void put_power(vv_ctx *c, product *q, uint32_t id, int64_t k) {
    if (q->n == q->cap) {
        power *grown = VV_ARRAY(c, power, 2 * q->cap);
        if (!grown) {
            q->failed = true;
            return;
        }
        memcpy(grown, q->p, (size_t)q->n * sizeof *grown);
        q->p = grown;
        q->cap *= 2;
    }
    q->p[q->n++] = (power){id, k};
}

static void put_rational(vv_ctx *c, product *q, vv_rat r, int64_t k) {
    if (vv_rat_sign(r) == 0 && k < 0) {
        vv_ctx_fail(c, VV_E_MODEL); /* division by zero: the model layer reports where */
        q->failed = true;
        return;
    }
    q->k = vv_rat_mul(c, q->k, vv_rat_pow(c, r, (long)k));
}

static void put_factor(vv_ctx *c, product *q, vv_expr e, int64_t k) {
    const vv_expr_table *t = vv_table(c);
    vv_rat r;
    e = vv_split_rational(c, e, &r);
    if (!vv_rat_is_one(r)) put_rational(c, q, r, k);
    if (!e.id || e.id == VV_ONE.id) {
        q->failed |= !e.id;
        return;
    }
    const vv_enode *d = &t->node[e.id];
    if (d->op != VV_MUL) {
        put_power(c, q, e.id, k);
        return;
    }
    const uint32_t *w = t->word + d->first;
    for (uint32_t i = 0; i < d->n; i++) put_power(c, q, w[i], k * (int32_t)w[d->n + i]);
}

static void merge_powers(product *q) {
    for (int i = 1; i < q->n; i++) { /* insertion sort: factors are few */
        power x = q->p[i];
        int k = i;
        for (; k > 0 && q->p[k - 1].id > x.id; k--) q->p[k] = q->p[k - 1];
        q->p[k] = x;
    }
    int m = 0;
    for (int i = 0; i < q->n; i++) {
        if (m && q->p[m - 1].id == q->p[i].id)
            q->p[m - 1].k += q->p[i].k;
        else
            q->p[m++] = q->p[i];
        if (q->p[m - 1].k == 0) m--;
    }
    q->n = m;
}

/* sqrt(u)^2 -> u and |u|^2 -> u^2. Says whether anything changed. */
static bool reduce_roots(vv_ctx *c, product *q) {
    const vv_expr_table *t = vv_table(c);
    bool changed = false;
    for (int i = 0, n = q->n; i < n; i++) {
        const vv_enode *d = &t->node[q->p[i].id];
        int64_t k = q->p[i].k, half = k / 2;
        if ((d->op != VV_SQRT && d->op != VV_ABS) || half == 0) continue;
        vv_expr u = {t->word[d->first]};
        bool root = d->op == VV_SQRT;
        q->p[i].k = k % 2;
        put_factor(c, q, u, root ? half : 2 * half);
        changed = true;
    }
    return changed;
}

static vv_expr finish_product(vv_ctx *c, product *q) {
    do merge_powers(q);
    while (!q->failed && reduce_roots(c, q));
    if (q->failed || !vv_ctx_ok(c)) return VV_POISON;
    if (vv_rat_sign(q->k) == 0) return VV_ZERO;
    int n = q->n;
    if (n == 0) return vv_intern_const(c, q->k);
    uint32_t small[2 * SMALL], *w = n <= SMALL ? small : VV_ARRAY(c, uint32_t, 2 * n);
    if (!w) return VV_POISON;
    for (int i = 0; i < n; i++) {
        if (q->p[i].k > INT32_MAX || q->p[i].k < -INT32_MAX) {
            vv_ctx_fail(c, VV_E_BEYOND);
            return VV_POISON;
        }
        w[i] = q->p[i].id;
        w[n + i] = (uint32_t)(int32_t)q->p[i].k;
    }
    vv_expr e = n == 1 && q->p[0].k == 1 ? (vv_expr){w[0]}
                                         : vv_intern(c, VV_MUL, (uint32_t)n, 2 * (uint32_t)n, w);
    return vv_rat_is_one(q->k) ? e : vv_scale(c, q->k, e);
}

vv_expr vv_product_powers(vv_ctx *c, int n, const vv_expr *factors, const int *exponents) {
    if (!vv_table(c)) return VV_POISON;
    vv_mark m = vv_arena_mark(c);
    product q = {.k = vv_rat_int(1), .cap = SMALL};
    q.p = q.small;
    for (int i = 0; i < n; i++) {
        if (!factors[i].id) return VV_POISON;
        if (!exponents || exponents[i] != 0)
            put_factor(c, &q, factors[i], exponents ? exponents[i] : 1);
    }
    vv_expr e = finish_product(c, &q);
    vv_arena_release(c, m);
    return e;
}

vv_expr vv_product(vv_ctx *c, int n, const vv_expr *factors) {
    return vv_product_powers(c, n, factors, NULL);
}

vv_expr vv_mul(vv_ctx *c, vv_expr a, vv_expr b) {
    if (a.id == VV_ONE.id) return b;
    if (b.id == VV_ONE.id) return a;
    if (a.id && b.id && (vv_is_zero(a) || vv_is_zero(b))) return VV_ZERO;
    vv_expr f[2] = {a, b};
    return vv_product(c, 2, f);
}

vv_expr vv_div(vv_ctx *c, vv_expr a, vv_expr b) {
    vv_expr f[2] = {a, b};
    int k[2] = {1, -1};
    return vv_product_powers(c, 2, f, k);
}

vv_expr vv_pow_int(vv_ctx *c, vv_expr a, int k) { return vv_product_powers(c, 1, &a, &k); }

/* b^e: integer part of the exponent goes into a product, halves into roots, the rest is a POW node.
 */
vv_expr vv_pow(vv_ctx *c, vv_expr base, vv_expr exponent) {
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
    const vv_expr_table *t = vv_table(c);
    const vv_enode *d = &t->node[exponent.id];
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
    return vv_intern(c, VV_POW, 2, 2, words);
}
