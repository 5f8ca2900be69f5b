#include "simulate/integrate/stepper.h"
#include "simulate/integrate/integrate_tolerances.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "numeric/numeric.h"
#include "base/base.h"
#include "evaluate/tape/tape.h"
#include "simulate/integrate/sundials.h"
#include "simulate/integrate/switching.h"

/* ---- integrators ---------------------------------------------------------------------------- */

#define X(name) extern const vv_integrator vv_integrator_##name;
#include "simulate/integrate/integrators.def"
#undef X

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

static bool can_run(const vv_integrator *by) { return !by->library || !vv_sundials_missing(); }

const vv_integrator *vv_integrator_for(vv_integrator_role role) {
    for (int i = 0; i < vv_integrator_count(); i++)
        if (TABLE[i]->role == role && can_run(TABLE[i])) return TABLE[i];
    return NULL;
}

const vv_integrator *vv_integrator_cross_check(const vv_integrator *by) {
    for (int i = 0; i < 2 && by->cross_check[i]; i++) {
        const vv_integrator *other = vv_integrator_find(by->cross_check[i]);
        if (other && can_run(other)) return other;
    }
    return NULL;
}

/* ---- constraints ---------------------------------------------------------------------------- */

/* Allocates for a tape whose residuals follow `before` other results. */
static bool use_rows(vv_stepper *s, vv_jit *rows, double *scratch, ptrdiff_t before) {
    const vv_tape *t = rows->tape;
    double *out = VV_ARRAY(s->f->c, double, t->nout + 1);
    s->residuals.code = rows;
    s->residuals.scratch = scratch;
    s->residuals.in = VV_ARRAY(s->f->c, double, t->nin + 1);
    s->residuals.out = out;
    s->residuals.value = out ? out + before : NULL;
    return out && s->residuals.in;
}

/* Holonomic constraints, then velocity constraints; with minimal speeds only the former can be
 * violated. */
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
            s->residuals.nfinite += !pass;
            s->residuals.nvelocity += pass;
        }
    if (!n) return true;
    if (f->entries.residuals)
        return use_rows(s, f->entries.code, f->entries.scratch,
                        f->entries.residuals - f->entries.out);
    vv_tape *t = vv_dynamics_tape(f, n, out);
    vv_jit *rows = t ? vv_jit_build_lazy(f->c, t) : NULL;
    double *scratch = rows ? VV_ARRAY(f->c, double, rows->nscratch + 1) : NULL;
    if (!scratch || !use_rows(s, rows, scratch, 0)) return false;
    vv_jit_prepare(rows, scratch);
    return true;
}

/* Released constraints have no residual. */
static void leave_released(vv_stepper *s) {
    const vv_dynamics *f = s->f;
    const vv_step_residuals *e = &s->residuals;
    for (int i = 0; f->coulomb && i < e->nfinite; i++)
        if (vv_dynamics_is_released(f, f->finite.row[i])) e->value[i] = 0;
    for (int r = 0; f->coulomb && r < e->nvelocity; r++)
        if (vv_dynamics_is_released(f, r)) e->value[e->nfinite + r] = 0;
}

static void run_rows(vv_stepper *s) {
    const vv_step_residuals *e = &s->residuals;
    memcpy(e->in, s->x, (size_t)s->n * sizeof *s->x);
    e->in[vv_tape_given(e->code->tape) - 1] = s->t;
    vv_jit_count_run(s->f->c, e->code);
    vv_jit_run(e->code, e->in, e->out, e->scratch);
    leave_released(s);
}

/* The same, if they were computed with the matrix of this state. */
static void take_rows(vv_stepper *s) {
    const vv_dynamics *f = s->f;
    if (!f->entries.residuals || f->in[s->n] != s->t ||
        memcmp(f->in, s->x, (size_t)s->n * sizeof *s->x) != 0) {
        run_rows(s);
        return;
    }
    memcpy(s->residuals.value, f->entries.residuals,
           (size_t)(s->residuals.nfinite + s->residuals.nvelocity) * sizeof *s->residuals.value);
    leave_released(s);
}

