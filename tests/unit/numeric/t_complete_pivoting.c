/* Rank, solution and what the equations do not determine. */
#include "numeric/complete_pivoting.h"

#include <math.h>
#include <string.h>

#include "numeric/dense_vector.h"
#include "random_matrix.h"
#include "tap.h"

enum { N = 8 };

/* A product of random factors with this inner size, so its rank. */
static void random_rank(int rank) {
    double L[N * N] = {0}, R[N * N] = {0}, a[N * N], A[N * N], inverse[N], x[N], y[N], worst = 0;
    int row[N], column[N];
    vv_complete_lu f = {.a = a, .row = row, .column = column, .inverse = inverse};
    draw_matrix(N * rank, L);
    draw_matrix(rank * N, R);
    for (int i = 0; i < N * N; i++)
        A[i] = a[i] = vv_dot_strided(rank, L + i / N * rank, R + i % N, N);
    vv_complete_lu_factor(N, 1e-12, &f);
    ok(f.rank == rank && f.weakest > 1e-6, "rank %d of %d, weakest pivot %.1e", f.rank, N,
       f.weakest);
    draw_matrix(N, x); /* a right-hand side that has solutions */
    for (int i = 0; i < rank; i++) y[i] = vv_dot(N, A + row[i] * N, x);
    vv_complete_lu_solve(N, &f, y);
    double z[N] = {0};
    for (int i = 0; i < rank; i++) z[column[i]] = y[i];
    for (int i = 0; i < N; i++)
        worst = fmax(worst, fabs(vv_dot(N, A + i * N, z) - vv_dot(N, A + i * N, x)));
    ok(worst < 1e-11, "it solves all equations: %.1e", worst);
}

/* The pivots of a search of all that is left; entries are often equal or 0. */
static void same_pivots(void) {
    double A[N * N], a[N * N], inverse[N];
    int row[N], column[N], rank = 0, wrong = 0;
    vv_complete_lu f = {.a = a, .row = row, .column = column, .inverse = inverse};
    draw_matrix(N * N, A);
    for (int i = 0; i < N * N; i++) A[i] = fabs(A[i]) < 0.6 ? 0 : copysign(i % 3 ? 1 : 3, A[i]);
    memcpy(a, A, sizeof a);
    vv_complete_lu_factor(N, 1e-12, &f);
    bool used_row[N] = {false}, used_column[N] = {false};
    for (; rank < N; rank++) {
        double most = 0;
        for (int i = 0; i < N * N; i++)
            if (!used_row[i / N] && !used_column[i % N]) most = fmax(most, fabs(A[i]));
        if (!(most > 1e-12)) break;
        int r = row[rank], c = column[rank];
        wrong += used_row[r] || used_column[c] || fabs(A[r * N + c]) != most;
        used_row[r] = used_column[c] = true;
        for (int i = 0; i < N; i++) {
            double by = used_row[i] ? 0 : A[i * N + c] / A[r * N + c];
            for (int j = 0; j < N; j++)
                if (!used_column[j]) A[i * N + j] -= by * A[r * N + j];
        }
    }
    ok(rank == f.rank && !wrong, "each of %d pivots is the largest entry left", f.rank);
}

int main(void) {
    double a[] = {2, 0, 0, 0, 1, 1, 0, 1, 1}, inverse[3], z[3];
    int row[3], column[3];
    bool free[3];
    vv_complete_lu f = {.a = a, .row = row, .column = column, .inverse = inverse};
    for (int rank = 1; rank <= N; rank++) random_rank(rank);
    for (int i = 0; i < 20; i++) same_pivots();
    vv_complete_lu_factor(3, 1e-12, &f);
    vv_complete_lu_undetermined(3, &f, 1e-9, z, free);
    ok(f.rank == 2 && !free[0] && free[1] && free[2], "2 x = a, y + z = b: y and z are free");
    return done_testing();
}
