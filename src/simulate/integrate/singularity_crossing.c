/* Over a singular configuration in one step.
 *
 * Where constraints become dependent on the way, as all bars of a parallelogram in one line, the
 * motion is as smooth as anywhere, but what rounding adds to its series is not: other branches meet
 * the motion there, so the errors of the coefficients grow from each to the next by the inverse of
 * the time tau that is left. Steps chosen by the last terms would creep up to the place, and every
 * step divides rounding by the smallest pivot once more. Farther off, the first terms are still
 * those of the motion: they lead to a state on the other side. What rounding added lies off the
 * motion, where the constraints of that state take it back; a part of it, by the curvature of the
 * constraints, stays in the velocity, and so it is kept small. The step is then the polynomial with
 * coefficients of both series: in between errors are what they are at its ends. */
#include <math.h>
#include <string.h>

#include "numeric/dense_vector.h"
#include "numeric/polynomial_value.h"
#include "simulate/integrate/stepper.h"

enum { MOST_TERMS = 32 };
enum { FIRST = 3 };                   /* terms that are kept at least                       */
enum { FAR = 3 };                     /* coefficients from the other side                   */
enum { MANY = 12 };                   /* terms                                              */
enum { SECANTS = 8 };                 /* that find the place                                */
static const double WEAK = 0.1;       /* pivots below this, and falling, announce it        */
static const double BEYOND = 1.2;     /* so many tau: errors grow by this with each order   */
static const double LEFT_OUT = 1e-16; /* of a value: what remains of a crossing             */
static const double ROUNDING = 1e-12; /* off the motion: the constraints take it back       */
static const double SLOWEST_FALL = 0.5;
static const double NEARER = 0.5; /* of tau: where the other side is too far, to this first */

struct vv_singularity_crossing {
    vv_kkt probe;             /* the matrix farther on                                        */
    double *matrix;           /* what stood in its place                                      */
    double *near;             /* coefficients of the series at the beginning of the step      */
    double *x, *x_low;        /* a state farther on                                           */
    double a[MOST_TERMS + 1]; /* scratch: one value's                                         */
};

static bool open_crossing(vv_stepper *s) {
    vv_ctx *c = s->f->c;
    int all = s->n + s->f->n + s->f->m;
    size_t n = (size_t)s->f->kkt.n;
    if (s->crossing) return true;
    struct vv_singularity_crossing *k = VV_NEW(c, struct vv_singularity_crossing);
    if (!k || !vv_kkt_new(c, s->f->kkt.n, &k->probe)) return false;
    k->matrix = VV_MATRIX(c, double, n, n);
    k->near = VV_MATRIX(c, double, all, s->f->order + 1);
    k->x = VV_ARRAY(c, double, s->n + 1);
    k->x_low = VV_ARRAY(c, double, s->n + 1);
    s->crossing = vv_ctx_ok(c) ? k : NULL;
    return s->crossing != NULL;
}

/* The state later by the first terms. */
static void look_ahead(const vv_stepper *s, double after, int last) {
    struct vv_singularity_crossing *k = s->crossing;
    for (int i = 0; i < s->n; i++) {
        const double *c = vv_dynamics_coefficients(s->f, i);
        double sum = vv_polynomial_change(last, c, 1, after);
        vv_two_sum(s->x[i], sum + s->x_low[i], &k->x[i], &k->x_low[i]);
    }
}

/* ---- where it is ---------------------------------------------------------------------------- */

/* How far constraints are from being dependent: the root of the smallest pivot, for pivots go as
 * the square of the time left [A M^-1 A' has the squares of A]. row: the one to become dependent.
 */
