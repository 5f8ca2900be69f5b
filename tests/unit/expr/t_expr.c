/* Expressions: normal form, derivatives against finite differences of balls, gradients,
 * substitution, budgets. */
#include "expr/expr.h"

#include "exact/ball.h"
#include "formula.h"
#include "prove/prove.h"
#include "tap.h"

static vv_ctx *c;
static formulas F;

static void begin(const vv_limits *limits) {
    c = vv_ctx_new(limits);
    F = (formulas){.c = c};
}

/* ---- normal form --------------------------------------------------------------------------- */

/* Both sides are one node: the constructors alone detect that they are equal. */
static const char *const SAME[][2] = {
    {"x + y", "y + x"},
    {"x + x", "2*x"},
    {"x - x", "0"},
    {"2*x - x", "x"},
    {"x*y*x", "x^2*y"},
    {"(x*y)*(x/y)", "x^2"},
    {"x/x", "1"},
    {"(2*x)*(3*y)", "6*(x*y)"},
    {"(2*x)^3", "8*x^3"},
    {"1/3 + 1/6", "1/2"},
    {"0.1", "1/10"},
    {"x + 2*(3*y)", "x + 6*y"},
    {"0*sin(x)", "0"},
    {"x^0", "1"},
    {"sin(0 - x)", "-sin(x)"},
    {"cos(0 - x)", "cos(x)"},
    {"sin(y - x)", "-sin(x - y)"},
    {"cos(y - x)", "cos(x - y)"},
    {"sin(x + pi)", "-sin(x)"},
    {"cos(x + pi/2)", "-sin(x)"},
    {"sin(x - 3*pi/2)", "cos(x)"},
    {"sin(pi/6)", "1/2"},
    {"cos(pi/4)", "sqrt(2)/2"},
    {"cos(2*pi)", "1"},
    {"tan(0 - x)", "-tan(x)"},
    {"sqrt(x)^2", "x"},
    {"sqrt(x)^3", "x*sqrt(x)"},
    {"(x^(1/6))^6", "x"},
    {"(x^(2/3))^-4", "(x^(2/3))^-1/x^2"},
    {"x^(1/3)*x^(1/3)*x^(1/3)*y", "x*y"},
    {"exp(log(x)/2)", "sqrt(x)"},
    {"exp(-3*log(x))", "1/x^3"},
    {"exp(log(x)/3)", "x^(1/3)"},
    {"sqrt(4*x)", "2*sqrt(x)"},
    {"sqrt(9/4)", "3/2"},
    {"sqrt(x^2)", "abs(x)"},
    {"abs(x)^2", "x^2"},
    {"abs(0 - x)", "abs(x)"},
    {"sin(asin(x))", "x"},
    {"acos(1/2)", "pi/3"},
    {"acos(-1/2)", "2*pi/3"},
    {"acos(0)", "pi/2"},
    {"acos(-1)", "pi"},
    {"acos(1)", "0"},
    {"acos(-sqrt(3)/2)", "5*pi/6"},
    {"acos(1/sqrt(2))", "pi/4"},
    {"asin(sqrt(2)/2)", "pi/4"},
    {"asin(-1/2)", "-pi/6"},
    {"asin(1)", "pi/2"},
    {"atan(1/sqrt(3))", "pi/6"},
    {"atan(-sqrt(3))", "-pi/3"},
    {"atan(1)", "pi/4"},
    {"sin(2*asin(x))", "2*x*sqrt(1 - x^2)"},
    {"exp(log(x))", "x"},
    {"log(exp(x))", "x"},
    {"exp(0)", "1"},
    {"x^(1/2)", "sqrt(x)"},
    {"x^(y + 1)", "x*x^y"},
    {"max(x, y)", "max(y, x)"},
    {"min(2, 3)", "2"},
    {"if(1 < 2, x, y)", "x"},
    {"if(2 < 1, x, y)", "y"},
    {"atan(1)", "pi/4"},
    {"cosh(0 - x)", "cosh(x)"},
    {"sinh(0 - x)", "-sinh(x)"},
};

/* These must not be identified, or not by the constructors. */
static const char *const DIFFERENT[][2] = {
    {"x", "y"},
    {"x + y", "x - y"},
    {"sin(x)", "cos(x)"},
    {"f(x)", "g(x)"},
    {"f(x)", "f(y)"},
    {"x/y", "y/x"},
    {"(x^(1/6))^5", "x"},
    {"exp(x*log(y))", "y"},
    {"x^2", "x^3"},
    {"atan2(x, y)", "atan2(y, x)"},
    {"sqrt(x^2)", "x"},
    {"min(x, y)", "max(x, y)"},
    {"sin(2*x)", "2*sin(x)"},
    {"log(x*x)", "2*log(x)"},
};

