#include "scene/run_sampler.h"

#include <math.h>
#include <string.h>

#include "evaluate/tape/tape.h"
#include "evaluate/evaluate.h"
#include "kinematics/kinematics.h"
#include "simulate/run/run.h"

/* Uses names that cannot occur in a model text. */
static int push(vv_sampler *k, vv_show show) {
    if (k->n == k->capacity) {
        int capacity = k->capacity ? 2 * k->capacity : 32;
        vv_show *grown = VV_ARRAY(k->c, vv_show, capacity);
        if (!grown) return -1;
        if (k->n) memcpy(grown, k->show, (size_t)k->n * sizeof *grown);
        k->show = grown;
        k->capacity = capacity;
    }
    show.text = vv_format(k->c, "#%d", k->n);
    if (!show.text) return -1;
    k->show[k->n] = show;
    return k->n++;
}

int vv_sampler_scalar(vv_sampler *k, vv_expr e) {
    return e.id ? push(k, (vv_show){.value = e}) : -1;
}

int vv_sampler_vector(vv_sampler *k, vv_vec v) {
    vv_expr part[3];
    if (!vv_vec_components(k->c, &k->s->m->frames, v, 0, part)) return -1;
    return push(k, (vv_show){.vector = true, .v = v});
}

int vv_sampler_reaction(vv_sampler *k, vv_vec at) {
    vv_expr part[3];
    const char *why;
    if (!vv_reaction_at_point(k->c, k->s, at, part, &why)) return -1;
    return push(k, (vv_show){.vector = true, .reaction = true, .v = at});
}

double vv_parameter_value(vv_ctx *c, const vv_model *m, vv_expr e) {
    vv_parameter_values fixed;
    double value = (double)NAN;
    if (!vv_ctx_ok(c) || vv_parameter_values_from_model(c, m, &fixed) != VV_OK) return value;
    vv_tape_plan plan = {
        .nfixed = fixed.n, .fixed = fixed.symbol, .value = fixed.value, .nout = 1, .out = &e};
    vv_tape *t = vv_tape_build(c, &plan, NULL);
    if (vv_ctx_status(c) == VV_E_BEYOND) vv_ctx_clear_failure(c);
    double *scratch = t ? VV_ARRAY(c, double, t->nslots + 1) : NULL;
    if (!scratch) return value;
    vv_tape_prepare(t, scratch);
    vv_tape_run(t, NULL, &value, scratch);
    return value;
}

double vv_run_duration(vv_ctx *c, const vv_model *m, const vv_run_options *o) {
    if (o && o->has_until) return o->until;
    double until = m->has_run ? vv_parameter_value(c, m, m->run) : -1;
    return isfinite(until) ? until : -1;
}

vv_status vv_sampler_run(const vv_sampler *k, const vv_run_options *o, int rows, vv_samples *out) {
    if (o && o->nrecorded) return vv_sampler_read_recorded(k, o, out);
    vv_model *m = VV_NEW(k->c, vv_model);
    vv_system *s = VV_NEW(k->c, vv_system);
    vv_run_options own = o ? *o : (vv_run_options){0};
    vv_buffer account = VV_BUFFER(k->c);
    const char *table = "";
    *out = (vv_samples){.account = ""};
    if (!m || !s) return vv_ctx_status(k->c);
    *m = *k->s->m;
    *s = *k->s;
    s->m = m;
    m->show = k->show;
    m->nshows = k->n;
    double until = vv_run_duration(k->c, m, o);
    if (!(own.every > 0) && until > 0) own.every = until / rows;
    own.output = NULL, own.write = NULL, own.output_format = "csv", own.dense = own.resume = false;
    out->status = vv_simulation_run(k->c, s, "", &own, &account, &table);
    out->account = vv_buffer_text(&account);
    if (!vv_ctx_ok(k->c)) return vv_ctx_status(k->c);
    if (vv_csv_table_read(k->c, table, strlen(table), &out->table) != VV_OK)
        return vv_ctx_status(k->c);
    out->rows = out->table.rows;
    out->time = out->table.value;
    return out->status;
}

static const double *named(const vv_samples *r, const char *name) {
    int i = name ? vv_csv_table_find(&r->table, name) : -1;
    return i < 0 ? NULL : vv_csv_table_column(&r->table, i);
}

const double *vv_samples_scalar(vv_ctx *c, const vv_samples *r, int number) {
    return number < 0 ? NULL : named(r, vv_format(c, "#%d", number));
}

const double *vv_samples_vector(vv_ctx *c, const vv_samples *r, int number, int component) {
    return number < 0 ? NULL : named(r, vv_format(c, "#%d.%c", number, "xyz"[component]));
}
