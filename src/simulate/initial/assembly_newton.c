/* Solving the equations of consistent initialization, by Newton steps or by a line search. */
#include <math.h>
#include <string.h>

#include "simulate/initial/assembly.h"
#include "simulate/initial/kinsol.h"
#include "simulate/initial/initial_tolerances.h"

enum { MOST_ITERATIONS = 60 };

double vv_assembly_residual(const assembly *a, int *at) {
    double worst = 0;
    for (int r = 0; r < a->nrows && !isnan(worst); r++)
        if (!a->soft[r] && !(fabs(a->out[r]) <= worst)) worst = fabs(a->out[r]), *at = r;
    return worst;
}

/* Positions move at most to twice their size plus 1: angles would run away. The step is halved as
 * long as the constraint residual grows. */
static void move(assembly *a, bool positions, double t, const double *dx, double was) {
    int first = positions ? 0 : a->nq, at = 0;
    double far = vv_norm_inf_or_nan(a->nq, dx),
           most = 1 + vv_norm_inf_or_nan(a->nq, a->value + first),
           part = positions && far > most ? most / far : 1;
    for (int i = 0; i < a->nq; i++) a->value[first + i] += part * dx[i];
    vv_assembly_evaluate(a, t);
    for (int k = 0; k < VV_ASSEMBLY_HALVINGS &&
                    !(vv_assembly_residual(a, &at) <= 2 * was + VV_ASSEMBLY_NO_RESIDUAL);
         k++) {
        part /= 2;
        for (int i = 0; i < a->nq; i++) a->value[first + i] -= part * dx[i];
        vv_assembly_evaluate(a, t);
    }
}

/* Steps also become small where a constraint becomes insensitive to its coordinates: each residual
 * must vanish up to the rounding of its terms. */
static bool is_satisfied(const assembly *a, int first) {
    for (int r = 0; r < a->nrows; r++) {
        const double *k = a->out + a->nrows + r * a->nq;
        double size = 1;
        for (int i = 0; i < a->nq; i++) size += fabs(k[i] * a->value[first + i]);
        if (!a->soft[r] && !(fabs(a->out[r]) <= VV_ASSEMBLY_SATISFIED * size)) return false;
    }
    return true;
}

bool vv_assembly_newton(assembly *a, bool positions, double t, bool weighted, bool *kept) {
    enum { LEAST = 40 }; /* steps relative to the starting point; then only onto the constraints */
    double *dx = VV_ARRAY(a->c, double, a->nq + a->nrows + 1),
           *from = VV_ARRAY(a->c, double, a->nq + 1);
    int first = positions ? 0 : a->nq, at = 0;
    if (!dx || !from || (weighted && !vv_assembly_build_mass_matrix(a))) return false;
    memcpy(from, a->value + first, (size_t)a->nq * sizeof *from);
    vv_assembly_evaluate(a, t);
    for (int k = 0; k < MOST_ITERATIONS; k++) {
        double was = vv_assembly_residual(a, &at);
        vv_mark mark = vv_arena_mark(a->c);
        if (k >= LEAST) memcpy(from, a->value + first, (size_t)a->nq * sizeof *from);
        bool solved = weighted ? vv_assembly_mass_weighted_step(a, from, dx)
                               : vv_assembly_prioritized_step(a, positions, dx, kept);
        vv_arena_release(a->c, mark);
        if (!solved) return false;
        double step = vv_norm_inf_or_nan(a->nq, dx),
               size = vv_norm_inf_or_nan(a->nq, a->value + first);
        if (isnan(step)) return false;
        move(a, positions, t, dx, was);
        if (step <= VV_ASSEMBLY_LAST_STEP * size ||
            (k > VV_ASSEMBLY_FIRST_ITERATIONS && step <= VV_ASSEMBLY_SMALL_STEP * fmax(1, size)))
            return is_satisfied(a, first);
    }
    return vv_assembly_residual(a, &at) < VV_ASSEMBLY_CLOSED;
}

/* ---- from a distant guess ------------------------------------------------------------------- */

/* Positions by a line search from a poor guess: the constraints independent there, and coordinates
 * held at their wanted values, together as many equations as coordinates. */
typedef struct square {
    assembly *a;
    double t;
    int nrows, *row; /* constraints, then coordinates held */
    int *held;
} square;

static bool square_values(void *data, const double *x, double *out, double *J) {
    const square *s = data;
    assembly *a = s->a;
    int nq = a->nq;
    memcpy(a->value, x, (size_t)nq * sizeof *x);
    vv_assembly_evaluate(a, s->t);
    for (int k = 0; k < nq; k++) {
        int i = k < s->nrows ? s->row[k] : s->held[k - s->nrows];
        out[k] = k < s->nrows ? a->out[i] : x[i] - a->wanted[i];
        if (isnan(out[k]) || isinf(out[k])) return false;
        if (!J) continue;
        memset(J + k * nq, 0, (size_t)nq * sizeof *J);
        if (k < s->nrows)
            memcpy(J + k * nq, a->out + a->nrows + i * nq, (size_t)nq * sizeof *J);
        else
            J[k * nq + i] = 1;
    }
    return true;
}

bool vv_assembly_line_search(assembly *a, double t) {
    int nq = a->nq, n = 0;
    square s = {a, t, 0, VV_ARRAY(a->c, int, a->nrows + 1), VV_ARRAY(a->c, int, nq + 1)};
    double *unit = VV_ARRAY(a->c, double, nq + 1), *rhs = VV_ARRAY(a->c, double, nq + 1),
           *x = VV_ARRAY(a->c, double, nq + 1);
    if (!vv_ctx_ok(a->c)) return false;
    vv_assembly_evaluate(a, t);
    for (int r = 0; r < a->nrows && n < a->rank; r++)
        if (!a->soft[r] && !vv_assembly_row_vanishes(a, r) &&
            vv_assembly_accept_row(a, &n, a->out + a->nrows + r * nq, 0, rhs))
            s.row[s.nrows++] = r;
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < nq; k++) {
            int i = a->willing[k];
            if (a->stated[i] != (pass == 0)) continue;
            unit[i] = 1;
            if (vv_assembly_accept_row(a, &n, unit, 0, rhs)) s.held[n - 1 - s.nrows] = i;
            unit[i] = 0;
        }
    memcpy(x, a->value, (size_t)nq * sizeof *x);
    if (n < nq || !vv_kinsol_solve(a->c, nq, square_values, &s, x)) return false;
    memcpy(a->value, x, (size_t)nq * sizeof *x);
    return true;
}
