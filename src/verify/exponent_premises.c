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

/* The characteristic polynomial is the product of the factors, up to a factor free of y. */
static bool check_factors(vv_premise_check *c) {
    int n = vv_premise_side(&c->t->left), y = vv_build_symbol(c->k, "y"),
        z = vv_build_symbol(c->k, "z");
    int p = y < 0 || z < 0 ? -1 : factored(c, y), q = p < 0 ? -1 : factored(c, z);
    if (!n || n > MOST || c->t->right.n != n * n || p < 0 || q < 0) return vv_premise_unfit(c);
    int a = characteristic(c, n, y), b = characteristic(c, n, z),
        both = vv_build_product(c->k, a, p);
    if (!vv_premise_nonzero(c, both)) return false;
    vv_premise_equal(c, vv_build_product(c->k, a, q), vv_build_product(c->k, b, p));
    vv_premises_settle(c, "the factors are not those of the characteristic polynomial");
    return c->found.word == VV_HOLDS;
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
    if (violated && !negative) vv_premise_fail(c, VV_OPEN, "no condition is evidently violated");
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
