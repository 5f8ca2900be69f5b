#include "prove/modular_point.h"

#include <string.h>

#include "prove/prime_cache.h"

bool vv_modular_point_alloc(vv_ctx *c, const vv_prover_program *p, vv_modular_point *lane) {
    *lane = (vv_modular_point){.c = c, .failed = -1};
    lane->value = VV_ARRAY(c, uint64_t, p->nslots + 1);
    lane->rat = VV_ARRAY(c, uint64_t, p->nrats + 1);
    lane->store = VV_ARRAY(c, uint64_t, p->store + 1);
    return lane->value && lane->rat && lane->store;
}

/* ---- random values -------------------------------------------------------------------------- */

static uint64_t square(const vv_prime_field *f, uint64_t x) { return vv_fp_mul(f, x, x); }

/* a or -a, whichever is smaller: the key of values that depend on |a| or change sign with a. */
static uint64_t fold(const vv_prime_field *f, uint64_t a, bool *flipped) {
    uint64_t b = vv_fp_neg(f, a);
    *flipped = b < a;
    return b < a ? b : a;
}

static uint64_t draw_symbol(const vv_modular_point *l, const vv_prover_program *p,
                            const vv_prover_instruction *in) {
    const vv_rat *stated = l->stated ? l->stated[in - p->ins] : NULL;
    uint64_t residue;
    if (stated && vv_rat_mod(*stated, l->f.p, &residue)) return vv_fp_from_residue(&l->f, residue);
    uint64_t x = vv_fp_hash(&l->f, vv_splitmix_mix(vv_splitmix_mix(l->key, VV_P_SYMBOL), in->aux));
    switch (p->word[in->first]) {
    case VV_POSITIVE:
    case VV_NONNEGATIVE: return square(&l->f, x);
    case VV_NEGATIVE: return vv_fp_neg(&l->f, square(&l->f, x));
    default: return x;
    }
}

/* A point of the unit circle for an atom: ((1 - t^2)/(1 + t^2), 2t/(1 + t^2)); -1 is not a
 * square, so the denominator never vanishes. Atom 0 is the angle 0, and -a is the mirror image
 * of a. */
static void draw_circle(const vv_modular_point *l, uint64_t atom, uint32_t D, uint64_t out[2]) {
    const vv_prime_field *f = &l->f;
    bool flipped;
    uint64_t key = vv_splitmix_mix(vv_splitmix_mix(vv_splitmix_mix(l->key, VV_P_CIRCLE), D),
                                   fold(f, atom, &flipped));
    uint64_t t = atom ? vv_fp_hash(f, key) : 0, t2 = square(f, t);
    uint64_t inv = vv_fp_inv(f, vv_fp_add(f, f->one, t2));
    out[0] = vv_fp_mul(f, vv_fp_sub(f, f->one, t2), inv);
    out[1] = vv_fp_mul(f, vv_fp_add(f, t, t), inv);
    if (flipped) out[1] = vv_fp_neg(f, out[1]);
}

/* exp of an atom: positive, 1 for atom 0, inverse for the negated atom. */
static bool draw_growth(const vv_modular_point *l, uint64_t key, uint64_t atom, uint64_t out[2]) {
    const vv_prime_field *f = &l->f;
    bool flipped;
    uint64_t a = fold(f, atom, &flipped);
    out[flipped] = atom ? square(f, vv_fp_hash(f, vv_splitmix_mix(key, a))) : f->one;
    if (out[flipped] == 0) return false;
    out[!flipped] = vv_fp_inv(f, out[flipped]);
    return true;
}

static uint64_t draw_odd(const vv_modular_point *l, uint32_t op, uint64_t x) {
    bool flipped;
    uint64_t v =
        vv_fp_hash(&l->f, vv_splitmix_mix(vv_splitmix_mix(vv_splitmix_mix(l->key, VV_P_ODD), op),
                                          fold(&l->f, x, &flipped)));
    if (x == 0) return 0;
    return flipped ? vv_fp_neg(&l->f, v) : v;
}

/* log|b|: 0 for b = ±1. */
static uint64_t draw_log(const vv_modular_point *l, uint64_t b) {
    bool flipped;
    uint64_t a = fold(&l->f, b, &flipped);
    if (b == l->f.one || vv_fp_neg(&l->f, b) == l->f.one) return 0;
    return vv_fp_hash(&l->f, vv_splitmix_mix(vv_splitmix_mix(l->key, VV_P_LOGABS), a));
}

