/* Servo constraints (of the second kind): relations kept by forces that may do work. A servo's
 * relation is a row; its forces act along other directions, those named after `through`
 * [Appell1896, no. 470; M-SERVO-CLASS]. */
#ifndef VV_KINEMATICS_SERVO_CONSTRAINTS_H
#define VV_KINEMATICS_SERVO_CONSTRAINTS_H

#include "kinematics/constraint_row.h"

enum { VV_SERVO_MAX_HIDDEN = 12 }; /* room for relations that follow: each lowers the order */

typedef struct vv_servos {
    int h;                  /* parameters after the finite contacts                            */
    int p, n;               /* relations of contact between their rates; n = h - p             */
    int r;                  /* servo relations that act, independent of the contacts           */
    vv_constraint_row *row; /*                                                            (r)  */
    int j;                  /* independent relations (4) between the variations                */
    vv_expr *through;       /* their coefficients                                      (j*nq)  */
    vv_expr *force;         /* the unknown force of each: the same symbols in all records (r)  */
    int scheme;             /* Appell's case, 1 to 4: vv_servo_case_text                       */
    int k;                  /* driven coordinates, where (4) says that these do not vary; or 0 */
    int *driven;            /*                                                            (k)  */
    /* (4) in the speeds of the contacts, and solved: dw[solved] = by dw of the others (9) */
    vv_expr *action; /* what the forms a are on each speed's displacement        (j*n)  */
    int *solved;     /*                                                            (j)  */
    vv_expr *by;     /* NULL when the speeds are not linear                      (j*n)  */
    /* what follows from the relations and the equations of motion together where the forces reach
     * what is bound only by way of something else; they stand beside the relations */
    int nhidden;         /* in `row`, behind the r relations                                   */
    int rates;           /* how often the relations are differentiated until they do          */
    bool singular;       /* the accelerations do not follow without them                     */
    const char *refusal; /* why the motion is not determined, NULL when it is            */
} vv_servos;

/* One sentence on one of the four cases. */
const char *vv_servo_case_text(int scheme);

#endif
