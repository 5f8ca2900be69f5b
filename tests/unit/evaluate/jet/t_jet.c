/* Jets against derivatives: each operation on two polynomials in t, its coefficients by the
 * recurrences and by differentiating the expression in t, which share only the tape of order 0.
 * And late inputs: corrected coefficients equal those computed at once. */
#include "evaluate/jet/jet.h"

#include <math.h>

#include "evaluate/tape/interpret.h"
#include "evaluate/jet/jet_code.h"
#include "formula.h"
#include "tap.h"
#include "platform/cpu.h"

enum { ORDER = 9, INPUTS = 2 };

/* x and y as polynomials in t: small denominators, so that derivatives stay exact and short. */
static const int TOP[INPUTS][4] = {{3, 2, -1, 1}, {5, -3, 2, 1}};
enum { BOTTOM = 8 };

static vv_expr polynomial(vv_ctx *c, vv_expr t, const int *top) {
    vv_expr p = VV_ZERO;
    for (int i = 3; i >= 0; i--) p = vv_add(c, vv_mul(c, p, t), vv_ratio(c, top[i], BOTTOM));
    return p;
}

static vv_jet *jet_of(vv_ctx *c, const vv_expr *x, vv_expr e, const bool *late, double **work) {
    vv_tape *t =
        vv_tape_build(c, &(vv_tape_plan){.nin = INPUTS, .in = x, .nout = 1, .out = &e}, NULL);
    vv_jet *j = t ? vv_jet_build(c, t, ORDER, late, true) : NULL;
    *work = j ? VV_ARRAY(c, double, j->doubles) : NULL;
    if (*work) vv_jet_prepare(j, *work);
    return j;
}

static void set_inputs(const vv_jet *j, double *work, int k) {
    for (int i = 0; i < INPUTS; i++)
        vv_jet_input(j, work, i)[k] = k < 4 ? (double)TOP[i][k] / BOTTOM : 0;
}

/* The coefficients by differentiation, k! and all. */
static void by_derivatives(vv_ctx *c, const vv_expr *x, vv_expr e, double *out) {
    vv_expr t = vv_symbol_new(c, "t", VV_SYM_TIME), to[INPUTS];
    double zero = 0, factorial = 1;
    for (int i = 0; i < INPUTS; i++) to[i] = polynomial(c, t, TOP[i]);
    vv_subst(c, INPUTS, x, to, 1, &e, &e);
    for (int k = 0; k <= ORDER; k++, factorial *= k) {
        vv_tape *tape =
            vv_tape_build(c, &(vv_tape_plan){.nin = 1, .in = &t, .nout = 1, .out = &e}, NULL);
        double *scratch = tape ? VV_ARRAY(c, double, tape->nslots + 1) : NULL;
        out[k] = (double)NAN;
        if (!scratch) return;
        vv_tape_prepare(tape, scratch);
        vv_tape_run(tape, &zero, &out[k], scratch);
        out[k] /= factorial;
        e = vv_diff(c, e, t);
    }
}

static double difference(const double *a, const double *b) {
    double worst = 0, scale = 1e-3;
    for (int k = 0; k <= ORDER; k++) {
        scale = fmax(scale, fabs(b[k]));
        double e = fabs(a[k] - b[k]) / scale;
        worst = isnan(e) || e > worst ? e : worst;
    }
    return worst;
}

