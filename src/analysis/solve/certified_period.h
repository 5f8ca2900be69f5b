/* The period of a quadrature with a proved error bound.
 *
 * q'^2 = F(q) between two simple zeros a < b of F: with q = (a + b)/2 + (b - a)/2 cos s and F =
 * (q - a)(b - q) g(q) the period is twice the integral of f(s) = 1/sqrt(g) over half a turn. f
 * is even and 2 pi-periodic; if it is analytic with |f| <= M in the strip |Im s| <= r, the sum
 * over n points of half a turn (2 n of the whole) differs from the integral by less than 2 pi
 * M/(exp(2 r n) - 1) [TrefethenWeideman2014, theorem 3.2]. Balls that cover the strip show that
 * Re g > 0 there, which proves that f is analytic, gives M, and excludes other zeros of F. */
#ifndef VV_ANALYSIS_SOLVE_CERTIFIED_PERIOD_H
#define VV_ANALYSIS_SOLVE_CERTIFIED_PERIOD_H

#include "expr/expr.h"

typedef struct vv_certified_period {
    double period;
    double error; /* proved bound on the error of `period` */
    int nodes;
} vv_certified_period;

/* F contains q and numbers only; a and b approximate its zeros. False if the proof fails:
 * functions without a rule for complex arguments, zeros that are not simple, a strip that is too
 * thin. */
bool vv_certified_period_find(vv_ctx *c, vv_expr q, vv_expr F, double a, double b,
                              vv_certified_period *out);

#endif
