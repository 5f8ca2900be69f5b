#include "simulate/ensemble/ensemble.h"

#include <string.h>

#include "base/base.h"

/* ---- building ------------------------------------------------------------------------------- */

/* A further lane: shares the programs of the first, with a state of its own. */
static bool new_lane(vv_ensemble *e, int l) {
    const vv_simulation *first = &e->motion[0];
    vv_simulation *r = &e->motion[l];
    *r = *first;
    r->dynamics = e->batch.flow[l];
    r->stepper = e->batch.member[l];
    r->stepper.f = r->stepper.rhs.f = &r->dynamics;
    r->events = (vv_events){0};
    r->dynamics.fixed.value = VV_ARRAY(e->c, double, r->dynamics.fixed.n + 1);
    if (!r->dynamics.fixed.value) return false;
    memcpy(r->dynamics.fixed.value, first->dynamics.fixed.value,
           (size_t)r->dynamics.fixed.n * sizeof *r->dynamics.fixed.value);
    r->in = VV_ARRAY(e->c, double, r->dynamics.taylor.jet->nin + 1);
    return vv_simulation_monitor_speeds_of_copy(r) && vv_audit_new(&r->dynamics, &r->audit) &&
           vv_events_build(&r->dynamics, &r->events) == VV_OK &&
           vv_row_store_new(e->c, r->output.columns.width, NULL, &r->output.record.rows) &&
           vv_ctx_ok(e->c);
}

/* Lanes are for Taylor series without branches, whose steps need nothing but the series, and whose
 * programs keep the parameters of the first motion throughout. */
static bool suits_lanes(const vv_simulation *r) {
    for (int i = 0; i < r->s->m->nwhens; i++)
        if (r->s->m->when[i].nsets) return false;
    return r->integrator->batch && vv_dynamics_supports_lanes(&r->dynamics) &&
           !vv_dynamics_switches(&r->dynamics) && !r->contact.friction && !r->dynamics.variational;
}

vv_status vv_ensemble_new(vv_ctx *c, const vv_system *s, vv_run_options *o,
                          vv_ensemble_parameters free, vv_ensemble *e) {
    vv_simulation *first = &e->motion[0];
    *e = (vv_ensemble){.c = c, .lanes = 1, .account = VV_BUFFER(c), .state = VV_BUFFER(c)};
    *first = (vv_simulation){.c = c, .s = s, .source = "", .o = o, .account = &e->account};
    first->parameters.nfree = free.n, first->parameters.free = free.symbol;
    if (vv_simulation_prepare(first) != VV_OK) return vv_ctx_status(c);
    e->loose = first->dynamics.nfree > 0;
    if (e->loose && !vv_parameter_domain_new(&first->dynamics, free.n, free.symbol, &e->demands))
        return vv_ctx_status(c);
    vv_serializer k = {.out = &e->state};
    vv_simulation_serialize(first, &k);
    return vv_ctx_status(c);
}

vv_status vv_ensemble_set_lanes(vv_ensemble *e, int most) {
    vv_simulation *first = &e->motion[0];
    if (!suits_lanes(first) || most <= 1) return VV_OK;
    if (!vv_taylor_batch_new(&first->dynamics, first->tolerance, most, &e->batch))
        return vv_ctx_status(e->c);
    e->lanes = e->batch.lanes;
    e->batch.at[0] = &first->stepper;
    for (int l = 1; l < e->lanes; l++) {
        if (!new_lane(e, l)) return vv_ctx_status(e->c);
        e->batch.at[l] = &e->motion[l].stepper;
    }
    return vv_ctx_status(e->c);
}

/* ---- members -------------------------------------------------------------------------------- */

static const char *reason_of(vv_ctx *c, vv_diag_mark since) {
    for (int i = since.count; i < vv_diag_count(c); i++)
        if (vv_diag_at(c, i)->severity == VV_ERROR) return vv_diag_at(c, i)->message;
    return "";
}

/* Restores the newly built state, then finds the initial conditions. false: there are none, see
 * *failed. */
static bool begin(vv_ensemble *e, vv_simulation *r, const vv_ensemble_callbacks *w, long member) {
    double *value = e->loose ? VV_ARRAY(e->c, double, r->parameters.nfree + 1) : NULL;
    vv_serializer k = {.in = e->state.text, .length = e->state.length};
    vv_diag_mark said = vv_diag_get_mark(e->c);
    r->lyapunov = (vv_lyapunov){0};
    vv_simulation_serialize(r, &k);
    r->output.record.rows.count = r->output.record.rows.stored = 0;
    vv_buffer_clear(&e->account);
    r->o->partial = NULL;
    r->switching.leaves = false;
    r->output.columns.undefined = 0;
    if (value) w->values(w->data, member, value), vv_free_parameters_set(&r->dynamics, value);
    vv_status status = vv_simulation_initialize(r);
    if (status == VV_OK) return true;
    if (status != VV_E_MODEL && status != VV_E_BEYOND) return false;
    w->done(w->data, member, NULL, status, reason_of(e->c, said));
    vv_diag_rollback(e->c, said);
    vv_ctx_clear_failure(e->c);
    return false;
}

