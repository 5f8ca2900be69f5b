#include "analysis/forced/frequency_response.h"
#include "analysis/forced/forced_tolerances.h"

#include <math.h>
#include <string.h>

#include "analysis/forced/harmonic_forcing.h"
#include "numeric/numeric.h"
#include "equations/equations.h"

enum { COARSE = 200, DEPTH = 14, MOST_POINTS = 6000, MOST_CURVES = 24 };

/* A point is inserted if the logarithms of neighbouring amplitudes differ by more than this. */
static const double SMOOTH = 0.03;
/* A range with a larger ratio is sampled geometrically. */
static const double WIDE = 8;

typedef struct work {
    vv_ctx *c;
    const vv_study *study; /* without perturbations */
    const vv_equations *driven;
    vv_frequency_response *out;
    double range[2];
    /* at one equilibrium, for one force */
    const vv_linearized *m;
    vv_linear_matrices x; /* more: the force (n), ω, outputs with respect to q, w, w' (3 n each),
                             direct (1 each) */
    int noutputs;
    vv_frequency_response_curve *k;
    int capacity;
} work;

/* ---- the request --------------------------------------------------------------------------- */

static vv_status refuse(work *w, const char *why) {
    if (!vv_ctx_ok(w->c)) return vv_ctx_status(w->c);
    if (!w->out->why) w->out->why = why;
    return VV_E_BEYOND;
}

/* ---- outputs ------------------------------------------------------------------------------- */

/* y(q, w, w') near the equilibrium: its derivatives along each direction. */
static void output_row(work *w, const vv_equilibrium *at, vv_expr y, vv_expr input, vv_expr *row) {
    vv_ctx *c = w->c;
    const vv_system *s = w->study->s;
    vv_expr e = vv_expr_in_speeds(c, s, y);
    for (int j = 0; j < s->n; j++) {
        vv_expr by = VV_ZERO;
        for (int a = 0; a < s->nq; a++) {
            vv_expr part = vv_diff(c, e, s->q[a]);
            by = vv_add(c, by, vv_mul(c, part, s->direction[j * s->nq + a]));
        }
        row[j] = by;
        row[s->n + j] = vv_diff(c, e, s->w[j]);
        row[2 * s->n + j] = vv_diff(c, e, s->wd[j]);
    }
    row[3 * s->n] = vv_is_poison(input) ? VV_ZERO : vv_diff(c, e, input);
    vv_subst_zero(c, s->n, s->wd, 3 * s->n + 1, row, row);
    vv_subst_zero(c, s->m->ninputs, s->m->input, 3 * s->n + 1, row, row);
    for (int j = 0; j <= 3 * s->n; j++) row[j] = vv_equilibrium_substitute(c, s, at, row[j]);
}

/* The outputs of the model, or the deviations themselves. */
static bool name_outputs(work *w) {
    const vv_system *s = w->study->s;
    bool own = s->m->noutputs > 0;
    w->noutputs = own ? s->m->noutputs : s->n;
    w->k->noutputs = w->noutputs;
    w->k->name = VV_ARRAY(w->c, const char *, w->noutputs + 1);
    w->k->what = VV_ARRAY(w->c, vv_expr, w->noutputs + 1);
    if (!w->k->name || !w->k->what) return false;
    for (int i = 0; i < w->noutputs; i++) {
        w->k->name[i] = own ? s->m->output[i].name : vv_deviation_name(w->c, s, i);
        w->k->what[i] = own ? s->m->output[i].value : s->w[i];
        for (int a = 0; a < s->nq && !own; a++)
            if (vv_same(s->qd[a], s->w[i])) w->k->what[i] = s->q[a];
    }
    return true;
}

