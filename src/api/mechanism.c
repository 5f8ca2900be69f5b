/* The stages in order: text -> model -> system -> equations -> report. */
#include <string.h>

#include "api/mechanism.h"
#include "api/servo_sections.h"
#include "export/export.h"
#include "formalism/formalism.h"
#include "kinematics/kinematics.h"
#include "model/model.h"
#include "report/report.h"

/* The status of the work. A division by zero that appears only after substituting constraints or
 * conditions has no source location: it is reported here, so that every failure has a reason. */
vv_status vv_final_status(vv_ctx *c) {
    if (vv_ctx_status(c) == VV_E_MODEL && vv_diag_errors(c) == 0)
        vv_diag_hint(
            c,
            vv_diag_add(c, VV_ERROR, VV_D_ZERO_DIVISION, (vv_span){0},
                        "an expression that vanishes on the constraints occurs as a divisor"),
            "find the divisor that a constraint makes zero");
    return vv_ctx_status(c);
}

static bool requests_known(const vv_source *s) {
    for (int i = 0; i < s->nrequests; i++) {
        const vv_request *r = &s->request[i];
        if (!r->text || !r->option || (unsigned)r->kind > VV_REQUEST_INTEGRAL) return false;
    }
    return true;
}

/* The array of the requests is copied, their texts are not. Integrals last: a study takes the last
 * claims. */
static bool keep_requests(vv_ctx *c, vv_command_mechanism *m, const vv_source *s) {
    vv_request *own = VV_ARRAY(c, vv_request, s->nrequests + 1);
    for (int last = 0; own && last < 2; last++)
        for (int i = 0; i < s->nrequests; i++)
            if ((s->request[i].kind == VV_REQUEST_INTEGRAL) == last)
                own[m->nrequests++] = s->request[i];
    m->request = own;
    return own != NULL;
}

static bool keep_settings(vv_ctx *c, vv_command_mechanism *m, const vv_source *s) {
    vv_setting *own = VV_ARRAY(c, vv_setting, s->nsettings + 1);
    for (int i = 0; own && i < s->nsettings; i++) own[i] = s->setting[i];
    m->nsettings = s->nsettings, m->setting = own, m->at_values = s->at_values;
    m->special = VV_NEW(c, vv_command_special);
    return own && m->special;
}

/* Faults of the requests are told with those of the text. */
static vv_status parse(vv_ctx *c, vv_command_mechanism *m, const vv_source *s) {
    vv_status text = vv_parse(c, s->file, s->text, s->length, &m->tree);
    vv_status asked = vv_parse_requests(c, m->nrequests, m->request, &m->tree);
    return text == VV_OK ? asked : text;
}

/* From the tree on: the model, then its system. */
static vv_status elaborate(vv_ctx *c, vv_command_mechanism *m) {
    if (vv_model_build_with(c, &m->tree, m->nsettings, m->setting, m->at_values, &m->model) !=
        VV_OK)
        return vv_final_status(c);
    if (vv_system_build(c, &m->model, &m->system) == VV_OK) {
        vv_system_note_constant_heights(c, &m->system);
        vv_system_check_mass_matrix(c, &m->system);
        vv_system_check_lindelof(c, &m->system);
        vv_sheets_check(c, &m->system);
    }
    return vv_final_status(c);
}

vv_status vv_command_open(vv_ctx *c, const vv_source *s, vv_command_mechanism **out) {
    *out = NULL;
    if (!requests_known(s)) return VV_E_USAGE;
    vv_command_mechanism *m = *out = VV_NEW(c, vv_command_mechanism);
    if (!m || !keep_requests(c, m, s) || !keep_settings(c, m, s)) return vv_final_status(c);
    if (parse(c, m, s) != VV_OK) return vv_ctx_fail(c, VV_E_MODEL);
    return elaborate(c, m);
}

