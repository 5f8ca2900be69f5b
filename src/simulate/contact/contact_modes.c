#include "simulate/contact/contact_modes.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "numeric/dense_vector.h"
#include "simulate/events/events.h"
#include "numeric/root_isolation.h"

bool vv_contact_modes_new(vv_dynamics *f, vv_friction *k, vv_contact_modes *m) {
    int rows = f->eq->nrows;
    *m = (vv_contact_modes){.f = f, .k = k, .plan = (double)INFINITY, .rest = (double)INFINITY};
    m->place = VV_ARRAY(f->c, int, rows + 1);
    m->course = VV_ARRAY(f->c, vv_slip_state, k->laws.n + 1);
    m->condition = VV_ARRAY(f->c, vv_transition_function, k->laws.n + 1);
    m->yields = VV_MATRIX(f->c, double, k->laws.n + 1, k->laws.n + 1);
    m->fresh = VV_ARRAY(f->c, bool, k->n + 1);
    m->thrown = VV_ARRAY(f->c, bool, k->n + 1);
    m->gap = VV_ARRAY(f->c, double, k->n + 1);
    m->lifts = VV_ARRAY(f->c, long, k->n + 1);
    m->apart = VV_ARRAY(f->c, double, k->n + 1);
    m->bounce = VV_ARRAY(f->c, double, k->n + 1);
    m->impacts = VV_ARRAY(f->c, long, k->n + 1);
    m->turn = VV_ARRAY(f->c, vv_contact_transition, k->laws.n + k->n + 1);
    if (!vv_ctx_ok(f->c)) return false;
    for (int i = 0; i < f->velocity.n; i++) m->place[f->velocity.row[i]] = i;
    return vv_indeterminacy_new(m);
}

/* ---- series --------------------------------------------------------------------------------- */

static int degree(const vv_contact_modes *m) { return m->f->order - 1; }

/* Velocities along the relations, up to order n, by the series of q and w that stand. */
static void read_velocities(vv_contact_modes *m, int n) {
    const vv_dynamics *f = m->f;
    const vv_dynamics_constraints *v = &f->velocity;
    if (!v->n) return;
    for (int i = 0; i < f->nq + f->n; i++)
        vv_dynamics_copy_coefficients(f, i, n + 1, vv_jet_input(v->jet, v->work, i));
    vv_dynamics_copy_coefficients(f, f->nq + 2 * f->n + f->m, n + 1,
                                  vv_jet_input(v->jet, v->work, f->nq + f->n));
    for (int k = 0; k <= n; k++) vv_jet_compute_order(v->jet, k, v->work);
}

static bool moves(const vv_coulomb_law *l) {
    return l->mode == VV_CONTACT_SLIDING || l->mode == VV_CONTACT_SLIDING_DIRECTED;
}

static bool slips(const vv_contact_modes *m) {
    bool any = false;
    for (int l = 0; l < m->k->laws.n; l++) any |= moves(&m->k->laws.law[l]) && !m->course[l].tied;
    return any;
}

/* For how much of its length a polynomial through values of the forces knows these to the last
 * digits: positions at rest are followed by any step, forces on them are not. */
static double forces_known(const vv_contact_modes *m, double length) {
    enum { LAST = VV_INTERPOLANT_NODES - 1 };
    /* of the last power, the next one being less; of the largest reaction: below it rounding counts
     */
    const double ENOUGH = 3e-10, SMALL = 0.03;
    const vv_dynamics *f = m->f;
    double part = 1, most = 0, end = pow(length, LAST);
    for (int i = 0; i < f->m; i++)
        most = fmax(most, fabs(vv_dynamics_coefficients(f, f->nq + 2 * f->n + i)[0]));
    for (int i = 0; i < f->m; i++) {
        const double *c = vv_dynamics_coefficients(f, f->nq + 2 * f->n + i);
        double size = SMALL * most, power = 1, last = fabs(c[LAST]) * end;
        for (int k = 0; k <= LAST; k++, power *= length) size = fmax(size, fabs(c[k]) * power);
        if (last > ENOUGH * size) part = fmin(part, pow(ENOUGH * size / last, 1.0 / LAST));
    }
    return part;
}

/* A step of a method that is no series: all that is watched, from `from` on, for a length that may
 * become shorter. */
static void read_series(vv_contact_modes *m, const vv_stepper *s, double from, double *length) {
    enum { ROUNDS = 8 };
    const double LEAST = 0x1p-8; /* of a step: beyond that it is rounding */
    vv_dynamics *f = m->f;
    for (int round = 0; round < ROUNDS; round++) {
        vv_step_interpolant_series(s, from, *length, true);
        double part = slips(m) ? 1 : forces_known(m, *length);
        if (part == 1 || *length < LEAST * s->h) break;
        *length *= 0.9 * part;
    }
    for (int k = 0; k <= degree(m); k++) vv_jet_compute_order(f->jet, k, f->work);
    read_velocities(m, degree(m));
    m->from = from;
}

