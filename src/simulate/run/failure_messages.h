/* Why a motion cannot be followed further, as diagnostics that name time and quantity. */
#ifndef VV_SIMULATE_RUN_FAILURE_MESSAGES_H
#define VV_SIMULATE_RUN_FAILURE_MESSAGES_H

#include "simulate/run/columns.h"
#include "simulate/events/events.h"
#include "simulate/contact/contact_modes.h"

void vv_diagnose_event_fault(vv_ctx *c, const vv_events *e, vv_event_fault fault, double t);
void vv_diagnose_mode_fault(vv_ctx *c, const vv_friction *k, const vv_contact_modes *m,
                            vv_mode_fault fault, double t);
/* Where constraints depended on each other; a warning where that was so from the beginning. */
void vv_singularities_report(const vv_stepper *s, vv_buffer *account);
/* Very many very short steps, and what may help. */
void vv_tiny_steps_report(const vv_stepper *s, vv_buffer *account);
void vv_diagnose_step_fault(vv_ctx *c, const vv_dynamics *f, const vv_stepper *s,
                            vv_step_fault fault);

/* What is computed as stated and may not be meant, as warnings: a kinetic energy that is not
 * positive at the start, a column whose row that stands is not a number, once for each. */
void vv_warn_inertia(vv_dynamics *f, const double *state, double t);
void vv_warn_columns(vv_ctx *c, vv_columns *k);

/* Methods that cannot be used. A witness beside --dense; friction or derivatives by another method
 * than series; a library that is missing, or what the method itself refuses (flow may be NULL: not
 * known yet), VV_OK when it can be used. */
vv_status vv_refuse_dense_cross_check(vv_ctx *c);
vv_status vv_refuse_integrator_for(vv_ctx *c, const vv_integrator *by, const char *what,
                                   const char *instead);
vv_status vv_refuse_friction(vv_ctx *c, const vv_integrator *by);
/* One so loose that steps are none; VV_E_USAGE. */
vv_status vv_refuse_tolerance(vv_ctx *c, double tolerance);
vv_status vv_refuse_integrator(vv_ctx *c, const vv_integrator *by);

#endif
