/* The report on a mechanism: every stage adds its section; if one fails, the others remain and
 * the reason is reported in its place. */
#include <math.h>
#include <string.h>

#include "api/comparison_run.h"
#include "api/mechanism.h"
#include "api/servo_sections.h"
#include "formalism/formalism.h"
#include "report/report.h"
#include "scene/scene.h"
#include "simulate/contact/contact.h"

enum { ROWS = 900, MOST_ROWS = 1500, INSTANTS = 9 };

typedef struct reporter {
    vv_ctx *c;
    vv_document *d;
    const char *text;
    vv_command_mechanism *m;
    const vv_command_options *o;
    const vv_run_options *run;
    vv_scene scene;
    vv_comparison_run other; /* a second motion, if requested */
    const char *no_motion;   /* why there is no run; NULL: there is one */
    const char *cut_short;   /* why the run ends early, or NULL */
    const char *doubt;       /* what its audit found, or NULL */
    vv_diag_mark before;     /* of the section */
    vv_status worst;
} reporter;

/* ---- failures ------------------------------------------------------------------------------ */

/* Messages since the section began, without their source locations. */
static const char *messages(reporter *r) {
    const char *text = NULL;
    for (int i = r->before.count; i < vv_diag_count(r->c); i++) {
        const vv_diag *k = vv_diag_at(r->c, i);
        if (k->severity != VV_ERROR) continue;
        text = text ? vv_format(r->c, "%s; %s", text, k->message) : k->message;
    }
    return text ? text : vv_status_text(vv_ctx_status(r->c));
}

/* Has nothing failed since the section began? A failure of the model or of a method is reported
 * and cleared; memory, time and interruption end the report. */
static bool survived(reporter *r, const char *what) {
    vv_status status = vv_ctx_status(r->c);
    if (status == VV_OK) return true;
    if (status != VV_E_MODEL && status != VV_E_BEYOND) return false;
    const char *why = messages(r);
    if (r->worst == VV_OK) r->worst = status;
    vv_ctx_clear_failure(r->c);
    vv_document_verdict(r->d, "failure", what, "stopped here", why, NULL);
    return false;
}

static bool going(const reporter *r) { return vv_ctx_ok(r->c); }

static void begin(reporter *r, const char *key, const char *title) {
    r->before = vv_diag_get_mark(r->c);
    vv_document_begin(r->d, key, false, title);
    vv_ctx_report_progress(r->c, title, -1);
}

/* ---- before the motion --------------------------------------------------------------------- */

/* What the laboratory needs to open the page as it was made. */
static const char *opening(reporter *r) {
    const vv_command_options *o = r->o;
    vv_buffer b = VV_BUFFER(r->c);
    vv_buffer_add(&b, "{\"text\":");
    vv_scene_string(r->c, r->text, &b);
    vv_buffer_add(&b, ",\"set\":{");
    for (int i = 0; r->m && i < r->m->nsettings; i++) {
        vv_buffer_add(&b, i ? "," : "");
        vv_scene_string(r->c, r->m->setting[i].name, &b);
        vv_buffer_add(&b, ":");
        vv_scene_string(r->c, r->m->setting[i].value, &b);
    }
    vv_buffer_add(&b, "}");
    if (r->run && r->run->has_until) vv_buffer_printf(&b, ",\"until\":%.17g", r->run->until);
    if (o->nby == 1) vv_buffer_printf(&b, ",\"by\":\"%s\"", o->by[0]);
    vv_buffer_add(&b, "}");
    return vv_buffer_text(&b);
}

static void put_model(reporter *r) {
    vv_report_format format;
    begin(r, "model", "The model as stated");
    vv_document_code(r->d, "source", r->text);
    if (vv_command_format(r->o, &format) && format == VV_REPORT_HTML)
        vv_document_page_data(r->d, "model", opening(r));
    vv_document_end(r->d);
}

static void put_diagnostics(reporter *r) {
    begin(r, "diagnostics", "Errors in the model");
    vv_document_paragraph(r->d, "remark", "%s",
                          "The model has errors; the report ends with what could be determined.");
    vv_document_code(r->d, "messages", vv_diag_text(r->c, false));
    vv_document_end(r->d);
}

static void put_account(reporter *r) {
    begin(r, "account", "Parameters, constraints, energies");
    vv_report_lecture(r->d, &r->m->system, vv_command_exceptional_system(r->d->c, r->m), r->text);
    vv_report_singular_speeds(r->d, &r->m->system);
    survived(r, "the summary of the model");
    vv_document_end(r->d);
}

/* Is there a degree of freedom? If not, a run may still follow what time or friction impose:
 * then there is nothing to derive, which is not an error of the model. */
