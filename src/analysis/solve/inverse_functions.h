/* Equilibrium equations whose unknowns occur inside one elementary function (Morse potential,
 * springs with a natural length), or as powers of one unknown (Lennard-Jones). */
#ifndef VV_ANALYSIS_SOLVE_INVERSE_FUNCTIONS_H
#define VV_ANALYSIS_SOLVE_INVERSE_FUNCTIONS_H

#include "analysis/solve/symbolic_roots.h"
#include "prove/prove.h"

/* f = a N^k + b with N = exp(u), log(u), sqrt(u), ... and the n unknowns x occurring only in u,
 * or f = a exp(u) + b exp(v): *inside vanishes exactly where f does and has the form u minus the
 * inverse function at the value of N; it is 1 if f has no zero. False if f does not have this
 * form, or if the sign of the value of N is unknown. */
bool vv_root_by_inverse(vv_ctx *c, const vv_facts *facts, vv_expr f, int n, const vv_expr *x,
                        vv_expr *inside);

/* a x^2k + b x^k + d = 0 or a x^k + d = 0, k > 1, with coefficients free of unknowns: returns
 * the number of real roots, at most 4, each with the condition for its existence; -1 if f does
 * not have this form, or if an odd root of an expression of unknown sign is needed. */
int vv_roots_of_power(vv_ctx *c, const vv_facts *facts, int i, vv_expr f, vv_expr x, int n,
                      const vv_expr *unknown, vv_root *out);

#endif
