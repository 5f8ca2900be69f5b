#include "simulate/run/run.h"
#include "simulate/run/run_tolerances.h"

#include <math.h>
#include <string.h>

#include "simulate/run/failure_messages.h"
#include "simulate/formulation/formulation.h"
#include "simulate/run/simulation.h"
#include "simulate/initial/initial.h"
#include "simulate/integrate/integrate.h"
#include "simulate/contact/contact.h"
#include "simulate/run/cross_check.h"

/* ---- the motion ----------------------------------------------------------------------------- */

vv_status vv_simulation_end_early(vv_simulation *r) {
    if (r->host.present) return VV_E_BEYOND;
    r->o->partial = vv_format(r->c, "stopped at t = %.15g of %.9g", r->stepper.t, r->until);
    vv_buffer_printf(r->account, "%s: the table ends there\n", r->o->partial ? r->o->partial : "");
    return VV_E_BEYOND;
}

static vv_status stop_at_event(vv_simulation *r, vv_event_fault fault) {
    vv_diagnose_event_fault(r->c, &r->events, fault, r->stepper.t);
    return vv_simulation_end_early(r);
}

vv_status vv_simulation_stop_at_mode_fault(vv_simulation *r, vv_mode_fault fault) {
    vv_diagnose_mode_fault(r->c, r->contact.friction, &r->contact.modes, fault, r->stepper.t);
    return vv_simulation_end_early(r);
}

static vv_status stop(vv_simulation *r, vv_step_fault fault) {
    bool failed = fault == VV_STEP_SIZE_TOO_SMALL || fault == VV_STEP_SINGULAR;
    if (failed && vv_simulation_is_locked(r)) { /* no fault of a contact, whatever its reaction */
        vv_diagnose_gimbal_lock(r->c, r->stepper.t, vv_simulation_lock_remains(r));
        return vv_simulation_end_early(r);
    }
    if (fault == VV_STEP_SIZE_TOO_SMALL && r->contact.friction &&
        vv_contact_modes_is_jamming(&r->contact.modes, &r->stepper))
        return vv_simulation_stop_at_mode_fault(r, VV_MODE_JAMMING);
    /* the slip of some contacts leads nowhere where all share a load in no one way */
    if (fault == VV_STEP_SIZE_TOO_SMALL && r->contact.friction &&
        r->contact.modes.indeterminacy.any)
        return vv_simulation_stop_at_mode_fault(r, VV_MODE_INCONSISTENT);
    vv_diagnose_step_fault(r->c, &r->dynamics, &r->stepper, fault);
    vv_guards_diagnose(&r->dynamics, r->stepper.x, r->stepper.t, r->contact.guards);
    return vv_simulation_end_early(r);
}

/* For tests of the audit: perturbs a value of the state once, half-way. */
static void disturb(vv_simulation *r) {
    const vv_dynamics *f = &r->dynamics;
    int place = r->o->disturb_place;
    if (r->disturbed || r->o->disturb == 0 || r->stepper.t < r->until / 2) return;
    if (place >= -f->nq && place < f->n) r->stepper.x[f->nq + place] += r->o->disturb;
    r->disturbed = true;
}

