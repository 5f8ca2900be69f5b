#include "simulate/events/events.h"
#include "simulate/events/events_tolerances.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "evaluate/tape/tape.h"
#include "simulate/integrate/integrate.h"
#include "numeric/numeric.h"
#include "simulate/diagnostics.h"

/* ---- building ------------------------------------------------------------------------------- */

static bool begin(const vv_dynamics *f, vv_events *e) {
    const vv_model *m = f->s->m;
    e->event = VV_ARRAY(f->c, vv_event, m->nwhens + 1);
    e->hit = VV_ARRAY(f->c, vv_event_occurrence,
                      2 * (size_t)m->nwhens * (VV_ROOT_ISOLATION_MAX + 1) + 1);
    e->met = VV_ARRAY(f->c, int, m->nwhens + 1);
    if (!e->event || !e->hit || !e->met) return false;
    e->n = m->nwhens;
    for (int i = 0; i < e->n; i++)
        e->event[i] =
            (vv_event){.when = &m->when[i], .since = (double)INFINITY, .rate = (double)NAN};
    return true;
}

static bool needs_forces(const vv_dynamics *f, int n, const vv_expr *value) {
    int count = 0;
    vv_expr *symbol = vv_expr_symbols(f->c, n, value, &count);
    for (int i = 0; symbol && i < count; i++)
        for (int k = 0; k < f->eq->nunknowns; k++)
            if (vv_same(symbol[i], f->eq->unknown[k])) return true;
    return false;
}

/* Conditions on constraint forces that the motion does not determine have no value. */
static bool are_determined(const vv_dynamics *f, int n, const vv_expr *value) {
    for (int i = 0; i < n; i++) {
        const char *why = vv_dynamics_missing_reaction(f, 1, &value[i]);
        if (!why) continue;
        vv_diag_add(f->c, VV_ERROR, VV_D_EVENT, f->s->m->when[i].span, "%s cannot be monitored: %s",
                    f->s->m->when[i].text, why);
        vv_ctx_fail(f->c, VV_E_MODEL);
    }
    return vv_ctx_ok(f->c);
}

static bool build_sets(const vv_dynamics *f, vv_event *v) {
    int n = v->when->nsets;
    vv_expr *value = VV_ARRAY(f->c, vv_expr, n + 1);
    for (int i = 0; value && i < n; i++) value[i] = v->when->set[i].value;
    if (!value || vv_dynamics_express(f, n, value, value) != VV_OK) return false;
    v->sets = vv_dynamics_tape(f, n, value);
    v->sets_scratch = v->sets ? VV_ARRAY(f->c, double, v->sets->nslots + 1) : NULL;
    v->sets_out = VV_ARRAY(f->c, double, n + 1);
    if (!v->sets_scratch || !v->sets_out) return false;
    vv_tape_prepare(v->sets, v->sets_scratch);
    return true;
}

const double *vv_events_parameter_values(vv_events *e, int i, const vv_stepper *s, double *in) {
    vv_event *v = &e->event[i];
    vv_step_interpolate(s, 0, in);
    vv_tape_run(v->sets, in, v->sets_out, v->sets_scratch);
    return v->sets_out;
}

static bool is_of(const vv_simultaneous_impact *g, int n, const int *event) {
    return g->n == n && !memcmp(g->event, event, (size_t)n * sizeof *event);
}

/* The events by number, so that neither their order nor rounding of their times matters. */
static int struck_now(const vv_events *e, int *event) {
    int n = 0;
    for (int i = 0; i < e->n; i++) {
        bool hit = false;
        for (int k = 0; k < e->nhits; k++) hit |= e->hit[k].event == i;
        if (hit && e->event[i].impact) event[n++] = i;
    }
    return n;
}

