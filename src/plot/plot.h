/* Curves and areas in a frame with axes: time series, phase planes, paths, responses, maps.
 * Ticks are 1, 2 or 5 times a power of ten; a large or small power common to all ticks of an
 * axis is part of its label. A logarithmic axis has ticks at powers of ten, and at 1, 2 and 5
 * times them if these are few. The legend is above the frame, so that it hides nothing. A
 * quantity that varies by rounding only is drawn as a constant. */
#ifndef VV_PLOT_PLOT_H
#define VV_PLOT_PLOT_H

#include "drawing/drawing.h"
#include "plot/csv_table.h"

typedef struct vv_series {
    const char *label; /* NULL: no legend entry */
    int n;
    const double *x, *y; /* NaN makes a gap (n) */
    double dots;         /* diameter of dots instead of a line; 0: a line */
    int style;           /* colour and dashes of series number style - 1; 0: of its own number */
    bool hollow;         /* dots are rings */
    bool plain;          /* no dashes, a thin line */
} vv_series;

/* A polygon filled with one of VV_INK_AREA, and the meaning of that ink. */
typedef struct vv_area {
    vv_ink ink;
    int n;
    const double *xy; /* x, y, x, ... (2*n) */
} vv_area;

typedef struct vv_legend_entry {
    const char *label;
    vv_ink ink;
} vv_legend_entry;

typedef struct vv_plot {
    const char *title, *x_label, *y_label; /* each may be NULL */
    bool equal;                            /* same scale on both axes: a path */
    bool marks;                            /* mark the start and the end */
    bool log_x, log_y;                     /* values that are not positive make gaps */
    const double *x_range, *y_range;       /* low, high; NULL: range of the series. Curves are
                                            * clipped to it */
    int nareas, nkeys;
    const vv_area *area; /* below the series; no grid is drawn if there are areas */
    const vv_legend_entry *key;
    int nseries;
    const vv_series *series;
    int narrows;
    const double *arrow;  /* heads of arrows: place and direction (4*narrows) */
    double width, height; /* 0: 640, 360; for equal axes the height follows */
    bool whole;           /* the height is that of the drawing, whatever is in it */
    double left;          /* the frame begins at least so far from the left */
} vv_plot;

/* How curves are drawn, as a caller asks for it; all zero: as a plot itself chooses. */
#define VV_PLOT_UNITS_PER_MM (96 / 25.4) /* a unit of a drawing is 1/96 inch */
#define VV_PLOT_LEAST_MM 30.0
#define VV_PLOT_MOST_MM 2000.0 /* sizes that are accepted */
typedef struct vv_plot_style {
    bool points;    /* dots, no lines */
    bool recorded;  /* only rows that `record` wrote, as dots */
    bool has_after; /* only rows from a time on: */
    double after;
    bool log_x, log_y;    /* logarithmic axes */
    bool has_x, has_y;    /* limits of the axes: */
    double x[2], y[2];    /* low, high */
    double width, height; /* of each plot, in units of a drawing; 0: as usual */
} vv_plot_style;
/* The plot drawn in this style, which may be NULL. */
void vv_plot_set_style(vv_plot *p, const vv_plot_style *style);

/* The left edge of the frame is in drawing->left. NULL on refusal of memory. Without any finite
 * point, draws an empty frame that says so. */
vv_drawing *vv_plot_draw(vv_ctx *c, const vv_plot *p);

/* Ticks of an axis from low to high, about `wanted` of them. */
typedef struct vv_ticks {
    double first, step; /* value = 10^power * (first + k*step), k = 0 .. n - 1 */
    int n, digits, power;
    int decade; /* 0: linear. Logarithmic axis: 3, ticks at 1, 2, 5 times powers of ten, starting
                 * with number `first`; 1, ticks at powers of ten, `step` apart */
} vv_ticks;
vv_ticks vv_ticks_find(double low, double high, int wanted);
/* For a logarithmic axis from 10^low to 10^high. */
vv_ticks vv_ticks_log(double low, double high, int wanted);
double vv_ticks_value(const vv_ticks *t, int k);
/* 10^power as ×10³, or 10³ alone. */
const char *vv_power_of_ten_text(vv_ctx *c, int power, bool times);
/* Label of the k-th tick. */
const char *vv_ticks_text(vv_ctx *c, const vv_ticks *t, int k);

#endif