static bool open_numbers(work *w, const vv_equilibrium *at, const vv_expr *b, vv_expr frequency,
                         const char **why) {
    vv_ctx *c = w->c;
    int n = w->m->n, row = 3 * n + 1, all = n + 1 + w->noutputs * row;
    vv_expr *more = VV_ARRAY(c, vv_expr, all + 1);
    const vv_model *m = w->study->s->m;
    *why = NULL;
    if (!more) return false;
    for (int i = 0; i < n; i++) more[i] = b[i];
    more[n] = frequency;
    for (int i = 0; i < w->noutputs; i++) {
        vv_expr *to = more + n + 1 + i * row;
        if (m->noutputs) {
            output_row(w, at, m->output[i].value, w->out->input ? w->out->over : VV_POISON, to);
            continue;
        }
        for (int j = 0; j < row; j++) to[j] = j == i ? VV_ONE : VV_ZERO;
    }
    return vv_linear_matrices_open(c, w->study, w->m, at, 1, &w->out->over, all, more, &w->x, why);
}

/* ---- points -------------------------------------------------------------------------------- */

static bool grow(work *w) {
    vv_frequency_response_curve *k = w->k;
    if (k->n < w->capacity) return true;
    int capacity = w->capacity ? 2 * w->capacity : 1024;
    size_t old = (size_t)w->capacity;
    double *x = VV_ARRAY(w->c, double, capacity),
           *size = VV_MATRIX(w->c, double, capacity, w->noutputs),
           *phase = VV_MATRIX(w->c, double, capacity, w->noutputs);
    if (!x || !size || !phase || capacity > 2 * MOST_POINTS) return false;
    if (old) memcpy(x, k->x, old * sizeof *x);
    for (int i = 0; i < w->noutputs && old; i++) {
        memcpy(size + (size_t)i * (size_t)capacity, k->size + (size_t)i * old, old * sizeof *x);
        memcpy(phase + (size_t)i * (size_t)capacity, k->phase + (size_t)i * old, old * sizeof *x);
    }
    k->x = x, k->size = size, k->phase = phase;
    w->capacity = capacity;
    return true;
}

/* Amplitudes and phases at one point. */
static void measure(work *w, double x, double *size, double *phase) {
    int n = w->m->n, row = 3 * n + 1;
    double re[VV_HARMONIC_RESPONSE_MOST], im[VV_HARMONIC_RESPONSE_MOST], at = w->out->input ? 0 : x;
    vv_linear_matrices_evaluate(&w->x, &at);
    double omega = w->out->input ? x : fabs(w->x.more[n]);
    bool finite = vv_harmonic_response(n, w->x.M, w->x.G, w->x.K, w->x.more, omega, re, im);
    for (int i = 0; i < w->noutputs; i++) {
        /* z exp(iωt): the rate is iω z, the acceleration -ω² z */
        const double *c = w->x.more + n + 1 + i * row;
        double y_re = c[3 * n], y_im = 0;
        for (int j = 0; j < n; j++) {
            double by = c[j] - omega * omega * c[2 * n + j], rate = omega * c[n + j];
            y_re += by * re[j] - rate * im[j];
            y_im += by * im[j] + rate * re[j];
        }
        size[i] = finite ? hypot(y_re, y_im) : (double)INFINITY;
        phase[i] = finite ? atan2(-y_im, y_re) : (double)NAN;
    }
}

static bool put_point(work *w, double x, const double *size, const double *phase) {
    if (!grow(w)) return false;
    w->k->x[w->k->n] = x;
    for (int i = 0; i < w->noutputs; i++) {
        size_t at = (size_t)i * (size_t)w->capacity + (size_t)w->k->n;
        w->k->size[at] = size[i], w->k->phase[at] = phase[i];
    }
    w->k->n++;
    return true;
}

static bool smooth(int n, const double *a, const double *b) {
    for (int i = 0; i < n; i++)
        if (a[i] > 0 && b[i] > 0 && !(fabs(log10(a[i] / b[i])) <= SMOOTH)) return false;
    return true;
}

/* Inserts as many points between two as the curve needs. */
static bool fill_between(work *w, double x0, const double *a, double x1, const double *b,
                         int depth) {
    enum { MOST = VV_HARMONIC_RESPONSE_MOST };
    double size[MOST], phase[MOST];
    if (depth == 0 || smooth(w->noutputs, a, b)) return true;
    double x = w->out->logarithmic ? sqrt(x0 * x1) : (x0 + x1) / 2;
    measure(w, x, size, phase);
    return fill_between(w, x0, a, x, size, depth - 1) && put_point(w, x, size, phase) &&
           fill_between(w, x, size, x1, b, depth - 1);
}

