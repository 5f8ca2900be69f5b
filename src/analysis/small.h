/* Small motions about a position of equilibrium [Appell1896, nos. 449-453; M-SMALL-*].
 *
 * With δq = B δπ, δπ' = δw the equations are  M δπ'' + G δπ' + K δπ = 0; where the constraints are
 * finite and the forces have a force function, G = 0 and K is the Hessian of -U on the positions
 * they leave. */
#ifndef VV_ANALYSIS_SMALL_H
#define VV_ANALYSIS_SMALL_H

#include "analysis/equilibrium.h"
#include "equations/small.h"

vv_status vv_small_make(vv_ctx *c, const vv_study *study, const vv_equilibrium *at, vv_small *out);
/* With the values of the parameters that have one. */
vv_expr vv_with_values(vv_ctx *c, const vv_model *m, vv_expr e);
/* The sign of an expression in the parameters, from what the model assumes of its factors. */
vv_sign vv_sign_of(vv_ctx *c, const vv_study *study, vv_expr e);
/* The same with the parameters' values; VV_ANY_SIGN when one is missing. */
vv_sign vv_sign_by_values(vv_ctx *c, const vv_study *study, vv_expr e);
/* A section for the position, opened: its heading and the values of the coordinates. */
void vv_position_begin(vv_document *d, const vv_system *s, const vv_equilibrium *e, int k);
/* What a topic says of one position: fills the open section. */
typedef vv_status vv_small_visit(vv_ctx *c, const vv_study *study, vv_document *d,
                                 const vv_small *m, const vv_equilibrium *at);
/* A section for each position of equilibrium; visit where the linear equations exist, a remark
 * elsewhere. */
vv_status vv_small_each(vv_ctx *c, const vv_study *study, vv_document *d, vv_small_visit *visit);
/* False when the parameters' values break a condition of its existence. */
bool vv_position_exists(vv_ctx *c, const vv_study *study, const vv_equilibrium *e);

#endif
