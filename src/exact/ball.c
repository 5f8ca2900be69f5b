#include "exact/ball.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exact/ball_internal.h"
#include "exact/flint_guard.h"

/* One Arb call, so that a single guard serves all. */
typedef struct job {
    vv_balls *b;
    int out, x, y;
    long n;
    vv_rat k;
} job;

/* Arb's caches of constants are freed when a thread ends; values are freed here. */
static void init_all(void *p) {
    vv_balls *b = p;
    for (int i = 0; i < b->slots; i++) arb_init(b->x + i);
}

vv_balls *vv_balls_new(vv_ctx *c, int slots, int bits) {
    if (!vv_ctx_ok(c) || slots < 0) return NULL;
    vv_balls *b = calloc(1, sizeof *b);
    if (b) b->x = calloc((size_t)slots + 1, sizeof *b->x);
    if (!b || !b->x) {
        free(b);
        vv_ctx_fail(c, VV_E_NOMEM);
        return NULL;
    }
    b->ctx = c;
    b->slots = slots;
    b->bits = bits;
    if (vv_flint_guard(c, init_all, b)) return b;
    free(b->x);
    free(b);
    return NULL;
}

void vv_balls_free(vv_balls *b) {
    if (!b) return;
    for (int i = 0; i < b->slots; i++) arb_clear(b->x + i);
    free(b->x);
    free(b);
}

void vv_balls_set_bits(vv_balls *b, int bits) { b->bits = bits; }

static void perform(vv_balls *b, void (*work)(void *), job j) {
    j.b = b;
    if (!vv_flint_guard(b->ctx, work, &j)) arb_indeterminate(b->x + j.out);
}

/* An operation on slots as a job: its name, then the Arb call in terms of o, x, y, prec. */
#define OPERATION(name, call)                                                                      \
    static void name(void *p) {                                                                    \
        job *j = p;                                                                                \
        arb_ptr o = j->b->x + j->out, x = j->b->x + j->x, y = j->b->x + j->y;                      \
        slong prec = j->b->bits;                                                                   \
        (void)x, (void)y, (void)prec;                                                              \
        call;                                                                                      \
    }

/* ---- constants ------------------------------------------------------------------------------ */

static void rational_ball(arb_t out, vv_rat k, slong prec) {
    fmpq_t q;
    fmpq_init(q);
    if (!k.big && FLINT_BITS == 64) {
        fmpz_set_si(fmpq_numref(q), k.num);
        fmpz_set_si(fmpq_denref(q), k.den);
    } else {
        mpq_t m;
        mpq_init(m);
        vv_rat_get_mpq(k, m);
        fmpq_set_mpq(q, m);
        mpq_clear(m);
    }
    arb_set_fmpq(out, q, prec);
    fmpq_clear(q);
}

OPERATION(do_rational, rational_ball(o, j->k, prec))
OPERATION(do_pi, arb_const_pi(o, prec))
OPERATION(do_copy, arb_set(o, x))

void vv_ball_set_rat(vv_balls *b, int out, vv_rat k) {
    perform(b, do_rational, (job){.out = out, .k = k});
}
void vv_ball_set_pi(vv_balls *b, int out) { perform(b, do_pi, (job){.out = out}); }
void vv_ball_set_interval(vv_balls *b, int out, double low, double high) {
    arf_t l, h;
    arf_init(l), arf_init(h);
    arf_set_d(l, low), arf_set_d(h, high);
    arb_set_interval_arf(b->x + out, l, h, b->bits > 64 ? b->bits : 64);
    arf_clear(l), arf_clear(h);
}
void vv_ball_copy(vv_balls *b, int out, int x) { perform(b, do_copy, (job){.out = out, .x = x}); }
void vv_ball_indeterminate(vv_balls *b, int out) { arb_indeterminate(b->x + out); }

