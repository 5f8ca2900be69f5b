/* Elimination of one column, and the rank it tells. */
#include "numeric/elimination.h"

#include "numeric/dense_vector.h"
#include "random_matrix.h"
#include "tap.h"

enum { ROWS = 7, N = 5 };

static void random_rank(int rank) {
    double L[ROWS * N], R[N * N], a[ROWS * N];
    draw_matrix(ROWS * rank, L);
    draw_matrix(rank * N, R);
    for (int i = 0; i < ROWS * N; i++) a[i] = vv_dot_strided(rank, L + i / N * rank, R + i % N, N);
    int found = vv_echelon_rank(ROWS, N, a, 1e-12);
    ok(found == rank, "rank %d of %d rows of %d", found, ROWS, N);
}

int main(void) {
    double a[] = {0.1, 2, 0.3, 5, 0, 7}, same[] = {0.1, 2, 0.3, 5, 0, 7};
    vv_eliminate_column(3, 2, a, 0, 0);
    ok(a[0] == 0.1 && a[1] == 2 && a[2] == 0 && a[3] == 5 - 0.3 / 0.1 * 2,
       "the column is 0 exactly but in the pivot's row");
    ok(a[4] == same[4] && a[5] == same[5], "a row that has nothing there stays");
    for (int rank = 1; rank <= N; rank++) random_rank(rank);
    double none[] = {0, 0, 0, 0};
    ok(vv_echelon_rank(2, 2, none, 0) == 0, "0 has rank 0");
    return done_testing();
}
