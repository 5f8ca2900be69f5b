/* The motion that servos keep, as a system of its own: their relations bind its speeds as those of
 * contacts would, its equations are those on which the servos' forces do no work. What is studied
 * of a motion without looking at the energy is studied on it. */
#ifndef VV_ANALYSIS_CLOSED_H
#define VV_ANALYSIS_CLOSED_H

#include "equations/equations.h"
#include "kinematics/system.h"

typedef struct vv_servo_motion {
    const vv_system *s;
    const vv_equations *eq, *other; /* by Appell's extension, and by multipliers          */
    const vv_equations
        *servo_eq; /* the former with the servos' forces, in the servo system's speeds */
} vv_servo_motion;

/* NULL, or one sentence that says why there is none. */
const char *vv_servo_motion_make(vv_ctx *c, const vv_system *servo, vv_servo_motion *out);

#endif
