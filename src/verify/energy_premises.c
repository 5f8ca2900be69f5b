/* The energy at an equilibrium. */
#include "verify/build.h"
#include "verify/premises.h"

enum { MOST = VV_BUILD_MOST, LARGEST = VV_PREMISE_LARGEST };

/* det of the rows and columns that are named */
static int minor_of(vv_premise_check *c, int N, const vv_list *a, int n, const int *row) {
    int part[MOST * MOST];
    for (int i = 0; i < n * n; i++) part[i] = a->at[row[i / n] * N + row[i % n]];
    return vv_build_determinant(c->k, n, part);
}

/* A = L D L^T with D positive, L a triangle with ones on its diagonal, which are not read. */
static void must_be_squares(vv_premise_check *c, int N, const vv_list *a, const vv_list *D,
                            const vv_list *L, const int *row) {
    int n = D->n, one = vv_build_number(c->k, 1);
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            int sum = vv_build_number(c->k, 0);
            for (int r = 0; r <= j; r++) {
                int x = r == i ? one : L->at[i * n + r], y = r == j ? one : L->at[j * n + r];
                sum = vv_build_sum(c->k, sum, 1,
                                   vv_build_product(c->k, vv_build_product(c->k, x, y), D->at[r]));
            }
            vv_premise_equal(c, a->at[row[i] * N + row[j]], sum);
        }
    for (int i = 0; i < n; i++) vv_premise_sign(c, D->at[i], 1, true);
}

/* A symmetric matrix whose leading minors are these, all positive; or, with a triangle, pivots. */
static void must_be_definite(vv_premise_check *c, int N, const vv_list *a, const vv_list *minors,
                             const vv_list *triangle, int n, const int *row) {
    if (minors->n != n || (triangle->n ? triangle->n != n * n : n > MOST)) {
        vv_premise_unfit(c);
        return;
    }
    if (triangle->n) must_be_squares(c, N, a, minors, triangle, row);
    for (int m = 1; m <= n && !triangle->n; m++) {
        vv_premise_equal(c, minor_of(c, N, a, m, row), minors->at[m - 1]);
        vv_premise_sign(c, minors->at[m - 1], 1, true);
    }
}

/* -K_ij: the derivative of force i along direction j; K is symmetric in the rows considered. */
static void check_stiffness(vv_premise_check *c, int N, int n, const int *row) {
    const vv_theorem_data *t = c->t;
    int nq = t->coordinate.n, *by = VV_ARRAY(c->k->c, int, nq + 1);
    for (int i = 0; by && i < n; i++) {
        for (int a = 0; a < nq; a++)
            by[a] = vv_build_derivative(c->k, t->force.at[row[i]], t->coordinate.at[a]);
        for (int j = 0; j < n; j++) {
            int sum = t->stiffness.at[row[i] * N + row[j]];
            vv_premise_equal(c, sum, t->stiffness.at[row[j] * N + row[i]]);
            for (int a = 0; a < nq; a++)
                sum = vv_build_sum(c->k, sum, 1,
                                   vv_build_product(c->k, by[a], t->direction.at[row[j] * nq + a]));
            vv_premise_vanishes(c, sum);
        }
    }
    for (int i = 0; i < N; i++) vv_premise_vanishes(c, t->force.at[i]);
    vv_premises_settle(c, "K is not the derivative of the forces there, or they do not vanish");
}

/* M is definite; -G is the derivative of the forces by the speeds, and vanishes or damps. */
static void check_motion(vv_premise_check *c, int N, bool damps) {
    const vv_theorem_data *t = c->t;
    static const vv_list none;
    int row[LARGEST], half = vv_build_power(c->k, vv_build_number(c->k, 2), -1);
    vv_list D = {N * N, (int[LARGEST * LARGEST]){0}};
    for (int i = 0; i < N; i++) row[i] = i;
    must_be_definite(c, N, &t->mass, &t->mass_minors, &t->mass_triangle, N, row);
    for (int i = 0; i < N * N; i++) {
        int a = t->damping.at[i], b = t->damping.at[i % N * N + i / N];
        vv_premise_equal(c, t->mass.at[i], t->mass.at[i % N * N + i / N]);
        vv_premise_vanishes(
            c, vv_build_sum(c->k, a, 1,
                            vv_build_derivative(c->k, t->force.at[i / N], t->speed.at[i % N])));
        D.at[i] = vv_build_product(c->k, half, vv_build_sum(c->k, a, 1, b));
        if (!damps) vv_premise_vanishes(c, a);
    }
    if (damps) must_be_definite(c, N, &D, &t->damping_minors, &none, N, row);
    vv_premises_settle(c, "the mass matrix or the damping is not as stated");
}

static void check_energy(vv_premise_check *c, bool minimum) {
    const vv_theorem_data *t = c->t;
    int N = vv_premise_side(&t->stiffness), n = t->rows.n, row[LARGEST], all[LARGEST];
    bool moves = t->mass.n > 0 || !minimum, fits = N && n && n <= N && t->force.n == N;
    fits = fits && t->coordinate.n && t->direction.n == N * t->coordinate.n &&
           vv_premise_symbols(c, &t->coordinate) && vv_premise_symbols(c, &t->speed);
    for (int i = 0; i < n && fits; i++)
        fits = vv_premise_integer(c, &t->rows, i, i ? row[i - 1] + 1 : 0, N - 1, &row[i]);
    if (!fits || (moves && (t->mass.n != N * N || t->damping.n != N * N || t->speed.n != N))) {
        vv_premise_unfit(c);
        return;
    }
    for (int i = 0; i < N; i++) all[i] = i;
    check_stiffness(c, N, minimum ? n : N, minimum ? row : all);
    if (minimum)
        must_be_definite(c, N, &t->stiffness, &t->minors, &t->triangle, n, row);
    else if (t->minors.n != 1 || n > MOST)
        vv_premise_unfit(c);
    else {
        vv_premise_equal(c, minor_of(c, N, &t->stiffness, n, row), t->minors.at[0]);
        vv_premise_sign(c, t->minors.at[0], -1, true);
    }
    vv_premises_settle(c, "a minor of K is not as stated");
    if (moves) check_motion(c, N, t->damping_minors.n > 0 || minimum);
}

void vv_premises_of_minimum(vv_premise_check *c) { check_energy(c, true); }
void vv_premises_of_no_minimum(vv_premise_check *c) { check_energy(c, false); }
