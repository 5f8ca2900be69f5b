/* The tape and its interpreter: every operation against balls at random points, tapes of random
 * expressions against balls, the structure of the result, domains, refusals. Balls (Arb) share
 * nothing with the tape but the traversal of the DAG. VV_TEST_EFFORT scales the random cases. */
#include "evaluate/jit/jit.h"
#include "evaluate/tape/interpret.h"

#include <math.h>

#include "balls.h"
#include "formula.h"
#include "tap.h"
#include "platform/cpu.h"

enum { MOST_VALUES = 16 };

/* ---- against balls -------------------------------------------------------------------------- */

static vv_tape *tape_of(vv_ctx *c, int nin, const vv_expr *in, int nout, const vv_expr *out) {
    return vv_tape_build(c, &(vv_tape_plan){.nin = nin, .in = in, .nout = nout, .out = out}, NULL);
}

static double *scratch_of(vv_ctx *c, const vv_tape *t) {
    double *s = VV_ARRAY(c, double, t->nslots + 1);
    vv_tape_prepare(t, s);
    return s;
}

/* Change of the results when the arguments change by a relative 1e-13, inwards or outwards;
 * false if both ways leave the domain. */
static bool sensitivity(const vv_tape *t, const double *in, const double *out, double *scratch,
                        double *moved) {
    for (int way = 1; way >= -1; way -= 2) {
        double x[32];
        bool defined = true;
        for (int i = 0; i < t->nin; i++) x[i] = in[i] * (1 + way * 1e-13);
        vv_tape_run(t, x, moved, scratch);
        for (int i = 0; i < t->nout; i++) {
            moved[i] = fabs(moved[i] - out[i]);
            defined &= !isnan(moved[i]);
        }
        if (defined) return true;
    }
    return false;
}

/* Largest error of the tape of e at random points, in units of the admissible error: rounding of
 * a few operations, and the response of the function to a relative change of 1e-13 in its
 * arguments. */
static double worst_error(vv_ctx *c, int n, const vv_expr *e, int points, int *used) {
    double worst = 0;
    for (int k = 0; k < points; k++) {
        vv_proof p;
        double mid[MOST_VALUES], in[32], out[MOST_VALUES], moved[MOST_VALUES];
        if (!ball_at_random(c, n, e, random_bits(), mid, &p)) continue;
        for (int i = 0; i < p.nwitness; i++) in[i] = vv_rat_double(p.witness_value[i]);
        vv_tape *t = tape_of(c, p.nwitness, p.witness_symbol, n, e);
        if (!t) return (double)INFINITY;
        double *scratch = scratch_of(c, t);
        vv_tape_run(t, in, out, scratch);
        if (!sensitivity(t, in, out, scratch, moved)) continue;
        for (int i = 0; i < n; i++) {
            double allowed = 1e-13 * (1 + fabs(mid[i])) + 10 * moved[i];
            double error = fabs(out[i] - mid[i]) / allowed;
            worst = isnan(worst) || worst > error ? worst : error;
        }
        ++*used;
    }
    return worst;
}

/* ---- every operation ------------------------------------------------------------------------ */

static void every_operation(void) {
    vv_ctx *c = vv_ctx_new(NULL);
    vv_expr x = vv_symbol_new(c, "x", VV_SYM_OTHER), y = vv_symbol_new(c, "y", VV_SYM_OTHER);
    for (vv_op op = VV_ADD; op <= VV_PIECEWISE; op++) {
        vv_expr e, xy[2] = {x, y};
        vv_expr less = vv_call(c, op == VV_LESSEQ ? op : VV_LESS, 2, xy);
        vv_expr choice[5] = {less, x, vv_call(c, VV_LESS, 2, (vv_expr[]){VV_ONE, x}), y, VV_ONE};
        if (op == VV_ADD)
            e = vv_sub(c, x, vv_scale(c, vv_rat_make(c, 2, 3), y));
        else if (op == VV_MUL)
            e = vv_div(c, vv_pow_int(c, x, 7), vv_pow_int(c, y, 3));
        else if (op == VV_POW)
            e = vv_pow(c, vv_call(c, VV_ABS, 1, &x), y);
        else if (op == VV_LESS || op == VV_LESSEQ)
            e = vv_call(c, VV_PIECEWISE, 3, (vv_expr[]){less, x, VV_ZERO});
        else if (op == VV_PIECEWISE)
            e = vv_call(c, op, 5, choice);
        else
            e = vv_call(c, op, vv_op_arity(op), xy);
        int used = 0;
        double worst = worst_error(c, 1, &e, 40, &used);
        ok(used >= 10 && worst <= 1, "%s agrees with balls at %d points, worst %.2g",
           vv_op_text(op), used, worst);
    }
    vv_ctx_free(c);
}

