/* Systems with one essential coordinate x in which the other speeds W satisfy linear equations
 * in x after division by x': dW/dx = A(x) W. Every body of revolution rolling on a horizontal
 * plane is of this kind; with two such speeds, each satisfies a linear equation of second order,
 * for a hoop Gauss's hypergeometric equation [AppellHadamard1899, nos. 16, 18; E-REVROLL,
 * E-CARVALLO]. */
#ifndef VV_ANALYSIS_INTEGRALS_LINEAR_REDUCTION_H
#define VV_ANALYSIS_INTEGRALS_LINEAR_REDUCTION_H

#include "analysis/analysis.h"

/* Adds a section; with an energy integral H = h also the quadrature for the time (H may be
 * poison). *status becomes VV_E_BEYOND if part of it is undecided. Returns false and adds
 * nothing if the system is not of this kind. */
bool vv_linear_reduction_put(vv_ctx *c, const vv_study *study, vv_document *d, vv_expr H, vv_expr h,
                             vv_status *status);

#endif
