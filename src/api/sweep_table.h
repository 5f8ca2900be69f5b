/* The table of a sweep in any form: what its columns are, and from its lines the table itself. */
#ifndef VV_API_SWEEP_TABLE_H
#define VV_API_SWEEP_TABLE_H

#include "api/mechanism.h"
#include "api/sweep_design.h"
#include "output/table.h"

/* member, the values varied, the columns of a run, audit; the last two are texts. */
enum { VV_SWEEP_TEXT_COLUMNS = 2 };
typedef struct vv_sweep_columns {
    int n;
    const char **name, **unit;
    const char *method, *form; /* of the first member */
    double until, tolerance;
} vv_sweep_columns;

typedef struct vv_sweep_table {
    const vv_mechanism *m;
    const vv_sweep_options *o;
    const vv_sweep_design *v;
    const vv_sweep_columns *columns;
    const char *partial; /* NULL: it has all members */
} vv_sweep_table;

/* From lines of comma-separated values with a head, which `lines` has from its beginning; to the
 * file or the function that the options name. A field without a value is NaN. false: errno says
 * why, or memory was refused. */
bool vv_sweep_table_write(vv_ctx *c, const vv_sweep_table *t, FILE *lines,
                          const vv_output_format *form);

#endif