static void equal_arguments(void) {
    vv_ctx *c = vv_ctx_new(NULL);
    vv_expr x = vv_symbol_new(c, "x", VV_SYM_OTHER), y = vv_symbol_new(c, "y", VV_SYM_OTHER);
    vv_expr xy[2] = {x, y}, out[4];
    vv_expr less = vv_call(c, VV_LESS, 2, xy), lesseq = vv_call(c, VV_LESSEQ, 2, xy);
    out[0] = vv_call(c, VV_PIECEWISE, 3, (vv_expr[]){less, VV_ONE, VV_ZERO});
    out[1] = vv_call(c, VV_PIECEWISE, 3, (vv_expr[]){lesseq, VV_ONE, VV_ZERO});
    out[2] = vv_call(c, VV_SIGN, 1, (vv_expr[]){vv_sub(c, x, y)});
    out[3] = vv_call(c, VV_MAX, 2, xy);
    vv_tape *t = tape_of(c, 2, xy, 4, out);
    double v[4];
    vv_tape_run(t, (double[]){2, 2}, v, scratch_of(c, t));
    ok(v[0] == 0 && v[1] == 1 && v[2] == 0 && v[3] == 2,
       "x < x is false, x <= x true, sign 0 is 0");
    vv_ctx_free(c);
}

/* ---- random expressions --------------------------------------------------------------------- */

static vv_expr grown(vv_ctx *c, const vv_expr *x, int depth) {
    if (depth == 0 || random_below(8) == 0) {
        /* no pi here: sin(pi^12) is dominated by rounding */
        long k = random_below(5);
        return k < 4 ? x[k] : vv_ratio(c, 1 + random_below(7), 1 + random_below(5));
    }
    vv_expr a = grown(c, x, depth - 1), b = grown(c, x, depth - 1);
    long kind = random_below(10);
    if (kind < 3) return vv_add(c, a, vv_scale(c, vv_rat_int(random_below(2) ? 1 : -2), b));
    if (kind < 5) return vv_mul(c, a, b);
    if (kind == 5) return vv_div(c, a, vv_add(c, vv_int(c, 2), vv_mul(c, b, b)));
    if (kind == 6) return vv_pow_int(c, a, 2 + (int)random_below(3));
    if (kind == 7) return random_below(2) ? vv_sin(c, a) : vv_cos(c, a);
    if (kind == 8) { /* a component of a system with a regular matrix */
        vv_expr m[4] = {vv_add(c, vv_int(c, 3), vv_mul(c, a, a)), vv_sin(c, b), vv_cos(c, a),
                        VV_ONE};
        vv_expr r[2] = {b, x[0]}, s[2] = {VV_POISON, VV_POISON};
        m[3] = vv_add(c, vv_int(c, 2), vv_mul(c, b, b));
        vv_solve(c, 2, vv_factor(c, 2, m), r, s);
        return s[random_below(2)];
    }
    vv_op op = (vv_op)(VV_TAN + random_below(VV_SIGN - VV_TAN + 1));
    if (op == VV_EXP || op == VV_SINH || op == VV_COSH) a = vv_sin(c, a); /* no overflow */
    if (op == VV_LOG && vv_is_zero(a)) return b;
    return vv_call(c, op, 1, &a);
}

static void random_expressions(void) {
    long cases = effort(300), bad = 0;
    int used = 0, instructions = 0;
    for (long k = 0; k < cases; k++) {
        vv_ctx *c = vv_ctx_new(NULL);
        static const char *const name[] = {"x", "y", "z", "w"};
        vv_expr x[4], e[3];
        for (int i = 0; i < 4; i++) x[i] = vv_symbol_new(c, name[i], VV_SYM_OTHER);
        for (int i = 0; i < 3; i++) e[i] = grown(c, x, 4);
        if (vv_ctx_ok(c)) {
            double worst = worst_error(c, 3, e, 2, &used);
            vv_tape *t = tape_of(c, 4, x, 3, e);
            instructions += t ? t->ninstructions : 0;
            if (!(worst <= 1)) {
                bad++;
                for (int i = 0; i < 3; i++) {
                    vv_buffer b = VV_BUFFER(c);
                    vv_expr_write(c, e[i], &b);
                    diag("case %ld, error %.3g: %.400s", k, worst, vv_buffer_text(&b));
                }
            }
        }
        vv_ctx_free(c);
    }
    ok(bad == 0 && used > cases / 2 && instructions > 10 * cases,
       "%ld triples of random expressions agree with balls at %d points", cases, used);
}

