#include "simulate/initial/assembly.h"
#include "simulate/initial/initial_tolerances.h"

#include <string.h>

#include "evaluate/tape/tape.h"
#include "simulate/formulation/formulation.h"

/* Four independent sums hide latency. */
static double dot(int n, const double *a, const double *b) {
    double sum[4] = {0};
    int i = 0;
    for (; i + 4 <= n; i += 4)
        for (int k = 0; k < 4; k++) sum[k] += a[i + k] * b[i + k];
    for (; i < n; i++) sum[0] += a[i] * b[i];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/* Orthogonalizes the unit vector e against the first n basis vectors; returns its norm. Repeated if
 * little is left of it, since rounding is left with it. */
static double leave(const assembly *a, int n, double *e) {
    double left = 1, was;
    do {
        was = left;
        for (int m = 0; m < n; m++) {
            const double *of = a->basis + m * a->nq;
            double along = dot(a->nq, e, of);
            for (int i = 0; along != 0 && i < a->nq; i++) e[i] -= along * of[i];
        }
        left = sqrt(dot(a->nq, e, e));
    } while (left < was / 2 && left > VV_ASSEMBLY_INDEPENDENT);
    return left;
}

/* Accepts the equation k.x = b if it is independent of those accepted before. */
bool vv_assembly_accept_row(assembly *a, int *n, const double *k, double b, double *rhs) {
    int nq = a->nq;
    double *e = a->basis + *n * nq, norm = sqrt(dot(nq, k, k));
    if (*n == nq || !(norm > 0) || isinf(norm)) return false;
    for (int i = 0; i < nq; i++) e[i] = k[i] / norm;
    double left = leave(a, *n, e);
    if (!(left > VV_ASSEMBLY_INDEPENDENT)) return false;
    for (int i = 0; i < nq; i++) e[i] /= left, a->lhs[*n * nq + i] = k[i] / norm;
    rhs[(*n)++] = b / norm;
    return true;
}

static double row_length(const assembly *a, int r) {
    const double *k = a->out + a->nrows + r * a->nq;
    return vv_norm2(a->nq, k);
}

/* At the start a contact's normal row may vanish, up to rounding, compared with its tangential
 * rows: it then has no direction of its own. */
bool vv_assembly_row_vanishes(const assembly *a, int r) {
    vv_span own = a->row[r]->span;
    double longest = 0;
    for (int k = 0; k < a->nrows; k++) {
        vv_span other = a->row[k]->span;
        if (other.begin == own.begin && other.end == own.end)
            longest = fmax(longest, row_length(a, k));
    }
    return row_length(a, r) <= VV_ASSEMBLY_FADED * longest;
}

/* Offset of the wanted values in speeds_out. */

static bool accept_speed(assembly *a, int *n, int k, double *rhs) {
    const double *by = a->speeds_out + a->nspeeds + a->nidle + k * a->nq;
    return vv_assembly_accept_row(a, n, by, vv_assembly_wanted_speeds(a)[k] - a->speeds_out[k],
                                  rhs);
}

/* Priority of the value of a coordinate or its rate: stated, a guess, 0, 0 unless it follows from
 * the speeds of free frames. */
static int turn_of(const assembly *a, bool positions, int i) {
    if (a->stated[positions ? i : a->nq + i]) return a->yield && positions && a->guess[i] ? 1 : 0;
    return positions || a->led[i] ? 3 : 2;
}

static bool accept_values(assembly *a, bool positions, int turn, int *n, double *rhs) {
    int first = positions ? 0 : a->nq;
    bool all = true;
    double *unit = VV_ARRAY(a->c, double, a->nq + 1);
    for (int k = 0; unit && k < a->nq; k++) {
        int i = a->willing[k];
        if (turn_of(a, positions, i) != turn) continue;
        unit[i] = 1;
        all &= vv_assembly_accept_row(a, n, unit, a->wanted[first + i] - a->value[first + i], rhs);
        unit[i] = 0;
    }
    return all;
}

static bool accept_speeds(assembly *a, bool positions, int from, int to, int *n, double *rhs) {
    bool all = true;
    for (int k = from; k < to && !positions; k++) all &= accept_speed(a, n, k, rhs);
    return all;
}

/* Nothing relates the values: each takes what is wanted of it. */
static bool take_wanted(const assembly *a, double *dx) {
    const double *wanted = a->wanted + a->level, *value = a->value + a->level;
    for (int i = 0; i < a->nq; i++) dx[i] = wanted[i] - value[i];
    return true;
}

/* Change of the values of a level: constraints first, then stated values, what friction would hold,
 * then zeros: declared speeds, rates, speeds of free frames, rates that follow from these. *kept:
 * all stated values could be kept. */
bool vv_assembly_prioritized_step(assembly *a, bool positions, double *dx, bool *kept) {
    int nq = a->nq, n = 0, idle = a->nspeeds + a->ndeclared;
    vv_kkt d;
    if (!vv_assembly_has_equations(a, positions)) return *kept = take_wanted(a, dx);
    if (!vv_kkt_new(a->c, nq, &d)) return false;
    for (int r = 0; r < a->nrows && n < a->rank; r++)
        if (!a->soft[r] && !vv_assembly_row_vanishes(a, r))
            vv_assembly_accept_row(a, &n, a->out + a->nrows + r * nq, -a->out[r], dx);
    *kept = accept_values(a, positions, 0, &n, dx);
    *kept &= accept_speeds(a, positions, 0, a->nspeeds, &n, dx);
    for (int r = 0; r < a->nrows; r++)
        if (a->soft[r]) vv_assembly_accept_row(a, &n, a->out + a->nrows + r * nq, -a->out[r], dx);
    accept_values(a, positions, 1, &n, dx);
    accept_speeds(a, positions, a->nspeeds, idle, &n, dx);
    accept_values(a, positions, 2, &n, dx);
    accept_speeds(a, positions, idle, a->nspeeds + a->nidle, &n, dx);
    accept_values(a, positions, 3, &n, dx);
    if (n < nq || !vv_ctx_ok(a->c)) return false;
    memcpy(d.a, a->lhs, (size_t)nq * (size_t)nq * sizeof *d.a);
    if (!vv_kkt_factor(&d, 0)) return false;
    vv_kkt_solve(&d, dx);
    return true;
}

/* The least change since `from`, in the mass metric, onto the linearized constraints. Both are
 * scaled by their largest entries: masses small compared with lengths are not rounding. */
bool vv_assembly_mass_weighted_step(assembly *a, const double *from, double *dx) {
    int nq = a->nq, m = a->nrows, n = nq + m;
    const double *A = a->out + m, *M = a->masses_out;
    double *x = VV_ARRAY(a->c, double, n + 1), most = 0;
    vv_kkt d;
    if (!x || !vv_kkt_new(a->c, n, &d)) return false;
    vv_tape_run(a->masses, a->in, a->masses_out, a->masses_scratch);
    const double *unit = a->unit + a->level;
    for (int i = 0; i < nq; i++) most = fmax(most, fabs(M[i * nq + i]) * unit[i] * unit[i]);
    for (int i = 0; i < nq; i++) {
        for (int k = 0; k < nq && most > 0; k++)
            d.a[i * n + k] = M[i * nq + k] * unit[i] * unit[k] / most;
        d.a[i * n + i] += most > 0 ? VV_ASSEMBLY_MASSLESS : 1; /* massless values are moved last */
    }
    for (int i = 0; i < nq; i++)
        for (int k = 0; k < nq; k++) x[i] += d.a[i * n + k] * (from[k] - a->value[a->level + k]);
    for (int r = 0; r < m; r++) {
        double size = vv_norm_inf_or_nan(nq, A + r * nq);
        if (a->soft[r] || !(size > 0)) continue; /* what is not demanded has no multiplier */
        for (int i = 0; i < nq; i++)
            d.a[i * n + nq + r] = d.a[(nq + r) * n + i] = A[r * nq + i] / size;
        x[nq + r] = -a->out[r] / size;
    }
    if (!vv_kkt_factor(&d, VV_ASSEMBLY_LEAST_PIVOT)) return false;
    vv_kkt_solve(&d, x);
    memcpy(dx, x, (size_t)nq * sizeof *dx);
    return true;
}