vv_impact *vv_events_impact(vv_events *e) {
    vv_ctx *c = e->f->c;
    int *event = e->met, n = struck_now(e, event), laws = 0;
    if (n < 2) return n ? e->event[event[0]].impact : NULL;
    for (vv_simultaneous_impact *g = e->together; g; g = g->next)
        if (is_of(g, n, event)) return &g->impact;
    for (int i = 0; i < n; i++) laws += e->event[event[i]].when->nlaws;
    vv_simultaneous_impact *g = VV_NEW(c, vv_simultaneous_impact);
    vv_model_event all = *e->event[event[0]].when;
    all.law = VV_ARRAY(c, vv_assignment, laws + 1);
    all.nlaws = 0;
    event = VV_ARRAY(c, int, n + 1);
    if (!g || !all.law || !event) return NULL;
    memcpy(event, e->met, (size_t)n * sizeof *event);
    for (int i = 0; i < n; i++) {
        const vv_model_event *w = e->event[event[i]].when;
        memcpy(all.law + all.nlaws, w->law, (size_t)w->nlaws * sizeof *w->law);
        all.nlaws += w->nlaws;
    }
    *g = (vv_simultaneous_impact){.next = e->together, .n = n, .event = event};
    if (vv_impact_build(e->f, &all, &g->impact) != VV_OK) return NULL;
    e->together = g;
    return &g->impact;
}

/* Does it change the state or the model? */
static bool changes(const vv_model_event *w) { return w->nlaws || w->nsets || w->external; }

/* Magnitude of the terms that cancel in an event function of the positions, and in its rate: |x
 * dE/dx| summed, and the rates of its coordinates times their slopes, whatever their signs. Their
 * rounding is that of the function. 0 for other event functions. */
static void sizes_of(const vv_dynamics *f, vv_expr e, vv_expr *size, vv_expr *rate) {
    vv_ctx *c = f->c;
    vv_expr slopes = VV_ZERO, rates = VV_ZERO;
    *size = *rate = VV_ZERO;
    if (vv_depends(c, e, f->n, f->eq->w) || needs_forces(f, 1, &e)) return;
    for (int i = 0; i <= f->nq; i++) {
        vv_expr x = i < f->nq ? f->s->q[i] : f->s->m->t, by = vv_diff(c, e, x),
                here = vv_mul(c, by, x), moves = i < f->nq ? f->eq->rate[i] : VV_ONE;
        if (vv_is_zero(by)) continue;
        *size = vv_add(c, *size, vv_call(c, VV_ABS, 1, &here));
        slopes = vv_add(c, slopes, vv_call(c, VV_ABS, 1, &by));
        rates = vv_add(c, rates, vv_call(c, VV_ABS, 1, &moves));
    }
    *rate = vv_mul(c, slopes, rates);
}

static bool build_sizes(const vv_dynamics *f, const vv_expr *value, vv_events *e) {
    vv_expr *size = VV_ARRAY(f->c, vv_expr, 2 * e->n + 1);
    for (int i = 0; size && i < e->n; i++) sizes_of(f, value[i], &size[i], &size[e->n + i]);
    e->terms = size ? vv_dynamics_tape(f, 2 * e->n, size) : NULL;
    e->terms_scratch = e->terms ? VV_ARRAY(f->c, double, e->terms->nslots + 1) : NULL;
    e->in = e->terms ? VV_ARRAY(f->c, double, e->terms->nin + 1) : NULL;
    e->now = VV_ARRAY(f->c, double, 2 * e->n + 1);
    if (!e->size) e->size = VV_ARRAY(f->c, double, 2 * e->n + 1);
    if (!e->terms_scratch || !e->in || !e->now || !e->size) return false;
    vv_tape_prepare(e->terms, e->terms_scratch);
    return true;
}

