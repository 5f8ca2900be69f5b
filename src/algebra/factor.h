/* An expression as a product of irreducible factors, over the rationals, in its atoms
 * (algebra/rational_function.h): coordinates and other symbols, sines and cosines of single angles,
 * other functions as a whole. */
#ifndef VV_ALGEBRA_FACTOR_H
#define VV_ALGEBRA_FACTOR_H

#include "expr/expr.h"

enum { VV_FACTORS_MAX = 24 };

typedef struct vv_factors {
    vv_rat number; /* 0: the expression vanishes identically */
    int n;
    vv_expr factor[VV_FACTORS_MAX];
    int power[VV_FACTORS_MAX]; /* negative in the denominator */
} vv_factors;

/* False when that is beyond this method, or on refusal. */
bool vv_factorise(vv_ctx *c, vv_expr e, vv_factors *out);
/* The product of its factors, in which no divisor is left that cancels; e itself when it cannot be
 * factored. */
vv_expr vv_factored(vv_ctx *c, vv_expr e);
/* e over the number that is a factor of it, the sign kept: a + 2 for 4*(4*a + 8). e itself where
 * that number is 1 or a part of it, as of 1 - a^2/4. */
vv_expr vv_primitive_part(vv_ctx *c, vv_expr e);
/* An expression without x, a symbol, that vanishes wherever a and b do together: a resultant of
 * their numerators, sine and cosine of x taken as two variables on the circle. Poison when that is
 * beyond this method, or when it would vanish everywhere. */
vv_expr vv_resultant(vv_ctx *c, vv_expr a, vv_expr b, vv_expr x);
/* The square root with even powers taken out, as |f| where f is not known to be positive; e itself
 * under the root when it cannot be factored. */
vv_expr vv_sqrt_factored(vv_ctx *c, vv_expr e);
/* The square root of a sum of squares: without a root where e is a perfect square, otherwise e as
 * it stands under the root. */
vv_expr vv_sqrt_of_squares(vv_ctx *c, vv_expr e);

#endif
