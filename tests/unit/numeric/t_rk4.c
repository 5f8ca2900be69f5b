/* The classical Runge-Kutta method: its order, and a rate that fails. */
#include "numeric/rk4.h"

#include <math.h>

#include "tap.h"

static bool oscillator(void *of, double t, const double *x, double *rate) {
    (void)of, (void)t;
    rate[0] = x[1], rate[1] = -x[0];
    return true;
}

static bool cubic(void *of, double t, const double *x, double *rate) {
    (void)x;
    rate[0] = 4 * t * t * t;
    return t <= *(const double *)of;
}

static double error_of(vv_ctx *c, int steps) {
    double x[] = {1, 0}, scratch[10];
    vv_rk4_integrate(c, 2, oscillator, NULL, 2, steps, x, scratch);
    return hypot(x[0] - cos(2), x[1] + sin(2));
}

int main(void) {
    vv_ctx *c = vv_ctx_new(NULL);
    double x = 0, scratch[5], limit = 3;
    double order = log2(error_of(c, 32) / error_of(c, 64));
    ok(order > 3.9 && order < 4.1, "order %.3f", order);
    bool good = vv_rk4_integrate(c, 1, cubic, &limit, 3, 1, &x, scratch);
    ok(good && fabs(x - 81) < 1e-12, "a polynomial of degree 3 is integrated exactly: %.15g", x);
    limit = 2;
    ok(!vv_rk4_integrate(c, 1, cubic, &limit, 3, 1, &x, scratch), "no rate, no solution");
    vv_ctx_free(c);
    return done_testing();
}