vv_status vv_events_build(const vv_dynamics *f, vv_events *e) {
    const vv_model *m = f->s->m;
    e->f = f;
    e->together = NULL; /* they belong to other dynamics */
    if (!m->nwhens) return VV_OK;
    if (!e->event && !begin(f, e)) return vv_ctx_status(f->c);
    vv_expr *value = VV_ARRAY(f->c, vv_expr, e->n + 1);
    for (int i = 0; value && i < e->n; i++) {
        value[i] = m->when[i].value;
        if (m->when[i].nsets && !build_sets(f, &e->event[i])) return vv_ctx_status(f->c);
        if (!m->when[i].nlaws) continue;
        e->event[i].impact = VV_NEW(f->c, vv_impact);
        if (!e->event[i].impact || vv_impact_build(f, &m->when[i], e->event[i].impact) != VV_OK)
            return vv_ctx_status(f->c);
    }
    if (!value || !are_determined(f, e->n, value) ||
        vv_dynamics_express(f, e->n, value, value) != VV_OK)
        return vv_ctx_status(f->c);
    e->forces = needs_forces(f, e->n, value);
    vv_tape *t = vv_dynamics_tape(f, e->n, value);
    e->jet = t ? vv_jet_build(f->c, t, f->order + 2, NULL, true) : NULL;
    e->work = e->jet ? VV_ARRAY(f->c, double, e->jet->doubles) : NULL;
    if (!e->work) return vv_ctx_ok(f->c) ? vv_ctx_fail(f->c, VV_E_BEYOND) : vv_ctx_status(f->c);
    vv_jet_prepare(e->jet, e->work);
    build_sizes(f, value, e);
    return vv_ctx_status(f->c);
}

/* ---- series --------------------------------------------------------------------------------- */

/* Accelerations and multipliers are known to one order less than the state. */
static int degree(const vv_events *e) { return e->f->order - 1; }

static void expand(vv_events *e) {
    int n = degree(e);
    for (int i = 0; i < e->jet->nin; i++)
        vv_dynamics_copy_coefficients(e->f, i, n + 1, vv_jet_input(e->jet, e->work, i));
    for (int k = 0; k <= n; k++) vv_jet_compute_order(e->jet, k, e->work);
}

/* Rates of the event functions from the rates of a state, in s->here: the derivative of an
 * interpolant is less accurate than the tolerance. */
static void look_at_rates(vv_events *e, const vv_stepper *s, double t, const double *x) {
    const vv_dynamics *f = e->f;
    for (int i = 0; i < e->jet->nin; i++) {
        double *c = vv_jet_input(e->jet, e->work, i);
        bool time = i == s->n + f->n + f->m;
        c[0] = i < s->n ? x[i] : time ? t : 0;
        c[1] = i < s->n ? s->here[i] : time ? 1 : 0;
    }
    for (int k = 0; k <= 1; k++) vv_jet_compute_order(e->jet, k, e->work);
}

/* How event functions leave their zeros after an impact. */
static void look_back(vv_events *e, const vv_stepper *s) {
    vv_rhs r = s->rhs; /* scratch is shared, the rank is not */
    bool any = false;
    for (int i = 0; i < e->n; i++)
        if (e->event[i].impacted) any = true, e->event[i].rate = (double)NAN;
    if (!any || e->forces || e->f->coulomb || !vv_rhs_evaluate(&r, s->t, s->x, s->here)) return;
    look_at_rates(e, s, s->t, s->x);
    for (int i = 0; i < e->n; i++)
        if (e->event[i].impacted) e->event[i].rate = vv_jet_result(e->jet, e->work, i)[1];
}

/* A spurious zero: by its rate the event function still moves away from zero, as after the last
 * impact, which the interpolant does not resolve. */
static bool falls_back(vv_events *e, const vv_stepper *s, double dt) {
    bool any = false;
    for (int k = 0; k < e->nhits; k++) any |= !isnan(e->event[e->hit[k].event].rate);
    if (!any || !e->has_impact || e->forces || e->f->coulomb) return false;
    vv_step_interpolate(s, dt, s->there);
    look_at_rates(e, s, s->t + (s->t_low + dt), s->there);
    for (int k = 0; k < e->nhits; k++) {
        const vv_event *v = &e->event[e->hit[k].event];
        double rate = vv_jet_result(e->jet, e->work, e->hit[k].event)[1];
        e->fault_event = e->hit[k].event;
        if (v->when->nlaws && e->hit[k].after >= dt && e->hit[k].before == v->came &&
            v->came * v->rate > 0 && v->came * rate > fabs(v->rate) / 2)
            return true;
    }
    return false;
}

/* ---- zeros ---------------------------------------------------------------------------------- */

static void put(vv_events *e, vv_event_occurrence hit) {
    assert(hit.event >= 0 && hit.event < e->n);
    int k = e->nhits++;
    for (; k > 0 && e->hit[k - 1].after > hit.after; k--) e->hit[k] = e->hit[k - 1];
    e->hit[k] = hit;
}