/* One step, whose series are current. */
static vv_status take_step(vv_simulation *r, bool *last) {
    vv_stepper *s = &r->stepper;
    double left = (r->until - s->t) - s->t_low, dt = fmin(s->h, left), begin = s->t;
    if (r->switching.limit > 0) dt = fmin(dt, r->switching.limit);
    if (r->host.longest > 0) dt = fmin(dt, r->host.longest);
    vv_mode_fault mode = r->contact.friction
                             ? vv_contact_modes_locate_transition(&r->contact.modes, s, &dt)
                             : VV_MODE_OK;
    if (mode != VV_MODE_OK) return vv_simulation_stop_at_mode_fault(r, mode);
    if (r->host.shorten) dt = r->host.shorten(r->host.data, r, dt);
    if (!vv_ctx_ok(r->c)) return vv_ctx_status(r->c);
    vv_event_fault fault = vv_events_locate(&r->events, s, &dt);
    if (fault == VV_EVENT_ZENO && vv_simulation_end_bouncing(r, VV_SIMULATION_REST_VELOCITY))
        return VV_OK;
    if (fault != VV_EVENT_OK) return stop_at_event(r, fault);
    vv_simulation_write_step(r, dt, dt >= left, last);
    if (!vv_ctx_ok(r->c)) return vv_ctx_status(r->c);
    if (r->contact.guards)
        vv_curvature_monitor_step(&r->contact.curvature, s, dt,
                                  r->account); /* not for cross-checks and ensemble members */
    vv_audit_step(&r->audit, s, dt);
    if (r->host.see) r->host.see(r->host.data, r, dt);
    if (r->contact.friction) vv_contact_modes_before_step(&r->contact.modes, s, dt);
    if (dt > 0) vv_step_advance(s, dt);
    vv_lyapunov_step(&r->lyapunov, s, false);
    if (r->contact.friction) mode = vv_contact_modes_after_step(&r->contact.modes, s, dt);
    bool rests =
        mode == VV_MODE_IMPACT && (vv_simulation_apply_contact_impacts(r) ||
                                   vv_simulation_end_bouncing(r, VV_SIMULATION_REST_VELOCITY));
    if (mode != VV_MODE_OK && !rests) return vv_simulation_stop_at_mode_fault(r, mode);
    fault = vv_events_advance(&r->events, begin, dt, r->until);
    if (rests ||
        (fault == VV_EVENT_ZENO && vv_simulation_end_bouncing(r, VV_SIMULATION_REST_VELOCITY)))
        return vv_ctx_status(r->c);
    if (fault != VV_EVENT_OK) return stop_at_event(r, fault);
    disturb(r);
    return vv_simulation_apply_events(r);
}

/* Does a step take so long that reading the clock costs nothing by comparison? */
static bool is_slow(const vv_simulation *r) {
    enum { MANY = 32 }; /* values of the state */
    return r->stepper.n > MANY;
}

/* May the next step be interrupted? It may write very many rows, other speeds may have to be built
 * before it, and with many values integrators other than Taylor poll the time. Before the first
 * step there is no checkpoint yet. */
static bool is_long(const vv_simulation *r) {
    enum { ROWS = 1000 };
    const vv_stepper *s = &r->stepper;
    return !s->stats.steps || s->stats.last > ROWS * vv_simulation_output_interval(r) ||
           vv_simulation_may_switch_speeds(r) || (is_slow(r) && !s->integrator->series);
}

/* From time to time: report progress, write a checkpoint if due. */
static void pause_if_due(vv_simulation *r) {
    enum { STEPS = 16 };
    const vv_stepper *s = &r->stepper;
    if (s->stats.steps % STEPS && !is_slow(r)) return;
    vv_ctx_report_progress(r->c, "motion", r->until > 0 ? s->t / r->until : -1);
    if (r->o->progress) r->o->progress(r->o->progress_data, s->t, r->until, s->stats.steps);
    if (vv_record_checkpoint_due(&r->output.record)) vv_simulation_save_checkpoint(r);
}

vv_status vv_simulation_step(vv_simulation *r, vv_step_fault fault, bool *last) {
    if (!vv_ctx_ok(r->c)) return vv_ctx_status(r->c);
    return fault == VV_STEP_OK ? take_step(r, last) : stop(r, fault);
}

vv_status vv_simulation_integrate(vv_simulation *r) {
    const vv_stepper *s = &r->stepper;
    bool last = false;
    vv_mode_fault mode = r->contact.friction && !r->snapshot.resumed
                             ? vv_contact_modes_reset(&r->contact.modes, &r->stepper)
                             : VV_MODE_OK;
    if (mode != VV_MODE_OK) return vv_simulation_stop_at_mode_fault(r, mode);
    while (!last) {
        pause_if_due(r);
        if (!(is_slow(r) ? vv_ctx_check_now(r->c) : vv_ctx_tick(r->c))) return vv_ctx_status(r->c);
        r->snapshot.valid = false;
        if (r->output.record.part && is_long(r)) vv_simulation_snapshot(r);
        r->snapshot.stepping = true;
        vv_step_fault fault = vv_step_expand(&r->stepper, (r->until - s->t) - s->t_low);
        fault = vv_simulation_adapt(r, fault);
        if (!vv_ctx_ok(r->c)) return vv_ctx_status(r->c);
        vv_status status = vv_simulation_step(r, fault, &last);
        if (status != VV_OK || r->switching.leaves) return status;
        r->snapshot.stepping = !vv_ctx_ok(r->c);
    }
    return vv_ctx_status(r->c);
}

