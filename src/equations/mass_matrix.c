#include "equations/mass_matrix.h"

#include <assert.h>
#include <string.h>

#include "prove/prove.h"

/* So many speeds are differentiated together. */
enum { MANY_SPEEDS = 32 };

/* The mass matrix of many speeds, which takes one pass over the equations to prepare. */
static void many_coefficients(vv_ctx *c, vv_equations *eq) {
    int n = eq->n, all = eq->nunknowns;
    vv_mark mark = vv_arena_mark(c);
    vv_expr *M = VV_MATRIX(c, vv_expr, n, n);
    if (M) vv_jacobian_lower(c, n, eq->rhs, eq->unknown, M);
    for (int i = 0; M && i < n; i++)
        for (int k = 0; k <= i; k++)
            eq->matrix[i * all + k] = eq->matrix[k * all + i] = M[i * n + k];
    vv_arena_release(c, mark);
}

/* The coefficients of the unknowns in the first `rows` rows; the others are known. Each residual
 * is the virtual work on the displacement of one speed, so the mass matrix is symmetric and only
 * its lower triangle is differentiated. */
static void coefficients(vv_ctx *c, vv_equations *eq, int rows) {
    int n = eq->nunknowns;
    bool symmetric = eq->nequations == eq->n && !eq->dual, many = symmetric && eq->n > MANY_SPEEDS;
    vv_expr *column = VV_ARRAY(c, vv_expr, rows + 1);
    if (many) many_coefficients(c, eq);
    for (int k = 0; k < n && column; k++) {
        int first = !symmetric || k >= eq->n ? 0 : many ? eq->n : k;
        if (first < rows) vv_jacobian(c, rows - first, eq->rhs + first, 1, &eq->unknown[k], column);
        for (int i = many ? first : 0; i < eq->nequations + eq->nrows; i++)
            eq->matrix[i * n + k] = i < first   ? eq->matrix[k * n + i]
                                    : i < rows  ? column[i - first]
                                    : k < eq->n ? eq->row[i - rows]->coefficient[k]
                                                : VV_ZERO;
    }
}

/* More constraints than unknowns: some follow from the others and the equations. Selects the
 * constraints and enough equations to determine the rest; they are consistent on every motion. */
static vv_status choose(vv_ctx *c, vv_equations *eq, int m) {
    int n = eq->nunknowns, ne = eq->nequations, rank = 0;
    vv_expr *a = VV_MATRIX(c, vv_expr, m, n), *b = VV_ARRAY(c, vv_expr, m + 1);
    int *row = VV_ARRAY(c, int, m + 1), *column = VV_ARRAY(c, int, m + 1);
    eq->chosen = VV_ARRAY(c, int, n + 1);
    if (!a || !b || !row || !column || !eq->chosen) return vv_ctx_status(c);
    for (int i = 0; i < m; i++) { /* constraints first */
        int from = i < eq->nrows ? ne + i : i - eq->nrows;
        memcpy(a + i * n, eq->matrix + from * n, (size_t)n * sizeof *a);
        b[i] = eq->rhs[from];
    }
    vv_status status = vv_generic_rank(c, NULL, m, n, a, &rank, row, column, NULL);
    if (status != VV_OK || rank < n) return status != VV_OK ? status : VV_E_BEYOND;
    assert(rank == n);
    for (int i = 0; i < n; i++) {
        memcpy(eq->matrix + i * n, a + row[i] * n, (size_t)n * sizeof *a);
        eq->rhs[i] = b[row[i]];
        eq->chosen[i] = row[i] < eq->nrows ? ne + row[i] : row[i] - eq->nrows;
    }
    return vv_ctx_status(c);
}

vv_status vv_equations_mass_matrix(vv_ctx *c, vv_equations *eq) {
    int n = eq->n + eq->nmultipliers, m = eq->nequations + eq->nrows;
    if (m < n) return vv_ctx_fail(c, VV_E_INTERNAL);
    assert(n >= 0 && eq->nequations >= 0 && eq->nrows >= 0);
    eq->nunknowns = n;
    eq->unknown = VV_ARRAY(c, vv_expr, n + 1);
    eq->matrix = VV_MATRIX(c, vv_expr, m, n);
    eq->rhs = VV_ARRAY(c, vv_expr, m + 1);
    if (!eq->unknown || !eq->matrix || !eq->rhs) return vv_ctx_status(c);
    for (int i = 0; i < n; i++) eq->unknown[i] = i < eq->n ? eq->wd[i] : eq->lambda[i - eq->n];
    /* all rows together at zero unknowns: they share most of their nodes */
    for (int i = 0; i < m; i++)
        eq->rhs[i] =
            i < eq->nequations ? eq->residual[i] : eq->row[i - eq->nequations]->acceleration;
    bool rates = eq->n == eq->nq; /* the speeds are the q': a row's own coefficients suffice */
    for (int i = 0; i < eq->n && rates; i++) rates = vv_same(eq->w[i], eq->qd[i]);
    vv_expr *kept =
        eq->rhs + eq->nequations; /* with other speeds, constraints are written in terms of them */
    if (!rates) vv_subst(c, eq->nq, eq->qdd, eq->rate_rate, eq->nrows, kept, kept);
    if (!rates) vv_subst(c, eq->nq, eq->qd, eq->rate, eq->nrows, kept, kept);
    coefficients(c, eq, rates ? eq->nequations : m);
    vv_subst_zero(c, n, eq->unknown, m, eq->rhs, eq->rhs);
    for (int i = 0; i < m; i++) eq->rhs[i] = vv_neg(c, eq->rhs[i]);
    return m > n ? choose(c, eq, m) : vv_ctx_status(c);
}

vv_status vv_equations_solve(vv_ctx *c, const vv_equations *eq, vv_expr *out) {
    return vv_solve(c, eq->nunknowns, vv_factor(c, eq->nunknowns, eq->matrix), eq->rhs, out);
}
