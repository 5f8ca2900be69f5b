/* Curves in a frame with axes: time series, phase planes, paths.
 *
 * Ticks are 1, 2 or 5 times a power of ten; a large or small power common to all numbers of an axis
 * stands in its label. The legend stands above the frame, so that it covers nothing. A quantity
 * that changes by rounding only is drawn as the constant it is. */
#ifndef VV_PLOT_PLOT_H
#define VV_PLOT_PLOT_H

#include "drawing/drawing.h"

typedef struct vv_series {
    const char *label;
    int n;
    const double *x, *y; /* NaN leaves a gap                       (n) */
} vv_series;

typedef struct vv_plot {
    const char *title, *x_label, *y_label; /* each may be NULL */
    bool equal;                            /* one unit is as long on both axes: a path */
    bool marks;                            /* begin and end are marked */
    int nseries;
    const vv_series *series;
    double width, height; /* 0: 640, 360; of equal ones the height follows */
} vv_plot;

/* NULL on refusal of memory. What has no finite point is drawn as an empty frame that says so. */
vv_drawing *vv_plot_draw(vv_ctx *c, const vv_plot *p);

/* The ticks of an axis from low to high, about `wanted` of them. */
typedef struct vv_ticks {
    double first, step; /* value = 10^power * (first + k*step), k = 0 .. n - 1 */
    int n, digits, power;
} vv_ticks;
vv_ticks vv_ticks_find(double low, double high, int wanted);
/* Text of the k-th. */
const char *vv_ticks_text(vv_ctx *c, const vv_ticks *t, int k);

#endif
