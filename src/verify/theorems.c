#include "verify/theorems.h"

#include <string.h>

#include "verify/build.h"
#include "verify/interval.h"
#include "verify/modular.h"
#include "verify/signs.h"

enum { MOST = VV_BUILD_MOST, LARGEST = 24, MOST_CONDITIONS = 64 };

/* The check of one theorem: premises are added until one of them does not hold. */
typedef struct check {
    vv_certificate *k;
    const vv_statement *p;
    const vv_theorem_data *t;
    const vv_premises *f;
    vv_found found;
    vv_list zero; /* expressions that must vanish; asked together */
    int room;
} check;

static bool fail(check *c, vv_answer word, const char *why) {
    if (c->found.word == VV_HOLDS || (c->found.word == VV_OPEN && word == VV_FAILS))
        c->found = (vv_found){.word = word, .why = why};
    return false;
}

/* ---- premises -------------------------------------------------------------------------------- */

static void must_vanish(check *c, int node) {
    if (c->zero.n == c->room) {
        int room = 2 * c->room + 64, *grown = VV_ARRAY(c->k->c, int, room);
        if (!grown) return;
        for (int i = 0; i < c->zero.n; i++) grown[i] = c->zero.at[i];
        c->zero.at = grown, c->room = room;
    }
    if (node < 0)
        fail(c, VV_OPEN, "an expression has no derivative");
    else
        c->zero.at[c->zero.n++] = node;
}

static void must_equal(check *c, int a, int b) { must_vanish(c, vv_build_sum(c->k, a, -1, b)); }

static void settle(check *c, const char *why) {
    if (c->found.word == VV_FAILS || !c->zero.n) return;
    vv_found all = vv_proof_check_zero(c->k, c->p->facts, &c->zero);
    if (all.word != VV_HOLDS) fail(c, all.undefined ? VV_FAILS : all.word, why);
    c->zero.n = 0;
}

/* The sign is evident, or at least not refuted at a point. `strict`: 0 is excluded. */
static void must_have_sign(check *c, int node, int sign, bool strict) {
    int possible = vv_possible_signs(c->k, c->f, node),
        want = sign > 0 ? VV_CAN_BE_POSITIVE : VV_CAN_BE_NEGATIVE;
    if (!strict) want |= VV_CAN_BE_ZERO;
    if (!(possible & ~want)) return;
    bool contrary = !(possible & want) || vv_interval_finds_sign(c->k, c->p->facts, node, -sign) ||
                    (strict && !vv_interval_finds_sign(c->k, c->p->facts, node, sign));
    fail(c, contrary ? VV_FAILS : VV_OPEN,
         contrary ? "a quantity does not have the sign that the theorem needs"
                  : "the sign of a quantity is not evident");
}

static bool number_at(const check *c, const vv_list *list, int i, int least, int most, int *out) {
    const vv_graph_node *d = i < list->n ? &c->k->node[list->at[i]] : NULL;
    if (!d || d->op != VV_N_NUM || mpz_cmp_ui(mpq_denref(d->factor[0]), 1) ||
        !mpz_fits_sint_p(mpq_numref(d->factor[0])))
        return false;
    *out = (int)mpz_get_si(mpq_numref(d->factor[0]));
    return *out >= least && *out <= most;
}

/* n of a list of n^2; 0 if there is none. */
static int side_of(const vv_list *a) {
    for (int n = 1; n <= LARGEST; n++)
        if (a->n == n * n) return n;
    return 0;
}

/* At some point, real or modulo a prime. */
static bool is_nonzero(check *c, int node) {
    vv_statement p = {.facts = c->p->facts, .of = {1, &node}};
    if (vv_interval_finds_sign(c->k, c->p->facts, node, 0)) return true;
    vv_modular_answer m = vv_modular_check(c->k, &p);
    return m.word == VV_M_NONZERO ||
           fail(c, m.word == VV_M_ZERO ? VV_FAILS : VV_OPEN, "a quantity vanishes everywhere");
}

static bool unfit(check *c) { return fail(c, VV_FAILS, "its lists do not fit together"); }

/* ---- the energy at an equilibrium ------------------------------------------------------------ */

/* det of the rows and columns that are named */
static int minor_of(check *c, int N, const vv_list *a, int n, const int *row) {
    int part[MOST * MOST];
    for (int i = 0; i < n * n; i++) part[i] = a->at[row[i / n] * N + row[i % n]];
    return vv_build_determinant(c->k, n, part);
}

