#include "simulate/contact/contact_modes.h"
#include "simulate/contact/contact_tolerances.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "numeric/numeric.h"

bool vv_contact_modes_new(vv_dynamics *f, vv_friction *k, vv_contact_modes *m) {
    int rows = f->eq->nrows;
    *m = (vv_contact_modes){
        .f = f, .friction = k, .transition_after = (double)INFINITY, .rest = (double)INFINITY};
    m->place = VV_ARRAY(f->c, int, rows + 1);
    m->slip = VV_ARRAY(f->c, vv_slip_state, k->coulomb.n + 1);
    m->transition_function = VV_ARRAY(f->c, vv_transition_function, k->coulomb.n + 1);
    m->direction_response = VV_MATRIX(f->c, double, k->coulomb.n + 1, k->coulomb.n + 1);
    m->fresh = VV_ARRAY(f->c, bool, k->n + 1);
    m->has_velocity = VV_ARRAY(f->c, bool, k->n + 1);
    m->gap = VV_ARRAY(f->c, double, k->n + 1);
    m->separations = VV_ARRAY(f->c, long, k->n + 1);
    m->separated_time = VV_ARRAY(f->c, double, k->n + 1);
    m->bounce = VV_ARRAY(f->c, double, k->n + 1);
    m->impacts = VV_ARRAY(f->c, long, k->n + 1);
    m->transition = VV_ARRAY(f->c, vv_contact_transition, k->coulomb.n + k->n + 1);
    if (!vv_ctx_ok(f->c)) return false;
    for (int i = 0; i < f->velocity.n; i++) m->place[f->velocity.row[i]] = i;
    return vv_indeterminacy_new(m);
}

/* ---- series --------------------------------------------------------------------------------- */

static int degree(const vv_contact_modes *m) { return m->f->order - 1; }

/* Constraint velocities up to order n, from the current series of q and w. */
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
    for (int l = 0; l < m->friction->coulomb.n; l++)
        any |= moves(&m->friction->coulomb.law[l]) && !m->slip[l].tied;
    return any;
}

/* The fraction of a step over which an interpolating polynomial of the forces is accurate to
 * rounding: any step resolves positions at rest, but not the forces acting on them. */
static double forces_known(const vv_contact_modes *m, double length) {
    enum { LAST = VV_INTERPOLANT_NODES - 1 };
    const vv_dynamics *f = m->f;
    double part = 1, most = 0, end = pow(length, LAST);
    for (int i = 0; i < f->m; i++)
        most = fmax(most, fabs(vv_dynamics_coefficients(f, f->nq + 2 * f->n + i)[0]));
    for (int i = 0; i < f->m; i++) {
        const double *c = vv_dynamics_coefficients(f, f->nq + 2 * f->n + i);
        double size = VV_CONTACT_SMALL_FORCE * most, power = 1, last = fabs(c[LAST]) * end;
        for (int k = 0; k <= LAST; k++, power *= length) size = fmax(size, fabs(c[k]) * power);
        if (last > VV_CONTACT_FORCE_TAIL * size)
            part = fmin(part, pow(VV_CONTACT_FORCE_TAIL * size / last, 1.0 / LAST));
    }
    return part;
}

/* For an integrator without Taylor series: expand everything monitored from `from` on, over a
 * length that may be reduced. */