static bool is_free(reporter *r, const char *what) {
    const vv_system *s = &r->m->system;
    if (s->freedom > 0) return true;
    const char *why = vv_model_has_friction(s->m) ? "nothing can move while all contacts stick; a "
                                                    "run follows them where they slide or separate"
                      : vv_system_is_driven(r->c, s)
                          ? "the constraints leave no degree of freedom: the motion is prescribed "
                            "as a function of time, and a run follows it"
                          : NULL;
    if (why)
        vv_document_verdict(r->d, "not_applicable", what, "does not apply", why, NULL);
    else
        vv_system_check_movable(r->c, s);
    return false;
}

/* By the methods given, or the default one; `all` for the proof. */
static int methods(reporter *r, bool all, vv_method_result *out) {
    const vv_system *s = &r->m->system;
    const vv_formalism *suits = vv_formalism_default(s);
    int n = 0;
    for (int i = 0; i < vv_formalism_count() && going(r); i++) {
        const vv_formalism *f = vv_formalism_at(i);
        bool wanted = all ? !f->relative : !r->o->nby && f == suits;
        for (int k = 0; k < r->o->nby; k++) wanted |= !strcmp(r->o->by[k], f->name);
        vv_equations *eq = wanted ? VV_NEW(r->c, vv_equations) : NULL;
        if (!eq) continue;
        out[n] = (vv_method_result){.name = f->name};
        if (vv_formalism_run(r->c, f, s, eq, &out[n].refusal) == VV_OK) out[n].equations = eq;
        n++;
    }
    return n;
}

/* By each method, with the steps of the derivation if requested; does one apply? */
static bool put_systems(reporter *r, int n, const vv_method_result *method, bool steps) {
    const vv_system *s = &r->m->system;
    vv_report_options how = {.facts = &s->facts, .model = s->m, .steps = steps ? s : NULL};
    bool some = false;
    for (int i = 0; i < n && going(r); i++) {
        if (method[i].equations)
            vv_report_equations(r->d, method[i].equations, &how);
        else if (!steps)
            vv_document_verdict(r->d, "not_applicable", method[i].name, "does not apply",
                                method[i].refusal, NULL);
        some |= method[i].equations != NULL;
    }
    return some;
}

/* The equations, and their derivation as a chapter of its own. */
static void put_equations(reporter *r) {
    const vv_system *s = &r->m->system;
    begin(r, "equations", "Equations of motion");
    vv_method_result *method = VV_ARRAY(r->c, vv_method_result, vv_formalism_count());
    bool movable = is_free(r, "equations of motion");
    if (movable) vv_system_check_mechanics(r->c, s);
    int n = movable && method && going(r) ? methods(r, false, method) : 0;
    bool some = put_systems(r, n, method, false);
    if (some && going(r)) vv_servo_section_derive(r->d, s);
    survived(r, "equations of motion");
    vv_document_end(r->d);
    if (!some || !r->o->steps || !going(r)) return;
    begin(r, "derivation", "Derivation step by step");
    put_systems(r, n, method, true);
    survived(r, "the derivation");
    vv_document_end(r->d);
}

static void put_proofs(reporter *r) {
    begin(r, "proofs", "Proofs");
    vv_prove_options how = {.want_exact = true,
                            .bound_log2 = VV_PROVE_PART_BOUND,
                            .seed = r->o->seed,
                            .exact_only = r->o->exact};
    vv_method_result *method = VV_ARRAY(r->c, vv_method_result, vv_formalism_count());
    bool movable = is_free(r, "equivalence of the methods");
    int n = movable && method && going(r) ? methods(r, true, method) : 0;
    vv_at_values at = vv_command_values(r->c, r->m, r->o);
    if (movable && going(r)) vv_report_verdicts(r->d, &r->m->system, n, method, &how, &at);
    if (!survived(r, "equivalence of the methods") && going(r) && !movable)
        vv_diag_rollback(r->c, r->before); /* reported with the equations */
    vv_document_end(r->d);
}

/* The topics of a report; those that do not apply are skipped silently. */
static void put_studies(reporter *r) {
    static const char *const topic[] = {"integrals", "equilibria", "stability", "modes",
                                        "response"};
    begin(r, "studies", "What can be known before running it");
    vv_study_topics(r->d, r->m, r->o, (int)(sizeof topic / sizeof *topic), topic);
    survived(r, "the study");
    vv_document_end(r->d);
}

/* ---- the motion ---------------------------------------------------------------------------- */

