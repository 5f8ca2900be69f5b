/* Advancing, and reading what has been computed. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "capi/simulation_handle.h"
#include "capi/simulation_tolerances.h"

typedef vv_sim_memory memory;

/* ---- the last step -------------------------------------------------------------------------- */

double vv_sim_polynomial(int degree, const double *c, int derivative, double at) {
    double sum = 0;
    if (derivative > degree) return (double)NAN;
    for (int k = degree; k >= derivative; k--) {
        double factor = 1;
        for (int i = 0; i < derivative; i++) factor *= k - i;
        sum = sum * at + factor * c[k];
    }
    return sum;
}

/* The series of q, or their interpolant; s->x is the start of the step. */
static void copy_polynomials(const vv_sim_engine *e, vv_sim_last_step *to) {
    const vv_stepper *s = &e->r.stepper;
    const vv_dynamics *f = &e->r.dynamics;
    to->degree = s->interpolant.degree ? s->interpolant.degree : f->order;
    for (int i = 0; i < e->nq; i++) {
        double *c = to->coefficient + (size_t)i * (size_t)(to->degree + 1);
        if (!s->interpolant.degree) {
            vv_dynamics_copy_coefficients(f, i, to->degree + 1, c);
            continue;
        }
        const double *own = s->interpolant.coefficients + (size_t)i * VV_INTERPOLANT_COEFFICIENTS;
        memcpy(c, own, (size_t)(to->degree + 1) * sizeof *c);
        c[0] += s->x[i] + s->x_low[i];
    }
}

/* To the step, or back. */
static void copy_series(vv_dynamics *f, vv_sim_last_step *k, bool back) {
    int n = f->order + 1;
    if (!k->series) return;
    if (back) f->taylor.coefficients = k->where;
    k->where = f->taylor.coefficients;
    for (int i = 0; i < vv_dynamics_count_inputs(f); i++) {
        double *own = k->series + (size_t)i * (size_t)n;
        double *to = f->taylor.coefficients + (size_t)i * (size_t)f->taylor.jet->stride;
        memcpy(back ? to : own, back ? own : to, (size_t)n * sizeof *own);
    }
}

/* What is read of a step afterwards, while its series are still there. */
static void keep_step(vv_sim_engine *e, double dt) {
    const vv_stepper *s = &e->r.stepper;
    vv_sim_last_step *to = &e->step;
    size_t bytes = (size_t)s->n * sizeof *s->x;
    to->valid = true, to->t = s->t + s->t_low, to->dt = dt;
    to->time = s->t, to->time_low = s->t_low, to->h = s->h;
    memcpy(to->x, s->x, bytes), memcpy(to->x_low, s->x_low, bytes);
    memcpy(to->cell, e->cell, (size_t)e->ncells * sizeof *e->cell);
    copy_polynomials(e, to);
    copy_series(&e->r.dynamics, to, false);
}

void vv_sim_see(void *data, vv_simulation *r, double dt) {
    memory *x = data;
    (void)r;
    keep_step(x->e, dt);
    x->e->changed = false;
    vv_sim_note_signs(x, dt);
    for (vv_trajectory *k = x->trajectory; k && dt > 0; k = k->next)
        vv_trajectory_add(k, &x->e->step);
}

/* ---- advancing ------------------------------------------------------------------------------ */

/* One step to `until` at most, with the changes of inputs before it and the events at its end. */
static vv_status stride(memory *x, double until, bool *stops, vv_reason *why) {
    bool last;
    vv_next next;
    vv_status s = vv_sim_change_inputs(x, &next);
    if (s != VV_OK) return s;
    if (next == VV_STOP_HERE || x->doomed) return *stops = true, *why = VV_STOPPED, VV_OK;
    double to = fmin(until, vv_sim_next_change(x));
    s = vv_simulation_advance(&x->e->r, to, &last);
    vv_sim_refresh(x);
    if (s != VV_OK) return s;
    s = vv_sim_act(x, stops);
    if (*stops) *why = VV_AT_EVENT;
    if (x->e->changed && !x->doomed) vv_sim_refresh(x);
    return s;
}

static vv_status check_time(const memory *x, double t, const char *name) {
    if (!isfinite(t)) return vv_usage("%s: the time is not a finite number", name);
    if (t < x->t)
        return vv_usage("%s: the time %.17g is before the present one, %.17g", name, t, x->t);
    return VV_OK;
}

/* Up to the rounding of the sum of two that is the time. */
static bool is_there(const memory *x, double t) {
    const vv_stepper *s = &x->e->r.stepper;
    return !((t - s->t) - s->t_low > DBL_EPSILON / 2 * fabs(t));
}

