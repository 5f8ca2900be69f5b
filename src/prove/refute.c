#include "prove/refute.h"

#include <limits.h>
#include <math.h>

#include "expr/table.h"
#include "prove/residue.h"

enum {
    FIRST_BITS = 128,
    LAST_BITS = 1024,
    SMALL_DAG = 3000, /* nodes up to which many points are affordable */
    POINTS_SMALL = 24,
    POINTS_LARGE = 6,  /* valid points without success before giving up */
    MOST_POINTS = 400, /* points tried, most of them outside the domain */
    CLOSE_LOOKS = 3    /* points seen again with LAST_BITS */
};

typedef struct node {
    uint32_t id;
    vv_op op;
    int n, first; /* children: slots in `child` */
    int slot;
} node;

typedef struct evaluation {
    vv_ctx *c;
    const vv_facts *facts;
    vv_balls *b;
    node *list;
    int count;
    int *child;
    int *root; /* slots: the expressions, then positive facts, then nonzero ones */
    int nroots, npositive, nnonzero;
    int temporary; /* three slots */
    int scratch;
    int *drawn;    /* places in `list` of symbols and FUNC nodes */
    vv_rat *value; /* theirs at the present point */
    int *owner;    /* FUNC: the earlier one whose value it shares, or itself */
    int ndrawn;
} evaluation;

/* ---- preparing ------------------------------------------------------------------------------ */

static int slots_of(vv_ctx *c, vv_expr e, vv_op op) {
    if (op == VV_SOLVE) {
        int n = vv_expr_size(c, e); /* the solution, then room for the matrix */
        return n + n * n;
    }
    return op == VV_FACTOR ? 0 : 1;
}

static bool lay_out(evaluation *v, const uint32_t *order, int nroots, const vv_expr *roots,
                    int *slots) {
    vv_expr_table *t = vv_table(v->c);
    int children = 0, next = 0;
    for (int i = 0; i < v->count; i++) {
        vv_op op = (vv_op)t->node[order[i]].op;
        children += op == VV_CONST || op == VV_SYM ? 0 : (int)t->node[order[i]].n;
    }
    v->list = VV_ARRAY(v->c, node, v->count + 1);
    v->child = VV_ARRAY(v->c, int, children + 1);
    v->drawn = VV_ARRAY(v->c, int, v->count + 1);
    v->value = VV_ARRAY(v->c, vv_rat, v->count + 1);
    v->owner = VV_ARRAY(v->c, int, v->count + 1);
    v->root = VV_ARRAY(v->c, int, nroots + 1);
    if (!v->list || !v->child || !v->drawn || !v->value || !v->owner || !v->root) return false;
    int used = 0;
    for (int i = 0; i < v->count; i++) {
        vv_expr e = {order[i]};
        vv_op op = vv_expr_op(v->c, e);
        node *d = &v->list[i];
        *d = (node){e.id, op, vv_expr_arity(v->c, e), used, next};
        if (op == VV_CONST || op == VV_SYM) d->n = 0;
        for (int k = 0; k < d->n; k++)
            v->child[used++] = (int)t->memo[vv_expr_child(v->c, e, k).id];
        if (op == VV_SYM || op == VV_FUNC) v->drawn[v->ndrawn++] = i;
        next += slots_of(v->c, e, op);
        if (op == VV_FACTOR) d->slot = i; /* read again by SOLVE */
        if (op == VV_COMP) d->slot = v->child[d->first] + vv_expr_component(v->c, e), next--;
        vv_pass_set(t, e.id, (uint32_t)d->slot);
    }
    for (int i = 0; i < nroots; i++) v->root[i] = (int)t->memo[roots[i].id];
    *slots = next;
    return true;
}

static bool prepare(evaluation *v, const vv_facts *f, int n, const vv_expr *e, int extra) {
    v->nroots = n;
    v->npositive = f ? f->npositive : 0;
    v->nnonzero = f ? f->nnonzero : 0;
    int all = n + v->npositive + v->nnonzero, slots = 0;
    vv_expr *roots = VV_ARRAY(v->c, vv_expr, all + 1);
    if (!roots) return false;
    for (int i = 0; i < all; i++)
        roots[i] = i < n                  ? e[i]
                   : i < n + v->npositive ? f->positive[i - n]
                                          : f->nonzero[i - n - v->npositive];
    for (int i = 0; i < all; i++)
        if (!roots[i].id) return false;
    uint32_t *order = vv_expr_order(v->c, all, roots, &v->count);
    if (!order || !lay_out(v, order, all, roots, &slots)) return false;
    v->temporary = slots;
    v->scratch = slots + 3;
    v->b = vv_balls_new(v->c, slots + 3 + extra, FIRST_BITS);
    return v->b != NULL;
}

