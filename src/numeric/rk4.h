/* The classical method of Runge and Kutta, of order 4, with steps of one size. */
#ifndef VV_NUMERIC_RK4_H
#define VV_NUMERIC_RK4_H

#include "base/base.h"

/* rate = dx/dt; false: there is none at this place. */
typedef bool vv_rk4_rate(void *of, double t, const double *x, double *rate);

/* n values from time 0 to `span` in place of x; scratch: 5 n. False without a rate or on request to
 * stop. */
bool vv_rk4_integrate(vv_ctx *c, int n, vv_rk4_rate *rate, void *of, double span, int steps,
                      double *x, double *scratch);

#endif
