/* One coordinate whose motion is a quadrature, q'^2 = F(q): turning points, kind of motion and
 * period in numbers [Appell1896, nos. 445-447, 459; M-REPLACE]. */
#ifndef VV_ANALYSIS_OSCILLATION_H
#define VV_ANALYSIS_OSCILLATION_H

#include "expr/expr.h"

typedef enum vv_turning_point {
    VV_TURNING_SIMPLE, /* the motion turns back                              */
    VV_TURNING_DOUBLE, /* a multiple zero: approached in infinite time       */
    VV_TURNING_POLE,   /* F grows beyond all bounds: coordinates are singular */
    VV_TURNING_NONE,   /* the motion goes on to the end of what was looked at */
} vv_turning_point;

typedef struct vv_oscillation {
    vv_turning_point below, above; /* the nearest zero of F on either side of where the motion is */
    double low, high;              /* where they are, or the ends of what was looked at           */
    double period, error; /* between two simple zeros: 2 times the integral of dq/sqrt(F), and by
                             how much it changed when the points were doubled; 0 without */
    double bound; /* of the error of `period`, proved (analysis/solve/certified_period.h); 0 where
                     it is not */
} vv_oscillation;

/* F a function of q alone, from q0 where it is not negative, looked at between low and high.
 * VV_E_BEYOND when it cannot be evaluated or is negative there. */
vv_status vv_oscillation_find(vv_ctx *c, vv_expr q, vv_expr F, double q0, double low, double high,
                              vv_oscillation *out);

#endif