/* ---- one node ------------------------------------------------------------------------------- */

static const int ball_function[VV_OP_COUNT] = {
    [VV_SIN] = VV_BALL_SIN,   [VV_COS] = VV_BALL_COS,   [VV_TAN] = VV_BALL_TAN,
    [VV_EXP] = VV_BALL_EXP,   [VV_LOG] = VV_BALL_LOG,   [VV_SQRT] = VV_BALL_SQRT,
    [VV_ASIN] = VV_BALL_ASIN, [VV_ACOS] = VV_BALL_ACOS, [VV_ATAN] = VV_BALL_ATAN,
    [VV_SINH] = VV_BALL_SINH, [VV_COSH] = VV_BALL_COSH, [VV_TANH] = VV_BALL_TANH,
    [VV_ABS] = VV_BALL_ABS,   [VV_SIGN] = VV_BALL_SIGN,
};

static void ball_sum(evaluation *v, const node *d) {
    vv_expr e = {d->id};
    vv_ball_set_rat(v->b, d->slot, vv_rat_int(0));
    for (int i = 0; i < d->n; i++)
        vv_ball_add_mul_rat(v->b, d->slot, v->child[d->first + i], vv_expr_coefficient(v->c, e, i));
}

static void ball_product(evaluation *v, const node *d) {
    vv_expr e = {d->id};
    int t = v->temporary;
    vv_ball_set_rat(v->b, d->slot, vv_rat_int(1));
    for (int i = 0; i < d->n; i++) {
        vv_ball_pow_int(v->b, t, v->child[d->first + i], vv_expr_exponent(v->c, e, i));
        vv_ball_mul(v->b, d->slot, d->slot, t);
    }
}

/* Conditions are 1 or 0, indeterminate when the balls do not tell. */
static void ball_compare(evaluation *v, const node *d) {
    int order = vv_ball_cmp(v->b, v->child[d->first], v->child[d->first + 1]);
    if (order == 2)
        vv_ball_indeterminate(v->b, d->slot);
    else
        vv_ball_set_rat(v->b, d->slot, vv_rat_int(order < 0 || (order == 0 && d->op == VV_LESSEQ)));
}

static void ball_piecewise(evaluation *v, const node *d) {
    int i = 0;
    for (; i + 1 < d->n; i += 2) {
        int condition = v->child[d->first + i];
        if (!vv_ball_is_finite(v->b, condition)) {
            vv_ball_indeterminate(v->b, d->slot);
            return;
        }
        if (!vv_ball_is_zero(v->b, condition)) {
            vv_ball_copy(v->b, d->slot, v->child[d->first + i + 1]);
            return;
        }
    }
    vv_ball_copy(v->b, d->slot, v->child[d->first + d->n - 1]);
}

static bool is_same_function(evaluation *v, uint32_t x, uint32_t y) {
    const vv_expr_table *t = vv_table(v->c);
    const vv_enode *a = &t->node[x], *b = &t->node[y];
    if (a->op != VV_FUNC || b->op != VV_FUNC || a->n != b->n) return false;
    const uint32_t *wa = t->word + a->first + a->n, *wb = t->word + b->first + b->n;
    for (uint32_t i = 0; i <= a->n; i++)
        if (wa[i] != wb[i]) return false;
    return true;
}

/* drawn[k] is a FUNC node: does an earlier one have the same arguments here? */
static void ball_function_value(evaluation *v, int k) {
    const node *d = &v->list[v->drawn[k]];
    v->owner[k] = k;
    for (int j = 0; j < k; j++) {
        const node *other = &v->list[v->drawn[j]];
        if (v->owner[j] != j || !is_same_function(v, d->id, other->id)) continue;
        bool same = true;
        for (int i = 0; i < d->n && same; i++)
            same = vv_ball_overlap(v->b, v->child[d->first + i], v->child[other->first + i]);
        if (!same) continue;
        v->owner[k] = j;
        v->value[k] = v->value[j];
        break;
    }
    vv_ball_set_rat(v->b, d->slot, v->value[k]);
}

/* Elimination with the largest midpoint as pivot; a ball around 0 as pivot spoils the result,
 * rightly. */
