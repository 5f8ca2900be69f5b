#include "simulate/run.h"

#include <math.h>
#include <string.h>

#include "evaluate/interpret.h"
#include "simulate/faults.h"
#include "simulate/form.h"
#include "simulate/loose.h"
#include "simulate/motion.h"
#include "simulate/start.h"
#include "simulate/taylor.h"
#include "simulate/touch.h"
#include "simulate/witness.h"

typedef vv_motion run;

/* ---- times ---------------------------------------------------------------------------------- */

/* By an option, the model may be as it should. */
static vv_status refuse_duration(run *r, bool option, const char *text) {
    vv_diag *d = vv_diag_add(r->c, VV_ERROR, VV_D_DURATION, (vv_span){0}, "%s", text);
    if (!option) vv_diag_hint(r->c, d, "write run 20 [s] in the model, or --until 20");
    return vv_ctx_fail(r->c, option ? VV_E_USAGE : VV_E_MODEL);
}

static vv_status find_until(run *r) {
    const vv_model *m = r->s->m;
    r->until = r->o->until;
    if (!r->o->has_until) {
        if (!m->has_run)
            return refuse_duration(r, false, "how long the motion lasts is not stated");
        vv_tape *t = vv_flow_tape(&r->flow, 1, &m->run);
        double *scratch = t ? VV_ARRAY(r->c, double, t->nslots + 1) : NULL,
               *in = t ? VV_ARRAY(r->c, double, t->nin + 1) : NULL;
        if (!scratch || !in) return vv_ctx_status(r->c);
        vv_tape_prepare(t, scratch);
        vv_tape_run(t, in, &r->until, scratch);
    }
    if (!(r->until >= 0) || isinf(r->until))
        return refuse_duration(r, r->o->has_until,
                               "a duration is a number that is neither negative nor infinite");
    if (r->o->every > 0 && r->until / r->o->every > 0x1p52)
        return refuse_duration(r, true,
                               "--every: instants so close to each other are not distinct");
    return VV_OK;
}

static vv_status sort_instants(run *r) {
    r->when = VV_ARRAY(r->c, double, r->o->nat + 1);
    for (int i = 0; r->when && i < r->o->nat; i++) {
        int k = i;
        double t = r->o->at[i];
        if (!(t >= 0) || t > r->until)
            return refuse_duration(
                r, true,
                vv_format(r->c, "--at %.9g is not within the duration, 0 to %.9g", t, r->until));
        for (; k > 0 && r->when[k - 1] > t; k--) r->when[k] = r->when[k - 1];
        r->when[k] = t;
    }
    return vv_ctx_status(r->c);
}

/* Without --every and --at: a hundred intervals. */
static double interval(const run *r) {
    if (r->o->every > 0) return r->o->every;
    return r->o->nat ? (double)INFINITY : r->until / (r->o->intervals > 0 ? r->o->intervals : 100);
}

/* The next instant of the table; infinite after the last. */
static double next_instant(const run *r) {
    double step = interval(r), grid = isinf(step) ? step : (double)r->every * step,
           own = r->at < r->o->nat ? r->when[r->at] : (double)INFINITY;
    if (!(r->until > 0)) grid = r->every || isinf(step) ? (double)INFINITY : 0;
    if (grid > r->until * (1 + 1e-15)) grid = (double)INFINITY;
    return fmin(fmin(grid, r->until), own);
}

/* ---- the motion ----------------------------------------------------------------------------- */

/* The first rows after a resumption may stand already: it begins where their step does. */
static bool stands(run *r) {
    if (!r->skip) return false;
    r->skip--;
    return true;
}

static void put_row(run *r) {
    if (r->speaks) vv_doubt_columns(r->c, &r->columns);
    vv_record_row(&r->record, r->columns.row);
}

static void write_row(run *r, double t) {
    const vv_stepper *s = &r->stepper;
    if (stands(r)) return;
    vv_step_at(s, (t - s->t) - s->t_low, r->in);
    vv_columns_row(&r->columns, r->in, t, 0);
    put_row(r);
}

/* The state `after` the beginning of the step, at an event. */
static void write_event(run *r, double after, int event) {
    const vv_stepper *s = &r->stepper;
    if (stands(r)) return;
    vv_step_at(s, after, r->in);
    vv_columns_row(&r->columns, r->in, s->t + (s->t_low + after), event + 1);
    put_row(r);
}

