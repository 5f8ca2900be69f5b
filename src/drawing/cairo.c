/* Drawings as bitmaps and as PDF by cairo, if it was found at build time. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "drawing/drawing.h"
#include "drawing/formula.h"

#ifdef VV_HAVE_CAIRO
/* clang-format off */
#define CAIRO(X) \
    X(cairo_close_path) X(cairo_create) X(cairo_destroy) X(cairo_fill_preserve) \
    X(cairo_image_surface_create) X(cairo_image_surface_get_data) \
    X(cairo_image_surface_get_stride) X(cairo_surface_flush) X(cairo_line_to) X(cairo_move_to) X(cairo_new_path) \
    X(cairo_paint) X(cairo_pdf_surface_create_for_stream) X(cairo_pdf_surface_set_metadata) \
    X(cairo_restore) X(cairo_rotate) X(cairo_save) X(cairo_scale) \
    X(cairo_select_font_face) X(cairo_set_dash) X(cairo_set_font_size) X(cairo_set_line_cap) \
    X(cairo_set_line_join) X(cairo_set_line_width) X(cairo_set_source_rgba) X(cairo_show_text) \
    X(cairo_status) X(cairo_stroke) X(cairo_surface_destroy) X(cairo_surface_finish) \
    X(cairo_surface_status) \
    X(cairo_surface_write_to_png_stream) X(cairo_text_extents) X(cairo_translate)
/* clang-format on */
#if VV_LAZY
#define cairo_close_path VV_SLOT(cairo_close_path)
#define cairo_create VV_SLOT(cairo_create)
#define cairo_destroy VV_SLOT(cairo_destroy)
#define cairo_fill_preserve VV_SLOT(cairo_fill_preserve)
#define cairo_image_surface_create VV_SLOT(cairo_image_surface_create)
#define cairo_image_surface_get_data VV_SLOT(cairo_image_surface_get_data)
#define cairo_image_surface_get_stride VV_SLOT(cairo_image_surface_get_stride)
#define cairo_surface_flush VV_SLOT(cairo_surface_flush)
#define cairo_line_to VV_SLOT(cairo_line_to)
#define cairo_move_to VV_SLOT(cairo_move_to)
#define cairo_new_path VV_SLOT(cairo_new_path)
#define cairo_paint VV_SLOT(cairo_paint)
#define cairo_pdf_surface_create_for_stream VV_SLOT(cairo_pdf_surface_create_for_stream)
#define cairo_pdf_surface_set_metadata VV_SLOT(cairo_pdf_surface_set_metadata)
#define cairo_restore VV_SLOT(cairo_restore)
#define cairo_rotate VV_SLOT(cairo_rotate)
#define cairo_save VV_SLOT(cairo_save)
#define cairo_scale VV_SLOT(cairo_scale)
#define cairo_select_font_face VV_SLOT(cairo_select_font_face)
#define cairo_set_dash VV_SLOT(cairo_set_dash)
#define cairo_set_font_size VV_SLOT(cairo_set_font_size)
#define cairo_set_line_cap VV_SLOT(cairo_set_line_cap)
#define cairo_set_line_join VV_SLOT(cairo_set_line_join)
#define cairo_set_line_width VV_SLOT(cairo_set_line_width)
#define cairo_set_source_rgba VV_SLOT(cairo_set_source_rgba)
#define cairo_show_text VV_SLOT(cairo_show_text)
#define cairo_status VV_SLOT(cairo_status)
#define cairo_stroke VV_SLOT(cairo_stroke)
#define cairo_surface_destroy VV_SLOT(cairo_surface_destroy)
#define cairo_surface_finish VV_SLOT(cairo_surface_finish)
#define cairo_surface_status VV_SLOT(cairo_surface_status)
#define cairo_surface_write_to_png_stream VV_SLOT(cairo_surface_write_to_png_stream)
#define cairo_text_extents VV_SLOT(cairo_text_extents)
#define cairo_translate VV_SLOT(cairo_translate)
#endif
#include <cairo-pdf.h>
#include <cairo.h>
VV_LIBRARY(cairo, VV_SONAME_CAIRO, CAIRO)

const char *vv_drawing_cairo_missing(void) {
    return vv_library_load(&cairo) ? NULL : vv_library_error(&cairo);
}

