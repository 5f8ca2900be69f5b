#include "prove/float_eval.h"

#include <math.h>

#include "expr/dag.h"
#include "prove/prime_field.h"
#include "prove/prove_internal.h"

typedef double function(double x);
static double sign(double x) { return (x > 0) - (x < 0); }

static function *const FUNCTION[VV_OP_COUNT] = {
    [VV_SIN] = sin,   [VV_COS] = cos,   [VV_TAN] = tan,   [VV_EXP] = exp,   [VV_LOG] = log,
    [VV_SQRT] = sqrt, [VV_ASIN] = asin, [VV_ACOS] = acos, [VV_ATAN] = atan, [VV_SINH] = sinh,
    [VV_COSH] = cosh, [VV_TANH] = tanh, [VV_ABS] = fabs,  [VV_SIGN] = sign,
};

static bool is_known(vv_op op) {
    return op == VV_CONST || op == VV_PI || op == VV_SYM || op == VV_ADD || op == VV_MUL ||
           op == VV_POW || FUNCTION[op];
}

/* The coefficient of a term or the exponent of a factor; most are 1. */
static inline double weight(vv_ctx *c, vv_op op, uint32_t word) {
    if (op == VV_ADD)
        return word == VV_ONE.id ? 1 : vv_rat_double(vv_expr_rational(c, (vv_expr){word}));
    return (int32_t)word;
}

/* The indices of its children, and their weights. */
static void lay_out(vv_ctx *c, const vv_expr_table *t, uint32_t id, vv_float_eval *out, int i,
                    int *used) {
    const vv_expr_node *d = &t->node[id];
    const uint32_t *w = t->word + d->first, n = d->n;
    vv_op op = (vv_op)d->op;
    bool weighs = op == VV_ADD || op == VV_MUL;
    out->list[i] = (vv_float_eval_node){op, (int)n, *used};
    for (uint32_t k = 0; k < n; k++, ++*used) {
        out->child[*used] = (int)t->memo[w[k]];
        out->weight[*used] = weighs ? weight(c, op, w[n + k]) : 0;
    }
    if (op == VV_CONST) out->value[i] = vv_rat_double(vv_expr_rational(c, (vv_expr){id}));
    if (op == VV_PI) out->value[i] = 3.14159265358979323846;
}

bool vv_float_eval_make(vv_ctx *c, int n, const vv_expr *e, vv_float_eval *out) {
    vv_expr_table *t = vv_expr_table_get(c);
    int children = 0, used = 0;
    *out = (vv_float_eval){0};
    for (int i = 0; i < n; i++)
        if (!e[i].id) return false;
    uint32_t *order = vv_expr_topological_order(c, n, e, &out->count);
    for (int i = 0; order && i < out->count; i++) {
        if (!is_known((vv_op)t->node[order[i]].op)) return false;
        children += (int)t->node[order[i]].n;
    }
    out->id = order;
    out->list = VV_ARRAY_UNINIT(c, vv_float_eval_node, out->count + 1);
    out->child = VV_ARRAY_UNINIT(c, int, children + 1);
    out->weight = VV_ARRAY_UNINIT(c, double, children + 1);
    out->value = VV_ARRAY(c, double, out->count + 1);
    out->root = VV_ARRAY(c, int, n + 1);
    t = order ? vv_expr_pass_begin(c) : NULL;
    if (!t || !vv_ctx_ok(c)) return false;
    for (int i = 0; i < out->count; i++) {
        lay_out(c, t, order[i], out, i, &used);
        vv_expr_pass_set(t, order[i], (uint32_t)i);
    }
    for (int i = 0; i < n; i++) out->root[i] = (int)t->memo[e[i].id];
    return true;
}

int vv_float_eval_slot(const vv_float_eval *v, vv_expr symbol) {
    for (int i = 0; i < v->count; i++)
        if (v->id[i] == symbol.id) return i;
    return -1;
}

bool vv_float_eval_covers_symbols(const vv_float_eval *v, int n, const vv_expr *symbol) {
    for (int i = 0; i < v->count; i++) {
        bool known = v->list[i].op != VV_SYM;
        for (int k = 0; k < n && !known; k++) known = symbol[k].id == v->id[i];
        if (!known) return false;
    }
    return true;
}

static double power(double x, double by) {
    int n = (int)fabs(by);
    double product = n ? x : 1;
    for (int i = 1; i < n; i++) product *= x;
    return by < 0 ? 1 / product : product;
}

static inline void evaluate(vv_float_eval *v, int i) {
    const vv_float_eval_node *d = &v->list[i];
    const int *child = v->child + d->first;
    const double *by = v->weight + d->first;
    double x = d->op == VV_MUL;
    if (!d->n) return;
    if (d->op == VV_ADD)
        for (int k = 0; k < d->n; k++) x += by[k] * v->value[child[k]];
    else if (d->op == VV_MUL)
        for (int k = 0; k < d->n; k++)
            x *= by[k] == 1 ? v->value[child[k]] : power(v->value[child[k]], by[k]);
    else if (d->op == VV_POW)
        x = pow(v->value[child[0]], v->value[child[1]]);
    else
        x = FUNCTION[d->op](v->value[child[0]]);
    v->value[i] = x;
}

void vv_float_eval_run(vv_float_eval *v) {
    for (int i = 0; i < v->count; i++) evaluate(v, i);
}

/* A stated value, or an arbitrary one with the declared sign. */
static double point_value(vv_ctx *c, const vv_symbol *s, uint64_t *state) {
    double x = 0.5 + (double)(vv_splitmix_next(state) >> 11) * 0x1p-53;
    vv_float_eval v;
    if (!s->stated.id) return s->sign == VV_NEGATIVE ? -x : x;
    if (vv_is_const(c, s->stated)) return vv_rat_double(vv_expr_rational(c, s->stated));
    if (!vv_float_eval_make(c, 1, &s->stated, &v)) return x;
    vv_float_eval_run(&v);
    return v.value[v.root[0]];
}

bool vv_float_eval_at_point(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e,
                            vv_float_eval *v) {
    uint64_t state = VV_PROVE_DEFAULT_SEED;
    vv_expr *all = VV_ARRAY(c, vv_expr, n + f->nrules + 1);
    if (!all) return false;
    for (int i = 0; i < n; i++) all[i] = e[i];
    for (int i = 0; i < f->nrules; i++) {
        if (!vv_symbol_get(c, f->from[i]) || vv_depends(c, f->to[i], f->nrules, f->from))
            return false;
        all[n + i] = f->to[i];
    }
    if (!vv_float_eval_make(c, n + f->nrules, all, v)) return false;
    for (int i = 0; i < v->count; i++) {
        if (v->list[i].op != VV_SYM) continue;
        v->value[i] = point_value(c, vv_symbol_get(c, (vv_expr){v->id[i]}), &state);
    }
    vv_float_eval_run(v);
    for (int i = 0; i < f->nrules; i++) {
        int at = vv_float_eval_slot(v, f->from[i]);
        if (at >= 0) v->value[at] = v->value[v->root[n + i]];
    }
    if (f->nrules) vv_float_eval_run(v);
    return true;
}

double vv_float_eval_max_abs(const vv_float_eval *v) {
    double most = 0;
    for (int i = 0; i < v->count; i++)
        most = isfinite(v->value[i]) ? fmax(most, fabs(v->value[i])) : HUGE_VAL;
    return most;
}
