#include "simulate/integrate/stepper.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/trace.h"
#include "evaluate/tape/interpret.h"
#include "simulate/integrate/switching.h"

/* ---- methods -------------------------------------------------------------------------------- */

static const vv_integrator *const TABLE[] = {
#define X(name) &vv_integrator_##name,
#include "simulate/integrate/integrators.def"
#undef X
};

int vv_integrator_count(void) { return (int)(sizeof TABLE / sizeof *TABLE); }
const vv_integrator *vv_integrator_at(int i) { return TABLE[i]; }

const vv_integrator *vv_integrator_find(const char *name) {
    for (int i = 0; i < vv_integrator_count(); i++)
        if (!strcmp(TABLE[i]->name, name)) return TABLE[i];
    return NULL;
}

/* ---- constraints ---------------------------------------------------------------------------- */

/* Room for runs of a tape whose residuals stand behind `before` other results. */
static bool use_rows(vv_stepper *s, vv_jit *rows, double *scratch, ptrdiff_t before) {
    const vv_tape *t = rows->tape;
    s->rows = rows;
    s->rows_scratch = scratch;
    s->rows_all = VV_ARRAY(s->f->c, double, t->nout + 1);
    s->rows_in = VV_ARRAY(s->f->c, double, t->nin + 1);
    s->rows_out = s->rows_all ? s->rows_all + before : NULL;
    return s->rows_all && s->rows_in;
}

/* Finite relations, then velocities; with minimal speeds only the finite ones can be violated. */
static bool build_rows(vv_stepper *s) {
    const vv_dynamics *f = s->f;
    const vv_system *y = f->s;
    int all = y->nrows + y->servo.r + y->servo.nhidden, n = 0;
    vv_expr *out = VV_ARRAY(f->c, vv_expr, 2 * (all + f->eq->nrows) + 1);
    if (!out) return false;
    for (int pass = 0; pass < (f->multipliers ? 2 : 1); pass++)
        for (int r = 0; r < f->eq->nrows || (!f->multipliers && r < all); r++) {
            const vv_constraint_row *row = f->multipliers ? f->eq->row[r]
                                           : r < y->nrows ? &y->row[r]
                                                          : &y->servo.row[r - y->nrows];
            if (pass == 0 && !row->finite.id) continue;
            out[n++] = pass ? row->velocity : vv_dynamics_position_residual(f->c, row);
            s->nfinite += !pass;
            s->nvelocity += pass;
        }
    if (!n) return true;
    if (f->residuals) return use_rows(s, f->matrix, f->matrix_scratch, f->residuals - f->matrices);
    vv_tape *t = vv_dynamics_tape(f, n, out);
    vv_jit *rows = t ? vv_jit_build_lazy(f->c, t) : NULL;
    double *scratch = rows ? VV_ARRAY(f->c, double, rows->nscratch + 1) : NULL;
    if (!scratch || !use_rows(s, rows, scratch, 0)) return false;
    vv_jit_prepare(rows, scratch);
    return true;
}

/* Of what does not hold now nothing is asked. */
static void leave_released(vv_stepper *s) {
    const vv_dynamics *f = s->f;
    for (int i = 0; f->laws && i < s->nfinite; i++)
        if (vv_dynamics_is_released(f, f->finite.row[i])) s->rows_out[i] = 0;
    for (int r = 0; f->laws && r < s->nvelocity; r++)
        if (vv_dynamics_is_released(f, r)) s->rows_out[s->nfinite + r] = 0;
}

static void run_rows(vv_stepper *s) {
    memcpy(s->rows_in, s->x, (size_t)s->n * sizeof *s->x);
    s->rows_in[s->rows->tape->nin - 1] = s->t;
    vv_jit_count_run(s->f->c, s->rows);
    vv_jit_run(s->rows, s->rows_in, s->rows_all, s->rows_scratch);
    leave_released(s);
}

/* The same, where they are known with the matrix of the state. */
static void take_rows(vv_stepper *s) {
    const vv_dynamics *f = s->f;
    if (!f->residuals || f->in[s->n] != s->t ||
        memcmp(f->in, s->x, (size_t)s->n * sizeof *s->x) != 0) {
        run_rows(s);
        return;
    }
    memcpy(s->rows_out, f->residuals, (size_t)(s->nfinite + s->nvelocity) * sizeof *s->rows_out);
    leave_released(s);
}

/* What a value is measured by; one that was 0 until now by what its speed would make of it, and
 * where this is not known by the units, in which numbers are about 1. */