/* By vector kernels and JIT-compiled code if available, or rule by rule. */
static void one_formula(const char *text, bool by_rules, int *coded) {
    vv_ctx *c = vv_ctx_new(NULL);
    formulas f = {.c = c, .at = text};
    vv_expr x[INPUTS] = {formula_symbol(&f, "x"), formula_symbol(&f, "y")}, e = formula_sum(&f);
    double *work, *late_work, want[ORDER + 1];
    bool late[INPUTS] = {true, false};
    vv_jet *j = jet_of(c, x, e, NULL, &work), *l = jet_of(c, x, e, late, &late_work);
    *coded += j && j->code;
    if (by_rules && j && l) j->code = l->code = NULL;
    for (int k = 0; j && l && k <= ORDER; k++) {
        set_inputs(j, work, k);
        vv_jet_compute_order(j, k, work);
        set_inputs(l, late_work, k);
        double held = vv_jet_input(l, late_work, 0)[k];
        vv_jet_input(l, late_work, 0)[k] = 0;
        vv_jet_compute_order(l, k, late_work);
        vv_jet_input(l, late_work, 0)[k] = held;
        vv_jet_correct(l, k, late_work);
    }
    by_derivatives(c, x, e, want);
    double error = j ? difference(vv_jet_result(j, work, 0), want) : (double)NAN,
           late_error = l ? difference(vv_jet_result(l, late_work, 0), want) : (double)NAN;
    const char *how = by_rules ? " by rules" : "";
    ok(error < 1e-11, "%s%s: error %.1e", text, how, error);
    ok(late_error < 1e-11, "%s%s corrected: error %.1e", text, how, late_error);
    vv_ctx_free(c);
}

/* A symbol with a cell against its value: by code and by rules, before and after a change. */
static void one_with_cell(const char *text, bool by_rules) {
    vv_ctx *c = vv_ctx_new(NULL);
    formulas f = {.c = c, .at = text};
    vv_expr x[INPUTS] = {formula_symbol(&f, "x"), formula_symbol(&f, "y")}, e = formula_sum(&f);
    vv_expr k = formula_symbol(&f, "k"), number;
    double *work, want[ORDER + 1], cell = 0.75, error = 0;
    vv_symbol_set_cell(c, k, &cell);
    vv_jet *j = jet_of(c, x, e, NULL, &work);
    if (by_rules && j) j->code = NULL;
    for (int i = 0; j && i < 2; i++, cell = 1.25) {
        vv_expr value = vv_ratio(c, i ? 5 : 3, 4);
        vv_subst(c, 1, &k, &value, 1, &e, &number);
        for (int n = 0; n <= ORDER; n++) set_inputs(j, work, n), vv_jet_compute_order(j, n, work);
        by_derivatives(c, x, number, want);
        error = fmax(error, difference(vv_jet_result(j, work, 0), want));
    }
    ok(j && j->ncells == 1 && error < 1e-11, "%s with k in a cell%s: error %.1e", text,
       by_rules ? " by rules" : "", error);
    vv_ctx_free(c);
}

/* A linear system as nodes: x_1 of A z = b with entries in x and y. */
static void one_system(void) {
    vv_ctx *c = vv_ctx_new(NULL);
    formulas f = {.c = c, .at = "2 + x"};
    vv_expr x[INPUTS] = {formula_symbol(&f, "x"), formula_symbol(&f, "y")}, z[2];
    vv_expr a[4] = {vv_add(c, vv_int(c, 2), x[0]), x[1], vv_mul(c, x[0], x[1]), vv_int(c, 3)};
    vv_expr b[2] = {vv_sin(c, x[0]), x[1]};
    vv_solve(c, 2, vv_factor(c, 2, a), b, z);
    vv_expr det = vv_sub(c, vv_mul(c, a[0], a[3]), vv_mul(c, a[1], a[2]));
    vv_expr cramer = vv_div(c, vv_sub(c, vv_mul(c, a[0], b[1]), vv_mul(c, a[2], b[0])), det);
    double *work, want[ORDER + 1];
    bool late[INPUTS] = {true, true};
    vv_jet *j = jet_of(c, x, z[1], late, &work);
    for (int k = 0; j && k <= ORDER; k++) {
        vv_jet_compute_order(j, k, work);
        set_inputs(j, work, k);
        vv_jet_correct(j, k, work);
    }
    by_derivatives(c, x, cramer, want);
    double error = j ? difference(vv_jet_result(j, work, 0), want) : (double)NAN;
    ok(error < 1e-11, "a linear system, both inputs late: error %.1e", error);
    vv_ctx_free(c);
}

