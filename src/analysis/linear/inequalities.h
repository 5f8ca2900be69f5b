/* Hurwitz conditions reduced by the signs that the model assumes. */
#ifndef VV_ANALYSIS_LINEAR_INEQUALITIES_H
#define VV_ANALYSIS_LINEAR_INEQUALITIES_H

#include "analysis/analysis.h"
#include "equations/stability/stability.h"

/* left > right or left < right; if the sign is known, `always` says whether it holds. */
typedef struct vv_inequality {
    vv_truth always;
    bool greater;
    vv_expr left, right;
} vv_inequality;

/* e > 0 without the factors whose sign the model assumes; solved for the first of the symbols x,
 * or its square, in which it is linear. */
vv_inequality vv_inequality_of(vv_ctx *c, const vv_study *study, vv_expr e, int nx,
                               const vv_expr *x);
/* Drops inequalities that always hold and those implied by another through the quotient of their
 * right-hand sides; returns the number left, or -1 if one never holds. */
int vv_inequalities_reduce(vv_ctx *c, const vv_study *study, int n, vv_inequality *k);

#endif