/* The reason for a failure since the mark, which is then forgotten with all that was reported. */
static const char *forget_failure(vv_ctx *c, vv_diag_mark mark) {
    const char *why = NULL;
    for (int i = vv_diag_count(c) - 1; i >= mark.count && !why; i--)
        if (vv_diag_at(c, i)->severity == VV_ERROR) why = vv_diag_at(c, i)->message;
    if (vv_ctx_status(c) == VV_E_MODEL || vv_ctx_status(c) == VV_E_BEYOND) vv_ctx_clear_failure(c);
    vv_diag_rollback(c, mark);
    return why ? why : "an expression has no value there";
}

const vv_command_mechanism *vv_command_at_values(vv_ctx *c, const vv_command_mechanism *m,
                                                 const char **why) {
    vv_command_special *k = m->special;
    *why = k->why;
    if (k->asked || m->at_values || !vv_values_stated(c)) return k->m;
    k->asked = true;
    vv_diag_mark mark = vv_diag_get_mark(c);
    vv_command_mechanism *own = VV_NEW(c, vv_command_mechanism);
    if (!own) return NULL;
    *own = *m;
    own->at_values = true;
    if (elaborate(c, own) == VV_OK) k->m = own;
    const char *reason = forget_failure(c, mark);
    if (!k->m) *why = k->why = reason;
    return k->m;
}

const vv_system *vv_command_exceptional_system(vv_ctx *c, const vv_command_mechanism *m) {
    const char *why;
    const vv_command_mechanism *there =
        vv_values_certain_exceptions(c) ? vv_command_at_values(c, m, &why) : NULL;
    return there ? &there->system : NULL;
}

vv_status vv_command_load(vv_ctx *c, const char *file, const char *text, size_t length,
                          int nsettings, const vv_setting *setting, vv_command_mechanism **out) {
    const vv_source source = {
        .file = file, .text = text, .length = length, .nsettings = nsettings, .setting = setting};
    return vv_command_open(c, &source, out);
}

bool vv_command_format(const vv_command_options *o, vv_report_format *out) {
    *out = VV_REPORT_TEXT;
    return !o || !o->format || vv_report_format_by_name(o->format, out);
}

vv_status vv_report_render(vv_document *d, vv_report_format format, const char **text) {
    vv_buffer b = VV_BUFFER(d->c);
    vv_document_render(vv_document_with_parts(d), format, &b);
    *text = vv_buffer_text(&b);
    return vv_final_status(d->c);
}

vv_status vv_command_check(vv_ctx *c, const vv_command_mechanism *m, const vv_command_options *o,
                           const char **text) {
    vv_report_format format;
    *text = "";
    if (!vv_command_format(o, &format)) return VV_E_USAGE;
    vv_document *d = vv_document_new(c, "check", m->model.title);
    if (!d) return vv_final_status(c);
    if (o) d->full = o->full;
    vv_report_check(d, &m->system, vv_command_exceptional_system(c, m));
    vv_report_singular_speeds(d, &m->system);
    return vv_report_render(d, format, text);
}

/* Derives by the methods given, or by `otherwise`: 0 the default one, 1 all. */
static vv_status methods(vv_ctx *c, const vv_system *s, const vv_command_options *o, bool all,
                         int *n, vv_method_result *out) {
    const vv_formalism *suits = vv_formalism_default(s);
    bool relative = s->relative != NULL;
    *n = 0;
    for (int i = 0; i < vv_formalism_count_all(); i++) {
        const vv_formalism *f = vv_formalism_at(i);
        bool wanted = f->relative          ? relative
                      : f->another_problem ? false
                                           : all || (f == suits && !relative);
        if (o && o->nby) wanted = false;
        for (int k = 0; o && k < o->nby; k++) wanted |= !strcmp(o->by[k], f->name);
        if (!wanted) continue;
        vv_equations *eq = VV_NEW(c, vv_equations);
        if (!eq) return vv_final_status(c);
        vv_method_result *m = &out[(*n)++];
        *m = (vv_method_result){.name = f->name};
        if (vv_formalism_run(c, f, s, eq, &m->refusal) == VV_OK) m->equations = eq;
        if (vv_ctx_status(c) != VV_OK) return vv_final_status(c);
    }
    return vv_final_status(c);
}

