/* abs, sign, min, max and conditions keep their branch during a step: the step ends just after the
 * point where one switches, however short the time for which it has the other sign. */
#ifndef VV_SIMULATE_INTEGRATE_SWITCHING_H
#define VV_SIMULATE_INTEGRATE_SWITCHING_H

#include "simulate/integrate/stepper.h"
#include "simulate/integrate/integrate_tolerances.h"

/* The length over which the terms of a series decrease, at most h; h if they are NaN. */
double vv_switching_convergent_length(int p, const double *c, double h);
/* Where a series of degree p first has another sign than at its start (sign 0) or than `sign` in
 * (0, h), by more than its rounding `noise`; h if nowhere. */
double vv_switching_first_sign_change(int p, const double *c, double h, double sign, double noise);
/* exp(-200 x) is negligible at x = 1, and so are all coefficients of its series there, although it
 * is 1 at x = 0. While such an argument (series c of degree p) is large, a step ends where it has
 * come half the way back; h if nowhere in (0, h). */
static inline bool vv_switching_is_wide(const vv_jet_saturation *w, double x) {
    return x < -w->from || (w->both && x > w->from);
}
double vv_switching_wide_limit(const vv_jet_saturation *w, int p, const double *c, double h);
/* First leave the boundary, to the side to which the motion leads. */
static inline bool vv_switching_on_boundary(const double *c) { return c[0] == 0 && c[1] != 0; }
/* Where a step of size h ends because of a switch at `to`. */
double vv_switching_step_past(const vv_stepper *s, double to, double h);
/* Counts a step shortened from h to s->h, because of a switch or not. */
void vv_switching_count(vv_stepper *s, bool changed, double h);
/* Very small steps from switch to switch; the step itself may be very small too. */
bool vv_switching_is_chattering(const vv_stepper *s, bool collapsed);
/* Limits a step of an integrator without Taylor series, whose interpolant is current, to the first
 * switch; repeats it up to there if the integrator can. */
vv_step_fault vv_switching_limit_step(vv_stepper *s);

/* A branch switches at `to` within the current step: do the velocities have to jump there
 * (velocity_jump.c)? Sets s->jump.time, infinite if not. */
void vv_velocity_jump_watch(vv_stepper *s, double to);
/* Has the motion come to such a point? */
bool vv_velocity_jump_is_here(const vv_stepper *s);

#endif