static void test_normal_form(void) {
    begin(NULL);
    for (size_t i = 0; i < sizeof SAME / sizeof *SAME; i++) {
        vv_expr a = formula(&F, SAME[i][0]), b = formula(&F, SAME[i][1]);
        ok(a.id && vv_same(a, b), "%s is %s", SAME[i][0], SAME[i][1]);
    }
    for (size_t i = 0; i < sizeof DIFFERENT / sizeof *DIFFERENT; i++) {
        vv_expr a = formula(&F, DIFFERENT[i][0]), b = formula(&F, DIFFERENT[i][1]);
        ok(a.id && b.id && !vv_same(a, b), "%s is not %s", DIFFERENT[i][0], DIFFERENT[i][1]);
    }
    vv_expr x = formula_symbol(&F, "x"), nested = vv_add(c, x, vv_add(c, formula(&F, "y"), VV_ONE));
    is_int(vv_expr_arity(c, nested), 2, "a sum inside a sum stays a child");
    ok(vv_same(vv_flatten_sum(c, nested, 100),
               vv_sum(c, 3, (vv_expr[]){x, VV_ONE, formula(&F, "y")})),
       "until it is flattened");
    vv_symbol_set_sign(c, x, VV_POSITIVE);
    ok(vv_same(formula(&F, "sqrt(x^2*y)"), formula(&F, "x*sqrt(y)")),
       "a declared sign opens a root");
    ok(vv_same(vv_symbol_rate(c, x), vv_symbol_rate(c, x)), "the rate of a symbol is made once");
    ok(!vv_same(vv_symbol_new(c, "x", VV_SYM_PARAMETER), x),
       "a new symbol is new even under an old name");
    /* children before parents: an invariant of every pass */
    bool ordered = true;
    for (uint32_t id = 4; id < vv_expr_count(c); id++) {
        vv_expr e = {id};
        if (vv_is_const(c, e) || vv_symbol_get(c, e)) continue;
        for (int i = 0; i < vv_expr_arity(c, e); i++) ordered &= vv_expr_child(c, e, i).id < id;
    }
    ok(ordered, "children have smaller ids than their parents");
    vv_ctx_free(c);
}

/* Sign rules: sines by their range, x > 0. */
static const struct {
    const char *formula;
    vv_sign sign;
} SIGNED[] = {
    {"2 + cos(y)", VV_POSITIVE},
    {"1 + cos(y)", VV_NONNEGATIVE},
    {"1 - sin(y)*cos(z)", VV_NONNEGATIVE},
    {"1 - sin(y)^2*tanh(z)", VV_NONNEGATIVE},
    {"3 - 2*sin(y) + cos(z)/2 + z^2", VV_POSITIVE},
    {"1 - sin(y) + x", VV_POSITIVE},
    {"x + z^2", VV_POSITIVE},
    {"sin(y) - 2", VV_NEGATIVE},
    {"sin(y) - 1", VV_ANY_SIGN},
    {"sin(y) - 1 - x", VV_NEGATIVE},
    {"-x - z^2", VV_NEGATIVE},
    {"cos(y) + sin(z) + 3/2", VV_ANY_SIGN},
    {"2 - 1/cos(y)", VV_ANY_SIGN},
    {"2 + y*cos(z)", VV_ANY_SIGN},
    {"2 - sinh(y)", VV_ANY_SIGN},
    {"1 - x", VV_ANY_SIGN},
    {"x - 1", VV_ANY_SIGN},
};

static void test_known_signs(void) {
    begin(NULL);
    vv_symbol_set_sign(c, formula_symbol(&F, "x"), VV_POSITIVE);
    for (size_t i = 0; i < sizeof SIGNED / sizeof *SIGNED; i++)
        is_int(vv_known_sign(c, formula(&F, SIGNED[i].formula)), SIGNED[i].sign, "the sign of %s",
               SIGNED[i].formula);
    vv_ctx_free(c);
}

/* Coefficients beyond 64 bits in long sums outlive the scratch memory in which they were made. */
static void test_big_coefficients(void) {
    begin(NULL);
    vv_rat k[40];
    vv_expr t[40], x = formula_symbol(&F, "x");
    for (int i = 0; i < 40; i++) {
        k[i] = vv_rat_pow(c, vv_rat_int(3), 100 + i);
        t[i] = vv_pow_int(c, x, i / 2);
    }
    vv_expr a = vv_sum_scaled(c, 40, k, t), d = vv_diff(c, a, x);
    for (int i = 0; i < 100; i++) vv_alloc(c, 4096); /* would overwrite released memory */
    vv_expr back = a;
    for (int i = 0; i < 40; i++)
        back = vv_flatten_sum(c, vv_sub(c, back, vv_scale(c, k[i], t[i])), 1000);
    ok(vv_is_zero(back), "a sum of 40 terms with large coefficients");
    vv_expr at_one = vv_subst1(c, d, x, VV_ONE);
    vv_rat want = vv_rat_int(0);
    for (int i = 0; i < 40; i++) want = vv_rat_add(c, want, vv_rat_mul(c, k[i], vv_rat_int(i / 2)));
    ok(vv_is_const(c, at_one) && vv_rat_equal(vv_expr_rational(c, at_one), want),
       "and its derivative");
    vv_ctx_free(c);
}