static void ink(cairo_t *k, vv_ink colour, double opacity) {
    unsigned rgb = vv_ink_colour(colour);
    cairo_set_source_rgba(k, (rgb >> 16) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0,
                          opacity > 0 ? opacity : 1);
}

/* One or two dots over a letter that ends at x and has this width. */
static void put_dots(cairo_t *k, const vv_label_run *r, double x, double width, double size) {
    static const double ABOVE = 0.86, APART = 0.26, DOT = 0.14; /* of the size */
    double height =
        r->text[0] & 0x80 || (r->text[0] >= 'A' && r->text[0] <= 'Z') ? ABOVE : ABOVE - 0.14;
    for (int i = 0; i < r->dots; i++) {
        double at = x - width / 2 + (i - (r->dots - 1) / 2.0) * APART * size;
        cairo_new_path(k);
        cairo_move_to(k, at, -height * size);
        cairo_close_path(k);
        cairo_set_line_width(k, DOT * size);
        cairo_set_line_cap(k, CAIRO_LINE_CAP_ROUND);
        cairo_stroke(k);
    }
    cairo_new_path(k);
}

/* The width of all runs; drawn as well if `draw`. */
static double put_runs(vv_ctx *c, cairo_t *k, int n, const vv_label_run *run, double size,
                       bool draw) {
    double x = 0;
    for (int i = 0; i < n; i++) {
        cairo_text_extents_t e;
        const char *text = vv_utf8_visible(c, run[i].text);
        if (!text) return x;
        cairo_set_font_size(k, size * vv_label_scale(&run[i]));
        cairo_text_extents(k, text, &e);
        if (draw) {
            cairo_move_to(k, x, -vv_label_rise(&run[i]) * size);
            cairo_show_text(k, text);
            put_dots(k, &run[i], x + e.x_advance, e.x_advance, size);
        }
        x += e.x_advance;
    }
    return x;
}

static void put_text(vv_ctx *c, cairo_t *k, const vv_shape *s) {
    vv_label_run whole = {.text = s->text}, *run = &whole;
    if (!s->text || !*s->text) return;
    int n = s->formula ? vv_label_runs(c, s->text, &run) : 1;
    cairo_select_font_face(k, "sans-serif",
                           s->slanted ? CAIRO_FONT_SLANT_ITALIC : CAIRO_FONT_SLANT_NORMAL,
                           CAIRO_FONT_WEIGHT_NORMAL);
    double width = put_runs(c, k, n, run, s->size, false);
    cairo_save(k);
    cairo_translate(k, s->xy[0], s->xy[1]);
    cairo_rotate(k, s->turn * 3.14159265358979323846 / 180);
    cairo_translate(k, -(s->anchor + 1) * width / 2, 0);
    ink(k, s->fill, s->opacity);
    cairo_set_dash(k, NULL, 0, 0);
    put_runs(c, k, n, run, s->size, true);
    cairo_restore(k);
}

