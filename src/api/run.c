/* The motion of a mechanism. */
#include "api/mechanism.h"
#include "output/output.h"
#include "simulate/contact/contact.h"
#include "simulate/run/run.h"
#include "simulate/integrate/integrate.h"

vv_status vv_command_run(vv_ctx *c, const vv_command_mechanism *m, vv_run_options *options,
                         const char **table) {
    vv_buffer account = VV_BUFFER(c);
    *table = options->account = options->account_json = "";
    options->written = false;
    options->partial = NULL;
    options->failed_audit = false;
    const vv_system *s = vv_command_in_motion(m);
    if (!vv_simulation_possible(c, s) || vv_system_check_mechanics(c, s) != VV_OK)
        return vv_ctx_status(c);
    vv_system rest;
    if (vv_system_without_inputs(c, s, &rest) != VV_OK) return vv_ctx_status(c);
    for (int i = 0; i < m->model.ninputs; i++)
        vv_buffer_printf(&account, "input: %s = 0\n", vv_symbol_get(c, m->model.input[i])->name);
    const char *source = vv_strndup(c, m->tree.text, m->tree.length);
    if (!source) return vv_ctx_status(c);
    vv_status status = vv_simulation_run(c, &rest, source, options, &account, table);
    options->account = vv_buffer_text(&account);
    return vv_ctx_ok(c) ? status : vv_ctx_status(c);
}

const char *vv_output_name(int i) {
    return vv_output_format_at(i) ? vv_output_format_at(i)->name : NULL;
}
const char *vv_output_ending(int i) {
    return vv_output_format_at(i) ? vv_output_format_at(i)->ending : NULL;
}
bool vv_output_has_arrays(int i) {
    return vv_output_format_at(i) && vv_output_format_at(i)->write_arrays;
}
const char *vv_output_text(int i) {
    return vv_output_format_at(i) ? vv_output_format_at(i)->text : NULL;
}
const char *vv_integrator_name(int i) {
    return i >= 0 && i < vv_integrator_count() ? vv_integrator_at(i)->name : NULL;
}
const char *vv_integrator_text(int i) {
    return i >= 0 && i < vv_integrator_count() ? vv_integrator_at(i)->title : NULL;
}
const char *vv_solver_library(void) { return vv_sundials_version(); }
