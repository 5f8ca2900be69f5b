#include "numeric/complete_pivoting.h"

#include <math.h>
#include <string.h>

static void exchange(int n, vv_complete_lu *f, int k, int r, int c) {
    double *a = f->a;
    for (int j = 0; r != k && j < n; j++) {
        double x = a[k * n + j];
        a[k * n + j] = a[r * n + j], a[r * n + j] = x;
    }
    for (int i = 0; c != k && i < n; i++) {
        double x = a[i * n + k];
        a[i * n + k] = a[i * n + c], a[i * n + c] = x;
    }
    int x = f->row[k];
    f->row[k] = f->row[r], f->row[r] = x;
    x = f->column[k];
    f->column[k] = f->column[c], f->column[c] = x;
}

/* The largest entry from column k on; a NaN is none. */
static double largest(int n, int k, const double *row) {
    double most = 0;
    for (int j = k; j < n; j++) most = fabs(row[j]) > most ? fabs(row[j]) : most;
    return most;
}

/* Until its pivot is known, `inverse` of a row holds its largest entry: rows that elimination does
 * not change are not searched again, so that sparse matrices take little more than their entries.
 */
void vv_complete_lu_factor(int n, double least, vv_complete_lu *f) {
    double *a = f->a, *most = f->inverse;
    f->weakest = 1;
    for (int i = 0; i < n; i++) f->row[i] = f->column[i] = i, most[i] = largest(n, 0, a + i * n);
    for (f->rank = 0; f->rank < n; f->rank++) {
        int k = f->rank, r = k, c = k;
        for (int i = k + 1; i < n; i++)
            if (most[i] > most[r]) r = i;
        if (!(most[r] > least)) break;
        while (fabs(a[r * n + c]) != most[r]) c++;
        f->weakest = fmin(f->weakest, most[r]);
        most[r] = most[k];
        exchange(n, f, k, r, c);
        double *top = a + k * n, inverse = f->inverse[k] = 1 / top[k];
        for (int i = k + 1; i < n; i++) {
            double *row = a + i * n;
            if (row[k] == 0) continue;
            double by = row[k] *= inverse;
            for (int j = k + 1; j < n; j++) row[j] -= by * top[j];
            most[i] = largest(n, k + 1, row);
        }
    }
}

/* Column by column: the entries that a known unknown changes do not depend on each other. */
void vv_complete_lu_solve(int n, const vv_complete_lu *f, double *restrict y) {
    int rank = f->rank;
    const double *a = f->a;
    for (int j = 0; j < rank; j++)
        for (int i = j + 1; i < rank; i++) y[i] -= a[i * n + j] * y[j];
    for (int j = rank - 1; j >= 0; j--) {
        y[j] *= f->inverse[j];
        for (int i = 0; i < j; i++) y[i] -= a[i * n + j] * y[j];
    }
}

/* Each missing pivot gives one solution of A z = 0: 1 there, by the factors elsewhere. */
void vv_complete_lu_undetermined(int n, const vv_complete_lu *f, double rounding, double *z,
                                 bool *out) {
    int rank = f->rank;
    const double *a = f->a;
    memset(out, 0, (size_t)n * sizeof *out);
    for (int free = rank; free < n; free++) {
        double most = 1;
        out[f->column[free]] = true;
        for (int i = rank - 1; i >= 0; i--) {
            z[i] = -a[i * n + free];
            for (int j = i + 1; j < rank; j++) z[i] -= a[i * n + j] * z[j];
            z[i] /= a[i * n + i];
            most = fmax(most, fabs(z[i]));
        }
        for (int i = 0; i < rank; i++)
            if (fabs(z[i]) > rounding * most) out[f->column[i]] = true;
    }
}
