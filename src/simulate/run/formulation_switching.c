/* The formulation, integrator and parameter values of a motion: chosen at the start, and changed
 * during the run. */
#include <math.h>
#include <string.h>

#include "evaluate/tape/tape.h"
#include "simulate/formulation/formulation.h"
#include "simulate/run/simulation.h"
#include "simulate/run/run.h"
#include "simulate/initial/initial.h"
#include "simulate/integrate/integrate.h"
#include "simulate/contact/contact.h"
#include "simulate/run/run_tolerances.h"

typedef vv_simulation run;

/* ---- the start ------------------------------------------------------------------------------- */

/* Frictional contacts need multipliers, which are their reactions. */
static vv_status build_friction(run *r) {
    if (!vv_model_has_friction(r->s->m)) return VV_OK;
    r->contact.friction = VV_NEW(r->c, vv_friction);
    if (!r->contact.friction || vv_friction_build(r->c, r->s, r->contact.friction) != VV_OK)
        return vv_ctx_status(r->c);
    r->s = r->contact.friction->s;
    return VV_OK;
}

/* Where constraints restrict the speeds, the independent ones may fail during the run; variational
 * equations could not continue in another formulation then. */
static bool suits_minimal(const run *r) {
    bool bound = false;
    for (int i = 0; i < r->s->nrows; i++) bound |= r->s->row[i].kind != VV_ROW_HOLONOMIC;
    return vv_formulation_allows_minimal(r->s) &&
           !(bound && (r->o->nsensitivities || r->o->lyapunov));
}

static vv_status refuse_form(run *r, const char *why) {
    vv_diag_add(r->c, VV_ERROR, VV_D_FORM, (vv_span){0}, "this form admits no motion: %s", why);
    return vv_ctx_fail(r->c, VV_E_BEYOND);
}

/* Minimal speeds satisfy the constraints along the motion, but not in the variational
 * directions. */
static bool leaves_positions(const run *r) {
    bool finite = false;
    for (int i = 0; i < r->s->nrows; i++) finite |= r->s->row[i].kind == VV_ROW_HOLONOMIC;
    return finite && r->o->lyapunov;
}

vv_status vv_simulation_choose_formulation(run *r, vv_equations *eq) {
    const char *form = r->o->form, *why = NULL;
    bool minimal = form ? !strcmp(form, "minimal") : suits_minimal(r);
    if (minimal && leaves_positions(r))
        return refuse_form(r, "Lyapunov exponents with holonomic constraints need multipliers");
    if (minimal && form && vv_model_has_friction(r->s->m))
        vv_buffer_add(r->account, "friction: not monitored with minimal speeds, contacts roll\n");
    else if (vv_model_has_friction(r->s->m))
        minimal = false;
    if (!minimal && build_friction(r) != VV_OK) return vv_ctx_status(r->c);
    vv_status status = minimal ? vv_formulation_minimal(r->c, r->s, eq, &why)
                               : vv_formulation_constrained(r->c, r->s, eq, &why);
    if (status == VV_OK) {
        vv_buffer_printf(r->account, "form: %s, %d speed%s, %d multiplier%s (%s)\n",
                         minimal ? "minimal speeds" : "multipliers", eq->n, eq->n == 1 ? "" : "s",
                         eq->nmultipliers, eq->nmultipliers == 1 ? "" : "s",
                         form ? "as requested" : "chosen");
        if (r->s->servo.nhidden)
            vv_buffer_printf(r->account,
                             "servos: their constraints are differentiated %d times until they "
                             "determine the accelerations\n",
                             r->s->servo.rates);
        return r->contact.friction ? vv_friction_limits(r->c, eq, r->contact.friction) : VV_OK;
    }
    if (!vv_ctx_ok(r->c)) return vv_ctx_status(r->c);
    return refuse_form(r, why ? why : "the equations could not be derived");
}

