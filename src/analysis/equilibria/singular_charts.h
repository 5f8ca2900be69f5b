/* Positions that a choice of speeds hides.
 *
 * The equations of rest in the speeds, D^T Q = 0 with dq = D dw, say nothing where D has a divisor
 * that vanishes (x' = -y y'/x of a point on a circle, where x = 0) nor where its columns become
 * dependent. Without speeds: rest is where the forces Q lie in the space of the rows A of the
 * relations, Q + A^T λ = 0 [Appell1896, no. 449; M-EQUIL], that is, where all minors of order r + 1
 * of the r rows A and Q vanish, A having rank r there. */
#ifndef VV_ANALYSIS_CHART_H
#define VV_ANALYSIS_CHART_H

#include "analysis/equilibria/equilibrium_solver.h"

enum { VV_CHART_SINGULARITIES_MOST = 16, VV_CHART_MINORS_MOST = 80 };

/* Factors of the divisors of the directions that may vanish, those left aside where the equations
 * in the speeds hold all the same; -1 when they are not known. */
int vv_chart_singularities(vv_ctx *c, const vv_study *study, vv_expr *out);
/* The equations of rest without speeds, proved to be those of the study where both exist; those
 * in directions without a divisor as they stand. Their
 * number, at most VV_CHART_MINORS_MOST; -1 when they are too many or unknown. */
int vv_chart_equilibrium_equations(vv_ctx *c, const vv_study *study, vv_expr *out);
/* Is the position, found without speeds or in the study's own, one of equilibrium? Where the speeds
 * are singular it gets the study, undisturbed, in rates of coordinates that are regular there.
 * Unknown where there are none: the relations depend on each other there; where the forces are not
 * defined; also with free frames and servos. */
vv_truth vv_chart_is_equilibrium(vv_ctx *c, const vv_study *study, vv_equilibrium *e);
/* A claim about a position that is not decided in the system's own speeds, since they are singular
 * there, in others. */
vv_status vv_chart_decide_claim(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                                const vv_claim *k, const vv_prove_options *o, vv_proof *out);

#endif
