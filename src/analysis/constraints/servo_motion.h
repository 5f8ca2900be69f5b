/* The closed-loop system of the servos: their constraints bind its speeds as contact constraints
 * would, and its equations are those in which the servo efforts do no work. Every topic that
 * does not need the energy works on it. */
#ifndef VV_ANALYSIS_CONSTRAINTS_SERVO_MOTION_H
#define VV_ANALYSIS_CONSTRAINTS_SERVO_MOTION_H

#include "equations/equations.h"
#include "kinematics/kinematics.h"

typedef struct vv_servo_motion {
    const vv_system *s;
    const vv_equations *eq, *other; /* by Appell's extension, and by multipliers */
    const vv_equations
        *servo_eq; /* the former with the servo efforts, in the speeds of the servo system */
} vv_servo_motion;

/* NULL, or one sentence explaining why there is no closed-loop system. */
const char *vv_servo_motion_make(vv_ctx *c, const vv_system *servo, vv_servo_motion *out);

#endif
