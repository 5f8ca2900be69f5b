/* Periods with proved bounds, against the arithmetic-geometric mean. */
#include <math.h>

#include "analysis/solve/certified_period.h"
#include "tap.h"

static vv_ctx *c;
static vv_expr q;

static long double agm(long double a, long double b) {
    for (int i = 0; i < 40; i++) {
        long double m = (a + b) / 2;
        b = sqrtl(a * b), a = m;
    }
    return a;
}

static const long double PI = 3.14159265358979323846264338327950288L;

/* The bound holds, and is close to double precision. */
static void is_period(vv_expr F, double a, double b, long double period, const char *what) {
    vv_certified_period p = {0};
    bool found = vv_certified_period_find(c, q, F, a, b, &p);
    long double off = fabsl((long double)p.period - period);
    ok(found && off <= (long double)p.error + 1e-18L * period,
       "%s: off by %.2Lg, proved below %.2g (%d nodes)", what, off, p.error, p.nodes);
    ok(found && p.error < 4e-16 * (double)period, "%s: the bound is narrow", what);
}

/* θ'^2 = 2 (cos θ - cos a): 2 pi/agm(1, cos(a/2)). */
static void pendulum(void) {
    static const int HUNDREDTHS[] = {1, 50, 157, 250, 300, 314};
    for (int i = 0; i < 6; i++) {
        vv_expr a = vv_ratio(c, HUNDREDTHS[i], 100), top = vv_cos(c, a), here = vv_cos(c, q),
                F = vv_mul(c, vv_int(c, 2), vv_sub(c, here, top));
        long double x = HUNDREDTHS[i] / 100.0L;
        is_period(F, -(double)x, (double)x, 2 * PI / agm(1, cosl(x / 2)), "pendulum");
    }
}

/* q'^2 = (1 - q^2)(1 + k q^2): 2 pi/agm(1, sqrt(1 + k)); for large k other zeros are close. */
static void quartic(void) {
    static const int K[] = {0, 1, 10, 1000};
    for (int i = 0; i < 4; i++) {
        vv_expr square = vv_mul(c, q, q), one = vv_sub(c, VV_ONE, square),
                two = vv_add(c, VV_ONE, vv_mul(c, vv_int(c, K[i]), square));
        is_period(vv_mul(c, one, two), -1, 1, 2 * PI / agm(1, sqrtl(1 + K[i])), "quartic");
    }
}

/* u'^2 = 1 - u^2 with u a function of q: q'^2 in q, of period 2 pi, for each function with a
 * rule. */
static void functions(void) {
    vv_expr e = vv_call(c, VV_EXP, 1, &q), s = vv_call(c, VV_SINH, 1, &q),
            k = vv_call(c, VV_COSH, 1, &q), tan = vv_call(c, VV_TAN, 1, &q), two = vv_int(c, 2),
            four = vv_int(c, 4), F;
    /* u = exp(q) - 2 between -1 and 1 */
    F = vv_div(c, vv_sub(c, VV_ONE, vv_pow_int(c, vv_sub(c, e, two), 2)), vv_pow_int(c, e, 2));
    is_period(F, 0, log(3), 2 * PI, "exponential");
    F = vv_div(c, vv_sub(c, VV_ONE, vv_pow_int(c, s, 2)), vv_pow_int(c, k, 2));
    is_period(F, -asinh(1), asinh(1), 2 * PI, "hyperbolic");
    vv_expr slope = vv_add(c, VV_ONE, vv_pow_int(c, tan, 2));
    F = vv_div(c, vv_sub(c, VV_ONE, vv_pow_int(c, tan, 2)), vv_pow_int(c, slope, 2));
    is_period(F, -atan(1), atan(1), 2 * PI, "tangent");
    /* u = sqrt(q) - 2, u' = q'/(2 sqrt(q)) */
    F = vv_sub(c, VV_ONE, vv_pow_int(c, vv_sub(c, vv_sqrt(c, q), two), 2));
    is_period(vv_mul(c, vv_mul(c, four, q), F), 1, 9, 2 * PI, "root");
}

static void refusals(void) {
    vv_certified_period p;
    vv_expr square = vv_mul(c, q, q), one = vv_sub(c, VV_ONE, square),
            log = vv_call(c, VV_LOG, 1, &q), other = vv_symbol_new(c, "k", VV_SYM_OTHER);
    ok(!vv_certified_period_find(c, q, vv_mul(c, one, square), -1, 1, &p),
       "a double zero between the turning points");
    ok(!vv_certified_period_find(c, q, vv_mul(c, one, vv_sub(c, vv_ratio(c, 1, 4), square)), -1, 1,
                                 &p),
       "two simple zeros between them");
    ok(!vv_certified_period_find(c, q, vv_mul(c, one, one), -1, 1, &p), "multiple turning points");
    ok(!vv_certified_period_find(c, q, vv_neg(c, one), -1, 1, &p), "F negative between them");
    ok(!vv_certified_period_find(c, q, vv_mul(c, one, other), -1, 1, &p),
       "a symbol without a value");
    ok(!vv_certified_period_find(c, q, vv_mul(c, vv_sub(c, q, VV_ONE), log), 1, 2, &p),
       "a function without a rule");
    ok(!vv_certified_period_find(c, q, one, -2, 1, &p), "no zero near an end");
}

int main(void) {
    c = vv_ctx_new(NULL);
    q = vv_symbol_new(c, "q", VV_SYM_OTHER);
    pendulum();
    quartic();
    functions();
    refusals();
    vv_ctx_free(c);
    return done_testing();
}
