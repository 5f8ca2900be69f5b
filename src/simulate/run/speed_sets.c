/* Sets of independent speeds: what is built for each, and how a motion switches between them. */
#include <string.h>

#include "evaluate/tape/tape.h"
#include "simulate/formulation/formulation.h"
#include "simulate/run/simulation.h"
#include "simulate/run/run.h"

typedef vv_simulation run;

typedef vv_speed_selection wanted;

/* ---- one set --------------------------------------------------------------------------------- */

bool vv_same_index_set(int n, const int *a, const int *b) {
    for (int i = 0; i < n; i++) {
        bool found = false;
        for (int j = 0; j < n; j++) found |= a[i] == b[j];
        if (!found) return false;
    }
    return true;
}

/* The speeds of the dynamics among the candidates. */
static int *find_taken(const run *r) {
    const vv_dynamics *f = &r->dynamics;
    int *taken = VV_ARRAY(r->c, int, f->n + 1);
    for (int i = 0; taken && i < f->n; i++) {
        taken[i] = -1;
        for (int k = 0; k < r->speed_sets.ncandidates && taken[i] < 0; k++)
            if (vv_same(r->speed_sets.candidate[k].symbol, f->eq->w[i])) taken[i] = k;
        if (taken[i] < 0) return NULL;
    }
    return taken;
}

/* Can constraints, declarations or angles fail? If the mass matrix of the speeds is the same
 * everywhere, nothing is lost (speeds of bodies along their own axes). */
static bool can_fail(const run *r) {
    const vv_dynamics *f = &r->dynamics;
    bool declared = false;
    for (int i = 0; i < r->s->m->nspeeds; i++) declared |= !r->s->m->speed[i].free;
    return !f->multipliers && !f->variational && !r->contact.friction &&
           !f->matrix_state.constant && f->n > 0 && f->s->n == f->n && f->s->determining &&
           !f->s->nservos && (f->s->rank > 0 || declared || r->lock.met);
}

void vv_simulation_discard_diagnostics(run *r, vv_diag_mark since) {
    vv_status status = vv_ctx_status(r->c);
    vv_diag_rollback(r->c, since);
    if (status == VV_E_BEYOND || status == VV_E_MODEL) vv_ctx_clear_failure(r->c);
}

static bool build_pivots(const run *r, const vv_dynamics *f, vv_speed_set *to) {
    return vv_speed_conditioning_new(f, r->speed_sets.ncandidates, to->taken, to->rows,
                                     &to->conditioning);
}

vv_status vv_simulation_monitor_speeds(run *r) {
    vv_speed_sets *k = &r->speed_sets;
    const vv_system *s = r->dynamics.s;
    if (!can_fail(r)) return VV_OK;
    int most = s->nv + s->m->nspeeds + 2 * r->lock.turned.n;
    k->candidate = VV_ARRAY(r->c, vv_speed_candidate, most + 1);
    k->ncandidates = k->candidate ? vv_speed_candidates(r->c, s, &r->lock.turned, k->candidate) : 0;
    vv_speed_set *first = VV_NEW(r->c, vv_speed_set);
    if (k->ncandidates <= 0 || !first) return vv_ctx_status(r->c);
    first->built = true;
    first->taken = find_taken(r);
    first->rows = VV_ARRAY(r->c, int, s->rank + 1);
    for (int i = 0; first->rows && i < s->rank; i++) first->rows[i] = i;
    vv_diag_mark said = vv_diag_get_mark(r->c);
    bool built = first->taken && first->rows && build_pivots(r, &r->dynamics, first);
    vv_simulation_discard_diagnostics(r, said);
    if (!built || !(first->conditioning.nmatters || r->lock.turned.n))
        return vv_ctx_status(r->c); /* the same everywhere */
    k->first = first;
    return vv_simulation_monitor_speeds_of_copy(r) ? VV_OK : vv_ctx_status(r->c);
}

