/* A drawing as a list of strokes and texts in points, y downwards; how it is written down is the
 * business of svg.c, latex_picture.c and cairo.c. Inks are roles, not colours: a page decides what
 * they look like by day and by night. Everything lives in the arena; on refusal shapes are dropped
 * and the context knows. */
#ifndef VV_DRAWING_DRAWING_H
#define VV_DRAWING_DRAWING_H

#include "base/buffer.h"

typedef enum vv_ink {
    VV_INK_NONE,
    VV_INK_TEXT,
    VV_INK_FAINT,
    VV_INK_GRID,
    VV_INK_PAPER,
    VV_INK_SERIES /* and the following: the series of a plot, told apart by colour and dashes */
} vv_ink;
enum { VV_INK_COLOURS = 7 };
/* Areas of a map: what is not there, two quiet ones, and five of growing weight. */
enum { VV_INK_AREA = VV_INK_SERIES + VV_INK_COLOURS, VV_INK_AREAS = 8 };

typedef struct vv_shape {
    bool is_text;
    int n; /* points of a path; one is a dot of the diameter `width`  */
    const double *xy;
    bool closed; /* as is each part of it between gaps, points that are not finite */
    vv_ink stroke, fill;
    double width, opacity; /* opacity 0 means 1                       */
    int dashes;            /* 0 solid, 1 .. 3                        */
    const char *text;      /* of a text, at xy[0], xy[1]              */
    double size, turn;     /* turn in degrees, clockwise             */
    int anchor;            /* -1 begins there, 0 is centred, 1 ends   */
    bool slanted;
} vv_shape;

typedef struct vv_drawing {
    vv_ctx *c;
    double width, height;
    const char *title; /* what it shows, for those who do not see it */
    int n, capacity;
    vv_shape *shape;
} vv_drawing;

vv_drawing *vv_drawing_new(vv_ctx *c, double width, double height, const char *title);
/* The points are copied. */
vv_shape *vv_drawing_path(vv_drawing *d, int n, const double *xy, vv_ink stroke, double width);
vv_shape *vv_drawing_line(vv_drawing *d, double x1, double y1, double x2, double y2, vv_ink stroke,
                          double width);
vv_shape *vv_drawing_text(vv_drawing *d, double x, double y, int anchor, double size, vv_ink ink,
                          const char *text);
/* A closed arrow head at (x, y) in the direction (dx, dy). */
void vv_drawing_arrow_head(vv_drawing *d, double x, double y, double dx, double dy, double size,
                           vv_ink ink);
/* All of `part`, moved. */
void vv_drawing_add(vv_drawing *d, const vv_drawing *part, double dx, double dy);
/* Width of a text in points, roughly: enough to place it. */
double vv_drawing_measure(const char *text, double size);

/* Red, green, blue of an ink on white paper, 0xRRGGBB. */
unsigned vv_ink_colour(vv_ink ink);
/* "ink", "faint", "s0", ...: the class under which a page may give it another colour. */
const char *vv_ink_name(vv_ink ink);

/* One <svg> element; `alone`: a file of its own, with paper. */
void vv_drawing_svg(const vv_drawing *d, bool alone, vv_buffer *out);
/* A picture environment that pdflatex sets without any package, scaled to at most `most` points. */
void vv_drawing_latex(const vv_drawing *d, double most, vv_buffer *out);
/* Why there is no library that makes bitmaps and PDF; NULL when there is one. */
const char *vv_drawing_cairo_missing(void);
/* A PNG, `scale` pixels for each point, fewer where it would be too large; VV_E_BEYOND without that
 * library, and where one pixel is too many. */
vv_status vv_drawing_png(const vv_drawing *d, double scale, vv_buffer *out);
/* A page of PDF of the drawing's size; VV_E_BEYOND without that library. */
vv_status vv_drawing_pdf(const vv_drawing *d, vv_buffer *out);

#endif
