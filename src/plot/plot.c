#include "plot/plot.h"
#include "plot/plot_tolerances.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { SMALL = 11, LABEL = 12, TITLE = 14 };

typedef struct axis {
    double low, high; /* exponents for a logarithmic one */
    bool log;
    vv_ticks ticks;
    const char *label;
} axis;

typedef struct frame {
    vv_ctx *c;
    const vv_plot *p;
    vv_drawing *d;
    axis x, y;
    double left, top, width, height; /* of the frame, in points */
    double legend;                   /* height of the legend */
} frame;

/* ---- ranges -------------------------------------------------------------------------------- */

/* A value in the scale of an axis; NaN where a logarithm is undefined. */
static double measured(const axis *a, double v) {
    return !a->log ? v : v > 0 ? log10(v) : (double)NAN;
}

static bool range(const vv_plot *p, bool of_x, axis *a, const axis *other) {
    const double *given = of_x ? p->x_range : p->y_range;
    a->low = DBL_MAX, a->high = -DBL_MAX;
    if (given) {
        a->low = measured(a, given[0]), a->high = measured(a, given[1]);
        return a->low < a->high;
    }
    for (int s = 0; s < p->nseries; s++)
        for (int i = 0; i < p->series[s].n; i++) {
            double v = measured(a, of_x ? p->series[s].x[i] : p->series[s].y[i]);
            if (!isfinite(v) ||
                !isfinite(measured(other, of_x ? p->series[s].y[i] : p->series[s].x[i])))
                continue;
            a->low = fmin(a->low, v);
            a->high = fmax(a->high, v);
        }
    if (a->low > a->high) {
        a->low = 0, a->high = 1;
        return false;
    }
    double most = fmax(fabs(a->low), fabs(a->high)), span = a->high - a->low;
    if (!(span > VV_PLOT_CONSTANT * most) || !isfinite(span)) {
        double middle = a->low / 2 + a->high / 2, half = most > 0 ? most * 0.1 : 1;
        a->low = middle - half, a->high = middle + half;
        span = 2 * half;
    }
    bool dots = false; /* which would stick out of the frame */
    for (int s = 0; s < p->nseries; s++) dots |= p->series[s].dots > 0;
    if (!of_x || dots) a->low -= span * 0.04, a->high += span * 0.04;
    return true;
}

/* Equal scales on both axes: the height follows, within limits, then the shorter axis is
 * extended. */
static void equalise(frame *f) {
    double dx = f->x.high - f->x.low, dy = f->y.high - f->y.low, pad = 0.04 * fmax(dx, dy);
    f->x.low -= pad, f->x.high += pad, f->y.low -= pad, f->y.high += pad;
    dx += 2 * pad, dy += 2 * pad;
    if (!f->p->whole) f->height = fmin(fmax(f->width * dy / dx, 140), 460);
    double unit = fmax(dx / f->width, dy / f->height);
    double more_x = (unit * f->width - dx) / 2, more_y = (unit * f->height - dy) / 2;
    f->x.low -= more_x, f->x.high += more_x;
    f->y.low -= more_y, f->y.high += more_y;
}

static double at_x(const frame *f, double x) {
    return f->left + (measured(&f->x, x) - f->x.low) / (f->x.high - f->x.low) * f->width;
}
static double at_y(const frame *f, double y) {
    return f->top + (f->y.high - measured(&f->y, y)) / (f->y.high - f->y.low) * f->height;
}

/* ---- axes ---------------------------------------------------------------------------------- */

/* Fits a text into the available room by omitting the middle of a longer one: its end may be the
 * unit. */
static const char *fitting(vv_ctx *c, const char *text, double size, double room) {
    size_t n = strlen(text);
    if (vv_drawing_measure(text, size) <= room) return text;
    for (size_t kept = n - n / 8; kept > 3; kept -= 1 + kept / 16) {
        size_t head = 2 * kept / 3, tail = n - (kept - 2 * kept / 3);
        while (head > 0 && (text[head] & 0xc0) == 0x80) head--;
        while (tail < n && (text[tail] & 0xc0) == 0x80) tail++;
        const char *shorter = vv_format(c, "%.*s … %s", (int)head, text, text + tail);
        if (!shorter || vv_drawing_measure(shorter, size) <= room) return shorter;
    }
    return "…";
}