double vv_simulation_tolerance(const run *r, const vv_equations *eq) {
    if (r->o->tolerance > 0)
        return fmax(r->o->tolerance, r->integrator->least[eq->nmultipliers > 0]);
    return eq->nmultipliers ? r->integrator->constrained : r->integrator->tolerance;
}

/* ---- another formulation --------------------------------------------------------------------- */

void vv_simulation_positions_and_rates(run *r, double *state) {
    const vv_stepper *s = &r->stepper;
    int nq = r->dynamics.nq;
    memset(r->in, 0, (size_t)r->dynamics.taylor.jet->nin * sizeof *r->in);
    for (int i = 0; i < s->n; i++) r->in[i] = s->x[i] + s->x_low[i];
    r->in[vv_dynamics_count_inputs(&r->dynamics) - 1] = s->t + s->t_low;
    memcpy(state, r->in, (size_t)nq * sizeof *state);
    memset(state + nq, 0, (size_t)nq * sizeof *state); /* free parameters are constant */
    vv_jit_run(r->audit.rates, r->in, state + nq, r->audit.rates_scratch);
}

/* state: q and q', which minimal speeds may not determine. */
static bool other_form(run *r, bool minimal, const double *state, vv_stepper *other, run *now) {
    vv_stepper *s = &r->stepper;
    const char *why;
    const vv_dynamics_options values = {.fixed = &r->dynamics.fixed}; /* events may have set some */
    vv_equations *eq = VV_NEW(r->c, vv_equations);
    if (!eq ||
        (minimal ? vv_formulation_minimal : vv_formulation_constrained)(r->c, r->s, eq, &why) !=
            VV_OK ||
        vv_dynamics_build_with(r->c, r->s, eq, r->dynamics.order, values, &now->dynamics) !=
            VV_OK ||
        !vv_stepper_new(&now->dynamics, s->integrator,
                        r->switching.stiff ? r->tolerance : vv_simulation_tolerance(r, eq),
                        other) ||
        vv_columns_rebuild(&now->dynamics, r->o->dense, &now->output.columns) != VV_OK ||
        !vv_audit_change_formulation(&now->audit, &now->dynamics))
        return false;
    vv_stepper_transfer(s, other);
    int nq = now->dynamics.nq;
    memcpy(other->x, state, (size_t)(minimal ? nq : 2 * nq) * sizeof *state);
    if (minimal && !vv_initial_state_speeds(&now->dynamics, s->t, state + nq, other->x))
        return false;
    if (!s->integrator->series) /* a value passing through 0 is not small */
        memcpy(other->error_scale, s->error_scale, (size_t)nq * sizeof *s->error_scale);
    return true;
}

static void take_form(run *r, const vv_stepper *other, const run *now) {
    r->in = VV_ARRAY(r->c, double, now->dynamics.taylor.jet->nin + 1);
    r->dynamics = now->dynamics;
    r->output.columns = now->output.columns;
    r->audit = now->audit;
    r->stiffness.rhs = NULL; /* belongs to the other equations */
    r->switching.switched = true;
    vv_stepper_close(&r->stepper);
    r->stepper = *other;
    r->stepper.f = r->stepper.rhs.f = &r->dynamics;
    vv_events_build(&r->dynamics, &r->events);
}

static const char FAIL[] = "minimal speeds are singular near there";

static void tell_form(run *r, const char *why) {
    vv_buffer_printf(r->account, "form: multipliers from t = %.9g, %s\n", r->stepper.t, why);
}

/* The step that another integrator would take from the same state; 0: none. */
static double one_step(const run *r, const vv_stepper *s, vv_dynamics *flow,
                       const vv_integrator *by) {
    vv_stepper one = {0};
    double h = 0;
    if (vv_stepper_new(flow, by, fmin(s->tolerance, by->tolerance), &one)) {
        memcpy(one.x, s->x, (size_t)s->n * sizeof *one.x);
        memcpy(one.error_scale, s->error_scale, (size_t)s->n * sizeof *one.error_scale);
        one.t = s->t, one.t_low = s->t_low;
        if (vv_step_expand(&one, r->until - s->t) == VV_STEP_OK) h = one.h;
    }
    vv_stepper_close(&one);
    return h;
}

