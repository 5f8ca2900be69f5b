/* Small dense linear systems: LU with partial pivoting. Scalar and SIMD versions give the same
 * bits. */
#ifndef VV_NUMERIC_LU_H
#define VV_NUMERIC_LU_H

#include <stdbool.h>

/* Factors in place, row-major; the diagonal is replaced by its inverse; pivot[k] is the row
 * exchanged with k. False if a pivot is 0 or NaN. Then solve in place. */
bool vv_lu_factor(int n, double *a, double *pivot);
void vv_lu_solve(int n, const double *lu, const double *pivot, double *x);
/* The same for columns from .. to - 1 only; call in order from 0 to n. A matrix of order a few
 * thousand takes minutes, and the caller may want to stop. */
bool vv_lu_factor_columns(int n, int from, int to, double *a, double *pivot);
/* The determinant, by the factors. */
double vv_lu_determinant(int n, const double *lu, const double *pivot);

/* Inverts in place; pivot: scratch of n. False if a pivot is NaN or below `least` times the
 * largest entry of its column; a is then unusable. */
bool vv_invert(int n, double *a, double *pivot, double least);

/* Minus the inverse of a symmetric positive definite matrix, without pivoting, which is not
 * needed then. symmetric: the matrix is known to be symmetric. scratch: of size
 * VV_INVERT_SPD_SCRATCH. False if the matrix is not symmetric, a pivot is below `least` times
 * its diagonal entry, or something is NaN. */
#define VV_INVERT_SPD_SCRATCH(n) ((n) * ((n) + 4))
#define VV_INVERT_SPD_ASYMMETRY                                                                    \
    0x1p-80 /* squared differences relative to products of diagonal                                \
             * entries */
bool vv_invert_spd_negated(int n, bool symmetric, const double *a, double *out, double *scratch,
                           double least);

/* The factor followed by its n pivots, as stored by tapes; a singular matrix gives NaN. */
void vv_lu_factor_packed(int n, double *lu);
/* Factor and solve functions for order n, called by JIT-compiled code: orders below 5 have
 * specialized versions. */
typedef void vv_lu_factor_function(int n, double *lu);
typedef void vv_lu_solve_function(int n, const double *lu, const double *pivot, double *x);
vv_lu_factor_function *vv_lu_factor_for(int n);
vv_lu_solve_function *vv_lu_solve_for(int n);
/* The same for 4 (AVX2) or 8 (AVX-512) matrices and vectors, interleaved element by element. */
void vv_lu_factor_lanes(int lanes, int n, double *lu);
void vv_lu_solve_lanes(int lanes, int n, const double *lu, double *x);
/* The SIMD version of vv_invert_spd_negated; good: the return value of each lane. scratch: of
 * size 2 n. */
void vv_invert_spd_negated_lanes(int lanes, int n, const double *a, double *out, double *scratch,
                                 double least, bool *good);

#endif