/* With the power of ten of its numbers; fitted to the length of its axis. */
static const char *labelled(frame *f, const axis *a) {
    const char *power = a->ticks.power ? vv_power_of_ten_text(f->c, a->ticks.power, true) : NULL;
    const char *text = !power     ? a->label
                       : a->label ? vv_format(f->c, "%s  (%s)", a->label, power)
                                  : power;
    double room = a == &f->x ? f->width : f->height;
    return text ? fitting(f->c, text, LABEL, fmax(room, LABEL)) : NULL;
}

static vv_ticks ticks_of(const axis *a, int wanted) {
    return a->log ? vv_ticks_log(a->low, a->high, wanted) : vv_ticks_find(a->low, a->high, wanted);
}

/* Room for the tick labels of the y axis. */
static double margin(frame *f) {
    double most = 0;
    for (int k = 0; k < f->y.ticks.n; k++) {
        const char *text = vv_ticks_text(f->c, &f->y.ticks, k);
        if (text) most = fmax(most, vv_drawing_measure(text, SMALL));
    }
    return most + 14 + (labelled(f, &f->y) ? LABEL + 8 : 0);
}

/* Minor ticks between the powers of ten, if there is room for them. */
static void put_minor(frame *f, const axis *a, bool of_x) {
    enum { MOST_DECADES = 7 };
    if (!a->log || !a->ticks.decade || a->high - a->low > MOST_DECADES) return;
    for (int e = (int)floor(a->low); e <= (int)ceil(a->high); e++)
        for (int m = 2; m < 10; m++) {
            double at = e + log10(m), v = m * pow(10, e);
            if (at < a->low || at > a->high) continue;
            double x = of_x ? at_x(f, v) : f->left, y = of_x ? f->top + f->height : at_y(f, v);
            vv_drawing_line(f->d, x, y, x - (of_x ? 0 : 2.5), y + (of_x ? 2.5 : 0), VV_INK_FAINT,
                            1);
        }
}

static void put_axes(frame *f) {
    double bottom = f->top + f->height, right = f->left + f->width;
    bool grid = !f->p->nareas;
    for (int k = 0; k < f->x.ticks.n; k++) {
        double x = at_x(f, vv_ticks_value(&f->x.ticks, k));
        if (grid) vv_drawing_line(f->d, x, f->top, x, bottom, VV_INK_GRID, 1);
        vv_drawing_line(f->d, x, bottom, x, bottom + 4, VV_INK_FAINT, 1);
        vv_drawing_text(f->d, x, bottom + 16, 0, SMALL, VV_INK_TEXT,
                        vv_ticks_text(f->c, &f->x.ticks, k));
    }
    for (int k = 0; k < f->y.ticks.n; k++) {
        double y = at_y(f, vv_ticks_value(&f->y.ticks, k));
        if (grid) vv_drawing_line(f->d, f->left, y, right, y, VV_INK_GRID, 1);
        vv_drawing_line(f->d, f->left - 4, y, f->left, y, VV_INK_FAINT, 1);
        vv_drawing_text(f->d, f->left - 7, y + 4, 1, SMALL, VV_INK_TEXT,
                        vv_ticks_text(f->c, &f->y.ticks, k));
    }
    put_minor(f, &f->x, true);
    put_minor(f, &f->y, false);
    double box[] = {f->left, f->top, right, f->top, right, bottom, f->left, bottom};
    vv_drawing_path(f->d, 4, box, VV_INK_FAINT, 1)->closed = true;
    if (labelled(f, &f->x))
        vv_drawing_label(f->d, f->left + f->width / 2, bottom + 34, 0, LABEL, VV_INK_TEXT,
                         labelled(f, &f->x));
    if (labelled(f, &f->y))
        vv_drawing_label(f->d, 15, f->top + f->height / 2, 0, LABEL, VV_INK_TEXT,
                         labelled(f, &f->y))
            ->turn = -90;
}

/* ---- curves -------------------------------------------------------------------------------- */

/* The number by which a series has its colour and dashes. */
static int number_of(const frame *f, int s) {
    return f->p->series[s].style ? f->p->series[s].style - 1 : s;
}