/* Has it switched formulation, speeds or integrator since it was built? */
static bool left_alone(const vv_simulation *r) {
    return r->switching.switched || r->switching.stiff || r->speed_sets.changes > 0;
}

static void end(vv_ensemble *e, vv_simulation *r, const vv_ensemble_callbacks *w, long member,
                vv_status status, vv_diag_mark said) {
    if (status == VV_OK) status = vv_simulation_check_audit(r);
    if (r->switching.leaves)
        w->run_alone(w->data, member);
    else
        w->done(w->data, member, r, status, reason_of(e->c, said));
    vv_diag_rollback(e->c, said);
    if (left_alone(r) || r->parameters.changed) e->spent = true;
}

static vv_status one_by_one(vv_ensemble *e, const vv_ensemble_callbacks *w) {
    vv_simulation *r = &e->motion[0];
    long member;
    while (!e->spent && vv_ctx_ok(e->c) && w->next(w->data, &member)) {
        vv_diag_mark said = vv_diag_get_mark(e->c);
        if (!begin(e, r, w, member)) continue;
        vv_status status = r->switching.leaves ? VV_OK : vv_simulation_integrate(r);
        if (vv_ctx_ok(e->c)) end(e, r, w, member, status, said);
    }
    return vv_ctx_status(e->c);
}

/* A member that switched formulation or integrator continues by itself; a harmless state takes its
 * lane. */
static vv_status go_on_alone(vv_ensemble *e, int l, bool last) {
    vv_simulation *r = &e->motion[l];
    e->batch.at[l] = &e->batch.member[l];
    return last ? VV_OK : vv_simulation_integrate(r);
}

/* One step of a member whose series are current, with the outcome of their expansion. *last: it has
 * ended. */
static vv_status step(vv_ensemble *e, int l, vv_step_fault fault, bool *last) {
    vv_simulation *r = &e->motion[l];
    vv_status status = vv_simulation_step(r, vv_simulation_adapt(r, fault), last);
    if (status == VV_OK && left_alone(r)) {
        status = go_on_alone(e, l, *last);
        *last = true;
    }
    return status;
}

/* A member whose initial conditions require another formulation cannot use a lane. */
static bool enter_lane(vv_ensemble *e, int l, const vv_ensemble_callbacks *w, long member) {
    vv_simulation *r = &e->motion[l];
    vv_diag_mark said = vv_diag_get_mark(e->c);
    if (!begin(e, r, w, member)) return false;
    if (!r->switching.leaves && !r->switching.switched && !r->speed_sets.changes) return true;
    vv_status status = r->switching.leaves ? VV_OK : go_on_alone(e, l, false);
    if (vv_ctx_ok(e->c)) end(e, r, w, member, status, said);
    return false;
}

static vv_status side_by_side(vv_ensemble *e, const vv_ensemble_callbacks *w) {
    bool alive[VV_TAYLOR_BATCH_MAX_LANES] = {false}, more = true;
    long member[VV_TAYLOR_BATCH_MAX_LANES];
    vv_step_fault fault[VV_TAYLOR_BATCH_MAX_LANES];
    for (;;) {
        int n = 0;
        for (int l = 0; l < e->lanes; l++) {
            while (!alive[l] && more && !e->spent && vv_ctx_ok(e->c) &&
                   (more = w->next(w->data, &member[l])))
                alive[l] = enter_lane(e, l, w, member[l]);
            n += alive[l];
        }
        if (!n || !vv_ctx_tick(e->c)) return vv_ctx_status(e->c);
        vv_taylor_batch_expand(&e->batch, alive, fault);
        for (int l = 0; l < e->lanes && vv_ctx_ok(e->c); l++) {
            bool last = false;
            if (!alive[l]) continue;
            vv_diag_mark said = vv_diag_get_mark(e->c);
            vv_status status = step(e, l, fault[l], &last);
            if (!vv_ctx_ok(e->c)) break;
            if (status == VV_OK && !last && !e->motion[l].switching.leaves) continue;
            end(e, &e->motion[l], w, member[l], status, said);
            alive[l] = false;
        }
    }
}

vv_status vv_ensemble_run(vv_ensemble *e, const vv_ensemble_callbacks *w) {
    return e->lanes > 1 ? side_by_side(e, w) : one_by_one(e, w);
}

void vv_ensemble_close(vv_ensemble *e) {
    for (int l = 0; l < e->lanes; l++) {
        vv_row_store_close(&e->motion[l].output.record.rows, false);
        vv_simulation_close(&e->motion[l]);
    }
}
