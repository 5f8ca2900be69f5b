/* Linear relations with rational coefficients between expressions, found at random points. The
 * values at n + SPARE random points modulo one prime are the rows of a matrix whose null space
 * contains all relations; their coefficients are reconstructed from residues as fractions
 * [Wang1981]. The results are conjectures: the caller must prove them. */
#include <string.h>

#include "prove/modular_prover.h"
#include "prove/prime_cache.h"
#include "prove/prove_internal.h"

enum { SPARE = 8, MOST_TRIES = 64, MOST_PRIMES = 24 };

typedef struct search {
    vv_ctx *c;
    const vv_prover_program *p;
    vv_modular_point lane;
    int n, rank;
    uint64_t *row;  /* echelon form: 0 before its pivot, 1 there (n*n) */
    vv_u128 *sum;   /* the row being reduced (n) */
    int *row_of;    /* per column: the row that has its pivot there, or -1 (n) */
    uint64_t *null; /* one vector of the null space (n) */
} search;

/* Sums of products, kept below p 2^64 and reduced when they are read. */
static void add_products(const vv_prime_field *f, int n, vv_u128 *to, const uint64_t *from,
                         uint64_t times) {
    const vv_u128 most = (vv_u128)f->p << 64;
    for (int j = 0; j < n; j++) {
        vv_u128 t = to[j] + (vv_u128)times * from[j];
        to[j] = t >= most ? t - most : t;
    }
}

/* Adds a row, reduced by the others from the left. True if it increases the rank. The others are
 * left unchanged: few columns have no pivot, and only these require more. */
static bool add_row(search *s) {
    const vv_prime_field *f = &s->lane.f;
    uint64_t *row = s->row + (size_t)s->rank * (size_t)s->n, x;
    for (int j = 0; j < s->n; j++) s->sum[j] = (vv_u128)s->lane.value[s->p->root[j]] << 64;
    for (int j = 0; j < s->n; j++) {
        if (!(x = vv_fp_reduce(f, s->sum[j]))) continue;
        if (s->row_of[j] >= 0) {
            const uint64_t *other = s->row + (size_t)s->row_of[j] * (size_t)s->n;
            add_products(f, s->n - j, s->sum + j, other + j, vv_fp_neg(f, x));
            continue;
        }
        uint64_t inverse = vv_fp_inv(f, x);
        memset(row, 0, (size_t)j * sizeof *row);
        for (int k = j; k < s->n; k++) row[k] = vv_fp_mul(f, vv_fp_reduce(f, s->sum[k]), inverse);
        s->row_of[j] = s->rank++;
        return true;
    }
    return false;
}

/* Samples points until the rank has not grown at SPARE of them. False: no point could be
 * evaluated. */
static bool sample_modulo(search *s, uint64_t *state) {
    int still = 0, barren = 0;
    s->rank = 0;
    for (int j = 0; j < s->n; j++) s->row_of[j] = -1;
    s->lane.f = vv_prime_field_make(vv_prime_random(s->c, state, s->p->odd));
    while (s->rank < s->n && still < SPARE && barren < MOST_TRIES && vv_ctx_tick(s->c)) {
        if (vv_modular_point_run_mod(s->p, &s->lane, state) != VV_MODULAR_POINT_DONE) {
            barren++;
            continue;
        }
        barren = 0;
        still = add_row(s) ? 0 : still + 1;
    }
    return barren < MOST_TRIES && vv_ctx_ok(s->c);
}

/* A root of a number may not exist modulo a prime, whatever the point: then tries another prime. */
static bool sample(search *s, uint64_t *state) {
    for (int i = 0; i < MOST_PRIMES && vv_ctx_ok(s->c); i++)
        if (sample_modulo(s, state)) return true;
    return false;
}

/* a/b with |a|, b < 2^30 from its residue: half of Euclid's algorithm. */
static bool fraction(vv_ctx *c, uint64_t p, uint64_t residue, vv_rat *out) {
    int64_t r0 = (int64_t)p, r1 = (int64_t)residue, t0 = 0, t1 = 1;
    const int64_t most = (int64_t)1 << 30;
    while (r1 >= most) {
        int64_t q = r0 / r1, r = r0 - q * r1, t = t0 - q * t1;
        r0 = r1, r1 = r, t0 = t1, t1 = t;
        if (t1 >= most || t1 <= -most) return false;
    }
    *out = vv_rat_make(c, t1 < 0 ? -r1 : r1, t1 < 0 ? -t1 : t1);
    return true;
}

/* The null vector with 1 at column j, which has no pivot, and 0 at the other columns without
 * one; by back substitution from the last pivot before j. */
static void null_vector(search *s, int j) {
    const vv_prime_field *f = &s->lane.f;
    memset(s->null, 0, (size_t)s->n * sizeof *s->null);
    s->null[j] = vv_fp_from_residue(f, 1);
    for (int k = j - 1; k >= 0; k--) {
        if (s->row_of[k] < 0) continue;
        const uint64_t *row = s->row + (size_t)s->row_of[k] * (size_t)s->n;
        uint64_t sum = 0;
        for (int i = k + 1; i <= j; i++)
            if (s->null[i]) sum = vv_fp_add(f, sum, vv_fp_mul(f, row[i], s->null[i]));
        s->null[k] = vv_fp_neg(f, sum);
    }
}

/* The relation of each column without a pivot: 1 there, and its representation by the previous
 * ones. */
static bool read_relations(search *s, vv_linear_relations *out) {
    const vv_prime_field *f = &s->lane.f;
    int n = s->n, at = 0;
    out->count = n - s->rank;
    out->occurs = VV_MATRIX(s->c, bool, out->count, n);
    out->number = VV_MATRIX(s->c, vv_rat, out->count, n);
    out->rational = VV_ARRAY(s->c, bool, out->count + 1);
    if (!out->occurs || !out->number || !out->rational) return false;
    for (int i = 0; i < out->count * n; i++) out->number[i] = vv_rat_int(0);
    for (int j = 0; j < n; j++) {
        if (s->row_of[j] >= 0) continue;
        bool *occurs = out->occurs + at * n;
        vv_rat *number = out->number + at * n;
        out->rational[at] = true;
        null_vector(s, j);
        for (int k = 0; k <= j; k++) {
            if (!s->null[k]) continue;
            occurs[k] = true;
            out->rational[at] &= fraction(s->c, f->p, vv_fp_to_residue(f, s->null[k]), &number[k]);
        }
        at++;
    }
    return vv_ctx_ok(s->c);
}

vv_status vv_linear_relations_find(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e,
                                   vv_linear_relations *out) {
    *out = (vv_linear_relations){0};
    const vv_expr *ruled = vv_facts_rewrite_all(c, f, n, e);
    search s = {.c = c, .n = n, .p = ruled ? vv_prover_program_make(c, f, n, ruled) : NULL};
    uint64_t state = VV_PROVE_DEFAULT_SEED;
    s.row = VV_MATRIX(c, uint64_t, n + 1, n);
    s.row_of = VV_ARRAY(c, int, n + 1);
    s.null = VV_ARRAY(c, uint64_t, n + 1);
    s.sum = VV_ARRAY(c, vv_u128, n + 1);
    if (!s.p || !s.row || !s.row_of || !s.null || !s.sum ||
        !vv_modular_point_alloc(c, s.p, &s.lane))
        return vv_ctx_status(c);
    if (s.p->beyond || !sample(&s, &state)) return vv_ctx_ok(c) ? VV_E_BEYOND : vv_ctx_status(c);
    return read_relations(&s, out) ? VV_OK : vv_ctx_status(c);
}
