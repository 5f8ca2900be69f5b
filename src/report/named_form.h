/* Several expressions together, written with named parts: the shortest of the candidates offered.
 */
#ifndef VV_REPORT_NAMED_FORM_H
#define VV_REPORT_NAMED_FORM_H

#include "report/named_subexpressions.h"
#include "report/simplify/simplify.h"

typedef struct vv_named_form {
    int n;
    vv_expr *e; /* NULL: none yet */
    int nparts;
    vv_definition *part;
    long cost; /* printed, parts included */
} vv_named_form;

/* The expressions as they are, with names for what they share and for what exceeds a line. */
vv_named_form vv_named_form_of(vv_ctx *c, int n, const vv_expr *e);
/* With each part simplified, then named again: some names are no longer needed. */
vv_named_form vv_named_form_again(vv_ctx *c, const vv_simplify_options *how,
                                  const vv_named_form *x);
/* The shorter of two; b if they are equally short. */
vv_named_form vv_named_form_shorter(vv_named_form a, vv_named_form b);

#endif
