/* From the DAG to numbered values: one pass, children first. */
#include "evaluate/tape/tape.h"

#include <math.h>

#include "base/base.h"
#include "evaluate/tape/value_numbering.h"
#include "expr/dag.h"

/* k * v; v == NO_VALUE: the number k. Factors are carried along and applied where needed. */
typedef struct scaled {
    double k;
    uint32_t v;
} scaled;

typedef struct builder {
    vv_ctx *c;
    values v;
    const vv_tape_plan *plan;
    bool once;
    int count;
    uint32_t *order;        /* the sub-DAG, children first (count) */
    scaled *result;         /* (count) */
    const vv_expr_table *t; /* memo: position of an expression in the order */
    const char *why;
} builder;

static const char *const OP_TEXT[] = {
#define X(name, operands, value, text) text,
#include "evaluate/tape/operations.def"
#undef X
    "sincos", "factor", "solve"};

const uint8_t vv_tape_operand_count[] = {
#define X(name, operands, value, text) operands,
#include "evaluate/tape/operations.def"
#undef X
};

const char *vv_tape_op_text(vv_tape_op op) { return OP_TEXT[op]; }

/* The tape operation for a DAG operation with plain operands; -1: needs a rule of its own. */
static int plain(vv_op op) {
    switch (op) {
    case VV_POW: return VV_TAPE_POW;
    case VV_SIN: return VV_TAPE_SIN;
    case VV_COS: return VV_TAPE_COS;
    case VV_TAN: return VV_TAPE_TAN;
    case VV_EXP: return VV_TAPE_EXP;
    case VV_LOG: return VV_TAPE_LOG;
    case VV_SQRT: return VV_TAPE_SQRT;
    case VV_ASIN: return VV_TAPE_ASIN;
    case VV_ACOS: return VV_TAPE_ACOS;
    case VV_ATAN: return VV_TAPE_ATAN;
    case VV_SINH: return VV_TAPE_SINH;
    case VV_COSH: return VV_TAPE_COSH;
    case VV_TANH: return VV_TAPE_TANH;
    case VV_ABS: return VV_TAPE_ABS;
    case VV_SIGN: return VV_TAPE_SIGN;
    case VV_ATAN2: return VV_TAPE_ATAN2;
    case VV_MIN: return VV_TAPE_MIN;
    case VV_MAX: return VV_TAPE_MAX;
    case VV_LESS: return VV_TAPE_LESS;
    case VV_LESSEQ: return VV_TAPE_LESSEQ;
    case VV_NONE:
    case VV_CONST:
    case VV_PI:
    case VV_SYM:
    case VV_ADD:
    case VV_MUL:
    case VV_PIECEWISE:
    case VV_FUNC:
    case VV_FACTOR:
    case VV_SOLVE:
    case VV_COMP:
    case VV_OP_COUNT: break;
    }
    return -1;
}

static scaled *child(builder *b, vv_expr e, int i) {
    return &b->result[b->t->memo[vv_expr_words(b->t, e.id)[i]]];
}

static scaled number(double k) { return (scaled){k, NO_VALUE}; }

static scaled times(double k, scaled x) {
    x.k *= k;
    return x.k == 0 ? number(0) : x;
}

static uint32_t scaled_value(builder *b, scaled x) { return vv_value_scaled(&b->v, x.k, x.v); }

static scaled simple(builder *b, int op, uint32_t x, uint32_t y, uint32_t z) {
    uint32_t v = vv_value_make(&b->v, op, x, y, z);
    if (v != NO_VALUE && b->v.list[v].op == VALUE_CONSTANT) return number(b->v.list[v].k);
    return (scaled){1, v};
}

/* ---- sums and products ---------------------------------------------------------------------- */

/* The terms k * v of a sum, numbers added up in *constant; returns their count. */
static uint32_t collect_terms(builder *b, vv_expr e, item *out, double *constant) {
    uint32_t n = 0, terms = b->t->node[e.id].n;
    const uint32_t *w = vv_expr_words(b->t, e.id), *k = w + terms;
    *constant = 0;
    for (uint32_t i = 0; i < terms; i++) {
        double by = k[i] == VV_ONE.id ? 1 : vv_rat_double(vv_expr_rational(b->c, (vv_expr){k[i]}));
        scaled x = times(by, b->result[b->t->memo[w[i]]]);
        if (x.v == NO_VALUE)
            *constant += x.k;
        else
            out[n++] = (item){x.v, x.k};
    }
    return n;
}

/* Most lists are short and need no arena memory. */
enum { SHORT_LIST = 16 };

