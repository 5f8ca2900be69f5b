#include "simulate/integrate/taylor.h"
#include "simulate/integrate/integrate_tolerances.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "platform/simd_vector4.h"
#include "evaluate/tape/tape.h"
#include "platform/simd_targets.h"
#include "evaluate/jit/jit.h"
#include "simulate/integrate/switching.h"
#include "numeric/numeric.h"
#include "platform/platform.h"

/* The step size is proportional to tolerance^(1/p). If the cost of a step grows as p, as for a
 * small system (each order has to wait for the previous one), p = - log(tolerance) is optimal; if
 * as p^2, half of that [JorbaZou2005]. With multipliers, the matrix, its factors and the projection
 * cost as much as half a dozen orders: if the cost grows as p + c, p^2 = - log(tolerance) (p + c)
 * is optimal. Beyond order 27 or 28, terms larger than the values cancel within a step: rounding
 * grows with them, and with multipliers so does what the projection removes. This is acceptable if
 * the last digits are not needed. The truncation error of an even order is odd in time: in a
 * reversible motion it affects the phase, not the energy, so that errors grow linearly with time
 * and not quadratically. */
int vv_taylor_order(double tolerance, bool multipliers, bool often) {
    enum { LEAST = 8, MOST = 32, EXACT = 27, BOUND = 28 };
    const double BESIDE = multipliers && often ? 6 : 0;
    double digits = -log(tolerance), best = (digits + sqrt(digits * (digits + 4 * BESIDE))) / 2,
           p = 2 * round(best / 2);
    int most = tolerance >= VV_TAYLOR_ROUNDED ? MOST : multipliers ? BOUND : EXACT;
    return p < LEAST ? LEAST : p > most ? most : (int)p;
}

/* ---- a step --------------------------------------------------------------------------------- */

/* Four values at once. */
enum { FOUR = 4 };
#define L 4
#define NAME(x) x##_of_four
#define TARGET
#include "platform/simd_lane_types.h"
#include "simulate/integrate/last_terms.h"
#undef L
#undef NAME
#undef vector
#undef mask
#undef whole
#define L 1
#define NAME(x) x##_1
#include "platform/simd_lane_types.h"
#include "simulate/integrate/rough_logarithm.h"
#undef L
#undef NAME
#undef TARGET
#undef vector
#undef mask
#undef whole

/* Lower bound of the scale of a value. */
INLINE double least_size(const vv_stepper *s, int i) {
    const vv_dynamics *f = s->f;
    if (i >= f->nq) return s->speed_floor[i - f->nq];
    return f->multipliers ? s->speed_floor[i] * s->stats.last : 0;
}

/* Sizes of the values, and the largest of the last two terms by tolerance and size. */
INLINE void weigh(vv_stepper *s, vv_taylor_last_terms *out) {
    int p = s->f->order, last = s->n - 1;
    vv_double4 most[2] = {{0}, {0}}, of[2] = {{0}, {0}};
    double h = !s->stats.steps ? 0
               : isinf(s->h)   ? s->stats.last
                               : s->h; /* series that terminate: unlimited */
    const vv_double4 before = {h, h, h, h};
    for (int i = 0; i <= last; i += FOUR) { /* repeats the last one to fill a vector */
        int j = i + 1 < last ? i + 1 : last, k = i + 2 < last ? i + 2 : last,
            l = i + 3 < last ? i + 3 : last;
        const double *a = vv_dynamics_coefficients(s->f, i), *b = vv_dynamics_coefficients(s->f, j),
                     *c = vv_dynamics_coefficients(s->f, k), *d = vv_dynamics_coefficients(s->f, l);
        vv_double4 zero = {a[0], b[0], c[0], d[0]}, first = {a[1], b[1], c[1], d[1]},
                   least = {least_size(s, i), least_size(s, j), least_size(s, k), least_size(s, l)},
                   size = {s->error_scale[i], s->error_scale[j], s->error_scale[k],
                           s->error_scale[l]},
                   number = {i, j, k, l}, by;
        measure_value_of_four(&zero, &first, &before, &least, s->tolerance, &size, &by);
        s->error_scale[l] = size[3], s->error_scale[k] = size[2], s->error_scale[j] = size[1],
        s->error_scale[i] = size[0];
        for (int term = 0; term < 2; term++) {
            int at = p - 1 + term;
            vv_double4 own = {a[at], b[at], c[at], d[at]};
            compare_term_of_four(&own, &by, &number, &most[term], &of[term]);
        }
    }
    *out = (vv_taylor_last_terms){{0}, {0}};
    for (int i = 0; i < FOUR; i++)
        for (int k = 0; k < 2; k++) {
            bool more = most[k][i] > out->most[k];
            out->of[k] = more ? (int)of[k][i] : out->of[k];
            out->most[k] = more ? most[k][i] : out->most[k];
        }
}
AVX2_FMA static void weigh_wide(vv_stepper *s, vv_taylor_last_terms *out) { weigh(s, out); }

