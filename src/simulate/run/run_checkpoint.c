/* Checkpoint and resume: saves and loads the part of a simulation that is state. */
#include <string.h>

#include "simulate/run/simulation.h"
#include "simulate/run/run.h"

typedef vv_simulation run;

void vv_simulation_serialize(run *r, vv_serializer *k) {
    VV_SERIALIZE(k, r->output.row);
    VV_SERIALIZE(k, r->output.instant);
    VV_SERIALIZE(k, r->disturbed);
    VV_SERIALIZE(k, r->switching.tried);
    VV_SERIALIZE(k, r->stiffness.short_steps);
    VV_SERIALIZE(k, r->stiffness.damped);
    VV_SERIALIZE(k, r->stiffness.shrinking);
    VV_SERIALIZE(k, r->stiffness.target);
    VV_SERIALIZE(k, r->stiffness.present);
    VV_SERIALIZE(k, r->stiffness.followed);
    if (r->contact.friction)
        vv_contact_modes_serialize(&r->contact.modes, k); /* before the row scales */
    vv_stepper_serialize(&r->stepper, k);
    vv_events_serialize(&r->events, k);
    vv_audit_serialize(&r->audit, k);
    vv_lyapunov_serialize(&r->lyapunov, k);
    vv_curvature_monitor_serialize(&r->contact.curvature, &r->dynamics, k);
}

static bool can_checkpoint(const run *r) {
    return !r->integrator->can_checkpoint || r->integrator->can_checkpoint(&r->stepper);
}

static void serialize_all(run *r, vv_buffer *state) {
    vv_serializer k = {.out = state};
    bool multipliers = r->dynamics.multipliers;
    VV_SERIALIZE(&k, multipliers);
    VV_SERIALIZE(&k, r->switching.stiff);
    VV_SERIALIZE(&k, r->account->length);
    VV_SERIALIZE_ARRAY(&k, r->account->text, r->account->length);
    VV_SERIALIZE_ARRAY(&k, r->dynamics.fixed.value,
                       r->dynamics.fixed.n); /* other values invalidate the speed sets */
    vv_simulation_serialize_speeds(r, &k);
    vv_simulation_serialize(r, &k);
}

bool vv_simulation_save(run *r, vv_buffer *state) {
    if (!can_checkpoint(r)) return false;
    serialize_all(r, state);
    return true;
}

void vv_simulation_snapshot(run *r) {
    r->snapshot.valid = can_checkpoint(r);
    if (!r->snapshot.valid) return;
    vv_buffer_clear(&r->snapshot.state);
    serialize_all(r, &r->snapshot.state);
    r->snapshot.time = r->stepper.t;
    r->snapshot.rows = r->output.record.rows.count - r->snapshot.skip;
}

void vv_simulation_save_checkpoint(run *r) {
    if (r->snapshot.stepping ? !r->snapshot.valid : !can_checkpoint(r)) return;
    vv_buffer state = VV_BUFFER(r->c);
    vv_serializer k = {.out = &state};
    long skip = r->snapshot.stepping ? r->output.record.rows.count - r->snapshot.rows : 0;
    VV_SERIALIZE(&k, skip);
    if (r->snapshot.stepping)
        vv_buffer_add_n(&state, vv_buffer_text(&r->snapshot.state), r->snapshot.state.length);
    else
        serialize_all(r, &state);
    if (vv_record_save_checkpoint(&r->output.record, &state) == VV_OK)
        r->snapshot.saved = r->snapshot.stepping ? r->snapshot.time : r->stepper.t;
    vv_buffer_free(&state);
}

/* Loads the parameter values set by events. */
static bool load_values(run *r, vv_serializer *k) {
    vv_parameter_values values = r->dynamics.fixed;
    size_t bytes = (size_t)values.n * sizeof *values.value;
    values.value = VV_ARRAY(r->c, double, values.n + 1);
    if (!values.value) return false;
    VV_SERIALIZE_ARRAY(k, values.value, values.n);
    if (k->failed || !memcmp(values.value, r->dynamics.fixed.value, bytes)) return !k->failed;
    return vv_simulation_change_parameters(r, &values, NULL);
}

