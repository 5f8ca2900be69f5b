/* Angles that grow by a whole turn. */
#ifndef VV_ANALYSIS_TURNS_H
#define VV_ANALYSIS_TURNS_H

#include "expr/expr.h"

/* Do the n equations in the coordinates q say the same when x, one of them, grows by a turn, alone
 * or together with another angle to which it has a constant difference? False where it also occurs
 * outside of sines and cosines of its whole multiples: roots that differ by a turn are different.
 */
bool vv_is_periodic_in_angle(vv_ctx *c, int nq, const vv_expr *q, int n, const vv_expr *equation,
                             vv_expr x);

#endif
