/* A table of numbers: what `visviva run` writes and a plot reads. */
#ifndef VV_PLOT_GRID_H
#define VV_PLOT_GRID_H

#include "base/base.h"

enum { VV_D_TABLE = 901, VV_D_NO_COLUMN, VV_D_NO_PICTURE };

typedef struct vv_csv_table {
    int columns, rows;
    const char **name; /* (columns) */
    double *value;     /* column by column (columns*rows) */
} vv_csv_table;

/* Reads CSV [RFC 4180] with a header line; an empty cell is NaN. VV_E_MODEL with a diagnostic
 * that names the line if the text is not such a table. */
vv_status vv_csv_table_read(vv_ctx *c, const char *text, size_t length, vv_csv_table *out);
/* Index of the column with this name; -1 if none. */
int vv_csv_table_find(const vv_csv_table *t, const char *name);
static inline const double *vv_csv_table_column(const vv_csv_table *t, int i) {
    return t->value + (size_t)i * (size_t)t->rows;
}

#endif
