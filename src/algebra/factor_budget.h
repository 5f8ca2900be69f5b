/* Remembers expressions that exceeded the budget of vv_factorise (factor_budget.c). For files of
 * algebra/ only. */
#ifndef VV_ALGEBRA_FACTOR_BUDGET_H
#define VV_ALGEBRA_FACTOR_BUDGET_H

#include "algebra/rational_function.h"

/* Did this node, with the same angles, already exceed the budget in this context? */
bool vv_factor_budget_exceeded(vv_atoms *a, vv_expr node);
void vv_factor_budget_note(vv_atoms *a, vv_expr node);

#endif