/* The scale of a value; if it has been 0 so far, the change its speed would cause; if that is
 * unknown, 1, as the units are chosen so that values are about 1. */
static double size_of(const vv_stepper *s, int i) {
    double least = i < s->f->n ? s->speed_floor[i] * s->stats.last : 0,
           size = s->error_scale[i] > least ? s->error_scale[i] : least;
    return size > 0 ? size : 1;
}

/* [M -C; A 0] (dx, mu) = (0, -r): least change in the mass metric. row NULL: all, in order. */
static void put_residuals(const vv_dynamics *f, int n, const int *row, const double *residual) {
    assert(n <= f->eq->nrows);
    memset(f->x, 0, (size_t)(f->n + f->eq->nrows) * sizeof *f->x);
    for (int i = 0; i < n; i++) f->x[f->n + (row ? row[i] : i)] = -residual[i];
}

/* Adds dx, of stride `stride`, to the state from index `first` on. Returns the largest change
 * relative to the scale of each value. */
static double move(vv_stepper *s, int first, const double *dx, int stride) {
    double *x = s->x + first, *low = s->x_low + first, most = 0;
    for (int i = 0; i < s->f->n; i++, dx += stride) {
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

/* Far below the truncation error of a step: the effect of such a change is negligible. */
static double unseen(const vv_stepper *s) {
    const double PART = 0x1p-6;
    return s->integrator->series ? PART * s->tolerance : 0;
}

static bool can_pull_both(const vv_stepper *s) {
    const vv_dynamics *f = s->f;
    return f->matrix_state.inverted && !f->variational && s->residuals.nfinite &&
           unseen(s) > VV_PROJECTION_ROUNDING;
}

/* Corrects positions and, if that change is negligible, velocities with the same matrix. */
static double pull_both(vv_stepper *s) {
    const vv_dynamics *f = s->f;
    const vv_step_residuals *e = &s->residuals;
    double *both = f->block;
    memset(both, 0, 2 * (size_t)f->kkt.n * sizeof *both);
    for (int i = 0; i < e->nfinite; i++) both[2 * (f->n + f->finite.row[i])] = e->value[i];
    for (int i = 0; i < e->nvelocity; i++) both[2 * (f->n + i) + 1] = e->value[e->nfinite + i];
    vv_kkt_solve_natural_pair(&f->kkt, vv_jet_matrix(f->taylor.closed, f->taylor.closed_work),
                              both);
    double most = move(s, 0, both, 2);
    if (most <= unseen(s)) move(s, f->nq, both + 1, 2);
    return most;
}

static double worst_of(int n, const double *residual, double worst) {
    for (int i = 0; i < n; i++) worst = fabs(residual[i]) > worst ? fabs(residual[i]) : worst;
    return worst;
}

/* Corrects positions, then velocities, with the current factors; returns the largest relative
 * change of the positions. */
static double project(vv_stepper *s) {
    vv_dynamics *f = s->f;
    const vv_step_residuals *e = &s->residuals;
    double most = 0;
    if (!f->multipliers || !e->code) return 0;
    take_rows(s);
    s->stats.worst_position = worst_of(e->nfinite, e->value, s->stats.worst_position);
    s->stats.worst_velocity =
        worst_of(e->nvelocity, e->value + e->nfinite, s->stats.worst_velocity);
    bool both = can_pull_both(s);
    if (e->nfinite) most = both ? pull_both(s) : pull(s, e->nfinite, f->finite.row, e->value, 0);
    if (both && most <= unseen(s)) return most;
    if (e->nfinite) run_rows(s);
    pull(s, e->nvelocity, NULL, e->value + e->nfinite, f->nq);
    return most;
}

void vv_step_measure_noise(vv_stepper *s) {
    vv_stepper there = *s;
    if (!s->f->multipliers || !s->residuals.code) return;
    there.x = s->here, there.x_low = s->there;
    memcpy(there.x, s->x, (size_t)s->n * sizeof *s->x);
    memcpy(there.x_low, s->x_low, (size_t)s->n * sizeof *s->x);
    project(&there);
    for (int i = 0; i < s->n; i++) {
        double by = fabs((there.x[i] - s->x[i]) + (there.x_low[i] - s->x_low[i]));
        if (by > s->interpolant.noise[i]) s->interpolant.noise[i] = by;
    }
}

/* ---- a step --------------------------------------------------------------------------------- */

#define L 1
#define NAME(x) x##_1
#define TARGET
#define ROOT(x) sqrt(x)
#include "platform/simd_lane_types.h"
#include "simulate/integrate/speed_floors.h"
#undef L
#undef NAME
#undef TARGET
#undef ROOT
#undef vector
#undef mask
#undef whole

/* Of speed i, from the block of the mass matrix that it is in. */
static double momentum(const vv_dynamics *f, int i, const double *w) {
    const vv_matrix_blocks *b = &f->blocks;
    double sum = 0;
    for (int at = b->first[b->of[i]]; at < b->first[b->of[i] + 1]; at++)
        sum += f->kkt.a[i * f->kkt.n + b->row[at]] * w[b->row[at]];
    return sum;
}

/* The same as speed_floors of a matrix of blocks. */
static void block_speed_floors(const vv_dynamics *f, const double *w, double *out) {
    int n = f->n, next = f->kkt.n + 1;
    double twice = 0, fastest = 0;
    for (int i = 0; i < n; i++)
        twice += w[i] * momentum(f, i, w), fastest = fmax(fabs(w[i]), fastest);
    double most = twice > 0 ? sqrt(twice) / VV_STEP_SPEED_FLOOR : 0;
    for (int i = 0; i < n; i++) {
        double own = f->kkt.a[i * next], least = own > 0 ? most / sqrt(own) : 0;
        out[i] = least < fastest ? least : fastest;
    }
}

/* From the speed `first` on: those of the motion, or of one direction in which it is varied. */
static void measure_speeds(vv_stepper *s, int first, int n) {
    const vv_dynamics *f = s->f;
    if (f->blocks.n) {
        block_speed_floors(f, s->x + f->nq, s->speed_floor);
        return;
    }
    speed_floors_1(n, f->kkt.n, f->kkt.a, s->x + f->nq + first, s->speed_floor + first);
}

/* A rank lower than before means a singular configuration; a redundant row is redundant from the
 * start. */
static void watch_rank(vv_stepper *s) {
    const vv_kkt *d = &s->f->kkt;
    assert(d->rank >= 0 && d->rank <= d->n);
    bool was = s->singularity.deficient;
    s->singularity.deficient = d->rank < s->singularity.rank;
    if (d->rank > s->singularity.rank) s->singularity.rank = d->rank;
    if (!s->singularity.deficient && !s->f->matrix_state.inverted)
        vv_approach_note(&s->singularity.approach, s->t, sqrt(d->weakest));
    if (!s->singularity.deficient || was) return;
    int row = d->row[d->rank] - s->f->nown;
    if (vv_approach_is_tangent(&s->singularity.approach, s->t)) vv_step_note_tangent(s, s->t, row);
    if (s->singularity.count++) return;
    s->singularity.first_time = s->t;
    s->singularity.first_row = row;
}

/* A mass matrix that loses rank with no constraint to blame: the coordinates have a pole. */
static void watch_chart(vv_stepper *s) {
    if (s->f->matrix_state.inverted || !(s->f->kkt.weakest < s->singularity.chart_pivot)) return;
    s->singularity.chart_pivot = s->f->kkt.weakest, s->singularity.chart_time = s->t;
}

vv_dynamics_fault vv_step_factor(vv_stepper *s) {
    for (int first = 0; first < s->f->n; first += s->f->nown) measure_speeds(s, first, s->f->nown);
    s->f->matrix_state.for_series = s->integrator->series;
    vv_dynamics_fault fault = vv_dynamics_factor(s->f);
    if (fault == VV_DYNAMICS_OK) watch_rank(s);
    if (fault == VV_DYNAMICS_OK && !s->f->m) watch_chart(s);
    return fault;
}

void vv_step_note_inverse(vv_stepper *s) {
    s->f->matrix_state.factored = false, s->f->matrix_state.inverted = true;
    s->f->kkt.rank = s->f->kkt.n;
    watch_rank(s);
}

static vv_dynamics_fault factor_here(vv_stepper *s) {
    vv_dynamics_fault fault = vv_dynamics_evaluate_matrix(s->f, s->x, s->t);
    return fault == VV_DYNAMICS_OK ? vv_step_factor(s) : fault;
}

vv_dynamics_fault vv_step_project(vv_stepper *s) {
    /* Series computed with factors of another state violate the constraints by the distance times
     * the growth of rounding in a step, and the next ones by more. After a large correction, as
     * with loose tolerances, the square of the distance exceeds rounding: repeat. */
    enum { ROUNDS = 4 };
    vv_dynamics_fault fault = factor_here(s);
    double by = VV_PROJECTION_FAR, elsewhere = fmax(VV_PROJECTION_ROUNDING, unseen(s));
    for (int i = 0; fault == VV_DYNAMICS_OK && by >= VV_PROJECTION_FAR && i < ROUNDS; i++) {
        by = project(s);
        if (by > elsewhere) fault = factor_here(s);
    }
    return fault;
}

vv_step_fault vv_step_fault_of(vv_stepper *s, vv_dynamics_fault fault) {
    if (fault == VV_DYNAMICS_OK) return VV_STEP_OK;
    if (fault == VV_DYNAMICS_SINGULAR) return VV_STEP_SINGULAR;
    if (s->f->nan_order <= 0) return VV_STEP_NAN;
    /* the state is fine, its series is not */
    s->limiting = s->f->nan_equation < s->f->n ? s->f->nq + s->f->nan_equation : 0;
    return VV_STEP_SIZE_TOO_SMALL;
}

void vv_step_count(vv_stepper *s, double dt) {
    double low;
    assert(!(dt < 0)); /* the time does not run back */
    vv_two_sum(s->t, dt, &s->t, &low);
    vv_two_sum(s->t, s->t_low + low, &s->t, &s->t_low);
    s->stats.steps++;
    s->stats.last = dt;
    s->jump.changed = false;
    if (dt < VV_STEP_TINY * s->stats.most) s->stats.tiny++, s->stats.tiny_time = s->t;
    if (dt < s->stats.least) s->stats.least = dt;
    if (dt > s->stats.most) s->stats.most = dt;
    if (vv_trace(s->f->c, VV_TRACE_STEP)) vv_step_trace(s, dt);
}

vv_step_fault vv_step_expand(vv_stepper *s, double limit) {
    if (vv_velocity_jump_is_here(s)) return VV_STEP_JUMP;
    if (s->singularity.tangent) return VV_STEP_SINGULAR;
    s->jump.time = (double)INFINITY, s->past_switch = 0;
    vv_step_fault fault = s->integrator->expand(s, limit);
    bool polynomials = !s->integrator->series && s->interpolant.degree;
    if (!polynomials || !(vv_dynamics_switches(s->f) || vv_dynamics_saturates(s->f))) return fault;
    if (fault == VV_STEP_SIZE_TOO_SMALL && vv_switching_is_chattering(s, true))
        return VV_STEP_CHATTERING;
    return fault == VV_STEP_OK ? vv_switching_limit_step(s) : fault;
}

/* ---- start and end -------------------------------------------------------------------------- */

/* The rank where no constraints are dependent except the redundant ones. */
static int general_rank(const vv_dynamics *f) {
    bool plain = !f->coulomb && !f->eq->chosen && !f->s->nservos && !f->variational;
    return plain && f->eq->nrows && f->eq->nrows == f->s->nrows ? f->nown + f->s->nkept : 0;
}

bool vv_stepper_new(vv_dynamics *f, const vv_integrator *by, double tolerance, vv_stepper *s) {
    int n = f->nq + f->n;
    *s = (vv_stepper){.f = f, .n = n, .tolerance = tolerance, .stats.least = (double)INFINITY};
    assert(by && tolerance > 0);
    s->integrator = by, s->rounding = 1;
    s->jump.time = (double)INFINITY;
    s->singularity.rank = general_rank(f), s->singularity.chart_pivot = 1;
    s->x = VV_ARRAY(f->c, double, n + VV_STEP_MARGIN);
    s->x_low = VV_ARRAY(f->c, double, n + VV_STEP_MARGIN);
    s->error_scale = VV_ARRAY(f->c, double, n + VV_STEP_MARGIN);
    s->ahead = VV_ARRAY(f->c, double, 3 * n + f->n + VV_STEP_MARGIN);
    s->speed_floor = VV_ARRAY(f->c, double, f->n + VV_STEP_MARGIN);
    return vv_ctx_ok(f->c) && build_rows(s) && (!by->open || by->open(s));
}

void vv_stepper_close(vv_stepper *s) {
    if (s->integrator && s->integrator->close) s->integrator->close(s);
    s->memory = NULL;
}

/* The time, and what lies behind: of the motion, whatever equations and method it is followed by.
 */
static void serialize_history(vv_stepper *s, vv_serializer *k) {
    VV_SERIALIZE(k, s->t);
    VV_SERIALIZE(k, s->t_low);
    VV_SERIALIZE(k, s->stats.last);
    VV_SERIALIZE(k, s->stats.steps);
    VV_SERIALIZE(k, s->stats.switches);
    VV_SERIALIZE(k, s->stats.least);
    VV_SERIALIZE(k, s->stats.most);
    VV_SERIALIZE(k, s->stats.tiny);
    VV_SERIALIZE(k, s->stats.tiny_time);
    VV_SERIALIZE(k, s->singularity.count);
    VV_SERIALIZE(k, s->singularity.first_time);
    VV_SERIALIZE(k, s->singularity.first_row);
    VV_SERIALIZE(k, s->singularity.approach);
    VV_SERIALIZE(k, s->singularity.tangent);
    VV_SERIALIZE(k, s->singularity.tangent_row);
    VV_SERIALIZE(k, s->singularity.tangent_time);
    VV_SERIALIZE(k, s->singularity.chart_pivot);
    VV_SERIALIZE(k, s->singularity.chart_time);
    VV_SERIALIZE(k, s->stats.worst_position);
    VV_SERIALIZE(k, s->stats.worst_velocity);
}

void vv_stepper_transfer(vv_stepper *s, vv_stepper *to) {
    VV_SERIALIZE_HAND_OVER(s->f->c, serialize_history, s, to);
}

void vv_stepper_serialize(vv_stepper *s, vv_serializer *k) {
    serialize_history(s, k);
    VV_SERIALIZE_ARRAY(k, s->x, s->n);
    VV_SERIALIZE_ARRAY(k, s->x_low, s->n);
    VV_SERIALIZE_ARRAY(k, s->error_scale, s->n);
    VV_SERIALIZE_ARRAY(k, s->speed_floor, s->f->n);
    VV_SERIALIZE(k, s->h);
    VV_SERIALIZE(k, s->limiting);
    VV_SERIALIZE(k, s->singularity.rank);
    VV_SERIALIZE(k, s->singularity.deficient);
    VV_SERIALIZE(k, s->singularity.smallest_pivot);
    VV_SERIALIZE(k, s->singularity.crossed);
    VV_SERIALIZE(k, s->stats.short_switches);
    vv_kkt_serialize(&s->f->kkt, k);
    if (s->interpolant.end) {
        VV_SERIALIZE_ARRAY(k, s->interpolant.end, s->n);
        VV_SERIALIZE_ARRAY(k, s->interpolant.end_low, s->n);
        VV_SERIALIZE_ARRAY(k, s->interpolant.noise, s->n);
        VV_SERIALIZE(k, s->transitions);
        VV_SERIALIZE(k, s->transitions_known);
    }
    if (s->integrator->serialize) s->integrator->serialize(s, k);
}
