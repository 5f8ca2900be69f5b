/* Tables read back from the formats in which they are written, as columns of numbers. */
#ifndef VV_OUTPUT_TABLE_READER_H
#define VV_OUTPUT_TABLE_READER_H

#include "plot/plot.h"

/* Reads a table from the bytes of a file; the format is that of its first bytes, CSV if it is none
 * of the others. VV_E_MODEL with a diagnostic if it is not such a table. */
vv_status vv_table_read(vv_ctx *c, const char *bytes, size_t n, vv_csv_table *out);

/* ---- for the formats ------------------------------------------------------------------------ */

/* A table as it was read: texts in their columns are not kept, but for the status. */
typedef struct vv_read_columns {
    vv_ctx *c;
    int n, rows;
    const char **name, **unit; /* unit: NULL if none are known; entries too (n) */
    bool *is_text;             /* (n) */
    double *value;             /* column by column (n*rows) */
    const char **status;       /* of each row, or NULL (rows) */
} vv_read_columns;
/* Room for n columns and so many rows; false on refusal of memory. */
bool vv_read_columns_begin(vv_ctx *c, int n, long rows, vv_read_columns *out);
/* The table without texts, and without rows that are not ok. */
vv_status vv_read_columns_end(vv_read_columns *k, vv_csv_table *out);
/* Not a table: one clause, and how to mend it or NULL. */
vv_status vv_table_refuse(vv_ctx *c, const char *what, const char *hint);

#endif
