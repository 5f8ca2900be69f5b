/* Numerical linearization along the motion from the model's initial conditions. */
#ifndef VV_ANALYSIS_LINEAR_LINEARIZE_AT_START_H
#define VV_ANALYSIS_LINEAR_LINEARIZE_AT_START_H

#include "analysis/analysis.h"

/* Adds a section for initial conditions in motion: x' = A x + B u, y = C x + D u at the initial
 * time, checked against finite differences of the accelerations, and the eigenvalues. The states
 * are the independent coordinates and the speeds. Initial conditions that violate the
 * constraints are refused with the residual. Returns VV_OK and adds nothing if they are at rest
 * or not stated. `completed`: also at rest, in a configuration completed by the constraints, if
 * it is an equilibrium. */
vv_status vv_linearize_at_start(vv_ctx *c, const vv_study *study, bool completed, vv_document *d);

#endif