/* A = L D L^T with D positive, L a triangle with ones on its diagonal, which are not read. */
static void must_be_squares(check *c, int N, const vv_list *a, const vv_list *D, const vv_list *L,
                            const int *row) {
    int n = D->n, one = vv_build_number(c->k, 1);
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            int sum = vv_build_number(c->k, 0);
            for (int r = 0; r <= j; r++) {
                int x = r == i ? one : L->at[i * n + r], y = r == j ? one : L->at[j * n + r];
                sum = vv_build_sum(c->k, sum, 1,
                                   vv_build_product(c->k, vv_build_product(c->k, x, y), D->at[r]));
            }
            must_equal(c, a->at[row[i] * N + row[j]], sum);
        }
    for (int i = 0; i < n; i++) must_have_sign(c, D->at[i], 1, true);
}

/* A symmetric matrix whose leading minors are these, all positive; or, with a triangle, pivots. */
static void must_be_definite(check *c, int N, const vv_list *a, const vv_list *minors,
                             const vv_list *triangle, int n, const int *row) {
    if (minors->n != n || (triangle->n ? triangle->n != n * n : n > MOST)) {
        unfit(c);
        return;
    }
    if (triangle->n) must_be_squares(c, N, a, minors, triangle, row);
    for (int m = 1; m <= n && !triangle->n; m++) {
        must_equal(c, minor_of(c, N, a, m, row), minors->at[m - 1]);
        must_have_sign(c, minors->at[m - 1], 1, true);
    }
}

/* -K_ij: the derivative of force i along direction j; K is symmetric in the rows considered. */
static void check_stiffness(check *c, int N, int n, const int *row) {
    const vv_theorem_data *t = c->t;
    int nq = t->coordinate.n, *by = VV_ARRAY(c->k->c, int, nq + 1);
    for (int i = 0; by && i < n; i++) {
        for (int a = 0; a < nq; a++)
            by[a] = vv_build_derivative(c->k, t->force.at[row[i]], t->coordinate.at[a]);
        for (int j = 0; j < n; j++) {
            int sum = t->stiffness.at[row[i] * N + row[j]];
            must_equal(c, sum, t->stiffness.at[row[j] * N + row[i]]);
            for (int a = 0; a < nq; a++)
                sum = vv_build_sum(c->k, sum, 1,
                                   vv_build_product(c->k, by[a], t->direction.at[row[j] * nq + a]));
            must_vanish(c, sum);
        }
    }
    for (int i = 0; i < N; i++) must_vanish(c, t->force.at[i]);
    settle(c, "K is not the derivative of the forces there, or they do not vanish");
}

/* M is definite; -G is the derivative of the forces by the speeds, and vanishes or damps. */
static void check_motion(check *c, int N, bool damps) {
    const vv_theorem_data *t = c->t;
    static const vv_list none;
    int row[LARGEST], half = vv_build_power(c->k, vv_build_number(c->k, 2), -1);
    vv_list D = {N * N, (int[LARGEST * LARGEST]){0}};
    for (int i = 0; i < N; i++) row[i] = i;
    must_be_definite(c, N, &t->mass, &t->mass_minors, &t->mass_triangle, N, row);
    for (int i = 0; i < N * N; i++) {
        int a = t->damping.at[i], b = t->damping.at[i % N * N + i / N];
        must_equal(c, t->mass.at[i], t->mass.at[i % N * N + i / N]);
        must_vanish(
            c, vv_build_sum(c->k, a, 1,
                            vv_build_derivative(c->k, t->force.at[i / N], t->speed.at[i % N])));
        D.at[i] = vv_build_product(c->k, half, vv_build_sum(c->k, a, 1, b));
        if (!damps) must_vanish(c, a);
    }
    if (damps) must_be_definite(c, N, &D, &t->damping_minors, &none, N, row);
    settle(c, "the mass matrix or the damping is not as stated");
}

static bool are_symbols(const check *c, const vv_list *list) {
    for (int i = 0; i < list->n; i++)
        if (c->k->node[list->at[i]].op != VV_N_SYM) return false;
    return true;
}

