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

int vv_premise_by_position(vv_premise_check *c, int N, int i, int j) {
    const vv_theorem_data *t = c->t;
    int nq = t->coordinate.n, sum = t->stiffness.at[i * N + j];
    for (int a = 0; a < nq; a++) {
        int by = vv_build_derivative(c->k, t->force.at[i], t->coordinate.at[a]);
        sum = vv_build_sum(c->k, sum, 1, vv_build_product(c->k, by, t->direction.at[j * nq + a]));
    }
    return sum;
}

int vv_premise_by_speed(vv_premise_check *c, int N, int i, int j) {
    int by = vv_build_derivative(c->k, c->t->force.at[i], c->t->speed.at[j]);
    return vv_build_sum(c->k, c->t->damping.at[i * N + j], 1, by);
}

bool vv_premise_motion_fits(vv_premise_check *c, int N, bool moves) {
    const vv_theorem_data *t = c->t;
    return (N && t->stiffness.n == N * N && t->force.n == N && t->coordinate.n &&
            t->direction.n == N * t->coordinate.n && vv_premise_symbols(c, &t->coordinate) &&
            vv_premise_symbols(c, &t->speed) &&
            (!moves || (t->mass.n == N * N && t->damping.n == N * N && t->speed.n == N))) ||
           vv_premise_unfit(c);
}

/* K is the derivative of the forces, symmetric in the rows considered. */
static void check_stiffness(vv_premise_check *c, int N, int n, const int *row) {
    const vv_theorem_data *t = c->t;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            vv_premise_equal(c, t->stiffness.at[row[i] * N + row[j]],
                             t->stiffness.at[row[j] * N + row[i]]);
            vv_premise_vanishes(c, vv_premise_by_position(c, N, row[i], row[j]));
        }
    if (t->radius.n)
        vv_premises_in_box(c);
    else
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
        vv_premise_vanishes(c, vv_premise_by_speed(c, N, i / N, i % N));
        D.at[i] = vv_build_product(c->k, half, vv_build_sum(c->k, a, 1, b));
        if (!damps) vv_premise_vanishes(c, a);
    }
    if (damps) must_be_definite(c, N, &D, &t->damping_minors, &none, N, row);
    vv_premises_settle(c, "the mass matrix or the damping is not as stated");
}

static void check_energy(vv_premise_check *c, bool minimum, bool strict) {
    const vv_theorem_data *t = c->t;
    int N = vv_premise_side(&t->stiffness), n = t->rows.n, row[LARGEST], all[LARGEST];
    bool moves = t->mass.n > 0 || !minimum, fits = n && n <= N;
    for (int i = 0; i < n && fits; i++)
        fits = vv_premise_integer(c, &t->rows, i, i ? row[i - 1] + 1 : 0, N - 1, &row[i]);
    if (!fits) vv_premise_unfit(c);
    if (!fits || !vv_premise_motion_fits(c, N, moves)) return;
    for (int i = 0; i < N; i++) all[i] = i;
    check_stiffness(c, N, minimum ? n : N, minimum ? row : all);
    if (minimum)
        must_be_definite(c, N, &t->stiffness, &t->minors, &t->triangle, n, row);
    else if (t->minors.n != 1 || n > MOST)
        vv_premise_unfit(c);
    else {
        vv_premise_equal(c, minor_of(c, N, &t->stiffness, n, row), t->minors.at[0]);
        vv_premise_sign(c, t->minors.at[0], -1, strict);
        if (!strict) vv_premise_nonzero(c, t->minors.at[0]);
    }
    vv_premises_settle(c, "a minor of K is not as stated");
    if (moves) check_motion(c, N, t->damping_minors.n > 0 || minimum);
}

void vv_premises_of_minimum(vv_premise_check *c) { check_energy(c, true, true); }
void vv_premises_of_no_minimum(vv_premise_check *c) { check_energy(c, false, true); }
void vv_premises_of_no_minimum_generically(vv_premise_check *c) { check_energy(c, false, false); }

/* One direction: the derivatives of the force along it vanish up to an odd order `degree`, and that
 * one is negative. */
void vv_premises_of_higher_minimum(vv_premise_check *c) {
    const vv_theorem_data *t = c->t;
    int order, by = t->force.n ? t->force.at[0] : -1;
    if (t->force.n != 1 || !t->coordinate.n || t->direction.n != t->coordinate.n ||
        t->degree.n != 1 || !vv_premise_symbols(c, &t->coordinate) ||
        !vv_premise_integer(c, &t->degree, 0, 3, MOST, &order) || order % 2 == 0) {
        vv_premise_unfit(c);
        return;
    }
    for (int k = 0; k < order; k++) {
        int sum = vv_build_number(c->k, 0);
        vv_premise_vanishes(c, by);
        for (int a = 0; a < t->coordinate.n; a++)
            sum = vv_build_sum(c->k, sum, 1,
                               vv_build_product(c->k,
                                                vv_build_derivative(c->k, by, t->coordinate.at[a]),
                                                t->direction.at[a]));
        by = sum;
    }
    vv_premises_settle(c, "a variation of lower order does not vanish");
    if (by < 0)
        vv_premise_fail(c, VV_OPEN, "an expression has no derivative");
    else
        vv_premise_sign(c, by, -1, true);
}
