/* Solves n equations in n unknowns by Newton's method with a line search, through KINSOL if
 * SUNDIALS is available. */
#ifndef VV_SIMULATE_INITIAL_KINSOL_H
#define VV_SIMULATE_INITIAL_KINSOL_H

#include "base/base.h"

/* Evaluates the equations at x and, if J is not NULL, their Jacobian, row by row. false: NaN. */
typedef bool vv_nonlinear_function(void *data, const double *x, double *out, double *J);

/* x: a guess on input, the solution on output. false: none was found, or the library is missing. */
bool vv_kinsol_solve(vv_ctx *c, int n, vv_nonlinear_function *f, void *data, double *x);

#endif
