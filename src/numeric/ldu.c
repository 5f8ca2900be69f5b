#include "numeric/ldu.h"

void vv_ldu_finish(int n, double *a) {
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++) a[i * n + k] = -a[i * n + k];
        for (int k = i + 1; k < n; k++) a[i * n + k] *= a[i * n + i];
    }
}

typedef double pair __attribute__((vector_size(16), aligned(8), may_alias));

/* Column by column: the entries that a known unknown changes do not depend on each other. VANISHES:
 * a column that changes nothing, as most of a sparse right-hand side. */
#define SOLVE(NAME, T, VANISHES)                                                                   \
    static inline void NAME(int n, const double *a, T *x) {                                        \
        for (int j = 0; j < n; j++)                                                                \
            for (int i = j + 1; !VANISHES(x[j]) && i < n; i++) x[i] += a[i * n + j] * x[j];        \
        for (int i = 0; i < n; i++) x[i] *= a[i * n + i];                                          \
        for (int j = n - 1; j > 0; j--)                                                            \
            for (int i = 0; i < j; i++) x[i] += a[i * n + j] * x[j];                               \
    }
/* Row by row, each sum in the same order. */
#define SOLVE_SPARSE(NAME, T)                                                                      \
    static inline void NAME(const vv_sparsity *s, const double *a, T *x) {                         \
        int n = s->n;                                                                              \
        for (int i = 0; i < n; i++)                                                                \
            for (int e = s->start[i]; e < s->start[i + 1] && s->column[e] < i; e++)                \
                x[i] += a[i * n + s->column[e]] * x[s->column[e]];                                 \
        for (int i = 0; i < n; i++) x[i] *= a[i * n + i];                                          \
        for (int i = n - 1; i >= 0; i--)                                                           \
            for (int e = s->start[i + 1] - 1; e >= s->start[i] && s->column[e] > i; e--)           \
                x[i] += a[i * n + s->column[e]] * x[s->column[e]];                                 \
    }
#define ONE_VANISHES(x) ((x) == 0)
#define BOTH_VANISH(x) ((x)[0] == 0 && (x)[1] == 0)
SOLVE(solve_one, double, ONE_VANISHES)
SOLVE(solve_two, pair, BOTH_VANISH)
SOLVE_SPARSE(solve_one_sparse, double)
SOLVE_SPARSE(solve_two_sparse, pair)

void vv_ldu_solve(int n, const double *a, double *x) { solve_one(n, a, x); }

void vv_ldu_solve_pair(int n, const double *a, double *both) { solve_two(n, a, (pair *)both); }

void vv_ldu_solve_sparse(const vv_sparsity *s, const double *a, double *x) {
    solve_one_sparse(s, a, x);
}

void vv_ldu_solve_sparse_pair(const vv_sparsity *s, const double *a, double *both) {
    solve_two_sparse(s, a, (pair *)both);
}
