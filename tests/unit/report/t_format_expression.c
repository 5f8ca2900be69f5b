/* Expressions as text and LaTeX: order, brackets, fractions, cot, refusal of oversized
 * expressions. */
#include "report/render/format_expression.h"
#include "tap.h"

static vv_ctx *c;

static vv_expr sym(const char *name, vv_symbol_kind kind) { return vv_symbol_new(c, name, kind); }
static vv_expr mul(vv_expr a, vv_expr b) { return vv_mul(c, a, b); }
static vv_expr add(vv_expr a, vv_expr b) { return vv_add(c, a, b); }
static vv_expr sub(vv_expr a, vv_expr b) { return vv_sub(c, a, b); }
static vv_expr over(vv_expr a, vv_expr b) { return vv_div(c, a, b); }
static vv_expr sq(vv_expr a) { return vv_pow_int(c, a, 2); }
static vv_expr frac(int64_t p, int64_t q, vv_expr a) {
    return vv_scale(c, vv_rat_make(c, p, q), a);
}

static void text(vv_expr e, const char *expected) {
    vv_buffer b = VV_BUFFER(c);
    vv_status s = vv_format_expr(c, e, VV_STYLE_TEXT, &b);
    is_text(s == VV_OK ? vv_buffer_text(&b) : "refused", expected, "text %s", expected);
}

static void tex(vv_expr e, const char *expected) {
    vv_buffer b = VV_BUFFER(c);
    vv_status s = vv_format_expr(c, e, VV_STYLE_LATEX, &b);
    is_text(s == VV_OK ? vv_buffer_text(&b) : "refused", expected, "LaTeX %s", expected);
}

static void test_sums_and_products(void) {
    vv_expr A = sym("A", VV_SYM_PARAMETER), C = sym("C", VV_SYM_PARAMETER),
            a = sym("a", VV_SYM_PARAMETER);
    vv_expr g = sym("g", VV_SYM_PARAMETER), th = sym("θ", VV_SYM_COORDINATE);
    vv_expr q = sym("q", VV_SYM_SPEED), p = sym("p", VV_SYM_SPEED), r = sym("r", VV_SYM_SPEED);
    vv_expr rd = vv_symbol_rate(c, r), cot = over(vv_cos(c, th), vv_sin(c, th));

    text(sub(mul(rd, add(sq(a), C)), mul(mul(q, p), sq(a))), "(C + a^2)*r' - a^2*q*p");
    text(vv_neg(c, mul(mul(vv_cos(c, th), g), a)), "-a*g*cos(θ)");
    text(mul(mul(A, sq(q)), cot), "A*q^2*cot(θ)");
    text(over(vv_sin(c, th), vv_cos(c, th)), "tan(θ)");
    text(over(sq(vv_cos(c, th)), vv_sin(c, th)), "cos(θ)*cot(θ)");
    text(over(q, vv_sin(c, th)), "q/sin(θ)");
    text(mul(sub(C, A), q), "(C - A)*q");
    text(sub(A, add(C, a)), "A - C - a");
    text(add(A, frac(2, 1, add(C, a))), "A + 2*(C + a)");
    text(frac(2, 3, mul(A, sq(a))), "2/3*A*a^2");
    text(frac(1, 2, mul(A, sq(a))), "A*a^2/2");
    text(frac(-1, 2, add(A, a)), "-(A + a)/2");
    text(frac(2, 3, over(g, a)), "2*g/(3*a)");
    text(over(g, mul(C, sq(a))), "g/(C*a^2)");
    text(vv_pow_int(c, add(A, C), -2), "1/(A + C)^2");
    text(vv_pow_int(c, a, -1), "1/a");
    text(sub(vv_int(c, 1), sq(th)), "1 - θ^2");
    text(mul(th, sub(vv_int(c, 1), th)), "θ*(1 - θ)");
    text(vv_pow(c, a, vv_ratio(c, 1, 3)), "a^(1/3)");
    text(vv_pow(c, vv_neg(c, a), g), "(-a)^g");
    text(vv_pow(c, over(a, g), vv_neg(c, g)), "(a/g)^(-g)");
    text(VV_ZERO, "0");
    text(vv_ratio(c, -1, 2), "-1/2");
    text(vv_sqrt(c, sub(sq(A), sq(a))), "sqrt(A^2 - a^2)");
    text(vv_pow_int(c, vv_call(c, VV_TAN, 1, &th), -1), "cot(θ)");
    text(sq(vv_call(c, VV_EXP, 1, &th)), "exp(θ)^2");
    vv_expr two[2] = {a, g};
    text(vv_call(c, VV_ATAN2, 2, two), "atan2(a, g)");
    text(mul(vv_pi(c), a), "a*pi");

    tex(mul(rd, add(sq(a), C)), "\\left(C + a^2\\right) \\dot{r}");
    tex(mul(mul(A, sq(q)), cot), "A q^2 \\cot \\theta");
    tex(mul(sq(vv_sin(c, th)), vv_symbol_rate(c, vv_symbol_rate(c, th))),
        "\\sin^2 \\theta\\,\\ddot{\\theta}");
    tex(frac(2, 3, over(g, a)), "\\frac{2 g}{3 a}");
    tex(frac(-1, 2, mul(A, a)), "-\\frac{1}{2} A a");
    tex(vv_sqrt(c, add(A, a)), "\\sqrt{A + a}");
}

