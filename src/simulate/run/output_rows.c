/* The rows of a table: their times, and how they are written. */
#include <math.h>

#include "evaluate/tape/tape.h"
#include "simulate/run/failure_messages.h"
#include "simulate/run/simulation.h"
#include "simulate/run/run.h"
#include "simulate/run/run_tolerances.h"

/* ---- times ---------------------------------------------------------------------------------- */

/* Set by an option: the model itself may be correct. */
static vv_status refuse_duration(vv_simulation *r, bool option, const char *text) {
    vv_diag *d = vv_diag_add(r->c, VV_ERROR, VV_D_DURATION, (vv_span){0}, "%s", text);
    if (!option) vv_diag_hint(r->c, d, "write run 20 [s] in the model, or --until 20");
    return vv_ctx_fail(r->c, option ? VV_E_USAGE : VV_E_MODEL);
}

static vv_status find_until(vv_simulation *r) {
    const vv_model *m = r->s->m;
    r->until = r->o->until;
    if (!r->o->has_until) {
        if (!m->has_run)
            return refuse_duration(r, false, "the duration of the motion is not stated");
        vv_tape *t = vv_dynamics_tape(&r->dynamics, 1, &m->run);
        double *scratch = t ? VV_ARRAY(r->c, double, t->nslots + 1) : NULL,
               *in = t ? VV_ARRAY(r->c, double, t->nin + 1) : NULL;
        if (!scratch || !in) return vv_ctx_status(r->c);
        vv_tape_prepare(t, scratch);
        vv_tape_run(t, in, &r->until, scratch);
    }
    if (!(r->until >= 0) || isinf(r->until))
        return refuse_duration(r, r->o->has_until,
                               "a duration is a finite number and not negative");
    if (r->o->every > 0 && r->until / r->o->every > 0x1p52)
        return refuse_duration(r, true, "--every: output times this close are not distinct");
    return VV_OK;
}

static vv_status sort_instants(vv_simulation *r) {
    r->output.instants = VV_ARRAY(r->c, double, r->o->nat + 1);
    for (int i = 0; r->output.instants && i < r->o->nat; i++) {
        int k = i;
        double t = r->o->at[i];
        if (!(t >= 0) || t > r->until)
            return refuse_duration(
                r, true,
                vv_format(r->c, "--at %.9g is not within the duration, 0 to %.9g", t, r->until));
        for (; k > 0 && r->output.instants[k - 1] > t; k--)
            r->output.instants[k] = r->output.instants[k - 1];
        r->output.instants[k] = t;
    }
    return vv_ctx_status(r->c);
}

vv_status vv_simulation_set_output_times(vv_simulation *r) {
    vv_status status = find_until(r);
    return status == VV_OK ? sort_instants(r) : status;
}

/* Without --every and --at: a hundred intervals. */
double vv_simulation_output_interval(const vv_simulation *r) {
    if (r->o->every > 0) return r->o->every;
    return r->o->nat ? (double)INFINITY : r->until / (r->o->intervals > 0 ? r->o->intervals : 100);
}

/* The next output time of the table; infinite after the last. */
static double next_instant(const vv_simulation *r) {
    double step = vv_simulation_output_interval(r),
           grid = isinf(step) ? step : (double)r->output.row * step,
           own = r->output.instant < r->o->nat ? r->output.instants[r->output.instant]
                                               : (double)INFINITY;
    if (!(r->until > 0)) grid = r->output.row || isinf(step) ? (double)INFINITY : 0;
    if (grid > r->until * (1 + VV_RUN_GRID_ROUNDING)) grid = (double)INFINITY;
    return fmin(fmin(grid, r->until), own);
}

/* ---- rows ----------------------------------------------------------------------------------- */

/* After a resume the first rows may have been written already: it restarts at the beginning of
 * their step. */
static bool stands(vv_simulation *r) {
    if (!r->snapshot.skip) return false;
    r->snapshot.skip--;
    return true;
}

