/* Factors in natural order by machine code, for kkt.c: of a matrix with many zeros few operations
 * are left. */
#ifndef VV_SIMULATE_DENSE_CODE_H
#define VV_SIMULATE_DENSE_CODE_H

#include "base/ctx.h"

typedef struct vv_dense_code vv_dense_code;

/* filled: the entries of the factors that may differ from 0 (n*n). Few enough operations? */
bool vv_dense_can_be_compiled(int n, const bool *filled);
/* NULL: there is no machine code here, or no memory. */
vv_dense_code *vv_dense_compile(vv_ctx *c, int n, const bool *filled);
/* The n pivots, then what they were made of, n sizes. */
const double *vv_dense_run(const vv_dense_code *k, const double *a);
/* The factors just found (n*n), as vv_dense_natural gives them. */
void vv_dense_take(const vv_dense_code *k, double *out);

#endif
