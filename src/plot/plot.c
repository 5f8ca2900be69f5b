#include "plot/plot.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { SMALL = 11, LABEL = 12, TITLE = 14 };

typedef struct axis {
    double low, high;
    vv_ticks ticks;
    const char *label;
} axis;

typedef struct frame {
    vv_ctx *c;
    const vv_plot *p;
    vv_drawing *d;
    axis x, y;
    double left, top, width, height; /* of the frame, in points */
    double legend;                   /* height of the legend     */
} frame;

/* ---- ranges -------------------------------------------------------------------------------- */

/* What changes by no more than this, relatively, is constant. */
static const double CONSTANT = 1e-11;

static bool range(const vv_plot *p, bool of_x, axis *a) {
    a->low = DBL_MAX, a->high = -DBL_MAX;
    for (int s = 0; s < p->nseries; s++)
        for (int i = 0; i < p->series[s].n; i++) {
            double x = p->series[s].x[i], y = p->series[s].y[i], v = of_x ? x : y;
            if (!isfinite(x) || !isfinite(y)) continue;
            a->low = fmin(a->low, v);
            a->high = fmax(a->high, v);
        }
    if (a->low > a->high) {
        a->low = 0, a->high = 1;
        return false;
    }
    double most = fmax(fabs(a->low), fabs(a->high)), span = a->high - a->low;
    if (!(span > CONSTANT * most) || !isfinite(span)) {
        double middle = a->low / 2 + a->high / 2, half = most > 0 ? most * 0.1 : 1;
        a->low = middle - half, a->high = middle + half;
        span = 2 * half;
    }
    if (!of_x) a->low -= span * 0.04, a->high += span * 0.04;
    return true;
}

/* One unit as long on both axes: the height follows, within limits, then the shorter axis grows. */
static void equalise(frame *f) {
    double dx = f->x.high - f->x.low, dy = f->y.high - f->y.low, pad = 0.04 * fmax(dx, dy);
    f->x.low -= pad, f->x.high += pad, f->y.low -= pad, f->y.high += pad;
    dx += 2 * pad, dy += 2 * pad;
    f->height = fmin(fmax(f->width * dy / dx, 140), 460);
    double unit = fmax(dx / f->width, dy / f->height);
    double more_x = (unit * f->width - dx) / 2, more_y = (unit * f->height - dy) / 2;
    f->x.low -= more_x, f->x.high += more_x;
    f->y.low -= more_y, f->y.high += more_y;
}

static double at_x(const frame *f, double x) {
    return f->left + (x - f->x.low) / (f->x.high - f->x.low) * f->width;
}
static double at_y(const frame *f, double y) {
    return f->top + (f->y.high - y) / (f->y.high - f->y.low) * f->height;
}

/* ---- axes ---------------------------------------------------------------------------------- */

/* ×10³ is written with raised digits. */
static const char *power_text(vv_ctx *c, int power) {
    static const char *const raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    const char *text = "", *sign = power < 0 ? "⁻" : "";
    int n = power < 0 ? -power : power;
    for (; n && text; n /= 10) text = vv_format(c, "%s%s", raised[n % 10], text);
    return text ? vv_format(c, "×10%s%s", sign, text) : NULL;
}

static const char *labelled(frame *f, const axis *a) {
    const char *power = a->ticks.power ? power_text(f->c, a->ticks.power) : NULL;
    if (!power) return a->label;
    return a->label ? vv_format(f->c, "%s  (%s)", a->label, power) : power;
}

static double tick_value(const vv_ticks *t, int k) {
    return (t->first + k * t->step) * pow(10, t->power);
}

/* Room for the numbers of the y axis. */
static double margin(frame *f) {
    double most = 0;
    for (int k = 0; k < f->y.ticks.n; k++) {
        const char *text = vv_ticks_text(f->c, &f->y.ticks, k);
        if (text) most = fmax(most, vv_drawing_measure(text, SMALL));
    }
    return most + 14 + (labelled(f, &f->y) ? LABEL + 8 : 0);
}

static void put_axes(frame *f) {
    double bottom = f->top + f->height, right = f->left + f->width;
    for (int k = 0; k < f->x.ticks.n; k++) {
        double x = at_x(f, tick_value(&f->x.ticks, k));
        vv_drawing_line(f->d, x, f->top, x, bottom, VV_INK_GRID, 1);
        vv_drawing_line(f->d, x, bottom, x, bottom + 4, VV_INK_FAINT, 1);
        vv_drawing_text(f->d, x, bottom + 16, 0, SMALL, VV_INK_TEXT,
                        vv_ticks_text(f->c, &f->x.ticks, k));
    }
    for (int k = 0; k < f->y.ticks.n; k++) {
        double y = at_y(f, tick_value(&f->y.ticks, k));
        vv_drawing_line(f->d, f->left, y, right, y, VV_INK_GRID, 1);
        vv_drawing_line(f->d, f->left - 4, y, f->left, y, VV_INK_FAINT, 1);
        vv_drawing_text(f->d, f->left - 7, y + 4, 1, SMALL, VV_INK_TEXT,
                        vv_ticks_text(f->c, &f->y.ticks, k));
    }
    double box[] = {f->left, f->top, right, f->top, right, bottom, f->left, bottom};
    vv_drawing_path(f->d, 4, box, VV_INK_FAINT, 1)->closed = true;
    if (labelled(f, &f->x))
        vv_drawing_text(f->d, f->left + f->width / 2, bottom + 34, 0, LABEL, VV_INK_TEXT,
                        labelled(f, &f->x));
    if (labelled(f, &f->y))
        vv_drawing_text(f->d, 15, f->top + f->height / 2, 0, LABEL, VV_INK_TEXT, labelled(f, &f->y))
            ->turn = -90;
}

