/* Named definitions for what is too long to print whole: z1 = ..., z2 = ..., then short equations.
 */
#ifndef VV_REPORT_DEFINE_H
#define VV_REPORT_DEFINE_H

#include "equations/equations.h"
#include "expr/expr.h"

/* Rewrites n expressions with names for what occurs more than once or grows beyond a line. out may
 * be in. The definitions, each using earlier ones only, are in the arena; their symbols are new and
 * bear names that no other symbol or function of the context has. */
vv_status vv_name_subexpressions(vv_ctx *c, int n, const vv_expr *in, vv_expr *out,
                                 int *ndefinitions, vv_definition **definitions);

#endif
