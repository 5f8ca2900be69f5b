#include "numeric/cholesky.h"

#include "numeric/dense_vector.h"

bool vv_cholesky_solve(int n, double *a, double *b) {
    for (int j = 0; j < n; j++) {
        double d = a[j * n + j] - vv_dot(j, a + j * n, a + j * n);
        if (!(d > 0)) return false;
        a[j * n + j] = sqrt(d);
        for (int i = j + 1; i < n; i++)
            a[i * n + j] = (a[i * n + j] - vv_dot(j, a + i * n, a + j * n)) / a[j * n + j];
        b[j] = (b[j] - vv_dot(j, a + j * n, b)) / a[j * n + j];
    }
    for (int j = n - 1; j >= 0; j--) {
        for (int i = j + 1; i < n; i++) b[j] -= a[i * n + j] * b[i];
        b[j] /= a[j * n + j];
    }
    return true;
}
