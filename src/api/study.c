/* The study of a mechanism: topics of analysis/topics.def, each a section of one report. */
#include <string.h>

#include "analysis/constraints/constraints.h"
#include "analysis/equilibria/equilibria.h"
#include "analysis/analysis.h"
#include "api/mechanism.h"
#include "api/study_matrices.h"
#include "api/topic_at_values.h"
#include "formalism/formalism.h"
#include "scene/scene.h"
#include "simulate/initial/initial.h"

static bool is_wanted(const vv_command_options *o, const vv_topic *t) {
    bool wanted = (!o || o->ntopics == 0) && !(t->needs & VV_ON_REQUEST);
    for (int k = 0; o && k < o->ntopics; k++) wanted |= !strcmp(o->topic[k], t->name);
    return wanted;
}

static bool topics_known(const vv_command_options *o) {
    for (int k = 0; o && k < o->ntopics; k++)
        if (!vv_topic_find(o->topic[k])) return false;
    return true;
}

/* Equations of motion for the topics that need them, derived once. */
static const vv_equations *motion(vv_ctx *c, const vv_system *s) {
    const char *why;
    vv_equations *eq = VV_NEW(c, vv_equations);
    return eq && vv_formalism_run(c, vv_formalism_in_speeds(s), s, eq, &why) == VV_OK ? eq : NULL;
}

/* The study of the mechanism restated by angles. What the first building had to say is not said
 * again; NULL if the model names Euler parameters, or has no motion by angles. */
static const vv_study *by_angles(vv_ctx *c, const vv_study *study, bool other) {
    const vv_command_mechanism *m = study->of;
    vv_diag_mark mark = vv_diag_get_mark(c);
    vv_model *model = VV_NEW(c, vv_model);
    vv_system *s = VV_NEW(c, vv_system), *rest = VV_NEW(c, vv_system);
    vv_study *out = VV_NEW(c, vv_study);
    if (!model || !s || !rest || !out) return NULL;
    *out = (vv_study){.how = study->how};
    if (vv_model_build_by_angles(c, &m->tree, m->nsettings, m->setting, m->at_values, other,
                                 model) == VV_OK &&
        vv_system_build(c, model, s) == VV_OK && vv_system_without_inputs(c, s, rest) == VV_OK) {
        out->s = rest;
        out->eq = rest->speeds_ok ? motion(c, rest) : NULL;
    }
    if (vv_ctx_status(c) == VV_E_MODEL) vv_ctx_clear_failure(c);
    vv_diag_rollback(c, mark);
    return out->eq && vv_ctx_ok(c) ? out : NULL;
}

/* The initial conditions as completed for a run, if holonomic constraints may be needed for it. */
static void complete_initial(vv_ctx *c, vv_study *study) {
    const vv_system *s = study->s;
    vv_diag_mark mark = vv_diag_get_mark(c);
    bool finite = false;
    vv_system rest;
    double *x = VV_ARRAY(c, double, 2 * s->nq + 1);
    for (int i = 0; i < s->nrows; i++) finite |= s->row[i].kind == VV_ROW_HOLONOMIC;
    if (!x || !finite || !s->m->nstarts || study->start || study->no_start) return;
    vv_status status = vv_system_without_inputs(c, s, &rest);
    if (status == VV_OK) status = vv_initial_state_of_model(c, &rest, x);
    if (status == VV_OK) study->start = x;
    if (status != VV_E_MODEL && status != VV_E_BEYOND) return;
    for (int i = vv_diag_count(c) - 1; i >= mark.count; i--)
        if (vv_diag_at(c, i)->severity == VV_ERROR) study->no_start = vv_diag_at(c, i)->message;
    if (!study->no_start) study->no_start = "the initial state has no numerical values";
    vv_ctx_clear_failure(c);
    vv_diag_rollback(c, mark);
}

/* The studies of a mechanism: without and with inputs; with servos also that of the closed-loop
 * system, or why there is none. */
typedef struct studies {
    vv_study rest, driven, kept[2];
    bool asked[2];
    const char *none[2];
} studies;

/* The study for a topic, and why it does not apply, or NULL. */
static vv_study *study_for(vv_ctx *c, const vv_topic *t, studies *all, const char **why) {
    bool inputs = t->needs & VV_NEEDS_INPUTS;
    vv_study *study = inputs ? &all->driven : &all->rest, *kept = &all->kept[inputs];
    const vv_system *s = study->s;
    bool servo = s->nservos && (t->needs & VV_TAKES_SERVO_MOTION) && s->has_T && s->freedom > 0;
    vv_servo_motion closed;
    if (servo && !all->asked[inputs]) {
        all->asked[inputs] = true;
        all->none[inputs] = vv_servo_motion_make(c, s, &closed);
        *kept = *study;
        kept->s = closed.s, kept->eq = closed.eq, kept->other = closed.other;
        kept->servo = s, kept->servo_eq = closed.servo_eq;
    }
    if (!servo || all->none[inputs]) {
        *why = servo ? all->none[inputs] : vv_topic_refusal(c, t, s);
        return study;
    }
    *why = vv_topic_refusal(c, t, kept->s);
    return kept;
}

