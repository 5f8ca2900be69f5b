/* The Taylor method: series at the present state, a step as long as they allow, the sum with the
 * rounding of the state carried along [JorbaZou2005]. */
#ifndef VV_SIMULATE_INTEGRATE_TAYLOR_H
#define VV_SIMULATE_INTEGRATE_TAYLOR_H

#include "simulate/integrate/stepper.h"

/* Order of the series for a tolerance, from 8 to 32. often: all steps are made by them, and what a
 * step costs beside counts. */
int vv_taylor_order(double tolerance, bool multipliers, bool often);
static inline bool vv_taylor_new(vv_dynamics *f, double tolerance, vv_stepper *out) {
    return vv_stepper_new(f, &vv_integrator_taylor, tolerance, out);
}
/* Project the state on the constraints and expand; sets h. */
vv_step_fault vv_taylor_expand(vv_stepper *s);
/* Of the last two terms of all series, divided by tolerance and size: the largest, and whose. */
typedef struct vv_taylor_last_terms {
    double most[2];
    int of[2];
} vv_taylor_last_terms;
#define VV_TAYLOR_FORGET 0.7 /* of a size that was larger before */
/* Is a motion that goes on so long so slow that coefficients of its last orders vanish by
 * underflow, in the series of the state or of what its equations are made of? */
bool vv_taylor_underflows(const vv_stepper *s, double left);
/* Logarithm and power to the base of 2, to parts in a thousand: enough for the length of a step,
 * and a small one need not wait for all digits. Sums of Chebyshev's polynomials on [1, 2) and [0,
 * 1), of x and its square, for a number or several at once. */
#define VV_TAYLOR_LOG2(exponent, x, square)                                                        \
    (((exponent) + (-2.144941 + 3.029478 * (x))) + (square) * (-1.039258 + 0.1554459 * (x)))
#define VV_TAYLOR_EXP2(power, x, square)                                                           \
    ((power) * ((1.002368 + 0.6519048 * (x)) + (square)*0.3431449))
/* high + low += first + rounding + rest, for a number or several: vv_two_sum three times. */
#define VV_TAYLOR_COMPENSATED_ADD(T, ADD, MOVE)                                                    \
    VV_TWO_SUM(INLINE, T, ADD)                                                                     \
    INLINE void MOVE(T *high, T *low, const T *first, const T *rounding, const T *rest) {          \
        T x = *high, one, two;                                                                     \
        ADD(&x, first, &x, &one);                                                                  \
        ADD(&x, rest, &x, &two);                                                                   \
        one = *low + ((one + *rounding) + two);                                                    \
        ADD(&x, &one, high, low);                                                                  \
    }
/* The last part of expanding, for a batch: the length by the terms, then what shortens it. */
void vv_taylor_choose_step_size(vv_stepper *s, const vv_taylor_last_terms *t);
vv_step_fault vv_taylor_limit_step(vv_stepper *s);
/* The series at a time `after` the present one: q, w, w', lambda, t as the flow's tapes take them.
 */
void vv_taylor_at(const vv_stepper *s, double after, double *in);
/* Move on by dt <= h. */
void vv_taylor_advance(vv_stepper *s, double dt);

#endif