bool vv_simulation_monitor_speeds_of_copy(run *r) {
    vv_speed_sets *k = &r->speed_sets;
    if (!k->first) return true;
    vv_speed_set *own = VV_NEW(r->c, vv_speed_set);
    k->position = VV_MATRIX(r->c, double, VV_SPEED_CONDITIONING_SAMPLES, r->dynamics.nq);
    k->size = VV_ARRAY(r->c, double, k->ncandidates + 1);
    k->taken = VV_ARRAY(r->c, int, r->dynamics.n + 1);
    k->rows = VV_ARRAY(r->c, int, r->s->rank + 1);
    k->barred = VV_ARRAY(r->c, bool, k->ncandidates + 1);
    if (!own || !vv_ctx_ok(r->c)) return false;
    *own = *k->first;
    own->conditioning.f = &r->dynamics;
    k->first = k->now = own;
    k->count = 1;
    return true;
}

/* The speeds in terms of q and q'. */
static bool build_speeds(run *r, vv_speed_set *to) {
    const vv_system *s = to->dynamics.s;
    int nq = s->nq;
    vv_expr *in = VV_ARRAY(r->c, vv_expr, 2 * nq + 2);
    if (!in) return false;
    for (int i = 0; i < nq; i++) in[i] = s->q[i], in[nq + i] = s->qd[i];
    in[2 * nq] = s->m->t;
    const vv_parameter_values *fixed = &to->dynamics.fixed;
    vv_tape_plan plan = {2 * nq + 1, in, fixed->n, fixed->symbol, fixed->value, s->n, s->speed};
    to->speeds = vv_tape_build(r->c, &plan, NULL);
    to->speeds_scratch = to->speeds ? VV_ARRAY(r->c, double, to->speeds->nslots + 1) : NULL;
    if (to->speeds_scratch) vv_tape_prepare(to->speeds, to->speeds_scratch);
    return to->speeds_scratch != NULL;
}

static bool build_flow(run *r, vv_speed_set *to) {
    const vv_dynamics_options values = {.fixed = &r->dynamics.fixed}; /* events may have set some */
    vv_system *s = VV_NEW(r->c, vv_system);
    vv_equations *eq = VV_NEW(r->c, vv_equations);
    vv_speed_candidate *own = VV_ARRAY(r->c, vv_speed_candidate, r->dynamics.n + 1);
    const char *why;
    if (!s || !eq || !own) return false;
    for (int i = 0; i < r->dynamics.n; i++) own[i] = r->speed_sets.candidate[to->taken[i]];
    return vv_system_in_speeds(r->c, r->s, own, to->rows, s) == VV_OK &&
           vv_formulation_minimal(r->c, s, eq, &why) == VV_OK &&
           vv_dynamics_build_with(r->c, s, eq, r->dynamics.order, values, &to->dynamics) == VV_OK;
}

static bool build_around(run *r, vv_speed_set *to) {
    vv_audit audit = r->audit;
    if (!vv_audit_change_formulation(&audit, &to->dynamics) ||
        vv_columns_rebuild(&to->dynamics, r->o->dense, &to->columns) != VV_OK ||
        vv_events_build(&to->dynamics, &to->events) != VV_OK || !build_pivots(r, &to->dynamics, to))
        return false;
    to->rates = audit.rates, to->rates_scratch = audit.rates_scratch, to->audit_in = audit.in;
    to->in = VV_ARRAY(r->c, double, to->dynamics.taylor.jet->nin + 1);
    vv_speed_conditioning_typical_determinant(&to->conditioning, r->speed_sets.position, 0);
    return vv_ctx_ok(r->c);
}

static bool is_set(const run *r, const vv_speed_set *k, const wanted *w) {
    return vv_same_index_set(k->conditioning.n, k->taken, w->taken) &&
           vv_same_index_set(r->s->rank, k->rows, w->rows);
}

static vv_speed_set *new_set(run *r, int n, const wanted *w) {
    int rank = r->s->rank;
    vv_speed_set *to = VV_NEW(r->c, vv_speed_set), **last = &r->speed_sets.first;
    if (!to) return NULL;
    to->taken = VV_ARRAY(r->c, int, n + 1);
    to->rows = VV_ARRAY(r->c, int, rank + 1);
    if (!to->taken || !to->rows) return NULL;
    memcpy(to->taken, w->taken, (size_t)n * sizeof *to->taken);
    memcpy(to->rows, w->rows, (size_t)rank * sizeof *to->rows);
    to->conditioning.n = n;
    while (*last) last = &(*last)->next;
    r->speed_sets.count++;
    return *last = to;
}

