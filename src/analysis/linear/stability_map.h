/* Stability of the equilibria over two parameters: the largest real part of the roots of det(M
 * λ^2 + G λ + K) = 0, numerically [Appell1896, nos. 449, 452]. A map shows where to look;
 * `visviva study FILE stability` proves. */
#ifndef VV_ANALYSIS_LINEAR_STABILITY_MAP_H
#define VV_ANALYSIS_LINEAR_STABILITY_MAP_H

#include "analysis/analysis.h"

typedef struct vv_stability_map vv_stability_map;

/* One map per equilibrium whose linearized equations exist, at most `most`; returns their
 * number. VV_E_BEYOND with a sentence in *why if there is none. range: lower and upper end for
 * each parameter. */
vv_status vv_stability_maps_open(vv_ctx *c, const vv_study *study, const vv_expr over[2], int most,
                                 vv_stability_map **out, int *n, double range[2][2],
                                 const char **why);
/* A map of something else, with its title; growth gives what vv_stability_map_growth_rate does. */
vv_stability_map *vv_stability_map_of(vv_ctx *c, const char *title,
                                      double (*growth)(const void *self, double x, double y),
                                      const void *self);
/* The range that the model states for each of two symbols. */
vv_status vv_stability_map_ranges(vv_ctx *c, const vv_study *study, const vv_expr over[2],
                                  double range[2][2], const char **why);
/* A real part, 0 if it is that of an imaginary root but for rounding; largest: modulus. */
double vv_stability_map_round(double part, double largest);
/* The equilibrium, "θ = 0, x = l", and its number among all, from 1; 0: the title of another map.
 */
const char *vv_stability_map_position(const vv_stability_map *m, int *number);
/* The growth rate; negative: every deviation decays at least at this rate; 0: oscillation or
 * linear growth; NaN: the equilibrium does not exist. */
double vv_stability_map_growth_rate(const vv_stability_map *m, double x, double y);

#endif
