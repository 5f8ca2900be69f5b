/* Tolerances and budgets of the algebra. */
#ifndef VV_ALGEBRA_TOLERANCES_H
#define VV_ALGEBRA_TOLERANCES_H

/* ---- linear_form.c -------------------------------------------------------------------------- */

#define VV_FORM_VARIES 1e-6 /* of the values: rounding errors of cancelling terms stay below */

/* ---- rational_function.c -------------------------------------------------------------------- */

/* rounds of Euclid's algorithm: more than numbers of 64 bits need */
#define VV_MEASURE_ROUNDS 200

#endif
