/* Simplification of linear forms: common factors divided out, hidden constants recognized. */
#ifndef VV_ALGEBRA_LINEAR_FORM_H
#define VV_ALGEBRA_LINEAR_FORM_H

#include "prove/prove.h"

/* A form is determined up to a factor: divides the n coefficients by their common factors, and
 * simplifies coefficients that are constant in the variables x, such as a cos^2 + a sin^2. */
void vv_linear_form_simplify(vv_ctx *c, int nx, const vv_expr *x, int n, vv_expr *form);
/* The division only; the form stays unchanged if there are no common factors. */
void vv_linear_form_divide_common(vv_ctx *c, int n, vv_expr *form);
/* If e is constant in x, its value at x = 0, as a for a cos^2 + a sin^2; otherwise e. */
vv_expr vv_simplify_if_constant(vv_ctx *c, int nx, const vv_expr *x, vv_expr e);

#endif
