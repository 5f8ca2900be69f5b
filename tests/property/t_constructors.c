/* Constructors simplify, but keep values and domains.
 *
 * A random tree over every operation is evaluated node by node in ball arithmetic, and as the
 * expression that the constructors make of it. Where both are defined they agree; where the tree is
 * defined the expression is, too. It may be defined on more only where the tree takes a root,
 * power, logarithm or inverse function, whose domain claims keep (equations/claims/claim_domain.c).
 * VV_TEST_EFFORT scales the number of trees. */
#include "exact/exact.h"
#include "expr/expr.h"
#include "prove/prove.h"
#include "tap.h"

enum { SYMBOLS = 3, NODES = 64, POINTS = 12, BITS = 256 };

typedef struct node {
    vv_op op;
    int kid[3];    /* operands; condition, value, otherwise */
    vv_rat number; /* CONST, and a constant exponent */
    int symbol;
} node;

typedef struct tree {
    vv_ctx *c;
    node node[NODES];
    int n;
    bool partial; /* has a root, power, logarithm or inverse function */
} tree;

static vv_expr symbol[SYMBOLS];

static int leaf(tree *t) {
    node *d = &t->node[t->n];
    *d = (node){.op = random_below(3) ? VV_SYM : VV_CONST, .symbol = (int)random_below(SYMBOLS)};
    if (random_below(12) == 0) d->op = VV_PI;
    d->number = vv_rat_make(t->c, random_below(9) - 4, 1 + random_below(3));
    return t->n++;
}

static int grow(tree *t, int depth) {
    static const vv_op BINARY[] = {VV_ADD, VV_MUL, VV_MUL,   VV_SOLVE /* a quotient */,
                                   VV_POW, VV_MIN, VV_ATAN2, VV_PIECEWISE};
    if (depth <= 0 || t->n > NODES - 8) return leaf(t);
    node d = {.op = (vv_op)(VV_SIN + random_below(VV_SIGN - VV_SIN + 1))};
    bool unary = random_below(2);
    if (!unary) d.op = BINARY[random_below(8)];
    for (int i = 0; i < (unary ? 1 : d.op == VV_PIECEWISE ? 3 : 2); i++)
        d.kid[i] = grow(t, depth - 1 - (int)random_below(2));
    if (d.op == VV_POW && random_below(4)) { /* mostly a constant exponent */
        d.number = vv_rat_make(t->c, random_below(9) - 4, 1 + random_below(4));
        if (vv_rat_sign(d.number) == 0) d.number = vv_rat_int(2);
        d.kid[1] = -1;
    }
    t->partial |=
        d.op == VV_SQRT || d.op == VV_POW || d.op == VV_LOG || d.op == VV_ASIN || d.op == VV_ACOS;
    t->node[t->n] = d;
    return t->n++;
}

/* ---- the expression ----------------------------------------------------------------------------
 */

static vv_expr build(tree *t, int at) {
    const node *d = &t->node[at];
    vv_ctx *c = t->c;
    if (d->op == VV_CONST) return vv_rational(c, d->number);
    if (d->op == VV_PI) return vv_pi(c);
    if (d->op == VV_SYM) return symbol[d->symbol];
    vv_expr x = build(t, d->kid[0]);
    if (d->op >= VV_SIN && d->op <= VV_SIGN) return vv_call(c, d->op, 1, &x);
    vv_expr y = d->kid[1] < 0 ? vv_rational(c, d->number) : build(t, d->kid[1]), pair[2] = {x, y};
    if (d->op == VV_ADD) return vv_add(c, x, y);
    if (d->op == VV_MUL) return vv_mul(c, x, y);
    if (d->op == VV_SOLVE) return vv_div(c, x, y);
    if (d->op == VV_POW) return vv_pow(c, x, y);
    if (d->op != VV_PIECEWISE) return vv_call(c, d->op, 2, pair);
    pair[1] = VV_ONE;
    vv_expr part[3] = {vv_call(c, VV_LESS, 2, pair), y, build(t, d->kid[2])};
    return vv_call(c, VV_PIECEWISE, 3, part);
}

/* ---- the tree in balls -------------------------------------------------------------------------
 */

static const int FUNCTION[VV_OP_COUNT] = {
    [VV_SIN] = VV_BALL_SIN,   [VV_COS] = VV_BALL_COS,   [VV_TAN] = VV_BALL_TAN,
    [VV_EXP] = VV_BALL_EXP,   [VV_LOG] = VV_BALL_LOG,   [VV_SQRT] = VV_BALL_SQRT,
    [VV_ASIN] = VV_BALL_ASIN, [VV_ACOS] = VV_BALL_ACOS, [VV_ATAN] = VV_BALL_ATAN,
    [VV_SINH] = VV_BALL_SINH, [VV_COSH] = VV_BALL_COSH, [VV_TANH] = VV_BALL_TANH,
    [VV_ABS] = VV_BALL_ABS,   [VV_SIGN] = VV_BALL_SIGN,
};

static void power(vv_balls *b, int out, int x, const node *d) {
    if (d->kid[1] >= 0) {
        vv_ball_pow(b, out, x, d->kid[1]);
    } else if (vv_rat_is_int(d->number)) {
        vv_ball_pow_int(b, out, x, (long)d->number.num);
    } else {
        vv_ball_set_rat(b, NODES, d->number);
        vv_ball_pow(b, out, x, NODES);
    }
}

