/* Values, signs and texts of expressions in a study: with the values of the parameters, with what
 * the model assumes, and at a position of equilibrium. */
#ifndef VV_ANALYSIS_EQUILIBRIA_STUDY_VALUES_H
#define VV_ANALYSIS_EQUILIBRIA_STUDY_VALUES_H

#include "analysis/equilibria/equilibrium_solver.h"

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
/* The matrix as numbers of the open section, each with what it is proved to be within; NaN where
 * something has no value. `chosen`: the entries with values chosen for what is arbitrary, which
 * give the numbers; NULL: nothing is. */
void vv_study_put_matrix(vv_document *d, const vv_study *study, const vv_equilibrium *at,
                         const char *key, int rows, int columns, const vv_expr *e,
                         const vv_expr *chosen);
/* The sign of it, VV_ANY_SIGN when the digits do not tell. */
vv_sign vv_study_sign_at(vv_ctx *c, const vv_study *study, const vv_equilibrium *at, vv_expr e);
/* Do the equations of rest repeat themselves after a turn of coordinate a? */
bool vv_equilibrium_equations_are_periodic(vv_ctx *c, const vv_study *study, int a);
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
