/* First integrals by undetermined coefficients: functions sum c_k φ_k that are constant along
 * every motion. The φ_k are monomials in the speeds and in the coordinates that occur
 * algebraically, times products of the functions that occur in the equations. Only the degree
 * and the admissible functions are prescribed; the coefficients are polynomials in the
 * parameters. */
#ifndef VV_ANALYSIS_INTEGRALS_ANSATZ_H
#define VV_ANALYSIS_INTEGRALS_ANSATZ_H

#include "analysis/analysis.h"

/* The motion as a vector field: d/dt of a function of q, w, t. */
typedef struct vv_vector_field {
    const vv_system *s;
    vv_expr *wd; /* w' as functions of q, w, t (n) */
} vv_vector_field;
vv_status vv_vector_field_make(vv_ctx *c, const vv_study *study, vv_vector_field *out);
vv_expr vv_vector_field_derivative(vv_ctx *c, const vv_vector_field *f, vv_expr e);

typedef struct vv_ansatz {
    int degree;        /* in speeds and algebraic coordinates together */
    int function_most; /* degree in the functions */
    int n;             /* number of functions φ_k */
    int count;         /* integrals found; functionally independent, not yet proved */
    vv_expr *integral;
} vv_ansatz;

/* Integrals of this degree that are independent of the nknown ones and of the constraints.
 * Lowers function_most until the ansatz is small enough; n = 0 if even the smallest is too
 * large. */
vv_status vv_ansatz_search(vv_ctx *c, const vv_study *study, const vv_vector_field *flow,
                           int degree, int nknown, const vv_expr *known, vv_ansatz *out);

#endif
