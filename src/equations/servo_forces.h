/* What servos do: their generalised forces and power, what holds at rest, and what the motion does
 * not depend on [Appell1896, no. 470; M-SERVO-ENERGY, M-SERVO-EQUIL, M-SERVO-INERT]. */
#ifndef VV_EQUATIONS_SERVO_FORCES_H
#define VV_EQUATIONS_SERVO_FORCES_H

#include "equations/equations.h"
#include "kinematics/system.h"

typedef struct vv_servo_forces {
    int n;             /* coordinates on which the servos act                             */
    int *at;           /* their indices                                              (n)  */
    vv_expr *force;    /* generalised force of the servos, by q, w, w', t            (n)  */
    vv_expr *by_state; /* the same without w'; poison where these have no short form (n)  */
    vv_expr power, power_by_state;
    int nmotion;          /* equations of motion without the servos' forces, relations used */
    vv_expr *motion;      /*                                                     (nmotion)  */
    int nrest;            /* what vanishes at rest besides the finite relations              */
    vv_expr *rest;        /*                                                  (nrest)  */
    const char *restless; /* why nothing can be at rest, or NULL                        */
    int nidle;            /* parameters on which the motion does not depend              */
    vv_expr *idle;        /*                                                  (nidle)  */
    /* the servo relations, where they are solved with plain coefficients: symbols q, w, w' and
     * what they stand for; used in all of the above */
    int nused;
    vv_expr *used, *used_value;
} vv_servo_forces;

/* eq: a record in the system's speeds, whose only multipliers are the servos' forces. */
vv_status vv_servo_forces_find(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                               vv_servo_forces *out);

/* The power of the servos is the rate of T - U, less the power of forces that are not in it. */
typedef struct vv_energy_balance {
    bool applies;       /* nothing else depends on the time                                */
    bool all_in_energy; /* no other force has power                                        */
    vv_expr energy;     /* T - U, with the work of other forces where it is exact          */
    vv_proof proof;
} vv_energy_balance;
vv_status vv_servo_forces_energy_balance(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                                         const vv_prove_options *o, vv_energy_balance *out);

/* Where w = w' = 0. */
vv_expr vv_expr_at_rest(vv_ctx *c, const vv_system *s, vv_expr e);
/* With the servo relations used. */
vv_expr vv_servo_forces_substitute(vv_ctx *c, const vv_servo_forces *e, vv_expr x);
#endif
