/* Tolerances of linearized motions: pure numbers, relative to what the comment names. */
#ifndef VV_ANALYSIS_LINEAR_TOLERANCES_H
#define VV_ANALYSIS_LINEAR_TOLERANCES_H

/* ---- finite_amplitude.c --------------------------------------------------------------------- */

#define VV_PERIOD_SETTLED 4e-16 /* of the period: more nodes change the last digit only */
#define VV_PERIOD_DESCENT 32    /* steps from the initial point down to the equilibrium */
#define VV_PERIOD_ASCENT 400    /* such steps up to the same height: a dozen times as far */
#define VV_PERIOD_BISECTIONS 60 /* bisections: more than the bits of a double */

/* ---- linearize.c ---------------------------------------------------------------------------- */

/* of the terms that cancel: identities at an equilibrium known numerically */
#define VV_LINEARIZE_SAME 1e-12

/* ---- linearize_at_start.c ------------------------------------------------------------------- */

#define VV_START_OFF 1e-9        /* scaled residual of a constraint: initial conditions off it */
#define VV_START_DIFFERENCE 1e-4 /* scaled: step of a finite difference */
#define VV_START_SAME 1e-6       /* of an entry: a derivative agrees with its finite difference */
#define VV_START_WEIGHT_DEPENDENT 1e6 /* weight: dependent coordinates are eliminated first */
#define VV_START_ZERO_PIVOT 1e-12     /* of a row: what elimination leaves of a dependent one */
#define VV_START_WEIGHT_SOLVED 1e3    /* weight: then those for which a constraint is solved */
#define VV_START_LEAST_ENTRY 1e-11    /* of the largest: digits of smaller entries are rounding */
/* in SI units: accelerations where the position is completed numerically */
#define VV_START_REST 1e-9

/* ---- state_space.c -------------------------------------------------------------------------- */

/* of the square of a vector's length: what a dependent one leaves beside others, by rounding */
#define VV_STATE_SPACE_DEPENDENT 1e-20
#define VV_STATE_SPACE_COMPLEMENT 1e-6 /* the same where any independent vector will do */
#define VV_STATE_SPACE_ZERO 1e-8       /* of the largest entry: eigenvalues of a defective zero */

/* ---- modes.c -------------------------------------------------------------------------------- */

#define VV_NORMAL_MODES_RESIDUAL 1e-12  /* of T and U: accuracy of the digits printed */
#define VV_NORMAL_MODES_ZERO_PART 1e-14 /* of the largest amplitude: rounding errors of LAPACK */
#define VV_NORMAL_MODES_ZERO_ROOT 1e-13 /* of the largest root: rounding errors of LAPACK */
#define VV_NORMAL_MODES_MOST_ORDER 10   /* highest derivative of U that is examined */

/* ---- stability_map.c ------------------------------------------------------------------------ */

/* of the largest eigenvalue: those of a defective matrix have half the digits */
#define VV_MAP_REAL_PART 1e-6

#endif