/* ---- shape ---------------------------------------------------------------------------------- */

static vv_tape *shape(vv_ctx *c, const char *text, formulas *f) {
    vv_expr e = formula(f, text);
    return tape_of(c, f->nsymbols, f->symbol, 1, &e);
}

static void shapes(void) {
    static const struct {
        const char *text;
        int instructions, sincos, operations;
    } table[] = {
        {"x", 0, 0, 0},
        {"2*pi + sin(1/3)", 0, 0, 0},
        {"sin(x)*cos(x)", 2, 1, 3},
        {"sin(x) + cos(2*x)", 4, 0, 4},
        {"x^10", 4, 0, 4},
        {"x^2*y + x^2*z", 3, 0, 4},
        {"x/2 - y/2", 2, 0, 2},
        {"3*x*(2*y)", 2, 0, 2},
        {"x/z + y/z + w/z", 4, 0, 6},
        {"x*y - z", 1, 0, 2},
        {"z - x*y", 1, 0, 2},
        {"1/x", 1, 0, 1},
        {"x/y", 1, 0, 1},
        {"x*z*w + y*z*w", 3, 0, 4},
        {"(x + z + w)*sin(y + z + w)", 5, 0, 5},
        {"2*(x + 3*y) + 3*(x - y)", 2, 0, 3},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        vv_ctx *c = vv_ctx_new(NULL);
        formulas f = {.c = c};
        vv_tape *t = shape(c, table[i].text, &f);
        bool fits = t && t->ninstructions == table[i].instructions &&
                    t->nsincos == table[i].sincos && t->noperations == table[i].operations;
        if (!ok(fits, "%s takes %d instructions", table[i].text, table[i].instructions) && t) {
            vv_buffer b = VV_BUFFER(c);
            vv_tape_write(t, &b);
            diag("%d operations\n%s", t->noperations, vv_buffer_text(&b));
        }
        vv_ctx_free(c);
    }
}

static void slots_are_reused(void) {
    vv_ctx *c = vv_ctx_new(NULL);
    vv_expr x = vv_symbol_new(c, "x", VV_SYM_OTHER), e = x;
    for (int i = 0; i < 500; i++) e = vv_sin(c, vv_add(c, vv_cos(c, e), x));
    vv_tape *t = tape_of(c, 1, &x, 1, &e);
    double want = 0.3, got;
    for (int i = 0; i < 500; i++) want = sin(cos(want) + 0.3);
    vv_tape_run(t, (double[]){0.3}, &got, scratch_of(c, t));
    ok(t->ninstructions == 1500 && t->nslots <= 6, "1500 instructions need %d slots", t->nslots);
    ok(fabs(got - want) < 1e-14, "and give the right number");
    vv_ctx_free(c);
}

