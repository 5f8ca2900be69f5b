/* The provers on identities and non-identities over every operation. Textbook identities are the
 * oracle for "proved"; for "refuted" the witness is replayed by substitution and ball
 * arithmetic. */
#include "prove/prove.h"

#include <math.h>

#include "formula.h"
#include "prove/modular_prover.h"
#include "prove/prime_cache.h"
#include "prove/prime_field.h"
#include "prove/float_eval.h"
#include "prove/prove_internal.h"
#include "tap.h"

typedef struct claim {
    const char *identity;
    bool exact;
} claim; /* exact: the exact prover must prove it too */

static const claim TRUE_ROWS[] = {
    {"(x + y)^3 = x^3 + 3*x^2*y + 3*x*y^2 + y^3", true},
    {"1/(x - 1) - 1/(x + 1) = 2/(x^2 - 1)", true},
    {"0.1*x + x/5 = 3*x/10", true},
    {"sin(x)^2 + cos(x)^2 = 1", true},
    {"sin(2*x) = 2*sin(x)*cos(x)", true},
    {"cos(3*x) = 4*cos(x)^3 - 3*cos(x)", true},
    {"sin(x + y) = sin(x)*cos(y) + cos(x)*sin(y)", true},
    {"cos(x)= 1 - 2*sin(x/2)^2", true},
    {"cos(x/2)*cos(x/3) = (cos(5*x/6) + cos(x/6))/2", true},
    {"sin(x*(y + 1)) = sin(x*y + x)", true},
    {"sin((x + y)^2) = sin(x^2 + 2*x*y + y^2)", true},
    {"cos(x + pi/3) = cos(x)/2 - sqrt(3)/2*sin(x)", true},
    {"cos(pi/12) = (sqrt(6) + sqrt(2))/4", true},
    {"cos(pi/12)^2 + cos(5*pi/12)^2 = 1", true},
    {"sin(x + pi) = -sin(x)", true},
    {"cos(pi/7)^2 + sin(pi/7)^2 = 1", true},
    {"tan(x) = sin(x)/cos(x)", true},
    {"tan(2*x) = 2*tan(x)/(1 - tan(x)^2)", true},
    {"1 + tan(x)^2 = 1/cos(x)^2", true},
    {"sin(1/(x - y)) = -sin(1/(y - x))", true},
    {"exp(x + y) = exp(x)*exp(y)", true},
    {"exp(-x)*exp(x) = 1", true},
    {"exp(x/2)^2 = exp(x)", true},
    {"exp(2*log(x)) = x^2", true},
    {"log(x*y) = log(x) + log(y)", true},
    {"log(x^3/y) = 3*log(x) - log(y)", true},
    {"log(6*x) = log(2) + log(3) + log(x)", true},
    {"log(sqrt(x)) = log(x)/2", true},
    {"log(x*exp(y)) = log(x) + y", true},
    {"cosh(x)^2 - sinh(x)^2 = 1", true},
    {"sinh(2*x) = 2*sinh(x)*cosh(x)", true},
    {"tanh(x) = sinh(x)/cosh(x)", true},
    {"cosh(x) + sinh(x) = exp(x)", true},
    {"sqrt(x)*sqrt(y) = sqrt(x*y)", false}, /* real sqrt(x), sqrt(y): x, y >= 0 */
    {"sqrt(x^2) = abs(x)", true},
    {"sqrt(x^2 + 2*x + 1) = abs(x + 1)", true},
    {"sqrt(p^2 + 2*p + 1) = p + 1", true},
    {"sqrt(4*p^2/9 + 4*p/3 + 1) = 2*p/3 + 1", true},
    {"sqrt(x^4 + 2*x^2*p + p^2) = x^2 + p", true},
    {"sqrt(sin(y)^2 + 2*p*sin(y) + p^2)^3 = abs(sin(y) + p)*(sin(y) + p)^2", true},
    {"sqrt(p^2*x^2 + 2*p^2*x + p^2) = p*abs(x + 1)", false},
    {"sqrt(p^2 + 1)^3 = (p^2 + 1)*sqrt(p^2 + 1)", true},
    {"1/(sqrt(x) - sqrt(y)) = (sqrt(x) + sqrt(y))/(x - y)", true},
    {"(sqrt(x/y) + 1)*(sqrt(x/y) - 1) = x/y - 1", true},
    {"sqrt(2)*sqrt(3) = sqrt(6)", true},
    {"sqrt(10)*sqrt(15) = 5*sqrt(6)", true},
    {"sqrt(1/(1 + x^2)) = 1/sqrt(1 + x^2)", false},
    {"abs(p) = p", true}, /* p is declared positive */
    {"sqrt(p^2*y) = p*sqrt(y)", true},
    {"abs(x)^2 = x^2", true},
    {"abs(x)*abs(y) = abs(x*y)", false},
    {"sign(x)*abs(x) = x", true},
    {"sign(x)^3 = sign(x)", true},
    {"min(x, y) + max(x, y) = x + y", true},
    {"min(x, y)*max(x, y) = x*y", true},
    {"max(x, y) - min(x, y) = abs(x - y)", true},
    {"max(x, y)= (x + y + abs(y - x))/2", true},
    {"if(x < y, x, y) = min(x, y)", true},
    {"if(x <= y, 1, 0) + if(x <= y, 0, 1) = 1", true},
    {"asin(x) + acos(x) = pi/2", true},
    {"sin(2*asin(x)) = 2*x*sqrt(1 - x^2)", true},
    {"cos(2*acos(x)) = 2*x^2 - 1", true},
    {"tan(2*atan(x)) = 2*x/(1 - x^2)", true},
    {"sin(atan2(y, x))^2 + cos(atan2(y, x))^2 = 1", true},
    {"cos(2*atan2(y, x)) = (x^2 - y^2)/(x^2 + y^2)", true},
    {"tan(atan2(y, x) + z) = (y*cos(z) + x*sin(z))/(x*cos(z) - y*sin(z))", true},
    {"(x^(1/3))^3 = x", true},
    {"x^(1/3)*x^(2/3) = x", true},
    {"x^(1/4)*x^(1/4) = sqrt(x)", false},
    {"x^y*x^(2*y) = x^(3*y)", true},
    {"x^(y + 1/2) = x^y*sqrt(x)", true},
    {"(x*y)^z = x^z*y^z", true},
    {"f(x*(y + 1)) = f(x*y + x)", true},
    {"f(x, y)*g(x) = g(x)*f(x, (y^2 - 1)/(y - 1) - 1)", true},
    {"f(sin(2*x)) = f(2*sin(x)*cos(x))", true},
};

