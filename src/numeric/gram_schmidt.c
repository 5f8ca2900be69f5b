#include "numeric/gram_schmidt.h"

#include "numeric/dense_vector.h"

void vv_orthogonalize(int columns, int n, const double *basis, double *x) {
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < n; k++) {
            const double *row = basis + k * columns;
            vv_axpy(columns, -vv_dot(columns, x, row), row, x);
        }
}

bool vv_orthonormal_extend(int columns, int n, double *basis, double least) {
    double *own = basis + n * columns, before = vv_dot(columns, own, own);
    vv_orthogonalize(columns, n, basis, own);
    double after = vv_dot(columns, own, own), length = sqrt(after);
    if (!(after > least * before)) return false;
    for (int i = 0; i < columns; i++) own[i] /= length;
    return true;
}
