/* Plots of a run: what the model shows, or the requested curves. */
#ifndef VV_SCENE_RUN_PLOTS_H
#define VV_SCENE_RUN_PLOTS_H

#include "drawing/drawing.h"
#include "plot/plot.h"
#include "scene/scene_data.h"

/* A curve of a plot, given by column names: time, coordinates, rates, speeds, `show`
 * expressions. */
typedef struct vv_curve {
    const char *x, *y; /* x NULL: same as for the previous curve; for the first one: time */
    bool joins;        /* drawn into the plot of the previous curve */
} vv_curve;

typedef struct vv_drawing_list {
    int n, capacity;
    vv_drawing **at;
    const vv_plot **plot;       /* of which it is the drawing, NULL: of none */
    const vv_plot_style *style; /* of the plots, or NULL */
} vv_drawing_list;

/* d may be NULL: nothing is added. */
void vv_drawing_list_add(vv_ctx *c, vv_drawing_list *p, vv_drawing *d);
/* Draws a plot in the style of the list and adds it. */
void vv_drawing_list_plot(vv_ctx *c, vv_drawing_list *p, const vv_plot *plot, const char *title);
/* Time series of what the model shows, or of the coordinates if it shows no value; the phase
 * plane of a single coordinate; paths. */
vv_status vv_run_plots_shown(const vv_scene *k, vv_drawing_list *out);
/* Columns are time, coordinates, rates, speeds, and shown quantities as written in the model;
 * for a vector all three components. VV_E_MODEL with a diagnostic for an unknown name. */
vv_status vv_run_plots_chosen(const vv_scene *k, int n, const vv_curve *curve,
                              vv_drawing_list *out);
/* The same for a table; without curves, all columns against the first. In the table of a sweep,
 * rows of one member form a curve; members of one row each, points over the first varied value. */
vv_status vv_csv_table_plots(vv_ctx *c, const vv_csv_table *t, int n, const vv_curve *curve,
                             vv_drawing_list *out);
/* Quantities that both runs have under the same name and unit, one plot each: the first solid,
 * the second dashed; also paths. The titles distinguish them. */
vv_status vv_run_plots_compare(const vv_scene *first, const vv_scene *second,
                               const char *const title[2], vv_drawing_list *out);
/* Draws plots again whose frames do not begin where that of another does. */
void vv_drawing_list_align(vv_ctx *c, vv_drawing_list *p);
/* Stacks all drawings vertically, aligned. */
vv_drawing *vv_drawing_list_stack(vv_ctx *c, vv_drawing_list *p, const char *title);

#endif