static uint64_t draw_function(const vv_modular_point *l, const vv_prover_program *p,
                              const vv_prover_instruction *in) {
    const uint32_t *w = p->word + in->first;
    uint64_t key = vv_splitmix_mix(l->key, VV_P_FUNC);
    for (uint32_t i = 0; i < in->n; i++) key = vv_splitmix_mix(key, l->value[w[i]]);
    for (uint32_t i = 0; i <= in->n; i++)
        key = vv_splitmix_mix(key, w[in->n + i]); /* function, orders */
    return vv_fp_hash(&l->f, key);
}

static uint64_t draw_atan2(const vv_modular_point *l, uint64_t y, uint64_t x) {
    return vv_fp_hash(&l->f,
                      vv_splitmix_mix(vv_splitmix_mix(vv_splitmix_mix(l->key, VV_P_ATAN2), y), x));
}

/* ---- angles --------------------------------------------------------------------------------- */

static void turn_by(const vv_prime_field *f, uint64_t z[2], const uint64_t w[2]) {
    uint64_t x = vv_fp_sub(f, vv_fp_mul(f, z[0], w[0]), vv_fp_mul(f, z[1], w[1]));
    z[1] = vv_fp_add(f, vv_fp_mul(f, z[0], w[1]), vv_fp_mul(f, z[1], w[0]));
    z[0] = x;
}

/* z *= w^k on the unit circle */
static void turn_power(const vv_prime_field *f, uint64_t z[2], uint64_t c, uint64_t s, int64_t k) {
    uint64_t w[2] = {c, k < 0 ? vv_fp_neg(f, s) : s};
    for (uint64_t n = k < 0 ? 0 - (uint64_t)k : (uint64_t)k; n; n >>= 1) {
        if (n & 1) turn_by(f, z, w);
        if (n > 1) turn_by(f, w, (uint64_t[2]){w[0], w[1]});
    }
}

/* cos, sin of pi/12 = (sqrt 6 ± sqrt 2)/4; both 2 and 3 are squares. */
static void ready_circle(vv_modular_point *l) {
    const vv_prime_field *f = &l->f;
    uint64_t two = vv_fp_add(f, f->one, f->one), quarter = vv_fp_inv(f, vv_fp_add(f, two, two)),
             r2 = 0, r3 = 0;
    vv_fp_sqrt(f, two, &r2);
    vv_fp_sqrt(f, vv_fp_add(f, two, f->one), &r3);
    uint64_t r6 = vv_fp_mul(f, r2, r3);
    uint64_t step[2] = {vv_fp_mul(f, vv_fp_add(f, r6, r2), quarter),
                        vv_fp_mul(f, vv_fp_sub(f, r6, r2), quarter)};
    l->circle[0][0] = f->one;
    l->circle[0][1] = 0;
    for (int k = 1; k < 24; k++) {
        memcpy(l->circle[k], l->circle[k - 1], sizeof l->circle[k]);
        turn_by(f, l->circle[k], step);
    }
    l->circle_ready = true;
}

static void run_turn(const vv_prover_program *p, vv_modular_point *l,
                     const vv_prover_instruction *in) {
    const vv_prime_field *f = &l->f;
    uint64_t z[2] = {f->one, 0};
    if (in->aux) {
        if (!l->circle_ready) ready_circle(l);
        memcpy(z, l->circle[in->aux], sizeof z);
    }
    for (uint32_t i = 0; i < in->n; i++) {
        const vv_prover_term *t = &p->term[in->first + i];
        turn_power(f, z, l->value[t->value], l->value[t->partner], t->k);
    }
    l->value[in->dst] = z[0];
    l->value[in->dst + 1] = z[1];
}

static void run_stretch(const vv_prover_program *p, vv_modular_point *l,
                        const vv_prover_instruction *in) {
    const vv_prime_field *f = &l->f;
    uint64_t v = f->one, w = f->one;
    for (uint32_t i = 0; i < in->n; i++) {
        const vv_prover_term *t = &p->term[in->first + i];
        uint64_t n = t->k < 0 ? 0 - (uint64_t)t->k : (uint64_t)t->k;
        uint64_t up = l->value[t->k < 0 ? t->partner : t->value];
        uint64_t down = l->value[t->k < 0 ? t->value : t->partner];
        v = vv_fp_mul(f, v, vv_fp_pow(f, up, n));
        w = vv_fp_mul(f, w, vv_fp_pow(f, down, n));
    }
    l->value[in->dst] = v;
    l->value[in->dst + 1] = w;
}

