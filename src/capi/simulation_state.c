/* Between steps: another state, other parameters. */
#include <math.h>
#include <string.h>

#include "capi/simulation_handle.h"
#include "simulate/initial/initial.h"

typedef vv_sim_memory memory;

/* ---- a new start ---------------------------------------------------------------------------- */

/* What is set by a call that may fail. */
typedef struct beginning {
    bool given;
    double time;
    const double *q, *qd;
} beginning;

static void put(memory *x, const beginning *b) {
    size_t n = (size_t)x->e->nq;
    x->given = b->given, x->start_time = b->time;
    if (!b->given) return;
    memcpy(x->start, b->q, n * sizeof *x->start);
    memcpy(x->start + n, b->qd, n * sizeof *x->start);
}

static void forget_events(memory *x) {
    x->last_event = -1, x->rapid = 0;
    for (int i = 0; i < x->nevents; i++) x->event[i].sign = 0;
    x->control.begins = x->t, x->control.calls = 0;
}

static vv_status begin_in_new_engine(memory *x) {
    vv_sim_engine *to;
    vv_status s = vv_sim_engine_new(x, &to);
    if (s != VV_OK) return s;
    s = vv_sim_engine_start(x, to);
    if (s == VV_OK && !vv_ctx_ok(to->c)) s = vv_ctx_status(to->c);
    if (s == VV_OK) return vv_sim_adopt(x, to), VV_OK;
    x->told = vv_call_end(to->c, s);
    vv_sim_engine_free(to);
    x->asked = x->e;
    return s;
}

/* In the engine that is there; after a failure its state is as it was. */
static vv_status begin_here(memory *x) {
    vv_sim_engine *e = x->e;
    vv_simulation *r = &e->r;
    vv_serializer out = {.out = &e->keep};
    vv_sim_last_step step = e->step;
    size_t said = e->account.length;
    bool changed = e->changed, free = vv_simulation_is_free(r);
    vv_lyapunov lyapunov = r->lyapunov;
    double *guards = r->contact.guards;
    vv_buffer_clear(&e->keep);
    if (!free) vv_simulation_serialize(r, &out); /* any state will do: there is no failure */
    if (!vv_ctx_ok(e->c)) return vv_ctx_status(e->c);
    vv_status s = vv_sim_engine_start(x, e);
    if (s == VV_OK && !vv_ctx_ok(e->c)) s = vv_ctx_status(e->c);
    if (s == VV_OK || free) return s;
    vv_serializer in = {.in = vv_buffer_text(&e->keep), .length = e->keep.length};
    vv_simulation_serialize(r, &in);
    e->step = step, e->account.length = said, e->changed = changed;
    r->lyapunov = lyapunov, r->contact.guards = guards;
    return s;
}

/* keep: of the start as it was. */
static vv_status begin_at(memory *x, const beginning *b, bool anew) {
    enum { FEW = 64 };
    double few[2 * FEW];
    int nq = x->e->nq;
    vv_mark mark = vv_arena_mark(x->e->c);
    vv_ctx *c = x->e->c;
    double *keep = nq <= FEW ? few : VV_ARRAY(c, double, 2 * nq), time = x->t;
    if (!keep) return vv_ctx_status(c);
    memcpy(keep, x->start, 2 * (size_t)nq * sizeof *keep);
    const beginning was = {x->given, x->start_time, keep, keep + nq};
    put(x, b);
    bool rebuilt = anew || vv_sim_engine_is_spent(x->e);
    vv_status s = rebuilt ? begin_in_new_engine(x) : begin_here(x);
    if (s != VV_OK) put(x, &was), x->t = time, vv_sim_place_inputs(x, x->e);
    if (s != VV_OK && rebuilt && keep != few) vv_arena_release(c, mark);
    if (s == VV_OK) vv_sim_refresh(x), forget_events(x);
    return s;
}

