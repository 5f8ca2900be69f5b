/* Stiffness: a direction damped so strongly that an explicit method takes far more steps than the
 * motion needs. */
#ifndef VV_SIMULATE_INTEGRATE_STIFFNESS_H
#define VV_SIMULATE_INTEGRATE_STIFFNESS_H

#include "simulate/integrate/stepper.h"

/* More remaining steps than this are too many; more decay times than this over the motion call for
 * a stiff integrator. */
enum { VV_STIFFNESS_STEPS = 100000, VV_STIFFNESS_DECAYS = 1000 };

/* -Re of the dominant eigenvalue of the Jacobian of the right-hand side at the state, or of its
 * companion, by the power method; 0 where damping does not dominate. Needs s->rhs with
 * derivatives. */
double vv_stiffness_rate(vv_stepper *s);
double vv_stiffness_rate_at(vv_ctx *c, vv_rhs *r, double t, const double *x);

#endif
