#include "verify/terms.h"

#include <stdlib.h>
#include <string.h>

/* ---- random numbers -------------------------------------------------------------------------- */

/* Adds the bytes of a number, with its length, to the data that is hashed. */
static void absorb(unsigned char digest[32], const mpz_t x) {
    unsigned char data[32 + 8 + 600];
    size_t n = 0;
    memcpy(data, digest, 32);
    if (mpz_sizeinbase(x, 2) <= 600 * 8) mpz_export(data + 40, &n, 1, 1, 1, 0, x);
    for (int i = 0; i < 8; i++) data[32 + i] = (unsigned char)(n >> 8 * i);
    vv_sha256(data, 40 + n, digest);
}

void vv_lane_draw(const vv_lane *l, int tag, int n, const mpz_t *of, mpz_t out) {
    unsigned char digest[32], data[40], block[32];
    mpz_t part;
    size_t bits = mpz_sizeinbase(l->p, 2) + 128;
    memcpy(data, l->key, 32);
    for (int i = 0; i < 8; i++) data[32 + i] = i < 4 ? (unsigned char)(tag >> 8 * i) : 0;
    vv_sha256(data, 40, digest);
    for (int i = 0; i < n; i++) absorb(digest, of[i]);
    mpz_init(part);
    mpz_set_ui(out, 0);
    memcpy(data, digest, 32);
    for (size_t have = 0; have < bits; have += 256) {
        for (int i = 0; i < 8; i++) data[32 + i] = (unsigned char)(have >> 8 * i);
        vv_sha256(data, 40, block);
        mpz_import(part, 32, 1, 1, 1, 0, block);
        mpz_mul_2exp(out, out, 256);
        mpz_add(out, out, part);
    }
    mpz_fdiv_r(out, out, l->p);
    mpz_clear(part);
}

bool vv_lane_fold(const vv_lane *l, mpz_t x) {
    mpz_t y;
    mpz_init(y);
    mpz_sub(y, l->p, x);
    bool flip = mpz_sgn(x) && mpz_cmp(y, x) < 0;
    if (flip) mpz_set(x, y);
    mpz_clear(y);
    return flip;
}

void vv_lane_draw_odd(const vv_lane *l, int tag, const mpz_t x, mpz_t out) {
    mpz_t key[1];
    mpz_init_set(key[0], x);
    bool flip = vv_lane_fold(l, key[0]);
    if (mpz_sgn(x))
        vv_lane_draw(l, tag, 1, (const mpz_t *)key, out);
    else
        mpz_set_ui(out, 0);
    if (flip && mpz_sgn(out)) mpz_sub(out, l->p, out);
    mpz_clear(key[0]);
}

/* log|x|: 0 for x = ±1. Remembers it, since exp(log|x|) = |x|. */
void vv_lane_draw_log(vv_lane *l, const mpz_t x, mpz_t out) {
    mpz_t key[1];
    mpz_init_set(key[0], x);
    vv_lane_fold(l, key[0]);
    if (mpz_cmp_ui(key[0], 1) == 0)
        mpz_set_ui(out, 0);
    else
        vv_lane_draw(l, VV_T_LOG, 1, (const mpz_t *)key, out);
    bool known = mpz_sgn(out) == 0;
    for (int i = 0; i < l->nlogs && !known; i++) known = !mpz_cmp(l->log[i].is, out);
    if (!known && l->nlogs < l->room) {
        mpz_set(l->log[l->nlogs].of, key[0]);
        mpz_set(l->log[l->nlogs++].is, out);
    }
    mpz_clear(key[0]);
}

/* ---- sums ------------------------------------------------------------------------------------ */

void vv_terms_init(vv_terms *t) {
    t->n = 0;
    t->full = false;
    for (int i = 0; i < VV_MOST_TERMS; i++) mpq_init(t->q[i]), mpz_init(t->v[i]);
}

void vv_terms_clear(vv_terms *t) {
    for (int i = 0; i < VV_MOST_TERMS; i++) mpq_clear(t->q[i]), mpz_clear(t->v[i]);
}

void vv_terms_add(const vv_lane *l, vv_terms *t, const mpq_t q, const mpz_t v) {
    mpz_t key;
    mpq_t own;
    if (!mpq_sgn(q) || !mpz_sgn(v)) return;
    mpz_init_set(key, v);
    mpq_init(own);
    mpq_set(own, q);
    if (mpz_cmp_ui(v, 1) && vv_lane_fold(l, key)) mpq_neg(own, own);
    int i = 0;
    while (i < t->n && mpz_cmp(t->v[i], key)) i++;
    if (i == VV_MOST_TERMS)
        t->full = true;
    else if (i < t->n)
        mpq_add(t->q[i], t->q[i], own);
    else {
        mpq_set(t->q[i], own);
        mpz_set(t->v[t->n++], key);
    }
    if (i < t->n && !mpq_sgn(t->q[i])) {
        t->n--;
        mpq_swap(t->q[i], t->q[t->n]);
        mpz_swap(t->v[i], t->v[t->n]);
    }
    mpz_clear(key);
    mpq_clear(own);
}

