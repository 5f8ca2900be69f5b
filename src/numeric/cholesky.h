/* Symmetric positive definite systems: A = L L^T, row-major. */
#ifndef VV_NUMERIC_CHOLESKY_H
#define VV_NUMERIC_CHOLESKY_H

#include <stdbool.h>

/* A x = b, in place of b. Of a the lower triangle is read, and L takes its place. False when a is
 * not positive definite to rounding, or something is NaN; b is spoilt then. */
bool vv_cholesky_solve(int n, double *a, double *b);

#endif