/* The beginning of the step, with its series. */
static void write_series(run *r, double dt) {
    const vv_stepper *s = &r->stepper;
    if (stands(r)) return;
    if (s->degree) vv_step_series(s, 0, dt, false);
    vv_step_at(s, 0, r->in);
    vv_columns_row(&r->columns, r->in, s->t + s->t_low, 0);
    vv_columns_series(&r->columns, &r->flow, dt);
    put_row(r);
}

/* Rows up to the time `to`. *last: the end was written. */
static void write_rows(run *r, double to, bool *last) {
    for (;;) {
        double t = next_instant(r), step = interval(r);
        if (*last || !(t <= to)) return;
        if (!vv_ctx_tick(r->c)) return; /* there may be very many */
        write_row(r, t);
        if (!isinf(step) && (double)r->every * step <= t) r->every++;
        while (r->at < r->o->nat && r->when[r->at] <= t) r->at++;
        if (t >= r->until) *last = true;
    }
}

static vv_status end_early(run *r) {
    r->o->partial = vv_format(r->c, "stopped at t = %.15g of %.9g", r->stepper.t, r->until);
    vv_buffer_printf(r->account, "%s: the table ends there\n", r->o->partial ? r->o->partial : "");
    return VV_E_BEYOND;
}

static vv_status stop_at_event(run *r, vv_event_fault fault) {
    vv_fault_of_event(r->c, &r->events, fault, r->stepper.t);
    return end_early(r);
}

static vv_status stop_at_mode(run *r, vv_mode_fault fault) {
    vv_fault_of_mode(r->c, r->friction, &r->modes, fault, r->stepper.t);
    return end_early(r);
}

static vv_status stop(run *r, vv_step_fault fault) {
    /* the slip of some contacts leads nowhere where all share a load in no one way */
    if (fault == VV_STEP_COLLAPSED && r->friction && r->modes.spare.any)
        return stop_at_mode(r, VV_MODE_NOWHERE);
    vv_fault_of_step(r->c, &r->flow, &r->stepper, fault);
    vv_guards_explain(&r->flow, r->stepper.x, r->stepper.t, r->guards);
    return end_early(r);
}

/* Tests see the audit fail: the first speed is changed once, half-way. */
static void disturb(run *r) {
    if (r->disturbed || r->o->disturb == 0 || r->stepper.t < r->until / 2) return;
    r->stepper.x[r->flow.nq] += r->o->disturb;
    r->disturbed = true;
}

/* Rows of the step of length dt: those of the table, and at its events. */
static void write_step(run *r, double dt, bool ends, bool *last) {
    const vv_stepper *s = &r->stepper;
    const vv_events *e = &r->events;
    if (r->columns.series) {
        write_series(r, dt);
        *last = e->stops || ends;
        return;
    }
    for (int k = 0; k < e->nhits; k++) {
        const vv_when *w = e->event[e->hit[k].event].when;
        double after = fmin(e->hit[k].after, dt);
        if (!w->record && !w->stop) continue;
        write_rows(r, s->t + (s->t_low + after), last);
        write_event(r, after, e->hit[k].event);
    }
    if (!e->stops && r->friction && r->modes.nturns && dt >= r->modes.plan) {
        write_rows(r, s->t + (s->t_low + dt), last);
        write_event(r, dt, -(int)r->modes.turn[0].what - 1);
    }
    if (e->stops)
        *last = true;
    else
        write_rows(r, ends ? r->until : s->t + dt, last);
}

/* The row after a recorded event that changed something, with the accelerations of then. */
static void write_changed(run *r) {
    const vv_events *e = &r->events;
    bool expanded = false;
    for (int k = 0; k < e->nhits; k++) {
        const vv_event *v = &e->event[e->hit[k].event];
        if (!v->when->record || !(v->shock || v->sets) || r->columns.series) continue;
        if (!expanded) vv_step_expand(&r->stepper, (r->until - r->stepper.t) - r->stepper.t_low);
        expanded = true;
        write_event(r, 0, e->hit[k].event);
    }
}

