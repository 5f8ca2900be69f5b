#include "verify/prime_lane.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "verify/terms.h"

enum {
    FRACTION = 5040, /* angles and exponents are multiples of this part of an argument */
    MOST_LOGS = 256
};

/* ---- making ---------------------------------------------------------------------------------- */

static mpz_t *new_vector(vv_ctx *c, int n) {
    mpz_t *v = VV_ARRAY(c, mpz_t, n + 1);
    for (int i = 0; v && i < n; i++) mpz_init(v[i]);
    return v;
}

static bool make_vectors(vv_lane *l) {
    vv_ctx *c = l->k->c;
    for (int i = 0; i < l->order->n; i++) {
        const vv_graph_node *d = &l->k->node[l->order->at[i]];
        l->place[l->order->at[i]] = i;
        if (d->op == VV_N_SOLVE && !(l->vector[i] = new_vector(c, d->n - 1))) return false;
    }
    for (int i = 0; i < MOST_LOGS; i++) mpz_init(l->log[i].of), mpz_init(l->log[i].is);
    return true;
}

bool vv_lane_make(vv_lane *l, const vv_certificate *k, const vv_premises *f, const vv_list *order) {
    vv_ctx *c = k->c;
    int n = order->n;
    *l = (vv_lane){.k = k, .f = f, .order = order, .room = MOST_LOGS};
    mpz_init(l->p);
    l->place = VV_ARRAY(c, int, k->nnodes + 1);
    l->vector = VV_ARRAY(c, mpz_t *, n + 1);
    l->chooses = VV_ARRAY(c, bool, n + 1);
    l->refused = VV_ARRAY(c, bool, n + 1);
    l->reach = VV_ARRAY(c, double, n + 1);
    l->inverse = VV_ARRAY(c, int, n + 1);
    l->log = VV_ARRAY(c, vv_pair, MOST_LOGS);
    l->value = new_vector(c, n);
    return l->place && l->vector && l->chooses && l->refused && l->reach && l->inverse && l->log &&
           l->value && make_vectors(l);
}

void vv_lane_free(vv_lane *l) {
    for (int i = 0; l->value && i < l->order->n; i++) {
        const vv_graph_node *d = &l->k->node[l->order->at[i]];
        mpz_clear(l->value[i]);
        for (int j = 0; l->vector && l->vector[i] && j < d->n - 1; j++) mpz_clear(l->vector[i][j]);
    }
    for (int i = 0; l->log && i < MOST_LOGS; i++) mpz_clear(l->log[i].of), mpz_clear(l->log[i].is);
    mpz_clear(l->p);
}

void vv_lane_draw_key(vv_lane *l) {
    if (getentropy(l->key, sizeof l->key)) vv_ctx_fail(l->k->c, VV_E_IO);
}

/* 2, 3, 5, 7, 11 and 13 are squares modulo p, -1 is not, and roots of order 3, 5 and 7 are unique.
 */
static bool is_suitable(const mpz_t p) {
    unsigned long r = mpz_fdiv_ui(p, 5005);
    bool eleven = r % 11 == 2 || r % 11 == 6 || r % 11 == 7 || r % 11 == 8 || r % 11 == 10;
    bool thirteen = r % 13 == 3 || r % 13 == 4 || r % 13 == 9 || r % 13 == 10 || r % 13 == 12;
    return r % 5 == 4 && (r % 7 == 3 || r % 7 == 5 || r % 7 == 6) && eleven && thirteen &&
           mpz_probab_prime_p(p, 25);
}

void vv_lane_draw_prime(vv_lane *l, int bits) {
    unsigned char data[256];
    size_t n = (size_t)(bits + 7) / 8;
    if (n > sizeof data) n = sizeof data;
    for (size_t i = 0; i < n; i++)
        if (i % 32 == 0 && getentropy(data + i, n - i < 32 ? n - i : 32)) {
            vv_ctx_fail(l->k->c, VV_E_IO);
            return;
        }
    mpz_import(l->p, n, 1, 1, 1, 0, data);
    mpz_setbit(l->p, (mp_bitcnt_t)bits - 1);
    mpz_sub_ui(l->p, l->p, mpz_fdiv_ui(l->p, 24));
    mpz_add_ui(l->p, l->p, 23);
    while (!is_suitable(l->p)) mpz_add_ui(l->p, l->p, 24);
}