/* The last zero of the previous step and the first of this one are the same if the event function
 * is only noise between them. */
static bool is_same(int n, const double *b, double noise, double since, double at) {
    return since <= 1 && fabs(vv_polynomial_value(n, b, (at - since) / 2)) <= 2 * noise;
}

/* The time from the last zero, within this step or before, to `from`. */
static double since(const vv_events *e, int i, double from) {
    double last = -e->event[i].since;
    for (int k = 0; k < e->nhits; k++)
        if (e->hit[k].event == i) last = fmax(last, e->hit[k].after);
    return from - last;
}

/* Where steps join only to rounding, or one of them was only rounding, a zero may lie between them;
 * a branch that jumps has none. */
static void find_between(vv_events *e, int i, double t, double from, double b0, double noise) {
    vv_event *v = &e->event[i];
    int side = b0 > noise ? 1 : b0 < -noise ? -1 : 0, way = v->when->direction;
    bool crossed = v->side * side < 0 && !v->impacted &&
                   since(e, i, from) > VV_EVENT_JUST_NOW * fabs(t + from);
    if (crossed && (!way || side == way))
        put(e, (vv_event_occurrence){i, v->side, from + fmax(DBL_EPSILON * fabs(t), DBL_MIN)});
}

/* The interpolant does not resolve how the event function left its zero: the rebound of the impact
 * is below the tolerance, and the interpolant falls through. b: with the zero divided out; sum: its
 * value at the end. */
static bool is_lost(const vv_event *v, double rate, const double *b, double sum) {
    return fabs(b[0] - rate) > fabs(rate) / 2 && v->came * rate >= 0 && v->came * sum < 0;
}

/* The largest magnitudes so far. */
static void measure_terms(vv_events *e, const vv_stepper *s) {
    vv_step_interpolate(s, 0, e->in);
    vv_tape_run(e->terms, e->in, e->now, e->terms_scratch);
    for (int i = 0; i < 2 * e->n; i++) e->size[i] = fmax(e->size[i], e->now[i]);
}

/* The largest change since the start of the step: the powers of an interpolant cancel to give its
 * values, those of a Taylor series need not. */
static double change_of(const vv_events *e, int n, const double *b) {
    enum { PLACES = 8 };
    double sum = 0, most = 0;
    for (int k = 1; k <= n; k++) sum += fabs(b[k]);
    for (int k = 1; e->piecewise && k <= PLACES; k++) {
        double u = (double)k / PLACES;
        most = fmax(most, fabs(u * vv_polynomial_value(n - 1, b + 1, u)));
    }
    return e->piecewise ? most : sum;
}

/* A function that has always been at rest is scaled by how far a step would move it. */
static double rounding_of(const vv_events *e, int i) {
    return e->known * (e->size[i] + e->span * e->size[e->n + i]);
}

static double rounding_of_rate(const vv_events *e, int i, double dt) {
    return (e->to_tolerance ? e->known : 100 * e->known) * dt * e->size[e->n + i];
}

/* Is it only rounding throughout, and its rate too? For example the distance of bodies kept
 * together by a contact. Its zeros are meaningless; once it is larger again its sign shows whether
 * one was crossed. Between the ends of a step interpolants are less accurate than the tolerance. */
static bool is_rounding(const vv_events *e, int i, int n, const double *b, double dt) {
    double change = change_of(e, n, b);
    return fabs(b[0]) + change < rounding_of(e, i) && change <= rounding_of_rate(e, i, dt);
}

/* Through rounding an event function at rest at its zero is already on the far side, and moves
 * farther: there is no zero to find, and the bodies would pass through each other. */
static bool goes_through(const vv_events *e, int i, const double *b, double dt) {
    int way = e->event[i].when->direction;
    return b[0] * way > 0 && fabs(b[0]) <= rounding_of(e, i) &&
           b[1] * way > rounding_of_rate(e, i, dt);
}

/* An impact elsewhere sends an event function at rest at its zero to the far side: the third of
 * three touching balls, when the first has hit the second. b: in units of dt. */