static const double *velocity(const vv_contact_modes *m, const vv_coulomb_law *l, int j) {
    const vv_dynamics_constraints *v = &m->f->velocity;
    return vv_jet_result(v->jet, v->work, m->place[l->row[j]]);
}

static const double *reaction(const vv_contact_modes *m, const vv_coulomb_law *l, int j) {
    return vv_dynamics_coefficients(m->f, m->f->nq + 2 * m->f->n + l->row[j]);
}

/* What a contact watches: its reaction, or its gap while it is apart. */
static const double *of_contact(const vv_contact_modes *m, int i) {
    return m->k->laws.normal[i].apart ? vv_coulomb_gap(m->f, i) : vv_coulomb_normal_force(m->f, i);
}

/* to += k a^2 */
static void add_square(int n, double k, const double *a, double *to) {
    for (int i = 0; i <= n; i++) {
        double twice = 0;
        for (int j = 0; 2 * j < i; j++) twice += a[j] * a[i - j];
        to[i] += k * (2 * twice + (i % 2 ? 0 : a[i / 2] * a[i / 2]));
    }
}

/* What a law's next transition is a zero of. */
static void find_condition(vv_contact_modes *m, int law) {
    const vv_coulomb_law *l = &m->k->laws.law[law];
    vv_transition_function *o = &m->condition[law];
    int n = degree(m);
    *o = (vv_transition_function){0};
    if (l->mode == VV_CONTACT_STICKING) {
        add_square(n, 1, vv_coulomb_static_limit(m->f, law), o->c);
        o->rounding = 16 * DBL_EPSILON * o->c[0];
        for (int j = 0; j < l->n; j++) add_square(n, -1, reaction(m, l, j), o->c);
        return;
    }
    double aim[2] = {l->aim[0], l->aim[1]}, u = velocity(m, l, 0)[0],
           v = l->n > 1 ? velocity(m, l, 1)[0] : 0, size = hypot(u, v);
    if (l->mode == VV_CONTACT_SLIDING) aim[0] = u / size, aim[1] = v / size;
    for (int j = 0; j < l->n; j++) {
        for (int i = 0; i <= n; i++) o->c[i] += aim[j] * velocity(m, l, j)[i];
        o->rounding += 8 * DBL_EPSILON * l->size[j];
    }
}

/* The step that the series of all conditions allow. */
static double fitting(vv_contact_modes *m, double dt) {
    const vv_coulomb *w = &m->k->laws;
    for (int l = 0; l < w->n; l++) {
        if (w->law[l].mode == VV_CONTACT_SEPARATED || m->course[l].tied) continue;
        find_condition(m, l);
        dt = vv_series_step_limit(degree(m), m->condition[l].c, dt);
    }
    for (int i = 0; i < w->nnormals; i++)
        dt = vv_series_step_limit(degree(m), of_contact(m, i), dt);
    return dt;
}

/* ---- transitions ---------------------------------------------------------------------------- */

/* after: the beginning of the series that stand. */
static void plan(vv_contact_modes *m, vv_contact_transition_kind what, int at, double after,
                 double t) {
    after += m->from;
    double same = 4 * DBL_EPSILON * fmax(after, fabs(t));
    if (after > m->plan + same) return;
    if (after < m->plan - same) m->nturns = 0, m->plan = after;
    m->turn[m->nturns++] = (vv_contact_transition){.what = what, .at = at, .after = after};
}

/* The first place in (0, dt] where a condition that is positive passes to the other side; infinite
 * if there is none. fresh: it begins at 0, which is no such place. */
static double first_fall(int n, const double *c, double dt, double rounding, bool fresh) {
    double all[VV_ROOT_ISOLATION_DEGREE + 1], *b = all;
    vv_isolated_root zero[VV_ROOT_ISOLATION_MAX];
    double noise = fmax(vv_series_rescale(n, c, dt, b), rounding);
    if (fresh) {
        b++, n--;
        while (n > 1 && fabs(b[0]) <= noise) b++, n--;
        if (b[0] < -noise) return 0;
    } else if (b[0] < -noise) {
        return 0;
    }
    int count = vv_root_isolation_find(n, b, noise, zero);
    for (int i = 0; i < count; i++)
        if (zero[i].before > 0 && zero[i].after < 0) return zero[i].at * dt;
    return (double)INFINITY;
}

static double value(int n, const double *c, double x) { return vv_polynomial_value(n, c, x); }

/* Below it a slip has only one direction, in which it ends: of the largest slip; of what cancels to
 * it, whose rounding would turn the direction; and of its rate, since coefficients of a series that
 * reaches so short a time are no numbers any more. */
static double least_slip(const vv_contact_modes *m, int law, double rate) {
    const vv_coulomb_law *l = &m->k->laws.law[law];
    double small = fmax(1e-9 * m->course[law].peak, 1e-11 * (l->size[0] + l->size[1]));
    return fmax(small, rate * pow(1e-250, 1.0 / m->f->order));
}

/* Where both components vanish together, not only the one looked at. */
static bool vanishes(const vv_contact_modes *m, int law, double after) {
    const vv_coulomb_law *l = &m->k->laws.law[law];
    double u = value(degree(m), velocity(m, l, 0), after),
           v = l->n > 1 ? value(degree(m), velocity(m, l, 1), after) : 0;
    return hypot(u, v) <= least_slip(m, law, 0);
}

