/* Compares two tables of one motion, each column relative to its own magnitude over the run.
 *
 * A column that vanishes up to the error of the methods (the height of a planar motion), so that
 * the tables have nothing in common, is compared relative to the largest column of its kind.
 * Columns of the same unit are of one kind; if the model states no units, coordinates are one kind,
 * and rates with speeds another. A shown value of any other kind may be a difference of anything,
 * and is compared with everything. */
#ifndef VV_SIMULATE_RUN_TABLE_DIFFERENCE_H
#define VV_SIMULATE_RUN_TABLE_DIFFERENCE_H

#include "simulate/run/columns.h"
#include "simulate/run/record.h"

typedef struct vv_table_difference {
    double worst; /* infinite: the rows do not match, or only one value is a number */
    double time;
    int column;
    double *of; /* of each column, and its time            (n) */
    double *when;
} vv_table_difference;

/* tolerance: the larger of both integrators'. false if out of memory or on a disk error. */
bool vv_table_difference_find(vv_ctx *c, const vv_columns *k, double tolerance, vv_row_store *a,
                              vv_row_store *b, vv_table_difference *out);

#endif
