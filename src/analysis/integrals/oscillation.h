/* A coordinate whose motion is a quadrature, q'^2 = F(q): turning points, kind of motion and
 * period, numerically [Appell1896, nos. 445-447, 459; M-REPLACE]. */
#ifndef VV_ANALYSIS_INTEGRALS_OSCILLATION_H
#define VV_ANALYSIS_INTEGRALS_OSCILLATION_H

#include "expr/expr.h"

typedef enum vv_turning_point {
    VV_TURNING_SIMPLE, /* the motion reverses */
    VV_TURNING_DOUBLE, /* a multiple zero: approached in infinite time */
    VV_TURNING_POLE,   /* F is unbounded: the coordinates are singular */
    VV_TURNING_NONE,   /* the motion reaches the end of the interval examined */
} vv_turning_point;

typedef struct vv_oscillation {
    vv_turning_point below, above; /* nearest zeros of F on either side of the initial value */
    double low, high;              /* their positions, or the ends of the interval examined */
    double period, error; /* between two simple zeros: 2 times the integral of dq/sqrt(F), and its
                             change when the number of points is doubled; 0 otherwise */
    double bound; /* proved bound on the error of `period` (analysis/solve/certified_period.h); 0 if
                     not proved */
} vv_oscillation;

/* F is a function of q alone, nonnegative at q0 and examined between low and high. VV_E_BEYOND
 * if it cannot be evaluated or is negative at q0. */
vv_status vv_oscillation_find(vv_ctx *c, vv_expr q, vv_expr F, double q0, double low, double high,
                              vv_oscillation *out);

#endif
