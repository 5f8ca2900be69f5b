/* A simulation that is stepped from outside, up to a time or an event, and whose state, parameters
 * and inputs are set between steps: r->host.present. */
#ifndef VV_SIMULATE_RUN_STEPS_H
#define VV_SIMULATE_RUN_STEPS_H

#include "simulate/run/simulation.h"

/* The initial state of the model, at the time of the stepper, and what depends on it. */
vv_status vv_simulation_start(vv_simulation *r);
/* One step, at most to `until`. *last: it ends there, or at an event that stops the motion.
 * VV_E_BEYOND with a diagnostic: it goes no farther. */
vv_status vv_simulation_advance(vv_simulation *r, double until, bool *last);
/* The series of the step that would begin at the present state; nothing else is changed. keep: room
 * for the state, which is restored. VV_E_BEYOND with a diagnostic: there are none. */
vv_status vv_simulation_look(vv_simulation *r, vv_buffer *keep);
/* Around a change from outside of state, parameters or inputs: the work of it is none of the
 * forces, the integrator forgets what it knew, contacts may let go. VV_E_BEYOND with a
 * diagnostic. */
void vv_simulation_begin_change(vv_simulation *r);
vv_status vv_simulation_end_change(vv_simulation *r);
/* Within a change: other positions and rates (q, q'), which satisfy the constraints. */
vv_status vv_simulation_set_rates(vv_simulation *r, const double *rates);
/* Can any q and q' be a state? */
bool vv_simulation_is_free(const vv_simulation *r);

#endif
