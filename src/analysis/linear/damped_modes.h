/* Small motions under forces that depend on the velocities or have no force function, in symbols:
 * the factors of det(M λ^2 + G λ + K) that can be solved. */
#ifndef VV_ANALYSIS_DAMPED_H
#define VV_ANALYSIS_DAMPED_H

#include "analysis/equilibria/small_motions.h"

/* Each factor with its decay and the square of its frequency, or as an equation. False: nothing was
 * said, the determinant being too large to be factored. */
bool vv_damped_modes_put(vv_ctx *c, const vv_study *study, vv_document *d, const vv_linearized *m,
                         const vv_equilibrium *at);

#endif
