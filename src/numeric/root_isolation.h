/* Zeros of a polynomial on [0, 1] that is known to within a noise: none is missed, and those that
 * the noise does not separate count once. */
#ifndef VV_SIMULATE_ROOTS_H
#define VV_SIMULATE_ROOTS_H

enum { VV_ROOTS_DEGREE = 40, VV_ROOTS_MOST = 48 };

typedef struct vv_zero {
    double at;
    int before, after; /* signs on either side; equal: it is touched, not crossed */
} vv_zero;

/* sum of b_k u^k, k = 0 .. degree; the zeros in their order, at most VV_ROOTS_MOST. None where it
 * vanishes all along. */
int vv_roots_find(int degree, const double *b, double noise, vv_zero *out);
double vv_roots_value(int degree, const double *b, double u);

#endif
