/* The table of a sweep in any output format: its columns, and the table made from its lines. */
#ifndef VV_API_SWEEP_TABLE_H
#define VV_API_SWEEP_TABLE_H

#include "api/mechanism.h"
#include "api/sweep_design.h"
#include "output/output.h"

/* member, the varied values, the columns of a run, audit; the last two are text. */
enum { VV_SWEEP_TEXT_COLUMNS = 2 };
typedef struct vv_sweep_columns {
    int n;
    const char **name, **unit;
    const char *method, *form; /* of the first member */
    double until, tolerance;
} vv_sweep_columns;

typedef struct vv_sweep_table {
    const vv_command_mechanism *m;
    const vv_sweep_options *o;
    const vv_sweep_design *v;
    const vv_sweep_columns *columns;
    const char *partial; /* NULL: all members are included */
} vv_sweep_table;

/* From lines of comma-separated values with a header, read from the start of `lines`; to the
 * file or function given in the options. An empty field is NaN. False: errno says why, or memory
 * was exhausted. */
bool vv_sweep_table_write(vv_ctx *c, const vv_sweep_table *t, FILE *lines,
                          const vv_output_format *form);

#endif