/* Two angles whose accelerations occur in both residuals; q' are not the speeds themselves. */
enum { N = 2, CLOSED_IN = 7, CLOSED_OUT = 4 };

static const char *const QUASI[CLOSED_OUT] = {
    "u + v*sin(x)", "v", "(3 + cos(x))*a + b*sin(y) + u*v", "a*sin(y) + 2*b + x*y/(2 + sin(t))"};
/* q' are the speeds, sin(x)'' and cos(y)' occur in the residuals, with other terms in between. */
static const char *const DIRECT[CLOSED_OUT] = {
    "u", "v", "3*a + (cos(x)*a - sin(x)*u^2) + b*sin(y) + u*v*t",
    "(sin(y)*a + 5*x) + 2*b + x*y/(2 + sin(t)) - v*sin(y)*x"};

/* More products than three vectors hold. */
static const char *const MANY[CLOSED_OUT] = {
    "u*cos(y) + v*sin(x)*t + x*log(3 + y)", "v/(2 + x*y) + u*exp(x) + cosh(x*v)",
    "(3 + cos(x))*a + b*sin(y) + u*v*sqrt(3 + y) + tan(x)*v", "a*sin(y) + 2*b + x*y/(2 + sin(t))"};

/* Few enough products for one program: pairs of each kind, quotients, roots, time; then y used
 * nowhere else, through products whose operands are known by their rates, or linear in others,
 * or used elsewhere; rates of y that are products of products; three vectors. */
static const char *const FEW[][CLOSED_OUT] = {
    {"u", "v", "4*a + (cos(x)*a - sin(x)*u^2) + b*y + 9*u*v*y", "y*a + 3*b + 9*u*v"},
    {"u + y", "v", "(3 + x)*a + b*y + u*v", "a*y + 2*b + x*y/(2 + x)"},
    {"u", "v - u", "3*a + b*exp(x - y) + t*u", "a + 2*b + x/sqrt(2 + y) + v*t"},
    {"v", "u*v", "4*a + x^(3/2)*b + y^3", "b + u^2"},
    {"u", "v*sin(x) + 2*v*u*sin(x)", "a + 9*u*v", "b + 9*v*sin(x) + u"},
    {"u", "v*cos(x) - u*v + 3*t*u + v", "a + 9*u*v*x + cos(x)", "b + 9*x*(u + 2*v)"},
    {"u*v", "u*v*sin(x) + exp(v)*(u + x)", "a - 9*v^2*x", "b + 9*cos(x)*u"},
    {"u", "u*cos(x)", "a + 9*u*v*x", "b + 9*v*x"},
    {"u", "u*sin(x)", "a + 9*u*v*x", "b + 9*v*x"},
    {"u", "v*t*exp(v) + u*x*sin(x)", "a + 9*u*v", "b + 9*u"},
    {"u*cos(y) + v*sin(x)*t", "v/(2 + x*y) + u*exp(x)",
     "(3 + cos(x))*a + b*sin(y) + u*v*sqrt(3 + y) + tan(x)*v", "a*sin(y) + 2*b + x*y/(2 + sin(t))"},
};

static vv_tape *closed_tape(vv_ctx *c, const char *const *texts) {
    static const char *const names[CLOSED_IN] = {"x", "y", "u", "v", "a", "b", "t"};
    formulas f = {.c = c};
    vv_expr in[CLOSED_IN], out[CLOSED_OUT];
    for (int i = 0; i < CLOSED_IN; i++) in[i] = formula_symbol(&f, names[i]);
    for (int i = 0; i < CLOSED_OUT; i++) out[i] = formula(&f, texts[i]);
    vv_tape_plan plan = {.nin = CLOSED_IN, .in = in, .nout = CLOSED_OUT, .out = out};
    return vv_tape_build(c, &plan, NULL);
}

