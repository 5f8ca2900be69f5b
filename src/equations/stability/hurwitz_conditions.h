/* Symbolic conditions for all roots of a polynomial to lie in the left half-plane, or to be
 * simple and imaginary [Hurwitz1895; LienardChipart1914]. */
#ifndef VV_EQUATIONS_STABILITY_HURWITZ_CONDITIONS_H
#define VV_EQUATIONS_STABILITY_HURWITZ_CONDITIONS_H

#include "expr/expr.h"

enum { VV_HURWITZ_MAX_DEGREE = 7, VV_HURWITZ_MAX_CONDITIONS = 16 };

typedef struct vv_hurwitz {
    bool even; /* even polynomial: under the conditions the roots are imaginary */
    int n;
    vv_expr condition[VV_HURWITZ_MAX_CONDITIONS]; /* each > 0 */
} vv_hurwitz;

/* a[0] + a[1] x + ... + a[degree] x^degree; coefficients that vanish identically are VV_ZERO.
 * With odd powers: all roots have negative real parts iff the conditions hold. Even: all roots
 * are imaginary, nonzero and distinct iff they hold. False if the degree is too high, or a[0] or
 * a[degree] is 0. */
bool vv_hurwitz_conditions(vv_ctx *c, int degree, const vv_expr *a, vv_hurwitz *out);
/* Hurwitz determinant of order k <= VV_DETERMINANT_MAX of a[0] + ... + a[n] x^n: rows a[n-1],
 * a[n-3], ...; a[n], a[n-2], ...; shifted. */
vv_expr vv_hurwitz_determinant(vv_ctx *c, int n, const vv_expr *a, int k);

#endif