/* The system requested: with the frame of relative motion if one is named. */
static vv_status requested_system(vv_ctx *c, const vv_command_mechanism *m,
                                  const vv_command_options *o, vv_system *out) {
    *out = m->system;
    if (vv_system_check_movable(c, out) != VV_OK) return vv_final_status(c);
    if (o && o->relative_to) vv_system_set_relative_frame(c, out, o->relative_to);
    return vv_final_status(c);
}

static bool names_known(const vv_command_options *o) {
    for (int k = 0; o && k < o->nby; k++)
        if (!vv_formalism_find_any(o->by[k])) return false;
    return true;
}

vv_status vv_command_by_motion(vv_ctx *c, const vv_command_options *o) {
    if (!names_known(o)) return VV_E_USAGE;
    for (int k = 0; o && k < o->nby; k++) {
        if (vv_formalism_find(o->by[k])) continue;
        vv_diag *d =
            vv_diag_add(c, VV_ERROR, VV_D_ANOTHER_PROBLEM, (vv_span){0},
                        "%s: the constrained action is another problem than the motion under ideal "
                        "constraints, so no other method has to agree with it",
                        o->by[k]);
        vv_diag_hint(c, d, "write `derive --by %s --by multipliers` to see both side by side",
                     o->by[k]);
        return vv_ctx_fail(c, VV_E_BEYOND);
    }
    return VV_OK;
}

vv_status vv_command_equations(vv_ctx *c, const vv_command_mechanism *m,
                               const vv_command_options *o, vv_system *s, int *n,
                               vv_method_result *out) {
    if (!names_known(o)) return VV_E_USAGE;
    if (requested_system(c, m, o, s) != VV_OK || vv_system_check_mechanics(c, s) != VV_OK)
        return vv_final_status(c);
    return methods(c, s, o, false, n, out);
}

/* The equations; returns how many methods that were asked for do not apply. */
static int list_methods(vv_document *d, const vv_system *s, const vv_command_options *o, int n,
                        const vv_method_result *method) {
    vv_report_options how = {
        .title = s->m->title, .facts = &s->facts, .model = s->m, .steps = o && o->steps ? s : NULL};
    bool some = false;
    int refused = 0;
    for (int i = 0; i < n; i++) some |= method[i].equations != NULL;
    for (int i = 0; i < n; i++) {
        if (method[i].equations) {
            vv_report_equations(d, method[i].equations, &how);
        } else if (!some || (o && o->nby)) { /* if none was named, those that apply */
            vv_document_verdict(d, "not_applicable", method[i].name, "does not apply",
                                method[i].refusal, NULL);
            refused++;
        }
    }
    if (some) vv_servo_section_derive(d, s);
    if (some && o && o->contact && vv_servo_section_versus_contact(d, s) == VV_E_BEYOND) refused++;
    return some ? refused : refused + 1;
}

vv_status vv_command_derive_document(vv_ctx *c, const vv_command_mechanism *m,
                                     const vv_command_options *o, vv_document **out) {
    vv_system *s = VV_NEW(c, vv_system);
    vv_method_result *method = VV_ARRAY(c, vv_method_result, vv_formalism_count_all());
    int n;
    *out = NULL;
    if (!s || !method) return vv_final_status(c);
    vv_status status = vv_command_equations(c, m, o, s, &n, method);
    if (status != VV_OK) return status;
    vv_document *d = vv_document_new(c, "derive", m->model.title);
    if (!d) return vv_final_status(c);
    if (o) d->full = o->full;
    vv_report_relative_frame(d, s);
    int refused = list_methods(d, s, o, n, method);
    *out = d;
    return refused ? VV_E_BEYOND : VV_OK;
}

