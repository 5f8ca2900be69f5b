/* Characteristic exponents of variational equations with constant coefficients: the factors of
 * the characteristic polynomial, and the conditions under which no real part is positive. */
#ifndef VV_ANALYSIS_LINEAR_CHARACTERISTIC_EXPONENTS_H
#define VV_ANALYSIS_LINEAR_CHARACTERISTIC_EXPONENTS_H

#include "analysis/linear/inequalities.h"
#include "analysis/linear/variational_equations.h"

enum { VV_EXPONENT_CONDITIONS = 2 * VV_HURWITZ_MAX_CONDITIONS };

typedef struct vv_exponents {
    int zeros;  /* number of zero exponents, about which nothing is decided */
    int degree; /* of the polynomial after removing them */
    vv_expr a[VV_LINEAR_VARIATION_MOST + 1]; /* its coefficients, constant term first */
    int nparts;                              /* number of its factors */
    int part_degree[VV_LINEAR_VARIATION_MOST], part_power[VV_LINEAR_VARIATION_MOST];
    vv_expr part[VV_LINEAR_VARIATION_MOST][VV_LINEAR_VARIATION_MOST + 1];
    bool decided; /* the conditions are known */
    bool border;  /* undecided, since two exponents coincide or are opposite */
    int nraw;     /* the raw conditions, each > 0; before reduction */
    vv_expr raw[VV_EXPONENT_CONDITIONS];
    int n; /* after reduction; -1: never satisfied */
    vv_inequality condition[VV_EXPONENT_CONDITIONS];
    bool imaginary, damped; /* some factors are even; some are not */
    bool multiple;          /* an imaginary exponent is multiple ... */
    bool secular;           /* ... and lacks as many independent eigenvectors: never stable */
} vv_exponents;

/* The characteristic polynomial and its factors; a single factor if it cannot be factored.
 * VV_E_BEYOND as vv_linear_variation_characteristic. */
vv_status vv_exponents_find(vv_ctx *c, const vv_facts *f, const vv_linear_variation *v,
                            vv_exponents *out);
/* For the polynomial a[0] + a[1] λ + ...; coefficients that vanish identically are VV_ZERO. */
void vv_exponents_of_polynomial(vv_ctx *c, int degree, const vv_expr *a, vv_exponents *out);
/* The polynomial as a product of its factors, in the symbol of vv_exponent_letter. */
vv_expr vv_exponents_polynomial(vv_ctx *c, const vv_model *m, const vv_exponents *x);
/* λ, or another letter if the model uses λ. */
const char *vv_exponent_letter(vv_ctx *c, const vv_model *m);
/* Conditions under which no exponent has a positive real part and there are no secular terms,
 * zero exponents excluded: inequalities, solved for the first of n symbols where possible. */
void vv_exponents_stability(vv_ctx *c, const vv_study *study, const vv_linear_variation *v, int n,
                            const vv_expr *by, vv_exponents *x);
/* What shows it, for certificates: that the conditions are necessary and sufficient, that one of
 * them fails (x->n < 0), or that zero exponents are secular; NULL if that is not recorded. */
struct vv_proof_record *vv_exponents_argument(vv_ctx *c, const vv_study *study,
                                              const vv_linear_variation *v, const vv_exponents *x,
                                              bool secular);
/* One sentence: why it is so, or why it is undecided. */
const char *vv_exponents_reason(const vv_exponents *x);
/* The inequalities; at_values: also whether they hold at the stated values, if these decide it. */
void vv_exponents_put_conditions(vv_document *d, const vv_facts *facts, const vv_exponents *x,
                                 bool at_values);

#endif
