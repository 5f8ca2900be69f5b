/* The run report besides the table, as JSON. */
#include <string.h>

#include "base/base.h"
#include "simulate/run/simulation.h"

const char *vv_run_status_word(const vv_run_options *o) {
    return o->partial ? "partial" : o->failed_audit ? "audit" : "ok";
}

const char *vv_simulation_settings_json(const vv_simulation *r, double every) {
    vv_buffer *b = VV_NEW(r->c, vv_buffer);
    const vv_parameter_values *f = &r->parameters.initial; /* initial: events may set others */
    vv_json j;
    if (!b) return "{}";
    *b = VV_BUFFER(r->c);
    vv_json_begin(&j, b);
    vv_json_object(&j);
    vv_json_field(&j, "version", VV_VERSION);
    vv_json_field(&j, "method", r->integrator->name);
    vv_json_field(&j, "form", r->dynamics.multipliers ? "multipliers" : "minimal");
    vv_json_key(&j, "until");
    vv_json_double(&j, r->until);
    vv_json_key(&j, "every");
    vv_json_double(&j, every);
    vv_json_key(&j, "tolerance");
    vv_json_double(&j, r->tolerance);
    vv_json_key(&j, "order");
    vv_json_int(&j, r->dynamics.order);
    vv_json_key(&j, "parameters");
    vv_json_object(&j);
    for (int i = 0; i < f->n; i++) {
        vv_json_key(&j, vv_symbol_get(r->c, f->symbol[i])->name);
        vv_json_double(&j, f->value[i]);
    }
    vv_json_end_object(&j);
    vv_json_end_object(&j);
    return vv_buffer_text(b);
}

const char *vv_simulation_report_json(const vv_simulation *r) {
    vv_buffer *b = VV_NEW(r->c, vv_buffer);
    const vv_stepper *s = &r->stepper;
    vv_json j;
    if (!b) return "{}";
    *b = VV_BUFFER(r->c);
    vv_json_begin(&j, b);
    vv_json_object(&j);
    vv_json_field(&j, "partial", r->o->partial);
    vv_json_field(&j, "status", vv_run_status_word(r->o));
    vv_json_key(&j, "steps");
    vv_json_int(&j, s->stats.steps);
    vv_json_key(&j, "shortest_step");
    vv_json_double(&j, s->stats.least);
    vv_json_key(&j, "longest_step");
    vv_json_double(&j, s->stats.most);
    vv_json_key(&j, "end");
    vv_json_double(&j, s->t);
    vv_audit_json(&r->audit, &j);
    vv_json_key(&j, "lines");
    vv_json_array(&j);
    for (const char *p = vv_buffer_text(r->account), *end; *p; p = end + (*end == '\n')) {
        end = p + strcspn(p, "\n");
        char *line = vv_strndup(r->c, p, (size_t)(end - p));
        vv_json_string(&j, line ? line : "");
    }
    vv_json_end_array(&j);
    vv_json_end_object(&j);
    return vv_buffer_text(b);
}
