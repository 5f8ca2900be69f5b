/* Documents as bytes: what the command writes, through the same functions. */
#include "visviva/document.h"

#include <math.h>
#include <string.h>

#include "capi/diagnostic_codes.h"
#include "capi/requests.h"
#include "lang/lang.h"

typedef struct work {
    vv_ctx *c;
    vv_command_mechanism *m;
    const vv_mechanism *from;
    const vv_options *o;
    const char *bytes;
    size_t n;
} work;

static vv_status text_of(work *w, vv_status s) {
    w->n = w->bytes ? strlen(w->bytes) : 0;
    return s;
}

/* ---- one writer for each kind ---- */

typedef vv_status vv_report_writer(vv_ctx *c, const vv_command_mechanism *m,
                                   const vv_command_options *o, const char **text);

static vv_status written(work *w, vv_report_writer *write) {
    const vv_command_options o = vv_command_options_of(w->o);
    return text_of(w, write(w->c, w->m, &o, &w->bytes));
}

static vv_status put_check(work *w) { return written(w, vv_command_check); }
static vv_status put_derive(work *w) { return written(w, vv_command_derive); }
static vv_status put_prove(work *w) { return written(w, vv_command_prove); }
static vv_status put_study(work *w) { return written(w, vv_command_study); }
static vv_status put_export(work *w) { return written(w, vv_command_export); }

static vv_status put_report(work *w) {
    const vv_command_options o = vv_command_options_of(w->o);
    const vv_run_options run = vv_run_options_of(w->o);
    vv_status s = vv_command_report(w->c, w->from->file, w->from->text, w->from->length, 0, NULL,
                                    &o, &run, &w->bytes);
    return text_of(w, s);
}

static vv_status wrong_use(const work *w, const char *what) {
    vv_diag_add(w->c, VV_ERROR, VV_D_WRONG_USE, (vv_span){0}, "%s", what ? what : "");
    return VV_E_USAGE;
}

static vv_status put_compare(work *w) {
    vv_command_options o = vv_command_options_of(w->o);
    const vv_run_options run = vv_run_options_of(w->o);
    const char *text = vv_option_text(w->o, "beside", NULL);
    if (!text) return wrong_use(w, "beside: the text of a second mechanism is needed");
    const vv_beside b = {.file = "beside", .text = text, .length = strlen(text)};
    const vv_source first = {
        .file = w->from->file, .text = w->from->text, .length = w->from->length};
    o.beside = &b;
    return text_of(w, vv_command_compare(w->c, &first, &o, &run, &w->bytes));
}

static vv_status put_table(work *w) {
    vv_run_options run = vv_run_options_of(w->o);
    return text_of(w, vv_command_run(w->c, w->m, &run, &w->bytes));
}

/* The rows of a recorded motion fit the model. */
static vv_status take_recorded(const work *w, vv_run_options *run) {
    const double *x;
    const vv_model *m = &w->m->model;
    int n = vv_option_reals(w->o, "recorded", &x), width = vv_run_recorded_width(m->nq, m->ninputs);
    if (n % width)
        return wrong_use(
            w,
            vv_format(w->c,
                      "recorded: rows of %d numbers are needed (time, %d coordinates and as many "
                      "rates, %d inputs), not %d numbers in all",
                      width, m->nq, m->ninputs, n));
    for (int i = 0; i < n; i++) {
        bool begins = i >= width && i % width == 0;
        if (!isfinite(x[i]) || (begins && x[i] < x[i - width]))
            return wrong_use(
                w, vv_format(w->c,
                             begins ? "recorded: the times do not increase at row %d"
                                    : "recorded: row %d has a value that is not a finite number",
                             i / width));
    }
    run->nrecorded = n / width, run->recorded = x;
    return VV_OK;
}

static vv_status put_scene(work *w) {
    vv_run_options run = vv_run_options_of(w->o);
    if (take_recorded(w, &run) != VV_OK) return VV_E_USAGE;
    vv_status s = vv_command_scene(w->c, w->m, &run, &w->bytes);
    const char *format = vv_option_text(w->o, "format", NULL);
    if (s == VV_OK && format && !strcmp(format, "html")) w->bytes = vv_scene_page(w->c, w->bytes);
    return text_of(w, s);
}

/* Two numbers of an option, the first below the second if `rising`; VV_E_USAGE if they are not. */
static vv_status take_pair(const work *w, const char *key, bool rising, bool *has, double out[2]) {
    const double *x;
    int n = vv_option_reals(w->o, key, &x);
    *has = n > 0;
    if (n == 0) return VV_OK;
    if (n != 2 || !isfinite(x[0]) || !isfinite(x[1]) || (rising && !(x[0] < x[1])))
        return wrong_use(w, vv_format(w->c, "%s: two finite numbers are needed%s", key,
                                      rising ? ", the smaller one first" : ""));
    out[0] = x[0], out[1] = x[1];
    return VV_OK;
}

static vv_status take_size(const work *w, vv_plot_style *style) {
    bool has;
    double mm[2] = {0};
    vv_status s = take_pair(w, "size", false, &has, mm);
    if (s != VV_OK || !has) return s;
    for (int i = 0; i < 2; i++)
        if (!(mm[i] >= VV_PLOT_LEAST_MM && mm[i] <= VV_PLOT_MOST_MM))
            return wrong_use(w, vv_format(w->c, "size: %g to %g mm are needed", VV_PLOT_LEAST_MM,
                                          VV_PLOT_MOST_MM));
    style->width = mm[0] * VV_PLOT_UNITS_PER_MM, style->height = mm[1] * VV_PLOT_UNITS_PER_MM;
    return VV_OK;
}