/* ---- values in balls ----------------------------------------------------------------------- */

/* General functions are represented by f(u, v, ...) = k sin(2 u + 3 v + ...), each with its own
 * k: then every partial derivative is known and bounded. */
static void eval_function(vv_balls *b, int out, vv_expr e, const int *slot) {
    vv_rat k = vv_rat_int(1 + vv_expr_function(c, e));
    int total = 0;
    vv_ball_set_rat(b, out, vv_rat_int(0));
    for (int i = 0; i < vv_expr_arity(c, e); i++) {
        int order = vv_expr_func_order(c, e, i);
        vv_ball_add_mul_rat(b, out, slot[vv_expr_child(c, e, i).id], vv_rat_int(i + 2));
        k = vv_rat_mul(c, k, vv_rat_pow(c, vv_rat_int(i + 2), order));
        total += order;
    }
    vv_ball_apply(b, total % 2 ? VV_BALL_COS : VV_BALL_SIN, out, out);
    vv_ball_mul_rat(b, out, out, total % 4 < 2 ? k : vv_rat_neg(c, k));
}

/* Component of the solution of a 2 x 2 system by Cramer's rule; `free_slot` and the next are
 * scratch. */
static void eval_component(vv_balls *b, int out, vv_expr e, const int *slot, int free_slot) {
    vv_expr solve = vv_expr_child(c, e, 0), factor = vv_expr_child(c, solve, 0);
    int a[4], r[2], one = free_slot, two = free_slot + 1;
    for (int i = 0; i < 4; i++) a[i] = slot[vv_expr_child(c, factor, i).id];
    for (int i = 0; i < 2; i++) r[i] = slot[vv_expr_child(c, solve, i + 1).id];
    bool first = vv_expr_component(c, e) == 0;
    vv_ball_mul(b, one, r[first ? 0 : 1], a[first ? 3 : 0]);
    vv_ball_mul(b, two, r[first ? 1 : 0], a[first ? 1 : 2]);
    vv_ball_sub(b, out, one, two);
    vv_ball_mul(b, one, a[0], a[3]);
    vv_ball_mul(b, two, a[1], a[2]);
    vv_ball_sub(b, one, one, two);
    vv_ball_div(b, out, out, one);
}

static void eval_piecewise(vv_balls *b, int out, vv_expr e, const int *slot) {
    int n = vv_expr_arity(c, e), pick = n - 1;
    for (int i = n - 3; i >= 0; i -= 2) {
        vv_expr test = vv_expr_child(c, e, i);
        int order =
            vv_ball_cmp(b, slot[vv_expr_child(c, test, 0).id], slot[vv_expr_child(c, test, 1).id]);
        if (order < 0 || (order == 0 && vv_expr_op(c, test) == VV_LESSEQ)) pick = i + 1;
    }
    vv_ball_copy(b, out, slot[vv_expr_child(c, e, pick).id]);
}

static void eval_sum_or_product(vv_balls *b, int out, vv_expr e, const int *slot, int free_slot) {
    bool sum = vv_expr_op(c, e) == VV_ADD;
    vv_ball_set_rat(b, out, vv_rat_int(sum ? 0 : 1));
    for (int i = 0; i < vv_expr_arity(c, e); i++) {
        int x = slot[vv_expr_child(c, e, i).id];
        if (sum) {
            vv_ball_add_mul_rat(b, out, x, vv_expr_coefficient(c, e, i));
            continue;
        }
        vv_ball_pow_int(b, free_slot, x, vv_expr_exponent(c, e, i));
        vv_ball_mul(b, out, out, free_slot);
    }
}

