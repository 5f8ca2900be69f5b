/* How much energy keeps a motion in a box about a position of equilibrium. */
#ifndef VV_ANALYSIS_FACES_H
#define VV_ANALYSIS_FACES_H

#include "analysis/equilibria/small_motions.h"

/* Where the model states a box for all coordinates that -(U + T0) depends on, about this position:
 * a lower bound P of its rise on the faces, by ball arithmetic. A motion that begins in the box
 * with less energy than P above the position's stays in it, and T stays below P [Appell1896, no.
 * 449; M-LEJEUNE, M-LEJEUNE-VEL]. Nothing is said where there is no such box, or no values. */
void vv_energy_bound_put(vv_ctx *c, const vv_study *study, vv_document *d,
                         const vv_equilibrium *at);

/* The bounds in symbols of the speeds that follow from T < P: w_i^2 < 2 P (M^-1)_ii, since w_i is
 * the product of row i of M^-1/2 and M^1/2 w, whose square is 2 T [Cauchy; M-LEJEUNE-VEL]. */
void vv_speed_bounds_put(vv_ctx *c, const vv_study *study, vv_document *d,
                         const vv_equilibrium *at);

#endif
