/* Which rows of a matrix to use where it has more of them than its rank. */
#ifndef VV_NUMERIC_ROW_SELECTION_H
#define VV_NUMERIC_ROW_SELECTION_H

#include <stdbool.h>

/* Of the rows of a listed in `row` (among), `count` are brought to the front of the list, by
 * elimination with full pivoting; a (n columns) is spoilt. The smallest pivot: how well those rows
 * are told from each other; 0: they are not. */
double vv_select_pivot_rows(int n, double *a, int among, int count, int *row);

/* Of the square of a row's length: what rounding leaves of one that follows from others. */
#define VV_SELECT_DEPENDENT (1e-9 * 1e-9)

/* Rows of a (n, of `columns`) are kept, each at right angles to those before it, the largest that
 * is left first; of the others the sum of rows that vanishes is in by (n*n, and n scratch). */
void vv_select_independent_rows(int n, int columns, double *a, double *by, bool *kept);

/* x without its components along the rows that are kept, which stay as selection left them:
 * orthogonal, of any length. */
void vv_select_remove_components(int n, int columns, const double *a, const bool *kept, double *x);

#endif
