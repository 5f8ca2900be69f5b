#include "simulate/taylor.h"

#include <math.h>
#include <string.h>

#include "evaluate/interpret.h"

int vv_taylor_order(double tolerance) {
    enum { LEAST = 8, MOST = 32 };
    double p = ceil(-0.65 * log(tolerance));
    return p < LEAST ? LEAST : p > MOST ? MOST : (int)p;
}

/* a + b = *high + *low exactly [Knuth] */
static void two_sum(double a, double b, double *high, double *low) {
    double s = a + b, c = s - a;
    *high = s;
    *low = (a - (s - c)) + (b - c);
}

/* ---- constraints ---------------------------------------------------------------------------- */

/* Finite relations, then velocities; with minimal speeds only the finite ones can be violated. */
static bool build_rows(vv_taylor *s) {
    const vv_flow *f = s->f;
    const vv_system *y = f->s;
    int all = y->nrows + y->servo.r + y->servo.nhidden, n = 0;
    vv_expr *out = VV_ARRAY(f->c, vv_expr, 2 * all + 1);
    if (!out) return false;
    for (int pass = 0; pass < (f->multipliers ? 2 : 1); pass++)
        for (int r = 0; r < f->eq->nrows || (!f->multipliers && r < all); r++) {
            const vv_row *row = f->multipliers ? f->eq->row[r]
                                : r < y->nrows ? &y->row[r]
                                               : &y->servo.row[r - y->nrows];
            if (pass == 0 && !row->finite.id) continue;
            out[n++] = pass ? row->velocity : row->finite;
            s->nfinite += !pass;
            s->nvelocity += pass;
        }
    if (!n) return true;
    s->rows = vv_flow_tape(f, n, out);
    s->rows_scratch = s->rows ? VV_ARRAY(f->c, double, s->rows->nslots + 1) : NULL;
    s->rows_out = VV_ARRAY(f->c, double, n + 1);
    s->rows_in = s->rows ? VV_ARRAY(f->c, double, s->rows->nin + 1) : NULL;
    if (!s->rows_scratch || !s->rows_in) return false;
    vv_tape_prepare(s->rows, s->rows_scratch);
    return true;
}

static void run_rows(vv_taylor *s) {
    memcpy(s->rows_in, s->x, (size_t)s->n * sizeof *s->x);
    s->rows_in[s->rows->nin - 1] = s->t;
    vv_tape_run(s->rows, s->rows_in, s->rows_out, s->rows_scratch);
}

/* [M -C; A 0] (dx, mu) = (0, -r): least in the measure of the masses. */
static void pull(vv_taylor *s, int n, const int *row, const double *residual, double *x,
                 double *low) {
    vv_flow *f = s->f;
    memset(f->x, 0, (size_t)(f->n + f->eq->nrows) * sizeof *f->x);
    for (int i = 0; i < n; i++) f->x[f->n + row[i]] = -residual[i];
    vv_flow_choose(f);
    vv_dense_solve(&f->kkt, f->x);
    for (int i = 0; i < f->n; i++) two_sum(x[i], low[i] + f->x[i], &x[i], &low[i]);
}

/* Positions first, then velocities, with the factor of the state as it stands. */
static void project(vv_taylor *s) {
    vv_flow *f = s->f;
    if (!f->multipliers || !s->rows) return;
    run_rows(s);
    for (int i = 0; i < s->nfinite; i++)
        s->worst_position = fmax(s->worst_position, fabs(s->rows_out[i]));
    for (int i = 0; i < s->nvelocity; i++)
        s->worst_velocity = fmax(s->worst_velocity, fabs(s->rows_out[s->nfinite + i]));
    if (s->nfinite) {
        pull(s, s->nfinite, f->finite.row, s->rows_out, s->x, s->x_low);
        run_rows(s);
    }
    memset(f->x, 0, (size_t)(f->n + f->eq->nrows) * sizeof *f->x);
    for (int r = 0; r < s->nvelocity; r++) f->x[f->n + r] = -s->rows_out[s->nfinite + r];
    vv_flow_choose(f);
    vv_dense_solve(&f->kkt, f->x);
    for (int i = 0; i < f->n; i++)
        two_sum(s->x[f->nq + i], s->x_low[f->nq + i] + f->x[i], &s->x[f->nq + i],
                &s->x_low[f->nq + i]);
}

/* ---- a step --------------------------------------------------------------------------------- */

