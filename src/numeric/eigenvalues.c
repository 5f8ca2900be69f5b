#include "numeric/eigenvalues.h"

#include <math.h>
#include <string.h>

#include "platform/platform.h"

#ifdef VV_LAPACK
#define LAPACK(X) X(LAPACKE_dgeev) X(LAPACKE_dgesv) X(LAPACKE_dsygv)
#if VV_LAZY
#define LAPACKE_dgeev VV_SLOT(LAPACKE_dgeev)
#define LAPACKE_dgesv VV_SLOT(LAPACKE_dgesv)
#define LAPACKE_dsygv VV_SLOT(LAPACKE_dsygv)
#endif
#include <lapacke.h>
VV_LIBRARY(lapack, VV_SONAME_LAPACKE, LAPACK)

bool vv_eigen_available(void) { return vv_library_load(&lapack); }

bool vv_eigen_symmetric_pencil(vv_ctx *c, int n, double *K, const double *M, double *rho) {
    double *b = VV_MATRIX(c, double, n, n);
    if (!b || !vv_eigen_available()) return false;
    memcpy(b, M, (size_t)(n * n) * sizeof *b);
    return LAPACKE_dsygv(LAPACK_ROW_MAJOR, 1, 'V', 'U', n, K, n, b, n, rho) == 0;
}

static void sort(int n, double *re, double *im) {
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && (re[k] > re[k - 1] || (re[k] == re[k - 1] && im[k] > im[k - 1]));
             k--) {
            double r = re[k], m = im[k];
            re[k] = re[k - 1], im[k] = im[k - 1];
            re[k - 1] = r, im[k - 1] = m;
        }
}

bool vv_eigen_general(vv_ctx *c, int n, const double *A, double *re, double *im) {
    double *a = VV_MATRIX(c, double, n, n), none;
    if (!a || !vv_eigen_available()) return false;
    for (int i = 0; i < n * n; i++) {
        if (!isfinite(A[i])) return false;
        a[i] = A[i];
    }
    if (LAPACKE_dgeev(LAPACK_ROW_MAJOR, 'N', 'N', n, a, n, re, im, &none, 1, &none, 1))
        return false;
    sort(n, re, im);
    return true;
}

/* First order: (x, x')' = (x', -M^-1 (K x + G x')). */
bool vv_eigen_quadratic(vv_ctx *c, int n, const double *M, const double *G, const double *K,
                        double *re, double *im) {
    int N = 2 * n;
    double *a = VV_ARRAY(c, double, N *N + 1), *lu = VV_MATRIX(c, double, n, n),
           *b = VV_ARRAY(c, double, n *N + 1);
    lapack_int *pivot = VV_ARRAY(c, lapack_int, n + 1);
    if (!a || !lu || !b || !pivot || !vv_eigen_available()) return false;
    memcpy(lu, M, (size_t)(n * n) * sizeof *lu);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) b[i * N + j] = -K[i * n + j], b[i * N + n + j] = -G[i * n + j];
    if (LAPACKE_dgesv(LAPACK_ROW_MAJOR, n, N, lu, n, pivot, b, N)) return false;
    for (int i = 0; i < n; i++) {
        a[i * N + n + i] = 1;
        memcpy(a + (n + i) * N, b + i * N, (size_t)N * sizeof *a);
    }
    return vv_eigen_general(c, N, a, re, im);
}

#else

bool vv_eigen_available(void) { return false; }

bool vv_eigen_symmetric_pencil(vv_ctx *c, int n, double *K, const double *M, double *rho) {
    (void)c, (void)n, (void)K, (void)M, (void)rho;
    return false;
}

bool vv_eigen_general(vv_ctx *c, int n, const double *A, double *re, double *im) {
    (void)c, (void)n, (void)A, (void)re, (void)im;
    return false;
}

bool vv_eigen_quadratic(vv_ctx *c, int n, const double *M, const double *G, const double *K,
                        double *re, double *im) {
    (void)c, (void)n, (void)M, (void)G, (void)K, (void)re, (void)im;
    return false;
}

#endif