static const char *const FALSE_ROWS[] = {
    "(x + y)^2 = x^2 + y^2",
    "sin(x)^2 + cos(x)^2 = 2",
    "sin(2*x) = 2*sin(x)",
    "sin(x) = sin(x/2)",
    "cos(pi/7) = cos(pi/5)",
    "sin(x) = sin(y)",
    "exp(x*y) = exp(x)*exp(y)",
    "exp(x) = exp(x/2)",
    "log(x + y) = log(x) + log(y)",
    "sqrt(x^2 + 2*x + 1) = x + 1",
    "sqrt(p^2 - 2*p + 1) = p - 1",
    "sqrt(p^2 - 2*p + 1) = 1 - p",
    "sqrt(p^2 + 2*p + 1) = p + 2",
    "sqrt(sin(y)^2 + 2*p*sin(y) + p^2) = sin(y) + p",
    "sqrt(x + y) = sqrt(x) + sqrt(y)",
    "abs(x) = x",
    "abs(x + y) = abs(x) + abs(y)",
    "sign(x) = 1",
    "min(x, y) = x",
    "max(x, y) = y",
    "if(x < y, x, y) = x",
    "if(x <= 0, 0, x) = x",
    "asin(x) = acos(x)",
    "atan(x) = atan2(x, 1) + x",
    "atan2(y, x) = atan(y/x)",
    "x^(1/3) = x^(2/3)",
    "x^y = y^x",
    "cosh(x) = sinh(x)",
    "tanh(x) = tan(x)",
    "tan(x + y) = tan(x) + tan(y)",
    "f(x) = f(y)",
    "f(x, y) = f(y, x)",
    "f(x) = g(x)",
    "pi = 22/7",
    "pi*113 = 355.0000301",
    "sqrt(2) + sqrt(3) = sqrt(10)",
    "sin(x)/x = cos(x/2)*cos(x/4)",
    "exp(pi) - pi = 20",
    "sqrt(x^4 + 2*x^2*y + y^2) = x^2 + y",
};

static bool used_op[VV_OP_COUNT];

static void note_ops(vv_ctx *c, vv_expr e) {
    int n;
    uint32_t *order = vv_expr_topological_order(c, 1, &e, &n);
    for (int i = 0; i < n; i++) used_op[vv_expr_op(c, (vv_expr){order[i]})] = true;
}

/* The residual at the witness point, from scratch: substitutes and decides again, now without
 * any symbol. */
static bool replay(vv_ctx *c, vv_expr e, const vv_proof *p) {
    vv_expr to[64];
    if (p->nwitness > 64) return false;
    for (int i = 0; i < p->nwitness; i++) to[i] = vv_rational(c, p->witness_value[i]);
    vv_expr value = VV_POISON;
    vv_subst(c, p->nwitness, p->witness_symbol, to, 1, &e, &value);
    vv_proof again;
    vv_prove_zero(c, NULL, 1, &value, NULL, &again);
    return again.verdict == VV_REFUTED &&
           fabs(again.witness_residual - p->witness_residual) <= 1e-9 * fabs(p->witness_residual);
}

