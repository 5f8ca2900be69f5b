/* Interpolants of integrators without Taylor series: polynomials of the state. */
#include <math.h>
#include <string.h>

#include "numeric/numeric.h"
#include "simulate/integrate/stepper.h"
#include "simulate/integrate/taylor.h"
#include "simulate/integrate/integrate_tolerances.h"

bool vv_step_open_interpolant(vv_stepper *s, bool derivatives) {
    vv_ctx *c = s->f->c;
    s->interpolant.coefficients =
        VV_ARRAY(c, double, (size_t)s->n *VV_INTERPOLANT_COEFFICIENTS + 1);
    s->interpolant.end = VV_ARRAY(c, double, s->n + 1);
    s->interpolant.end_low = VV_ARRAY(c, double, s->n + 1);
    s->interpolant.noise = VV_ARRAY(c, double, s->n + 1);
    s->nodes = VV_ARRAY(c, double, VV_INTERPOLANT_NODES *(s->f->n + s->f->m) + 1);
    s->here = VV_ARRAY(c, double, s->f->nq + 2 * s->f->n + s->f->m + 2);
    s->there = VV_ARRAY(c, double, s->f->nq + 2 * s->f->n + s->f->m + 2);
    return vv_ctx_ok(c) && vv_rhs_new(s->f, derivatives, &s->rhs);
}

/* Error scales. Neither the rounding of the largest position nor a value that passes through 0 may
 * determine the step size. */
static void measure(vv_stepper *s) {
    const vv_dynamics *f = s->f;
    const double part = fmin(1, VV_STEP_ROUNDED / s->tolerance);
    /* decay with time, so that very small steps do not tighten the scales ever more */
    double most = 0, forget = s->stats.most > 0 ? pow(0.98, s->stats.last / s->stats.most) : 1;
    for (int i = 0; i < s->n; i++) {
        double least = i >= f->nq ? s->speed_floor[i - f->nq] : 0;
        s->error_scale[i] = fmax(fmax(fabs(s->x[i]), least), forget * s->error_scale[i]);
        if (i < f->nq) most = fmax(most, s->error_scale[i]);
    }
    for (int i = 0; i < f->nq; i++) s->error_scale[i] = fmax(s->error_scale[i], part * most);
    /* differences over several steps exceed the rounding of one */
    const double DIFFERENCES = 32;
    for (int i = 0; i < s->n; i++)
        s->error_scale[i] =
            fmax(s->error_scale[i], DIFFERENCES * s->interpolant.noise[i] / s->tolerance);
}

vv_step_fault vv_step_begin(vv_stepper *s) {
    bool whole = s->stats.steps && s->transitions_known == s->transitions &&
                 !memcmp(s->x, s->interpolant.end, (size_t)s->n * sizeof *s->x);
    s->void_memory = s->transitions_known != s->transitions;
    s->transitions_known = s->transitions;
    vv_dynamics_fault fault =
        whole ? vv_dynamics_evaluate_matrix(s->f, s->x, s->t) : vv_step_project(s);
    if (whole && fault == VV_DYNAMICS_OK) fault = vv_step_factor(s);
    if (fault != VV_DYNAMICS_OK) return vv_step_fault_of(s, fault);
    if (whole && s->integrator->projects) vv_step_measure_noise(s);
    measure(s);
    vv_rhs_begin_step(&s->rhs);
    s->rhs.careful = s->f->kkt.rank < s->f->kkt.n;
    s->rhs.rank = s->f->kkt.rank * vv_dynamics_count_directions(s->f); /* same for each direction */
    return VV_STEP_OK;
}

bool vv_step_is_behind_switch(const vv_stepper *s, const double *from, const double *to) {
    const double FAR = fmax(VV_PROJECTION_BEHIND, 10 * s->tolerance);
    for (int i = 0; vv_dynamics_switches(s->f) && i < s->n; i++)
        if (fabs(to[i] - from[i]) > FAR * s->error_scale[i]) return true;
    return false;
}

void vv_step_project_end(vv_stepper *s) {
    vv_stepper end = *s;
    if (!s->f->multipliers || !s->residuals.code) return;
    memcpy(s->here, s->interpolant.end, (size_t)s->n * sizeof *s->interpolant.end);
    end.x = s->interpolant.end, end.x_low = s->interpolant.end_low;
    end.t = s->t + (s->t_low + s->h);
    if (vv_step_project(&end) != VV_DYNAMICS_OK)
        return; /* the next step starts there and reports it */
    if (vv_step_is_behind_switch(s, s->here, s->interpolant.end)) {
        memcpy(s->interpolant.end, s->here, (size_t)s->n * sizeof *s->here);
        memset(s->interpolant.end_low, 0, (size_t)s->n * sizeof *s->here);
        return;
    }
    s->stats.worst_position = end.stats.worst_position,
    s->stats.worst_velocity = end.stats.worst_velocity;
    for (int i = 0; i < s->n; i++)
        s->interpolant.coefficients[i * VV_INTERPOLANT_COEFFICIENTS + 1] +=
            (s->interpolant.end[i] - s->here[i]) / s->h;
}

