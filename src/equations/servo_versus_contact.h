/* A servo system beside its twin, in which contacts keep the same relations: then the displacements
 * are those that the relations allow, not those that annul the work of the servos' forces
 * [Appell1896, no. 470, remark 1; M-SERVO-VS-CONTACT]. */
#ifndef VV_EQUATIONS_SERVO_VERSUS_CONTACT_H
#define VV_EQUATIONS_SERVO_VERSUS_CONTACT_H

#include "equations/servo_forces.h"

typedef struct vv_servo_versus_contact {
    int n;             /* equations of the twin                                            */
    vv_expr *equation; /* virtual works by q, w, w', t of the servo system, relations used  (n) */
    int nrest;         /* what vanishes at rest                                            */
    vv_expr *rest;     /*                                                         (nrest)  */
    int nfelt;         /* parameters that have no influence with servos, but have here     */
    vv_expr *felt;     /*                                                         (nfelt)  */
    bool no_power;     /* the relations know no time: their forces have no power           */
    vv_proof same;     /* is the motion the same?                                          */
} vv_servo_versus_contact;

/* eq and e: the servo system's record and what was found of it (vv_servo_forces_find). twin, by:
 * the other system, of the same coordinates, and a record of it without multipliers. */
vv_status vv_servo_versus_contact_compare(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                                          const vv_servo_forces *e, const vv_system *twin,
                                          const vv_equations *by, const vv_prove_options *o,
                                          vv_servo_versus_contact *out);

#endif