static vv_status take_style(const work *w, vv_plot_style *style) {
    const char *log = vv_option_text(w->o, "log", "");
    double after = vv_option_real(w->o, "after", (double)NAN);
    *style = (vv_plot_style){.points = vv_option_int(w->o, "points", 0) != 0,
                             .recorded = vv_option_int(w->o, "section", 0) != 0,
                             .has_after = !isnan(after),
                             .after = after,
                             .log_x = log[0] == 'x',
                             .log_y = strchr(log, 'y') != NULL};
    if (*log && strcmp(log, "x") && strcmp(log, "y") && strcmp(log, "xy"))
        return wrong_use(w, "log: x, y or xy is needed");
    vv_status s = take_pair(w, "xlim", true, &style->has_x, style->x);
    if (s == VV_OK) s = take_pair(w, "ylim", true, &style->has_y, style->y);
    return s == VV_OK ? take_size(w, style) : s;
}

static vv_status draw(work *w, bool sketch) {
    enum { MOST = 64 };
    vv_curve curve[MOST];
    const char *const *y, *x = vv_option_text(w->o, "x", NULL);
    int n = sketch ? 0 : vv_option_texts(w->o, "curves", &y);
    if (n > MOST) return wrong_use(w, vv_format(w->c, "at most %d curves can be drawn", MOST));
    for (int i = 0; i < n; i++) curve[i] = (vv_curve){.x = x, .y = y[i]};
    vv_run_options run = vv_run_options_of(w->o);
    if (take_recorded(w, &run) != VV_OK) return VV_E_USAGE;
    if (run.nrecorded && !sketch)
        return wrong_use(w, "recorded: scenes and sketches show a recorded motion, plots do not");
    vv_plot_options o = {.ncurves = n,
                         .curve = curve,
                         .sketch = sketch,
                         .portrait = !sketch && vv_option_int(w->o, "portrait", 0) != 0,
                         .format = vv_option_text(w->o, "format", NULL),
                         .run = &run};
    if (take_style(w, &o.style) != VV_OK) return VV_E_USAGE;
    return vv_command_plot(w->c, w->m, &o, &w->bytes, &w->n);
}

static vv_status put_animation(work *w) {
    const vv_run_options run = vv_run_options_of(w->o);
    const char *format = vv_option_text(w->o, "format", "html"), *known[8];
    int n = 0;
    for (; n < 8 && (known[n] = vv_animation_name(n)); n++)
        if (!strcmp(known[n], format)) break;
    if (n == 8 || !known[n]) return vv_usage_name("format of an animation", format, n, known);
    const vv_animation_options o = {
        .format = format, .rate = vv_option_real(w->o, "frame_rate", 0), .run = &run};
    return vv_command_animate(w->c, w->m, &o, &w->bytes, &w->n);
}

static vv_status put_layout(work *w) {
    const vv_mechanism *m = w->from;
    return text_of(w, vv_layout_text(w->c, m->file, m->text, m->length, &w->bytes));
}

static vv_status put_plot(work *w) { return draw(w, false); }
static vv_status put_sketch(work *w) { return draw(w, true); }

static const struct kind {
    const char *name;
    vv_status (*write)(work *w);
} KINDS[] = {{"check", put_check},    {"derive", put_derive},       {"prove", put_prove},
             {"study", put_study},    {"report", put_report},       {"plot", put_plot},
             {"sketch", put_sketch},  {"scene", put_scene},         {"table", put_table},
             {"export", put_export},  {"animation", put_animation}, {"layout", put_layout},
             {"compare", put_compare}};

/* ---- entry point ---- */

static const struct kind *find(const char *what) {
    enum { N = sizeof KINDS / sizeof *KINDS };
    const char *known[N];
    for (int i = 0; i < N; i++) {
        if (!strcmp(KINDS[i].name, what)) return &KINDS[i];
        known[i] = KINDS[i].name;
    }
    vv_usage_name("document", what, N, known);
    return NULL;
}

static vv_status names_known(const vv_options *o) {
    vv_status s = vv_known_words(o, "by", "method", "methods");
    if (s == VV_OK) s = vv_known_words(o, "topics", "topic", "topics");
    if (s == VV_OK)
        s = vv_known_word("integrator", "integrators", vv_option_text(o, "integrator", NULL));
    if (s == VV_OK) s = vv_known_word("target", "exports", vv_option_text(o, "target", NULL));
    return s;
}

/* The document is there although it says no, or that something is undecided. */
static bool is_whole(const work *w, vv_status s) {
    return w->n && (s == VV_OK || s == VV_E_NO || s == VV_E_BEYOND);
}

vv_status vv_mechanism_write(const vv_mechanism *m, const char *what, const vv_options *o,
                             char **bytes, size_t *n) {
    if (bytes) *bytes = NULL;
    if (!what || !bytes || !n) return vv_usage("vv_mechanism_write: an argument is NULL");
    *n = 0;
    const struct kind *kind = find(what);
    if (!kind) return VV_E_USAGE;
    vv_entry here;
    vv_enter(&here, NULL);
    work w = {.from = m, .o = o};
    vv_status s = names_known(o);
    if (s == VV_OK) s = vv_handle_open_asking(m, o, &w.c, &w.m);
    if (w.c) {
        s = kind->write(&w);
        bool usage = s == VV_E_USAGE && !vv_diag_count(w.c);
        if (usage)
            s = vv_usage("the format of '%s' is not known", what);
        else
            vv_call_end(w.c, s);
        if (is_whole(&w, s) && vv_give(w.bytes, w.n, bytes) == VV_OK) *n = w.n;
        vv_ctx_free(w.c);
    }
    return vv_leave(&here, s);
}
