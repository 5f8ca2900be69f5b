/* Symmetries of the force function that its coordinates do not show: a free body may rotate
 * about the vertical. */
#ifndef VV_EQUATIONS_STABILITY_FORCE_SYMMETRY_H
#define VV_EQUATIONS_STABILITY_FORCE_SYMMETRY_H

#include "equations/equations.h"
#include "kinematics/kinematics.h"

/* Do the directions that the constraints leave span all variations of the coordinates in the
 * force function? A free frame has three. */
bool vv_directions_span_potential(vv_ctx *c, const vv_system *s);
/* Is there a fixed axis about which a free frame can rotate without any opposing force, at rest
 * and wherever the facts hold? */
bool vv_has_free_rotation(vv_ctx *c, const vv_system *s, const vv_equations *eq, const vv_facts *f);

#endif