vv_status vv_command_derive(vv_ctx *c, const vv_command_mechanism *m, const vv_command_options *o,
                            const char **text) {
    vv_report_format format;
    vv_document *d;
    *text = "";
    if (!vv_command_format(o, &format)) return VV_E_USAGE;
    vv_status answer = vv_command_derive_document(c, m, o, &d);
    return vv_report_deliver(d, answer, format, text);
}

void vv_command_certify(vv_document *d, const vv_command_mechanism *m,
                        const vv_command_options *o) {
    if (!o || !o->certificate || !vv_ctx_ok(d->c)) return;
    vv_certificate_source source = {m->tree.file, m->tree.text, m->tree.length,
                                    vv_claim_manifold_record(d->c, &m->system)};
    *o->certificate = vv_certificate_write(d, &source);
}

/* What an opening of the mechanism at its values needs. */
typedef struct values_request {
    vv_ctx *c;
    const vv_command_mechanism *m;
    const vv_command_options *o;
    vv_system s;
} values_request;

static bool open_at_values(vv_at_values *at) {
    values_request *r = at->data;
    const vv_command_mechanism *m = vv_command_at_values(r->c, r->m, &at->why);
    vv_diag_mark mark = vv_diag_get_mark(r->c);
    vv_method_result *method = VV_ARRAY(r->c, vv_method_result, vv_formalism_count_all());
    if (!m || !method) return false;
    at->s = &r->s, at->method = method;
    bool fine = requested_system(r->c, m, r->o, &r->s) == VV_OK &&
                methods(r->c, &r->s, r->o, true, &at->n, method) == VV_OK;
    const char *why = forget_failure(r->c, mark);
    if (!fine) at->why = why;
    return fine;
}

vv_at_values vv_command_values(vv_ctx *c, const vv_command_mechanism *m,
                               const vv_command_options *o) {
    values_request *r = VV_NEW(c, values_request);
    if (r) *r = (values_request){.c = c, .m = m, .o = o};
    return (vv_at_values){.open = open_at_values, .data = r};
}

vv_status vv_command_prove_document(vv_ctx *c, const vv_command_mechanism *m,
                                    const vv_command_options *o, vv_document **out) {
    *out = NULL;
    vv_status known = vv_command_by_motion(c, o);
    if (known != VV_OK) return known;
    int n;
    vv_system s;
    if (requested_system(c, m, o, &s) != VV_OK) return vv_final_status(c);
    vv_method_result *method = VV_ARRAY(c, vv_method_result, vv_formalism_count_all());
    if (!method || methods(c, &s, o, true, &n, method) != VV_OK) return vv_final_status(c);
    vv_document *d = vv_document_new(c, "prove", m->model.title);
    if (d && o) d->full = o->full;
    vv_prove_options how = {.want_exact = true,
                            .bound_log2 = VV_PROVE_PART_BOUND,
                            .seed = o ? o->seed : 0,
                            .exact_only = o && o->exact};
    if (!d) return vv_final_status(c);
    if (o && o->certificate) vv_proof_recording_begin(c);
    vv_report_relative_frame(d, &s);
    vv_at_values at = vv_command_values(c, m, o);
    if (!at.data) return vv_final_status(c);
    vv_status verdict = vv_report_verdicts(d, &s, n, method, &how, &at), twin = VV_OK;
    if (o && o->contact) twin = vv_servo_section_prove_contact(d, &s, &how);
    if (verdict == VV_OK || twin == VV_E_NO) verdict = twin;
    vv_command_certify(d, m, o);
    *out = d;
    return vv_ctx_ok(c) ? verdict : vv_final_status(c);
}

/* What the document says, unless it cannot be written. */
vv_status vv_report_deliver(vv_document *d, vv_status answer, vv_report_format format,
                            const char **text) {
    if (!d) return answer;
    vv_status status = vv_report_render(d, format, text);
    return status == VV_OK ? answer : status;
}