void vv_ball_widen(vv_balls *b, int out, double radius) {
    mag_t r;
    mag_init(r);
    mag_set_d(r, radius);
    arb_add_error_mag(b->x + out, r);
    mag_clear(r);
}

void vv_ball_midpoint(vv_balls *b, int out, int x) { arb_get_mid_arb(b->x + out, b->x + x); }

/* ---- arithmetic ----------------------------------------------------------------------------- */

static void multiply_rational(arb_t out, const arb_t x, vv_rat k, bool add, slong prec) {
    arb_t t;
    arb_init(t);
    rational_ball(t, k, prec);
    if (add)
        arb_addmul(out, x, t, prec);
    else
        arb_mul(out, x, t, prec);
    arb_clear(t);
}

static void power_int(arb_t out, const arb_t x, long k, slong prec) {
    if (k >= 0) {
        arb_pow_ui(out, x, (ulong)k, prec);
        return;
    }
    arb_inv(out, x, prec);
    arb_pow_ui(out, out, 0 - (ulong)k, prec);
}

OPERATION(do_add, arb_add(o, x, y, prec))
OPERATION(do_sub, arb_sub(o, x, y, prec))
OPERATION(do_mul, arb_mul(o, x, y, prec))
OPERATION(do_div, arb_div(o, x, y, prec))
OPERATION(do_neg, arb_neg(o, x))
OPERATION(do_mul_rat, multiply_rational(o, x, j->k, false, prec))
OPERATION(do_add_mul_rat, multiply_rational(o, x, j->k, true, prec))
OPERATION(do_pow_int, power_int(o, x, j->n, prec))
OPERATION(do_pow, arb_pow(o, x, y, prec))
OPERATION(do_atan2, arb_atan2(o, x, y, prec))
OPERATION(do_min, arb_min(o, x, y, prec))
OPERATION(do_max, arb_max(o, x, y, prec))
OPERATION(do_union, arb_union(o, x, y, prec))

#define BINARY(name, work)                                                                         \
    void name(vv_balls *b, int out, int x, int y) {                                                \
        perform(b, work, (job){.out = out, .x = x, .y = y});                                       \
    }
BINARY(vv_ball_add, do_add)
BINARY(vv_ball_sub, do_sub)
BINARY(vv_ball_mul, do_mul)
BINARY(vv_ball_div, do_div)
BINARY(vv_ball_pow, do_pow)
BINARY(vv_ball_min, do_min)
BINARY(vv_ball_max, do_max)
BINARY(vv_ball_union, do_union)

/* The ordinate comes first, as in C. */
void vv_ball_atan2(vv_balls *b, int out, int y, int x) {
    perform(b, do_atan2, (job){.out = out, .x = y, .y = x});
}
void vv_ball_neg(vv_balls *b, int out, int x) { perform(b, do_neg, (job){.out = out, .x = x}); }
void vv_ball_mul_rat(vv_balls *b, int out, int x, vv_rat k) {
    perform(b, do_mul_rat, (job){.out = out, .x = x, .k = k});
}
void vv_ball_add_mul_rat(vv_balls *b, int out, int x, vv_rat k) {
    perform(b, do_add_mul_rat, (job){.out = out, .x = x, .k = k});
}
void vv_ball_pow_int(vv_balls *b, int out, int x, long k) {
    perform(b, do_pow_int, (job){.out = out, .x = x, .n = k});
}

/* ---- elementary functions ------------------------------------------------------------------- */

typedef void function(arb_t, const arb_t, slong);

static void absolute(arb_t out, const arb_t x, slong prec) { (void)prec, arb_abs(out, x); }
static void signum(arb_t out, const arb_t x, slong prec) { (void)prec, arb_sgn(out, x); }