static void ball_solve(evaluation *v, const node *d) {
    const node *factor = &v->list[v->child[d->first]];
    int n = d->n - 1, x = d->slot, a = x + n, t = v->temporary;
    vv_balls *b = v->b;
    for (int i = 0; i < n; i++) vv_ball_copy(b, x + i, v->child[d->first + 1 + i]);
    for (int i = 0; i < n * n; i++) vv_ball_copy(b, a + i, v->child[factor->first + i]);
    for (int k = 0; k < n; k++) {
        int r = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(vv_ball_mid(b, a + i * n + k)) > fabs(vv_ball_mid(b, a + r * n + k))) r = i;
        for (int j = 0; r != k && j <= n; j++) {
            int p = j < n ? a + k * n + j : x + k, q = j < n ? a + r * n + j : x + r;
            vv_ball_copy(b, t, p), vv_ball_copy(b, p, q), vv_ball_copy(b, q, t);
        }
        for (int i = k + 1; i < n; i++) {
            vv_ball_div(b, t, a + i * n + k, a + k * n + k);
            for (int j = k + 1; j <= n; j++) {
                int p = j < n ? a + k * n + j : x + k, q = j < n ? a + i * n + j : x + i;
                vv_ball_mul(b, t + 1, t, p);
                vv_ball_sub(b, q, q, t + 1);
            }
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++) {
            vv_ball_mul(b, t, a + k * n + j, x + j);
            vv_ball_sub(b, x + k, x + k, t);
        }
        vv_ball_div(b, x + k, x + k, a + k * n + k);
    }
}

static void evaluate(evaluation *v) {
    vv_balls *b = v->b;
    int drawn = 0;
    for (int i = 0; i < v->count; i++) {
        const node *d = &v->list[i];
        int x = d->n ? v->child[d->first] : 0, y = d->n > 1 ? v->child[d->first + 1] : 0;
        switch (d->op) {
        case VV_CONST: vv_ball_set_rat(b, d->slot, vv_expr_rational(v->c, (vv_expr){d->id})); break;
        case VV_PI: vv_ball_set_pi(b, d->slot); break;
        case VV_SYM: vv_ball_set_rat(b, d->slot, v->value[drawn++]); break;
        case VV_FUNC: ball_function_value(v, drawn++); break;
        case VV_ADD: ball_sum(v, d); break;
        case VV_MUL: ball_product(v, d); break;
        case VV_POW: vv_ball_pow(b, d->slot, x, y); break;
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
        case VV_SIGN: vv_ball_apply(b, (vv_ball_function)ball_function[d->op], d->slot, x); break;
        case VV_ATAN2: vv_ball_atan2(b, d->slot, x, y); break;
        case VV_MIN: vv_ball_min(b, d->slot, x, y); break;
        case VV_MAX: vv_ball_max(b, d->slot, x, y); break;
        case VV_LESS:
        case VV_LESSEQ: ball_compare(v, d); break;
        case VV_PIECEWISE: ball_piecewise(v, d); break;
        case VV_SOLVE: ball_solve(v, d); break;
        case VV_FACTOR:
        case VV_COMP: break; /* read in place */
        case VV_NONE:
        case VV_OP_COUNT: vv_ball_indeterminate(b, d->slot); break;
        }
    }
}

/* ---- points --------------------------------------------------------------------------------- */

/* Small rationals of three sizes, so that domains such as |x| < 1 are met; declared signs hold. */
static vv_rat draw_value(vv_ctx *c, uint64_t seed, int point, uint32_t id, vv_sign sign) {
    uint64_t h = vv_mix(vv_mix(seed, (uint64_t)point), id);
    static const int64_t scale[] = {32, 128, 8};
    int64_t n = 1 + (int64_t)(h % 97);
    bool negative =
        sign == VV_NEGATIVE || ((sign == VV_ANY_SIGN || sign == VV_NONZERO) && (h >> 40 & 1));
    return vv_rat_make(c, negative ? -n : n, scale[point % 3]);
}

/* The sign of a symbol, declared or by a fact; other facts are left to rejection. */
static vv_sign sign_at(const evaluation *v, vv_expr e) {
    const vv_symbol *s = vv_symbol_get(v->c, e);
    for (int i = 0; s && v->facts && i < v->facts->npositive; i++)
        if (vv_same(v->facts->positive[i], e)) return VV_POSITIVE;
    return s ? s->sign : VV_ANY_SIGN;
}

