/* Tolerances of a run: pure numbers, relative to what the comment names. */
#ifndef VV_SIMULATE_RUN_TOLERANCES_H
#define VV_SIMULATE_RUN_TOLERANCES_H

/* ---- event_actions.c ------------------------------------------------------------------------ */

/* of the velocity of the first bounce: series locate it more accurately */
#define VV_RUN_REST_BY_SERIES 1e-8

/* ---- failure_messages.c --------------------------------------------------------------------- */

#define VV_RUN_MASSLESS 1e-9 /* of the diagonal: massless, or dependent on others */

/* ---- formulation_switching.c ---------------------------------------------------------------- */

#define VV_RUN_FEW_DIGITS 1e-5 /* of the pivots: five digits are lost */
#define VV_RUN_SHORT_STEP 1e-4 /* of the run: a first step this short needs ten thousand more */
#define VV_RUN_LIBRARY_TOLERANCE 1e-13 /* of a step: tighter than the library's default */

/* ---- lyapunov.c ----------------------------------------------------------------------------- */

/* of a unit vector: it depends on the directions before it */
#define VV_RUN_DEPENDENT_DIRECTION 1e-9

/* ---- output_rows.c -------------------------------------------------------------------------- */

#define VV_RUN_GRID_ROUNDING 1e-15 /* of the time: rounding of a multiple of the interval */

/* ---- run.c ---------------------------------------------------------------------------------- */

#define VV_RUN_POLE 1e-6         /* of a scaled mass matrix: a pivot near a pole of the angles */
#define VV_RUN_DIGITS_LOST 1e-10 /* of the energies: more than rounding explains elsewhere */
#define VV_RUN_DOUBT_STATED 1e-7 /* of the energies: the same, where a tolerance was given */
/* of the energies: a residual worth a warning, at default tolerances */
#define VV_RUN_DOUBT_DEFAULT 1e-4
/* of the energies: a larger residual is worth a warning at any tolerance */
#define VV_RUN_DOUBT_MOST 0.05
#define VV_RUN_DOUBT_STEPS 1e5 /* tolerances: what a long run explains */
/* of a step: series of contact transitions have at least this order */
#define VV_RUN_TRANSITION_TOLERANCE 1e-10

/* ---- speed_switching.c ---------------------------------------------------------------------- */

#define VV_RUN_BESIDE_START 1e-3 /* of a position: a generic point near the start */

/* ---- table_difference.c --------------------------------------------------------------------- */

/* of the largest value: runs that differ by more have nothing in common */
#define VV_RUN_NOTHING_COMMON 0.1
#define VV_RUN_DIFFERENCE_ROUNDING 1e-13 /* of the largest value of its kind: rounding */
#define VV_RUN_LEFT_LEAST 1e-13          /* of the largest of its kind: the same, at least */
#define VV_RUN_LEFT 1e3       /* tolerances: what a method may leave of a value that vanishes */
#define VV_RUN_LEFT_MOST 1e-3 /* of the largest of its kind: the same, at most */

/* ---- simulation.h --------------------------------------------------------------------------- */

/* of the velocity of the first bounce: events locate points less accurately than contacts */
#define VV_SIMULATION_REST_VELOCITY 1e-5

#endif