static function *function_of(vv_ball_function f) {
    function *const all[] = {
        [VV_BALL_SIN] = arb_sin,   [VV_BALL_COS] = arb_cos,   [VV_BALL_TAN] = arb_tan,
        [VV_BALL_EXP] = arb_exp,   [VV_BALL_LOG] = arb_log,   [VV_BALL_SQRT] = arb_sqrt,
        [VV_BALL_ASIN] = arb_asin, [VV_BALL_ACOS] = arb_acos, [VV_BALL_ATAN] = arb_atan,
        [VV_BALL_SINH] = arb_sinh, [VV_BALL_COSH] = arb_cosh, [VV_BALL_TANH] = arb_tanh,
        [VV_BALL_ABS] = absolute,  [VV_BALL_SIGN] = signum,
    };
    return all[f];
}

OPERATION(do_apply, function_of((vv_ball_function)j->n)(o, x, prec))

void vv_ball_apply(vv_balls *b, vv_ball_function f, int out, int x) {
    perform(b, do_apply, (job){.out = out, .x = x, .n = (long)f});
}

/* ---- predicates ----------------------------------------------------------------------------- */

bool vv_ball_is_finite(const vv_balls *b, int x) { return arb_is_finite(b->x + x); }
bool vv_ball_contains_zero(const vv_balls *b, int x) { return arb_contains_zero(b->x + x); }
bool vv_ball_excludes_zero(const vv_balls *b, int x) {
    return arb_is_finite(b->x + x) && !arb_contains_zero(b->x + x);
}
bool vv_ball_is_zero(const vv_balls *b, int x) { return arb_is_zero(b->x + x); }
bool vv_ball_is_positive(const vv_balls *b, int x) { return arb_is_positive(b->x + x); }
bool vv_ball_is_negative(const vv_balls *b, int x) { return arb_is_negative(b->x + x); }
bool vv_ball_overlap(const vv_balls *b, int x, int y) { return arb_overlaps(b->x + x, b->x + y); }

int vv_ball_cmp(const vv_balls *b, int x, int y) {
    if (arb_lt(b->x + x, b->x + y)) return -1;
    if (arb_gt(b->x + x, b->x + y)) return 1;
    return arb_eq(b->x + x, b->x + y) ? 0 : 2;
}

double vv_ball_midpoint_double(const vv_balls *b, int x) {
    return arf_get_d(arb_midref(b->x + x), ARF_RND_NEAR);
}

double vv_ball_radius(const vv_balls *b, int x) { return mag_get_d(arb_radref(b->x + x)); }

void vv_ball_bounds(const vv_balls *b, int x, double *low, double *high) {
    *low = -HUGE_VAL, *high = HUGE_VAL;
    if (!arb_is_finite(b->x + x)) return;
    arf_t l, h;
    arf_init(l);
    arf_init(h);
    arb_get_interval_arf(l, h, b->x + x, 64);
    *low = arf_get_d(l, ARF_RND_FLOOR);
    *high = arf_get_d(h, ARF_RND_CEIL);
    arf_clear(l);
    arf_clear(h);
}

vv_rat vv_ball_midpoint_rat(vv_ctx *c, const vv_balls *b, int x) {
    if (!arb_is_finite(b->x + x)) return vv_rat_int(0);
    fmpq_t q;
    mpq_t m;
    fmpq_init(q);
    mpq_init(m);
    arf_get_fmpq(q, arb_midref(b->x + x));
    fmpq_get_mpq(m, q);
    vv_rat out = vv_rat_from_mpq(c, m);
    mpq_clear(m);
    fmpq_clear(q);
    return out;
}

void vv_ball_write(vv_balls *b, int x, int digits, vv_buffer *out) {
    char *text = arb_get_str(b->x + x, digits, ARB_STR_NO_RADIUS);
    double radius = vv_ball_radius(b, x), low, high;
    bool none = !strncmp(text, "0e", 2); /* no digit is certain, not even the first */
    vv_buffer_add(out, none ? "0" : text);
    flint_free(text);
    if (none) {
        vv_ball_bounds(b, x, &low, &high);
        radius = fmax(-low, high);
    }
    if (radius > 0) vv_buffer_printf(out, " +/- %.2g", radius);
}
