/* LU with partial pivoting, inverses and determinants; lanes have the digits of one matrix alone.
 */
#include "numeric/lu.h"

#include <string.h>

#include "numeric/dense_vector.h"
#include "platform/cpu.h"
#include "random_matrix.h"
#include "tap.h"

enum { MOST = 11, LANES = 8 };

static void solves(int n) {
    double a[MOST * MOST], lu[MOST * MOST], inverse[MOST * MOST], pivot[MOST], x[MOST], b[MOST],
        worst = 0, off = 0;
    draw_matrix(n * n, a);
    draw_matrix(n, x);
    for (int i = 0; i < n; i++) b[i] = vv_dot(n, a + i * n, x);
    memcpy(lu, a, sizeof a);
    memcpy(inverse, a, sizeof a);
    bool good = vv_lu_factor(n, lu, pivot) && vv_invert(n, inverse, (double[MOST]){0}, 0);
    vv_lu_solve(n, lu, pivot, b);
    for (int i = 0; i < n; i++) worst = fmax(worst, fabs(b[i] - x[i]));
    for (int i = 0; i < n * n; i++)
        off = fmax(off,
                   fabs(vv_dot_strided(n, a + i / n * n, inverse + i % n, n) - (i / n == i % n)));
    ok(good && worst < 1e-12 && off < 1e-12, "%d equations: %.1e, inverse %.1e", n, worst, off);
}

static void determinants(void) {
    double vandermonde[] = {1, 1, 1, 1, 1, 2, 4, 8, 1, 3, 9, 27, 1, 5, 25, 125}, pivot[4],
           turned[] = {0, 1, 1, 0}, singular[] = {1, 2, 2, 4};
    bool good = vv_lu_factor(4, vandermonde, pivot);
    double d = vv_lu_determinant(4, vandermonde, pivot);
    ok(good && fabs(d - 48) < 1e-12, "Vandermonde's determinant: %.15g", d);
    good = vv_lu_factor(2, turned, pivot);
    ok(good && vv_lu_determinant(2, turned, pivot) == -1, "an exchange of rows");
    ok(!vv_lu_factor(2, singular, pivot), "a singular matrix is refused");
}

/* Systems that need different exchanges, and one entry that is 0. */
static void lanes_agree(int lanes, int n) {
    double one[LANES][(MOST + 1) * MOST], x[LANES][MOST], all[LANES * (MOST + 1) * MOST] = {0},
                                                                                   y[LANES * MOST];
    bool same = true;
    for (int l = 0; l < lanes; l++) {
        draw_matrix(n * n, one[l]);
        draw_matrix(n, x[l]);
        if (n > 1) one[l][(l + 1) % (n * n)] = 0;
        for (int i = 0; i < n * n; i++) all[i * lanes + l] = one[l][i];
        for (int i = 0; i < n; i++) y[i * lanes + l] = x[l][i];
    }
    vv_lu_factor_lanes(lanes, n, all);
    vv_lu_solve_lanes(lanes, n, all, y);
    for (int l = 0; l < lanes; l++) {
        vv_lu_factor_packed(n, one[l]);
        vv_lu_solve(n, one[l], one[l] + n * n, x[l]);
        for (int i = 0; i < n; i++) same &= y[i * lanes + l] == x[l][i];
        for (int i = 0; i < n * n; i++) same &= all[i * lanes + l] == one[l][i];
    }
    ok(same, "%d systems of %d in lanes, to the last bit", lanes, n);
}

static void spd_lanes_agree(int lanes, int n) {
    double a[LANES][MOST * MOST], one[MOST * MOST], scratch[VV_INVERT_SPD_SCRATCH(MOST)],
        all[LANES * MOST * MOST] = {0}, out[LANES * MOST * MOST], more[LANES * 2 * MOST];
    bool good[LANES], same = true;
    for (int l = 0; l < lanes; l++) {
        double B[MOST * MOST];
        draw_matrix(n * n, B);
        for (int i = 0; i < n * n; i++) {
            a[l][i] = vv_dot(n, B + i / n * n, B + i % n * n) + (i / n == i % n);
            all[i * lanes + l] = a[l][i];
        }
    }
    vv_invert_spd_negated_lanes(lanes, n, all, out, more, 1e-12, good);
    for (int l = 0; l < lanes; l++) {
        same &= good[l] && vv_invert_spd_negated(n, false, a[l], one, scratch, 1e-12);
        for (int i = 0; i < n * n; i++) same &= out[i * lanes + l] == one[i];
    }
    ok(same, "%d inverses of %d in lanes, to the last bit", lanes, n);
}

int main(void) {
    for (int n = 1; n <= MOST; n++) solves(n);
    determinants();
    for (int lanes = 4; lanes <= LANES && lanes <= vv_cpu_lanes(); lanes *= 2)
        for (int n = 1; n <= MOST; n++) lanes_agree(lanes, n), spd_lanes_agree(lanes, n);
    return done_testing();
}
