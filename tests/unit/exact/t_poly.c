/* Polynomials: known expansions, laws on random ones, budgets. Balls: enclosures of known values.
 */
#include "exact/polynomial.h"

#include <math.h>

#include "exact/ball.h"
#include "tap.h"

static const char *text(vv_ctx *c, vv_polyring *r, vv_poly a) {
    vv_buffer b = VV_BUFFER(c);
    vv_poly_write(r, a, &b);
    return vv_buffer_text(&b);
}

static void known(vv_ctx *c) {
    vv_polyring *r = vv_polyring_new(c, 3, 0);
    vv_poly x = vv_poly_var(r, 0), y = vv_poly_var(r, 1), one = vv_poly_int(r, 1);
    vv_poly s = vv_poly_add(r, x, vv_poly_scale(r, vv_rat_make(c, 1, 2), y));
    is_text(text(c, r, vv_poly_pow(r, s, 2)), "x0^2 + x0*x1 + 1/4*x1^2", "square of a sum");
    is_text(text(c, r, vv_poly_sub(r, s, s)), "0", "difference of equals");
    ok(vv_poly_is_zero(r, vv_poly_sub(r, s, s)) && !vv_poly_is_zero(r, VV_POLY_NONE),
       "zero is zero, poison is not");
    vv_poly d = vv_poly_mul(r, vv_poly_sub(r, x, y), vv_poly_add(r, x, y));
    is_text(text(c, r, vv_poly_div_exact(r, d, vv_poly_add(r, x, y))), "x0 - x1", "exact division");
    ok(vv_poly_div_exact(r, d, vv_poly_add(r, x, one)) == VV_POLY_NONE && !vv_polyring_too_large(r),
       "division that does not go is an answer");
    is_text(text(c, r, vv_poly_gcd(r, d, vv_poly_mul(r, vv_poly_add(r, x, y), s))), "x0 + x1",
            "gcd");
    is_int(vv_poly_degree(r, d, 1), 2, "degree in one variable");
    is_int(vv_poly_degree(r, d, 2), 0, "degree in a variable that does not occur");
    int e[3];
    vv_rat k = vv_poly_term(r, vv_poly_monomial(r, vv_rat_make(c, -2, 6), (int[]){1, 0, 4}), 0, e);
    ok(k.num == -1 && k.den == 3 && e[0] == 1 && e[1] == 0 && e[2] == 4, "monomial read back");
    vv_polyring_free(r);
}

static void factors(vv_ctx *c) {
    vv_polyring *r = vv_polyring_new(c, 2, 0);
    vv_poly x = vv_poly_var(r, 0), y = vv_poly_var(r, 1);
    vv_poly f = vv_poly_sub(r, vv_poly_scale(r, vv_rat_make(c, 1, 2), y), x);
    vv_poly a = vv_poly_mul(r, vv_poly_pow(r, f, 3),
                            vv_poly_add(r, vv_poly_mul(r, x, x), vv_poly_int(r, 1)));
    vv_rat constant;
    vv_poly *factor, product;
    int n, *multiplicity;
    ok(vv_poly_factor(r, a, &constant, &n, &factor, &multiplicity) == VV_OK, "factors");
    is_int(n, 2, "number of factors");
    product = vv_poly_const(r, constant);
    bool normal = true;
    for (int i = 0; i < n; i++) {
        product = vv_poly_mul(r, product, vv_poly_pow(r, factor[i], multiplicity[i]));
        for (int t = 0; t < vv_poly_terms(r, factor[i]); t++)
            normal &= vv_rat_is_int(vv_poly_term(r, factor[i], t, NULL));
        normal &= vv_rat_sign(vv_poly_term(r, factor[i], 0, NULL)) > 0;
    }
    ok(vv_poly_equal(r, product, a), "factors multiply back");
    ok(normal, "factors have integer coefficients, the first positive");
    is_text(text(c, r, vv_poly_const(r, constant)), "-1/8", "constant");
    vv_polyring_free(r);
}