static const double *poly_of(const vv_stepper *s, int i) {
    return s->interpolant.coefficients + i * VV_INTERPOLANT_COEFFICIENTS;
}

double vv_step_interpolant_value(const vv_stepper *s, int i, double after) {
    const double *c = poly_of(s, i);
    double sum = vv_polynomial_value(s->interpolant.degree, c, after);
    return s->x[i] + (s->x_low[i] + (after != 0 ? sum : 0));
}

bool vv_step_needs_series(const vv_stepper *s, double limit) {
    return (s->f->coulomb && s->f->coulomb->by_series) ||
           (limit > 0 && limit < VV_STEP_SLIVER * fabs(s->t));
}

vv_step_fault vv_step_by_series(vv_stepper *s) {
    double own = s->tolerance;
    vv_feedback_apply(s->f, s->t, s->x); /* held over what is left of a step */
    s->interpolant.degree = 0;
    s->tolerance = fmin(own, VV_TAYLOR_TOLERANCE_CONSTRAINED);
    vv_step_fault fault = vv_taylor_expand(s);
    s->tolerance = own;
    return fault;
}

void vv_step_interpolant_at(const vv_stepper *s, double after, double *in) {
    if (!s->interpolant.degree) {
        vv_taylor_at(s, after, in);
        return;
    }
    vv_rhs r = s->rhs; /* scratch is shared, counters are not */
    double t = s->t + (s->t_low + after);
    for (int i = 0; i < s->n; i++)
        in[i] = after == s->h && after > 0 ? s->interpolant.end[i]
                                           : vv_step_interpolant_value(s, i, after);
    if (!vv_rhs_evaluate(&r, t, in, s->here))
        for (int i = 0; i < r.nu; i++) s->here[r.nq + i] = (double)NAN;
    memcpy(in + s->n, s->here + r.nq, (size_t)r.nu * sizeof *in);
    in[s->n + r.nu] = t;
}

void vv_step_interpolant_advance(vv_stepper *s, double dt) {
    if (!s->interpolant.degree) {
        vv_taylor_advance(s, dt);
        return;
    }
    for (int i = 0; i < s->n; i++) {
        bool whole = dt == s->h;
        double to = whole ? s->interpolant.end[i] : vv_step_interpolant_value(s, i, dt);
        s->x_low[i] = whole ? s->interpolant.end_low[i] : 0;
        s->x[i] = to;
    }
    vv_step_count(s, dt);
}

/* sum of c_k (u + a)^k in powers of u */
static void shift(int degree, double a, double *c) {
    for (int k = 0; k < degree; k++)
        for (int i = degree - 1; i >= k; i--) c[i] += a * c[i + 1];
}

/* Chebyshev nodes on (0, length), and the values there. To be done before the coefficients of the
 * dynamics are written, since evaluating these values may use them. */
static void look_at_nodes(const vv_stepper *s, double from, double length, double *node) {
    const vv_dynamics *f = s->f;
    for (int k = 0; k < VV_INTERPOLANT_NODES; k++) {
        node[k] = length * (1 - cos(acos(-1.0) * (k + 0.5) / VV_INTERPOLANT_NODES)) / 2;
        vv_step_interpolant_at(s, from + node[k], s->there);
        for (int i = 0; i < f->n + f->m; i++)
            s->nodes[i * VV_INTERPOLANT_NODES + k] = s->there[s->n + i];
    }
}

/* Polynomials through these values: Newton's divided differences, then powers. */
static void series_of_forces(const vv_stepper *s, const double *node) {
    const vv_dynamics *f = s->f;
    double value[VV_INTERPOLANT_NODES];
    for (int i = 0; i < f->n + f->m; i++) {
        double *c = vv_jet_input(f->taylor.jet, f->taylor.work, s->n + i);
        memcpy(value, s->nodes + i * VV_INTERPOLANT_NODES, sizeof value);
        for (int k = 1; k < VV_INTERPOLANT_NODES; k++)
            for (int j = VV_INTERPOLANT_NODES - 1; j >= k; j--)
                value[j] = (value[j] - value[j - 1]) / (node[j] - node[j - k]);
        memset(c, 0, (size_t)(f->order + 1) * sizeof *c);     /* the order is at least 8 */
        for (int k = VV_INTERPOLANT_NODES - 1; k >= 0; k--) { /* c (u - node_k) + value_k */
            for (int j = VV_INTERPOLANT_NODES - 1; j > 0; j--) c[j] = c[j - 1] - node[k] * c[j];
            c[0] = value[k] - node[k] * c[0];
        }
    }
}

