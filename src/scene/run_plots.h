/* Plots of a run: what the model shows, or the curves that are asked for. */
#ifndef VV_SCENE_CURVES_H
#define VV_SCENE_CURVES_H

#include "drawing/drawing.h"
#include "scene/scene.h"

typedef struct vv_pictures {
    int n, capacity;
    vv_drawing **at;
} vv_pictures;

/* d may be NULL: nothing is added. */
void vv_pictures_add(vv_ctx *c, vv_pictures *p, vv_drawing *d);
/* Time series of what the model shows, of the coordinates when it shows no value; the phase plane
 * of a single coordinate; paths. */
vv_status vv_curves_shown(const vv_scene *k, vv_pictures *out);
/* Columns are time, coordinates, rates, speeds, what the model shows as it is written; of a vector
 * all three. VV_E_MODEL with a diagnostic for a name that there is not. */
vv_status vv_curves_chosen(const vv_scene *k, int n, const vv_curve *curve, vv_pictures *out);
/* The same for a table; without curves all columns against the first. */
vv_status vv_curves_grid(vv_ctx *c, const vv_grid *t, int n, const vv_curve *curve,
                         vv_pictures *out);
/* What both runs have under one name and unit, each in one plot: the first solid, the second
 * dashed; paths too. The titles tell them apart. */
vv_status vv_curves_beside(const vv_scene *first, const vv_scene *second,
                           const char *const title[2], vv_pictures *out);
/* All below one another. */
vv_drawing *vv_pictures_join(vv_ctx *c, const vv_pictures *p, const char *title);

#endif
