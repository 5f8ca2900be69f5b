/* Tolerances of steady motions: pure numbers, relative to what the comment names. */
#ifndef VV_ANALYSIS_STEADY_TOLERANCES_H
#define VV_ANALYSIS_STEADY_TOLERANCES_H

/* ---- floquet.c ------------------------------------------------------------------------------ */

#define VV_FLOQUET_SETTLED 1e-12 /* of the largest entry: rounding error of many thousand steps */
/* of a multiplier: at three digits indistinguishable from 0 */
#define VV_FLOQUET_ZERO_PART 0.5e-3

#endif