/* ---- arithmetic ------------------------------------------------------------------------------ */

static void reduce(const vv_lane *l, mpz_t x) { mpz_fdiv_r(x, x, l->p); }

/* +1 for squares, -1 for others, 0 for 0. */
static int sign_of(const vv_lane *l, const mpz_t x) { return mpz_legendre(x, l->p); }

/* The root that is itself a square: x^((p+1)/4). */
static void root(const vv_lane *l, const mpz_t x, mpz_t out) {
    mpz_t e;
    mpz_init(e);
    mpz_add_ui(e, l->p, 1);
    mpz_fdiv_q_2exp(e, e, 2);
    mpz_powm(out, x, e, l->p);
    mpz_clear(e);
}

static bool rational(const vv_lane *l, const mpq_t q, mpz_t out) {
    if (!mpz_invert(out, mpq_denref(q), l->p)) return false;
    mpz_mul(out, out, mpq_numref(q));
    reduce(l, out);
    return true;
}

/* ---- angles ---------------------------------------------------------------------------------- */

typedef struct circle {
    mpz_t c, s;
} circle;

static void circle_init(circle *z) {
    mpz_init_set_ui(z->c, 1);
    mpz_init(z->s);
}
static void circle_clear(circle *z) { mpz_clear(z->c), mpz_clear(z->s); }

static void turn(const vv_lane *l, circle *z, const circle *w) {
    mpz_t a, b;
    mpz_init(a), mpz_init(b);
    mpz_mul(a, z->c, w->c), mpz_submul(a, z->s, w->s);
    mpz_mul(b, z->c, w->s), mpz_addmul(b, z->s, w->c);
    mpz_fdiv_r(z->c, a, l->p), mpz_fdiv_r(z->s, b, l->p);
    mpz_clear(a), mpz_clear(b);
}

/* z *= w^n */
static void turn_power(const vv_lane *l, circle *z, const circle *w, long n) {
    circle x;
    circle_init(&x);
    mpz_set(x.c, w->c), mpz_set(x.s, w->s);
    if (n < 0 && mpz_sgn(x.s)) mpz_sub(x.s, l->p, x.s);
    for (unsigned long k = (unsigned long)labs(n); k; k >>= 1) {
        circle y = x;
        if (k & 1) turn(l, z, &x);
        if (k > 1) {
            circle_init(&y);
            mpz_set(y.c, x.c), mpz_set(y.s, x.s);
            turn(l, &x, &y);
            circle_clear(&y);
        }
    }
    circle_clear(&x);
}

/* cos and sin of pi/12: (sqrt 6 + sqrt 2)/4, (sqrt 6 - sqrt 2)/4. */
static void twelfth(const vv_lane *l, circle *out) {
    mpz_t two, six;
    mpz_init_set_ui(two, 2), mpz_init_set_ui(six, 6);
    root(l, two, two), root(l, six, six);
    mpz_add(out->c, six, two), mpz_sub(out->s, six, two);
    mpz_set_ui(two, 4), mpz_invert(two, two, l->p);
    mpz_mul(out->c, out->c, two), mpz_mul(out->s, out->s, two);
    reduce(l, out->c), reduce(l, out->s);
    mpz_clear(two), mpz_clear(six);
}

/* A random point of the circle for a quantity: ((1 - t^2)/(1 + t^2), 2t/(1 + t^2)). */
static void draw_circle(const vv_lane *l, const mpz_t of, circle *out) {
    mpz_t t, key[1];
    mpz_init(t), mpz_init_set(key[0], of);
    vv_lane_draw(l, VV_T_CIRCLE, 1, (const mpz_t *)key, t);
    mpz_mul_2exp(out->s, t, 1);
    mpz_mul(t, t, t);
    mpz_ui_sub(out->c, 1, t);
    mpz_add_ui(t, t, 1);
    mpz_invert(t, t, l->p);
    mpz_mul(out->c, out->c, t), mpz_mul(out->s, out->s, t);
    reduce(l, out->c), reduce(l, out->s);
    mpz_clear(t), mpz_clear(key[0]);
}