/* The claims that are to be decided: those requested; without requests the last of the model, as
 * the options count them. */
static void take_claims(const vv_model *m, const vv_command_options *o, vv_study *out) {
    int first = m->nclaims;
    const vv_claim *motion = NULL;
    while (first > 0 && m->claim[first - 1].requested) first--;
    for (int i = first; i < m->nclaims; i++)
        if (!strcmp(m->claim[i].word, "equilibrium"))
            motion = &m->claim[i];
        else
            out->nclaims++;
    out->about = motion;
    if (first < m->nclaims || !o) return;
    out->nclaims = o->nclaims;
    if (o->about) out->about = &m->claim[m->nclaims - o->nclaims - 1];
}

/* A mechanism under study. */
typedef struct subject {
    const vv_command_mechanism *m;
    const vv_command_options *o; /* NULL in a report: no claims are studied */
    bool claims;
    vv_system rest; /* unforced */
    studies all;
    bool asked;
    struct subject *at_values; /* the same with its stated values put in; NULL: none */
} subject;

static bool begin_study(vv_ctx *c, const vv_command_mechanism *m, const vv_command_options *o,
                        bool claims, const vv_prove_options *how, subject *out) {
    *out = (subject){.m = m, .o = o, .claims = claims};
    if (vv_system_without_inputs(c, &m->system, &out->rest) != VV_OK) return false;
    vv_study study = {.s = &out->rest,
                      .how = how,
                      .by_angles = by_angles,
                      .of = m,
                      .rest = VV_NEW(c, vv_equilibria_cache)};
    if (claims) take_claims(&m->model, o, &study);
    out->all = (studies){.rest = study, .driven = study};
    if (claims) out->all.driven.s = &m->system;
    return vv_ctx_ok(c);
}

/* The subject with its stated values, or NULL; begun at the first call. */
static subject *at_values(vv_ctx *c, subject *x) {
    const char *why;
    if (x->asked) return x->at_values;
    x->asked = true;
    const vv_command_mechanism *m = vv_command_at_values(c, x->m, &why);
    subject *there = m ? VV_NEW(c, subject) : NULL;
    if (there && begin_study(c, m, x->o, x->claims, x->all.rest.how, there)) x->at_values = there;
    return x->at_values;
}

/* Adds one topic to the document; VV_E_BEYOND if it does not apply or leaves something
 * undecided. */
static vv_status put_topic(vv_document *d, const vv_topic *t, vv_study *study, const char *why) {
    if (!why && (t->needs & VV_NEEDS_MOTION) && !study->eq) {
        study->eq = motion(d->c, study->s);
        if (!study->eq) why = "no equations of motion could be derived";
    }
    if (!why && (t->needs & VV_TAKES_START)) complete_initial(d->c, study);
    if (!vv_ctx_ok(d->c)) return vv_ctx_status(d->c);
    if (!why) return vv_topic_run(d->c, t, study, d);
    vv_document_verdict(d, "not_applicable", t->name, "does not apply", why, NULL);
    return VV_E_BEYOND;
}

/* Beside the section of a topic just added: what holds at the stated values, if that for general
 * ones does not settle it. Returns the answer on the model. */
static vv_status settle_topic(vv_document *d, const vv_topic *t, subject *x, vv_status answer) {
    vv_ctx *c = d->c;
    vv_block *section = d->open->last;
    const char *why = NULL;
    if (!vv_values_stated(c) || !vv_ctx_ok(c) || !section) return answer;
    bool marked = vv_section_mark_values(c, section);
    if (!marked && !vv_values_certain_exceptions(c) && answer != VV_E_NO) return answer;
    subject *there = at_values(c, x);
    vv_study *study = there ? study_for(c, t, &there->all, &why) : NULL;
    vv_document *own = study ? vv_document_new(c, "study", "") : NULL;
    vv_diag_mark mark = vv_diag_get_mark(c);
    if (!own) return answer;
    if (why) vv_document_begin(own, t->name, false, t->title);
    vv_status status = put_topic(own, t, study, why);
    if (why) vv_document_end(own);
    vv_diag_rollback(c, mark);
    vv_block *other = own->root->last;
    if (!vv_ctx_ok(c) || !other) return answer;
    vv_document_simplify(own, &there->m->system.facts);
    if (marked || answer != status || !vv_section_agrees(section, other))
        vv_section_add_values(c, &x->m->model, section, other);
    return why ? answer : status;
}