static void eval_node(vv_balls *b, int out, vv_expr e, const int *slot, int free_slot) {
    static const vv_ball_function BALL[] = {VV_BALL_SIN,  VV_BALL_COS,  VV_BALL_TAN,  VV_BALL_EXP,
                                            VV_BALL_LOG,  VV_BALL_SQRT, VV_BALL_ASIN, VV_BALL_ACOS,
                                            VV_BALL_ATAN, VV_BALL_SINH, VV_BALL_COSH, VV_BALL_TANH,
                                            VV_BALL_ABS,  VV_BALL_SIGN};
    vv_op op = vv_expr_op(c, e);
    int x = 0, y = 0;
    bool scalar = op >= VV_POW && op <= VV_MAX;
    if (scalar) x = slot[vv_expr_child(c, e, 0).id];
    if (scalar && vv_expr_arity(c, e) > 1) y = slot[vv_expr_child(c, e, 1).id];
    if (op >= VV_SIN && op <= VV_SIGN) {
        vv_ball_apply(b, BALL[op - VV_SIN], out, x);
        return;
    }
    switch ((int)op) {
    case VV_CONST: vv_ball_set_rat(b, out, vv_expr_rational(c, e)); return;
    case VV_PI: vv_ball_set_pi(b, out); return;
    case VV_ADD:
    case VV_MUL: eval_sum_or_product(b, out, e, slot, free_slot); return;
    case VV_POW: vv_ball_pow(b, out, x, y); return;
    case VV_ATAN2: vv_ball_atan2(b, out, x, y); return;
    case VV_MIN: vv_ball_min(b, out, x, y); return;
    case VV_MAX: vv_ball_max(b, out, x, y); return;
    case VV_PIECEWISE: eval_piecewise(b, out, e, slot); return;
    case VV_FUNC: eval_function(b, out, e, slot); return;
    case VV_COMP: eval_component(b, out, e, slot, free_slot); return;
    default: return; /* conditions, vectors: read by their parents */
    }
}

/* The value of e with x + step * 2^-100 for the first symbol, computed from slot `base` on;
 * returns its slot. */
static int value(vv_balls *b, int base, vv_expr e, int step) {
    int n;
    uint32_t *order = vv_expr_topological_order(c, 1, &e, &n);
    int *slot = VV_ARRAY(c, int, vv_expr_count(c));
    vv_rat h = vv_rat_pow(c, vv_rat_int(2), -100);
    for (int i = 0; i < n; i++) {
        vv_expr node = {order[i]};
        slot[order[i]] = base + i;
        const vv_symbol *s = vv_symbol_get(c, node);
        if (!s) {
            eval_node(b, base + i, node, slot, base + n);
            continue;
        }
        vv_rat at = vv_rat_make(c, 3 + 2 * s->index, 5 + s->index);
        if (vv_same(node, F.symbol[0])) at = vv_rat_add(c, at, vv_rat_mul(c, h, vv_rat_int(step)));
        vv_ball_set_rat(b, base + i, at);
    }
    return slot[e.id];
}

static int size(vv_expr e) {
    int n;
    vv_expr_topological_order(c, 1, &e, &n);
    return n + 2; /* two for scratch */
}

/* |derivative - central difference| is about h^2 = 2^-200 times a third derivative. */
static const double MOST_DIFFERENCE = 1e-45;

/* Is d the derivative of e with respect to the first symbol, at the sample point? */
static bool is_derivative(vv_expr e, vv_expr d) {
    if (!e.id || !d.id) return false;
    int n = size(e), m = size(d);
    vv_balls *b = vv_balls_new(c, 2 * n + m + 1, 800);
    if (!b) return false;
    int up = value(b, 1, e, 1), down = value(b, 1 + n, e, -1), slope = value(b, 1 + 2 * n, d, 0);
    vv_ball_sub(b, 0, up, down);
    vv_ball_mul_rat(b, 0, 0, vv_rat_pow(c, vv_rat_int(2), 99));
    vv_ball_sub(b, 0, 0, slope);
    double far = vv_ball_midpoint_double(b, 0), wide = vv_ball_radius(b, 0);
    bool same =
        vv_ball_is_finite(b, 0) && far + wide < MOST_DIFFERENCE && far - wide > -MOST_DIFFERENCE;
    if (!same) diag("differs by %g +/- %g", far, wide);
    vv_balls_free(b);
    return same;
}

/* ---- derivatives --------------------------------------------------------------------------- */

/* A function in which the operation really acts on x; NULL for none. Every operation needs a row
 * here. */