static void systems(void) {
    enum { N = 7 };
    vv_ctx *c = vv_ctx_new(NULL);
    vv_expr x[3], a[N * N], b[2][N], u[2 * N];
    for (int i = 0; i < 3; i++) x[i] = vv_symbol_new(c, &"xyz"[i], VV_SYM_OTHER);
    for (int i = 0; i < N * N; i++)
        a[i] = random_below(3) ? vv_sin(c, vv_add(c, x[i % 3], vv_int(c, i))) : VV_ZERO;
    for (int i = 0; i < N; i++)
        b[0][i] = vv_mul(c, x[i % 3], vv_int(c, i + 1)), b[1][i] = vv_cos(c, x[i % 3]);
    vv_expr factor = vv_factor(c, N, a);
    vv_solve(c, N, factor, b[0], u);
    vv_solve(c, N, factor, b[1], u + N);
    vv_tape *t = tape_of(c, 3, x, 2 * N, u);
    ok(t && t->nfactors == 1 && t->nsolves == 2, "one matrix is factored once for two solutions");
    int used = 0;
    double worst = worst_error(c, 2 * N, u, 10, &used);
    ok(used >= 5 && worst <= 1, "systems of %d agree with balls at %d points, worst %.2g", N, used,
       worst);

    /* a matrix whose first pivot vanishes may be regular; a singular one gives NaN */
    vv_expr swap[4] = {vv_sub(c, x[0], x[1]), x[2], x[2], x[1]}, r[2] = {x[0], x[1]}, s[2];
    vv_solve(c, 2, vv_factor(c, 2, swap), r, s);
    t = tape_of(c, 3, x, 2, s);
    double v[2], *scratch = scratch_of(c, t);
    vv_tape_run(t, (double[]){2, 2, 4}, v, scratch);
    ok(fabs(v[0] - 0.25) < 1e-15 && fabs(v[1] - 0.5) < 1e-15,
       "rows are exchanged where a pivot vanishes");
    vv_tape_run(t, (double[]){2, 1, 1}, v, scratch);
    ok(isnan(v[0]) && isnan(v[1]), "a singular matrix answers NaN");
    vv_tape_run(t, (double[]){2, 2, 4}, v, scratch);
    ok(fabs(v[1] - 0.5) < 1e-15, "and the next run is not spoilt");
    vv_ctx_free(c);
}

/* A A^-1 = 1, for all sizes with specialized code; a singular matrix is refused. */
static void inverses(void) {
    enum { MOST = 11 };
    double worst = 0;
    int refused = 0;
    for (int n = 1; n <= MOST; n++) {
        double a[MOST * MOST], b[MOST * MOST], pivot[MOST];
        for (int i = 0; i < n * n; i++) b[i] = a[i] = (double)(random_below(2001) - 1000) / 1000;
        if (n > 1) a[0] = b[0] = 0; /* rows are exchanged */
        if (!vv_invert(n, b, pivot, 1e-12)) worst = (double)INFINITY;
        double size = 0;
        for (int i = 0; i < n * n; i++) size = fmax(size, fabs(b[i]));
        for (int i = 0; i < n; i++)
            for (int k = 0; k < n; k++) {
                double x = i == k ? -1 : 0;
                for (int m = 0; m < n; m++) x += a[i * n + m] * b[m * n + k];
                worst = fmax(worst, fabs(x) / size);
            }
        for (int k = 0; k < n; k++) a[k] = n > 1 ? a[n + k] : 0;
        refused += !vv_invert(n, a, pivot, 1e-12);
    }
    ok(worst < 1e-13, "inverses of up to %d rows, worst %.1e", MOST, worst);
    is_int(refused, MOST, "singular matrices have none");
}

/* R R' + 1/10 */
static void make_definite(int n, double *a) {
    enum { MOST = 12 };
    double r[MOST * MOST];
    for (int i = 0; i < n * n; i++) r[i] = (double)(random_below(2001) - 1000) / 1000;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            a[i * n + k] = i == k ? 0.1 : 0;
            for (int m = 0; m < n; m++) a[i * n + k] += r[i * n + m] * r[k * n + m];
        }
}

/* Several in lanes, one of them singular: each has the same digits as alone. */
static int different_lanes(int lanes, int n) {
    enum { MOST = 12, LANES = 8 };
    double a[LANES][MOST * MOST], all[LANES * MOST * MOST], out[LANES * MOST * MOST],
        alone[MOST * MOST], scratch[LANES * VV_INVERT_SPD_SCRATCH(MOST)];
    bool good[LANES];
    int different = 0;
    for (int l = 0; l < lanes; l++) {
        make_definite(n, a[l]);
        if (l == 1) a[l][n * n - 1] = -a[l][n * n - 1];
        for (int i = 0; i < n * n; i++) all[i * lanes + l] = a[l][i];
    }
    vv_invert_spd_negated_lanes(lanes, n, all, out, scratch, 1e-6, good);
    for (int l = 0; l < lanes; l++) {
        different += good[l] != (l != 1);
        if (vv_invert_spd_negated(n, false, a[l], alone, scratch, 1e-6) != good[l]) different++;
        for (int i = 0; good[l] && i < n * n; i++) different += alone[i] != out[i * lanes + l];
    }
    return different;
}

