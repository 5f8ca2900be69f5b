/* Small motions about an equilibrium [Appell1896, nos. 449-453; M-SMALL-*].
 *
 * With δq = B δπ, δπ' = δw the equations are  M δπ'' + G δπ' + K δπ = 0. If the constraints are
 * holonomic and the forces have a force function, G = 0 and K is the Hessian of -U on the
 * constraint manifold. */
#ifndef VV_ANALYSIS_EQUILIBRIA_SMALL_MOTIONS_H
#define VV_ANALYSIS_EQUILIBRIA_SMALL_MOTIONS_H

#include "analysis/equilibria/equilibrium_solver.h"
#include "equations/stability/linearized_equations.h"

/* All rates vanish with the speeds, in every configuration. */
bool vv_rates_are_homogeneous(vv_ctx *c, const vv_system *s);

/* VV_E_BEYOND if something moves while the speeds vanish, a force is nonsmooth there, or the
 * speeds are singular at the equilibrium. */
vv_status vv_small_motions_make(vv_ctx *c, const vv_study *study, const vv_equilibrium *at,
                                vv_linearized *out);
/* Substitutes the values of the parameters that have one. */
vv_expr vv_with_parameter_values(vv_ctx *c, const vv_model *m, vv_expr e);
/* Sign of an expression in the parameters, from the assumed signs of its factors. */
vv_sign vv_study_sign(vv_ctx *c, const vv_study *study, vv_expr e);
/* Lower and upper bound of an expression at the parameter values and at the numbers of an
 * equilibrium found by search (at may be NULL); false if a symbol has no value. */
bool vv_study_bounds(vv_ctx *c, const vv_study *study, const vv_equilibrium *at, vv_expr e,
                     double *low, double *high);
/* Rounded values of n expressions at once; false if a symbol has no value. */
bool vv_study_numbers(vv_ctx *c, const vv_study *study, const vv_equilibrium *at, int n,
                      const vv_expr *e, double *out);
/* Sign of the expression; VV_ANY_SIGN if the precision does not decide it. */
vv_sign vv_study_sign_at(vv_ctx *c, const vv_study *study, const vv_equilibrium *at, vv_expr e);
/* Are the equilibrium equations periodic in coordinate a? */
bool vv_equilibrium_equations_are_periodic(vv_ctx *c, const vv_study *study, int a);
/* Name of the variable whose rate is the deviation of speed i: a coordinate, or the integral of
 * a speed; as plain text and in LaTeX. */
const char *vv_deviation_name(vv_ctx *c, const vv_system *s, int i);
const char *vv_deviation_latex(vv_ctx *c, const vv_system *s, int i);
/* Equations of motion without perturbations and with zero inputs; NULL if memory is exhausted. */
const vv_equations *vv_study_unforced_equations(vv_ctx *c, const vv_study *study);
/* The same with the inputs kept. */
const vv_equations *vv_study_unperturbed_equations(vv_ctx *c, const vv_study *study);
/* Opens a section for the equilibrium: heading and coordinate values. */
void vv_equilibrium_begin_section(vv_document *d, const vv_system *s, const vv_equilibrium *e,
                                  int k);
/* The coordinate values alone. */
void vv_equilibrium_put_values(vv_document *d, const vv_system *s, const vv_equilibrium *e);
/* Callback of a topic that fills the open section of one equilibrium. */
typedef vv_status vv_small_motions_visit(vv_ctx *c, const vv_study *study, vv_document *d,
                                         const vv_linearized *m, const vv_equilibrium *at);
/* One section per equilibrium: `visit` where the linearized equations exist, otherwise a remark. */
vv_status vv_small_motions_each(vv_ctx *c, const vv_study *study, vv_document *d,
                                vv_small_motions_visit *visit);
/* False if the parameter values violate one of its existence conditions. */
bool vv_equilibrium_exists(vv_ctx *c, const vv_study *study, const vv_equilibrium *e);
/* Is the value of a coordinate within the stated box (an angle modulo whole turns)? True also if
 * unknown. */
bool vv_equilibrium_is_in_box(vv_ctx *c, const vv_study *study, const vv_equilibrium *e, int a);
/* "no position of equilibrium is known: ..." with the reason. */
const char *vv_equilibria_none_reason(vv_ctx *c, const vv_equilibria *all);
/* Bounds of the model's box for a parameter; false if it has none. */
bool vv_parameter_range(vv_ctx *c, const vv_study *study, vv_expr parameter, double range[2]);
/* The coordinate values as text: "θ = 0, x = l". */
const char *vv_equilibrium_text(vv_ctx *c, const vv_system *s, const vv_equilibrium *e);

#endif
