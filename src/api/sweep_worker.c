#include "api/sweep_worker.h"
#include "api/api_tolerances.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/platform.h"
#include "simulate/contact/contact.h"

/* ---- building ------------------------------------------------------------------------------- */

static vv_status load(vv_sweep_worker *k, vv_ctx *c, long member) {
    const vv_sweep_options *o = k->o;
    vv_setting *setting = VV_ARRAY(c, vv_setting, o->nsettings + k->v->n + 1);
    int n = 0;
    if (!setting) return vv_ctx_status(c);
    for (int i = 0; i < o->nsettings; i++) setting[n++] = o->setting[i];
    for (int i = 0; i < k->v->n; i++) {
        if (!k->v->vary[i].parameter) continue;
        const char *value = vv_format(c, "%.17g", vv_sweep_design_value(k->v, i, member));
        setting[n++] = (vv_setting){k->v->vary[i].name, value};
    }
    const vv_tree *tree = &k->model->tree;
    const vv_source source = {.file = tree->file,
                              .text = tree->text,
                              .length = tree->length,
                              .nsettings = n,
                              .setting = setting,
                              .nrequests = k->model->nrequests,
                              .request = k->model->request};
    vv_status status = vv_command_open(c, &source, &k->m);
    if (status != VV_OK) return status;
    const vv_system *s = vv_command_in_motion(k->m);
    return vv_simulation_possible(c, s) ? vv_system_check_mechanics(c, s) : vv_ctx_status(c);
}

/* An entry among the initial conditions for each varied initial value: the stated one, or a new
 * one. */
static vv_status make_places(vv_sweep_worker *k, vv_ctx *c) {
    vv_model *m = &k->m->model;
    vv_assignment *start = VV_ARRAY(c, vv_assignment, m->nstarts + k->v->n + 1);
    k->start = VV_ARRAY(c, int, k->v->n + 1);
    if (!start || !k->start) return vv_ctx_status(c);
    if (m->nstarts) memcpy(start, m->start, (size_t)m->nstarts * sizeof *start);
    m->start = start;
    for (int i = 0; i < k->v->n; i++) {
        bool parameter;
        vv_expr symbol = vv_sweep_variable_find(c, m, k->v->vary[i].name, &parameter);
        k->start[i] = -1;
        if (k->v->vary[i].parameter || !symbol.id) continue;
        for (int s = 0; s < m->nstarts; s++)
            if (vv_same(start[s].symbol, symbol)) k->start[i] = s;
        if (k->start[i] < 0)
            start[k->start[i] = m->nstarts++] = (vv_assignment){.symbol = symbol, .value = VV_ZERO};
    }
    return vv_ctx_status(c);
}

static void put_starts(vv_sweep_worker *k, long member) {
    vv_ctx *c = k->c;
    for (int i = 0; i < k->v->n; i++) {
        char text[40];
        vv_rat r;
        double x = vv_sweep_design_value(k->v, i, member);
        if (k->start[i] < 0) continue;
        snprintf(text, sizeof text, "%.17g", fabs(x));
        if (!vv_rat_parse(c, text, &r)) r = vv_rat_int(0);
        vv_expr value = vv_rational(c, x < 0 ? vv_rat_neg(c, r) : r);
        k->m->model.start[k->start[i]].value = value;
    }
}

static bool same_parameters(const vv_sweep_worker *k, long a, long b) {
    for (int i = 0; i < k->v->n; i++)
        if (k->v->vary[i].parameter &&
            vv_sweep_design_value(k->v, i, a) != vv_sweep_design_value(k->v, i, b))
            return false;
    return true;
}

/* The varied parameters, unless their values are to be substituted as numbers. */
static vv_ensemble_parameters free_parameters(vv_sweep_worker *k) {
    vv_ensemble_parameters out = {0};
    vv_expr *symbol = VV_ARRAY(k->c, vv_expr, k->v->n + 1);
    bool parameter;
    for (int i = 0; symbol && !k->numeric_parameters && i < k->v->n; i++)
        if (k->v->vary[i].parameter)
            symbol[out.n++] =
                vv_sweep_variable_find(k->c, &k->m->model, k->v->vary[i].name, &parameter);
    out.symbol = symbol;
    return out;
}

