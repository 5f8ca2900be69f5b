/* Small motions about a position of equilibrium [Appell1896, nos. 449-453; M-SMALL-*].
 *
 * With δq = B δπ, δπ' = δw the equations are  M δπ'' + G δπ' + K δπ = 0; where the constraints are
 * finite and the forces have a force function, G = 0 and K is the Hessian of -U on the positions
 * they leave. */
#ifndef VV_ANALYSIS_SMALL_H
#define VV_ANALYSIS_SMALL_H

#include "analysis/equilibria/equilibrium_solver.h"
#include "equations/stability/linearized_equations.h"

/* Nothing moves while the speeds vanish, wherever it is. */
bool vv_rates_are_homogeneous(vv_ctx *c, const vv_system *s);

/* VV_E_BEYOND where something moves while the speeds vanish, a force changes its branch, or the
 * speeds are singular at the position. */
vv_status vv_small_motions_make(vv_ctx *c, const vv_study *study, const vv_equilibrium *at,
                                vv_linearized *out);
/* With the values of the parameters that have one. */
vv_expr vv_with_parameter_values(vv_ctx *c, const vv_model *m, vv_expr e);
/* The sign of an expression in the parameters, from what the model assumes of its factors. */
vv_sign vv_study_sign(vv_ctx *c, const vv_study *study, vv_expr e);
/* Doubles on either side of an expression with the values of the parameters, and of the numbers of
 * a position found by a search (at may be NULL); false when something has no value. */
bool vv_study_bounds(vv_ctx *c, const vv_study *study, const vv_equilibrium *at, vv_expr e,
                     double *low, double *high);
/* Numbers for n expressions at once, rounded; false when something has no value. */
bool vv_study_numbers(vv_ctx *c, const vv_study *study, const vv_equilibrium *at, int n,
                      const vv_expr *e, double *out);
/* The sign of it, VV_ANY_SIGN when the digits do not tell. */
vv_sign vv_study_sign_at(vv_ctx *c, const vv_study *study, const vv_equilibrium *at, vv_expr e);
/* Do the equations of rest repeat themselves after a turn of coordinate a? */
bool vv_equilibrium_equations_are_periodic(vv_ctx *c, const vv_study *study, int a);
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
/* False when the parameters' values break a condition of its existence. */
bool vv_equilibrium_exists(vv_ctx *c, const vv_study *study, const vv_equilibrium *e);
/* Is the value of a coordinate within the stated box, for an angle up to whole turns? True also
 * where it is not known. */
bool vv_equilibrium_is_in_box(vv_ctx *c, const vv_study *study, const vv_equilibrium *e, int a);
/* "no position of equilibrium is known: ..." with the reason. */
const char *vv_equilibria_none_reason(vv_ctx *c, const vv_equilibria *all);
/* Ends of the model's box of a parameter in doubles; false when it has none. */
bool vv_parameter_range(vv_ctx *c, const vv_study *study, vv_expr parameter, double range[2]);
/* "θ = 0, x = l" of a position. */
const char *vv_equilibrium_text(vv_ctx *c, const vv_system *s, const vv_equilibrium *e);

#endif
