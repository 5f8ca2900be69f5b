/* The state at which a motion begins, from what the model states of it. Positions are assembled on
 * the finite constraints, velocities on all; what is not stated is 0 unless a constraint fixes it;
 * what is stated but contradicts a constraint a little is moved onto it, least in the measure of
 * the masses. Every change is told. */
#ifndef VV_SIMULATE_INITIAL_INITIAL_H
#define VV_SIMULATE_INITIAL_INITIAL_H

#include "simulate/formulation/dynamics.h"

/* state: q (nq), w (n). rates: q' (nq), NULL where nobody asks. VV_E_MODEL with a diagnostic when
 * no state near the stated one satisfies the constraints. account: one line for each completed or
 * changed value. */
vv_status vv_initial_state_find(const vv_dynamics *f, double t, double *state, double *rates,
                                vv_buffer *account);
/* The same with free parameters among the coordinates (formulation/free_parameters.h). */
vv_status vv_free_parameters_initial_state(const vv_dynamics *f, double t, double *state,
                                           double *rates, vv_buffer *account);
/* Initial conditions of the variational equations: of the motion and of its derivatives. */
vv_status vv_variational_initial_state(const vv_dynamics *f, double t, double *state,
                                       vv_buffer *account);
/* The same of a model whose motion is not run: q, then q' (nq each). VV_E_MODEL or VV_E_BEYOND with
 * a diagnostic. */
vv_status vv_initial_state_of_model(vv_ctx *c, const vv_system *s, double *out);
/* w at q, q'. false on refusal of memory. */
bool vv_initial_state_speeds(const vv_dynamics *f, double t, const double *rates, double *state);
/* Do q', and the freedom of the motion, follow from the state? Not where a declared speed is
 * singular, nor where a parameter takes away a relation that minimal speeds are chosen by. */
bool vv_initial_state_determines_rates(const vv_dynamics *f, double t, const double *state,
                                       const double *rates);

#endif
