/* Variational equations of a motion, and the characteristic exponents if their coefficients are
 * constant [Appell1896, no. 452; M-OSC-MOTION].
 *
 * With q' = R(q, w, t), M(q, t) w' = f(q, w, t), about a motion with accelerations w0':
 *     δq' = R_q δq + R_w δw,   M δw' = f_q δq + f_w δw - (M_q δq) w0'.
 * Holonomic constraints hold for the deviations too: the dependent coordinates follow the
 * others, δq = N δx, where N is constant in time. */
#ifndef VV_ANALYSIS_LINEAR_VARIATIONAL_EQUATIONS_H
#define VV_ANALYSIS_LINEAR_VARIATIONAL_EQUATIONS_H

#include "analysis/analysis.h"

enum { VV_LINEAR_VARIATION_MOST = 8, VV_LINEAR_VARIATION_ROOM = 64 };

/* Which coordinates occur in the accelerations, in the holonomic constraints, and in the rates
 * of such coordinates? The others are ignorable. in: nq */
vv_status vv_essential_coordinates(vv_ctx *c, const vv_study *study, bool *in);

typedef struct vv_linear_variation {
    int n; /* deviations: of nq coordinates, then of all speeds */
    int nq;
    vv_expr *x;    /* the deviating variables (n) */
    vv_expr *left; /* left (δx)' = right δx                (n*n) */
    vv_expr *right;
    int nfollow; /* coordinates determined by holonomic constraints */
    vv_expr *follows;
    vv_expr *N; /* their deviations in terms of those of the nq (nfollow*nq) */
} vv_linear_variation;

/* About the motion along which the symbols at[i] have the values to[i]: all speeds, the
 * coordinates given by their indices, and any other substitution; wd0 are its accelerations,
 * NULL if they vanish. Coordinates not listed must not occur. */
vv_status vv_linear_variation_make(vv_ctx *c, const vv_study *study, int nq, const int *coordinate,
                                   int nat, const vv_expr *at, const vv_expr *to,
                                   const vv_expr *wd0, vv_linear_variation *out);
/* Derivatives of e with respect to the deviating variables, dependent coordinates included; to
 * be evaluated along the motion by the caller. out: n */
void vv_linear_variation_gradient(vv_ctx *c, const vv_linear_variation *v, vv_expr e, vv_expr *out);
/* The equations in symbols δx, one per line. */
void vv_linear_variation_put(vv_document *d, const vv_linear_variation *v);

/* det(λ left - right) = a[0] + a[1] λ + ... + a[n] λ^n; coefficients that vanish identically are
 * VV_ZERO. VV_E_BEYOND if n is too large. a: n + 1 */
vv_status vv_linear_variation_characteristic(vv_ctx *c, const vv_facts *f,
                                             const vv_linear_variation *v, vv_expr *a);

#endif
