#include "analysis/solve/certified_period.h"
#include "analysis/solve/solve_tolerances.h"

#include <float.h>
#include <math.h>

#include "analysis/solve/complex_parts.h"
#include "prove/prove.h"

enum { BITS = 256, MOST_NODES = 4096, MOST_CELLS = 3000, HALVINGS = 7 };
enum { ROUGH_BITS = 64 }; /* for the strip, where a rough bound suffices */
enum { ROOT_RE, ROOT_IM, SLOPE_RE, SLOPE_IM, ROOTS };
enum { A, B, CENTRE, HALF, X, Y, T, U, DX, DY, GX, GY, SUM, SLOTS };

typedef struct strip {
    vv_ctx *c;
    vv_enclosure v; /* F and F', real and imaginary parts, at x + i y */
    int x, y;       /* their slots */
    int cells;
    double finest; /* side of a cell that is not bisected further */
    double least;  /* lower bound of Re g over the cells so far */
} strip;

static int own(const strip *s, int k) { return s->v.scratch + k; }
static int root(const strip *s, int k) { return s->v.root[k]; }

static bool prepare(strip *s, vv_expr q, vv_expr F) {
    vv_ctx *c = s->c;
    vv_expr x = vv_symbol_new(c, "x", VV_SYM_OTHER), y = vv_symbol_new(c, "y", VV_SYM_OTHER);
    vv_expr both[2] = {F, vv_diff(c, F, q)}, part[ROOTS], known[2] = {x, y};
    if (!vv_complex_parts(c, q, x, y, 2, both, part)) return false;
    if (!vv_enclosure_make(c, ROOTS, part, SLOTS, BITS, &s->v)) return false;
    s->x = vv_enclosure_slot(&s->v, x);
    s->y = vv_enclosure_slot(&s->v, y);
    return s->x >= 0 && s->y >= 0 && vv_is_poison(vv_enclosure_unbound(&s->v, 2, known));
}

static void run_real(strip *s, int from) {
    vv_ball_copy(s->v.b, s->x, from);
    vv_ball_set_rat(s->v.b, s->y, vv_rat_int(0));
    vv_enclosure_run(&s->v);
}

/* A ball about a zero near x0, by Newton's method; the interval Newton test m - F(m)/F'(ball)
 * inside the ball proves that it contains exactly one. */
static bool enclose_zero(strip *s, double x0, int out) {
    vv_balls *b = s->v.b;
    double radius = VV_PERIOD_ZERO_RADIUS * fmax(1, fabs(x0)), low, high;
    int t = own(s, T);
    vv_ball_set_interval(b, out, x0, x0);
    for (int i = 0; i < 6; i++) {
        run_real(s, out);
        vv_ball_div(b, t, root(s, ROOT_RE), root(s, SLOPE_RE));
        vv_ball_sub(b, out, out, t);
        vv_ball_midpoint(b, out, out);
    }
    run_real(s, out);
    vv_ball_copy(b, t, root(s, ROOT_RE));
    vv_ball_widen(b, out, radius);
    run_real(s, out);
    vv_ball_div(b, t, t, root(s, SLOPE_RE));
    vv_ball_bounds(b, t, &low, &high);
    double moved = vv_ball_midpoint_double(b, out) - x0;
    return low > -radius && high < radius && fabs(moved) < VV_PERIOD_SAME_ZERO * fmax(1, fabs(x0));
}

static void place(strip *s) {
    vv_balls *b = s->v.b;
    vv_rat half = vv_rat_make(s->c, 1, 2);
    vv_ball_add(b, own(s, CENTRE), own(s, A), own(s, B));
    vv_ball_sub(b, own(s, HALF), own(s, B), own(s, A));
    vv_ball_mul_rat(b, own(s, CENTRE), own(s, CENTRE), half);
    vv_ball_mul_rat(b, own(s, HALF), own(s, HALF), half);
}

/* ---- the strip ------------------------------------------------------------------------------ */