/* The direction against the reaction at a time. */
static void aim_of(const vv_contact_modes *m, int law, double after, double aim[2]) {
    const vv_coulomb_law *l = &m->k->laws.law[law];
    double R[2] = {0};
    for (int j = 0; j < l->n; j++) R[j] = value(degree(m), reaction(m, l, j), after);
    double size = hypot(R[0], R[1]);
    for (int j = 0; j < 2; j++) aim[j] = -R[j] / size;
}

static double size_of(int n, const double *c, double dt) {
    double sum = 0, power = 1;
    for (int k = 0; k <= n; k++, power *= dt) sum += fabs(c[k]) * power;
    return sum;
}

/* Of a velocity that begins, the rate: itself, and what it becomes in the rounding of the instant
 * at which its force reached the limit. */
static double rounding_of_rate(const vv_contact_modes *m, int law, double t) {
    return m->course[law].still + 8 * DBL_EPSILON * fabs(t * 2 * m->condition[law].c[2]);
}

static void look_at_law(vv_contact_modes *m, int law, double dt, double t) {
    const vv_coulomb_law *l = &m->k->laws.law[law];
    const vv_transition_function *o = &m->condition[law];
    if (l->mode == VV_CONTACT_SEPARATED || m->course[law].tied) return;
    /* at its limit, as far as modes agree with that: not passed where the force goes back. A limit
     * of 0 has no rounding but that of the force itself. */
    const double AGREED = 1e5;
    double least = o->c[0] < 0 ? 16 * DBL_EPSILON * size_of(degree(m), o->c, dt) : 0;
    bool fresh = moves(l) ? m->course[law].fresh
                          : o->c[0] <= o->rounding && o->c[0] >= -AGREED * o->rounding - least;
    double rounding = fmax(o->rounding, fresh && moves(l) ? dt * rounding_of_rate(m, law, t) : 0),
           after = first_fall(degree(m), o->c, dt, rounding, fresh);
    if (isinf(after)) return;
    if (l->mode == VV_CONTACT_SLIDING && !vanishes(m, law, after)) return;
    plan(m, moves(l) ? VV_TRANSITION_STICK : VV_TRANSITION_SLIP, law, after, t);
}

/* Of a gap that opens, whose velocity and its rate are differences of those of the bodies, at an
 * instant that is known to its own rounding; other methods than series know all of these to less.
 */
static double rounding_of_gap(const vv_contact_modes *m, const vv_stepper *s, const double *c,
                              double dt) {
    const vv_dynamics *f = m->f;
    const double by = s->by == &vv_integrator_taylor ? 8 * DBL_EPSILON : 1e-9, t = s->t;
    double most[2] = {0};
    for (int j = 0; j < 2; j++)
        for (int i = 0; i < f->n; i++)
            most[j] = fmax(most[j], fabs(vv_dynamics_coefficients(f, f->nq + j * f->n + i)[0]));
    double late = fabs(t) * dt * (fabs(c[2]) + 2 * dt * fabs(c[3])); /* c: the gap itself */
    return by * (dt * (most[0] + dt * fmax(most[1], m->loose[0])) + late);
}

/* Where bodies are that near they touch: a part of the positions, which other methods than series
 * know to what many steps make of their tolerance. */
static double reach(const vv_contact_modes *m, const vv_stepper *s) {
    const double NEAR = 1e-9, STEPS = 1000, FAR = 1e-3;
    double known = s->by == &vv_integrator_taylor ? 0 : fmin(STEPS * s->tolerance, FAR);
    return fmax(NEAR, known) * vv_norm_inf(m->f->nq, s->x);
}

static void look_at_contact(vv_contact_modes *m, const vv_stepper *s, int contact, double dt) {
    const vv_contact_normal *w = &m->k->laws.normal[contact];
    double c[VV_ROOT_ISOLATION_DEGREE + 1], t = s->t;
    int n = degree(m);
    if (w->apart && w->kept) return; /* it cannot strike */
    memcpy(c, of_contact(m, contact), (size_t)(n + 1) * sizeof *c);
    if (w->apart) c[0] -= m->gap[contact];
    /* an event of the model at the same place comes first: it may have a law for the impact; other
     * methods than series know places to their tolerance */
    bool own = w->restitution.id != 0; /* a law of its own, at the very place */
    if (w->apart && s->degree && !m->fresh[contact] && !own) c[0] += reach(m, s);
    bool fresh = w->apart && m->fresh[contact];
    if (fresh && !m->thrown[contact]) c[1] = 0; /* it was closed: what is left of it is rounding */
    double after = first_fall(n, c, dt, fresh ? rounding_of_gap(m, s, c, dt) : 0, fresh);
    if (isinf(after)) return;
    if (w->apart && !own) after = fmin(after + 1e-12 * fmax(dt, fabs(t)), dt);
    plan(m, w->apart ? VV_TRANSITION_IMPACT : VV_TRANSITION_SEPARATION, contact, after, t);
}

