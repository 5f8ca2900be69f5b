/* Reactions as expressions of the motion. */
#ifndef VV_KINEMATICS_REACTION_H
#define VV_KINEMATICS_REACTION_H

#include "kinematics/system.h"

/* The force of the support on a body at a contact, in the world's axes, by q, q', q'', t: by
 * Newton's law, where the contact is all that binds the one body of the model. false with *why
 * when this does not determine it. */
bool vv_reaction_at(vv_ctx *c, const vv_system *s, vv_vec at, vv_expr out[3], const char **why);

#endif