void vv_terms_add_all(const vv_lane *l, vv_terms *t, const mpq_t q, const vv_terms *x) {
    mpq_t part;
    mpq_init(part);
    for (int i = 0; i < x->n; i++) {
        mpq_mul(part, q, x->q[i]);
        vv_terms_add(l, t, part, x->v[i]);
    }
    t->full |= x->full;
    mpq_clear(part);
}

void vv_terms_multiply(const vv_lane *l, vv_terms *t, const vv_terms *x) {
    vv_terms all;
    mpq_t q;
    mpz_t v;
    vv_terms_init(&all);
    mpq_init(q);
    mpz_init(v);
    for (int i = 0; i < t->n; i++)
        for (int j = 0; j < x->n; j++) {
            mpq_mul(q, t->q[i], x->q[j]);
            mpz_mul(v, t->v[i], x->v[j]);
            mpz_fdiv_r(v, v, l->p);
            vv_terms_add(l, &all, q, v);
        }
    all.full |= t->full | x->full;
    vv_terms_clear(t);
    *t = all;
    mpq_clear(q);
    mpz_clear(v);
}

/* ---- expressions as sums --------------------------------------------------------------------- */

int vv_lane_resolve(const vv_lane *l, int node) {
    for (int i = 0; i < 1000; i++) {
        int to = vv_rule_target(l->f, node);
        if (to == node) break;
        node = to;
    }
    return node;
}

static void one_term(const vv_lane *l, int node, vv_terms *out) {
    mpq_t one;
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    vv_terms_clear(out);
    vv_terms_init(out);
    vv_terms_add(l, out, one, l->value[l->place[node]]);
    mpq_clear(one);
}

static void spread(vv_lane *l, int node, int depth, vv_terms *out);

static void spread_sum(vv_lane *l, const vv_graph_node *d, int depth, vv_terms *out) {
    for (int i = 0; i < d->n && !out->full; i++) {
        vv_terms part;
        vv_terms_init(&part);
        spread(l, d->child[i], depth + 1, &part);
        vv_terms_add_all(l, out, d->factor[i], &part);
        vv_terms_clear(&part);
    }
}

/* (q v)^-1; false for a sum of several terms, whose inverse is one quantity. */
static bool invert(const vv_lane *l, vv_terms *t) {
    if (t->n != 1 || t->full) return false;
    mpq_inv(t->q[0], t->q[0]);
    return mpz_invert(t->v[0], t->v[0], l->p);
}

static void spread_product(vv_lane *l, const vv_graph_node *d, int depth, vv_terms *out) {
    enum { MOST_POWER = 8 };
    mpq_t one;
    mpz_t unit;
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    mpz_init_set_ui(unit, 1);
    vv_terms_add(l, out, one, unit);
    for (int i = 0; i < d->n && !out->full; i++) {
        vv_terms part;
        int e = d->number[i];
        vv_terms_init(&part);
        spread(l, d->child[i], depth + 1, &part);
        if (abs(e) > MOST_POWER) part.full = true;
        if (e < 0 && !part.full && !invert(l, &part)) {
            one_term(l, d->child[i], &part);
            if (!invert(l, &part)) part.full = true;
        }
        for (int k = 0; k < abs(e) && k < MOST_POWER && !out->full; k++)
            vv_terms_multiply(l, out, &part);
        out->full |= part.full;
        vv_terms_clear(&part);
    }
    mpz_clear(unit);
    mpq_clear(one);
}

static void spread_constant(vv_lane *l, const mpq_t q, vv_terms *out) {
    mpz_t unit;
    mpz_init_set_ui(unit, 1);
    vv_terms_add(l, out, q, unit);
    mpz_clear(unit);
}

/* acos = pi/2 - asin */
static void spread_acos(vv_lane *l, const vv_graph_node *d, vv_terms *out) {
    mpz_t x;
    mpq_t q;
    mpz_init(x);
    mpq_init(q);
    vv_lane_draw(l, VV_T_PI, 0, NULL, x);
    if (mpz_legendre(x, l->p) < 0) mpz_sub(x, l->p, x);
    mpq_set_ui(q, 1, 2);
    vv_terms_add(l, out, q, x);
    vv_lane_draw_odd(l, VV_T_ASIN, l->value[l->place[d->child[0]]], x);
    mpq_set_si(q, -1, 1);
    vv_terms_add(l, out, q, x);
    mpq_clear(q);
    mpz_clear(x);
}

