/* Holonomic constraints that hold only where their gradients vanish: dot(F.y, G.y) = 1. The signs
 * in the expression do not always show it (kinematics/constraint_rows.c); at the start a numerical
 * test does. */
#include <math.h>
#include <string.h>

#include "numeric/numeric.h"
#include "simulate/initial/assembly.h"
#include "simulate/diagnostics.h"
#include "simulate/initial/initial_tolerances.h"

/* Hessian of row r, by differences of its gradient. */
static double second_derivatives(assembly *a, int r, double t, double *H) {
    int nq = a->nq;
    for (int i = 0; i < nq; i++) {
        double value = a->value[i], *k = a->out + a->nrows + r * nq, *row = H + i * nq;
        a->value[i] = value + VV_ASSEMBLY_DIFFERENCE;
        vv_assembly_evaluate(a, t);
        for (int j = 0; j < nq; j++) row[j] = k[j];
        a->value[i] = value - VV_ASSEMBLY_DIFFERENCE;
        vv_assembly_evaluate(a, t);
        for (int j = 0; j < nq; j++) row[j] = (row[j] - k[j]) / (2 * VV_ASSEMBLY_DIFFERENCE);
        a->value[i] = value;
    }
    vv_assembly_evaluate(a, t);
    return vv_norm_inf_or_nan(nq * nq, H);
}

/* Is sign times the matrix positive semidefinite? By elimination with the largest diagonal pivot; a
 * remainder below `small` counts as zero. */
static bool is_semidefinite(int n, const double *H, double sign, double small, double *L) {
    for (int i = 0; i < n * n; i++) L[i] = sign * H[i];
    for (int step = 0; step <= n; step++) {
        int p = 0;
        for (int i = 0; i < n; i++) {
            if (L[i * n + i] < -small) return false;
            if (L[i * n + i] > L[p * n + p]) p = i;
        }
        if (!(L[p * n + p] > small)) return vv_norm_inf_or_nan(n * n, L) <= 2 * small;
        vv_eliminate_column(n, n, L, p, p);
        for (int j = 0; j < n; j++) L[p * n + j] = 0;
    }
    return true;
}

/* Does it depend on time explicitly? x^2 = t starts at the minimum of x^2. */
static bool runs_with_time(assembly *a, int r, double t) {
    vv_assembly_evaluate(a, t + VV_ASSEMBLY_DIFFERENCE);
    double later = a->out[r];
    vv_assembly_evaluate(a, t);
    return fabs(later - a->out[r]) > VV_ASSEMBLY_TIMELESS;
}

static bool is_extremal(assembly *a, int r, double t, double *H, double *L) {
    int nq = a->nq;
    double slope = vv_norm_inf_or_nan(nq, a->out + a->nrows + r * nq);
    if (!(slope < VV_ASSEMBLY_FLAT)) return false;
    double size = second_derivatives(a, r, t, H);
    if (!(size > 0) || isinf(size) || slope > VV_ASSEMBLY_FLAT * size || runs_with_time(a, r, t))
        return false;
    return is_semidefinite(nq, H, 1, VV_ASSEMBLY_SEMIDEFINITE * size, L) ||
           is_semidefinite(nq, H, -1, VV_ASSEMBLY_SEMIDEFINITE * size, L);
}

bool vv_assembly_constraints_are_regular(assembly *a, double t) {
    double *H = VV_MATRIX(a->c, double, a->nq, a->nq), *L = VV_MATRIX(a->c, double, a->nq, a->nq);
    if (!H || !L) return false;
    vv_assembly_evaluate(a, t);
    for (int r = 0; r < a->nrows; r++) {
        const vv_constraint_row *row = a->row[r];
        if (row->kind != VV_ROW_HOLONOMIC || !is_extremal(a, r, t, H, L)) continue;
        vv_diag_vanishing_gradient(a->c, row->span, row->label);
        vv_ctx_fail(a->c, VV_E_MODEL);
        return false;
    }
    return true;
}