/* A state of lane l, and minus the inverse of the matrix there. */
static void put_state(const vv_jet *j, double *work, int l, double shift, double B[4]) {
    double state[4] = {0.4 + shift, 0.7, -0.3 - shift, 0.5}, s = sin(state[1]);
    double M[4] = {3 + cos(state[0]), s, s, 2}, det = M[0] * M[3] - M[1] * M[2];
    for (int i = 0; i < 4; i++) vv_jet_input(j, work, i)[l] = state[i];
    vv_jet_input(j, work, 6)[j->lanes + l] = 1;
    double *sines = j->closed ? vv_jet_sines(j, work) : NULL;
    for (int i = 0; i < j->nangles; i++, sines += 2 * j->lanes)
        sincos(state[j->angle[i]], &sines[l], &sines[j->lanes + l]);
    B[0] = -M[3] / det, B[1] = M[1] / det, B[2] = M[2] / det, B[3] = -M[0] / det;
}

static void expand_by_order(const vv_jet *j, double *work, const double B[4]) {
    for (int k = 0; k < ORDER; k++) {
        double r[2];
        vv_jet_compute_order(j, k, work);
        for (int i = 0; i < 2; i++) r[i] = vv_jet_result(j, work, 2 + i)[k];
        for (int i = 0; i < 2; i++) {
            double a = B[2 * i] * r[0] + B[2 * i + 1] * r[1];
            vv_jet_input(j, work, 4 + i)[k] = a;
            vv_jet_input(j, work, 2 + i)[k + 1] = a / (k + 1);
        }
        vv_jet_correct(j, k, work);
        for (int i = 0; i < 2; i++)
            vv_jet_input(j, work, i)[k + 1] = vv_jet_result(j, work, i)[k] / (k + 1);
    }
}

static double *fresh_work(vv_ctx *c, const vv_jet *j) {
    double *work = VV_ARRAY(c, double, j->doubles);
    vv_jet_prepare(j, work);
    return work;
}

/* A closed motion against the same one order by order, by kernels and by rules. */
static void closed_motion(const char *const *texts, int depth) {
    vv_ctx *c = vv_ctx_new(NULL);
    vv_tape *t = closed_tape(c, texts);
    vv_jet *j = vv_jet_build_dae(c, t, ORDER, &(vv_jet_dae){.nq = N, .n = N}, 1);
    const bool late[CLOSED_IN] = {false, false, false, false, true, true, false};
    is_int(j->closed, vv_cpu_supports_lanes(1) ? N : 0, "it is closed where there is machine code");
    if (j->closed) is_int(j->depth, depth, "positions run ahead by %d", depth);
    for (int by_rules = 0; j->closed && by_rules < 2; by_rules++) {
        vv_jet *plain = vv_jet_build(c, t, ORDER, late, !by_rules);
        double *work = fresh_work(c, j), *by_order = fresh_work(c, plain), B[4], worst = 0;
        put_state(plain, by_order, 0, 0, B);
        put_state(j, work, 0, 0, B);
        memcpy(vv_jet_matrix(j, work), B, sizeof B);
        vv_jet_expand(j, ORDER, work);
        expand_by_order(plain, by_order, B);
        for (int i = 0; i < 6; i++)
            for (int k = 0; k <= ORDER - (i >= 4); k++) {
                double want = vv_jet_input(plain, by_order, i)[k];
                worst = fmax(worst, fabs(vv_jet_input(j, work, i)[k] - want) / (1 + fabs(want)));
            }
        double end = vv_jet_input(j, work, 4)[ORDER - 1];
        ok(worst < 1e-14 && fabs(end) > 1e-6, "one program for each order, %s: %.1e",
           by_rules ? "rules" : "kernels", worst);
    }
    vv_ctx_free(c);
}

