/* Radau IIA collocation: implicit, stiffly accurate, with order 17 at the ends of steps
 * [HairerWanner1996, IV.5, IV.8]. Stiff components see only the stage order, and so does the
 * interpolant, which tables and events read: the tolerance applies to its last coefficients. Steps
 * are therefore smaller than their ends would need, and a motion keeps nearly all its digits.
 *
 * The stage equations are solved with the Jacobian at every stage: where a stiff direction rotates
 * with the motion, a Jacobian at a single point is wrong by the stiffness times the square of the
 * rotation. */
#include <math.h>
#include <string.h>

#include "numeric/numeric.h"
#include "simulate/integrate/radau_table.h"
#include "simulate/integrate/stepper.h"
#include "simulate/integrate/stiffness.h"
#include "simulate/integrate/integrate_tolerances.h"

typedef struct radau {
    double *Z;         /* state of each stage - state                          (STAGES * n) */
    double *K;         /* derivatives of the stages, with the multipliers  (STAGES * width) */
    double *R;         /* residual of the stage equations; the correction of Z               */
    double *J;         /* Jacobians of the stages                          (STAGES * n * n) */
    double *b;         /* scratch: right-hand sides of the reduced system                    */
    double *W, *pivot; /* factors of 1 - h A J                                               */
    double *y, *moved; /* state of a stage; the last correction of each value           (n) */
    double *past;      /* state at the end of the step of the current interpolant       (n) */
    int width;
    int unknowns;  /* per stage: n, or the speeds where q' = w                                 */
    double span;   /* from span_of; 0: not yet known                                    */
    double next;   /* step size to try; 0: none yet                                         */
    double done;   /* size of the step of the current interpolant; 0: none                  */
    double pushed; /* vv_step_reaction_scale */
    bool astray;   /* the factors no longer give convergence                                */
} radau;

static bool open(vv_stepper *s) {
    vv_ctx *c = s->f->c;
    radau *o = s->memory = VV_NEW(c, radau);
    size_t n = (size_t)s->n, all = STAGES * n;
    if (!o || !vv_step_open_interpolant(s, true)) return false;
    o->width = s->n + s->f->m;
    o->Z = VV_ARRAY(c, double, all + 1);
    o->K = VV_ARRAY(c, double, STAGES *(size_t)o->width + 1);
    o->R = VV_ARRAY(c, double, all + 1);
    o->unknowns = vv_dynamics_rates_are_speeds(s->f) ? s->f->n : s->n;
    size_t unknowns = STAGES * (size_t)o->unknowns;
    o->J = VV_ARRAY(c, double, all *n + 1);
    o->W = VV_ARRAY(c, double, unknowns *unknowns + 1);
    o->pivot = VV_ARRAY(c, double, unknowns + 1);
    o->b = VV_ARRAY(c, double, 2 * unknowns + 1);
    o->y = VV_ARRAY(c, double, n + 1);
    o->moved = VV_ARRAY(c, double, n + 1);
    o->past = VV_ARRAY(c, double, n + 1);
    return vv_ctx_ok(c);
}

/* ---- the stage equations -------------------------------------------------------------------- */

static double *stage_of(const radau *o, int i) { return o->K + i * o->width; }
static double time_of(const vv_stepper *s, int i, double h) { return s->t + (s->t_low + C[i] * h); }

static const double *state_of(const vv_stepper *s, int stage) {
    radau *o = s->memory;
    for (int i = 0; i < s->n; i++) o->y[i] = s->x[i] + (s->x_low[i] + o->Z[stage * s->n + i]);
    return o->y;
}

/* The change of value i that one reaction alone would cause in a step of size h. */
static double push(const vv_stepper *s, int i, double h) {
    const radau *o = s->memory;
    return o->pushed * h * (i < s->f->nq ? h : 1);
}

/* With dry friction the Jacobian is by finite differences. */
static bool differences(vv_stepper *s, double t, double h, const double *at, double *J) {
    radau *o = s->memory;
    int n = s->n;
    double *there = s->there, *moved = s->here;
    for (int j = 0; j < n && vv_ctx_check_now(s->f->c); j++) {
        double by = VV_RADAU_DIFFERENCE *
                    fmax(fmax(fabs(o->y[j]), s->error_scale[j]), push(s, j, h)),
               was = o->y[j];
        o->y[j] += by;
        by = o->y[j] - was;
        memcpy(there, o->y, (size_t)n * sizeof *there);
        o->y[j] = was;
        if (!vv_rhs_evaluate(&s->rhs, t, there, moved)) return false;
        for (int i = 0; i < n; i++) J[i * n + j] = (moved[i] - at[i]) / by;
    }
    return vv_ctx_ok(s->f->c);
}

