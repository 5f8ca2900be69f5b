/* Sheets of the manifold that its rules leave out: x*y = 0 solved for x says nothing of y = 0. */
#ifndef VV_EQUATIONS_CLAIMS_CONSTRAINT_SHEETS_H
#define VV_EQUATIONS_CLAIMS_CONSTRAINT_SHEETS_H

#include "equations/equations.h"

/* "constraint x*y = 0 leaves another sheet, y = 0, ..."; NULL if no sheet is known to be left out.
 */
const char *vv_sheet_left_out(vv_ctx *c, const vv_system *s);

#endif
