/* Variational equations of a stated motion (coordinates and speeds as functions of time):
 * whether it is a motion, the linearization along it, and the characteristic exponents or, if
 * the coefficients are periodic, the Floquet multipliers [Appell1896, no. 452; Floquet1883;
 * M-OSC-MOTION]. */
#ifndef VV_ANALYSIS_STEADY_FLOQUET_H
#define VV_ANALYSIS_STEADY_FLOQUET_H

#include "analysis/analysis.h"

/* Fills the open section from study->about. VV_E_NO if it does not satisfy the equations of
 * motion. */
vv_status vv_floquet_put_stated_motion(vv_ctx *c, const vv_study *study, vv_document *d);

/* Are the equations linear, possibly with time-dependent coefficients? Then the deviations from
 * every motion satisfy the same homogeneous equations. */
bool vv_floquet_is_linear_system(vv_ctx *c, const vv_study *study);
/* Fills the open section with these equations and their exponents (constant coefficients) or
 * multipliers (periodic coefficients). */
vv_status vv_floquet_put_linear_system(vv_ctx *c, const vv_study *study, vv_document *d);

#endif
