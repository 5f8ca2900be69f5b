#include "simulate/formulation/speed_conditioning.h"
#include "simulate/formulation/formulation_tolerances.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numeric/numeric.h"
#include "evaluate/tape/tape.h"

/* ---- evaluation at a position ---------------------------------------------------------------- */

/* The candidates in terms of the speeds of the dynamics: dK/dV dV/dw. */
static bool list_rows(const vv_dynamics *f, int all, const vv_speed_candidate *choice, vv_expr *K) {
    const vv_system *s = f->s;
    vv_expr *slope = VV_MATRIX(f->c, vv_expr, s->nv, s->n), *term = VV_ARRAY(f->c, vv_expr, s->nv);
    if (!slope || !term) return false;
    for (int v = 0; v < s->nv; v++)
        vv_gradient(f->c, s->maps.to_speeds.to[v], s->n, s->w, slope + v * s->n);
    for (int k = 0; k < all * s->n; k++) {
        const vv_speed_candidate *own = &choice[k / s->n];
        for (int v = 0; v < s->nv; v++)
            term[v] = vv_mul(f->c, own->by_v[v], slope[v * s->n + k % s->n]);
        K[k] = vv_sum(f->c, s->nv, term);
    }
    return vv_ctx_ok(f->c);
}

/* The speeds and all constraints of the system in terms of V. */
static void list_relations(const vv_dynamics *f, const vv_system *s, vv_expr *out) {
    memcpy(out, f->s->determining, (size_t)(f->n * s->nv) * sizeof *out);
    out += f->n * s->nv;
    for (int r = 0; r < s->nrows; r++)
        for (int v = 0; v < s->nv; v++) *out++ = s->row[r].by_raw ? s->row[r].by_raw[v] : VV_ZERO;
}

static bool build_masses(vv_speed_conditioning *p, const vv_system *s,
                         const vv_speed_candidate *choice) {
    const vv_dynamics *f = p->f;
    int n = p->n, all = p->all, nown = n * n + all * n, nout = nown + (n + s->nrows) * s->nv;
    vv_expr *out = VV_ARRAY(f->c, vv_expr, nout + 1);
    if (!out) return false;
    memcpy(out, f->eq->matrix, (size_t)(n * n) * sizeof *out);
    if (!list_rows(f, all, choice, out + n * n)) return false;
    list_relations(f, s, out + nown);
    vv_tape *t = vv_dynamics_state_tape(f, nout, out);
    p->scratch = t ? VV_ARRAY(f->c, double, t->nslots + 1) : NULL;
    p->out = VV_ARRAY(f->c, double, nout + 1);
    p->P = VV_MATRIX(f->c, double, all, all);
    p->seen = VV_MATRIX(f->c, double, all, VV_SPEED_CONDITIONING_SAMPLES);
    p->nrows = s->nrows;
    p->picked = VV_ARRAY(f->c, int, s->nrows + 1);
    p->open = VV_ARRAY(f->c, bool, 2 * all + 1);
    p->stack = VV_MATRIX(f->c, double, n + s->nrows + 1, s->nv);
    if (!p->scratch || !vv_ctx_ok(f->c)) return false;
    vv_tape_prepare(t, p->scratch);
    p->masses = t;
    return true;
}

bool vv_speed_conditioning_build_masses(vv_speed_conditioning *p, const vv_system *s,
                                        const vv_speed_candidate *choice) {
    if (!p->masses && !p->beyond) p->beyond = !build_masses(p, s, choice);
    return !p->beyond;
}

/* Finds the coordinates on which these expressions depend. */
static bool find_what_matters(vv_speed_conditioning *p, int n, const vv_expr *e) {
    const vv_dynamics *f = p->f;
    int count = 0;
    vv_expr *symbol = vv_expr_symbols(f->c, n, e, &count);
    p->matters = VV_ARRAY(f->c, int, f->nq + 1);
    if (!p->matters || !vv_ctx_ok(f->c)) return false;
    for (int i = 0; i < f->nq; i++)
        for (int k = 0; k < count; k++)
            if (vv_same(symbol[k], f->eq->q[i])) p->matters[p->nmatters++] = i;
    return true;
}

/* Is row i of the speeds a single velocity? Returns its index, or -1. */
static int is_velocity(const vv_system *s, int i) {
    int found = -1;
    for (int v = 0; v < s->nv; v++) {
        vv_expr e = s->determining[i * s->nv + v];
        if (vv_is_zero(e)) continue;
        if (found >= 0 || !vv_same(e, VV_ONE)) return -1;
        found = v;
    }
    return found;
}

