/* Forces not stated as a force function: is their work exact, and what is U then? */
#ifndef VV_KINEMATICS_CONSERVATIVE_FORCES_H
#define VV_KINEMATICS_CONSERVATIVE_FORCES_H

#include "kinematics/system.h"

typedef struct vv_conservative_forces {
    bool any;       /* there are such forces */
    vv_truth exact; /* sum Q dq is exact */
    vv_expr U;      /* recovered force function; poison if no closed form was found */
} vv_conservative_forces;

vv_status vv_conservative_forces_find(vv_ctx *c, const vv_system *s, vv_conservative_forces *out);

/* U plus the force function of the other forces at rest; U alone if they have none, or if it
 * depends on time. */
vv_expr vv_force_function(vv_ctx *c, const vv_system *s);

#endif
