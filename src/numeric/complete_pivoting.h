/* LU with complete pivoting, which tells the rank. Row-major, n * n. */
#ifndef VV_NUMERIC_COMPLETE_PIVOTING_H
#define VV_NUMERIC_COMPLETE_PIVOTING_H

#include <stdbool.h>

/* What elimination leaves in a, in the order of the pivots. */
typedef struct vv_complete_lu {
    int rank;
    double *a;       /* factors; the rows and columns beyond the rank are what is left  (n*n) */
    int *row;        /* row of the matrix at each place                                   (n) */
    int *column;     /* and column                                                        (n) */
    double *inverse; /* of the pivots                                                     (n) */
    double weakest;  /* the smallest pivot, at most 1                                          */
} vv_complete_lu;

/* Factors the matrix in f->a. Pivots of at most `least` end it. */
void vv_complete_lu_factor(int n, double least, vv_complete_lu *f);

/* y: a right-hand side in the order of f->row; becomes the solution in the order of f->column. Of
 * both only the first f->rank are used: the other unknowns are 0. */
void vv_complete_lu_solve(int n, const vv_complete_lu *f, double *restrict y);

/* Which unknowns the equations do not determine: those in which two solutions differ by more than
 * `rounding` of the largest difference. z: scratch of n. */
void vv_complete_lu_undetermined(int n, const vv_complete_lu *f, double rounding, double *z,
                                 bool *out);

#endif
