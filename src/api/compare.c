/* Two mechanisms beside each other: energies, equations, motions. */
#include <math.h>
#include <string.h>

#include "api/comparison_run.h"
#include "api/mechanism.h"
#include "formalism/formalism.h"
#include "report/report.h"

enum { ROWS = 200, TICKS = 64 };

/* The second text is read before the first, which is then the source that diagnostics show. */
static vv_status open_both(vv_ctx *c, const vv_source *first, const vv_beside *b,
                           vv_command_mechanism *m[2]) {
    vv_diag_mark mark = vv_diag_get_mark(c);
    if (vv_command_load(c, b->file, b->text, b->length, b->nsettings, b->setting, &m[1]) != VV_OK ||
        vv_system_check_mechanics(c, &m[1]->system) != VV_OK)
        return vv_final_status(c);
    vv_diag_rollback(c, mark);
    if (vv_command_open(c, first, &m[0]) == VV_OK) vv_system_check_mechanics(c, &m[0]->system);
    return vv_final_status(c);
}

static const vv_equations *equations_of(vv_ctx *c, const vv_system *s) {
    const char *why;
    vv_equations *eq = VV_NEW(c, vv_equations);
    bool some =
        eq && s->speeds_ok && vv_formalism_run(c, vv_formalism_in_speeds(s), s, eq, &why) == VV_OK;
    return some ? eq : NULL;
}

/* ---- motions ---- */

/* Rows at the same times of both. */
static int common_rows(const vv_samples *a, const vv_samples *b) {
    int n = a->rows < b->rows ? a->rows : b->rows, i = 0;
    while (i < n && a->time[i] == b->time[i]) i++;
    return i;
}

static const double *column(const vv_scene *k, const char *name) {
    int i = vv_csv_table_find(&k->run.table, name);
    return i < 0 ? NULL : vv_csv_table_column(&k->run.table, i);
}

static void put_differences(vv_document *d, const vv_system_comparison *p, const vv_scene *a,
                            const vv_scene *b) {
    vv_ctx *c = d->c;
    int n = common_rows(&a->run, &b->run), rows = 0;
    const char **cell = VV_MATRIX(c, const char *, p->nshared + 1, 4);
    if (!cell) return;
    cell[0] = "coordinate", cell[1] = "at the end, first", cell[2] = "second";
    cell[3] = "greatest difference";
    for (int i = 0; i < p->nshared && n > 0; i++) {
        const char *name = vv_symbol_get(c, p->shared[i])->name;
        const double *x = column(a, name), *y = column(b, name);
        double most = 0;
        if (!x || !y) continue;
        for (int k = 0; k < n; k++) most = fmax(most, fabs(x[k] - y[k]));
        const char **row = &cell[4 * ++rows];
        row[0] = name, row[1] = vv_format(c, "%.9g", x[n - 1]);
        row[2] = vv_format(c, "%.9g", y[n - 1]), row[3] = vv_format(c, "%.3g", most);
    }
    if (!rows) return;
    vv_document_fact(d, "end", "compared until t", vv_format(c, "%.9g", a->run.time[n - 1]));
    vv_document_table(d, "coordinates", NULL, 4, rows, cell);
}

static void put_plots(vv_document *d, const vv_scene *a, const vv_scene *b,
                      const char *const title[2]) {
    vv_drawing_list list = {0};
    vv_run_plots_compare(a, b, title, &list);
    vv_drawing_list_align(d->c, &list);
    for (int i = 0; i < list.n; i++) vv_document_figure(d, "plots", list.at[i]->title, list.at[i]);
}

/* Does the model say from where and how long it moves? */
static bool moves(vv_ctx *c, const vv_command_mechanism *m, const vv_run_options *run) {
    return m->model.nstarts && vv_run_duration(c, &m->model, run) > 0 &&
           vv_command_in_motion(m)->speeds_ok;
}

static void put_motions(vv_document *d, const vv_command_mechanism *a, const vv_beside *b,
                        const vv_run_options *run, const vv_system_comparison *p,
                        const vv_compared_mechanism named[2]) {
    vv_ctx *c = d->c;
    vv_scene first;
    vv_comparison_run second;
    const char *const title[] = {named[0].name, named[1].name};
    vv_status status = vv_command_build_scene(c, a, run, ROWS, &first);
    if (!vv_ctx_ok(c) || (status != VV_OK && first.run.rows < 2)) return;
    vv_comparison_run_begin(c, a, b->text, b->length, b, run, ROWS, &second);
    vv_document_begin(d, "motions", false, "Motions");
    if (second.why) {
        vv_document_verdict(d, "failure", "the second motion", "stopped here", second.why, NULL);
    } else {
        put_differences(d, p, &first, &second.scene);
        put_plots(d, &first, &second.scene, title);
    }
    vv_document_end(d);
    vv_comparison_run_end(&second);
}

/* ---- the command ---- */

static const char *name_of(const vv_command_mechanism *m, const vv_command_mechanism *other) {
    const char *mine = m->model.title, *its = other->model.title;
    return mine && (!its || strcmp(mine, its)) ? mine : m->tree.file;
}

static vv_status compare(vv_document *d, vv_command_mechanism *const m[2],
                         const vv_command_options *o, const vv_run_options *run) {
    vv_ctx *c = d->c;
    vv_system_comparison p;
    vv_prove_options how = {.seed = o->seed, .exact_only = o->exact};
    vv_compared_mechanism k[2];
    for (int i = 0; i < 2; i++)
        k[i] = (vv_compared_mechanism){name_of(m[i], m[1 - i]), &m[i]->system,
                                       equations_of(c, &m[i]->system)};
    const vv_system *const s[] = {k[0].s, k[1].s};
    const vv_equations *const eq[] = {k[0].eq, k[1].eq};
    if (!vv_ctx_ok(c) || vv_system_comparison_make(c, s, eq, &p) != VV_OK)
        return vv_final_status(c);
    vv_status answer = vv_report_comparison(d, k, &p, &how);
    if (vv_ctx_ok(c) && moves(c, m[0], run) && moves(c, m[1], run))
        put_motions(d, m[0], o->beside, run, &p, k);
    return vv_ctx_ok(c) ? answer : vv_final_status(c);
}

vv_status vv_command_compare(vv_ctx *c, const vv_source *first, const vv_command_options *o,
                             const vv_run_options *run, const char **text) {
    vv_report_format format;
    vv_command_mechanism *m[2];
    *text = "";
    if (!o || !o->beside || !o->beside->text || !vv_command_format(o, &format)) return VV_E_USAGE;
    if (open_both(c, first, o->beside, m) != VV_OK) return vv_final_status(c);
    vv_document *d = vv_document_new(c, "compare", "Two mechanisms compared");
    if (!d) return vv_final_status(c);
    return vv_report_deliver(d, compare(d, m, o, run), format, text);
}