/* Values of the parameters after the events of this step; false: none is set. *twice: one of them
 * gets two different values. */
static bool new_values(run *r, vv_fixed *out, bool *twice) {
    bool any = false, *set = VV_ARRAY(r->c, bool, r->flow.fixed.n + 1);
    *out = r->flow.fixed;
    out->value = VV_ARRAY(r->c, double, out->n + 1);
    if (!out->value || !set) return false;
    memcpy(out->value, r->flow.fixed.value, (size_t)out->n * sizeof *out->value);
    for (int k = 0; k < r->events.nhits; k++) {
        int event = r->events.hit[k].event;
        const vv_when *w = r->events.event[event].when;
        if (!w->nsets) continue;
        const double *value = vv_events_sets(&r->events, event, &r->stepper, r->in);
        for (int i = 0; i < w->nsets; i++)
            for (int p = 0; p < out->n; p++) {
                if (!vv_same(out->symbol[p], w->set[i].symbol)) continue;
                *twice |= set[p] && out->value[p] != value[i];
                set[p] = true;
                out->value[p] = value[i];
            }
        any = true;
    }
    return any;
}

static vv_status refuse_change(run *r, const char *text) {
    const vv_when *w = r->events.event[r->events.culprit].when;
    vv_diag_add(r->c, VV_ERROR, VV_D_EVENT, w->span, "at t = %.9g %s", r->stepper.t, text);
    return end_early(r);
}

/* Parameters that the events of this step set. The energy that this adds or takes is told. */
static vv_status set_parameters(run *r) {
    vv_fixed values;
    double *rates = VV_ARRAY(r->c, double, 2 * r->flow.nq + 1),
           *size = VV_ARRAY(r->c, double, r->stepper.n + 1);
    bool twice = false;
    if (!rates || !size || !new_values(r, &values, &twice)) return vv_ctx_status(r->c);
    if (twice) return refuse_change(r, "several events give one parameter different values");
    for (int i = 0; i < values.n; i++) {
        vv_sign sign = vv_symbol_get(r->c, values.symbol[i])->sign;
        double x = values.value[i];
        if (isnan(x) || isinf(x)) return refuse_change(r, "the new value is not a number");
        if ((sign == VV_POSITIVE && !(x > 0)) || (sign == VV_NEGATIVE && !(x < 0)) ||
            (sign == VV_NONNEGATIVE && !(x >= 0)) || (sign == VV_NONZERO && x == 0))
            return refuse_change(r, "the new value of a parameter is not as it was assumed");
    }
    memcpy(size, r->stepper.size, (size_t)r->stepper.n * sizeof *size);
    vv_audit_shock(&r->audit, &r->stepper, false);
    if (!vv_motion_rates(r, rates) || !vv_motion_renew(r, &values, rates))
        return vv_ctx_ok(r->c) ? vv_ctx_fail(r->c, VV_E_INTERNAL) : vv_ctx_status(r->c);
    vv_audit_shock(&r->audit, &r->stepper, true);
    if (!vv_audit_keeps(&r->audit, &r->stepper, size))
        return refuse_change(r, "the constraints do not hold with the new values of parameters");
    return VV_OK;
}

/* Of the velocity of the first bounce: events know places less well than contacts do. */
static const double REST = 1e-5;

/* Shocks that follow one another without end, at a contact: they are over now, and it is closed. */
static bool come_to_rest(run *r, double nothing) {
    if (!r->friction || !vv_modes_rest(&r->modes, &r->stepper, nothing)) return false;
    vv_when none = {.text = "rest"};
    vv_shock *k = r->rest ? r->rest : VV_NEW(r->c, vv_shock);
    if (!k || (!r->rest && vv_shock_build(&r->flow, &none, k) != VV_OK)) return false;
    r->rest = k;
    k->rests = true;
    vv_audit_shock(&r->audit, &r->stepper, false);
    if (!vv_shock_apply(k, &r->stepper)) return false;
    vv_audit_shock(&r->audit, &r->stepper, true);
    r->events.hurried = 0;
    return vv_modes_begin(&r->modes, &r->stepper) == VV_MODE_OK;
}

static bool wants_numbers(const vv_shock *k) {
    for (int i = 0; i < k->nlaws; i++)
        if (!isfinite(k->wanted[i])) return false;
    return true;
}

