/* The phase plane of a system with one coordinate: its motions, the nullclines and equilibria. */
#ifndef VV_SCENE_PHASE_PORTRAIT_H
#define VV_SCENE_PHASE_PORTRAIT_H

#include "scene/run_plots.h"

/* Draws within the limits of the list's style; without limits, the coordinate over the model's box
 * or one turn and more of an angle, its rate as far as motions that turn back there get.
 * VV_E_BEYOND with a diagnostic for a system with another number of coordinates, or that depends on
 * time. Everything is numerical: equilibria are where the acceleration at rest changes its sign. */
vv_status vv_phase_portrait_draw(vv_ctx *c, const vv_system *s, vv_drawing_list *out);

#endif