static vv_taylor_last_terms find_terms(vv_stepper *s) {
    vv_taylor_last_terms t;
    if (vv_cpu_has_avx2)
        weigh_wide(s, &t);
    else
        weigh(s, &t);
    return t;
}

static double rough_log2(double x) {
    int64_t plain = 1;
    double y = rough_log2_1(x, &plain);
    return plain ? y : log2(x);
}

static double rough_exp2(double x) {
    int64_t plain = 1;
    if (!(x > -1000 && x < 1000)) return exp2(x); /* what is not in the range of int */
    return rough_exp2_1(x, &plain);
}

/* The step at which the last two terms are the tolerance of each value's size; lengths of
 * taylor_batch_lanes.h for lanes in which both are plain. */
void vv_taylor_choose_step_size(vv_stepper *s, const vv_taylor_last_terms *t) {
    int p = s->f->order;
    double slowest = -(double)INFINITY;
    /* (e/a)^(1/k) decreases with a/e: one root for each of the two terms */
    for (int k = 0; k < 2; k++) {
        double by = 1.0 / (p - 1 + k); /* first, while the terms are being computed */
        double here = t->most[k] > 0 ? rough_log2(t->most[k]) * by : -(double)INFINITY;
        if (here > slowest) slowest = here, s->limiting = t->of[k];
    }
    s->h = rough_exp2(-slowest - 1 / (double)(p - 1)); /* half the permitted size of each term */
}

/* Branches have no closed jets and no lanes: the coefficients stand one behind the other. */
static const double *decider(const vv_dynamics_jet *in, int i) {
    return in->work + (size_t)in->jet->change[i] * (size_t)in->jet->stride;
}

/* A switching function this small has any sign: max(1, x^2 + 0.999) where they differ by little. */
static double doubt_of(const vv_dynamics_jet *in, int i) {
    return VV_SWITCHING_DOUBT * vv_jet_rounding(in->jet, in->work, in->jet->change[i]);
}

/* A terminating series, as of uniform motion, does not show how far the series of other functions
 * converge: limit the step to a time of 1, and to their convergence. */
static void stop_at_branch(vv_stepper *s) {
    vv_dynamics_jet in[VV_DYNAMICS_JETS];
    int p = s->f->order - 1, n = vv_dynamics_list_jets(s->f, in);
    if (!vv_dynamics_switches(s->f)) return;
    double h = isinf(s->h) ? 1 : s->h, to;
    for (int k = 0; k < n; k++)
        for (int i = 0; i < in[k].jet->nswitches; i++)
            h = vv_switching_convergent_length(p, decider(&in[k], i), h);
    s->h = to = h;
    for (int k = 0; k < n; k++)
        for (int i = 0; i < in[k].jet->nswitches; i++) {
            const double *c = decider(&in[k], i);
            to = fmin(to, vv_switching_first_sign_change(p, c, to, 0, doubt_of(&in[k], i)));
            if (!vv_switching_on_boundary(c)) continue;
            to = fmin(to, VV_SWITCHING_OVERSHOOT * h);
            vv_velocity_jump_watch(s, 0);
        }
    if (to < h) vv_velocity_jump_watch(s, to);
    s->h = to < h ? vv_switching_step_past(s, to, h) : h;
    s->past_switch = to < h ? s->h - to : 0;
    vv_switching_count(s, to < h, h);
}

