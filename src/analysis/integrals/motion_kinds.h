/* Kinds of motion of a quadrature q'^2 = F(q), in symbols, where the sign of F is that of P u + Q
 * with u = sin(q)^2, cos(q) or sin(q): by the signs at the least and the greatest u, where the
 * zeros of F are double [Appell1896, no. 446; E-SCISSORS]. */
#ifndef VV_ANALYSIS_KINDS_H
#define VV_ANALYSIS_KINDS_H

#include "document/document.h"
#include "kinematics/system.h"

/* Adds a section. n symbols in F are constants of integration, with these expressions in the state:
 * of the cases those are left out that no state has. Nothing is added where F is not of that form.
 */
void vv_motion_kinds_put(vv_document *d, const vv_system *s, vv_expr q, vv_expr F, int n,
                         const vv_expr *constant, const vv_expr *by_state);

#endif
