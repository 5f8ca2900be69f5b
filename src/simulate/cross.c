/* Over a singular configuration in one step.
 *
 * Where constraints become dependent on the way, as all bars of a parallelogram in one line, the
 * motion is as smooth as anywhere, but what rounding adds to its series is not: other branches meet
 * the motion there, so the errors of the coefficients grow from each to the next by the inverse of
 * the time tau that is left. Steps chosen by the last terms would creep up to the place, and every
 * step divides rounding by the smallest pivot once more. Farther off, the first terms are still
 * those of the motion: a step of 1.3 tau by these leads to the other side. Errors on the way lie
 * off the motion, where the next projection takes them back; what they leave in the motion is of
 * second order. They are why velocities are not kept there to more than 1e-10 or 1e-11: a state of
 * doubles is off the motion by their last digit over tau. */
#include <math.h>

#include "simulate/stepper.h"

enum { MOST_TERMS = 32 };
enum { FIRST = 3 };                   /* terms that are kept at least                       */
static const double WEAK = 0.1;       /* pivots below this, and falling, announce it       */
static const double BEYOND = 1.3;     /* so many tau: not to where it is as near again     */
static const double LEFT_OUT = 2e-15; /* of a value: what remains of a crossing             */
static const double ROUNDING = 1e-9;  /* off the motion: the next projection takes it back  */
static const double NEAR = 1e-3;      /* pivots below this: it is, and rounding grows        */
static const double SLOWEST_FALL = 0.5;
static const double FARTHEST = 1e-9; /* pivots so small have spoilt the state already      */

/* tau, from the last two pivots: these go as its square [A M^-1 A' has the squares of A]. 0: the
 * constraints do not become dependent. */
static double time_left(vv_stepper *s) {
    double now = s->f->kkt.weakest;
    if (s->t > s->weak_time[1] || !(s->weak[1] > 0)) {
        s->weak[0] = s->weak[1], s->weak_time[0] = s->weak_time[1];
        s->weak[1] = now, s->weak_time[1] = s->t;
    }
    double before = sqrt(s->weak[0]), fall = before - sqrt(now);
    if (s->faded || !(now < WEAK) || !(now > FARTHEST) || !(fall > 0)) return 0;
    return (s->weak_time[1] - s->weak_time[0]) * sqrt(now) / fall;
}

/* Largest of the k-th terms of all values, by their sizes. */
static double term(const vv_stepper *s, int k, double h) {
    double most = 0;
    for (int i = 0; i < s->n; i++)
        if (s->size[i] > 0) most = fmax(most, fabs(vv_flow_coefficients(s->f, i)[k]) / s->size[i]);
    return most * pow(h, k);
}

static void cut(const vv_stepper *s, int last) {
    const vv_flow *f = s->f;
    for (int i = 0; i < s->n + f->n + f->m; i++) {
        double *c = vv_jet_input(f->jet, f->work, i);
        for (int k = i < s->n ? last + 1 : last; k <= f->order; k++) c[k] = 0;
    }
}

/* How many terms are worth keeping: those of the motion fall from each to the next, by `fall`,
 * until the errors of rounding, which grow, are larger. Beyond that the motion's own are continued
 * as they fell, up to where they no longer count. 0: the errors would be too large by then. */
static int terms_kept(const vv_stepper *s, double h) {
    int p = s->f->order, turn = FIRST, last;
    double here[MOST_TERMS + 1] = {0}, most = 0;
    for (int k = FIRST - 1; k <= p; k++) here[k] = term(s, k, h);
    for (int k = FIRST; k <= p; k++)
        if (here[k] < here[turn]) turn = k;
    double fall = pow(here[turn] / here[FIRST - 1], 1.0 / (turn - FIRST + 1));
    if (!(fall > 0) || !(fall < SLOWEST_FALL)) return 0;
    last = turn + (int)fmax(0, ceil(log(LEFT_OUT / here[turn]) / log(fall)) - 1);
    for (int k = turn; k <= last && k <= p; k++) most = fmax(most, here[k]);
    /* once near, it will not get better */
    double allowed = s->f->kkt.weakest < NEAR ? 10 * ROUNDING : ROUNDING;
    return last <= p && most <= allowed ? last : 0;
}

void vv_step_cross(vv_stepper *s) {
    const vv_flow *f = s->f;
    if (!f->multipliers || f->jet->nswitches) return;
    double tau = time_left(s), h = BEYOND * tau;
    int last = h > s->h ? terms_kept(s, h) : 0;
    if (!last) return;
    cut(s, last);
    s->h = h;
    bool counted = s->t < s->crossed; /* a step that ended on the way, at an event */
    s->crossed = s->t + h;
    if (counted || s->nsingular++) return;
    s->singular_time = s->t + tau;
    s->singular_row = f->kkt.row[f->kkt.rank - 1] - f->own;
}