/* The laws in question: one, or those of several events that meet. */
static vv_status refuse_shock(run *r) {
    const vv_events *e = &r->events;
    vv_diag *d = NULL;
    int first = -1;
    for (int k = 0; k < e->nhits; k++) {
        int event = e->hit[k].event;
        if (!e->event[event].shock || event == first) continue;
        if (first < 0)
            d = vv_diag_add(
                r->c, VV_ERROR, VV_D_EVENT, e->event[event].when->span,
                wants_numbers(e->event[event].shock)
                    ? "at t = %.9g no velocities that the constraints allow satisfy this law"
                    : "at t = %.9g the right side of this law is not a number",
                r->stepper.t);
        else if (d)
            vv_diag_hint(r->c, d,
                         "event %d has laws at the same instant: all of them hold after one "
                         "shock",
                         event + 1);
        first = first < 0 ? event : first;
    }
    return end_early(r);
}

/* The impulse laws of the events at which the step ended, one shock for all of them, and the
 * parameters they set. */
static vv_status strike(run *r) {
    vv_events *e = &r->events;
    if (!e->strikes || e->stops) return VV_OK;
    vv_audit_shock(&r->audit, &r->stepper, false);
    vv_shock *shock = vv_events_shock(e);
    if (!vv_ctx_ok(r->c)) return vv_ctx_status(r->c);
    if (shock && !vv_shock_apply(shock, &r->stepper)) return refuse_shock(r);
    vv_audit_shock(&r->audit, &r->stepper, true);
    vv_status status = set_parameters(r);
    if (status != VV_OK) return status;
    vv_mode_fault fault = r->friction ? vv_modes_begin(&r->modes, &r->stepper) : VV_MODE_OK;
    /* what is sent off by next to nothing beside other velocities does not part */
    if (fault == VV_MODE_NOWHERE && come_to_rest(r, REST)) fault = VV_MODE_OK;
    if (fault != VV_MODE_OK) return stop_at_mode(r, fault);
    write_changed(r);
    return VV_OK;
}

/* Contacts that strike, each by its coefficient of restitution and its friction. */
static bool land(run *r) {
    /* of the velocity of the first bounce; polynomials know places to their tolerance */
    const double NOTHING = r->stepper.by == &vv_integrator_taylor ? 1e-8 : REST;
    if (!vv_modes_land(&r->modes)) return false;
    if (come_to_rest(r, NOTHING)) return vv_modes_landed(&r->modes), true;
    vv_when none = {.text = "impact"};
    vv_shock *k = r->land ? r->land : VV_NEW(r->c, vv_shock);
    if (!k || (!r->land && vv_shock_build(&r->flow, &none, k) != VV_OK)) return false;
    r->land = k;
    vv_audit_shock(&r->audit, &r->stepper, false);
    bool done = vv_shock_apply(k, &r->stepper);
    vv_modes_landed(&r->modes);
    if (!done) return false;
    vv_audit_shock(&r->audit, &r->stepper, true);
    if (vv_modes_begin(&r->modes, &r->stepper) != VV_MODE_OK && !come_to_rest(r, REST))
        return false;
    if (r->columns.series) return true;
    vv_step_expand(&r->stepper, (r->until - r->stepper.t) - r->stepper.t_low);
    write_event(r, 0, -(int)VV_CHANGE_STRIKES - 1);
    return true;
}

