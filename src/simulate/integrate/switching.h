/* abs, sign, min, max and conditions keep their branch during a step: it ends just behind the place
 * where one changes, however short the time in which it has another sign. */
#ifndef VV_SIMULATE_INTEGRATE_SWITCHING_H
#define VV_SIMULATE_INTEGRATE_SWITCHING_H

#include "simulate/integrate/stepper.h"

/* Of a step's length: how far behind the place it ends. */
#define VV_SWITCHING_OVERSHOOT 1e-13

/* How far the terms of a series fall, at most h; h where they are no numbers. */
double vv_switching_convergent_length(int p, const double *c, double h);
/* Where a series of degree p first has another sign than at its beginning (sign 0) or than `sign`
 * in (0, h), h if nowhere. */
double vv_switching_first_sign_change(int p, const double *c, double h, double sign);
/* exp(-200 x) is nothing at x = 1, and so are all coefficients of its series there, though at x = 0
 * it is 1. While such an argument (series c of degree p) is large a step ends where it has come
 * half the way back; h if nowhere in (0, h). */
static inline bool vv_switching_is_wide(const vv_jet_saturation *w, double x) {
    return x < -w->from || (w->both && x > w->from);
}
double vv_switching_wide_limit(const vv_jet_saturation *w, int p, const double *c, double h);
/* Off the edge first, to the side where the motion leads. */
static inline bool vv_switching_on_boundary(const double *c) { return c[0] == 0 && c[1] != 0; }
/* A step of length h ends here for a change at `to`. */
double vv_switching_step_past(const vv_stepper *s, double to, double h);
/* A step that would have been h long is now s->h, because of a change or not. */
void vv_switching_count(vv_stepper *s, bool changed, double h);
/* Very short steps from change to change; the step itself may be very short too. */
bool vv_switching_is_chattering(const vv_stepper *s, bool collapsed);
/* The step of a method that is no series, whose polynomials stand: as far as no branch changes,
 * made again to there where the method can. */
vv_step_fault vv_switching_limit_step(vv_stepper *s);

#endif
