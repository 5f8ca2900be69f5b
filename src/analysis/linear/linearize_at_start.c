#include "analysis/linear/linearize_at_start.h"
#include "analysis/linear/linear_tolerances.h"

#include <math.h>
#include <string.h>

#include "numeric/numeric.h"
#include "analysis/equilibria/equilibria.h"
#include "analysis/linear/state_space.h"
#include "equations/equations.h"
#include "evaluate/tape/tape.h"

enum { MOST_STATES = 40 };

/* Rounding error of a state relative to its largest coordinate or speed; a value that changes by
 * a 64th of itself or more under such a perturbation is indistinguishable from 0. Independent of
 * the units of time and length. */
static const double ROUNDING = 0x1p-50, NOISE = 64;

typedef struct work {
    vv_ctx *c;
    vv_document *d;
    const vv_study *study;
    const vv_system *s;
    int nq, n, m, states; /* m: holonomic constraints */
    int nu, ny, width;    /* inputs, outputs; width = nq + n + nu */
    double *x;            /* q, w at the initial time, u = 0 (width) */
    double *stated;       /* stated rates, NAN elsewhere (nq) */
    vv_tape *tape;        /* q', w', g, y, then their derivatives with respect to q, w, u */
    double *scratch, *y;
    double *beside; /* like y, at the state perturbed by rounding */
    int *state;     /* coordinates that are states */
    double *N;      /* deviations of all coordinates in terms of these (nq * (nq - m)) */
} work;

static bool make_room(work *w) {
    for (int i = 0; i < w->s->nrows; i++) w->m += w->s->row[i].kind == VV_ROW_HOLONOMIC;
    w->nu = w->s->m->ninputs, w->ny = w->s->m->noutputs;
    w->width = w->nq + w->n + w->nu;
    w->x = VV_ARRAY(w->c, double, w->width + 1);
    w->stated = VV_ARRAY(w->c, double, w->nq + 1);
    w->state = VV_ARRAY(w->c, int, w->nq + 1);
    w->N = VV_MATRIX(w->c, double, w->nq, w->nq);
    return w->x && w->stated && w->state && w->N;
}

/* ---- the initial conditions ---------------------------------------------------------------- */

static bool is_rate(vv_ctx *c, vv_expr e) {
    const vv_symbol *s = vv_symbol_get(c, e);
    return s->kind == VV_SYM_SPEED || s->order > 0;
}

static bool in_motion(const work *w) {
    const vv_model *m = w->s->m;
    for (int i = 0; i < m->nstarts; i++)
        if (is_rate(w->c, m->start[i].symbol) &&
            !vv_is_zero(vv_with_parameter_values(w->c, m, m->start[i].value)))
            return true;
    return false;
}

/* As a run would start. */
static bool take_completed(work *w) {
    vv_ctx *c = w->c;
    const vv_system *s = w->s;
    int nq = w->nq;
    vv_expr *e = VV_ARRAY(c, vv_expr, w->n + 1), *z = VV_ARRAY(c, vv_expr, 2 * nq + 1);
    if (!e || !z) return false;
    memcpy(z, s->q, (size_t)nq * sizeof *z);
    memcpy(z + nq, s->qd, (size_t)nq * sizeof *z);
    for (int k = 0; k < w->n; k++)
        e[k] = vv_subst1(c, vv_with_parameter_values(c, s->m, s->speed[k]), s->m->t, VV_ZERO);
    vv_tape *t =
        vv_tape_build(c, &(vv_tape_plan){.nin = 2 * nq, .in = z, .nout = w->n, .out = e}, NULL);
    double *scratch = t ? VV_ARRAY(c, double, t->nslots + 1) : NULL;
    if (!scratch) return false;
    vv_tape_prepare(t, scratch);
    vv_tape_run(t, w->study->start, w->x + nq, scratch);
    memcpy(w->x, w->study->start, (size_t)nq * sizeof *w->x);
    return true;
}

