/* Symbolic real and imaginary parts of an expression at a complex value of one symbol. */
#ifndef VV_ANALYSIS_SOLVE_COMPLEX_PARTS_H
#define VV_ANALYSIS_SOLVE_COMPLEX_PARTS_H

#include "expr/expr.h"

/* part[2 i], part[2 i + 1]: real and imaginary part of e[i] at q = x + i y, all other symbols
 * real. If the parts are finite in ball arithmetic over a set, e is analytic there: roots are
 * principal, with infinite parts on the branch cut. False for functions without a rule, or if
 * the result is too large. */
bool vv_complex_parts(vv_ctx *c, vv_expr q, vv_expr x, vv_expr y, int n, const vv_expr *e,
                      vv_expr *part);

#endif