static void rows(formulas *f) {
    for (size_t i = 0; i < sizeof TRUE_ROWS / sizeof *TRUE_ROWS; i++) {
        const claim *r = &TRUE_ROWS[i];
        vv_expr e = formula(f, r->identity);
        note_ops(f->c, e);
        vv_proof p, x;
        vv_prove_zero(f->c, NULL, 1, &e, NULL, &p);
        if (!ok(p.verdict == VV_PROVED && (p.means == VV_MEANS_EXACT || p.log2_bound <= -100), "%s",
                r->identity))
            diag("%s", vv_proof_text(f->c, &p));
        vv_prove_zero(f->c, NULL, 1, &e, &(vv_prove_options){.exact_only = true}, &x);
        ok(x.verdict == (r->exact ? VV_PROVED : VV_UNDECIDED) || x.verdict == VV_PROVED,
           "exactly: %s", r->identity);
        /* the same with a fault */
        vv_expr wrong = vv_add(f->c, e, vv_ratio(f->c, 1, 1000000));
        vv_prove_zero(f->c, NULL, 1, &wrong, NULL, &p);
        if (!ok(p.verdict == VV_REFUTED && p.which == 0, "with a fault: %s", r->identity))
            diag("%s", vv_proof_text(f->c, &p));
    }
    for (size_t i = 0; i < sizeof FALSE_ROWS / sizeof *FALSE_ROWS; i++) {
        vv_expr e = formula(f, FALSE_ROWS[i]);
        vv_proof p;
        note_ops(f->c, e);
        vv_prove_zero(f->c, NULL, 1, &e, NULL, &p);
        if (!ok(p.verdict == VV_REFUTED && p.means == VV_MEANS_BALL, "not %s", FALSE_ROWS[i]))
            diag("%s", vv_proof_text(f->c, &p));
        ok(p.nwitness == 0 || replay(f->c, e, &p), "its witness can be replayed");
        ok(vv_is_identically_zero(f->c, NULL, e) == VV_FALSE, "the quick question agrees");
    }
}

/* ---- facts
 * ------------------------------------------------------------------------------------- */

static void facts(formulas *f) {
    vv_ctx *c = f->c;
    vv_expr e = formula(f, "sqrt(u^2 + 2*u*v + v^2) = u + v"), positive = formula(f, "u + v");
    vv_proof p;
    vv_prove_zero(c, NULL, 1, &e, NULL, &p);
    is_int(p.verdict, VV_REFUTED, "sqrt((u + v)^2) is not u + v");
    vv_facts known = {.npositive = 1, .positive = &positive};
    vv_prove_zero(c, &known, 1, &e, NULL, &p);
    is_int(p.verdict, VV_PROVED, "but it is when u + v > 0");
    is_text(p.assumed, "u + v > 0", "and that is said");
    vv_expr q = formula(f, "abs(u) = u"), u = formula(f, "u");
    vv_prove_zero(c, &(vv_facts){.npositive = 1, .positive = &u}, 1, &q, NULL, &p);
    is_int(p.verdict, VV_PROVED, "a positive symbol by a fact");
    vv_expr bad = formula(f, "abs(u) = 2*u");
    vv_prove_zero(c, &(vv_facts){.npositive = 1, .positive = &u}, 1, &bad, NULL, &p);
    ok(p.verdict == VV_REFUTED && vv_rat_sign(p.witness_value[0]) > 0,
       "the refutation respects the fact");
    bad = formula(f, "abs(u + v) = 2*(u + v)");
    vv_prove_zero(c, &known, 1, &bad, NULL, &p);
    vv_rat sum = vv_rat_add(c, p.witness_value[0], p.witness_value[1]);
    ok(p.verdict == VV_REFUTED && p.nwitness == 2 && vv_rat_sign(sum) > 0, "a compound one too");
    vv_expr link[3] = {formula(f, "a"), formula(f, "b"), formula(f, "d")},
            chain = formula(f, "a = d");
    vv_prove_zero(c, &(vv_facts){.nrules = 2, .from = link, .to = link + 1}, 1, &chain, NULL, &p);
    is_int(p.verdict, VV_PROVED, "rules are applied one after another");
    /* rules: f(s, t) with D(f, s) = D(g, t) */
    vv_expr s = formula(f, "s"), t = formula(f, "t"), fs = formula(f, "f(s, t)"),
            gs = formula(f, "g(s, t)");
    vv_expr from = vv_diff(c, fs, s), to = vv_diff(c, gs, t), same = vv_sub(c, from, to);
    vv_facts relation = {.nrules = 1, .from = &from, .to = &to};
    vv_prove_zero(c, &relation, 1, &same, NULL, &p);
    is_int(p.verdict, VV_PROVED, "a relation between derivatives of general functions");
    vv_prove_zero(c, NULL, 1, &same, NULL, &p);
    is_int(p.verdict, VV_REFUTED, "not without it");
    vv_expr mixed = vv_sub(c, vv_diff(c, vv_diff(c, fs, s), t), vv_diff(c, vv_diff(c, fs, t), s));
    vv_prove_zero(c, NULL, 1, &mixed, NULL, &p);
    is_int(p.verdict, VV_PROVED, "mixed derivatives commute");
}

