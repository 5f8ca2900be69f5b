/* Forces that are not stated as a force function: is their work exact, and what is U then? */
#ifndef VV_KINEMATICS_CONSERVATIVE_FORCES_H
#define VV_KINEMATICS_CONSERVATIVE_FORCES_H

#include "kinematics/system.h"

typedef struct vv_conservative_forces {
    bool any;       /* there are such forces                                     */
    vv_truth exact; /* sum Q dq is exact                                         */
    vv_expr U;      /* recovered force function, poison when no closed form was found */
} vv_conservative_forces;

vv_status vv_conservative_forces_find(vv_ctx *c, const vv_system *s, vv_conservative_forces *out);

/* U with the force function of what the other forces are at rest; U alone where they have none, or
 * it contains the time. */
vv_expr vv_force_function(vv_ctx *c, const vv_system *s);

#endif
