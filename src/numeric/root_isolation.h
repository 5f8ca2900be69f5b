/* Zeros on [0, 1] of a polynomial known up to a noise level: none is missed, and zeros that the
 * noise does not separate count as one. */
#ifndef VV_NUMERIC_ROOT_ISOLATION_H
#define VV_NUMERIC_ROOT_ISOLATION_H

#include "numeric/polynomial_value.h"

enum { VV_ROOT_ISOLATION_DEGREE = 40, VV_ROOT_ISOLATION_MAX = 48 };

typedef struct vv_isolated_root {
    double at;
    int before, after; /* signs on either side; equal: the zero is touched, not crossed */
} vv_isolated_root;

/* sum of b_k u^k, k = 0 .. degree; zeros in ascending order, at most VV_ROOT_ISOLATION_MAX. None
 * if the polynomial vanishes identically. */
int vv_root_isolation_find(int degree, const double *b, double noise, vv_isolated_root *out);

#endif