/* Values not stated are 0; speeds not stated follow from the rates stated. */
static bool take_stated(work *w) {
    const vv_system *s = w->s;
    const vv_model *m = s->m;
    vv_ctx *c = w->c;
    int n = w->width;
    vv_expr *e = VV_ARRAY(c, vv_expr, n + 1), *rate = VV_ARRAY(c, vv_expr, w->nq + 1);
    if (!e || !rate) return false;
    for (int i = 0; i < n; i++) e[i] = VV_ZERO;
    for (int a = 0; a < w->nq; a++) {
        e[a] = vv_int(c, m->coordinate[a].begins);
        rate[a] = VV_ZERO, w->stated[a] = (double)NAN;
    }
    bool *given = VV_ARRAY(c, bool, w->n + 1);
    if (!given) return false;
    for (int i = 0; i < m->nstarts; i++) {
        vv_expr x = m->start[i].symbol, value = m->start[i].value;
        for (int a = 0; a < w->nq; a++) {
            if (vv_same(x, s->q[a])) e[a] = value;
            if (!vv_same(x, s->qd[a])) continue;
            rate[a] = value;
            if (!vv_study_numbers(c, w->study, NULL, 1, &value, &w->stated[a])) return false;
        }
        for (int k = 0; k < w->n; k++)
            if (vv_same(x, s->w[k])) e[w->nq + k] = value, given[k] = true;
    }
    for (int k = 0; k < w->n; k++) {
        if (given[k]) continue;
        vv_expr speed = s->speed[k];
        vv_subst(c, w->nq, s->qd, rate, 1, &speed, &speed);
        vv_subst(c, w->nq, s->q, e, 1, &speed, &speed);
        e[w->nq + k] = vv_subst1(c, speed, m->t, VV_ZERO);
    }
    return vv_study_numbers(c, w->study, NULL, n, e, w->x);
}

/* A run adjusts roughly stated values; here they are refused. */
static bool matches_stated(const work *w) {
    const vv_model *m = w->s->m;
    for (int i = 0; i < m->nstarts; i++)
        for (int a = 0; a < w->nq; a++)
            if (vv_same(m->start[i].symbol, w->s->q[a]) &&
                !(fabs(w->x[a] - w->study->start[a]) <= VV_START_OFF * (1 + fabs(w->x[a]))))
                return false;
    return true;
}

static bool take_start(work *w) {
    return take_stated(w) && (!w->study->start || !matches_stated(w) || take_completed(w));
}

/* ---- numerical evaluation ------------------------------------------------------------------ */

/* q', w', the holonomic constraints and the outputs, in q, w, u. */
static bool list_values(work *w, const vv_equations *eq, vv_expr *e) {
    vv_ctx *c = w->c;
    const vv_system *s = w->s;
    int k = 0;
    for (int a = 0; a < w->nq; a++) e[k++] = s->rate[a];
    if (vv_equations_solve(c, eq, e + k) != VV_OK) return false;
    k += w->n;
    for (int i = 0; i < s->nrows; i++)
        if (s->row[i].kind == VV_ROW_HOLONOMIC) e[k++] = s->row[i].finite;
    for (int i = 0; i < w->ny; i++, k++) {
        e[k] = vv_expr_in_speeds(c, s, s->m->output[i].value);
        vv_subst(c, w->n, s->wd, e + w->nq, 1, &e[k], &e[k]);
    }
    for (int i = 0; i < k; i++)
        e[i] = vv_subst1(c, vv_with_parameter_values(c, s->m, e[i]), s->m->t, VV_ZERO);
    return vv_ctx_ok(c);
}

static int rows_of(const work *w) { return w->nq + w->n + w->m + w->ny; }

