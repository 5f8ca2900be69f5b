/* The form of the equations that a run integrates. */
#ifndef VV_SIMULATE_FORM_H
#define VV_SIMULATE_FORM_H

#include "equations/equations.h"
#include "kinematics/system.h"

/* Minimal speeds unless there are finite constraints (those of Euler parameters keep themselves),
 * servos, or relations that are not linear in the velocities. */
bool vv_form_suits_minimal(const vv_system *s);
/* As many speeds as degrees of freedom, without multipliers. VV_E_BEYOND with *why. */
vv_status vv_form_minimal(vv_ctx *c, const vv_system *s, vv_equations *out, const char **why);
/* The system with the relations found redundant among its rows: which of dependent ones are the
 * independent ones changes on the way, and is left to the solution of the numbers. NULL on refusal
 * of memory. */
const vv_system *vv_form_all_rows(vv_ctx *c, const vv_system *s);
/* All coordinates as if free. */
vv_status vv_form_multipliers(vv_ctx *c, const vv_system *s, vv_equations *out, const char **why);

#endif
