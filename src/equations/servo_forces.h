/* Servo efforts and power, equilibrium conditions, and parameters without influence on the
 * motion [Appell1896, no. 470; M-SERVO-ENERGY, M-SERVO-EQUIL, M-SERVO-INERT]. */
#ifndef VV_EQUATIONS_SERVO_FORCES_H
#define VV_EQUATIONS_SERVO_FORCES_H

#include "equations/equation_record.h"
#include "kinematics/kinematics.h"

typedef struct vv_servo_forces {
    int n;             /* coordinates on which the servos act */
    int *at;           /* their indices                                              (n) */
    vv_expr *force;    /* generalized force of the servos, in q, w, w', t (n) */
    vv_expr *by_state; /* the same without w'; poison if w' has no short form (n) */
    vv_expr power, power_by_state;
    int nmotion; /* equations of motion without the servo efforts, servo constraints substituted */
    vv_expr *motion;      /*                                                     (nmotion) */
    int nrest;            /* conditions at rest besides the holonomic constraints */
    vv_expr *rest;        /*                                                  (nrest) */
    const char *restless; /* why there is no equilibrium, or NULL */
    int nidle;            /* parameters without influence on the motion */
    vv_expr *idle;        /*                                                  (nidle) */
    /* the servo constraints, if solved with simple coefficients: symbols q, w, w' and their
     * values; substituted in all of the above */
    int nused;
    vv_expr *used, *used_value;
} vv_servo_forces;

/* eq: equations in the system's speeds, whose only multipliers are the servo efforts. */
vv_status vv_servo_forces_find(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                               vv_servo_forces *out);

/* The power of the servos is the rate of T - U minus the power of the forces not included in it. */
typedef struct vv_energy_balance {
    bool applies;       /* nothing else depends explicitly on time */
    bool all_in_energy; /* no other force has power */
    vv_expr energy;     /* T - U, including the work of other forces where it is exact */
    vv_proof proof;
} vv_energy_balance;
vv_status vv_servo_forces_energy_balance(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                                         const vv_prove_options *o, vv_energy_balance *out);

/* e at w = w' = 0. */
vv_expr vv_expr_at_rest(vv_ctx *c, const vv_system *s, vv_expr e);
/* e with the servo constraints substituted. */
vv_expr vv_servo_forces_substitute(vv_ctx *c, const vv_servo_forces *e, vv_expr x);
#endif
