/* KKT systems, factored in the given order, against elimination with full pivoting: the same
 * solutions, dependent constraints dropped, doubtful pivots left to full pivoting. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numeric/ldu.h"
#include "simulate/formulation/kkt.h"
#include "tap.h"
#include "platform/cpu.h"

enum { OWN = 3, MOST = 6 };

/* [M -A'; A 0] with masses 2, 3, 5, coupled, and the rows of A. */
static void put_matrix(vv_kkt *d, int m, const double A[][OWN]) {
    static const double M[OWN][OWN] = {{2, 0.5, 0}, {0.5, 3, -0.25}, {0, -0.25, 5}};
    int n = OWN + m;
    memset(d->a, 0, (size_t)(n * n) * sizeof *d->a);
    for (int i = 0; i < OWN; i++)
        for (int k = 0; k < OWN; k++) d->a[i * n + k] = M[i][k];
    for (int r = 0; r < m; r++)
        for (int k = 0; k < OWN; k++) {
            d->a[(OWN + r) * n + k] = A[r][k];
            d->a[k * n + OWN + r] = -A[r][k];
        }
}

/* The largest difference of the first OWN unknowns; -1: not factored in the given order. */
static double difference(int m, const double A[][OWN], int *rank) {
    vv_ctx *c = vv_ctx_new(NULL);
    vv_kkt d;
    double factor[MOST * MOST], x[MOST], y[MOST], worst = 0;
    int n = OWN + m;
    vv_kkt_new(c, n, &d);
    put_matrix(&d, m, A);
    bool natural = vv_kkt_factor_natural(&d, OWN, factor);
    *rank = d.rank;
    for (int i = 0; i < n; i++) { /* mutually consistent constraints */
        x[i] = 1 + 0.5 * i;
        if (i == OWN + 1) x[i] = A[1][0] == 2 * A[0][0] ? 2 * x[OWN] : x[i];
        y[i] = -x[i];
    }
    vv_kkt_factor(&d, 0x1p-33);
    vv_kkt_solve(&d, x);
    vv_ldu_solve(n, factor, y);
    for (int i = 0; i < OWN; i++) worst = fmax(worst, fabs(x[i] - y[i]));
    vv_ctx_free(c);
    return natural ? worst : -1;
}

/* One constraint twice, with inconsistent residuals: which of them is kept? -1: neither the
 * first nor the second. */
static int kept(double size, double fade) {
    const double twice[][OWN] = {{1 * fade, 2 * fade, -1 * fade}, {size, 2 * size, -size}};
    static const double before[][OWN] = {{1, 2, -1}, {1, 2, -1}};
    vv_ctx *c = vv_ctx_new(NULL);
    vv_kkt d;
    double x[MOST] = {0, 0, 0, 1 * fade, -size}; /* A x = 1, or -1 */
    vv_kkt_new(c, OWN + 2, &d);
    d.redundant[OWN + 1] = true;
    put_matrix(&d, 2, before); /* what is met later is measured by this */
    vv_kkt_factor(&d, 0x1p-33);
    put_matrix(&d, 2, twice);
    vv_kkt_factor(&d, 0x1p-33);
    vv_kkt_solve(&d, x);
    double along = x[0] + 2 * x[1] - x[2];
    vv_ctx_free(c);
    return fabs(along - 1) < 1e-12 ? 0 : fabs(along + 1) < 1e-12 ? 1 : -1;
}

/* The same if the first one has faded before anything is compared; together: they are alike. */
static int kept_at_first(double fade, bool together) {
    const double twice[][OWN] = {{1 * fade, 2 * fade, -1 * fade}, {1, 2, -1}};
    vv_ctx *c = vv_ctx_new(NULL);
    vv_kkt d;
    double x[MOST] = {0, 0, 0, 1 * fade, -1}, factor[MOST * MOST];
    vv_kkt_new(c, OWN + 2, &d);
    d.redundant[OWN + 1] = true;
    if (together) d.scale_group[OWN + 1] = OWN;
    put_matrix(&d, 2, twice);
    bool natural = vv_kkt_factor_natural(&d, OWN, factor);
    vv_kkt_factor(&d, 0x1p-33);
    vv_kkt_solve(&d, x);
    double along = x[0] + 2 * x[1] - x[2];
    vv_ctx_free(c);
    return natural == together ? -1 : fabs(along - 1) < 1e-9 ? 0 : fabs(along + 1) < 1e-9 ? 1 : -1;
}

/* Fill-in of the elimination of put_matrix's; the last mass does not occur in the second
 * constraint. */