static double strength(const vv_stepper *s, double after, int *row) {
    struct vv_singularity_crossing *k = s->crossing;
    vv_kkt *d = &k->probe, *now = &s->f->kkt;
    size_t n = (size_t)d->n, square = n * n * sizeof *d->a;
    look_ahead(s, after, s->f->order);
    memcpy(k->matrix, now->a, square);
    bool ok = vv_dynamics_evaluate_matrix(s->f, k->x, s->t + (s->t_low + after)) == VV_DYNAMICS_OK;
    memcpy(d->a, now->a, square);
    memcpy(now->a, k->matrix, square);
    memcpy(d->row_most, now->row_most, n * sizeof *d->row_most);
    memcpy(d->column_most, now->column_most, n * sizeof *d->column_most);
    memcpy(d->spare, now->spare, n * sizeof *d->spare);
    memcpy(d->like, now->like, n * sizeof *d->like);
    d->own = now->own, d->unit = now->unit;
    memcpy(d->by_row, now->by_row, n * sizeof *d->by_row);
    memcpy(d->by_column, now->by_column, n * sizeof *d->by_column);
    if (!ok || !vv_kkt_factor(d, 0x1p-33)) return 1;
    bool less = d->rank < s->rank;
    *row = d->row[less ? d->rank : d->rank - 1] - s->f->own;
    return less ? 0 : sqrt(d->weakest);
}

/* tau, where the strength vanishes; 0: it does not, as far as this series tells. */
static double time_left(vv_stepper *s, int *row) {
    double from = 0, to = s->h / 2, before = strength(s, from, row), first = before,
           now = strength(s, to, row), tau = 0;
    for (int i = 0; i < SECANTS; i++) {
        if (!(now < before) || !(before > 0)) return 0;
        double guess = to + now * (to - from) / (before - now);
        if (!(guess < 4 * s->h)) return 0;
        if (i && fabs(guess - tau) < 1e-2 * guess) return now < first / 2 ? guess : 0;
        tau = guess;
        from = to, before = now;
        to = tau - 0.1 * (tau - from);
        now = strength(s, to, row);
    }
    return 0;
}

/* Is it worth looking? Pivots fall so that they may vanish within a few steps. */
static bool is_announced(vv_stepper *s) {
    enum { FEW = 3 };
    double now = s->f->kkt.weakest, fall = sqrt(s->weak) - sqrt(now);
    s->weak = now;
    return !s->faded && s->steps && now < WEAK && s->last * sqrt(now) < fall * FEW * s->h;
}

/* ---- the other side ------------------------------------------------------------------------- */

/* Largest of the k-th terms of all values, by their sizes; what hardly moves by what the energy
 * would make of it. */
static double term(const vv_stepper *s, int k, double h) {
    const vv_dynamics *f = s->f;
    double most = 0;
    for (int i = 0; i < s->n; i++) {
        bool place = i < f->nq;
        double size = fmax(s->size[i],
                           VV_STEP_SPEED_FLOOR * s->floor[place ? i : i - f->nq] * (place ? h : 1));
        if (size > 0) most = fmax(most, fabs(vv_dynamics_coefficients(f, i)[k]) / size);
    }
    return most * pow(h, k);
}

/* Angles that went round often are rounded as they are: what to allow them, in the measure of a few
 * turns. */
static double largest_place(const vv_stepper *s) {
    enum { FEW_TURNS = 32 };
    return fmax(FEW_TURNS, vv_norm_inf(s->f->nq, s->x)) / FEW_TURNS;
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
    double fall = 0; /* of the slowest series of powers above them */
    for (int k = FIRST; k < turn; k++) fall = fmax(fall, pow(here[k], 1.0 / k));
    if (!(fall > 0) || !(fall < SLOWEST_FALL)) return 0;
    last = (int)ceil(log(LEFT_OUT) / log(fall));
    for (int k = turn; k <= last && k <= p; k++) most = fmax(most, here[k]);
    double allowed = ROUNDING * largest_place(s);
    /* half as far there are some terms less: that helps where they are many */
    return last <= p && most <= (last > MANY ? allowed : 100 * allowed) ? last : 0;
}

static void keep_series(const vv_stepper *s, bool back) {
    const vv_dynamics *f = s->f;
    size_t length = (size_t)f->order + 1;
    for (int i = 0; i < s->n + f->n + f->m; i++) {
        double *c = vv_jet_input(f->jet, f->series, i),
               *kept = s->crossing->near + (size_t)i * length;
        memcpy(back ? c : kept, back ? kept : c, length * sizeof *c);
    }
}

