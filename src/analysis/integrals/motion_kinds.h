/* Classifies the motions of a quadrature q'^2 = F(q) in closed form if F has the sign of P u + Q
 * with u = sin(q)^2, cos(q) or sin(q): by the signs at the extremes of u, where the zeros of F
 * are double [Appell1896, no. 446; E-SCISSORS]. */
#ifndef VV_ANALYSIS_INTEGRALS_MOTION_KINDS_H
#define VV_ANALYSIS_INTEGRALS_MOTION_KINDS_H

#include "document/document.h"
#include "kinematics/kinematics.h"

/* Adds a section. The n symbols in F are constants of integration, with these expressions in the
 * state; cases that no state realizes are omitted. Adds nothing if F does not have this form. */
void vv_motion_kinds_put(vv_document *d, const vv_system *s, vv_expr q, vv_expr F, int n,
                         const vv_expr *constant, const vv_expr *by_state);

#endif