static scaled build_sum(builder *b, vv_expr e) {
    vv_mark mark = vv_arena_mark(b->c);
    uint32_t most = b->t->node[e.id].n + 1;
    item few[SHORT_LIST], *terms = most <= SHORT_LIST ? few : VV_ARRAY_UNINIT(b->c, item, most);
    double constant;
    if (!terms) return number(0);
    uint32_t n = collect_terms(b, e, terms, &constant);
    scaled sum = number(constant);
    if (n == 1 && constant == 0)
        sum = (scaled){terms[0].weight, terms[0].v};
    else if (n) {
        if (constant != 0) terms[n++] = (item){vv_value_constant(&b->v, 1), constant};
        sum = (scaled){1, vv_value_nary(&b->v, VALUE_SUM, n, terms)};
    }
    vv_arena_release(b->c, mark);
    return sum;
}

static scaled build_product(builder *b, vv_expr e) {
    vv_mark mark = vv_arena_mark(b->c);
    uint32_t n = 0, all = b->t->node[e.id].n;
    const uint32_t *w = vv_expr_words(b->t, e.id);
    item few[SHORT_LIST], *factors = all < SHORT_LIST ? few : VV_ARRAY_UNINIT(b->c, item, all + 1);
    double k = 1;
    if (!factors) return number(0);
    for (uint32_t i = 0; i < all; i++) {
        scaled x = b->result[b->t->memo[w[i]]];
        int exponent = (int)(int32_t)w[all + i];
        if (x.k != 1) k *= exponent == 1 ? x.k : pow(x.k, exponent);
        if (x.v != NO_VALUE) factors[n++] = (item){x.v, exponent};
    }
    bool alone = n == 1 && factors[0].weight == 1;
    scaled product = {k, alone ? factors[0].v : NO_VALUE};
    if (k != 0 && n && !alone) product.v = vv_value_nary(&b->v, VALUE_PRODUCT, n, factors);
    if (k == 0) product = number(0);
    vv_arena_release(b->c, mark);
    return product;
}

/* ---- the rest ------------------------------------------------------------------------------- */

static scaled build_piecewise(builder *b, vv_expr e) {
    int n = vv_expr_arity(b->c, e);
    scaled out = *child(b, e, n - 1);
    for (int i = n - 3; i >= 0; i -= 2) {
        scaled condition = *child(b, e, i), x = *child(b, e, i + 1);
        if (condition.v == NO_VALUE && !isnan(condition.k)) {
            out = condition.k != 0 ? x : out;
            continue;
        }
        out = simple(b, VV_TAPE_CHOOSE, scaled_value(b, condition), scaled_value(b, x),
                     scaled_value(b, out));
    }
    return out;
}

static scaled build_matrix(builder *b, vv_expr e, vv_op op) {
    int n = vv_expr_size(b->c, e), first = op == VV_SOLVE, m = op == VV_SOLVE ? n : n * n;
    uint32_t args = vv_value_add_args(&b->v, m);
    if (args == NO_VALUE) return number(0);
    for (int i = 0; i < m; i++)
        b->v.args[args + (uint32_t)i] = scaled_value(b, *child(b, e, i + first));
    uint32_t factor = op == VV_SOLVE ? child(b, e, 0)->v : 0;
    int made = op == VV_SOLVE ? VV_TAPE_SOLVE : VV_TAPE_FACTOR;
    return (scaled){1, vv_value_make(&b->v, made, args, (uint32_t)n, factor)};
}

static scaled refuse(builder *b, const char *why) {
    if (!b->why) b->why = why;
    vv_ctx_fail(b->c, VV_E_BEYOND);
    return number((double)NAN);
}

static scaled build_symbol(builder *b, vv_expr e) {
    const vv_tape_plan *p = b->plan;
    for (int i = 0; i < p->nin; i++)
        if (vv_same(p->in[i], e))
            return (scaled){1, vv_value_make(&b->v, VALUE_INPUT, (uint32_t)i, 0, 0)};
    const vv_symbol *s = vv_symbol_get(b->c, e);
    if (s->cell) {
        uint32_t at = (uint32_t)(p->nin + s->cell - 1);
        b->v.cells = true;
        return (scaled){1, vv_value_make(&b->v, VALUE_INPUT, at, 0, 0)};
    }
    for (int i = 0; i < p->nfixed; i++)
        if (vv_same(p->fixed[i], e)) return number(p->value[i]);
    static const char *const primes[] = {"", "'", "''", "'''"};
    return refuse(b, vv_format(b->c, "'%s%s' has no value", s->name, primes[s->order & 3]));
}

