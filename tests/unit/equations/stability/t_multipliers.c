/* Floquet multipliers against closed forms: constant coefficients over any period, and a periodic
 * one made from its solution. */
#include <math.h>

#include "equations/stability/stability.h"
#include "tap.h"

static vv_ctx *c;
static vv_model model;

static vv_multipliers find(int n, vv_expr *M, vv_expr *G, vv_expr *K, vv_expr P) {
    vv_linearized m = {.n = n, .M = M, .G = G, .K = K};
    vv_multipliers k;
    ok(vv_multipliers_find(c, &model, NULL, &m, P, &k) == VV_OK, "found");
    return k;
}

/* x'' + g x' + k x = 0 over the time 1. */
static void constant(int g, int k, vv_multiplier_place place) {
    vv_expr M = VV_ONE, G = vv_int(c, g), K = vv_int(c, k);
    vv_multipliers r = find(1, &M, &G, &K, VV_ONE);
    double d = 0.25 * g * g - k, decay = exp(-0.5 * g),
           largest = d > 0 ? decay * exp(sqrt(d)) : decay;
    ok(r.place == place, "x'' + %d x' + %d x = 0: place %d", g, k, (int)r.place);
    if (d == 0) return; /* a double one is not isolated */
    ok(r.n == 2 && fabs(r.largest - largest) < 1e-14 * largest, "the largest is %.15g", r.largest);
}

/* y = exp(-t) z, z = 2 + sin(t), solves y'' + a y = 0 with a = -1 + (2 cos + sin)/(2 + sin): its
 * multiplier over a turn is exp(-2 pi), the other one exp(2 pi). */
static void known_solution(void) {
    vv_expr t = model.t, z = vv_add(c, vv_int(c, 2), vv_sin(c, t)), M = VV_ONE, G = VV_ZERO;
    vv_expr above = vv_add(c, vv_mul(c, vv_int(c, 2), vv_cos(c, t)), vv_sin(c, t));
    vv_expr K = vv_add(c, VV_MINUS_ONE, vv_div(c, above, z));
    vv_multipliers r = find(1, &M, &G, &K, vv_mul(c, vv_int(c, 2), vv_pi(c)));
    double small = fmin(hypot(r.re[0], r.im[0]), hypot(r.re[1], r.im[1]));
    ok(r.place == VV_MULTIPLIERS_OUTSIDE && r.n == 2, "one is outside");
    ok(fabs(r.largest / exp(2 * M_PI) - 1) < 1e-14 && fabs(small / exp(-2 * M_PI) - 1) < 1e-12,
       "they are exp(2 pi) and exp(-2 pi): %.15g, %.15g", r.largest, small);
}

/* Two equal oscillators: decoupled parts may share multipliers; coupled by rotation they may not.
 */
static void parts(void) {
    vv_expr M[] = {VV_ONE, VV_ZERO, VV_ZERO, VV_ONE}, G[] = {VV_ZERO, VV_ZERO, VV_ZERO, VV_ZERO},
            K[] = {vv_int(c, 2), VV_ZERO, VV_ZERO, vv_int(c, 2)};
    ok(find(2, M, G, K, VV_ONE).place == VV_MULTIPLIERS_ON_CIRCLE, "two equal oscillators");
    K[1] = K[2] = VV_ONE;
    ok(find(2, M, G, K, VV_ONE).place == VV_MULTIPLIERS_ON_CIRCLE, "coupled, frequencies distinct");
    K[1] = VV_ONE, K[2] = VV_MINUS_ONE;
    ok(find(2, M, G, K, VV_ONE).place == VV_MULTIPLIERS_OUTSIDE, "coupled by circulatory forces");
    K[1] = VV_ONE, K[2] = VV_ZERO;
    ok(find(2, M, G, K, VV_ONE).place == VV_MULTIPLIERS_UNKNOWN,
       "a double multiplier with one eigenvector is not called stable");
}

int main(void) {
    c = vv_ctx_new(NULL);
    model.t = vv_symbol_new(c, "t", VV_SYM_TIME);
    constant(0, 2, VV_MULTIPLIERS_ON_CIRCLE);
    constant(1, 2, VV_MULTIPLIERS_INSIDE);
    constant(5, 2, VV_MULTIPLIERS_INSIDE);
    constant(2, 1, VV_MULTIPLIERS_INSIDE);
    constant(1, -2, VV_MULTIPLIERS_OUTSIDE);
    constant(-1, 20, VV_MULTIPLIERS_OUTSIDE);
    known_solution();
    parts();
    ok(vv_ctx_ok(c), "nothing failed on the way");
    vv_ctx_free(c);
    return done_testing();
}