static double size_of(const vv_stepper *s, int i) {
    double least = i < s->f->n ? s->floor[i] * s->last : 0,
           size = s->size[i] > least ? s->size[i] : least;
    return size > 0 ? size : 1;
}

/* [M -C; A 0] (dx, mu) = (0, -r): least in the measure of the masses. row NULL: all, in order. */
static void put_residuals(const vv_dynamics *f, int n, const int *row, const double *residual) {
    assert(n <= f->eq->nrows);
    memset(f->x, 0, (size_t)(f->n + f->eq->nrows) * sizeof *f->x);
    for (int i = 0; i < n; i++) f->x[f->n + (row ? row[i] : i)] = -residual[i];
}

/* The state from number `first` on is moved by dx; the next stands `apart` behind. Largest change,
 * by the size of what is changed. */
static double move(vv_stepper *s, int first, const double *dx, int apart) {
    double *x = s->x + first, *low = s->x_low + first, most = 0;
    for (int i = 0; i < s->f->n; i++, dx += apart) {
        double by = fabs(*dx), size = size_of(s, first + i);
        if (by > most * size) most = by / size;
        vv_two_sum(x[i], low[i] + *dx, &x[i], &low[i]);
    }
    return most;
}

static double pull(vv_stepper *s, int n, const int *row, const double *residual, int first) {
    vv_dynamics *f = s->f;
    put_residuals(f, n, row, residual);
    vv_dynamics_select_rhs(f);
    vv_dynamics_solve(f);
    return move(s, first, f->x, 1);
}

#define ROUNDING 0x1p-48 /* of a size */

/* Far below what the series of a step leave out: what comes of such a move is not seen. */
static double unseen(const vv_stepper *s) {
    const double PART = 0x1p-6;
    return s->by == &vv_integrator_taylor ? PART * s->tolerance : 0;
}

static bool can_pull_both(const vv_stepper *s) {
    const vv_dynamics *f = s->f;
    return f->inverted && !f->variation && s->nfinite && unseen(s) > ROUNDING;
}

/* Positions and, if they are hardly moved by that, velocities. */
static double pull_both(vv_stepper *s) {
    const vv_dynamics *f = s->f;
    double *both = f->block;
    memset(both, 0, 2 * (size_t)f->kkt.n * sizeof *both);
    for (int i = 0; i < s->nfinite; i++) both[2 * (f->n + f->finite.row[i])] = s->rows_out[i];
    for (int i = 0; i < s->nvelocity; i++) both[2 * (f->n + i) + 1] = s->rows_out[s->nfinite + i];
    vv_kkt_solve_natural_pair(f->kkt.n, vv_jet_matrix(f->closed, f->closed_work), both);
    double most = move(s, 0, both, 2);
    if (most <= unseen(s)) move(s, f->nq, both + 1, 2);
    return most;
}

static double worst_of(int n, const double *residual, double worst) {
    for (int i = 0; i < n; i++) worst = fabs(residual[i]) > worst ? fabs(residual[i]) : worst;
    return worst;
}

/* Positions first, then velocities, with the factor of the state as it stands: how far positions
 * were moved, of their sizes. */
static double project(vv_stepper *s) {
    vv_dynamics *f = s->f;
    double most = 0;
    if (!f->multipliers || !s->rows) return 0;
    take_rows(s);
    s->worst_position = worst_of(s->nfinite, s->rows_out, s->worst_position);
    s->worst_velocity = worst_of(s->nvelocity, s->rows_out + s->nfinite, s->worst_velocity);
    bool both = can_pull_both(s);
    if (s->nfinite) most = both ? pull_both(s) : pull(s, s->nfinite, f->finite.row, s->rows_out, 0);
    if (both && most <= unseen(s)) return most;
    if (s->nfinite) run_rows(s);
    pull(s, s->nvelocity, NULL, s->rows_out + s->nfinite, f->nq);
    return most;
}

void vv_step_measure_noise(vv_stepper *s) {
    vv_stepper there = *s;
    if (!s->f->multipliers || !s->rows) return;
    there.x = s->here, there.x_low = s->there;
    memcpy(there.x, s->x, (size_t)s->n * sizeof *s->x);
    memcpy(there.x_low, s->x_low, (size_t)s->n * sizeof *s->x);
    project(&there);
    for (int i = 0; i < s->n; i++) {
        double by = fabs((there.x[i] - s->x[i]) + (there.x_low[i] - s->x_low[i]));
        if (by > s->noise[i]) s->noise[i] = by;
    }
}

