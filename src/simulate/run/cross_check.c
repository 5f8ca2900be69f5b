#include "simulate/run/cross_check.h"

#include <math.h>
#include <string.h>

#include "simulate/run/table_difference.h"
#include "simulate/run/simulation.h"
#include "simulate/run/run.h"

typedef vv_simulation run;

/* ---- repeating the motion -------------------------------------------------------------------- */

/* Repeats the motion, storing its rows for comparison. Diagnostics about the model were issued
 * before. */
static vv_status repeat(const run *r, double tolerance, vv_run_options *o, run *w) {
    *o = (vv_run_options){.form = r->o->form, .has_until = true, .until = r->until};
    o->every = r->o->every, o->nat = r->o->nat, o->at = r->o->at, o->tolerance = tolerance;
    o->nsensitivities = r->o->nsensitivities, o->sensitivity = r->o->sensitivity;
    *w = (run){.c = r->c, .s = r->unsplit, .unsplit = r->unsplit, .source = r->source, .o = o};
    w->account = VV_NEW(r->c, vv_buffer);
    w->integrator = r->o->witness_method ? vv_integrator_find(r->o->witness_method)
                                         : vv_integrator_cross_check(r->integrator);
    if (!w->account || !w->integrator) return vv_ctx_fail(r->c, VV_E_USAGE);
    *w->account = VV_BUFFER(r->c);
    vv_diag_mark said = vv_diag_get_mark(r->c);
    vv_status status = vv_simulation_prepare(w);
    if (status == VV_OK) status = vv_simulation_initialize(w);
    if (status == VV_OK) status = vv_simulation_integrate(w);
    if (status == VV_OK) vv_diag_rollback(r->c, said);
    return status;
}

static void dismiss(run *w) {
    vv_record_close(&w->output.record, false);
    vv_simulation_close(w);
}

/* The error of the cross-check itself: the effect of ten times the tolerance, as the end of a
 * sentence. */
static const char *doubt(run *r, run *w) {
    vv_run_options o;
    run again;
    vv_table_difference d;
    const char *text = NULL;
    double tolerance = 10 * w->tolerance;
    vv_diag_mark said = vv_diag_get_mark(r->c);
    if (repeat(r, tolerance, &o, &again) != VV_OK)
        text = vv_format(r->c, "is unknown: with tolerance %.2g it fails to follow the motion",
                         tolerance);
    else if (again.output.record.rows.count != w->output.record.rows.count)
        text = vv_format(r->c, "is unknown: with tolerance %.2g it has %ld rows", tolerance,
                         again.output.record.rows.count);
    else if (vv_table_difference_find(r->c, &r->output.columns, tolerance, &w->output.record.rows,
                                      &again.output.record.rows, &d))
        text =
            isinf(d.worst)
                ? vv_format(
                      r->c,
                      "is unknown: with tolerance %.2g, %s at t = %.9g is a number in one run only",
                      tolerance, r->output.columns.head[d.column], d.time)
                : vv_format(r->c, "is about %.2g", d.worst);
    dismiss(&again);
    vv_diag_rollback(r->c, said); /* a failed cross-check is not a failure of the run */
    if (vv_ctx_status(r->c) == VV_E_BEYOND) vv_ctx_clear_failure(r->c);
    return text ? text : "is not known";
}

static void tell_difference(run *r, const run *w, const vv_table_difference *d, const char *own) {
    const vv_columns *k = &r->output.columns;
    vv_buffer_printf(r->account, "cross-check: %s, %ld steps: ", w->integrator->name,
                     w->stepper.stats.steps);
    if (r->output.record.rows.count != w->output.record.rows.count) {
        vv_buffer_printf(r->account, "%ld rows instead of %ld\n", w->output.record.rows.count,
                         r->output.record.rows.count);
        return;
    }
    if (isinf(d->worst))
        vv_buffer_printf(r->account, "%s at t = %.9g is a number in only one of the tables",
                         k->head[d->column], d->time);
    else
        vv_buffer_printf(r->account, "differs by at most %.2g, %s at t = %.9g", d->worst,
                         k->head[d->column], d->time);
    vv_buffer_printf(r->account, "; its own error %s\n", own);
    for (int i = 1; i < k->width; i++)
        if (isinf(d->of[i]))
            vv_buffer_printf(r->account,
                             "cross-check, %s: a number in only one of the tables at t = %.9g\n",
                             k->head[i], d->when[i]);
        else
            vv_buffer_printf(r->account, "cross-check, %s: %.2g at t = %.9g\n", k->head[i],
                             d->of[i], d->when[i]);
}

static void refuse(run *r, const run *w, const vv_table_difference *d) {
    if (isinf(d->worst))
        vv_diag_add(r->c, VV_ERROR, VV_D_WITNESS, (vv_span){0},
                    "the cross-check by %s exceeds every limit: it has %s", w->integrator->name,
                    r->output.record.rows.count == w->output.record.rows.count
                        ? "a number where the run has none, or the reverse"
                        : "rows other than those of the run");
    else
        vv_diag_add(r->c, VV_ERROR, VV_D_WITNESS, (vv_span){0},
                    "the cross-check by %s exceeds the limit %.3g: it differs by %.3g",
                    w->integrator->name, r->o->audit, d->worst);
}

/* Rows can no longer be read from disk: nothing was compared. The table of the run may be
 * complete. */
static vv_status refuse_reading(run *r, const run *w) {
    bool own = r->output.record.rows.error != 0;
    vv_buffer_printf(r->account, "cross-check: %s, %ld steps: not compared\n", w->integrator->name,
                     w->stepper.stats.steps);
    vv_diag_hint(
        r->c,
        vv_diag_add(r->c, VV_ERROR, VV_D_WRITE, (vv_span){0},
                    "cannot read back the rows of the %s: %s", own ? "run" : "cross-check",
                    strerror(own ? r->output.record.rows.error : w->output.record.rows.error)),
        "long tables are kept in a file; --every makes fewer rows");
    return VV_E_IO;
}

/* Reports the difference, or why there is none. */
static vv_status testify(run *r, run *w, vv_status status) {
    vv_table_difference d;
    if (!vv_table_difference_find(r->c, &r->output.columns, fmax(r->tolerance, w->tolerance),
                                  &r->output.record.rows, &w->output.record.rows, &d))
        return vv_ctx_ok(r->c) ? refuse_reading(r, w) : status;
    tell_difference(r, w, &d, doubt(r, w));
    if (!(r->o->audit > 0) || d.worst <= r->o->audit) return status;
    refuse(r, w, &d);
    return VV_E_NO;
}

/* Identical programs give identical numbers, right or wrong. */
static void doubt_method(const run *r, const run *w) {
    if (w->integrator != r->integrator) return;
    vv_diag_hint(
        r->c,
        vv_diag_add(
            r->c, VV_WARNING, VV_D_WITNESS, (vv_span){0},
            "the cross-check by %s uses the method of the run itself: their agreement says nothing",
            w->integrator->name),
        "--witness without a name chooses another method");
}

vv_status vv_cross_check_run(run *r, vv_status status) {
    vv_run_options o;
    run w;
    vv_status witnessed = repeat(r, 0, &o, &w);
    if (witnessed == VV_OK) {
        doubt_method(r, &w);
        status = testify(r, &w, status);
    } else
        vv_buffer_printf(r->account, "cross-check: %s could not follow the motion\n",
                         w.integrator ? w.integrator->name : "it");
    dismiss(&w);
    if (!vv_ctx_ok(r->c)) return vv_ctx_status(r->c);
    return witnessed == VV_OK ? status : witnessed;
}
