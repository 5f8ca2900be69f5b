/* One constraint that acts, as a row of coefficients on the velocities. */
#ifndef VV_KINEMATICS_CONSTRAINT_ROW_H
#define VV_KINEMATICS_CONSTRAINT_ROW_H

#include "base/diag.h"
#include "expr/expr.h"

typedef enum vv_constraint_row_kind {
    VV_ROW_HOLONOMIC,
    VV_ROW_LINEAR,
    VV_ROW_NONLINEAR,
    VV_ROW_SERVO
} vv_constraint_row_kind;

/* One constraint that acts: redundant and identical ones are not among the rows. */
typedef struct vv_constraint_row {
    vv_constraint_row_kind kind;
    vv_expr finite;       /* g(q, t), poison unless finite                                     */
    vv_expr velocity;     /* f(q, q', t) = 0; for a finite one dg/dt                           */
    vv_expr raw;          /* the same in the raw velocities (kinematics/system.h)               */
    vv_expr *by_raw;      /* its coefficients by the raw velocities, then its offset  (nv + 1) */
    vv_expr acceleration; /* df/dt, linear in q''                                              */
    vv_expr *coefficient; /* A_s: df/dq'_a                                              (nq)   */
    vv_expr offset;       /* f - A q' when linear                                              */
    vv_expr *column;      /* how its multiplier acts: generalised force +lambda * column (nq)  */
    const char *label;    /* "rolling of hoop on world, along world.x"                         */
    vv_span span;
    int given; /* index of the statement's constraint in the model                  */
} vv_constraint_row;

#endif
