/* A linear system x' = A x + B u, y = C x + D u with a number in every entry: what control
 * engineers ask of it. */
#ifndef VV_ANALYSIS_LINEAR_STATE_SPACE_H
#define VV_ANALYSIS_LINEAR_STATE_SPACE_H

#include "analysis/analysis.h"

typedef struct vv_state_space {
    int n, nu, ny;         /* states, inputs, outputs */
    const double *matrix;  /* (A B; C D), row by row                      ((n + ny) * (n + nu)) */
    const vv_rat *exact;   /* the same, exactly; NULL: the doubles count                        */
    const vv_expr *state;  /* symbols (n)                                                       */
    const vv_model *model; /* names of inputs and outputs                                       */
} vv_state_space;

/* Adds to the open section: A, B, C, D in full, eigenvalues of A, controllability, observability,
 * and the transfer function of every input and output in lowest terms. */
void vv_state_space_put(vv_document *d, const vv_state_space *s);
/* Only the eigenvalues of A. */
void vv_state_space_put_eigenvalues(vv_document *d, const vv_state_space *s);

#endif