/* One step, whose series stand. */
static vv_status take_step(run *r, bool *last) {
    vv_stepper *s = &r->stepper;
    double left = (r->until - s->t) - s->t_low, dt = fmin(s->h, left), begin = s->t;
    vv_mode_fault mode = r->friction ? vv_modes_step(&r->modes, s, &dt) : VV_MODE_OK;
    if (mode != VV_MODE_OK) return stop_at_mode(r, mode);
    vv_event_fault fault = vv_events_step(&r->events, s, &dt);
    if (fault == VV_EVENT_ENDLESS && come_to_rest(r, REST)) return VV_OK;
    if (fault != VV_EVENT_OK) return stop_at_event(r, fault);
    write_step(r, dt, dt >= left, last);
    if (!vv_ctx_ok(r->c)) return vv_ctx_status(r->c);
    if (r->guards) vv_fit_step(&r->fit, s, dt, r->account); /* not of witnesses and members */
    vv_audit_step(&r->audit, s, dt);
    if (r->friction) vv_modes_leave(&r->modes, s, dt);
    if (dt > 0) vv_step_advance(s, dt);
    vv_lyapunov_step(&r->lyapunov, s, false);
    if (r->friction) mode = vv_modes_turn(&r->modes, s, dt);
    bool rests = mode == VV_MODE_STRIKES && (land(r) || come_to_rest(r, REST));
    if (mode != VV_MODE_OK && !rests) return stop_at_mode(r, mode);
    fault = vv_events_advance(&r->events, begin, dt, r->until);
    if (rests || (fault == VV_EVENT_ENDLESS && come_to_rest(r, REST))) return vv_ctx_status(r->c);
    if (fault != VV_EVENT_OK) return stop_at_event(r, fault);
    disturb(r);
    return strike(r);
}

/* Does a step take so long that the clock is nothing beside it? */
static bool is_slow(const run *r) {
    enum { MANY = 32 }; /* values of the state */
    return r->stepper.n > MANY;
}

/* May the next step be stopped on its way? It may have very many rows, and of many values other
 * methods than series look at the time. Where it is the first there is no checkpoint yet. */
static bool is_long(const run *r) {
    enum { ROWS = 1000 };
    const vv_stepper *s = &r->stepper;
    return !s->steps || s->last > ROWS * interval(r) ||
           (is_slow(r) && s->by != &vv_integrator_taylor);
}

/* Now and then: is somebody looking, is a checkpoint due? */
static void pause_if_due(run *r) {
    enum { STEPS = 16 };
    const vv_stepper *s = &r->stepper;
    if (s->steps % STEPS && !is_slow(r)) return;
    vv_ctx_tell(r->c, "motion", r->until > 0 ? s->t / r->until : -1);
    if (r->o->progress) r->o->progress(r->o->progress_data, s->t, r->until, s->steps);
    if (vv_record_is_due(&r->record)) vv_motion_save(r);
}

vv_status vv_motion_step(run *r, vv_step_fault fault, bool *last) {
    if (!vv_ctx_ok(r->c)) return vv_ctx_status(r->c);
    return fault == VV_STEP_OK ? take_step(r, last) : stop(r, fault);
}

vv_status vv_motion_follow(run *r) {
    const vv_stepper *s = &r->stepper;
    bool last = false;
    vv_mode_fault mode =
        r->friction && !r->resumed ? vv_modes_begin(&r->modes, &r->stepper) : VV_MODE_OK;
    if (mode != VV_MODE_OK) return stop_at_mode(r, mode);
    while (!last) {
        pause_if_due(r);
        if (!(is_slow(r) ? vv_ctx_look(r->c) : vv_ctx_tick(r->c))) return vv_ctx_status(r->c);
        r->holds = false;
        if (r->record.part && is_long(r)) vv_motion_hold(r);
        r->within = true;
        vv_step_fault fault = vv_step_expand(&r->stepper, (r->until - s->t) - s->t_low);
        fault = vv_motion_adapt(r, fault);
        if (!vv_ctx_ok(r->c)) return vv_ctx_status(r->c);
        vv_status status = vv_motion_step(r, fault, &last);
        if (status != VV_OK || r->apart) return status;
        r->within = !vv_ctx_ok(r->c);
    }
    return vv_ctx_status(r->c);
}