bool vv_taylor_new(vv_flow *f, double tolerance, vv_taylor *s) {
    int n = f->nq + f->n;
    *s = (vv_taylor){.f = f, .n = n, .tolerance = tolerance, .least = (double)INFINITY};
    s->x = VV_ARRAY(f->c, double, n + 1);
    s->x_low = VV_ARRAY(f->c, double, n + 1);
    s->size = VV_ARRAY(f->c, double, n + 1);
    s->floor = VV_ARRAY(f->c, double, f->n + 1);
    return vv_ctx_ok(f->c) && build_rows(s);
}

/* A speed is not measured by less than a part of what the kinetic energy, all in it, would give:
 * values that vanish but for rounding must not rule the step. */
static void measure_speeds(vv_taylor *s) {
    enum { PARTS = 100 };
    const vv_flow *f = s->f;
    int n = f->kkt.n;
    const double *w = s->x + f->nq, *M = f->kkt.a;
    double twice = 0;
    for (int i = 0; i < f->n; i++)
        for (int k = 0; k < f->n; k++) twice += w[i] * M[i * n + k] * w[k];
    for (int i = 0; i < f->n; i++) {
        double own = M[i * n + i];
        s->floor[i] = own > 0 && twice > 0 ? sqrt(twice / own) / PARTS : 0;
    }
}

/* The step at which the last two terms are the tolerance of each value's size. */
static void choose(vv_taylor *s) {
    int p = s->f->order, shortest[2] = {0};
    double h = (double)INFINITY, most[2] = {0};
    for (int i = 0; i < s->n; i++) {
        const double *c = vv_flow_coefficients(s->f, i);
        double own = fabs(c[0]) + (s->steps ? fabs(c[1]) * s->h : 0);
        int speed = i >= s->f->nq ? i - s->f->nq : s->f->multipliers ? i : -1;
        if (speed >= 0) own = fmax(own, s->floor[speed] * (i < s->f->nq ? s->last : 1));
        s->size[i] = fmax(own, 0.7 * s->size[i]);
        double e = s->size[i] > 0 ? s->tolerance * s->size[i] : s->tolerance;
        for (int k = 0; k < 2; k++) {
            double ratio = fabs(c[p - 1 + k]) / e;
            if (ratio > most[k]) most[k] = ratio, shortest[k] = i;
        }
    }
    /* (e/a)^(1/k) falls with a/e: one root for each of the two terms */
    for (int k = 0; k < 2; k++) {
        double here = most[k] > 0 ? pow(most[k], -1.0 / (p - 1 + k)) : (double)INFINITY;
        if (here < h) h = here, s->shortest = shortest[k];
    }
    s->h = h * exp(-0.7 / (p - 1));
    /* where rows have faded their constraint is not kept: no farther than to the other side */
    if (s->faded) s->h = fmin(s->h, 16 * s->last);
}

/* A lower rank than before is a singular configuration; a redundant row is so from the beginning.
 */
static void watch_rank(vv_taylor *s) {
    const vv_dense *d = &s->f->kkt;
    bool was = s->faded;
    s->faded = d->rank < s->rank;
    if (d->rank > s->rank) s->rank = d->rank;
    if (!s->faded || was) return;
    if (s->nsingular++) return;
    s->singular_time = s->t;
    s->singular_row = d->row[d->rank] - s->f->n;
}

/* sum of c_k x^k, k = first .. last */
static double horner(const double *c, int first, int last, double x) {
    double sum = c[last];
    for (int k = last - 1; k >= first; k--) sum = sum * x + c[k];
    return sum;
}

/* ---- branches ------------------------------------------------------------------------------- */

/* Where a series first changes its sign in (0, h), h if nowhere: sampled, then halved. */
static double first_change(const double *c, int p, double h) {
    enum { SAMPLES = 32, HALVINGS = 60 };
    double low = 0, sign = 0;
    for (int i = 0; i <= p && sign == 0; i++) sign = c[i];
    for (int i = 1; i <= SAMPLES; i++) {
        double high = h * i / SAMPLES;
        if (!(horner(c, 0, p, high) * sign < 0)) {
            low = high;
            continue;
        }
        for (int k = 0; k < HALVINGS; k++) {
            double middle = low + (high - low) / 2;
            if (horner(c, 0, p, middle) * sign < 0)
                high = middle;
            else
                low = middle;
        }
        return high;
    }
    return h;
}

