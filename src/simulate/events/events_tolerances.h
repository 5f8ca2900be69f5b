/* Tolerances of the location of events: pure numbers, relative to what the comment names. */
#ifndef VV_SIMULATE_EVENTS_TOLERANCES_H
#define VV_SIMULATE_EVENTS_TOLERANCES_H

/* ---- events.c ------------------------------------------------------------------------------- */

#define VV_EVENT_JUST_NOW 1e-12 /* of the time: a zero this close to the last is the same event */
/* of the bound on the rounding of a rate after an impact, which is pessimistic */
#define VV_EVENT_RATE_ROUNDING 1e-3
/* of the time: fifty units of rounding; a series that reaches less is NaN */
#define VV_EVENT_LEAST_LENGTH 1e-14
#define VV_EVENT_KNOWN_MOST 1e-3    /* of a value: the largest drift that is taken for contact */
#define VV_EVENT_KNOWN_OTHERS 1e-6  /* of a value: accuracy of other integrators */
#define VV_EVENT_KNOWN_SERIES 1e-13 /* of a value: accuracy of Taylor series */
#define VV_EVENT_DRIFT_STEPS 1000.0 /* steps: the drift of a gap is this many tolerances */
#define VV_EVENT_ZENO_SPAN 1e-13    /* of the whole motion: the same */
/* of the longest time between impacts: the sequence would never end */
#define VV_EVENT_ZENO_INTERVAL 1e-9

#endif
