/* Periodicity of equations in an angle. */
#ifndef VV_ANALYSIS_SOLVE_ANGLE_PERIODICITY_H
#define VV_ANALYSIS_SOLVE_ANGLE_PERIODICITY_H

#include "expr/expr.h"

/* Are the n equations in the coordinates q unchanged when x, one of them, grows by a turn, alone
 * or together with another angle from which it differs by a constant? False if it also occurs
 * outside sines and cosines of its integer multiples: then roots that differ by a turn are
 * distinct. */
bool vv_is_periodic_in_angle(vv_ctx *c, int nq, const vv_expr *q, int n, const vv_expr *equation,
                             vv_expr x);

#endif
