/* Motions that a singular mass matrix leaves determined. */
#ifndef VV_KINEMATICS_DEGENERATE_INERTIA_H
#define VV_KINEMATICS_DEGENERATE_INERTIA_H

#include "kinematics/system.h"

/* The same mechanism with the equations that contain no accelerations as constraints; NULL if its
 * motion is still not determined. *lacks: speeds that no equation determines, "x', y'", or NULL. */
const vv_system *vv_system_determine_massless(vv_ctx *c, const vv_system *s, const char **lacks);
/* Is the mass matrix singular along the motions that the constraints allow? */
bool vv_system_is_massless(vv_ctx *c, const vv_system *s);

#endif
