#include "scene/parameter_charts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/forced/forced.h"
#include "analysis/linear/linear.h"
#include "analysis/steady/steady.h"
#include "formalism/formalism.h"
#include "plot/plot.h"

enum { MOST_SERIES = 7 };

typedef struct work {
    vv_ctx *c;
    const vv_system *s;
    const vv_parameter_chart *chart;
    vv_study study;
    vv_drawing_list *out;
} work;

static vv_status refuse(work *w, const char *why) {
    if (!vv_ctx_ok(w->c)) return vv_ctx_status(w->c);
    vv_diag_add(w->c, VV_ERROR, VV_D_NO_PICTURE, w->chart->span, "no chart of %s: %s",
                w->chart->text, why ? why : "there is nothing to draw");
    return vv_ctx_fail(w->c, VV_E_BEYOND);
}

static const char *with_unit(vv_ctx *c, const char *name, const char *unit) {
    return unit ? vv_format(c, "%s [%s]", name, unit) : name;
}

static const char *symbol_name(vv_ctx *c, vv_expr e) {
    const vv_symbol *s = vv_symbol_get(c, e);
    return s->order ? vv_format(c, "%s%.*s", s->name, s->order, "''") : s->name;
}

static const char *symbol_label(work *w, vv_expr e) {
    return with_unit(w->c, symbol_name(w->c, e), vv_scene_unit(w->c, w->s->m, e));
}

/* A frequency of the forcing is an angular one, whatever the unit of its parameter. */
static const char *frequency_label(work *w, const vv_frequency_response *f) {
    const char *clash = NULL;
    vv_dimension d = vv_model_dimension(w->c, w->s->m, f->over, &clash);
    bool frequency = d.known && !clash && !d.kg && !d.m && d.s == -1;
    if (f->input)
        return vv_scene_has_units(w->s->m) ? "angular frequency ω [rad/s]" : "angular frequency ω";
    if (!frequency) return symbol_label(w, f->over);
    return vv_format(w->c, "angular frequency %s [rad/s]", vv_symbol_get(w->c, f->over)->name);
}

/* "at θ = 0", if there is more than one equilibrium to distinguish. */
static const char *place(work *w, int positions, int number, const char *at) {
    if (positions < 2) return vv_format(w->c, "about %s", at);
    return vv_format(w->c, "position %d, %s", number, at);
}

/* ---- response ------------------------------------------------------------------------------ */

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Visible range of amplitudes that may tend to infinity or 0: three decades about the median. */
static bool seen_range(vv_ctx *c, int n, const double *size, double range[2]) {
    const double AROUND = 1e3, ROOM = 1.25;
    double *sorted = VV_ARRAY(c, double, n + 1);
    int m = 0;
    for (int i = 0; sorted && i < n; i++)
        if (size[i] > 0 && isfinite(size[i])) sorted[m++] = size[i];
    if (m == 0) return false;
    qsort(sorted, (size_t)m, sizeof *sorted, by_size);
    range[0] = fmax(sorted[0], sorted[m / 2] / AROUND) / ROOM;
    range[1] = fmin(sorted[m - 1], sorted[m / 2] * AROUND) * ROOM;
    return true;
}

/* Unit of the output; divided by that of the input if it responds to one. */
static const char *size_unit(work *w, const vv_frequency_response *f, vv_expr what) {
    const char *unit = vv_scene_unit(w->c, w->s->m, what),
               *by = f->input ? vv_scene_unit(w->c, w->s->m, f->over) : NULL;
    return unit && by ? vv_format(w->c, "%s/%s", unit, by) : f->input ? NULL : unit;
}

static const char *common_unit(work *w, const vv_frequency_response *f,
                               const vv_frequency_response_curve *k) {
    const char *first = size_unit(w, f, k->what[0]);
    for (int i = 1; first && i < k->noutputs; i++) {
        const char *unit = size_unit(w, f, k->what[i]);
        if (!unit || strcmp(unit, first)) return NULL;
    }
    return first;
}