/* Does the other formulation take a larger step from the same state? Multistep methods start with
 * small steps after every impact, whatever the formulation. */
static bool steps_farther(run *r, vv_stepper *other, vv_dynamics *flow, double h) {
    if (other->integrator->multistep &&
        !(one_step(r, other, flow, vv_integrator_for(VV_INTEGRATOR_EXPLICIT)) > 4 * h))
        return false;
    bool good = vv_step_expand(other, r->until - r->stepper.t) == VV_STEP_OK;
    return good && (other->integrator->multistep || other->h > 4 * h);
}

/* Near a coordinate singularity both formulations are ill-conditioned: with multipliers the
 * accelerations then have few digits, and a step is large only because the tolerance is loose.
 * Taylor series resolve all digits. */
static bool has_digits(const vv_stepper *other) {
    const vv_dynamics *f = other->f;
    return other->integrator->series || f->matrix_state.inverted ||
           f->kkt.weakest > VV_RUN_FEW_DIGITS;
}

/* Minimal speeds fail where the independent ones no longer determine the others. When the step
 * becomes small, the same state is expanded in the constrained form, which takes over if its step
 * is larger, even if the step is small for another reason: newly chosen speeds, or a faster
 * motion. */
static void change_form(run *r, double h) {
    static const double SHORT[] = {0.02, 0.1}; /* of the longest step; [1]: Taylor series        */
    vv_stepper *s = &r->stepper, other = {0};
    bool series = s->integrator->series; /* other methods start with small steps */
    bool stiff =
        r->switching.stiff ||
        (s->integrator->stiff && !s->integrator->multistep); /* as small as the motion is fast */
    bool short_now = !stiff && s->stats.steps > (series ? 1 : 2) &&
                     h < SHORT[series] * s->stats.most &&
                     !(r->switching.tried > 0 && h > 0.01 * r->switching.tried);
    if (r->dynamics.multipliers || r->o->form || r->dynamics.variational || !(short_now || h <= 0))
        return;
    if (vv_simulation_is_near_lock(r, s->x, s->t)) return; /* the rates lose digits there */
    r->switching.leaves = r->dynamics.nfree > 0;
    if (r->switching.leaves) return;
    r->switching.tried = h > 0 ? h : r->switching.tried;
    if (s->integrator->multistep && h > 0)
        h = fmax(h, one_step(r, s, &r->dynamics, vv_integrator_for(VV_INTEGRATOR_EXPLICIT)));
    if (h > 0 && h >= SHORT[series] * s->stats.most) return;
    run now = *r;
    bool serve = h > 0 && vv_simulation_speeds_well_conditioned(r);
    double *state = VV_ARRAY(r->c, double, 2 * r->dynamics.nq + 1);
    if (state) vv_simulation_positions_and_rates(r, state);
    if (!state || !other_form(r, false, state, &other, &now) ||
        !steps_farther(r, &other, &now.dynamics, h) || !has_digits(&other)) {
        vv_stepper_close(&other);
        return;
    }
    take_form(r, &other, &now);
    tell_form(r, serve ? "they allow steps several times as long" : FAIL);
}

/* At a start near a point where minimal speeds fail, the rates have lost digits and the series are
 * correspondingly short: if the run would need very many such steps, the other formulation is tried
 * before the first. */
