/* Effects of events and contacts on a motion at an instant: impacts, and new parameter values. */
#include <math.h>
#include <string.h>

#include "simulate/run/simulation.h"
#include "simulate/run/run.h"
#include "simulate/run/run_tolerances.h"

/* Parameter values after the events of this step; false: none is set. *twice: a parameter gets two
 * different values. */
static bool new_values(vv_simulation *r, vv_parameter_values *out, bool *twice) {
    bool any = false, *set = VV_ARRAY(r->c, bool, r->dynamics.fixed.n + 1);
    *out = r->dynamics.fixed;
    out->value = VV_ARRAY(r->c, double, out->n + 1);
    if (!out->value || !set) return false;
    memcpy(out->value, r->dynamics.fixed.value, (size_t)out->n * sizeof *out->value);
    for (int k = 0; k < r->events.nhits; k++) {
        int event = r->events.hit[k].event;
        const vv_model_event *w = r->events.event[event].when;
        if (!w->nsets) continue;
        const double *value = vv_events_parameter_values(&r->events, event, &r->stepper, r->in);
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

static vv_status refuse_change(vv_simulation *r, const char *text) {
    const vv_model_event *w = r->events.event[r->events.fault_event].when;
    vv_diag_add(r->c, VV_ERROR, VV_D_EVENT, w->span, "at t = %.9g %s", r->stepper.t, text);
    return vv_simulation_end_early(r);
}

/* Sets the parameters that the events of this step change. The resulting change of energy is
 * reported. */
static vv_status set_parameters(vv_simulation *r) {
    vv_parameter_values values;
    bool twice = false, any = false;
    for (int k = 0; k < r->events.nhits; k++)
        any |= r->events.event[r->events.hit[k].event].when->nsets > 0;
    if (!any) return VV_OK;
    double *rates = VV_ARRAY(r->c, double, 2 * r->dynamics.nq + 1),
           *size = VV_ARRAY(r->c, double, r->stepper.n + 1);
    if (!rates || !size || !new_values(r, &values, &twice)) return vv_ctx_status(r->c);
    if (twice) return refuse_change(r, "several events give one parameter different values");
    for (int i = 0; i < values.n; i++) {
        vv_sign sign = vv_symbol_get(r->c, values.symbol[i])->sign;
        double x = values.value[i];
        if (isnan(x) || isinf(x)) return refuse_change(r, "the new value is not a number");
        if ((sign == VV_POSITIVE && !(x > 0)) || (sign == VV_NEGATIVE && !(x < 0)) ||
            (sign == VV_NONNEGATIVE && !(x >= 0)) || (sign == VV_NONZERO && x == 0))
            return refuse_change(r, "the new value of a parameter violates its assumption");
    }
    memcpy(size, r->stepper.error_scale, (size_t)r->stepper.n * sizeof *size);
    vv_audit_impact(&r->audit, &r->stepper, false);
    vv_simulation_positions_and_rates(r, rates);
    if (!vv_simulation_change_parameters(r, &values, rates))
        return vv_ctx_ok(r->c) ? vv_ctx_fail(r->c, VV_E_INTERNAL) : vv_ctx_status(r->c);
    vv_audit_impact(&r->audit, &r->stepper, true);
    r->stepper.jump.changed = true;
    if (!vv_audit_constraints_hold(&r->audit, &r->stepper, size))
        return refuse_change(r, "the constraints do not hold with the new parameter values");
    return VV_OK;
}

bool vv_simulation_end_bouncing(vv_simulation *r, double nothing) {
    if (!r->contact.friction ||
        !vv_contact_modes_end_bouncing(&r->contact.modes, &r->stepper, nothing))
        return false;
    vv_model_event none = {.text = "rest"};
    vv_impact *k = r->contact.rest ? r->contact.rest : VV_NEW(r->c, vv_impact);
    if (!k || (!r->contact.rest && vv_impact_build(&r->dynamics, &none, k) != VV_OK)) return false;
    r->contact.rest = k;
    k->rests = true;
    vv_audit_impact(&r->audit, &r->stepper, false);
    if (!vv_impact_apply(k, &r->stepper)) return false;
    vv_audit_impact(&r->audit, &r->stepper, true);
    r->stepper.jump.changed = true;
    r->events.rapid_impacts = 0;
    return vv_contact_modes_reset(&r->contact.modes, &r->stepper) == VV_MODE_OK;
}

static bool wants_numbers(const vv_impact *k) {
    for (int i = 0; i < k->nlaws; i++)
        if (!isfinite(k->wanted[i])) return false;
    return true;
}

/* The impact laws at fault: one, or those of several simultaneous events. */
static vv_status refuse_shock(vv_simulation *r) {
    const vv_events *e = &r->events;
    vv_diag *d = NULL;
    int first = -1;
    for (int k = 0; k < e->nhits; k++) {
        int event = e->hit[k].event;
        if (!e->event[event].impact || event == first) continue;
        if (first < 0)
            d = vv_diag_add(
                r->c, VV_ERROR, VV_D_EVENT, e->event[event].when->span,
                wants_numbers(e->event[event].impact)
                    ? "at t = %.9g no velocities compatible with the constraints satisfy this law"
                    : "at t = %.9g the right-hand side of this law is not a number",
                r->stepper.t);
        else if (d)
            vv_diag_hint(
                r->c, d,
                "event %d has laws at the same instant: all of them hold after a single impact",
                event + 1);
        first = first < 0 ? event : first;
    }
    return vv_simulation_end_early(r);
}

vv_status vv_simulation_apply_events(vv_simulation *r) {
    vv_events *e = &r->events;
    if (!e->has_impact || e->stops) return VV_OK;
    vv_audit_impact(&r->audit, &r->stepper, false);
    vv_impact *shock = vv_events_impact(e);
    if (!vv_ctx_ok(r->c)) return vv_ctx_status(r->c);
    if (shock && !vv_impact_apply(shock, &r->stepper)) return refuse_shock(r);
    vv_audit_impact(&r->audit, &r->stepper, true);
    r->stepper.jump.changed = true;
    vv_status status = set_parameters(r);
    if (status != VV_OK) return status;
    vv_mode_fault fault =
        r->contact.friction ? vv_contact_modes_reset(&r->contact.modes, &r->stepper) : VV_MODE_OK;
    /* a rebound velocity negligible relative to the others does not separate the bodies */
    if (fault == VV_MODE_INCONSISTENT && vv_simulation_end_bouncing(r, VV_SIMULATION_REST_VELOCITY))
        fault = VV_MODE_OK;
    if (fault != VV_MODE_OK) return vv_simulation_stop_at_mode_fault(r, fault);
    vv_simulation_write_after_event(r);
    return VV_OK;
}

bool vv_simulation_apply_contact_impacts(vv_simulation *r) {
    /* relative to the velocity of the first bounce; interpolants locate points to their
     * tolerance */
    const double NOTHING =
        r->stepper.integrator->series ? VV_RUN_REST_BY_SERIES : VV_SIMULATION_REST_VELOCITY;
    if (!vv_contact_modes_mark_impacts(&r->contact.modes, &r->stepper)) return false;
    if (vv_simulation_end_bouncing(r, NOTHING))
        return vv_contact_modes_clear_impacts(&r->contact.modes), true;
    vv_model_event none = {.text = "impact"};
    vv_impact *k = r->contact.impact ? r->contact.impact : VV_NEW(r->c, vv_impact);
    if (!k || (!r->contact.impact && vv_impact_build(&r->dynamics, &none, k) != VV_OK))
        return false;
    r->contact.impact = k;
    vv_audit_impact(&r->audit, &r->stepper, false);
    bool done = vv_impact_apply(k, &r->stepper);
    vv_contact_modes_clear_impacts(&r->contact.modes);
    if (!done) return false;
    vv_audit_impact(&r->audit, &r->stepper, true);
    r->stepper.jump.changed = true;
    if (vv_contact_modes_reset(&r->contact.modes, &r->stepper) != VV_MODE_OK &&
        !vv_simulation_end_bouncing(r, VV_SIMULATION_REST_VELOCITY))
        return false;
    if (r->output.columns.series || r->host.present) return true;
    vv_step_expand(&r->stepper, (r->until - r->stepper.t) - r->stepper.t_low);
    vv_simulation_write_event(r, 0, -(int)VV_TRANSITION_IMPACT - 1);
    return true;
}
