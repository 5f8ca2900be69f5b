/* Variational equations: how a motion changes with a parameter or with its start.
 *
 * Beside q, w and the multipliers stand, for each direction, their derivatives dq, dw, dlambda.
 * What holds for these is the derivative of the equations along the direction: q -> dq, w -> dw, w'
 * -> dw', lambda -> dlambda, and a parameter -> 1. Both together are one system of equations, of
 * the same record, so that jets, matrices, constraints and columns treat it as any other. */
#ifndef VV_SIMULATE_FORMULATION_VARIATIONAL_H
#define VV_SIMULATE_FORMULATION_VARIATIONAL_H

#include "simulate/formulation/dynamics.h"

typedef struct vv_variational {
    int n;                   /* directions                                               */
    int nfree;               /* the last of them: any, for the exponents of Lyapunov     */
    const char **name;       /* a, θ, θ'                                             (n) */
    vv_expr *by;             /* parameter; coordinate, rate or speed of the start    (n) */
    const vv_equations *own; /* of the motion alone                                      */
    vv_symbol_map *along;    /* the derivative along each direction                  (n) */
    vv_expr *matrix;         /* of the motion, then its derivative along each direction  */
} vv_variational;

/* Place of the i-th of n + m things (equations, then constraints; w', then multipliers) of block k
 * (0: the motion), where all blocks of the first kind come before those of the second. */
static inline int vv_variational_index(const vv_variational *v, int n, int m, int k, int i) {
    return i < n ? k * n + i : n * (1 + v->n) + k * m + (i - n);
}

/* The directions that the options of a run ask for; *eq becomes the equations with theirs, or
 * stays. VV_E_MODEL with a diagnostic for a name that is no parameter, coordinate, rate or speed.
 */
vv_status vv_variational_from_options(vv_ctx *c, const vv_model *m, const vv_run_options *o,
                                      bool friction, vv_equations **eq, vv_variational *out);
/* Directions that have a name; 0 without a variation. */
static inline int vv_variational_count_named(const vv_dynamics *f) {
    return f->variational ? f->variational->n - f->variational->nfree : 0;
}
/* Behind n values their derivatives along each of these; the array has room for them. */
void vv_variational_derivatives(const vv_dynamics *f, int n, vv_expr *value);

#endif
