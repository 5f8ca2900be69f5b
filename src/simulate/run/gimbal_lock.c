/* Three angles near gimbal lock: their rates lose digits, which speeds that stay finite there keep.
 * With multipliers all rates are unknowns, so the motion continues in minimal speeds. */
#include <math.h>
#include <string.h>

#include "evaluate/tape/tape.h"
#include "simulate/run/simulation.h"
#include "simulate/initial/initial.h"

typedef vv_simulation run;
typedef vv_speed_selection wanted;

/* Triple product of the axes below which the speeds are changed: the mass matrix of the rates has
 * lost two digits there. */
static const double NEAR = 0.1;
/* The rates have lost so many digits that steps with them fail. */
static const double LOCKED = 0.01;
/* Squared rounding amplification of poor speeds, and by what factor others must be better. */
static const double POOR = 4, BETTER = 3;

/* ---- monitoring ------------------------------------------------------------------------------ */

static bool build_products(run *r) {
    vv_lock_monitor *k = &r->lock;
    const vv_dynamics *f = &r->dynamics;
    int n = k->turned.n, nq = f->nq;
    vv_expr *in = VV_ARRAY(r->c, vv_expr, nq + 1), *out = VV_ARRAY(r->c, vv_expr, n + 1);
    if (!in || !out) return false;
    memcpy(in, f->eq->q, (size_t)nq * sizeof *in);
    in[nq] = f->s->m->t;
    for (int i = 0; i < n; i++) out[i] = k->turned.triple[i].product;
    vv_tape_plan plan = {nq + 1, in, f->fixed.n, f->fixed.symbol, f->fixed.value, n, out};
    vv_tape *tape = vv_tape_build(r->c, &plan, NULL);
    k->products = tape ? vv_jit_build_lazy(r->c, tape) : NULL;
    k->in = VV_ARRAY(r->c, double, nq + 1);
    k->out = VV_ARRAY(r->c, double, n + 1);
    k->scratch = k->products ? VV_ARRAY(r->c, double, k->products->nscratch + 1) : NULL;
    if (!k->scratch || !vv_ctx_ok(r->c)) return false;
    vv_jit_prepare(k->products, k->scratch);
    return true;
}

bool vv_simulation_watch_lock(run *r) {
    vv_lock_monitor *k = &r->lock;
    if (!k->turned.triple && !vv_angle_triples_find(r->c, r->s, &k->turned)) return false;
    return !k->turned.n || build_products(r);
}

/* The least triple product at a position. */
static double distance(run *r, const double *q, double t) {
    vv_lock_monitor *k = &r->lock;
    int nq = r->dynamics.nq;
    double least = 1;
    if (!k->turned.n) return least;
    memcpy(k->in, q, (size_t)nq * sizeof *q);
    k->in[nq] = t;
    vv_jit_count_run(r->c, k->products);
    vv_jit_run(k->products, k->in, k->out, k->scratch);
    for (int i = 0; i < k->turned.n; i++) least = fmin(least, fabs(k->out[i]));
    return least;
}

bool vv_simulation_is_near_lock(run *r, const double *q, double t) {
    return distance(r, q, t) < NEAR;
}

bool vv_simulation_is_locked(run *r) { return distance(r, r->stepper.x, r->stepper.t) < LOCKED; }

/* Why the rates stay in force; NULL: others can be taken. Contacts with friction need multipliers,
 * which are their reactions, and derivatives continue in the speeds in which they began. */
const char *vv_simulation_lock_remains(const run *r) {
    const char *form = r->o->form;
    if (r->contact.friction) return "contacts with friction need multipliers, and these all rates";
    if (r->dynamics.variational) return "derivatives of the motion continue in its first speeds";
    if (r->s->nservos) return "servo constraints need multipliers, and these all rates";
    if (form && !strcmp(form, "multipliers")) return "--form multipliers needs all rates";
    return r->s->speeds_ok ? NULL : "the constraints leave no independent speeds";
}

/* ---- speeds ---------------------------------------------------------------------------------- */

static int first_for_lock(const run *r) {
    return r->speed_sets.ncandidates - r->s->nv - 2 * r->lock.turned.n;
}

bool vv_simulation_is_for_lock(const run *r, int i) {
    int first = first_for_lock(r);
    return i >= first && i < first + 2 * r->lock.turned.n;
}

/* Are the rates of these angles already replaced? */
static bool is_replaced(const run *r, int triple) {
    const vv_speed_conditioning *p = &r->speed_sets.now->conditioning;
    int first = first_for_lock(r) + 2 * triple, n = 0;
    for (int i = 0; i < p->n; i++) n += p->taken[i] == first || p->taken[i] == first + 1;
    return n == 2;
}

/* Bars the rates of the first and the last angle, and declared speeds made of them alone. */
static void bar_rates(run *r, const vv_angle_triple *k) {
    const vv_speed_sets *sets = &r->speed_sets;
    for (int i = 0; i < sets->ncandidates; i++) {
        int by_angles = 0, by_others = 0;
        for (int v = 0; v < r->s->nv; v++) {
            bool used = !vv_is_zero(sets->candidate[i].by_v[v]);
            bool angle = v == k->rate[0] || v == k->rate[2];
            by_angles += used && angle, by_others += used && !angle;
        }
        if (by_angles && !by_others && !vv_simulation_is_for_lock(r, i)) sets->barred[i] = true;
    }
}