static void definite_inverses(void) {
    enum { MOST = 12 };
    double worst = 0;
    int refused = 0, different = 0;
    for (int n = 1; n <= MOST; n++) {
        double a[MOST * MOST], b[MOST * MOST], scratch[VV_INVERT_SPD_SCRATCH(MOST)];
        make_definite(n, a);
        if (!vv_invert_spd_negated(n, false, a, b, scratch, 1e-6)) worst = (double)INFINITY;
        for (int i = 0; i < n; i++)
            for (int k = 0; k < n; k++) {
                double x = i == k ? 1 : 0;
                for (int m = 0; m < n; m++) x += a[i * n + m] * b[m * n + k];
                worst = fmax(worst, fabs(x));
            }
        a[n - 1] = n > 1 ? a[n - 1] + 1e-9 : -1; /* not symmetric; for one row, not positive */
        refused += !vv_invert_spd_negated(n, false, a, b, scratch, 1e-6);
        for (int lanes = 4; lanes <= 8; lanes += 4)
            if (vv_cpu_supports_lanes(lanes)) different += different_lanes(lanes, n);
    }
    ok(worst < 1e-12, "inverses of definite matrices, up to %d rows, worst %.1e", MOST, worst);
    is_int(refused, MOST, "what is not definite is refused");
    is_int(different, 0, "the same digits in SIMD lanes");
}

/* ---- values and refusals -------------------------------------------------------------------- */

static void fixed_values(void) {
    vv_ctx *c = vv_ctx_new(NULL);
    formulas f = {.c = c};
    vv_expr e[2] = {formula(&f, "m*x^2/2 + k*sin(m)*y"), formula(&f, "m*k")};
    vv_expr m = formula_symbol(&f, "m"), k = formula_symbol(&f, "k"), x = formula_symbol(&f, "x"),
            y = formula_symbol(&f, "y");
    vv_tape_plan plan = {2, (vv_expr[]){x, y}, 2, (vv_expr[]){m, k}, (double[]){2, 0}, 2, e};
    vv_tape *t = vv_tape_build(c, &plan, NULL);
    double v[2];
    vv_tape_run(t, (double[]){3, (double)INFINITY}, v, scratch_of(c, t));
    ok(t->ninstructions == 1 && v[0] == 9 && v[1] == 0,
       "values known now are folded, zeros drop terms");
    double both[2] = {3, 1};
    plan.value = (double[]){2, 1};
    t = vv_tape_build(c, &plan, NULL);
    vv_tape_run(t, both, both, scratch_of(c, t));
    ok(fabs(both[0] - 9 - sin(2)) < 1e-15 && both[1] == 2, "results may replace the inputs");
    vv_ctx_free(c);
}

/* Values that a tape fetches itself: interpreted and compiled, before and after they change. */
static void cells(void) {
    vv_ctx *c = vv_ctx_new(NULL);
    formulas f = {.c = c};
    vv_expr e = formula(&f, "k*x^2 + sin(m)*y"), plain = formula(&f, "x + y");
    vv_expr m = formula_symbol(&f, "m"), k = formula_symbol(&f, "k"), x = formula_symbol(&f, "x"),
            y = formula_symbol(&f, "y");
    double cell[2] = {2, 3}, in[2] = {5, 7}, v[2];
    vv_symbol_set_cell(c, m, &cell[0]), vv_symbol_set_cell(c, k, &cell[1]);
    vv_tape_plan plan = {2, (vv_expr[]){x, y}, 1, &m, (double[]){100}, 1, &e};
    vv_tape *t = vv_tape_build(c, &plan, NULL);
    plan.out = &plain;
    vv_tape *none = vv_tape_build(c, &plan, NULL);
    vv_jit *j = vv_jit_build(c, t, 1);
    double *scratch = scratch_of(c, t), *room = VV_ARRAY(c, double, j->nscratch + 1);
    vv_jit_prepare(j, room);
    ok(t->ncells == 2 && vv_tape_given(t) == 2 && none->ncells == 0, "only where one is read");
    for (int i = 0; i < 2; i++, cell[0] = -1, cell[1] = 0.5) {
        vv_tape_run(t, in, &v[0], scratch), vv_jit_run(j, in, &v[1], room);
        double want = cell[1] * 25 + sin(cell[0]) * 7;
        ok(fabs(v[0] - want) < 1e-14 * fabs(want) && !memcmp(&v[0], &v[1], sizeof *v),
           "a cell is %g", cell[0]);
    }
    vv_ctx_free(c);
}