/* Error probabilities, where a wrong count of choices or degrees would show: half of the lanes
 * see these vanish. */
static void chances(formulas *f) {
    vv_expr e[2] = {formula(f, "sqrt(y)*sqrt(x^2 + 2*x + 1) = sqrt(y)*(x + 1)"),
                    formula(f, "abs(x) = x")};
    int proved[2] = {0, 0};
    for (int i = 0; i < 2; i++)
        for (uint64_t seed = 1; seed <= 60; seed++) {
            vv_proof p;
            vv_prove_zero(f->c, NULL, 1, &e[i], &(vv_prove_options){.seed = seed}, &p);
            proved[i] += p.verdict == VV_PROVED;
        }
    is_int(proved[0], 0, "a root that is no root is not proved by luck");
    is_int(proved[1], 0, "nor is an absolute value");
    vv_expr high = formula(f, "x^500000*(x - y) = x^500001 - x^500000*y");
    vv_expr low = formula(f, "(x + y)*(x - y) = x^2 - y^2");
    vv_proof p, q;
    vv_prove_zero(f->c, NULL, 1, &high, NULL, &p);
    vv_prove_zero(f->c, NULL, 1, &low, NULL, &q);
    ok(p.verdict == VV_PROVED && p.log2_bound / p.lanes > -42 && p.log2_bound / p.lanes < -30,
       "a degree of half a million costs ten bits per point");
    ok(q.verdict == VV_PROVED && q.log2_bound / q.lanes < -48, "a low degree does not");
    /* divisors count, and a cube root has three values */
    vv_expr below =
        formula(f, "1/(x^500000 + 1) - 1/(x^500000 + 2) = 1/((x^500000 + 1)*(x^500000 + 2))");
    vv_prove_zero(f->c, NULL, 1, &below, NULL, &p);
    ok(p.verdict == VV_PROVED && p.log2_bound / p.lanes > -43, "nor does one below the line: %g",
       p.log2_bound / p.lanes);
    vv_expr one = formula(f, "(x^(1/3) + 1)*(x^(2/3) - x^(1/3) + 1) = x + 1"),
            four = formula(f, "(x^(1/3) + 1)*(y^(1/3) + 1)*(z^(1/3) + 1)*(u^(1/3) + 1)*"
                              "(x^(2/3) - x^(1/3) + 1)*(y^(2/3) - y^(1/3) + 1)*"
                              "(z^(2/3) - z^(1/3) + 1)*(u^(2/3) - u^(1/3) + 1) = "
                              "(x + 1)*(y + 1)*(z + 1)*(u + 1)");
    vv_prove_zero(f->c, NULL, 1, &one, NULL, &p);
    vv_prove_zero(f->c, NULL, 1, &four, NULL, &q);
    double more = q.log2_bound / q.lanes - p.log2_bound / p.lanes;
    ok(p.verdict == VV_PROVED && q.verdict == VV_PROVED && more > 4,
       "three cube roots more: more than four bits, %.2g", more);
}

/* An integer of h bits has h/61 prime factors above 2^61, so thousand-digit numbers cost bits as
 * large degrees do, also in denominators. Without them the bound is near 2^-51. */
static void large_numbers(formulas *f) {
    static const struct {
        const char *text, *title;
        double digits; /* of the largest coefficient of its numerator */
    } CASE[] = {
        {"x + 1e900", "a number", 900},
        {"1/(x + 1e900) + 1/(y + 1e900)", "a number below the line", 900},
        {"1/(1/(x + 1e900) + y)", "one below two lines", 900},
        {"1/(1/(x + 1e900) + 1/(y + 1e900)) + z", "two of them", 1800},
    };
    for (size_t i = 0; i < sizeof CASE / sizeof *CASE; i++) {
        vv_expr e = formula(f, CASE[i].text);
        vv_prover_program *p = vv_prover_program_make(f->c, NULL, 1, &e);
        double error = p ? vv_modular_error_bound(f->c, p, 1) : 0,
               least = log2(CASE[i].digits * log2(10) / 61) - VV_LOG2_PRIMES;
        ok(error >= least && error < least + 6, "%s: 2^%.1f, at least 2^%.1f", CASE[i].title, error,
           least);
    }
}

