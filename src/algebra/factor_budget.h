/* What vv_factorise need not begin again (factor_budget.c). For files of rewrite/ only. */
#ifndef VV_REWRITE_BEYOND_H
#define VV_REWRITE_BEYOND_H

#include "algebra/rational_function.h"

/* Did this node, in the same angles, exceed the budget before, in this context? */
bool vv_beyond_before(vv_atoms *a, vv_expr node);
void vv_beyond_note(vv_atoms *a, vv_expr node);

#endif
