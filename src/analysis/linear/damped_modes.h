/* Small motions under velocity-dependent or nonpotential forces, in closed form: the factors of
 * det(M λ^2 + G λ + K) that can be solved. */
#ifndef VV_ANALYSIS_LINEAR_DAMPED_MODES_H
#define VV_ANALYSIS_LINEAR_DAMPED_MODES_H

#include "analysis/equilibria/equilibria.h"

/* Each factor with its decay rate and squared frequency, or as an equation. False if nothing was
 * added because the determinant is too large to factor. */
bool vv_damped_modes_put(vv_ctx *c, const vv_study *study, vv_document *d, const vv_linearized *m,
                         const vv_equilibrium *at);

#endif