static void look_at_start(run *r) {
    vv_stepper *s = &r->stepper, other = {0};
    if (s->stats.steps || r->dynamics.multipliers || r->o->form || r->dynamics.variational ||
        r->dynamics.nfree || !r->s->nrows || r->contact.friction ||
        vv_dynamics_switches(&r->dynamics))
        return;
    bool series = s->integrator->series;
    double h =
        series ? s->h : one_step(r, s, &r->dynamics, vv_integrator_for(VV_INTEGRATOR_DEFAULT));
    if (!(h > 0 && h < VV_RUN_SHORT_STEP * (r->until - s->t))) return;
    run now = *r;
    double *state = VV_ARRAY(r->c, double, 2 * r->dynamics.nq + 1);
    r->switching.tried = h;
    if (state) vv_simulation_positions_and_rates(r, state);
    if (!state || !other_form(r, false, state, &other, &now) ||
        !(one_step(r, &other, &now.dynamics, vv_integrator_for(VV_INTEGRATOR_DEFAULT)) > 16 * h) ||
        vv_step_expand(&other, r->until - s->t) != VV_STEP_OK) {
        vv_stepper_close(&other);
        return;
    }
    take_form(r, &other, &now);
    tell_form(r, FAIL);
}

static bool switch_form(run *r, bool minimal, const double *state) {
    vv_stepper other = {0};
    run now = *r;
    if (!other_form(r, minimal, state, &other, &now)) return vv_stepper_close(&other), false;
    take_form(r, &other, &now);
    if (minimal || r->lock.left) vv_simulation_drop_speed_sets(r);
    return true;
}

bool vv_simulation_switch_to_multipliers(run *r, const double *state) {
    return switch_form(r, false, state);
}

bool vv_simulation_switch_to_minimal(run *r, const double *state) {
    bool began = !r->switching.switched; /* with multipliers */
    vv_diag_mark said = vv_diag_get_mark(r->c);
    bool done = switch_form(r, true, state);
    vv_simulation_discard_diagnostics(r, said);
    if (!done) return false;
    r->lock.met = true;
    r->lock.left |= began;
    return vv_simulation_monitor_speeds(r) == VV_OK;
}

/* The speeds do not determine the rates, which are known: a constraint loses rank (a factor
 * vanishes, a heading is at a right angle) or a declared speed degenerates. */
vv_status vv_simulation_leave_minimal_speeds(run *r, const double *state) {
    r->switching.leaves = r->dynamics.nfree > 0;
    if (r->switching.leaves) return VV_OK;
    if (r->o->form || r->dynamics.variational) {
        vv_diag_hint(r->c,
                     vv_diag_add(r->c, VV_ERROR, VV_D_FORM, (vv_span){0},
                                 "this form admits no motion: at t = %.9g its speeds do not "
                                 "determine the rates of the coordinates",
                                 r->stepper.t),
                     "--form multipliers uses all the rates");
        return vv_ctx_fail(r->c, VV_E_BEYOND);
    }
    if (!vv_simulation_switch_to_multipliers(r, state)) return vv_ctx_status(r->c);
    tell_form(r, FAIL);
    return VV_OK;
}

/* ---- the integrator -------------------------------------------------------------------------- */

/* Collocation keeps nearly all digits, at the cost of factoring all its stages at once: with very
 * many unknowns the library is used instead, if present. NULL: there is no such integrator. */
static const vv_integrator *stiff_method(const run *r) {
    enum { MOST = 48 }; /* unknowns per stage */
    const vv_dynamics *f = &r->dynamics;
    bool small = (vv_dynamics_rates_are_speeds(f) ? f->n : f->nq + f->n) <= MOST;
    return vv_integrator_for(small ? VV_INTEGRATOR_STIFF : VV_INTEGRATOR_STIFF_LARGE);
}

/* Was the choice of integrator left to the program? */
static bool may_change(const run *r) {
    return !r->o->method && !r->contact.friction && !r->dynamics.variational &&
           r->integrator->series && stiff_method(r);
}

/* -Re of the eigenvalue of a damped direction, from the Jacobian of the equations; 0: none, or only
 * Taylor series may be used. */
static double damping(run *r) {
    const vv_stepper *s = &r->stepper;
    if (!r->stiffness.rhs) {
        r->stiffness.rhs = VV_NEW(r->c, vv_rhs);
        if (!r->stiffness.rhs || !vv_rhs_new(&r->dynamics, true, r->stiffness.rhs)) return 0;
    }
    return vv_stiffness_rate_at(r->c, r->stiffness.rhs, s->t, s->x);
}