/* 1/x1 + ... + 1/xn, whose numerator has a degree that grows with n. */
static double error_of_reciprocals(int n) {
    vv_ctx *c = vv_ctx_new(NULL);
    vv_expr *term = VV_ARRAY(c, vv_expr, n);
    for (int i = 0; term && i < n; i++)
        term[i] = vv_div(c, VV_ONE, vv_symbol_new(c, "x", VV_SYM_OTHER));
    vv_expr sum = vv_sum(c, n, term);
    vv_prover_program *p = vv_prover_program_make(c, NULL, 1, &sum);
    double error = p ? vv_modular_error_bound(c, p, 1) : 0;
    vv_ctx_free(c);
    return error;
}

/* Beyond a thousand divisors the others share one slot, which must count for all of them. */
static void many_divisors(void) {
    double few = error_of_reciprocals(700), many = error_of_reciprocals(2800);
    ok(few < 0 && many - few > 1.7 && many - few < 2,
       "four times as many divisors: nearly two bits, also where they share a place; %g and %g",
       few, many);
}

/* A point that violates the assumptions refutes nothing. */
static void assumed_points(formulas *f) {
    vv_expr e = formula(f, "abs(z) = -z"), below = formula(f, "-z"),
            other = formula(f, "abs(z) - z");
    vv_facts negative = {.npositive = 1, .positive = &below},
             apart = {.nnonzero = 1, .nonzero = &other};
    vv_proof p;
    vv_prove_zero(f->c, NULL, 1, &e, NULL, &p);
    is_int(p.verdict, VV_REFUTED, "|z| = -z is refuted at a positive z");
    vv_prove_zero(f->c, &negative, 1, &e, NULL, &p);
    ok(p.verdict != VV_REFUTED, "not where z < 0 is assumed");
    vv_prove_zero(f->c, &apart, 1, &e, NULL, &p);
    ok(p.verdict != VV_REFUTED, "nor where something does not vanish that does for z > 0");
}

/* ---- several at once, options
 * ------------------------------------------------------------------ */

static void options(formulas *f) {
    vv_expr e[3] = {formula(f, "sin(x)^2 = 1 - cos(x)^2"), formula(f, "x = x"),
                    formula(f, "x*y = y*x + z - z*1.0")};
    vv_proof p;
    vv_prove_zero(f->c, NULL, 3, e, NULL, &p);
    ok(p.verdict == VV_PROVED && p.means == VV_MEANS_MODULAR && p.lanes >= 2, "three at once");
    e[2] = formula(f, "x*y = y*x + z");
    vv_prove_zero(f->c, NULL, 3, e, NULL, &p);
    ok(p.verdict == VV_REFUTED && p.which == 2, "the one that fails is named");
    vv_prove_zero(f->c, NULL, 1, e, &(vv_prove_options){.bound_log2 = -400}, &p);
    ok(p.verdict == VV_PROVED && p.log2_bound <= -400, "a smaller error on demand");
    vv_prove_zero(f->c, NULL, 1, e, &(vv_prove_options){.want_exact = true}, &p);
    ok(p.verdict == VV_PROVED && p.means == VV_MEANS_EXACT, "exact on demand");
    vv_proof q;
    vv_prove_zero(f->c, NULL, 1, e, &(vv_prove_options){.seed = 7}, &p);
    vv_prove_zero(f->c, NULL, 1, e, &(vv_prove_options){.seed = 7}, &q);
    ok(p.log2_bound == q.log2_bound && p.seed == 7 && p.lanes == q.lanes,
       "the same seed, the same proof");
    is_text(vv_proof_text(f->c, &(vv_proof){.verdict = VV_UNDECIDED}), "not decided", "text");
    is_int(vv_is_identically_zero(f->c, NULL, e[0]), VV_TRUE, "quick: zero");
    is_int(vv_is_identically_zero(f->c, NULL, e[2]), VV_FALSE, "quick: not zero");
    /* many choices: 2^k combinations cannot be excluded; the answer is "undecided", not a guess */
    vv_expr many = formula(
        f, "abs(a1)*abs(a2)*abs(a3)*abs(a4)*abs(a5)*abs(a6)*abs(a7) = abs(a1*a2*a3*a4*a5*a6*a7)");
    vv_prove_zero(f->c, NULL, 1, &many, NULL, &p);
    ok(p.verdict != VV_REFUTED, "many branches are not refuted");
}

/* ---- linear systems and rank
 * ------------------------------------------------------------------- */

