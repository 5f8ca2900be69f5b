/* Factorization of an expression over the rationals into irreducible factors in its atoms
 * (algebra/rational_function.h): coordinates and other symbols, sines and cosines of single
 * angles, other functions as a whole. */
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

/* False if this is beyond the method, or on refusal. */
bool vv_factorise(vv_ctx *c, vv_expr e, vv_factors *out);
/* The product of the factors, fully cancelled; e itself if it cannot be factored. */
vv_expr vv_factored(vv_ctx *c, vv_expr e);
/* e divided by its rational content, sign kept: a + 2 for 4*(4*a + 8). e itself if the content
 * is 1 or a fraction, as for 1 - a^2/4. */
vv_expr vv_primitive_part(vv_ctx *c, vv_expr e);
/* Eliminates the symbol x: an expression without x that vanishes wherever a and b vanish
 * together, the resultant of their numerators, with sine and cosine of x as two variables on the
 * circle. Poison if this is beyond the method, or if the result would vanish identically. */
vv_expr vv_resultant(vv_ctx *c, vv_expr a, vv_expr b, vv_expr x);
/* The square root with even powers extracted, as |f| unless f is known to be positive; sqrt(e)
 * if e cannot be factored. */
vv_expr vv_sqrt_factored(vv_ctx *c, vv_expr e);
/* The square root of a sum of squares: without a root if e is a perfect square, otherwise
 * sqrt(e). */
vv_expr vv_sqrt_of_squares(vv_ctx *c, vv_expr e);

#endif