/* abs, sign, min, max and conditions keep their branch during a step: it ends just behind the place
 * where one changes. */
static void stop_at_branch(vv_taylor *s) {
    const vv_flow *f = s->f;
    double h = s->h;
    if (isinf(h)) h = 1; /* a series that ends: its branches may not */
    double to = h;
    for (int i = 0; i < f->jet->nswitches; i++) {
        const double *c = f->work + (size_t)f->jet->change[i] * (size_t)f->jet->stride;
        to = fmin(to, first_change(c, f->order - 1, to));
        /* on the edge of a branch: off it first, to the side where the motion leads */
        if (c[0] == 0 && c[1] != 0) to = fmin(to, 1e-13 * h);
    }
    if (f->jet->nswitches && to < h) {
        s->h = to + fmax(1e-13 * h, 4e-16 * fabs(s->t));
        s->switches++;
        s->hurried = s->h < 1e-6 * h ? s->hurried + 1 : 0;
    } else {
        s->hurried = 0;
        if (f->jet->nswitches) s->h = h;
    }
}

vv_flow_fault vv_taylor_factor(vv_taylor *s) {
    measure_speeds(s);
    vv_flow_fault fault = vv_flow_factor(s->f);
    if (fault == VV_FLOW_OK) watch_rank(s);
    return fault;
}

vv_step_fault vv_taylor_choose(vv_taylor *s) {
    choose(s);
    stop_at_branch(s);
    if (s->hurried > 200) return VV_STEP_ENDLESS;
    if (!(s->h > 1e-14 * fabs(s->t)) || !(s->h > 1e-290)) return VV_STEP_COLLAPSED;
    return VV_STEP_OK;
}

vv_step_fault vv_taylor_expand(vv_taylor *s) {
    vv_flow_fault fault = vv_flow_matrix(s->f, s->x, s->t);
    if (fault == VV_FLOW_OK) fault = vv_taylor_factor(s);
    if (fault == VV_FLOW_OK) {
        project(s);
        fault = vv_flow_series(s->f, s->x, s->t);
    }
    if (fault == VV_FLOW_SINGULAR) return VV_STEP_SINGULAR;
    if (fault == VV_FLOW_NAN && s->f->failed > 0) { /* the state is fine, its series is not */
        s->shortest = s->f->neither < s->f->n ? s->f->nq + s->f->neither : 0;
        return VV_STEP_COLLAPSED;
    }
    if (fault == VV_FLOW_NAN) return VV_STEP_NAN;
    return vv_taylor_choose(s);
}

void vv_taylor_at(const vv_taylor *s, double after, double *in) {
    const vv_flow *f = s->f;
    int p = f->order, i = 0;
    for (; i < s->n; i++) {
        double low = i < s->n ? s->x_low[i] : 0;
        in[i] = s->x[i] + (low + after * horner(vv_flow_coefficients(f, i), 1, p, after));
    }
    for (; i < s->n + f->n + f->m; i++) in[i] = horner(vv_flow_coefficients(f, i), 0, p - 1, after);
    in[i] = s->t + (s->t_low + after);
}

enum { AT_ONCE = 8 };
/* The same of several values from i on, so that none waits for the others; the last one of the n
 * may be repeated. */
static void horner_many(const vv_taylor *s, int i, double x, double *sum) {
    const double *c[AT_ONCE];
    int p = s->f->order;
    for (int r = 0; r < AT_ONCE; r++) {
        c[r] = vv_flow_coefficients(s->f, i + r < s->n ? i + r : s->n - 1);
        sum[r] = c[r][p];
    }
    for (int k = p - 1; k >= 1; k--)
        for (int r = 0; r < AT_ONCE; r++) sum[r] = sum[r] * x + c[r][k];
}

void vv_taylor_advance(vv_taylor *s, double dt) {
    double sum[AT_ONCE] = {0};
    for (int i = 0; i < s->n; i++) {
        double low;
        if (i % AT_ONCE == 0) horner_many(s, i, dt, sum);
        two_sum(s->x[i], dt * sum[i % AT_ONCE], &s->x[i], &low);
        two_sum(s->x[i], s->x_low[i] + low, &s->x[i], &s->x_low[i]);
    }
    double low;
    two_sum(s->t, dt, &s->t, &low);
    two_sum(s->t, s->t_low + low, &s->t, &s->t_low);
    s->steps++;
    s->last = dt;
    s->least = fmin(s->least, dt);
    s->most = fmax(s->most, dt);
}