/* 1 - h A J of all stages; reduced to the speeds where q' = w: then Zq = h A Zw, and the
 * derivatives with respect to coordinates enter as h^2 A J A. */
static void fill(vv_stepper *s, double h) {
    radau *o = s->memory;
    int n = s->n, first = n - o->unknowns;
    size_t row = STAGES * (size_t)o->unknowns;
    for (int i = 0; i < STAGES * STAGES; i++) {
        int of = i / STAGES, by = i % STAGES;
        for (int r = 0; r < o->unknowns; r++) {
            double *to = o->W + ((size_t)(of * o->unknowns + r)) * row + by * o->unknowns;
            const double *J = o->J + (size_t)(by * n + first + r) * (size_t)n;
            for (int k = 0; k < o->unknowns; k++) to[k] = -h * A[of][by] * J[first + k];
            for (int j = 0; first && j < STAGES; j++) {
                const double *Jq = o->J + (size_t)(j * n + first + r) * (size_t)n;
                double a = h * h * A[of][j] * A[j][by];
                for (int k = 0; k < o->unknowns; k++) to[k] -= a * Jq[k];
            }
            if (of == by) to[r] += 1;
        }
    }
}

/* With hundreds of coordinates this takes seconds: the time limit and Ctrl-C are polled. */
static bool factor_all(vv_stepper *s) {
    radau *o = s->memory;
    const int n = STAGES * o->unknowns, some = 1 + (int)fmin(VV_RADAU_POLL_WORK / n / n, n);
    for (int k = 0; k < n; k += some)
        if (!vv_ctx_check_now(s->f->c) ||
            !vv_lu_factor_columns(n, k, k + some < n ? k + some : n, o->W, o->pivot))
            return false;
    return true;
}

static bool factor(vv_stepper *s, double h) {
    radau *o = s->memory;
    size_t square = (size_t)s->n * (size_t)s->n;
    for (int j = 0; j < STAGES; j++) {
        const double *y = state_of(s, j), t = time_of(s, j, h);
        double *J = o->J + (size_t)j * square;
        if (!vv_ctx_check_now(s->f->c) || !(s->f->coulomb ? differences(s, t, h, stage_of(o, j), J)
                                                          : vv_rhs_jacobian(&s->rhs, t, y, J)))
            return false;
    }
    fill(s, h);
    o->astray = false;
    return factor_all(s);
}

/* Σ_j A_ij b_j, where b has `width` values for each stage */
static double combine(int i, const double *b, int width) {
    return vv_dot_strided(STAGES, A[i], b, width);
}

/* The residual becomes the correction of all values. */
static void solve(vv_stepper *s, double h) {
    radau *o = s->memory;
    int n = s->n, m = o->unknowns, first = n - m;
    double *b = first ? o->b : o->R, *pull = o->b + STAGES * m;
    for (int i = 0; first && i < STAGES * m; i++) { /* the coordinates, through the Jacobian */
        const double *Jq = o->J + (size_t)(i / m * n + first + i % m) * (size_t)n;
        pull[i] = vv_dot(first, Jq, o->R + i / m * n);
    }
    for (int i = 0; first && i < STAGES * m; i++)
        b[i] = o->R[i / m * n + first + i % m] + h * combine(i / m, pull + i % m, m);
    vv_lu_solve(STAGES * m, o->W, o->pivot, b);
    for (int i = 0; first && i < STAGES * m; i++) {
        o->R[i / m * n + i % m] += h * combine(i / m, b + i % m, m);
        o->R[i / m * n + first + i % m] = b[i];
    }
}

/* R = h A K - Z */
static bool residuals(vv_stepper *s, double h) {
    radau *o = s->memory;
    int n = s->n;
    for (int i = 0; i < STAGES; i++)
        if (!vv_rhs_evaluate(&s->rhs, time_of(s, i, h), state_of(s, i), stage_of(o, i)))
            return false;
    for (int i = 0; i < STAGES; i++)
        for (int k = 0; k < n; k++)
            o->R[i * n + k] = h * combine(i, o->K + k, o->width) - o->Z[i * n + k];
    return true;
}

/* Error weight of value i over a step: relative to its scale, but for a speed not below what would
 * move its coordinate (or the smallest one, if it has none of its own) by rounding. With friction
 * smaller values count, since they give the direction of a slip; the floor is then the rounding of
 * cancelling forces. */