static void spread_log(vv_lane *l, int node, int depth, const mpq_t q, vv_terms *out, bool *zero);

static void spread(vv_lane *l, int node, int depth, vv_terms *out) {
    enum { MOST_DEPTH = 40 };
    bool zero = false;
    mpq_t one;
    node = vv_lane_resolve(l, node);
    const vv_graph_node *d = &l->k->node[node];
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    if (depth > MOST_DEPTH)
        out->full = true;
    else if (d->op == VV_N_NUM)
        spread_constant(l, d->factor[0], out);
    else if (d->op == VV_N_ADD)
        spread_sum(l, d, depth, out);
    else if (d->op == VV_N_MUL)
        spread_product(l, d, depth, out);
    else if (d->op == VV_N_ACOS)
        spread_acos(l, d, out);
    else if (d->op == VV_N_LOG)
        spread_log(l, d->child[0], depth + 1, one, out, &zero);
    else
        one_term(l, node, out);
    if (out->full || zero) one_term(l, node, out);
    mpq_clear(one);
}

void vv_terms_of(vv_lane *l, int node, vv_terms *out) { spread(l, node, 0, out); }

/* ---- logarithms ------------------------------------------------------------------------------ */

static void add_log(vv_lane *l, const mpz_t x, const mpq_t q, vv_terms *out, bool *zero) {
    mpz_t v;
    if (!mpz_sgn(x)) *zero = true;
    mpz_init(v);
    vv_lane_draw_log(l, x, v);
    vv_terms_add(l, out, q, v);
    mpz_clear(v);
}

/* log of a positive integer: small primes apart. */
static void add_log_integer(vv_lane *l, const mpz_t n, const mpq_t q, vv_terms *out, bool *zero) {
    mpz_t rest, prime;
    mpz_init_set(rest, n);
    mpz_abs(rest, rest);
    mpz_init(prime);
    for (unsigned i = 2; i < 1000 && mpz_cmp_ui(rest, 1) > 0; i++)
        while (mpz_divisible_ui_p(rest, i)) {
            mpz_set_ui(prime, i);
            add_log(l, prime, q, out, zero);
            mpz_divexact_ui(rest, rest, i);
        }
    mpz_fdiv_r(rest, rest, l->p);
    if (mpz_cmp_ui(rest, 1)) add_log(l, rest, q, out, zero);
    mpz_clear(rest);
    mpz_clear(prime);
}

static void add_log_rational(vv_lane *l, const mpq_t x, const mpq_t q, vv_terms *out, bool *zero) {
    mpq_t minus;
    mpq_init(minus);
    mpq_neg(minus, q);
    add_log_integer(l, mpq_numref(x), q, out, zero);
    add_log_integer(l, mpq_denref(x), minus, out, zero);
    mpq_clear(minus);
}

static void spread_log(vv_lane *l, int node, int depth, const mpq_t q, vv_terms *out, bool *zero) {
    enum { MOST_DEPTH = 40 };
    node = vv_lane_resolve(l, node);
    const vv_graph_node *d = &l->k->node[node];
    mpq_t by;
    mpq_init(by);
    if (d->op == VV_N_NUM) {
        add_log_rational(l, d->factor[0], q, out, zero);
    } else if (d->op == VV_N_ADD && d->n == 1 && depth < MOST_DEPTH) {
        add_log_rational(l, d->factor[0], q, out, zero);
        spread_log(l, d->child[0], depth + 1, q, out, zero);
    } else if (d->op == VV_N_MUL && depth < MOST_DEPTH) {
        for (int i = 0; i < d->n; i++) {
            mpq_set_si(by, d->number[i], 1);
            mpq_mul(by, by, q);
            spread_log(l, d->child[i], depth + 1, by, out, zero);
        }
    } else if ((d->op == VV_N_SQRT || d->op == VV_N_ABS) && depth < MOST_DEPTH) {
        mpq_set_ui(by, 1, d->op == VV_N_SQRT ? 2 : 1);
        mpq_mul(by, by, q);
        spread_log(l, d->child[0], depth + 1, by, out, zero);
    } else if (d->op == VV_N_EXP && depth < MOST_DEPTH) {
        vv_terms part;
        vv_terms_init(&part);
        spread(l, d->child[0], depth + 1, &part);
        vv_terms_add_all(l, out, q, &part);
        vv_terms_clear(&part);
    } else
        add_log(l, l->value[l->place[node]], q, out, zero);
    mpq_clear(by);
}

bool vv_terms_of_log(vv_lane *l, int node, vv_terms *out) {
    bool zero = false;
    mpq_t one;
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    spread_log(l, node, 0, one, out, &zero);
    mpq_clear(one);
    return !zero && !out->full;
}
