/* Steady motions in numbers, where the parameters have values: for which values of its only free
 * unknown a family is stable to first order, and the exponents where the model starts. */
#ifndef VV_ANALYSIS_STEADY_NUMBERS_H
#define VV_ANALYSIS_STEADY_NUMBERS_H

#include "analysis/linear/characteristic_exponents.h"
#include "analysis/solve/solution_families.h"

typedef struct vv_steady_unknowns {
    vv_ctx *c;
    vv_document *d;
    const vv_system *s;
    int nx;
    const vv_expr *x; /* speeds, then coordinates that the equations contain      (nx) */
} vv_steady_unknowns;

/* The intervals between all values of the only free unknown at which a condition changes its sign.
 * Nothing where there are several of these unknowns, or the conditions hold other symbols. */
void vv_steady_put_critical_values(const vv_steady_unknowns *w, const vv_solution_family *f,
                                   const vv_exponents *x);
/* The exponents that are not zero, with the start's values of the free unknowns. Nothing where one
 * of them, or a parameter, has none. */
void vv_steady_put_exponents(const vv_steady_unknowns *w, const vv_solution_family *f,
                             const vv_exponents *general);

#endif
