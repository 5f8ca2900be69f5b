/* Crossing a singular configuration in one step.
 *
 * Where constraints become dependent along the way, as when all bars of a parallelogram are
 * collinear, the motion is as smooth as anywhere, but the rounding errors of its series are not:
 * other branches meet the motion there, so the errors of the coefficients grow from each order to
 * the next by the inverse of the time tau to the singularity. Steps chosen from the last terms
 * would creep up to it, and every step divides rounding by the smallest pivot once more. Farther
 * away the first terms are still those of the motion: they lead to a state on the other side.
 * Rounding displaces that state off the motion, and projection onto the constraints removes the
 * displacement; through the curvature of the constraints a part of it remains in the velocity,
 * which is why it is kept small. The interpolant of the step then matches coefficients of both
 * series: in between, errors are as at the ends. */
#include <math.h>
#include <string.h>

#include "numeric/numeric.h"
#include "simulate/integrate/stepper.h"
#include "simulate/integrate/integrate_tolerances.h"

enum { MOST_TERMS = 32 };
enum { FIRST = 3 };   /* least number of terms kept                         */
enum { FAR = 3 };     /* coefficients from the other side                   */
enum { MANY = 12 };   /* of terms                                           */
enum { SECANTS = 8 }; /* secant iterations to locate the singularity        */

struct vv_singularity_crossing {
    vv_kkt probe;             /* the matrix at a later time                                   */
    double *matrix;           /* saved contents of the matrix                                 */
    double *near;             /* coefficients of the series at the start of the step          */
    double *x, *x_low;        /* a state at a later time                                      */
    double a[MOST_TERMS + 1]; /* scratch: coefficients of one value                           */
};

static bool open_crossing(vv_stepper *s) {
    vv_ctx *c = s->f->c;
    int all = s->n + s->f->n + s->f->m;
    size_t n = (size_t)s->f->kkt.n;
    if (s->singularity.crossing) return true;
    struct vv_singularity_crossing *k = VV_NEW(c, struct vv_singularity_crossing);
    if (!k || !vv_kkt_new(c, s->f->kkt.n, &k->probe)) return false;
    k->matrix = VV_MATRIX(c, double, n, n);
    k->near = VV_MATRIX(c, double, all, s->f->order + 1);
    k->x = VV_ARRAY(c, double, s->n + 1);
    k->x_low = VV_ARRAY(c, double, s->n + 1);
    s->singularity.crossing = vv_ctx_ok(c) ? k : NULL;
    return s->singularity.crossing != NULL;
}

/* The state at a later time, from the first terms. */
static void look_ahead(const vv_stepper *s, double after, int last) {
    struct vv_singularity_crossing *k = s->singularity.crossing;
    for (int i = 0; i < s->n; i++) {
        const double *c = vv_dynamics_coefficients(s->f, i);
        double sum = vv_polynomial_change(last, c, 1, after);
        vv_two_sum(s->x[i], sum + s->x_low[i], &k->x[i], &k->x_low[i]);
    }
}

/* ---- locating the singularity --------------------------------------------------------------- */

/* Distance of the constraints from dependence: the square root of the smallest pivot, since pivots
 * vary as the square of the time left [A M^-1 A' has the squares of A]. row: the one about to
 * become dependent. */
static double strength(const vv_stepper *s, double after, int *row) {
    struct vv_singularity_crossing *k = s->singularity.crossing;
    vv_kkt *d = &k->probe, *now = &s->f->kkt;
    size_t n = (size_t)d->n, square = n * n * sizeof *d->a;
    look_ahead(s, after, s->f->order);
    memcpy(k->matrix, now->a, square);
    bool ok = vv_dynamics_evaluate_matrix(s->f, k->x, s->t + (s->t_low + after)) == VV_DYNAMICS_OK;
    memcpy(d->a, now->a, square);
    memcpy(now->a, k->matrix, square);
    memcpy(d->row_most, now->row_most, n * sizeof *d->row_most);
    memcpy(d->column_most, now->column_most, n * sizeof *d->column_most);
    memcpy(d->redundant, now->redundant, n * sizeof *d->redundant);
    memcpy(d->scale_group, now->scale_group, n * sizeof *d->scale_group);
    d->ninertia = now->ninertia, d->unit = now->unit;
    memcpy(d->by_row, now->by_row, n * sizeof *d->by_row);
    memcpy(d->by_column, now->by_column, n * sizeof *d->by_column);
    if (!ok || !vv_kkt_factor(d, 0x1p-33)) return 1;
    bool less = d->rank < s->singularity.rank;
    *row = d->row[less ? d->rank : d->rank - 1] - s->f->nown;
    return less ? 0 : sqrt(d->weakest);
}

