/* Reactions as expressions of the motion. */
#ifndef VV_KINEMATICS_CONTACT_REACTION_H
#define VV_KINEMATICS_CONTACT_REACTION_H

#include "kinematics/system.h"

/* The force of the support on a body at a contact, in the world's axes, by q, q', q'', t: by
 * Newton's law, where the contact is all that binds the one body of the model. false with *why
 * when this does not determine it. */
bool vv_reaction_at_point(vv_ctx *c, const vv_system *s, vv_vec at, vv_expr out[3],
                          const char **why);
/* The same of a contact of the model (its number), in the axes of its support, by the momentum of
 * all bodies. */
bool vv_reaction_of_contact(vv_ctx *c, const vv_system *s, int contact, vv_expr out[3],
                            const char **why);

/* What stands for reaction(P) in expressions replaced by its value, by q, q', q'', t; left as it is
 * where that is not determined. */
vv_status vv_reactions_substitute(vv_ctx *c, const vv_system *s, int n, vv_expr *e);
/* One that is left in e, or NULL. */
const vv_reaction *vv_reactions_unresolved(vv_ctx *c, const vv_system *s, vv_expr e);

#endif
