/* Stability of the positions of equilibrium over two parameters: the largest real part of the roots
 * of det(M λ^2 + G λ + K) = 0, by numbers [Appell1896, nos. 449, 452]. A map shows where to look;
 * `visviva study FILE stability` proves. */
#ifndef VV_ANALYSIS_MAP_H
#define VV_ANALYSIS_MAP_H

#include "analysis/topic.h"

typedef struct vv_stability_map vv_stability_map;

/* One for each position of equilibrium whose linear equations exist, at most `most`; their number.
 * VV_E_BEYOND with a sentence in *why when there is none. range: low and high of each parameter. */
vv_status vv_stability_maps_open(vv_ctx *c, const vv_study *study, const vv_expr over[2], int most,
                                 vv_stability_map **out, int *n, double range[2][2],
                                 const char **why);
/* "θ = 0, x = l": the position; and its number among all, from 1. */
const char *vv_stability_map_position(const vv_stability_map *m, int *number);
/* The rate at which something grows; negative: all that moves dies away as fast; 0: neither, it
 * oscillates or drifts in proportion to the time; NaN: there is no such position. */
double vv_stability_map_growth_rate(const vv_stability_map *m, double x, double y);

#endif