/* The reduced s->determining: nleft rows and columns. NULL if out of memory. */
static vv_expr *list_left(vv_speed_conditioning *p) {
    const vv_system *s = p->f->s;
    int nv = s->nv, n = 0;
    bool *row = VV_ARRAY(p->f->c, bool, 2 * nv + 1); /* eliminated ones */
    if (!row) return NULL;
    bool *column = row + nv;
    for (int i = 0; i < s->n; i++) {
        int v = is_velocity(s, i);
        if (v >= 0 && !column[v]) row[i] = column[v] = true, n++;
    }
    p->nleft = nv - n;
    vv_expr *out = VV_MATRIX(p->f->c, vv_expr, p->nleft + 1, p->nleft), *to = out;
    for (int k = 0; out && k < nv * nv; k++)
        if (!row[k / nv] && !column[k % nv]) *to++ = s->determining[k];
    return out;
}

bool vv_speed_conditioning_new(const vv_dynamics *f, int all, const int *taken, const int *own,
                               vv_speed_conditioning *p) {
    enum { MOST = 32 }; /* a larger determinant would cost as much as a step */
    vv_ctx *c = f->c;
    int nv = f->s->nv, most = all > nv ? all : nv;
    if (most < f->nq) most = f->nq;
    *p = (vv_speed_conditioning){.f = f, .n = f->n, .all = all, .taken = taken, .own = own};
    vv_expr *left = f->s->determining ? list_left(p) : NULL;
    int n = p->nleft * p->nleft;
    p->in = VV_ARRAY(c, double, f->nq + f->n + 1);
    p->work = VV_MATRIX(c, double, most + 2, 2 * most);
    if (!left || !p->work) return false;
    if (p->nleft > MOST) return true;
    vv_tape *rows = find_what_matters(p, n, left) ? vv_dynamics_state_tape(f, n, left) : NULL;
    p->rows = rows ? vv_jit_build_lazy(c, rows) : NULL;
    if (!p->rows) return false;
    p->rows_scratch = VV_ARRAY(c, double, p->rows->nscratch + 1);
    p->rows_out = VV_ARRAY(c, double, n + 1);
    if (!vv_ctx_ok(c)) return false;
    vv_jit_prepare(p->rows, p->rows_scratch);
    return true;
}

static void put_position(vv_speed_conditioning *p, const double *q, double t) {
    memmove(p->in, q, (size_t)p->f->nq * sizeof *q); /* nothing here depends on speeds */
    p->in[p->f->nq + p->n] = t;
}

static void run_rows(vv_speed_conditioning *p, const double *q, double t) {
    put_position(p, q, t);
    vv_jit_count_run(p->f->c, p->rows);
    vv_jit_run(p->rows, p->in, p->rows_out, p->rows_scratch);
}

bool vv_speed_conditioning_evaluate(vv_speed_conditioning *p, const double *q, double t) {
    int n = p->n, all = p->all;
    double *M = p->out, *K = M + n * n, *half = p->work;
    put_position(p, q, t);
    vv_tape_run(p->masses, p->in, p->out, p->scratch);
    for (int i = 0; i < n; i++) /* of the speeds themselves, without rounding */
        for (int j = 0; j < n; j++) K[p->taken[i] * n + j] = i == j;
    if (!vv_all_finite(n * n + all * n, p->out) || !vv_invert(n, M, half, 0)) return false;
    for (int a = 0; a < all; a++) {
        for (int j = 0; j < n; j++) {
            half[j] = 0;
            for (int i = 0; i < n; i++) half[j] += K[a * n + i] * M[i * n + j];
        }
        for (int b = 0; b < all; b++) p->P[a * all + b] = vv_dot(n, half, K + b * n);
    }
    return vv_all_finite(all * all, p->P);
}

double vv_speed_conditioning_determinant(vv_speed_conditioning *p, const double *q, double t) {
    int n = p->nleft;
    double *pivot = p->work;
    run_rows(p, q, t);
    if (!vv_all_finite(n * n, p->rows_out)) return (double)NAN;
    return vv_lu_factor(n, p->rows_out, pivot) ? vv_lu_determinant(n, p->rows_out, pivot) : 0;
}

/* ---- typical values -------------------------------------------------------------------------- */