/* SIMD lanes are used for members that can share them. */
static int lanes_of(const vv_sweep_worker *k, long member) {
    bool alone = k->numeric_parameters || member + 1 >= k->v->total ||
                 (!k->e->loose && !same_parameters(k, member, member + 1));
    return alone ? 1 : k->o->lanes > 0 ? k->o->lanes : VV_TAYLOR_BATCH_MAX_LANES;
}

vv_status vv_sweep_worker_build(vv_sweep_worker *k, long member) {
    vv_limits limits = k->o->limits;
    limits.refuse_at = 0;
    vv_sweep_worker_close(k);
    limits.seconds =
        k->deadline > 0 ? fmax(k->deadline - vv_monotonic_seconds(), VV_SWEEP_LEAST_SECONDS) : 0;
    vv_ctx *c = vv_ctx_new(&limits);
    if (!c) return VV_E_NOMEM;
    vv_ctx_follow_cancel(c, k->leader);
    k->c = c;
    k->built_for = member;
    vv_status status = load(k, c, member);
    if (status == VV_OK) status = make_places(k, c);
    if (status != VV_OK) return status;
    put_starts(k, member);
    k->e = VV_NEW(c, vv_ensemble);
    if (!k->e) return vv_ctx_status(c);
    k->run = k->o->run;
    k->run.output = NULL, k->run.write = NULL, k->run.resume = k->run.dense = false;
    k->run.output_format = NULL, k->run.progress = NULL, k->run.lyapunov = 0,
    k->run.witness = false;
    k->last_only = !(k->run.every > 0) && !k->run.nat && !k->o->recorded;
    if (k->last_only || k->o->recorded) k->run.every = (double)INFINITY;
    vv_ensemble_parameters loose = free_parameters(k);
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    vv_system *rest = VV_NEW(c, vv_system); /* as a run has it: inputs are 0 */
    if (!rest || vv_system_without_inputs(c, vv_command_in_motion(k->m), rest) != VV_OK)
        return vv_ctx_status(c);
    status = vv_ensemble_new(c, rest, &k->run, loose, k->e);
    if (status == VV_OK) status = vv_ensemble_set_lanes(k->e, lanes_of(k, member));
    k->base = vv_ctx_bytes(c);
    return status;
}

void vv_sweep_worker_close(vv_sweep_worker *k) {
    vv_ctx *c = k->c;
    if (k->e) vv_ensemble_close(k->e);
    k->e = NULL;
    k->c = NULL;
    vv_ctx_free(c);
}

/* ---- lines ---------------------------------------------------------------------------------- */

static void add_column(vv_ctx *c, vv_sweep_columns *k, const char *name, const char *unit) {
    name = name ? vv_strdup(c, name) : NULL;
    unit = unit ? vv_strdup(c, unit) : NULL;
    k->name[k->n] = name ? name : "";
    k->unit[k->n++] = unit ? unit : "";
}

vv_status vv_sweep_worker_columns(const vv_sweep_worker *k, vv_ctx *c, vv_sweep_columns *out) {
    enum { BESIDE = 4 }; /* member, audit, status, reason */
    const vv_simulation *r = &k->e->motion[0];
    const vv_columns *columns = &r->output.columns;
    int n = k->v->n + columns->width + BESIDE;
    *out = (vv_sweep_columns){.name = VV_ARRAY(c, const char *, n + 1),
                              .unit = VV_ARRAY(c, const char *, n + 1),
                              .method = r->integrator->name,
                              .form = r->dynamics.multipliers ? "multipliers" : "minimal",
                              .until = r->until,
                              .tolerance = r->tolerance};
    if (!out->name || !out->unit) return vv_ctx_status(c);
    add_column(c, out, "member", "");
    for (int i = 0; i < k->v->n; i++) {
        const vv_sweep_variable *v = &k->v->vary[i];
        add_column(c, out, vv_format(c, "%s%s", v->parameter ? "" : "start ", v->name),
                   vv_columns_unit(c, &k->model->model, v->symbol));
    }
    for (int i = 0; i < columns->width; i++) add_column(c, out, columns->head[i], columns->unit[i]);
    add_column(c, out, "audit", "");
    add_column(c, out, "status", "");
    add_column(c, out, "reason", "");
    return vv_ctx_status(c);
}

