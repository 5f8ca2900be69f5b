/* Stiffness: a direction damped so strongly that a method which follows it takes far more steps
 * than the motion needs. */
#ifndef VV_SIMULATE_INTEGRATE_STIFFNESS_H
#define VV_SIMULATE_INTEGRATE_STIFFNESS_H

#include "simulate/integrate/stepper.h"

/* So many steps still to be taken are too many; so many decays over the motion ask for a formula of
 * stiff equations. */
enum { VV_STIFFNESS_STEPS = 100000, VV_STIFFNESS_DECAYS = 1000 };

/* -Re of the largest eigenvalue, or of its companion, of the derivatives of the right-hand side at
 * the state, by the power method; 0 where damping does not rule it. Needs s->rhs with derivatives.
 */
double vv_stiffness_rate(vv_stepper *s);
double vv_stiffness_rate_at(vv_ctx *c, vv_rhs *r, double t, const double *x);

#endif