/* asin, atan, atan2 of given values: their own cosines and sines. */
static bool known_circle(const vv_lane *l, const vv_graph_node *d, circle *out) {
    mpz_srcptr u = l->value[l->place[d->child[0]]];
    mpz_t x;
    mpz_init(x);
    bool good;
    if (d->op == VV_N_ASIN || d->op == VV_N_ACOS) { /* of an acos: of asin = pi/2 - acos */
        mpz_mul(x, u, u), mpz_ui_sub(x, 1, x), reduce(l, x);
        good = sign_of(l, x) >= 0;
        if (good) root(l, x, out->c), mpz_set(out->s, u);
    } else {
        mpz_srcptr v = d->op == VV_N_ATAN2 ? l->value[l->place[d->child[1]]] : NULL;
        mpz_mul(x, u, u);
        if (v)
            mpz_addmul(x, v, v);
        else
            mpz_add_ui(x, x, 1);
        reduce(l, x);
        good = sign_of(l, x) > 0;
        if (good) root(l, x, x), mpz_invert(x, x, l->p);
        if (v)
            mpz_mul(out->c, x, v);
        else
            mpz_set(out->c, x);
        mpz_mul(out->s, x, u), reduce(l, out->c), reduce(l, out->s);
    }
    mpz_clear(x);
    return good;
}

/* The value under which the terms of an argument contain an inverse function. */
static void inverse_value(const vv_lane *l, int node, mpz_t out) {
    const vv_graph_node *d = &l->k->node[node];
    if (d->op == VV_N_ACOS)
        vv_lane_draw_odd(l, VV_T_ASIN, l->value[l->place[d->child[0]]], out);
    else
        mpz_set(out, l->value[l->place[node]]);
}

/* Is the term an inverse function? Then *sign is +1 or -1. */
static const vv_graph_node *find_inverse(const vv_lane *l, const mpz_t v, int *sign) {
    mpz_t x;
    const vv_graph_node *found = NULL;
    mpz_init(x);
    for (int i = 0; i < l->ninverses && !found; i++) {
        inverse_value(l, l->inverse[i], x);
        *sign = vv_lane_fold(l, x) ? -1 : 1;
        if (!mpz_cmp(x, v)) found = &l->k->node[l->inverse[i]];
    }
    mpz_clear(x);
    return found;
}

/* q * by as a whole number. */
static bool whole(const mpq_t q, unsigned by, long *out) {
    mpz_t n;
    mpz_init(n);
    mpz_mul_ui(n, mpq_numref(q), by);
    bool good = mpz_divisible_p(n, mpq_denref(q));
    if (good) mpz_divexact(n, n, mpq_denref(q));
    good = good && mpz_sizeinbase(n, 2) < 40;
    if (good) *out = mpz_get_si(n);
    mpz_clear(n);
    return good;
}

static vv_lane_end turn_by_term(vv_lane *l, const mpq_t q, const mpz_t v, const mpz_t pi, circle *z,
                                double *reach) {
    long n;
    int sign;
    vv_lane_end end = VV_LANE_GOOD;
    circle w;
    circle_init(&w);
    const vv_graph_node *d = whole(q, 1, &n) ? find_inverse(l, v, &sign) : NULL;
    if (!mpz_cmp(v, pi) && whole(q, 12, &n)) {
        twelfth(l, &w);
        turn_power(l, z, &w, n % 24);
    } else if (d) {
        int at = l->place[d - l->k->node];
        l->chooses[at] = true;
        if (known_circle(l, d, &w))
            turn_power(l, z, &w, sign * n);
        else
            end = VV_LANE_NO_ROOT, l->refused[at] = true;
    } else if (whole(q, FRACTION, &n)) {
        draw_circle(l, v, &w);
        turn_power(l, z, &w, n);
    } else
        end = VV_LANE_BEYOND;
    if (end == VV_LANE_GOOD) *reach += 2.0 * (double)labs(n) + 2;
    circle_clear(&w);
    return end;
}

static void draw_pi(const vv_lane *l, mpz_t out) {
    vv_lane_draw(l, VV_T_PI, 0, NULL, out);
    if (sign_of(l, out) < 0) mpz_sub(out, l->p, out);
}

