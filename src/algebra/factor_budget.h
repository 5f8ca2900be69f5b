/* What vv_factorise need not begin again (factor_budget.c). For files of rewrite/ only. */
#ifndef VV_ALGEBRA_FACTOR_BUDGET_H
#define VV_ALGEBRA_FACTOR_BUDGET_H

#include "algebra/rational_function.h"

/* Did this node, in the same angles, exceed the budget before, in this context? */
bool vv_factor_budget_exceeded(vv_atoms *a, vv_expr node);
void vv_factor_budget_note(vv_atoms *a, vv_expr node);

#endif
