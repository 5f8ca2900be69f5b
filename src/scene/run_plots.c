#include "scene/run_plots.h"
#include "scene/plot_columns.h"
#include "scene/scene_tolerances.h"

#include <math.h>
#include <string.h>

#include "base/base.h"
#include "plot/plot.h"

typedef vv_plot_column column;

static vv_plot_rows rows_of(const vv_scene *k) {
    int event = vv_csv_table_find(&k->run.table, "event");
    return (vv_plot_rows){.n = k->run.rows,
                          .time = k->run.time,
                          .event = event < 0 ? NULL : vv_csv_table_column(&k->run.table, event)};
}

static void draw(const vv_scene *k, const column *x, int n, const column *y, const char *name,
                 bool path, vv_drawing_list *out) {
    vv_plot_rows rows = rows_of(k);
    vv_plot_columns_draw(k->c, &rows, x, n, y, name, path, out);
}

/* Columns against x, grouped by unit. */
static void draw_groups(const vv_scene *k, const column *x, int n, const column *y,
                        vv_drawing_list *out) {
    bool *done = VV_ARRAY(k->c, bool, n + 1);
    for (int i = 0; done && i < n; i++) {
        column group[VV_PLOT_COLUMNS];
        int m = 0;
        if (done[i]) continue;
        for (int j = i; j < n && m < VV_PLOT_COLUMNS; j++)
            if (!done[j] && vv_plot_column_same_unit(&y[i], &y[j]))
                group[m++] = y[j], done[j] = true;
        draw(k, x, m, group, NULL, false, out);
    }
}

/* ---- from a scene -------------------------------------------------------------------------- */

static column time_of(const vv_scene *k) {
    return (column){"t", vv_scene_has_units(k->s->m) ? "s" : NULL, k->run.time};
}

/* The column of the run with this name. */
static column column_of(const vv_scene *k, const char *name, vv_expr symbol) {
    int at = name ? vv_csv_table_find(&k->run.table, name) : -1;
    return (column){name, vv_scene_unit(k->c, k->s->m, symbol),
                    at < 0 ? NULL : vv_csv_table_column(&k->run.table, at)};
}

static column coordinate_of(const vv_scene *k, int i, bool rate) {
    const vv_coordinate *q = &k->s->m->coordinate[i];
    const char *name = vv_symbol_get(k->c, q->q)->name;
    return column_of(k, rate ? vv_format(k->c, "%s'", name) : name, rate ? q->qd : q->q);
}

static column speed_of(const vv_scene *k, int i) {
    vv_expr symbol = k->s->m->speed[i].symbol;
    return column_of(k, vv_symbol_get(k->c, symbol)->name, symbol);
}

/* Extent of a component: a path is drawn in the plane in which it moves. */
static double extent(const vv_scene *k, const double *x) {
    double low = (double)INFINITY, high = -(double)INFINITY;
    for (int i = 0; i < k->run.rows; i++)
        if (isfinite(x[i])) low = fmin(low, x[i]), high = fmax(high, x[i]);
    return high > low ? high - low : 0;
}

static column path_part(const vv_scene *k, const vv_scene_path *p, int axis) {
    return (column){vv_format(k->c, "%c of %s", "xyz"[axis], p -> name),
                    time_of(k).unit ? "m" : NULL, p->at.x[axis]};
}

/* The plane in which it moves, else the view from above: *across and the other axis. */
static int path_plane(const vv_scene *k, const vv_scene_path *p, int *across) {
    double size[3], most = 0;
    int flat = 2;
    for (int a = 0; a < 3; a++) size[a] = extent(k, p->at.x[a]), most = fmax(most, size[a]);
    if (size[2] > VV_SCENE_STILL * most && size[1] <= VV_SCENE_STILL * most) flat = 1;
    if (size[2] > VV_SCENE_STILL * most && size[1] > VV_SCENE_STILL * most &&
        size[0] <= VV_SCENE_STILL * most)
        flat = 0;
    *across = flat == 0 ? 1 : 0;
    return flat == 2 ? 1 : 2;
}