/* What must be known of a transition when the series are gone. */
static void look_at_turn(const vv_contact_modes *m, vv_contact_transition *turn) {
    const vv_coulomb *w = &m->k->laws;
    double after = m->plan - m->from;
    if (turn->what == VV_TRANSITION_SLIP) aim_of(m, turn->at, after, turn->aim);
    if (turn->what == VV_TRANSITION_SEPARATION)
        turn->left = value(degree(m), vv_coulomb_gap(m->f, turn->at), after);
    const vv_coulomb_law *l = turn->what == VV_TRANSITION_STICK ? &w->law[turn->at] : NULL;
    for (int j = 0; l && j < l->n; j++)
        turn->left = fmax(turn->left, fabs(value(degree(m), velocity(m, l, j), after)));
}

/* Transitions within the length for which the series will do, which it becomes. */
static bool look(vv_contact_modes *m, const vv_stepper *s, double *length) {
    const vv_coulomb *w = &m->k->laws;
    *length = fitting(m, *length);
    if (!(*length > 1e-15 * fabs(s->t))) return false;
    for (int l = 0; l < w->n; l++) /* a direction that is only aimed at: not for long */
        if (m->course[l].fresh && w->law[l].n > 1) *length = fmin(*length, m->course[l].within);
    for (int l = 0; l < w->n; l++) look_at_law(m, l, *length, s->t);
    for (int i = 0; i < w->nnormals; i++) look_at_contact(m, s, i, *length);
    for (int i = 0; i < m->nturns; i++) look_at_turn(m, &m->turn[i]);
    return true;
}

static void plan_nothing(vv_contact_modes *m) {
    m->nturns = 0;
    m->plan = (double)INFINITY;
    m->from = 0;
}

/* A series is expanded anew where those of the conditions end; a step of another method stays whole
 * and is looked at piece by piece. */
static bool look_at_step(vv_contact_modes *m, const vv_stepper *s, double *dt) {
    plan_nothing(m);
    if (!s->degree) return look(m, s, dt);
    for (double from = 0; from < *dt && isinf(m->plan);) {
        double length = *dt - from;
        read_series(m, s, from, &length);
        if (!look(m, s, &length)) return false;
        from = length < *dt - from ? from + length : *dt;
    }
    return true;
}

/* An impact comes from outside: an event of the model may be there to meet it, found in the same
 * polynomials. */
static bool strikes(const vv_contact_modes *m) {
    for (int i = 0; i < m->nturns; i++)
        if (m->turn[i].what == VV_TRANSITION_IMPACT) return true;
    return false;
}

/* The step of another method meets a transition, or cannot say: it is made again by series. What
 * polynomials know to their tolerance only, the force at its limit and the velocity at 0, would
 * agree with no mode at all behind it. Where series fail the step stays. */
static bool look_by_series(vv_contact_modes *m, vv_stepper *s, double *dt) {
    int degree = s->degree;
    double h = s->h, limit = *dt;
    if (vv_step_by_series(s) == VV_STEP_OK) {
        *dt = fmin(s->h, limit);
        if (look_at_step(m, s, dt)) return true;
    }
    s->degree = degree, s->h = h, *dt = limit;
    return look_at_step(m, s, dt);
}

/* What comes to its limit by the way in which a load is divided does not slide there. Transitions
 * of others come first: they are told. */
static void divide_anew(vv_contact_modes *m) {
    int n = m->nturns;
    vv_contact_transition first = m->turn[0];
    for (int i = 0; i < n; i++) {
        if (m->turn[i].what == VV_TRANSITION_SLIP)
            m->turn[i].what = VV_TRANSITION_REDISTRIBUTION;
        else if (m->turn[0].what == VV_TRANSITION_REDISTRIBUTION)
            m->turn[0] = m->turn[i], m->turn[i] = first,
            m->turn[i].what = VV_TRANSITION_REDISTRIBUTION;
    }
}

vv_mode_fault vv_contact_modes_locate_transition(vv_contact_modes *m, vv_stepper *s, double *dt) {
    double whole = *dt;
    plan_nothing(m);
    m->event = 0;
    if (!(*dt > 0)) return VV_MODE_OK;
    vv_contact_modes_expand_slip_directions(m, s);
    bool good = look_at_step(m, s, dt);
    if (s->degree && (!good || (m->nturns && !strikes(m)))) {
        *dt = whole;
        good = look_by_series(m, s, dt);
    }
    if (!good) return VV_MODE_NAN;
    bool slides = false;
    for (int i = 0; i < m->nturns; i++) slides |= m->turn[i].what == VV_TRANSITION_SLIP;
    if (slides && vv_friction_forces_feasible_at(m, s, m->plan - m->from)) divide_anew(m);
    *dt = fmin(*dt, m->plan);
    return VV_MODE_OK;
}

/* ---- from step to step ---------------------------------------------------------------------- */

/* Of the largest slip: from here on its direction is that of ever smaller differences, which other
 * methods know to their tolerance of the velocities only, and series to the last digit. */
