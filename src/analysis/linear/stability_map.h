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
/* The equilibrium, "θ = 0, x = l", and its number among all, from 1. */
const char *vv_stability_map_position(const vv_stability_map *m, int *number);
/* The growth rate; negative: every deviation decays at least at this rate; 0: oscillation or
 * linear growth; NaN: the equilibrium does not exist. */
double vv_stability_map_growth_rate(const vv_stability_map *m, double x, double y);

#endif
