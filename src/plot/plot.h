/* Curves and areas in a frame with axes: time series, phase planes, paths, responses, maps.
 *
 * Ticks are 1, 2 or 5 times a power of ten; a large or small power common to all numbers of an axis
 * stands in its label. A logarithmic axis has its ticks at powers of ten, at 1, 2 and 5 times them
 * when these are few. The legend stands above the frame, so that it covers nothing. A quantity
 * that changes by rounding only is drawn as the constant it is. */
#ifndef VV_PLOT_PLOT_H
#define VV_PLOT_PLOT_H

#include "drawing/drawing.h"

typedef struct vv_series {
    const char *label; /* NULL: not in the legend */
    int n;
    const double *x, *y; /* NaN leaves a gap                       (n) */
} vv_series;

/* A polygon filled with one of VV_INK_AREA, and what the ink means. */
typedef struct vv_area {
    vv_ink ink;
    int n;
    const double *xy; /* x, y, x, ...                            (2*n) */
} vv_area;

typedef struct vv_legend_entry {
    const char *label;
    vv_ink ink;
} vv_legend_entry;

typedef struct vv_plot {
    const char *title, *x_label, *y_label; /* each may be NULL */
    bool equal;                            /* one unit is as long on both axes: a path */
    bool marks;                            /* begin and end are marked */
    bool log_x, log_y;                     /* what is not positive is a gap there */
    const double *x_range, *y_range;       /* low, high; NULL: that of the series. Cut off there */
    int nareas, nkeys;
    const vv_area *area; /* below the series, in their place the grid is left out */
    const vv_legend_entry *key;
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
    int decade; /* 0, or of a logarithmic axis: 3, the values are 1, 2, 5 times powers of ten, the
                 * first of them number `first`; 1, they are powers of ten, `step` apart */
} vv_ticks;
vv_ticks vv_ticks_find(double low, double high, int wanted);
/* Of a logarithmic axis from 10^low to 10^high. */
vv_ticks vv_ticks_log(double low, double high, int wanted);
double vv_ticks_value(const vv_ticks *t, int k);
/* 10^power as ×10³, or 10³ alone. */
const char *vv_power_of_ten_text(vv_ctx *c, int power, bool times);
/* Text of the k-th. */
const char *vv_ticks_text(vv_ctx *c, const vv_ticks *t, int k);

#endif
