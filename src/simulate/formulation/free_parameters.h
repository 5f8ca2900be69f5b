/* Parameters that are free in each of many motions: coordinates at rest, p' = 0, behind those of
 * the model. The equations are built once for all of their values. Products of parameters are then
 * computed where a motion by itself has one number: results agree to rounding, not to the bit. */
#ifndef VV_SIMULATE_FORMULATION_FREE_PARAMETERS_H
#define VV_SIMULATE_FORMULATION_FREE_PARAMETERS_H

#include "simulate/formulation/dynamics.h"

/* Does the mechanism depend on these parameters by expressions only, which are evaluated with the
 * values of each motion? */
bool vv_free_parameters_supported(vv_ctx *c, const vv_model *m, int n, const vv_expr *symbol);
/* eq without multipliers. */
vv_status vv_free_parameters_extend(vv_ctx *c, const vv_equations *eq, int n, const vv_expr *symbol,
                                    vv_equations *out);
/* Other values of the free parameters, in the dynamics of such equations. */
void vv_free_parameters_set(vv_dynamics *f, const double *value);

/* What the model demands of the values of its parameters. */
typedef struct vv_parameter_domain {
    vv_tape *tape; /* in: the parameters.  out: none of it may be negative */
    double *scratch, *in, *out;
    int n;
    const vv_expr *symbol;
} vv_parameter_domain;
/* Of n parameters, with f's values of all others. false on refusal of memory. */
bool vv_parameter_domain_new(const vv_dynamics *f, int n, const vv_expr *symbol,
                             vv_parameter_domain *out);
bool vv_parameter_domain_contains(vv_ctx *c, const vv_parameter_domain *d, const double *value);

#endif