static const char *word_of(vv_status status) {
    return status == VV_OK        ? "ok"
           : status == VV_E_NO    ? "audit"
           : status == VV_E_MODEL ? "refused"
           : status == VV_E_NOMEM ? "memory"
                                  : "stopped";
}

static void put_values(const vv_sweep_worker *k, FILE *f, long member) {
    fprintf(f, "%ld", member);
    for (int i = 0; i < k->v->n; i++) fprintf(f, ",%.17g", vv_sweep_design_value(k->v, i, member));
}

static void put_end(FILE *f, vv_simulation *r, vv_status status, const char *reason) {
    const char *name;
    if (r)
        fprintf(f, ",%.3g,", vv_audit_worst(&r->audit, NULL, &name));
    else
        fputs(",,", f);
    fprintf(f, "%s,", word_of(status));
    vv_csv_text(reason, f);
    putc('\n', f);
}

/* Is this row, in r->output.columns.row, one of those wanted? */
static bool is_wanted(const vv_sweep_worker *k, const vv_simulation *r) {
    const vv_columns *columns = &r->output.columns;
    int event = 1 + columns->n; /* its column, if there is one */
    if (k->o->recorded && !(columns->events && columns->row[event] > 0)) return false;
    return !k->o->has_after || columns->row[0] >= k->o->after;
}

/* Rows of a member that completed, or as far as it went; a failure adds one more, with its time. */
static void put_member(vv_sweep_worker *k, FILE *f, long member, vv_simulation *r, vv_status status,
                       const char *reason) {
    int width = k->width;
    bool whole = r && (status == VV_OK || status == VV_E_NO);
    vv_row_store *rows = r ? &r->output.record.rows : NULL;
    for (long i = rows && k->last_only ? rows->count - 1 : 0; rows && i < rows->count; i++) {
        if (i < 0 || (k->last_only && !whole)) continue;
        if (!vv_row_store_read(rows, i, 1, r->output.columns.row)) break;
        if (!k->last_only && !is_wanted(k, r)) continue;
        put_values(k, f, member);
        for (int j = 0; j < width; j++) fprintf(f, ",%.17g", r->output.columns.row[j]);
        put_end(f, r, status, reason);
    }
    if (whole) return;
    put_values(k, f, member);
    if (r)
        fprintf(f, ",%.17g", r->stepper.t);
    else
        putc(',', f);
    for (int j = 1; j < width; j++) putc(',', f);
    put_end(f, r, status, reason);
}

/* The same as one row of numbers: the last. */
static void put_row(const vv_sweep_worker *k, long member, vv_simulation *r, vv_status status) {
    const vv_sweep_array *a = k->array;
    double *row = a->row + (member - a->first) * a->width;
    const char *name;
    bool whole = r && (status == VV_OK || status == VV_E_NO);
    vv_row_store *rows = r ? &r->output.record.rows : NULL;
    for (int i = 0; i < a->width; i++) row[i] = (double)NAN;
    for (int i = 0; i < k->v->n; i++) *row++ = vv_sweep_design_value(k->v, i, member);
    if (whole && rows->count && vv_row_store_read(rows, rows->count - 1, 1, r->output.columns.row))
        memcpy(row, r->output.columns.row, (size_t)k->width * sizeof *row);
    if (r) row[k->width] = vv_audit_worst(&r->audit, NULL, &name);
    if (r && !whole) row[0] = r->stepper.t;
    a->status[member - a->first] = (uint8_t)status;
}

static void done(void *data, long member, vv_simulation *r, vv_status status, const char *reason) {
    vv_sweep_worker *k = data;
    size_t n;
    k->failed += status != VV_OK;
    k->doubtful += status == VV_E_NO;
    if (k->array) {
        put_row(k, member, r, status);
        return;
    }
    FILE *f = open_memstream(&k->line[member - k->first], &n);
    if (!f) return;
    put_member(k, f, member, r, status, reason);
    if (fclose(f)) free(k->line[member - k->first]), k->line[member - k->first] = NULL;
}

/* ---- a chunk -------------------------------------------------------------------------------- */

/* Each start leaves allocations in the context: a fresh one from time to time bounds the memory. */
static bool has_room(const vv_sweep_worker *k) {
    enum { MORE = 32 << 20 };
    return vv_ctx_bytes(k->c) < k->base + MORE;
}