void vv_simulation_report(vv_simulation *r) {
    const vv_stepper *s = &r->stepper;
    if (!s->integrator->series)
        vv_buffer_printf(r->account, "steps: %ld by %s%s%s%s", s->stats.steps, s->integrator->name,
                         s->formula ? " (" : "", s->formula ? s->formula : "",
                         s->formula ? ")" : "");
    else
        vv_buffer_printf(r->account, "steps: %ld of order %d", s->stats.steps, r->dynamics.order);
    if (s->stats.steps > 1)
        vv_buffer_printf(r->account, ", step size %.3g to %.3g", s->stats.least, s->stats.most);
    if (s->rounding > 1 || r->o->tolerance < s->tolerance * (r->o->tolerance > 0))
        vv_buffer_printf(r->account, ", tolerance %.3g: less is below rounding",
                         s->tolerance * s->rounding);
    vv_buffer_char(r->account, '\n');
    vv_simulation_report_speeds(r);
    if (s->stats.switches)
        vv_buffer_printf(
            r->account,
            s->integrator->series
                ? "switching: %ld changes of sign, abs, min, max or conditions\n"
                : "switching: %ld steps end where sign, abs, min, max or a condition changes\n",
            s->stats.switches);
    vv_tiny_steps_report(s, r->account);
    if (s->singularity.count) vv_singularities_report(s, r->account);
    vv_events_report(&r->events, r->account);
    if (r->contact.friction) vv_contact_modes_report(&r->contact.modes, r->account);
    if (r->dynamics.variational && s->stats.switches)
        vv_buffer_add(r->account,
                      "derivatives: they do not include the jumps of forces at switching points\n");
    vv_lyapunov_report(&r->lyapunov, r->account);
    vv_audit_report(&r->audit, r->account);
}

/* The limit that was given, or else what is far beyond the error that the steps explain. */
static double audit_limit(const vv_simulation *r) {
    double least = r->o->tolerance > 0 ? VV_RUN_DOUBT_STATED : VV_RUN_DOUBT_DEFAULT;
    if (r->o->audit > 0) return r->o->audit;
    return fmax(least, fmin(VV_RUN_DOUBT_STEPS * r->stepper.tolerance, VV_RUN_DOUBT_MOST));
}

/* A quantity of the audit is not a number from some time on. Without an energy or the residuals of
 * the constraints nothing vouches for the motion; a claim without a value is a failure if a limit
 * was given. */
static vv_status check_audit_end(vv_simulation *r) {
    double from = 0;
    const char *gone = vv_audit_undefined(&r->audit, &from);
    bool fails = r->o->audit > 0 || (gone && !vv_audit_is_claim(&r->audit, gone));
    if (!gone || !(fails || r->reports_doubts)) return VV_OK;
    vv_diag *d =
        vv_diag_add(r->c, fails ? VV_ERROR : VV_WARNING, VV_D_AUDIT, (vv_span){0},
                    "the audit ends at t = %.9g: %s is not a number after that", from, gone);
    if (!(r->o->audit > 0))
        vv_diag_hint(r->c, d,
                     "beyond that the motion is unaudited: compare it with --witness, or end it "
                     "earlier with --until");
    return fails ? VV_E_NO : VV_OK;
}

/* Not a number, or beyond the range of numbers: a table with such a value is no result. */
static vv_status check_columns(vv_simulation *r) {
    const vv_columns *k = &r->output.columns;
    if (!k->undefined) return VV_OK;
    if (!r->reports_doubts)
        vv_diag_add(r->c, VV_ERROR, VV_D_COLUMN, (vv_span){0},
                    "the column %s is not a number at t = %.9g", k->head[k->undefined],
                    k->undefined_time);
    return VV_E_NO;
}

