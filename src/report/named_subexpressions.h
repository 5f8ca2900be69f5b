/* Names for subexpressions too long to print in full: z1 = ..., z2 = ..., then short equations. */
#ifndef VV_REPORT_NAMED_SUBEXPRESSIONS_H
#define VV_REPORT_NAMED_SUBEXPRESSIONS_H

#include "equations/equations.h"
#include "expr/expr.h"

/* Rewrites n expressions with names for subexpressions that occur more than once or exceed a
 * line. out may be in. The definitions, each in terms of earlier ones, are in the arena; their
 * symbols are new, with names unused in the context. */
vv_status vv_name_subexpressions(vv_ctx *c, int n, const vv_expr *in, vv_expr *out,
                                 int *ndefinitions, vv_definition **definitions);
/* The definitions as they are printed. Those that are components of the solution of a linear system
 * are given by its equations. Returns their number. */
typedef struct vv_part_line {
    vv_expr left, right;
    bool system; /* an equation of a linear system; otherwise left is a name */
} vv_part_line;
int vv_part_lines(vv_ctx *c, int n, const vv_definition *part, vv_part_line **out);
/* Numbers these definitions from `first` on, in n expressions that use them as well. */
void vv_renumber_parts(vv_ctx *c, int first, int n, vv_expr *e, int nparts, vv_definition *part);
/* The number of a part's name, such as 12 of z12; 0: the symbol is not such a name. */
int vv_part_number(vv_ctx *c, vv_expr symbol);

#endif
