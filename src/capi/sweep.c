/* Sweeps into arrays. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "capi/requests.h"
#include "visviva/sweep.h"

/* Values of one quantity, given for each member. */
typedef struct given {
    struct given *next;
    char *name;
    size_t n;
    double *value;
} given;

struct vv_sweep {
    vv_ctx *c;
    vv_command_mechanism *m;
    vv_sweep_options o; /* its strings live in c */
    given *given;
    vv_sweep_given *list; /* the same as an array */
    vv_sweep_shape shape;
    vv_status made; /* of the shape */
    atomic_flag busy;
};

/* ---- making ---- */

static void free_given(given *g) {
    while (g) {
        given *next = g->next;
        free(g->name), free(g->value), free(g);
        g = next;
    }
}

void vv_sweep_free(vv_sweep *w) {
    if (!w) return;
    vv_ctx_free(w->c);
    free_given(w->given);
    free(w->list);
    free(w);
}

/* A copy of a list of texts in c; NULL on refusal. */
static const char *const *copy_texts(vv_ctx *c, int n, const char *const *text) {
    const char **own = VV_ARRAY(c, const char *, n + 1);
    for (int i = 0; own && i < n; i++) own[i] = vv_strdup(c, text[i]);
    return own;
}

static const char *copy_text(vv_ctx *c, const char *text) {
    return text ? vv_strdup(c, text) : NULL;
}

/* The options of c's lifetime. */
static vv_status take_options(vv_sweep *w, const vv_options *o) {
    vv_ctx *c = w->c;
    const char *const *vary;
    int64_t bytes = vv_option_int(o, "memory", 0);
    vv_run_options run = vv_run_options_of(o);
    int nvary = vv_option_texts(o, "vary", &vary);
    run.form = copy_text(c, run.form), run.method = copy_text(c, run.method);
    run.sensitivity = copy_texts(c, run.nsensitivities, run.sensitivity);
    run.every = 0, run.nat = 0, run.output_format = NULL;
    w->o = (vv_sweep_options){.run = run,
                              .nvary = nvary,
                              .vary = copy_texts(c, nvary, vary),
                              .members = (long)vv_option_int(o, "members", 0),
                              .later = true,
                              .seed = (uint64_t)vv_option_int(o, "seed", 0),
                              .threads = (int)vv_option_int(o, "threads", 0),
                              .lanes = (int)vv_option_int(o, "lanes", 0)};
    w->o.limits.bytes = bytes > 0 ? (size_t)bytes : 0;
    return vv_ctx_status(c);
}

/* Columns and members, once something is varied. */
static vv_status make_shape(vv_sweep *w) {
    w->shape = (vv_sweep_shape){0};
    if (!w->o.nvary && !w->o.ngiven) return VV_OK;
    return vv_command_sweep_shape(w->c, w->m, &w->o, &w->shape);
}

vv_status vv_sweep_new(const vv_mechanism *m, const vv_options *o, vv_sweep **out) {
    if (!out) return vv_usage("vv_sweep_new: out is NULL");
    *out = NULL;
    vv_entry here;
    vv_enter(&here, NULL);
    vv_sweep *w = calloc(1, sizeof *w);
    if (!w) return vv_leave(&here, vv_failed(VV_E_NOMEM));
    atomic_flag_clear(&w->busy);
    vv_status s = vv_known_word("integrator", "integrators", vv_option_text(o, "integrator", NULL));
    if (s == VV_OK) s = vv_handle_open_asking(m, o, &w->c, &w->m);
    if (w->c) {
        s = take_options(w, o);
        if (s == VV_OK) s = make_shape(w);
        vv_call_end(w->c, s);
    }
    if (s == VV_OK)
        *out = w;
    else
        vv_sweep_free(w);
    return vv_leave(&here, s);
}

/* ---- calls on a living sweep: one at a time ---- */

static vv_status take(vv_sweep *w, const char *function) {
    if (!w) return vv_usage("%s: the sweep is NULL", function);
    if (atomic_flag_test_and_set(&w->busy))
        return vv_usage("%s: another call on this sweep has not ended", function);
    return VV_OK;
}