static double fading(const vv_stepper *s) {
    const double FADING = 1e-4, STEPS = 1000;
    return fmax(FADING, fmin(STEPS * s->tolerance, 1));
}

/* Directions: aimed only at the beginning and at the end of a slide in two dimensions. after: the
 * end of the step, in the series that stand. */
static void follow(vv_contact_modes *m, const vv_stepper *s, int law, double dt, double after) {
    vv_coulomb_law *l = &m->k->laws.law[law];
    vv_slip_state *o = &m->course[law];
    double u[2] = {0}, slope[2] = {0};
    if (!moves(l)) o->fading = false;
    if (!moves(l) || o->tied) return;
    o->slid += dt;
    o->fresh = false;
    for (int j = 0; j < l->n; j++) {
        const double *c = velocity(m, l, j);
        u[j] = after > 0 ? value(degree(m), c, after) : c[0];
        slope[j] = after > 0 ? 0 : c[1];
        for (int k = degree(m); after > 0 && k >= 1; k--) slope[j] = slope[j] * after + k * c[k];
    }
    double size = hypot(u[0], u[1]), rate = u[0] * slope[0] + u[1] * slope[1];
    o->peak = fmax(o->peak, size);
    if (l->n < 2 || o->ending) return;
    l->mode = VV_CONTACT_SLIDING;
    o->fading = size < fading(s) * o->peak && rate < 0;
    if (!(size < least_slip(m, law, hypot(slope[0], slope[1])) && rate < 0)) return;
    l->mode = VV_CONTACT_SLIDING_DIRECTED;
    o->ending = true;
    memset(l->bend, 0, sizeof l->bend);
    for (int j = 0; j < 2; j++) l->aim[j] = u[j] / size;
}

void vv_contact_modes_require_series(vv_contact_modes *m) {
    vv_coulomb *w = &m->k->laws;
    w->by_series = false;
    for (int l = 0; l < w->n; l++)
        w->by_series |= (m->course[l].fresh || m->course[l].fading) && w->law[l].n > 1;
    for (int i = 0; i < w->nnormals; i++) w->by_series |= m->fresh[i] && w->normal[i].apart;
}

void vv_contact_modes_before_step(vv_contact_modes *m, const vv_stepper *s, double dt) {
    const vv_coulomb *w = &m->k->laws;
    if (s->degree) { /* series from the end of the step on */
        vv_step_interpolant_series(s, dt, 0, false);
        read_velocities(m, 1);
    }
    for (int i = 0; i < w->nnormals; i++) {
        if (w->normal[i].apart && !w->normal[i].kept) m->apart[i] += dt;
        m->fresh[i] = m->thrown[i] = false;
    }
    for (int l = 0; l < w->n; l++) follow(m, s, l, dt, s->degree ? 0 : dt);
    vv_contact_modes_require_series(m);
}

void vv_slip_state_note_transition(vv_slip_state *o, double t, bool begins) {
    if (!begins && o->begins && o->begun == t) { /* it was none */
        o->begins--;
        return;
    }
    if (!o->begins && !o->holds) o->first = t;
    o->last = t;
    if (begins) o->begun = t;
    *(begins ? &o->begins : &o->holds) += 1;
}

static void arrive(vv_contact_modes *m, int law, double left, double t) {
    vv_slip_state *o = &m->course[law];
    vv_slip_state_note_transition(o, t, false);
    o->arrived = true;
    o->fading = false;
    o->removed = fmax(o->removed, left);
}

/* Contacts of one body that comes to rest stop together: where a slip ends, others of two
 * dimensions of which as little is left end with it. Their directions are those of rounding by now.
 */
static void arrive_together(vv_contact_modes *m, const vv_stepper *s) {
    const double TOGETHER = 1e-8; /* of their peaks: slips that end are aimed at from 1e-9 on */
    const vv_coulomb *w = &m->k->laws;
    bool ends = false;
    for (int i = 0; i < m->nturns; i++) ends |= m->turn[i].what == VV_TRANSITION_STICK;
    if (!ends || vv_dynamics_evaluate_matrix(m->f, s->x, s->t) != VV_DYNAMICS_OK) return;
    for (int l = 0; l < w->n; l++) {
        const double *u = w->out + (size_t)l * (size_t)(m->f->kkt.n + 2);
        const vv_slip_state *o = &m->course[l];
        double left = hypot(u[0], u[1]);
        if (w->law[l].n > 1 && moves(&w->law[l]) && !o->tied && !o->arrived && !o->fresh &&
            left <= TOGETHER * o->peak)
            arrive(m, l, left, s->t);
    }
}

static bool is_of_law(const vv_contact_transition *t) {
    return t->what <= VV_TRANSITION_STICK || t->what == VV_TRANSITION_REDISTRIBUTION;
}

