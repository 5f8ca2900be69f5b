/* Common queries on vectors of doubles. */
#ifndef VV_NUMERIC_DENSE_VECTOR_H
#define VV_NUMERIC_DENSE_VECTOR_H

#include <math.h>
#include <stdbool.h>

static inline double vv_dot(int n, const double *a, const double *b) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

/* True if no entry is NaN or infinite. */
static inline bool vv_all_finite(int n, const double *x) {
    double zero = 0; /* 0 * x is NaN for NaN and infinity */
    for (int i = 0; i < n; i++) zero += 0 * x[i];
    return zero == 0;
}

/* Maximum norm; 0 for an empty vector. */
static inline double vv_norm_inf(int n, const double *x) {
    double most = 0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
    return most;
}

#endif
