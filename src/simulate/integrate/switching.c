#include "simulate/integrate/switching.h"
#include "simulate/integrate/integrate_tolerances.h"

#include <math.h>
#include <string.h>

#include "numeric/numeric.h"

/* ---- one series ----------------------------------------------------------------------------- */

/* Has it another sign there, beyond doubt? */
static bool is_other(const double *c, int p, double at, double sign, double noise) {
    double value = vv_polynomial_value(p, c, at);
    return sign > 0 ? value < -noise : sign < 0 && value > noise;
}

/* Halved between a place where it has its sign and one where it has not. */
static double change_between(const double *c, int p, double sign, double noise, double low,
                             double high) {
    enum { HALVINGS = 60 };
    for (int k = 0; k < HALVINGS; k++) {
        double middle = low + (high - low) / 2;
        if (is_other(c, p, middle, sign, noise))
            high = middle;
        else
            low = middle;
    }
    return high;
}

/* Where it has the other sign between two zeros, however close; h if nowhere. */
static double change_of_pair(const double *c, int p, double h, double sign, double noise) {
    double b[VV_ROOT_ISOLATION_DEGREE + 1], low = 0;
    vv_isolated_root zero[VV_ROOT_ISOLATION_MAX];
    int n = vv_root_isolation_find(p, b, vv_series_rescale(p, c, h, b), zero);
    for (int k = 0; k + 1 < n; k++) {
        double middle = h * (zero[k].at + zero[k + 1].at) / 2;
        if (is_other(c, p, middle, sign, noise))
            return change_between(c, p, sign, noise, low, middle);
        low = middle;
    }
    return h;
}

double vv_switching_convergent_length(int p, const double *c, double h) {
    double to = vv_series_step_limit(p, c, h);
    return to > 0 ? to : h;
}

double vv_switching_first_sign_change(int p, const double *c, double h, double sign, double noise) {
    enum { SAMPLES = 32 };
    double low = 0, to = h;
    for (int i = 0; i <= p && sign == 0; i++) sign = c[i];
    for (int i = 1; i <= SAMPLES; i++) {
        double high = h * i / SAMPLES;
        if (is_other(c, p, high, sign, noise)) {
            to = change_between(c, p, sign, noise, low, high);
            break;
        }
        low = high;
    }
    return low > 0 ? fmin(to, change_of_pair(c, p, h, sign, noise)) : to;
}

double vv_switching_wide_limit(const vv_jet_saturation *w, int p, const double *c, double h) {
    double level = w->from, shifted[VV_ROOT_ISOLATION_DEGREE + 1];
    if (!vv_switching_is_wide(w, c[0])) return h;
    while (2 * level < fabs(c[0])) level *= 2;
    memcpy(shifted, c, (size_t)(p + 1) * sizeof *shifted);
    shifted[0] -= copysign(level, c[0]);
    return vv_switching_first_sign_change(p, shifted, h, 0, 0);
}

/* ---- a step --------------------------------------------------------------------------------- */

double vv_switching_step_past(const vv_stepper *s, double to, double h) {
    return to + fmax(VV_SWITCHING_OVERSHOOT * h, VV_STEP_TIME_ROUNDING * fabs(s->t));
}

void vv_switching_count(vv_stepper *s, bool changed, double h) {
    s->stats.switches += changed;
    s->stats.short_switches =
        changed && s->h < VV_SWITCHING_SHORT * h ? s->stats.short_switches + 1 : 0;
}

bool vv_switching_is_chattering(const vv_stepper *s, bool collapsed) {
    return s->stats.short_switches >
           (collapsed ? VV_SWITCHING_MOST_COLLAPSED : VV_SWITCHING_MOST_SHORT);
}

/* ---- interpolants --------------------------------------------------------------------------- */

/* The equations as functions of series: the switching functions are among their variables. */
struct vv_switching_functions {
    vv_jet *jet;
    double *work;
    double *sign; /* of each at the start of the step     (nswitches) */
    double *at;   /* arguments of exp and the like there      (nwide) */
    double *last; /* value of each at the end of the last step, ... */
    double *by;   /* ... its change over that step, ...   */
    double *most; /* ... its largest value so far         (nswitches) */
    int turns;    /* reversals of negligible size in very small steps */
};

/* The rows themselves, too: of a path with straight pieces no branch is left in the second
 * derivative. */