static void draw_curves(work *w, const vv_frequency_response *f,
                        const vv_frequency_response_curve *k, bool phase) {
    vv_ctx *c = w->c;
    vv_series series[MOST_SERIES];
    int n = k->noutputs < MOST_SERIES ? k->noutputs : MOST_SERIES;
    double range[2], *y = VV_MATRIX(c, double, n, k->n), degree = atan(1) / 45;
    if (!y) return;
    for (int i = 0; i < n * k->n; i++) y[i] = phase ? k->phase[i] / degree : k->size[i];
    for (int i = 0; i < n; i++)
        series[i] = (vv_series){
            .label = k->name[i], .n = k->n, .x = k->x, .y = y + (size_t)i * (size_t)k->n};
    const char *all = n == 1 ? k->name[0] : NULL, *unit = common_unit(w, f, k);
    const char *size = all ? vv_format(c, "amplitude of %s", all) : "amplitude",
               *over = f->input ? vv_symbol_get(c, f->over)->name : NULL;
    if (over)
        size = all ? vv_format(c, "|%s/%s|", all, over) : vv_format(c, "amplitude by %s", over);
    vv_plot p = {.title = place(w, f->n, k->position, k->at),
                 .x_label = frequency_label(w, f),
                 .y_label = phase ? "phase lag [°]" : with_unit(c, size, unit),
                 .log_x = f->logarithmic,
                 .log_y = !phase,
                 .y_range = !phase && seen_range(c, n * k->n, y, range) ? range : NULL,
                 .nseries = n,
                 .series = series};
    vv_drawing_list_plot(c, w->out, &p,
                         vv_format(c, "%s over %s, %s", phase ? "phase" : size,
                                   f->input ? "ω" : vv_symbol_get(c, f->over)->name, p.title));
}

static vv_status draw_response(work *w) {
    vv_frequency_response f;
    vv_status status = vv_frequency_response_find(w->c, &w->study, w->chart->over[0], &f);
    if (status != VV_OK) return status == VV_E_BEYOND ? refuse(w, f.why) : status;
    for (int i = 0; i < f.n; i++) {
        draw_curves(w, &f, &f.curve[i], false);
        if (f.curve[i].damped) draw_curves(w, &f, &f.curve[i], true);
    }
    return vv_ctx_status(w->c);
}

/* ---- maps ---------------------------------------------------------------------------------- */

enum { CELLS = 96, MOST_MAPS = 6, LEVELS = 5, HALVINGS = 24 };
enum { ABSENT, NEUTRAL, DAMPED, UNSTABLE }; /* class of a point, and inks of areas; levels follow */

typedef struct map {
    work *w;
    const vv_stability_map *of;
    double range[2][2];
    double *value;        /* at the corners      ((CELLS + 1)^2) */
    double level[LEVELS]; /* growth rate at which each shade begins; level[0] = 0 */
    int nlevels;
    vv_area *area;
    int nareas, capacity;
    double *line_x, *line_y; /* stability boundaries, with gaps between */
    int nline, line_capacity;
    bool has[UNSTABLE + 1];
} map;

static int kind_of(double growth) {
    if (isnan(growth)) return ABSENT;
    return growth > 0 ? UNSTABLE : growth < 0 ? DAMPED : NEUTRAL;
}

static double corner_x(const map *m, int i) {
    return m->range[0][0] + (m->range[0][1] - m->range[0][0]) * i / CELLS;
}
static double corner_y(const map *m, int j) {
    return m->range[1][0] + (m->range[1][1] - m->range[1][0]) * j / CELLS;
}
static double value_at(const map *m, int i, int j) { return m->value[j * (CELLS + 1) + i]; }

static void add_area(map *m, int class, int n, const double *xy) {
    vv_ctx *c = m->w->c;
    if (m->nareas == m->capacity) {
        int capacity = m->capacity ? 2 * m->capacity : 512;
        vv_area *grown = VV_ARRAY(c, vv_area, capacity);
        if (!grown) return;
        if (m->nareas) memcpy(grown, m->area, (size_t)m->nareas * sizeof *grown);
        m->area = grown, m->capacity = capacity;
    }
    double *own = VV_ARRAY(c, double, 2 * n);
    if (!own) return;
    memcpy(own, xy, 2 * (size_t)n * sizeof *own);
    m->area[m->nareas++] = (vv_area){(vv_ink)(VV_INK_AREA + class), n, own};
}

/* Its kind; for unstable points also the level of the growth rate. */
static int class_of(const map *m, double growth) {
    int kind = kind_of(growth), shade = 0;
    while (kind == UNSTABLE && shade + 1 < m->nlevels && growth >= m->level[shade + 1]) shade++;
    return kind + shade;
}

/* A point of the segment at which the kind changes, or if it is the same at its ends, the class;
 * by bisection. */
static void crossing(const map *m, const double *a, double at_a, const double *b, double at_b,
                     double *out) {
    double low = 0, high = 1;
    bool kinds = kind_of(at_a) != kind_of(at_b);
    int class = class_of(m, at_a), kind = kind_of(at_a);
    for (int i = 0; i < HALVINGS; i++) {
        double s = (low + high) / 2, v = vv_stability_map_growth_rate(
                                         m->of, a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1]));
        if (kinds ? kind_of(v) == kind : class_of(m, v) == class)
            low = s;
        else
            high = s;
    }
    for (int k = 0; k < 2; k++) out[k] = a[k] + low * (b[k] - a[k]);
}

