#include "numeric/row_selection.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "numeric/dense_vector.h"
#include "numeric/elimination.h"

/* The largest entry of the rows from index `first` of the list on; false: they are all 0. */
static bool find_pivot(int n, const double *a, int first, int among, const int *row, int *at,
                       int *column) {
    double most = 0;
    for (int i = first; i < among; i++)
        for (int k = 0; k < n; k++)
            if (fabs(a[row[i] * n + k]) > most)
                most = fabs(a[row[i] * n + k]), *at = i, *column = k;
    return most > 0;
}

double vv_select_pivot_rows(int n, double *a, int among, int count, int *row) {
    double least = (double)INFINITY;
    assert(count >= 0 && count <= among);
    for (int done = 0; done < count; done++) {
        int at = 0, column = 0;
        if (!find_pivot(n, a, done, among, row, &at, &column)) return 0;
        assert(at >= done && at < among && column < n);
        int picked = row[at];
        const double *from = a + picked * n;
        row[at] = row[done], row[done] = picked;
        least = fmin(least, fabs(from[column]));
        for (int i = done + 1; i < among; i++) vv_eliminate(n, a + row[i] * n, from, column);
    }
    return least;
}

/* Among the rows not kept, the one with the largest remaining fraction of its original length;
 * negative: none. */
static int find_largest(int n, int columns, const double *a, const double *first,
                        const bool *kept) {
    int best = -1;
    double most = VV_SELECT_DEPENDENT;
    for (int p = 0; p < n; p++) {
        double left = vv_dot(columns, a + p * columns, a + p * columns);
        if (!kept[p] && left > most * first[p]) best = p, most = left / first[p];
    }
    return best;
}

void vv_select_independent_rows(int n, int columns, double *a, double *by, bool *kept) {
    assert(n >= 0 && columns >= 0);
    double *first = by + n * n;
    memset(by, 0, (size_t)(n * n) * sizeof *by);
    for (int p = 0; p < n; p++) {
        by[p * n + p] = 1, kept[p] = false;
        first[p] = vv_dot(columns, a + p * columns, a + p * columns);
    }
    for (int best; (best = find_largest(n, columns, a, first, kept)) >= 0;) {
        const double *pivot = a + best * columns;
        double square = vv_dot(columns, pivot, pivot);
        kept[best] = true;
        for (int p = 0; p < n; p++) {
            double *own = a + p * columns;
            if (kept[p]) continue;
            double ratio = vv_dot(columns, own, pivot) / square;
            vv_axpy(columns, -ratio, pivot, own);
            vv_axpy(n, -ratio, by + best * n, by + p * n);
        }
    }
}

void vv_select_remove_components(int n, int columns, const double *a, const bool *kept, double *x) {
    for (int p = 0; p < n; p++) {
        const double *row = a + p * columns;
        if (!kept[p]) continue;
        double ratio = vv_dot(columns, x, row) / vv_dot(columns, row, row);
        vv_axpy(columns, -ratio, row, x);
    }
}
