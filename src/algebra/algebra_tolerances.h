/* Tolerances of the algebra. */
#ifndef VV_ALGEBRA_TOLERANCES_H
#define VV_ALGEBRA_TOLERANCES_H

/* ---- linear_form.c -------------------------------------------------------------------------- */

#define VV_FORM_VARIES 1e-6 /* of the values: rounding errors of cancelling terms stay below */

#endif