static bool is_sent(const vv_events *e, int i, double t, double dt, const double *b, double noise) {
    const vv_event *v = &e->event[i];
    int way = v->when->direction, k = 1, n = degree(e);
    if (!e->after_impact || !way || v->impacted || v->side * way > 0) return false;
    if (fabs(b[0]) > noise) return changes(v->when) && goes_through(e, i, b, dt);
    while (k < n && fabs(b[k]) <= noise) k++;
    /* an event without actions is not repeated if it has just occurred */
    return b[k] * way > 0 && (changes(v->when) || since(e, i, 0) > VV_EVENT_JUST_NOW * fabs(t));
}

/* Zeros of one event function from `from` on, over a time dt. After an impact at its zero this zero
 * is divided out, since the state satisfies it only to rounding. false: the impact left the
 * function at rest at its zero, from where it moves to the other side. */
static bool find(vv_events *e, int i, double t, double from, double dt) {
    vv_event *v = &e->event[i];
    double all[VV_ROOT_ISOLATION_DEGREE + 1], *b = all;
    vv_isolated_root zero[VV_ROOT_ISOLATION_MAX];
    int n = degree(e);
    double noise = vv_series_rescale(n, vv_jet_result(e->jet, e->work, i), dt, b), sum = 0;
    if (!e->begun && fabs(b[0]) <= noise) v->since = 0;
    if (is_rounding(e, i, n, b, dt)) {
        v->resting |= v->impacted;
        return true;
    }
    bool resting = v->resting, struck = v->impacted && from == 0;
    v->resting = false;
    if (resting) struck = true, b[0] = 0;
    /* the impact law may have changed the function itself */
    double rounding = fmax(fmax(noise, v->noise), DBL_EPSILON * e->size[i]);
    if (struck && fabs(b[0]) > 4 * rounding)
        struck = v->impacted = false, v->since = (double)INFINITY, v->side = 0;
    v->noise = noise;
    if (from == 0 && is_sent(e, i, t, dt, b, noise)) {
        put(e, (vv_event_occurrence){i, -v->when->direction, 0});
        return true;
    }
    /* the gap of a contact is known to what many steps have left of it */
    double drift = e->to_tolerance && e->f->coulomb ? rounding_of(e, i) : 0;
    find_between(e, i, t, from, b[0], fmax(noise, drift));
    for (int k = 0; k <= n; k++) sum += b[k];
    v->side = sum > noise ? 1 : sum < -noise ? -1 : 0;
    if (struck) {
        b++, n--;
        if (e->piecewise && is_lost(v, v->rate * dt, b, sum)) return false;
        double least = fmax(noise, (resting || e->to_tolerance ? 1 : VV_EVENT_RATE_ROUNDING) *
                                       rounding_of_rate(e, i, dt));
        while (n > 1 && fabs(b[0]) <= least) b++, n--;
        if ((b - all > 1 || resting) && b[0] * v->came < 0) return false;
    }
    int count = vv_root_isolation_find(n, b, noise, zero);
    double last = since(e, i, from);
    for (int k = 0; k < count; k++) {
        vv_isolated_root *z = &zero[k];
        int way = v->when->direction;
        if (!struck && k == 0 && is_same(n, b, noise, last / dt, z->at)) continue;
        if (!(z->at > 0) || (way && !(z->before * way < 0 && z->after * way > 0))) continue;
        put(e, (vv_event_occurrence){i, z->before, from + z->at * dt});
    }
    return true;
}

/* Keeps occurrences up to the first that ends the step, with those at the same instant. */
static void cut(vv_events *e, double t, double *dt) {
    double end = (double)INFINITY;
    int n = 0;
    for (; n < e->nhits; n++) {
        const vv_event_occurrence *h = &e->hit[n];
        assert(n == 0 || e->hit[n - 1].after <= h->after); /* in the order of time */
        const vv_model_event *w = e->event[h->event].when;
        if (h->after > end) break;
        if (!w->stop && !changes(w)) continue;
        e->stops |= w->stop;
        e->has_impact |= changes(w);
        if (isinf(end)) *dt = h->after, end = h->after + 4 * DBL_EPSILON * fmax(h->after, fabs(t));
    }
    e->nhits = n;
}