/* One program for all orders against one for each: identical bits, over several steps with the
 * same work space. */
static bool whole_motion(const char *const *texts, int order) {
    vv_ctx *c = vv_ctx_new(NULL);
    const vv_jet_dae closure = {.nq = N, .n = N};
    int different = 0;
    vv_jet *j = vv_jet_build_dae(c, closed_tape(c, texts), order, &closure, 1);
    if (j->closed) vv_jet_unroll(c, j);
    bool has = j->closed && j->code->unrolled;
    double *work = fresh_work(c, j), *passes = fresh_work(c, j), B[4];
    for (int step = 0; has && step < 3; step++) {
        double *both[] = {work, passes};
        for (int i = 0; i < 2; i++) {
            put_state(j, both[i], 0, 0.1 * step, B);
            memcpy(vv_jet_matrix(j, both[i]), B, sizeof B);
            vv_jet_expand(j, i ? order : VV_JET_UNROLLED_ORDERS(j), both[i]);
        }
        for (int i = 0; i < 6; i++)
            for (int k = 0; k <= VV_JET_UNROLLED_ORDERS(j) - (i >= 4); k++)
                different += vv_jet_input(j, work, i)[k] != vv_jet_input(j, passes, i)[k];
    }
    is_int(different, 0, "all orders in one program%s",
           has ? "" : ": too many sums, or no vectors");
    vv_ctx_free(c);
    return has;
}

static int differences(const vv_jet *j, const double *alone, const vv_jet *many, const double *work,
                       int l) {
    int n = 0, lanes = many->lanes;
    size_t far = (size_t)j->stride, farther = (size_t)(many->stride * lanes);
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < j->order; k++)
            n += alone[(size_t)i * far + (size_t)k] !=
                 work[(size_t)i * farther + (size_t)(k * lanes + l)];
    return n;
}

/* Several motions in lanes are bit-identical to each one alone, over several steps with the same
 * work space. */
static bool lanes_of_motions(int lanes, const char *const *texts, int order) {
    vv_ctx *c = vv_ctx_new(NULL);
    const vv_jet_dae closure = {.nq = N, .n = N};
    vv_jet *j = vv_jet_build_dae(c, closed_tape(c, texts), order, &closure, 1),
           *many = vv_jet_build_dae(c, closed_tape(c, texts), order, &closure, lanes);
    int different = 0;
    is_int(many->closed, vv_cpu_supports_lanes(lanes) ? N : 0, "%d lanes where there are any",
           lanes);
    double *work = fresh_work(c, many), B[4];
    for (int step = 0; many->closed && step < 3; step++) {
        for (int l = 0; l < lanes; l++) {
            put_state(many, work, l, 0.1 * l - 0.05 * step, B);
            for (int i = 0; i < 4; i++) vv_jet_matrix(many, work)[i * lanes + l] = B[i];
        }
        if (step == 1) vv_jet_unroll(c, many);
        vv_jet_expand(many, order, work);
        for (int l = 0; l < lanes; l++) {
            double *alone = fresh_work(c, j);
            put_state(j, alone, 0, 0.1 * l - 0.05 * step, B);
            memcpy(vv_jet_matrix(j, alone), B, sizeof B);
            vv_jet_expand(j, order, alone);
            different += differences(j, alone, many, work, l);
        }
    }
    is_int(different, 0, "each of %d motions is what it is alone, order %d", lanes, order);
    bool interleaved = many->closed && many->code->interleaved_from;
    vv_ctx_free(c);
    return interleaved;
}

/* From orders below the sums of convolution_interleaved.c to the highest. */
static void lanes_of_orders(int lanes, const char *const *texts) {
    static const int ORDERS[] = {3, 4, 5, 6, 7, 8, 9, 20, 21, 34};
    int n = sizeof ORDERS / sizeof *ORDERS, interleaved = 0;
    for (int i = 0; i < n; i++) interleaved += lanes_of_motions(lanes, texts, ORDERS[i]);
    is_int(interleaved, lanes == 8 && vv_cpu_supports_lanes(8) ? n : 0,
           "%d lanes: sums beside programs", lanes);
}

