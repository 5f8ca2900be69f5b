/* Consistency of coordinates and rates: an ignorable coordinate could be anywhere without effect on
 * energies, constraints and integrals.
 *
 * A step must start where the last one ended, and the interpolant of a coordinate must end the step
 * with the rate that position and velocity give there, by a tape of the audit's own. Deviations are
 * accumulated with their sign: rounding is a random walk, an error persists. */
#include <math.h>
#include <string.h>

#include "simulate/audit/audit.h"
#include "simulate/integrate/integrate.h"
#include "simulate/audit/audit_tolerances.h"

enum { MOST_POWERS = 64 };

/* The interpolants of a step, and the derivatives of the powers at its end. */
typedef struct polynomials {
    const vv_stepper *s;
    bool series;
    int order, stride;
    double slope[MOST_POWERS]; /* k dt^(k - 1) */
} polynomials;

static void open_polynomials(const vv_stepper *s, double dt, polynomials *p) {
    double power = 1;
    p->s = s;
    p->series = s->integrator->series || !s->interpolant.degree;
    p->order = p->series ? s->f->order : s->interpolant.degree;
    if (p->order >= MOST_POWERS) p->order = MOST_POWERS - 1;
    p->stride = p->series ? s->f->taylor.stride : 1;
    for (int k = 1; k <= p->order; k++, power *= dt) p->slope[k] = k * power;
}

/* Four independent sums hide latency; compiled for stride = 1, too. */
static inline double sum(const polynomials *p, const double *c, int stride) {
    double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    int k = 1;
    for (; k + 3 <= p->order; k += 4) {
        s0 += p->slope[k] * c[k * stride];
        s1 += p->slope[k + 1] * c[(k + 1) * stride];
        s2 += p->slope[k + 2] * c[(k + 2) * stride];
        s3 += p->slope[k + 3] * c[(k + 3) * stride];
    }
    for (; k <= p->order; k++) s0 += p->slope[k] * c[k * stride];
    return (s0 + s1) + (s2 + s3);
}

/* The rate of coordinate i at the end of the step. */
static double slope(const polynomials *p, int i) {
    const double *c = p->series ? vv_dynamics_coefficients(p->s->f, i)
                                : p->s->interpolant.coefficients + i * VV_INTERPOLANT_COEFFICIENTS;
    return p->stride == 1 ? sum(p, c, 1) : sum(p, c, p->stride);
}

/* The rates at the end of a step; just before a switch at which it ends, where a rate may jump. */
static const double *rates_at_end(vv_audit *a, const vv_stepper *s, double dt) {
    double *rate = a->state + a->nq;
    if (!(s->past_switch > 0) || dt < s->h) return rate;
    vv_step_interpolate(s, dt - 2 * s->past_switch, a->in);
    vv_jit_run(a->rates, a->in, rate, a->rates_scratch);
    vv_step_interpolate(s, dt, a->in);
    return rate;
}

void vv_audit_coordinates(vv_audit *a, const vv_stepper *s, double dt) {
    const double *rate = rates_at_end(a, s, dt);
    polynomials p;
    open_polynomials(s, dt, &p);
    for (int i = 0; i < a->nq; i++) {
        double jump = a->path_begun ? (s->x[i] - a->expected[i]) + s->x_low[i] : 0,
               amiss = jump + dt * (slope(&p, i) - rate[i]);
        a->expected[i] = a->in[i];
        if (!isfinite(amiss)) continue; /* forces that end are reported elsewhere */
        a->path[i] += amiss;
        a->path_most[i] = fmax(a->path_most[i], fabs(a->path[i]));
        a->path_size[i] = fmax(a->path_size[i], fabs(a->in[i]));
    }
    a->path_begun = true;
}

double vv_audit_coordinates_worst(const vv_audit *a, int *which) {
    double worst = 0, most = 0;
    *which = 0;
    for (int i = 0; i < a->nq; i++) most = fmax(most, a->path_size[i]);
    for (int i = 0; i < a->nq; i++) {
        double size = fmax(a->path_size[i], VV_AUDIT_NO_SCALE * most),
               off = size > 0 ? a->path_most[i] / size : a->path_most[i];
        if (off > worst) worst = off, *which = i;
    }
    return worst;
}
