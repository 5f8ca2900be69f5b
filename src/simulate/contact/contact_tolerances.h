/* Tolerances of contacts, friction and impacts: pure numbers, relative to what the comment names,
 * unless a unit is given. */
#ifndef VV_SIMULATE_CONTACT_TOLERANCES_H
#define VV_SIMULATE_CONTACT_TOLERANCES_H

/* ---- contact_modes.c ------------------------------------------------------------------------ */

/* of the largest term: the last one of an interpolated force, the next being smaller */
#define VV_CONTACT_FORCE_TAIL 3e-10
/* of the largest reaction: smaller ones are dominated by rounding */
#define VV_CONTACT_SMALL_FORCE 0.03
/* of the velocities that cancel: their rounding would rotate the direction */
#define VV_CONTACT_SLIP_CANCELLED 1e-11
#define VV_CONTACT_SLIP_PEAK 1e-9 /* of the largest slip so far: a slip this small has ended */
/* in SI units: the power of a reach at which coefficients would overflow */
#define VV_CONTACT_SERIES_UNDERFLOW 1e-250
/* units of rounding: a friction force is at its limit, as far as modes agree */
#define VV_CONTACT_AT_LIMIT 1e5
/* of velocities and accelerations: accuracy of methods without series */
#define VV_CONTACT_GAP_ROUNDING 1e-9
/* of the positions: the largest drift that is taken for contact */
#define VV_CONTACT_CLOSED_MOST 1e-3
#define VV_CONTACT_CLOSED_GAP 1e-9    /* of the positions: closer bodies are in contact */
#define VV_CONTACT_DRIFT_STEPS 1000.0 /* steps: errors accumulate to this many tolerances */
#define VV_CONTACT_PAST_IMPACT 1e-12  /* of the time: the gap is then surely closed */
/* of the time: a few units of rounding; series that reach less are NaN */
#define VV_CONTACT_LEAST_LENGTH 1e-15
#define VV_CONTACT_SLIP_FADING 1e-4 /* of the largest slip: below it the direction loses digits */
/* of their peaks: slips that end with another; ten times VV_CONTACT_SLIP_PEAK */
#define VV_CONTACT_STICK_TOGETHER 1e-8
/* of the largest acceleration: accuracy of the rates of slips and gaps */
#define VV_CONTACT_RATE_ROUNDING 1e-9
/* of the longest time between transitions: the sequence would never end */
#define VV_CONTACT_ZENO_INTERVAL 1e-9
#define VV_CONTACT_JOINED 1e-12 /* of the velocities that cancel: at rest along the normal */
#define VV_CONTACT_OPENING 1e-9 /* of the velocities that cancel: faster contacts open */
#define VV_CONTACT_STICKS 1e-12 /* of the velocities that cancel: a slip that is rounding */
#define VV_CONTACT_JAMMED 1e3   /* of the accelerations without contacts: beyond what forces give */

/* ---- curvature_monitor.c -------------------------------------------------------------------- */

#define VV_CURVATURE_CUT (-1e-12) /* of the curvatures: more negative ones are not rounding */
#define VV_CURVATURE_LINE 1e-9    /* of the curvatures: line contact, only rounding is left */

/* ---- friction_force_distribution.c ---------------------------------------------------------- */

#define VV_FRICTION_NO_LIMIT 1e-12 /* of the largest limit: a contact without load */
#define VV_FRICTION_MET 1e-7       /* of the largest ratio: a contact that slips with it */

/* ---- frictional_impact.c -------------------------------------------------------------------- */

#define VV_IMPACT_ROUNDING 1e-10 /* of the largest impulse or velocity: rounding */
#define VV_IMPACT_PROBE 1e-3     /* of a friction limit: the change that measures a response */
#define VV_IMPACT_AT_LIMIT 1e-6  /* of a friction limit: an impulse this close is at it */

/* ---- impact.c ------------------------------------------------------------------------------- */

#define VV_IMPACT_LEAST_PIVOT 1e-13 /* of a row: rounding of the KKT matrix */
#define VV_IMPACT_LAST_STEP 1e-14   /* in SI units: Newton's method has converged */
#define VV_IMPACT_NO_RATE 1e-14     /* of the largest rate before: fifty units of rounding */

