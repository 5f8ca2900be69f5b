/* Servo constraints (of the second kind): constraints maintained by forces that may do work. The
 * constraint of a servo is a row; its forces act in other directions, named after `through`
 * [Appell1896, no. 470; M-SERVO-CLASS]. */
#ifndef VV_KINEMATICS_SERVO_CONSTRAINTS_H
#define VV_KINEMATICS_SERVO_CONSTRAINTS_H

#include "kinematics/constraint_row.h"

enum { VV_SERVO_MAX_HIDDEN = 12 }; /* room for hidden constraints: each lowers the order */

typedef struct vv_servos {
    int h;                  /* coordinates left by the holonomic contacts */
    int p, n;               /* contact constraints on their rates; n = h - p */
    int r;                  /* active servo constraints, independent of the contacts */
    vv_constraint_row *row; /* (r) */
    int j;                  /* independent constraints (4) on the variations */
    vv_expr *through;       /* their coefficients (j*nq) */
    vv_expr *force;         /* the unknown force of each: same symbols in all records (r) */
    int scheme;             /* Appell's case, 1 to 4: vv_servo_case_text */
    int k;                  /* driven coordinates if (4) says that these do not vary; or 0 */
    int *driven;            /* (k) */
    /* (4) in the speeds of the contacts, and solved: dw[solved] = by dw of the others (9) */
    vv_expr *action; /* values of the forms a on each speed's displacement (j*n) */
    int *solved;     /* (j) */
    vv_expr *by;     /* NULL if the speeds are not linear (j*n) */
    /* Hidden constraints that follow from the constraints and the equations of motion together,
     * if the forces reach the constrained coordinates only indirectly; stored with the
     * constraints. */
    int nhidden;         /* in `row`, after the r constraints */
    int rates;           /* how often the constraints are differentiated until the forces appear */
    bool singular;       /* the accelerations are not determined without them */
    const char *refusal; /* why the motion is not determined; NULL if it is */
} vv_servos;

/* One sentence about one of the four cases. */
const char *vv_servo_case_text(int scheme);

#endif
