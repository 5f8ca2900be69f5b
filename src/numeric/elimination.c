#include "numeric/elimination.h"

#include <math.h>

static void exchange(int n, double *x, double *y) {
    for (int j = 0; j < n; j++) {
        double t = x[j];
        x[j] = y[j], y[j] = t;
    }
}

int vv_echelon_rank(int rows, int n, double *a, double least) {
    int rank = 0;
    for (int column = 0; column < n && rank < rows; column++) {
        int best = rank;
        for (int r = rank; r < rows; r++)
            if (fabs(a[r * n + column]) > fabs(a[best * n + column])) best = r;
        if (!(fabs(a[best * n + column]) > least)) continue;
        exchange(n, a + rank * n, a + best * n);
        for (int r = rank + 1; r < rows; r++) vv_eliminate(n, a + r * n, a + rank * n, column);
        rank++;
    }
    return rank;
}