static void check_energy(check *c, bool minimum) {
    const vv_theorem_data *t = c->t;
    int N = side_of(&t->stiffness), n = t->rows.n, row[LARGEST], all[LARGEST];
    bool moves = t->mass.n > 0 || !minimum, fits = N && n && n <= N && t->force.n == N;
    fits = fits && t->coordinate.n && t->direction.n == N * t->coordinate.n &&
           are_symbols(c, &t->coordinate) && are_symbols(c, &t->speed);
    for (int i = 0; i < n && fits; i++)
        fits = number_at(c, &t->rows, i, i ? row[i - 1] + 1 : 0, N - 1, &row[i]);
    if (!fits || (moves && (t->mass.n != N * N || t->damping.n != N * N || t->speed.n != N))) {
        unfit(c);
        return;
    }
    for (int i = 0; i < N; i++) all[i] = i;
    check_stiffness(c, N, minimum ? n : N, minimum ? row : all);
    if (minimum)
        must_be_definite(c, N, &t->stiffness, &t->minors, &t->triangle, n, row);
    else if (t->minors.n != 1 || n > MOST)
        unfit(c);
    else {
        must_equal(c, minor_of(c, N, &t->stiffness, n, row), t->minors.at[0]);
        must_have_sign(c, t->minors.at[0], -1, true);
    }
    settle(c, "a minor of K is not as stated");
    if (moves) check_motion(c, N, t->damping_minors.n > 0 || minimum);
}

static void check_minimum(check *c) { check_energy(c, true); }
static void check_no_minimum(check *c) { check_energy(c, false); }

/* ---- characteristic exponents ---------------------------------------------------------------- */

/* det(y left - right) */
static int characteristic(check *c, int n, int y) {
    int a[MOST * MOST];
    for (int i = 0; i < n * n; i++)
        a[i] =
            vv_build_sum(c->k, vv_build_product(c->k, y, c->t->left.at[i]), -1, c->t->right.at[i]);
    return vv_build_determinant(c->k, n, a);
}

/* y^zeros and the factors, with their powers; -1: the lists do not fit. */
static int factored(check *c, int y) {
    const vv_theorem_data *t = c->t;
    int zeros, degree, power, at = 0, out = -1;
    if (t->zeros.n == 1 && number_at(c, &t->zeros, 0, 0, MOST, &zeros))
        out = zeros ? vv_build_power(c->k, y, zeros) : vv_build_number(c->k, 1);
    for (int i = 0; i < t->degree.n && out >= 0; i++) {
        if (!number_at(c, &t->degree, i, 1, MOST, &degree) ||
            !number_at(c, &t->power, i, 1, MOST, &power) || at + degree >= t->factor.n)
            return -1;
        int sum = t->factor.at[at];
        for (int j = 1; j <= degree; j++)
            sum = vv_build_sum(
                c->k, sum, 1,
                vv_build_product(c->k, vv_build_power(c->k, y, j), t->factor.at[at + j]));
        out = vv_build_product(c->k, out, vv_build_power(c->k, sum, power));
        at += degree + 1;
    }
    return at == t->factor.n && t->power.n == t->degree.n ? out : -1;
}

/* The characteristic polynomial is the product of the factors, up to a factor free of y. */
static bool check_factors(check *c) {
    int n = side_of(&c->t->left), y = vv_build_symbol(c->k, "y"), z = vv_build_symbol(c->k, "z");
    int p = y < 0 || z < 0 ? -1 : factored(c, y), q = p < 0 ? -1 : factored(c, z);
    if (!n || n > MOST || c->t->right.n != n * n || p < 0 || q < 0) return unfit(c);
    int a = characteristic(c, n, y), b = characteristic(c, n, z),
        both = vv_build_product(c->k, a, p);
    if (!is_nonzero(c, both)) return false;
    must_equal(c, vv_build_product(c->k, a, q), vv_build_product(c->k, b, p));
    settle(c, "the factors are not those of the characteristic polynomial");
    return c->found.word == VV_HOLDS;
}

static bool is_zero(const check *c, int node) {
    return c->k->node[node].op == VV_N_NUM && !mpq_sgn(c->k->node[node].factor[0]);
}

/* Discriminant of a y^2 + b y + d or a y^3 + b y^2 + d y + e, by coefficients from the constant
 * term. */
static int discriminant(check *c, int n, const int *x) {
    static const struct {
        int by, power[4];
    } term[2][5] = {{{1, {0, 2, 0}}, {-4, {1, 0, 1}}},
                    {{18, {1, 1, 1, 1}},
                     {-4, {1, 0, 3, 0}},
                     {1, {0, 2, 2, 0}},
                     {-4, {0, 3, 0, 1}},
                     {-27, {2, 0, 0, 2}}}};
    int sum = vv_build_number(c->k, 0);
    for (int i = 0; i < (n == 2 ? 2 : 5); i++) {
        int product = vv_build_number(c->k, 1);
        for (int j = 0; j <= n; j++)
            if (term[n - 2][i].power[j])
                product = vv_build_product(c->k, product,
                                           vv_build_power(c->k, x[j], term[n - 2][i].power[j]));
        sum = vv_build_sum(c->k, sum, term[n - 2][i].by, product);
    }
    return sum;
}