static vv_lane_end angle(vv_lane *l, int node, circle *z, double *reach) {
    vv_terms t;
    mpz_t pi;
    vv_lane_end end = VV_LANE_GOOD;
    vv_terms_init(&t);
    mpz_init(pi);
    draw_pi(l, pi);
    vv_lane_fold(l, pi);
    vv_terms_of(l, node, &t);
    for (int i = 0; i < t.n && end == VV_LANE_GOOD; i++) {
        /* pi was folded like every value: its sign went to the coefficient */
        mpq_t q;
        mpz_t raw;
        mpq_init(q), mpq_set(q, t.q[i]);
        mpz_init(raw), draw_pi(l, raw);
        if (!mpz_cmp(t.v[i], pi) && mpz_cmp(raw, pi)) mpq_neg(q, q);
        end = turn_by_term(l, q, t.v[i], pi, z, reach);
        mpq_clear(q), mpz_clear(raw);
    }
    mpz_clear(pi);
    vv_terms_clear(&t);
    return end;
}

/* ---- exponentials ---------------------------------------------------------------------------- */

/* out *= x^n */
static bool times_power(const vv_lane *l, mpz_t out, const mpz_t x, long n) {
    mpz_t y;
    mpz_init(y);
    mpz_powm_ui(y, x, (unsigned long)labs(n), l->p);
    bool good = n >= 0 || mpz_invert(y, y, l->p);
    mpz_mul(out, out, y), reduce(l, out);
    mpz_clear(y);
    return good;
}

/* |x| of which v is the logarithm, or NULL; *sign as for inverse functions. */
static mpz_srcptr find_log(const vv_lane *l, const mpz_t v, int *sign) {
    mpz_t x;
    mpz_srcptr found = NULL;
    mpz_init(x);
    for (int i = 0; i < l->nlogs && !found; i++) {
        mpz_set(x, l->log[i].is);
        *sign = vv_lane_fold(l, x) ? -1 : 1;
        if (!mpz_cmp(x, v)) found = l->log[i].of;
    }
    mpz_clear(x);
    return found;
}

/* exp of a sum: a product of random positive quantities, or of known ones. */
static vv_lane_end growth(vv_lane *l, const vv_terms *t, mpz_t out, double *reach) {
    vv_lane_end end = VV_LANE_GOOD;
    mpz_t x, key[1];
    mpz_init(x), mpz_init(key[0]);
    mpz_set_ui(out, 1);
    for (int i = 0; i < t->n && end == VV_LANE_GOOD; i++) {
        long n = 0;
        int sign = 1;
        mpz_srcptr of = whole(t->q[i], 1, &n) ? find_log(l, t->v[i], &sign) : NULL;
        if (of) {
            l->chooses[l->at] = true;
            mpz_set(x, of);
            if (sign_of(l, x) < 0) mpz_sub(x, l->p, x);
        } else if (whole(t->q[i], FRACTION, &n)) {
            mpz_set(key[0], t->v[i]);
            vv_lane_draw(l, VV_T_GROWTH, 1, (const mpz_t *)key, x);
            if (sign_of(l, x) < 0) mpz_sub(x, l->p, x);
            sign = 1;
        } else
            end = VV_LANE_BEYOND;
        if (end == VV_LANE_GOOD && !times_power(l, out, x, sign * n)) end = VV_LANE_DIVISION;
        *reach += 2.0 * (double)labs(n) + 2;
    }
    mpz_clear(x), mpz_clear(key[0]);
    return end;
}

static vv_lane_end exponential(vv_lane *l, int node, mpz_t out, double *reach) {
    vv_terms t;
    vv_terms_init(&t);
    vv_terms_of(l, node, &t);
    vv_lane_end end = growth(l, &t, out, reach);
    vv_terms_clear(&t);
    return end;
}