/* ---- algebra -------------------------------------------------------------------------------- */

static uint64_t run_sum(const vv_prover_program *p, const vv_modular_point *l,
                        const vv_prover_instruction *in) {
    const vv_prime_field *f = &l->f;
    const uint32_t *w = p->word + in->first;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < in->n; i++, w += 2) {
        uint64_t x = l->value[w[0]];
        if (w[1] == 0)
            sum = vv_fp_add(f, sum, x);
        else if (w[1] == 1)
            sum = vv_fp_sub(f, sum, x);
        else
            sum = vv_fp_add(f, sum, vv_fp_mul(f, x, l->rat[w[1]]));
    }
    return sum;
}

static uint64_t run_product(const vv_prover_program *p, const vv_modular_point *l,
                            const vv_prover_instruction *in) {
    const vv_prime_field *f = &l->f;
    const uint32_t *w = p->word + in->first;
    uint64_t product = w[1] == 1 ? l->value[w[0]] : vv_fp_pow(f, l->value[w[0]], w[1]);
    for (uint32_t i = 1; i < in->n; i++) {
        uint64_t x = l->value[w[2 * i]];
        if (w[2 * i + 1] != 1) x = vv_fp_pow(f, x, w[2 * i + 1]);
        product = vv_fp_mul(f, product, x);
    }
    return product;
}

/* 1/d modulo the odd part of p - 1: exponent that inverts the d-th power on squares. */
static uint64_t root_exponent(uint64_t d, uint64_t order) {
    int64_t t = 0, u = 1;
    uint64_t r = order, s = d % order;
    while (s) {
        uint64_t q = r / s, rest = r - q * s;
        int64_t next = t - (int64_t)q * u;
        r = s, s = rest, t = u, u = next;
    }
    return t < 0 ? (uint64_t)(t + (int64_t)order) : (uint64_t)t;
}

/* b^(num/den), b > 0: squares form a group of odd order (p-1)/2, in which every root is unique. */
static bool run_root(const vv_prover_program *p, vv_modular_point *l,
                     const vv_prover_instruction *in) {
    const vv_prime_field *f = &l->f;
    const uint32_t *w = p->word + in->first;
    uint64_t b = l->value[w[0]], order = (f->p - 1) / 2;
    int32_t num = (int32_t)w[1];
    bool even = w[2] % 2 == 0, negative = vv_fp_quadratic_character(f, b) < 0;
    if (b == 0 || (even && negative)) return false;
    if (negative) b = vv_fp_neg(f, b); /* an odd root of a negative number, by its sign */
    uint64_t r = vv_fp_pow(f, b, root_exponent(w[2], order));
    r = vv_fp_pow(f, num < 0 ? vv_fp_inv(f, r) : r, (uint64_t)(num < 0 ? -(int64_t)num : num));
    l->value[in->dst] = negative && num % 2 ? vv_fp_neg(f, r) : r;
    return true;
}

static uint64_t half(const vv_prime_field *f, uint64_t x) {
    return x & 1 ? (x + f->p) / 2 : x / 2; /* holds in Montgomery form, too */
}

static uint64_t by_sign(const vv_prime_field *f, int sign, uint64_t x) {
    return sign < 0 ? vv_fp_neg(f, x) : sign ? x : 0;
}

static uint64_t run_choice(vv_modular_point *l, const vv_prover_instruction *in,
                           const uint32_t *w) {
    const vv_prime_field *f = &l->f;
    uint64_t x = l->value[w[0]], y = in->n > 1 ? l->value[w[1]] : 0;
    if (in->op == VV_P_ABS) return by_sign(f, vv_fp_quadratic_character(f, x), x);
    if (in->op == VV_P_SIGN) return by_sign(f, vv_fp_quadratic_character(f, x), f->one);
    uint64_t d = vv_fp_sub(f, y, x);
    int sign = vv_fp_quadratic_character(f, d);
    if (in->op == VV_P_MIN) return sign < 0 ? y : x;
    if (in->op == VV_P_MAX) return sign < 0 ? x : y;
    if (in->op == VV_P_LESS) return sign > 0 ? f->one : 0;
    return sign >= 0 ? f->one : 0;
}

