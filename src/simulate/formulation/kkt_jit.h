/* JIT-compiled factorization in natural order, for kkt.c: a sparse matrix leaves few operations. */
#ifndef VV_SIMULATE_FORMULATION_KKT_JIT_H
#define VV_SIMULATE_FORMULATION_KKT_JIT_H

#include "base/base.h"

typedef struct vv_kkt_jit vv_kkt_jit;

/* filled: the entries of the factors that may be nonzero (n*n). From how many factors on a program
 * is faster than loops; 0: it never is. */
int vv_kkt_jit_pays_after(int n, const bool *filled);
/* NULL: there is no JIT here, or no memory. */
vv_kkt_jit *vv_kkt_jit_compile(vv_ctx *c, int n, const bool *filled);
/* The n pivots, then the n magnitudes of their terms. */
const double *vv_kkt_jit_factor(const vv_kkt_jit *k, const double *a);
/* The factors just found (n*n), as vv_kkt_factor_natural gives them. */
void vv_kkt_jit_copy_factors(const vv_kkt_jit *k, double *out);

#endif
