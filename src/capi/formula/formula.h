/* capi/formula/: formulas in the syntaxes of the interface, and as nodes.
 * The public header of the room: other rooms include this one and no other. */
#ifndef VV_CAPI_FORMULA_FORMULA_H
#define VV_CAPI_FORMULA_FORMULA_H

#include "capi/formula/nodes.h"
#include "capi/formula/syntax.h"

#endif
