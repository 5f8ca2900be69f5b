/* Labels of a sketch: each takes the best free place near what it names. */
#include <math.h>
#include <string.h>

#include "scene/sketch_view.h"

/* Letters are at most this wide and high, in units of their size; a gap between two labels. */
static const double LETTER = 0.62, ASCENT = 0.85, DESCENT = 0.3, GAP = 2;

typedef struct rectangle {
    double low[2], high[2];
} rectangle;

static bool overlap(const rectangle *a, const rectangle *b) {
    for (int i = 0; i < 2; i++)
        if (a->high[i] <= b->low[i] || b->high[i] <= a->low[i]) return false;
    return true;
}

/* Of a text centred at (x, y). */
static rectangle around(const vv_sketch_label *l, double x, double y) {
    double wide = LETTER * l->size * vv_utf8_width(l->text, strlen(l->text)) + 2 * GAP,
           high = (ASCENT + DESCENT) * l->size + GAP;
    return (rectangle){{x - wide / 2, y - high / 2}, {x + wide / 2, y + high / 2}};
}

/* Does the segment from a to b meet the rectangle? Clipped against its sides one after another. */
static bool crosses(const rectangle *r, const double a[2], const double b[2]) {
    double from = 0, to = 1;
    for (int i = 0; i < 2; i++) {
        double d = b[i] - a[i];
        if (fabs(d) < 1 && (a[i] < r->low[i] || a[i] > r->high[i])) return false;
        if (fabs(d) < 1) continue;
        double s = (r->low[i] - a[i]) / d, t = (r->high[i] - a[i]) / d;
        from = fmax(from, fmin(s, t)), to = fmin(to, fmax(s, t));
    }
    return from <= to;
}

/* Does anything that is drawn lie under it? */
static bool covers(const vv_drawing *d, const rectangle *r) {
    for (int i = 0; i < d->n; i++) {
        const vv_shape *s = &d->shape[i];
        for (int j = 0; !s->is_text && j < s->n; j++) {
            int next = j + 1 < s->n ? j + 1 : s->closed ? 0 : j;
            if (crosses(r, s->xy + 2 * j, s->xy + 2 * next)) return true;
        }
    }
    return false;
}

static bool is_free(const vv_sketch_view *v, const rectangle *r, int n, const rectangle *taken) {
    if (r->low[0] < 0 || r->low[1] < 0 || r->high[0] > v->d->width || r->high[1] > v->d->height)
        return false;
    for (int i = 0; i < n; i++)
        if (overlap(r, &taken[i])) return false;
    return true;
}

/* Around the place, farther and farther, first in the direction that suits it best. */
static bool search(const vv_sketch_view *v, const vv_sketch_label *l, int n, const rectangle *taken,
                   bool clear, rectangle *out) {
    enum { TURNS = 16, RINGS = 7 };
    double first = atan2(l->away[1], l->away[0]);
    rectangle own = around(l, 0, 0);
    for (int ring = 0; ring < RINGS; ring++)
        for (int turn = 0; turn < TURNS; turn++) {
            int side = turn % 2 ? -(turn + 1) / 2 : turn / 2;
            double w = first + side * 2 * 3.14159265358979323846 / TURNS, c = cos(w), s = sin(w);
            /* the rectangle touches a circle of this radius */
            double reach = 5 + 9 * ring + fabs(c) * own.high[0] + fabs(s) * own.high[1];
            *out = around(l, l->at[0] + reach * c, l->at[1] + reach * s);
            if (is_free(v, out, n, taken) && !(clear && covers(v->d, out))) return true;
        }
    return false;
}

/* On blank paper if there is some nearby, else over strokes, but never over another label. */
static bool find_place(const vv_sketch_view *v, const vv_sketch_label *l, int n,
                       const rectangle *taken, rectangle *out) {
    return search(v, l, n, taken, true, out) || search(v, l, n, taken, false, out);
}

void vv_sketch_name(vv_sketch_view *v, const double xy[2], double dx, double dy, double size,
                    vv_ink ink, const char *text) {
    if (!text || v->nlabels == VV_SKETCH_MOST_LABELS) return;
    v->label[v->nlabels++] = (vv_sketch_label){
        .text = text, .at = {xy[0], xy[1]}, .away = {dx, dy}, .size = size, .ink = ink};
}

void vv_sketch_place_labels(vv_sketch_view *v) {
    rectangle taken[VV_SKETCH_MOST_LABELS];
    int n = 0;
    for (int i = 0; i < v->nlabels && v->d; i++) {
        const vv_sketch_label *l = &v->label[i];
        rectangle r;
        if (!find_place(v, l, n, taken, &r)) continue;
        double x = (r.low[0] + r.high[0]) / 2,
               y = (r.low[1] + r.high[1]) / 2 + (ASCENT - DESCENT) / 2 * l->size;
        vv_shape *s = vv_drawing_text(v->d, x, y, 0, l->size, l->ink, l->text);
        s->slanted = s->formula = l->slanted; /* names of quantities and axes */
        taken[n++] = r;
    }
    v->nlabels = 0;
}