/* x^(n/d): even roots of squares only, odd ones by the sign. */
static vv_lane_end rational_power(const vv_lane *l, const mpz_t x, const mpq_t q, mpz_t out) {
    unsigned long d = mpz_fits_ulong_p(mpq_denref(q)) ? mpz_get_ui(mpq_denref(q)) : 0;
    bool even = d % 2 == 0, negative = sign_of(l, x) < 0;
    if (!d || d > 1000 || mpz_sizeinbase(mpq_numref(q), 2) > 20) return VV_LANE_BEYOND;
    if (even && negative) return VV_LANE_NO_ROOT;
    if (!mpz_sgn(x)) return VV_LANE_DIVISION;
    mpz_t order, e;
    mpz_init(order), mpz_init_set_ui(e, d);
    mpz_sub_ui(order, l->p, 1), mpz_fdiv_q_2exp(order, order, 1);
    bool good = mpz_invert(e, e, order);
    mpz_mul(e, e, mpq_numref(q));
    mpz_fdiv_r(e, e, order);
    mpz_set(out, x);
    if (negative) mpz_sub(out, l->p, out);
    if (good) mpz_powm(out, out, e, l->p);
    if (negative && mpz_odd_p(mpq_numref(q)) && mpz_sgn(out)) mpz_sub(out, l->p, out);
    mpz_clear(order), mpz_clear(e);
    return good ? VV_LANE_GOOD : VV_LANE_BEYOND;
}

/* b^(q + e), q the rational part of the exponent: b^q exp(e log|b|). */
static vv_lane_end power(vv_lane *l, const vv_graph_node *d, mpz_t out, double *reach) {
    vv_terms e, logs;
    mpq_t q;
    mpz_t factor;
    mpz_srcptr b = l->value[l->place[d->child[0]]];
    const vv_graph_node *base = &l->k->node[vv_lane_resolve(l, d->child[0])];
    vv_terms_init(&e), vv_terms_init(&logs);
    mpq_init(q), mpz_init(factor);
    vv_terms_of(l, d->child[1], &e);
    for (int i = 0; i < e.n; i++)
        if (!mpz_cmp_ui(e.v[i], 1)) {
            mpq_set(q, e.q[i]);
            e.n--;
            mpq_swap(e.q[i], e.q[e.n]), mpz_swap(e.v[i], e.v[e.n]);
            break;
        }
    mpz_set_ui(out, 1);
    vv_lane_end end = mpq_sgn(q) ? rational_power(l, b, q, out) : VV_LANE_GOOD;
    *reach += fabs(mpq_get_d(q)) + 2;
    if (e.n && base->op == VV_N_NUM && mpq_sgn(base->factor[0]) < 0) end = VV_LANE_BEYOND;
    if (end == VV_LANE_GOOD && e.n && sign_of(l, b) <= 0) end = VV_LANE_NO_ROOT;
    if (end == VV_LANE_GOOD && e.n) {
        if (!vv_terms_of_log(l, d->child[0], &logs)) end = VV_LANE_BEYOND;
        vv_terms_multiply(l, &logs, &e);
        if (end == VV_LANE_GOOD) end = growth(l, &logs, factor, reach);
        mpz_mul(out, out, factor), reduce(l, out);
    }
    mpq_clear(q), mpz_clear(factor);
    vv_terms_clear(&e), vv_terms_clear(&logs);
    return end;
}

/* ---- one node -------------------------------------------------------------------------------- */

static vv_lane_end sum(vv_lane *l, const vv_graph_node *d, mpz_t out) {
    mpz_t q;
    mpz_init(q);
    bool good = true;
    mpz_set_ui(out, 0);
    for (int i = 0; i < d->n && good; i++) {
        good = rational(l, d->factor[i], q);
        mpz_addmul(out, q, l->value[l->place[d->child[i]]]);
    }
    reduce(l, out);
    mpz_clear(q);
    return good ? VV_LANE_GOOD : VV_LANE_DIVISION;
}

static vv_lane_end product(vv_lane *l, const vv_graph_node *d, mpz_t out) {
    mpz_set_ui(out, 1);
    for (int i = 0; i < d->n; i++)
        if (!times_power(l, out, l->value[l->place[d->child[i]]], d->number[i]))
            return VV_LANE_DIVISION;
    return VV_LANE_GOOD;
}

static void draw_symbol(vv_lane *l, int node, mpz_t out) {
    int which = l->k->node[node].which;
    vv_s_sign sign = l->k->sign[which];
    mpz_t key[1];
    mpz_init_set_ui(key[0], (unsigned long)which);
    vv_lane_draw(l, VV_T_SYMBOL, 1, (const mpz_t *)key, out);
    mpz_clear(key[0]);
    for (int i = 0; l->f && i < l->f->positive.n; i++)
        if (l->f->positive.at[i] == node) sign = VV_S_POSITIVE;
    int have = sign_of(l, out), want = sign == VV_S_POSITIVE || sign == VV_S_NONNEGATIVE ? 1
                                       : sign == VV_S_NEGATIVE                           ? -1
                                                                                         : have;
    if (have && have != want) mpz_sub(out, l->p, out);
}

