/* Requested curves, and the curves of a table. */
#include <math.h>
#include <string.h>

#include "scene/plot_columns.h"

typedef vv_plot_column column;

static vv_status unknown(vv_ctx *c, const char *name, const vv_csv_table *t) {
    const char *near = vv_nearest_name(c, name, t->columns, t->name);
    vv_diag *d =
        vv_diag_add(c, VV_ERROR, VV_D_NO_COLUMN, (vv_span){0}, "there is no column '%s'", name);
    if (near) vv_diag_hint(c, d, "did you mean '%s'?", near);
    return vv_ctx_fail(c, VV_E_MODEL);
}

vv_status vv_plot_chosen(vv_ctx *c, const vv_plot_source *from, column first, int n,
                         const vv_curve *curve, vv_drawing_list *out) {
    column x = first, y[VV_PLOT_COLUMNS], found[3];
    int m = 0;
    for (int i = 0; i < n; i++) {
        if (m && !curve[i].joins) {
            vv_plot_columns_draw(c, &from->rows, &x, m, y, NULL, false, out);
            m = 0;
        }
        if (curve[i].x) {
            if (!from->find(from->where, curve[i].x, found))
                return unknown(c, curve[i].x, from->table);
            x = found[0];
        }
        int parts = from->find(from->where, curve[i].y, found);
        if (!parts) return unknown(c, curve[i].y, from->table);
        for (int a = 0; a < parts && m < VV_PLOT_COLUMNS; a++) y[m++] = found[a];
    }
    if (m) vv_plot_columns_draw(c, &from->rows, &x, m, y, NULL, false, out);
    return vv_ctx_status(c);
}

/* ---- tables --------------------------------------------------------------------------------- */

static column column_at(const vv_csv_table *t, int i) {
    return (column){t->name[i], t->unit ? t->unit[i] : NULL, vv_csv_table_column(t, i)};
}

/* A column, or the three of a vector. */
static int in_table(const void *where, const char *name, column *out) {
    static const char *const PART[] = {"x", "y", "z"};
    const vv_csv_table *t = where;
    int at = vv_csv_table_find(t, name), n = 0;
    if (at < 0 && !strcmp(name, "t")) at = vv_csv_table_find(t, "time");
    if (at >= 0) return out[0] = column_at(t, at), 1;
    size_t length = strlen(name);
    for (int i = 0; i < t->columns && n < 3; i++) {
        const char *own = t->name[i];
        if (!strncmp(own, name, length) && own[length] == '.' && !strcmp(own + length + 1, PART[n]))
            out[n++] = column_at(t, i);
    }
    return n;
}

/* The varied values of a sweep: from column 1 to that of the time. */
static const char *member_label(vv_ctx *c, const vv_csv_table *t, int time, int row) {
    static const char START[] = "start ";
    const char *text = NULL;
    for (int i = 1; i < time; i++) {
        const char *name = t->name[i];
        if (!strncmp(name, START, sizeof START - 1)) name += sizeof START - 1;
        const char *one = vv_format(c, "%s = %.4g", name, vv_csv_table_column(t, i)[row]);
        text = text ? vv_format(c, "%s, %s", text, one) : one;
    }
    return text;
}

/* In the table of a sweep, the rows of each member. */
static void find_members(vv_ctx *c, const vv_csv_table *t, int time, vv_plot_rows *out) {
    const double *number = vv_csv_table_column(t, 0);
    int *begin = VV_ARRAY(c, int, t->rows + 1);
    const char **label = VV_ARRAY(c, const char *, t->rows + 1);
    if (!begin || !label) return;
    for (int i = 0; i < t->rows; i++) {
        if (i && number[i] == number[i - 1]) continue;
        label[out->members] = member_label(c, t, time, i);
        begin[out->members++] = i;
    }
    begin[out->members] = t->rows;
    out->begin = begin, out->label = label;
}

static bool is_about_rows(const char *name) {
    return !strcmp(name, "audit") || !strcmp(name, "event");
}

vv_status vv_csv_table_plots(vv_ctx *c, const vv_csv_table *t, int n, const vv_curve *curve,
                             vv_drawing_list *out) {
    int event = vv_csv_table_find(t, "event"), time = vv_csv_table_find(t, "time");
    bool sweep = t->columns && !strcmp(t->name[0], "member") && time > 0;
    vv_plot_source from = {.table = t, .where = t, .find = in_table, .rows.n = t->rows};
    if (time >= 0) from.rows.time = vv_csv_table_column(t, time);
    if (event >= 0) from.rows.event = vv_csv_table_column(t, event);
    if (sweep) find_members(c, t, time, &from.rows);
    /* of a member that has one row, the last, the time says nothing */
    bool single = sweep && from.rows.members == t->rows;
    if (single) from.rows.members = 0;
    int abscissa = !sweep ? 0 : single && time > 1 ? 1 : time, begin = sweep ? time + 1 : 1;
    column first = column_at(t, abscissa);
    if (n) return vv_plot_chosen(c, &from, first, n, curve, out);
    for (int i = begin; i < t->columns; i++) {
        column y = column_at(t, i);
        if (sweep ? is_about_rows(t->name[i]) : i == event) continue;
        vv_plot_columns_draw(c, &from.rows, &first, 1, &y, NULL, false, out);
    }
    return vv_ctx_status(c);
}