static void find_filled(int n, bool *filled) {
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            bool mass = i < OWN && k < OWN && abs(i - k) < 2,
                 none = (i == OWN + 1 && k == OWN - 1) || (k == OWN + 1 && i == OWN - 1);
            filled[i * n + k] = mass || ((i >= OWN) != (k >= OWN) && !none);
        }
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++)
            for (int j = k + 1; filled[i * n + k] && j < n; j++)
                filled[i * n + j] |= filled[k * n + j];
}

/* Number of unknowns that differ when two systems are solved together. */
static int solved_apart(int n, const double *factor, double x) {
    double both[2 * MOST], alone[2][MOST];
    int different = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 2; k++) both[2 * i + k] = alone[k][i] = i < k ? 0 : sin(x + i + 3 * k);
    vv_ldu_solve_pair(n, factor, both);
    for (int k = 0; k < 2; k++) vv_ldu_solve(n, factor, alone[k]);
    for (int i = 0; i < 2 * n; i++) different += both[i] != alone[i % 2][i / 2];
    return different;
}

/* Repeated factorizations of varying matrices: by loops, and by a program once there is one. Bit
 * for bit, also if a constraint is doubtful or depends on the other; with a third one that is
 * their sum, except for some matrices. */
static void programs(int relations) {
    enum { MANY = 1000, MOST_N = OWN + 3 };
    const int N = OWN + relations;
    vv_ctx *c = vv_ctx_new(NULL);
    vv_kkt plain, own;
    bool filled[MOST_N * MOST_N];
    double one[MOST_N * MOST_N] = {0}, other[MOST_N * MOST_N] = {0};
    int different = 0, apart = 0, good = 0, bad = 0;
    vv_kkt_new(c, N, &plain), vv_kkt_new(c, N, &own);
    plain.ninertia = own.ninertia = OWN;
    find_filled(N, filled);
    if (relations > 2) plain.redundant[OWN + 2] = own.redundant[OWN + 2] = true;
    vv_kkt_set_sparsity(&own, filled);
    for (int i = 0; i < MANY; i++) {
        double x = 0.01 * i, near = i % 97 == 96 ? 1e-3 : i > MANY - 20 ? 0 : 1;
        const double A[][OWN] = {{1, 2, near * cos(x)},
                                 {1, 2 + near * sin(x), 0},
                                 {2, 4 + near * sin(x), near * cos(x) + (i > 300 && i % 53 == 52)}};
        put_matrix(&plain, relations, A), put_matrix(&own, relations, A);
        bool by_loops = vv_kkt_factor_natural(&plain, OWN, one),
             by_code = vv_kkt_factor_natural(&own, OWN, other);
        good += by_loops, bad += !by_loops;
        different += by_loops != by_code || plain.rank != own.rank ||
                     plain.weakest != own.weakest ||
                     memcmp(plain.pivot_most, own.pivot_most, (size_t)N * sizeof *one) != 0;
        for (int e = 0; by_loops && e < N * N; e++) different += one[e] != other[e];
        if (by_loops) apart += solved_apart(N, one, x);
        plain.rank = own.rank = 0; /* may change here */
    }
    ok(good > MANY / 2 && bad > 5, "%d constraints: %d matrices factored in natural order, %d left",
       relations, good, bad);
    is_int(own.code != NULL, vv_cpu_supports_lanes(1), "by a program where there is machine code");
    is_int(different, 0, "to the same bits");
    is_int(apart, 0, "two right-hand sides at once give the solutions of each alone");
    vv_ctx_free(c);
}

/* ---- many unknowns --------------------------------------------------------------------------- */

enum { LINKS = 48, LARGE = 3 * LINKS }; /* particles in a plane and rods between neighbours */

/* Unit masses; rod r between particles r - 1 and r, its direction turning with x. */
static void put_chain(vv_kkt *d, double x, double grown) {
    memset(d->a, 0, sizeof(double[LARGE]) * LARGE);
    for (int i = 0; i < 2 * LINKS; i++) d->a[i * LARGE + i] = 1 + 0.01 * i;
    for (int r = 0; r < LINKS; r++)
        for (int end = 0; end < 2 && r >= end; end++)
            for (int k = 0; k < 2; k++) {
                int row = 2 * LINKS + r, column = 2 * (r - end) + k;
                double e = (end ? -1 : 1) * (r == 7 ? grown : 1) * sin(x + r + 1.6 * k);
                d->a[row * LARGE + column] = e, d->a[column * LARGE + row] = -e;
            }
}

