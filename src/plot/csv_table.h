/* A table of numbers: what `visviva run` writes and a plot reads. */
#ifndef VV_PLOT_GRID_H
#define VV_PLOT_GRID_H

#include "base/base.h"

enum { VV_D_TABLE = 901, VV_D_NO_COLUMN, VV_D_NO_PICTURE, VV_D_LEFT_OUT = 905 };

typedef struct vv_csv_table {
    int columns, rows;
    const char **name; /* (columns) */
    const char **unit; /* (columns), entries may be NULL; NULL: none is known */
    double *value;     /* column by column (columns*rows) */
} vv_csv_table;

/* Rows whose status, a column of texts, says that they have no result. */
typedef struct vv_csv_status {
    int nkinds;
    const char *kind[8]; /* other words, and how often they occur */
    int count[8];
} vv_csv_status;
bool vv_csv_status_add(vv_ctx *c, vv_csv_status *s, const char *word);
/* A note on the rows that were left out, if any. */
void vv_csv_status_note(vv_ctx *c, const vv_csv_status *s);
/* Is this the name of a column of texts in the table of a sweep? */
bool vv_csv_is_text(const char *name);

/* Reads CSV [RFC 4180] with a header line; an empty cell is NaN. Of the texts in the table of a
 * sweep, `status` and `reason`, the first decides: rows that are not ok are left out, with a note.
 * VV_E_MODEL with a diagnostic that names the line if the text is not such a table. */
vv_status vv_csv_table_read(vv_ctx *c, const char *text, size_t length, vv_csv_table *out);
/* Index of the column with this name; -1 if none. */
int vv_csv_table_find(const vv_csv_table *t, const char *name);
static inline const double *vv_csv_table_column(const vv_csv_table *t, int i) {
    return t->value + (size_t)i * (size_t)t->rows;
}

#endif