static void put_path(cairo_t *k, const vv_shape *s) {
    static const double dashes[][4] = {{7, 4, 7, 4}, {2, 3, 2, 3}, {9, 3, 2, 3}};
    bool on = false;
    cairo_new_path(k);
    for (int i = 0; i < s->n; i++) {
        double x = s->xy[2 * i], y = s->xy[2 * i + 1];
        bool fine = isfinite(x) && isfinite(y);
        if (fine && on) cairo_line_to(k, x, y);
        if (fine && !on) cairo_move_to(k, x, y);
        if (!fine && on && s->closed) cairo_close_path(k);
        on = fine;
    }
    if (s->n == 1) cairo_close_path(k);
    if (s->closed) cairo_close_path(k);
    if (s->fill && s->n > 1) {
        ink(k, s->fill, s->opacity);
        cairo_fill_preserve(k);
    }
    int d = s->dashes & 3;
    cairo_set_dash(k, d ? dashes[d - 1] : NULL, d ? 4 : 0, 0);
    cairo_set_line_width(k, s->width);
    cairo_set_line_cap(k, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(k, CAIRO_LINE_JOIN_ROUND);
    vv_ink line = s->stroke || s->n > 1 ? s->stroke : s->fill;
    if (line) {
        ink(k, line, s->opacity);
        cairo_stroke(k);
    }
    cairo_new_path(k);
}

static cairo_status_t take(void *to, const unsigned char *bytes, unsigned int n) {
    vv_buffer *out = to;
    vv_buffer_add_n(out, (const char *)bytes, n);
    return vv_ctx_ok(out->ctx) ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_NO_MEMORY;
}

static cairo_status_t put_all(vv_ctx *c, cairo_surface_t *surface, const vv_drawing *d,
                              double scale) {
    cairo_t *k = cairo_create(surface);
    cairo_scale(k, scale, scale);
    ink(k, VV_INK_PAPER, 1);
    cairo_paint(k);
    for (int i = 0; i < d->n; i++)
        if (d->shape[i].is_text)
            put_text(c, k, &d->shape[i]);
        else if (d->shape[i].n)
            put_path(k, &d->shape[i]);
    cairo_status_t drawn = cairo_status(k);
    cairo_destroy(k);
    return drawn;
}

static vv_status outcome(vv_ctx *c, cairo_status_t drawn) {
    return drawn == CAIRO_STATUS_SUCCESS ? vv_ctx_status(c) : vv_ctx_fail(c, VV_E_NOMEM);
}

vv_status vv_drawing_png(const vv_drawing *d, double scale, vv_buffer *out) {
    enum { MOST_PIXELS = 32000 }; /* cairo's limit is 32767 */
    scale = fmin(scale, fmax(1, floor(MOST_PIXELS / fmax(d->width, d->height))));
    if (!vv_library_require(out->ctx, &cairo)) return vv_ctx_status(out->ctx);
    int w = (int)ceil(d->width * scale), h = (int)ceil(d->height * scale);
    if (w < 1 || h < 1 || w > MOST_PIXELS || h > MOST_PIXELS) return VV_E_BEYOND;
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, w, h);
    cairo_status_t drawn = put_all(out->ctx, surface, d, scale);
    if (drawn == CAIRO_STATUS_SUCCESS)
        drawn = cairo_surface_write_to_png_stream(surface, take, out);
    cairo_surface_destroy(surface);
    return outcome(out->ctx, drawn);
}

vv_status vv_drawing_pixels(const vv_drawing *d, int w, int h, uint8_t *rgb) {
    if (!vv_library_require(d->c, &cairo)) return vv_ctx_status(d->c);
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, w, h);
    cairo_status_t drawn = put_all(d->c, surface, d, 1);
    cairo_surface_flush(surface);
    const unsigned char *data = cairo_image_surface_get_data(surface);
    for (int i = 0; drawn == CAIRO_STATUS_SUCCESS && i < w * h; i++) {
        uint32_t pixel; /* in the byte order of the machine */
        memcpy(&pixel, data + i / w * cairo_image_surface_get_stride(surface) + 4 * (i % w), 4);
        for (int a = 0; a < 3; a++) rgb[3 * i + a] = (uint8_t)(pixel >> (16 - 8 * a) & 255);
    }
    cairo_surface_destroy(surface);
    return outcome(d->c, drawn);
}

/* Equal drawings give equal bytes: the creation date is omitted. */
vv_status vv_drawing_pdf(const vv_drawing *d, vv_buffer *out) {
    static const double points = 0.75; /* a unit of a drawing is 1/96 inch, as in SVG */
    if (!vv_library_require(out->ctx, &cairo)) return vv_ctx_status(out->ctx);
    cairo_surface_t *surface =
        cairo_pdf_surface_create_for_stream(take, out, d->width * points, d->height * points);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
    cairo_status_t drawn = put_all(out->ctx, surface, d, points);
    cairo_surface_finish(surface);
    if (drawn == CAIRO_STATUS_SUCCESS) drawn = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    return outcome(out->ctx, drawn);
}

#else

const char *vv_drawing_cairo_missing(void) { return "this program was built without it"; }

vv_status vv_drawing_png(const vv_drawing *d, double scale, vv_buffer *out) {
    (void)d, (void)scale, (void)out;
    return VV_E_BEYOND;
}

vv_status vv_drawing_pixels(const vv_drawing *d, int w, int h, uint8_t *rgb) {
    (void)d, (void)w, (void)h, (void)rgb;
    return VV_E_BEYOND;
}

vv_status vv_drawing_pdf(const vv_drawing *d, vv_buffer *out) {
    (void)d, (void)out;
    return VV_E_BEYOND;
}

#endif
