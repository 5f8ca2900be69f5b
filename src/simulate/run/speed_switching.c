/* Monitors whether the speeds of a motion determine its velocities well, and switches to others
 * before digits are lost. */
#include <math.h>
#include <string.h>

#include "numeric/numeric.h"
#include "simulate/run/simulation.h"
#include "simulate/initial/initial.h"
#include "simulate/run/run_tolerances.h"

typedef vv_simulation run;
typedef vv_speed_selection wanted;

/* Squared rounding amplification (speed_conditioning.h): above POOR speeds are poor, up to GOOD
 * others are good, and by what factor these must be better. */
static const double POOR = 4, GOOD = 4, BETTER = 3;
/* Of the determinant: low relative to its typical value; the factor by which it may fall in a step
 * without further checks. */
static const double LOW = 0.5, FALLEN = 0.4;
/* Constraints that bind less than this are about to become redundant. */
static const double LOOSE = 0.3;
enum { MOST_SETS = 32 };

/* ---- monitoring ------------------------------------------------------------------------------ */

bool vv_simulation_can_judge_speeds(run *r) {
    vv_speed_sets *k = &r->speed_sets;
    vv_diag_mark said = vv_diag_get_mark(r->c);
    bool built = vv_speed_conditioning_build_masses(&k->now->conditioning, r->s, k->candidate);
    vv_simulation_discard_diagnostics(r, said);
    if (built && !k->sized) {
        vv_speed_conditioning_typical_sizes(&k->now->conditioning, k->position, 0, k->size);
        k->sized = true;
    }
    return built;
}

/* The relevant coordinates `after` the start of the step. */
static void position_at(run *r, double after, double *q) {
    const vv_stepper *s = &r->stepper;
    const vv_dynamics *f = &r->dynamics;
    const vv_speed_conditioning *p = &r->speed_sets.now->conditioning;
    if (!s->integrator->series && s->interpolant.degree) {
        vv_step_interpolate(s, after, r->in);
        memcpy(q, r->in, (size_t)f->nq * sizeof *q);
        return;
    }
    memcpy(q, s->x, (size_t)f->nq * sizeof *q);
    for (int i = 0; i < p->nmatters; i++) {
        const double *c = vv_dynamics_coefficients(f, p->matters[i]);
        q[p->matters[i]] += vv_polynomial_change(f->order, c, f->taylor.stride, after);
    }
}

static double determinant_at(run *r, double after) {
    vv_speed_conditioning *p = &r->speed_sets.now->conditioning;
    position_at(r, after, p->in);
    return vv_speed_conditioning_determinant(p, p->in, r->stepper.t + after);
}

/* The time in the current step at which the determinant has fallen farthest, but to no less than
 * LEAST of its present value; 0: none. *stays: up to where it stays above LOW of it. */
static double falls_at(run *r, double now, double length, double *stays) {
    enum { PARTS = 2, ROUNDS = 40 };
    const double LEAST = 0.1;
    double before = 0, at = 0, part = 1;
    if (!(fabs(now) > 0)) return 0;
    for (int i = 1; i <= PARTS && part >= LEAST; i++) {
        double here = length * i / PARTS, then = determinant_at(r, here) / now;
        if (part < FALLEN && then >= part) break; /* it rises again */
        before = at, at = here, part = then;
    }
    if (part >= FALLEN) return 0;
    double low = before, high = at;
    for (int i = 0; i < ROUNDS && !(part >= LEAST && (at == high || part < 2 * LEAST)); i++) {
        *(part >= LEAST ? &low : &high) = at;
        at = low + (high - low) / 2;
        part = determinant_at(r, at) / now;
    }
    *stays = at;
    for (int i = 0; i < ROUNDS && !(determinant_at(r, *stays) / now >= LOW); i++) *stays /= 2;
    return at;
}

/* Speeds for gimbal lock are not taken elsewhere, but may stay. */
static const bool *those_for_lock(run *r, const vv_speed_conditioning *p) {
    bool *barred = r->speed_sets.barred;
    for (int i = 0; i < p->all; i++) barred[i] = vv_simulation_is_for_lock(r, i);
    for (int i = 0; i < p->n; i++) barred[p->taken[i]] = false;
    return barred;
}