static void draw_function(vv_lane *l, const vv_graph_node *d, mpz_t out) {
    int n = 2 * d->n + 1;
    mpz_t key[32];
    for (int i = 0; i < n && i < 32; i++) {
        mpz_init(key[i]);
        if (i < d->n)
            mpz_set(key[i], l->value[l->place[d->child[i]]]);
        else
            mpz_set_ui(key[i], (unsigned long)(i < 2 * d->n ? d->number[i - d->n] : d->which));
    }
    vv_lane_draw(l, VV_T_FUNCTION, n < 32 ? n : 32, (const mpz_t *)key, out);
    for (int i = 0; i < n && i < 32; i++) mpz_clear(key[i]);
}

/* A root, with either sign where the facts say that both are valid. */
static vv_lane_end square_root(vv_lane *l, int node, mpz_t out) {
    int at = l->place[node];
    mpz_srcptr x = l->value[l->place[l->k->node[node].child[0]]];
    if (sign_of(l, x) < 0) {
        l->refused[at] = true;
        return VV_LANE_NO_ROOT;
    }
    root(l, x, out);
    for (int i = 0; l->f && i < l->f->branches.n; i++)
        if (l->f->branches.at[i] == node && mpz_sgn(out)) {
            mpz_t key[1], bit;
            mpz_init_set_ui(key[0], (unsigned long)node), mpz_init(bit);
            vv_lane_draw(l, VV_T_BRANCH, 1, (const mpz_t *)key, bit);
            if (mpz_odd_p(bit)) mpz_sub(out, l->p, out);
            mpz_clear(key[0]), mpz_clear(bit);
            break;
        }
    return VV_LANE_GOOD;
}

/* sign, abs, min, max, comparisons: by the sign of a value or difference. */
static void choose(vv_lane *l, const vv_graph_node *d, int at, mpz_t out) {
    mpz_srcptr x = l->value[l->place[d->child[0]]],
               y = d->n > 1 ? l->value[l->place[d->child[1]]] : x;
    mpz_t e;
    mpz_init_set(e, x);
    if (d->n > 1) mpz_sub(e, y, x), reduce(l, e);
    int sign = sign_of(l, e);
    l->chooses[at] = true;
    if (d->op == VV_N_MIN || d->op == VV_N_MAX)
        mpz_set(out, (sign < 0) == (d->op == VV_N_MIN) ? y : x);
    else if (d->op == VV_N_LESS || d->op == VV_N_LESSEQ)
        mpz_set_ui(out, sign > 0 || (sign == 0 && d->op == VV_N_LESSEQ));
    else if (d->op == VV_N_SIGN)
        mpz_set_ui(out, sign > 0), sign < 0 ? mpz_sub_ui(out, l->p, 1) : (void)0;
    else {
        mpz_set(out, x);
        if (sign < 0) mpz_sub(out, l->p, out);
    }
    mpz_clear(e);
}

static void piecewise(vv_lane *l, const vv_graph_node *d, mpz_t out) {
    for (int i = 0; i + 1 < d->n; i += 2)
        if (mpz_sgn(l->value[l->place[d->child[i]]])) {
            mpz_set(out, l->value[l->place[d->child[i + 1]]]);
            return;
        }
    mpz_set(out, l->value[l->place[d->child[d->n - 1]]]);
}