vv_status vv_sim_reset(vv_sim *s) {
    vv_entry here;
    vv_status status;
    if (!vv_sim_enter(&here, s, "vv_sim_reset", false, &status)) return status;
    memory *x = s->x;
    bool anew = false;
    for (int i = 0; i < x->nparameters; i++) anew |= x->set[i];
    for (int i = 0; i < x->nparameters; i++) x->set[i] = false;
    vv_sim_inputs_reset(x, &anew);
    return vv_sim_leave(&here, s, begin_at(x, &(beginning){0}, anew));
}

/* ---- an impact ------------------------------------------------------------------------------ */

/* On the constraints. */
static vv_status project(vv_sim_engine *e, const double *rates, double *to) {
    vv_simulation *r = &e->r;
    int n = e->r.stepper.n;
    double *x = VV_ARRAY(e->c, double, n + 1);
    vv_buffer unsaid = VV_BUFFER(e->c);
    if (!x) return vv_ctx_status(e->c);
    vv_sim_engine_begin_at(e, rates);
    double t = r->stepper.t + r->stepper.t_low;
    vv_dynamics own = r->dynamics;
    if (own.variational) {
        const vv_variational *v = own.variational;
        own.eq = v->own, own.nq = v->own->nq, own.n = v->own->n, own.m = v->own->nmultipliers;
    }
    vv_status s = vv_initial_state_find(&own, t, x, to + e->nq, &unsaid);
    memcpy(to, x, (size_t)e->nq * sizeof *to);
    vv_buffer_free(&unsaid);
    return s;
}

static vv_status change_state(memory *x, const double *q, const double *qd) {
    vv_sim_engine *e = x->e;
    size_t nq = (size_t)e->nq;
    vv_mark mark = vv_arena_mark(e->c);
    bool free = vv_simulation_is_free(&e->r);
    double *given = e->rates, *found = free ? NULL : VV_ARRAY(e->c, double, 2 * nq + 1);
    vv_status s = VV_OK;
    if (e->r.dynamics.variational) {
        vv_usage("vv_sim_set_state: sensitivities do not go on through an impact from outside");
        return VV_E_USAGE;
    }
    memcpy(given, q, nq * sizeof *given), memcpy(given + nq, qd, nq * sizeof *given);
    if (found) s = project(e, given, found);
    if (s != VV_OK || !vv_ctx_ok(e->c)) return s != VV_OK ? s : vv_ctx_status(e->c);
    vv_simulation_begin_change(&e->r);
    s = vv_simulation_set_rates(&e->r, found ? found : given);
    if (s == VV_OK) s = vv_simulation_end_change(&e->r);
    if (free) vv_arena_release(e->c, mark);
    e->changed = true;
    vv_sim_refresh(x);
    return s;
}

static vv_status check_state(const vv_sim *s, double t, const double *q, const double *qd) {
    const memory *x = s->x;
    if (!q || !qd) return vv_usage("vv_sim_set_state: an argument is NULL");
    if (!isfinite(t)) return vv_usage("vv_sim_set_state: the time is not a number");
    for (int i = 0; i < x->e->nq; i++)
        if (!isfinite(q[i]) || !isfinite(qd[i]))
            return vv_usage("vv_sim_set_state: value %d of the %s is not a number", i,
                            isfinite(q[i]) ? "rates" : "coordinates");
    if (x->callback && t != x->t)
        return vv_usage("vv_sim_set_state: within a callback the time is the present one, %.17g",
                        x->t);
    return VV_OK;
}

static double moved_by(const memory *x, const double *q, const double *qd) {
    double most = 0;
    for (int i = 0; i < x->e->nq; i++)
        most = fmax(most, fmax(fabs(x->q[i] - q[i]), fabs(x->qd[i] - qd[i])));
    return most;
}

vv_status vv_sim_set_state(vv_sim *s, double t, const double *q, const double *qd, double *moved) {
    vv_entry here;
    vv_status status;
    if (!vv_sim_enter(&here, s, "vv_sim_set_state", true, &status)) return status;
    memory *x = s->x;
    status = check_state(s, t, q, qd);
    if (status == VV_OK)
        status =
            x->callback ? change_state(x, q, qd) : begin_at(x, &(beginning){true, t, q, qd}, false);
    if (status == VV_OK && moved) *moved = moved_by(x, q, qd);
    return vv_sim_leave(&here, s, status);
}

