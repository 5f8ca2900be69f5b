/* Tolerances of the integrators. Pure numbers, relative to what the comment names, unless a unit is
 * given. The default tolerance of an integrator is in its row. */
#ifndef VV_SIMULATE_INTEGRATE_TOLERANCES_H
#define VV_SIMULATE_INTEGRATE_TOLERANCES_H

/* ---- cvode.c -------------------------------------------------------------------------------- */

#define VV_STEP_CANCELLED 1e-15 /* of the forces that cancel: a few units of rounding */

/* ---- ida.c ---------------------------------------------------------------------------------- */

/* tolerances: multipliers need not be better than the forces they balance */
#define VV_IDA_LOOSE 1e3
#define VV_IDA_NOT_MEASURED 1e-30 /* least weight, so that its inverse is finite */

/* ---- interpolant.c -------------------------------------------------------------------------- */

#define VV_STEP_ROUNDED 1e-15 /* of a value: a few units of rounding */
#define VV_STEP_SLIVER 1e-12  /* of the time: what an event just before the end leaves */
/* of the span: over it a rate gives a scale to a value that vanishes */
#define VV_STEP_SCALE_SPAN 1e-3
#define VV_STEP_SCALE_LEAST 1e-5 /* of the largest scale: a rate may vanish up to rounding */

/* ---- multistep.c ---------------------------------------------------------------------------- */

#define VV_STEP_TIME_ROUNDING 4e-16 /* of the time: two units of rounding */
#define VV_MULTISTEP_AHEAD 1e-3     /* of the time: how far the library may step past the limit */
/* of the time: fifty units of rounding, below which a step has vanished */
#define VV_STEP_LEAST 1e-14

/* ---- radau.c -------------------------------------------------------------------------------- */

#define VV_RADAU_TOLERANCE 1e-14 /* of a step, unless given: fifty units of rounding */
/* of a value: the root of rounding is best for a one-sided difference */
#define VV_RADAU_DIFFERENCE 1e-7
#define VV_RADAU_POLL_WORK 1e7    /* multiplications between two polls: milliseconds */
#define VV_RADAU_ROUNDING 0x1p-53 /* of a value: half a unit in the last place */
/* tolerances: the iteration adds little to the error of the step */
#define VV_RADAU_CONVERGED 0.02
#define VV_RADAU_STALLED_MOST 1e5 /* least tolerances: the same, even with a new Jacobian */
/* least tolerances: rounding, where the iteration no longer decreases */
#define VV_RADAU_STALLED 1e4
#define VV_RADAU_GROWTH                                                                            \
    3 /* of the step size from one step to the next; farther, extrapolation is void */
#define VV_RADAU_DECAYS 1e3 /* decay times: the longest span that gives a scale */
/* of the first step: an earlier step shorter than this was cut short */
#define VV_RADAU_FIRST_LEAST 1e-3
#define VV_RADAU_FIRST_STEP 0.01 /* of the time in which a value changes by its scale */
#define VV_STEP_UNDERFLOW 1e-290 /* s: shorter steps underflow */

/* ---- rk8.c ---------------------------------------------------------------------------------- */

#define VV_RK8_TRIAL 1e-6     /* s: the first trial step [HairerNorsettWanner1993, II.4] */
#define VV_RK8_NO_SCALE 1e-5  /* tolerances: a state or a rate too small to give a step size */
#define VV_RK8_CONSTANT 1e-15 /* tolerances per s: rates below it are constant */

/* ---- singularity_crossing.c ----------------------------------------------------------------- */

/* of a row: pivots below this, and decreasing, announce a singularity */
#define VV_CROSSING_WEAK 0.1
#define VV_CROSSING_BEYOND 1.2       /* of the distance tau to it: errors grow by this per order */
#define VV_CROSSING_TRUNCATION 1e-16 /* of a value: truncation error of a crossing */
#define VV_CROSSING_ROUNDING 1e-12   /* of a value, off the motion: removed by the projection */
#define VV_CROSSING_FALL 0.5         /* per term: series that fall more slowly are not summed */
#define VV_CROSSING_NEARER 0.5       /* of tau: if the other side is too far, step here first */
#define VV_CROSSING_LOCATED 1e-2     /* of tau: the secant iteration ends, a step needs no more */

