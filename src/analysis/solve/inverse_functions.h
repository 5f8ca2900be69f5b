/* Equations of rest whose unknowns stand within one elementary function (Morse's potential, springs
 * with a natural length), or in powers of one of them (Lennard-Jones). */
#ifndef VV_ANALYSIS_INVERSE_H
#define VV_ANALYSIS_INVERSE_H

#include "analysis/solve/symbolic_roots.h"
#include "prove/prove.h"

/* f = a N^k + b, N = exp(u), log(u), sqrt(u), ... and none of the n unknowns x but in u, or f = a
 * exp(u) + b exp(v): *inside vanishes where f does, u - exp's inverse of what N is; it is 1 where f
 * vanishes nowhere. False: f has no such form, or the sign of the value of N is not known. */
bool vv_root_by_inverse(vv_ctx *c, const vv_facts *facts, vv_expr f, int n, const vv_expr *x,
                        vv_expr *inside);

/* a x^2k + b x^k + d = 0 or a x^k + d = 0, k > 1, with coefficients that hold no unknown: the
 * number of real roots, at most 4, with the condition under which they are; -1 where f has not that
 * form, or an odd root is asked for of what has no known sign. */
int vv_roots_of_power(vv_ctx *c, const vv_facts *facts, int i, vv_expr f, vv_expr x, int n,
                      const vv_expr *unknown, vv_root *out);

#endif