/* Signs of factors to even and odd powers. */
static void factor_signs(vv_ctx *c) {
    vv_polyring *r = vv_polyring_new(c, 2, 0);
    vv_poly f = vv_poly_sub(r, vv_poly_var(r, 1), vv_poly_var(r, 0));
    for (int k = 1; k <= 4; k++) {
        vv_poly a = vv_poly_neg(r, vv_poly_pow(r, f, k)), *factor;
        vv_rat constant;
        int n, *multiplicity;
        vv_poly_factor(r, a, &constant, &n, &factor, &multiplicity);
        vv_poly back = vv_poly_scale(r, constant, vv_poly_pow(r, factor[0], multiplicity[0]));
        ok(n == 1 && multiplicity[0] == k && vv_poly_equal(r, back, a), "factor of -(y - x)^%d", k);
    }
    vv_polyring_free(r);
}

static vv_poly random_poly(vv_polyring *r) {
    vv_poly a = vv_poly_int(r, 0);
    for (long n = 1 + random_below(5); n > 0; n--) {
        int e[4];
        for (int i = 0; i < 4; i++) e[i] = (int)random_below(4);
        a = vv_poly_add(r, a, vv_poly_monomial(r, vv_rat_int(random_below(9) - 4), e));
    }
    return a;
}

/* Modulo s^2 + c^2 = 1, the product of reduced factors reduces to the reduced product. */
static void circle(vv_ctx *c) {
    vv_polyring *r = vv_polyring_new(c, 4, 0);
    static const int pair[2][2] = {{0, 1}, {3, 2}};
    long bad = 0, high = 0;
    for (long i = 0, n = effort(200); i < n; i++) {
        int mark = vv_polyring_mark(r);
        vv_poly a = random_poly(r), b = random_poly(r);
        vv_poly ra = vv_poly_reduce_circle(r, a, 2, pair),
                rb = vv_poly_reduce_circle(r, b, 2, pair);
        vv_poly x = vv_poly_reduce_circle(r, vv_poly_mul(r, a, b), 2, pair);
        vv_poly y = vv_poly_reduce_circle(r, vv_poly_mul(r, ra, rb), 2, pair);
        bad += !vv_poly_equal(r, x, y);
        high += vv_poly_degree(r, x, 0) > 1 || vv_poly_degree(r, x, 3) > 1;
        vv_polyring_release(r, mark);
    }
    is_int(bad, 0, "reduction is a homomorphism");
    is_int(high, 0, "reduced polynomials are of degree one in the sines");
    vv_poly s = vv_poly_var(r, 0), k = vv_poly_var(r, 1);
    vv_poly sum = vv_poly_add(r, vv_poly_pow(r, s, 4),
                              vv_poly_mul(r, vv_poly_pow(r, s, 2), vv_poly_pow(r, k, 2)));
    is_text(text(c, r, vv_poly_reduce_circle(r, sum, 1, pair)), "-x1^2 + 1",
            "s^4 + s^2 c^2 = s^2 = 1 - c^2");
    int other[1][2] = {{1, 0}};
    is_text(text(c, r, vv_poly_reduce_circle(r, sum, 1, (const int(*)[2])other)), "x0^2",
            "the other orientation");
    vv_polyring_free(r);
}

/* A ring keeps its failure status: each case has its own ring. *a: 1 + x0 + ... + x5. */
static vv_polyring *small_ring(vv_ctx *c, vv_poly *a) {
    vv_polyring *r = vv_polyring_new(c, 6, 1000);
    *a = vv_poly_int(r, 1);
    for (int i = 0; i < 6; i++) *a = vv_poly_add(r, *a, vv_poly_var(r, i));
    return r;
}

static void budget(vv_ctx *c) {
    vv_poly a;
    vv_polyring *r = small_ring(c, &a);
    ok(vv_poly_pow(r, a, 4) >= 0 && !vv_polyring_too_large(r), "210 terms fit into 1000");
    ok(vv_poly_pow(r, a, 40) == VV_POLY_NONE && vv_polyring_too_large(r),
       "a power over budget is refused");
    vv_polyring_free(r);
    r = small_ring(c, &a);
    vv_poly b = vv_poly_pow(r, a, 4);
    ok(vv_poly_mul(r, b, b) == VV_POLY_NONE && vv_polyring_too_large(r),
       "a product over budget is refused");
    vv_polyring_free(r);
    r = small_ring(c, &a);
    ok(vv_poly_pow(r, vv_poly_var(r, 0), 1 << 30) == VV_POLY_NONE && vv_polyring_too_large(r),
       "huge exponents too");
    ok(vv_poly_pow(r, vv_poly_int(r, 7), 1 << 28) == VV_POLY_NONE, "huge coefficients too");
    ok(vv_ctx_ok(c), "a budget is an answer, not a failure");
    vv_polyring_free(r);
}