static void values(void *data, long member, double *out) {
    const vv_sweep_worker *k = data;
    for (int i = 0; i < k->v->n; i++)
        if (k->v->vary[i].parameter) *out++ = vv_sweep_design_value(k->v, i, member);
}

static bool stands(const vv_sweep_worker *k) { return k->c && k->e && !k->e->spent && has_room(k); }

/* Are the values refused by the model itself when it is loaded with them? */
static bool is_refused(vv_sweep_worker *k, long member) {
    if (!k->e->loose) return false;
    values(k, member, k->value);
    return !vv_parameter_domain_contains(k->c, &k->e->demands, k->value);
}

static bool serves(vv_sweep_worker *k, long member) {
    return stands(k) && (k->e->loose || same_parameters(k, member, k->built_for));
}

static bool next(void *data, long *member) {
    vv_sweep_worker *k = data;
    while (k->at < k->end && stands(k) && is_refused(k, k->at))
        k->individual[k->nindividual++] = k->at++;
    if (k->at >= k->end || !serves(k, k->at)) return false;
    *member = k->at++;
    put_starts(k, *member);
    return true;
}

static void set_individual(void *data, long member) {
    vv_sweep_worker *k = data;
    k->individual[k->nindividual++] = member;
}

static const char *first_error(vv_ctx *c) {
    for (int i = 0; i < vv_diag_count(c); i++)
        if (vv_diag_at(c, i)->severity == VV_ERROR) return vv_diag_at(c, i)->message;
    return vv_status_text(vv_ctx_status(c));
}

static bool is_end(vv_status status) { return status == VV_E_INTERRUPTED || status == VV_E_TIME; }

static bool has_result(const vv_sweep_worker *k, long member) {
    return k->array ? k->array->status[member - k->array->first] != VV_SWEEP_UNKNOWN
                    : k->line[member - k->first] != NULL;
}

/* Reports members that had started when memory was exhausted. */
static void report_out_of_memory(vv_sweep_worker *k, vv_status status) {
    for (long m = k->first; m < k->at; m++)
        if (!has_result(k, m)) done(k, m, NULL, status, vv_status_text(status));
}

/* Members k->at .. k->end - 1; lists those that must be run individually. */
static bool run_members(vv_sweep_worker *k, vv_status *status) {
    const vv_ensemble_callbacks work = {k, next, values, done, set_individual};
    while (k->at < k->end) {
        if (!serves(k, k->at)) {
            *status = vv_sweep_worker_build(k, k->at);
            if (is_end(*status) || !k->c) return false;
            if (*status != VV_OK) {
                done(k, k->at++, NULL, *status, first_error(k->c));
                vv_sweep_worker_close(k);
                continue;
            }
            if (k->e->motion[0].output.columns.width != k->width) {
                done(k, k->at++, NULL, VV_E_MODEL,
                     "its columns differ from those of the first member");
                vv_sweep_worker_close(k);
                continue;
            }
        }
        *status = vv_ensemble_run(k->e, &work);
        if (is_end(*status)) return false;
        if (*status == VV_OK) continue;
        report_out_of_memory(k, *status);
        vv_sweep_worker_close(k);
    }
    return true;
}

/* One member, with its parameters substituted as numbers. */
static bool run_individually(vv_sweep_worker *k, long member, vv_status *status) {
    k->at = member, k->end = member + 1;
    k->numeric_parameters = true;
    vv_sweep_worker_close(k);
    bool whole = run_members(k, status);
    k->numeric_parameters = false;
    vv_sweep_worker_close(k);
    return whole;
}

bool vv_sweep_worker_run(vv_sweep_worker *k, long first, long end, vv_status *status) {
    k->first = k->at = first;
    k->end = end;
    k->nindividual = 0;
    k->line = calloc((size_t)(end - first), sizeof *k->line);
    k->individual = calloc((size_t)(end - first), sizeof *k->individual);
    k->value = calloc((size_t)k->v->n + 1, sizeof *k->value);
    bool whole = k->line && k->individual && k->value;
    *status = VV_E_NOMEM;
    if (whole) whole = run_members(k, status);
    for (long i = 0; whole && i < k->nindividual; i++)
        whole = run_individually(k, k->individual[i], status);
    if (whole) *status = VV_OK;
    free(k->individual);
    free(k->value);
    k->end = end;
    return whole;
}
