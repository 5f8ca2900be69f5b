/* Systems in which one coordinate x is left and the other speeds W, divided by x', satisfy linear
 * equations in it: dW/dx = A(x) W. So it is with every body of revolution that rolls on a
 * horizontal plane; with two such speeds one of them satisfies a linear equation of the second
 * order, for a hoop one of Gauss's [AppellHadamard1899, nos. 16, 18; E-REVROLL, E-CARVALLO]. */
#ifndef VV_ANALYSIS_ELIMINATION_H
#define VV_ANALYSIS_ELIMINATION_H

#include "analysis/topic.h"

/* Adds a section; with an integral of energy H = h also the quadrature for the time (H may be
 * poison). *status becomes VV_E_BEYOND when something in it was not decided. False, and nothing is
 * added, when the system is not of this kind. */
bool vv_linear_reduction_put(vv_ctx *c, const vv_study *study, vv_document *d, vv_expr H, vv_expr h,
                             vv_status *status);

#endif
