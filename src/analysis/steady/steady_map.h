/* Stability of families of steady motions over two of their free values or parameters: the largest
 * real part of the exponents that are not zero, numerically. A map shows where to look;
 * `visviva study FILE steady` proves. */
#ifndef VV_ANALYSIS_STEADY_MAP_H
#define VV_ANALYSIS_STEADY_MAP_H

#include "analysis/linear/linear.h"

/* Is one of them a coordinate, a rate or a generalized speed? The map is one of steady motions. */
bool vv_steady_map_is_meant(vv_ctx *c, const vv_expr over[2]);
/* As vv_stability_maps_open: one map for each family in which both are free. */
vv_status vv_steady_maps_open(vv_ctx *c, const vv_study *study, const vv_expr over[2], int most,
                              vv_stability_map **out, int *n, double range[2][2], const char **why);

#endif
