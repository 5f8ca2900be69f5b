/* M, G, K of the small motions as functions of parameters, in doubles. */
#ifndef VV_ANALYSIS_LINEAR_LINEAR_MATRICES_H
#define VV_ANALYSIS_LINEAR_LINEAR_MATRICES_H

#include "analysis/equilibria/equilibria.h"
#include "evaluate/tape/tape.h"

enum { VV_LINEAR_MATRICES_MOST = 20 }; /* directions, where arrays are on the stack */
/* M, G, K and `more` as functions of `in`, the other symbols at the model's values. */
typedef struct vv_linear_matrices {
    int n;
    vv_tape *tape;
    double *scratch, *M, *G, *K, *more;
} vv_linear_matrices;

/* False when something has no value (*why names it) or memory is refused. A position known by
 * digits stays where it is: *why says so when an input would move it. */
bool vv_linear_matrices_open(vv_ctx *c, const vv_study *study, const vv_linearized *m,
                             const vv_equilibrium *at, int nin, const vv_expr *in, int nmore,
                             const vv_expr *more, vv_linear_matrices *out, const char **why);
/* Fills M, G, K, more; NaN where there is no value. */
void vv_linear_matrices_evaluate(const vv_linear_matrices *x, const double *in);
/* Eigenvalues as numbers of the open section: real and imaginary parts (n x 2). */
void vv_linear_put_eigenvalues(vv_document *d, int n, const double *re, const double *im);

#endif
