/* Which rows of a matrix to use where it has more of them than its rank. */
#ifndef VV_SIMULATE_PICK_H
#define VV_SIMULATE_PICK_H

/* Of the rows of a listed in `row` (among), `count` are brought to the front of the list, by
 * elimination with full pivoting; a (n columns) is spoilt. The smallest pivot: how well those rows
 * are told from each other; 0: they are not. */
double vv_pick_rows(int n, double *a, int among, int count, int *row);

#endif