/* Hurwitz determinant of order m of a[0] + a[1] y + ... + a[d] y^d. */
static int hurwitz(check *c, int d, const int *a, int m) {
    int x[MOST * MOST], zero = vv_build_number(c->k, 0);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++) {
            int at = d - 2 * j - 1 + i;
            x[i * m + j] = at >= 0 && at <= d ? a[at] : zero;
        }
    return vv_build_determinant(c->k, m, x);
}

/* Conditions, each > 0, for the zeros of a factor to be in the left half-plane or, if it is even,
 * imaginary and distinct; their number, or -1. gap: a coefficient of a factor that is not even,
 * which violates the condition if it vanishes. */
static int conditions_of(check *c, int d, const int *a, int *out, bool *gap) {
    int n = 0, x[MOST + 1];
    bool even = d % 2 == 0;
    for (int i = 1; i <= d; i += 2) even &= is_zero(c, a[i]);
    int step = even ? 2 : 1, m = d / step;
    if (even && m > 3) return -1;
    for (int i = 0; i <= m; i++) x[i] = a[i * step];
    for (int i = 0; i < m; i++) gap[i] = !even;
    for (int i = 0; i < m; i++) out[n++] = vv_build_product(c->k, x[even ? m - 1 - i : i], x[m]);
    if (even && m > 1) out[n++] = discriminant(c, m, x);
    for (int r = d - 1; !even && r >= 2; r -= 2) {
        int det = hurwitz(c, d, a, r);
        out[n++] = r % 2 ? vv_build_product(c->k, det, a[d]) : det;
    }
    return n;
}

static int all_conditions(check *c, int *out, bool *gap) {
    const vv_theorem_data *t = c->t;
    int n = 0, at = 0, degree, power;
    for (int i = 0; i < t->degree.n; i++) {
        number_at(c, &t->degree, i, 1, MOST, &degree);
        number_at(c, &t->power, i, 1, MOST, &power);
        bool even = degree % 2 == 0;
        for (int j = 1; j <= degree; j += 2) even &= is_zero(c, t->factor.at[at + j]);
        int more = n + 2 * degree > MOST_CONDITIONS || (even && power > 1)
                       ? -1
                       : conditions_of(c, degree, t->factor.at + at, out + n, gap + n);
        if (more < 0) return -1;
        n += more, at += degree + 1;
    }
    return n;
}

/* Is a condition, equal to `rest`, evidently violated? */
static bool is_violated(check *c, int rest, bool gap) {
    if (is_zero(c, rest)) return gap;
    return !(vv_possible_signs(c->k, c->f, rest) & VV_CAN_BE_POSITIVE) &&
           vv_interval_finds_sign(c->k, c->p->facts, rest, -1);
}

/* Each condition is rest d + more, where d > 0 is one of the printed inequalities, `by`, or 1;
 * nothing of it is negative. For a positive exponent, one condition is violated. */
static void check_conditions(check *c, bool violated) {
    const vv_theorem_data *t = c->t;
    int condition[MOST_CONDITIONS + 1], by, negative = 0;
    bool used[MOST_CONDITIONS] = {false}, gap[MOST_CONDITIONS + 1], all = true;
    if (!check_factors(c)) return;
    int n = all_conditions(c, condition, gap);
    if (n < 0 || t->rest.n != n || t->more.n != n || t->by.n != n ||
        t->printed.n > MOST_CONDITIONS) {
        unfit(c);
        return;
    }
    for (int i = 0; i < n; i++) {
        int rest = t->rest.at[i], more = t->more.at[i];
        if (!number_at(c, &t->by, i, -1, t->printed.n - 1, &by)) {
            unfit(c);
            return;
        }
        if (by >= 0 && is_zero(c, more)) used[by] = true; /* it is necessary */
        int product = by < 0 ? rest : vv_build_product(c->k, rest, t->printed.at[by]);
        must_equal(c, condition[i], vv_build_sum(c->k, product, 1, more));
        if (violated) {
            negative += by < 0 && is_zero(c, more) && is_violated(c, rest, gap[i]);
            continue;
        }
        must_have_sign(c, rest, 1, false);
        must_have_sign(c, more, 1, false);
        if (!vv_interval_finds_sign(c->k, c->p->facts, rest, 0))
            fail(c, VV_FAILS, "a condition is not shown to be positive");
    }
    for (int j = 0; j < t->printed.n; j++) all &= used[j];
    if (!violated && !all) fail(c, VV_FAILS, "an inequality is not one of the conditions");
    if (violated && !negative) fail(c, VV_OPEN, "no condition is evidently violated");
    settle(c, "the conditions are not those of Hurwitz");
}