/* ---- a step --------------------------------------------------------------------------------- */

/* A speed is not measured by less than a part of what the kinetic energy, all in it, would give:
 * values that vanish but for rounding must not rule the step. Nor by more than the fastest: the
 * length of Euler's parameters has no mass, and any energy could give it any speed. From the speed
 * `first` on: those of the motion, or of one direction in which it is varied. Kept as measure of
 * taylor_batch_lanes.h is, to the last digit. */
static void measure_speeds(vv_stepper *s, int first, int n) {
    const vv_dynamics *f = s->f;
    int row = f->kkt.n;
    const double *w = s->x + f->nq + first, *M = f->kkt.a;
    double twice = 0, fastest = 0;
    for (int i = 0; i < n; i++) { /* rows do not wait for each other */
        double p = 0;
        for (int k = 0; k < n; k++) p += M[i * row + k] * w[k];
        twice += w[i] * p;
        fastest = fabs(w[i]) > fastest ? fabs(w[i]) : fastest;
    }
    double most = twice > 0 ? sqrt(twice) / VV_STEP_SPEED_FLOOR : 0;
    for (int i = 0; i < n; i++) {
        double own = M[i * row + i], least = own > 0 ? most / sqrt(own) : 0;
        s->floor[first + i] = least < fastest ? least : fastest;
    }
}

/* A lower rank than before is a singular configuration; a redundant row is so from the beginning.
 */
static void watch_rank(vv_stepper *s) {
    const vv_kkt *d = &s->f->kkt;
    assert(d->rank >= 0 && d->rank <= d->n);
    bool was = s->faded;
    s->faded = d->rank < s->rank;
    if (d->rank > s->rank) s->rank = d->rank;
    if (!s->faded || was) return;
    if (s->nsingular++) return;
    s->singular_time = s->t;
    s->singular_row = d->row[d->rank] - s->f->own;
}

vv_dynamics_fault vv_step_factor(vv_stepper *s) {
    for (int first = 0; first < s->f->n; first += s->f->own) measure_speeds(s, first, s->f->own);
    s->f->by_series = s->by == &vv_integrator_taylor;
    vv_dynamics_fault fault = vv_dynamics_factor(s->f);
    if (fault == VV_DYNAMICS_OK) watch_rank(s);
    return fault;
}

void vv_step_note_inverse(vv_stepper *s) {
    s->f->factored = false, s->f->inverted = true;
    s->f->kkt.rank = s->f->kkt.n;
    watch_rank(s);
}

static vv_dynamics_fault factor_here(vv_stepper *s) {
    vv_dynamics_fault fault = vv_dynamics_evaluate_matrix(s->f, s->x, s->t);
    return fault == VV_DYNAMICS_OK ? vv_step_factor(s) : fault;
}

vv_dynamics_fault vv_step_project(vv_stepper *s) {
    /* Series by a factor of elsewhere leave the constraints by as much, times what rounding grows
     * by in a step, and the next ones by more. Of a long way, as loose tolerances leave it, the
     * square is more than rounding: once more, and again. */
    enum { ROUNDS = 4 };
    const double FAR = 1e-9;
    vv_dynamics_fault fault = factor_here(s);
    double by = FAR, elsewhere = fmax(ROUNDING, unseen(s));
    for (int i = 0; fault == VV_DYNAMICS_OK && by >= FAR && i < ROUNDS; i++) {
        by = project(s);
        if (by > elsewhere) fault = factor_here(s);
    }
    return fault;
}

vv_step_fault vv_step_fault_of(vv_stepper *s, vv_dynamics_fault fault) {
    if (fault == VV_DYNAMICS_OK) return VV_STEP_OK;
    if (fault == VV_DYNAMICS_SINGULAR) return VV_STEP_SINGULAR;
    if (s->f->failed <= 0) return VV_STEP_NAN;
    /* the state is fine, its series is not */
    s->shortest = s->f->neither < s->f->n ? s->f->nq + s->f->neither : 0;
    return VV_STEP_SIZE_TOO_SMALL;
}

void vv_step_count(vv_stepper *s, double dt) {
    double low;
    assert(!(dt < 0)); /* the time does not run back */
    vv_two_sum(s->t, dt, &s->t, &low);
    vv_two_sum(s->t, s->t_low + low, &s->t, &s->t_low);
    s->steps++;
    s->last = dt;
    if (dt < VV_STEP_TINY * s->most) s->tiny++, s->tiny_at = s->t;
    if (dt < s->least) s->least = dt;
    if (dt > s->most) s->most = dt;
    if (vv_trace(s->f->c, VV_TRACE_STEP)) vv_step_trace(s, dt);
}