static void balls(vv_ctx *c) {
    vv_balls *b = vv_balls_new(c, 8, 200);
    vv_ball_set_rat(b, 0, vv_rat_make(c, 1, 3));
    vv_ball_set_pi(b, 1);
    static const struct {
        vv_ball_function f;
        double at_third;
    } row[] = {
        {VV_BALL_SIN, 0.32719469679615224},
        {VV_BALL_COS, 0.94495694631473766},
        {VV_BALL_TAN, 0.34625354951057549},
        {VV_BALL_EXP, 1.3956124250860895},
        {VV_BALL_LOG, -1.0986122886681098},
        {VV_BALL_SQRT, 0.57735026918962573},
        {VV_BALL_ASIN, 0.33983690945412193},
        {VV_BALL_ACOS, 1.2309594173407747},
        {VV_BALL_ATAN, 0.32175055439664219},
        {VV_BALL_SINH, 0.33954055725615012},
        {VV_BALL_COSH, 1.0560718678299394},
        {VV_BALL_TANH, 0.32151273753163434},
        {VV_BALL_ABS, 1.0 / 3},
        {VV_BALL_SIGN, 1},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        vv_ball_apply(b, row[i].f, 2, 0);
        ok(fabs(vv_ball_midpoint_double(b, 2) - row[i].at_third) < 4e-16, "function %zu at 1/3", i);
    }
    vv_ball_mul_rat(b, 2, 1, vv_rat_make(c, 1, 6));
    vv_ball_apply(b, VV_BALL_SIN, 2, 2);
    vv_ball_add_mul_rat(b, 2, 0, vv_rat_make(c, -3, 2));
    ok(vv_ball_contains_zero(b, 2) && vv_ball_radius(b, 2) < 1e-55,
       "sin(pi/6) - 1/2 encloses 0 closely");
    vv_ball_sub(b, 3, 1, 0);
    ok(vv_ball_excludes_zero(b, 3) && vv_ball_cmp(b, 0, 1) == -1 && vv_ball_cmp(b, 1, 1) != -1,
       "order");
    vv_ball_div(b, 4, 1, 2);
    ok(!vv_ball_is_finite(b, 4) && !vv_ball_excludes_zero(b, 4),
       "division by a ball around 0 is indeterminate");
    vv_ball_neg(b, 5, 0);
    vv_ball_atan2(b, 6, 0, 5);
    ok(fabs(vv_ball_midpoint_double(b, 6) - atan2(1, -1)) < 1e-15,
       "atan2 takes the ordinate first");
    vv_ball_pow_int(b, 6, 0, -3);
    ok(fabs(vv_ball_midpoint_double(b, 6) - 27) < 1e-13, "negative power");
    vv_balls_free(b);
}

/* Roots of (x^2 - 2)(x^2 + 2x + 5): -sqrt 2, sqrt 2, -1 -+ 2i. */
static void roots(vv_ctx *c) {
    static const int coefficient[] = {-10, -4, 3, 2, 1};
    vv_balls *b = vv_balls_new(c, 16, 128);
    for (int i = 0; i < 5; i++) vv_ball_set_rat(b, i, vv_rat_int(coefficient[i]));
    ok(vv_ball_poly_roots(b, 4, 0, 5, 9), "all roots are separated");
    ok(fabs(vv_ball_midpoint_double(b, 5) + sqrt(2)) < 1e-15 &&
           fabs(vv_ball_midpoint_double(b, 6) - sqrt(2)) < 1e-15 && vv_ball_is_zero(b, 9) &&
           vv_ball_is_zero(b, 10),
       "the real ones first, ascending, with imaginary part 0");
    ok(fabs(vv_ball_midpoint_double(b, 7) + 1) < 1e-15 &&
           fabs(vv_ball_midpoint_double(b, 11) + 2) < 1e-15 &&
           fabs(vv_ball_midpoint_double(b, 12) - 2) < 1e-15,
       "then the conjugate pair");
    for (int i = 0; i < 3; i++) vv_ball_set_rat(b, i, vv_rat_int(i == 1 ? -2 : 1));
    ok(!vv_ball_poly_roots(b, 2, 0, 5, 9), "a double root is not separated");
    vv_ball_set_rat(b, 2, vv_rat_int(0));
    ok(!vv_ball_poly_roots(b, 2, 0, 5, 9), "a leading coefficient 0 is refused");
    vv_balls_free(b);
}