vv_status vv_simulation_check_audit(vv_simulation *r) {
    bool given = r->o->audit > 0;
    const char *name;
    vv_status columns = check_columns(r), end = check_audit_end(r);
    double worst = vv_audit_worst(&r->audit, given ? NULL : &r->stepper, &name);
    bool lost = vv_gimbal_lock_lost_digits(&r->dynamics, &r->stepper, worst);
    if (lost && r->reports_doubts)
        vv_report_lost_digits(r->c, &r->stepper, worst, vv_simulation_lock_remains(r));
    if (end != VV_OK) return end;
    if (worst <= audit_limit(r)) return lost ? VV_E_NO : columns;
    if (given)
        vv_diag_add(r->c, VV_ERROR, VV_D_AUDIT, (vv_span){0},
                    "the audit exceeds its limit %.3g: %s deviates by %.3g", r->o->audit, name,
                    worst);
    else
        vv_diag_hint(r->c,
                     vv_diag_add(r->c, VV_ERROR, VV_D_AUDIT, (vv_span){0},
                                 "the audit fails: %s deviates by %.3g", name, worst),
                     vv_audit_is_claim(&r->audit, name)
                         ? "the claim is false, which visviva prove decides, or the computed "
                           "motion is wrong: compare it with --witness"
                         : "the computed motion is wrong: compare it with --witness, or use a "
                           "smaller --tolerance");
    return VV_E_NO;
}

/* ---- the table ------------------------------------------------------------------------------ */

/* The time of the state, or of the last row if the step was interrupted among its rows. */
static double end_of_rows(vv_simulation *r) {
    vv_row_store *rows = &r->output.record.rows;
    double t = r->stepper.t, last;
    double *row =
        r->snapshot.stepping && rows->count ? VV_ARRAY_UNINIT(r->c, double, rows->width) : NULL;
    if (!row || !vv_row_store_read(rows, rows->count - 1, 1, row)) return t;
    last = row[0];
    return last > t ? last : t;
}

/* Reports and saves a run that ended early for reasons other than the motion itself. */
static bool leave_off(vv_simulation *r, vv_status status) {
    bool stays = r->output.record.part != NULL;
    if (status == VV_E_INTERRUPTED || status == VV_E_TIME) {
        if (stays) vv_simulation_save_checkpoint(r);
        stays = stays && r->snapshot.saved >= 0;
        double t = end_of_rows(r);
        r->o->partial = vv_format(r->c, "%s at t = %.15g of %.9g",
                                  status == VV_E_TIME ? "out of time" : "interrupted", t, r->until);
        vv_buffer_printf(r->account, "%s: the table ends there",
                         r->o->partial ? r->o->partial : "");
        if (stays) vv_buffer_add(r->account, "; --resume continues");
        if (stays && r->snapshot.saved < r->stepper.t)
            vv_buffer_printf(r->account, " from t = %.15g", r->snapshot.saved);
        vv_buffer_char(r->account, '\n');
    } else if (status == VV_E_IO && stays)
        vv_buffer_printf(
            r->account,
            "%s and %s are kept: --resume continues from the last checkpoint, if there is one\n",
            r->output.record.part, r->output.record.checkpoint);
    return stays && (status == VV_E_INTERRUPTED || status == VV_E_TIME || status == VV_E_IO);
}

/* Not in the file: it is identical to that of an uninterrupted run. */
static void tell_resumption(vv_simulation *r) {
    if (r->o->resume && r->snapshot.resumed)
        vv_buffer_printf(r->account, "resumed at t = %.15g\n", r->snapshot.began);
    else if (r->o->resume)
        vv_buffer_printf(r->account, "resume: no %s found, starting from the beginning\n",
                         r->output.record.checkpoint ? r->output.record.checkpoint : "checkpoint");
}

/* The table was not written to its end; the rows stay where there is a checkpoint from which a run
 * comes to them again. */
static bool leave_rows(vv_simulation *r, vv_status why) {
    if (r->snapshot.valid && !r->snapshot.stepping) {
        r->snapshot.stepping = true; /* the last step is repeated */
        vv_simulation_save_checkpoint(r);
    }
    bool stays = r->output.record.part && r->snapshot.saved >= 0;
    vv_buffer_printf(r->account, "%s before the table was written%s\n",
                     why == VV_E_TIME ? "out of time" : "interrupted",
                     stays ? ": --resume continues" : "");
    return stays;
}

