#include "drawing/drawing.h"

#include <math.h>
#include <string.h>

#include "base/base.h"

vv_drawing *vv_drawing_new(vv_ctx *c, double width, double height, const char *title) {
    vv_drawing *d = VV_NEW(c, vv_drawing);
    if (d)
        *d = (vv_drawing){
            .c = c, .width = width, .height = height, .title = title ? vv_strdup(c, title) : NULL};
    return d;
}

/* Room for one more shape; never NULL, so that callers may fill it in unconditionally. */
static vv_shape *push(vv_drawing *d) {
    static _Thread_local vv_shape discarded;
    if (!d) return &discarded;
    if (d->n == d->capacity) {
        int capacity = d->capacity ? 2 * d->capacity : 32;
        vv_shape *grown = VV_ARRAY(d->c, vv_shape, capacity);
        if (!grown) return &discarded;
        if (d->n) memcpy(grown, d->shape, (size_t)d->n * sizeof *grown);
        d->shape = grown;
        d->capacity = capacity;
    }
    return &d->shape[d->n++];
}

vv_shape *vv_drawing_path(vv_drawing *d, int n, const double *xy, vv_ink stroke, double width) {
    double *own = d && n > 0 ? VV_ARRAY(d->c, double, 2 * n) : NULL;
    vv_shape *s = push(own ? d : NULL);
    if (own) memcpy(own, xy, 2 * (size_t)n * sizeof *own);
    *s = (vv_shape){.n = own ? n : 0, .xy = own, .stroke = stroke, .width = width};
    return s;
}

vv_shape *vv_drawing_line(vv_drawing *d, double x1, double y1, double x2, double y2, vv_ink stroke,
                          double width) {
    return vv_drawing_path(d, 2, (const double[]){x1, y1, x2, y2}, stroke, width);
}

vv_shape *vv_drawing_text(vv_drawing *d, double x, double y, int anchor, double size, vv_ink ink,
                          const char *text) {
    vv_shape *s = vv_drawing_path(d, 1, (const double[]){x, y}, VV_INK_NONE, 0);
    s->is_text = true;
    s->text = d && text ? vv_strdup(d->c, text) : NULL;
    s->anchor = anchor;
    s->size = size;
    s->fill = ink;
    return s;
}

vv_shape *vv_drawing_label(vv_drawing *d, double x, double y, int anchor, double size, vv_ink ink,
                           const char *text) {
    vv_shape *s = vv_drawing_text(d, x, y, anchor, size, ink, text);
    s->formula = true;
    return s;
}

void vv_drawing_arrow_head(vv_drawing *d, double x, double y, double dx, double dy, double size,
                           vv_ink ink) {
    double n = hypot(dx, dy);
    if (!(n > 0)) return;
    dx *= size / n, dy *= size / n;
    double xy[] = {
        x, y, x - dx - dy * 0.4, y - dy + dx * 0.4, x - dx + dy * 0.4, y - dy - dx * 0.4};
    vv_shape *s = vv_drawing_path(d, 3, xy, VV_INK_NONE, 0);
    s->fill = ink;
    s->closed = true;
}

void vv_drawing_add(vv_drawing *d, const vv_drawing *part, double dx, double dy) {
    for (int i = 0; d && part && i < part->n; i++) {
        const vv_shape *from = &part->shape[i];
        double *own = VV_ARRAY(d->c, double, 2 * from->n + 1);
        if (!own) return;
        for (int k = 0; k < from->n; k++) {
            own[2 * k] = from->xy[2 * k] + dx;
            own[2 * k + 1] = from->xy[2 * k + 1] + dy;
        }
        vv_shape *s = push(d);
        *s = *from;
        s->xy = own;
    }
}

double vv_drawing_measure(const char *text, double size) {
    return 0.56 * size * vv_utf8_width(text, strlen(text));
}

/* Okabe and Ito's palette, distinguishable with colour vision deficiency; their yellow is too
 * faint on paper. */
static const unsigned SERIES[VV_INK_COLOURS] = {0x0072B2, 0xD55E00, 0x009E73, 0xAA4499,
                                                0xB87700, 0x3399CC, 0x555555};

/* Blues against yellow to brown, light to dark [Brewer's PuBu, YlOrBr]: distinguishable with
 * colour vision deficiency, and in grey the last five by weight. */
static const unsigned AREA[VV_INK_AREAS] = {0xF1F1F1, 0xD0E1F2, 0x7FB3DB, 0xFEE8A6,
                                            0xFEC44F, 0xF5932A, 0xCC5A0C, 0x8A3404};

unsigned vv_ink_colour(vv_ink ink) {
    if ((int)ink >= VV_INK_AREA) return AREA[((int)ink - VV_INK_AREA) % VV_INK_AREAS];
    switch ((int)ink) {
    case VV_INK_NONE:
    case VV_INK_TEXT: return 0x1A1C20;
    case VV_INK_FAINT: return 0x7A808C;
    case VV_INK_GRID: return 0xE3E6EB;
    case VV_INK_PAPER: return 0xFFFFFF;
    default: return SERIES[((int)ink - VV_INK_SERIES) % VV_INK_COLOURS];
    }
}

const char *vv_ink_name(vv_ink ink) {
    static const char *const series[VV_INK_COLOURS] = {"s0", "s1", "s2", "s3", "s4", "s5", "s6"};
    static const char *const area[VV_INK_AREAS] = {"a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7"};
    if ((int)ink >= VV_INK_AREA) return area[((int)ink - VV_INK_AREA) % VV_INK_AREAS];
    switch ((int)ink) {
    case VV_INK_NONE: return "none";
    case VV_INK_TEXT: return "ink";
    case VV_INK_FAINT: return "faint";
    case VV_INK_GRID: return "grid";
    case VV_INK_PAPER: return "paper";
    default: return series[((int)ink - VV_INK_SERIES) % VV_INK_COLOURS];
    }
}
