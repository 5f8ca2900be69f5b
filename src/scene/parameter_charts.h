/* Plots over parameters: `show response(p)` and `show stability(p, q)`. */
#ifndef VV_SCENE_PARAMETER_CHARTS_H
#define VV_SCENE_PARAMETER_CHARTS_H

#include "scene/run_plots.h"

/* Amplitudes over the range of a parameter, or over the frequencies of an input, on logarithmic
 * axes, and the phases if there is damping; or a map for each equilibrium. VV_E_BEYOND with a
 * diagnostic at the statement if there is nothing to draw. */
vv_status vv_parameter_chart_draw(vv_ctx *c, const vv_system *s, const vv_parameter_chart *chart,
                                  vv_drawing_list *out);

#endif