/* Near a singularity each step is the same fraction of the remaining time, and the Jacobian looks
 * like damping; with genuine damping the step size stays constant. */
static bool nears_singularity(run *r) {
    enum { STEPS = 8 };
    const vv_stepper *s = &r->stepper;
    r->stiffness.shrinking = s->h < 0.95 * s->stats.last ? r->stiffness.shrinking + 1 : 0;
    return r->stiffness.shrinking >= STEPS;
}

/* Estimate the rate after 64, 128, ... consecutive steps of which far too many remain, or after a
 * failed step; and after every step with fast damping. */
static bool asks_for_rate(const run *r, bool none) {
    bool power = r->stiffness.short_steps >= 64 &&
                 !(r->stiffness.short_steps & (r->stiffness.short_steps - 1));
    return none ? r->stiffness.short_steps > 0 : power || r->stiffness.damped > 0;
}

/* A motion damped in some direction much faster than it lasts: Taylor steps resolve this direction
 * even when it is inactive. Conservative motions also look damped for an instant, but a stiff one
 * does so step after step. */
static double stiff_rate(run *r, vv_step_fault fault, double left) {
    enum { LASTING = 64 };
    const vv_stepper *s = &r->stepper;
    const double FOLLOWED = 0.5; /* decay times per step */
    bool none = fault != VV_STEP_OK;
    if (!may_change(r)) return 0;
    r->stiffness.short_steps =
        (none || left > VV_STIFFNESS_STEPS * s->h) && !s->singularity.deficient
            ? r->stiffness.short_steps + 1
            : 0;
    if (nears_singularity(r) || !asks_for_rate(r, none)) return 0;
    double rate = damping(r);
    bool damped = rate * (none ? left / VV_STIFFNESS_STEPS : s->h) > FOLLOWED;
    r->stiffness.damped = damped && r->stiffness.short_steps ? r->stiffness.damped + 1 : 0;
    return damped && (none || r->stiffness.damped > LASTING) ? rate : 0;
}

/* Chosen automatically, the library's formulas use a tighter tolerance than their default. */
static double stiff_tolerance(const run *r) {
    return r->o->tolerance > 0 || !r->integrator->library
               ? vv_simulation_tolerance(r, r->dynamics.eq)
               : VV_RUN_LIBRARY_TOLERANCE;
}

bool vv_simulation_switch_to_stiff(run *r) {
    vv_stepper *s = &r->stepper, other;
    r->integrator = stiff_method(r);
    if (!r->integrator) return false;
    r->switching.stiff = true;
    r->tolerance = stiff_tolerance(r);
    if (!vv_stepper_new(&r->dynamics, r->integrator, r->tolerance, &other)) return false;
    vv_stepper_transfer(s, &other);
    memcpy(other.x, s->x, (size_t)s->n * sizeof *s->x);
    memcpy(other.x_low, s->x_low, (size_t)s->n * sizeof *s->x);
    other.singularity.rank = s->singularity.rank; /* of the same matrix */
    vv_stepper_close(s);
    *s = other;
    return true;
}

/* Collocation works with values in range where the coefficients of the series overflow or
 * underflow. */
static vv_step_fault leave_series(run *r) {
    double from = r->stepper.t;
    bool slow = r->stepper.h > 1;
    if (!may_change(r)) return VV_STEP_RANGE;
    if (!vv_simulation_switch_to_stiff(r)) return VV_STEP_NAN;
    vv_buffer_printf(r->account,
                     "method: %s from t = %.9g, tolerance %.3g per step: Taylor coefficients of so "
                     "%s a motion exceed double precision\n",
                     r->integrator->name, from, r->tolerance, slow ? "slow" : "fast");
    return vv_step_expand(&r->stepper, (r->until - r->stepper.t) - r->stepper.t_low);
}

