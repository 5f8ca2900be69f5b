/* Selects rows of a matrix that has more rows than its rank. */
#ifndef VV_NUMERIC_ROW_SELECTION_H
#define VV_NUMERIC_ROW_SELECTION_H

#include <stdbool.h>

#include "numeric/numeric_tolerances.h"

/* Of the rows of a listed in `row` (among), brings `count` to the front of the list by
 * elimination with full pivoting; destroys a (n columns). Returns the smallest pivot, a measure
 * of their independence; 0 if they are dependent. */
double vv_select_pivot_rows(int n, double *a, int among, int count, int *row);

/* Marks rows of a (n rows, `columns` columns) as kept, largest remaining first, each
 * orthogonalized against those before it. For each other row, by (n*n, plus n scratch) holds the
 * combination of rows that vanishes. */
void vv_select_independent_rows(int n, int columns, double *a, double *by, bool *kept);

/* x without its components along the rows that are kept, which stay as selection left them:
 * orthogonal, of any length. */
void vv_select_remove_components(int n, int columns, const double *a, const bool *kept, double *x);

#endif