static vv_status advance(memory *x, double t, bool once, vv_reason *why) {
    bool stops = false;
    vv_status s = VV_OK;
    *why = VV_REACHED;
    while (s == VV_OK && !stops && !x->doomed && !is_there(x, t)) {
        s = stride(x, t, &stops, why);
        if (once) break;
    }
    return s;
}

static vv_status call(vv_sim *s, double t, bool once, vv_reason *why, const char *name) {
    vv_entry here;
    vv_status status;
    vv_reason unused;
    if (!vv_sim_enter(&here, s, name, false, &status)) return status;
    status = check_time(s->x, t, name);
    if (status == VV_OK) status = advance(s->x, t, once, why ? why : &unused);
    return vv_sim_leave(&here, s, status);
}

vv_status vv_sim_advance(vv_sim *s, double t, vv_reason *why) {
    return call(s, t, false, why, "vv_sim_advance");
}

vv_status vv_sim_step(vv_sim *s, double t_most, vv_reason *why) {
    return call(s, t_most, true, why, "vv_sim_step");
}

/* ---- the present state ---------------------------------------------------------------------- */

double vv_sim_time(const vv_sim *s) { return s ? s->x->t : (double)NAN; }
int vv_sim_last_event(const vv_sim *s) { return s ? s->x->last_event : -1; }

void vv_sim_state(const vv_sim *s, double *q, double *qd) {
    if (!s) return;
    size_t bytes = (size_t)s->x->e->nq * sizeof *q;
    if (q) memcpy(q, s->x->q, bytes);
    if (qd) memcpy(qd, s->x->qd, bytes);
}

/* Makes the series of a step that would begin now. */
static vv_status look(memory *x) {
    vv_sim_engine *e = x->e;
    vv_status s = vv_simulation_look(&e->r, &e->keep);
    if (s != VV_OK) return s;
    keep_step(e, 0);
    e->changed = false;
    return VV_OK;
}

/* Is t within the last step, or the present time? Then there is a step to read from. */
static vv_status find_step(memory *x, double t, const char *name) {
    vv_sim_last_step *k = &x->e->step;
    double near = VV_SIM_TIME_ROUNDING * fmax(fabs(x->t), k->dt);
    if (fabs(t - x->t) <= near) return x->e->changed || !k->valid ? look(x) : VV_OK;
    if (k->valid && t >= k->t - near && t <= k->t + k->dt + near) return VV_OK;
    return vv_usage("%s: the time %.17g is neither within the last step, %.17g to %.17g, nor the "
                    "present one",
                    name, t, k->valid ? k->t : x->t, k->valid ? k->t + k->dt : x->t);
}

static vv_status derivative_at(memory *x, double t, int k, double *q) {
    vv_status s = find_step(x, t, "vv_sim_at");
    const vv_sim_last_step *step = &x->e->step;
    if (s != VV_OK) return s;
    double after = fmin(fmax((t - step->time) - step->time_low, 0), step->dt);
    for (int i = 0; i < x->e->nq; i++)
        q[i] = vv_sim_polynomial(
            step->degree, step->coefficient + (size_t)i * (size_t)(step->degree + 1), k, after);
    return VV_OK;
}

vv_status vv_sim_at(const vv_sim *s, double t, int derivative, double *q) {
    vv_entry here;
    vv_status status;
    if (!q || derivative < 0) return vv_usage("vv_sim_at: q is NULL, or the derivative negative");
    if (!vv_sim_enter(&here, s, "vv_sim_at", true, &status)) return status;
    return vv_sim_leave(&here, s, derivative_at(s->x, t, derivative, q));
}

/* ---- rows ----------------------------------------------------------------------------------- */

static void swap(double *a, double *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        double held = a[i];
        a[i] = b[i], b[i] = held;
    }
}

/* The state at the start of the last step, and the present one, change places. */
static void exchange(vv_sim_engine *e) {
    vv_stepper *s = &e->r.stepper;
    vv_sim_last_step *k = &e->step;
    swap(s->x, k->x, (size_t)s->n), swap(s->x_low, k->x_low, (size_t)s->n);
    swap(e->cell, k->cell, (size_t)e->ncells);
    swap(&s->t, &k->time, 1), swap(&s->t_low, &k->time_low, 1), swap(&s->h, &k->h, 1);
}

static vv_status write_row(memory *x, double t, double *row) {
    vv_status status = find_step(x, t, "vv_sim_row");
    vv_sim_engine *e = x->e;
    vv_columns *k = &e->r.output.columns;
    if (status != VV_OK) return status;
    copy_series(&e->r.dynamics, &e->step, true);
    exchange(e);
    const vv_stepper *s = &e->r.stepper;
    double after = fmin(fmax((t - s->t) - s->t_low, 0), e->step.dt);
    vv_step_interpolate(s, after, e->r.in);
    vv_columns_row(k, e->r.in, t, 0);
    exchange(e);
    memcpy(row, k->row, (size_t)(1 + k->n) * sizeof *row);
    return VV_OK;
}

