/* Multipliers of the constraints as functions of the motion, and forces that depend on constraint
 * forces: creep, rolling resistance, an aligning torque. With multipliers these read
 * M q'' = F + (A^T + G) λ, which is linear but not symmetric. Methods without multipliers need the
 * constraint forces as functions of the motion, accelerations included. */
#ifndef VV_KINEMATICS_CONSTRAINT_FORCES_H
#define VV_KINEMATICS_CONSTRAINT_FORCES_H

#include "kinematics/system.h"

/* Reports an error if an expression of the model names a multiplier that does not exist. */
vv_status vv_system_check_multipliers(vv_ctx *c, const vv_system *s);
/* The row whose multiplier the model calls so; -1 with *why if the motion does not determine it. */
int vv_multiplier_row(vv_ctx *c, const vv_system *s, const vv_reaction *r, const char **why);
/* NULL if the motion determines the multiplier of the row, else why not: constraints that follow
 * from one another share their force. */
const char *vv_multiplier_refusal(vv_ctx *c, const vv_system *s, int row);
/* The multipliers of all rows in q, q', q'', t, from the balance of the forces on all coordinates,
 * projected on the directions of the constraint forces. False with *why. (nrows) */
bool vv_multipliers_eliminate(vv_ctx *c, const vv_system *s, vv_expr *out, const char **why);

/* M x = b by Cramer's rule, for a few unknowns; b becomes x. False if M is singular. */
bool vv_solve_by_minors(vv_ctx *c, const vv_facts *f, int n, const vv_expr *M, vv_expr *b);

/* The constraint forces on which Q depends, in q, q', q'', t and the multipliers lambda of s->row;
 * NULL: these are eliminated. False with *why if they are not determined. (napplied) */
bool vv_reaction_forces_values(vv_ctx *c, const vv_system *s, const vv_expr *lambda, vv_expr *out,
                               const char **why);
/* Replaces their symbols in expressions by s->applied_value. */
vv_status vv_reaction_forces_insert(vv_ctx *c, const vv_system *s, int n, vv_expr *e);

#endif