/* Re((n1 + i n2)/(d1 + i d2)) with the denominator in DX, DY; its lower bound. */
static double real_part(strip *s, int n1, int n2) {
    vv_balls *b = s->v.b;
    int t = own(s, T), u = own(s, U), dx = own(s, DX), dy = own(s, DY);
    double low, high;
    vv_ball_mul(b, t, n1, dx);
    vv_ball_mul(b, u, n2, dy);
    vv_ball_add(b, t, t, u);
    vv_ball_pow_int(b, u, dx, 2);
    vv_ball_copy(b, own(s, GX), u);
    vv_ball_pow_int(b, u, dy, 2);
    vv_ball_add(b, u, u, own(s, GX));
    vv_ball_div(b, t, t, u);
    vv_ball_bounds(b, t, &low, &high);
    return isfinite(high) ? low : -HUGE_VAL;
}

static bool is_finite(const strip *s) {
    bool finite = true;
    for (int i = 0; i < ROOTS; i++) finite &= vv_ball_is_finite(s->v.b, root(s, i));
    return finite;
}

/* g = F/((q - a)(b - q)) in the cell of q in X, Y. */
static double away_from_ends(strip *s) {
    vv_balls *b = s->v.b;
    int t = own(s, T), u = own(s, U), x = own(s, X), y = own(s, Y);
    vv_ball_copy(b, s->x, x);
    vv_ball_copy(b, s->y, y);
    vv_enclosure_run(&s->v);
    if (!is_finite(s)) return -HUGE_VAL;
    vv_ball_sub(b, t, x, own(s, A));
    vv_ball_sub(b, u, own(s, B), x);
    vv_ball_mul(b, own(s, DX), t, u); /* (t + i y)(u - i y) */
    vv_ball_pow_int(b, own(s, GX), y, 2);
    vv_ball_add(b, own(s, DX), own(s, DX), own(s, GX));
    vv_ball_sub(b, u, u, t);
    vv_ball_mul(b, own(s, DY), u, y);
    return real_part(s, root(s, ROOT_RE), root(s, ROOT_IM));
}

/* The same near an endpoint e, where F = F - F(e) is q - e times a mean of F' over the segment
 * between them: g is that mean over b - q, or over a - q. */
static double at_end(strip *s, int end, int other) {
    vv_balls *b = s->v.b;
    vv_ball_set_rat(b, own(s, T), vv_rat_int(0));
    vv_ball_union(b, s->x, own(s, X), own(s, end));
    vv_ball_union(b, s->y, own(s, Y), own(s, T));
    vv_enclosure_run(&s->v);
    if (!is_finite(s)) return -HUGE_VAL;
    vv_ball_sub(b, own(s, DX), own(s, other), own(s, X));
    vv_ball_neg(b, own(s, DY), own(s, Y));
    return real_part(s, root(s, SLOPE_RE), root(s, SLOPE_IM));
}

/* q = centre + half cos(u + i v). */
static double least_in(strip *s, const double u[2], const double v[2]) {
    vv_balls *b = s->v.b;
    int x = own(s, X), y = own(s, Y), t = own(s, T);
    vv_ball_set_interval(b, own(s, GX), u[0], u[1]);
    vv_ball_set_interval(b, own(s, GY), v[0], v[1]);
    vv_ball_apply(b, VV_BALL_COS, x, own(s, GX));
    vv_ball_apply(b, VV_BALL_COSH, t, own(s, GY));
    vv_ball_mul(b, x, x, t);
    vv_ball_mul(b, x, x, own(s, HALF));
    vv_ball_add(b, x, x, own(s, CENTRE));
    vv_ball_apply(b, VV_BALL_SIN, y, own(s, GX));
    vv_ball_apply(b, VV_BALL_SINH, t, own(s, GY));
    vv_ball_mul(b, y, y, t);
    vv_ball_mul(b, y, y, own(s, HALF));
    vv_ball_neg(b, y, y);
    double best = away_from_ends(s);
    if (!(best > 0)) best = at_end(s, A, B);
    if (!(best > 0)) best = at_end(s, B, A);
    return best;
}

/* Is Re g > 0 in the whole cell? Bisected along its longer side while the balls are
 * inconclusive. */
static bool cover(strip *s, const double u[2], const double v[2]) {
    if (++s->cells > MOST_CELLS || !vv_ctx_tick(s->c)) return false;
    double low = least_in(s, u, v);
    if (low > 0) {
        s->least = fmin(s->least, low);
        return true;
    }
    bool along = u[1] - u[0] > v[1] - v[0];
    if (fmax(u[1] - u[0], v[1] - v[0]) < s->finest) return false;
    double um = 0.5 * (u[0] + u[1]), vm = 0.5 * (v[0] + v[1]);
    double first[2] = {along ? u[0] : v[0], along ? um : vm},
           second[2] = {along ? um : vm, along ? u[1] : v[1]};
    return along ? cover(s, first, v) && cover(s, second, v)
                 : cover(s, u, first) && cover(s, u, second);
}