/* The same a few roundings away, each number by a different amount, so that sums do not cancel. */
static bool run_perturbed(work *w) {
    double *z = VV_ARRAY(w->c, double, w->width + 1), q = vv_norm_inf(w->nq, w->x),
           speed = vv_norm_inf(w->n, w->x + w->nq);
    w->beside = VV_ARRAY(w->c, double, w->tape->nout + 1);
    if (!z || !w->beside) return false;
    for (int a = 0; a < w->width; a++) {
        double size = a < w->nq ? q : a < w->nq + w->n ? speed : 0;
        z[a] = w->x[a] + ROUNDING * size * (0.5 + fmod(0.618 * (a + 1), 1));
    }
    vv_tape_run(w->tape, z, w->beside, w->scratch);
    return true;
}

/* A value at the initial and the perturbed state: 0 if rounding alone may have produced it. */
static double significant(double x, double beside) {
    return fabs(x) <= NOISE * fabs(x - beside) ? 0 : x;
}

static bool make_tape(work *w) {
    vv_ctx *c = w->c;
    const vv_system *s = w->s;
    int rows = rows_of(w), all = rows * (w->width + 1);
    const vv_equations *eq = vv_study_unperturbed_equations(c, w->study);
    vv_expr *e = VV_ARRAY(c, vv_expr, all + 1), *z = VV_ARRAY(c, vv_expr, w->width + 1);
    if (!e || !z || !eq || eq->nunknowns != w->n || !list_values(w, eq, e)) return false;
    memcpy(z, s->q, (size_t)w->nq * sizeof *z);
    memcpy(z + w->nq, s->w, (size_t)w->n * sizeof *z);
    memcpy(z + w->nq + w->n, s->m->input, (size_t)w->nu * sizeof *z);
    if (vv_jacobian(c, rows, e, w->width, z, e + rows) != VV_OK) return false;
    w->tape =
        vv_tape_build(c, &(vv_tape_plan){.nin = w->width, .in = z, .nout = all, .out = e}, NULL);
    if (!w->tape && vv_ctx_status(c) == VV_E_BEYOND) vv_ctx_clear_failure(c);
    if (!w->tape) return false;
    w->scratch = VV_ARRAY(c, double, w->tape->nslots + 1);
    w->y = VV_ARRAY(c, double, all + 1);
    if (!w->scratch || !w->y) return false;
    vv_tape_prepare(w->tape, w->scratch);
    vv_tape_run(w->tape, w->x, w->y, w->scratch);
    for (int i = 0; i < all; i++)
        if (!isfinite(w->y[i])) return false;
    return run_perturbed(w);
}

static double slope(const work *w, int row, int by) {
    return w->y[rows_of(w) + row * w->width + by];
}

/* The largest constraint residual at the initial conditions, and the name of the constraint. */
static double violation(const work *w, const char **which) {
    double worst = 0;
    int k = 0;
    for (int i = 0; i < w->s->nrows; i++) {
        if (w->s->row[i].kind != VV_ROW_HOLONOMIC) continue;
        double g = fabs(w->y[w->nq + w->n + k++]);
        if (g > worst) worst = g, *which = w->s->row[i].label;
    }
    for (int a = 0; a < w->nq; a++)
        if (isfinite(w->stated[a]) && fabs(w->stated[a] - w->y[a]) > worst) {
            worst = fabs(w->stated[a] - w->y[a]);
            *which = vv_format(w->c, "the rate of %s", vv_symbol_get(w->c, w->s->q[a])->name);
        }
    return worst;
}