/* ---- singular_branch.c --------------------------------------------------------------------- */

/* Of the gradients: constraints so near to dependence that only the first power counts ... */
#define VV_TANGENT_WEAK 0.2
/* ... and so far from it that errors of the state do not */
#define VV_TANGENT_NEAR 1e-3
#define VV_TANGENT_POWER 1.25 /* of the time left: between 1, a crossing, and 1.5, a cusp */

/* ---- stepper.c ------------------------------------------------------------------------------ */

#define VV_PROJECTION_ROUNDING 0x1p-48 /* of a scale: 32 units of rounding */
/* of a scale: after a larger correction its square exceeds rounding */
#define VV_PROJECTION_FAR 1e-9

/* of a value: an end of a step so far from its constraints lies behind a switch of theirs */
#define VV_PROJECTION_BEHIND 1e-3

/* ---- stiffness.c ---------------------------------------------------------------------------- */

#define VV_STIFFNESS_PARALLEL 1e-12 /* of squares: v and Jv are parallel to six digits */

/* ---- switching.c ---------------------------------------------------------------------------- */

#define VV_SWITCHING_DOUBT 4 /* times the rounding of a switching function: its sign is certain */
#define VV_SWITCHING_SHORT 1e-6 /* of the step without switches: a step that a switch cut short */
/* of the step: the point that decides the side on which it begins */
#define VV_SWITCHING_SOON 1e-9
#define VV_SWITCHING_ZERO 1e-5  /* of the largest value of the switching function: at its zero */
#define VV_SWITCHING_CRAWL 1e-3 /* of the longest step: so short is a crawling one */
#define VV_SWITCHING_DONE 1e-11 /* of the time: steps this small are already due to a switch */
#define VV_SWITCHING_MOST_SHORT 200   /* steps cut short one after another: chattering */
#define VV_SWITCHING_MOST_COLLAPSED 4 /* the same, where the step has vanished */

/* ---- taylor.c ------------------------------------------------------------------------------- */

/* of a step: below it only rounding is resolved, and the order is limited */
#define VV_TAYLOR_ROUNDED 1e-15
/* s: its inverse to the power of the order leaves fifty decades for the values */
#define VV_TAYLOR_LONG 1e10
#define VV_TAYLOR_FADED 1e-150 /* in SI units: the square of a coefficient below it underflows */
#define VV_TAYLOR_HUGE 1e200   /* in SI units: coefficients beyond it soon overflow */
/* of the longest step: a series that reaches less far is near a singularity */
#define VV_TAYLOR_SHORTER 1e-3
#define VV_TAYLOR_DEFICIENT 1e-6 /* of the step: the first one where rows are negligible */
/* of the largest coefficient: a series that falls this far converges */
#define VV_TAYLOR_FALLEN 1e-8
#define VV_TAYLOR_NOISE 1e-10 /* of the largest force: smaller ones are rounding */

/* ---- velocity_jump.c ------------------------------------------------------------------------ */

#define VV_JUMP_SIDE 1e-9     /* of the step: how far from a switch a velocity is compared */
#define VV_JUMP_FARTHER 1e3   /* times that: the second comparison */
#define VV_JUMP_LEAST 1e-6    /* of a velocity's size: what counts as a jump */
#define VV_JUMP_STAYS 0.1     /* of the change farther away: a jump does not shrink */
#define VV_JUMP_REACHED 1e-11 /* of the time: methods other than series end just before it */

/* ---- stepper.h ------------------------------------------------------------------------------ */

#define VV_STEP_TINY 1e-6 /* of the longest step before: a step that shows trouble if it recurs */
#define VV_TOLERANCE_MOST 1e-2 /* of a step: the largest tolerance that may be given */

/* ---- switching.h ---------------------------------------------------------------------------- */

#define VV_SWITCHING_OVERSHOOT 1e-13 /* of the step: how far after the switch it ends */

/* ---- taylor.h ------------------------------------------------------------------------------- */

#define VV_TAYLOR_TOLERANCE_CONSTRAINED 1e-16 /* of a step, with multipliers: rounding */

/* Difference of a state for derivatives that are not known, relative to its values: half of the
 * digits. */
#define VV_RHS_DIFFERENCE 0x1p-26

#endif
