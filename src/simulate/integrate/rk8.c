/* Explicit Runge-Kutta method of order 8 on the JIT-compiled right-hand side, with dense output of
 * order 7 and step-size control by the estimated error: DOP853 [HairerNorsettWanner1993, II.10].
 * The state is updated by compensated summation. */
#include <math.h>
#include <string.h>

#include "numeric/numeric.h"
#include "simulate/integrate/rk8_table.h"
#include "simulate/integrate/stepper.h"
#include "simulate/integrate/integrate_tolerances.h"

typedef struct rk8 {
    double *K;         /* derivatives of the stages, with the multipliers (ALL_STAGES * width) */
    double *y, *delta; /* state of a stage; change over the step                          (n) */
    double *past;      /* state to which the first derivative belongs                     (n) */
    int width;
    double next;    /* step size to try; 0: none yet                                         */
    double fast[2]; /* largest rate of a coordinate and of a speed                        */
    double pushed;  /* vv_step_reaction_scale  */
    bool known;     /* the last stage of the previous step is the first of this one          */
} rk8;

static bool open(vv_stepper *s) {
    vv_ctx *c = s->f->c;
    rk8 *o = s->memory = VV_NEW(c, rk8);
    if (!o || !vv_step_open_interpolant(s, false)) return false;
    o->width = s->n + s->f->m;
    o->K = VV_ARRAY(c, double, ALL_STAGES *(size_t)o->width + 1);
    o->y = VV_ARRAY(c, double, s->n + 1);
    o->delta = VV_ARRAY(c, double, s->n + 1);
    o->past = VV_ARRAY(c, double, s->n + 1);
    s->interpolant.degree = DENSE;
    return vv_ctx_ok(c);
}

static double *stage_of(const rk8 *o, int s) { return o->K + s * o->width; }

/* Σ_k a_k K_k of value i */
static double combine(const rk8 *o, int n, const double *a, int i) {
    return vv_dot_strided(n, a, o->K + i, o->width);
}

static bool stage(vv_stepper *s, int number, double h) {
    rk8 *o = s->memory;
    const double *a = A + number * (number - 1) / 2;
    for (int i = 0; i < s->n; i++) o->y[i] = s->x[i] + (s->x_low[i] + h * combine(o, number, a, i));
    return vv_rhs_evaluate(&s->rhs, s->t + (s->t_low + C[number] * h), o->y, stage_of(o, number));
}

/* Error weight of value i over a step: relative to its scale; not below the rounding of the fastest
 * change, nor of accelerations from a nearly singular matrix. A value that contacts hold at rest
 * has neither size nor change: its scale is the effect of the forces, which cancel. */
static double weight(const vv_stepper *s, int i, double now, double h) {
    const rk8 *o = s->memory;
    double change = h * fmax(o->fast[i >= s->f->nq], o->pushed * (i < s->f->nq ? h : 1)),
           size = fmax(s->error_scale[i], fabs(now)),
           noise = s->f->matrix_state.inverted ? 0 : VV_STEP_ROUNDED / s->f->kkt.weakest,
           tolerance = fmax(s->tolerance, noise);
    size = fmax(size, fmin(1, VV_STEP_ROUNDED / s->tolerance) * change);
    return tolerance * (size > 0 ? size : 1);
}

