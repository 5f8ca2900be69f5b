/* Formulas in the syntaxes of the interface. Private to capi/. */
#ifndef VV_CAPI_FORMULA_H
#define VV_CAPI_FORMULA_H

#include "expr/expr.h"
#include "visviva/mechanism.h"

/* A scalar (1 x 1), a vector (n x 1) or a matrix by rows. VV_E_BEYOND with a diagnostic if it is
 * too long to be written in full. */
vv_status vv_formula_write(vv_ctx *c, int rows, int columns, const vv_expr *e, vv_syntax s,
                           vv_buffer *out);

#endif
