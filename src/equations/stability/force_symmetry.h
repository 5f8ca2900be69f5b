/* What a force function does not depend on, though its coordinates show it: a free body may turn
 * about the vertical. */
#ifndef VV_EQUATIONS_STABILITY_FORCE_SYMMETRY_H
#define VV_EQUATIONS_STABILITY_FORCE_SYMMETRY_H

#include "equations/equations.h"
#include "kinematics/system.h"

/* Do the directions that relations leave move the coordinates of the force function in every way
 * there is? Those of a free frame have three ways. */
bool vv_directions_span_potential(vv_ctx *c, const vv_system *s);
/* Is there an axis of the world about which a free frame turns without a force that opposes it, at
 * rest and wherever the facts hold? */
bool vv_has_free_rotation(vv_ctx *c, const vv_system *s, const vv_equations *eq, const vv_facts *f);

#endif