static const double *decider(const vv_events *e, int i) {
    return e->work + (size_t)e->jet->change[i] * (size_t)e->jet->stride;
}

/* No farther than just past the point where abs, sign, min, max or a condition within an event
 * function switches its branch. */
static double to_branch(const vv_events *e, const vv_stepper *s, double length) {
    double to;
    for (int i = 0; i < e->jet->nswitches; i++)
        length = vv_switching_convergent_length(degree(e), decider(e, i), length);
    to = length;
    for (int i = 0; i < e->jet->nswitches; i++) {
        to = fmin(to, vv_switching_first_sign_change(degree(e), decider(e, i), to, 0, 0));
        if (vv_switching_on_boundary(decider(e, i))) to = fmin(to, VV_SWITCHING_OVERSHOOT * length);
    }
    return to < length ? fmin(length, vv_switching_step_past(s, to, length)) : length;
}

/* No farther than large arguments of exp and the like allow, about which the coefficients say
 * nothing. */
static double look_ahead(const vv_events *e, const vv_stepper *s, double length) {
    double to = length;
    for (int i = 0; i < e->jet->nwide; i++) {
        const vv_jet_saturation *w = &e->jet->wide[i];
        const double *c = e->work + (size_t)w->argument * (size_t)e->jet->stride;
        if (!vv_switching_is_wide(w, c[0])) continue;
        to = vv_switching_convergent_length(degree(e), c, to);
        to = fmin(to, vv_switching_wide_limit(w, degree(e), c, to));
    }
    return to < length ? fmin(length, vv_switching_step_past(s, to, length)) : length;
}

/* The step from `from` on, as far as the series of all event functions converge: *length. */
static vv_event_fault piece(vv_events *e, const vv_stepper *s, double from, double *length) {
    double given = *length; /* negligible between two contact transitions */
    expand(e);
    for (e->fault_event = 0; e->fault_event < e->n; e->fault_event++) {
        *length = vv_series_step_limit(degree(e), vv_jet_result(e->jet, e->work, e->fault_event),
                                       *length);
        if (!(*length > fmin(VV_EVENT_LEAST_LENGTH * fabs(s->t), given / 2))) return VV_EVENT_NAN;
    }
    *length = to_branch(e, s, look_ahead(e, s, *length));
    for (e->fault_event = 0; e->fault_event < e->n; e->fault_event++)
        if (!find(e, e->fault_event, s->t, from, *length)) return VV_EVENT_ZENO;
    e->begun = true;
    return VV_EVENT_OK;
}

static bool has_end(const vv_events *e) {
    for (int k = 0; k < e->nhits; k++) {
        const vv_model_event *w = e->event[e->hit[k].event].when;
        if (w->stop || w->nlaws || w->external) return true;
    }
    return false;
}

/* Integrators without Taylor series know their states only to a tolerance, even if one of their
 * steps is a Taylor step; and the gap of touching bodies only to its drift over many steps. */
static double what_is_known(const vv_events *e, const vv_stepper *s) {
    if (s->integrator->series) return VV_EVENT_KNOWN_SERIES;
    return e->f->coulomb ? fmax(VV_EVENT_KNOWN_OTHERS,
                                fmin(VV_EVENT_DRIFT_STEPS * s->tolerance, VV_EVENT_KNOWN_MOST))
                         : VV_EVENT_KNOWN_OTHERS;
}

/* A Taylor step is cut where the series of the event functions end; an interpolant is shifted to
 * that point, so that a step of another integrator stays whole. */