/* The sums of every order by each vector width, forced, against plain loops: identical bits. */
static void widths(int n, bool unrolled) {
    enum { MOST_SUMS = 104, ORDERS = 24 };
    static double rows[(ORDERS + 1) * 2 * MOST_SUMS], sums[3][MOST_SUMS],
        ahead[3][VV_JET_BLOCK_LOOKAHEAD * MOST_SUMS];
    static const int width[] = {2, 4, 8};
    int different = 0, wrong = 0;
    for (int i = 0; i < (ORDERS + 1) * 2 * n; i++)
        rows[i] = (double)(int64_t)random_bits() * 0x1p-62;
    for (int k = 1; k <= ORDERS; k++) {
        for (int w = 0; w < 3; w++)
            vv_jet_kernel_of(width[w], n, unrolled)(n, 2 * n, k, rows, sums[w], ahead[w]);
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int r = 1; r < k; r++) sum += rows[2 * n * r + i] * rows[2 * n * (k - r) + n + i];
            wrong += !(fabs(sums[0][i] - sum) <= 1e-14);
            different += sums[1][i] != sums[0][i] || sums[2][i] != sums[0][i];
        }
    }
    is_int(wrong, 0, "%d convolutions in SIMD lanes, orders to %d", n, ORDERS);
    is_int(different, 0, "the same bits by 2, 4 and 8 at once");
}

/* Sums in lanes are bit-identical to those of each motion alone; neighbours share operands.
 * Alone there are m of them, the last meaningless. */
static void sums_in_lanes(int lanes, int n, bool unrolled) {
    enum { MOST_SUMS = 104, ORDERS = 24, STRIDE = ORDERS + 1, MOST_LANES = 8 };
    static double rows[STRIDE * MOST_SUMS * MOST_LANES], alone[STRIDE * 2 * MOST_SUMS],
        sums[MOST_SUMS * MOST_LANES], ahead[VV_JET_BLOCK_LOOKAHEAD * MOST_SUMS * MOST_LANES],
        sum[MOST_SUMS], next[MOST_LANES][VV_JET_BLOCK_LOOKAHEAD * MOST_SUMS];
    int32_t pair[2 * MOST_SUMS];
    int different = 0, m = (n + 7) / 8 * 8;
    for (int i = 0; i < STRIDE * n * lanes; i++) rows[i] = (double)(int64_t)random_bits() * 0x1p-62;
    for (int i = 0; i < n; i++) { /* the first shared, the second, none, ... */
        int a = i % 6 == 1 ? i - 1 : i, b = i % 6 == 3 ? i : (i + 1) % n;
        pair[2 * i] = a * STRIDE, pair[2 * i + 1] = b * STRIDE;
    }
    vv_jet_lanes_kernel *many = vv_jet_lanes_kernel_of(lanes, n, unrolled);
    for (int k = 1; many && k <= ORDERS; k++) {
        many(n, k, pair, rows, sums, ahead);
        for (int l = 0; l < lanes; l++) {
            for (int i = 0; i < n * STRIDE; i++) {
                double *row = alone + i % STRIDE * 2 * m + i / STRIDE;
                row[0] = rows[(pair[2 * (i / STRIDE)] + i % STRIDE) * lanes + l];
                row[m] = rows[(pair[2 * (i / STRIDE) + 1] + i % STRIDE) * lanes + l];
            }
            vv_jet_kernel_of(lanes, m, unrolled)(m, 2 * m, k, alone, sum, next[l]);
            for (int i = 0; i < n; i++) different += sums[i * lanes + l] != sum[i];
        }
    }
    is_int(different, 0, "%d convolutions in %d lanes as alone", n, lanes);
}

