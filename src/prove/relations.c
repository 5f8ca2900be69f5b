/* Linear relations with rational numbers between expressions, found at random points.
 *
 * The values at n + SPARE random points modulo one prime are the rows of a matrix whose null space
 * holds all relations; its numbers are rebuilt from their residues as fractions [Wang1981]. What is
 * found here is a conjecture with good reasons: whoever uses it proves it. */
#include <string.h>

#include "prove/modular.h"
#include "prove/rules.h"

enum { SPARE = 8, MOST_TRIES = 64, MOST_PRIMES = 24 };

typedef struct search {
    vv_ctx *c;
    const vv_program *p;
    vv_lane lane;
    int n, rank;
    uint64_t *row;   /* reduced rows, each 1 at its pivot       (n*n) */
    int *pivot;      /* column of each row                      (n)   */
    bool *has_pivot; /* per column                              (n)   */
} search;

static void subtract(const vv_field *f, int n, uint64_t *to, const uint64_t *from, uint64_t times) {
    for (int j = 0; j < n; j++)
        if (from[j]) to[j] = vv_fsub(f, to[j], vv_fmul(f, times, from[j]));
}

/* One more row: reduced by the others, then the others by it. True when it adds to the rank. */
static bool add_row(search *s) {
    const vv_field *f = &s->lane.f;
    uint64_t *row = s->row + (size_t)s->rank * (size_t)s->n;
    int lead = 0;
    for (int j = 0; j < s->n; j++) row[j] = s->lane.value[s->p->root[j]];
    for (int k = 0; k < s->rank; k++)
        if (row[s->pivot[k]])
            subtract(f, s->n, row, s->row + (size_t)k * (size_t)s->n, row[s->pivot[k]]);
    while (lead < s->n && !row[lead]) lead++;
    if (lead == s->n) return false;
    uint64_t inverse = vv_finv(f, row[lead]);
    for (int j = 0; j < s->n; j++) row[j] = vv_fmul(f, row[j], inverse);
    for (int k = 0; k < s->rank; k++) {
        uint64_t *other = s->row + (size_t)k * (size_t)s->n;
        if (other[lead]) subtract(f, s->n, other, row, other[lead]);
    }
    s->pivot[s->rank++] = lead;
    s->has_pivot[lead] = true;
    return true;
}

/* Points until the rank has not grown at SPARE of them. False: no point could be evaluated. */
static bool sample_modulo(search *s, uint64_t *state) {
    int still = 0, barren = 0;
    s->rank = 0;
    memset(s->has_pivot, 0, (size_t)s->n * sizeof *s->has_pivot);
    s->lane.f = vv_field_make(vv_prime_random(state, s->p->odd));
    while (s->rank < s->n && still < SPARE && barren < MOST_TRIES && vv_ctx_tick(s->c)) {
        if (vv_lane_point(s->p, &s->lane, state) != VV_LANE_DONE) {
            barren++;
            continue;
        }
        barren = 0;
        still = add_row(s) ? 0 : still + 1;
    }
    return barren < MOST_TRIES && vv_ctx_ok(s->c);
}

/* A root of a number may not exist modulo a prime, whatever the point: then another prime. */
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

/* The relation of each column without a pivot: 1 there, minus the reduced rows' entries before it.
 */
static bool read_relations(search *s, vv_relations *out) {
    const vv_field *f = &s->lane.f;
    int n = s->n, at = 0;
    out->count = n - s->rank;
    out->occurs = VV_ARRAY(s->c, bool, out->count *n + 1);
    out->number = VV_ARRAY(s->c, vv_rat, out->count * n + 1);
    out->rational = VV_ARRAY(s->c, bool, out->count + 1);
    if (!out->occurs || !out->number || !out->rational) return false;
    for (int i = 0; i < out->count * n; i++) out->number[i] = vv_rat_int(0);
    for (int j = 0; j < n; j++) {
        if (s->has_pivot[j]) continue;
        bool *occurs = out->occurs + at * n;
        vv_rat *number = out->number + at * n;
        occurs[j] = out->rational[at] = true;
        number[j] = vv_rat_int(1);
        for (int k = 0; k < s->rank; k++) {
            uint64_t entry = s->row[(size_t)k * (size_t)n + (size_t)j];
            if (!entry) continue;
            occurs[s->pivot[k]] = true;
            out->rational[at] &=
                fraction(s->c, f->p, vv_fget(f, vv_fneg(f, entry)), &number[s->pivot[k]]);
        }
        at++;
    }
    return vv_ctx_ok(s->c);
}

vv_status vv_find_relations(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e,
                            vv_relations *out) {
    *out = (vv_relations){0};
    const vv_expr *ruled = vv_rules_apply(c, f, n, e);
    search s = {.c = c, .n = n, .p = ruled ? vv_program_make(c, f, n, ruled) : NULL};
    uint64_t state = VV_STANDARD_SEED;
    s.row = VV_ARRAY(c, uint64_t, (size_t)(n + 1) * (size_t)n + 1);
    s.pivot = VV_ARRAY(c, int, n + 1);
    s.has_pivot = VV_ARRAY(c, bool, n + 1);
    if (!s.p || !s.row || !s.pivot || !s.has_pivot || !vv_lane_alloc(c, s.p, &s.lane))
        return vv_ctx_status(c);
    if (s.p->beyond || !sample(&s, &state)) return vv_ctx_ok(c) ? VV_E_BEYOND : vv_ctx_status(c);
    return read_relations(&s, out) ? VV_OK : vv_ctx_status(c);
}