static void draw_path(const vv_scene *k, const vv_scene_path *p, vv_drawing_list *out) {
    int across, up = path_plane(k, p, &across);
    column x = path_part(k, p, across), y = path_part(k, p, up), z = path_part(k, p, 2);
    draw(k, &x, 1, &y, NULL, true, out);
    double wide = fmax(extent(k, x.value), extent(k, y.value));
    if (up == 2 || !(extent(k, z.value) > VV_SCENE_STILL * wide)) return;
    column t = time_of(k); /* view from above; its height is drawn in addition */
    draw(k, &t, 1, &z, NULL, false, out);
}

static bool is_shown(const vv_scene *k, const char *name) {
    bool found = false;
    for (int i = 0; i < k->nvalues; i++) { /* "theta" means θ */
        const char *text = k->value[i].name, *own = vv_name_canonical(k->c, text, strlen(text));
        found |= own && !strcmp(own, name);
    }
    return found;
}

/* Was this value already drawn with the coordinates: is it one, and is everything that shared
 * its plot shown too? */
static bool is_drawn(const vv_scene *k, const vv_scene_value *v, int n, const column *y) {
    const char *name = vv_name_canonical(k->c, v->name, strlen(v->name));
    bool found = false, all = true;
    for (int i = 0; name && i < n; i++) {
        found |= !strcmp(y[i].name, name);
        if (vv_plot_column_same_unit(&y[i], &(column){.unit = v->unit}))
            all &= is_shown(k, y[i].name);
    }
    return found && all;
}

vv_status vv_run_plots_shown(const vv_scene *k, vv_drawing_list *out) {
    const vv_model *m = k->s->m;
    column t = time_of(k), *y = VV_ARRAY(k->c, column, m->nq + m->nspeeds + k->nvalues + 1);
    int n = 0, last = -1;
    if (!y || !k->run.rows) return vv_ctx_status(k->c);
    for (int i = 0; i < k->npaths; i++) draw_path(k, &k->path[i], out);
    for (int i = 0; i < m->nq; i++)
        if (!m->coordinate[i].internal) {
            y[n] = coordinate_of(k, i, false);
            if (y[n].value) n++, last = i;
        }
    bool alone = n == 1;
    for (int i = 0; i < m->nspeeds && last < 0; i++) { /* free frames only */
        y[n] = speed_of(k, i);
        n += y[n].value != NULL;
    }
    draw_groups(k, &t, n, y, out);
    if (alone) {
        column rate = coordinate_of(k, last, true);
        if (rate.value) draw(k, &y[0], 1, &rate, NULL, false, out);
    }
    int drawn = n;
    for (int i = 0; i < k->nvalues; i++)
        if (!is_drawn(k, &k->value[i], drawn, y))
            y[n++] = (column){k->value[i].name, k->value[i].unit, k->value[i].value};
    draw_groups(k, &t, n - drawn, y + drawn, out);
    for (int i = 0; i < k->nvectors; i++) {
        column part[3];
        for (int a = 0; a < 3; a++)
            part[a] = (column){vv_format(k->c, "%s.%c", k->vector[i].name, "xyz"[a]),
                               k->vector[i].unit, k->vector[i].value.x[a]};
        draw(k, &t, 3, part, k->vector[i].name, false, out);
    }
    return vv_ctx_status(k->c);
}

/* ---- two runs ------------------------------------------------------------------------------- */

static void draw_pair(const vv_scene *k, const column x[2], const column y[2], const int rows[2],
                      const char *const title[2], bool path, vv_drawing_list *out) {
    vv_series series[2];
    for (int i = 0; i < 2; i++)
        series[i] = (vv_series){.label = title[i], .n = rows[i], .x = x[i].value, .y = y[i].value};
    vv_plot p = {.x_label = vv_plot_column_label(k->c, &x[0]),
                 .y_label = vv_plot_column_label(k->c, &y[0]),
                 .nseries = 2,
                 .series = series,
                 .equal = path,
                 .marks = path};
    vv_drawing_list_plot(k->c, out, &p,
                         vv_format(k->c, "%s over %s of both", y[0].name, x[0].name));
}

