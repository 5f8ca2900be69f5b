/* Quantities along a motion that is known already, as functions of its states. */
#include "scene/run_sampler.h"

#include <string.h>

#include "evaluate/evaluate.h"
#include "evaluate/tape/tape.h"
#include "export/export.h"

typedef struct vv_recorded_columns {
    vv_ctx *c;
    const vv_system *s;
    vv_quantity_source source;
    int n;
    const char **name; /* the first is the time */
    vv_expr *value;
} vv_recorded_columns;

/* The components in the world of what is shown; 0: it has none. */
static int components(vv_recorded_columns *k, const vv_show *show, vv_expr part[3]) {
    part[0] = show->value;
    if (!show->vector) return 1;
    bool known = show->reaction ? vv_quantity_reaction(&k->source, show->v, part)
                                : vv_vec_components(k->c, &k->s->m->frames, show->v, 0, part);
    return known ? 3 : 0;
}

/* What the state does not determine has no column. */
static void add(vv_recorded_columns *k, const vv_show *show) {
    vv_expr part[3];
    int n = components(k, show, part);
    if (!n || vv_quantity_in_state(&k->source, n, part) != VV_OK) return;
    for (int i = 0; i < n; i++) {
        k->name[k->n] = n == 1 ? show->text : vv_format(k->c, "%s.%c", show->text, "xyz"[i]);
        k->value[k->n++] = part[i];
    }
}

static const vv_tape *tape_of(const vv_recorded_columns *k) {
    const vv_model *m = k->s->m;
    int n = 0, nq = m->nq;
    vv_parameter_values fixed;
    vv_expr *in = VV_ARRAY(k->c, vv_expr, vv_run_recorded_width(nq, m->ninputs));
    if (!in || vv_parameter_values_from_model(k->c, m, &fixed) != VV_OK) return NULL;
    in[n++] = m->t;
    for (int i = 0; i < nq; i++) in[n++] = m->coordinate[i].q;
    for (int i = 0; i < nq; i++) in[n++] = m->coordinate[i].qd;
    for (int i = 0; i < m->ninputs; i++) in[n++] = m->input[i];
    vv_tape_plan plan = {.nin = n,
                         .in = in,
                         .nfixed = fixed.n,
                         .fixed = fixed.symbol,
                         .value = fixed.value,
                         .nout = k->n,
                         .out = k->value};
    return vv_tape_build(k->c, &plan, NULL);
}

/* Row by row through the tape, into columns. */
static void fill(const vv_recorded_columns *k, const vv_tape *t, const vv_run_options *o,
                 vv_csv_table *out) {
    int width = vv_run_recorded_width(k->s->m->nq, k->s->m->ninputs), rows = o->nrecorded;
    double *scratch = VV_ARRAY(k->c, double, t->nslots + 1),
           *row = VV_ARRAY(k->c, double, k->n + 1);
    out->value = VV_MATRIX(k->c, double, k->n, rows);
    if (!scratch || !row || !out->value) return;
    vv_tape_prepare(t, scratch);
    for (int i = 0; i < rows && vv_ctx_tick(k->c); i++) {
        vv_tape_run(t, o->recorded + (size_t)i * (size_t)width, row, scratch);
        for (int j = 0; j < k->n; j++) out->value[(size_t)j * (size_t)rows + (size_t)i] = row[j];
    }
    out->columns = k->n, out->rows = rows, out->name = k->name;
}

static void refuse(const vv_recorded_columns *k) {
    if (!vv_ctx_ok(k->c)) return;
    vv_diag_add(k->c, VV_ERROR, VV_D_NOT_EVALUABLE, (vv_span){0},
                "the recorded motion cannot be shown: %s",
                k->source.why ? k->source.why : "its equations are not known");
    vv_ctx_fail(k->c, VV_E_BEYOND);
}

vv_status vv_sampler_read_recorded(const vv_sampler *sampler, const vv_run_options *o,
                                   vv_samples *out) {
    vv_ctx *c = sampler->c;
    vv_recorded_columns k = {.c = c, .s = sampler->s};
    *out = (vv_samples){.account = ""};
    k.name = VV_ARRAY(c, const char *, 3 * sampler->n + 2);
    k.value = VV_ARRAY(c, vv_expr, 3 * sampler->n + 2);
    if (!k.name || !k.value) return vv_ctx_status(c);
    if (vv_quantity_source_open(c, k.s, VV_STATE_RATES, NULL, &k.source) != VV_OK)
        return refuse(&k), vv_ctx_status(c);
    k.name[k.n] = "time", k.value[k.n++] = k.s->m->t;
    for (int i = 0; i < sampler->n && vv_ctx_ok(c); i++) add(&k, &sampler->show[i]);
    const vv_tape *t = vv_ctx_ok(c) ? tape_of(&k) : NULL;
    if (t) fill(&k, t, o, &out->table);
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    out->rows = out->table.rows;
    out->time = out->table.value;
    return VV_OK;
}