int vv_sim_width(const vv_sim *s) { return s ? 1 + s->x->e->r.output.columns.n : 0; }

const char *vv_sim_column(const vv_sim *s, int i, const char **unit) {
    if (unit) *unit = "";
    if (!s || i < 0 || i >= vv_sim_width(s)) return NULL;
    const vv_columns *k = &s->x->e->r.output.columns;
    if (unit) *unit = k->unit[i];
    return k->head[i];
}

vv_status vv_sim_row(vv_sim *s, double t, double *row) {
    vv_entry here;
    vv_status status;
    if (!row) return vv_usage("vv_sim_row: the row is NULL");
    if (!vv_sim_enter(&here, s, "vv_sim_row", true, &status)) return status;
    return vv_sim_leave(&here, s, write_row(s->x, t, row));
}

/* The columns of q and q' among the derivatives of all columns by each. */
static vv_status sensitivities(memory *x, double *out) {
    vv_sim_engine *e = x->e;
    const vv_columns *k = &e->r.output.columns;
    int n = x->nsensitivities;
    if (!n) return vv_usage("vv_sim_sensitivities: the option sensitivities names nothing");
    double *row = malloc((size_t)(2 + k->n) * sizeof *row);
    vv_status s = row ? write_row(x, x->t, row) : vv_failed(VV_E_NOMEM);
    for (int i = 0; s == VV_OK && i < 2 * e->nq; i++)
        for (int d = 0; d < n; d++) out[i * n + d] = row[1 + k->own * (1 + d) + i];
    free(row);
    return s;
}

vv_status vv_sim_sensitivities(const vv_sim *s, double *out) {
    vv_entry here;
    vv_status status;
    if (!out) return vv_usage("vv_sim_sensitivities: out is NULL");
    if (!vv_sim_enter(&here, s, "vv_sim_sensitivities", true, &status)) return status;
    return vv_sim_leave(&here, s, sensitivities(s->x, out));
}

/* ---- how it went ---------------------------------------------------------------------------- */

double vv_sim_audit(const vv_sim *s, const char **worst) {
    vv_entry here;
    vv_status status;
    const char *name = "";
    double value = (double)NAN;
    if (worst) *worst = "";
    if (!vv_sim_enter(&here, s, "vv_sim_audit", true, &status)) return value;
    vv_simulation *r = &s->x->e->r;
    if (vv_audit_undefined(&r->audit, &value))
        value = (double)NAN;
    else
        value = vv_audit_worst(&r->audit, &r->stepper, &name);
    if (worst) *worst = name;
    vv_sim_leave(&here, s, VV_OK);
    return value;
}

static vv_status account(memory *x, const char *format, char **out) {
    vv_sim_engine *e = x->e;
    vv_buffer own = VV_BUFFER(e->c), *kept = e->r.account;
    vv_mark mark = vv_arena_mark(e->c);
    vv_buffer_add_n(&own, vv_buffer_text(kept), kept->length);
    e->r.account = &own;
    vv_simulation_report(&e->r);
    const char *text =
        !strcmp(format, "json") ? vv_simulation_report_json(&e->r) : vv_buffer_text(&own);
    text = vv_option_words(e->c, text);
    e->r.account = kept;
    vv_status s = vv_ctx_ok(e->c) ? vv_give(text, strlen(text), out) : vv_ctx_status(e->c);
    vv_buffer_free(&own);
    vv_arena_release(e->c, mark);
    return s;
}

vv_status vv_sim_account(const vv_sim *s, const char *format, char **out) {
    static const char *const known[] = {"text", "json"};
    vv_entry here;
    vv_status status;
    if (out) *out = NULL;
    if (!format || !out) return vv_usage("vv_sim_account: an argument is NULL");
    if (strcmp(format, "text") != 0 && strcmp(format, "json") != 0)
        return vv_usage_name("form of an account", format, 2, known);
    if (!vv_sim_enter(&here, s, "vv_sim_account", true, &status)) return status;
    return vv_sim_leave(&here, s, account(s->x, format, out));
}

const vv_diags *vv_sim_diags(const vv_sim *s) {
    vv_entry here;
    vv_status status;
    if (!vv_sim_enter(&here, s, "vv_sim_diags", true, &status)) return vv_no_diags();
    memory *x = s->x;
    vv_diags *now = vv_diags_copy(x->e->c, VV_OK);
    if (now) vv_diags_free(x->diags), x->diags = now;
    vv_sim_leave(&here, s, VV_OK);
    return x->diags ? x->diags : vv_no_diags();
}
