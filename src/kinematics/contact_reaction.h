/* Reactions as functions of the motion. */
#ifndef VV_KINEMATICS_CONTACT_REACTION_H
#define VV_KINEMATICS_CONTACT_REACTION_H

#include "kinematics/system.h"

/* Force of the support on a body at a contact, in the world's axes, in terms of q, q', q'', t:
 * by Newton's law, if the contact is the only constraint on the only body of the model. False
 * with *why if this does not determine it. */
bool vv_reaction_at_point(vv_ctx *c, const vv_system *s, vv_vec at, vv_expr out[3],
                          const char **why);
/* The same for a contact of the model (by index), in the axes of its support, from the momentum
 * of all bodies. */
bool vv_reaction_of_contact(vv_ctx *c, const vv_system *s, int contact, vv_expr out[3],
                            const char **why);

/* A constraint force that an expression names: its components, or one value for all three, in q,
 * q', q'', t. lambda: the multipliers of s->row, in which it is expressed then; NULL: they are
 * eliminated. False with *why if the motion does not determine it. */
bool vv_reaction_value(vv_ctx *c, const vv_system *s, const vv_expr *lambda, const vv_reaction *r,
                       vv_expr out[3], const char **why);
/* Replaces the symbols of these forces by their values; those that are not determined are left
 * unchanged. */
vv_status vv_reactions_substitute(vv_ctx *c, const vv_system *s, const vv_expr *lambda, int n,
                                  vv_expr *e);
/* One whose symbol is left in the expressions, or NULL. */
const vv_reaction *vv_reactions_unresolved(vv_ctx *c, const vv_system *s, int n, const vv_expr *e);

#endif
