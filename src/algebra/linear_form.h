/* Linear forms made shorter: common factors divided out, constants seen as such. */
#ifndef VV_ALGEBRA_LINEAR_FORM_H
#define VV_ALGEBRA_LINEAR_FORM_H

#include "prove/prove.h"

/* A form is determined up to a factor: divide the n coefficients by the factors that all of them
 * have, and write those that are constant in the variables x, such as a cos^2 + a sin^2, plainly.
 */
void vv_linear_form_simplify(vv_ctx *c, int nx, const vv_expr *x, int n, vv_expr *form);
/* The first of these alone; without such factors nothing is changed. */
void vv_linear_form_divide_common(vv_ctx *c, int n, vv_expr *form);
/* e, or, when it is constant in x, its value at x = 0 instead: a for a cos^2 + a sin^2. */
vv_expr vv_simplify_if_constant(vv_ctx *c, int nx, const vv_expr *x, vv_expr e);

#endif
