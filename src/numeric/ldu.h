/* A = L D U without exchanges, row by row, for matrices whose diagonal is known to carry the pivots
 * (mass matrices bordered by constraints). Row-major, n * n. */
#ifndef VV_NUMERIC_LDU_H
#define VV_NUMERIC_LDU_H

#include <math.h>

/* Row k of a without what the rows before it have; these have been eliminated, and their diagonals
 * hold - 1/pivot, 0 for a row that is left out. The pivot of row k, which also stands in a; *size:
 * the sum of the absolute values that it was made of. */
static inline double vv_ldu_eliminate(int n, int k, double *a, double *size) {
    double *row = a + k * n;
    *size = fabs(row[k]);
    for (int j = 0; j < k; j++) {
        double f = row[j], *other = a + j * n;
        row[j] = f *= -other[j];
        if (f == 0) continue;
        for (int i = j + 1; i < n; i++) row[i] -= f * other[i];
        *size += fabs(f * other[k]);
    }
    return row[k];
}

/* When all rows are eliminated: - L below the diagonal, - U above it, - 1/pivot on it, which is
 * what the solution needs. */
void vv_ldu_finish(int n, double *a);

/* A x = b by these factors; x: - b before. */
void vv_ldu_solve(int n, const double *a, double *x);
/* Two right-hand sides at once, entry by entry side by side. */
void vv_ldu_solve_pair(int n, const double *a, double *both);

/* The entries of a square matrix that may differ from 0, row by row in ascending order: those of
 * row i are at start[i] .. start[i + 1] - 1 of `column`. */
typedef struct vv_sparsity {
    int n;
    const int *start, *column; /* (n + 1), (start[n]) */
} vv_sparsity;

/* The same solutions, to the bit, from factors with these entries; others are not read. */
void vv_ldu_solve_sparse(const vv_sparsity *s, const double *a, double *x);
void vv_ldu_solve_sparse_pair(const vv_sparsity *s, const double *a, double *both);

#endif
