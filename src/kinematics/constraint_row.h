/* One active constraint, as a row of coefficients of the velocities. */
#ifndef VV_KINEMATICS_CONSTRAINT_ROW_H
#define VV_KINEMATICS_CONSTRAINT_ROW_H

#include "base/base.h"
#include "expr/expr.h"

typedef enum vv_constraint_row_kind {
    VV_ROW_HOLONOMIC,
    VV_ROW_LINEAR,
    VV_ROW_NONLINEAR,
    VV_ROW_SERVO
} vv_constraint_row_kind;

/* One active constraint: redundant and identical ones are not among the rows. */
typedef struct vv_constraint_row {
    vv_constraint_row_kind kind;
    vv_expr finite;       /* g(q, t); poison unless holonomic */
    vv_expr velocity;     /* f(q, q', t) = 0; for a holonomic one dg/dt */
    vv_expr raw;          /* the same in the raw velocities (kinematics/system.h) */
    vv_expr *by_raw;      /* its coefficients with respect to the raw velocities, then its offset
                           * (nv + 1) */
    vv_expr acceleration; /* df/dt, linear in q'' */
    vv_expr *coefficient; /* A_s: df/dq'_a (nq) */
    vv_expr offset;       /* f - A q' when linear */
    vv_expr *column;      /* direction of its multiplier: generalized force +lambda * column (nq) */
    const char *label;    /* "rolling of hoop on world, along world.x" */
    vv_span span;
    int given;  /* index in the model of the stated constraint */
    int number; /* of its multiplier, from 1: λ3 in `derive --by multipliers`; 0: it has no name */
} vv_constraint_row;

#endif
