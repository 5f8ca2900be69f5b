/* Surface contacts in a run: whether the surfaces touch at the start, the edges of their patches,
 * and singular points of their parametrizations. */
#ifndef VV_SIMULATE_CONTACT_SURFACE_CONTACT_H
#define VV_SIMULATE_CONTACT_SURFACE_CONTACT_H

#include "simulate/diagnostics.h"
#include "simulate/formulation/formulation.h"

/* Values of the model's guards at the start, kept for vv_guards_diagnose. False with a diagnostic
 * if one is not positive. */
bool vv_guards_check_initial(const vv_dynamics *f, const double *state, double t, double **start);
/* After an integration failure: reports whether a parametrization is near a singular point. */
void vv_guards_diagnose(const vv_dynamics *f, const double *state, double t, const double *start);

/* The constraint cannot be satisfied at the start: if it keeps two surfaces together, reports their
 * least distance and nearest points for the position q; true if reported. */
bool vv_surface_gap_report(const vv_dynamics *f, const vv_constraint_row *row, const double *q,
                           double t);

#endif
