/* Identities with parts on which they do not depend: the exact prover must treat those as
 * symbols, must not do so if the identity needs them, and must prove nothing false. Long parts
 * are chosen so that no budget here allows expanding them. */
#include "prove/exact_budget.h"
#include "prove/modular_prover.h"
#include "prove/prove_internal.h"

#include "formula.h"
#include "tap.h"

#define LONG "(x + y + z + a + b + 1)"
enum { BUDGET = 2000 }; /* LONG^30 has 324632 terms */

static const char *const TRUE_ROWS[] = {
    "(" LONG "^30 + y)^2 = " LONG "^60 + 2*y*" LONG "^30 + y^2",
    "1/(sin(x)*" LONG "^30 + 1) - (1 - sin(x)*" LONG "^30)/(1 - sin(x)^2*" LONG "^60) = 0",
    "sin(x)^2*" LONG "^30 + cos(x)^2*" LONG "^30 = " LONG "^30",
    /* products of two parts that vanish: the derivatives with respect to all parts vanish too */
    "((x + 1)^2 - x^2 - 2*x - 1)*((y + 2)^2 - y^2 - 4*y - 4) = 0",
    "((x + 1)^2 - x^2 - 2*x - 1)*(sin(y)^2 + cos(y)^2 - 1)*" LONG "^30 = 0",
    "((x + 1)^2 - x^2 - 2*x - 1)^2 + (sin(y)^2 + cos(y)^2 - 1)^3 = 0",
    /* the parts are needed: they are not generic */
    "(x^2 - y^2)/(x - y)*" LONG "^30 = (x + y)*" LONG "^30",
    "(sin(2*x) + " LONG "^30)^2 = (2*sin(x)*cos(x) + " LONG "^30)^2",
    "f(" LONG "^30, x)*y = y*f(" LONG "^30, x)*(sin(y)^2 + cos(y)^2)",
    "sqrt(" LONG "^30 + 1)*(x + y)^2 = sqrt(" LONG "^30 + 1)*(x^2 + 2*x*y + y^2)",
};

static const char *const FALSE_ROWS[] = {
    "(" LONG "^30 + y)^2 = " LONG "^60 + 2*y*" LONG "^30 + y^2 + (x - y)",
    "(" LONG "^30 + y)^2 = " LONG "^60 + y*" LONG "^30 + y^2",
    "sin(x)^2*" LONG "^30 + cos(y)^2*" LONG "^30 = " LONG "^30",
    "((x + 1)^2 - x^2 - 2*x)*((y + 2)^2 - y^2 - 4*y) = 0",
    "((x + 1)^2 - x^2 - 2*x - 1)^2 + (sin(y)^2 + cos(y)^2 - 1)^3 = (x - y)^4",
    "(x^2 - y^2)/(x - y)*" LONG "^30 = (x - y)*" LONG "^30",
    "f(" LONG "^30, x) = f(" LONG "^31, x)",
    "sqrt(" LONG "^30) = " LONG "^15",
};

static vv_proof exactly(formulas *f, int n, const vv_expr *e) {
    vv_proof p;
    vv_prove_options o = {.exact_only = true, .exact_terms = BUDGET};
    vv_prove_zero(f->c, NULL, n, e, &o, &p);
    return p;
}

static void rows(formulas *f) {
    for (size_t i = 0; i < sizeof TRUE_ROWS / sizeof *TRUE_ROWS; i++) {
        vv_expr e = formula(f, TRUE_ROWS[i]);
        vv_proof p = exactly(f, 1, &e);
        ok(p.verdict == VV_PROVED && p.means == VV_MEANS_EXACT, "%s", TRUE_ROWS[i]);
        vv_expr wrong = vv_add(f->c, e, vv_mul(f->c, vv_ratio(f->c, 1, 1000), formula(f, "x*y^3")));
        p = exactly(f, 1, &wrong);
        ok(p.verdict != VV_PROVED, "not with a fault: %s", TRUE_ROWS[i]);
    }
    for (size_t i = 0; i < sizeof FALSE_ROWS / sizeof *FALSE_ROWS; i++) {
        vv_expr e = formula(f, FALSE_ROWS[i]);
        ok(exactly(f, 1, &e).verdict != VV_PROVED, "not %s", FALSE_ROWS[i]);
    }
}

/* Jointly and separately: each root has its own parts. */
static void together(formulas *f) {
    vv_expr e[3] = {formula(f, TRUE_ROWS[0]), formula(f, TRUE_ROWS[6]), formula(f, TRUE_ROWS[7])};
    is_int(exactly(f, 3, e).verdict, VV_PROVED, "three at once");
    e[1] = formula(f, FALSE_ROWS[5]);
    ok(exactly(f, 3, e).verdict != VV_PROVED, "one of three is wrong");
}

