/* Energy below which a motion stays in a box about an equilibrium. */
#ifndef VV_ANALYSIS_EQUILIBRIA_ENERGY_BOUNDS_H
#define VV_ANALYSIS_EQUILIBRIA_ENERGY_BOUNDS_H

#include "analysis/equilibria/small_motions.h"

/* If the model states a box about this equilibrium for all coordinates on which -(U + T0)
 * depends: a lower bound P for the rise of -(U + T0) on the faces, by ball arithmetic. A motion
 * that starts in the box with an energy less than P above that of the equilibrium stays in it,
 * and T stays below P [Appell1896, no. 449; M-LEJEUNE, M-LEJEUNE-VEL]. Adds nothing without such
 * a box or without parameter values. */
void vv_energy_bound_put(vv_ctx *c, const vv_study *study, vv_document *d,
                         const vv_equilibrium *at);

/* Symbolic bounds on the speeds that follow from T < P: w_i^2 < 2 P (M^-1)_ii, since w_i is the
 * product of row i of M^-1/2 and M^1/2 w, whose square is 2 T [Cauchy; M-LEJEUNE-VEL]. */
void vv_speed_bounds_put(vv_ctx *c, const vv_study *study, vv_document *d,
                         const vv_equilibrium *at);

#endif
