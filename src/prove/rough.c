#include "prove/rough.h"

#include <math.h>

#include "expr/table.h"

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

static double weight(vv_ctx *c, vv_expr e, vv_op op, int i) {
    if (op == VV_ADD) return vv_rat_double(vv_expr_coefficient(c, e, i));
    return op == VV_MUL ? vv_expr_exponent(c, e, i) : 0;
}

bool vv_rough_make(vv_ctx *c, int n, const vv_expr *e, vv_rough *out) {
    vv_expr_table *t = vv_table(c);
    int children = 0, used = 0;
    *out = (vv_rough){0};
    for (int i = 0; i < n; i++)
        if (!e[i].id) return false;
    uint32_t *order = vv_expr_order(c, n, e, &out->count);
    for (int i = 0; order && i < out->count; i++) {
        if (!is_known((vv_op)t->node[order[i]].op)) return false;
        children += (int)t->node[order[i]].n;
    }
    out->id = order;
    out->list = VV_ARRAY(c, vv_rough_node, out->count + 1);
    out->child = VV_ARRAY(c, int, children + 1);
    out->weight = VV_ARRAY(c, double, children + 1);
    out->value = VV_ARRAY(c, double, out->count + 1);
    out->root = VV_ARRAY(c, int, n + 1);
    t = order ? vv_pass_begin(c) : NULL;
    if (!t || !vv_ctx_ok(c)) return false;
    for (int i = 0; i < out->count; i++) {
        vv_expr x = {order[i]};
        vv_op op = vv_expr_op(c, x);
        bool leaf = op == VV_CONST || op == VV_PI || op == VV_SYM;
        out->list[i] = (vv_rough_node){op, leaf ? 0 : vv_expr_arity(c, x), used};
        for (int k = 0; k < out->list[i].n; k++, used++) {
            out->child[used] = (int)t->memo[vv_expr_child(c, x, k).id];
            out->weight[used] = weight(c, x, op, k);
        }
        if (op == VV_CONST) out->value[i] = vv_rat_double(vv_expr_rational(c, x));
        if (op == VV_PI) out->value[i] = 3.14159265358979323846;
        vv_pass_set(t, x.id, (uint32_t)i);
    }
    for (int i = 0; i < n; i++) out->root[i] = (int)t->memo[e[i].id];
    return true;
}

int vv_rough_place(const vv_rough *v, vv_expr symbol) {
    for (int i = 0; i < v->count; i++)
        if (v->id[i] == symbol.id) return i;
    return -1;
}

bool vv_rough_symbols(const vv_rough *v, int n, const vv_expr *symbol) {
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

static inline void evaluate(vv_rough *v, int i) {
    const vv_rough_node *d = &v->list[i];
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

void vv_rough_run(vv_rough *v) {
    for (int i = 0; i < v->count; i++) evaluate(v, i);
}

void vv_rough_run_some(vv_rough *v, int n, const int *place) {
    for (int i = 0; i < n; i++) evaluate(v, place[i]);
}
