#include "numeric/characteristic_polynomial.h"

#include <string.h>

#include "numeric/dense_vector.h"

void vv_matrix_characteristic_polynomial(int n, const double *A, double *out, double *scratch) {
    double *M = scratch, *N = scratch + n * n;
    memset(M, 0, (size_t)(n * n) * sizeof *M);
    out[n] = 1;
    for (int k = 1; k <= n; k++) {
        double trace = 0;
        for (int i = 0; i < n; i++) M[i * n + i] += out[n - k + 1];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) N[i * n + j] = vv_dot_strided(n, A + i * n, M + j, n);
        for (int i = 0; i < n; i++) trace += N[i * n + i];
        out[n - k] = -trace / k;
        memcpy(M, N, (size_t)(n * n) * sizeof *M);
    }
}