/* δq = N δx on the holonomic constraints: eliminated coordinates first, then the largest pivots. */
static bool solve_dependent(work *w) {
    int m = w->m, nq = w->nq, *row = VV_ARRAY(w->c, int, nq + 1), k = 0;
    double *G = VV_MATRIX(w->c, double, m, nq);
    if (!G || !row) return false;
    for (int i = 0; i < m; i++)
        for (int a = 0; a < nq; a++) G[i * nq + a] = slope(w, w->nq + w->n + i, a);
    for (int a = 0; a < nq; a++) row[a] = -1;
    for (int i = 0; i < m; i++) {
        int at = -1;
        double best = 0;
        for (int a = 0; a < nq; a++) {
            double weight = w->s->m->coordinate[a].dependent ? VV_START_WEIGHT_DEPENDENT : 1;
            for (int j = 0; j < w->s->elimination.n; j++)
                if (vv_same(w->s->elimination.symbol[j], w->s->q[a]))
                    weight = VV_START_WEIGHT_SOLVED;
            if (row[a] < 0 && fabs(G[i * nq + a]) * weight > best)
                best = fabs(G[i * nq + a]) * weight, at = a;
        }
        if (at < 0 || fabs(G[i * nq + at]) < VV_START_ZERO_PIVOT) return false;
        row[at] = i;
        vv_eliminate_column(m, nq, G, i, at);
    }
    for (int a = 0; a < nq; a++)
        if (row[a] < 0) w->state[k++] = a;
    for (int a = 0; a < nq; a++)
        for (int j = 0; j < k; j++)
            w->N[a * k + j] =
                row[a] < 0 ? w->state[j] == a : -G[row[a] * nq + w->state[j]] / G[row[a] * nq + a];
    w->states = k + w->n;
    return w->states <= MOST_STATES;
}

/* Row i of the matrix belongs to the rate of a state coordinate, an acceleration or an output. */
static int source(const work *w, int i) {
    int k = w->states - w->n;
    return i < k           ? w->state[i]
           : i < w->states ? w->nq + i - k
                           : w->nq + w->n + w->m + i - w->states;
}

/* The direction of state j, or of input j - states. */
static void direction(const work *w, int j, double *out) {
    int k = w->states - w->n;
    for (int a = 0; a < w->width; a++)
        out[a] = a >= w->nq ? a - w->nq == j - k : j < k ? w->N[a * k + j] : 0;
}

/* The derivative of a row along a direction. */
static double entry(const work *w, int row, const double *v) {
    const double *by = w->y + rows_of(w) + row * w->width,
                 *other = w->beside + rows_of(w) + row * w->width;
    double x = 0, beside = 0;
    for (int a = 0; a < w->width; a++) x += by[a] * v[a], beside += other[a] * v[a];
    return significant(x, beside);
}

/* (A B; C D) from derivatives, with its largest entry; false: too many columns. */
static bool matrix(work *w, double *A, double *size) {
    int rows = w->states + w->ny, columns = w->states + w->nu;
    double v[2 * MOST_STATES];
    if (w->width > 2 * MOST_STATES) return false;
    *size = 0;
    for (int j = 0; j < columns; j++) {
        direction(w, j, v);
        for (int i = 0; i < rows; i++) {
            A[i * columns + j] = entry(w, source(w, i), v);
            *size = fmax(*size, fabs(A[i * columns + j]));
        }
    }
    return true;
}

static void difference(const work *w, const double *v, double step, double *out, double *room) {
    double z[2 * MOST_STATES];
    for (int a = 0; a < w->width; a++) z[a] = w->x[a] + step * v[a];
    vv_tape_run(w->tape, z, out, w->scratch);
    for (int a = 0; a < w->width; a++) z[a] = w->x[a] - step * v[a];
    vv_tape_run(w->tape, z, room, w->scratch);
    for (int i = 0; i < w->tape->nout; i++) out[i] = (out[i] - room[i]) / (2 * step);
}