/* The run, or the sentence explaining why there is none. */
static void find_motion(reporter *r) {
    vv_diag_mark mark = r->before = vv_diag_get_mark(r->c);
    double until = vv_run_duration(r->c, &r->m->model, r->run);
    if (until < 0) {
        r->no_motion = "The model does not say how long to run, so there is no motion to show. Add "
                       "initial conditions (start) and, say, run 10 [s].";
        return;
    }
    int rows = until > 30 ? MOST_ROWS : ROWS;
    vv_status status = vv_command_build_scene(r->c, r->m, r->run, rows, &r->scene);
    vv_status stuck = vv_ctx_status(r->c);
    if (stuck == VV_E_MODEL || stuck == VV_E_BEYOND || (stuck == VV_OK && !r->scene.run.rows)) {
        const char *why = vv_format(r->c, "There is no motion to show: %s.", messages(r));
        if (stuck != VV_OK) vv_ctx_clear_failure(r->c);
        vv_diag_rollback(r->c, mark); /* it is reported in the document */
        r->no_motion = why ? why : "There is no motion to show.";
    } else if (status == VV_E_BEYOND) {
        r->worst = VV_E_BEYOND;
        r->cut_short = messages(r);
    } else if (status == VV_E_NO) {
        if (r->worst == VV_OK) r->worst = VV_E_NO;
        r->doubt = messages(r);
    }
    if (r->o->beside && !r->no_motion && going(r))
        vv_comparison_run_begin(r->c, r->m, r->text, strlen(r->text), r->o->beside, r->run, rows,
                                &r->other);
}

static void put_account_of_run(reporter *r, const char *line) {
    while (*line) {
        size_t n = strcspn(line, "\n");
        vv_document_paragraph(r->d, "account", "%.*s", (int)n, line);
        line += n + (line[n] == '\n');
    }
}

static void put_scene(const char *title, const vv_scene *k, vv_buffer *out) {
    vv_buffer_add(out, "{\"title\":");
    vv_scene_string(k->c, title, out);
    vv_buffer_add(out, ",\"scene\":");
    vv_scene_json(k, NULL, out); /* a sketch follows on the page */
    vv_buffer_add(out, "}");
}

/* A run and, next to it, another: the one requested, or the comparison system with contact. */
static void put_animation(reporter *r) {
    vv_buffer b = VV_BUFFER(r->c);
    bool other = r->other.c && !r->other.why;
    vv_scene *twin = r->o->contact && !other ? VV_NEW(r->c, vv_scene) : NULL;
    bool two = twin && vv_servo_contact_scene(r->c, &r->m->system, r->run, ROWS, twin);
    vv_buffer_add(&b, "[");
    put_scene(other ? r->other.title[0] : two ? "by servos" : "", &r->scene, &b);
    if (two || other) {
        vv_buffer_add(&b, ",");
        put_scene(other ? r->other.title[1] : "by contact", other ? &r->other.scene : twin, &b);
    }
    vv_buffer_add(&b, "]");
    vv_document_animation(r->d, "animation", vv_buffer_text(&b));
}

/* What moves, and what its coordinates mean. */
static void put_mechanism(reporter *r) {
    if (r->no_motion || !vv_scene_has_bodies(&r->scene)) return;
    vv_values_mark mark = vv_values_get_mark(r->c);
    begin(r, "sketch", "The mechanism");
    put_animation(r);
    vv_document_figure(r->d, "figure",
                       "The mechanism in its initial configuration, with its frames",
                       vv_sketch_start(&r->scene));
    vv_document_end(r->d);
    vv_values_rollback(r->c, mark);
}

static void put_plots(reporter *r, const char *title, vv_drawing_list *p) {
    vv_document_begin(r->d, NULL, false, title);
    vv_drawing_list_align(r->c, p);
    for (int i = 0; i < p->n; i++) vv_document_figure(r->d, "plots", p->at[i]->title, p->at[i]);
    vv_document_end(r->d);
}

/* The second motion: its description, its accuracy, and both in the same axes. */
static void put_comparison(reporter *r) {
    const vv_beside *b = r->o->beside;
    vv_drawing_list p = {0};
    if (!b) return;
    vv_document_begin(r->d, "beside", false, "Two motions compared");
    if (r->other.why) {
        vv_document_verdict(r->d, "failure", b->file, "stopped here", r->other.why, NULL);
        if (r->worst == VV_OK) r->worst = VV_E_BEYOND;
    } else {
        vv_document_fact(r->d, "first", "first", r->other.title[0]);
        vv_document_fact(r->d, "second", "second", r->other.title[1]);
        if (b->text) vv_document_code(r->d, "source", vv_strndup(r->c, b->text, b->length));
        put_account_of_run(r, r->other.scene.run.account);
        vv_run_plots_compare(&r->scene, &r->other.scene, r->other.title, &p);
        put_plots(r, "Both in the same axes", &p);
    }
    vv_document_end(r->d);
}