static void read_series(vv_contact_modes *m, const vv_stepper *s, double from, double *length) {
    enum { ROUNDS = 8 };
    const double LEAST = 0x1p-8; /* of a step: anything smaller is rounding */
    vv_dynamics *f = m->f;
    for (int round = 0; round < ROUNDS; round++) {
        vv_step_interpolant_series(s, from, *length, true);
        double part = slips(m) ? 1 : forces_known(m, *length);
        if (part == 1 || *length < LEAST * s->h) break;
        *length *= 0.9 * part;
    }
    for (int k = 0; k <= degree(m); k++) vv_jet_compute_order(f->taylor.jet, k, f->taylor.work);
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

/* The quantity monitored at a contact: its normal reaction, or its gap while separated. */
static const double *of_contact(const vv_contact_modes *m, int i) {
    return m->friction->coulomb.normal[i].separated ? vv_coulomb_gap(m->f, i)
                                                    : vv_coulomb_normal_force(m->f, i);
}

/* to += k a^2 */
static void add_square(int n, double k, const double *a, double *to) {
    for (int i = 0; i <= n; i++) {
        double twice = 0;
        for (int j = 0; 2 * j < i; j++) twice += a[j] * a[i - j];
        to[i] += k * (2 * twice + (i % 2 ? 0 : a[i / 2] * a[i / 2]));
    }
}

/* The function whose zero is the law's next transition. */
static void find_condition(vv_contact_modes *m, int law) {
    const vv_coulomb_law *l = &m->friction->coulomb.law[law];
    vv_transition_function *o = &m->transition_function[law];
    int n = degree(m);
    *o = (vv_transition_function){0};
    if (l->mode == VV_CONTACT_STICKING) {
        add_square(n, 1, vv_coulomb_static_limit(m->f, law), o->c);
        o->rounding = 16 * DBL_EPSILON * o->c[0];
        for (int j = 0; j < l->n; j++) add_square(n, -1, reaction(m, l, j), o->c);
        return;
    }
    double aim[2] = {l->direction[0], l->direction[1]}, u = velocity(m, l, 0)[0],
           v = l->n > 1 ? velocity(m, l, 1)[0] : 0, size = hypot(u, v);
    if (l->mode == VV_CONTACT_SLIDING) aim[0] = u / size, aim[1] = v / size;
    for (int j = 0; j < l->n; j++) {
        for (int i = 0; i <= n; i++) o->c[i] += aim[j] * velocity(m, l, j)[i];
        o->rounding += 8 * DBL_EPSILON * l->size[j];
    }
}

/* The step size over which the series of all transition functions converge. */
static double fitting(vv_contact_modes *m, double dt) {
    const vv_coulomb *w = &m->friction->coulomb;
    for (int l = 0; l < w->n; l++) {
        if (w->law[l].mode == VV_CONTACT_SEPARATED || m->slip[l].tied) continue;
        find_condition(m, l);
        dt = vv_series_step_limit(degree(m), m->transition_function[l].c, dt);
    }
    for (int i = 0; i < w->nnormals; i++)
        dt = vv_series_step_limit(degree(m), of_contact(m, i), dt);
    return dt;
}

/* ---- transitions ---------------------------------------------------------------------------- */

/* after: measured from the origin of the current series. */
static void schedule_transition(vv_contact_modes *m, vv_contact_transition_kind what, int at,
                                double after, double t) {
    after += m->from;
    double same = 4 * DBL_EPSILON * fmax(after, fabs(t));
    if (after > m->transition_after + same) return;
    if (after < m->transition_after - same) m->ntransitions = 0, m->transition_after = after;
    m->transition[m->ntransitions++] =
        (vv_contact_transition){.kind = what, .at = at, .after = after};
}

/* The first point in (0, dt] where a positive function changes sign; infinite if there is none.
 * fresh: the function is 0 at the origin, which does not count. */
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

/* Below this slip velocity only one direction is meaningful, that in which the slip ends. Three
 * scales: the largest slip so far; the terms that cancel to give it, whose rounding would rotate
 * the direction; its rate, since the coefficients of a series of such short reach would
 * overflow. */
static double least_slip(const vv_contact_modes *m, int law, double rate) {
    const vv_coulomb_law *l = &m->friction->coulomb.law[law];
    double small = fmax(VV_CONTACT_SLIP_PEAK * m->slip[law].peak,
                        VV_CONTACT_SLIP_CANCELLED * (l->size[0] + l->size[1]));
    return fmax(small, rate * pow(VV_CONTACT_SERIES_UNDERFLOW, 1.0 / m->f->order));
}

/* Do both components vanish, not only the one monitored? */
static bool vanishes(const vv_contact_modes *m, int law, double after) {
    const vv_coulomb_law *l = &m->friction->coulomb.law[law];
    double u = value(degree(m), velocity(m, l, 0), after),
           v = l->n > 1 ? value(degree(m), velocity(m, l, 1), after) : 0;
    return hypot(u, v) <= least_slip(m, law, 0);
}

/* The direction opposite to the reaction at a given time. */
static void aim_of(const vv_contact_modes *m, int law, double after, double aim[2]) {
    const vv_coulomb_law *l = &m->friction->coulomb.law[law];
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

/* Rounding in the rate of a velocity that starts from zero: its own, plus the effect of rounding in
 * the instant at which the force reached the limit. */
static double rounding_of_rate(const vv_contact_modes *m, int law, double t) {
    return m->slip[law].still + 8 * DBL_EPSILON * fabs(t * 2 * m->transition_function[law].c[2]);
}

static void locate_law_transition(vv_contact_modes *m, int law, double dt, double t) {
    const vv_coulomb_law *l = &m->friction->coulomb.law[law];
    const vv_transition_function *o = &m->transition_function[law];
    if (l->mode == VV_CONTACT_SEPARATED || m->slip[law].tied) return;
    /* at its limit, as far as modes agree with that: not passed where the force goes back. A limit
     * of 0 has no rounding but that of the force itself. */
    double least = o->c[0] < 0 ? 16 * DBL_EPSILON * size_of(degree(m), o->c, dt) : 0;
    bool fresh =
        moves(l) ? m->slip[law].fresh
                 : o->c[0] <= o->rounding && o->c[0] >= -VV_CONTACT_AT_LIMIT * o->rounding - least;
    double rounding = fmax(o->rounding, fresh && moves(l) ? dt * rounding_of_rate(m, law, t) : 0),
           after = first_fall(degree(m), o->c, dt, rounding, fresh);
    if (isinf(after)) return;
    if (l->mode == VV_CONTACT_SLIDING && !vanishes(m, law, after)) return;
    schedule_transition(m, moves(l) ? VV_TRANSITION_STICK : VV_TRANSITION_SLIP, law, after, t);
}

/* Rounding in an opening gap. Its velocity and acceleration are differences of those of the bodies,
 * at an instant itself known only to rounding; methods without series are less accurate. */
static double rounding_of_gap(const vv_contact_modes *m, const vv_stepper *s, const double *c,
                              double dt) {
    const vv_dynamics *f = m->f;
    const double by = s->integrator->series ? 8 * DBL_EPSILON : VV_CONTACT_GAP_ROUNDING, t = s->t;
    double most[2] = {0};
    for (int j = 0; j < 2; j++)
        for (int i = 0; i < f->n; i++)
            most[j] = fmax(most[j], fabs(vv_dynamics_coefficients(f, f->nq + j * f->n + i)[0]));
    double late = fabs(t) * dt * (fabs(c[2]) + 2 * dt * fabs(c[3])); /* c: the gap itself */
    return by * (dt * (most[0] + dt * fmax(most[1], m->free_acceleration[0])) + late);
}

/* Bodies closer than this are in contact: relative to the positions, which methods without series
 * know only to their tolerance accumulated over many steps. */
static double reach(const vv_contact_modes *m, const vv_stepper *s) {
    double known = s->integrator->series
                       ? 0
                       : fmin(VV_CONTACT_DRIFT_STEPS * s->tolerance, VV_CONTACT_CLOSED_MOST);
    return fmax(VV_CONTACT_CLOSED_GAP, known) * vv_norm_inf(m->f->nq, s->x);
}

static void locate_contact_transition(vv_contact_modes *m, const vv_stepper *s, int contact,
                                      double dt) {
    const vv_contact_normal *w = &m->friction->coulomb.normal[contact];
    double c[VV_ROOT_ISOLATION_DEGREE + 1], t = s->t;
    int n = degree(m);
    if (w->separated && w->kept) return; /* it cannot impact */
    memcpy(c, of_contact(m, contact), (size_t)(n + 1) * sizeof *c);
    if (w->separated) c[0] -= m->gap[contact];
    /* An event of the model at the same point takes precedence, as it may define an impact law;
     * methods without series locate points only to their tolerance. */
    bool own = w->restitution.id != 0; /* its own restitution law applies exactly here */
    if (w->separated && s->interpolant.degree && !m->fresh[contact] && !own) c[0] += reach(m, s);
    bool fresh = w->separated && m->fresh[contact];
    if (fresh && !m->has_velocity[contact]) c[1] = 0; /* it was closed: its velocity is rounding */
    double after = first_fall(n, c, dt, fresh ? rounding_of_gap(m, s, c, dt) : 0, fresh);
    if (isinf(after)) return;
    if (w->separated && !own) after = fmin(after + VV_CONTACT_PAST_IMPACT * fmax(dt, fabs(t)), dt);
    schedule_transition(m, w->separated ? VV_TRANSITION_IMPACT : VV_TRANSITION_SEPARATION, contact,
                        after, t);
}

/* What must be recorded of a transition before the series are overwritten. */
static void record_transition(const vv_contact_modes *m, vv_contact_transition *change) {
    const vv_coulomb *w = &m->friction->coulomb;
    double after = m->transition_after - m->from;
    if (change->kind == VV_TRANSITION_SLIP) aim_of(m, change->at, after, change->direction);
    if (change->kind == VV_TRANSITION_SEPARATION)
        change->left = value(degree(m), vv_coulomb_gap(m->f, change->at), after);
    const vv_coulomb_law *l = change->kind == VV_TRANSITION_STICK ? &w->law[change->at] : NULL;
    for (int j = 0; l && j < l->n; j++)
        change->left = fmax(change->left, fabs(value(degree(m), velocity(m, l, j), after)));
}

/* Transitions within *length, which is first reduced to the reach of the series. */
static bool locate_transitions(vv_contact_modes *m, const vv_stepper *s, double *length) {
    const vv_coulomb *w = &m->friction->coulomb;
    *length = fitting(m, *length);
    if (!(*length > VV_CONTACT_LEAST_LENGTH * fabs(s->t))) return false;
    for (int l = 0; l < w->n; l++) /* a direction that is only aimed at: not for long */
        if (m->slip[l].fresh && w->law[l].n > 1) *length = fmin(*length, m->slip[l].within);
    for (int l = 0; l < w->n; l++) locate_law_transition(m, l, *length, s->t);
    for (int i = 0; i < w->nnormals; i++) locate_contact_transition(m, s, i, *length);
    for (int i = 0; i < m->ntransitions; i++) record_transition(m, &m->transition[i]);
    return true;
}

static void clear_transitions(vv_contact_modes *m) {
    m->ntransitions = 0;
    m->transition_after = (double)INFINITY;
    m->from = 0;
}

/* A Taylor step is cut where the series of the transition functions end; a step of another method
 * is kept whole and examined piece by piece. */
static bool look_at_step(vv_contact_modes *m, const vv_stepper *s, double *dt) {
    clear_transitions(m);
    if (!s->interpolant.degree) return locate_transitions(m, s, dt);
    for (double from = 0; from < *dt && isinf(m->transition_after);) {
        double length = *dt - from;
        read_series(m, s, from, &length);
        if (!locate_transitions(m, s, &length)) return false;
        from = length < *dt - from ? from + length : *dt;
    }
    return true;
}

/* An impact comes from outside: an event of the model, located on the same interpolant, may handle
 * it. */
static bool strikes(const vv_contact_modes *m) {
    for (int i = 0; i < m->ntransitions; i++)
        if (m->transition[i].kind == VV_TRANSITION_IMPACT) return true;
    return false;
}

/* The step of another method contains a transition, or cannot decide: repeat it with Taylor series.
 * An interpolant gives the force at its limit and the vanishing velocity only to its tolerance,
 * with which no mode would be consistent afterwards. If the series fail, the step stays. */
static bool look_by_series(vv_contact_modes *m, vv_stepper *s, double *dt) {
    int degree = s->interpolant.degree;
    double h = s->h, limit = *dt;
    if (vv_step_by_series(s) == VV_STEP_OK) {
        *dt = fmin(s->h, limit);
        if (look_at_step(m, s, dt)) return true;
    }
    s->interpolant.degree = degree, s->h = h, *dt = limit;
    return look_at_step(m, s, dt);
}

/* A law that reaches its limit only because of how an indeterminate load is distributed does not
 * slip. Transitions of other kinds come first, since they are reported. */
static void divide_anew(vv_contact_modes *m) {
    int n = m->ntransitions;
    vv_contact_transition first = m->transition[0];
    for (int i = 0; i < n; i++) {
        if (m->transition[i].kind == VV_TRANSITION_SLIP)
            m->transition[i].kind = VV_TRANSITION_REDISTRIBUTION;
        else if (m->transition[0].kind == VV_TRANSITION_REDISTRIBUTION)
            m->transition[0] = m->transition[i], m->transition[i] = first,
            m->transition[i].kind = VV_TRANSITION_REDISTRIBUTION;
    }
}

vv_mode_fault vv_contact_modes_locate_transition(vv_contact_modes *m, vv_stepper *s, double *dt) {
    double whole = *dt;
    clear_transitions(m);
    m->event = 0;
    if (!(*dt > 0)) return VV_MODE_OK;
    vv_contact_modes_expand_slip_directions(m, s);
    bool good = look_at_step(m, s, dt);
    if (s->interpolant.degree && (!good || (m->ntransitions && !strikes(m)))) {
        *dt = whole;
        good = look_by_series(m, s, dt);
    }
    if (!good) return VV_MODE_NAN;
    bool slides = false;
    for (int i = 0; i < m->ntransitions; i++) slides |= m->transition[i].kind == VV_TRANSITION_SLIP;
    if (slides && vv_friction_forces_feasible_at(m, s, m->transition_after - m->from))
        divide_anew(m);
    *dt = fmin(*dt, m->transition_after);
    return VV_MODE_OK;
}

/* ---- from step to step ---------------------------------------------------------------------- */

/* Relative to the largest slip: below this the direction comes from ever smaller differences, which
 * other methods know only to their velocity tolerance, and series to the last digit. */
static double fading(const vv_stepper *s) {
    return fmax(VV_CONTACT_SLIP_FADING, fmin(VV_CONTACT_DRIFT_STEPS * s->tolerance, 1));
}

/* Sliding directions: prescribed only at the beginning and at the end of a slip in two dimensions.
 * after: the end of the step, measured from the origin of the current series. */
static void follow(vv_contact_modes *m, const vv_stepper *s, int law, double dt, double after) {
    vv_coulomb_law *l = &m->friction->coulomb.law[law];
    vv_slip_state *o = &m->slip[law];
    double u[2] = {0}, slope[2] = {0};
    if (!moves(l)) o->fading = false;
    if (!moves(l) || o->tied) return;
    o->sliding_time += dt;
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
    memset(l->direction_series, 0, sizeof l->direction_series);
    for (int j = 0; j < 2; j++) l->direction[j] = u[j] / size;
}

void vv_contact_modes_require_series(vv_contact_modes *m) {
    vv_coulomb *w = &m->friction->coulomb;
    w->by_series = false;
    for (int l = 0; l < w->n; l++)
        w->by_series |= (m->slip[l].fresh || m->slip[l].fading) && w->law[l].n > 1;
    for (int i = 0; i < w->nnormals; i++) w->by_series |= m->fresh[i] && w->normal[i].separated;
}

void vv_contact_modes_before_step(vv_contact_modes *m, const vv_stepper *s, double dt) {
    const vv_coulomb *w = &m->friction->coulomb;
    if (s->interpolant.degree) { /* series from the end of the step on */
        vv_step_interpolant_series(s, dt, 0, false);
        read_velocities(m, 1);
    }
    for (int i = 0; i < w->nnormals; i++) {
        if (w->normal[i].separated && !w->normal[i].kept) m->separated_time[i] += dt;
        m->fresh[i] = m->has_velocity[i] = false;
    }
    for (int l = 0; l < w->n; l++) follow(m, s, l, dt, s->interpolant.degree ? 0 : dt);
    vv_contact_modes_require_series(m);
}

void vv_slip_state_note_transition(vv_slip_state *o, double t, bool begins) {
    if (!begins && o->begins && o->begun == t) { /* it did not slip after all */
        o->begins--;
        return;
    }
    if (!o->begins && !o->holds) o->first = t;
    o->last = t;
    if (begins) o->begun = t;
    *(begins ? &o->begins : &o->holds) += 1;
}

static void stick(vv_contact_modes *m, int law, double left, double t) {
    vv_slip_state *o = &m->slip[law];
    vv_slip_state_note_transition(o, t, false);
    o->stopped = true;
    o->fading = false;
    o->removed = fmax(o->removed, left);
}

/* The contacts of a body that comes to rest stick together: where one slip ends, so do all other
 * two-dimensional slips that have become as small. Their directions are rounding by then. */
static void stick_together(vv_contact_modes *m, const vv_stepper *s) {
    const vv_coulomb *w = &m->friction->coulomb;
    bool ends = false;
    for (int i = 0; i < m->ntransitions; i++) ends |= m->transition[i].kind == VV_TRANSITION_STICK;
    if (!ends || vv_dynamics_evaluate_matrix(m->f, s->x, s->t) != VV_DYNAMICS_OK) return;
    for (int l = 0; l < w->n; l++) {
        const double *u = w->out + (size_t)l * (size_t)(m->f->kkt.n + 2);
        const vv_slip_state *o = &m->slip[l];
        double left = hypot(u[0], u[1]);
        if (w->law[l].n > 1 && moves(&w->law[l]) && !o->tied && !o->stopped && !o->fresh &&
            left <= VV_CONTACT_STICK_TOGETHER * o->peak)
            stick(m, l, left, s->t);
    }
}

static bool is_of_law(const vv_contact_transition *t) {
    return t->kind <= VV_TRANSITION_STICK || t->kind == VV_TRANSITION_REDISTRIBUTION;
}

static vv_mode_fault apply_transition(vv_contact_modes *m, const vv_contact_transition *change,
                                      vv_stepper *s) {
    vv_coulomb *w = &m->friction->coulomb;
    bool shares = change->kind == VV_TRANSITION_REDISTRIBUTION;
    m->event = shares ? 0 : change->kind;
    m->changes += !shares;
    if (change->kind == VV_TRANSITION_SLIP || shares) {
        vv_slip_state *o = &m->slip[change->at];
        o->forced = true;
        memcpy(w->law[change->at].direction, change->direction, sizeof change->direction);
    } else if (change->kind == VV_TRANSITION_STICK) {
        stick(m, change->at, change->left, s->t);
    } else {
        m->fault_contact = change->at;
        if (change->kind == VV_TRANSITION_IMPACT) return VV_MODE_IMPACT;
        if (w->normal[change->at].row < 0 || !w->normal[change->at].gap.id)
            return VV_MODE_CANNOT_SEPARATE;
        vv_contact_modes_separate(m, change->at, change->left);
    }
    return VV_MODE_OK;
}

vv_mode_fault vv_contact_modes_after_step(vv_contact_modes *m, vv_stepper *s, double dt) {
    enum { MOST = 1000 };
    m->rest += dt;
    if (!m->ntransitions || dt < m->transition_after) return m->ntransitions = 0, VV_MODE_OK;
    /* polynomials keep what held to their own error: what begins here begins from nothing */
    if (s->interpolant.degree && vv_step_project(s) != VV_DYNAMICS_OK) return VV_MODE_NAN;
    if (!isinf(m->rest)) m->longest = fmax(m->longest, m->rest); /* before the first: for ever */
    m->rapid_transitions =
        m->rest <= VV_CONTACT_ZENO_INTERVAL * m->longest ? m->rapid_transitions + 1 : 0;
    bool blurred = DBL_EPSILON * fabs(s->t) >
                   VV_CONTACT_RATE_ROUNDING * m->rest; /* rounding of t relative to their spacing */
    m->rest = 0;
    for (int i = 0; i < m->ntransitions && m->rapid_transitions < MOST; i++) {
        vv_mode_fault fault = apply_transition(m, &m->transition[i], s);
        if (fault != VV_MODE_OK) return fault;
    }
    m->fault_contact = is_of_law(&m->transition[0]) ? m->friction->contact[m->transition[0].at]
                                                    : m->transition[0].at;
    if (m->rapid_transitions >= MOST) return VV_MODE_CHATTER;
    stick_together(m, s);
    s->singularity.rank = 0; /* the matrix has different rows now */
    vv_mode_fault fault = vv_contact_modes_search(m, s);
    return fault == VV_MODE_INCONSISTENT && blurred && !m->indeterminacy.any ? VV_MODE_CHATTER
                                                                             : fault;
}

static bool touches(const vv_contact_modes *m, const vv_stepper *s, int contact) {
    double apart = m->friction->coulomb.normal[contact].height - m->gap[contact];
    return fabs(apart) <= 2 * reach(m, s);
}

/* Does the gap start from 0? */
static bool is_fresh(const vv_contact_modes *m, const vv_stepper *s, int contact) {
    return m->friction->coulomb.normal[contact].separated && touches(m, s, contact);
}

static void close(vv_contact_modes *m, int contact) {
    vv_coulomb *w = &m->friction->coulomb;
    w->normal[contact].separated = false;
    for (int l = 0; l < w->n; l++) /* whether it holds is seen by its velocity */
        if (m->friction->contact[l] == contact)
            w->law[l].mode = w->law[l].smooth ? VV_CONTACT_SEPARATED : VV_CONTACT_SLIDING_DIRECTED;
}

/* An impact may leave bodies that were separated in contact, at rest along the normal: close these
 * contacts as at the start. Those that nothing presses together separate again. */
static void close_resting(vv_contact_modes *m, const vv_stepper *s) {
    const vv_coulomb *w = &m->friction->coulomb;
    for (int i = 0; i < w->nnormals; i++)
        if (fabs(w->normal[i].velocity) <=
                VV_CONTACT_JOINED * fmax(w->normal[i].size, m->fastest_impact) &&
            is_fresh(m, s, i))
            close(m, i);
    m->fastest_impact = 0;
}

bool vv_contact_modes_mark_impacts(vv_contact_modes *m, const vv_stepper *s) {
    vv_coulomb *w = &m->friction->coulomb;
    bool all = vv_dynamics_evaluate_matrix(m->f, s->x, s->t) == VV_DYNAMICS_OK;
    for (int i = 0; i < m->f->n; i++)
        m->fastest_impact = fmax(m->fastest_impact, fabs(s->x[m->f->nq + i]));
    for (int i = 0; i < w->nnormals; i++) /* others may strike within the rounding of the instant */
        w->normal[i].impacting = w->normal[i].restitution.id && is_fresh(m, s, i);
    for (int i = 0; i < m->ntransitions; i++) {
        if (m->transition[i].kind != VV_TRANSITION_IMPACT) continue;
        vv_contact_normal *n = &w->normal[m->transition[i].at];
        all &= n->restitution.id != 0;
        n->impacting = true;
    }
    return all;
}

void vv_contact_modes_clear_impacts(vv_contact_modes *m) {
    vv_coulomb *w = &m->friction->coulomb;
    for (int i = 0; i < w->nnormals; i++) {
        m->impacts[i] += w->normal[i].impacting;
        w->normal[i].impacting = false;
    }
}

bool vv_contact_modes_end_bouncing(vv_contact_modes *m, vv_stepper *s, double nothing) {
    const vv_coulomb *w = &m->friction->coulomb;
    bool any = false;
    vv_coulomb_apply_modes(m->f);
    if (vv_dynamics_evaluate_matrix(m->f, s->x, s->t) != VV_DYNAMICS_OK) return false;
    for (int i = 0; i < w->nnormals; i++) {
        const vv_contact_normal *n = &w->normal[i];
        if (!n->separated || !(fabs(n->velocity) < nothing * m->bounce[i]) || !is_fresh(m, s, i))
            continue;
        m->halted = fmax(m->halted, fabs(n->velocity));
        close(m, i);
        any = true;
    }
    m->rests += any;
    if (any) m->rested = s->t;
    return any;
}

/* Separate the contacts that open along their normals. */
static vv_mode_fault separate_opening(vv_contact_modes *m, const vv_stepper *s) {
    vv_coulomb *w = &m->friction->coulomb;
    double most = vv_norm_inf(m->f->n, s->x + m->f->nq);
    for (int i = 0; i < w->nnormals; i++) {
        const vv_contact_normal *n = &w->normal[i];
        if (n->separated || n->row < 0 || !(n->velocity > VV_CONTACT_OPENING * fmax(n->size, most)))
            continue;
        m->fault_contact = i;
        if (!n->gap.id) return VV_MODE_CANNOT_SEPARATE;
        vv_contact_modes_separate(m, i, n->height);
    }
    return VV_MODE_OK;
}

/* A closed contact: is it sliding? */
static void begin_law(vv_contact_modes *m, int law) {
    const vv_coulomb *w = &m->friction->coulomb;
    vv_coulomb_law *l = &w->law[law];
    vv_slip_state *o = &m->slip[law];
    const double *u = w->out + (size_t)law * (size_t)(m->f->kkt.n + 2);
    double size = hypot(u[0], u[1]);
    o->forced = o->fresh = o->fading = o->ending = o->tied = false;
    o->stopped = size <= VV_CONTACT_STICKS * (l->size[0] + l->size[1]);
    l->mode = o->stopped ? VV_CONTACT_STICKING
              : l->n > 1 ? VV_CONTACT_SLIDING
                         : VV_CONTACT_SLIDING_DIRECTED;
    if (o->stopped) return;
    o->peak = fmax(o->peak, size);
    l->direction[0] = u[0] / size, l->direction[1] = u[1] / size;
}

void vv_contact_modes_keep_closed(vv_contact_modes *m, const vv_stepper *s, int contact) {
    const vv_coulomb *w = &m->friction->coulomb;
    close(m, contact);
    m->separations[contact]--;
    for (int l = 0; l < w->n; l++) {
        if (m->friction->contact[l] != contact || w->law[l].mode == VV_CONTACT_SEPARATED) continue;
        begin_law(m, l);
        if (m->slip[l].stopped || !vv_indeterminacy_law_is_redundant(m, s, l)) continue;
        w->law[l].mode = VV_CONTACT_STICKING; /* its slip is rounding */
        m->slip[l].stopped = true;
    }
}

vv_mode_fault vv_contact_modes_reset(vv_contact_modes *m, vv_stepper *s) {
    vv_coulomb *w = &m->friction->coulomb;
    m->ntransitions = 0;
    vv_coulomb_apply_modes(m->f);
    if (vv_dynamics_evaluate_matrix(m->f, s->x, s->t) != VV_DYNAMICS_OK) return VV_MODE_NAN;
    close_resting(m, s);
    vv_mode_fault fault = separate_opening(m, s);
    if (fault != VV_MODE_OK) return fault;
    for (int l = 0; l < w->n; l++)
        if (w->law[l].mode != VV_CONTACT_SEPARATED) begin_law(m, l);
    for (int i = 0; i < w->nnormals; i++) {
        m->fresh[i] = m->has_velocity[i] = is_fresh(m, s, i);
        if (m->fresh[i]) m->bounce[i] = fmax(m->bounce[i], w->normal[i].velocity);
    }
    s->singularity.rank = 0;
    return vv_contact_modes_search(m, s);
}

bool vv_contact_modes_is_jamming(vv_contact_modes *m, const vv_stepper *s) {
    const vv_coulomb *w = &m->friction->coulomb;
    const vv_dynamics *f = m->f;
    double most = 0, swift = 0;
    if (vv_dynamics_evaluate_matrix(m->f, s->x, s->t) != VV_DYNAMICS_OK ||
        vv_dynamics_factor(m->f) != VV_DYNAMICS_OK ||
        vv_dynamics_accelerations(m->f, s->x, s->t) != VV_DYNAMICS_OK)
        return false;
    for (int i = 0; i < f->n; i++)
        swift = fmax(swift, fabs(vv_dynamics_coefficients(f, f->nq + f->n + i)[0]));
    m->fault_contact = -1;
    for (int i = 0; i < w->nnormals; i++) {
        double N = vv_coulomb_normal_force(f, i)[0];
        bool slides = w->normal[i].slip >= 0 && moves(&w->law[w->normal[i].slip]);
        if (!w->normal[i].separated && slides && N > most) most = N, m->fault_contact = i;
    }
    return m->fault_contact >= 0 && swift > VV_CONTACT_JAMMED * m->free_acceleration[0];
}

/* ---- report --------------------------------------------------------------------------------- */

void vv_contact_modes_report(const vv_contact_modes *m, vv_buffer *account) {
    static const char *const begins[] = {"sliding begins", "pivoting begins", "rolling begins"};
    for (int l = 0; l < m->friction->coulomb.n; l++) {
        const vv_slip_state *o = &m->slip[l];
        if (m->friction->coulomb.law[l].smooth && !(o->sliding_time > 0) && !o->begins && !o->holds)
            continue; /* its slip is nothing to be told */
        const char *label = m->friction->touch[m->friction->contact[l]].rolling->label;
        vv_buffer_printf(account, "%s: %s %ld time%s, ends %ld time%s", label,
                         begins[m->friction->kind[l]], o->begins, o->begins == 1 ? "" : "s",
                         o->holds, o->holds == 1 ? "" : "s");
        if (o->begins + o->holds == 1)
            vv_buffer_printf(account, ", at t = %.15g", o->first);
        else if (o->begins + o->holds)
            vv_buffer_printf(account, ", from t = %.15g to %.15g", o->first, o->last);
        vv_buffer_printf(account, "; total duration %.12g", o->sliding_time);
        if (o->holds)
            vv_buffer_printf(account, ", a residual of %.1g at the end is removed", o->removed);
        vv_buffer_char(account, '\n');
    }
    for (int i = 0; i < m->friction->n; i++)
        if (m->separations[i])
            vv_buffer_printf(account, "%s: separates %ld time%s, separated for %.12g\n",
                             m->friction->touch[i].rolling->label, m->separations[i],
                             m->separations[i] == 1 ? "" : "s", m->separated_time[i]);
    for (int i = 0; i < m->friction->n; i++)
        if (m->impacts[i])
            vv_buffer_printf(account, "%s: %ld impact%s\n", m->friction->touch[i].rolling->label,
                             m->impacts[i], m->impacts[i] == 1 ? "" : "s");
    if (m->rests)
        vv_buffer_printf(account,
                         "bouncing ended (Zeno): at rest %d time%s, last at t = %.9g, where a "
                         "residual velocity of %.1g is removed\n",
                         m->rests, m->rests == 1 ? "" : "s", m->rested, m->halted);
    vv_indeterminacy_report(m, account);
}

void vv_contact_modes_serialize(vv_contact_modes *m, vv_serializer *k) {
    vv_coulomb *w = &m->friction->coulomb;
    for (int l = 0; l < w->n; l++) {
        VV_SERIALIZE(k, w->law[l].mode);
        VV_SERIALIZE(k, w->law[l].direction);
        VV_SERIALIZE(k, w->law[l].direction_series);
        VV_SERIALIZE(k, w->law[l].size);
        VV_SERIALIZE(k, w->law[l].reach);
        VV_SERIALIZE(k, w->law[l].given);
        VV_SERIALIZE(k, w->law[l].gave);
        VV_SERIALIZE(k, w->law[l].gives);
        VV_SERIALIZE(k, w->law[l].slope);
        VV_SERIALIZE(k, w->law[l].since);
    }
    for (int i = 0; i < w->nnormals; i++) {
        VV_SERIALIZE(k, w->normal[i].separated);
        VV_SERIALIZE(k, w->normal[i].kept);
    }
    VV_SERIALIZE(k, w->nshared);
    VV_SERIALIZE_ARRAY(k, w->sharing, w->nnormals);
    VV_SERIALIZE_ARRAY(k, w->shared, w->nnormals * w->nnormals);
    VV_SERIALIZE_ARRAY(k, m->slip, w->n);
    VV_SERIALIZE_ARRAY(k, m->direction_response, w->n * w->n);
    VV_SERIALIZE_ARRAY(k, m->fresh, m->friction->n);
    VV_SERIALIZE_ARRAY(k, m->has_velocity, m->friction->n);
    VV_SERIALIZE_ARRAY(k, m->gap, m->friction->n);
    VV_SERIALIZE_ARRAY(k, m->separations, m->friction->n);
    VV_SERIALIZE_ARRAY(k, m->separated_time, m->friction->n);
    VV_SERIALIZE_ARRAY(k, m->bounce, m->friction->n);
    VV_SERIALIZE_ARRAY(k, m->impacts, m->friction->n);
    VV_SERIALIZE(k, m->rests);
    VV_SERIALIZE(k, m->rested);
    VV_SERIALIZE(k, m->halted);
    VV_SERIALIZE(k, m->event);
    VV_SERIALIZE(k, m->changes);
    VV_SERIALIZE(k, m->rapid_transitions);
    VV_SERIALIZE(k, m->longest);
    VV_SERIALIZE(k, m->rest);
    VV_SERIALIZE(k, m->free_acceleration);
    vv_indeterminacy_serialize(m, k);
    if (k->out) return;
    vv_coulomb_apply_modes(m->f);
    vv_contact_modes_require_series(m);
}