static uint64_t run_piecewise(const vv_modular_point *l, const vv_prover_instruction *in,
                              const uint32_t *w) {
    for (uint32_t i = 0; i + 1 < in->n; i += 2)
        if (l->value[w[i]]) return l->value[w[i + 1]];
    return l->value[w[in->n - 1]];
}

/* ---- linear systems ------------------------------------------------------------------------- */

/* LU in place with row exchanges; any nonzero pivot will do. */
static bool run_factor(const vv_prover_program *p, vv_modular_point *l,
                       const vv_prover_instruction *in) {
    const vv_prime_field *f = &l->f;
    uint64_t n = in->aux, *a = l->store + in->dst, *perm = a + n * n;
    for (uint64_t i = 0; i < n * n; i++) a[i] = l->value[p->word[in->first + i]];
    for (uint64_t k = 0; k < n; k++) {
        uint64_t r = k;
        while (r < n && a[r * n + k] == 0) r++;
        if (r == n) return false;
        perm[k] = r;
        for (uint64_t j = 0; r != k && j < n; j++) {
            uint64_t swap = a[k * n + j];
            a[k * n + j] = a[r * n + j];
            a[r * n + j] = swap;
        }
        uint64_t inv = a[k * n + k] = vv_fp_inv(f, a[k * n + k]); /* solving needs the inverse */
        for (uint64_t i = k + 1; i < n; i++) {
            if (a[i * n + k] == 0) continue;
            uint64_t m = a[i * n + k] = vv_fp_mul(f, a[i * n + k], inv);
            for (uint64_t j = k + 1; j < n; j++)
                if (a[k * n + j])
                    a[i * n + j] = vv_fp_sub(f, a[i * n + j], vv_fp_mul(f, m, a[k * n + j]));
        }
    }
    return true;
}

static void run_solve(const vv_prover_program *p, vv_modular_point *l,
                      const vv_prover_instruction *in) {
    const vv_prime_field *f = &l->f;
    const vv_prover_instruction *factor = &p->ins[in->aux];
    uint64_t n = factor->aux, *a = l->store + factor->dst, *perm = a + n * n,
             *x = l->value + in->dst;
    for (uint64_t i = 0; i < n; i++) x[i] = l->value[p->word[in->first + i]];
    /* entire rows were exchanged, including multipliers: first all exchanges, then the
     * elimination */
    for (uint64_t k = 0; k < n; k++) {
        uint64_t swap = x[perm[k]];
        x[perm[k]] = x[k];
        x[k] = swap;
    }
    for (uint64_t k = 0; k < n; k++) {
        for (uint64_t i = k + 1; x[k] && i < n; i++)
            if (a[i * n + k]) x[i] = vv_fp_sub(f, x[i], vv_fp_mul(f, a[i * n + k], x[k]));
    }
    for (uint64_t k = n; k-- > 0;) {
        for (uint64_t j = k + 1; j < n; j++)
            if (a[k * n + j]) x[k] = vv_fp_sub(f, x[k], vv_fp_mul(f, a[k * n + j], x[j]));
        x[k] = vv_fp_mul(f, x[k], a[k * n + k]);
    }
}

/* ---- evaluation ----------------------------------------------------------------------------- */