static vv_status finish(vv_simulation *r, vv_status status, const char **text) {
    const vv_columns *k = &r->output.columns;
    bool stays = leave_off(r, status);
    vv_simulation_report(r);
    if (status == VV_OK) status = vv_simulation_check_audit(r);
    r->o->failed_audit = status == VV_E_NO;
    vv_status told = status;
    if (r->o->witness && (status == VV_OK || status == VV_E_NO))
        told = vv_cross_check_run(r, status);
    if (told != VV_E_IO) status = told; /* the rows of the cross-check are not part of the table */
    r->o->account_json = vv_simulation_report_json(r);
    vv_output_table t = {
        .command = "run", .title = r->s->m->title ? r->s->m->title : "", .model = r->source};
    t.n = k->width, t.name = k->head, t.unit = k->unit;
    tell_resumption(r);
    t.settings = vv_simulation_settings_json(r, vv_simulation_output_interval(r)),
    t.account = r->o->account_json, t.partial = r->o->partial;
    t.status = vv_run_status_word(r->o);
    if (status != VV_E_IO && status != VV_E_NOMEM) {
        vv_status written = vv_record_write(&r->output.record, &t, text);
        r->o->written = written == VV_OK;
        if (written == VV_E_TIME || written == VV_E_INTERRUPTED)
            stays = leave_rows(r, written);
        else if (written != VV_OK)
            stays = r->output.record.part != NULL;
        if (written != VV_OK) status = written;
        if (written == VV_OK && r->output.record.rows.delivered)
            vv_buffer_printf(r->account,
                             "the table has the first %ld of %ld rows, for want of time\n",
                             r->output.record.rows.delivered, r->output.record.rows.count);
    }
    vv_record_close(&r->output.record, stays);
    return told == VV_E_IO ? told : status;
}

/* Minimal speeds need not determine the rates that the model states. */
static vv_status plain_start(vv_simulation *r) {
    int nq = r->dynamics.nq;
    double t = r->stepper.t, *x = r->stepper.x, *state = VV_ARRAY(r->c, double, 2 * nq + 1);
    if (!state ||
        (r->dynamics.nfree
             ? vv_free_parameters_initial_state(&r->dynamics, t, x, state + nq, r->account)
             : vv_initial_state_find(&r->dynamics, t, x, state + nq, r->account)) != VV_OK)
        return vv_ctx_status(r->c);
    memcpy(state, x, (size_t)nq * sizeof *x);
    bool follows = vv_initial_state_determines_rates(&r->dynamics, t, x, state + nq);
    if (vv_simulation_choose_speeds(r, state, follows)) return vv_ctx_status(r->c);
    return vv_simulation_leave_minimal_speeds(r, state);
}

vv_status vv_simulation_initialize(vv_simulation *r) {
    if (!r->dynamics.variational) return plain_start(r);
    if (vv_variational_initial_state(&r->dynamics, r->stepper.t, r->stepper.x, r->account) !=
            VV_OK ||
        !vv_lyapunov_new(&r->dynamics, r->until, &r->lyapunov))
        return vv_ctx_status(r->c);
    if (r->lyapunov.n && vv_step_project(&r->stepper) == VV_DYNAMICS_OK)
        vv_lyapunov_step(&r->lyapunov, &r->stepper, true);
    return VV_OK;
}

/* Many motions with different values of some parameters: these become coordinates if formulation
 * and integrator allow it. */
static vv_status free_parameters(vv_simulation *r, vv_equations **eq,
                                 const vv_equations **without) {
    bool suits =
        r->parameters.nfree && r->integrator->batch && !r->contact.friction && !r->variational.n &&
        !(*eq)->nmultipliers && !(*eq)->nrows &&
        vv_free_parameters_supported(r->c, r->s->m, r->parameters.nfree, r->parameters.free);
    vv_equations *all = suits ? VV_NEW(r->c, vv_equations) : NULL;
    if (!all ||
        vv_free_parameters_extend(r->c, *eq, r->parameters.nfree, r->parameters.free, all) != VV_OK)
        return vv_ctx_status(r->c);
    *without = *eq;
    *eq = all;
    return VV_OK;
}

/* Contact transitions are zeros of series to the last digits, whatever the tolerance of the steps:
 * series of low order would not converge over a whole step. */
static int order_of(const vv_simulation *r, const vv_equations *eq) {
    double tolerance =
        r->contact.friction ? fmin(r->tolerance, VV_RUN_TRANSITION_TOLERANCE) : r->tolerance;
    bool often = r->integrator->series && !r->contact.friction;
    return vv_taylor_order(tolerance, eq->nmultipliers > 0, often);
}

