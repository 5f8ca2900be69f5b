/* --trace=step: one line for each step. */
#include <math.h>

#include "base/base.h"
#include "simulate/integrate/stepper.h"

/* The value that limits the step size, by its name. */
static void put_limiting_value(const vv_stepper *s, vv_buffer *b) {
    const vv_equations *eq = s->f->eq;
    int i = s->limiting;
    if (i < s->f->nq && i < eq->nq)
        vv_expr_write_brief(s->f->c, eq->q[i], b);
    else if (i >= s->f->nq && i - s->f->nq < eq->n)
        vv_expr_write_brief(s->f->c, eq->w[i - s->f->nq], b);
    else
        vv_buffer_printf(b, "value %d", i);
}

/* The largest last term of the series over the step, of the size of its value. */
static double last_term(const vv_stepper *s, double dt) {
    double most = 0, power = pow(dt, s->f->order);
    for (int i = 0; i < s->n; i++) {
        double term =
            fabs(vv_dynamics_coefficients(s->f, i)[s->f->order * s->f->taylor.stride]) * power;
        if (s->error_scale[i] > 0 && term > most * s->error_scale[i])
            most = term / s->error_scale[i];
    }
    return most;
}

void vv_step_trace(const vv_stepper *s, double dt) {
    vv_buffer b = VV_BUFFER(s->f->c);
    vv_buffer_printf(&b, "%ld: t = %.15g, h = %.6g, %s order %d", s->stats.steps, s->t, dt,
                     s->integrator->name,
                     s->interpolant.degree ? s->interpolant.degree : s->f->order);
    if (!s->interpolant.degree) vv_buffer_printf(&b, ", error %.2g", last_term(s, dt));
    vv_buffer_printf(&b, " (tolerance %.2g)", s->tolerance);
    if (dt < s->h)
        vv_buffer_printf(&b, ", shortened from %.6g by an event, a row or the end", s->h);
    else {
        vv_buffer_add(&b, ", limited by ");
        put_limiting_value(s, &b);
    }
    vv_trace_lines(VV_TRACE_STEP, &b);
}
