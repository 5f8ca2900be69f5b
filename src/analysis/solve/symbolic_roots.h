/* Values of one unknown that satisfy an equation of a plain form, in symbols. Angles are taken in
 * (-pi, pi]. */
#ifndef VV_ANALYSIS_ROOTS_H
#define VV_ANALYSIS_ROOTS_H

#include "prove/prove.h"

typedef struct vv_root {
    int coordinate;              /* number of the unknown, as the caller counts */
    vv_expr value, sine, cosine; /* sine poison: not an angle */
    vv_expr condition, also;     /* >= 0, else it is not real; or poison */
    bool outside;                /* an angle that may lie a turn beside (-pi, pi] */
} vv_root;

/* Coefficients k[0] + k[1] x + ... of a polynomial in x whose terms are not hidden in functions or
 * divisors: its degree, at most `most`, or -1. k: most + 1 */
int vv_polynomial_coefficients(vv_ctx *c, vv_expr e, vv_expr x, int most, vv_expr *k);
/* -b/a, the root of a x + b, the sign taken into a sum. */
vv_expr vv_linear_root(vv_ctx *c, vv_expr b, vv_expr a);

/* A general function of some of the n unknowns x in which f is linear, with a coefficient that
 * holds none of them, and the value that f = 0 gives it. */
bool vv_root_of_function(vv_ctx *c, vv_expr f, int n, const vv_expr *x, vv_expr *function,
                         vv_expr *value);

/* Each returns the number of roots, of which there is room for 4. cos x = k or, sine, sin x = k:
 * two positions, one of them twice for k = 0. condition is that of k being real. */
int vv_roots_by_cosine(vv_ctx *c, int i, vv_expr k, bool sine, vv_expr condition, vv_root *out);
/* a sin x + b cos x = 0: x and x + pi. */
int vv_roots_by_tangent(vv_ctx *c, int i, vv_expr a, vv_expr b, vv_root *out);
/* k[2] cos^2 x + k[1] cos x + k[0] = 0 */
int vv_roots_by_quadratic(vv_ctx *c, int i, const vv_expr *k, vv_root *out);
/* f = 0 where it has one of these forms, with a leading coefficient that holds none of the n
 * unknowns, which might make it vanish; -1 where it has not. */
int vv_roots_of_angle(vv_ctx *c, int i, vv_expr f, vv_expr x, int n, const vv_expr *unknown,
                      vv_root *out);

/* Does an expression without unknowns vanish though it does not look so? Roots and inverse
 * functions of what was put in may hide it. */
vv_truth vv_is_hidden_zero(vv_ctx *c, const vv_facts *facts, vv_expr e);

/* The unknown x, and its sine and cosine, replaced by the root in n expressions, in place. */
void vv_root_substitute(vv_ctx *c, const vv_root *r, vv_expr x, int n, vv_expr *e);

#endif