/* Better speeds without the rates of angles near gimbal lock; others: not only theirs change. */
static bool choose(run *r, bool others, double loss, int *taken) {
    vv_speed_sets *k = &r->speed_sets;
    vv_speed_conditioning *p = &k->now->conditioning;
    for (int i = 0; i < p->all; i++) k->barred[i] = !others;
    for (int i = 0; i < p->n; i++) k->barred[p->taken[i]] = false;
    for (int i = 0; i < r->lock.turned.n; i++) {
        bool *own = &k->barred[first_for_lock(r) + 2 * i];
        if (!(fabs(r->lock.out[i]) < NEAR)) continue;
        bar_rates(r, &r->lock.turned.triple[i]);
        own[0] = own[1] = false;
    }
    return vv_speed_conditioning_choose_speeds(p, k->size, k->barred, taken) &&
           vv_speed_conditioning_loss(p, k->size, taken) * BETTER <= loss;
}

bool vv_simulation_choose_at_lock(run *r, wanted *w) {
    const vv_speed_sets *k = &r->speed_sets;
    vv_speed_conditioning *p = &k->now->conditioning;
    double loss = vv_speed_conditioning_loss(p, k->size, p->taken);
    memcpy(w->rows, p->own, (size_t)r->s->rank * sizeof *w->rows);
    return loss > POOR && (choose(r, false, loss, w->taken) || choose(r, true, loss, w->taken));
}

static bool all_replaced(const run *r) {
    bool all = true;
    for (int i = 0; i < r->lock.turned.n; i++)
        all &= !(fabs(r->lock.out[i]) < NEAR) || is_replaced(r, i);
    return all;
}

/* Speeds that only gimbal lock can spoil are monitored from here on. */
static bool monitor(run *r) {
    bool tried = r->lock.met;
    r->lock.met = true;
    if (r->speed_sets.now || tried) return r->speed_sets.now != NULL;
    if (vv_simulation_monitor_speeds(r) != VV_OK || !r->speed_sets.now) return false;
    vv_speed_conditioning *p = &r->speed_sets.now->conditioning;
    vv_speed_conditioning_sample_positions(p, r->stepper.x, 0, r->speed_sets.position);
    return true;
}

static void replace_rates(run *r, vv_step_fault *fault) {
    const vv_stepper *s = &r->stepper;
    r->switching.leaves = r->dynamics.nfree > 0;
    if (r->switching.leaves || !monitor(r)) return;
    wanted w = {r->speed_sets.taken, r->speed_sets.rows};
    if (all_replaced(r) || !vv_simulation_can_judge_speeds(r) ||
        !vv_speed_conditioning_evaluate(&r->speed_sets.now->conditioning, s->x, s->t) ||
        !vv_simulation_choose_at_lock(r, &w))
        return;
    vv_simulation_take_speeds(r, &w, fault);
}

/* ---- multipliers ----------------------------------------------------------------------------- */

static void replace_multipliers(run *r, vv_step_fault *fault) {
    const vv_stepper *s = &r->stepper;
    if (r->lock.sought) return;
    r->switching.leaves = r->dynamics.nfree > 0;
    if (r->switching.leaves) return;
    double *state = VV_ARRAY(r->c, double, 2 * r->dynamics.nq + 1);
    size_t told = r->account->length;
    if (!state) return;
    vv_simulation_positions_and_rates(r, state);
    if (!vv_simulation_switch_to_minimal(r, state)) {
        r->lock.sought = true;
        return;
    }
    vv_buffer_printf(r->account,
                     "form: minimal speeds from t = %.9g, since with multipliers three angles lose "
                     "digits near gimbal lock\n",
                     s->t);
    bool follows =
        vv_initial_state_determines_rates(&r->dynamics, s->t, s->x, state + r->dynamics.nq);
    if (vv_simulation_choose_speeds(r, state, follows) && !r->dynamics.multipliers) {
        *fault = vv_step_expand(&r->stepper, (r->until - s->t) - s->t_low);
        if (*fault == VV_STEP_OK) return;
    }
    vv_buffer_truncate(r->account, told);
    r->lock.sought = true;
    if (!r->dynamics.multipliers && !vv_simulation_switch_to_multipliers(r, state)) return;
    *fault = vv_step_expand(&r->stepper, (r->until - s->t) - s->t_low);
}

/* A step from farther away than NEAR is not longer than the distance: the series ends there. */
void vv_simulation_leave_lock(run *r, vv_step_fault *fault) {
    const vv_stepper *s = &r->stepper;
    if (!vv_simulation_is_near_lock(r, s->x, s->t) || vv_simulation_lock_remains(r)) return;
    if (r->dynamics.multipliers)
        replace_multipliers(r, fault);
    else
        replace_rates(r, fault);
}
