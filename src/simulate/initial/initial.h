/* Consistent initialization: the state at which a motion begins, from what the model states.
 * Positions are assembled on the holonomic constraints, velocities on all; values that are not
 * stated are 0 unless a constraint determines them; stated values that contradict a constraint
 * slightly are projected onto it, by the least change in the mass metric. Every change is
 * reported. */
#ifndef VV_SIMULATE_INITIAL_INITIAL_H
#define VV_SIMULATE_INITIAL_INITIAL_H

#include "simulate/formulation/formulation.h"

/* state: q (nq), w (n). rates: q' (nq), NULL if not needed. VV_E_MODEL with a diagnostic if no
 * state near the stated one satisfies the constraints. account: one line for each completed or
 * changed value. */
vv_status vv_initial_state_find(const vv_dynamics *f, double t, double *state, double *rates,
                                vv_buffer *account);
/* The same with free parameters among the coordinates (formulation/free_parameters.h). */
vv_status vv_free_parameters_initial_state(const vv_dynamics *f, double t, double *state,
                                           double *rates, vv_buffer *account);
/* Initial conditions of the variational equations: of the motion and of its derivatives. */
vv_status vv_variational_initial_state(const vv_dynamics *f, double t, double *state,
                                       vv_buffer *account);
/* The same for a model that is not simulated: q, then q' (nq each). VV_E_MODEL or VV_E_BEYOND with
 * a diagnostic. */
vv_status vv_initial_state_of_model(vv_ctx *c, const vv_system *s, double *out);
/* w at q, q'. false if out of memory. */
bool vv_initial_state_speeds(const vv_dynamics *f, double t, const double *rates, double *state);
/* Does the state determine q' and the degrees of freedom? Not if a declared speed is singular, nor
 * if a parameter value removes a constraint on which the choice of minimal speeds relies. */
bool vv_initial_state_determines_rates(const vv_dynamics *f, double t, const double *state,
                                       const double *rates);

#endif