/* The i-th column to compare: coordinates, then values, then vector components. */
static bool compared(const vv_scene *k, int i, column *out) {
    const vv_model *m = k->s->m;
    *out = (column){0};
    if (i < m->nq) {
        if (!m->coordinate[i].internal) *out = coordinate_of(k, i, false);
        return true;
    }
    i -= m->nq;
    if (i < k->nvalues) {
        *out = (column){k->value[i].name, k->value[i].unit, k->value[i].value};
        return true;
    }
    i -= k->nvalues;
    if (i >= 3 * k->nvectors) return false;
    const vv_scene_vector *v = &k->vector[i / 3];
    *out = (column){vv_format(k->c, "%s.%c", v->name, "xyz"[i % 3]), v->unit, v->value.x[i % 3]};
    return true;
}

vv_status vv_run_plots_compare(const vv_scene *first, const vv_scene *second,
                               const char *const title[2], vv_drawing_list *out) {
    int rows[] = {first->run.rows, second->run.rows};
    column t[] = {time_of(first), time_of(second)}, y[2];
    for (int i = 0; i < first->npaths; i++)
        for (int j = 0; j < second->npaths; j++) {
            if (strcmp(first->path[i].name, second->path[j].name)) continue;
            int across, up = path_plane(first, &first->path[i], &across);
            column x[] = {path_part(first, &first->path[i], across),
                          path_part(second, &second->path[j], across)};
            y[0] = path_part(first, &first->path[i], up);
            y[1] = path_part(second, &second->path[j], up);
            draw_pair(first, x, y, rows, title, true, out);
        }
    for (int i = 0; compared(first, i, &y[0]); i++)
        for (int j = 0; y[0].value && compared(second, j, &y[1]); j++)
            if (y[1].value && !strcmp(y[0].name, y[1].name) &&
                vv_plot_column_same_unit(&y[0], &y[1])) {
                draw_pair(first, t, y, rows, title, false, out);
                break;
            }
    return vv_ctx_status(first->c);
}

/* ---- requested curves ----------------------------------------------------------------------- */

/* The columns of a name: one, or the three of a vector; returns their number. */
static int columns_of(const vv_scene *k, const char *name, column *out) {
    const vv_model *m = k->s->m;
    if (!strcmp(name, "time") || !strcmp(name, "t")) return out[0] = time_of(k), 1;
    for (int i = 0; i < 2 * m->nq; i++) {
        column q = coordinate_of(k, i / 2, i % 2);
        if (q.name && q.value && !strcmp(q.name, name)) return out[0] = q, 1;
    }
    for (int i = 0; i < k->nvalues; i++)
        if (!strcmp(k->value[i].name, name))
            return out[0] = (column){name, k->value[i].unit, k->value[i].value}, 1;
    for (int i = 0; i < k->nvectors + k->npaths; i++) {
        bool path = i >= k->nvectors;
        const char *own = path ? k->path[i - k->nvectors].name : k->vector[i].name;
        const vv_scene_track *t = path ? &k->path[i - k->nvectors].at : &k->vector[i].value;
        const char *called = vv_format(k->c, "path(%s)", own);
        if (strcmp(own, name) && !(path && called && !strcmp(called, name))) continue;
        for (int a = 0; a < 3; a++)
            out[a] = (column){vv_format(k->c, "%s.%c", name, "xyz"[a]),
                              path ? NULL : k->vector[i].unit, t->x[a]};
        return 3;
    }
    int at = vv_csv_table_find(&k->run.table, name);
    return at < 0 ? 0 : (out[0] = (column){name, NULL, vv_csv_table_column(&k->run.table, at)}, 1);
}

static int in_scene(const void *where, const char *name, column *out) {
    return columns_of(where, name, out);
}

vv_status vv_run_plots_chosen(const vv_scene *k, int n, const vv_curve *curve,
                              vv_drawing_list *out) {
    const vv_plot_source from = {
        .table = &k->run.table, .rows = rows_of(k), .where = k, .find = in_scene};
    return vv_plot_chosen(k->c, &from, time_of(k), n, curve, out);
}
