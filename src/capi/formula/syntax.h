/* Expressions in the syntaxes of the interface; private to the room. */
#ifndef VV_CAPI_FORMULA_SYNTAX_H
#define VV_CAPI_FORMULA_SYNTAX_H

#include "base/base.h"
#include "expr/expr.h"
#include "visviva/base.h"

/* Appends e. VV_E_BEYOND with nothing written if its text would be too long. */
vv_status vv_syntax_write(vv_ctx *c, vv_expr e, vv_syntax syntax, vv_buffer *out);
/* Appends n expressions by their nodes, as vv_eom_write has them. */
vv_status vv_syntax_write_nodes(vv_ctx *c, int n, const vv_expr *e, vv_syntax syntax,
                                vv_buffer *out);
/* A scalar (1 x 1), a vector (n x 1) or a matrix by rows. VV_E_BEYOND with a diagnostic if it is
 * too long to be written in full. */
vv_status vv_formula_write(vv_ctx *c, int rows, int columns, const vv_expr *e, vv_syntax s,
                           vv_buffer *out);

#endif
