/* Forces that depend on constraint forces: creep, rolling resistance, an aligning torque. With
 * multipliers they read M q'' = F + (A^T + G) λ, which is linear but not symmetric. Methods without
 * multipliers need the constraint forces as functions of the motion, accelerations included. */
#ifndef VV_KINEMATICS_REACTION_FORCES_H
#define VV_KINEMATICS_REACTION_FORCES_H

#include "kinematics/system.h"

/* The constraint forces on which Q depends, in q, q', q'', t and the multipliers lambda of s->row;
 * NULL: these are eliminated. False with *why if they are not determined. (napplied) */
bool vv_reaction_forces_values(vv_ctx *c, const vv_system *s, const vv_expr *lambda, vv_expr *out,
                               const char **why);
/* Replaces their symbols in expressions by s->applied_value. */
vv_status vv_reaction_forces_insert(vv_ctx *c, const vv_system *s, int n, vv_expr *e);

#endif