static void systems(formulas *f) {
    vv_ctx *c = f->c;
    enum { N = 4 };
    static const char *const entry[N * N] = {"x",   "1", "sin(y)", "0",    "1", "y",
                                             "x*y", "2", "sin(y)", "x*y",  "3", "cos(x)",
                                             "0",   "2", "cos(x)", "x + y"};
    static const char *const right[N] = {"1", "x", "z", "sin(x)"};
    vv_expr a[N * N], b[N], x[N], r[N];
    for (int i = 0; i < N * N; i++) a[i] = formula(f, entry[i]);
    for (int i = 0; i < N; i++) b[i] = formula(f, right[i]);
    vv_solve(c, N, vv_factor(c, N, a), b, x);
    for (int i = 0; i < N; i++) {
        r[i] = vv_neg(c, b[i]);
        for (int k = 0; k < N; k++) r[i] = vv_add(c, r[i], vv_mul(c, a[i * N + k], x[k]));
        note_ops(c, r[i]);
    }
    vv_proof p;
    vv_prove_zero(c, NULL, N, r, NULL, &p);
    ok(p.verdict == VV_PROVED && p.log2_bound <= -100, "A (A^-1 b) = b");
    vv_prove_zero(c, NULL, N, r, &(vv_prove_options){.exact_only = true}, &p);
    is_int(p.verdict, VV_PROVED, "exactly too");
    r[2] = vv_add(c, r[2], vv_mul(c, x[0], formula(f, "z")));
    vv_prove_zero(c, NULL, N, r, NULL, &p);
    ok(p.verdict == VV_REFUTED && p.which == 2, "a wrong solution is refuted");
}

/* Matrices with zeros where elimination needs its pivots: rows are exchanged, several times. */
static void sparse_systems(formulas *f) {
    vv_ctx *c = f->c;
    enum { N = 4 };
    static const char *const pattern[] = {"0010 1011 1101 0110", "0111 0011 1000 1101",
                                          "0001 0110 1011 1100", "0100 0010 1111 1001",
                                          "0110 1001 0011 1110"};
    for (size_t k = 0; k < sizeof pattern / sizeof *pattern; k++) {
        vv_expr a[N * N], b[N], x[N], g[N], r[2 * N];
        for (int i = 0; i < N; i++) {
            b[i] = vv_symbol_new(c, "b", VV_SYM_PARAMETER);
            for (int j = 0; j < N; j++) {
                bool filled = pattern[k][i * (N + 1) + j] == '1';
                a[i * N + j] = filled ? vv_symbol_new(c, "a", VV_SYM_PARAMETER) : VV_ZERO;
            }
        }
        vv_solve(c, N, vv_factor(c, N, a), b, x);
        for (int i = 0; i < N; i++) {
            r[i] = vv_neg(c, b[i]);
            for (int j = 0; j < N; j++) r[i] = vv_add(c, r[i], vv_mul(c, a[i * N + j], x[j]));
        }
        vv_gradient(c, x[1], N, b, g); /* through the transposed matrix */
        for (int i = 0; i < N; i++) r[N + i] = vv_sub(c, g[i], vv_diff(c, x[1], b[i]));
        vv_proof p;
        vv_prove_zero(c, NULL, 2 * N, r, NULL, &p);
        is_int(p.verdict, VV_PROVED, "A (A^-1 b) = b and its derivatives with zeros at %s",
               pattern[k]);
    }
}

static void ranks(formulas *f) {
    static const char *const entry[4 * 4] = {
        "cos(x)",  "sin(x)", "0", "1", "2*cos(x)", "2*sin(x)", "0", "2",
        "-sin(x)", "cos(x)", "0", "y", "cos(2*x)", "sin(2*x)", "0", "1 + y*0"};
    vv_expr m[16];
    for (int i = 0; i < 16; i++) m[i] = formula(f, entry[i]);
    int rank, row[4], col[4];
    ok(vv_generic_rank(f->c, NULL, 4, 4, m, &rank, row, col, NULL) == VV_OK && rank == 3,
       "rank 3 of 4 rows");
    ok(row[0] == 0 && row[1] == 2 && row[2] == 3, "the dependent row is the second");
    ok(col[0] != 2 && col[1] != 2 && col[2] != 2, "the zero column is no pivot");
    int preference[4] = {3, 2, 1, 0};
    vv_generic_rank(f->c, NULL, 2, 4, m, &rank, row, col, preference);
    ok(rank == 1 && row[0] == 0 && col[0] == 3, "preferred columns come first");
    ok(vv_generic_rank(f->c, NULL, 1, 2, (vv_expr[]){VV_ZERO, VV_ZERO}, &rank, row, col, NULL) ==
               VV_OK &&
           rank == 0,
       "rank 0");
    vv_expr lost = formula(f, "sin(x)^2 + cos(x)^2 - 1");
    vv_generic_rank(f->c, NULL, 1, 1, &lost, &rank, row, col, NULL);
    is_int(rank, 0, "an entry that vanishes identically is no pivot");

    vv_expr in[4], out[4];
    static const char *const inside[4] = {"x*cos(x) - sin(x)", "x*sin(x) + cos(x)", "0", "x + y"};
    static const char *const outside[4] = {"x*cos(x) - sin(x)", "x*sin(x) + cos(x)", "0",
                                           "x + y + 1"};
    for (int i = 0; i < 4; i++) in[i] = formula(f, inside[i]), out[i] = formula(f, outside[i]);
    vv_proof p;
    is_int(vv_in_row_space(f->c, NULL, 3, 4, m, in, NULL, &p), VV_TRUE,
           "x row1 + row3 is in the row space");
    ok(p.verdict == VV_PROVED && p.log2_bound <= -100, "with its bound");
    is_int(vv_in_row_space(f->c, NULL, 3, 4, m, out, NULL, &p), VV_FALSE, "another one is not");
    ok(p.verdict == VV_REFUTED && p.means == VV_MEANS_BALL && p.nwitness > 0, "with a witness");
    is_int(vv_in_row_space(f->c, NULL, 0, 4, m, in, NULL, NULL), VV_FALSE, "nothing spans nothing");
}