static void tell(run *r) {
    const vv_stepper *s = &r->stepper;
    if (s->by != &vv_integrator_taylor)
        vv_buffer_printf(r->account, "steps: %ld by %s%s%s%s", s->steps, s->by->name,
                         s->formula ? " (" : "", s->formula ? s->formula : "",
                         s->formula ? ")" : "");
    else
        vv_buffer_printf(r->account, "steps: %ld of order %d", s->steps, r->flow.order);
    if (s->steps > 1) vv_buffer_printf(r->account, ", lengths %.3g to %.3g", s->least, s->most);
    if (s->loosen > 1 || r->o->tolerance < s->tolerance * (r->o->tolerance > 0))
        vv_buffer_printf(r->account, ", tolerance %.3g: less is below rounding",
                         s->tolerance * s->loosen);
    vv_buffer_char(r->account, '\n');
    if (s->switches)
        vv_buffer_printf(r->account,
                         s->by == &vv_integrator_taylor
                             ? "branches: %ld changes of sign, abs, min, max or conditions\n"
                             : "branches: %ld steps end where sign, abs, min, max or a condition "
                               "changes\n",
                         s->switches);
    vv_tiny_tell(s, r->account);
    if (s->nsingular) vv_singular_tell(s, r->account);
    vv_events_tell(&r->events, r->account);
    if (r->friction) vv_modes_tell(&r->modes, r->account);
    if (r->flow.variation && s->switches)
        vv_buffer_add(r->account, "derivatives: jumps of a force at branches are not in them\n");
    vv_lyapunov_tell(&r->lyapunov, r->account);
    vv_audit_tell(&r->audit, r->account);
}

vv_status vv_motion_judge(run *r) {
    double from = 0;
    const char *gone = vv_audit_gone(&r->audit, &from), *name;
    double worst = vv_audit_worst(&r->audit, NULL, &name);
    if (!(r->o->audit > 0) || (!gone && worst <= r->o->audit)) return VV_OK;
    if (gone) {
        vv_diag_add(r->c, VV_ERROR, VV_D_AUDIT, (vv_span){0},
                    "the audit ends at t = %.9g: %s is not a number after that", from, gone);
        return VV_E_NO;
    }
    vv_diag_add(r->c, VV_ERROR, VV_D_AUDIT, (vv_span){0},
                "the audit exceeds its limit %.3g: %s is off by %.3g", r->o->audit, name, worst);
    return VV_E_NO;
}

/* Nobody asked for a limit: far beyond what the steps allow there is something to be said. */
static void doubt(run *r) {
    const double FAR = 1e-4, STEPS = 1e5, MOST = 0.05, ASKED = 1e-7;
    double least = r->o->tolerance > 0 ? ASKED : FAR;
    const char *name;
    double worst = vv_audit_worst(&r->audit, &r->stepper, &name), from = 0;
    const char *gone = vv_audit_gone(&r->audit, &from);
    if (gone && !(r->o->audit > 0))
        vv_diag_hint(r->c,
                     vv_diag_add(r->c, VV_WARNING, VV_D_AUDIT, (vv_span){0},
                                 "the audit ends at t = %.9g: %s is not a number after that", from,
                                 gone),
                     "from there on nothing vouches for the motion: compare it with --witness, or "
                     "end it before with --until");
    if (r->o->audit > 0 || !(worst > fmax(least, fmin(STEPS * r->stepper.tolerance, MOST)))) return;
    vv_diag_hint(r->c,
                 vv_diag_add(r->c, VV_WARNING, VV_D_AUDIT, (vv_span){0},
                             "the audit is far off: %s by %.3g", name, worst),
                 "the motion is not the one stated: compare it with --witness, or with a smaller "
                 "--tolerance");
}

/* ---- the table ------------------------------------------------------------------------------ */

/* The time of the state, or of the last row where a step was left among its rows. */
static double end_of_rows(run *r) {
    vv_rows *rows = &r->record.rows;
    double t = r->stepper.t, last;
    double *row = r->within && rows->count ? VV_ROOM(r->c, double, rows->width) : NULL;
    if (!row || !vv_rows_read(rows, rows->count - 1, 1, row)) return t;
    last = row[0];
    return last > t ? last : t;
}

/* What to say and to keep of a run that ended before its end for reasons that are not the motion's.
 */
static bool leave_off(run *r, vv_status status) {
    bool stays = r->record.part != NULL;
    if (status == VV_E_INTERRUPTED || status == VV_E_TIME) {
        if (stays) vv_motion_save(r);
        stays = stays && r->saved >= 0;
        double t = end_of_rows(r);
        r->o->partial = vv_format(r->c, "%s at t = %.15g of %.9g",
                                  status == VV_E_TIME ? "out of time" : "interrupted", t, r->until);
        vv_buffer_printf(r->account, "%s: the table ends there",
                         r->o->partial ? r->o->partial : "");
        if (stays) vv_buffer_add(r->account, "; --resume goes on");
        if (stays && r->saved < r->stepper.t)
            vv_buffer_printf(r->account, " from t = %.15g", r->saved);
        vv_buffer_char(r->account, '\n');
    } else if (status == VV_E_IO && stays)
        vv_buffer_printf(r->account,
                         "%s and %s are kept: --resume goes on from the last "
                         "checkpoint, if there is one\n",
                         r->record.part, r->record.checkpoint);
    return stays && (status == VV_E_INTERRUPTED || status == VV_E_TIME || status == VV_E_IO);
}