/* How far the arguments of one jet let a step go, at most `to`; *any: some are large. */
static double narrow_by_wide(const vv_dynamics_jet *in, int p, double to, bool *any) {
    double c[VV_ROOT_ISOLATION_DEGREE + 1];
    for (int i = 0; i < in->jet->nwide; i++) {
        const vv_jet_saturation *w = &in->jet->wide[i];
        const double *from =
            in->work + (size_t)w->argument * (size_t)(in->jet->stride * in->stride);
        if (!vv_switching_is_wide(w, from[0])) continue;
        for (int k = 0; k <= p; k++) c[k] = from[k * in->stride];
        *any = true;
        to = vv_switching_convergent_length(p, c, to);
        to = fmin(to, vv_switching_wide_limit(w, p, c, to));
    }
    return to;
}

static void stop_at_wide(vv_stepper *s) {
    vv_dynamics_jet in[VV_DYNAMICS_JETS];
    int n = vv_dynamics_list_jets(s->f, in);
    double h = isinf(s->h) ? 1 : s->h, to = h;
    bool any = false;
    for (int k = 0; k < n; k++) to = narrow_by_wide(&in[k], s->f->order - 1, to, &any);
    if (any) s->h = to < h ? vv_switching_step_past(s, to, h) : h;
}

/* A motion whose series terminates is merely long. */
bool vv_taylor_underflows(const vv_stepper *s, double left) {
    const vv_dynamics *f = s->f;
    if (!(s->h > VV_TAYLOR_LONG && left > VV_TAYLOR_LONG)) return false;
    for (int i = 0; i < s->n; i++) {
        const double *c = vv_dynamics_coefficients(f, i);
        int k = f->order;
        while (k > 1 && c[k * f->taylor.stride] == 0) k--;
        if (k > 1 && (2 * k > f->order || fabs(c[k * f->taylor.stride]) < VV_TAYLOR_FADED))
            return true;
    }
    return false;
}

/* Is the motion so fast that the coefficients of order k overflow, and did they from the start? If
 * they only come to overflow, a singularity is near. */
static bool overflows(const vv_stepper *s, int k) {
    const vv_dynamics *f = s->f;
    double first = 0, last = 0;
    if (k < 2) return false;
    for (int i = 0; i < s->n; i++) {
        const double *c = vv_dynamics_coefficients(f, i);
        first = fmax(first, fmax(fabs(c[0]), fabs(c[f->taylor.stride])));
        last = fmax(last, fmax(fabs(c[(k - 1) * f->taylor.stride]), fabs(c[k * f->taylor.stride])));
    }
    return last > VV_TAYLOR_HUGE && first > 0 &&
           pow(first / last, 1.0 / k) > VV_TAYLOR_SHORTER * s->stats.most;
}

vv_step_fault vv_taylor_limit_step(vv_stepper *s) {
    /* The constraints of negligible rows are not enforced: step no farther than the other side. */
    if (s->singularity.deficient)
        s->h = s->stats.last > 0 ? fmin(s->h, 16 * s->stats.last) : VV_TAYLOR_DEFICIENT * s->h;
    /* The step of the series: two branches may switch in quick succession. */
    bool collapsed = !(s->h > VV_STEP_LEAST * fabs(s->t)) || !(s->h > VV_STEP_UNDERFLOW);
    if (collapsed && overflows(s, s->f->order)) return VV_STEP_RANGE;
    stop_at_wide(s);
    stop_at_branch(s);
    if (vv_switching_is_chattering(s, collapsed)) return VV_STEP_CHATTERING;
    return collapsed ? VV_STEP_SIZE_TOO_SMALL : VV_STEP_OK;
}

/* The largest term of orders `from` to `to` at time h. */
static double largest_term(int from, int to, const double *c, double h) {
    double most = 0, power = pow(h, from);
    for (int k = from; k <= to; k++, power *= h)
        if (c[k] != 0) most = fmax(most, fabs(c[k]) * power);
    return most;
}

/* Do the coefficients look like those of a pole at a real time, 1/(a - t)? Forces grow like this
 * towards a configuration with dependent constraints, through which the motion itself passes. */
static bool has_real_pole(int n, const double *c) {
    enum { LAST = 8 };
    const double STEADY = 1.15;
    double least = (double)INFINITY, most = 0, sign = c[n] * c[n - 1];
    for (int k = n - LAST; k < n; k++) {
        double by = fabs(c[k + 1] / c[k]);
        if (!(c[k + 1] * c[k] * sign > 0)) return false;
        least = fmin(least, by), most = fmax(most, by);
    }
    return most < STEADY * least;
}