static void refusal(const char *text, const char *expected) {
    vv_ctx *c = vv_ctx_new(NULL);
    formulas f = {.c = c};
    vv_expr e = formula(&f, text), x = formula_symbol(&f, "x");
    const char *why = NULL;
    vv_tape *t = vv_tape_build(c, &(vv_tape_plan){.nin = 1, .in = &x, .nout = 1, .out = &e}, &why);
    ok(!t && vv_ctx_status(c) == VV_E_BEYOND, "%s is refused", text);
    is_text(why, expected, "%s: the reason", text);
    vv_ctx_free(c);
}

static void refusals(void) {
    refusal("x + mass", "'mass' has no value");
    refusal("x*f(x)", "the function 'f' has no definition");
    vv_ctx *c = vv_ctx_new(NULL);
    vv_expr e = VV_POISON;
    ok(!tape_of(c, 0, NULL, 1, &e), "poison has no tape");
    vv_tape *none = tape_of(c, 0, NULL, 0, NULL);
    ok(none && none->ninstructions == 0, "nothing is a tape of nothing");
    vv_ctx_free(c);
}

static void domains(void) {
    static const struct {
        const char *text;
        double x, y;
        int kind; /* 0 finite, 1 infinite, 2 NaN */
    } table[] = {
        {"sqrt(x)", -1, 0, 2},
        {"log(x)", -1, 0, 2},
        {"log(x)", 0, 0, 1},
        {"1/x", 0, 0, 1},
        {"asin(x)", 2, 0, 2},
        {"acos(x)", -1.5, 0, 2},
        {"x^(1/3)", -8, 0, 2},
        {"x^y", -8, 2, 0},
        {"x^y", 0, -1, 1},
        {"min(x, sqrt(y))", 1, -1, 2},
        {"max(sqrt(y), x)", 1, -1, 2},
        {"if(x < sqrt(y), 1, 2)", 1, -1, 2},
        {"if(x < 0, sqrt(x), y)", 1, 3, 0},
        {"sqrt(y)^x", 0, -1, 2},
        {"sign(sqrt(x))", -1, 0, 2},
        {"exp(x)", 1000, 0, 1},
        {"abs(x)/x", 0, 0, 2},
        {"tan(x)", 1.5, 0, 0},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        vv_ctx *c = vv_ctx_new(NULL);
        formulas f = {.c = c};
        vv_expr x = formula_symbol(&f, "x"), y = formula_symbol(&f, "y"),
                e = formula(&f, table[i].text);
        vv_tape *t = tape_of(c, 2, (vv_expr[]){x, y}, 1, &e);
        double v = 0;
        if (t) vv_tape_run(t, (double[]){table[i].x, table[i].y}, &v, scratch_of(c, t));
        static const char *const kind[] = {"finite", "infinite", "not a number"};
        ok(t && table[i].kind == (isnan(v)   ? 2
                                  : isinf(v) ? 1
                                             : 0),
           "%s at x = %g, y = %g is %s", table[i].text, table[i].x, table[i].y,
           kind[table[i].kind]);
        vv_ctx_free(c);
    }
}

/* Each allocation refused once: the build fails cleanly, with the status of the context. */
static void refused_memory(void) {
    bool clean = true;
    long n = 1;
    for (;; n++) {
        vv_ctx *c = vv_ctx_new(&(vv_limits){.refuse_at = n});
        if (!c) continue;
        vv_expr x = vv_symbol_new(c, "x", VV_SYM_OTHER), e = x, s[2] = {x, x};
        for (int i = 0; i < 300; i++) e = vv_sin(c, vv_add(c, vv_mul(c, e, x), vv_int(c, i)));
        vv_expr m[4] = {e, x, vv_mul(c, x, x), vv_cos(c, e)};
        vv_solve(c, 2, vv_factor(c, 2, m), s, s);
        vv_tape *t = tape_of(c, 1, &x, 2, s);
        bool done = t && vv_ctx_ok(c);
        clean &= done || (!t && vv_ctx_status(c) == VV_E_NOMEM);
        vv_ctx_free(c);
        if (done || n > 2000) break;
    }
    ok(clean && n > 20 && n <= 2000, "each of %ld allocations may be refused", n);
}

int main(void) {
    seed_random(0x7a9e);
    every_operation();
    equal_arguments();
    random_expressions();
    shapes();
    slots_are_reused();
    systems();
    inverses();
    definite_inverses();
    fixed_values();
    cells();
    refusals();
    domains();
    refused_memory();
    return done_testing();
}