/* ---- parameters ----------------------------------------------------------------------------- */

static int variable_of(const memory *x, int parameter) {
    for (int i = 0; i < x->nvariable; i++)
        if (x->variable_at[i] == parameter) return i;
    return -1;
}

static vv_status check_parameters(const memory *x, int n, const int *which, const double *value) {
    const vv_model *m = &x->e->m->model;
    if (n < 0 || (n && (!which || !value)))
        return vv_usage("vv_sim_set_parameters: there are no such arrays");
    for (int i = 0; i < n; i++) {
        if (which[i] < 0 || which[i] >= x->nparameters)
            return vv_usage("vv_sim_set_parameters: there is no parameter %d", which[i]);
        const vv_symbol *p = vv_symbol_get(x->e->c, m->parameter[which[i]].symbol);
        double v = value[i];
        if (!isfinite(v)) return vv_usage("the value of the parameter %s is no number", p->name);
        if ((p->sign == VV_POSITIVE && !(v > 0)) || (p->sign == VV_NEGATIVE && !(v < 0)) ||
            (p->sign == VV_NONNEGATIVE && !(v >= 0)) || (p->sign == VV_NONZERO && v == 0))
            return vv_usage("%s = %.9g violates the assumption on this parameter", p->name, v);
        if (m->parameter[which[i]].shapes)
            return vv_usage("the parameter %s shapes the model: load it with another value",
                            p->name);
    }
    return VV_OK;
}

/* Is one of them a number in the tapes, which are built anew for another one? */
static bool has_numbers(const memory *x, int n, const int *which) {
    bool some = false;
    for (int i = 0; i < n; i++) some |= variable_of(x, which[i]) < 0;
    return some;
}

/* Cells, then numbers within tapes, for which the rates of the present state are needed
 * (2 dynamics.nq). */
static vv_status put_values(memory *x, int n, const int *which, const double *value,
                            const double *rates) {
    vv_sim_engine *e = x->e;
    vv_simulation *r = &e->r;
    for (int i = 0; i < n; i++)
        if (variable_of(x, which[i]) >= 0) e->parameter[variable_of(x, which[i])] = value[i];
    for (int i = 0; i < r->dynamics.fixed.n && x->nvariable; i++)
        for (int k = 0; k < n; k++)
            if (variable_of(x, which[k]) >= 0 &&
                vv_same(r->dynamics.fixed.symbol[i], e->model->parameter[which[k]].symbol))
                r->dynamics.fixed.value[i] = value[k];
    if (!has_numbers(x, n, which)) return VV_OK;
    vv_parameter_values to = r->dynamics.fixed;
    to.value = VV_ARRAY(e->c, double, to.n + 1);
    if (!to.value) return vv_ctx_status(e->c);
    memcpy(to.value, r->dynamics.fixed.value, (size_t)to.n * sizeof *to.value);
    for (int i = 0; i < to.n; i++)
        for (int k = 0; k < n; k++)
            if (vv_same(to.symbol[i], e->model->parameter[which[k]].symbol)) to.value[i] = value[k];
    e->step.valid = false;
    if (vv_simulation_change_parameters(r, &to, rates)) return VV_OK;
    return vv_ctx_ok(e->c) ? VV_E_INTERNAL : vv_ctx_status(e->c);
}

/* With other values the constraints may be others. */
static vv_status settle(memory *x, const double *size) {
    vv_sim_engine *e = x->e;
    vv_simulation *r = &e->r;
    if (!r->s->nrows && !r->s->nservos) return VV_OK;
    if (vv_audit_constraints_hold(&r->audit, &r->stepper, size)) return VV_OK;
    double *found = VV_ARRAY(e->c, double, 4 * e->nq + 1);
    if (!found || r->dynamics.variational) return vv_ctx_ok(e->c) ? VV_E_BEYOND : VV_E_NOMEM;
    memcpy(found + 2 * e->nq, x->q, (size_t)e->nq * sizeof *found);
    memcpy(found + 3 * e->nq, x->qd, (size_t)e->nq * sizeof *found);
    vv_status s = project(e, found + 2 * e->nq, found);
    return s == VV_OK ? vv_simulation_set_rates(r, found) : s;
}

