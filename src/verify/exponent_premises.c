/* Characteristic exponents. */
#include "verify/build.h"
#include "verify/interval.h"
#include "verify/premises.h"
#include "verify/signs.h"

enum { MOST = VV_BUILD_MOST, MOST_CONDITIONS = 64 };

/* det(y left - right) */
static int characteristic(vv_premise_check *c, int n, int y) {
    int a[MOST * MOST];
    for (int i = 0; i < n * n; i++)
        a[i] =
            vv_build_sum(c->k, vv_build_product(c->k, y, c->t->left.at[i]), -1, c->t->right.at[i]);
    return vv_build_determinant(c->k, n, a);
}

/* y^zeros and the factors, with their powers; -1: the lists do not fit. */
static int factored(vv_premise_check *c, int y) {
    const vv_theorem_data *t = c->t;
    int zeros, degree, power, at = 0, out = -1;
    if (t->zeros.n == 1 && vv_premise_integer(c, &t->zeros, 0, 0, MOST, &zeros))
        out = zeros ? vv_build_power(c->k, y, zeros) : vv_build_number(c->k, 1);
    for (int i = 0; i < t->degree.n && out >= 0; i++) {
        if (!vv_premise_integer(c, &t->degree, i, 1, MOST, &degree) ||
            !vv_premise_integer(c, &t->power, i, 1, MOST, &power) || at + degree >= t->factor.n)
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

/* a(y), b(z) are values of one polynomial, p(y), q(z) of another: the first is a multiple of the
 * second, by a factor that is free of the variable. */
static bool must_be_multiple(vv_premise_check *c, int a, int b, int p, int q) {
    if (!vv_premise_nonzero(c, vv_build_product(c->k, a, p))) return false;
    vv_premise_equal(c, vv_build_product(c->k, a, q), vv_build_product(c->k, b, p));
    vv_premises_settle(c, "the factors are not those of the characteristic polynomial");
    return c->found.word == VV_HOLDS;
}

/* The characteristic polynomial is the product of the factors, up to a factor free of y. */
static bool check_factors(vv_premise_check *c) {
    int n = vv_premise_side(&c->t->left), y = vv_build_symbol(c->k, "y"),
        z = vv_build_symbol(c->k, "z");
    int p = y < 0 || z < 0 ? -1 : factored(c, y), q = p < 0 ? -1 : factored(c, z);
    if (!n || n > MOST || c->t->right.n != n * n || p < 0 || q < 0) return vv_premise_unfit(c);
    return must_be_multiple(c, characteristic(c, n, y), characteristic(c, n, z), p, q);
}

/* Hurwitz determinant of order m of a[0] + a[1] y + ... + a[d] y^d. */
static int hurwitz(vv_premise_check *c, int d, const int *a, int m) {
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
static int conditions_of(vv_premise_check *c, int d, const int *a, int *out, bool *gap) {
    int n = 0, x[MOST + 1];
    bool even = d % 2 == 0;
    for (int i = 1; i <= d; i += 2) even &= vv_premise_is_zero(c, a[i]);
    int step = even ? 2 : 1, m = d / step;
    if (even && m > 3) return -1;
    for (int i = 0; i <= m; i++) x[i] = a[i * step];
    for (int i = 0; i < m; i++) gap[i] = !even;
    for (int i = 0; i < m; i++) out[n++] = vv_build_product(c->k, x[even ? m - 1 - i : i], x[m]);
    if (even && m > 1) out[n++] = vv_premise_discriminant(c, m, x);
    for (int r = d - 1; !even && r >= 2; r -= 2) {
        int det = hurwitz(c, d, a, r);
        out[n++] = r % 2 ? vv_build_product(c->k, det, a[d]) : det;
    }
    return n;
}

static int all_conditions(vv_premise_check *c, int *out, bool *gap) {
    const vv_theorem_data *t = c->t;
    int n = 0, at = 0, degree, power;
    for (int i = 0; i < t->degree.n; i++) {
        vv_premise_integer(c, &t->degree, i, 1, MOST, &degree);
        vv_premise_integer(c, &t->power, i, 1, MOST, &power);
        bool even = degree % 2 == 0;
        for (int j = 1; j <= degree; j += 2) even &= vv_premise_is_zero(c, t->factor.at[at + j]);
        int more = n + 2 * degree > MOST_CONDITIONS || (even && power > 1)
                       ? -1
                       : conditions_of(c, degree, t->factor.at + at, out + n, gap + n);
        if (more < 0) return -1;
        n += more, at += degree + 1;
    }
    return n;
}

/* Is a condition, equal to `rest`, evidently violated? */
static bool is_violated(vv_premise_check *c, int rest, bool gap) {
    if (vv_premise_is_zero(c, rest)) return gap;
    return !(vv_possible_signs(c->k, c->f, rest) & VV_CAN_BE_POSITIVE) &&
           vv_interval_finds_sign(c->k, c->p->facts, rest, -1);
}

/* None is evidently violated: do all hold at some point? */
static void none_violated(vv_premise_check *c, int n, int *condition) {
    bool hold = vv_interval_finds_signs(c->k, c->p->facts, &(vv_list){n, condition}, 1);
    vv_premise_fail(c, hold ? VV_FAILS : VV_OPEN,
                    hold ? "all conditions hold at a point" : "no condition is evidently violated");
}

/* Each condition is rest d + more, where d > 0 is one of the printed inequalities, `by`, or 1;
 * nothing of it is negative. For a positive exponent, one condition is violated. */
static void check_conditions(vv_premise_check *c, bool violated) {
    const vv_theorem_data *t = c->t;
    int condition[MOST_CONDITIONS + 1], by, negative = 0;
    bool used[MOST_CONDITIONS] = {false}, gap[MOST_CONDITIONS + 1], all = true;
    if (!check_factors(c)) return;
    int n = all_conditions(c, condition, gap);
    if (n < 0 || t->rest.n != n || t->more.n != n || t->by.n != n ||
        t->printed.n > MOST_CONDITIONS) {
        vv_premise_unfit(c);
        return;
    }
    for (int i = 0; i < n; i++) {
        int rest = t->rest.at[i], more = t->more.at[i];
        if (!vv_premise_integer(c, &t->by, i, -1, t->printed.n - 1, &by)) {
            vv_premise_unfit(c);
            return;
        }
        if (by >= 0 && vv_premise_is_zero(c, more)) used[by] = true; /* it is necessary */
        int product = by < 0 ? rest : vv_build_product(c->k, rest, t->printed.at[by]);
        vv_premise_equal(c, condition[i], vv_build_sum(c->k, product, 1, more));
        if (violated) {
            negative += by < 0 && vv_premise_is_zero(c, more) && is_violated(c, rest, gap[i]);
            continue;
        }
        vv_premise_sign(c, rest, 1, false);
        vv_premise_sign(c, more, 1, false);
        if (!vv_interval_finds_sign(c->k, c->p->facts, rest, 0))
            vv_premise_fail(c, VV_FAILS, "a condition is not shown to be positive");
    }
    for (int j = 0; j < t->printed.n; j++) all &= used[j];
    if (!violated && !all)
        vv_premise_fail(c, VV_FAILS, "an inequality is not one of the conditions");
    if (violated && !negative) none_violated(c, n, condition);
    vv_premises_settle(c, "the conditions are not those of Hurwitz");
}

void vv_premises_of_exponents(vv_premise_check *c) { check_conditions(c, false); }
void vv_premises_of_positive_exponent(vv_premise_check *c) { check_conditions(c, true); }

/* More zero exponents than their eigenvectors. */
void vv_premises_of_secular_exponents(vv_premise_check *c) {
    int n = vv_premise_side(&c->t->left), zeros = 0;
    if (!check_factors(c)) return;
    vv_premise_integer(c, &c->t->zeros, 0, 0, MOST, &zeros);
    if (zeros <= n - vv_interval_rank(c->k, c->p->facts, &c->t->right, n))
        vv_premise_fail(c, VV_FAILS, "there are as many eigenvectors as zero exponents");
}

/* ---- of the motion: M, G and K in blocks of directions, a factor for each block ---------------
 */

/* y^zeros times the factor */
static int times_zeros(vv_premise_check *c, int y, int zeros, int degree, const int *a) {
    int sum = a[0];
    for (int j = 1; j <= degree; j++)
        sum = vv_build_sum(c->k, sum, 1, vv_build_product(c->k, vv_build_power(c->k, y, j), a[j]));
    return zeros ? vv_build_product(c->k, vv_build_power(c->k, y, zeros), sum) : sum;
}

/* det(y^2 M + y G + K) of a block */
static int of_block(vv_premise_check *c, int n, const int *row, int y) {
    const vv_theorem_data *t = c->t;
    int N = t->rows.n, a[MOST * MOST], square = vv_build_power(c->k, y, 2);
    for (int i = 0; i < n * n; i++) {
        int at = row[i / n] * N + row[i % n];
        a[i] = vv_build_sum(c->k, vv_build_product(c->k, square, t->mass.at[at]), 1,
                            vv_build_product(c->k, y, t->damping.at[at]));
        a[i] = vv_build_sum(c->k, a[i], 1, t->stiffness.at[at]);
    }
    return vv_build_determinant(c->k, n, a);
}

typedef struct block {
    int n, row[MOST], zeros, degree, at, rest; /* where its factor and its conditions begin */
} block;

/* Numbers of the block, after those before it; false: they do not fit. */
static bool read_block(vv_premise_check *c, int which, block *b) {
    const vv_theorem_data *t = c->t;
    int of;
    b->n = 0;
    for (int i = 0; i < t->rows.n; i++) {
        if (!vv_premise_integer(c, &t->rows, i, -1, t->degree.n - 1, &of)) return false;
        if (of == which && b->n == MOST) return false;
        if (of == which) b->row[b->n++] = i;
    }
    return b->n && vv_premise_integer(c, &t->zeros, which, 0, 2 * b->n, &b->zeros) &&
           vv_premise_integer(c, &t->degree, which, 1, 2 * b->n, &b->degree) &&
           b->zeros + b->degree == 2 * b->n && b->degree <= MOST && b->at + b->degree < t->factor.n;
}

/* Do the conditions hold, or is one of them violated? */
static void check_block(vv_premise_check *c, block *b, bool linear, int *violated) {
    const vv_theorem_data *t = c->t;
    const int *a = t->factor.at + b->at;
    int condition[MOST_CONDITIONS], y = vv_build_symbol(c->k, "y"), z = vv_build_symbol(c->k, "z");
    bool gap[MOST_CONDITIONS], even = b->degree % 2 == 0;
    if (y < 0 || z < 0 ||
        !must_be_multiple(c, of_block(c, b->n, b->row, y), of_block(c, b->n, b->row, z),
                          times_zeros(c, y, b->zeros, b->degree, a),
                          times_zeros(c, z, b->zeros, b->degree, a)))
        return;
    for (int i = 1; i <= b->degree; i += 2) even &= vv_premise_is_zero(c, a[i]);
    int n = conditions_of(c, b->degree, a, condition, gap);
    if (n < 0 || b->rest + n > t->rest.n || (!violated && (b->zeros || (even && !linear)))) {
        vv_premise_unfit(c);
        return;
    }
    for (int i = 0; i < n; i++) {
        int rest = t->rest.at[b->rest + i];
        vv_premise_equal(c, condition[i], rest);
        if (violated)
            *violated += is_violated(c, rest, gap[i]);
        else
            vv_premise_sign(c, rest, 1, true);
    }
    vv_premises_settle(c, "the conditions are not those of Hurwitz");
    b->at += b->degree + 1, b->rest += n;
}

/* Free of coordinates and speeds by its form. */
static void must_be_constant(vv_premise_check *c, const vv_list *list) {
    for (int i = 0; i < list->n; i++) {
        const vv_list *order = vv_certificate_order(c->k, NULL, 1, &list->at[i]),
                      *const by[] = {&c->t->coordinate, &c->t->speed};
        for (int x = 0; order && x < order->n; x++)
            for (int l = 0; l < 2; l++)
                for (int a = 0; a < by[l]->n; a++)
                    if (order->at[x] == by[l]->at[a])
                        vv_premise_fail(c, VV_FAILS, "a coefficient is not constant");
    }
}

/* G and K are the derivatives of the forces; blocks are not coupled. */
static void check_matrices(vv_premise_check *c, int N, bool linear, int least) {
    const vv_theorem_data *t = c->t;
    const vv_list *const all[] = {&t->mass, &t->damping, &t->stiffness, &t->direction};
    for (int l = 0; l < 4 && linear; l++) must_be_constant(c, all[l]);
    for (int i = 0; i < N * N; i++) {
        int a = 0, b = 0;
        if (!vv_premise_integer(c, &t->rows, i / N, least, N - 1, &a) ||
            !vv_premise_integer(c, &t->rows, i % N, least, N - 1, &b))
            vv_premise_unfit(c);
        vv_premise_vanishes(c, vv_premise_by_position(c, N, i / N, i % N));
        vv_premise_vanishes(c, vv_premise_by_speed(c, N, i / N, i % N));
        for (int l = 0; l < 3 && a != b; l++) vv_premise_vanishes(c, all[l]->at[i]);
    }
    for (int i = 0; i < N && !linear; i++) vv_premise_vanishes(c, t->force.at[i]);
    vv_premises_settle(c, "M, G and K are not those of the motion, or blocks are coupled");
}

static void check_motion(vv_premise_check *c, bool linear, bool grows) {
    const vv_theorem_data *t = c->t;
    int N = t->rows.n, violated = 0;
    block b = {0};
    if (N > VV_PREMISE_LARGEST || t->zeros.n != t->degree.n || !t->degree.n) {
        vv_premise_unfit(c);
        return;
    }
    if (!vv_premise_motion_fits(c, N, true)) return;
    check_matrices(c, N, linear, grows ? -1 : 0);
    for (int k = 0; k < t->degree.n && c->found.word == VV_HOLDS; k++) {
        if (read_block(c, k, &b))
            check_block(c, &b, linear, grows ? &violated : NULL);
        else
            vv_premise_unfit(c);
    }
    if (b.at != t->factor.n || b.rest != t->rest.n) vv_premise_unfit(c);
    if (grows && !violated) none_violated(c, t->rest.n, t->rest.at);
}

void vv_premises_of_negative_exponents(vv_premise_check *c) { check_motion(c, false, false); }
void vv_premises_of_linear_equations(vv_premise_check *c) { check_motion(c, true, false); }
void vv_premises_of_growing_motion(vv_premise_check *c) { check_motion(c, false, true); }