static vv_step_fault change_method(run *r, vv_step_fault fault) {
    vv_stepper *s = &r->stepper;
    if (fault == VV_STEP_RANGE) return leave_series(r);
    if (fault != VV_STEP_OK && fault != VV_STEP_SIZE_TOO_SMALL) return fault;
    if (!vv_ctx_ok(r->c)) return fault;
    double left = (r->until - s->t) - s->t_low, lasts = fmax(left, r->stiffness.followed),
           rate = stiff_rate(r, fault, lasts);
    if (!(rate > 0)) return fault;
    double from = s->t, steps = lasts * (fault == VV_STEP_OK ? 1 / s->h : rate);
    if (!vv_simulation_switch_to_stiff(r)) return VV_STEP_NAN;
    vv_buffer_printf(
        r->account,
        "method: %s from t = %.9g, tolerance %.3g per step: stiff, with damping at a rate of %.3g; "
        "Taylor series would take %.2g steps (--method taylor forces them)\n",
        r->integrator->name, from, r->tolerance, rate, steps);
    return vv_step_expand(s, left);
}

/* The formulation first: near the failure of the speeds the derivatives are as large as those of
 * stiff equations. */
vv_step_fault vv_simulation_adapt(run *r, vv_step_fault fault) {
    bool minimal = !r->dynamics.multipliers;
    const vv_stepper *s = &r->stepper;
    if (fault == VV_STEP_JUMP) return fault;
    fault = vv_simulation_switch_speeds(r, fault);
    if (r->switching.leaves || (minimal && r->dynamics.multipliers)) return fault;
    if (fault == VV_STEP_OK) look_at_start(r);
    change_form(r, fault == VV_STEP_OK ? r->stepper.h : 0);
    if (r->switching.leaves || (minimal && r->dynamics.multipliers))
        return r->switching.leaves ? fault : VV_STEP_OK;
    if (fault == VV_STEP_OK && s->integrator->series &&
        vv_taylor_underflows(s, (r->until - s->t) - s->t_low))
        fault = VV_STEP_RANGE;
    return change_method(r, fault);
}

/* ---- other parameter values ------------------------------------------------------------------ */

/* Values that have not changed keep both parts to the last digit. */
static void keep_low_parts(const vv_stepper *was, vv_stepper *s) {
    for (int i = 0; i < s->n; i++)
        if (s->x[i] == was->x[i]) s->x_low[i] = was->x_low[i];
}

bool vv_simulation_change_parameters(run *r, const vv_parameter_values *values,
                                     const double *rates) {
    vv_stepper *s = &r->stepper, was = *s, other = {0};
    vv_dynamics *f = VV_NEW(r->c, vv_dynamics);
    vv_dynamics_options with = {r->dynamics.coulomb, r->dynamics.variational, values,
                                r->dynamics.unextended};
    if (!f || vv_dynamics_build_with(r->c, r->dynamics.s, r->dynamics.eq, r->dynamics.order, with,
                                     f) != VV_OK)
        return false;
    r->dynamics = *f;
    r->parameters.changed = true;
    r->contact.rest = r->contact.impact = NULL;
    r->stiffness.rhs = NULL;
    if (!vv_stepper_new(&r->dynamics, s->integrator, s->tolerance, &other)) return false;
    vv_stepper_transfer(s, &other);
    vv_stepper_close(s);
    *s = other;
    if (r->dynamics.coulomb) vv_coulomb_apply_modes(&r->dynamics);
    if (rates && !vv_initial_state_speeds(&r->dynamics, s->t, rates, s->x)) return false;
    if (rates) keep_low_parts(&was, s);
    if (vv_columns_rebuild(&r->dynamics, r->o->dense, &r->output.columns) != VV_OK ||
        !vv_audit_change_parameters(&r->audit, &r->dynamics) ||
        vv_events_build(&r->dynamics, &r->events) != VV_OK ||
        !vv_simulation_rebuild_speed_sets(r) || !vv_simulation_watch_lock(r))
        return false;
    return !rates ||
           vv_initial_state_determines_rates(&r->dynamics, s->t, s->x, rates + r->dynamics.nq) ||
           vv_simulation_leave_minimal_speeds(r, rates) == VV_OK;
}
