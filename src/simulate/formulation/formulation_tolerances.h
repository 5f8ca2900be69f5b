/* Tolerances of the formulation: all are pure numbers, relative to what the comment names. */
#ifndef VV_SIMULATE_FORMULATION_TOLERANCES_H
#define VV_SIMULATE_FORMULATION_TOLERANCES_H

/* ---- kkt.c ---------------------------------------------------------------------------------- */

/* of the largest part of a solution, in scaled unknowns: rounding */
#define VV_KKT_UNDETERMINED 1e-9

/* ---- speed_conditioning.c ------------------------------------------------------------------- */

#define VV_SPEEDS_PERIODIC 1e-9 /* of the largest entry: rounding of a full turn */
/* of the median: a determinant that varies less is constant */
#define VV_SPEEDS_DETERMINANT_CONSTANT 1e-9
#define VV_SPEEDS_LEAST_PIVOT 1e-14 /* of a scaled velocity squared: rounding of a Gram matrix */
#define VV_SPEEDS_DEPENDENT 1e-12   /* of a scaled velocity squared: six digits are left */
#define VV_SPEEDS_KEEP 0.5          /* of the largest pivot: a present speed that good is kept */

#endif