vv_status vv_command_prove(vv_ctx *c, const vv_command_mechanism *m, const vv_command_options *o,
                           const char **text) {
    vv_report_format format;
    vv_document *d;
    *text = "";
    if (!vv_command_format(o, &format)) return VV_E_USAGE;
    vv_status answer = vv_command_prove_document(c, m, o, &d);
    return vv_report_deliver(d, answer, format, text);
}

/* Multipliers from another record if the equations themselves have none; NULL: there are none. */
static const vv_equations *multipliers(vv_ctx *c, const vv_system *s, const vv_equations *eq) {
    if (eq->nmultipliers) return eq;
    const vv_formalism *f = vv_formalism_find("multipliers");
    vv_equations *out = f && s->nrows ? VV_NEW(c, vv_equations) : NULL;
    const char *why = NULL;
    return out && vv_formalism_run(c, f, s, out, &why) == VV_OK ? out : NULL;
}

vv_status vv_command_export(vv_ctx *c, const vv_command_mechanism *m, const vv_command_options *o,
                            const char **text) {
    const vv_system *s = &m->system;
    const vv_exporter *form = vv_exporter_find(o && o->target ? o->target : "c");
    *text = "";
    if (!form || !names_known(o) || (o && o->nby > 1)) return VV_E_USAGE;
    if (vv_command_by_motion(c, o) != VV_OK) return vv_final_status(c);
    if (vv_system_check_movable(c, s) != VV_OK || vv_system_check_mechanics(c, s) != VV_OK)
        return vv_final_status(c);
    vv_method_result *method = VV_ARRAY(c, vv_method_result, vv_formalism_count_all());
    vv_export *e = VV_NEW(c, vv_export);
    int n;
    if (!method || !e || methods(c, s, o, false, &n, method) != VV_OK) return vv_final_status(c);
    if (n != 1 || !method[0].equations) {
        vv_diag_add(c, VV_ERROR, VV_D_NOT_EVALUABLE, (vv_span){0}, "%s does not apply: %s",
                    n ? method[0].name : "any method", n ? method[0].refusal : "none applies");
        return vv_ctx_fail(c, VV_E_BEYOND);
    }
    const vv_equations *eq = method[0].equations;
    if (vv_export_build(c, s, eq, multipliers(c, s, eq), o ? o->name : NULL, e) != VV_OK ||
        vv_export_check_initial(e, method[0].name) != VV_OK)
        return vv_final_status(c);
    vv_buffer b = VV_BUFFER(c);
    form->write(e, &b);
    *text = vv_buffer_text(&b);
    return vv_final_status(c);
}

const char *vv_formalism_name(int i) {
    return i >= 0 && i < vv_formalism_count() ? vv_formalism_at(i)->name : NULL;
}
const char *vv_formalism_title(int i) {
    return i >= 0 && i < vv_formalism_count() ? vv_formalism_at(i)->title : NULL;
}
static const vv_formalism *derivation(int i) {
    return i >= 0 && i < vv_formalism_count_all() ? vv_formalism_at(i) : NULL;
}
const char *vv_derivation_name(int i) { return derivation(i) ? derivation(i)->name : NULL; }
const char *vv_derivation_title(int i) { return derivation(i) ? derivation(i)->title : NULL; }
const char *vv_format_name(int i) {
    return i >= 0 && i < VV_REPORT_FORMATS ? vv_report_format_name((vv_report_format)i) : NULL;
}
const char *vv_format_text(int i) {
    return i >= 0 && i < VV_REPORT_FORMATS ? vv_report_format_text((vv_report_format)i) : NULL;
}
const char *vv_format_ending(int i) {
    return vv_format_name(i) ? vv_report_format_ending((vv_report_format)i) : NULL;
}
const char *vv_export_ending(int i) { return vv_exporter_at(i) ? vv_exporter_at(i)->ending : NULL; }
const char *vv_export_name(int i) { return vv_exporter_at(i) ? vv_exporter_at(i)->name : NULL; }
const char *vv_export_title(int i) { return vv_exporter_at(i) ? vv_exporter_at(i)->title : NULL; }
const char *vv_version(void) { return VV_VERSION; }