/* ---- memory
 * ------------------------------------------------------------------------------------ */

/* The 1st, 2nd, ... allocation is refused: VV_E_NOMEM each time, never a wrong proof. */
static void refusals(void) {
    long wrong = 0, at = 1;
    for (; at < 400; at++) {
        vv_ctx *c = vv_ctx_new(&(vv_limits){.refuse_at = at});
        if (!c) continue;
        formulas f = {.c = c};
        vv_expr e[2] = {formula(&f, "sqrt(x)*sin(x + y) = sin(y + x)*sqrt(x) + 0*z"),
                        formula(&f, "sin(2*x)/2 = sin(x)*cos(x)")};
        vv_proof p;
        vv_status s = vv_prove_zero(c, NULL, 2, e, &(vv_prove_options){.want_exact = true}, &p);
        bool finished = s == VV_OK;
        wrong += finished ? p.verdict != VV_PROVED : s != VV_E_NOMEM || p.verdict == VV_PROVED;
        vv_ctx_free(c);
        if (finished) break;
    }
    is_int(wrong, 0, "each refused allocation is reported, no proof is claimed");
    ok(at > 5 && at < 400, "until the proof succeeds (%ld refusals)", at - 1);
}

/* Primes from the table and those remembered are those the search finds, and the draws continue
 * after them. */
static void primes(void) {
    enum { LANES = 40, PASSES = 2 };
    vv_ctx *c = vv_ctx_new(NULL);
    int same = 0, prime = 0;
    for (int pass = 0; pass < PASSES; pass++) {
        uint64_t known = VV_PROVE_DEFAULT_SEED, searched = VV_PROVE_DEFAULT_SEED;
        for (int i = 0; i < LANES; i++) {
            uint64_t p = vv_prime_random(c, &known, 1), q = vv_prime_search(&searched, 1);
            same += p == q && known == searched;
            prime += vv_prime_test(p) && p % 24 == 23 && p >> 61 == 1;
            vv_splitmix_next(&known), vv_splitmix_next(&searched);
        }
    }
    ok(same == PASSES * LANES, "the primes of the standard seed are as searched");
    ok(prime == PASSES * LANES, "they are primes of the wanted kind");
    uint64_t other = 7, again = 7;
    ok(vv_prime_random(c, &other, 1) == vv_prime_search(&again, 1), "another seed, other primes");
    other = again = VV_PROVE_DEFAULT_SEED;
    ok(vv_prime_random(c, &other, 5) == vv_prime_search(&again, 5), "fifth roots: searched");
    vv_ctx_free(c);
}

/* If only a proof matters: never yes for a false statement, yes for a true one. */
static void only_proofs(formulas *f) {
    vv_ctx *c = f->c;
    int wrong = 0, n = 0;
    for (size_t i = 0; i < sizeof FALSE_ROWS / sizeof *FALSE_ROWS; i++, n++)
        wrong += vv_vanishes(c, NULL, formula(f, FALSE_ROWS[i]));
    ok(n > 10 && wrong == 0, "what is refuted does not vanish");
    ok(vv_vanishes(c, NULL, formula(f, "sin(x)^2 + cos(x)^2 - 1")), "what is proved vanishes");
    vv_expr x = formula_symbol(f, "x"), row[2] = {x, vv_mul(c, x, x)}, m[2] = {VV_ONE, x};
    vv_prove_options o = {.only_proof = true};
    ok(vv_in_row_space(c, NULL, 1, 2, m, row, &o, NULL) == VV_TRUE, "a multiple of a row");
    row[1] = x;
    ok(vv_in_row_space(c, NULL, 1, 2, m, row, &o, NULL) == VV_UNKNOWN, "another row: not proved");
    ok(vv_in_row_space(c, NULL, 1, 2, m, row, NULL, NULL) == VV_FALSE, "and refuted on request");
}

