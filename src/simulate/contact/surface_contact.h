/* Contacts of surfaces in a run: whether they touch where it begins, the edges of their patches,
 * and the singular points of their parametrisations. */
#ifndef VV_SIMULATE_CONTACT_SURFACE_CONTACT_H
#define VV_SIMULATE_CONTACT_SURFACE_CONTACT_H

#include "simulate/diagnostics.h"
#include "simulate/formulation/dynamics.h"

/* The values of the model's guards where the motion begins, kept for vv_guards_diagnose. False with
 * a diagnostic when one is not positive. */
bool vv_guards_check_initial(const vv_dynamics *f, const double *state, double t, double **start);
/* After a motion could not be followed: says so if a parametrisation is near a singular point. */
void vv_guards_diagnose(const vv_dynamics *f, const double *state, double t, const double *start);

/* The constraint cannot be satisfied at the start: if it keeps two surfaces together, their least
 * distance and nearest points for the position q; true when this was said. */
bool vv_surface_gap_report(const vv_dynamics *f, const vv_constraint_row *row, const double *q,
                           double t);

#endif