/* The change over a step of size h and its error, 1 at the tolerance. Infinite: NaN. */
static double attempt(vv_stepper *s, double h) {
    rk8 *o = s->memory;
    double sum5 = 0, sum3 = 0, worst = 0;
    for (int k = 1; k < STAGES; k++)
        if (!stage(s, k, h)) return (double)INFINITY;
    for (int i = 0; i < s->n; i++) {
        double low;
        o->delta[i] = h * combine(o, STAGES, B, i);
        vv_two_sum(s->x[i], o->delta[i], &s->interpolant.end[i], &low);
        vv_two_sum(s->interpolant.end[i], s->x_low[i] + low, &s->interpolant.end[i],
                   &s->interpolant.end_low[i]);
    }
    if (!vv_rhs_evaluate(&s->rhs, s->t + (s->t_low + h), s->interpolant.end, stage_of(o, STAGES)))
        return (double)INFINITY;
    for (int i = 0; i < s->n; i++) {
        double w = weight(s, i, s->interpolant.end[i], h), e5 = combine(o, STAGES + 1, E5, i) / w,
               e3 = combine(o, STAGES + 1, E3, i) / w;
        sum5 += e5 * e5, sum3 += e3 * e3;
        if (fabs(e5) > worst) worst = fabs(e5), s->limiting = i;
    }
    double below = sum5 + 0.01 * sum3;
    double error = below > 0 ? h * sum5 / sqrt(below * s->n) : 0;
    return error >= 0 ? error : (double)INFINITY;
}

/* Dense output: y + u (F0 + (1 - u)(F1 + u (F2 + ...))), u = time / h, in powers of the time. */
static bool interpolate(vv_stepper *s, double h) {
    rk8 *o = s->memory;
    for (int k = STAGES + 1; k < ALL_STAGES; k++)
        if (!stage(s, k, h)) return false;
    for (int i = 0; i < s->n; i++) {
        double F[DENSE], *c = s->interpolant.coefficients + i * VV_INTERPOLANT_COEFFICIENTS,
                         power = 1;
        F[0] = o->delta[i];
        F[1] = h * stage_of(o, 0)[i] - F[0];
        F[2] = 2 * F[0] - h * (stage_of(o, STAGES)[i] + stage_of(o, 0)[i]);
        for (int k = 3; k < DENSE; k++) F[k] = h * combine(o, ALL_STAGES, D[k - 3], i);
        memset(c, 0, VV_INTERPOLANT_COEFFICIENTS * sizeof *c);
        for (int k = DENSE - 1; k >= 0; k--) {
            c[0] += F[k];
            for (int m = DENSE; m > 0; m--) c[m] = k % 2 ? c[m] - c[m - 1] : c[m - 1];
            if (k % 2 == 0) c[0] = 0;
        }
        for (int m = 0; m <= DENSE; m++, power /= h) c[m] *= power;
    }
    return true;
}

/* First step size: one Euler step estimates how fast the derivative changes [ibid., II.4]. */
static double first_length(vv_stepper *s) {
    rk8 *o = s->memory;
    const double *f = stage_of(o, 0);
    double d0 = 0, d1 = 0, d2 = 0;
    for (int i = 0; i < s->n; i++) {
        double w = weight(s, i, s->x[i], VV_RK8_TRIAL) / s->tolerance;
        d0 = fmax(d0, fabs(s->x[i]) / w), d1 = fmax(d1, fabs(f[i]) / w);
    }
    double h = d0 < VV_RK8_NO_SCALE || d1 < VV_RK8_NO_SCALE ? VV_RK8_TRIAL : 0.01 * d0 / d1;
    for (int i = 0; i < s->n; i++) o->y[i] = s->x[i] + h * f[i];
    if (!vv_rhs_evaluate(&s->rhs, s->t + h, o->y, stage_of(o, 1))) return h / 100;
    for (int i = 0; i < s->n; i++)
        d2 = fmax(d2, fabs(stage_of(o, 1)[i] - f[i]) / weight(s, i, s->x[i], h) * s->tolerance / h);
    double most = fmax(d1, d2),
           by = most > VV_RK8_CONSTANT ? pow(0.01 * s->tolerance / most, 1.0 / 8) : h;
    return fmin(100 * h, by);
}