void vv_step_interpolant_from_end(vv_stepper *s) {
    for (int i = 0; i < s->n; i++) {
        double *c = s->interpolant.coefficients + i * VV_INTERPOLANT_COEFFICIENTS;
        for (int k = s->interpolant.degree + 1; k < VV_INTERPOLANT_COEFFICIENTS; k++) c[k] = 0;
        shift(s->interpolant.degree, -s->h, c);
        c[1] += (c[0] - (s->x[i] + s->x_low[i])) / s->h; /* a ramp to the actual state */
        c[0] = 0;
    }
}

void vv_step_floor_error_scales(vv_stepper *s, const double *rates, double span) {
    double most[2] = {0};
    for (int i = 0; i < s->n; i++) {
        int kind = i >= s->f->nq;
        if (s->error_scale[i] == 0) s->error_scale[i] = VV_STEP_SCALE_SPAN * span * fabs(rates[i]);
        most[kind] = fmax(most[kind], s->error_scale[i]);
    }
    for (int i = 0; i < s->n; i++) {
        double largest = most[i >= s->f->nq];
        s->error_scale[i] = s->error_scale[i] > 0
                                ? fmax(s->error_scale[i], VV_STEP_SCALE_LEAST * largest)
                                : largest;
        if (s->error_scale[i] == 0) s->error_scale[i] = 1;
    }
}

/* Index of value i among the Euler parameters of its frame, from 0; -1 if it is not one. */
static int euler_parameter(const vv_dynamics *f, int i) {
    const vv_model *m = f->s->m;
    for (int q = 0; q < m->nq; q++) {
        if (!vv_same(m->coordinate[q].q, f->eq->q[i]) || !m->coordinate[q].internal) continue;
        int first = q;
        while (!m->coordinate[first].begins) first--;
        return q - first;
    }
    return -1;
}

/* The mass of a speed. For a frame aligned with its parent one Euler parameter has no mass, and
 * nearby a small one: the constraint between all four holds it. The largest mass of the four
 * counts. */
static double mass_of(const vv_dynamics *f, int i) {
    int place = euler_parameter(f, i), first = i - place;
    double most = f->kkt.a[i * f->kkt.n + i];
    for (int j = first; place >= 0 && j < first + 4 && j < f->n; j++)
        most = fmax(most, f->kkt.a[j * f->kkt.n + j]);
    return most;
}

/* Uses the matrix before it is factored. */
double vv_step_reaction_scale(vv_stepper *s, const double *multiplier) {
    vv_dynamics *f = s->f;
    double most = 0;
    if (!f->coulomb || vv_dynamics_evaluate_matrix(f, s->x, s->t) != VV_DYNAMICS_OK) return 0;
    for (int i = 0; i < f->n; i++) {
        const double *row = f->kkt.a + i * f->kkt.n;
        double mass = mass_of(f, i);
        for (int r = 0; r < f->m && mass > 0; r++)
            most = fmax(most, fabs(row[f->n + r] * multiplier[r]) / mass);
    }
    return most;
}

void vv_step_uniform_error_scales(vv_stepper *s) {
    double most[2] = {0};
    for (int i = 0; i < s->n; i++) {
        int kind = i >= s->f->nq;
        most[kind] = fmax(most[kind], s->error_scale[i]);
    }
    for (int i = 0; i < s->n; i++) s->error_scale[i] = most[i >= s->f->nq];
}

void vv_step_find_limiting_value(vv_stepper *s, const double *rates) {
    double most = -1;
    for (int i = 0; i < s->n; i++)
        if (fabs(rates[i]) / s->error_scale[i] > most)
            most = fabs(rates[i]) / s->error_scale[i], s->limiting = i;
}

vv_step_fault vv_step_report_nan(vv_stepper *s, const double *rates) {
    int i = s->f->nq;
    while (i < s->n && isfinite(rates[i])) i++;
    s->f->nan_equation = i < s->n ? i - s->f->nq : -1;
    return VV_STEP_NAN;
}

void vv_step_interpolant_series(const vv_stepper *s, double from, double length, bool forces) {
    vv_dynamics *f = s->f;
    double node[VV_INTERPOLANT_NODES];
    if (forces) look_at_nodes(s, from, length, node);
    vv_dynamics_use_coefficients(f, f->taylor.work, 1);
    for (int i = 0; i < s->n; i++) {
        double *c = vv_jet_input(f->taylor.jet, f->taylor.work, i),
               own[VV_INTERPOLANT_COEFFICIENTS];
        memset(c, 0, (size_t)(f->order + 1) * sizeof *c);
        memcpy(own, poly_of(s, i), sizeof own);
        shift(s->interpolant.degree, from, own);
        own[0] += s->x[i] + s->x_low[i];
        for (int k = 0; k <= s->interpolant.degree && k <= f->order; k++) c[k] = own[k];
    }
    double *time = vv_jet_input(f->taylor.jet, f->taylor.work, s->n + f->n + f->m);
    time[0] = s->t + (s->t_low + from), time[1] = 1;
    if (forces) series_of_forces(s, node);
}
