/* Vectors of n doubles. Sums run from the first entry to the last, without reordering. */
#ifndef VV_NUMERIC_DENSE_VECTOR_H
#define VV_NUMERIC_DENSE_VECTOR_H

#include <math.h>
#include <stdbool.h>

static inline double vv_dot(int n, const double *a, const double *b) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

/* The same where the entries of b are `stride` apart. */
static inline double vv_dot_strided(int n, const double *a, const double *b, int stride) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += a[i] * b[i * stride];
    return sum;
}

/* y += f x */
static inline void vv_axpy(int n, double f, const double *x, double *y) {
    for (int i = 0; i < n; i++) y[i] += f * x[i];
}

/* The Euclidean norm; squares may overflow. */
static inline double vv_norm2(int n, const double *x) { return sqrt(vv_dot(n, x, x)); }

/* No entry is NaN or infinite. */
static inline bool vv_all_finite(int n, const double *x) {
    double zero = 0; /* 0 * x is NaN for NaN and infinity */
    for (int i = 0; i < n; i++) zero += 0 * x[i];
    return zero == 0;
}

/* The largest absolute value, 0 if there is none; entries that are NaN do not count. */
static inline double vv_norm_inf(int n, const double *x) {
    double most = 0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
    return most;
}

/* The same, but NaN if any entry is. */
static inline double vv_norm_inf_or_nan(int n, const double *x) {
    double most = 0;
    for (int i = 0; i < n; i++) {
        if (isnan(x[i])) return x[i];
        if (fabs(x[i]) > most) most = fabs(x[i]);
    }
    return most;
}

#endif