/* The widest strip tried in which f is analytic, and the bound of |f| in it; 0: none. The upper
 * half suffices, since f is real on the real axis. */
static double width_of(strip *s, double *bound) {
    double r = 4;
    const double u[2] = {0, 3.2};
    bool covered = false;
    vv_balls_set_bits(s->v.b, ROUGH_BITS);
    for (int k = 0; k < HALVINGS && !covered; k++) {
        r /= 2;
        const double v[2] = {0, r};
        s->cells = 0;
        s->finest = r / 256;
        s->least = HUGE_VAL;
        covered = cover(s, u, v);
    }
    vv_balls_set_bits(s->v.b, BITS);
    *bound = (1 + 4 * DBL_EPSILON) / sqrt(s->least);
    return covered ? r : 0;
}

/* ---- the sum -------------------------------------------------------------------------------- */

/* Into SUM: 2 pi/n times the sum of f over n points. */
static void sum(strip *s, int n) {
    vv_balls *b = s->v.b;
    int t = own(s, T), q = own(s, X), total = own(s, SUM);
    vv_ball_set_rat(b, total, vv_rat_int(0));
    for (int i = 0; i < n && vv_ctx_tick(s->c); i++) {
        vv_ball_set_pi(b, t);
        vv_ball_mul_rat(b, t, t, vv_rat_make(s->c, 2 * i + 1, 2 * n));
        vv_ball_apply(b, VV_BALL_COS, q, t);
        vv_ball_mul(b, q, q, own(s, HALF));
        vv_ball_add(b, q, q, own(s, CENTRE));
        run_real(s, q);
        vv_ball_sub(b, t, q, own(s, A));
        vv_ball_sub(b, q, own(s, B), q);
        vv_ball_mul(b, t, t, q);
        vv_ball_div(b, t, t, root(s, ROOT_RE));
        vv_ball_apply(b, VV_BALL_SQRT, t, t);
        vv_ball_add(b, total, total, t);
    }
    vv_ball_set_pi(b, t);
    vv_ball_mul(b, total, total, t);
    vv_ball_mul_rat(b, total, total, vv_rat_make(s->c, 2, n));
}

/* The first number of points whose error bound is below double precision. */
static bool integrate(strip *s, vv_certified_period *out) {
    const double FOUR_PI = 12.6, UP = 1 + VV_PERIOD_ROUND_UP; /* rounded up */
    double bound = 0, r = width_of(s, &bound), error = HUGE_VAL;
    int n = 8;
    if (!(r > 0)) return false;
    for (; n <= MOST_NODES; n *= 2) { /* 2 * 2 pi M/(exp(2 r n) - 1) */
        error = FOUR_PI * bound / expm1(2 * r * n) * UP;
        if (error < VV_PERIOD_ERROR * bound) break;
    }
    if (n > MOST_NODES) n = MOST_NODES;
    sum(s, n);
    int total = own(s, SUM);
    if (!vv_ctx_ok(s->c) || !vv_ball_is_finite(s->v.b, total)) return false;
    out->period = vv_ball_midpoint_double(s->v.b, total);
    out->error = (error + vv_ball_radius(s->v.b, total) + DBL_EPSILON * fabs(out->period)) *
                 (1 + 4 * DBL_EPSILON);
    out->nodes = n;
    return out->period > 0 && out->error < out->period;
}

bool vv_certified_period_find(vv_ctx *c, vv_expr q, vv_expr F, double a, double b,
                              vv_certified_period *out) {
    strip s = {.c = c};
    bool found = a < b && prepare(&s, q, F) && enclose_zero(&s, a, own(&s, A)) &&
                 enclose_zero(&s, b, own(&s, B));
    if (found) place(&s);
    found = found && integrate(&s, out);
    vv_balls_free(s.v.b);
    if (vv_ctx_status(c) == VV_E_MODEL) { /* a divisor vanishes: nothing is proved */
        vv_ctx_clear_failure(c);
        return false;
    }
    return found && vv_ctx_ok(c);
}
