/* Tolerances of consistent initialization. Unknowns are scaled so that they are about 1; the
 * constants are pure numbers, relative to what the comment names or in scaled units. */
#ifndef VV_SIMULATE_INITIAL_TOLERANCES_H
#define VV_SIMULATE_INITIAL_TOLERANCES_H

/* ---- assembly.c ----------------------------------------------------------------------------- */

/* of a unit row: what orthogonalization leaves of an independent one */
#define VV_ASSEMBLY_INDEPENDENT 1e-7
/* of the longest row of the same statement: a row this short has vanished */
#define VV_ASSEMBLY_FADED 1e-12
#define VV_ASSEMBLY_MASSLESS 1e-9     /* of the largest mass: massless values are moved last */
#define VV_ASSEMBLY_LEAST_PIVOT 1e-13 /* of a row: rounding of the KKT matrix */

/* ---- assembly_newton.c ---------------------------------------------------------------------- */

#define VV_ASSEMBLY_NO_RESIDUAL 1e-12 /* scaled: a residual that need not decrease */
/* of the terms of a constraint: dependent constraints agree only to this */
#define VV_ASSEMBLY_SATISFIED 1e-9
/* scaled: enough after the first iterations, where rounding stalls them */
#define VV_ASSEMBLY_SMALL_STEP 1e-13
#define VV_ASSEMBLY_LAST_STEP 4e-16 /* of the values: two units of rounding */
#define VV_ASSEMBLY_CLOSED 1e-10    /* scaled residual: the constraints hold */
/* halvings of a step that increases the residual: a millionth of it */
#define VV_ASSEMBLY_HALVINGS 20
/* iterations before Newton's method converges quadratically */
#define VV_ASSEMBLY_FIRST_ITERATIONS 3

/* ---- degenerate_constraints.c --------------------------------------------------------------- */

#define VV_ASSEMBLY_DIFFERENCE 1e-3 /* scaled: step of a finite difference */
/* scaled: a residual that changes less does not depend on time */
#define VV_ASSEMBLY_TIMELESS 1e-9
#define VV_ASSEMBLY_SEMIDEFINITE 1e-4 /* of the second derivatives: a pivot that vanishes */
#define VV_ASSEMBLY_FLAT 1e-5         /* of the second derivatives: a gradient that vanishes */

/* ---- initial.c ------------------------------------------------------------------------------ */

#define VV_ASSEMBLY_NEARLY_ZERO 1e-5    /* of the largest coordinate: half of the digits are lost */
#define VV_ASSEMBLY_ZERO_ROUNDING 1e-15 /* of a value: a few units of rounding */
#define VV_ASSEMBLY_MOVED 1e-12         /* of a value: a change that is reported */
#define VV_ASSEMBLY_AS_STATED 1e-9      /* of a stated value: it is kept */

/* ---- multistart.c --------------------------------------------------------------------------- */

#define VV_ASSEMBLY_SAME_POSITION 1e-6 /* scaled: two solutions that are the same position */
#define VV_ASSEMBLY_SAME_VALUE 1e-9    /* scaled: two solutions agree in this coordinate */

/* ---- rates_from_speeds.c -------------------------------------------------------------------- */

/* of the largest rate: rounding of a solution of the constraints */
#define VV_ASSEMBLY_SAME_RATES 1e-12
#define VV_ASSEMBLY_BESIDE 1e-5 /* of a position: a generic point near it */

/* ---- scaling.c ------------------------------------------------------------------------------ */

#define VV_SCALING_LARGE 1e3     /* in SI units: to this are not scaled */
#define VV_SCALING_SMALL 1e-3    /* in SI units: values from this */
#define VV_SCALING_PERIODIC 1e-9 /* of the effect of smaller changes: rounding of a full turn */

/* ---- separated_contacts.c ------------------------------------------------------------------- */

#define VV_ASSEMBLY_RATE_ROUNDED 1e-9 /* of the largest rate: a contact that does not open */

#endif