static vv_tape *equations(const vv_dynamics *f) {
    const vv_equations *eq = f->eq;
    int nu = eq->nunknowns, n = f->nq + nu * (nu + 1);
    vv_expr *out = VV_ARRAY(f->c, vv_expr, n + 2 * eq->nrows + 1);
    if (!out) return NULL;
    memcpy(out, eq->rate, (size_t)f->nq * sizeof *out);
    memcpy(out + f->nq, eq->rhs, (size_t)nu * sizeof *out);
    memcpy(out + f->nq + nu, eq->matrix, (size_t)(nu * nu) * sizeof *out);
    for (int r = 0; f->multipliers && r < eq->nrows; r++) {
        out[n++] = eq->row[r]->velocity;
        if (eq->row[r]->finite.id) out[n++] = eq->row[r]->finite;
    }
    return vv_dynamics_tape(f, n, out);
}

static bool build(vv_stepper *s) {
    const vv_dynamics *f = s->f;
    struct vv_switching_functions *b = VV_NEW(f->c, struct vv_switching_functions);
    if (!b) return false;
    vv_tape *t = equations(f);
    b->jet = t ? vv_jet_build(f->c, t, f->order + 2, NULL, true) : NULL;
    b->work = b->jet ? VV_ARRAY(f->c, double, b->jet->doubles) : NULL;
    b->sign = b->jet ? VV_ARRAY(f->c, double, b->jet->nswitches + 1) : NULL;
    b->at = b->jet ? VV_ARRAY(f->c, double, b->jet->nwide + 1) : NULL;
    b->last = b->jet ? VV_ARRAY(f->c, double, b->jet->nswitches + 1) : NULL;
    b->by = b->jet ? VV_ARRAY(f->c, double, b->jet->nswitches + 1) : NULL;
    b->most = b->jet ? VV_ARRAY(f->c, double, b->jet->nswitches + 1) : NULL;
    if (!b->sign || !b->work || !b->at || !b->last || !b->by || !b->most) return false;
    vv_jet_prepare(b->jet, b->work);
    s->switching = b;
    return true;
}

static const double *decider(const struct vv_switching_functions *b, int i) {
    return b->work + (size_t)b->jet->change[i] * (size_t)b->jet->stride;
}

static const double *argument(const struct vv_switching_functions *b, int i) {
    return b->work + (size_t)b->jet->wide[i].argument * (size_t)b->jet->stride;
}

/* Expands them from `from` on. Branches depend on the state, not on forces. */
static void expand(const vv_stepper *s, double from, int p) {
    const struct vv_switching_functions *b = s->switching;
    const vv_dynamics *f = s->f;
    vv_step_interpolant_series(s, from, s->h - from, false);
    for (int i = 0; i < b->jet->nin; i++) {
        double *to = vv_jet_input(b->jet, b->work, i);
        if (i >= s->n && i < s->n + f->n + f->m)
            memset(to, 0, (size_t)(p + 1) * sizeof *to);
        else
            vv_dynamics_copy_coefficients(f, i, p + 1, to);
    }
    for (int k = 0; k <= p; k++) vv_jet_compute_order(b->jet, k, b->work);
}

/* A narrow peak may lie between the stages of a step: go no farther than its argument, `at` at the
 * start, can reveal. */
static double stop_at_wide(const vv_jet_saturation *w, int p, const double *c, double at,
                           double h) {
    const double FAR = 20;
    double away[VV_ROOT_ISOLATION_DEGREE + 1], to = h;
    if (fabs(at) > w->from) return vv_switching_wide_limit(w, p, c, h);
    memcpy(away, c, (size_t)(p + 1) * sizeof *away);
    for (int side = -1; side <= 1; side += 2) {
        away[0] = c[0] - (at + side * FAR);
        to = fmin(to, vv_switching_first_sign_change(p, away, to, -side, 0));
    }
    return to;
}

/* Does one change its sign about the start, from which `begin` is not far? */
static bool starts_at_change(const vv_stepper *s, double begin) {
    const struct vv_switching_functions *b = s->switching;
    for (int i = 0; i < b->jet->nswitches; i++) {
        const double *c = decider(b, i);
        if (c[0] * (c[0] - 2 * begin * c[1]) < 0) return true;
    }
    return false;
}

static double piece(const vv_stepper *s, bool first, double length, bool *branch) {
    const struct vv_switching_functions *b = s->switching;
    int p = s->f->order - 1;
    double to = length;
    for (int i = 0; i < b->jet->nswitches; i++) {
        const double *c = decider(b, i);
        if (first) b->sign[i] = 0;
        for (int k = 0; k <= p && b->sign[i] == 0; k++) b->sign[i] = c[k];
        to = fmin(to, vv_switching_first_sign_change(p, c, to, b->sign[i], 0));
    }
    *branch = to < length;
    for (int i = 0; i < b->jet->nwide; i++) {
        const double *c = argument(b, i);
        if (first) b->at[i] = c[0];
        double wide = stop_at_wide(&b->jet->wide[i], p, c, b->at[i], to);
        if (wide < to) to = wide, *branch = false;
    }
    return to;
}