/* Columns are `capacity` apart until the number of points is known. */
static void close_up(work *w) {
    vv_frequency_response_curve *k = w->k;
    for (int i = 1; i < w->noutputs; i++) {
        size_t to = (size_t)i * (size_t)k->n, from = (size_t)i * (size_t)w->capacity;
        memmove(k->size + to, k->size + from, (size_t)k->n * sizeof *k->size);
        memmove(k->phase + to, k->phase + from, (size_t)k->n * sizeof *k->phase);
    }
    /* unwraps the phase */
    for (int i = 0; i < w->noutputs; i++)
        for (int j = 1; j < k->n; j++) {
            double *p = k->phase + (size_t)i * (size_t)k->n + j, turn = 8 * atan(1);
            if (isfinite(p[0] - p[-1])) p[0] -= turn * round((p[0] - p[-1]) / turn);
        }
}

static vv_status sample(work *w) {
    enum { MOST = VV_HARMONIC_RESPONSE_MOST };
    double before[MOST], size[MOST], phase[MOST], last = 0, *r = w->range;
    w->capacity = 0;
    for (int i = 0; i <= COARSE && vv_ctx_tick(w->c); i++) {
        double s = (double)i / COARSE,
               x = w->out->logarithmic ? r[0] * pow(r[1] / r[0], s) : r[0] + (r[1] - r[0]) * s;
        measure(w, x, size, phase);
        if (i && !fill_between(w, last, before, x, size, DEPTH)) return vv_ctx_status(w->c);
        if (!put_point(w, x, size, phase)) return vv_ctx_status(w->c);
        memcpy(before, size, sizeof before);
        last = x;
    }
    close_up(w);
    return vv_ctx_status(w->c);
}

/* ---- one equilibrium ----------------------------------------------------------------------- */

/* From a tenth of the lowest natural frequency to ten times the highest. */
static void find_range(work *w) {
    enum { MOST = 2 * VV_HARMONIC_RESPONSE_MOST };
    double re[MOST], im[MOST], none = 0, low = (double)INFINITY, high = 0;
    vv_linear_matrices_evaluate(&w->x, &none);
    vv_mark mark = vv_arena_mark(w->c);
    bool known = vv_eigen_quadratic(w->c, w->m->n, w->x.M, w->x.G, w->x.K, re, im);
    vv_arena_release(w->c, mark);
    for (int i = 0; known && i < 2 * w->m->n; i++) high = fmax(high, hypot(re[i], im[i]));
    for (int i = 0; known && i < 2 * w->m->n; i++)
        if (hypot(re[i], im[i]) > VV_RESPONSE_ZERO_ROOT * high)
            low = fmin(low, hypot(re[i], im[i]));
    if (!(high > 0) || !(low > 0) || isinf(low)) low = high = 1;
    w->range[0] = low / 10, w->range[1] = 10 * high;
    w->out->logarithmic = true;
}

static vv_status one_force(work *w, const vv_equilibrium *at, int number, const vv_expr *b,
                           vv_expr frequency) {
    const char *why;
    if (w->out->n == MOST_CURVES) return VV_OK;
    w->k = &w->out->curve[w->out->n];
    *w->k = (vv_frequency_response_curve){.position = number,
                                          .at = vv_equilibrium_text(w->c, w->study->s, at),
                                          .damped = !w->m->conservative};
    if (!name_outputs(w)) return vv_ctx_status(w->c);
    if (w->noutputs > VV_HARMONIC_RESPONSE_MOST || w->m->n > VV_HARMONIC_RESPONSE_MOST)
        return refuse(w, "there are more than 20 directions or outputs");
    if (!open_numbers(w, at, b, frequency, &why)) return refuse(w, why);
    if (w->out->input) find_range(w);
    vv_status status = sample(w);
    if (status == VV_OK) w->out->n++;
    return status;
}

