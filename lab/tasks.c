#include "tasks.h"

#include <stdio.h>
#include <string.h>

#include "base/base.h"

enum { ROWS = 600 }; /* of a plotted table */

/* The parts of an answer are JSON texts of the library, concatenated here. They live in their
 * own context: that of the computation may be out of memory or time. */
typedef struct answer {
    vv_ctx *c; /* of the computation */
    const vv_limits *limits;
    vv_buffer out;
    char key[32];
} answer;

static void add_json(answer *a, const char *key, const char *json) {
    vv_buffer_printf(&a->out, ",\n\"%s\": %s", key, json && *json ? json : "null");
}

static void add_text(answer *a, const char *key, const char *text) {
    vv_json j;
    vv_buffer_printf(&a->out, ",\n\"%s\": ", key);
    vv_json_begin(&j, &a->out);
    vv_json_string(&j, text);
}

/* A report as data for programs and as HTML for display. */
typedef vv_status (*reporter)(vv_ctx *, const vv_command_mechanism *, const vv_command_options *,
                              const char **);

static vv_status add_report(answer *a, const vv_command_mechanism *m, const request *r,
                            const char *key, reporter report) {
    vv_command_options o = {.nby = r->nby, .by = r->by, .ntopics = r->ntopics, .topic = r->topic};
    const char *text = "", *page = "";
    o.format = "json";
    vv_status status = report(a->c, m, &o, &text);
    add_json(a, key, text);
    o.format = "html";
    if (*text && report(a->c, m, &o, &page) != VV_E_USAGE)
        snprintf(a->key, sizeof a->key, "%s_html", key), add_text(a, a->key, page);
    return status;
}

/* ---- the tasks, one for each row of tasks.def
 * ------------------------------------------------- */

static vv_status do_equations(answer *a, const vv_command_mechanism *m, const request *r) {
    const vv_command_options data = {.format = "json"};
    const char *check = "";
    vv_status status = vv_command_check(a->c, m, &data, &check);
    add_json(a, "check", check);
    return status == VV_OK ? add_report(a, m, r, "derive", vv_command_derive) : status;
}

/* HTML only: this is a long computation, done once. */
static vv_status add_page(answer *a, const vv_command_mechanism *m, const request *r,
                          const char *key, bool steps, reporter report) {
    vv_command_options o = {.nby = r->nby,
                            .by = r->by,
                            .ntopics = r->ntopics,
                            .topic = r->topic,
                            .format = "html",
                            .steps = steps};
    const char *page = "";
    vv_status status = report(a->c, m, &o, &page);
    add_text(a, key, page);
    return status;
}

static vv_status do_steps(answer *a, const vv_command_mechanism *m, const request *r) {
    return add_page(a, m, r, "steps_html", true, vv_command_derive);
}

static vv_status do_proof(answer *a, const vv_command_mechanism *m, const request *r) {
    return add_page(a, m, r, "proof_html", false, vv_command_prove);
}

static vv_status do_study(answer *a, const vv_command_mechanism *m, const request *r) {
    return add_page(a, m, r, "study_html", false, vv_command_study);
}

static vv_status do_motion(answer *a, const vv_command_mechanism *m, const request *r) {
    vv_run_options o = {.has_until = r->until > 0, .until = r->until, .intervals = ROWS};
    const char *table = "";
    vv_status status = vv_command_run(a->c, m, &o, &table);
    add_text(a, "account", o.account);
    add_text(a, "table", table);
    return status;
}

static vv_status do_scene(answer *a, const vv_command_mechanism *m, const request *r) {
    vv_run_options o = {.has_until = r->until > 0, .until = r->until};
    const char *scene = "";
    vv_status status = vv_command_scene(a->c, m, &o, &scene);
    if (status == VV_OK) add_json(a, "scene", scene);
    return status;
}

static vv_status do_sketch(answer *a, const vv_command_mechanism *m, const request *r) {
    const vv_run_options run = {.has_until = r->until > 0, .until = r->until};
    const vv_plot_options o = {.sketch = true, .format = "svg", .run = &run};
    const char *bytes = "";
    size_t length;
    vv_status status = vv_command_plot(a->c, m, &o, &bytes, &length);
    if (status == VV_OK) add_text(a, "sketch", bytes);
    return status;
}

/* The report handles failures itself: it is made from the text. */
static vv_status do_report(answer *a, const vv_command_mechanism *m, const request *r) {
    vv_command_options o = {.nby = r->nby, .by = r->by, .format = "html"};
    vv_run_options run = {.has_until = r->until > 0, .until = r->until};
    vv_ctx *c = vv_ctx_new(a->limits);
    const char *page = "";
    (void)m;
    if (!c) return VV_E_NOMEM;
    vv_ctx_listen(c, r->listener, r->listener_data);
    vv_status status = vv_command_report(c, "model.vv", r->text, r->length, r->nsettings,
                                         r->setting, &o, &run, &page);
    add_text(a, "page", page);
    vv_ctx_free(c);
    return status;
}

/* The text is an exercise file, not a model. */
static vv_status do_exercise(answer *a, const vv_command_mechanism *m, const request *r) {
    vv_exercise_options o = {.nanswers = r->nanswers,
                             .answer = r->answer,
                             .hints = r->hints,
                             .solution = r->solution,
                             .format = "json"};
    const char *text = "", *page = "";
    (void)m;
    vv_status status = vv_command_exercise(a->c, "exercise", r->text, r->length, &o, &text);
    add_json(a, "exercise", text);
    o.format = "html";
    if (*text && vv_command_exercise(a->c, "exercise", r->text, r->length, &o, &page) == status)
        add_text(a, "exercise_html", page);
    return status;
}

/* ---- dispatch ------------------------------------------------------------------------------- */

static const struct work {
    const char *name;
    bool model; /* the text is one */
    vv_status (*work)(answer *, const vv_command_mechanism *, const request *);
} WORKS[] = {
#define X(name, model, text) {#name, model, do_##name},
#include "tasks.def"
#undef X
};
enum { NWORKS = sizeof WORKS / sizeof *WORKS };

static const struct work *find(const char *kind) {
    for (int i = 0; i < NWORKS; i++)
        if (!strcmp(WORKS[i].name, kind)) return &WORKS[i];
    return NULL;
}

bool task_exists(const char *kind) { return kind && find(kind); }

static vv_status do_work(answer *a, const struct work *work, const request *r) {
    vv_command_mechanism *m;
    if (!work->model) return work->work(a, NULL, r);
    vv_status status =
        vv_command_load(a->c, "model.vv", r->text, r->length, r->nsettings, r->setting, &m);
    return status == VV_OK ? work->work(a, m, r) : status;
}

const char *task_run(vv_ctx *c, const vv_limits *limits, const request *r) {
    answer a = {.c = vv_ctx_new(limits), .limits = limits, .out = VV_BUFFER(c)};
    const struct work *work = find(r->kind);
    if (!work || !a.c) return NULL;
    vv_ctx_listen(a.c, r->listener, r->listener_data);
    vv_buffer_add(&a.out, "{\"schema\": 1");
    vv_status status = do_work(&a, work, r);
    add_json(&a, "diagnostics", vv_diag_json(a.c));
    add_text(&a, "status", vv_status_text(status));
    vv_buffer_printf(&a.out, ",\n\"code\": %d}\n", vv_status_exit_code(status));
    vv_ctx_free(a.c);
    return vv_ctx_status(c) == VV_OK ? vv_buffer_text(&a.out) : NULL;
}