/* Does every speed have a constraint or servo of its own, or some speed a servo? */
static bool is_prescribed(const vv_dynamics *f) {
    return f->m && (f->s->servo.r || f->m >= f->n) && !f->coulomb;
}

/* A prescribed motion may be a polynomial of low degree while the forces behind it are not: where
 * their series do not decrease, they limit the step. */
static void stop_at_forces(vv_stepper *s, double limit) {
    enum { LAST = 8 };
    const vv_dynamics *f = s->f;
    int n = f->order - 1, first = s->n + f->n;
    double h = fmin(s->h, limit), most = 0, c[VV_ROOT_ISOLATION_DEGREE + 1];
    if (!is_prescribed(f) || s->singularity.deficient || isinf(h)) return;
    for (int i = first; i < first + f->m; i++) {
        vv_dynamics_copy_coefficients(f, i, n + 1, c);
        most = fmax(most, largest_term(0, n / 2, c, h));
    }
    for (int i = first; i < first + f->m; i++) {
        vv_dynamics_copy_coefficients(f, i, n + 1, c);
        double size = fmax(largest_term(0, n / 2, c, h), VV_TAYLOR_NOISE * most);
        if (!(largest_term(n - LAST + 1, n, c, h) > VV_TAYLOR_FALLEN * size) || has_real_pole(n, c))
            continue;
        double to = vv_series_step_limit(n, c, h);
        if (to > 0 && to < h) s->h = h = to;
    }
}

/* If the motion ends within the step, nothing beyond is needed. */
static vv_step_fault expand(vv_stepper *s, double limit) {
    s->summed = false;
    vv_dynamics_fault fault = vv_step_project(s);
    if (fault == VV_DYNAMICS_OK) fault = vv_dynamics_expand_series(s->f, s->x, s->t);
    if (fault == VV_DYNAMICS_NAN && overflows(s, s->f->nan_order)) return VV_STEP_RANGE;
    if (fault != VV_DYNAMICS_OK) return vv_step_fault_of(s, fault);
    vv_taylor_last_terms terms = find_terms(s);
    vv_taylor_choose_step_size(s, &terms);
    stop_at_forces(s, limit);
    vv_step_fault chosen = vv_taylor_limit_step(s);
    if (chosen == VV_STEP_OK && s->h < limit) vv_step_cross_singularity(s);
    return chosen;
}

vv_step_fault vv_taylor_expand(vv_stepper *s) { return expand(s, (double)INFINITY); }

/* c_1 .. c_4; the next stands d behind. */
INLINE void load_four(const double *c, int d, vv_double4 *out) {
    *out = d == 1 ? *(const vv_double4 *)(c + 1) : (vv_double4){c[d], c[2 * d], c[3 * d], c[4 * d]};
}

/* sum of c_k x^(k-1), k = 1 .. last, every fourth power apart, so that none waits for the others;
 * c_0 stands at c. The sums of taylor_batch_lanes.h have the same order, one motion to a lane
 * instead of one sum; t_taylor_batch compares their bits. */
INLINE double sum_quarters(const double *c, int d, int last, double x) {
    const mask_of_four COUNT = {0, 1, 2, 3};
    double square = x * x, fourth = square * square;
    int k = last & ~3;
    vv_double4 s, next;
    load_four(c + k * d, d, &s);
    s = (vv_double4)((mask_of_four)s &
                     (COUNT < last - k)); /* of the highest powers there are not vv_double4 */
    for (c += (k - 4) * d; k > 0; k -= 4, c -= 4 * d) {
        load_four(c, d, &next);
        s = s * fourth + next;
    }
    return (s[0] + x * s[1]) + square * (s[2] + x * s[3]);
}

/* For value i of q, w, w', multipliers: (its series at time x - its coefficients 0 and 1) / x^2. */
INLINE double sum_of(const vv_stepper *s, int i, double x) {
    const vv_dynamics *f = s->f;
    const double *c = vv_dynamics_coefficients(f, i) + f->taylor.stride;
    int last = f->order - 1 - (i >= s->n);
    if (s->summed && x == s->h) return s->ahead[i];
    return f->taylor.stride == 1 ? sum_quarters(c, 1, last, x)
                                 : sum_quarters(c, f->taylor.stride, last, x);
}

