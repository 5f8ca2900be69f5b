/* Small dense linear systems: LU with partial pivoting, the same digits for one matrix and for
 * several side by side. */
#ifndef VV_NUMERIC_LU_H
#define VV_NUMERIC_LU_H

#include <stdbool.h>

/* In place, row-major; the diagonal becomes its inverse; pivot[k]: the row exchanged with k. false
 * when a pivot is 0 or not a number. Then solve in place. */
bool vv_lu_factor(int n, double *a, double *pivot);
void vv_lu_solve(int n, const double *lu, const double *pivot, double *x);
/* The same of the columns from .. to - 1 only, one piece after another from 0 to n: a matrix of
 * thousands takes minutes, and somebody may ask to stop. */
bool vv_lu_factor_columns(int n, int from, int to, double *a, double *pivot);
/* The determinant, by the factors. */
double vv_lu_determinant(int n, const double *lu, const double *pivot);

/* The inverse in place; pivot: scratch of n. false, with nothing to use in a, when a pivot is below
 * `least` of the largest entry its column had, or not a number. */
bool vv_invert(int n, double *a, double *pivot, double least);

/* Minus the inverse of a symmetric, positive definite matrix, without exchanges: along the diagonal
 * these are not needed. symmetric: it is known to be. scratch: of VV_INVERT_SPD_SCRATCH. false when
 * the matrix is not symmetric, a pivot is below `least` of its diagonal, or something is not a
 * number. */
#define VV_INVERT_SPD_SCRATCH(n) ((n) * ((n) + 4))
#define VV_INVERT_SPD_ASYMMETRY 0x1p-80 /* squares of differences, of products on the diagonal */
bool vv_invert_spd_negated(int n, bool symmetric, const double *a, double *out, double *scratch,
                           double least);

/* The factor with its n pivots behind it, as tapes hold it: a singular matrix answers NaN. */
void vv_lu_factor_packed(int n, double *lu);
/* What makes and solves systems of n, for calls by machine code: one of those below 5 goes straight
 * to its own. */
typedef void vv_lu_factor_function(int n, double *lu);
typedef void vv_lu_solve_function(int n, const double *lu, const double *pivot, double *x);
vv_lu_factor_function *vv_lu_factor_for(int n);
vv_lu_solve_function *vv_lu_solve_for(int n);
/* The same for 4 (AVX2) or 8 (AVX-512) matrices and vectors, element by element side by side. */
void vv_lu_factor_lanes(int lanes, int n, double *lu);
void vv_lu_solve_lanes(int lanes, int n, const double *lu, double *x);
/* The same of vv_invert_spd_negated; good: for each lane what that returns. scratch: of 2 n. */
void vv_invert_spd_negated_lanes(int lanes, int n, const double *a, double *out, double *scratch,
                                 double least, bool *good);

#endif