/* A linear system too large for Cramer's rule: its solution is a part like any other. */
static void systems(formulas *f) {
    enum { N = 7 };
    vv_ctx *c = f->c;
    vv_expr a[N * N], b[N], x[N], y = formula(f, "y"), e[2];
    for (int i = 0; i < N * N; i++) a[i] = vv_symbol_new(c, "a", VV_SYM_PARAMETER);
    for (int i = 0; i < N; i++) b[i] = vv_symbol_new(c, "b", VV_SYM_PARAMETER);
    vv_solve(c, N, vv_factor(c, N, a), b, x);
    vv_expr sum = vv_add(c, x[1], vv_mul(c, x[4], y)), square = vv_mul(c, sum, sum);
    vv_expr parts[3] = {vv_mul(c, x[1], x[1]),
                        vv_scale(c, vv_rat_int(2), vv_product(c, 3, (vv_expr[]){x[1], x[4], y})),
                        vv_product(c, 4, (vv_expr[]){x[4], x[4], y, y})};
    e[0] = vv_sub(c, square, vv_sum(c, 3, parts));
    is_int(exactly(f, 1, e).verdict, VV_PROVED, "a square of components of a solution");
    e[1] = vv_sub(c, square, vv_sum(c, 2, parts));
    ok(exactly(f, 1, e + 1).verdict != VV_PROVED, "not the wrong one");
    e[1] = vv_sub(c, x[1], x[4]);
    ok(exactly(f, 1, e + 1).verdict != VV_PROVED, "components are not taken for each other");
}

/* Several large systems with few distinct entries: their factors fill a store that is longer than
 * the list of slots. */
static void many_systems(formulas *f) {
    enum { N = 12, SYSTEMS = 4 };
    vv_ctx *c = f->c;
    vv_expr a[N * N], b[N], x[N], e = VV_ZERO, y = formula(f, "y"), z = formula(f, "z");
    for (int i = 0; i < N; i++) b[i] = i % 2 ? y : z;
    for (int k = 0; k < SYSTEMS; k++) {
        for (int i = 0; i < N * N; i++)
            a[i] = i / N == i % N ? vv_add(c, y, vv_ratio(c, k + 2, 1)) : i % N == k ? z : VV_ONE;
        vv_solve(c, N, vv_factor(c, N, a), b, x);
        vv_expr sum = vv_add(c, x[1], y),
                parts[3] = {vv_mul(c, x[1], x[1]), vv_scale(c, vv_rat_int(2), vv_mul(c, x[1], y)),
                            vv_mul(c, y, y)};
        e = vv_add(c, e, vv_sub(c, vv_mul(c, sum, sum), vv_sum(c, 3, parts)));
    }
    is_int(exactly(f, 1, &e).verdict, VV_PROVED, "squares of components of several solutions");
}

/* The programs themselves: fewer live instructions, still zero; none for nonzero expressions. */
static void programs(formulas *f) {
    vv_expr e = formula(f, TRUE_ROWS[0]), wrong = formula(f, FALSE_ROWS[1]);
    vv_prover_program *p = vv_prover_program_make(f->c, NULL, 1, &e),
                      *g = vv_prover_program_generalise(f->c, p, 5);
    int symbols = 0, fresh = 0;
    for (int i = 0; g && i < g->nins; i++)
        if (g->ins[i].op == VV_P_SYMBOL) symbols++, fresh += g->ins[i].aux > UINT32_MAX / 2;
    ok(g && fresh >= 1 && symbols <= 2 + fresh, "%d symbols, %d of them new", symbols, fresh);
    ok(g && vv_exact_prove_zero(f->c, g, BUDGET) && !vv_exact_prove_zero(f->c, p, BUDGET),
       "proved in general, not as it stands");
    ok(!vv_prover_program_generalise(f->c, vv_prover_program_make(f->c, NULL, 1, &wrong), 5),
       "what does not vanish is not generalised");
}

/* A proof that exceeded a budget is not started again with it, but is with a larger one, and
 * does not affect others. */
static void lost_beginnings(formulas *f) {
    vv_expr power = formula(f, LONG "^12"), other = formula(f, "(x + y)^2 - x^2 - 2*x*y - y^2");
    vv_expr longer[2] = {power, formula(f, LONG "^12*z + 1")};
    vv_prover_program *p = vv_prover_program_make(f->c, NULL, 1, &power),
                      *q = vv_prover_program_make(f->c, NULL, 2, longer),
                      *o = vv_prover_program_make(f->c, NULL, 1, &other);
    enum { FEW = 100, VARIABLES = 20 };
    ok(!vv_exact_budget_exceeded(f->c, p, VARIABLES, FEW), "nothing is lost before it is tried");
    ok(!vv_exact_prove_zero(f->c, p, FEW), "too long for a hundred terms");
    ok(vv_exact_budget_exceeded(f->c, p, VARIABLES, FEW), "lost with as many");
    ok(vv_exact_budget_exceeded(f->c, p, VARIABLES, FEW / 2), "and with fewer");
    ok(vv_exact_budget_exceeded(f->c, q, VARIABLES, FEW), "and what begins so");
    ok(!vv_exact_budget_exceeded(f->c, p, VARIABLES, FEW + 1), "not with more");
    ok(!vv_exact_budget_exceeded(f->c, p, 0, FEW), "nor with fewer variables, which cost less");
    ok(!vv_exact_budget_exceeded(f->c, o, VARIABLES, FEW) && vv_exact_prove_zero(f->c, o, FEW),
       "nor another");
}

int main(void) {
    vv_ctx *c = vv_ctx_new(NULL);
    formulas f = {.c = c};
    rows(&f);
    lost_beginnings(&f);
    together(&f);
    systems(&f);
    many_systems(&f);
    programs(&f);
    ok(vv_ctx_ok(c), "nothing failed on the way");
    vv_ctx_free(c);
    return done_testing();
}
