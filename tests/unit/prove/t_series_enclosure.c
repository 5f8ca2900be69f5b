/* Taylor coefficients in balls against symbolic derivatives in balls: at a point they agree, over
 * an interval they contain those at every point of it. */
#include <math.h>

#include "prove/prove.h"

#include "formula.h"
#include "tap.h"

enum { ORDER = 7, BITS = 200 };

static const char *const FORMULAS[] = {
    "x^3 - 2*x + 5",
    "1/(2 + cos(3*x))^2",
    "sin(x)*cos(2*x) + tan(x)",
    "exp(-x)/(1 + x)",
    "log(2 + sin(x))",
    "sqrt(3 + x^2)",
    "(2 + cos(x))^(2/3)",
    "atan(x^2)",
    "sinh(x) + cosh(2*x)",
    "abs(x - 2)*sign(x)",
    "x^x",
    "sin(pi*x)*sqrt(2)",
};

/* Derivative k over k! at the point. */
static vv_expr coefficient(vv_ctx *c, vv_expr e, vv_expr x, int k) {
    for (int i = 1; i <= k; i++) e = vv_div(c, vv_diff(c, e, x), vv_int(c, i));
    return e;
}

/* Is the derivative at num/den in the coefficient? */
static bool contains(vv_ctx *c, vv_expr e, vv_expr x, int num, int den,
                     const vv_series_enclosure *v, int k) {
    vv_expr there = coefficient(c, e, x, k);
    vv_enclosure w;
    double low, high, a, b;
    if (!vv_enclosure_make(c, 1, &there, 0, BITS, &w)) return false;
    int slot = vv_enclosure_slot(&w, x);
    if (slot >= 0) vv_ball_set_rat(w.b, slot, vv_rat_make(c, num, den));
    vv_enclosure_run(&w);
    vv_ball_bounds(w.b, w.root[0], &low, &high);
    vv_ball_bounds(v->b, v->root[0] + k, &a, &b);
    vv_balls_free(w.b);
    return a <= high && low <= b && high - low < 1e-13 * (1 + fabs(high));
}

static void check(formulas *f, const char *text) {
    vv_ctx *c = f->c;
    f->at = text;
    vv_expr e = formula_sum(f), x = formula_symbol(f, "x");
    vv_series_enclosure v;
    bool made = vv_series_enclosure_make(c, 1, &e, x, ORDER, 1, BITS, &v), point = made,
         narrow = made, wide = made;
    if (made) vv_ball_set_rat(v.b, v.variable, vv_rat_make(c, 3, 8));
    if (made) vv_series_enclosure_run(&v);
    for (int k = 0; made && k <= ORDER; k++) {
        point &= contains(c, e, x, 3, 8, &v, k);
        narrow &= vv_ball_radius(v.b, v.root[0] + k) < 1e-40;
    }
    if (made) {
        vv_ball_set_rat(v.b, v.variable, vv_rat_make(c, 1, 4));
        vv_ball_set_rat(v.b, v.scratch, vv_rat_make(c, 1, 2));
        vv_ball_union(v.b, v.variable, v.variable, v.scratch);
        vv_series_enclosure_run(&v);
    }
    for (int k = 0; made && k <= ORDER; k++)
        for (int at = 4; at <= 8; at++) wide &= contains(c, e, x, at, 16, &v, k);
    vv_balls_free(made ? v.b : NULL);
    ok(point && narrow, "%s: coefficients at a point are those of the derivatives", text);
    ok(wide, "%s: those over an interval contain them", text);
}

int main(void) {
    vv_ctx *c = vv_ctx_new(NULL);
    formulas f = {.c = c};
    for (size_t i = 0; i < sizeof FORMULAS / sizeof *FORMULAS; i++) check(&f, FORMULAS[i]);
    vv_series_enclosure v;
    f.at = "x + y";
    vv_expr e = formula_sum(&f);
    ok(!vv_series_enclosure_make(c, 1, &e, formula_symbol(&f, "x"), ORDER, 0, BITS, &v),
       "a symbol without a value is refused");
    ok(vv_ctx_ok(c), "nothing failed on the way");
    vv_ctx_free(c);
    return done_testing();
}
