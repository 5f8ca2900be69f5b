/* A drawing as a list of strokes and texts, in points, y downwards; svg.c, latex_picture.c and
 * cairo.c write it. Inks are roles, not colours: a page chooses colours for its light and dark
 * themes. Everything lives in the arena; if memory is refused, shapes are dropped and the
 * context records the failure. */
#ifndef VV_DRAWING_DRAWING_H
#define VV_DRAWING_DRAWING_H

#include "base/base.h"
#include "drawing/latex_escape.h"

typedef enum vv_ink {
    VV_INK_NONE,
    VV_INK_TEXT,
    VV_INK_FAINT,
    VV_INK_GRID,
    VV_INK_PAPER,
    VV_INK_SERIES /* and the following: the series of a plot, distinguished by colour and dash
                   * pattern */
} vv_ink;
enum { VV_INK_COLOURS = 7 };
/* Areas of a map: absent, two muted inks, and five of increasing weight. */
enum { VV_INK_AREA = VV_INK_SERIES + VV_INK_COLOURS, VV_INK_AREAS = 8 };

typedef struct vv_shape {
    bool is_text;
    int n; /* number of points of a path; a single point is a dot of diameter `width` */
    const double *xy;
    bool closed; /* so is each piece between gaps, i.e. points that are not finite */
    vv_ink stroke, fill;
    double width, opacity; /* opacity 0 means 1 */
    int dashes;            /* 0 solid, 1 .. 3 */
    const char *text;      /* text placed at xy[0], xy[1] */
    double size, turn;     /* turn in degrees, clockwise */
    int anchor;            /* -1: starts there, 0: centred, 1: ends there */
    bool slanted;
    bool formula; /* text in the modelling language: subscripts, dots, powers (formula.h) */
} vv_shape;

typedef struct vv_drawing {
    vv_ctx *c;
    double width, height;
    double left;       /* of the frame of a plot; 0: it is none */
    const char *title; /* alternative text for readers who cannot see the drawing */
    int n, capacity;
    vv_shape *shape;
} vv_drawing;

vv_drawing *vv_drawing_new(vv_ctx *c, double width, double height, const char *title);
/* Copies the points. */
vv_shape *vv_drawing_path(vv_drawing *d, int n, const double *xy, vv_ink stroke, double width);
vv_shape *vv_drawing_line(vv_drawing *d, double x1, double y1, double x2, double y2, vv_ink stroke,
                          double width);
vv_shape *vv_drawing_text(vv_drawing *d, double x, double y, int anchor, double size, vv_ink ink,
                          const char *text);
/* A closed arrow head at (x, y) in the direction (dx, dy). */
void vv_drawing_arrow_head(vv_drawing *d, double x, double y, double dx, double dy, double size,
                           vv_ink ink);
/* Adds all shapes of `part`, shifted. */
void vv_drawing_add(vv_drawing *d, const vv_drawing *part, double dx, double dy);
/* The same as a formula. */
vv_shape *vv_drawing_label(vv_drawing *d, double x, double y, int anchor, double size, vv_ink ink,
                           const char *text);
/* Approximate width of a text in points, good enough to place it. */
double vv_drawing_measure(const char *text, double size);

/* RGB value of an ink on white paper, 0xRRGGBB. */
unsigned vv_ink_colour(vv_ink ink);
/* "ink", "faint", "s0", ...: the CSS class by which a page may recolour it. */
const char *vv_ink_name(vv_ink ink);

/* One <svg> element; `alone`: a standalone file with a background. */
void vv_drawing_svg(const vv_drawing *d, bool alone, vv_buffer *out);
/* A picture environment that pdflatex sets without any package, scaled to a width of at most
 * `most` points. */
void vv_drawing_latex(const vv_drawing *d, double most, vv_buffer *out);
/* Why the library for bitmaps and PDF is missing; NULL if it is available. */
const char *vv_drawing_cairo_missing(void);
/* A PNG with `scale` pixels per point, fewer if it would be too large; VV_E_BEYOND without
 * cairo, and if even one pixel per point is too many. */
vv_status vv_drawing_png(const vv_drawing *d, double scale, vv_buffer *out);
/* Its pixels, w by h, three bytes each; VV_E_BEYOND without cairo. */
vv_status vv_drawing_pixels(const vv_drawing *d, int w, int h, uint8_t *rgb);

/* Drawings of one size as a GIF of `rate` frames a second; needs cairo. The first frame sets the
 * size. NULL if memory is refused; failures are in the context. */
typedef struct vv_gif vv_gif;
vv_gif *vv_gif_begin(vv_ctx *c, double rate, vv_buffer *out);
vv_status vv_gif_frame(vv_gif *g, const vv_drawing *d);
void vv_gif_end(vv_gif *g);

/* A one-page PDF of the drawing's size; VV_E_BEYOND without cairo. */
vv_status vv_drawing_pdf(const vv_drawing *d, vv_buffer *out);

#endif