static void branches(void) {
    vv_ctx *c = vv_ctx_new(NULL);
    formulas f = {.c = c, .at = "abs(x - y) + if(x < y, x, y) + min(x, 2*y)"};
    vv_expr x[INPUTS] = {formula_symbol(&f, "x"), formula_symbol(&f, "y")}, e = formula_sum(&f);
    double *work;
    vv_jet *j = jet_of(c, x, e, NULL, &work);
    is_int(j ? j->nswitches : 0, 3, "the values that decide a branch are listed");
    vv_ctx_free(c);
}

int main(void) {
    int coded = 0;
    static const char *const FORMULAS[] = {"x + 3*y",
                                           "x - y",
                                           "-x",
                                           "7*x",
                                           "x*y",
                                           "x^3*y^2",
                                           "x*y + y*x^2",
                                           "x^2 - 1/y",
                                           "x/y",
                                           "1/(1 + x)",
                                           "sin(x)",
                                           "cos(x*y)",
                                           "sin(x)*cos(x)",
                                           "tan(x)",
                                           "exp(x - y)",
                                           "log(1 + x)",
                                           "sqrt(x + y)",
                                           "asin(x/2)",
                                           "acos(y/3)",
                                           "atan(x*y)",
                                           "sinh(x)",
                                           "cosh(y)",
                                           "tanh(x + y)",
                                           "atan2(x, y)",
                                           "atan2(y - 2, x)",
                                           "abs(x - y)",
                                           "sign(x - y)*x",
                                           "min(x, y)",
                                           "max(x, y)",
                                           "if(x < y, x^2, y)",
                                           "if(y <= x, x^2, sin(y))",
                                           "(1 + x)^(3/7)",
                                           "(1 + x)^y",
                                           "sin(cos(x) + exp(sin(y)))/sqrt(2 + cos(x))"};
    for (size_t i = 0; i < sizeof FORMULAS / sizeof *FORMULAS; i++)
        for (int by_rules = 0; by_rules < 2; by_rules++) one_formula(FORMULAS[i], by_rules, &coded);
    ok(vv_cpu_supports_lanes(1) ? coded > 50 : coded == 0, "%d have machine code", coded);
    for (int by_rules = 0; by_rules < 2; by_rules++) {
        one_with_cell("k*x*y + sin(k*x)", by_rules);
        one_with_cell("x/(k + y^2) - exp(k)*k^2*y", by_rules);
    }
    one_system();
    closed_motion(QUASI, 0);
    closed_motion(DIRECT, 2);
    closed_motion(MANY, 0);
    int in_one = whole_motion(QUASI, ORDER) + whole_motion(DIRECT, ORDER),
        few = sizeof FEW / sizeof *FEW;
    for (int i = 0; i < few; i++) {
        in_one += whole_motion(FEW[i], ORDER);
        whole_motion(FEW[i], ORDER - 1);
        closed_motion(FEW[i], i == 0 ? 2 : 0);
        lanes_of_orders(8, FEW[i]);
    }
    is_int(in_one, vv_cpu_lanes() == 8 ? few + 2 : 0, "%d of them in one program", in_one);
    ok(!whole_motion(MANY, ORDER), "one is too large for that");
    for (int lanes = 4; lanes <= 8; lanes += 4) {
        lanes_of_orders(lanes, QUASI);
        lanes_of_orders(lanes, DIRECT);
        lanes_of_orders(lanes, MANY);
    }
    for (int n = 8; n <= 104; n += 8) widths(n, false), widths(n, true);
    for (int n = 1; n <= 104; n += n % 16 == 1 ? 7 : 9) /* 1, 8, 17, 24, ... */
        for (int lanes = 4; lanes <= 8; lanes += 4)
            sums_in_lanes(lanes, n, false), sums_in_lanes(lanes, n, true);
    branches();
    return done_testing();
}