/* Is everything periodic in coordinate i? */
static bool turns(vv_speed_conditioning *p, double *q, int i, double t) {
    const double TURN = 6.283185307179586477;
    int n = p->nleft * p->nleft;
    double before = q[i], most = 0, off = 0, *was = p->work;
    for (int k = 0; k < 2; k++, q[i] += TURN) {
        run_rows(p, q, t);
        for (int j = 0; j < n; j++) {
            most = fmax(most, fabs(p->rows_out[j]));
            if (k) off = fmax(off, fabs(p->rows_out[j] - was[j]));
            was[j] = p->rows_out[j];
        }
    }
    q[i] = before;
    return off <= VV_SPEEDS_PERIODIC * most;
}

void vv_speed_conditioning_sample_positions(vv_speed_conditioning *p, const double *q, double t,
                                            double *place) {
    const double TURN = 6.283185307179586477, GOLDEN = 0.6180339887498949;
    int nq = p->f->nq;
    for (int k = 0; k < VV_SPEED_CONDITIONING_SAMPLES; k++)
        memcpy(place + k * nq, q, (size_t)nq * sizeof *q);
    for (int j = 0; j < p->nmatters; j++) {
        int i = p->matters[j];
        bool angle = turns(p, place, i, t);
        for (int k = 1; k < VV_SPEED_CONDITIONING_SAMPLES; k++) {
            double part = fmod(GOLDEN * (k + (VV_SPEED_CONDITIONING_SAMPLES - 1) * j), 1);
            place[k * nq + i] = angle ? q[i] + TURN * part : q[i] * (0.5 + part);
        }
    }
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(int n, double *x) {
    qsort(x, (size_t)n, sizeof *x, compare);
    return n ? x[n / 2] : 0;
}

void vv_speed_conditioning_typical_sizes(vv_speed_conditioning *p, const double *place, double t,
                                         double *size) {
    int n = 0;
    for (int k = 0; k < VV_SPEED_CONDITIONING_SAMPLES; k++) {
        if (!vv_speed_conditioning_evaluate(p, place + k * p->f->nq, t)) continue;
        for (int i = 0; i < p->all; i++)
            p->seen[i * VV_SPEED_CONDITIONING_SAMPLES + n] = p->P[i * (p->all + 1)];
        n++;
    }
    for (int i = 0; i < p->all; i++)
        size[i] = median(n, p->seen + i * VV_SPEED_CONDITIONING_SAMPLES);
}

void vv_speed_conditioning_typical_determinant(vv_speed_conditioning *p, const double *place,
                                               double t) {
    double found[VV_SPEED_CONDITIONING_SAMPLES];
    int n = 0;
    for (int k = 0; p->nmatters && k < VV_SPEED_CONDITIONING_SAMPLES; k++) {
        double x = fabs(vv_speed_conditioning_determinant(p, place + k * p->f->nq, t));
        if (isfinite(x)) found[n++] = x;
    }
    p->usual = median(n, found);
    if (n && found[n - 1] - found[0] <= VV_SPEEDS_DETERMINANT_CONSTANT * found[n - 1]) p->usual = 0;
}

/* ---- assessment and choice ------------------------------------------------------------------- */

/* Relative to its typical size, or to its possible size here, if that is larger. */
static double size_of(const vv_speed_conditioning *p, const double *size, int i) {
    return sqrt(fmax(size[i], p->P[i * (p->all + 1)]));
}

double vv_speed_conditioning_loss(const vv_speed_conditioning *p, const double *size,
                                  const int *taken) {
    int n = p->n;
    double *G = p->work, *pivot = G + n * n, worst = 0;
    for (int k = 0; k < n * n; k++) {
        int i = taken[k / n], j = taken[k % n];
        G[k] = p->P[i * p->all + j] / (size_of(p, size, i) * size_of(p, size, j));
    }
    if (!vv_invert(n, G, pivot, VV_SPEEDS_LEAST_PIVOT)) return (double)INFINITY;
    for (int i = 0; i < n; i++) worst = fmax(worst, G[i * (n + 1)]);
    return isfinite(worst) ? worst : (double)INFINITY;
}

static int best_of(const vv_speed_conditioning *p, const double *G, const bool *among) {
    int best = -1;
    for (int i = 0; i < p->all; i++)
        if (among[i] && (best < 0 || G[i * (p->all + 1)] > G[best * (p->all + 1)])) best = i;
    return best;
}

/* Cholesky's elimination with the largest pivot left, of the velocities by their sizes. */
bool vv_speed_conditioning_choose_speeds(const vv_speed_conditioning *p, const double *size,
                                         const bool *barred, int *taken) {
    int all = p->all, n = 0;
    double *G = p->work;
    bool *open = p->open, *own = open + all;
    for (int i = 0; i < all; i++)
        open[i] = size_of(p, size, i) > 0 && !(barred && barred[i]), own[i] = false;
    for (int i = 0; i < p->n; i++) own[p->taken[i]] = !(barred && barred[p->taken[i]]);
    for (int k = 0; k < all * all; k++) {
        double by = size_of(p, size, k / all) * size_of(p, size, k % all);
        G[k] = by > 0 ? p->P[k] / by : 0;
    }
    for (; n < p->n; n++) {
        int best = best_of(p, G, open), stays = best_of(p, G, own);
        if (best < 0 || !(G[best * (all + 1)] > VV_SPEEDS_DEPENDENT)) return false;
        if (stays >= 0 && G[stays * (all + 1)] >= VV_SPEEDS_KEEP * G[best * (all + 1)])
            best = stays;
        vv_eliminate_column(all, all, G, best, best);
        open[best] = own[best] = false;
        taken[n] = best;
    }
    for (int i = 1; i < n; i++) /* n is small */
        for (int j = i; j > 0 && taken[j - 1] > taken[j]; j--) {
            int other = taken[j];
            taken[j] = taken[j - 1], taken[j - 1] = other;
        }
    return true;
}

/* ---- constraints ----------------------------------------------------------------------------- */

/* The largest entry of row `pivot` leaves all other rows. */
static void eliminate_row(int nrows, int n, double *a, int pivot) {
    const double *own = a + pivot * n;
    int col = 0;
    for (int j = 1; j < n; j++)
        if (fabs(own[j]) > fabs(own[col])) col = j;
    if (own[col] != 0) vv_eliminate_column(nrows, n, a, pivot, col);
}

/* Speeds, then constraints, in velocities of typical size, each row scaled by its largest entry. */
static void stack_rows(vv_speed_conditioning *p, const double *size) {
    int nv = p->f->s->nv, n = p->n + p->nrows;
    const double *usual = size + (p->all - nv);
    memcpy(p->stack, p->out + p->n * p->n + p->all * p->n, (size_t)(n * nv) * sizeof *p->stack);
    for (int r = 0; r < n; r++) {
        double *row = p->stack + r * nv;
        for (int v = 0; v < nv; v++) row[v] *= sqrt(usual[v]);
        double most = vv_norm_inf(nv, row);
        for (int v = 0; v < nv && most > 0; v++) row[v] /= most;
    }
}

static bool is_among(int n, const int *list, int i) {
    for (int k = 0; k < n; k++)
        if (list[k] == i) return true;
    return false;
}

/* Of the constraints not yet taken, the one that binds most. */
static int best_row(const vv_speed_conditioning *p, int n, const int *among, int ntaken,
                    const int *taken) {
    int best = -1, nv = p->f->s->nv;
    for (int r = 0; r < p->nrows; r++) {
        const double *rows = p->stack + p->n * nv;
        if (is_among(ntaken, taken, r) || (among && !is_among(n, among, r))) continue;
        if (best < 0 || vv_norm_inf(nv, rows + r * nv) > vv_norm_inf(nv, rows + best * nv))
            best = r;
    }
    return best;
}

double vv_speed_conditioning_rate_rows(vv_speed_conditioning *p, const double *size, bool choose,
                                       int *rows) {
    const double WORSE = 0.5;
    int nv = p->f->s->nv, rank = p->f->s->rank, all = p->n + p->nrows;
    double least = 1;
    int *taken = p->picked;
    stack_rows(p, size);
    for (int i = 0; i < p->n; i++) eliminate_row(all, nv, p->stack, i);
    for (int k = 0; k < rank; k++) {
        int best = best_row(p, rank, choose ? NULL : rows, k, taken),
            stays = choose ? best_row(p, rank, p->own, k, taken) : best;
        const double *left = p->stack + p->n * nv;
        if (best < 0) return 0;
        double most = vv_norm_inf(nv, left + best * nv);
        if (stays >= 0 && vv_norm_inf(nv, left + stays * nv) >= WORSE * most) best = stays;
        least = fmin(least, vv_norm_inf(nv, left + best * nv));
        eliminate_row(all, nv, p->stack, p->n + best);
        taken[k] = best;
    }
    if (choose) memcpy(rows, taken, (size_t)rank * sizeof *rows);
    return isfinite(least) ? least : 0;
}