static void put_motion(reporter *r) {
    vv_drawing_list p = {0};
    begin(r, "motion", "The motion");
    if (r->no_motion) {
        vv_document_paragraph(r->d, "remark", "%s", r->no_motion);
        vv_document_end(r->d);
        return;
    }
    if (r->cut_short)
        vv_document_verdict(r->d, "failure", "the motion", "stopped here", r->cut_short, NULL);
    if (r->doubt) vv_document_verdict(r->d, "failure", "the audit", "failed", r->doubt, NULL);
    if (!vv_scene_has_bodies(&r->scene))
        vv_document_paragraph(
            r->d, "remark", "%s",
            "The model states energies but no bodies, so there is nothing to animate.");
    vv_run_plots_shown(&r->scene, &p);
    put_plots(r, "Plots", &p);
    put_comparison(r);
    if (vv_scene_has_bodies(&r->scene)) {
        vv_document_begin(r->d, "instants", false, "Positions at equal time intervals");
        vv_document_figure(r->d, "figure",
                           "The mechanism at equal time intervals, earlier positions fainter",
                           vv_sketch_motion(&r->scene, INSTANTS));
        vv_document_end(r->d);
    }
    vv_document_begin(r->d, "run", false, "Accuracy of the computation");
    put_account_of_run(r, r->scene.run.account);
    vv_document_end(r->d);
    survived(r, "the motion");
    vv_document_end(r->d);
}

/* ---- entry point --------------------------------------------------------------------------- */

/* More named subexpressions than this are folded. */
enum { MANY_DEFINITIONS = 20 };

static bool is_detail(const vv_block *s, const vv_block *before) {
    static const char *const folded[] = {"agreement", "at_values", "instants", "run", "model"};
    int definitions = 0, open = 0; /* verdicts other than proved are not hidden */
    for (const vv_block *b = s->first; b; b = b->next) {
        definitions += b->kind == VV_BLOCK_DEFINITION && !strcmp(b->key, "definitions");
        open += b->kind == VV_BLOCK_VERDICT && strcmp(b->word, "proved");
    }
    if (definitions > MANY_DEFINITIONS) return true;
    if (s->key && !strcmp(s->key, "claims")) return open == 0;
    for (size_t i = 0; s->key && i < sizeof folded / sizeof *folded; i++)
        if (!strcmp(s->key, folded[i])) return true;
    return s->key && !strcmp(s->key, "position") && before && before->key &&
           !strcmp(before->key, s->key);
}

/* What readers open when they want it: proofs one by one, the accuracy of the run, the text, and
 * all but the first of several positions. */
static void fold_details(vv_block *s) {
    const vv_block *before = NULL; /* the section before */
    for (vv_block *b = s->first; b; b = b->next) {
        if (b->kind != VV_BLOCK_SECTION) continue;
        b->folded = is_detail(b, before);
        fold_details(b);
        before = b;
    }
}

static void put_all(reporter *r) {
    if (r->worst == VV_E_MODEL) {
        put_model(r);
        put_diagnostics(r);
        return;
    }
    find_motion(r);
    if (going(r)) put_mechanism(r);
    if (going(r)) put_equations(r);
    if (going(r)) put_account(r);
    if (going(r)) put_motion(r);
    if (going(r)) put_studies(r);
    if (going(r)) put_proofs(r);
    if (going(r)) put_model(r);
    fold_details(r->d->root);
}

vv_status vv_command_report(vv_ctx *c, const char *file, const char *text, size_t length,
                            int nsettings, const vv_setting *setting, const vv_command_options *o,
                            const vv_run_options *run, const char **report) {
    static const vv_command_options standard;
    reporter r = {.c = c, .o = o ? o : &standard, .run = run};
    vv_report_format format;
    *report = "";
    if (!vv_command_format(o, &format) || r.o->relative_to) return VV_E_USAGE;
    if (vv_command_by_motion(c, o) != VV_OK) return vv_final_status(c);
    r.worst = vv_command_load(c, file, text, length, nsettings, setting, &r.m);
    if (r.worst == VV_E_MODEL) vv_ctx_clear_failure(c);
    if (!vv_ctx_ok(c)) return vv_final_status(c);
    const char *title = r.m && r.m->model.title ? r.m->model.title : file;
    r.text = vv_strndup(c, text, strnlen(text, length));
    r.d = vv_document_new(c, "report", title);
    if (!r.d || !r.text) return vv_final_status(c);
    r.d->full = r.o->full;
    put_all(&r);
    vv_status status = vv_report_render(r.d, format, report);
    vv_comparison_run_end(&r.other);
    return status == VV_OK ? r.worst : status;
}
