/* Variations of a motion that is given: coordinates and speeds as functions of the time, whether it
 * is one, the linear equations of the deviations, and their exponents or, where the coefficients
 * are periodic, Floquet's multipliers [Appell1896, no. 452; Floquet1883; M-OSC-MOTION]. */
#ifndef VV_ANALYSIS_GIVEN_H
#define VV_ANALYSIS_GIVEN_H

#include "analysis/topic.h"

/* Fills the open section from study->about. VV_E_NO when it is no motion. */
vv_status vv_floquet_put_stated_motion(vv_ctx *c, const vv_study *study, vv_document *d);

/* Are the equations linear, with coefficients that may depend on the time? Then the deviations from
 * every motion satisfy the same equations without forces. */
bool vv_floquet_is_linear_system(vv_ctx *c, const vv_study *study);
/* Fills the open section with these, and their exponents where the coefficients are constant or
 * multipliers where they are periodic. */
vv_status vv_floquet_put_linear_system(vv_ctx *c, const vv_study *study, vv_document *d);

#endif