static const char *sample(vv_op op) {
    switch (op) {
    case VV_NONE: return NULL;
    case VV_CONST: return "x*(x + 7/3)";
    case VV_PI: return "pi*x^2";
    case VV_SYM: return "x";
    case VV_ADD: return "3*x + (x - (y + 2*x)) - 1/2";
    case VV_MUL: return "x^3*(x + y)^2/(x - 4)^3";
    case VV_POW: return "(x + 1)^(x*y/2)";
    case VV_ATAN2: return "atan2(x^2 + 1, 2 - x) + atan2(x - 5, x - 7)";
    case VV_MIN: return "min(x^2, x) + 2*min(x, x + 1)";
    case VV_MAX: return "max(x^2, x) + 2*max(x, x + 1)";
    case VV_LESS: return "if(x < y, x^2, x^3) + if(y < x, x^2, x^3)";
    case VV_LESSEQ: return "if(x <= y, x^2, x^3)";
    case VV_PIECEWISE: return "if(x < 0, x, if(x < 10, x^2*y, 1/x))";
    case VV_FUNC: return "f(x^2)*g(x, x*y) + h(y)";
    case VV_FACTOR:
    case VV_SOLVE:
    case VV_COMP: return "solve"; /* constructed below */
    case VV_SIN:
    case VV_COS:
    case VV_TAN:
    case VV_EXP:
    case VV_LOG:
    case VV_SQRT:
    case VV_ASIN:
    case VV_ACOS:
    case VV_ATAN:
    case VV_SINH:
    case VV_COSH:
    case VV_TANH:
    case VV_ABS:
    case VV_SIGN:
    case VV_OP_COUNT: break;
    }
    return "elementary"; /* of an argument between 0 and 1 */
}

/* 2 x 2 system with x everywhere; sum of squares of the components. */
static vv_expr solved(void) {
    vv_expr a[4] = {formula(&F, "x + 2"), formula(&F, "x*y"), formula(&F, "sin(x)"),
                    formula(&F, "3 + x^2")};
    vv_expr b[2] = {formula(&F, "x^2"), formula(&F, "y - x")}, out[2];
    vv_solve(c, 2, vv_factor(c, 2, a), b, out);
    return vv_add(c, vv_pow_int(c, out[0], 2), vv_mul(c, out[0], out[1]));
}

static vv_expr sample_expr(vv_op op) {
    const char *text = sample(op);
    if (!text) return VV_ZERO;
    if (!strcmp(text, "solve")) return solved();
    if (strcmp(text, "elementary") != 0) return formula(&F, text);
    vv_expr u = formula(&F, "(2*x + 1)/7 + x^2/9");
    return vv_mul(c, vv_call(c, op, 1, &u), formula(&F, "x + 1"));
}

static bool contains(vv_expr e, vv_op op) {
    int n;
    uint32_t *order = vv_expr_topological_order(c, 1, &e, &n);
    for (int i = 0; i < n; i++)
        if (vv_expr_op(c, (vv_expr){order[i]}) == op) return true;
    return false;
}

static void test_derivatives(void) {
    begin(NULL);
    vv_expr x = formula_symbol(&F, "x"), y = formula_symbol(&F, "y");
    vv_symbol_set_sign(c, y, VV_NONZERO);
    for (vv_op op = (vv_op)(VV_NONE + 1); op < VV_OP_COUNT; op = (vv_op)(op + 1)) {
        vv_expr e = sample_expr(op), d = vv_diff(c, e, x), g[2];
        /* abs and sign of a positive quantity would fold: the sample's sign is unknown */
        ok(contains(e, op), "%s: the sample has it", *vv_op_text(op) ? vv_op_text(op) : "leaf");
        ok(is_derivative(e, d), "%s: derivative against differences", vv_op_text(op));
        vv_gradient(c, e, 2, (vv_expr[]){x, y}, g);
        vv_expr zero[2] = {vv_sub(c, g[0], d), vv_sub(c, g[1], vv_diff(c, e, y))};
        vv_proof p;
        vv_prove_zero(c, NULL, 2, zero, NULL, &p);
        ok(p.verdict == VV_PROVED, "%s: reverse and forward derivatives are equal", vv_op_text(op));
        ok(is_derivative(d, vv_diff(c, d, x)), "%s: second derivative", vv_op_text(op));
    }
    ok(!is_derivative(formula(&F, "x^2"), formula(&F, "2*x + 1/1000000")),
       "a wrong derivative is noticed");
    vv_ctx_free(c);
}

/* Random expressions whose parts are defined everywhere. */
static vv_expr random_expr(int depth) {
    vv_expr x = F.symbol[random_below(3)];
    if (depth == 0)
        return random_below(4) ? x : vv_ratio(c, 1 + random_below(9), 1 + random_below(5));
    vv_expr u = random_expr(depth - 1), v = random_below(2) ? random_expr(depth - 1) : x;
    vv_expr square = vv_add(c, VV_ONE, vv_mul(c, u, u));
    switch (random_below(12)) {
    case 0: return vv_add(c, u, v);
    case 1: return vv_sub(c, u, v);
    case 2: return vv_mul(c, u, v);
    case 3: return vv_div(c, v, square);
    case 4: return vv_sin(c, vv_add(c, u, v));
    case 5: return vv_cos(c, u);
    case 6: return vv_sqrt(c, square);
    case 7: return vv_call(c, VV_LOG, 1, &square);
    case 8: return vv_call(c, VV_ATAN, 1, &u);
    case 9: return vv_pow_int(c, u, 2 + (int)random_below(2));
    case 10: return vv_call(c, VV_TANH, 1, &u);
    default: return vv_function_apply(c, 0, NULL, &u);
    }
}