static void draw_point(evaluation *v, uint64_t seed, int point) {
    for (int k = 0; k < v->ndrawn; k++) {
        vv_expr e = {v->list[v->drawn[k]].id};
        v->value[k] = draw_value(v->c, seed, point, e.id, sign_at(v, e));
    }
}

static bool is_valid(const evaluation *v) {
    const int *r = v->root;
    for (int i = 0; i < v->nroots; i++)
        if (!vv_ball_is_finite(v->b, *r++)) return false;
    for (int i = 0; i < v->npositive; i++)
        if (!vv_ball_is_positive(v->b, *r++)) return false;
    for (int i = 0; i < v->nnonzero; i++)
        if (!vv_ball_excludes_zero(v->b, *r++)) return false;
    return true;
}

/* Symbols as they were declared, general functions after them: a report does not depend on the order in
 * which expressions were built. */
static int witness_rank(vv_ctx *c, vv_expr e) {
    const vv_symbol *s = vv_symbol_get(c, e);
    return s ? s->index : INT_MAX;
}

static void sort_witness(vv_ctx *c, int n, vv_expr *symbol, vv_rat *value) {
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && witness_rank(c, symbol[k]) < witness_rank(c, symbol[k - 1]); k--) {
            vv_expr s = symbol[k];
            vv_rat r = value[k];
            symbol[k] = symbol[k - 1], value[k] = value[k - 1];
            symbol[k - 1] = s, value[k - 1] = r;
        }
}

static void fill_witness(evaluation *v, vv_proof *out) {
    size_t n = (size_t)v->ndrawn + 1; /* blocks: they outlive the prover's scratch memory */
    vv_expr *symbol = vv_block_resize(v->c, NULL, n * sizeof *symbol);
    vv_rat *value = vv_block_resize(v->c, NULL, n * sizeof *value);
    if (!symbol || !value) return;
    for (int k = 0; k < v->ndrawn; k++) {
        symbol[k] = (vv_expr){v->list[v->drawn[k]].id};
        value[k] = v->value[k];
    }
    sort_witness(v->c, v->ndrawn, symbol, value);
    out->nwitness = v->ndrawn;
    out->witness_symbol = symbol;
    out->witness_value = value;
}

static bool look(evaluation *v, uint64_t seed, int point, int bits, vv_ball_test *test, void *data,
                 vv_proof *out, bool *valid) {
    vv_balls_set_bits(v->b, bits);
    draw_point(v, seed, point);
    evaluate(v);
    *valid = is_valid(v);
    if (!*valid || !vv_ctx_ok(v->c)) return false;
    if (!test(v->b, v->nroots, v->root, v->scratch, data, &out->which, &out->witness_residual))
        return false;
    fill_witness(v, out);
    return vv_ctx_ok(v->c);
}

static bool search(evaluation *v, uint64_t seed, vv_ball_test *test, void *data, vv_proof *out) {
    int most = v->count <= SMALL_DAG ? POINTS_SMALL : POINTS_LARGE, found = 0,
        again[CLOSE_LOOKS] = {0};
    bool valid;
    for (int point = 0; point < MOST_POINTS && found < most && vv_ctx_tick(v->c); point++) {
        if (look(v, seed, point, FIRST_BITS, test, data, out, &valid)) return true;
        if (valid && found < CLOSE_LOOKS) again[found] = point;
        found += valid;
    }
    out->points = found;
    for (int i = 0; i < found && i < CLOSE_LOOKS && vv_ctx_tick(v->c); i++)
        if (look(v, seed, again[i], LAST_BITS, test, data, out, &valid)) return true;
    return false;
}

bool vv_refute(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e, uint64_t seed, int extra,
               vv_ball_test *test, void *data, vv_proof *out) {
    evaluation v = {.c = c, .facts = f};
    bool refuted = prepare(&v, f, n, e, extra) && search(&v, seed, test, data, out);
    vv_balls_free(v.b);
    if (!refuted) return false;
    out->verdict = VV_REFUTED;
    out->means = VV_MEANS_BALL;
    return true;
}

bool vv_ball_roots_differ(vv_balls *b, int n, const int *root, int scratch, void *data, int *which,
                          double *residual) {
    (void)scratch, (void)data;
    for (int i = 0; i < n; i++)
        if (vv_ball_excludes_zero(b, root[i])) {
            *which = i;
            *residual = vv_ball_mid(b, root[i]);
            return true;
        }
    return false;
}