/* tau, at which the strength vanishes; 0: it does not, as far as this series shows. */
static double time_left(vv_stepper *s, int *row) {
    double from = 0, to = s->h / 2, before = strength(s, from, row), first = before,
           now = strength(s, to, row), tau = 0;
    for (int i = 0; i < SECANTS; i++) {
        if (!(now < before) || !(before > 0)) return 0;
        double guess = to + now * (to - from) / (before - now);
        if (!(guess < 4 * s->h)) return 0;
        if (i && fabs(guess - tau) < VV_CROSSING_LOCATED * guess)
            return now < first / 2 ? guess : 0;
        tau = guess;
        from = to, before = now;
        to = tau - 0.1 * (tau - from);
        now = strength(s, to, row);
    }
    return 0;
}

/* Is a search worthwhile? Pivots decrease so fast that they may vanish within a few steps. */
static bool is_announced(vv_stepper *s) {
    enum { FEW = 3 };
    double now = s->f->kkt.weakest, fall = sqrt(s->singularity.smallest_pivot) - sqrt(now);
    s->singularity.smallest_pivot = now;
    return !s->singularity.deficient && s->stats.steps && now < VV_CROSSING_WEAK &&
           s->stats.last * sqrt(now) < fall * FEW * s->h;
}

/* ---- the other side ------------------------------------------------------------------------- */

/* The largest of the k-th terms of all values, relative to their scales; for values that hardly
 * move, relative to what the energy would give them. */
static double term(const vv_stepper *s, int k, double h) {
    const vv_dynamics *f = s->f;
    double most = 0;
    for (int i = 0; i < s->n; i++) {
        bool place = i < f->nq;
        double size =
            fmax(s->error_scale[i],
                 VV_STEP_SPEED_FLOOR * s->speed_floor[place ? i : i - f->nq] * (place ? h : 1));
        if (size > 0) most = fmax(most, fabs(vv_dynamics_coefficients(f, i)[k]) / size);
    }
    return most * pow(h, k);
}

/* Angles of many turns carry the rounding of their size: the allowance for them, on the scale of a
 * few turns. */
static double largest_place(const vv_stepper *s) {
    enum { FEW_TURNS = 32 };
    return fmax(FEW_TURNS, vv_norm_inf(s->f->nq, s->x)) / FEW_TURNS;
}

/* Number of terms worth keeping: those of the motion decrease from each to the next, by `fall`,
 * until the rounding errors, which grow, exceed them. Beyond that the terms of the motion are
 * extrapolated at the same rate until they are negligible. 0: the errors would be too large by
 * then. */
static int terms_kept(const vv_stepper *s, double h) {
    int p = s->f->order, turn = FIRST, last;
    double here[MOST_TERMS + 1] = {0}, most = 0;
    for (int k = FIRST - 1; k <= p; k++) here[k] = term(s, k, h);
    for (int k = FIRST; k <= p; k++)
        if (here[k] < here[turn]) turn = k;
    double fall = 0; /* of the slowest power series above them */
    for (int k = FIRST; k < turn; k++) fall = fmax(fall, pow(here[k], 1.0 / k));
    if (!(fall > 0) || !(fall < VV_CROSSING_FALL)) return 0;
    last = (int)ceil(log(VV_CROSSING_TRUNCATION) / log(fall));
    for (int k = turn; k <= last && k <= p; k++) most = fmax(most, here[k]);
    double allowed = VV_CROSSING_ROUNDING * largest_place(s);
    /* at half the distance there are fewer terms: that helps if they are many */
    return last <= p && most <= (last > MANY ? allowed : 100 * allowed) ? last : 0;
}