/* Largest difference between the entries and finite differences extrapolated from two steps. */
static double deviation(work *w, const double *A, double step) {
    int rows = w->states + w->ny, columns = w->states + w->nu, all = w->tape->nout;
    double v[2 * MOST_STATES], worst = 0, *whole = VV_ARRAY(w->c, double, all + 1),
                               *half = VV_ARRAY(w->c, double, all + 1),
                               *room = VV_ARRAY(w->c, double, all + 1);
    if (!whole || !half || !room) return (double)NAN;
    for (int j = 0; j < columns; j++) {
        direction(w, j, v);
        difference(w, v, step, whole, room);
        difference(w, v, step / 2, half, room);
        for (int i = 0; i < rows; i++) {
            int k = source(w, i);
            double off = fabs((4 * half[k] - whole[k]) / 3 - A[i * columns + j]);
            if (!(off <= worst)) worst = off; /* catches NaN */
        }
    }
    return worst;
}

/* The same, if the motion is of the order of the units or of a hundredth of them. */
static double deviates(work *w, const double *A, double size) {
    double worst = deviation(w, A, VV_START_DIFFERENCE) / (1 + size);
    return worst < VV_START_SAME ? worst : deviation(w, A, VV_START_DIFFERENCE / 100) / (1 + size);
}

/* ---- the report ---------------------------------------------------------------------------- */

static void put_block(work *w, const double *A, const char *name, int row, int column, int rows,
                      int columns) {
    int width = w->states + w->nu;
    for (int i = 0; i < rows * columns; i++) {
        double x = A[(row + i / columns) * width + column + i % columns];
        if (x == 0) continue;
        const char *entry = vv_format(w->c, "%s[%d,%d]", name, i / columns + 1, i % columns + 1);
        vv_document_definition(w->d, name, vv_symbol_new(w->c, entry, VV_SYM_OTHER), VV_POISON,
                               vv_format(w->c, "%.12g", vv_unsigned_zero(x)));
    }
    double *all = VV_MATRIX(w->c, double, rows, columns);
    for (int i = 0; all && i < rows * columns; i++)
        all[i] = A[(row + i / columns) * width + column + i % columns];
    if (all) vv_document_matrix(w->d, name, rows, columns, NULL, all, NULL);
}

static void put_matrix(work *w, const double *A) {
    const vv_model *m = w->s->m;
    const char *names = NULL;
    int n = w->states;
    vv_expr *x = VV_ARRAY(w->c, vv_expr, n + 1);
    if (!x) return;
    for (int i = 0; i < n; i++) {
        int k = source(w, i);
        x[i] = k < w->nq ? w->s->q[k] : w->s->w[k - w->nq];
    }
    vv_document_list(w->d, "states", "states, as deviations", n, x);
    if (w->nu) vv_document_list(w->d, "inputs", "inputs", w->nu, m->input);
    for (int i = 0; i < w->ny; i++)
        names = names ? vv_format(w->c, "%s, %s", names, m->output[i].name) : m->output[i].name;
    if (names) vv_document_fact(w->d, "outputs", "outputs", names);
    put_block(w, A, "A", 0, 0, n, n);
    if (w->nu) put_block(w, A, "B", 0, n, n, w->nu);
    put_block(w, A, "C", n, 0, w->ny, n);
    if (w->nu) put_block(w, A, "D", n, n, w->ny, w->nu);
}

/* Eigenvalues, and what control engineers ask. */
static void put_numbers(work *w, const double *K) {
    vv_expr *state = VV_ARRAY(w->c, vv_expr, w->states + 1);
    if (!state) return;
    for (int i = 0; i < w->states; i++) {
        int k = source(w, i);
        state[i] = k < w->nq ? w->s->q[k] : w->s->w[k - w->nq];
    }
    vv_state_space s = {w->states, w->nu, w->ny, K, NULL, state, w->s->m};
    vv_document_begin(w->d, "numbers", false, "In numbers");
    vv_state_space_put(w->d, &s);
    vv_document_end(w->d);
}

static vv_status refuse(work *w, const char *why) {
    if (!vv_ctx_ok(w->c)) return vv_ctx_status(w->c);
    vv_document_paragraph(w->d, "remark", "%s", why);
    return VV_E_BEYOND;
}

