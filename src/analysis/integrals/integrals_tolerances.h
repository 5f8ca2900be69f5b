/* Tolerances of first integrals and quadratures: pure numbers, relative to what the comment names.
 * */
#ifndef VV_ANALYSIS_INTEGRALS_TOLERANCES_H
#define VV_ANALYSIS_INTEGRALS_TOLERANCES_H

/* ---- linear_reduction.c --------------------------------------------------------------------- */

#define VV_GAUSS_RESIDUAL 1e-40 /* residual as reported: half of the digits of the balls */

/* ---- oscillation.c -------------------------------------------------------------------------- */

/* of the distance of the next zero: the initial point is at this one */
#define VV_OSCILLATION_AT_ZERO 1e-9
/* of the distance of the initial point: step away from an undecided interval */
#define VV_OSCILLATION_BESIDE 1e-5
#define VV_OSCILLATION_SETTLED 4e-16 /* of the period: more points change its last digit only */

#endif