/* Builds what an active set needs. false: there are no such equations. */
static bool build(run *r, vv_speed_set *to) {
    if (to->fails) return false;
    vv_diag_mark said = vv_diag_get_mark(r->c);
    if (!to->built) to->fails = !build_flow(r, to) || !build_around(r, to);
    if (!to->fails && !to->speeds) to->fails = !build_speeds(r, to);
    to->built = true;
    vv_simulation_discard_diagnostics(r, said);
    return !to->fails;
}

/* Built on first use. NULL: there are no such equations. */
vv_speed_set *vv_simulation_speed_set(run *r, const wanted *w) {
    vv_speed_set *k = r->speed_sets.first;
    while (k && !is_set(r, k, w)) k = k->next;
    if (!k) k = new_set(r, r->dynamics.n, w);
    return k && build(r, k) ? k : NULL;
}

/* ---- switching ------------------------------------------------------------------------------- */

/* A new stepper of the current integrator. */
static bool ready_stepper(run *r, vv_speed_set *to) {
    const vv_stepper *s = &r->stepper;
    if (!to->initial_stepper.length || to->stepper.integrator != s->integrator ||
        to->stepper.tolerance != s->tolerance) {
        vv_stepper_close(&to->stepper);
        to->initial_stepper = VV_BUFFER(r->c);
        if (!vv_stepper_new(&to->dynamics, s->integrator, s->tolerance, &to->stepper)) return false;
        vv_serializer k = {.out = &to->initial_stepper};
        vv_stepper_serialize(&to->stepper, &k);
    } else {
        vv_serializer k = {.in = to->initial_stepper.text, .length = to->initial_stepper.length};
        vv_stepper_serialize(&to->stepper, &k);
    }
    return vv_ctx_ok(r->c);
}

/* Sets the state from q and q'; speeds common to both sets are kept to the last digit. Coordinates
 * keep their error scales. */
static void put_state(run *r, vv_speed_set *to, const double *state, bool exact) {
    const vv_speed_set *from = r->speed_sets.now;
    const vv_stepper *s = &r->stepper;
    vv_stepper *other = &to->stepper;
    int nq = r->dynamics.nq, n = r->dynamics.n;
    double *in = to->conditioning.work;
    memcpy(in, state, 2 * (size_t)nq * sizeof *in);
    in[2 * nq] = s->t;
    vv_tape_run(to->speeds, in, other->x + nq, to->speeds_scratch);
    memcpy(other->x, state, (size_t)nq * sizeof *state);
    memset(other->x_low, 0, (size_t)other->n * sizeof *state);
    memcpy(other->error_scale, s->error_scale, (size_t)nq * sizeof *s->error_scale);
    if (exact) return;
    memcpy(other->x, s->x, (size_t)nq * sizeof *state);
    memcpy(other->x_low, s->x_low, (size_t)nq * sizeof *state);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (to->taken[i] == from->taken[j]) {
                other->x[nq + i] = s->x[nq + j], other->x_low[nq + i] = s->x_low[nq + j];
                other->error_scale[nq + i] = s->error_scale[nq + j];
            }
}

/* Stores the active set and activates the other. */
void vv_simulation_swap_speed_set(run *r, vv_speed_set *to) {
    vv_speed_set *from = r->speed_sets.now;
    from->dynamics = r->dynamics, from->stepper = r->stepper, from->columns = r->output.columns;
    from->events = r->events, from->in = r->in, from->stiffness_rhs = r->stiffness.rhs;
    from->rates = r->audit.rates, from->rates_scratch = r->audit.rates_scratch;
    from->audit_in = r->audit.in;
    from->stepper.f = from->stepper.rhs.f = &from->dynamics; /* no longer the active one */
    from->events.f = &from->dynamics;
    bool *doubted = r->output.columns.doubted;
    r->dynamics = to->dynamics, r->stepper = to->stepper, r->output.columns = to->columns;
    r->events = to->events, r->in = to->in, r->stiffness.rhs = to->stiffness_rhs;
    r->audit.rates = to->rates, r->audit.rates_scratch = to->rates_scratch;
    r->audit.in = to->audit_in;
    r->output.columns.doubted = doubted;
    r->events.f = &r->dynamics;
    r->stepper.f = r->stepper.rhs.f = &r->dynamics;
    to->stepper = (vv_stepper){0}; /* one owner */
    r->speed_sets.now = to;
}

