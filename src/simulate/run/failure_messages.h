/* Why an integration cannot continue, as diagnostics that name time and quantity. */
#ifndef VV_SIMULATE_RUN_FAILURE_MESSAGES_H
#define VV_SIMULATE_RUN_FAILURE_MESSAGES_H

#include "simulate/run/columns.h"
#include "simulate/events/events.h"
#include "simulate/contact/contact.h"

void vv_diagnose_event_fault(vv_ctx *c, const vv_events *e, vv_event_fault fault, double t);
void vv_diagnose_mode_fault(vv_ctx *c, const vv_friction *k, const vv_contact_modes *m,
                            vv_mode_fault fault, double t);
/* Reports dependent constraints; warns if they were dependent from the start. */
void vv_singularities_report(const vv_stepper *s, vv_buffer *account);
/* The run ends at gimbal lock of three angles. why: no other speeds could be taken; NULL: unknown.
 */
void vv_diagnose_gimbal_lock(vv_ctx *c, double t, const char *why);
/* Did the rates of three angles lose digits near gimbal lock, as the audit (worst) shows? */
bool vv_gimbal_lock_lost_digits(const vv_dynamics *f, const vv_stepper *s, double worst);
void vv_report_lost_digits(vv_ctx *c, const vv_stepper *s, double worst, const char *why);
/* Reports very many very small steps, and what may help. */
void vv_tiny_steps_report(const vv_stepper *s, vv_buffer *account);
void vv_diagnose_step_fault(vv_ctx *c, const vv_dynamics *f, const vv_stepper *s,
                            vv_step_fault fault);

/* Warnings about computations that follow the model but may not be intended: a kinetic energy that
 * is not positive at the start; a column that is NaN in the current row, once for each. */
void vv_warn_inertia(vv_dynamics *f, const double *state, double t);
void vv_warn_columns(vv_ctx *c, vv_columns *k);

/* Combinations that are not supported: a cross-check with --dense; friction or variational
 * equations with an integrator other than Taylor; a missing library, or a refusal of the integrator
 * itself (flow may be NULL: not known yet). VV_OK if it can be used. */
vv_status vv_refuse_dense_cross_check(vv_ctx *c);
vv_status vv_refuse_integrator_for(vv_ctx *c, const vv_integrator *by, const char *what,
                                   const char *instead);
vv_status vv_refuse_friction(vv_ctx *c, const vv_integrator *by);
/* A tolerance too large for meaningful steps; VV_E_USAGE. */
vv_status vv_refuse_tolerance(vv_ctx *c, double tolerance);
vv_status vv_refuse_integrator(vv_ctx *c, const vv_integrator *by);

#endif
