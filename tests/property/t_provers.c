/* The provers never contradict each other.
 *
 * Random expressions over every operation are rewritten by analytic identities: the difference
 * must never be refuted, and if it is proved, ball arithmetic must not exclude zero. With an
 * injected fault it must never be proved, and nearly always be refuted. VV_TEST_EFFORT scales
 * the number of cases. */
#include "prove/prove.h"

#include "expr/dag.h"
#include "formula.h"
#include "prove/refute.h"
#include "tap.h"

static vv_expr symbol[4];
static int function1, function2;

static vv_expr number(vv_ctx *c) { return vv_ratio(c, random_below(9) - 4, 1 + random_below(3)); }

static vv_expr leaf(vv_ctx *c) {
    switch (random_below(6)) {
    case 0: return number(c);
    case 1: return random_below(4) ? symbol[0] : vv_pi(c);
    default: return symbol[random_below(4)];
    }
}

static vv_expr random_expr(vv_ctx *c, int depth);

static vv_expr component(vv_ctx *c, int depth) {
    vv_expr a[4], b[2], x[2] = {VV_POISON, VV_POISON};
    for (int i = 0; i < 4; i++) a[i] = vv_add(c, random_expr(c, depth), vv_int(c, 2 + i));
    for (int i = 0; i < 2; i++) b[i] = random_expr(c, depth);
    if (vv_is_poison(a[0]) || vv_is_zero(a[0]) || vv_is_zero(a[3])) return leaf(c);
    vv_solve(c, 2, vv_factor(c, 2, a), b, x);
    return x[random_below(2)];
}

static vv_expr condition(vv_ctx *c, int depth) {
    vv_expr side[2] = {random_expr(c, depth), random_expr(c, depth)};
    return vv_call(c, random_below(2) ? VV_LESS : VV_LESSEQ, 2, side);
}

static vv_expr special(vv_ctx *c, vv_op op, int depth) {
    vv_expr x = random_expr(c, depth), y = random_expr(c, depth);
    switch ((int)op) {
    case VV_POW: {
        static const int r[][2] = {{1, 3}, {2, 3}, {1, 4}, {-1, 3}};
        const int *q = r[random_below(4)];
        return vv_is_zero(x) ? x : vv_pow(c, x, random_below(2) ? vv_ratio(c, q[0], q[1]) : y);
    }
    case VV_ATAN2:
    case VV_MIN:
    case VV_MAX: return vv_call(c, op, 2, (vv_expr[]){x, y});
    case VV_PIECEWISE: return vv_call(c, op, 3, (vv_expr[]){condition(c, depth), x, y});
    case VV_FUNC:
        return random_below(2) ? vv_function_apply(c, function1, (int[]){(int)random_below(3)}, &x)
                               : vv_function_apply(c, function2, NULL, (vv_expr[]){x, y});
    default: return component(c, depth);
    }
}

static vv_expr random_expr(vv_ctx *c, int depth) {
    if (depth <= 0) return leaf(c);
    vv_op op = (vv_op)(VV_ADD + random_below(VV_OP_COUNT - VV_ADD));
    if (op >= VV_SIN && op <= VV_SIGN) {
        vv_expr x = random_expr(c, depth - 1);
        if (op == VV_LOG && vv_is_const(c, x)) return x;
        return vv_call(c, op, 1, &x);
    }
    if (op > VV_MUL && op != VV_LESS && op != VV_LESSEQ && op != VV_FACTOR && op != VV_SOLVE)
        return special(c, op, depth - 1);
    vv_expr x = random_expr(c, depth - 1), y = random_expr(c, depth - 1);
    if (op == VV_ADD || op == VV_LESS) return vv_add(c, x, y);
    if (op == VV_MUL || op == VV_FACTOR || vv_is_zero(y)) return vv_mul(c, x, y);
    return op == VV_SOLVE ? vv_div(c, x, y) : vv_sub(c, x, y);
}

/* ---- identities
 * -------------------------------------------------------------------------------- */

static vv_expr call1(vv_ctx *c, vv_op op, vv_expr x) { return vv_call(c, op, 1, &x); }
static vv_expr half(vv_ctx *c, vv_expr x) { return vv_scale(c, vv_rat_make(c, 1, 2), x); }

