#include "simulate/pick.h"

#include <math.h>
#include <stdbool.h>

/* The largest entry of the rows from number `first` of the list on; false: they are all 0. */
static bool find_pivot(int n, const double *a, int first, int among, const int *row, int *at,
                       int *column) {
    double most = 0;
    for (int i = first; i < among; i++)
        for (int k = 0; k < n; k++)
            if (fabs(a[row[i] * n + k]) > most)
                most = fabs(a[row[i] * n + k]), *at = i, *column = k;
    return most > 0;
}

double vv_pick_rows(int n, double *a, int among, int count, int *row) {
    double least = (double)INFINITY;
    for (int done = 0; done < count; done++) {
        int at = 0, column = 0;
        if (!find_pivot(n, a, done, among, row, &at, &column)) return 0;
        int picked = row[at];
        const double *from = a + picked * n;
        row[at] = row[done], row[done] = picked;
        least = fmin(least, fabs(from[column]));
        for (int i = done + 1; i < among; i++) {
            double *other = a + row[i] * n, by = other[column] / from[column];
            for (int k = 0; k < n; k++) other[k] -= by * from[k];
        }
    }
    return least;
}
