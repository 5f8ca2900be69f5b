/* Symmetric positive definite systems. */
#include "numeric/cholesky.h"

#include "numeric/dense_vector.h"
#include "random_matrix.h"
#include "tap.h"

enum { N = 9 };

static void random_system(void) {
    double B[N * N], a[N * N], x[N], b[N], worst = 0;
    draw_matrix(N * N, B);
    draw_matrix(N, x);
    for (int i = 0; i < N * N; i++)
        a[i] = vv_dot(N, B + i / N * N, B + i % N * N) + (i / N == i % N);
    for (int i = 0; i < N; i++) b[i] = vv_dot(N, a + i * N, x);
    bool solved = vv_cholesky_solve(N, a, b);
    for (int i = 0; i < N; i++) worst = fmax(worst, fabs(b[i] - x[i]));
    ok(solved && worst < 1e-13, "B B^T + 1: %.1e", worst);
}

int main(void) {
    double hilbert[] = {1, 0, 0, 1. / 2, 1. / 3, 0, 1. / 3, 1. / 4, 1. / 5}, b[] = {1, 0, 0},
           indefinite[] = {1, 0, 2, 1}, nan[] = {(double)NAN}, c[] = {1, 1};
    random_system();
    ok(vv_cholesky_solve(3, hilbert, b) && fabs(b[0] - 9) < 1e-12 && fabs(b[1] + 36) < 1e-12 &&
           fabs(b[2] - 30) < 1e-12,
       "Hilbert's matrix by its lower triangle");
    ok(!vv_cholesky_solve(2, indefinite, c), "an indefinite matrix is refused");
    ok(!vv_cholesky_solve(1, nan, c), "and NaN");
    return done_testing();
}
