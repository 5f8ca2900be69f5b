/* Orthonormal rows, and rows that depend on others. */
#include "numeric/gram_schmidt.h"

#include "numeric/dense_vector.h"
#include "random_matrix.h"
#include "tap.h"

enum { N = 12 };
static const double LEAST = 1e-18;

static void random_rows(double size) {
    double basis[N * N], x[N], worst = 0;
    int rank = 0;
    draw_matrix(N * N, basis);
    for (int i = 0; i < N * N; i++) basis[i] *= size;
    for (int r = 0; r < N; r++) rank += vv_orthonormal_extend(N, rank, basis, LEAST);
    for (int i = 0; i < N * N; i++)
        worst =
            fmax(worst, fabs(vv_dot(N, basis + i / N * N, basis + i % N * N) - (i / N == i % N)));
    ok(rank == N && worst < 1e-14, "rows of size %g become orthonormal: %.1e", size, worst);
    draw_matrix(N, x);
    vv_orthogonalize(N, N - 1, basis, x);
    for (worst = 0, rank = 0; rank < N - 1; rank++)
        worst = fmax(worst, fabs(vv_dot(N, x, basis + rank * N)));
    ok(worst < 1e-15 && fabs(vv_dot(N, x, basis + (N - 1) * N)) > 1e-3,
       "what is left of a vector is along the last row only: %.1e", worst);
}

int main(void) {
    double basis[] = {3, 4, 0, 6, 8, 0, 0, 0, 0, 1, 1, 1};
    random_rows(1);
    random_rows(1e-100);
    random_rows(1e100);
    ok(vv_orthonormal_extend(3, 0, basis, LEAST) && basis[0] == 0.6 && basis[1] == 0.8,
       "the first row becomes a unit vector");
    ok(!vv_orthonormal_extend(3, 1, basis, LEAST), "a multiple of it is refused");
    for (int i = 0; i < 3; i++) basis[3 + i] = 0;
    ok(!vv_orthonormal_extend(3, 1, basis, LEAST), "and so is 0");
    basis[3] = (double)NAN;
    ok(!vv_orthonormal_extend(3, 1, basis, LEAST), "and NaN");
    return done_testing();
}