static vv_status by_input(work *w, const vv_equilibrium *at, int number) {
    const vv_system *s = w->study->s;
    vv_expr *b = VV_ARRAY(w->c, vv_expr, s->n + 1);
    bool acts = false;
    if (!b) return vv_ctx_status(w->c);
    for (int i = 0; i < s->n; i++) {
        b[i] = vv_diff(w->c, w->driven->rhs[i], w->out->over);
        vv_subst_zero(w->c, s->m->ninputs, s->m->input, 1, &b[i], &b[i]);
        b[i] = vv_equilibrium_substitute(w->c, s, at, b[i]);
        acts |= !vv_is_zero(b[i]);
    }
    return acts ? one_force(w, at, number, b, VV_ZERO)
                : refuse(w, "the input does not act at an equilibrium");
}

static vv_status by_drives(work *w, const vv_equilibrium *at, int number) {
    vv_harmonic_force drive[VV_HARMONICS_MOST];
    const char *no;
    int n = vv_harmonic_forces_find(w->c, w->study, at, drive, &no);
    if (n < 0) return refuse(w, "a perturbation is not a sum of harmonic terms");
    bool any = false;
    for (int i = 0; i < n; i++) {
        if (!vv_depends(w->c, drive[i].frequency, 1, &w->out->over)) continue;
        vv_status status = one_force(w, at, number, drive[i].b, drive[i].frequency);
        if (status != VV_OK) return status;
        any = true;
    }
    return any ? VV_OK : refuse(w, "no perturbation frequency depends on it");
}

static vv_status each_position(work *w) {
    vv_equilibria all;
    vv_status status = vv_equilibria_find(w->c, w->study, &all);
    if (!vv_ctx_ok(w->c)) return vv_ctx_status(w->c);
    if (status != VV_OK || all.n == 0) return refuse(w, vv_equilibria_none_reason(w->c, &all));
    for (int i = 0; i < all.n && vv_ctx_tick(w->c); i++) {
        const vv_equilibrium *e = &all.list[i];
        vv_linearized m;
        work own = *w; /* in the speeds of this equilibrium */
        if (e->chart) own.study = e->chart, own.driven = e->driven;
        if (!vv_equilibrium_exists(w->c, own.study, e)) continue;
        status = vv_small_motions_make(w->c, own.study, e, &m);
        own.m = &m;
        if (status == VV_OK && m.timed)
            refuse(w, "the linearized equations depend on the time");
        else if (status == VV_OK)
            status = w->out->input ? by_input(&own, e, i + 1) : by_drives(&own, e, i + 1);
        else
            refuse(w, "the speeds are singular at an equilibrium");
        if (!vv_ctx_ok(w->c)) return vv_ctx_status(w->c);
    }
    return w->out->n ? VV_OK : VV_E_BEYOND;
}

vv_status vv_frequency_response_find(vv_ctx *c, const vv_study *study, vv_expr over,
                                     vv_frequency_response *out) {
    vv_study still = *study;
    work w = {.c = c, .study = &still, .driven = study->eq, .out = out};
    *out = (vv_frequency_response){
        .over = over, .curve = VV_ARRAY(c, vv_frequency_response_curve, MOST_CURVES + 1)};
    for (int i = 0; i < study->s->m->ninputs; i++)
        out->input |= vv_same(study->s->m->input[i], over);
    still.eq = vv_study_unforced_equations(c, study);
    if (!out->curve || !still.eq) return vv_ctx_status(c);
    if (!out->input && !vv_parameter_range(c, study, over, w.range))
        return refuse(&w, vv_format(c, "it has no range: state box %s in (1, 10)",
                                    vv_symbol_get(c, over)->name));
    out->logarithmic = w.range[0] > 0 && w.range[1] > WIDE * w.range[0];
    vv_status status = each_position(&w);
    if (status == VV_E_BEYOND && !out->why) out->why = "no equilibrium has a response";
    return status;
}