static void check_exponents(check *c) { check_conditions(c, false); }
static void check_positive_exponent(check *c) { check_conditions(c, true); }

/* More zero exponents than their eigenvectors. */
static void check_secular(check *c) {
    int n = side_of(&c->t->left), zeros = 0;
    if (!check_factors(c)) return;
    number_at(c, &c->t->zeros, 0, 0, MOST, &zeros);
    if (zeros <= n - vv_interval_rank(c->k, c->p->facts, &c->t->right, n))
        fail(c, VV_FAILS, "there are as many eigenvectors as zero exponents");
}

/* ---- others ---------------------------------------------------------------------------------- */

static void check_isolated_zero(check *c) {
    const vv_theorem_data *t = c->t;
    int n = t->system.n, count = 0;
    vv_list slopes = {n * n, (int[MOST * MOST]){0}};
    bool fits = n && n <= MOST && t->unknown.n == n && t->middle.n == n && t->radius.n == 1 &&
                are_symbols(c, &t->unknown) && c->k->node[t->radius.at[0]].op == VV_N_NUM;
    for (int i = 0; i < n && fits; i++) fits = c->k->node[t->middle.at[i]].op == VV_N_NUM;
    if (!fits) {
        unfit(c);
        return;
    }
    for (int i = 0; i < n * n; i++)
        slopes.at[i] = vv_build_derivative(c->k, t->system.at[i / n], t->unknown.at[i % n]);
    for (int i = 0; i < n * n; i++) count += slopes.at[i] >= 0;
    if (count < n * n)
        fail(c, VV_OPEN, "an expression has no derivative");
    else if (!vv_interval_isolates(c->k, t, &slopes))
        fail(c, VV_FAILS, "Newton's operator does not map the box into itself");
}

/* For each coordinate, an equation changes with it. */
static void check_no_ignorable(check *c) {
    const vv_theorem_data *t = c->t;
    if (!t->coordinate.n || !are_symbols(c, &t->coordinate)) unfit(c);
    for (int a = 0; a < t->coordinate.n && c->found.word == VV_HOLDS; a++) {
        bool occurs = false;
        for (int i = 0; i < t->equation.n && !occurs; i++) {
            int by = vv_build_derivative(c->k, t->equation.at[i], t->coordinate.at[a]);
            check other = *c; /* whose failure is none here */
            occurs = by >= 0 && is_nonzero(&other, by);
        }
        if (!occurs) fail(c, VV_FAILS, "a coordinate occurs in no equation");
    }
}

/* ---- periods --------------------------------------------------------------------------------- */

static bool is_square(const mpq_t q) {
    return mpz_perfect_square_p(mpq_numref(q)) && mpz_perfect_square_p(mpq_denref(q));
}

/* The squared frequencies ρ with k0 + k1 ρ + k2 ρ^2 = 0 are among those of K - ρ M: one, rational,
 * in `value`, or two that are irrational with a sum other than 0. The number of them; 0: neither.
 */
static int frequencies(check *c, const vv_list *k, mpq_t value) {
    const vv_theorem_data *t = c->t;
    int n = side_of(&t->mass), minus = vv_build_number(c->k, -1), root[2], part[MOST * MOST];
    for (int i = 0; i < k->n; i++)
        if (c->k->node[k->at[i]].op != VV_N_NUM) return 0;
    if (k->n < 2 || k->n > 3 || !n || n > MOST || t->stiffness.n != n * n) return 0;
    if (is_zero(c, k->at[k->n - 1]) || is_zero(c, k->at[1])) return 0;
    int top = vv_build_product(c->k, minus, k->at[k->n - 2]),
        by = vv_build_power(c->k, k->at[k->n - 1], -1);
    root[0] = root[1] = vv_build_product(c->k, top, by);
    if (k->n == 2) {
        mpq_div(value, c->k->node[k->at[0]].factor[0], c->k->node[k->at[1]].factor[0]);
        mpq_neg(value, value);
    } else {
        int leg = vv_build_root(c->k, discriminant(c, 2, k->at));
        mpq_mul(value, c->k->node[k->at[0]].factor[0], c->k->node[k->at[2]].factor[0]);
        mpq_mul_2exp(value, value, 2), mpq_neg(value, value);
        mpq_t square;
        mpq_init(square);
        mpq_mul(square, c->k->node[k->at[1]].factor[0], c->k->node[k->at[1]].factor[0]);
        mpq_add(value, value, square);
        mpq_clear(square);
        if (mpq_sgn(value) <= 0 || is_square(value)) return 0;
        by = vv_build_product(c->k, by, vv_build_power(c->k, vv_build_number(c->k, 2), -1));
        for (int i = 0; i < 2; i++)
            root[i] = vv_build_product(c->k, vv_build_sum(c->k, top, i ? -1 : 1, leg), by);
    }
    for (int r = 0; r < k->n - 1; r++) {
        for (int i = 0; i < n * n; i++)
            part[i] = vv_build_sum(c->k, t->stiffness.at[i], -1,
                                   vv_build_product(c->k, root[r], t->mass.at[i]));
        must_vanish(c, vv_build_determinant(c->k, n, part));
    }
    return k->n - 1;
}

