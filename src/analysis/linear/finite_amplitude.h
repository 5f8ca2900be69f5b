/* Periods of one degree of freedom at finite amplitude [Appell1896, no. 450.1; M-SMALL-1-DEGU]. */
#ifndef VV_ANALYSIS_LINEAR_FINITE_AMPLITUDE_H
#define VV_ANALYSIS_LINEAR_FINITE_AMPLITUDE_H

#include "analysis/equilibria/equilibria.h"

/* T = 1/2 m q^n q'^2, -U = v q^k, k even: dependence of the period on the amplitude q0. */
void vv_period_put_amplitude_law(vv_document *d, int n, int k, vv_expr m, vv_expr v);
/* The period of the motion that the model starts from rest, about this equilibrium; adds nothing
 * if the initial conditions, the parameter values or the energy are not of that kind. */
void vv_period_put_of_start(vv_ctx *c, const vv_study *study, vv_document *d,
                            const vv_equilibrium *at);

#endif
