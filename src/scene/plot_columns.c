#include "scene/plot_columns.h"

#include <math.h>
#include <string.h>

/* Members that have colours and a legend of their own; more are drawn alike. */
enum { TOLD_APART = VV_INK_COLOURS };

const char *vv_plot_column_label(vv_ctx *c, const vv_plot_column *k) {
    return k->unit && *k->unit ? vv_format(c, "%s [%s]", k->name, k->unit) : k->name;
}

bool vv_plot_column_same_unit(const vv_plot_column *a, const vv_plot_column *b) {
    return a->unit == b->unit || (a->unit && b->unit && !strcmp(a->unit, b->unit));
}

typedef struct drawer {
    vv_ctx *c;
    const vv_plot_rows *rows;
    vv_plot_style style;
    double dots;
    int n;
    vv_series *series;
} drawer;

/* ---- rows ----------------------------------------------------------------------------------- */

static bool is_kept(const drawer *d, int row) {
    const vv_plot_rows *r = d->rows;
    if (d->style.recorded && !(r->event && r->event[row] > 0)) return false;
    return !d->style.has_after || !r->time || r->time[row] >= d->style.after;
}

/* The rows that the style asks for, of two columns. */
static void keep_rows(const drawer *d, int from, vv_series *s) {
    double *x = VV_ARRAY(d->c, double, s->n + 1), *y = VV_ARRAY(d->c, double, s->n + 1);
    int n = 0;
    for (int i = 0; x && y && i < s->n; i++)
        if (is_kept(d, from + i)) x[n] = s->x[i], y[n++] = s->y[i];
    s->n = n, s->x = x, s->y = y;
}

/* Has every member one value of x? Then it is a parameter, and rows are points over it. */
static bool is_parameter(const vv_plot_rows *r, const double *x) {
    for (int m = 0; m < r->members; m++)
        for (int i = r->begin[m] + 1; i < r->begin[m + 1]; i++)
            if (x[i] != x[i - 1]) return false;
    return r->members > 1;
}

/* Dots that remain apart where there are many. */
static double dot_size(int n) { return n > 20000 ? 1.2 : n > 2000 ? 1.8 : n > 200 ? 2.6 : 4; }

static void put(drawer *d, int from, int end, const vv_plot_column *x, const vv_plot_column *y,
                const char *label, int style) {
    vv_series *s = &d->series[d->n++];
    *s = (vv_series){.label = label,
                     .n = end - from,
                     .x = x->value + from,
                     .y = y->value + from,
                     .dots = d->dots,
                     .style = style};
    if (d->style.recorded || d->style.has_after) keep_rows(d, from, s);
}

/* ---- plots ---------------------------------------------------------------------------------- */

static void put_members(drawer *d, const vv_plot_column *x, const vv_plot_column *y,
                        const char *name) {
    const vv_plot_rows *r = d->rows;
    bool apart = r->members <= TOLD_APART;
    for (int m = 0; m < r->members; m++) {
        const char *label = r->label[m];
        if (name && label) label = vv_format(d->c, "%s, %s", name, label);
        put(d, r->begin[m], r->begin[m + 1], x, y, apart ? label : NULL, apart ? 0 : 1);
    }
}

/* A style that leaves no row. */
static bool is_empty(const drawer *d) {
    int n = 0;
    for (int i = 0; i < d->n; i++) n += d->series[i].n;
    if (n || !(d->style.recorded || d->style.has_after) || !vv_ctx_ok(d->c)) return false;
    bool events = d->rows->event != NULL;
    vv_diag *what = vv_diag_add(d->c, VV_ERROR, VV_D_NO_PICTURE, (vv_span){0}, "%s",
                                d->style.recorded ? "no row is recorded in this motion"
                                                  : "no row is later than --after");
    if (d->style.recorded)
        vv_diag_hint(d->c, what,
                     events ? "it may be too short, or --after too late"
                            : "a model says when: when θ' = 0 then record");
    vv_ctx_fail(d->c, VV_E_BEYOND);
    return true;
}

void vv_plot_columns_draw(vv_ctx *c, const vv_plot_rows *rows, const vv_plot_column *x, int n,
                          const vv_plot_column *y, const char *name, bool path,
                          vv_drawing_list *out) {
    bool members = rows->members && !is_parameter(rows, x->value), alike = true;
    drawer d = {.c = c, .rows = rows};
    if (out->style) d.style = *out->style;
    d.series = VV_MATRIX(c, vv_series, n, members ? rows->members + 1 : 1);
    if (!d.series) return;
    if (d.style.recorded || (rows->members && !members) || d.style.points)
        d.dots = dot_size(rows->n);
    const char *names = n == 1 ? y[0].name : name;
    for (int i = 0; i < n; i++) alike &= vv_plot_column_same_unit(&y[0], &y[i]);
    for (int i = 0; i < n; i++) {
        const char *label = alike ? y[i].name : vv_plot_column_label(c, &y[i]);
        if (members)
            put_members(&d, x, &y[i], n > 1 ? label : NULL);
        else
            put(&d, 0, rows->n, x, &y[i], label, 0);
    }
    if (is_empty(&d)) return;
    for (int i = 0; i < n && n > 1 && n <= 3 && !name; i++)
        names = names ? vv_format(c, "%s, %s", names, y[i].name) : y[i].name;
    vv_plot_column axis = {names ? names : "", alike ? y[0].unit : NULL, NULL};
    vv_plot p = {.x_label = vv_plot_column_label(c, x),
                 .y_label = names || axis.unit ? vv_plot_column_label(c, &axis) : NULL,
                 .nseries = d.n,
                 .series = d.series,
                 .equal = path,
                 .marks = path && !(d.dots > 0)};
    vv_drawing_list_plot(c, out, &p,
                         vv_format(c, "%s over %s", names ? names : "several quantities", x->name));
}
