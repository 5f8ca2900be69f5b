/* Columns of numbers as the curves of one plot: rows of several members or runs are curves of
 * their own. */
#ifndef VV_SCENE_PLOT_COLUMNS_H
#define VV_SCENE_PLOT_COLUMNS_H

#include "scene/run_plots.h"

enum { VV_PLOT_COLUMNS = 8 }; /* in one plot */

/* A column with its name and unit. */
typedef struct vv_plot_column {
    const char *name, *unit; /* unit may be NULL */
    const double *value;
} vv_plot_column;

/* The rows of all columns of a source. */
typedef struct vv_plot_rows {
    int n;
    const double *time, *event; /* columns of the time and of events; NULL: none */
    int members;                /* 0: the rows are one curve */
    const int *begin;           /* first row of each member, and the end (members + 1) */
    const char *const *label;
} vv_plot_rows;

const char *vv_plot_column_label(vv_ctx *c, const vv_plot_column *k);
bool vv_plot_column_same_unit(const vv_plot_column *a, const vv_plot_column *b);
/* n columns against one in one plot; `name` is common to them, or NULL. A path has equal scales and
 * marks at its ends. */
void vv_plot_columns_draw(vv_ctx *c, const vv_plot_rows *rows, const vv_plot_column *x, int n,
                          const vv_plot_column *y, const char *name, bool path,
                          vv_drawing_list *out);

/* Where requested columns are found. */
typedef struct vv_plot_source {
    const vv_csv_table *table; /* names what there is */
    vv_plot_rows rows;
    const void *where;
    /* The columns of a name, at most three; returns their number, 0: unknown. */
    int (*find)(const void *where, const char *name, vv_plot_column *out);
} vv_plot_source;
/* The requested curves, over `first` where they name no abscissa. VV_E_MODEL with a diagnostic for
 * an unknown name. */
vv_status vv_plot_chosen(vv_ctx *c, const vv_plot_source *from, vv_plot_column first, int n,
                         const vv_curve *curve, vv_drawing_list *out);

#endif
