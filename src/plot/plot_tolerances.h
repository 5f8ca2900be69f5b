/* Tolerances of plots: pure numbers, relative to what the comment names. */
#ifndef VV_PLOT_TOLERANCES_H
#define VV_PLOT_TOLERANCES_H

/* ---- plot.c --------------------------------------------------------------------------------- */

#define VV_PLOT_CONSTANT 1e-11      /* of a quantity: it is drawn as constant if it varies less */
#define VV_PLOT_DIRECTION_STEP 1e-4 /* of an arrow: gives its direction on the page */

/* ---- ticks.c -------------------------------------------------------------------------------- */

#define VV_PLOT_INTEGER 1e-9   /* numbers that are integers up to rounding */
#define VV_PLOT_ZERO_TICK 1e-6 /* of the distance of two ticks: a tick at 0 */

#endif
