/* Drawings as SVG 1.1. Colours are attributes, so that a standalone file needs no style sheet,
 * and classes, so that a page's style sheet may override them. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "drawing/drawing.h"
#include "drawing/formula.h"

static void escape(const char *text, vv_buffer *out) {
    char shown[VV_UTF8_SHOWN];
    for (size_t n = strlen(text), k; n; text += k, n -= k) {
        k = vv_utf8_show(text, n, shown);
        if (*shown && strchr("<>&\"", *shown))
            vv_buffer_printf(out, "&#%u;", (unsigned)(unsigned char)*shown);
        else
            vv_buffer_add(out, shown);
    }
}

static const char *const DASHES[] = {"", " stroke-dasharray=\"7 4\"", " stroke-dasharray=\"2 3\"",
                                     " stroke-dasharray=\"9 3 2 3\""};

static void paint(const vv_shape *s, vv_buffer *out) {
    if (s->fill)
        vv_buffer_printf(out, " fill=\"#%06X\"", vv_ink_colour(s->fill));
    else
        vv_buffer_add(out, " fill=\"none\"");
    if (s->stroke)
        vv_buffer_printf(out,
                         " stroke=\"#%06X\" stroke-width=\"%.3g\" stroke-linejoin=\"round\" "
                         "stroke-linecap=\"round\"%s",
                         vv_ink_colour(s->stroke), s->width, DASHES[s->dashes & 3]);
    if (s->opacity > 0 && s->opacity < 1) vv_buffer_printf(out, " opacity=\"%.3g\"", s->opacity);
    vv_buffer_add(out, " class=\"");
    if (s->fill) vv_buffer_printf(out, "f-%s%s", vv_ink_name(s->fill), s->stroke ? " " : "");
    if (s->stroke) vv_buffer_printf(out, "l-%s", vv_ink_name(s->stroke));
    vv_buffer_add(out, "\"");
}

/* Runs as tspans: each moves the line, and the next one back. Dots are combining marks, which
 * browsers place. */
static void put_label(vv_ctx *c, const vv_shape *s, vv_buffer *out) {
    static const char *const MARK[] = {"", "\xCC\x87", "\xCC\x88"};
    vv_label_run *run;
    double at = 0;
    int n = vv_label_runs(c, s->text, &run);
    for (int i = 0; i < n; i++) {
        double rise = vv_label_rise(&run[i]) * s->size;
        bool moved = rise != at, small = run[i].level != VV_LABEL_LINE;
        if (moved) vv_buffer_printf(out, "<tspan dy=\"%.3g\"", at - rise);
        if (moved && small)
            vv_buffer_printf(out, " font-size=\"%.3g\"", s->size * vv_label_scale(&run[i]));
        if (moved) vv_buffer_add(out, ">");
        escape(run[i].text, out);
        vv_buffer_add(out, MARK[run[i].dots]);
        if (moved) vv_buffer_add(out, "</tspan>");
        at = rise;
    }
}

static void put_text(vv_ctx *c, const vv_shape *s, vv_buffer *out) {
    static const char *const anchor[] = {"start", "middle", "end"};
    vv_buffer_printf(out, "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.3g\" text-anchor=\"%s\"",
                     s->xy[0], s->xy[1], s->size, anchor[s->anchor + 1]);
    if (s->turn != 0)
        vv_buffer_printf(out, " transform=\"rotate(%.3g %.1f %.1f)\"", s->turn, s->xy[0], s->xy[1]);
    if (s->slanted) vv_buffer_add(out, " font-style=\"italic\"");
    paint(s, out);
    vv_buffer_add(out, ">");
    if (s->formula && s->text)
        put_label(c, s, out);
    else
        escape(s->text ? s->text : "", out);
    vv_buffer_add(out, "</text>\n");
}

/* Runs of finite points; a gap starts a new one, and closes a polygon. */
static void put_path(const vv_shape *s, vv_buffer *out) {
    vv_buffer_add(out, "<path d=\"");
    bool on = false;
    for (int i = 0; i < s->n; i++) {
        double x = s->xy[2 * i], y = s->xy[2 * i + 1];
        bool fine = isfinite(x) && isfinite(y);
        if (fine) vv_buffer_printf(out, "%s%.2f %.2f", on ? "L" : "M", x, y);
        if (!fine && on && s->closed) vv_buffer_char(out, 'Z');
        on = fine;
    }
    vv_buffer_add(out, s->closed ? "Z\"" : "\"");
    paint(s, out);
    vv_buffer_add(out, "/>\n");
}

static void put_dot(const vv_shape *s, vv_buffer *out) {
    vv_buffer_printf(out, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%.3g\"", s->xy[0], s->xy[1],
                     s->width / 2);
    vv_shape dot = *s;
    if (!dot.fill) dot.fill = dot.stroke;
    dot.stroke = VV_INK_NONE;
    paint(&dot, out);
    vv_buffer_add(out, "/>\n");
}

void vv_drawing_svg(const vv_drawing *d, bool alone, vv_buffer *out) {
    vv_buffer_printf(out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" "
                     "role=\"img\" font-family=\"system-ui, 'DejaVu Sans', sans-serif\">\n<title>",
                     d->width, d->height);
    escape(d->title ? d->title : "drawing", out);
    vv_buffer_add(out, "</title>\n");
    if (alone)
        vv_buffer_printf(out, "<rect width=\"%.0f\" height=\"%.0f\" fill=\"#FFFFFF\"/>\n", d->width,
                         d->height);
    for (int i = 0; i < d->n; i++) {
        const vv_shape *s = &d->shape[i];
        if (s->is_text)
            put_text(d->c, s, out);
        else if (s->n == 1)
            put_dot(s, out);
        else if (s->n > 1)
            put_path(s, out);
    }
    vv_buffer_add(out, "</svg>\n");
}