static void keep_series(const vv_stepper *s, bool back) {
    const vv_dynamics *f = s->f;
    size_t length = (size_t)f->order + 1;
    for (int i = 0; i < s->n + f->n + f->m; i++) {
        double *c = vv_jet_input(f->taylor.jet, f->taylor.coefficients, i),
               *kept = s->singularity.crossing->near + (size_t)i * length;
        memcpy(back ? c : kept, back ? kept : c, length * sizeof *c);
    }
}

/* The polynomial with the m coefficients a at 0 and the first n of `to` at 1: a(u) + u^m R(u - 1),
 * where R has the first coefficients of the difference at 1 divided by (1 + v)^m. */
static void join(int m, double *a, int n, const double *to) {
    double lack[MOST_TERMS + 1], R[MOST_TERMS + 1];
    memcpy(lack, a, (size_t)m * sizeof *a);
    for (int j = 0; j < n; j++) /* Horner's scheme gives the coefficients at 1 one by one */
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

/* The far coefficients are in the dynamics, the near ones were saved: replaces them by those of the
 * joined polynomial. */
static void join_series(vv_stepper *s, double h, int m) {
    const vv_dynamics *f = s->f;
    struct vv_singularity_crossing *k = s->singularity.crossing;
    for (int i = 0; i < s->n + f->n + f->m; i++) {
        const double *near = k->near + (size_t)i * ((size_t)f->order + 1);
        double *c = vv_jet_input(f->taylor.jet, f->taylor.coefficients, i), to[FAR], power = 1;
        for (int j = 0; j < m; j++, power *= h) {
            k->a[j] = near[j] * power;
            if (j < FAR) to[j] = c[j] * power;
        }
        if (i < s->n) { /* as a change of the state, which is a sum of two doubles */
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

/* The projected state on the other side, and its series. */
static bool land(vv_stepper *s, double h, int last) {
    vv_stepper there = *s;
    look_ahead(s, h, last);
    there.x = s->singularity.crossing->x, there.x_low = s->singularity.crossing->x_low;
    there.t = s->t + (s->t_low + h);
    return vv_step_project(&there) == VV_DYNAMICS_OK && !there.singularity.deficient &&
           vv_dynamics_expand_series(s->f, there.x, there.t) == VV_DYNAMICS_OK;
}

/* The power of the time left as which the strength vanishes after tau. */
static double power_of_strength(vv_stepper *s, double tau) {
    int row;
    double half = strength(s, tau / 2, &row), tenth = strength(s, tau - tau / 10, &row);
    return tenth > 0 ? log(half / tenth) / log(5) : (double)INFINITY;
}

void vv_step_cross_singularity(vv_stepper *s) {
    const vv_dynamics *f = s->f;
    int row = 0;
    if (!f->multipliers || vv_dynamics_switches(f) || f->order > MOST_TERMS || !is_announced(s))
        return;
    if (!open_crossing(s)) return;
    double tau = time_left(s, &row), h = VV_CROSSING_BEYOND * tau;
    if (!(h > s->h)) return;
    if (power_of_strength(s, tau) > VV_TANGENT_POWER) {
        vv_step_note_tangent(s, s->t + tau, row);
        s->h = fmin(s->h, tau);
        return;
    }
    int last = terms_kept(s, h), m = last + 1 - FAR;
    if (!last || m < FAR) {
        s->h = fmin(s->h, VV_CROSSING_NEARER * tau);
        return;
    }
    keep_series(s, false);
    if (!land(s, h, last)) {
        keep_series(s, true);
        return;
    }
    join_series(s, h, m);
    s->h = h;
    bool counted = s->t < s->singularity.crossed; /* a step that an event cut short */
    s->singularity.crossed = s->t + h;
    if (counted || s->singularity.count++) return;
    s->singularity.first_time = s->t + tau;
    s->singularity.first_row = row;
}