/* The names of those in `taken` but not in `but`; NULL: of all. */
static const char *names_of(const run *r, const int *taken, const int *but) {
    static const char *const primes[] = {"", "'", "''"};
    vv_buffer b = VV_BUFFER(r->c);
    int n = r->speed_sets.now->conditioning.n;
    for (int i = 0; i < n; i++) {
        bool there = false;
        for (int j = 0; but && j < n; j++) there |= but[j] == taken[i];
        if (there) continue;
        const vv_symbol *s = vv_symbol_get(r->c, r->speed_sets.candidate[taken[i]].symbol);
        vv_buffer_printf(&b, "%s%s%s", b.length ? ", " : "", s->name,
                         primes[s->order < 3 ? s->order : 2]);
    }
    return vv_buffer_text(&b);
}

/* In the report: the first changes one by one, the others by their number. */
static void tell_change(run *r, const int *before) {
    enum { TOLD = 3 };
    const int *now = r->speed_sets.now->taken;
    r->speed_sets.last = r->stepper.t;
    if (r->speed_sets.changes++ >= TOLD) return;
    vv_mark mark = vv_arena_mark(r->c);
    if (vv_same_index_set(r->dynamics.n, now, before))
        vv_buffer_printf(r->account,
                         "form: the same speeds by other constraints from t = %.9g on, since the "
                         "previous ones become dependent near there",
                         r->stepper.t);
    else
        vv_buffer_printf(r->account,
                         "form: speeds %s instead of %s from t = %.9g on, since the latter become "
                         "ill-conditioned near there",
                         names_of(r, now, before), names_of(r, before, now), r->stepper.t);
    vv_buffer_add(r->account,
                  r->speed_sets.changes == TOLD ? "; later changes are only counted\n" : "\n");
    vv_arena_release(r->c, mark);
}

void vv_simulation_report_speeds(const run *r) {
    const vv_speed_sets *k = &r->speed_sets;
    if (k->changes < 2) return;
    vv_buffer_printf(r->account, "form: changed %ld times, last at t = %.9g, to the speeds %s\n",
                     k->changes, k->last, names_of(r, k->now->taken, NULL));
}

/* state: q and q'; NULL: those of the current speeds. */
bool vv_simulation_switch_speed_set(run *r, vv_speed_set *to, const double *state) {
    const int *before = r->speed_sets.now->taken;
    double *own = to->conditioning.work + 2 * r->dynamics.nq + 1;
    if (!ready_stepper(r, to)) return false;
    if (!state) vv_simulation_positions_and_rates(r, own);
    vv_stepper_transfer(&r->stepper, &to->stepper);
    put_state(r, to, state ? state : own, state != NULL);
    VV_SERIALIZE_HAND_OVER(r->c, vv_events_serialize, &r->events, &to->events);
    vv_simulation_swap_speed_set(r, to);
    tell_change(r, before);
    return vv_ctx_ok(r->c);
}

/* ---- other parameter values, checkpoint, end ------------------------------------------------- */

bool vv_simulation_rebuild_speed_sets(run *r) {
    vv_speed_sets *k = &r->speed_sets;
    if (!k->now || r->dynamics.multipliers) return true;
    for (vv_speed_set *old = k->first; old; old = old->next)
        if (old != k->now) vv_stepper_close(&old->stepper);
    vv_speed_set *own = VV_NEW(r->c, vv_speed_set);
    if (!own) return false;
    own->taken = k->now->taken, own->rows = k->now->rows;
    own->built = true;
    if (!build_pivots(r, &r->dynamics, own)) return false;
    vv_speed_conditioning_typical_determinant(&own->conditioning, k->position, 0);
    k->first = k->now = own;
    k->count = 1;
    k->sized = false;
    return true;
}

/* Can it be built? */
static bool is_possible(const run *r, int n, const wanted *w) {
    bool good = true;
    for (int i = 0; i < n; i++) good &= w->taken[i] >= 0 && w->taken[i] < r->speed_sets.ncandidates;
    for (int i = 0; i < r->s->rank; i++) good &= w->rows[i] >= 0 && w->rows[i] < r->s->nrows;
    return good;
}