static void test_random(void) {
    seed_random(20260711);
    long right = 0, equal = 0, rounds = effort(60);
    for (long i = 0; i < rounds; i++) {
        begin(NULL);
        vv_expr s[3] = {formula_symbol(&F, "x"), formula_symbol(&F, "y"), formula_symbol(&F, "z")},
                g[3];
        vv_function_new(c, "f", 1);
        vv_expr e = random_expr(2 + (int)random_below(3)), zero[3];
        right += is_derivative(e, vv_diff(c, e, s[0]));
        vv_gradient(c, e, 3, s, g);
        for (int k = 0; k < 3; k++) zero[k] = vv_sub(c, g[k], vv_diff(c, e, s[k]));
        vv_proof p;
        vv_prove_zero(c, NULL, 3, zero, NULL, &p);
        equal += p.verdict != VV_REFUTED && vv_ctx_ok(c);
        if (p.verdict == VV_UNDECIDED) diag("undecided in round %ld", i);
        vv_ctx_free(c);
    }
    is_int(right, rounds, "derivatives of random expressions against differences");
    is_int(equal, rounds, "their gradients forward and in reverse");
}

/* ---- rates and substitution ---------------------------------------------------------------- */

static bool proved(vv_expr zero) {
    vv_proof p;
    return vv_prove_zero(c, NULL, 1, &zero, NULL, &p) == VV_OK && p.verdict == VV_PROVED;
}

static void test_rates(void) {
    begin(NULL);
    vv_expr q = vv_symbol_new(c, "q", VV_SYM_COORDINATE), qd = vv_symbol_rate(c, q),
            qdd = vv_symbol_rate(c, qd);
    vv_expr t = vv_symbol_new(c, "t", VV_SYM_TIME);
    vv_expr from[3] = {q, qd, t}, to[3] = {qd, qdd, VV_ONE};
    vv_expr e = vv_mul(c, vv_mul(c, vv_sin(c, q), qd), t), out, want;
    vv_total_derivative(c, 3, from, to, 1, &e, &out);
    /* (sin q q' t)' = cos q q'^2 t + sin q q'' t + sin q q' */
    want = vv_mul(c, vv_mul(c, vv_cos(c, q), vv_mul(c, qd, qd)), t);
    want = vv_add(c, want, vv_mul(c, vv_mul(c, vv_sin(c, q), qdd), t));
    want = vv_add(c, want, vv_mul(c, vv_sin(c, q), qd));
    ok(proved(vv_sub(c, out, want)), "a rate map is a total derivative");
    vv_total_derivative(c, 0, NULL, NULL, 1, &e, &out);
    ok(vv_is_zero(out), "without rates everything is constant");
    const vv_symbol *s = vv_symbol_get(c, qdd);
    ok(s->order == 2 && vv_same(s->base, q) && s->kind == VV_SYM_COORDINATE, "q'' knows its base");
    vv_ctx_free(c);
}

static void test_substitution(void) {
    begin(NULL);
    vv_expr x = formula_symbol(&F, "x"), y = formula_symbol(&F, "y"), z = formula_symbol(&F, "z");
    vv_expr e = formula(&F, "sin(x + y)*x^2/(y - 3) + f(x, y) + if(x < y, x, y) + sqrt(x)"), out,
            back;
    ok(vv_same(vv_subst1(c, e, z, x), e), "replacing what does not occur changes nothing");
    ok(vv_same(vv_subst1(c, e, x, x), e), "replacing x by x changes nothing");
    vv_subst(c, 2, (vv_expr[]){x, y}, (vv_expr[]){y, x}, 1, &e, &out);
    ok(vv_same(out, formula(&F, "sin(x + y)*y^2/(x - 3) + f(y, x) + if(y < x, y, x) + sqrt(y)")),
       "replacement is simultaneous");
    vv_subst(c, 2, (vv_expr[]){x, y}, (vv_expr[]){y, x}, 1, &out, &back);
    ok(vv_same(back, e), "twice exchanged is the same node");
    ok(vv_same(vv_subst1(c, formula(&F, "x^2 + x*y - 2*y^2"), x, y), VV_ZERO),
       "results are normalised");
    vv_expr u = formula(&F, "y^2 + 1");
    /* the chain rule: d/dy e(u(y)) = e_x(u) u' + e_y */
    vv_expr smooth = formula(&F, "sin(x*y) + x^3/y + f(x)");
    vv_expr left = vv_diff(c, vv_subst1(c, smooth, x, u), y);
    vv_expr right = vv_mul(c, vv_subst1(c, vv_diff(c, smooth, x), x, u), vv_diff(c, u, y));
    right = vv_add(c, right, vv_subst1(c, vv_diff(c, smooth, y), x, u));
    ok(proved(vv_sub(c, left, right)), "differentiation and substitution obey the chain rule");
    vv_expr node = formula(&F, "f(x, y)");
    ok(vv_same(vv_subst1(c, vv_mul(c, node, x), node, z), vv_mul(c, z, x)),
       "any node can be replaced");
    vv_expr s = solved(), one = vv_subst1(c, s, x, VV_ZERO);
    ok(one.id && !vv_depends(c, one, 1, &x), "solutions of linear systems are rebuilt");
    ok(vv_depends(c, e, 1, &x) && !vv_depends(c, e, 1, &z), "dependence");
    int n;
    vv_expr *all = vv_expr_symbols(c, 1, &e, &n);
    ok(n == 2 && vv_same(all[0], x) && vv_same(all[1], y), "symbols of an expression");
    vv_ctx_free(c);
}