vv_event_fault vv_events_locate(vv_events *e, const vv_stepper *s, double *dt) {
    e->nhits = 0;
    e->stops = e->has_impact = false;
    if (!e->n || !(*dt > 0)) return VV_EVENT_OK;
    e->piecewise = s->interpolant.degree > 0;
    e->to_tolerance = !s->integrator->series;
    e->known = what_is_known(e, s), e->span = s->stats.most;
    measure_terms(e, s);
    if (e->piecewise) look_back(e, s);
    if (!e->piecewise) {
        vv_event_fault fault = piece(e, s, 0, dt);
        if (fault != VV_EVENT_OK) return fault;
    }
    for (double from = 0; e->piecewise && from < *dt;) {
        double length = *dt - from;
        vv_step_interpolant_series(s, from, length, e->forces);
        vv_event_fault fault = piece(e, s, from, &length);
        if (fault != VV_EVENT_OK) return fault;
        bool whole = length >= *dt - from;
        from = whole ? *dt : from + length;
        if (has_end(e) || e->nhits > e->n * VV_ROOT_ISOLATION_MAX) *dt = from;
    }
    cut(e, s->t, dt);
    return e->piecewise && falls_back(e, s, *dt) ? VV_EVENT_ZENO : VV_EVENT_OK;
}

vv_event_fault vv_events_advance(vv_events *e, double t, double dt, double until) {
    enum { MOST = 1000 };
    assert(!(dt < 0));
    for (int i = 0; i < e->n; i++) e->event[i].since += dt, e->event[i].impacted = false;
    for (int k = 0; k < e->nhits; k++) {
        vv_event *v = &e->event[e->hit[k].event];
        double at = t + fmin(e->hit[k].after, dt);
        if (!v->count++) v->first = at;
        v->last = at;
        v->since = fmax(dt - e->hit[k].after, 0);
        v->came = e->hit[k].before;
        v->impacted = e->has_impact && v->since <= 4 * DBL_EPSILON * fmax(dt, fabs(t));
        if (changes(v->when)) e->fault_event = e->hit[k].event;
    }
    e->rest += dt;
    e->after_impact = e->has_impact;
    /* the step was cut, the sides are those behind its end; or the state is another one now */
    for (int i = 0; (e->stops || e->has_impact) && i < e->n; i++) e->event[i].side = 0;
    if (!e->has_impact) return VV_EVENT_OK;
    e->longest = fmax(e->longest, e->rest);
    bool vanishing =
        e->rest < fmax(VV_EVENT_ZENO_INTERVAL * e->longest, VV_EVENT_ZENO_SPAN * until);
    e->rapid_impacts = vanishing ? e->rapid_impacts + 1 : 0;
    e->rest = 0;
    return e->rapid_impacts >= MOST ? VV_EVENT_ZENO : VV_EVENT_OK;
}

/* ---- report --------------------------------------------------------------------------------- */

void vv_events_report(const vv_events *e, vv_buffer *account) {
    for (int i = 0; i < e->n; i++) {
        const vv_event *v = &e->event[i];
        if (v->when->quiet && !v->count) continue;
        vv_buffer_printf(account, "event %d, %s: ", i + 1, v->when->text);
        if (!v->count)
            vv_buffer_add(account, "never\n");
        else if (v->count == 1)
            vv_buffer_printf(account, "once, at t = %.15g\n", v->first);
        else
            vv_buffer_printf(account, "%ld times, from t = %.15g to %.15g\n", v->count, v->first,
                             v->last);
    }
}

void vv_events_serialize(vv_events *e, vv_serializer *k) {
    VV_SERIALIZE(k, e->begun);
    VV_SERIALIZE(k, e->after_impact);
    VV_SERIALIZE(k, e->rapid_impacts);
    VV_SERIALIZE(k, e->rest);
    VV_SERIALIZE(k, e->longest);
    if (e->n) VV_SERIALIZE_ARRAY(k, e->size, 2 * e->n);
    for (int i = 0; i < e->n; i++) {
        vv_event *v = &e->event[i];
        VV_SERIALIZE(k, v->count);
        VV_SERIALIZE(k, v->first);
        VV_SERIALIZE(k, v->last);
        VV_SERIALIZE(k, v->since);
        VV_SERIALIZE(k, v->impacted);
        VV_SERIALIZE(k, v->noise);
        VV_SERIALIZE(k, v->came);
        VV_SERIALIZE(k, v->rate);
        VV_SERIALIZE(k, v->resting);
        VV_SERIALIZE(k, v->side);
        if (v->impact) vv_kkt_serialize(&v->impact->kkt, k);
    }
}