static double weight(const vv_stepper *s, int i, double h, double tolerance) {
    int nq = s->f->nq, own = s->f->n == nq;
    double least = tolerance * s->error_scale[i], moves = (double)INFINITY;
    if (s->f->coulomb) return fmax(least, VV_STEP_CANCELLED * push(s, i, h));
    if (i < nq) return least;
    for (int k = own ? i - nq : 0; k <= (own ? i - nq : nq - 1); k++)
        moves = fmin(moves, s->error_scale[k]);
    return fmax(least, VV_RADAU_ROUNDING * moves / h);
}

/* Newton's correction: its largest component, 1 at the tolerance; *fine: 1 at the least tolerance,
 * which is the scale of rounding whatever the tolerance. */
static double correct(vv_stepper *s, double h, double *fine) {
    radau *o = s->memory;
    const double least = fmin(s->tolerance, VV_RADAU_TOLERANCE);
    double most = 0;
    *fine = 0;
    solve(s, h);
    for (int k = 0; k < s->n; k++) {
        o->moved[k] = 0;
        for (int i = 0; i < STAGES; i++) {
            double by = o->R[i * s->n + k];
            o->Z[i * s->n + k] += by;
            o->moved[k] = fmax(o->moved[k], fabs(by));
            if (isnan(by)) return (double)INFINITY;
        }
        double part = o->moved[k] / weight(s, k, h, s->tolerance);
        if (part > most) most = part, s->limiting = k;
        *fine = fmax(*fine, o->moved[k] / weight(s, k, h, least));
    }
    return most;
}

/* Iterates until the corrections vanish or only rounding is left of them: then they no longer
 * decrease, even with a Jacobian at the last iterate. In a slow constrained motion rounding may be
 * large: only the projection controls its velocity across the constraints. */
static bool solve_stages(vv_stepper *s, double h) {
    enum { MOST = 12 };
    radau *o = s->memory;
    double before = 0, fine;
    o->astray = true;
    for (int k = 0; k < MOST; k++) {
        bool exact = o->astray && !s->f->coulomb;
        if (!residuals(s, h) || (o->astray && !factor(s, h))) return false;
        double now = correct(s, h, &fine), by = k ? now / before : 1;
        if (isinf(now)) return false;
        if (now * fmin(by, 1) <= VV_RADAU_CONVERGED) return true;
        if (k && by > 0.3 && fine < (exact ? VV_RADAU_STALLED_MOST : VV_RADAU_STALLED)) return true;
        if (k > 2 && by > 2) return false;
        o->astray = by > 0.1;
        before = now;
    }
    return false;
}

/* ---- a step --------------------------------------------------------------------------------- */

static double legendre(const vv_stepper *s, int degree, int i) {
    const radau *o = s->memory;
    return vv_dot_strided(STAGES, LEGENDRE[degree], o->Z + i, s->n);
}

/* The last coefficients, 1 at the tolerance. Two are used, since one may vanish by chance; rounding
 * left by the iteration is not counted. */
static double error_of(vv_stepper *s, double h) {
    const radau *o = s->memory;
    const double BEFORE = 0.03, NOISE = 4;
    double worst = 0;
    for (int i = 0; i < s->n; i++) {
        double last = fmax(fabs(legendre(s, STAGES, i)), BEFORE * fabs(legendre(s, STAGES - 1, i))),
               now = fabs(s->x[i] + o->Z[(STAGES - 1) * s->n + i]),
               most = fmax(weight(s, i, h, s->tolerance), s->tolerance * now),
               part = last / fmax(most, NOISE * o->moved[i]);
        if (part > worst) worst = part, s->limiting = i;
    }
    return worst;
}

static double attempt(vv_stepper *s, double h) {
    return solve_stages(s, h) ? error_of(s, h) : (double)INFINITY;
}

static void interpolate(vv_stepper *s, double h) {
    const radau *o = s->memory;
    for (int i = 0; i < s->n; i++) {
        double *c = s->interpolant.coefficients + i * VV_INTERPOLANT_COEFFICIENTS, power = 1, low;
        memset(c, 0, VV_INTERPOLANT_COEFFICIENTS * sizeof *c);
        for (int k = STAGES; k >= 0; k--) {
            double a = legendre(s, k, i);
            for (int m = 1; m <= k; m++) c[m] += a * POWERS[k][m];
        }
        for (int m = 1; m <= STAGES; m++) c[m] *= power /= h;
        vv_two_sum(s->x[i], o->Z[(STAGES - 1) * s->n + i], &s->interpolant.end[i], &low);
        vv_two_sum(s->interpolant.end[i], s->x_low[i] + low, &s->interpolant.end[i],
                   &s->interpolant.end_low[i]);
    }
}

/* Initial guess of the stages: extrapolates the interpolant of the last step, if this one starts at
 * its end and is not far longer. */