static vv_status change(memory *x, int n, const int *which, const double *value,
                        const double *rates) {
    vv_sim_engine *e = x->e;
    double *size = e->step.x; /* of the same length, and void from now on */
    e->step.valid = false;
    memcpy(size, e->r.stepper.error_scale, (size_t)e->r.stepper.n * sizeof *size);
    vv_simulation_begin_change(&e->r);
    vv_status s = put_values(x, n, which, value, rates);
    if (s == VV_OK) s = settle(x, size);
    if (s == VV_OK) s = vv_simulation_end_change(&e->r);
    return s;
}

/* Do the conditions of the model on its parameters hold? */
static vv_status check_domain(memory *x) {
    vv_sim_engine *e = x->e;
    if (!x->nvariable || vv_parameter_domain_contains(e->c, &e->domain, e->parameter)) return VV_OK;
    return vv_usage("vv_sim_set_parameters: the model's conditions on its parameters do not hold");
}

/* Back to what was: the reasons are those of the failure. Where memory does not suffice even for
 * that, another engine begins at the present state. */
static void take_back(memory *x, int n, const int *which, const double *was, const double *rates) {
    vv_ctx_recover(x->e->c);
    if (put_values(x, n, which, was, rates) == VV_OK) return;
    if (vv_sim_rebuild(x, false) != VV_OK) vv_ctx_spoil(x->e->c);
}

/* The present state in the equations, to the last digit. */
static double *present_rates(vv_sim_engine *e) {
    size_t n = 2 * (size_t)e->r.dynamics.nq;
    double *rates = VV_ARRAY(e->c, double, n + 1);
    if (!rates) return NULL;
    vv_simulation_positions_and_rates(&e->r, e->rates);
    return memcpy(rates, e->rates, n * sizeof *rates);
}

static vv_status set_parameters(memory *x, int n, const int *which, const double *value) {
    enum { FEW = 16 };
    double few[FEW];
    vv_ctx *c = x->e->c;
    bool rebuilds = has_numbers(x, n, which);
    double *was = n <= FEW ? few : VV_ARRAY(c, double, n),
           *rates = rebuilds ? present_rates(x->e) : NULL;
    if (!was || (rebuilds && !rates)) return vv_ctx_status(c);
    for (int i = 0; i < n; i++) {
        int at = variable_of(x, which[i]);
        was[i] = x->parameter[which[i]];
        if (at >= 0) x->e->parameter[at] = value[i];
    }
    vv_status s = check_domain(x);
    for (int i = 0; i < n; i++)
        if (variable_of(x, which[i]) >= 0) x->e->parameter[variable_of(x, which[i])] = was[i];
    if (s != VV_OK) return s;
    s = change(x, n, which, value, rates);
    if (s == VV_OK && !vv_ctx_ok(c)) s = vv_ctx_status(c);
    if (s != VV_OK) {
        if (s != VV_E_USAGE) x->told = vv_call_end(c, s);
        take_back(x, n, which, was, rates);
    }
    for (int i = 0; s == VV_OK && i < n; i++)
        x->parameter[which[i]] = value[i], x->set[which[i]] = true;
    x->e->changed = true;
    vv_sim_refresh(x);
    return s;
}

vv_status vv_sim_set_parameters(vv_sim *s, int n, const int *which, const double *value) {
    vv_entry here;
    vv_status status;
    if (!vv_sim_enter(&here, s, "vv_sim_set_parameters", true, &status)) return status;
    status = check_parameters(s->x, n, which, value);
    if (status == VV_OK && n) status = set_parameters(s->x, n, which, value);
    return vv_sim_leave(&here, s, status);
}