static void test_names(void) {
    vv_expr x = sym("θ1", VV_SYM_COORDINATE), u = sym("u", VV_SYM_COORDINATE),
            xd = vv_symbol_rate(c, x);
    text(mul(xd, vv_symbol_rate(c, xd)), "θ1'*θ1''");
    tex(vv_symbol_rate(c, xd), "\\ddot{\\theta}_1");
    int f = vv_function_new(c, "f", 1), h = vv_function_new(c, "h", 2), twice = 2,
        mixed[2] = {1, 2};
    vv_expr args[2] = {x, u};
    text(vv_function_apply(c, f, &twice, args), "f''(θ1)");
    tex(vv_function_apply(c, f, &twice, args), "f''\\left(\\theta_1\\right)");
    text(vv_function_apply(c, h, mixed, args), "D(h(θ1, u), θ1, u, u)");
}

/* The order follows declaration, whatever the order of construction. */
static void test_order(void) {
    vv_expr b = sym("b", VV_SYM_PARAMETER), a = sym("a", VV_SYM_PARAMETER);
    vv_expr y = sym("y", VV_SYM_COORDINATE), x = sym("x", VV_SYM_COORDINATE);
    vv_expr xdd = vv_symbol_rate(c, vv_symbol_rate(c, x)), yd = vv_symbol_rate(c, y);
    vv_expr ydd = vv_symbol_rate(c, yd),
            terms[6] = {a, mul(a, y), sq(yd), yd, mul(b, xdd), mul(a, ydd)};
    const char *expected = "a*y'' + b*x'' + y'^2 + y' + a*y + a";
    for (int k = 0; k < 6; k++) {
        vv_expr e = VV_ZERO;
        for (int i = 0; i < 6; i++) e = add(terms[(i * 5 + k) % 6], e);
        text(e, expected);
    }
    vv_expr xd = vv_symbol_rate(c, x);
    text(add(yd, sq(xd)), "x'^2 + y'"); /* the higher degree before the earlier symbol */
    text(add(mul(b, y), mul(a, xd)), "a*x' + b*y");
}

/* A sum of a thousand terms is long but printed. */
static void test_long_sum(void) {
    vv_expr x = sym("x", VV_SYM_COORDINATE), e = VV_ZERO;
    for (int i = 1; i <= 1000; i++)
        e = vv_flatten_sum(c, add(e, vv_pow_int(c, x, (i * 7) % 1009)), 2000);
    char *s = vv_format_string(c, e, VV_STYLE_TEXT);
    ok(s && !strncmp(s, "x^1008 + x^1007 + ", 18), "a sum of a thousand terms in order");
}

/* Sums are opened where they stand in sums: what cancels there is not written. */
static void test_equal_terms(void) {
    vv_expr x = sym("x", VV_SYM_COORDINATE), y = sym("y", VV_SYM_COORDINATE);
    vv_expr inner = vv_sub(c, x, y), twice = vv_sub(c, inner, y), none = vv_add(c, inner, y);
    is_text(vv_format_string(c, twice, VV_STYLE_TEXT), "x - 2*y", "x - y - y");
    is_text(vv_format_string(c, none, VV_STYLE_TEXT), "x", "x - y + y");
    is_text(vv_format_string(c, vv_sub(c, none, x), VV_STYLE_TEXT), "0", "x - y + y - x");
}

static void test_too_large(void) {
    vv_expr x = sym("x", VV_SYM_COORDINATE), e = x;
    for (int i = 0; i < 700; i++) e = vv_sin(c, add(x, e));
    vv_buffer b = VV_BUFFER(c);
    vv_buffer_add(&b, "before");
    is_int(vv_format_expr(c, e, VV_STYLE_TEXT, &b), VV_E_BEYOND, "a deep expression is refused");
    is_text(vv_buffer_text(&b), "before", "nothing is written then");
    e = x;
    for (int i = 0; i < 60; i++)
        e = vv_mul(c, vv_sin(c, e), vv_add(c, e, VV_ONE)); /* 2^60 tokens */
    is_int(vv_format_expr(c, e, VV_STYLE_TEXT, &b), VV_E_BEYOND,
           "an exponentially long text is refused");
    is_int(vv_format_cost(c, e, 100), 101, "its cost stops at the bound");
    is_int(vv_format_cost(c, mul(x, vv_sin(c, x)), 100), 4, "brackets of calls cost nothing");
    ok(vv_ctx_ok(c), "refusing does not fail the context");
}

int main(void) {
    c = vv_ctx_new(NULL);
    test_sums_and_products();
    test_names();
    test_order();
    test_long_sum();
    test_equal_terms();
    test_too_large();
    vv_ctx_free(c);
    return done_testing();
}