static vv_mode_fault make_turn(vv_contact_modes *m, const vv_contact_transition *turn,
                               vv_stepper *s) {
    vv_coulomb *w = &m->k->laws;
    bool shares = turn->what == VV_TRANSITION_REDISTRIBUTION;
    m->event = shares ? 0 : turn->what;
    m->changes += !shares;
    if (turn->what == VV_TRANSITION_SLIP || shares) {
        vv_slip_state *o = &m->course[turn->at];
        o->forced = true;
        memcpy(w->law[turn->at].aim, turn->aim, sizeof turn->aim);
    } else if (turn->what == VV_TRANSITION_STICK) {
        arrive(m, turn->at, turn->left, s->t);
    } else {
        m->culprit = turn->at;
        if (turn->what == VV_TRANSITION_IMPACT) return VV_MODE_IMPACT;
        if (w->normal[turn->at].row < 0 || !w->normal[turn->at].gap.id)
            return VV_MODE_CANNOT_SEPARATE;
        vv_contact_modes_separate(m, turn->at, turn->left);
    }
    return VV_MODE_OK;
}

vv_mode_fault vv_contact_modes_after_step(vv_contact_modes *m, vv_stepper *s, double dt) {
    enum { MOST = 1000 };
    static const double VANISHING = 1e-9,
                        KNOWN = 1e-9; /* as accelerations to modes: mode_search.c */
    m->rest += dt;
    if (!m->nturns || dt < m->plan) return m->nturns = 0, VV_MODE_OK;
    /* polynomials keep what held to their own error: what begins here begins from nothing */
    if (s->degree && vv_step_project(s) != VV_DYNAMICS_OK) return VV_MODE_NAN;
    if (!isinf(m->rest)) m->longest = fmax(m->longest, m->rest); /* before the first: for ever */
    m->hurried = m->rest <= VANISHING * m->longest ? m->hurried + 1 : 0;
    bool blurred =
        DBL_EPSILON * fabs(s->t) > KNOWN * m->rest; /* the instant beside their distance */
    m->rest = 0;
    for (int i = 0; i < m->nturns && m->hurried < MOST; i++) {
        vv_mode_fault fault = make_turn(m, &m->turn[i], s);
        if (fault != VV_MODE_OK) return fault;
    }
    m->culprit = is_of_law(&m->turn[0]) ? m->k->contact[m->turn[0].at] : m->turn[0].at;
    if (m->hurried >= MOST) return VV_MODE_CHATTER;
    arrive_together(m, s);
    s->rank = 0; /* other rows stand in the matrix now */
    vv_mode_fault fault = vv_contact_modes_search(m, s);
    return fault == VV_MODE_INCONSISTENT && blurred && !m->spare.any ? VV_MODE_CHATTER : fault;
}

static bool touches(const vv_contact_modes *m, const vv_stepper *s, int contact) {
    double apart = m->k->laws.normal[contact].height - m->gap[contact];
    return fabs(apart) <= 2 * reach(m, s);
}

/* Does the gap begin at 0? */
static bool is_fresh(const vv_contact_modes *m, const vv_stepper *s, int contact) {
    return m->k->laws.normal[contact].apart && touches(m, s, contact);
}

static void close(vv_contact_modes *m, int contact) {
    vv_coulomb *w = &m->k->laws;
    w->normal[contact].apart = false;
    for (int l = 0; l < w->n; l++) /* whether it holds is seen by its velocity */
        if (m->k->contact[l] == contact)
            w->law[l].mode = w->law[l].smooth ? VV_CONTACT_SEPARATED : VV_CONTACT_SLIDING_DIRECTED;
}

/* A shock may leave bodies that were apart in touch, at rest along the normal: contacts as at the
 * start. Where nothing presses them together they part again. */
static void join(vv_contact_modes *m, const vv_stepper *s) {
    const double ROUNDING = 1e-12; /* of velocities that cancel */
    const vv_coulomb *w = &m->k->laws;
    for (int i = 0; i < w->nnormals; i++)
        if (fabs(w->normal[i].velocity) <= ROUNDING * fmax(w->normal[i].size, m->swift) &&
            is_fresh(m, s, i))
            close(m, i);
    m->swift = 0;
}

bool vv_contact_modes_mark_impacts(vv_contact_modes *m, const vv_stepper *s) {
    vv_coulomb *w = &m->k->laws;
    bool all = vv_dynamics_evaluate_matrix(m->f, s->x, s->t) == VV_DYNAMICS_OK;
    for (int i = 0; i < m->f->n; i++) m->swift = fmax(m->swift, fabs(s->x[m->f->nq + i]));
    for (int i = 0; i < w->nnormals; i++) /* others may strike within the rounding of the instant */
        w->normal[i].lands = w->normal[i].restitution.id && is_fresh(m, s, i);
    for (int i = 0; i < m->nturns; i++) {
        if (m->turn[i].what != VV_TRANSITION_IMPACT) continue;
        vv_contact_normal *n = &w->normal[m->turn[i].at];
        all &= n->restitution.id != 0;
        n->lands = true;
    }
    return all;
}

void vv_contact_modes_clear_impacts(vv_contact_modes *m) {
    vv_coulomb *w = &m->k->laws;
    for (int i = 0; i < w->nnormals; i++) {
        m->impacts[i] += w->normal[i].lands;
        w->normal[i].lands = false;
    }
}

