/* Free parameters, with different values in each of many motions: coordinates at rest, p' = 0,
 * after those of the model. The equations are built once for all values. Products of parameters are
 * then computed where a single motion has one constant: results agree to rounding, not to the
 * bit. */
#ifndef VV_SIMULATE_FORMULATION_FREE_PARAMETERS_H
#define VV_SIMULATE_FORMULATION_FREE_PARAMETERS_H

#include "simulate/formulation/dynamics.h"

/* Does the mechanism depend on these parameters only through expressions evaluated with the values
 * of each motion? */
bool vv_free_parameters_supported(vv_ctx *c, const vv_model *m, int n, const vv_expr *symbol);
/* eq without multipliers. */
vv_status vv_free_parameters_extend(vv_ctx *c, const vv_equations *eq, int n, const vv_expr *symbol,
                                    vv_equations *out);
/* Sets the free parameters, in the dynamics of such equations. */
void vv_free_parameters_set(vv_dynamics *f, const double *value);

/* The model's conditions on its parameter values. */
typedef struct vv_parameter_domain {
    vv_tape *tape; /* in: the parameters.  out: none may be negative */
    double *scratch, *in, *out;
    int n;
    const vv_expr *symbol;
} vv_parameter_domain;
/* For n parameters, with f's values of all others. false if out of memory. */
bool vv_parameter_domain_new(const vv_dynamics *f, int n, const vv_expr *symbol,
                             vv_parameter_domain *out);
bool vv_parameter_domain_contains(vv_ctx *c, const vv_parameter_domain *d, const double *value);

#endif
