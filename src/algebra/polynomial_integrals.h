/* Polynomials that are constant along vector fields, by undetermined coefficients. */
#ifndef VV_ALGEBRA_POLYNOMIAL_INTEGRALS_H
#define VV_ALGEBRA_POLYNOMIAL_INTEGRALS_H

#include "expr/expr.h"

/* Finds candidates of at most this degree, at most `most` of them, for functions constant along
 * m fields in n variables x. Returns their number, 0 if the fields contain anything but the
 * variables and rational operations. Their derivatives along the fields vanish at sample points;
 * the caller proves them. */
int vv_polynomial_integrals(vv_ctx *c, int n, const vv_expr *x, int m, const vv_expr *field,
                            int degree, int most, vv_expr *out);

#endif