/* Not in the file: it is the same to the bit as that of a run that was not stopped. */
static void tell_resumption(run *r) {
    if (r->o->resume && r->resumed)
        vv_buffer_printf(r->account, "resumed at t = %.15g\n", r->began);
    else if (r->o->resume)
        vv_buffer_printf(r->account, "resume: there was no %s, from the beginning\n",
                         r->record.checkpoint ? r->record.checkpoint : "checkpoint");
}

static vv_status finish(run *r, vv_status status, const char **text) {
    const vv_columns *k = &r->columns;
    bool stays = leave_off(r, status);
    tell(r);
    if (status == VV_OK) doubt(r), status = vv_motion_judge(r);
    vv_status told = status;
    if (r->o->witness && (status == VV_OK || status == VV_E_NO)) told = vv_witness_call(r, status);
    if (told != VV_E_IO) status = told; /* the rows of the witness are none of the table */
    r->o->account_json = vv_motion_account_json(r);
    vv_table t = {
        .command = "run", .title = r->s->m->title ? r->s->m->title : "", .model = r->source};
    t.n = k->width, t.name = k->head, t.unit = k->unit;
    tell_resumption(r);
    t.settings = vv_motion_settings_json(r, interval(r)), t.account = r->o->account_json,
    t.partial = r->o->partial;
    if (status != VV_E_IO && status != VV_E_NOMEM) {
        vv_status written = vv_record_write(&r->record, &t, text);
        r->o->written = written == VV_OK;
        if (written != VV_OK) status = written, stays = r->record.part != NULL;
    }
    vv_record_close(&r->record, stays);
    return told == VV_E_IO ? told : status;
}

/* Minimal speeds need not determine the rates that the model states. */
static vv_status plain_start(run *r) {
    int nq = r->flow.nq;
    double *x = r->stepper.x, *state = VV_ARRAY(r->c, double, 2 * nq + 1);
    if (!state || (r->flow.loose ? vv_loose_start(&r->flow, 0, x, state + nq, r->account)
                                 : vv_start_find(&r->flow, 0, x, state + nq, r->account)) != VV_OK)
        return vv_ctx_status(r->c);
    if (vv_start_follows(&r->flow, 0, x, state + nq)) return VV_OK;
    memcpy(state, x, (size_t)nq * sizeof *x);
    return vv_motion_leave_speeds(r, state);
}

vv_status vv_motion_start(run *r) {
    if (!r->flow.variation) return plain_start(r);
    if (vv_variation_start(&r->flow, 0, r->stepper.x, r->account) != VV_OK ||
        !vv_lyapunov_new(&r->flow, r->until, &r->lyapunov))
        return vv_ctx_status(r->c);
    if (r->lyapunov.n && vv_step_project(&r->stepper) == VV_FLOW_OK)
        vv_lyapunov_step(&r->lyapunov, &r->stepper, true);
    return VV_OK;
}

/* Many motions with values of their own for some parameters: these become coordinates where the
 * form and the method allow it. */
static vv_status free_parameters(run *r, vv_equations **eq, const vv_equations **without) {
    bool suits = r->nloose && r->method == &vv_integrator_taylor && !r->friction &&
                 !r->variation.n && !(*eq)->nmultipliers && !(*eq)->nrows &&
                 vv_loose_suits(r->c, r->s->m, r->nloose, r->loose);
    vv_equations *all = suits ? VV_NEW(r->c, vv_equations) : NULL;
    if (!all || vv_loose_extend(r->c, *eq, r->nloose, r->loose, all) != VV_OK)
        return vv_ctx_status(r->c);
    *without = *eq;
    *eq = all;
    return VV_OK;
}

