#include "analysis/integrals/oscillation.h"
#include "analysis/integrals/integrals_tolerances.h"

#include <math.h>

#include "analysis/solve/solve.h"
#include "prove/prove.h"

enum { BITS = 192, FIRST_POINTS = 16, MOST_POINTS = 2048 };

typedef struct function {
    vv_ctx *c;
    vv_enclosure v; /* of F and its derivative */
    int q;          /* slot */
    int a, b, t, g; /* additional slots: turning points, a temporary, the sum */
} function;

/* A zero of F beyond double precision: one Newton step from x, into a slot. */
static void refine(function *f, double x, int out) {
    vv_balls *b = f->v.b;
    vv_ball_set_interval(b, f->q, x, x);
    vv_enclosure_run(&f->v);
    vv_ball_div(b, f->t, f->v.root[0], f->v.root[1]);
    vv_ball_sub(b, out, f->q, f->t);
}

/* With q = (a + b)/2 + (b - a)/2 cos s the integral of dq/sqrt(F) over (a, b) is that of a
 * periodic function of s, for which the trapezoidal sum converges exponentially. */
static double sum(function *f, int n) {
    vv_balls *b = f->v.b;
    vv_ball_set_rat(b, f->g, vv_rat_int(0));
    for (int i = 0; i < n && vv_ctx_tick(f->c); i++) {
        vv_ball_set_pi(b, f->t);
        vv_ball_mul_rat(b, f->t, f->t, vv_rat_make(f->c, 2 * i + 1, 2 * n));
        vv_ball_apply(b, VV_BALL_COS, f->t, f->t);
        vv_ball_sub(b, f->q, f->b, f->a);
        vv_ball_mul(b, f->q, f->q, f->t);
        vv_ball_add(b, f->q, f->q, f->a);
        vv_ball_add(b, f->q, f->q, f->b);
        vv_ball_mul_rat(b, f->q, f->q, vv_rat_make(f->c, 1, 2));
        vv_enclosure_run(&f->v);
        /* (q - a)(b - q)/F */
        vv_ball_sub(b, f->t, f->q, f->a);
        vv_ball_sub(b, f->q, f->b, f->q);
        vv_ball_mul(b, f->t, f->t, f->q);
        vv_ball_div(b, f->t, f->t, f->v.root[0]);
        vv_ball_apply(b, VV_BALL_SQRT, f->t, f->t);
        vv_ball_add(b, f->g, f->g, f->t);
    }
    return vv_ball_is_finite(b, f->g) ? vv_ball_midpoint_double(b, f->g) * acos(-1) / n : HUGE_VAL;
}

static void find_period(function *f, vv_oscillation *o) {
    refine(f, o->low, f->a);
    refine(f, o->high, f->b);
    double before = sum(f, FIRST_POINTS);
    for (int n = 2 * FIRST_POINTS; n <= MOST_POINTS && isfinite(before); n *= 2) {
        double now = sum(f, n);
        o->period = 2 * now;
        o->error = 2 * fabs(now - before);
        if (!isfinite(now) || o->error < VV_OSCILLATION_SETTLED * o->period) break;
        before = now;
    }
    if (!isfinite(o->period)) o->period = o->error = 0;
}

/* Is F small next to an undecided interval, on the side of the initial point? Then there is a
 * multiple zero, otherwise a pole. */
static vv_turning_point classify_undecided(function *f, double x, double q0) {
    double d = VV_OSCILLATION_BESIDE * (q0 - x), near, far;
    vv_balls *b = f->v.b;
    vv_ball_set_interval(b, f->q, x + d, x + d);
    vv_enclosure_run(&f->v);
    near = fabs(vv_ball_midpoint_double(b, f->v.root[0]));
    vv_ball_set_interval(b, f->q, x + 10 * d, x + 10 * d);
    vv_enclosure_run(&f->v);
    far = fabs(vv_ball_midpoint_double(b, f->v.root[0]));
    return near < far ? VV_TURNING_DOUBLE : VV_TURNING_POLE;
}

/* The nearest zero or other boundary from q0 to the limit. */
static vv_turning_point nearest(function *f, const vv_zeros *z, double q0, double limit,
                                double *out) {
    bool up = limit > q0;
    double best = limit;
    vv_turning_point turn = VV_TURNING_NONE;
    for (int i = 0; i < z->n; i++) {
        double x = up ? z->list[i].low : z->list[i].high;
        if (up ? x > q0 && x < best : x < q0 && x > best) best = x, turn = VV_TURNING_SIMPLE;
    }
    for (int i = 0; i < z->nunclear; i++) {
        double x = up ? z->unclear[i].low : z->unclear[i].high;
        if (up ? x > q0 && x < best : x < q0 && x > best)
            best = x, turn = classify_undecided(f, x, q0);
    }
    *out = best;
    return turn;
}

/* The scale of the motion: the distance from q0 to the second nearest zero or other boundary (if
 * it starts at rest, the nearest is q0 itself), or the farther limit. */
static double distance_to_second(const vv_zeros *z, double q0, double low, double high) {
    double first = HUGE_VAL, second = fmax(q0 - low, high - q0);
    for (int i = 0; i < z->n + z->nunclear; i++) {
        const vv_zero_bracket *at = i < z->n ? &z->list[i] : &z->unclear[i - z->n];
        double d = fmin(fabs(at->low - q0), fabs(at->high - q0));
        if (d < first)
            second = fmin(second, first), first = d;
        else
            second = fmin(second, d);
    }
    return second;
}

vv_status vv_oscillation_find(vv_ctx *c, vv_expr q, vv_expr F, double q0, double low, double high,
                              vv_oscillation *out) {
    *out = (vv_oscillation){.below = VV_TURNING_NONE, .above = VV_TURNING_NONE};
    vv_expr both[2] = {F, vv_diff(c, F, q)};
    vv_zeros *z = VV_NEW(c, vv_zeros);
    if (!z) return vv_ctx_status(c);
    vv_status status = vv_zeros_find(c, q, F, low, high, z);
    if (status != VV_OK) return status;
    function f = {.c = c};
    if (!vv_enclosure_make(c, 2, both, 4, BITS, &f.v)) return vv_ctx_status(c);
    f.q = vv_enclosure_slot(&f.v, q);
    f.a = f.v.scratch, f.b = f.a + 1, f.t = f.a + 2, f.g = f.a + 3;
    vv_ball_set_interval(f.v.b, f.q, q0, q0);
    vv_enclosure_run(&f.v);
    double f0 = vv_ball_midpoint_double(f.v.b, f.v.root[0]),
           slope = vv_ball_midpoint_double(f.v.b, f.v.root[1]),
           eps = VV_OSCILLATION_AT_ZERO * distance_to_second(z, q0, low, high);
    bool rest = fabs(f0) < eps * fabs(slope);
    /* at rest the initial point is itself a zero: the motion goes to the side where F is
     * positive */
    if (rest) q0 += slope > 0 ? 2 * eps : -2 * eps;
    if (rest || f0 > 0) {
        out->below = nearest(&f, z, q0, low, &out->low);
        out->above = nearest(&f, z, q0, high, &out->high);
        if (out->below == VV_TURNING_SIMPLE && out->above == VV_TURNING_SIMPLE)
            find_period(&f, out);
    }
    vv_balls_free(f.v.b);
    vv_certified_period sure;
    if (out->period > 0 && vv_certified_period_find(c, q, F, out->low, out->high, &sure))
        out->bound = fabs(out->period - sure.period) + sure.error;
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    return rest || f0 > 0 ? VV_OK : VV_E_BEYOND;
}
