/* Tolerances of stability: pure numbers, relative to what the comment names. */
#ifndef VV_EQUATIONS_STABILITY_TOLERANCES_H
#define VV_EQUATIONS_STABILITY_TOLERANCES_H

/* ---- floquet_multipliers.c ------------------------------------------------------------------ */

/* of a norm: covers the rounding errors of its few sums and products in doubles */
#define VV_STABILITY_NORM_ROUNDING 1e-10
/* of the unit matrix: remainder of one step, far below the digits shown */
#define VV_STABILITY_STEP_REMAINDER 1e-24

#endif