/* Transitions of contacts are zeros of series to the last digits, whatever the steps are asked for:
 * short ones would not reach from one end of a step to the other. */
static int order_of(const run *r, const vv_equations *eq) {
    const double TRANSITIONS = 1e-10;
    double tolerance = r->friction ? fmin(r->tolerance, TRANSITIONS) : r->tolerance;
    return vv_taylor_order(tolerance, eq->nmultipliers > 0);
}

vv_status vv_motion_prepare(run *r) {
    vv_ctx *c = r->c;
    vv_equations *eq = VV_NEW(c, vv_equations);
    if (!r->whole) r->s = r->whole = vv_form_all_rows(c, r->s);
    if (!r->method)
        r->method = r->o->method ? vv_integrator_find(r->o->method) : &vv_integrator_taylor;
    if (!r->method) return vv_ctx_fail(c, VV_E_USAGE);
    if (vv_refuse_method(c, r->method) != VV_OK || vv_refuse_tolerance(c, r->o->tolerance) != VV_OK)
        return vv_ctx_status(c);
    if (vv_record_open(c, r->o, &r->record) != VV_OK) return vv_ctx_status(c);
    if (!r->s || !eq || vv_motion_choose_form(r, eq) != VV_OK ||
        vv_variation_of_run(c, r->s->m, r->o, r->friction != NULL, &eq, &r->variation) != VV_OK)
        return vv_ctx_status(c);
    if (r->method == &vv_integrator_ida && r->friction) return vv_refuse_friction(c, r->method);
    if (r->method != &vv_integrator_taylor && r->variation.nfree)
        return vv_refuse_to_follow(c, r->method, "exponents of Lyapunov are", "--method taylor");
    r->tolerance = vv_motion_tolerance(r, eq);
    vv_laws *laws = r->friction ? &r->friction->laws : NULL;
    vv_flow_with with = {laws, r->variation.n ? &r->variation : NULL, NULL, NULL};
    if (free_parameters(r, &eq, &with.without) != VV_OK) return vv_ctx_status(c);
    int order = order_of(r, eq);
    if (vv_flow_build_with(c, r->s, eq, order, with, &r->flow) != VV_OK || find_until(r) != VV_OK ||
        sort_instants(r) != VV_OK)
        return vv_ctx_status(c);
    if (!vv_stepper_new(&r->flow, r->method, r->tolerance, &r->stepper)) return vv_ctx_status(c);
    if (vv_columns_build(&r->flow, r->o->dense, &r->columns) != VV_OK) return vv_ctx_status(c);
    if (!vv_audit_new(&r->flow, &r->audit)) return vv_ctx_fail(c, VV_E_INTERNAL);
    if (vv_events_build(&r->flow, &r->events) != VV_OK) return vv_ctx_status(c);
    r->in = VV_ARRAY(c, double, r->flow.jet->nin + 1);
    if (r->friction && !vv_modes_new(&r->flow, r->friction, &r->modes)) return vv_ctx_status(c);
    vv_motion_identify(r);
    r->given = r->flow.fixed;
    return vv_record_begin(&r->record, r->columns.width);
}

static vv_status follow(run *r, const char **text) {
    if (vv_motion_prepare(r) != VV_OK || vv_motion_start(r) != VV_OK ||
        !vv_guards_begin(&r->flow, r->stepper.x, r->stepper.t, &r->guards) ||
        (r->o->resume && vv_motion_resume(r) != VV_OK)) {
        vv_rows_close(&r->record.rows, true);
        return vv_ctx_status(r->c);
    }
    vv_doubt_inertia(&r->flow, r->stepper.x, r->stepper.t);
    return finish(r, vv_motion_follow(r), text);
}

vv_status vv_run_motion(vv_ctx *c, const vv_system *s, const char *source, vv_run_options *o,
                        vv_buffer *account, const char **table) {
    run r = {.c = c, .s = s, .source = source, .o = o, .account = account};
    r.speaks = true;
    r.held = VV_BUFFER(c);
    r.saved = -1;
    if (o->witness && o->dense) return vv_refuse_dense_witness(c);
    vv_status status = follow(&r, table);
    vv_stepper_close(&r.stepper);
    vv_buffer_free(&r.held);
    return status;
}
