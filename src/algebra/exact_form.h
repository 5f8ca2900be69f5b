/* Functions from their differentials: potentials of exact forms, integrating factors of others. */
#ifndef VV_ALGEBRA_EXACT_FORM_H
#define VV_ALGEBRA_EXACT_FORM_H

#include "prove/prove.h"

/* Is sum a dx exact? */
vv_truth vv_form_is_closed(vv_ctx *c, const vv_facts *f, int n, const vv_expr *x, const vv_expr *a);
/* The function whose differential is sum a dx, with proof; poison if no closed form was found.
 * The form must be exact. */
vv_expr vv_form_potential(vv_ctx *c, const vv_facts *f, int n, const vv_expr *x, const vv_expr *a);
/* A function g and a factor mu with dg = mu sum a dx; mu is sought among 1, functions of one
 * variable, and these divided by a coefficient. False if none was found. */
bool vv_form_integrating_factor(vv_ctx *c, const vv_facts *f, int n, const vv_expr *x,
                                const vv_expr *a, vv_expr *g, vv_expr *mu);

#endif