static void note_undefined(vv_columns *k) {
    for (int i = 1; i < k->width && !k->undefined; i++)
        if (!isfinite(k->row[i])) k->undefined = i, k->undefined_time = k->row[0];
}

static void put_row(vv_simulation *r) {
    note_undefined(&r->output.columns);
    if (r->reports_doubts) vv_warn_columns(r->c, &r->output.columns);
    vv_record_add_row(&r->output.record, r->output.columns.row);
}

static void write_row(vv_simulation *r, double t) {
    const vv_stepper *s = &r->stepper;
    if (stands(r)) return;
    vv_step_interpolate(s, (t - s->t) - s->t_low, r->in);
    vv_columns_row(&r->output.columns, r->in, t, 0);
    put_row(r);
}

void vv_simulation_write_event(vv_simulation *r, double after, int event) {
    const vv_stepper *s = &r->stepper;
    if (stands(r)) return;
    vv_step_interpolate(s, after, r->in);
    vv_columns_row(&r->output.columns, r->in, s->t + (s->t_low + after), event + 1);
    put_row(r);
}

/* The start of the step, with its Taylor coefficients. */
static void write_series(vv_simulation *r, double dt) {
    const vv_stepper *s = &r->stepper;
    if (stands(r)) return;
    if (s->interpolant.degree) vv_step_interpolant_series(s, 0, dt, false);
    vv_step_interpolate(s, 0, r->in);
    vv_columns_row(&r->output.columns, r->in, s->t + s->t_low, 0);
    vv_columns_series(&r->output.columns, &r->dynamics, dt);
    put_row(r);
}

/* Rows up to time `to`. *last: the end was written. */
static void write_rows(vv_simulation *r, double to, bool *last) {
    for (;;) {
        double t = next_instant(r), step = vv_simulation_output_interval(r);
        if (*last || !(t <= to)) return;
        if (!vv_ctx_tick(r->c)) return; /* there may be very many */
        write_row(r, t);
        if (!isinf(step) && (double)r->output.row * step <= t) r->output.row++;
        while (r->output.instant < r->o->nat && r->output.instants[r->output.instant] <= t)
            r->output.instant++;
        if (t >= r->until) *last = true;
    }
}

void vv_simulation_write_step(vv_simulation *r, double dt, bool ends, bool *last) {
    const vv_stepper *s = &r->stepper;
    const vv_events *e = &r->events;
    if (r->host.present) {
        *last = e->stops || ends;
        return;
    }
    if (r->output.columns.series) {
        write_series(r, dt);
        *last = e->stops || ends;
        return;
    }
    for (int k = 0; k < e->nhits; k++) {
        const vv_model_event *w = e->event[e->hit[k].event].when;
        double after = fmin(e->hit[k].after, dt);
        if (!w->record && !w->stop) continue;
        write_rows(r, s->t + (s->t_low + after), last);
        vv_simulation_write_event(r, after, e->hit[k].event);
    }
    if (!e->stops && r->contact.friction && r->contact.modes.ntransitions &&
        dt >= r->contact.modes.transition_after &&
        r->contact.modes.transition[0].kind != VV_TRANSITION_REDISTRIBUTION) {
        write_rows(r, s->t + (s->t_low + dt), last);
        vv_simulation_write_event(r, dt, -(int)r->contact.modes.transition[0].kind - 1);
    }
    if (e->stops)
        *last = true;
    else
        write_rows(r, ends ? r->until : s->t + dt, last);
}

void vv_simulation_write_after_event(vv_simulation *r) {
    const vv_events *e = &r->events;
    bool expanded = false;
    for (int k = 0; k < e->nhits && !r->host.present; k++) {
        const vv_event *v = &e->event[e->hit[k].event];
        if (!v->when->record || !(v->impact || v->sets) || r->output.columns.series) continue;
        if (!expanded) vv_step_expand(&r->stepper, (r->until - r->stepper.t) - r->stepper.t_low);
        expanded = true;
        vv_simulation_write_event(r, 0, e->hit[k].event);
    }
}
