/* Equilibria hidden by a singular choice of speeds.
 *
 * The equilibrium equations in the speeds, D^T Q = 0 with dq = D dw, give no information where a
 * divisor of D vanishes (x' = -y y'/x for a point on a circle, at x = 0) or where its columns
 * become dependent. Without speeds: at an equilibrium the forces Q lie in the row space of the
 * constraint Jacobian A, Q + A^T λ = 0 [Appell1896, no. 449; M-EQUIL], that is, all minors of
 * order r + 1 of the r rows of A and Q vanish, where A has rank r. */
#ifndef VV_ANALYSIS_EQUILIBRIA_SINGULAR_CHARTS_H
#define VV_ANALYSIS_EQUILIBRIA_SINGULAR_CHARTS_H

#include "analysis/equilibria/equilibrium_solver.h"

enum { VV_CHART_SINGULARITIES_MOST = 16, VV_CHART_MINORS_MOST = 80 };

/* Factors of the divisors of D that may vanish, except those where the equations in the speeds
 * remain valid. Returns their number; -1 if unknown. */
int vv_chart_singularities(vv_ctx *c, const vv_study *study, vv_expr *out);
/* The equilibrium equations without speeds, proved equivalent to those of the study where both
 * exist; directions without a divisor are taken over unchanged. Returns their number, at most
 * VV_CHART_MINORS_MOST; -1 if there are too many or they are unknown. */
int vv_chart_equilibrium_equations(vv_ctx *c, const vv_study *study, vv_expr *out);
/* Is the configuration, found without speeds or in the study's own, an equilibrium? Where the
 * speeds are singular, it receives the unperturbed study in rates of coordinates that are
 * regular there. Unknown if there are none (the constraints are dependent there), where the
 * forces are undefined, and with free frames or servos. */
vv_truth vv_chart_is_equilibrium(vv_ctx *c, const vv_study *study, vv_equilibrium *e);
/* Decides, in other speeds, a claim about a configuration in which the system's own speeds are
 * singular. */
vv_status vv_chart_decide_claim(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                                const vv_claim *k, const vv_prove_options *o, vv_proof *out);

#endif
