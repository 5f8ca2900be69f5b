/* Two tables of one motion compared, each column by its own size over the run.
 *
 * A column that vanishes but for what the methods leave of it (the height of a motion in a plane),
 * of which the tables have nothing in common, is measured by the largest column of its kind. Of one
 * kind are columns of the same unit; where the model states none, coordinates, and rates with
 * speeds. What is shown of a kind that neither has may be the difference of anything, and is
 * compared with everything. */
#ifndef VV_SIMULATE_RUN_TABLE_DIFFERENCE_H
#define VV_SIMULATE_RUN_TABLE_DIFFERENCE_H

#include "simulate/run/columns.h"
#include "simulate/run/record.h"

typedef struct vv_table_difference {
    double worst; /* infinite: the rows are not the same ones, or only one is a number */
    double time;
    int column;
    double *of; /* of each column, with its time           (n) */
    double *when;
} vv_table_difference;

/* tolerance: the larger of both methods'. false on refusal of memory or of the disk. */
bool vv_table_difference_find(vv_ctx *c, const vv_columns *k, double tolerance, vv_row_store *a,
                              vv_row_store *b, vv_table_difference *out);

#endif
