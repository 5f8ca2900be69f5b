/* Gaussian elimination where the caller chooses the pivots. */
#ifndef VV_NUMERIC_ELIMINATION_H
#define VV_NUMERIC_ELIMINATION_H

/* `row` loses that multiple of the row `pivot` that makes its entry in `column` 0; that entry
 * becomes 0 exactly. Both have n entries. pivot[column] is not 0. */
static inline void vv_eliminate(int n, double *row, const double *pivot, int column) {
    double by = row[column] / pivot[column];
    if (by == 0) return;
    for (int j = 0; j < n; j++) row[j] -= by * pivot[j];
    row[column] = 0;
}

/* The same of all rows of a but the pivot's. */
static inline void vv_eliminate_column(int rows, int n, double *a, int pivot, int column) {
    for (int r = 0; r < rows; r++)
        if (r != pivot) vv_eliminate(n, a + r * n, a + pivot * n, column);
}

/* The rank of a (rows * n, spoilt): pivots of the columns in their order, the largest of each that
 * is left; one that is at most `least` is none. */
int vv_echelon_rank(int rows, int n, double *a, double least);

#endif
