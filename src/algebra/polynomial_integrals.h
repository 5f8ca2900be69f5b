/* Polynomials that are constant along fields, found by undetermined coefficients. */
#ifndef VV_ALGEBRA_POLYNOMIAL_INTEGRALS_H
#define VV_ALGEBRA_POLYNOMIAL_INTEGRALS_H

#include "expr/expr.h"

/* Candidates of this degree or less, at most `most`, for functions constant along m fields in n
 * variables x; their number, 0 when the fields contain anything but the variables and rational
 * operations. They vanish along the fields at points tried: the caller proves them. */
int vv_polynomial_integrals(vv_ctx *c, int n, const vv_expr *x, int m, const vv_expr *field,
                            int degree, int most, vv_expr *out);

#endif
