/* Quantities of a mechanism by name (quantities.def): matrices of expressions, first in the
 * variables in which a method states them, then as functions of a state. */
#ifndef VV_EXPORT_QUANTITIES_H
#define VV_EXPORT_QUANTITIES_H

#include "equations/equations.h"
#include "formalism/formalism.h"
#include "kinematics/kinematics.h"

/* What a state consists of. */
typedef enum vv_state_kind {
    VV_STATE_FREE,         /* none: quantities as the method states them */
    VV_STATE_RATES,        /* q, q' */
    VV_STATE_SPEEDS,       /* q, w of the equations of motion */
    VV_STATE_ACCELERATIONS /* q, q', q'' */
} vv_state_kind;

typedef struct vv_quantity_source {
    vv_ctx *c;
    const vv_system *s;
    vv_state_kind state;
    const vv_equations *motion; /* determine the accelerations */
    const vv_equations
        *form; /* stated: mass matrix, forcing, ...; NULL: those in all coordinates */
    const vv_equations *free; /* in all coordinates, with multipliers; NULL: derived on demand */
    const char *why;          /* the reason of a refusal, one clause */
    vv_expr *solved;          /* unknowns of the motion, once needed */
    vv_expr *acceleration;    /* q'' in the variables of the motion, once needed (nq) */
} vv_quantity_source;

typedef struct vv_quantity_matrix {
    int rows, columns;
    vv_expr *entry; /* row by row */
} vv_quantity_matrix;

/* Chooses equations of motion for a state: those of the method `by`; or, for speeds, minimal ones;
 * for rates those in all coordinates, which determine the accelerations wherever the constraints
 * are independent. VV_E_BEYOND with out->why. */
vv_status vv_quantity_source_open(vv_ctx *c, const vv_system *s, vv_state_kind state,
                                  const vv_formalism *by, vv_quantity_source *out);

/* Name and line of the i-th; NULL beyond the last. */
const char *vv_quantity_name(int i, const char **text);
int vv_quantity_find(const char *name); /* -1: none */

/* VV_E_BEYOND with k->why if this mechanism has no such quantity; the context does not fail. */
vv_status vv_quantity_get(vv_quantity_source *k, int quantity, vv_quantity_matrix *out);

/* Force of the support on the body in contact at a point, by components along the world's axes;
 * then vv_quantity_in_state applies. False with k->why if the motion does not determine it. */
bool vv_quantity_reaction(vv_quantity_source *k, vv_vec at, vv_expr out[3]);

/* Expressions, of the model or of a quantity, as functions of the state; VV_E_BEYOND with k->why
 * if a reaction in them is not determined, or the motion not known. */
vv_status vv_quantity_in_state(vv_quantity_source *k, int n, vv_expr *e);

#endif
