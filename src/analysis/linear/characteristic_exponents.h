/* The exponents of variations with constant coefficients: the factors of their characteristic
 * polynomial, and what keeps their real parts from being positive. */
#ifndef VV_ANALYSIS_EXPONENTS_H
#define VV_ANALYSIS_EXPONENTS_H

#include "analysis/linear/inequalities.h"
#include "analysis/linear/variational_equations.h"

enum { VV_EXPONENT_CONDITIONS = 2 * VV_HURWITZ_MAX_CONDITIONS };

typedef struct vv_exponents {
    int zeros;  /* exponents that are zero: nothing is decided of these     */
    int degree; /* of the polynomial without them                          */
    vv_expr a[VV_LINEAR_VARIATION_MOST + 1]; /* its coefficients, the constant first */
    int nparts; /* its factors                                             */
    int part_degree[VV_LINEAR_VARIATION_MOST], part_power[VV_LINEAR_VARIATION_MOST];
    vv_expr part[VV_LINEAR_VARIATION_MOST][VV_LINEAR_VARIATION_MOST + 1];
    bool decided; /* the conditions are known                                         */
    bool border;  /* they are not, since two exponents coincide or are opposite      */
    int nraw;     /* the conditions as they come, each > 0; before and after they are reduced */
    vv_expr raw[VV_EXPONENT_CONDITIONS];
    int n; /* -1: never                                                           */
    vv_inequality condition[VV_EXPONENT_CONDITIONS];
    bool imaginary, damped; /* there are factors of even powers only; others             */
    bool multiple;          /* an imaginary one occurs several times, ...                */
    bool secular;           /* and has not as many independent deviations: never stable  */
} vv_exponents;

/* The polynomial of the variations and its factors; where these are not found it is its only one.
 * VV_E_BEYOND as vv_linear_variation_characteristic. */
vv_status vv_exponents_find(vv_ctx *c, const vv_facts *f, const vv_linear_variation *v,
                            vv_exponents *out);
/* Of the polynomial a[0] + a[1] λ + ..., what vanishes identically being VV_ZERO. */
void vv_exponents_of_polynomial(vv_ctx *c, int degree, const vv_expr *a, vv_exponents *out);
/* The polynomial as the product of its factors, in the symbol of vv_exponent_letter. */
vv_expr vv_exponents_polynomial(vv_ctx *c, const vv_model *m, const vv_exponents *x);
/* λ, or another letter where the model has one of its own. */
const char *vv_exponent_letter(vv_ctx *c, const vv_model *m);
/* When no exponent has a positive real part and no deviation grows with the time, zero exponents
 * apart: inequalities, solved for the first of n symbols where they can be. */
void vv_exponents_stability(vv_ctx *c, const vv_study *study, const vv_linear_variation *v, int n,
                            const vv_expr *by, vv_exponents *x);
/* Why it is so, or why it is not decided: one sentence. */
const char *vv_exponents_reason(const vv_exponents *x);

#endif