/* Removes from a list the set with these speeds and constraints, in order; NULL: none. */
static vv_speed_set *take_out(const run *r, vv_speed_set **list, int n, const wanted *w) {
    for (; *list; list = &(*list)->next) {
        vv_speed_set *k = *list;
        if (memcmp(k->taken, w->taken, (size_t)n * sizeof *w->taken) ||
            memcmp(k->rows, w->rows, (size_t)r->s->rank * sizeof *w->rows))
            continue;
        *list = k->next;
        k->next = NULL;
        return k;
    }
    return NULL;
}

static void save_sets(run *r, vv_serializer *k) {
    vv_speed_sets *own = &r->speed_sets;
    VV_SERIALIZE(k, own->count);
    for (vv_speed_set *set = own->first; set; set = set->next) {
        bool here = set == own->now;
        VV_SERIALIZE_ARRAY(k, set->taken, own->now->conditioning.n);
        VV_SERIALIZE_ARRAY(k, set->rows, r->s->rank);
        VV_SERIALIZE(k, set->fails); /* if it was tried */
        VV_SERIALIZE(k, here);
    }
}

/* All sets used so far in order, to be built on demand. Returns the active one; NULL: there is
 * none. */
static vv_speed_set *load_sets(run *r, vv_serializer *k) {
    vv_speed_sets *own = &r->speed_sets;
    int count = 0, n = own->now->conditioning.n;
    vv_speed_set *before = own->first, *now = NULL, **last = &own->first;
    *last = NULL;
    VV_SERIALIZE(k, count);
    for (own->count = 0; own->count < count; last = &(*last)->next) {
        const wanted w = {own->taken, own->rows};
        bool fails = false, here = false;
        VV_SERIALIZE_ARRAY(k, w.taken, n);
        VV_SERIALIZE_ARRAY(k, w.rows, r->s->rank);
        VV_SERIALIZE(k, fails);
        VV_SERIALIZE(k, here);
        if (k->failed || !is_possible(r, n, &w)) return NULL;
        vv_speed_set *known = take_out(r, &before, n, &w);
        if (known) *last = known, own->count++;
        if (!known && !new_set(r, n, &w)) return NULL;
        (*last)->fails = fails;
        if (here) now = *last;
    }
    return now;
}

bool vv_simulation_serialize_speeds(run *r, vv_serializer *k) {
    vv_speed_sets *own = &r->speed_sets;
    bool monitored = own->now != NULL;
    VV_SERIALIZE(k, monitored);
    if (monitored && !own->now) {
        r->lock.met = true;
        if (vv_simulation_monitor_speeds(r) != VV_OK) return false;
    }
    vv_speed_set *before = own->now, *to = before;
    if (!before) return !monitored;
    VV_SERIALIZE_ARRAY(k, own->position, VV_SPEED_CONDITIONING_SAMPLES * r->dynamics.nq);
    if (!k->out) vv_speed_conditioning_typical_determinant(&before->conditioning, own->position, 0);
    if (k->out)
        save_sets(r, k);
    else
        to = load_sets(r, k);
    VV_SERIALIZE(k, own->changes);
    VV_SERIALIZE(k, own->last);
    VV_SERIALIZE(k, own->sized);
    VV_SERIALIZE_ARRAY(k, own->size, own->ncandidates);
    if (k->failed || !to) return false;
    if (to == before) return true;
    if (r->dynamics.multipliers) return own->now = to, true;
    if (!build(r, to) || !ready_stepper(r, to)) return false;
    vv_simulation_swap_speed_set(r, to); /* its state is loaded afterwards */
    vv_stepper_close(&before->stepper);
    before->stepper = (vv_stepper){0}, before->initial_stepper = VV_BUFFER(r->c);
    return true;
}

void vv_simulation_drop_speed_sets(run *r) {
    for (vv_speed_set *k = r->speed_sets.first; k; k = k->next) vv_stepper_close(&k->stepper);
    r->speed_sets = (vv_speed_sets){0};
}

void vv_simulation_close(run *r) {
    vv_simulation_drop_speed_sets(r);
    vv_stepper_close(&r->stepper);
}