INLINE void at(const vv_stepper *s, double after, double *in) {
    const vv_dynamics *f = s->f;
    int i = 0;
    for (; i < s->n + f->n + f->m; i++) {
        const double *c = vv_dynamics_coefficients(f, i);
        double by = after * (c[f->taylor.stride] + after * sum_of(s, i, after));
        in[i] = i < s->n ? s->x[i] + (s->x_low[i] + by) : *c + by;
    }
    in[i] = s->t + (s->t_low + after);
}
AVX2_FMA static void at_wide(const vv_stepper *s, double after, double *in) { at(s, after, in); }

void vv_taylor_at(const vv_stepper *s, double after, double *in) {
    if (vv_cpu_has_avx2)
        at_wide(s, after, in);
    else
        at(s, after, in);
}

VV_TAYLOR_COMPENSATED_ADD(double, add_double, move_double)
VV_TAYLOR_COMPENSATED_ADD(vv_double4, add_four, move_four)

/* The largest term, that of the rate, without rounding: it matters in long motions. */
typedef struct terms {
    double first, rounding, rest;
} terms;

INLINE terms terms_of(const vv_stepper *s, int i, double dt) {
    double rate = vv_dynamics_coefficients(s->f, i)[s->f->taylor.stride], first = dt * rate;
    return (terms){first, fma(dt, rate, -first), dt * dt * sum_of(s, i, dt)};
}

INLINE void advance(vv_stepper *s, double dt) {
    int i = 0;
    for (; i + 4 <= s->n; i += 4) {
        terms a = terms_of(s, i, dt), b = terms_of(s, i + 1, dt), c = terms_of(s, i + 2, dt),
              d = terms_of(s, i + 3, dt);
        vv_double4 first = {a.first, b.first, c.first, d.first},
                   rounding = {a.rounding, b.rounding, c.rounding, d.rounding},
                   rest = {a.rest, b.rest, c.rest, d.rest};
        move_four((vv_double4 *)(s->x + i), (vv_double4 *)(s->x_low + i), &first, &rounding, &rest);
    }
    for (; i < s->n; i++) {
        terms a = terms_of(s, i, dt);
        move_double(s->x + i, s->x_low + i, &a.first, &a.rounding, &a.rest);
    }
}
AVX2_FMA static void advance_wide(vv_stepper *s, double dt) { advance(s, dt); }

/* With the sums found by the batch. */
static void advance_whole(vv_stepper *s) {
    const double *end = s->ahead + s->n + s->f->n;
    for (int i = 0; i < s->n; i++) s->x[i] = end[i], s->x_low[i] = end[s->n + i];
}

void vv_taylor_advance(vv_stepper *s, double dt) {
    if (s->summed && dt == s->h)
        advance_whole(s);
    else if (vv_cpu_has_avx2)
        advance_wide(s, dt);
    else
        advance(s, dt);
    vv_step_count(s, dt);
}

/* Below rounding, so that only rounding accumulates, and so far below that steps are a sixth
 * smaller than at 3e-18: terms that cancel in a step are then smaller (a chain of ten after 10 s:
 * median error 5e-14 instead of 9e-14). With constraints a tolerance that low would resolve noise
 * where rows become negligible and rounding is large. */
const vv_integrator vv_integrator_taylor = {
    .name = "taylor",
    .title = "Taylor series, to the last digits of double precision",
    .tolerance = 4e-20,
    .constrained = VV_TAYLOR_TOLERANCE_CONSTRAINED,
    .role = VV_INTEGRATOR_DEFAULT,
    .series = true,
    .high_order = true,
    .batch = true,
    .friction = true,
    .lyapunov = true,
    .cross_check = {"rk8"},
    .expand = expand,
    .interpolate = vv_taylor_at,
    .advance = vv_taylor_advance,
};

bool vv_taylor_new(vv_dynamics *f, double tolerance, vv_stepper *out) {
    return vv_stepper_new(f, &vv_integrator_taylor, tolerance, out);
}