/* Its state is loaded afterwards. */
static bool take_form(run *r, bool multipliers) {
    double *state = VV_ARRAY(r->c, double, 2 * r->dynamics.nq + 1);
    if (!state) return false;
    if (multipliers) return vv_simulation_switch_to_multipliers(r, state);
    vv_simulation_positions_and_rates(r, state);
    return vv_simulation_switch_to_minimal(r, state);
}

bool vv_simulation_load(run *r, const char *state, size_t length) {
    vv_serializer k = {.in = state, .length = length};
    bool multipliers = false, stiff = false;
    size_t told = 0;
    VV_SERIALIZE(&k, multipliers);
    VV_SERIALIZE(&k, stiff);
    VV_SERIALIZE(&k, told);
    if (k.failed || told > k.length - k.at) return false;
    vv_buffer_clear(r->account);
    vv_buffer_add_n(r->account, state + k.at, told);
    k.at += told;
    if (multipliers != r->dynamics.multipliers && !take_form(r, multipliers)) return false;
    if (!load_values(r, &k) || !vv_simulation_serialize_speeds(r, &k)) return false;
    if (stiff && !vv_simulation_switch_to_stiff(r)) return false;
    vv_simulation_serialize(r, &k);
    return !k.failed && k.at == k.length;
}

static bool load(run *r, const char *state, size_t length) {
    const size_t head = sizeof r->snapshot.skip;
    if (length < head) return false;
    memcpy(&r->snapshot.skip, state, head);
    return vv_simulation_load(r, state + head, length - head);
}

/* Everything on which the motion and its rows depend. */
void vv_simulation_fingerprint(run *r) {
    const vv_run_options *o = r->o;
    const vv_parameter_values *f = &r->dynamics.fixed;
    const char *name[] = {VV_VERSION, r->source, o->form ? o->form : "", r->integrator->name};
    const double number[] = {r->until, o->every,    r->tolerance,    o->disturb,
                             o->dense, o->lyapunov, o->disturb_place};
    for (size_t i = 0; i < sizeof name / sizeof *name; i++)
        vv_record_fingerprint(&r->output.record, name[i], strlen(name[i]));
    const vv_model *m = r->s->m;
    for (int i = 0; i < m->nshows; i++) /* columns that were requested are not in the source */
        vv_record_fingerprint(&r->output.record, m->show[i].text, strlen(m->show[i].text) + 1);
    for (int i = 0; i < o->nsensitivities; i++)
        vv_record_fingerprint(&r->output.record, o->sensitivity[i], strlen(o->sensitivity[i]));
    vv_record_fingerprint(&r->output.record, number, sizeof number);
    vv_record_fingerprint(&r->output.record, f->value, (size_t)f->n * sizeof *f->value);
    vv_record_fingerprint(&r->output.record, r->output.instants,
                          (size_t)o->nat * sizeof *r->output.instants);
}

vv_status vv_simulation_resume(run *r) {
    const char *state;
    size_t length;
    if (vv_record_resume(&r->output.record, &state, &length) != VV_OK) return vv_ctx_status(r->c);
    r->snapshot.resumed = state != NULL;
    if (!state) return VV_OK;
    if (load(r, state, length)) return r->snapshot.began = r->snapshot.saved = r->stepper.t, VV_OK;
    if (!vv_ctx_ok(r->c)) return vv_ctx_status(r->c);
    vv_diag_add(r->c, VV_ERROR, VV_D_RESUME, (vv_span){0}, "%s does not fit this run",
                r->output.record.checkpoint);
    return vv_ctx_fail(r->c, VV_E_MODEL);
}
