/* Plots of a run: what the model shows, or the curves that are asked for. */
#ifndef VV_SCENE_CURVES_H
#define VV_SCENE_CURVES_H

#include "drawing/drawing.h"
#include "scene/scene.h"

typedef struct vv_drawing_list {
    int n, capacity;
    vv_drawing **at;
} vv_drawing_list;

/* d may be NULL: nothing is added. */
void vv_drawing_list_add(vv_ctx *c, vv_drawing_list *p, vv_drawing *d);
/* Time series of what the model shows, of the coordinates when it shows no value; the phase plane
 * of a single coordinate; paths. */
vv_status vv_run_plots_shown(const vv_scene *k, vv_drawing_list *out);
/* Columns are time, coordinates, rates, speeds, what the model shows as it is written; of a vector
 * all three. VV_E_MODEL with a diagnostic for a name that there is not. */
vv_status vv_run_plots_chosen(const vv_scene *k, int n, const vv_curve *curve,
                              vv_drawing_list *out);
/* The same for a table; without curves all columns against the first. */
vv_status vv_csv_table_plots(vv_ctx *c, const vv_csv_table *t, int n, const vv_curve *curve,
                             vv_drawing_list *out);
/* What both runs have under one name and unit, each in one plot: the first solid, the second
 * dashed; paths too. The titles tell them apart. */
vv_status vv_run_plots_compare(const vv_scene *first, const vv_scene *second,
                               const char *const title[2], vv_drawing_list *out);
/* All below one another. */
vv_drawing *vv_drawing_list_stack(vv_ctx *c, const vv_drawing_list *p, const char *title);

#endif