/* At the last position evaluated: a better choice than the current speeds, if these are poor. */
static bool better(run *r, wanted *w) {
    const vv_speed_sets *k = &r->speed_sets;
    vv_speed_conditioning *p = &k->now->conditioning;
    double loss = vv_speed_conditioning_loss(p, k->size, p->taken);
    memcpy(w->rows, p->own, (size_t)r->s->rank * sizeof *w->rows);
    if (loss > POOR &&
        vv_speed_conditioning_choose_speeds(p, k->size, those_for_lock(r, p), w->taken) &&
        !vv_same_index_set(p->n, w->taken, p->taken) &&
        vv_speed_conditioning_loss(p, k->size, w->taken) * BETTER <= loss)
        return true;
    memcpy(w->taken, p->taken, (size_t)p->n * sizeof *w->taken);
    double bound = vv_speed_conditioning_rate_rows(p, k->size, false, w->rows);
    return bound < LOOSE &&
           vv_speed_conditioning_rate_rows(p, k->size, true, w->rows) >= BETTER * bound &&
           !vv_same_index_set(r->s->rank, w->rows, p->own);
}

/* Is that choice good there? */
static bool serves(run *r, const wanted *w) {
    vv_speed_conditioning *p = &r->speed_sets.now->conditioning;
    return vv_speed_conditioning_loss(p, r->speed_sets.size, w->taken) <= GOOD &&
           (vv_same_index_set(r->s->rank, w->rows, p->own) ||
            vv_speed_conditioning_rate_rows(p, r->speed_sets.size, false, w->rows) >= LOOSE);
}

bool vv_simulation_speeds_well_conditioned(run *r) {
    const vv_stepper *s = &r->stepper;
    if (!vv_simulation_speeds_may_fail(r)) return false;
    vv_speed_conditioning *p = &r->speed_sets.now->conditioning;
    if (fabs(vv_speed_conditioning_determinant(p, s->x, s->t)) >= LOW * p->usual) return true;
    return vv_simulation_can_judge_speeds(r) && vv_speed_conditioning_evaluate(p, s->x, s->t) &&
           vv_speed_conditioning_loss(p, r->speed_sets.size, p->taken) <= GOOD;
}

/* Each set costs the time and memory of building the dynamics: if very many alternate, multipliers
 * are better. And integrators that sample the equations at a few points of a step lose accuracy as
 * these grow towards the failure of the speeds, even while no digit is lost: with multipliers
 * nothing grows there. */
static bool prefers_multipliers(const run *r) {
    const vv_integrator *by = r->stepper.integrator;
    bool many = r->speed_sets.count > MOST_SETS;
    return !r->o->form && (many || !by->high_order);
}

static bool take_multipliers(run *r, vv_step_fault *fault) {
    const vv_stepper *s = &r->stepper;
    double *state = VV_ARRAY(r->c, double, 2 * r->dynamics.nq + 1);
    if (!state) return false;
    vv_simulation_positions_and_rates(r, state);
    if (vv_simulation_leave_minimal_speeds(r, state) != VV_OK) return false;
    *fault = vv_step_expand(&r->stepper, (r->until - s->t) - s->t_low);
    return true;
}

bool vv_simulation_take_speeds(run *r, const wanted *w, vv_step_fault *fault) {
    const vv_stepper *s = &r->stepper;
    vv_speed_set *from = r->speed_sets.now, *to = NULL;
    size_t told = r->account->length;
    vv_speed_sets was = r->speed_sets;
    to = vv_simulation_speed_set(r, w);
    if (!to || !vv_simulation_switch_speed_set(r, to, NULL)) return false;
    *fault = vv_step_expand(&r->stepper, (r->until - s->t) - s->t_low);
    if (*fault == VV_STEP_OK) return true;
    to->fails = true;
    vv_simulation_swap_speed_set(r, from);
    r->speed_sets.changes = was.changes, r->speed_sets.last = was.last;
    vv_buffer_truncate(r->account, told);
    *fault = vv_step_expand(&r->stepper, (r->until - s->t) - s->t_low);
    return false;
}

static bool change(run *r, const wanted *w, vv_step_fault *fault) {
    r->switching.leaves = r->dynamics.nfree > 0;
    if (r->switching.leaves) return true;
    return prefers_multipliers(r) ? take_multipliers(r, fault)
                                  : vv_simulation_take_speeds(r, w, fault);
}