/* Coordinates not stated whose initial values differ from those without constraints. */
static void put_completed(work *w) {
    const vv_model *m = w->s->m;
    for (int a = 0; a < w->nq; a++) {
        bool stated = w->x[a] == m->coordinate[a].begins;
        for (int i = 0; i < m->nstarts; i++) stated |= vv_same(m->start[i].symbol, w->s->q[a]);
        if (!stated)
            vv_document_definition(w->d, "value", w->s->q[a], VV_POISON,
                                   vv_format(w->c, "%.12g", vv_unsigned_zero(w->x[a])));
    }
}

/* Does nothing begin to move? Otherwise the accelerations decide. */
static bool is_at_rest(work *w) {
    double most = vv_norm_inf(w->n, w->y + w->nq);
    bool rests = most <= VV_START_REST;
    vv_document_verdict(
        w->d, "equilibrium", "the initial state is an equilibrium",
        rests ? "confirmed" : "contradicted",
        rests
            ? "numerically, to 1e-9"
            : vv_format(w->c, "numerically: an acceleration is %.6g; nothing is linearized", most),
        NULL);
    return rests;
}

static vv_status put_motion(work *w, bool moves) {
    const char *which = "";
    const char *why = w->study->no_start;
    if (!take_start(w)) return refuse(w, "the initial state needs parameter values");
    if (!make_tape(w))
        return refuse(w, why ? why : "the equations have no values at the initial state");
    put_completed(w);
    double off = violation(w, &which);
    if (off > VV_START_OFF) {
        vv_document_verdict(
            w->d, "consistent", "the initial state satisfies the constraints", "contradicted",
            vv_format(w->c, "numerically: residual %.6g, %s; nothing is linearized", off, which),
            NULL);
        if (why) vv_document_paragraph(w->d, "remark", "%s", why);
        return VV_E_NO;
    }
    if (!moves && !is_at_rest(w)) return VV_OK;
    if (!solve_dependent(w)) return refuse(w, "the constraints are singular at the initial state");
    double *A = VV_MATRIX(w->c, double, w->states + w->ny, w->states + w->nu);
    if (!A) return vv_ctx_status(w->c);
    double size;
    if (!matrix(w, A, &size)) return refuse(w, "there are too many states");
    double worst = deviates(w, A, size);
    bool constant = true;
    for (int k = w->nq; k < w->nq + w->n; k++) constant &= significant(w->y[k], w->beside[k]) == 0;
    vv_document_paragraph(w->d, "kind", "%s at %s%s",
                          w->nu && w->ny ? "A, B, C, D"
                          : w->nu        ? "A, B"
                          : w->ny        ? "A, C"
                                         : "A",
                          moves ? "the initial phase of the motion" : "the start",
                          moves && constant ? ", where the speeds do not change" : "");
    put_matrix(w, A);
    bool same = worst < VV_START_SAME;
    vv_document_verdict(
        w->d, "check",
        "the entries agree with finite differences of the accelerations at another step size",
        same ? "confirmed" : "not decided",
        same ? "numerically, to 1e-6" : vv_format(w->c, "they differ by %.1e", worst), NULL);
    put_numbers(w, A);
    return same ? VV_OK : VV_E_BEYOND;
}

vv_status vv_linearize_at_start(vv_ctx *c, const vv_study *study, bool completed, vv_document *d) {
    const vv_system *s = study->s;
    work w = {.c = c, .d = d, .study = study, .s = s, .nq = s->nq, .n = s->n};
    bool moves = in_motion(&w);
    if (!moves && !completed) return VV_OK;
    if (!make_room(&w)) return vv_ctx_status(c);
    vv_document_begin(d, moves ? "motion" : "start", false,
                      moves ? "The motion from the initial state"
                            : "The initial state of the model");
    vv_status status = put_motion(&w, moves);
    vv_document_end(d);
    return vv_ctx_ok(c) ? status : vv_ctx_status(c);
}
