/* Zeros of a polynomial on [0, 1] that is known to within a noise: none is missed, and those that
 * the noise does not separate count once. */
#ifndef VV_NUMERIC_ROOT_ISOLATION_H
#define VV_NUMERIC_ROOT_ISOLATION_H

#include "numeric/polynomial_value.h"

enum { VV_ROOT_ISOLATION_DEGREE = 40, VV_ROOT_ISOLATION_MAX = 48 };

typedef struct vv_isolated_root {
    double at;
    int before, after; /* signs on either side; equal: it is touched, not crossed */
} vv_isolated_root;

/* sum of b_k u^k, k = 0 .. degree; the zeros in their order, at most VV_ROOT_ISOLATION_MAX. None
 * where it vanishes all along. */
int vv_root_isolation_find(int degree, const double *b, double noise, vv_isolated_root *out);

#endif
