/* Small motions about a position of equilibrium [Appell1896, nos. 449-453; M-SMALL-*].
 *
 * With δq = B δπ, δπ' = δw the equations are  M δπ'' + G δπ' + K δπ = 0; where the constraints are
 * finite and the forces have a force function, G = 0 and K is the Hessian of -U on the positions
 * they leave. */
#ifndef VV_ANALYSIS_SMALL_H
#define VV_ANALYSIS_SMALL_H

#include "analysis/equilibria/study_values.h"
#include "equations/stability/linearized_equations.h"

/* Nothing moves while the speeds vanish, wherever it is. */
bool vv_rates_are_homogeneous(vv_ctx *c, const vv_system *s);

/* VV_E_BEYOND where something moves while the speeds vanish, a force changes its branch, or the
 * speeds are singular at the position. */
vv_status vv_small_motions_make(vv_ctx *c, const vv_study *study, const vv_equilibrium *at,
                                vv_linearized *out);
/* What the deviation of speed i is the rate of: a coordinate, or the integral of a speed; plain,
 * and in LaTeX. */
const char *vv_deviation_name(vv_ctx *c, const vv_system *s, int i);
const char *vv_deviation_latex(vv_ctx *c, const vv_system *s, int i);
/* The equations of motion without perturbations and with inputs at 0; NULL on refusal. */
const vv_equations *vv_study_unforced_equations(vv_ctx *c, const vv_study *study);
/* The same with the inputs as they are. */
const vv_equations *vv_study_unperturbed_equations(vv_ctx *c, const vv_study *study);
/* A section for the position, opened: its heading and the values of the coordinates. */
void vv_equilibrium_begin_section(vv_document *d, const vv_system *s, const vv_equilibrium *e,
                                  int k);
/* The values of the coordinates alone. */
void vv_equilibrium_put_values(vv_document *d, const vv_system *s, const vv_equilibrium *e);
/* What a topic says of one position: fills the open section. */
typedef vv_status vv_small_motions_visit(vv_ctx *c, const vv_study *study, vv_document *d,
                                         const vv_linearized *m, const vv_equilibrium *at);
/* A section for each position of equilibrium; visit where the linear equations exist, a remark
 * elsewhere. */
vv_status vv_small_motions_each(vv_ctx *c, const vv_study *study, vv_document *d,
                                vv_small_motions_visit *visit);

#endif