/* ---- minimax_force.c ------------------------------------------------------------------------ */

#define VV_MINIMAX_INACTIVE 1e-6 /* of the largest weight: that of an inactive force */
#define VV_MINIMAX_FASTER 10.0   /* factor of the barrier parameter after a converged centering */
#define VV_MINIMAX_GAP 1e-12    /* of the largest force: the gap at which the barrier method ends */
#define VV_MINIMAX_CENTERED 0.1 /* Newton decrement: the centering has converged */
/* of the largest force: from this gap on Newton's method converges */
#define VV_MINIMAX_POLISH 1e-6

/* ---- mode_search.c -------------------------------------------------------------------------- */

#define VV_MODES_WITHIN 1e-11 /* of a limit, of a normal reaction: rounding of a solution */
/* of the accelerations without contacts: beyond what forces give */
#define VV_MODES_BEYOND_FORCES 1e3
#define VV_MODES_FORCE_ROUNDING 1e-12 /* of the accelerations that forces give: rounding */
#define VV_MODES_REACTION_RATE 1e-9   /* of the largest rate of a reaction: rounding */
#define VV_MODES_ALIGNED 1e-6         /* rad: a slip along its friction force */
#define VV_MODES_NO_RESPONSE 1e-9     /* of the largest response: rounding */
/* rad: the rotation that measures a response, for central differences */
#define VV_MODES_PROBE_ANGLE 2e-5
#define VV_MODES_INTERPOLATED 1e-12 /* of a rate: accuracy of interpolants */
#define VV_MODES_LIMITS_FOUND 1e-15 /* of a limit: the iteration has converged to rounding */
#define VV_MODES_LIMITS_SAME 1e-9   /* of a limit: in one dimension the first round finds it */
#define VV_MODES_AT_LIMIT 1e-6      /* of a friction limit: a force this close is at it */

/* ---- slip_direction.c ----------------------------------------------------------------------- */

#define VV_SLIP_PROBE_ANGLE 1e-6 /* rad: the rotation that measures a response */
#define VV_SLIP_MOST_TURN 0.3    /* rad: the largest rotation of an iteration */
#define VV_SLIP_FOUND 1e-14      /* rad: the directions have converged to rounding */
#define VV_SLIP_GOOD 1e-10       /* rad: the directions have converged well enough */

/* ---- slip_direction_series.c ---------------------------------------------------------------- */

#define VV_SLIP_LEAST_PIVOT 1e-7 /* of a column: rounding of measured responses */
/* of the fastest: near the centre about which a body begins to rotate */
#define VV_SLIP_LEAST_PACE 1e-6
#define VV_SLIP_WITHIN 0.1 /* of the step: how long a direction by series is used at most */
#define VV_SLIP_WITHIN_UNKNOWN 1e-8 /* of the step: the same, if its series are not known */
#define VV_SLIP_TRUNCATION 1e-15    /* rad: truncation error of a direction */

/* ---- surface_contact.c ---------------------------------------------------------------------- */

#define VV_SURFACE_SINGULAR 1e-9 /* of the area of the unit tangents: sin(pi) is not 0 */
/* of the curvatures: osculating surfaces may differ by rounding */
#define VV_SURFACE_OSCULATING 1e-12
#define VV_SURFACE_NEAR 1e-3 /* of its initial value: the contact is about to leave its patch */
#define VV_SURFACE_LEAST_PIVOT 1e-14 /* of a row: rounding of the KKT matrix */
#define VV_SURFACE_MOST_STEP 0.3     /* of a parameter: the largest change in an iteration */
#define VV_SURFACE_LAST_STEP 1e-13   /* of a parameter: the iteration has converged to rounding */
#define VV_SURFACE_CONVERGED 1e-9 /* of a parameter or an equation: the iteration has converged */
#define VV_SURFACE_ZERO 1e-12     /* of the distance: rounding */
#define VV_SURFACE_TOUCHING 1e-18 /* m²: the square of a distance that is rounding */

/* ---- contact_modes.h ------------------------------------------------------------------------ */

/* of what contacts can bear: beyond this load they slip */
#define VV_FRICTION_FORCES_LIMIT (1 - 2e-14)

#endif
