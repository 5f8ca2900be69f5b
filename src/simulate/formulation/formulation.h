/* The form of the equations that a run integrates. */
#ifndef VV_SIMULATE_FORMULATION_FORMULATION_H
#define VV_SIMULATE_FORMULATION_FORMULATION_H

#include "equations/equations.h"
#include "kinematics/system.h"

/* Minimal speeds unless there are finite constraints (those of Euler parameters keep themselves),
 * servos, or relations that are not linear in the velocities. */
bool vv_formulation_allows_minimal(const vv_system *s);
/* As many speeds as degrees of freedom, without multipliers. VV_E_BEYOND with *why. */
vv_status vv_formulation_minimal(vv_ctx *c, const vv_system *s, vv_equations *out,
                                 const char **why);
/* The system with the relations found redundant among its rows: which of dependent ones are the
 * independent ones changes on the way, and is left to the solution of the numbers. NULL on refusal
 * of memory. */
const vv_system *vv_formulation_with_redundant_rows(vv_ctx *c, const vv_system *s);
/* All coordinates as if free. */
vv_status vv_formulation_constrained(vv_ctx *c, const vv_system *s, vv_equations *out,
                                     const char **why);

#endif
