/* Truncated power series c_0 + c_1 h + ... + c_n h^n, as Taylor coefficients of a step. */
#ifndef VV_NUMERIC_POWER_SERIES_H
#define VV_NUMERIC_POWER_SERIES_H

/* The largest step, at most h, at which the terms fall at least as a geometric series that ends at
 * rounding. 0: the coefficients are not numbers. */
double vv_series_step_limit(int degree, const double *c, double h);
/* Coefficients by u = t / h in [0, 1]; returns the noise of the values: rounding and truncation. */
double vv_series_rescale(int degree, const double *c, double h, double *b);

#endif