static vv_modular_point_status step(const vv_prover_program *p, vv_modular_point *l,
                                    const vv_prover_instruction *in) {
    const vv_prime_field *f = &l->f;
    const uint32_t *w = p->word + in->first;
    uint64_t *v = l->value, *out = v + in->dst;
    switch ((vv_prover_op)in->op) {
    case VV_P_CONST: *out = l->rat[in->aux]; break;
    case VV_P_SYMBOL: *out = draw_symbol(l, p, in); break;
    case VV_P_PI: *out = square(f, vv_fp_hash(f, vv_splitmix_mix(l->key, VV_P_PI))); break;
    case VV_P_ADD: *out = run_sum(p, l, in); break;
    case VV_P_MUL: *out = run_product(p, l, in); break;
    case VV_P_INV:
        if (v[w[0]] == 0) return VV_MODULAR_POINT_DIVISION_BY_ZERO;
        *out = vv_fp_inv(f, v[w[0]]);
        break;
    case VV_P_SQRT:
        if (!vv_fp_sqrt(f, v[w[0]], out)) return VV_MODULAR_POINT_NO_ROOT;
        break;
    case VV_P_ROOT:
        if (!run_root(p, l, in)) return VV_MODULAR_POINT_NO_ROOT;
        break;
    case VV_P_CIRCLE: draw_circle(l, v[w[0]], in->aux, out); break;
    case VV_P_TURN: run_turn(p, l, in); break;
    case VV_P_GROWTH:
        if (!draw_growth(l, vv_splitmix_mix(vv_splitmix_mix(l->key, VV_P_GROWTH), in->aux), v[w[0]],
                         out))
            return VV_MODULAR_POINT_DIVISION_BY_ZERO;
        break;
    case VV_P_POWER: {
        bool flipped;
        uint64_t key =
            vv_splitmix_mix(vv_splitmix_mix(vv_splitmix_mix(l->key, VV_P_POWER), in->aux),
                            fold(f, v[w[0]], &flipped));
        if (v[w[0]] == 0 || !draw_growth(l, key, v[w[1]], out))
            return VV_MODULAR_POINT_DIVISION_BY_ZERO;
        break;
    }
    case VV_P_STRETCH: run_stretch(p, l, in); break;
    case VV_P_LOGABS:
        if (v[w[0]] == 0) return VV_MODULAR_POINT_DIVISION_BY_ZERO;
        *out = draw_log(l, v[w[0]]);
        break;
    case VV_P_SINH: *out = half(f, vv_fp_sub(f, v[w[0]], v[w[1]])); break;
    case VV_P_COSH: *out = half(f, vv_fp_add(f, v[w[0]], v[w[1]])); break;
    case VV_P_TANH: {
        uint64_t d = vv_fp_add(f, v[w[0]], v[w[1]]);
        if (d == 0) return VV_MODULAR_POINT_DIVISION_BY_ZERO;
        *out = vv_fp_mul(f, vv_fp_sub(f, v[w[0]], v[w[1]]), vv_fp_inv(f, d));
        break;
    }
    case VV_P_ODD: *out = draw_odd(l, in->aux, v[w[0]]); break;
    case VV_P_ATAN2: *out = draw_atan2(l, v[w[0]], v[w[1]]); break;
    case VV_P_FUNC: *out = draw_function(l, p, in); break;
    case VV_P_ABS:
    case VV_P_SIGN:
    case VV_P_MIN:
    case VV_P_MAX:
    case VV_P_LESS:
    case VV_P_LESSEQ: *out = run_choice(l, in, w); break;
    case VV_P_PIECEWISE: *out = run_piecewise(l, in, w); break;
    case VV_P_FACTOR:
        return run_factor(p, l, in) ? VV_MODULAR_POINT_DONE : VV_MODULAR_POINT_DIVISION_BY_ZERO;
    case VV_P_SOLVE: run_solve(p, l, in); break;
    case VV_P_COUNT: break;
    }
    return VV_MODULAR_POINT_DONE;
}

/* The rationals modulo p; denominators are inverted only if they are not 1. */
static bool ready_rationals(const vv_prover_program *p, vv_modular_point *l) {
    for (int i = 0; i < p->nrats; i++) {
        uint64_t r;
        if (!vv_rat_mod(p->rat[i], l->f.p, &r)) return false;
        l->rat[i] = vv_fp_from_residue(&l->f, r);
    }
    return true;
}

vv_modular_point_status vv_modular_point_run(const vv_prover_program *p, vv_modular_point *l,
                                             uint64_t *state) {
    l->f = vv_prime_field_make(vv_prime_random(l->c, state, p->odd));
    return vv_modular_point_run_mod(p, l, state);
}

vv_modular_point_status vv_modular_point_run_mod(const vv_prover_program *p, vv_modular_point *l,
                                                 uint64_t *state) {
    l->key = vv_splitmix_next(state);
    l->circle_ready = false;
    l->failed = -1;
    if (!ready_rationals(p, l)) return VV_MODULAR_POINT_DIVISION_BY_ZERO;
    for (int i = 0; i < p->nins; i++) {
        vv_modular_point_status end = step(p, l, &p->ins[i]);
        if (end == VV_MODULAR_POINT_DONE) continue;
        l->failed = i;
        return end;
    }
    for (int i = 0; i < p->npositive; i++)
        if (vv_fp_quadratic_character(&l->f, l->value[p->positive[i]]) != 1)
            return VV_MODULAR_POINT_FACT_FAILS;
    return VV_MODULAR_POINT_DONE;
}