/* The model's charts over parameters; one that cannot be drawn is reported in its place. */
static void put_charts(vv_document *d, const vv_command_mechanism *m, bool *open) {
    vv_ctx *c = d->c;
    if (!m->model.ncharts || !vv_ctx_ok(c)) return;
    vv_document_begin(d, "charts", false, "Over the parameter range");
    vv_ctx_report_progress(c, "Over the parameter range", -1);
    for (int i = 0; i < m->model.ncharts && vv_ctx_ok(c); i++) {
        vv_drawing_list p = {0};
        vv_diag_mark mark = vv_diag_get_mark(c);
        if (vv_parameter_chart_draw(c, &m->system, &m->model.chart[i], &p) == VV_E_BEYOND) {
            const vv_diag *why = vv_diag_at(c, vv_diag_count(c) - 1);
            vv_document_verdict(d, "not_applicable", m->model.chart[i].text, "not drawn",
                                why->message, NULL);
            vv_ctx_clear_failure(c);
            vv_diag_rollback(c, mark);
            *open = true;
        }
        for (int k = 0; k < p.n; k++) vv_document_figure(d, "figure", p.at[k]->title, p.at[k]);
    }
    vv_document_end(d);
}

/* Topics that apply, in order; those that do not at the end, unless requested explicitly. */
static void put_topics(vv_document *d, subject *x, bool *open, bool *no) {
    const vv_command_options *o = x->o;
    vv_ctx *c = d->c;
    bool asked = o && o->ntopics, any = false;
    for (int late = 0; late < (asked ? 1 : 2); late++) {
        if (late) put_charts(d, x->m, open);
        for (int i = 0; i < vv_topic_count() && vv_ctx_ok(c); i++) {
            const vv_topic *t = vv_topic_at(i);
            const char *why = NULL;
            if (!is_wanted(o, t)) continue;
            vv_study *study = study_for(c, t, &x->all, &why);
            bool refused = why != NULL;
            if (!vv_ctx_ok(c) || (!asked && refused != (late == 1))) continue;
            if (late && !any)
                vv_document_begin(d, NULL, false, "Topics that do not apply"), any = true;
            vv_ctx_report_progress(c, t->title, (double)i / vv_topic_count());
            vv_status answer = put_topic(d, t, study, why);
            if (!refused) answer = settle_topic(d, t, x, answer);
            if (answer == VV_E_BEYOND) *open |= asked || !refused;
            *no |= answer == VV_E_NO;
        }
    }
    if (any) vv_document_end(d);
}

vv_status vv_command_study_document(vv_ctx *c, const vv_command_mechanism *m,
                                    const vv_command_options *o, vv_document **out) {
    *out = NULL;
    if (!topics_known(o)) return VV_E_USAGE;
    if (o && (o->nclaims < 0 || o->nclaims + o->about > m->model.nclaims)) return VV_E_USAGE;
    vv_document *d = vv_document_new(c, "study", m->model.title);
    if (d && o) d->full = o->full;
    vv_prove_options how = {.want_exact = true,
                            .bound_log2 = VV_PROVE_PART_BOUND,
                            .seed = o ? o->seed : 0,
                            .exact_only = o && o->exact};
    subject x;
    if (!d || !begin_study(c, m, o, true, &how, &x)) return vv_final_status(c);
    bool open = false, no = false;
    if (o && o->certificate) vv_proof_recording_begin(c);
    put_topics(d, &x, &open, &no);
    vv_command_certify(d, m, o);
    vv_document_simplify(d, &m->system.facts);
    *out = d;
    vv_status status = vv_final_status(c);
    if (status == VV_OK && no) return VV_E_NO;
    return status == VV_OK && open ? VV_E_BEYOND : status;
}

vv_status vv_command_study(vv_ctx *c, const vv_command_mechanism *m, const vv_command_options *o,
                           const char **text) {
    vv_report_format format;
    vv_document *d;
    *text = "";
    if (!vv_command_format(o, &format)) return VV_E_USAGE;
    vv_status answer = vv_command_study_document(c, m, o, &d);
    if (o && o->arrays && d) return vv_study_matrices(d, answer, o, text);
    return vv_report_deliver(d, answer, format, text);
}

void vv_study_topics(vv_document *d, const vv_command_mechanism *m, const vv_command_options *o,
                     int n, const char *const *name) {
    vv_prove_options how = {.want_exact = true,
                            .bound_log2 = VV_PROVE_PART_BOUND,
                            .seed = o->seed,
                            .exact_only = o->exact};
    subject x;
    const char *refusal = NULL;
    bool open = false, any = m->model.ncharts > 0;
    if (!begin_study(d->c, m, o, false, &how, &x)) return;
    for (int i = 0; i < n && vv_ctx_ok(d->c); i++) {
        const vv_topic *t = vv_topic_find(name[i]);
        const char *why = NULL;
        vv_study *one = t ? study_for(d->c, t, &x.all, &why) : NULL;
        if (!refusal) refusal = why;
        if (!one || why || !vv_ctx_ok(d->c)) continue;
        settle_topic(d, t, &x, put_topic(d, t, one, NULL));
        any = true;
    }
    put_charts(d, m, &open);
    if (!any && refusal) vv_document_paragraph(d, "remark", "no study applies: %s", refusal);
    if (vv_ctx_ok(d->c)) vv_document_simplify(d, &m->system.facts);
}

const char *vv_study_name(int i) {
    return i >= 0 && i < vv_topic_count() ? vv_topic_at(i)->name : NULL;
}
const char *vv_study_text(int i) {
    return i >= 0 && i < vv_topic_count() ? vv_topic_at(i)->text : NULL;
}