static void guess(vv_stepper *s, double h) {
    radau *o = s->memory;
    bool known = o->done > 0 && h <= VV_RADAU_GROWTH * o->done &&
                 !memcmp(o->past, s->x, (size_t)s->n * sizeof *s->x);
    for (int i = 0; i < s->n; i++) {
        const double *c = s->interpolant.coefficients + i * VV_INTERPOLANT_COEFFICIENTS;
        double from = 0;
        for (int j = -1; j < STAGES; j++) {
            double after = o->done + (j < 0 ? 0 : C[j] * h), sum = 0;
            for (int k = STAGES; known && k > 0; k--) sum = (sum + c[k]) * after;
            if (j < 0)
                from = sum;
            else
                o->Z[j * s->n + i] = sum - from;
        }
    }
}

/* The time span over which rates give a scale to values that vanish: limited by the decay time. */
static double span_of(vv_stepper *s, double limit) {
    double rate = s->f->coulomb ? 0 : vv_stiffness_rate(s);
    return rate > 0 ? fmin(limit, VV_RADAU_DECAYS / rate) : limit;
}

/* Rates at the start, which give a scale to values that vanish, and a first step size. */
static bool begin(vv_stepper *s, double limit) {
    radau *o = s->memory;
    double *rate = stage_of(o, 0), h = limit;
    if (!vv_rhs_evaluate(&s->rhs, s->t, s->x, rate)) return false;
    if (!(o->span > 0)) o->span = span_of(s, limit);
    vv_step_floor_error_scales(s, rate, fmin(o->span, limit));
    o->pushed = vv_step_reaction_scale(s, rate + s->n);
    if (o->next > 0) return true;
    for (int i = 0; i < s->n; i++)
        if (rate[i] != 0) h = fmin(h, VV_RADAU_FIRST_STEP * s->error_scale[i] / fabs(rate[i]));
    o->next = s->stats.last > VV_RADAU_FIRST_LEAST * h ? s->stats.last
                                                       : h; /* it may have been cut short */
    return true;
}

static vv_step_fault expand(vv_stepper *s, double limit) {
    radau *o = s->memory;
    if (vv_step_needs_series(s, limit)) return vv_step_by_series(s);
    s->interpolant.degree = STAGES;
    vv_step_fault fault = vv_step_begin(s);
    if (fault != VV_STEP_OK) return fault;
    if (!begin(s, limit)) return vv_step_report_nan(s, stage_of(o, 0));
    double h = o->next, most = VV_RADAU_GROWTH, proposed = h;
    for (;;) {
        if (h > limit && limit > 0) h = limit;
        if (!(h > VV_STEP_LEAST * fabs(s->t)) || !(h > VV_STEP_UNDERFLOW))
            return VV_STEP_SIZE_TOO_SMALL;
        guess(s, h);
        double error = attempt(s, h);
        if (!vv_ctx_ok(s->f->c)) return VV_STEP_SIZE_TOO_SMALL; /* interrupted: nothing computed */
        double by = error > 0 ? 0.9 * pow(error, -1.0 / STAGES) : most;
        o->next = isinf(error) ? h / 4 : vv_step_propose_size(s, h, fmax(0.2, by), most, proposed);
        if (error <= 1) break;
        h = o->next;
        most = 1, proposed = 0; /* after a rejection */
    }
    interpolate(s, h);
    s->h = o->done = h;
    vv_step_project_end(s);
    memcpy(o->past, s->interpolant.end, (size_t)s->n * sizeof *s->x);
    return VV_STEP_OK;
}

static void serialize(vv_stepper *s, vv_serializer *k) {
    radau *o = s->memory;
    VV_SERIALIZE(k, o->span);
    VV_SERIALIZE(k, o->next);
    VV_SERIALIZE(k, o->done);
    VV_SERIALIZE_ARRAY(k, o->past, s->n);
    VV_SERIALIZE_ARRAY(k, s->interpolant.coefficients, s->n * VV_INTERPOLANT_COEFFICIENTS);
}

const vv_integrator vv_integrator_radau = {
    .name = "radau",
    .title = "Radau IIA collocation of order 17, for stiff motions",
    .tolerance = VV_RADAU_TOLERANCE,
    .constrained = VV_RADAU_TOLERANCE,
    .least = {1e-16, 1e-16},
    .role = VV_INTEGRATOR_STIFF,
    .high_order = true,
    .stiff = true,
    .friction = true,
    .cross_check = {"cvode", "taylor"},
    .projects = true,
    .repeats = true,
    .open = open,
    .expand = expand,
    .interpolate = vv_step_interpolant_at,
    .advance = vv_step_interpolant_advance,
    .serialize = serialize,
};