bool vv_contact_modes_end_bouncing(vv_contact_modes *m, vv_stepper *s, double nothing) {
    const vv_coulomb *w = &m->k->laws;
    bool any = false;
    vv_coulomb_apply_modes(m->f);
    if (vv_dynamics_evaluate_matrix(m->f, s->x, s->t) != VV_DYNAMICS_OK) return false;
    for (int i = 0; i < w->nnormals; i++) {
        const vv_contact_normal *n = &w->normal[i];
        if (!n->apart || !(fabs(n->velocity) < nothing * m->bounce[i]) || !is_fresh(m, s, i))
            continue;
        m->halted = fmax(m->halted, fabs(n->velocity));
        close(m, i);
        any = true;
    }
    m->rests += any;
    if (any) m->rested = s->t;
    return any;
}

/* What moves off along the normal of its contact parts. */
static vv_mode_fault part(vv_contact_modes *m, const vv_stepper *s) {
    const double ROUNDING = 1e-9; /* of velocities that cancel */
    vv_coulomb *w = &m->k->laws;
    double most = vv_norm_inf(m->f->n, s->x + m->f->nq);
    for (int i = 0; i < w->nnormals; i++) {
        const vv_contact_normal *n = &w->normal[i];
        if (n->apart || n->row < 0 || !(n->velocity > ROUNDING * fmax(n->size, most))) continue;
        m->culprit = i;
        if (!n->gap.id) return VV_MODE_CANNOT_SEPARATE;
        vv_contact_modes_separate(m, i, n->height);
    }
    return VV_MODE_OK;
}

/* A contact that is closed: does it slide? */
static void begin_law(vv_contact_modes *m, int law) {
    const vv_coulomb *w = &m->k->laws;
    vv_coulomb_law *l = &w->law[law];
    vv_slip_state *o = &m->course[law];
    const double *u = w->out + (size_t)law * (size_t)(m->f->kkt.n + 2);
    double size = hypot(u[0], u[1]);
    o->forced = o->fresh = o->fading = o->ending = o->tied = false;
    o->arrived = size <= 1e-12 * (l->size[0] + l->size[1]);
    l->mode = o->arrived ? VV_CONTACT_STICKING
              : l->n > 1 ? VV_CONTACT_SLIDING
                         : VV_CONTACT_SLIDING_DIRECTED;
    if (o->arrived) return;
    o->peak = fmax(o->peak, size);
    l->aim[0] = u[0] / size, l->aim[1] = u[1] / size;
}

void vv_contact_modes_keep_closed(vv_contact_modes *m, const vv_stepper *s, int contact) {
    const vv_coulomb *w = &m->k->laws;
    close(m, contact);
    m->lifts[contact]--;
    for (int l = 0; l < w->n; l++) {
        if (m->k->contact[l] != contact || w->law[l].mode == VV_CONTACT_SEPARATED) continue;
        begin_law(m, l);
        if (m->course[l].arrived || !vv_indeterminacy_law_is_redundant(m, s, l)) continue;
        w->law[l].mode = VV_CONTACT_STICKING; /* its slip is rounding */
        m->course[l].arrived = true;
    }
}

vv_mode_fault vv_contact_modes_reset(vv_contact_modes *m, vv_stepper *s) {
    vv_coulomb *w = &m->k->laws;
    m->nturns = 0;
    vv_coulomb_apply_modes(m->f);
    if (vv_dynamics_evaluate_matrix(m->f, s->x, s->t) != VV_DYNAMICS_OK) return VV_MODE_NAN;
    join(m, s);
    vv_mode_fault fault = part(m, s);
    if (fault != VV_MODE_OK) return fault;
    for (int l = 0; l < w->n; l++)
        if (w->law[l].mode != VV_CONTACT_SEPARATED) begin_law(m, l);
    for (int i = 0; i < w->nnormals; i++) {
        m->fresh[i] = m->thrown[i] = is_fresh(m, s, i);
        if (m->fresh[i]) m->bounce[i] = fmax(m->bounce[i], w->normal[i].velocity);
    }
    s->rank = 0;
    return vv_contact_modes_search(m, s);
}

bool vv_contact_modes_is_jamming(vv_contact_modes *m, const vv_stepper *s) {
    const double FAR = 1e3; /* beyond what forces give without contacts */
    const vv_coulomb *w = &m->k->laws;
    const vv_dynamics *f = m->f;
    double most = 0, swift = 0;
    if (vv_dynamics_evaluate_matrix(m->f, s->x, s->t) != VV_DYNAMICS_OK ||
        vv_dynamics_factor(m->f) != VV_DYNAMICS_OK ||
        vv_dynamics_accelerations(m->f, s->x, s->t) != VV_DYNAMICS_OK)
        return false;
    for (int i = 0; i < f->n; i++)
        swift = fmax(swift, fabs(vv_dynamics_coefficients(f, f->nq + f->n + i)[0]));
    m->culprit = -1;
    for (int i = 0; i < w->nnormals; i++) {
        double N = vv_coulomb_normal_force(f, i)[0];
        bool slides = w->normal[i].slip >= 0 && moves(&w->law[w->normal[i].slip]);
        if (!w->normal[i].apart && slides && N > most) most = N, m->culprit = i;
    }
    return m->culprit >= 0 && swift > FAR * m->loose[0];
}