static int dashes_of(const frame *f, int s) {
    int k = number_of(f, s);
    if (f->p->series[s].plain) return 0;
    return k / VV_INK_COLOURS + k % 4;
}

/* On areas a line has the colour of the text: it belongs to none of them. */
static vv_ink ink_of(const frame *f, int s) {
    return f->p->nareas ? VV_INK_TEXT : (vv_ink)(VV_INK_SERIES + number_of(f, s) % VV_INK_COLOURS);
}

/* Dots: filled at the start of the curve, open at its end. */
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

/* All areas of one ink form one shape, stroked as well, so that no paper shows between
 * neighbours. */
static void put_areas_of(frame *f, vv_ink ink) {
    const vv_plot *p = f->p;
    int n = 0, m = 0;
    for (int i = 0; i < p->nareas; i++) n += p->area[i].ink == ink ? p->area[i].n + 1 : 0;
    double *xy = VV_ARRAY(f->c, double, 2 * n + 2);
    if (!n || !xy) return;
    for (int i = 0; i < p->nareas; i++) {
        const vv_area *a = &p->area[i];
        if (a->ink != ink) continue;
        for (int k = 0; k < a->n; k++, m++)
            xy[2 * m] = at_x(f, a->xy[2 * k]), xy[2 * m + 1] = at_y(f, a->xy[2 * k + 1]);
        xy[2 * m] = xy[2 * m + 1] = (double)NAN, m++;
    }
    vv_shape *s = vv_drawing_path(f->d, m - 1, xy, ink, 0.4);
    s->fill = ink, s->closed = true;
}

static void put_areas(frame *f) {
    for (int k = 0; f->p->nareas && k < VV_INK_AREAS; k++)
        put_areas_of(f, (vv_ink)(VV_INK_AREA + k));
}

/* Clips a segment to the frame [LiangBarsky1984]; false: nothing is left. */
static bool cut(const frame *f, double *a, double *b) {
    double d[] = {b[0] - a[0], b[1] - a[1]}, from = 0, to = 1, low[] = {f->left, f->top},
           high[] = {f->left + f->width, f->top + f->height};
    for (int side = 0; side < 4; side++) {
        int i = side / 2;
        double p = side % 2 ? d[i] : -d[i], q = side % 2 ? high[i] - a[i] : a[i] - low[i];
        if (p == 0 && q < 0) return false;
        if (p < 0) from = fmax(from, q / p);
        if (p > 0) to = fmin(to, q / p);
    }
    double start[] = {a[0], a[1]};
    for (int i = 0; i < 2; i++) a[i] = start[i] + from * d[i], b[i] = start[i] + to * d[i];
    return from <= to;
}

/* Clips a path to runs of points within the frame, with gaps between them; returns their number. */
static int cut_path(const frame *f, int n, const double *xy, double *out) {
    int m = 0;
    for (int i = 0; i + 1 < n; i++) {
        double a[] = {xy[2 * i], xy[2 * i + 1]}, b[] = {xy[2 * i + 2], xy[2 * i + 3]};
        if (!isfinite(a[0] + a[1] + b[0] + b[1]) || !cut(f, a, b)) continue;
        bool joins = m && out[2 * m - 2] == a[0] && out[2 * m - 1] == a[1];
        if (m && !joins) out[2 * m] = out[2 * m + 1] = (double)NAN, m++;
        if (!joins) out[2 * m] = a[0], out[2 * m + 1] = a[1], m++;
        out[2 * m] = b[0], out[2 * m + 1] = b[1], m++;
    }
    return m;
}

static bool is_point(int n, const double *xy, int i) {
    return i >= 0 && i < n && isfinite(xy[2 * i]) && isfinite(xy[2 * i + 1]);
}

/* A point between two gaps is drawn as a dot: as a curve of one point it would be invisible. */
static void put_alone(frame *f, int n, const double *xy, vv_ink ink) {
    for (int i = 0; i < n && n > 1; i++)
        if (is_point(n, xy, i) && !is_point(n, xy, i - 1) && !is_point(n, xy, i + 1))
            vv_drawing_path(f->d, 1, xy + 2 * i, ink, 5);
}

static bool is_within(const frame *f, const double *a) {
    return a[0] >= f->left && a[0] <= f->left + f->width && a[1] >= f->top &&
           a[1] <= f->top + f->height;
}

