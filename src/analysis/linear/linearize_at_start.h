/* The linear equations of the motions near the one that the model starts, by numbers. */
#ifndef VV_ANALYSIS_ALONG_H
#define VV_ANALYSIS_ALONG_H

#include "analysis/topic.h"

/* A section for the start, when it is one in motion: x' = A x + B u, y = C x + D u at its
 * beginning, states being the coordinates that finite constraints leave and the speeds, compared
 * with differences of the accelerations; eigenvalues. A start that violates the constraints is
 * refused with the residual. VV_OK without a word when the start is at rest or none is stated.
 * `completed`: one at rest too, in a position that constraints complete, if it is an equilibrium.
 */
vv_status vv_linearize_at_start(vv_ctx *c, const vv_study *study, bool completed, vv_document *d);

#endif
