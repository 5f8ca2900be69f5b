/* Variational equations: how a motion changes with a parameter or with its initial conditions.
 *
 * In addition to q, w and the multipliers there are, for each direction, their derivatives dq, dw,
 * dlambda. These satisfy the derivative of the equations along the direction: q -> dq, w -> dw, w'
 * -> dw', lambda -> dlambda, and a parameter -> 1. Both together form one system of equations, of
 * the same type, so that jets, matrices, constraints and columns treat it like any other. */
#ifndef VV_SIMULATE_FORMULATION_VARIATIONAL_H
#define VV_SIMULATE_FORMULATION_VARIATIONAL_H

#include "simulate/formulation/dynamics.h"
#include "simulate/run_options.h"

typedef struct vv_variational {
    int n;                   /* directions                                               */
    int nfree;               /* the last of them: arbitrary, for Lyapunov exponents      */
    const char **name;       /* a, θ, θ'                                             (n) */
    vv_expr *by;             /* parameter; initial coordinate, rate or speed         (n) */
    const vv_equations *own; /* of the motion alone                                      */
    vv_symbol_map *along;    /* the derivative along each direction                  (n) */
    vv_expr *matrix;         /* of the motion, then its derivative along each direction  */
} vv_variational;

/* Index of item i of n + m (equations, then constraints; w', then multipliers) in block k (0: the
 * motion), where all blocks of the first kind precede those of the second. */
static inline int vv_variational_index(const vv_variational *v, int n, int m, int k, int i) {
    return i < n ? k * n + i : n * (1 + v->n) + k * m + (i - n);
}

/* The directions requested by the options of a run; *eq is extended by their equations, or
 * unchanged. VV_E_MODEL with a diagnostic for a name that is not a parameter, coordinate, rate or
 * speed. */
vv_status vv_variational_from_options(vv_ctx *c, const vv_model *m, const vv_run_options *o,
                                      bool friction, vv_equations **eq, vv_variational *out);
/* Named directions; 0 without variational equations. */
static inline int vv_variational_count_named(const vv_dynamics *f) {
    return f->variational ? f->variational->n - f->variational->nfree : 0;
}
/* Appends to n values their derivatives along each of these; the array has room for them. */
void vv_variational_derivatives(const vv_dynamics *f, int n, vv_expr *value);

#endif
