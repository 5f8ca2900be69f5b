/* Hurwitz conditions and signatures of symmetric matrices, on cases constructed from their
 * answers: polynomials from their roots, matrices from their squares. */
#include "equations/stability/hurwitz_conditions.h"
#include "equations/stability/linearized_equations.h"
#include "tap.h"

static vv_ctx *c;

static long between(long low, long high) { return low + random_below(high - low + 1); }

/* ---- polynomials --------------------------------------------------------------------------- */

typedef struct poly {
    int degree;
    long a[VV_HURWITZ_MAX_DEGREE + 1];
} poly;

static void times(poly *p, int degree, const long *factor) {
    long out[VV_HURWITZ_MAX_DEGREE + 1] = {0};
    for (int i = 0; i <= p->degree; i++)
        for (int j = 0; j <= degree; j++) out[i + j] += p->a[i] * factor[j];
    p->degree += degree;
    memcpy(p->a, out, sizeof out);
}

/* Do all conditions hold? -1: there are none. */
static int conditions_hold(const poly *p, bool *even) {
    vv_expr a[VV_HURWITZ_MAX_DEGREE + 1];
    vv_hurwitz h;
    for (int i = 0; i <= p->degree; i++) a[i] = vv_int(c, p->a[i]);
    if (!vv_hurwitz_conditions(c, p->degree, a, &h)) return -1;
    *even = h.even;
    for (int i = 0; i < h.n; i++)
        if (vv_rat_sign(vv_expr_rational(c, h.condition[i])) <= 0) return 0;
    return 1;
}

/* Factors x - r and x^2 + b x + d; all roots in the left half-plane iff r < 0, b > 0, d > 0. */
static void left_of_the_axis(void) {
    int right = 0, wrong = 0, stable = 0, cases = (int)effort(4000);
    for (int k = 0; k < cases; k++) {
        poly p = {0, {between(0, 1) ? 1 : -2}};
        int most = (int)between(1, VV_HURWITZ_MAX_DEGREE);
        bool expected = true, even, calm = between(0, 1);
        while (p.degree < most) {
            long r = calm ? between(-4, -1) : between(-4, 1), b = between(calm ? 1 : -1, 3),
                 d = between(1, 6);
            bool pair = most - p.degree > 1 && between(0, 1);
            times(&p, pair ? 2 : 1, pair ? (long[]){d, b, 1} : (long[]){-r, 1, 0});
            expected &= pair ? b > 0 : r < 0;
        }
        int found = conditions_hold(&p, &even);
        if (found < 0 || even) continue;
        right += found == expected, wrong += found != expected, stable += expected;
    }
    ok(wrong == 0 && right > cases / 2 && stable > cases / 8,
       "roots to the left iff Hurwitz's conditions hold: %d of %d, %d stable", right, right + wrong,
       stable);
}

/* In y = x^2 factors y - r and y^2 + b y + d: imaginary and distinct iff all y are real,
 * negative and distinct. */
static void on_the_axis(void) {
    int right = 0, wrong = 0, stable = 0, cases = (int)effort(4000);
    for (int k = 0; k < cases; k++) {
        poly p = {0, {between(0, 1) ? 1 : -3}}, x = {0, {0}};
        int most = (int)between(1, 3);
        long seen[3];
        bool expected = true, even = false;
        while (p.degree < most) {
            long r = between(-5, between(0, 3) ? -1 : 2), b = between(-3, 3);
            bool pair = most - p.degree > 1 && !between(0, 3); /* no real root: b^2 < 4 d */
            for (int i = 0; i < p.degree && !pair; i++) expected &= seen[i] != r;
            for (int i = 0; i < 2 - !pair; i++) seen[p.degree + i] = pair ? 100 : r;
            times(&p, pair ? 2 : 1, pair ? (long[]){b * b / 4 + 1, b, 1} : (long[]){-r, 1, 0});
            expected &= !pair && r < 0;
        }
        x.degree = 2 * p.degree;
        for (int i = 0; i <= p.degree; i++) x.a[2 * i] = p.a[i];
        int found = conditions_hold(&x, &even);
        if (found < 0) continue;
        right += even && found == expected, wrong += !even || found != expected;
        stable += expected;
    }
    ok(wrong == 0 && right > cases / 2 && stable > cases / 8,
       "roots on the axis and different iff the conditions hold: %d of %d, %d stable", right,
       right + wrong, stable);
}

static void refusals(void) {
    bool even;
    ok(conditions_hold(&(poly){2, {0, 1, 1}}, &even) < 0, "a root 0 is not judged");
    ok(conditions_hold(&(poly){2, {1, 1, 0}}, &even) < 0, "nor is a degree that is less");
}

/* ---- symmetric matrices -------------------------------------------------------------------- */