/* Slot i holds node i; slots NODES, NODES + 1 are scratch. */
static void evaluate(tree *t, vv_balls *b, const vv_rat *value) {
    for (int i = 0; i < t->n; i++) {
        const node *d = &t->node[i];
        int x = d->kid[0], y = d->kid[1];
        switch ((int)d->op) {
        case VV_CONST: vv_ball_set_rat(b, i, d->number); break;
        case VV_PI: vv_ball_set_pi(b, i); break;
        case VV_SYM: vv_ball_set_rat(b, i, value[d->symbol]); break;
        case VV_ADD: vv_ball_add(b, i, x, y); break;
        case VV_MUL: vv_ball_mul(b, i, x, y); break;
        case VV_SOLVE: vv_ball_div(b, i, x, y); break;
        case VV_POW: power(b, i, x, d); break;
        case VV_MIN: vv_ball_min(b, i, x, y); break;
        case VV_ATAN2: vv_ball_atan2(b, i, x, y); break;
        case VV_PIECEWISE: {
            vv_ball_set_rat(b, NODES, vv_rat_int(1));
            int order = vv_ball_cmp(b, x, NODES);
            if (order == 2)
                vv_ball_indeterminate(b, i);
            else
                vv_ball_copy(b, i, order < 0 ? y : d->kid[2]);
            break;
        }
        default: vv_ball_apply(b, (vv_ball_function)FUNCTION[d->op], i, x);
        }
    }
}

/* ---- comparison --------------------------------------------------------------------------------
 */

typedef struct tally {
    long trees, both, differ, shrunk, extended;
} tally;

/* Everything that the root depends on is finite: a branch not taken may hide what is not real. */
static bool all_finite(const tree *t, const vv_balls *b) {
    for (int i = 0; i < t->n; i++)
        if (!vv_ball_is_finite(b, i)) return false;
    return true;
}

static void report(vv_ctx *c, const char *what, long i, vv_expr e, const vv_rat *value) {
    vv_buffer b = VV_BUFFER(c);
    vv_expr_write_brief(c, e, &b);
    diag("%s, tree %ld: %s at %g, %g, %g", what, i, vv_buffer_text(&b), vv_rat_double(value[0]),
         vv_rat_double(value[1]), vv_rat_double(value[2]));
}

static void compare(tree *t, vv_expr e, long at, tally *sum) {
    vv_enclosure v;
    vv_balls *b = vv_balls_new(t->c, NODES + 2, BITS);
    bool made = b && vv_enclosure_make(t->c, 1, &e, 2, BITS, &v);
    int defined = 0, lost = 0, wider = 0, wrong = 0;
    vv_rat value[SYMBOLS];
    for (int point = 0; made && point < POINTS; point++) {
        for (int k = 0; k < SYMBOLS; k++) {
            value[k] = vv_rat_make(t->c, 1 + random_below(400), 1 + random_below(300));
            if (random_below(2)) value[k] = vv_rat_neg(t->c, value[k]);
            int slot = vv_enclosure_slot(&v, symbol[k]);
            if (slot >= 0) vv_ball_set_rat(v.b, slot, value[k]);
        }
        evaluate(t, b, value);
        vv_enclosure_run(&v);
        bool own = all_finite(t, b), made_of_it = vv_ball_is_finite(v.b, v.root[0]);
        defined += own, lost += own && !made_of_it, wider += !own && made_of_it;
        if (!own || !made_of_it) continue;
        double low, high, x, y;
        vv_ball_bounds(b, t->n - 1, &low, &high), vv_ball_bounds(v.b, v.root[0], &x, &y);
        wrong += low > y || x > high;
        if (low > y || x > high) report(t->c, "another value", at, e, value);
    }
    sum->both += defined > lost, sum->differ += wrong > 0;
    sum->shrunk += defined >= 2 && lost == defined;
    if (defined >= 2 && lost == defined) report(t->c, "a smaller domain", at, e, value);
    sum->extended += wider > POINTS / 3 && !t->partial;
    if (wider > POINTS / 3 && !t->partial) report(t->c, "a larger domain", at, e, value);
    if (made) vv_balls_free(v.b);
    vv_balls_free(b);
}

int main(void) {
    static const char *const name[SYMBOLS] = {"x", "y", "z"};
    tally sum = {0};
    seed_random(2203);
    for (long i = 0, n = effort(3000); i < n; i++) {
        tree t = {.c = vv_ctx_new(NULL)};
        for (int k = 0; k < SYMBOLS; k++) symbol[k] = vv_symbol_new(t.c, name[k], VV_SYM_PARAMETER);
        grow(&t, 2 + (int)random_below(4));
        vv_expr e = build(&t, t.n - 1);
        if (e.id && vv_ctx_ok(t.c)) {
            sum.trees++;
            compare(&t, e, i, &sum);
        }
        vv_ctx_free(t.c);
    }
    diag("%ld trees, %ld of them compared", sum.trees, sum.both);
    ok(sum.both * 3 > sum.trees, "many trees are defined somewhere");
    is_int(sum.differ, 0, "the value is that of the tree");
    is_int(sum.shrunk, 0, "the domain is not smaller");
    /* balls cannot tell 0*(1/0), an overflow or a condition between equal irrationals from it */
    ok(sum.extended <= 1 + sum.trees / 1000,
       "nor larger, without roots, powers, logarithms and inverse functions");
    return done_testing();
}