static void find_chain_filled(vv_kkt *d, bool *filled) {
    put_chain(d, 0.5, 1);
    for (int e = 0; e < LARGE * LARGE; e++) filled[e] = d->a[e] != 0;
    for (int k = 0; k < LARGE; k++)
        for (int i = k + 1; i < LARGE; i++)
            for (int j = k + 1; filled[i * LARGE + k] && j < LARGE; j++)
                filled[i * LARGE + j] |= filled[k * LARGE + j];
}

/* By the entries that may differ from 0, and by all of them: the same scales, factors and
 * solutions, to the bit; and those of full pivoting. */
static void large(void) {
    static double one[LARGE * LARGE], other[LARGE * LARGE], x[3][LARGE], both[2 * LARGE];
    static bool filled[LARGE * LARGE];
    vv_ctx *c = vv_ctx_new(NULL);
    vv_kkt plain, own, full;
    int different = 0, factored = 0;
    double worst = 0;
    vv_kkt_new(c, LARGE, &plain), vv_kkt_new(c, LARGE, &own), vv_kkt_new(c, LARGE, &full);
    plain.ninertia = own.ninertia = full.ninertia = 2 * LINKS;
    find_chain_filled(&plain, filled);
    vv_kkt_set_sparsity(&own, filled);
    vv_kkt_list_entries(&own);
    int listed = own.sparsity.n == LARGE ? own.sparsity.start[LARGE] : 0;
    ok(listed > LARGE && listed < 2000, "%d of %d entries are listed", listed, LARGE * LARGE);
    for (int k = 0; k < 9; k++) { /* entries grow: scales follow */
        put_chain(&plain, 0.3 * k, 1 + k % 4), put_chain(&own, 0.3 * k, 1 + k % 4);
        put_chain(&full, 0.3 * k, 1 + k % 4);
        bool by_all = vv_kkt_factor_natural(&plain, 2 * LINKS, one),
             by_listed = vv_kkt_factor_natural(&own, 2 * LINKS, other);
        factored += by_all;
        different += by_all != by_listed || plain.rank != own.rank ||
                     memcmp(plain.by_row, own.by_row, sizeof x[0]) != 0 ||
                     memcmp(plain.by_column, own.by_column, sizeof x[0]) != 0;
        if (!by_all || !by_listed) continue;
        for (int e = 0; e < LARGE * LARGE; e++) different += filled[e] && one[e] != other[e];
        for (int i = 0; i < LARGE; i++) x[0][i] = x[1][i] = both[2 * i] = sin(3.7 * i + k);
        for (int i = 0; i < LARGE; i++) x[2][i] = -x[0][i], both[2 * i + 1] = i == k;
        vv_kkt_solve_natural(&plain, one, x[0]), vv_kkt_solve_natural(&own, other, x[1]);
        vv_kkt_solve_natural_pair(&own, other, both);
        vv_kkt_factor(&full, 0x1p-33), vv_kkt_solve(&full, x[2]);
        for (int i = 0; i < LARGE; i++) different += x[0][i] != x[1][i] || x[1][i] != both[2 * i];
        for (int i = 0; i < LARGE; i++) worst = fmax(worst, fabs(x[1][i] - x[2][i]));
    }
    is_int(factored, 9, "matrices of %d unknowns are factored in natural order", LARGE);
    is_int(own.code != NULL, vv_cpu_supports_lanes(1), "at once by a program");
    is_int(different, 0, "with the scales, factors and solutions of dense loops, to the bit");
    ok(worst < 1e-9, "as by full pivoting, within %.1e", worst);
    vv_ctx_free(c);
}

int main(void) {
    programs(2);
    large();
    programs(3);
    static const double two[][OWN] = {{1, 2, -1}, {0, 1, 1}},
                        twice[][OWN] = {{1, 2, -1}, {2, 4, -2}},
                        nearly[][OWN] = {{1, 2, -1}, {1, 2, -1.0001}};
    int rank;
    double apart = difference(2, two, &rank);
    ok(apart >= 0 && apart < 1e-15, "two constraints: %.1e from full pivoting", apart);
    is_int(rank, 5, "all are used");
    apart = difference(2, twice, &rank);
    ok(apart >= 0 && apart < 1e-15, "one constraint twice: %.1e", apart);
    is_int(rank, 4, "the second is dropped");
    ok(difference(2, nearly, &rank) < 0,
       "constraints that nearly depend are left to full pivoting");
    is_int(kept(1, 1), 0, "a redundant constraint is left out");
    is_int(kept(50, 1), 0, "also when its entries are larger");
    is_int(kept(1, 1e-4), 1, "but not when the other one fades");
    is_int(kept_at_first(1e-4, false), 0, "what is small from the beginning is not seen to fade");
    is_int(kept_at_first(1e-4, true), 1, "but by its like");
    return done_testing();
}
