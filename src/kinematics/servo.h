/* Servo constraints (of the second kind): relations kept by forces that may do work. A servo's
 * relation is a row; its forces act along other directions, those named after `through`
 * [Appell1896, no. 470; M-SERVO-CLASS]. */
#ifndef VV_KINEMATICS_SERVO_H
#define VV_KINEMATICS_SERVO_H

#include "kinematics/row.h"

typedef struct vv_servos {
    int h;            /* parameters after the finite contacts                            */
    int p, n;         /* relations of contact between their rates; n = h - p             */
    int r;            /* servo relations that act, independent of the contacts           */
    vv_row *row;      /*                                                            (r)  */
    int j;            /* independent relations (4) between the variations                */
    vv_expr *through; /* their coefficients                                      (j*nq)  */
    int scheme; /* Appell's case: 1 general, 2 and 4 no contact relations, 3 driven coordinates */
    const char *refusal; /* why the motion is not determined, NULL when it is               */
} vv_servos;

#endif
