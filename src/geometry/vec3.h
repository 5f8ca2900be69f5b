/* Vectors and tensors by components along one set of axes. */
#ifndef VV_GEOMETRY_VEC3_H
#define VV_GEOMETRY_VEC3_H

#include "expr/expr.h"

static inline vv_expr vv_dot3(vv_ctx *c, const vv_expr a[3], const vv_expr b[3]) {
    vv_expr t[3];
    for (int i = 0; i < 3; i++) t[i] = vv_mul(c, a[i], b[i]);
    return vv_sum(c, 3, t);
}

/* out must be neither a nor b */
static inline void vv_cross3(vv_ctx *c, const vv_expr a[3], const vv_expr b[3], vv_expr out[3]) {
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = vv_sub(c, vv_mul(c, a[j], b[k]), vv_mul(c, a[k], b[j]));
    }
}

/* I x, I row-major; out must not be x */
static inline void vv_matvec3(vv_ctx *c, const vv_expr I[9], const vv_expr x[3], vv_expr out[3]) {
    for (int i = 0; i < 3; i++) out[i] = vv_dot3(c, I + 3 * i, x);
}

static inline vv_expr vv_half(vv_ctx *c, vv_expr e) { return vv_scale(c, vv_rat_make(c, 1, 2), e); }

#endif
