/* Expressions in the syntaxes of the interface; private to the room. */
#ifndef VV_CAPI_SYNTAX_H
#define VV_CAPI_SYNTAX_H

#include "capi/handle.h"
#include "expr/expr.h"

/* Appends e. VV_E_BEYOND with nothing written if its text would be too long. */
vv_status vv_syntax_write(vv_ctx *c, vv_expr e, vv_syntax syntax, vv_buffer *out);

#endif
