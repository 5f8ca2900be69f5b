/* n equations for n numbers by Newton's method with a line search, KINSOL's where SUNDIALS is
 * there. */
#ifndef VV_SIMULATE_INITIAL_KINSOL_H
#define VV_SIMULATE_INITIAL_KINSOL_H

#include "base/ctx.h"

/* The equations at x, and where J is not NULL their derivatives, row by row. false: not a number.
 */
typedef bool vv_nonlinear_function(void *data, const double *x, double *out, double *J);

/* x: a guess before, the solution after. false: none was found, or there is no such library. */
bool vv_kinsol_solve(vv_ctx *c, int n, vv_nonlinear_function *f, void *data, double *x);

#endif
