/* The Taylor method: series at the current state, a step as long as they converge, the sum with
 * compensated rounding [JorbaZou2005]. */
#ifndef VV_SIMULATE_INTEGRATE_TAYLOR_H
#define VV_SIMULATE_INTEGRATE_TAYLOR_H

#include "simulate/integrate/stepper.h"
#include "simulate/integrate/integrate_tolerances.h"

/* Order of the series for a tolerance, from 8 to 32. often: all steps use it, so the fixed cost of
 * a step matters. */
int vv_taylor_order(double tolerance, bool multipliers, bool often);
/* A stepper with this integrator. */
bool vv_taylor_new(vv_dynamics *f, double tolerance, vv_stepper *out);
/* Projects the state onto the constraints and expands; sets h. */
vv_step_fault vv_taylor_expand(vv_stepper *s);
/* The largest of the last two terms of all series, divided by tolerance and scale, and the index of
 * its value. */
typedef struct vv_taylor_last_terms {
    double most[2];
    int of[2];
} vv_taylor_last_terms;
#define VV_TAYLOR_FORGET 0.7 /* per step, of an earlier larger scale */
/* Is a motion of this duration so slow that its highest-order coefficients underflow, in the series
 * of the state or of the terms of its equations? */
bool vv_taylor_underflows(const vv_stepper *s, double left);
/* Base-2 logarithm and exponential, accurate to about 1e-3: enough for a step size, and cheap for
 * small systems. Chebyshev sums on [1, 2) and [0, 1) in x and its square, for one number or several
 * SIMD lanes. */
#define VV_TAYLOR_LOG2(exponent, x, square)                                                        \
    (((exponent) + (-2.144941 + 3.029478 * (x))) + (square) * (-1.039258 + 0.1554459 * (x)))
#define VV_TAYLOR_EXP2(power, x, square)                                                           \
    ((power) * ((1.002368 + 0.6519048 * (x)) + (square)*0.3431449))
/* high + low += first + rounding + rest, for one number or several: three times vv_two_sum. */
#define VV_TAYLOR_COMPENSATED_ADD(T, ADD, MOVE)                                                    \
    VV_TWO_SUM(INLINE, T, ADD)                                                                     \
    INLINE void MOVE(T *high, T *low, const T *first, const T *rounding, const T *rest) {          \
        T x = *high, one, two;                                                                     \
        ADD(&x, first, &x, &one);                                                                  \
        ADD(&x, rest, &x, &two);                                                                   \
        one = *low + ((one + *rounding) + two);                                                    \
        ADD(&x, &one, high, low);                                                                  \
    }
/* The last part of expanding, for a batch: the step size from the last terms, then its limits. */
void vv_taylor_choose_step_size(vv_stepper *s, const vv_taylor_last_terms *t);
vv_step_fault vv_taylor_limit_step(vv_stepper *s);
/* The series at a time `after` the current one: q, w, w', lambda, t as the tapes of the dynamics
 * take them. */
void vv_taylor_at(const vv_stepper *s, double after, double *in);
/* Advances by dt <= h. */
void vv_taylor_advance(vv_stepper *s, double dt);

#endif
