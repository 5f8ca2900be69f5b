/* Factors without exchanges; two right-hand sides have the digits of each alone. */
#include "numeric/ldu.h"

#include "numeric/dense_vector.h"
#include "random_matrix.h"
#include "tap.h"

enum { N = 10 };

int main(void) {
    double a[N * N], A[N * N], x[2][N], b[2][N], both[2 * N], size, worst = 0;
    bool same = true;
    draw_matrix(N * N, A);
    for (int i = 0; i < N; i++) A[i * (N + 1)] += N;
    for (int i = 0; i < N * N; i++) a[i] = A[i];
    for (int k = 0; k < N; k++) a[k * (N + 1)] = -1 / vv_ldu_eliminate(N, k, a, &size);
    vv_ldu_finish(N, a);
    draw_matrix(N, x[0]);
    draw_matrix(N, x[1]);
    x[0][0] = x[0][1] = 0;
    for (int i = 0; i < 2 * N; i++) both[i] = b[i % 2][i / 2] = -vv_dot(N, A + i / 2 * N, x[i % 2]);
    for (int k = 0; k < 2; k++) vv_ldu_solve(N, a, b[k]);
    vv_ldu_solve_pair(N, a, both);
    for (int i = 0; i < 2 * N; i++) {
        worst = fmax(worst, fabs(b[i % 2][i / 2] - x[i % 2][i / 2]));
        same &= both[i] == b[i % 2][i / 2];
    }
    ok(worst < 1e-14, "a matrix with a large diagonal: %.1e", worst);
    ok(same, "two right-hand sides at once, to the last bit");
    double m[] = {4, 2, 2, 1};
    m[0] = -1 / vv_ldu_eliminate(2, 0, m, &size);
    ok(vv_ldu_eliminate(2, 1, m, &size) == 0 && size == 2, "a pivot that cancels knows its size");
    return done_testing();
}
