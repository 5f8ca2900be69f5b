/* The formulation of the equations that a run integrates. */
#ifndef VV_SIMULATE_FORMULATION_FORMULATION_H
#define VV_SIMULATE_FORMULATION_FORMULATION_H

#include "equations/equations.h"
#include "kinematics/kinematics.h"
#include "simulate/formulation/coulomb.h"
#include "simulate/formulation/dynamics.h"
#include "simulate/formulation/free_parameters.h"
#include "simulate/formulation/kkt.h"
#include "simulate/formulation/speed_conditioning.h"
#include "simulate/formulation/variational.h"

/* Minimal speeds unless there are holonomic constraints (those of Euler parameters are preserved by
 * themselves), servos, or constraints nonlinear in the velocities. */
bool vv_formulation_allows_minimal(const vv_system *s);
/* As many speeds as degrees of freedom, without multipliers. VV_E_BEYOND with *why. */
vv_status vv_formulation_minimal(vv_ctx *c, const vv_system *s, vv_equations *out,
                                 const char **why);
/* The system with its redundant constraints among the rows: which of the dependent rows are
 * independent changes during the motion, and is left to the numerical solution. NULL if out of
 * memory. */
const vv_system *vv_formulation_with_redundant_rows(vv_ctx *c, const vv_system *s);
/* All coordinates as if free, with multipliers. */
vv_status vv_formulation_constrained(vv_ctx *c, const vv_system *s, vv_equations *out,
                                     const char **why);

#endif