/* ---- depth, poison, budgets ---------------------------------------------------------------- */

static void test_degree(void) {
    static const struct {
        const char *formula;
        int degree;
    } row[] = {{"x", 1},
               {"3*x*y", 2},
               {"a*x^2 + b*y^2", 2},
               {"(sin(a)*x + cos(a)*y)^2/2", 2},
               {"((x + y)*x + y^2)*(x - 2*y)", 3},
               {"x^2/y", 1},
               {"a", 0},
               {"0", 0},
               {"x + 1", -1},
               {"x + a", -1},
               {"x^2 + y", -1},
               {"a*(x + 1)^2", -1},
               {"sin(x)", -1},
               {"x*sin(y)", -1},
               {"1/x", -1},
               {"sqrt(x^2 + y^2)", -1}};
    begin(NULL);
    vv_expr by[2] = {formula_symbol(&F, "x"), formula_symbol(&F, "y")};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        ok(vv_homogeneous_degree(c, formula(&F, row[i].formula), 2, by) == row[i].degree,
           "degree of %s is %d", row[i].formula, row[i].degree);
    ok(vv_homogeneous_degree(c, VV_POISON, 2, by) == -1, "poison has none");
    vv_ctx_free(c);
}

/* More symbols than the bits of the nodes' symbol masks: those that share a bit are not
 * confused. */
static void test_many_symbols(void) {
    enum { N = 200 };
    vv_expr x[N], product = VV_ONE, g[N], out[N];
    bool depends = true, apart = true, gradient = true, jacobian = true, replaced = true;
    begin(NULL);
    for (int i = 0; i < N; i++) x[i] = vv_symbol_new(c, "x", VV_SYM_OTHER);
    for (int i = 0; i < N; i += 2) product = vv_mul(c, product, vv_sin(c, x[i]));
    vv_gradient(c, product, N, x, g);
    vv_jacobian(c, 1, &product, N, x, out);
    for (int i = 0; i < N; i++) {
        bool in = i % 2 == 0;
        depends &= vv_depends(c, product, 1, &x[i]) == in;
        vv_expr rest = vv_subst1(c, product, x[i], VV_ZERO);
        replaced &= vv_same(rest, in ? VV_ZERO : product);
        vv_expr d = vv_mul(c, product, vv_div(c, vv_cos(c, x[i]), vv_sin(c, x[i])));
        gradient &= vv_same(g[i], in ? d : VV_ZERO);
        jacobian &= vv_same(out[i], g[i]);
        vv_expr alone = vv_sin(c, x[i]); /* x[i + 64] has the bit of x[i] */
        if (i + 64 < N) apart &= !vv_depends(c, alone, 1, &x[i + 64]);
        if (i + 64 < N) apart &= vv_is_zero(vv_diff(c, alone, x[i + 64]));
    }
    ok(depends, "which of 200 symbols occur");
    ok(apart, "symbols with the same bit are distinguished");
    ok(gradient, "gradient by 200 symbols");
    ok(jacobian, "the same forward");
    ok(replaced, "each of 200 symbols replaced");
    vv_ctx_free(c);
}

