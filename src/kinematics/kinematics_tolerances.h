/* Tolerances of the kinematics: pure numbers, relative to what the comment names. */
#ifndef VV_KINEMATICS_TOLERANCES_H
#define VV_KINEMATICS_TOLERANCES_H

/* ---- mass_matrix_rank.c --------------------------------------------------------------------- */

#define VV_MASS_PIVOT_CLEAR 1e-6 /* of a row: a pivot that rounding cannot have left of 0 */

/* ---- mobility.c ----------------------------------------------------------------------------- */

#define VV_MOBILITY_CLOSED 1e-12 /* scaled residual: a holonomic constraint counts as satisfied */
/* of a unit row: its distance from the span of the previous ones */
#define VV_MOBILITY_INDEPENDENT 1e-8
/* of the trace: keeps Cholesky's pivots positive for dependent constraints */
#define VV_MOBILITY_DAMPING 1e-13
#define VV_MOBILITY_APART 1e-2 /* with coordinates of order 1: no error of a point reaches this */
#define VV_MOBILITY_SMALL_ROW 1e-9 /* of the largest row: it may be a rounding error */

#endif