/* Rows a (n x m) to echelon form; the rank. */
static int eliminate(const vv_lane *l, mpz_t *a, int n, int m, int stop) {
    int rank = 0;
    mpz_t inv, t;
    mpz_init(inv), mpz_init(t);
    for (int q = 0; q < stop && rank < n; q++) {
        int r = rank;
        while (r < n && !mpz_sgn(a[r * m + q])) r++;
        if (r == n) continue;
        for (int j = 0; r != rank && j < m; j++) mpz_swap(a[r * m + j], a[rank * m + j]);
        mpz_invert(inv, a[rank * m + q], l->p);
        for (int j = q; j < m; j++)
            mpz_mul(a[rank * m + j], a[rank * m + j], inv), reduce(l, a[rank * m + j]);
        for (int i = 0; i < n; i++) {
            if (i == rank || !mpz_sgn(a[i * m + q])) continue;
            mpz_set(t, a[i * m + q]);
            for (int j = q; j < m; j++)
                mpz_submul(a[i * m + j], t, a[rank * m + j]), reduce(l, a[i * m + j]);
        }
        rank++;
    }
    mpz_clear(inv), mpz_clear(t);
    return rank;
}

static vv_lane_end solve(vv_lane *l, const vv_graph_node *d, mpz_t *out) {
    const vv_graph_node *f = &l->k->node[d->child[0]];
    int n = f->which;
    mpz_t *a = malloc(sizeof *a * (size_t)(n * (n + 1)));
    if (!a) return VV_LANE_BEYOND;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= n; j++)
            mpz_init_set(a[i * (n + 1) + j],
                         l->value[l->place[j < n ? f->child[i * n + j] : d->child[i + 1]]]);
    bool good = eliminate(l, a, n, n + 1, n) == n;
    for (int i = 0; i < n; i++) mpz_set(out[i], a[i * (n + 1) + n]);
    for (int i = 0; i < n * (n + 1); i++) mpz_clear(a[i]);
    free(a);
    return good ? VV_LANE_GOOD : VV_LANE_DIVISION;
}

/* sin, cos, tan */
static vv_lane_end trigonometric(vv_lane *l, const vv_graph_node *d, mpz_t out, double *reach) {
    circle z;
    circle_init(&z);
    vv_lane_end end = angle(l, d->child[0], &z, reach);
    mpz_set(out, d->op == VV_N_COS ? z.c : z.s);
    if (d->op == VV_N_TAN && end == VV_LANE_GOOD) {
        if (!mpz_invert(z.c, z.c, l->p)) end = VV_LANE_DIVISION;
        mpz_mul(out, out, z.c), reduce(l, out);
    }
    circle_clear(&z);
    return end;
}

/* exp, sinh, cosh, tanh: (e - 1/e)/2 and so on. */
static vv_lane_end hyperbolic(vv_lane *l, const vv_graph_node *d, mpz_t out, double *reach) {
    mpz_t e, inv, s, c;
    mpz_init(e), mpz_init(inv), mpz_init(s), mpz_init(c);
    vv_lane_end end = exponential(l, d->child[0], e, reach);
    if (end == VV_LANE_GOOD && !mpz_invert(inv, e, l->p)) end = VV_LANE_DIVISION;
    mpz_sub(s, e, inv), mpz_add(c, e, inv), mpz_set_ui(out, 2), mpz_invert(out, out, l->p);
    if (d->op == VV_N_TANH && !mpz_invert(out, c, l->p)) end = VV_LANE_DIVISION;
    mpz_mul(out, out, d->op == VV_N_COSH ? c : s), reduce(l, out);
    if (d->op == VV_N_EXP) mpz_set(out, e);
    mpz_clear(e), mpz_clear(inv), mpz_clear(s), mpz_clear(c);
    return end;
}

/* Logarithms and powers with variable exponents are real for positive values only. */
static bool is_real(const vv_lane *l, int node) { return sign_of(l, l->value[l->place[node]]) > 0; }

static vv_lane_end logarithm(vv_lane *l, const vv_graph_node *d, mpz_t out) {
    vv_terms t;
    mpz_t q;
    vv_terms_init(&t);
    mpz_init(q);
    bool good = vv_terms_of_log(l, d->child[0], &t);
    mpz_set_ui(out, 0);
    for (int i = 0; i < t.n && good; i++) {
        good = rational(l, t.q[i], q);
        mpz_addmul(out, q, t.v[i]);
    }
    reduce(l, out);
    mpz_clear(q);
    vv_terms_clear(&t);
    return good ? VV_LANE_GOOD : VV_LANE_DIVISION;
}

