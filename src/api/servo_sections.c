#include "api/servo_sections.h"

#include "formalism/formalism.h"
#include "report/report.h"

/* The record from which efforts and power are computed: in the speeds, with the servo efforts as
 * its only multipliers. */
static const vv_equations *by_speeds(vv_ctx *c, const vv_system *s) {
    const vv_formalism *f = vv_formalism_find("appell");
    vv_equations *eq = f ? VV_NEW(c, vv_equations) : NULL;
    const char *why;
    return eq && vv_formalism_run(c, f, s, eq, &why) == VV_OK ? eq : NULL;
}

void vv_servo_section_derive(vv_document *d, const vv_system *s) {
    const vv_equations *eq = s->nservos ? by_speeds(d->c, s) : NULL;
    if (eq) vv_report_servo_effort(d, s, eq);
}

/* ---- comparison with contact --------------------------------------------------------------- */

/* Messages about the constraints of the comparison system were already given for the model. */
static const char *build(vv_ctx *c, const vv_system *s, vv_model *model, vv_system *twin) {
    vv_diag_mark before = vv_diag_get_mark(c);
    if (!s->nservos) return "the model has no servo constraint";
    if (s->servo.refusal) return s->servo.refusal;
    if (vv_model_servos_as_contacts(c, s->m, model) != VV_OK) return "memory";
    vv_status status = vv_system_build(c, model, twin);
    if (status == VV_OK) status = vv_system_check_mass_matrix(c, twin);
    const char *why = status == VV_OK && twin->freedom > 0 && !twin->massless ? NULL
                      : status == VV_OK && twin->freedom <= 0
                          ? "kept by contacts, the constraints leave no motion"
                          : "contacts cannot keep these constraints";
    vv_diag_rollback(c, before);
    if (status == VV_E_MODEL) vv_ctx_clear_failure(c);
    return why;
}

/* Comparison, if both have linear speeds. */
static void compare(vv_document *d, const vv_system *s, const vv_system *twin,
                    const vv_prove_options *o) {
    const vv_equations *eq = by_speeds(d->c, s), *by = eq ? by_speeds(d->c, twin) : NULL;
    vv_servo_forces e;
    vv_servo_versus_contact k;
    if (!by || vv_servo_forces_find(d->c, s, eq, &e) != VV_OK) return;
    if (vv_servo_versus_contact_compare(d->c, s, eq, &e, twin, by, o, &k) != VV_OK) return;
    vv_report_servo_versus_contact(d, s, &e, &k);
}

static vv_status refuse(vv_document *d, const char *why) {
    vv_document_verdict(d, "not_applicable", "contact", "does not apply", why, NULL);
    return VV_E_BEYOND;
}

vv_status vv_servo_section_versus_contact(vv_document *d, const vv_system *s) {
    vv_ctx *c = d->c;
    vv_model *model = VV_NEW(c, vv_model);
    vv_system *twin = VV_NEW(c, vv_system);
    vv_equations *eq = VV_NEW(c, vv_equations);
    const char *why = model && twin && eq ? build(c, s, model, twin) : "memory";
    if (why) return refuse(d, why);
    vv_document_begin(d, "contact", false, "The same constraints kept by contacts");
    if (vv_formalism_run(c, vv_formalism_default(twin), twin, eq, &why) == VV_OK) {
        vv_report_options how = {.facts = &twin->facts};
        vv_report_equations(d, eq, &how);
    }
    compare(d, s, twin, NULL);
    vv_document_end(d);
    return vv_ctx_status(c);
}

vv_status vv_servo_section_prove_contact(vv_document *d, const vv_system *s,
                                         const vv_prove_options *o) {
    vv_ctx *c = d->c;
    vv_model *model = VV_NEW(c, vv_model);
    vv_system *twin = VV_NEW(c, vv_system);
    vv_method_result *method = VV_ARRAY(c, vv_method_result, vv_formalism_count());
    int n = 0;
    const char *why = model && twin && method ? build(c, s, model, twin) : "memory";
    if (why) return refuse(d, why);
    for (int i = 0; i < vv_formalism_count() && vv_ctx_ok(c); i++) {
        const vv_formalism *f = vv_formalism_at(i);
        vv_equations *eq = VV_NEW(c, vv_equations);
        if (f->relative || !eq) continue;
        method[n] = (vv_method_result){.name = f->name};
        if (vv_formalism_run(c, f, twin, eq, &why) == VV_OK) method[n++].equations = eq;
    }
    vv_document_begin(d, "contact", false, "The same constraints kept by contacts");
    vv_status verdict = vv_report_verdicts(d, twin, n, method, o, NULL);
    compare(d, s, twin, o);
    vv_document_end(d);
    return vv_ctx_ok(c) ? verdict : vv_ctx_status(c);
}

bool vv_servo_contact_scene(vv_ctx *c, const vv_system *s, const vv_run_options *o, int rows,
                            vv_scene *out) {
    vv_model *model = VV_NEW(c, vv_model);
    vv_system *twin = VV_NEW(c, vv_system);
    vv_diag_mark before = vv_diag_get_mark(c);
    if (!model || !twin || build(c, s, model, twin)) return false;
    vv_scene_build(c, twin, o, rows, out);
    if (vv_ctx_status(c) == VV_E_MODEL || vv_ctx_status(c) == VV_E_BEYOND) {
        vv_diag_rollback(c, before);
        vv_ctx_clear_failure(c);
        return false;
    }
    return vv_ctx_ok(c) && out->run.rows > 0;
}
