/* Numerical results on steady motions at the parameter values: for which values of its only free
 * unknown a family is stable to first order, and the exponents at the model's initial
 * conditions. */
#ifndef VV_ANALYSIS_STEADY_STEADY_NUMERIC_H
#define VV_ANALYSIS_STEADY_STEADY_NUMERIC_H

#include "analysis/linear/linear.h"
#include "analysis/solve/solve.h"

typedef struct vv_steady_unknowns {
    vv_ctx *c;
    vv_document *d;
    const vv_system *s;
    int nx;
    const vv_expr *x; /* speeds, then essential coordinates (nx) */
} vv_steady_unknowns;

/* The initial value of the k-th unknown; poison if there is none. */
vv_expr vv_steady_start_value(const vv_steady_unknowns *w, int k);
/* The intervals between the values of the only free unknown at which a condition changes sign.
 * Adds nothing if several unknowns are free, or if the conditions contain other symbols. */
void vv_steady_put_critical_values(const vv_steady_unknowns *w, const vv_solution_family *f,
                                   const vv_exponents *x);
/* The nonzero exponents at the initial values of the free unknowns. Adds nothing if one of them
 * or a parameter has no value. */
void vv_steady_put_exponents(const vv_steady_unknowns *w, const vv_solution_family *f,
                             const vv_exponents *general);

#endif