/* The ratio of two squares is rational and a square, or not. */
static void check_periods(check *c) {
    const vv_theorem_data *t = c->t;
    mpq_t a, b;
    mpq_init(a), mpq_init(b);
    int m = frequencies(c, &t->first, a), n = frequencies(c, &t->second, b);
    bool same = m && m == n, yes = false;
    for (int i = 0; same && i < t->first.n; i++)
        same =
            mpq_equal(c->k->node[t->first.at[i]].factor[0], c->k->node[t->second.at[i]].factor[0]);
    if (!m || !n || (m == 2 && n == 2 && !same)) {
        unfit(c);
    } else if (m == 1 && n == 1) {
        if (mpq_sgn(a) <= 0 || mpq_sgn(b) <= 0) unfit(c);
        if (mpq_sgn(b)) mpq_div(a, a, b);
        yes = mpq_sgn(a) > 0 && is_square(a);
    }
    if (yes != c->p->proved) fail(c, VV_FAILS, "the ratio of the squares shows the opposite");
    settle(c, "they are no squared frequencies");
    mpq_clear(a), mpq_clear(b);
}

/* ---- the table ------------------------------------------------------------------------------- */

static const struct theorem {
    const char *name, *trusts;
    bool proves;
    void (*premises)(check *c);
} theorems[] = {
    {"minimum of energy",
     "Lejeune-Dirichlet (Kelvin, Tait, Chetaev with damping); that the energy does not grow", true,
     check_minimum},
    {"no minimum of energy",
     "Lyapunov, Kelvin, Tait, Chetaev: without a minimum the motion departs; that M is the mass "
     "matrix and constraints are holonomic",
     false, check_no_minimum},
    {"exponents",
     "Hurwitz, Lienard, Chipart; that the matrices are those of the variational equations", true,
     check_exponents},
    {"positive exponent",
     "Hurwitz, Lienard, Chipart; that the matrices are those of the variational equations", false,
     check_positive_exponent},
    {"secular exponents", "Jordan; that the matrices are those of the variational equations", false,
     check_secular},
    {"isolated zero", "Brouwer, Krawczyk, Moore: Newton's operator on intervals", true,
     check_isolated_zero},
    {"commensurable periods", "that M and K are those of the small motions at the stated values",
     true, check_periods},
    {"incommensurable periods", "that M and K are those of the small motions at the stated values",
     false, check_periods},
    {"no ignorable coordinate", "that a steady motion needs an ignorable coordinate", false,
     check_no_ignorable}};

static const struct theorem *find(const vv_statement *p) {
    for (size_t i = 0; i < sizeof theorems / sizeof *theorems; i++)
        if (!strcmp(theorems[i].name, p->data->name)) return &theorems[i];
    return NULL;
}

const char *vv_theorem_trusts(const vv_statement *p) {
    const struct theorem *t = find(p);
    return t ? t->trusts : "";
}

vv_found vv_theorem_check(vv_certificate *k, const vv_statement *p) {
    const struct theorem *t = find(p);
    check c = {.k = k, .p = p, .t = p->data, .f = &k->facts[p->facts], .found = {.word = VV_HOLDS}};
    if (!t) return (vv_found){.word = VV_OPEN, .why = "the kernel does not know this theorem"};
    if (t->proves != p->proved)
        return (vv_found){.word = VV_FAILS, .why = "the theorem shows the opposite"};
    t->premises(&c);
    return c.found;
}
