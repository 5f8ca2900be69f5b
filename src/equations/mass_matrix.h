/* The solved form of a record: matrix * (wd, lambda) = rhs, from residuals and constraint rows. */
#ifndef VV_EQUATIONS_MASS_MATRIX_H
#define VV_EQUATIONS_MASS_MATRIX_H

#include "equations/equation_record.h"

/* Fills nunknowns, unknown, matrix, rhs. The residuals and the acceleration form of the rows
 * kept are linear in the unknowns; their values at zero go to the right-hand side. */
vv_status vv_equations_mass_matrix(vv_ctx *c, vv_equations *eq);
/* The accelerations wd (and multipliers) as the nunknowns components of one SOLVE node. */
vv_status vv_equations_solve(vv_ctx *c, const vv_equations *eq, vv_expr *out);

/* Residuals, then mass matrix and forcing, for --trace=equations and --trace=shape. */
void vv_equations_trace_residuals(vv_ctx *c, const vv_equations *eq);
void vv_equations_trace_mass_matrix(vv_ctx *c, const vv_equations *eq);

#endif
