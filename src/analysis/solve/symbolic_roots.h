/* Closed-form roots of equations of simple form in one unknown. Angles are taken in (-pi, pi]. */
#ifndef VV_ANALYSIS_SOLVE_SYMBOLIC_ROOTS_H
#define VV_ANALYSIS_SOLVE_SYMBOLIC_ROOTS_H

#include "prove/prove.h"

typedef struct vv_root {
    int coordinate;              /* index of the unknown, as numbered by the caller */
    vv_expr value, sine, cosine; /* sine is poison unless an angle */
    vv_expr condition, also;     /* >= 0 for a real root; or poison */
    bool outside;                /* an angle that may lie one turn outside (-pi, pi] */
} vv_root;

/* Coefficients k[0] + k[1] x + ... of a polynomial in x that does not occur inside functions or
 * divisors: returns its degree, at most `most`, or -1. k: most + 1 */
int vv_polynomial_coefficients(vv_ctx *c, vv_expr e, vv_expr x, int most, vv_expr *k);
/* -b/a, the root of a x + b, with the sign distributed over a sum. */
vv_expr vv_linear_root(vv_ctx *c, vv_expr b, vv_expr a);

/* A general function of some of the n unknowns x in which f is linear, with a coefficient free
 * of them, and the value it takes at f = 0. */
bool vv_root_of_function(vv_ctx *c, vv_expr f, int n, const vv_expr *x, vv_expr *function,
                         vv_expr *value);

/* Each of these returns the number of roots; out holds up to 4. cos x = k or, with `sine`, sin x
 * = k: two roots, a double one listed once. `condition`: k is real. */
int vv_roots_by_cosine(vv_ctx *c, int i, vv_expr k, bool sine, vv_expr condition, vv_root *out);
/* a sin x + b cos x = 0: x and x + pi. */
int vv_roots_by_tangent(vv_ctx *c, int i, vv_expr a, vv_expr b, vv_root *out);
/* k[2] cos^2 x + k[1] cos x + k[0] = 0 */
int vv_roots_by_quadratic(vv_ctx *c, int i, const vv_expr *k, vv_root *out);
/* f = 0 in one of these forms, with a leading coefficient free of the n unknowns, so that it
 * cannot vanish; -1 if f has none of these forms. */
int vv_roots_of_angle(vv_ctx *c, int i, vv_expr f, vv_expr x, int n, const vv_expr *unknown,
                      vv_root *out);

/* Is an expression without unknowns zero although not syntactically? Substituted roots and
 * inverse functions may hide it. */
vv_truth vv_is_hidden_zero(vv_ctx *c, const vv_facts *facts, vv_expr e);

/* Replaces the unknown x, its sine and cosine by the root in n expressions, in place. */
void vv_root_substitute(vv_ctx *c, const vv_root *r, vv_expr x, int n, vv_expr *e);

#endif