/* Carvallo's hoop, r = c1 y1 + c2 y2 with y1 = F(u, v; 1/2; z), y2 = cos θ F(u + 1/2, v + 1/2; 3/2;
 * z) and p = -2 dr/dθ; derivatives by central differences of width 1e-12. */
static double gauss(vv_ctx *c, vv_balls *b, bool second, vv_rat theta, int out) {
    vv_ball_set_rat(b, 0, theta);
    vv_ball_apply(b, VV_BALL_COS, 1, 0);
    vv_ball_mul(b, 2, 1, 1);
    vv_ball_set_rat(b, 3, vv_rat_make(c, second ? 3 : 1, 2)); /* sum */
    vv_ball_set_rat(b, 4, vv_rat_make(c, second ? 3 : 1, 4)); /* uv = 1/4, 3/4 */
    vv_ball_set_rat(b, 5, vv_rat_make(c, second ? 3 : 1, 2));
    vv_ball_hypergeometric(b, out, 3, 4, 5, 2);
    if (second) vv_ball_mul(b, out, out, 1);
    return vv_ball_midpoint_double(b, out);
}

static double slope(vv_ctx *c, vv_balls *b, bool second, vv_rat theta) {
    vv_rat d = vv_rat_make(c, 1, 1000000000000);
    gauss(c, b, second, vv_rat_add(c, theta, d), 6);
    gauss(c, b, second, vv_rat_sub(c, theta, d), 7);
    vv_ball_sub(b, 6, 6, 7);
    vv_ball_mul_rat(b, 6, 6, vv_rat_make(c, 500000000000, 1));
    return vv_ball_midpoint_double(b, 6);
}

static void carvallo(vv_ctx *c) {
    vv_balls *b = vv_balls_new(c, 8, 256);
    vv_rat t0 = vv_rat_make(c, 12, 10), t1 = vv_rat_make(c, 9, 10);
    double y1 = gauss(c, b, false, t0, 6), y2 = gauss(c, b, true, t0, 6),
           s1 = slope(c, b, false, t0), s2 = slope(c, b, true, t0), r = 6, s = 0.75,
           w = y1 * s2 - y2 * s1, c1 = (r * s2 - y2 * s) / w, c2 = (y1 * s - s1 * r) / w;
    double r1 = c1 * gauss(c, b, false, t1, 6) + c2 * gauss(c, b, true, t1, 6),
           p1 = -2 * (c1 * slope(c, b, false, t1) + c2 * slope(c, b, true, t1));
    ok(fabs(r1 - 6.041503958764) < 1e-11, "r(1.2) = 6, p(1.2) = -1.5 give r(0.9)");
    ok(fabs(p1 - 2.169919050552) < 1e-11, "and p(0.9), as the catalogue has them");
    vv_balls_free(b);
}

/* An operand that FLINT does not accept is no lack of memory. */
static void refused_operand(void) {
    vv_ctx *c = vv_ctx_new(NULL);
    vv_polyring *r = vv_polyring_new(c, 2, 0);
    vv_poly x = vv_poly_var(r, 0), y = vv_poly_var(r, 1);
    vv_rat over_zero = {1, 0, NULL};
    vv_poly_add(r, vv_poly_scale(r, over_zero, x), vv_poly_scale(r, over_zero, y));
    ok(vv_ctx_status(c) == VV_E_INTERNAL, "a fraction over zero is an internal error");
    vv_polyring_free(r);
    vv_ctx_free(c);
    c = vv_ctx_new(NULL);
    ok(vv_ctx_status(c) == VV_OK && vv_rat_sign(vv_rat_inv(c, vv_rat_int(0))) == 0 &&
           vv_ctx_status(c) == VV_E_INTERNAL,
       "and so is the inverse of zero, before any library sees it");
    vv_ctx_free(c);
}

int main(void) {
    refused_operand();
    vv_ctx *c = vv_ctx_new(NULL);
    seed_random(465);
    known(c);
    factors(c);
    factor_signs(c);
    circle(c);
    budget(c);
    balls(c);
    roots(c);
    carvallo(c);
    ok(vv_ctx_ok(c), "nothing failed on the way");
    vv_ctx_free(c);
    return done_testing();
}