static void test_depth(void) {
    begin(NULL);
    vv_expr x = formula_symbol(&F, "x"), y = formula_symbol(&F, "y"), e = y, g[2];
    for (int i = 0; i < 1000000; i++) e = vv_sub(c, x, e); /* sums are not flattened */
    ok(vv_expr_count(c) > 1000000, "a chain of a million differences");
    vv_expr d = vv_diff(c, e, y), s = vv_subst1(c, e, y, x);
    ok(vv_same(d, VV_ONE), "its derivative");
    ok(s.id && !vv_depends(c, s, 1, &y), "replacement in it");
    vv_gradient(c, e, 2, (vv_expr[]){x, y}, g);
    ok(vv_is_zero(g[0]) && vv_same(g[1], VV_ONE), "its gradient");
    vv_buffer b = VV_BUFFER(c);
    vv_expr_write(c, e, &b);
    ok(b.length < (1 << 22), "its text is cut");
    e = y;
    for (int i = 0; i < 20000; i++) e = vv_add(c, vv_mul(c, x, e), VV_ONE); /* Horner's scheme */
    d = vv_subst1(c, vv_diff(c, e, x), x, VV_ZERO);
    ok(vv_same(d, VV_ONE), "the derivative of a polynomial of degree 20000");
    vv_gradient(c, e, 2, (vv_expr[]){x, y}, g);
    ok(vv_same(vv_subst1(c, g[0], x, VV_ZERO), VV_ONE), "by its gradient too");
    ok(vv_ctx_ok(c), "and the context is well");
    vv_ctx_free(c);
}

static void test_poison(void) {
    begin(NULL);
    vv_expr x = formula_symbol(&F, "x"), p = VV_POISON, args[2] = {x, p};
    ok(vv_is_poison(vv_add(c, x, p)) && vv_is_poison(vv_mul(c, p, x)) &&
           vv_is_poison(vv_pow_int(c, p, 2)) && vv_is_poison(vv_sin(c, p)) &&
           vv_is_poison(vv_call(c, VV_ATAN2, 2, args)) && vv_is_poison(vv_diff(c, p, x)) &&
           vv_is_poison(vv_subst1(c, p, x, x)) && vv_is_poison(vv_pow(c, x, p)),
       "operations on poison give poison");
    ok(vv_ctx_ok(c), "poison alone is no failure");
    ok(vv_is_poison(vv_div(c, x, vv_sub(c, x, x))), "division by zero is poison");
    is_int(vv_ctx_status(c), VV_E_MODEL, "and reported");
    vv_ctx_free(c);
}

/* Everything that allocates, in one function. */
static vv_expr exercise(void) {
    vv_expr x = formula_symbol(&F, "x"), y = formula_symbol(&F, "y"), g[2], t[30];
    vv_expr e = formula(&F, "sin(x + y)^2*exp(x*y)/(1 + x^2) + f(x, y) + if(x < y, x, y^3)");
    for (int i = 0; i < 30; i++) t[i] = vv_pow_int(c, vv_add(c, x, vv_int(c, i)), i + 1);
    e = vv_add(c, e, vv_sum(c, 30, t));
    e = vv_add(c, vv_mul(c, e, solved()), vv_product(c, 30, t));
    vv_gradient(c, e, 2, (vv_expr[]){x, y}, g);
    return vv_subst1(c, vv_add(c, vv_diff(c, g[0], y), g[1]), x, vv_symbol_rate(c, y));
}

static void test_refusals(void) {
    begin(NULL);
    vv_expr whole = exercise();
    long all = vv_ctx_allocations(c), told = 0, tried = 0;
    ok(!vv_is_poison(whole), "an exercise of %ld allocations", all);
    vv_ctx_free(c);
    for (long at = 1; at <= all; at += at < 60 ? 1 : 7) {
        begin(&(vv_limits){.refuse_at = at});
        tried++;
        if (!c) {
            told++; /* not even a context */
            continue;
        }
        vv_expr e = exercise();
        told += vv_is_poison(e) && vv_ctx_status(c) == VV_E_NOMEM;
        vv_ctx_free(c);
    }
    is_int(told, tried, "every refused allocation is reported and poisons the result");
    begin(&(vv_limits){.bytes = 300000});
    vv_expr x = formula_symbol(&F, "x"), e = x;
    long steps = 0;
    for (; steps < 1000000 && !vv_is_poison(e); steps++) e = vv_sin(c, vv_add(c, e, x));
    ok(vv_is_poison(e) && steps > 100, "a byte budget ends in poison, after %ld steps", steps);
    is_int(vv_ctx_status(c), VV_E_NOMEM, "and is reported");
    ok(vv_ctx_peak_bytes(c) <= 300000, "without being passed");
    vv_ctx_free(c);
}

int main(void) {
    test_normal_form();
    test_known_signs();
    test_big_coefficients();
    test_derivatives();
    test_random();
    test_rates();
    test_substitution();
    test_degree();
    test_many_symbols();
    test_depth();
    test_poison();
    test_refusals();
    return done_testing();
}