/* ---- curves -------------------------------------------------------------------------------- */

static int dashes_of(int s) { return s / VV_INK_COLOURS + s % 4; }

/* Dots, where the curve begins a full one and where it ends an open one. */
static void put_ends(frame *f, const vv_series *s, vv_ink ink) {
    int first = 0, last = s->n - 1;
    while (first < s->n && !(isfinite(s->x[first]) && isfinite(s->y[first]))) first++;
    while (last > first && !(isfinite(s->x[last]) && isfinite(s->y[last]))) last--;
    if (first >= s->n) return;
    double a[] = {at_x(f, s->x[first]), at_y(f, s->y[first])},
           b[] = {at_x(f, s->x[last]), at_y(f, s->y[last])};
    vv_drawing_path(f->d, 1, a, ink, 7);
    vv_drawing_path(f->d, 1, b, ink, 9);
    vv_drawing_path(f->d, 1, b, VV_INK_PAPER, 5);
}

static void put_series(frame *f) {
    for (int s = 0; s < f->p->nseries; s++) {
        const vv_series *k = &f->p->series[s];
        vv_ink ink = (vv_ink)(VV_INK_SERIES + s % VV_INK_COLOURS);
        double *xy = VV_ARRAY(f->c, double, 2 * k->n + 2);
        if (!xy) return;
        for (int i = 0; i < k->n; i++)
            xy[2 * i] = at_x(f, k->x[i]), xy[2 * i + 1] = at_y(f, k->y[i]);
        if (k->n) vv_drawing_path(f->d, k->n, xy, ink, k->n > 1 ? 1.8 : 5)->dashes = dashes_of(s);
        if (f->p->marks) put_ends(f, k, ink);
    }
}

/* ---- legend -------------------------------------------------------------------------------- */

/* Entries in rows above the frame; only their height when `draw` is false. */
static double legend(frame *f, bool draw) {
    double x = f->left, y = f->top - f->legend + 4;
    int rows = 1;
    if (f->p->nseries < 2) return 0;
    for (int s = 0; s < f->p->nseries; s++) {
        const char *label = f->p->series[s].label ? f->p->series[s].label : "";
        double w = 34 + vv_drawing_measure(label, LABEL) + 14;
        if (x > f->left && x + w > f->left + f->width) x = f->left, y += 18, rows++;
        if (draw) {
            vv_drawing_line(f->d, x, y, x + 26, y, (vv_ink)(VV_INK_SERIES + s % VV_INK_COLOURS),
                            2.2)
                ->dashes = dashes_of(s);
            vv_drawing_text(f->d, x + 32, y + 4, -1, LABEL, VV_INK_TEXT, label);
        }
        x += w;
    }
    return rows * 18.0;
}

/* ---- the whole ----------------------------------------------------------------------------- */

vv_drawing *vv_plot_draw(vv_ctx *c, const vv_plot *p) {
    double width = p->width > 0 ? p->width : 640, height = p->height > 0 ? p->height : 320;
    frame f = {.c = c, .p = p, .x.label = p->x_label, .y.label = p->y_label, .left = 60};
    bool any = range(p, true, &f.x);
    any &= range(p, false, &f.y);
    f.width = width - f.left - 22;
    f.height = height - 80;
    if (p->equal && any) equalise(&f);
    f.x.ticks = vv_ticks_find(f.x.low, f.x.high, (int)(f.width / 80));
    f.y.ticks = vv_ticks_find(f.y.low, f.y.high, (int)(fmax(f.height, 60) / 42));
    double left = margin(&f);
    if (!p->equal) f.width += f.left - left;
    f.left = left;
    f.legend = legend(&f, false);
    f.top = 12 + (p->title ? 22 : 0) + f.legend;
    double total_height = f.top + f.height + (labelled(&f, &f.x) ? 44 : 26);
    f.d = vv_drawing_new(c, width, total_height, p->title ? p->title : p->y_label);
    if (!f.d) return NULL;
    if (p->title) vv_drawing_text(f.d, f.left, 18, -1, TITLE, VV_INK_TEXT, p->title);
    put_axes(&f);
    legend(&f, true);
    put_series(&f);
    if (!any)
        vv_drawing_text(f.d, f.left + f.width / 2, f.top + f.height / 2, 0, LABEL, VV_INK_FAINT,
                        "there is no finite value to draw");
    return f.d;
}
