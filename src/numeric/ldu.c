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
#define ONE_VANISHES(x) ((x) == 0)
#define BOTH_VANISH(x) ((x)[0] == 0 && (x)[1] == 0)
SOLVE(solve_one, double, ONE_VANISHES)
SOLVE(solve_two, pair, BOTH_VANISH)

void vv_ldu_solve(int n, const double *a, double *x) { solve_one(n, a, x); }

void vv_ldu_solve_pair(int n, const double *a, double *both) { solve_two(n, a, (pair *)both); }
