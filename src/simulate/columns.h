/* The columns of a table: time, coordinates, rates, declared speeds, then what the model shows and
 * the reactions and slip of contacts with friction. */
#ifndef VV_SIMULATE_COLUMNS_H
#define VV_SIMULATE_COLUMNS_H

#include "simulate/flow.h"

typedef struct vv_columns {
    int n; /* without the time                                  */
    const char **name;
    vv_expr *value; /* in the variables of the flow's tapes          (n) */
    vv_tape *tape;
    double *scratch, *out;
    bool events; /* a last column tells the number of the event, 0 of other rows, a negative
                    one of a contact's transition (modes.h) */
} vv_columns;

vv_status vv_columns_build(const vv_flow *f, vv_columns *out);
void vv_columns_head(const vv_columns *k, vv_buffer *table);
/* One row; in: q, w, w', lambda, t as the flow's tapes take them. */
void vv_columns_row(vv_columns *k, const double *in, double t, int event, vv_buffer *table);

#endif
