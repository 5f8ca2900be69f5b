/* A motion that is stopped and goes on: what of it is state, saved and loaded. */
#include <string.h>

#include "simulate/run/simulation.h"
#include "simulate/run/run.h"

typedef vv_simulation run;

void vv_simulation_serialize(run *r, vv_serializer *k) {
    VV_SERIALIZE(k, r->every);
    VV_SERIALIZE(k, r->at);
    VV_SERIALIZE(k, r->disturbed);
    VV_SERIALIZE(k, r->tried);
    VV_SERIALIZE(k, r->suspicious);
    VV_SERIALIZE(k, r->damped);
    VV_SERIALIZE(k, r->shorter);
    if (r->friction) vv_contact_modes_serialize(&r->modes, k); /* before the measures of rows */
    vv_stepper_serialize(&r->stepper, k);
    vv_events_serialize(&r->events, k);
    vv_audit_serialize(&r->audit, k);
    vv_lyapunov_serialize(&r->lyapunov, k);
    vv_curvature_monitor_serialize(&r->fit, &r->flow, k);
}

static bool rests(const run *r) { return !r->method->rests || r->method->rests(&r->stepper); }

static void keep_all(run *r, vv_buffer *state) {
    vv_serializer k = {.out = state};
    VV_SERIALIZE(&k, r->moved);
    VV_SERIALIZE(&k, r->stiff);
    VV_SERIALIZE(&k, r->account->length);
    VV_SERIALIZE_ARRAY(&k, r->account->text, r->account->length);
    VV_SERIALIZE_ARRAY(&k, r->flow.fixed.value, r->flow.fixed.n); /* other values make sets void */
    vv_simulation_serialize_speeds(r, &k);
    vv_simulation_serialize(r, &k);
}

void vv_simulation_snapshot(run *r) {
    r->holds = rests(r);
    if (!r->holds) return;
    vv_buffer_clear(&r->held);
    keep_all(r, &r->held);
    r->held_at = r->stepper.t;
    r->held_rows = r->record.rows.count - r->skip;
}

void vv_simulation_save_checkpoint(run *r) {
    if (r->within ? !r->holds : !rests(r)) return;
    vv_buffer state = VV_BUFFER(r->c);
    vv_serializer k = {.out = &state};
    long skip = r->within ? r->record.rows.count - r->held_rows : 0;
    VV_SERIALIZE(&k, skip);
    if (r->within)
        vv_buffer_add_n(&state, vv_buffer_text(&r->held), r->held.length);
    else
        keep_all(r, &state);
    if (vv_record_save_checkpoint(&r->record, &state) == VV_OK)
        r->saved = r->within ? r->held_at : r->stepper.t;
    vv_buffer_free(&state);
}

/* Values of the parameters that events have set. */
static bool load_values(run *r, vv_serializer *k) {
    vv_parameter_values values = r->flow.fixed;
    size_t bytes = (size_t)values.n * sizeof *values.value;
    values.value = VV_ARRAY(r->c, double, values.n + 1);
    if (!values.value) return false;
    VV_SERIALIZE_ARRAY(k, values.value, values.n);
    if (k->failed || !memcmp(values.value, r->flow.fixed.value, bytes)) return !k->failed;
    return vv_simulation_change_parameters(r, &values, NULL);
}

/* What its state is comes after that. */
static bool take_multipliers(run *r) {
    double *state = VV_ARRAY(r->c, double, 2 * r->flow.nq + 1);
    return state && vv_simulation_switch_to_multipliers(r, state);
}

static bool load(run *r, const char *state, size_t length) {
    vv_serializer k = {.in = state, .length = length};
    bool moved = false, stiff = false;
    size_t told = 0;
    VV_SERIALIZE(&k, r->skip);
    VV_SERIALIZE(&k, moved);
    VV_SERIALIZE(&k, stiff);
    VV_SERIALIZE(&k, told);
    if (k.failed || told > k.length - k.at) return false;
    vv_buffer_clear(r->account);
    vv_buffer_add_n(r->account, state + k.at, told);
    k.at += told;
    if (moved && !r->flow.multipliers && !take_multipliers(r)) return false;
    if (!load_values(r, &k) || !vv_simulation_serialize_speeds(r, &k)) return false;
    if (stiff && !vv_simulation_switch_to_stiff(r)) return false;
    vv_simulation_serialize(r, &k);
    return !k.failed && k.at == k.length;
}

/* All that the motion and its rows depend on. */
void vv_simulation_fingerprint(run *r) {
    const vv_run_options *o = r->o;
    const vv_parameter_values *f = &r->flow.fixed;
    const char *name[] = {VV_VERSION, r->source, o->form ? o->form : "", r->method->name};
    const double number[] = {r->until, o->every,    r->tolerance,    o->disturb,
                             o->dense, o->lyapunov, o->disturb_place};
    for (size_t i = 0; i < sizeof name / sizeof *name; i++)
        vv_record_fingerprint(&r->record, name[i], strlen(name[i]));
    const vv_model *m = r->s->m;
    for (int i = 0; i < m->nshows; i++) /* columns that were requested are not in the source */
        vv_record_fingerprint(&r->record, m->show[i].text, strlen(m->show[i].text) + 1);
    for (int i = 0; i < o->nsensitivities; i++)
        vv_record_fingerprint(&r->record, o->sensitivity[i], strlen(o->sensitivity[i]));
    vv_record_fingerprint(&r->record, number, sizeof number);
    vv_record_fingerprint(&r->record, f->value, (size_t)f->n * sizeof *f->value);
    vv_record_fingerprint(&r->record, r->when, (size_t)o->nat * sizeof *r->when);
}

vv_status vv_simulation_resume(run *r) {
    const char *state;
    size_t length;
    if (vv_record_resume(&r->record, &state, &length) != VV_OK) return vv_ctx_status(r->c);
    r->resumed = state != NULL;
    if (!state) return VV_OK;
    if (load(r, state, length)) return r->began = r->saved = r->stepper.t, VV_OK;
    if (!vv_ctx_ok(r->c)) return vv_ctx_status(r->c);
    vv_diag_add(r->c, VV_ERROR, VV_D_RESUME, (vv_span){0}, "%s does not fit this run",
                r->record.checkpoint);
    return vv_ctx_fail(r->c, VV_E_MODEL);
}
