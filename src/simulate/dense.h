/* Small dense linear systems that say their rank: elimination with full pivoting of the matrix
 * scaled by rows and columns. The scales are those of the largest entries met since the beginning:
 * a row that fades on the way is seen to fade. Unknowns beyond the rank are 0, equations beyond it
 * are not used. */
#ifndef VV_SIMULATE_DENSE_H
#define VV_SIMULATE_DENSE_H

#include "simulate/keep.h"

typedef struct vv_dense {
    int n, rank;
    double *a;                      /* the matrix before, its factors after           (n*n) */
    int *row, *column;              /* order of the pivots                              (n) */
    double *by_row, *by_column, *y; /* scales, powers of 2; scratch             (n) */
    double *row_most, *column_most; /* the largest entries met in any matrix so far (n) */
    double weakest;                 /* the smallest pivot used, of a scaled matrix          */
} vv_dense;

bool vv_dense_new(vv_ctx *c, int n, vv_dense *out);
/* Factor what stands in a; pivots below `least` (of the scaled matrix) end it. false: NaN. */
bool vv_dense_factor(vv_dense *d, double least);
/* x: the right-hand side before, the solution after. */
void vv_dense_solve(const vv_dense *d, double *x);
/* What outlives a factorisation: the scales. */
void vv_dense_keep(vv_dense *d, vv_keep *k);

#endif