static void add_line(map *m, const double *a, const double *b) {
    if (m->nline + 3 > m->line_capacity) {
        int capacity = m->line_capacity ? 2 * m->line_capacity : 1024;
        double *x = VV_ARRAY(m->w->c, double, capacity), *y = VV_ARRAY(m->w->c, double, capacity);
        if (!x || !y) return;
        if (m->nline) {
            memcpy(x, m->line_x, (size_t)m->nline * sizeof *x);
            memcpy(y, m->line_y, (size_t)m->nline * sizeof *y);
        }
        m->line_x = x, m->line_y = y, m->line_capacity = capacity;
    }
    const double *p[] = {a, b};
    for (int k = 0; k < 2; k++) m->line_x[m->nline] = p[k][0], m->line_y[m->nline++] = p[k][1];
    m->line_x[m->nline] = m->line_y[m->nline] = (double)NAN;
    m->nline++;
}

/* A triangle, cut where the class changes: a corner with a class of its own is cut off from the
 * other two; of three classes that with a kind of its own. A change of kind is a stability
 * boundary. */
static void put_triangle(map *m, double p[3][2], const double v[3]) {
    int odd = 0, class[] = {class_of(m, v[0]), class_of(m, v[1]), class_of(m, v[2])};
    if (class[0] == class[1]) odd = 2;
    if (class[0] == class[2]) odd = 1;
    for (int k = 0; k < 3; k++)
        if (class[0] != class[1] && class[1] != class[2] && class[2] != class[0] &&
            kind_of(v[(k + 1) % 3]) == kind_of(v[(k + 2) % 3]))
            odd = k;
    int a = (odd + 1) % 3, b = (odd + 2) % 3;
    if (class[odd] == class[a] && class[a] == class[b]) {
        add_area(m, class[0], 3, &p[0][0]);
        return;
    }
    double cut[2][2];
    crossing(m, p[odd], v[odd], p[a], v[a], cut[0]);
    crossing(m, p[odd], v[odd], p[b], v[b], cut[1]);
    double tip[] = {p[odd][0], p[odd][1], cut[0][0], cut[0][1], cut[1][0], cut[1][1]};
    double rest[] = {cut[0][0], cut[0][1], p[a][0],   p[a][1],
                     p[b][0],   p[b][1],   cut[1][0], cut[1][1]};
    add_area(m, class[odd], 3, tip);
    add_area(m, class[a], 4, rest);
    if (kind_of(v[odd]) != kind_of(v[a])) add_line(m, cut[0], cut[1]);
}

/* The common class of all four corners, -1 if they differ. */
static int class_of_cell(const map *m, int i, int j) {
    int class = class_of(m, value_at(m, i, j));
    for (int k = 1; k < 4; k++)
        if (class_of(m, value_at(m, i + (k & 1), j + (k >> 1))) != class) return -1;
    return class;
}

static void put_cell(map *m, int i, int j) {
    double p[4][2], v[4];
    for (int k = 0; k < 4; k++) { /* around the cell */
        int di = k == 1 || k == 2, dj = k >= 2;
        p[k][0] = corner_x(m, i + di), p[k][1] = corner_y(m, j + dj);
        v[k] = value_at(m, i + di, j + dj);
    }
    double first[3][2], second[3][2];
    memcpy(first, p, sizeof first);
    memcpy(second[0], p[0], sizeof p[0]);
    memcpy(second[1], p[2], sizeof p[2]);
    memcpy(second[2], p[3], sizeof p[3]);
    put_triangle(m, first, v);
    put_triangle(m, second, (const double[]){v[0], v[2], v[3]});
}

/* Merges cells of one class in a row into a rectangle. */
static void put_row(map *m, int j) {
    for (int i = 0; i < CELLS;) {
        int class = class_of_cell(m, i, j), from = i;
        if (class < 0) {
            put_cell(m, i++, j);
            continue;
        }
        while (i < CELLS && class_of_cell(m, i, j) == class) i++;
        double x0 = corner_x(m, from), x1 = corner_x(m, i), y0 = corner_y(m, j),
               y1 = corner_y(m, j + 1);
        add_area(m, class, 4, (const double[]){x0, y0, x1, y0, x1, y1, x0, y1});
    }
}

/* Chooses as many shades as there are, with limits at ticks. */
static void find_levels(map *m, double most) {
    vv_ticks t = {0};
    for (int wanted = 2 * LEVELS; wanted > 0; wanted--) {
        t = vv_ticks_find(0, most, wanted);
        if (t.n <= LEVELS) break;
    }
    m->nlevels = 1;
    for (int k = 1; k < t.n && m->nlevels < LEVELS; k++)
        if (vv_ticks_value(&t, k) < most) m->level[m->nlevels++] = vv_ticks_value(&t, k);
}