/* All dots of a series form one path, a piece for each. */
static void put_dots(frame *f, const vv_series *k, int n, const double *xy, vv_ink ink) {
    double *dot = VV_ARRAY(f->c, double, 4 * n + 2);
    int m = 0;
    for (int i = 0; dot && i < n; i++) {
        if (!is_point(n, xy, i) || !is_within(f, xy + 2 * i)) continue;
        dot[2 * m] = xy[2 * i], dot[2 * m + 1] = xy[2 * i + 1], m++;
        dot[2 * m] = dot[2 * m + 1] = (double)NAN, m++;
    }
    if (!m) return;
    if (m == 2) m = 1; /* a single dot needs no piece after it */
    vv_drawing_path(f->d, m, dot, ink, k->dots)->closed = true;
    if (k->hollow) vv_drawing_path(f->d, m, dot, VV_INK_PAPER, k->dots - 3)->closed = true;
}

static void put_line(frame *f, int s, int n, const double *xy) {
    const vv_series *k = &f->p->series[s];
    vv_ink ink = ink_of(f, s);
    bool cuts = f->p->x_range || f->p->y_range;
    double *part = cuts ? VV_ARRAY(f->c, double, 6 * n + 6) : NULL;
    if (cuts && !part) return;
    if (cuts) n = cut_path(f, n, xy, part), xy = part;
    if (n)
        vv_drawing_path(f->d, n, xy, ink,
                        n == 1     ? 5
                        : k->plain ? 1.3
                                   : 1.8)
            ->dashes = dashes_of(f, s);
    if (!cuts) put_alone(f, n, xy, ink);
    if (f->p->marks) put_ends(f, k, ink);
}

static void put_series(frame *f) {
    for (int s = 0; s < f->p->nseries; s++) {
        const vv_series *k = &f->p->series[s];
        double *xy = VV_ARRAY(f->c, double, 2 * k->n + 2);
        if (!xy) return;
        for (int i = 0; i < k->n; i++)
            xy[2 * i] = at_x(f, k->x[i]), xy[2 * i + 1] = at_y(f, k->y[i]);
        if (k->dots > 0)
            put_dots(f, k, k->n, xy, ink_of(f, s));
        else
            put_line(f, s, k->n, xy);
    }
}

static void put_arrows(frame *f) {
    const double STEP = VV_PLOT_DIRECTION_STEP, SIZE = 9;
    for (int i = 0; i < f->p->narrows; i++) {
        const double *a = f->p->arrow + 4 * i;
        double x = at_x(f, a[0]), y = at_y(f, a[1]), dx = at_x(f, a[0] + STEP * a[2]) - x,
               dy = at_y(f, a[1] + STEP * a[3]) - y, n = hypot(dx, dy);
        if (!(n > 0) || !is_within(f, (const double[]){x, y})) continue;
        vv_drawing_arrow_head(f->d, x + dx / n * SIZE / 2, y + dy / n * SIZE / 2, dx, dy, SIZE,
                              VV_INK_SERIES);
    }
}

/* ---- legend -------------------------------------------------------------------------------- */

enum {
    SAMPLE = 34,
    APART = 14
}; /* of an entry: the sample stroke before the text, the gap
    * after it */

/* Entry i of the legend: keys of areas, then the labelled series. NULL: no label. */
static const char *entry(const frame *f, int i) {
    const char *label = i < f->p->nkeys ? f->p->key[i].label : f->p->series[i - f->p->nkeys].label;
    return label ? fitting(f->c, label, LABEL, f->width - SAMPLE) : NULL;
}

static void put_entry(frame *f, int i, double x, double y) {
    int s = i - f->p->nkeys;
    if (s < 0) {
        double box[] = {x + 5, y - 6, x + 22, y - 6, x + 22, y + 6, x + 5, y + 6};
        vv_shape *k = vv_drawing_path(f->d, 4, box, VV_INK_FAINT, 0.8);
        k->fill = f->p->key[i].ink, k->closed = true;
    } else {
        const vv_series *k = &f->p->series[s];
        if (k->dots > 0) {
            vv_drawing_path(f->d, 1, (const double[]){x + 20, y}, ink_of(f, s), fmax(k->dots, 5));
            if (k->hollow)
                vv_drawing_path(f->d, 1, (const double[]){x + 20, y}, VV_INK_PAPER, k->dots - 3);
        } else {
            vv_drawing_line(f->d, x, y, x + 26, y, ink_of(f, s), 2.2)->dashes = dashes_of(f, s);
        }
    }
    vv_drawing_label(f->d, x + 32, y + 4, -1, LABEL, VV_INK_TEXT, entry(f, i));
}