vv_step_fault vv_step_expand(vv_stepper *s, double limit) {
    vv_step_fault fault = s->by->expand(s, limit);
    bool polynomials = s->by != &vv_integrator_taylor && s->degree;
    if (!polynomials || !(s->f->jet->nswitches || s->f->jet->nwide)) return fault;
    if (fault == VV_STEP_SIZE_TOO_SMALL && vv_switching_is_chattering(s, true))
        return VV_STEP_CHATTERING;
    return fault == VV_STEP_OK ? vv_switching_limit_step(s) : fault;
}

/* ---- beginning and end ---------------------------------------------------------------------- */

/* The rank where no relation depends on the others but those that always do. */
static int general_rank(const vv_dynamics *f) {
    bool plain = !f->laws && !f->eq->chosen && !f->s->nservos && !f->variation;
    return plain && f->eq->nrows && f->eq->nrows == f->s->nrows ? f->own + f->s->nkept : 0;
}

bool vv_stepper_new(vv_dynamics *f, const vv_integrator *by, double tolerance, vv_stepper *s) {
    int n = f->nq + f->n;
    *s = (vv_stepper){.f = f, .n = n, .tolerance = tolerance, .least = (double)INFINITY};
    assert(by && tolerance > 0);
    s->by = by, s->loosen = 1;
    s->rank = general_rank(f);
    s->x = VV_ARRAY(f->c, double, n + VV_STEP_MARGIN);
    s->x_low = VV_ARRAY(f->c, double, n + VV_STEP_MARGIN);
    s->size = VV_ARRAY(f->c, double, n + VV_STEP_MARGIN);
    s->ahead = VV_ARRAY(f->c, double, 3 * n + f->n + VV_STEP_MARGIN);
    s->floor = VV_ARRAY(f->c, double, f->n + VV_STEP_MARGIN);
    return vv_ctx_ok(f->c) && build_rows(s) && (!by->open || by->open(s));
}

void vv_stepper_close(vv_stepper *s) {
    if (s->by && s->by->close) s->by->close(s);
    s->own = NULL;
}

/* The time, and what lies behind: of the motion, whatever equations and method it is followed by.
 */
static void keep_past(vv_stepper *s, vv_serializer *k) {
    VV_SERIALIZE(k, s->t);
    VV_SERIALIZE(k, s->t_low);
    VV_SERIALIZE(k, s->last);
    VV_SERIALIZE(k, s->steps);
    VV_SERIALIZE(k, s->switches);
    VV_SERIALIZE(k, s->least);
    VV_SERIALIZE(k, s->most);
    VV_SERIALIZE(k, s->tiny);
    VV_SERIALIZE(k, s->tiny_at);
    VV_SERIALIZE(k, s->nsingular);
    VV_SERIALIZE(k, s->singular_time);
    VV_SERIALIZE(k, s->singular_row);
    VV_SERIALIZE(k, s->worst_position);
    VV_SERIALIZE(k, s->worst_velocity);
}

void vv_stepper_transfer(vv_stepper *s, vv_stepper *to) {
    VV_SERIALIZE_HAND_OVER(s->f->c, keep_past, s, to);
}

void vv_stepper_serialize(vv_stepper *s, vv_serializer *k) {
    keep_past(s, k);
    VV_SERIALIZE_ARRAY(k, s->x, s->n);
    VV_SERIALIZE_ARRAY(k, s->x_low, s->n);
    VV_SERIALIZE_ARRAY(k, s->size, s->n);
    VV_SERIALIZE_ARRAY(k, s->floor, s->f->n);
    VV_SERIALIZE(k, s->h);
    VV_SERIALIZE(k, s->shortest);
    VV_SERIALIZE(k, s->rank);
    VV_SERIALIZE(k, s->faded);
    VV_SERIALIZE(k, s->weak);
    VV_SERIALIZE(k, s->crossed);
    VV_SERIALIZE(k, s->hurried);
    vv_kkt_serialize(&s->f->kkt, k);
    if (s->end) {
        VV_SERIALIZE_ARRAY(k, s->end, s->n);
        VV_SERIALIZE_ARRAY(k, s->end_low, s->n);
        VV_SERIALIZE_ARRAY(k, s->noise, s->n);
        VV_SERIALIZE(k, s->turns);
        VV_SERIALIZE(k, s->turned);
    }
    if (s->by->keep) s->by->keep(s, k);
}