/* A node rewritten with the same value wherever both are defined. */
static vv_expr rewrite(vv_ctx *c, vv_expr e) {
    vv_op op = vv_expr_op(c, e);
    vv_expr x = op >= VV_SIN && op <= VV_PIECEWISE ? vv_expr_child(c, e, 0) : VV_POISON;
    vv_expr y = op == VV_MIN || op == VV_MAX ? vv_expr_child(c, e, 1) : VV_POISON, h, s, t;
    switch ((int)op) {
    case VV_SIN:
        h = half(c, x);
        return vv_scale(c, vv_rat_int(2), vv_mul(c, vv_sin(c, h), vv_cos(c, h)));
    case VV_COS:
        s = vv_sin(c, half(c, x));
        return vv_sub(c, VV_ONE, vv_scale(c, vv_rat_int(2), vv_mul(c, s, s)));
    case VV_TAN: return vv_div(c, vv_sin(c, x), vv_cos(c, x));
    case VV_EXP: h = call1(c, VV_EXP, half(c, x)); return vv_mul(c, h, h);
    case VV_SQRT: return vv_div(c, x, e);
    case VV_ASIN: return vv_sub(c, half(c, vv_pi(c)), call1(c, VV_ACOS, x));
    case VV_ACOS: return vv_sub(c, half(c, vv_pi(c)), call1(c, VV_ASIN, x));
    case VV_SINH:
    case VV_COSH:
        s = call1(c, VV_EXP, x), t = call1(c, VV_EXP, vv_neg(c, x));
        return half(c, op == VV_SINH ? vv_sub(c, s, t) : vv_add(c, s, t));
    case VV_TANH: return vv_div(c, call1(c, VV_SINH, x), call1(c, VV_COSH, x));
    case VV_ABS: return vv_mul(c, x, call1(c, VV_SIGN, x));
    case VV_MAX: return half(c, vv_add(c, vv_add(c, x, y), call1(c, VV_ABS, vv_sub(c, x, y))));
    case VV_MIN:
        return vv_call(c, VV_PIECEWISE, 3,
                       (vv_expr[]){vv_call(c, VV_LESS, 2, (vv_expr[]){x, y}), x, y});
    case VV_SYM: /* x = ((x + 1)^2 - x^2 - 1)/2 */
        s = vv_add(c, e, VV_ONE);
        return half(c, vv_sub(c, vv_sub(c, vv_mul(c, s, s), vv_mul(c, e, e)), VV_ONE));
    default: return e;
    }
}

/* Rebuilds bottom-up, rewriting a third of the nodes. */
static vv_expr rewritten(vv_ctx *c, vv_expr e) {
    int n;
    uint32_t *order = vv_expr_topological_order(c, 1, &e, &n);
    uint32_t count = vv_expr_count(c);
    vv_expr *image = calloc(count, sizeof *image);
    for (int i = 0; order && i < n; i++) {
        vv_expr old = {order[i]}, child[64];
        int m = vv_expr_arity(c, old);
        vv_op op = vv_expr_op(c, old);
        if (op == VV_CONST || op == VV_SYM) m = 0;
        for (int k = 0; k < m && k < 64; k++) child[k] = image[vv_expr_child(c, old, k).id];
        vv_expr made = m == 0 || m > 64 ? old : vv_expr_rebuild(c, old.id, child);
        image[old.id] = made.id && random_below(3) == 0 ? rewrite(c, made) : made;
    }
    vv_expr out = image[e.id];
    free(image);
    return out;
}

/* ---- the properties
 * ---------------------------------------------------------------------------- */

typedef struct tally {
    long cases, contradictions, refuted_truth, proved_fault, proved, refuted;
} tally;

static void report(vv_ctx *c, const char *what, long i, vv_expr e, vv_expr other) {
    vv_buffer b = VV_BUFFER(c);
    vv_expr_write(c, e, &b);
    vv_buffer_add(&b, "\nagainst ");
    vv_expr_write(c, other, &b);
    diag("case %ld: %s\n%.3000s", i, what, vv_buffer_text(&b));
}

static void one_case(long i, tally *t) {
    vv_ctx *c = vv_ctx_new(NULL);
    static const char *const name[] = {"x", "y", "z", "p"};
    for (int k = 0; k < 4; k++) symbol[k] = vv_symbol_new(c, name[k], VV_SYM_PARAMETER);
    vv_symbol_set_sign(c, symbol[3], VV_POSITIVE);
    function1 = vv_function_new(c, "f", 1);
    function2 = vv_function_new(c, "g", 2);
    vv_expr e = random_expr(c, 2 + (int)random_below(3)), other = rewritten(c, e);
    vv_expr difference = vv_sub(c, e, other);
    bool usable = vv_ctx_ok(c) && difference.id;
    vv_proof p, q;
    if (usable && vv_prove_zero(c, NULL, 1, &difference, &(vv_prove_options){.want_exact = i % 2},
                                &p) == VV_OK) {
        t->cases++;
        t->proved += p.verdict == VV_PROVED;
        if (p.verdict == VV_REFUTED)
            t->refuted_truth++, report(c, vv_proof_text(c, &p), i, e, other);
        if (p.verdict == VV_PROVED &&
            vv_refute(c, NULL, 1, &difference, 99 + (uint64_t)i, 0, vv_ball_roots_differ, NULL, &q))
            t->contradictions++, report(c, "proved, but balls exclude zero", i, e, other);
        vv_expr fault =
            vv_add(c, difference,
                   random_below(2) ? vv_ratio(c, 1, 1000) : vv_mul(c, symbol[0], symbol[3]));
        vv_prove_zero(c, NULL, 1, &fault, &(vv_prove_options){.want_exact = i % 2}, &q);
        if (q.verdict == VV_PROVED) t->proved_fault++, report(c, vv_proof_text(c, &q), i, e, other);
        t->refuted += q.verdict == VV_REFUTED;
    }
    vv_ctx_free(c);
}

int main(void) {
    tally t = {0};
    seed_random(1900);
    for (long i = 0, n = effort(600); i < n; i++) one_case(i, &t);
    diag("%ld cases: %ld proved, %ld faults refuted", t.cases, t.proved, t.refuted);
    is_int(t.refuted_truth, 0, "a rewritten expression is never refuted");
    is_int(t.contradictions, 0, "balls never exclude zero where zero was proved");
    is_int(t.proved_fault, 0, "a fault is never proved");
    ok(t.proved * 10 > t.cases * 7, "most rewritings are proved");
    ok(t.refuted * 10 > t.cases * 6, "most faults are refuted");
    return done_testing();
}