vv_status vv_simulation_prepare(vv_simulation *r) {
    vv_ctx *c = r->c;
    vv_equations *eq = VV_NEW(c, vv_equations);
    if (!r->unsplit) r->s = r->unsplit = vv_formulation_with_redundant_rows(c, r->s);
    if (!r->integrator)
        r->integrator = r->o->method ? vv_integrator_find(r->o->method)
                                     : vv_integrator_for(VV_INTEGRATOR_DEFAULT);
    if (!r->integrator) return vv_ctx_fail(c, VV_E_USAGE);
    if (vv_refuse_integrator(c, r->integrator) != VV_OK ||
        vv_refuse_tolerance(c, r->o->tolerance) != VV_OK)
        return vv_ctx_status(c);
    bool table = !r->host.present;
    if (table && vv_record_open(c, r->o, &r->output.record) != VV_OK) return vv_ctx_status(c);
    if (!r->s || !eq || vv_simulation_choose_formulation(r, eq) != VV_OK ||
        vv_variational_from_options(c, r->s->m, r->o, r->contact.friction != NULL, &eq,
                                    &r->variational) != VV_OK)
        return vv_ctx_status(c);
    if (r->contact.friction && !r->integrator->friction)
        return vv_refuse_friction(c, r->integrator);
    if (r->variational.nfree && !r->integrator->lyapunov)
        return vv_refuse_integrator_for(c, r->integrator, "Lyapunov exponents are",
                                        "--method taylor");
    r->tolerance = vv_simulation_tolerance(r, eq);
    vv_coulomb *laws = r->contact.friction ? &r->contact.friction->coulomb : NULL;
    vv_dynamics_options with = {laws, r->variational.n ? &r->variational : NULL, NULL, NULL};
    if (free_parameters(r, &eq, &with.unextended) != VV_OK) return vv_ctx_status(c);
    int order = order_of(r, eq);
    if (vv_dynamics_build_with(c, r->s, eq, order, with, &r->dynamics) != VV_OK ||
        (table && vv_simulation_set_output_times(r) != VV_OK))
        return vv_ctx_status(c);
    if (!vv_stepper_new(&r->dynamics, r->integrator, r->tolerance, &r->stepper))
        return vv_ctx_status(c);
    if (vv_columns_build(&r->dynamics, r->o->dense, &r->output.columns) != VV_OK)
        return vv_ctx_status(c);
    if (!vv_audit_new(&r->dynamics, &r->audit)) return vv_ctx_fail(c, VV_E_INTERNAL);
    if (vv_events_build(&r->dynamics, &r->events) != VV_OK) return vv_ctx_status(c);
    r->in = VV_ARRAY(c, double, r->dynamics.taylor.jet->nin + 1);
    if (r->contact.friction &&
        !vv_contact_modes_new(&r->dynamics, r->contact.friction, &r->contact.modes))
        return vv_ctx_status(c);
    if (!vv_simulation_watch_lock(r) || vv_simulation_monitor_speeds(r) != VV_OK)
        return vv_ctx_status(c);
    if (table) vv_simulation_fingerprint(r);
    r->parameters.initial = r->dynamics.fixed;
    return !table ? vv_ctx_status(c) : vv_record_begin(&r->output.record, r->output.columns.width);
}

static vv_status follow(vv_simulation *r, const char **text) {
    if (vv_simulation_prepare(r) != VV_OK || vv_simulation_initialize(r) != VV_OK ||
        !vv_guards_check_initial(&r->dynamics, r->stepper.x, r->stepper.t, &r->contact.guards) ||
        (r->o->resume && vv_simulation_resume(r) != VV_OK)) {
        vv_row_store_close(&r->output.record.rows, true);
        return vv_ctx_status(r->c);
    }
    vv_warn_inertia(&r->dynamics, r->stepper.x, r->stepper.t);
    return finish(r, vv_simulation_integrate(r), text);
}

vv_status vv_simulation_run(vv_ctx *c, const vv_system *s, const char *source, vv_run_options *o,
                            vv_buffer *account, const char **table) {
    vv_simulation r = {.c = c, .s = s, .source = source, .o = o, .account = account};
    r.reports_doubts = true;
    r.snapshot.state = VV_BUFFER(c);
    r.snapshot.saved = -1;
    if (o->witness && o->dense) return vv_refuse_dense_cross_check(c);
    vv_status status = follow(&r, table);
    vv_simulation_close(&r);
    vv_buffer_free(&r.snapshot.state);
    return status;
}