static scaled build_node(builder *b, vv_expr e) {
    vv_op op = (vv_op)b->t->node[e.id].op;
    if (op == VV_ADD) return build_sum(b, e);
    if (op == VV_MUL) return build_product(b, e);
    int simple_op = plain(op);
    if (simple_op >= 0) {
        uint32_t x = scaled_value(b, *child(b, e, 0));
        return simple(b, simple_op, x, vv_op_arity(op) > 1 ? scaled_value(b, *child(b, e, 1)) : 0,
                      0);
    }
    switch ((int)op) {
    case VV_CONST: return number(vv_rat_double(vv_expr_rational(b->c, e)));
    case VV_PI: return number(M_PI);
    case VV_SYM: return build_symbol(b, e);
    case VV_PIECEWISE: return build_piecewise(b, e);
    case VV_FACTOR:
    case VV_SOLVE: return build_matrix(b, e, op);
    case VV_COMP: {
        uint32_t component = (uint32_t)vv_expr_component(b->c, e);
        return (scaled){1, vv_value_make(&b->v, VALUE_COMPONENT, child(b, e, 0)->v, component, 0)};
    }
    case VV_FUNC: {
        const vv_function *f = vv_function_get(b->c, vv_expr_function(b->c, e));
        return refuse(b, vv_format(b->c, "the function '%s' has no definition", f->name));
    }
    default: return refuse(b, "an expression is invalid");
    }
}

static bool prepare(builder *b) {
    const vv_tape_plan *p = b->plan;
    for (int i = 0; i < p->nout; i++)
        if (vv_is_poison(p->out[i])) return false;
    b->order = vv_expr_topological_order(b->c, p->nout, p->out, &b->count);
    b->result = VV_ARRAY_UNINIT(b->c, scaled, b->count + 1);
    if (!vv_values_reserve(&b->v, (uint32_t)b->count + (uint32_t)b->count / 2)) return false;
    vv_expr_table *t = vv_expr_pass_begin(b->c);
    b->t = t;
    if (!b->order || !b->result || !t) return false;
    for (int i = 0; i < b->count; i++) vv_expr_pass_set(t, b->order[i], (uint32_t)i);
    return true;
}

/* Builds the tape from the values of the results, with sums and products by pairs. */
static vv_tape *finish(builder *b, uint32_t *out) {
    const vv_tape_plan *p = b->plan;
    for (int i = 0; i < p->nout; i++) out[i] = scaled_value(b, b->result[b->t->memo[p->out[i].id]]);
    if (!vv_ctx_ok(b->c)) return NULL; /* memory for a value was refused: it has no number */
    values by_pairs = {.ctx = b->c};
    if (!vv_values_reserve(&by_pairs, 2 * b->v.count)) return NULL;
    uint32_t *map = VV_ARRAY(b->c, uint32_t, b->v.count + 1);
    uint32_t *same = VV_ARRAY_UNINIT(b->c, uint32_t, b->v.count + 1);
    double *factor = VV_ARRAY_UNINIT(b->c, double, b->v.count + 1);
    vv_tape *tape = NULL;
    if (map && same && factor && vv_values_normalize(&b->v, p->nout, out, factor, same) &&
        vv_values_share_common(&b->v, factor, same, !b->once, &by_pairs, map)) {
        for (int i = 0; i < p->nout; i++) out[i] = map[out[i]];
        by_pairs.cells = b->v.cells;
        tape = vv_tape_from_values(&by_pairs, p->nin, p->nout, out);
    }
    vv_values_free(&by_pairs);
    return tape;
}

static void trace_tape(vv_ctx *c, const vv_tape *t) {
    vv_buffer b = VV_BUFFER(c);
    vv_buffer_printf(&b, "%d inputs, %d results, %d constants, %d instructions, %d slots\n", t->nin,
                     t->nout, t->nconstants, t->ninstructions, t->nslots);
    vv_tape_write(t, &b);
    vv_trace_lines(VV_TRACE_TAPE, &b);
}

static vv_tape *build(vv_ctx *c, const vv_tape_plan *plan, bool once, const char **why) {
    builder b = {.c = c, .v = {.ctx = c}, .plan = plan, .once = once};
    vv_tape *tape = NULL;
    vv_mark mark = vv_arena_mark(c);
    uint32_t *out = VV_ARRAY(c, uint32_t, plan->nout + 1);
    if (out && prepare(&b)) {
        for (int i = 0; i < b.count && vv_ctx_ok(c); i++)
            b.result[i] = build_node(&b, (vv_expr){b.order[i]});
        if (vv_ctx_ok(c)) tape = finish(&b, out);
    }
    vv_values_free(&b.v);
    if (why) *why = b.why;
    if (!vv_ctx_ok(c)) return NULL;
    vv_arena_release(c, mark);
    if (tape && vv_trace(c, VV_TRACE_TAPE)) trace_tape(c, tape);
    return tape;
}

vv_tape *vv_tape_build(vv_ctx *c, const vv_tape_plan *plan, const char **why) {
    return build(c, plan, false, why);
}

vv_tape *vv_tape_build_quick(vv_ctx *c, const vv_tape_plan *plan, const char **why) {
    return build(c, plan, true, why);
}
