/* Several linear systems side by side; lu.c includes this once for each width,
 * as simd_widths.h says.
 *
 * Rows of vectors, one number of each system in each; rows are exchanged lane by lane where the
 * pivots differ, and a lane whose factor is 0 keeps its row, as one system alone does. */
#include "platform/simd_lane_types.h"

TARGET static void NAME(exchange)(int n, vector *a, int k, const int *r) {
    for (int l = 0; l < L; l++) {
        double *x = (double *)(a + k * n) + l, *y = (double *)(a + r[l] * n) + l;
        for (int j = 0; r[l] != k && j < n; j++) {
            double z = x[j * L];
            x[j * L] = y[j * L], y[j * L] = z;
        }
    }
}

TARGET static void NAME(eliminate)(int n, vector *a, int k) {
    vector *top = a + k * n, inverse = 1.0 / top[k];
    for (int i = k + 1; i < n; i++) {
        vector *row = a + i * n, f = row[k] * inverse;
        mask keep = row[k] == 0;
        int kept = 0;
        for (int l = 0; l < L; l++) kept -= (int)keep[l];
        if (kept == L) continue;
        for (int j = k + 1; !kept && j < n; j++) row[j] -= f * top[j];
        for (int j = k + 1; kept && j < n; j++) row[j] = PICK(keep, row[j], row[j] - f * top[j]);
        row[k] = PICK(keep, row[k], f);
    }
    top[k] = inverse;
}

TARGET static void NAME(make)(int n, double *lu) {
    vector *a = (vector *)lu;
    bool regular[L];
    for (int l = 0; l < L; l++) regular[l] = true;
    for (int k = 0; k < n; k++) {
        int r[L];
        double largest[L];
        for (int l = 0; l < L; l++) r[l] = k, largest[l] = fabs(lu[(k * n + k) * L + l]);
        for (int i = k + 1; i < n; i++)
            for (int l = 0; l < L; l++) {
                double x = fabs(lu[(i * n + k) * L + l]);
                if (x > largest[l]) r[l] = i, largest[l] = x;
            }
        NAME(exchange)(n, a, k, r);
        for (int l = 0; l < L; l++) {
            lu[(n * n + k) * L + l] = r[l];
            if (!(largest[l] > 0)) regular[l] = false;
        }
        NAME(eliminate)(n, a, k);
    }
    for (int l = 0; l < L; l++)
        for (int k = 0; !regular[l] && k < n; k++)
            lu[(k * n + k) * L + l] = (double)NAN, lu[(n * n + k) * L + l] = k;
}

TARGET static void NAME(solve)(int n, const double *lu, double *x) {
    const vector *a = (const vector *)lu;
    vector *y = (vector *)x;
    for (int k = 0; k < n; k++)
        for (int l = 0; l < L; l++) {
            int r = (int)lu[(n * n + k) * L + l];
            double z = x[r * L + l];
            x[r * L + l] = x[k * L + l], x[k * L + l] = z;
        }
    for (int i = 1; i < n; i++)
        for (int j = 0; j < i; j++) y[i] -= a[i * n + j] * y[j];
    for (int i = n - 1; i >= 0; i--) {
        for (int j = n - 1; j > i; j--) y[i] -= a[i * n + j] * y[j];
        y[i] *= a[i * n + i];
    }
}

/* rows -= f top for all rows but k, from column j on; few enough columns to stay in registers. */
TARGET INLINE void NAME(clear_columns)(int n, int k, int j, int columns, const vector *f,
                                       vector *b) {
    enum { MOST = 8 };
    vector top[MOST];
    UNROLLED for (int c = 0; c < columns; c++) top[c] = b[k * n + j + c];
    for (int i = 0; i < n; i++) {
        vector *row = b + i * n + j;
        if (i == k) continue;
        UNROLLED for (int c = 0; c < columns; c++) row[c] -= f[i] * top[c];
    }
}

/* As vv_invert_spd_negated; a lane without an inverse is spoilt, the others are not. */
TARGET static void NAME(sweep)(int n, const double *matrix, double *out, double *scratch,
                               double least, bool *good) {
    const vector *a = (const vector *)matrix;
    vector *b = (vector *)out, *first = (vector *)scratch, *f = first + n;
    mask fine = (mask)((vector){0} == 0);
    for (int k = 0; k < n * n; k++) b[k] = a[k];
    for (int k = 0; k < n; k++) {
        first[k] = a[k * n + k];
        for (int i = 0; i < k; i++) {
            vector off = a[i * n + k] - a[k * n + i];
            fine &= (mask)(off * off <= VV_INVERT_SPD_ASYMMETRY * (first[i] * first[k]));
        }
    }
    for (int k = 0; k < n; k++) {
        vector *top = b + k * n, inverse = 1.0 / top[k];
        int j = 0;
        fine &= (mask)(top[k] > least * first[k]) & (mask)(first[k] > 0);
        for (int i = 0; i < n; i++) top[i] *= inverse, f[i] = b[i * n + k];
        for (; j + 5 <= n; j += 5) NAME(clear_columns)(n, k, j, 5, f, b);
        for (; j + 2 <= n; j += 2) NAME(clear_columns)(n, k, j, 2, f, b);
        for (; j < n; j++) NAME(clear_columns)(n, k, j, 1, f, b);
        for (int i = 0; i < n; i++) b[i * n + k] = -(f[i] * inverse);
        top[k] = inverse;
    }
    for (int k = 0; k < n * n; k++) b[k] = -b[k];
    for (int l = 0; l < L; l++) good[l] = fine[l] != 0;
}

#undef vector
#undef mask
#undef whole