/* ---- account -------------------------------------------------------------------------------- */

void vv_contact_modes_report(const vv_contact_modes *m, vv_buffer *account) {
    static const char *const begins[] = {"slip begins", "pivoting begins", "rolling begins"};
    for (int l = 0; l < m->k->laws.n; l++) {
        const vv_slip_state *o = &m->course[l];
        if (m->k->laws.law[l].smooth && !(o->slid > 0) && !o->begins && !o->holds)
            continue; /* its slip is nothing to be told */
        const char *label = m->k->touch[m->k->contact[l]].rolling->label;
        vv_buffer_printf(account, "%s: %s %ld time%s, ends %ld time%s", label,
                         begins[m->k->kind[l]], o->begins, o->begins == 1 ? "" : "s", o->holds,
                         o->holds == 1 ? "" : "s");
        if (o->begins + o->holds == 1)
            vv_buffer_printf(account, ", at t = %.15g", o->first);
        else if (o->begins + o->holds)
            vv_buffer_printf(account, ", from t = %.15g to %.15g", o->first, o->last);
        vv_buffer_printf(account, "; it lasts %.12g in all", o->slid);
        if (o->holds)
            vv_buffer_printf(account, ", at its end %.1g is left and removed", o->removed);
        vv_buffer_char(account, '\n');
    }
    for (int i = 0; i < m->k->n; i++)
        if (m->lifts[i])
            vv_buffer_printf(account, "%s: lifts %ld time%s, apart for %.12g\n",
                             m->k->touch[i].rolling->label, m->lifts[i],
                             m->lifts[i] == 1 ? "" : "s", m->apart[i]);
    for (int i = 0; i < m->k->n; i++)
        if (m->impacts[i])
            vv_buffer_printf(account, "%s: %ld impact%s\n", m->k->touch[i].rolling->label,
                             m->impacts[i], m->impacts[i] == 1 ? "" : "s");
    if (m->rests)
        vv_buffer_printf(account,
                         "bounces without end: at rest %d time%s, last at t = %.9g, where a "
                         "velocity of %.1g is left and removed\n",
                         m->rests, m->rests == 1 ? "" : "s", m->rested, m->halted);
    vv_indeterminacy_report(m, account);
}

void vv_contact_modes_serialize(vv_contact_modes *m, vv_serializer *k) {
    vv_coulomb *w = &m->k->laws;
    for (int l = 0; l < w->n; l++) {
        VV_SERIALIZE(k, w->law[l].mode);
        VV_SERIALIZE(k, w->law[l].aim);
        VV_SERIALIZE(k, w->law[l].bend);
        VV_SERIALIZE(k, w->law[l].size);
        VV_SERIALIZE(k, w->law[l].reach);
        VV_SERIALIZE(k, w->law[l].given);
        VV_SERIALIZE(k, w->law[l].gave);
        VV_SERIALIZE(k, w->law[l].gives);
        VV_SERIALIZE(k, w->law[l].slope);
        VV_SERIALIZE(k, w->law[l].since);
    }
    for (int i = 0; i < w->nnormals; i++) {
        VV_SERIALIZE(k, w->normal[i].apart);
        VV_SERIALIZE(k, w->normal[i].kept);
    }
    VV_SERIALIZE(k, w->nshared);
    VV_SERIALIZE_ARRAY(k, w->sharing, w->nnormals);
    VV_SERIALIZE_ARRAY(k, w->shared, w->nnormals * w->nnormals);
    VV_SERIALIZE_ARRAY(k, m->course, w->n);
    VV_SERIALIZE_ARRAY(k, m->yields, w->n * w->n);
    VV_SERIALIZE_ARRAY(k, m->fresh, m->k->n);
    VV_SERIALIZE_ARRAY(k, m->thrown, m->k->n);
    VV_SERIALIZE_ARRAY(k, m->gap, m->k->n);
    VV_SERIALIZE_ARRAY(k, m->lifts, m->k->n);
    VV_SERIALIZE_ARRAY(k, m->apart, m->k->n);
    VV_SERIALIZE_ARRAY(k, m->bounce, m->k->n);
    VV_SERIALIZE_ARRAY(k, m->impacts, m->k->n);
    VV_SERIALIZE(k, m->rests);
    VV_SERIALIZE(k, m->rested);
    VV_SERIALIZE(k, m->halted);
    VV_SERIALIZE(k, m->event);
    VV_SERIALIZE(k, m->changes);
    VV_SERIALIZE(k, m->hurried);
    VV_SERIALIZE(k, m->longest);
    VV_SERIALIZE(k, m->rest);
    VV_SERIALIZE(k, m->loose);
    vv_indeterminacy_serialize(m, k);
    if (k->out) return;
    vv_coulomb_apply_modes(m->f);
    vv_contact_modes_require_series(m);
}