/* The first switch in (0, h), h if there is none: in pieces as long as the series converge. Only
 * rounding decides on which side of a boundary the last step ended: take the side of a point
 * slightly later. *branch: the switch is one of a branch. */
static double first_change(vv_stepper *s, bool *branch) {
    const struct vv_switching_functions *b = s->switching;
    int p = s->f->order - 1;
    *branch = false;
    for (double begin = VV_SWITCHING_SOON * s->h, from = begin; from < s->h;) {
        double length = s->h - from;
        expand(s, from, p);
        if (from == begin && starts_at_change(s, begin)) vv_velocity_jump_watch(s, 0);
        for (int i = 0; i < b->jet->nswitches; i++)
            length = vv_series_step_limit(p, decider(b, i), length);
        for (int i = 0; i < b->jet->nwide; i++)
            length = vv_series_step_limit(p, argument(b, i), length);
        if (!(length > VV_STEP_LEAST * fabs(s->t)))
            return s->h; /* NaN: the integrator reports it */
        double to = piece(s, from == begin, length, branch);
        if (to < length) return from + to;
        from += length;
    }
    return s->h;
}

/* Keeps the step only up to `to`. */
static void shorten(vv_stepper *s, double to) {
    vv_step_interpolant_at(s, to, s->there);
    memcpy(s->interpolant.end, s->there, (size_t)s->n * sizeof *s->interpolant.end);
    memset(s->interpolant.end_low, 0, (size_t)s->n * sizeof *s->interpolant.end_low);
    s->h = to;
}

/* A value that should stay at its zero is driven back and forth across it, in steps that are small,
 * but of which there would be millions. Any larger step resets the count. */
static bool crawls(vv_stepper *s) {
    enum { MOST = 2000 };
    struct vv_switching_functions *b = s->switching;
    bool turns = false;
    expand(s, s->h, 0);
    for (int i = 0; i < b->jet->nswitches; i++) {
        double now = decider(b, i)[0], by = now - b->last[i],
               small = VV_SWITCHING_ZERO * b->most[i];
        turns |= by * b->by[i] < 0 && fabs(now) < small && fabs(b->last[i]) < small;
        b->most[i] = fmax(b->most[i], fabs(now));
        b->last[i] = now, b->by[i] = by;
    }
    b->turns = s->h > VV_SWITCHING_CRAWL * s->stats.most ? 0 : b->turns + turns;
    return b->turns > MOST;
}

/* Counts small steps that contain a switch, not separated by a large one. */
static vv_step_fault count(vv_stepper *s, bool changed, bool cut) {
    bool tiny = s->h < VV_STEP_TINY * s->stats.most;
    s->stats.switches += cut;
    s->stats.short_switches = !tiny ? 0 : s->stats.short_switches + changed;
    return crawls(s) || vv_switching_is_chattering(s, false) ? VV_STEP_CHATTERING : VV_STEP_OK;
}

/* Ends the step just before the switch: the last stage would see a jump after it, and the step
 * would be rejected. */
vv_step_fault vv_switching_limit_step(vv_stepper *s) {
    enum { ROUNDS = 8 };
    const double whole = s->h, least = VV_SWITCHING_DONE * fmax(fabs(s->t), s->stats.most);
    bool changed = false, cut = false, branch;
    if (!s->switching && !build(s)) return VV_STEP_SIZE_TOO_SMALL;
    for (int round = 0; round < ROUNDS; round++) {
        double to = first_change(s, &branch),
               before =
                   to - fmax(VV_SWITCHING_OVERSHOOT * whole, VV_STEP_TIME_ROUNDING * fabs(s->t));
        if (!(to < s->h)) break;
        changed |= branch;
        if (branch) vv_velocity_jump_watch(s, to);
        if (!(before > least)) break;
        cut |= branch;
        if (!s->integrator->repeats) {
            shorten(s, before);
            break;
        }
        s->to_switch = true;
        vv_step_fault fault = s->integrator->expand(s, before);
        s->to_switch = false;
        if (fault != VV_STEP_OK) return fault;
    }
    return count(s, changed, cut);
}