/* Values at the corners. */
static bool measure(map *m) {
    double most = 0;
    m->value = VV_MATRIX(m->w->c, double, CELLS + 1, CELLS + 1);
    if (!m->value) return false;
    for (int j = 0; j <= CELLS && vv_ctx_tick(m->w->c); j++)
        for (int i = 0; i <= CELLS; i++) {
            double v = vv_stability_map_growth_rate(m->of, corner_x(m, i), corner_y(m, j));
            m->value[j * (CELLS + 1) + i] = v;
            m->has[kind_of(v)] = true;
            if (v > most) most = v;
        }
    find_levels(m, most);
    return vv_ctx_ok(m->w->c);
}

static int put_keys(const map *m, vv_legend_entry *key) {
    static const char *const word[] = {"no such motion", "neutral: oscillates or drifts", "damped"};
    vv_ctx *c = m->w->c;
    const char *unit = vv_scene_has_units(m->w->s->m) ? " /s" : "";
    int n = 0;
    for (int k = DAMPED; k >= ABSENT; k--)
        if (m->has[k]) key[n++] = (vv_legend_entry){word[k], (vv_ink)(VV_INK_AREA + k)};
    for (int k = 0; m->has[UNSTABLE] && k < m->nlevels; k++)
        key[n++] = (vv_legend_entry){
            k + 1 < m->nlevels ? vv_format(c, "%s%g to %g%s", k ? "" : "unstable, growth ",
                                           m->level[k], m->level[k + 1], unit)
            : k                ? vv_format(c, "above %g%s", m->level[k], unit)
                               : "unstable",
            (vv_ink)(VV_INK_AREA + UNSTABLE + k)};
    return n;
}

static void draw_map(work *w, const vv_stability_map *of, int maps, double range[2][2]) {
    map *m = VV_NEW(w->c, map);
    vv_legend_entry key[UNSTABLE + LEVELS];
    int number;
    if (!m) return;
    *m = (map){.w = w, .of = of};
    memcpy(m->range, range, sizeof m->range);
    if (!measure(m)) return;
    for (int j = 0; j < CELLS; j++) put_row(m, j);
    vv_series border = {.n = m->nline, .x = m->line_x, .y = m->line_y};
    const char *at = vv_stability_map_position(of, &number);
    vv_plot p = {.title = number ? place(w, maps, number, at) : at,
                 .x_label = symbol_label(w, w->chart->over[0]),
                 .y_label = symbol_label(w, w->chart->over[1]),
                 .x_range = range[0],
                 .y_range = range[1],
                 .nareas = m->nareas,
                 .area = m->area,
                 .nkeys = put_keys(m, key),
                 .key = key,
                 .nseries = 1,
                 .series = &border,
                 .height = 440};
    vv_drawing_list_plot(w->c, w->out, &p,
                         vv_format(w->c, "stability over %s and %s, %s",
                                   symbol_name(w->c, w->chart->over[0]),
                                   symbol_name(w->c, w->chart->over[1]), p.title));
}

static vv_status draw_maps(work *w) {
    vv_stability_map *list[MOST_MAPS];
    double range[2][2];
    const char *why;
    int n;
    bool steady = vv_steady_map_is_meant(w->c, w->chart->over);
    vv_status status = (steady ? vv_steady_maps_open : vv_stability_maps_open)(
        w->c, &w->study, w->chart->over, MOST_MAPS, list, &n, range, &why);
    if (status != VV_OK) return status == VV_E_BEYOND ? refuse(w, why) : status;
    for (int i = 0; i < n; i++) draw_map(w, list[i], n, range);
    return vv_ctx_status(w->c);
}

/* ---- entry point --------------------------------------------------------------------------- */

vv_status vv_parameter_chart_draw(vv_ctx *c, const vv_system *s, const vv_parameter_chart *chart,
                                  vv_drawing_list *out) {
    vv_prove_options how = {.want_exact = true};
    vv_equations *eq = VV_NEW(c, vv_equations);
    work w = {.c = c, .s = s, .chart = chart, .study = {.s = s, .eq = eq, .how = &how}, .out = out};
    const char *why = vv_study_refusal(s, VV_NEEDS_MOTION | VV_NEEDS_LINEAR);
    if (!eq) return vv_ctx_status(c);
    if (why) return refuse(&w, why);
    if (vv_formalism_run(c, vv_formalism_in_speeds(s), s, eq, &why) != VV_OK)
        return refuse(&w, why ? why : "no equations of motion could be derived");
    return chart->map ? draw_maps(&w) : draw_response(&w);
}
