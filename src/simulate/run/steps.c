#include "simulate/run/steps.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "evaluate/tape/tape.h"
#include "simulate/initial/initial.h"
#include "simulate/run/failure_messages.h"
#include "simulate/run/run.h"

/* ---- steps ---------------------------------------------------------------------------------- */

static vv_status find_contact_modes(vv_simulation *r) {
    vv_mode_fault mode =
        r->contact.friction ? vv_contact_modes_reset(&r->contact.modes, &r->stepper) : VV_MODE_OK;
    return mode == VV_MODE_OK ? VV_OK : vv_simulation_stop_at_mode_fault(r, mode);
}

vv_status vv_simulation_start(vv_simulation *r) {
    if (vv_simulation_initialize(r) != VV_OK ||
        !vv_guards_check_initial(&r->dynamics, r->stepper.x, r->stepper.t, &r->contact.guards))
        return vv_ctx_ok(r->c) ? VV_E_MODEL : vv_ctx_status(r->c);
    return find_contact_modes(r);
}

/* The fraction is not known: nobody says how far it will go. */
static bool may_go_on(vv_simulation *r) {
    enum { STEPS = 16 };
    if (r->stepper.stats.steps % STEPS == 0) vv_ctx_report_progress(r->c, "motion", -1);
    return vv_ctx_tick(r->c);
}

static void note_piece(vv_stiffness_monitor *m, double until) {
    if (until == m->target) return;
    m->followed += m->present;
    m->present = 0, m->target = until;
}

vv_status vv_simulation_advance(vv_simulation *r, double until, bool *last) {
    const vv_stepper *s = &r->stepper;
    double begin = s->t;
    r->until = until;
    note_piece(&r->stiffness, until);
    *last = false;
    if (!may_go_on(r)) return vv_ctx_status(r->c);
    vv_step_fault fault = vv_step_expand(&r->stepper, (until - s->t) - s->t_low);
    fault = vv_simulation_adapt(r, fault);
    vv_status status = vv_simulation_step(r, fault, last);
    r->stiffness.present += fmax(s->t - begin, 0);
    return status == VV_OK ? vv_ctx_status(r->c) : status;
}

vv_status vv_simulation_look(vv_simulation *r, vv_buffer *keep) {
    vv_serializer out = {.out = keep};
    vv_buffer_clear(keep);
    vv_stepper_serialize(&r->stepper, &out);
    if (!vv_ctx_ok(r->c)) return vv_ctx_status(r->c);
    vv_step_fault fault = vv_step_expand(&r->stepper, fmax(r->stepper.stats.last, DBL_MIN));
    bool known = fault == VV_STEP_OK || fault == VV_STEP_SIZE_TOO_SMALL;
    if (!known) vv_diagnose_step_fault(r->c, &r->dynamics, &r->stepper, fault);
    vv_serializer in = {.in = vv_buffer_text(keep), .length = keep->length};
    vv_stepper_serialize(&r->stepper, &in);
    return !vv_ctx_ok(r->c) ? vv_ctx_status(r->c) : known ? VV_OK : VV_E_BEYOND;
}

/* ---- changes from outside ------------------------------------------------------------------- */

void vv_simulation_begin_change(vv_simulation *r) {
    if (r->audit.begun) vv_audit_impact(&r->audit, &r->stepper, false);
}

vv_status vv_simulation_end_change(vv_simulation *r) {
    if (r->audit.begun) vv_audit_impact(&r->audit, &r->stepper, true);
    r->stepper.jump.changed = true;
    r->stepper.transitions++; /* what the integrator remembers is of another motion */
    return find_contact_modes(r);
}

bool vv_simulation_is_free(const vv_simulation *r) {
    return !r->s->nrows && !r->s->nservos && !r->dynamics.m && !r->dynamics.variational &&
           vv_dynamics_rates_are_speeds(&r->dynamics);
}

vv_status vv_simulation_set_rates(vv_simulation *r, const double *rates) {
    vv_stepper *s = &r->stepper;
    int nq = r->dynamics.nq;
    double *x = vv_simulation_is_free(r) ? NULL : VV_ARRAY(r->c, double, s->n + 1);
    if (x && !vv_initial_state_speeds(&r->dynamics, s->t, rates, x)) return vv_ctx_status(r->c);
    if (!vv_ctx_ok(r->c)) return vv_ctx_status(r->c);
    for (int i = 0; i < nq + r->dynamics.nown; i++) {
        double to = x ? x[i] : rates[i];
        if (to != s->x[i] + s->x_low[i]) s->x[i] = to, s->x_low[i] = 0;
    }
    return !x || vv_initial_state_determines_rates(&r->dynamics, s->t, s->x, rates + nq)
               ? VV_OK
               : vv_simulation_leave_minimal_speeds(r, rates);
}