static void let_go(vv_sweep *w) { atomic_flag_clear(&w->busy); }

/* ---- given values ---- */

static given *new_given(const char *name, size_t n, const double *value) {
    given *g = calloc(1, sizeof *g);
    if (!g) return NULL;
    g->name = strdup(name), g->n = n;
    g->value = malloc((n + 1) * sizeof *g->value);
    if (g->name && g->value) {
        memcpy(g->value, value, n * sizeof *value);
        return g;
    }
    free_given(g);
    return NULL;
}

/* The values as the engine takes them; false: no memory. */
static bool list_given(vv_sweep *w) {
    int n = 0;
    for (given *g = w->given; g; g = g->next) n++;
    vv_sweep_given *list = calloc((size_t)n + 1, sizeof *list);
    if (!list) return false;
    int i = n;
    for (given *g = w->given; g; g = g->next)
        list[--i] = (vv_sweep_given){g->name, (long)g->n, g->value};
    free(w->list);
    w->list = list, w->o.given = list, w->o.ngiven = n;
    return true;
}

static vv_status add_given(vv_sweep *w, given *g) {
    vv_sweep_shape before = w->shape;
    g->next = w->given, w->given = g;
    vv_status s = list_given(w) ? make_shape(w) : vv_failed(VV_E_NOMEM);
    if (s == VV_OK) return s;
    w->given = g->next, g->next = NULL;
    list_given(w);
    w->shape = before;
    free_given(g);
    return s;
}

vv_status vv_sweep_values(vv_sweep *w, const char *name, size_t n, const double *value) {
    if (!name || !value || !n) return vv_usage("vv_sweep_values: a name and values are needed");
    vv_status s = take(w, "vv_sweep_values");
    if (s != VV_OK) return s;
    vv_entry here;
    s = VV_E_INTERNAL;
    if (vv_enter(&here, w->c)) {
        given *g = new_given(name, n, value);
        s = vv_leave(&here, g ? add_given(w, g) : vv_failed(VV_E_NOMEM));
    }
    let_go(w);
    return s;
}

/* ---- what it tells, and the run ---- */

int64_t vv_sweep_members(const vv_sweep *w) { return w ? w->shape.members : 0; }
int vv_sweep_width(const vv_sweep *w) { return w ? w->shape.width : 0; }

const char *vv_sweep_column(const vv_sweep *w, int i, const char **unit) {
    bool known = w && i >= 0 && i < w->shape.width;
    if (unit) *unit = known ? w->shape.unit[i] : "";
    return known ? w->shape.column[i] : NULL;
}

static void tell(void *data, long members, long total) {
    vv_ctx_report_progress(data, "sweep", total ? (double)members / (double)total : 1);
}

vv_status vv_sweep_run(vv_sweep *w, int64_t first, int64_t n, double *rows, uint8_t *status) {
    if (!rows || !status) return vv_usage("vv_sweep_run: an argument is NULL");
    vv_status s = take(w, "vv_sweep_run");
    if (s != VV_OK) return s;
    int64_t all = w->shape.members;
    vv_entry here;
    if (!all && n > 0)
        s = vv_usage("vv_sweep_run: the number of members is not known: vary a quantity, and where "
                     "it is drawn at random set the option members or give values of another");
    else if (first < 0 || n < 0 || first > all || n > all - first)
        s = vv_usage("%lld members from %lld on are asked for, of %lld", (long long)n,
                     (long long)first, (long long)all);
    else if (!vv_enter(&here, w->c))
        s = VV_E_INTERNAL;
    else {
        vv_sweep_options o = w->o;
        o.limits.seconds = vv_handle_seconds(w->c);
        o.progress = tell, o.progress_data = w->c;
        s = n ? vv_command_sweep_rows(w->c, w->m, &o, (long)first, (long)n, rows, status) : VV_OK;
        s = vv_leave(&here, s);
    }
    let_go(w);
    return s;
}