/* Expressions in doubles against the C library's functions; unsupported ones are refused. */
static void doubles(formulas *f) {
    static const char *const text[] = {"3*x^2/7 - 5*y^-3 + x*y", "atan(exp(x)*sqrt(y)) + pi/3",
                                       "sin(x)*cosh(y) - abs(x - y)*sign(x - y)", "y^(x + 1/2)"};
    const double x = 0.7, y = 1.3, pi = 3.14159265358979323846;
    const double want[] = {3 * x * x / 7 - 5 / (y * y * y) + x * y, atan(exp(x) * sqrt(y)) + pi / 3,
                           sin(x) * cosh(y) - (x - y), pow(y, x + 0.5)};
    vv_expr e[4], symbol[] = {formula(f, "x"), formula(f, "y")}, other = formula(f, "f(x)");
    vv_float_eval r;
    for (int i = 0; i < 4; i++) e[i] = formula(f, text[i]);
    ok(vv_float_eval_make(f->c, 4, e, &r), "formulas in doubles");
    ok(vv_float_eval_covers_symbols(&r, 2, symbol) && !vv_float_eval_covers_symbols(&r, 1, symbol),
       "of x and y");
    is_int(vv_float_eval_slot(&r, formula(f, "z")), -1, "not of z");
    r.value[vv_float_eval_slot(&r, symbol[0])] = x;
    r.value[vv_float_eval_slot(&r, symbol[1])] = y;
    vv_float_eval_run(&r);
    for (int i = 0; i < 4; i++) {
        double by = fabs(r.value[r.root[i]] - want[i]);
        ok(by < 1e-14, "%s: error %.1e", text[i], by);
    }
    ok(!vv_float_eval_make(f->c, 1, &other, &r), "a general function has no value");
}

/* A point in doubles never refutes a true statement, also if it is true only by rules and signs. */
static void first_looks(formulas *f) {
    vv_ctx *c = f->c;
    int wrong = 0, seen = 0;
    for (size_t i = 0; i < sizeof TRUE_ROWS / sizeof *TRUE_ROWS; i++)
        wrong += vv_float_refutes_zero(c, NULL, formula(f, TRUE_ROWS[i].identity));
    for (size_t i = 0; i < sizeof FALSE_ROWS / sizeof *FALSE_ROWS; i++)
        seen += vv_float_refutes_zero(c, NULL, formula(f, FALSE_ROWS[i]));
    is_int(wrong, 0, "in doubles no identity differs from 0");
    ok(seen > 3, "most others do: %d", seen);
    vv_expr x = formula(f, "x"), to = formula(f, "y^2 + z"), low = formula(f, "low"),
            minus = formula(f, "-cos(turned)"), e = formula(f, "x - z - y^2");
    vv_facts rule = {.nrules = 1, .from = &x, .to = &to};
    ok(vv_float_refutes_zero(c, NULL, e) && vv_vanishes(c, &rule, e), "rules are looked at");
    ok(!vv_vanishes(c, &rule, formula(f, "x - z + y^2")), "and do not make all vanish");
    vv_symbol_set_sign(c, low, VV_NEGATIVE);
    vv_facts below = {.npositive = 1, .positive = &minus};
    ok(!vv_float_refutes_zero(c, NULL, formula(f, "sqrt(low^2 - low/5 + 1/100) + low - 1/10")),
       "signs of symbols hold at the point");
    ok(!vv_float_refutes_zero(c, &below, formula(f, "sqrt(1 - sin(turned)^2) + cos(turned)")),
       "a point at which an assumption fails says nothing");
}

int main(void) {
    vv_ctx *c = vv_ctx_new(NULL);
    formulas f = {.c = c};
    vv_symbol_set_sign(c, formula(&f, "p"), VV_POSITIVE);
    rows(&f);
    doubles(&f);
    facts(&f);
    chances(&f);
    large_numbers(&f);
    many_divisors();
    assumed_points(&f);
    options(&f);
    systems(&f);
    sparse_systems(&f);
    ranks(&f);
    primes();
    only_proofs(&f);
    first_looks(&f);
    for (int op = VV_CONST; op < VV_OP_COUNT; op++)
        ok(used_op[op], "operation '%s' (%d) occurs in these tests", vv_op_text((vv_op)op), op);
    ok(vv_ctx_ok(c), "nothing failed on the way");
    refusals();
    vv_ctx_free(c);
    return done_testing();
}
