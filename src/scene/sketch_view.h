/* A sketch in the making: the direction of view, the page, and the labels that wait for a free
 * place. Private to the files sketch*.c. */
#ifndef VV_SCENE_SKETCH_VIEW_H
#define VV_SCENE_SKETCH_VIEW_H

#include "drawing/drawing.h"
#include "scene/scene_data.h"

enum { VV_SKETCH_WIDTH = 640, VV_SKETCH_MOST_LABELS = 64 };

typedef struct vv_sketch_label {
    const char *text;
    double at[2], away[2]; /* what it names, and the direction in which it would best stand */
    double size;
    vv_ink ink;
    bool slanted;
} vv_sketch_label;

typedef struct vv_sketch_view {
    const vv_scene *k;
    vv_drawing *d;          /* NULL while the bounds are being found */
    double right[3], up[3]; /* directions of the page in the world */
    double scale, x0, y0;
    double low[2], high[2]; /* bounds of the drawing, in world lengths */
    double words;           /* margin for labels */
    int nlabels;
    vv_sketch_label label[VV_SKETCH_MOST_LABELS];
} vv_sketch_view;

void vv_sketch_project(const vv_sketch_view *v, const double p[3], double out[2]);
/* Widens the bounds. */
void vv_sketch_include(vv_sketch_view *v, const double p[3]);
/* A line of points of the world; drawn, or only included in the bounds if there is no page yet. */
vv_shape *vv_sketch_line(vv_sketch_view *v, int n, const double *p, vv_ink ink, double width);
/* Names the place xy of the page; the label is placed later, in the order of the calls. */
void vv_sketch_name(vv_sketch_view *v, const double xy[2], double dx, double dy, double size,
                    vv_ink ink, const char *text);
/* Places all labels so that none overlaps another or leaves the page; what finds no place is
 * dropped (sketch_labels.c). */
void vv_sketch_place_labels(vv_sketch_view *v);
/* Angles and lengths of links and bars that bear the name of a coordinate or a parameter
 * (sketch_marks.c). */
void vv_sketch_marks(vv_sketch_view *v);
/* Shapes that the model states (sketch_shapes.c). */
void vv_sketch_visuals(vv_sketch_view *v, int row, double opacity);
/* An ellipse about `at`, spanned by u and w. */
void vv_sketch_ring(vv_sketch_view *v, const double at[3], const double u[3], const double w[3],
                    vv_ink ink, double width, double opacity);

#endif