static void inverse_function(vv_lane *l, int node, mpz_t out) {
    const vv_graph_node *d = &l->k->node[node];
    mpz_srcptr x = l->value[l->place[d->child[0]]];
    if (d->op == VV_N_ATAN2) {
        mpz_t key[2];
        mpz_init_set(key[0], x), mpz_init_set(key[1], l->value[l->place[d->child[1]]]);
        vv_lane_draw(l, VV_T_ATAN2, 2, (const mpz_t *)key, out);
        mpz_clear(key[0]), mpz_clear(key[1]);
    } else
        vv_lane_draw_odd(l, d->op == VV_N_ATAN ? VV_T_ATAN : VV_T_ASIN, x, out);
    if (d->op == VV_N_ACOS) { /* pi/2 - asin */
        mpz_t pi;
        mpz_init(pi);
        draw_pi(l, pi);
        if (mpz_odd_p(pi)) mpz_add(pi, pi, l->p);
        mpz_fdiv_q_2exp(pi, pi, 1);
        mpz_sub(out, pi, out), reduce(l, out);
        mpz_clear(pi);
    }
    l->inverse[l->ninverses++] = node;
}

static vv_lane_end step(vv_lane *l, int node, int at) {
    const vv_graph_node *d = &l->k->node[node];
    mpz_t *out = &l->value[at];
    double *reach = &l->reach[at];
    *reach = 0;
    l->at = at;
    switch (d->op) {
    case VV_N_NUM: return rational(l, d->factor[0], *out) ? VV_LANE_GOOD : VV_LANE_DIVISION;
    case VV_N_PI: draw_pi(l, *out); break;
    case VV_N_SYM: draw_symbol(l, node, *out); break;
    case VV_N_ADD: return sum(l, d, *out);
    case VV_N_MUL: return product(l, d, *out);
    case VV_N_POW: return power(l, d, *out, reach);
    case VV_N_SIN:
    case VV_N_COS:
    case VV_N_TAN: return trigonometric(l, d, *out, reach);
    case VV_N_EXP:
    case VV_N_SINH:
    case VV_N_COSH:
    case VV_N_TANH: return hyperbolic(l, d, *out, reach);
    case VV_N_LOG: return is_real(l, d->child[0]) ? logarithm(l, d, *out) : VV_LANE_NO_ROOT;
    case VV_N_SQRT: return square_root(l, node, *out);
    case VV_N_ASIN:
    case VV_N_ACOS:
    case VV_N_ATAN:
    case VV_N_ATAN2: inverse_function(l, node, *out); break;
    case VV_N_ABS:
    case VV_N_SIGN:
    case VV_N_MIN:
    case VV_N_MAX:
    case VV_N_LESS:
    case VV_N_LESSEQ: choose(l, d, at, *out); break;
    case VV_N_PIECEWISE: piecewise(l, d, *out); break;
    case VV_N_FUNC: draw_function(l, d, *out); break;
    case VV_N_SOLVE: return solve(l, d, l->vector[at]);
    case VV_N_COMP: mpz_set(*out, l->vector[l->place[d->child[0]]][d->which]); break;
    case VV_N_FACTOR:
    case VV_N_COUNT: break;
    }
    return VV_LANE_GOOD;
}

vv_lane_end vv_lane_run(vv_lane *l) {
    l->ninverses = l->nlogs = 0;
    for (int i = 0; i < l->order->n; i++) {
        int node = l->order->at[i], to = vv_rule_target(l->f, node);
        vv_lane_end end = VV_LANE_GOOD;
        if (to == node)
            end = step(l, node, i);
        else
            mpz_set(l->value[i], l->value[l->place[to]]);
        if (end != VV_LANE_GOOD) return end;
    }
    for (int i = 0; l->require && i < l->f->positive.n; i++)
        if (sign_of(l, l->value[l->place[l->f->positive.at[i]]]) < 0) return VV_LANE_NO_ROOT;
    return VV_LANE_GOOD;
}

int vv_lane_rank(const vv_lane *l, const vv_list *of, int rows, int columns) {
    mpz_t *a = malloc(sizeof *a * (size_t)(rows * columns + 1));
    if (!a) return -1;
    for (int i = 0; i < rows * columns; i++) mpz_init_set(a[i], l->value[l->place[of->at[i]]]);
    int rank = eliminate(l, a, rows, columns, columns);
    for (int i = 0; i < rows * columns; i++) mpz_clear(a[i]);
    free(a);
    return rank;
}
