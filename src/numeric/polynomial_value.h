/* A polynomial c[0] + c[1] x + ... + c[n] x^n in doubles, by Horner's rule from the last
 * coefficient on. */
#ifndef VV_NUMERIC_POLYNOMIAL_VALUE_H
#define VV_NUMERIC_POLYNOMIAL_VALUE_H

static inline double vv_polynomial_value(int n, const double *c, double x) {
    double sum = c[n];
    for (int k = n - 1; k >= 0; k--) sum = sum * x + c[k];
    return sum;
}

/* Without c[0]: c[1] x + ... + c[n] x^n; coefficients are `stride` apart. */
static inline double vv_polynomial_change(int n, const double *c, int stride, double x) {
    double sum = 0;
    for (int k = n; k > 0; k--) sum = (sum + c[k * stride]) * x;
    return sum;
}

#endif