/* Other speeds instead of those in force, at once or (r->switching.limit) a little later. */
static bool look(run *r, bool again, vv_step_fault *fault) {
    const vv_stepper *s = &r->stepper;
    vv_speed_sets *k = &r->speed_sets;
    vv_speed_conditioning *p = &k->now->conditioning;
    bool stands = *fault == VV_STEP_OK;
    double length = stands ? fmin(s->h, (r->until - s->t) - s->t_low) : 0, stays = 0;
    double now = vv_speed_conditioning_determinant(p, s->x, s->t);
    double falls = stands ? falls_at(r, now, length, &stays) : 0;
    bool low = !(fabs(now) >= LOW * p->usual);
    if ((!low && !(falls > 0)) || !vv_simulation_can_judge_speeds(r)) return false;
    wanted w = {k->taken, k->rows};
    if (low && again && vv_speed_conditioning_evaluate(p, s->x, s->t) && better(r, &w))
        return change(r, &w, fault);
    if (!(falls > 0)) return false;
    position_at(r, falls, p->in);
    if (!vv_speed_conditioning_evaluate(p, p->in, s->t + falls) || !better(r, &w)) return false;
    if (again && vv_speed_conditioning_evaluate(p, s->x, s->t) && serves(r, &w))
        return change(r, &w, fault);
    r->switching.limit = stays;
    return false;
}

vv_step_fault vv_simulation_switch_speeds(run *r, vv_step_fault fault) {
    r->switching.limit = 0;
    if (r->lock.turned.n) vv_simulation_leave_lock(r, &fault);
    if (r->switching.leaves || !vv_simulation_speeds_may_fail(r)) return fault;
    if (look(r, true, &fault) && !r->switching.leaves && !r->dynamics.multipliers)
        look(r, false, &fault);
    return fault;
}

/* ---- the start ------------------------------------------------------------------------------- */

/* Speeds at the start: at the position itself, or near it if the current ones are degenerate
 * there. */
static bool better_at_start(run *r, const double *q, wanted *w) {
    double t = r->stepper.t;
    vv_speed_conditioning *p = &r->speed_sets.now->conditioning;
    if (vv_speed_conditioning_evaluate(p, q, t)) {
        bool near = vv_simulation_is_near_lock(r, q, t);
        return (near && vv_simulation_choose_at_lock(r, w)) || better(r, w);
    }
    double *beside = p->in;
    memcpy(beside, q, (size_t)r->dynamics.nq * sizeof *q);
    for (int i = 0; i < p->nmatters; i++) {
        double *x = &beside[p->matters[i]];
        *x += VV_RUN_BESIDE_START * (1 + i % 7) * fmax(1, fabs(*x));
    }
    return vv_speed_conditioning_evaluate(p, beside, t) && better(r, w);
}

bool vv_simulation_choose_speeds(run *r, const double *state, bool follows) {
    double t = r->stepper.t;
    vv_speed_sets *k = &r->speed_sets;
    if (!k->now || r->dynamics.multipliers) return follows;
    vv_speed_conditioning *p = &k->now->conditioning;
    k->sized = false;
    vv_speed_conditioning_sample_positions(p, state, 0, k->position);
    vv_speed_conditioning_typical_determinant(p, k->position, 0);
    bool low =
        p->usual > 0 && !(fabs(vv_speed_conditioning_determinant(p, state, t)) >= LOW * p->usual);
    if (!low && !vv_simulation_is_near_lock(r, state, t)) return follows;
    wanted w = {k->taken, k->rows};
    if (!vv_simulation_can_judge_speeds(r) || !better_at_start(r, state, &w)) return follows;
    r->switching.leaves = r->dynamics.nfree > 0;
    if (r->switching.leaves) return true;
    if (low && prefers_multipliers(r)) return vv_simulation_leave_minimal_speeds(r, state) == VV_OK;
    vv_speed_set *from = k->now, *to = vv_simulation_speed_set(r, &w);
    size_t told = r->account->length;
    if (!to || !vv_simulation_switch_speed_set(r, to, state)) return follows;
    if (vv_initial_state_determines_rates(&r->dynamics, t, r->stepper.x, state + r->dynamics.nq))
        return true;
    vv_simulation_swap_speed_set(r, from);
    k->changes = 0;
    vv_buffer_truncate(r->account, told);
    return follows;
}