/* The polynomial with the m coefficients a at 0 and the first n of `to` at 1: a(u) + u^m R(u - 1),
 * R the first terms of what a lacks there, by (1 + v)^m. */
static void join(int m, double *a, int n, const double *to) {
    double lack[MOST_TERMS + 1], R[MOST_TERMS + 1];
    memcpy(lack, a, (size_t)m * sizeof *a);
    for (int j = 0; j < n; j++) /* Horner's scheme gives one coefficient at 1 after another */
        for (int i = m - 2; i >= j; i--) lack[i] += lack[i + 1];
    for (int j = 0; j < n; j++) lack[j] = to[j] - lack[j];
    for (int j = 0; j < n; j++) {
        double by = 1; /* (-1)^i C(m + i - 1, i) */
        R[j] = 0;
        for (int i = 0; i <= j; i++, by *= -(double)(m + i - 1) / i) R[j] += by * lack[j - i];
    }
    for (int j = 0; j < n; j++) /* from v = u - 1 to u */
        for (int i = n - 2; i >= j; i--) R[i] -= R[i + 1];
    memcpy(a + m, R, (size_t)n * sizeof *a);
}

/* Coefficients of both ends, where the far ones stand in the flow and the near ones are kept: those
 * of the polynomial instead. */
static void join_series(vv_stepper *s, double h, int m) {
    const vv_dynamics *f = s->f;
    struct vv_singularity_crossing *k = s->crossing;
    for (int i = 0; i < s->n + f->n + f->m; i++) {
        const double *near = k->near + (size_t)i * ((size_t)f->order + 1);
        double *c = vv_jet_input(f->jet, f->series, i), to[FAR], power = 1;
        for (int j = 0; j < m; j++, power *= h) {
            k->a[j] = near[j] * power;
            if (j < FAR) to[j] = c[j] * power;
        }
        if (i < s->n) { /* as a change of the state, which is a sum of two */
            to[0] = (k->x[i] - s->x[i]) + (k->x_low[i] - s->x_low[i]);
            k->a[0] = 0;
        }
        join(m, k->a, FAR, to);
        memset(c, 0, ((size_t)f->order + 1) * sizeof *c);
        power = 1;
        for (int j = 0; j < m + FAR; j++, power /= h) c[j] = k->a[j] * power;
        c[0] = near[0];
    }
}

/* The state there, on the constraints, and its series. */
static bool land(vv_stepper *s, double h, int last) {
    vv_stepper there = *s;
    look_ahead(s, h, last);
    there.x = s->crossing->x, there.x_low = s->crossing->x_low;
    there.t = s->t + (s->t_low + h);
    return vv_step_project(&there) == VV_DYNAMICS_OK && !there.faded &&
           vv_dynamics_expand_series(s->f, there.x, there.t) == VV_DYNAMICS_OK;
}

void vv_step_cross_singularity(vv_stepper *s) {
    const vv_dynamics *f = s->f;
    int row = 0;
    if (!f->multipliers || f->jet->nswitches || f->order > MOST_TERMS || !is_announced(s)) return;
    if (!open_crossing(s)) return;
    double tau = time_left(s, &row), h = BEYOND * tau;
    if (!(h > s->h)) return;
    int last = terms_kept(s, h), m = last + 1 - FAR;
    if (!last || m < FAR) {
        s->h = fmin(s->h, NEARER * tau);
        return;
    }
    keep_series(s, false);
    if (!land(s, h, last)) {
        keep_series(s, true);
        return;
    }
    join_series(s, h, m);
    s->h = h;
    bool counted = s->t < s->crossed; /* a step that ended on the way, at an event */
    s->crossed = s->t + h;
    if (counted || s->nsingular++) return;
    s->singular_time = s->t + tau;
    s->singular_row = row;
}