/* Entries in rows above the frame; only their height if `draw` is false. */
static double legend(frame *f, bool draw) {
    double x = f->left, y = f->top - f->legend + 4;
    int rows = 1, n = f->p->nkeys + f->p->nseries;
    if (n < 2) return 0;
    for (int i = 0; i < n; i++) {
        if (!entry(f, i)) continue;
        double w = SAMPLE + vv_drawing_measure(entry(f, i), LABEL) + APART;
        if (x > f->left && x + w > f->left + f->width) x = f->left, y += 18, rows++;
        if (draw) put_entry(f, i, x, y);
        x += w;
    }
    return rows * 18.0;
}

/* ---- plot ---------------------------------------------------------------------------------- */

void vv_plot_set_style(vv_plot *p, const vv_plot_style *k) {
    if (!k || p->nareas) return; /* areas are those of their own axes */
    p->log_x |= k->log_x, p->log_y |= k->log_y;
    if (k->log_x || k->log_y || k->has_x || k->has_y) p->equal = false;
    if (k->has_x) p->x_range = k->x;
    if (k->has_y) p->y_range = k->y;
    if (k->width > 0) p->width = k->width;
    if (k->height > 0) p->height = k->height, p->whole = true;
}

/* Ticks at about this distance; closer where there would be fewer than three. */
static vv_ticks ticks_along(const axis *a, double length, double apart) {
    int wanted = (int)(length / apart), most = (int)(2.5 * length / apart);
    vv_ticks t = ticks_of(a, wanted);
    for (int more = wanted + 1; t.n < 3 && more <= most; more++) t = ticks_of(a, more);
    return t;
}

static void find_ticks(frame *f) {
    f->x.ticks = ticks_along(&f->x, f->width, 80);
    f->y.ticks = ticks_along(&f->y, fmax(f->height, 60), 42);
}

/* Places the frame in a drawing of this width. */
static void lay_out(frame *f, double width, bool any) {
    const vv_plot *p = f->p;
    const axis x = f->x, y = f->y;
    double height = p->height > 0 ? p->height : 320;
    f->width = width - f->left - 22;
    f->legend = legend(f, false);
    f->top = 12 + (p->title ? 22 : 0) + f->legend;
    f->height = p->whole ? fmax(height - f->top - (f->x.label ? 44 : 26), 40) : height - 80;
    if (p->equal && any) equalise(f);
    find_ticks(f);
    double left = fmax(margin(f), p->left);
    f->width += f->left - left;
    f->left = left;
    if (p->equal && any) f->x = x, f->y = y, equalise(f);
    find_ticks(f);
}

vv_drawing *vv_plot_draw(vv_ctx *c, const vv_plot *p) {
    frame f = {.c = c, .p = p, .x.label = p->x_label, .y.label = p->y_label, .left = 60};
    f.x.log = p->log_x, f.y.log = p->log_y;
    bool any = range(p, true, &f.x, &f.y);
    any &= range(p, false, &f.y, &f.x);
    double width = p->width > 0 ? p->width : 640;
    lay_out(&f, width, any);
    double total_height = f.top + f.height + (labelled(&f, &f.x) ? 44 : 26);
    f.d = vv_drawing_new(c, fmax(width, f.left + f.width + 22), total_height,
                         p->title ? p->title : p->y_label);
    if (!f.d) return NULL;
    f.d->left = f.left;
    if (p->title)
        vv_drawing_label(f.d, f.left, 18, -1, TITLE, VV_INK_TEXT,
                         fitting(c, p->title, TITLE, f.width));
    put_areas(&f);
    put_axes(&f);
    legend(&f, true);
    put_series(&f);
    put_arrows(&f);
    if (!any)
        vv_drawing_text(f.d, f.left + f.width / 2, f.top + f.height / 2, 0, LABEL, VV_INK_FAINT,
                        "there is no finite value to draw");
    return f.d;
}