/* The derivative at the start, which the previous step may have left. */
static bool begin(vv_stepper *s, double limit) {
    rk8 *o = s->memory;
    if (!o->known || s->void_memory || memcmp(o->past, s->x, (size_t)s->n * sizeof *s->x)) {
        if (!vv_rhs_evaluate(&s->rhs, s->t, s->x, stage_of(o, 0))) return false;
    } else
        memcpy(stage_of(o, 0), stage_of(o, STAGES), (size_t)o->width * sizeof *o->K);
    o->known = false;
    o->fast[0] = o->fast[1] = 0;
    for (int i = 0; i < s->n; i++)
        o->fast[i >= s->f->nq] = fmax(o->fast[i >= s->f->nq], fabs(o->K[i]));
    /* behind a jump of the force a speed that was 0 is far more than it has been: no step would do
     */
    if (vv_dynamics_switches(s->f) && limit > 0)
        vv_step_floor_error_scales(s, stage_of(o, 0), limit);
    o->pushed = vv_step_reaction_scale(s, stage_of(o, 0) + s->n);
    return true;
}

/* A value that is 0 at the start and grows with a high power of the time is never known to a
 * relative tolerance, however small the step: the first trial step gives its scale. */
static void learn_sizes(vv_stepper *s) {
    for (int i = 0; !s->stats.steps && i < s->n; i++)
        if (s->error_scale[i] == 0 && isfinite(s->interpolant.end[i]))
            s->error_scale[i] = fabs(s->interpolant.end[i]);
}

static vv_step_fault expand(vv_stepper *s, double limit) {
    rk8 *o = s->memory;
    if (vv_step_needs_series(s, limit)) return vv_step_by_series(s);
    s->interpolant.degree = DENSE;
    vv_step_fault fault = vv_step_begin(s);
    if (fault != VV_STEP_OK) return fault;
    if (!begin(s, limit)) return vv_step_report_nan(s, stage_of(o, 0));
    double h = o->next > 0 ? o->next : first_length(s), most = 6, proposed = h;
    for (;;) {
        if (h > limit && limit > 0) h = limit;
        if (!(h > VV_STEP_LEAST * fabs(s->t)) || !(h > VV_STEP_UNDERFLOW))
            return VV_STEP_SIZE_TOO_SMALL;
        double error = attempt(s, h);
        learn_sizes(s);
        bool good = error <= 1 && interpolate(s, h);
        double by = error > 0 ? 0.9 * pow(error, -1.0 / 8) : most;
        o->next = isinf(error) ? h / 4 : vv_step_propose_size(s, h, fmax(0.3, by), most, proposed);
        if (good) break;
        if (error <= 1) o->next = h / 4;
        h = o->next;
        most = 1, proposed = 0; /* after a rejection */
        if (!vv_ctx_check_now(s->f->c)) return VV_STEP_SIZE_TOO_SMALL;
    }
    s->h = h;
    vv_step_project_end(s);
    memcpy(o->past, s->interpolant.end, (size_t)s->n * sizeof *s->x);
    o->known = !s->f->multipliers; /* projection changes the derivative */
    return VV_STEP_OK;
}

static void serialize(vv_stepper *s, vv_serializer *k) {
    rk8 *o = s->memory;
    VV_SERIALIZE(k, o->next);
    VV_SERIALIZE(k, o->known);
    VV_SERIALIZE_ARRAY(k, o->past, s->n);
    VV_SERIALIZE_ARRAY(k, stage_of(o, STAGES), o->width);
}

const vv_integrator vv_integrator_rk8 = {
    .name = "rk8",
    .title = "Runge–Kutta method of order 8, dense output of order 7",
    .tolerance = 1e-13,
    .constrained = 1e-13,
    .least = {1e-16, 1e-15},
    .role = VV_INTEGRATOR_EXPLICIT,
    .friction = true,
    .cross_check = {"taylor"},
    .projects = true,
    .repeats = true,
    .open = open,
    .expand = expand,
    .interpolate = vv_step_interpolant_at,
    .advance = vv_step_interpolant_advance,
    .serialize = serialize,
};