/* P^T D P with a regular P has the signature of D. */
static void squares(void) {
    enum { MOST = 4 };
    int wrong = 0, cases = (int)effort(400);
    for (int k = 0; k < cases; k++) {
        int n = (int)between(1, MOST), positive = 0, negative = 0;
        long D[MOST], P[MOST][MOST];
        vv_expr A[MOST * MOST];
        vv_signature found;
        for (int i = 0; i < n; i++) {
            D[i] = between(-2, 2);
            positive += D[i] > 0, negative += D[i] < 0;
            for (int j = 0; j < n; j++) P[i][j] = j < i ? 0 : j == i ? 1 : between(-2, 2);
        }
        for (int m = 0; m < n; m++) { /* adding rows to others keeps it regular */
            int i = (int)between(0, n - 1), j = (int)between(0, n - 1);
            for (int l = 0; l < n && i != j; l++) P[i][l] += P[j][l];
        }
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                long sum = 0;
                for (int l = 0; l < n; l++) sum += P[l][i] * D[l] * P[l][j];
                A[i * n + j] = vv_int(c, sum);
            }
        bool known = vv_signature_of(c, NULL, n, A, &found);
        wrong += !known || found.positive != positive || found.negative != negative ||
                 found.zero != n - positive - negative;
    }
    ok(wrong == 0, "a form has as many positive and negative squares as it was made of: %d wrong",
       wrong);
}

/* x y b: one square of each sign, whatever the sign of b; with a zero diagonal there is no
 * pivot. */
static void mixed(void) {
    for (int b = -1; b <= 1; b += 2) {
        vv_expr A[] = {VV_ZERO, vv_int(c, b), vv_int(c, b), VV_ZERO};
        vv_signature k;
        ok(vv_signature_of(c, NULL, 2, A, &k) && k.positive == 1 && k.negative == 1,
           "%d x y is one square of each sign", 2 * b);
    }
}

/* The sign of an expression without factors known to be positive. */
static void essence(void) {
    vv_expr x = vv_symbol_new(c, "x", VV_SYM_PARAMETER),
            y = vv_symbol_new(c, "y", VV_SYM_PARAMETER),
            n = vv_symbol_new(c, "n", VV_SYM_PARAMETER);
    vv_symbol_set_sign(c, y, VV_POSITIVE);
    vv_symbol_set_sign(c, n, VV_NEGATIVE);
    vv_expr x2 = vv_pow_int(c, x, 2);
    ok(vv_same(vv_sign_deciding_part(c, NULL, vv_mul(c, y, x)), x),
       "a positive factor is left out");
    ok(vv_same(vv_sign_deciding_part(c, NULL, vv_mul(c, n, x)), vv_neg(c, x)),
       "a negative one turns the sign");
    ok(vv_same(vv_sign_deciding_part(c, NULL, vv_mul(c, vv_pow_int(c, n, 2), x)), x),
       "its square does not");
    ok(vv_same(vv_sign_deciding_part(c, NULL, vv_mul(c, y, vv_mul(c, x2, x))), x),
       "an odd power is the first");
    ok(vv_same(vv_sign_deciding_part(c, NULL, vv_mul(c, y, x2)), x2), "an even power may vanish");
    ok(vv_same(vv_sign_deciding_part(c, NULL, vv_div(c, y, x2)), VV_ONE),
       "below the line it does not");
}

static void signs(void) {
    vv_expr x = vv_symbol_new(c, "x", VV_SYM_PARAMETER),
            y = vv_symbol_new(c, "y", VV_SYM_PARAMETER),
            n = vv_symbol_new(c, "n", VV_SYM_PARAMETER), x2 = vv_pow_int(c, x, 2);
    vv_symbol_set_sign(c, y, VV_POSITIVE);
    vv_symbol_set_sign(c, n, VV_NEGATIVE);
    struct {
        vv_expr e;
        vv_sign sign;
        const char *what;
    } all[] = {
        {vv_mul(c, n, y), VV_NEGATIVE, "negative times positive"},
        {vv_mul(c, vv_pow_int(c, n, 2), y), VV_POSITIVE, "the square of something negative"},
        {vv_mul(c, vv_pow_int(c, n, 3), y), VV_NEGATIVE, "its third power"},
        {vv_div(c, y, n), VV_NEGATIVE, "divided by something negative"},
        {vv_mul(c, x2, y), VV_NONNEGATIVE, "a square may vanish"},
        {vv_div(c, y, x2), VV_POSITIVE, "what divides does not"},
        {vv_mul(c, x, y), VV_ANY_SIGN, "a factor without sign"},
        {vv_mul(c, n, x2), VV_ANY_SIGN, "not positive is not a sign"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        is_int(vv_sign_given_facts(c, NULL, all[i].e), all[i].sign, "%s", all[i].what);
}

int main(void) {
    c = vv_ctx_new(NULL);
    seed_random(0x48757277);
    left_of_the_axis();
    on_the_axis();
    refusals();
    squares();
    mixed();
    essence();
    signs();
    vv_ctx_free(c);
    return done_testing();
}
