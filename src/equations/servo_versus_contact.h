/* Compares a servo system with the system in which contacts maintain the same constraints: there
 * the virtual displacements are those that the constraints allow, not those on which the servo
 * efforts do no work [Appell1896, no. 470, remark 1; M-SERVO-VS-CONTACT]. */
#ifndef VV_EQUATIONS_SERVO_VERSUS_CONTACT_H
#define VV_EQUATIONS_SERVO_VERSUS_CONTACT_H

#include "equations/servo_forces.h"

typedef struct vv_servo_versus_contact {
    int n;             /* equations of the contact system */
    vv_expr *equation; /* virtual works in q, w, w', t of the servo system, constraints substituted
                          (n) */
    int nrest;         /* conditions at rest */
    vv_expr *rest;     /*                                                         (nrest) */
    int nfelt;     /* parameters without influence in the servo system, but with influence here */
    vv_expr *felt; /*                                                         (nfelt) */
    bool no_power; /* the constraints are scleronomic: their forces have no power */
    vv_proof same; /* is the motion the same? */
} vv_servo_versus_contact;

/* eq and e: the equations of the servo system and its servo forces (vv_servo_forces_find). twin,
 * by: the contact system, in the same coordinates, and equations of it without multipliers. */
vv_status vv_servo_versus_contact_compare(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                                          const vv_servo_forces *e, const vv_system *twin,
                                          const vv_equations *by, const vv_prove_options *o,
                                          vv_servo_versus_contact *out);

#endif
