#include "prove/series_enclosure.h"

#include <stdlib.h>

/* ---- preparing ------------------------------------------------------------------------------ */

static bool has_rule(vv_op op, bool constant) {
    switch (op) {
    case VV_CONST:
    case VV_PI:
    case VV_SYM:
    case VV_ADD:
    case VV_MUL:
    case VV_POW:
    case VV_SIN:
    case VV_COS:
    case VV_TAN:
    case VV_EXP:
    case VV_LOG:
    case VV_SQRT:
    case VV_ATAN:
    case VV_SINH:
    case VV_COSH:
    case VV_ABS:
    case VV_SIGN: return true;
    case VV_ASIN:
    case VV_ACOS:
    case VV_TANH: return constant;
    case VV_NONE:
    case VV_ATAN2:
    case VV_MIN:
    case VV_MAX:
    case VV_LESS:
    case VV_LESSEQ:
    case VV_PIECEWISE:
    case VV_FUNC:
    case VV_FACTOR:
    case VV_SOLVE:
    case VV_COMP:
    case VV_OP_COUNT: return false;
    }
    return false;
}

static int by_id(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static int index_of(const uint32_t *order, int n, uint32_t id) { /* ids ascend */
    int low = 0, high = n - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (order[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool lay_out(vv_series_enclosure *v, const uint32_t *order, vv_expr variable) {
    int used = 0;
    for (int i = 0; i < v->count; i++) {
        vv_expr e = {order[i]};
        vv_op op = vv_expr_op(v->c, e);
        vv_series_node *d = &v->list[i];
        *d = (vv_series_node){e.id, op, op == VV_CONST || op == VV_SYM ? 0 : vv_expr_arity(v->c, e),
                              used, !vv_same(e, variable)};
        if (op == VV_SYM && d->constant) return false;
        if (op == VV_SYM) v->variable = i * (v->order + 1);
        for (int k = 0; k < d->n; k++) {
            int at = index_of(order, v->count, vv_expr_child(v->c, e, k).id);
            v->child[used++] = at;
            d->constant &= v->list[at].constant;
        }
        if (!has_rule(op, d->constant)) return false;
    }
    return true;
}

bool vv_series_enclosure_make(vv_ctx *c, int n, const vv_expr *e, vv_expr variable, int order,
                              int extra, int bits, vv_series_enclosure *out) {
    int children = 0, width = order + 1;
    *out = (vv_series_enclosure){.c = c, .order = order, .variable = -1};
    for (int i = 0; i < n; i++)
        if (vv_is_poison(e[i])) return false;
    uint32_t *ids = vv_expr_topological_order(c, n, e, &out->count);
    if (ids) qsort(ids, (size_t)out->count, sizeof *ids, by_id); /* children come first */
    for (int i = 0; ids && i < out->count; i++) children += vv_expr_arity(c, (vv_expr){ids[i]});
    out->list = VV_ARRAY(c, vv_series_node, out->count + 1);
    out->child = VV_ARRAY(c, int, children + 1);
    out->root = VV_ARRAY(c, int, n + 1);
    if (!ids || !out->list || !out->child || !out->root || !lay_out(out, ids, variable))
        return false;
    for (int i = 0; i < n; i++) out->root[i] = index_of(ids, out->count, e[i].id) * width;
    out->own = out->count * width;
    out->scratch = out->own + 3 * width + 4;
    out->b = vv_balls_new(c, out->scratch + extra, bits);
    return out->b != NULL;
}

/* ---- series: x, y, out are first slots ------------------------------------------------------- */

static void set_zero(vv_series_enclosure *v, int out, int from) {
    for (int k = from; k <= v->order; k++) vv_ball_set_rat(v->b, out + k, vv_rat_int(0));
}

static void copy(vv_series_enclosure *v, int out, int x) {
    for (int k = 0; k <= v->order; k++) vv_ball_copy(v->b, out + k, x + k);
}

static int temporary(const vv_series_enclosure *v) { return v->own + 3 * (v->order + 1); }

/* out[k] = sum of weight(j) x[j] y[k - j], j from `first` to k, where the weight is 1, or j. */
static void convolve(vv_series_enclosure *v, int out, int x, int y, int k, int first,
                     bool weighted) {
    int t = temporary(v), sum = t + 1;
    vv_ball_set_rat(v->b, sum, vv_rat_int(0));
    for (int j = first; j <= k; j++) {
        if (vv_ball_is_zero(v->b, x + j) || vv_ball_is_zero(v->b, y + k - j)) continue;
        vv_ball_mul(v->b, t, x + j, y + k - j);
        vv_ball_add_mul_rat(v->b, sum, t, vv_rat_int(weighted ? j : 1));
    }
    vv_ball_copy(v->b, out, sum);
}

/* out must be neither x nor y. */
static void multiply(vv_series_enclosure *v, int out, int x, int y) {
    for (int k = 0; k <= v->order; k++) convolve(v, out + k, x, y, k, 0, false);
}

/* 1/x: out[k] = -sum x[j] out[k - j] / x[0] */
static void reciprocal(vv_series_enclosure *v, int out, int x) {
    int t = temporary(v) + 2;
    vv_ball_set_rat(v->b, t, vv_rat_int(1));
    vv_ball_div(v->b, out, t, x);
    for (int k = 1; k <= v->order; k++) {
        convolve(v, out + k, x, out, k, 1, false);
        vv_ball_mul(v->b, out + k, out + k, out);
        vv_ball_neg(v->b, out + k, out + k);
    }
}

/* Both of sin and cos, or of sinh and cosh: k s[k] = sum j x[j] c[k - j], and so on. */
static void circular(vv_series_enclosure *v, int s, int c, int x, bool hyperbolic) {
    vv_ball_apply(v->b, hyperbolic ? VV_BALL_SINH : VV_BALL_SIN, s, x);
    vv_ball_apply(v->b, hyperbolic ? VV_BALL_COSH : VV_BALL_COS, c, x);
    for (int k = 1; k <= v->order; k++) {
        vv_rat part = vv_rat_make(v->c, 1, k), other = vv_rat_make(v->c, hyperbolic ? 1 : -1, k);
        convolve(v, s + k, x, c, k, 1, true);
        convolve(v, c + k, x, s, k, 1, true);
        vv_ball_mul_rat(v->b, s + k, s + k, part);
        vv_ball_mul_rat(v->b, c + k, c + k, other);
    }
}

static void exponential(vv_series_enclosure *v, int out, int x) {
    vv_ball_apply(v->b, VV_BALL_EXP, out, x);
    for (int k = 1; k <= v->order; k++) {
        convolve(v, out + k, x, out, k, 1, true);
        vv_ball_mul_rat(v->b, out + k, out + k, vv_rat_make(v->c, 1, k));
    }
}

/* out' = x' g, where out[0] is set. */
static void integrate(vv_series_enclosure *v, int out, int x, int g) {
    for (int k = 1; k <= v->order; k++) {
        convolve(v, out + k, x, g, k, 1, true);
        vv_ball_mul_rat(v->b, out + k, out + k, vv_rat_make(v->c, 1, k));
    }
}

/* x^e for a constant e, where out[0] is set: k x[0] out[k] = sum (e j - (k - j)) x[j] out[k - j] */
static void power(vv_series_enclosure *v, int out, int x, int e) {
    int t = temporary(v) + 2, u = t + 1;
    for (int k = 1; k <= v->order; k++) {
        vv_ball_set_rat(v->b, out + k, vv_rat_int(0));
        for (int j = 1; j <= k; j++) {
            vv_ball_set_rat(v->b, t, vv_rat_int(j - k));
            vv_ball_mul_rat(v->b, u, e, vv_rat_int(j));
            vv_ball_add(v->b, t, t, u);
            vv_ball_mul(v->b, t, t, x + j);
            vv_ball_mul(v->b, t, t, out + k - j);
            vv_ball_add(v->b, out + k, out + k, t);
        }
        vv_ball_div(v->b, out + k, out + k, x);
        vv_ball_mul_rat(v->b, out + k, out + k, vv_rat_make(v->c, 1, k));
    }
}

/* ---- one node -------------------------------------------------------------------------------- */

static int slot(const vv_series_enclosure *v, const vv_series_node *d, int i) {
    return v->child[d->first + i] * (v->order + 1);
}

static void sum(vv_series_enclosure *v, const vv_series_node *d, int out) {
    set_zero(v, out, 0);
    for (int i = 0; i < d->n; i++) {
        vv_rat by = vv_expr_coefficient(v->c, (vv_expr){d->id}, i);
        int most = v->list[v->child[d->first + i]].constant ? 0 : v->order;
        for (int k = 0; k <= most; k++) vv_ball_add_mul_rat(v->b, out + k, slot(v, d, i) + k, by);
    }
}

/* Of a constant child: coefficient 0 alone. */
static void multiply_by_constant(vv_series_enclosure *v, int out, int x, int exponent) {
    int t = temporary(v);
    vv_ball_pow_int(v->b, t, x, exponent);
    for (int k = 0; k <= v->order; k++) vv_ball_mul(v->b, out + k, out + k, t);
}

static void product(vv_series_enclosure *v, const vv_series_node *d, int out) {
    int width = v->order + 1, by = v->own, next = by + width;
    vv_ball_set_rat(v->b, out, vv_rat_int(1));
    set_zero(v, out, 1);
    for (int i = 0; i < d->n; i++) {
        int exponent = vv_expr_exponent(v->c, (vv_expr){d->id}, i), x = slot(v, d, i);
        if (v->list[v->child[d->first + i]].constant) {
            multiply_by_constant(v, out, x, exponent);
            continue;
        }
        if (exponent < 0)
            reciprocal(v, by, x);
        else
            copy(v, by, x);
        for (int k = exponent < 0 ? -exponent : exponent; k > 0; k--) {
            multiply(v, next, out, by);
            copy(v, out, next);
        }
    }
}

/* abs and sign where the argument does not vanish. */
static void branch(vv_series_enclosure *v, vv_op op, int out, int x) {
    bool positive = vv_ball_is_positive(v->b, x), known = positive || vv_ball_is_negative(v->b, x);
    copy(v, out, x);
    if (op == VV_SIGN) {
        vv_ball_set_rat(v->b, out, vv_rat_int(positive ? 1 : -1));
        set_zero(v, out, 1);
    } else if (!positive) {
        for (int k = 0; k <= v->order; k++) vv_ball_neg(v->b, out + k, out + k);
    }
    for (int k = 0; k <= v->order && !known; k++) vv_ball_indeterminate(v->b, out + k);
}

static void arctangent(vv_series_enclosure *v, int out, int x) {
    int width = v->order + 1, square = v->own, by = square + width;
    multiply(v, square, x, x);
    vv_ball_set_rat(v->b, temporary(v), vv_rat_int(1));
    vv_ball_add(v->b, square, square, temporary(v));
    reciprocal(v, by, square);
    vv_ball_apply(v->b, VV_BALL_ATAN, out, x);
    integrate(v, out, x, by);
}

static void tangent(vv_series_enclosure *v, int out, int x) {
    int width = v->order + 1, s = v->own, c = s + width, inverse = c + width;
    circular(v, s, c, x, false);
    reciprocal(v, inverse, c);
    multiply(v, out, s, inverse);
}

static void general_power(vv_series_enclosure *v, const vv_series_node *d, int out) {
    int x = slot(v, d, 0), e = slot(v, d, 1), width = v->order + 1, log = v->own, by = log + width;
    if (v->list[v->child[d->first + 1]].constant) {
        vv_ball_pow(v->b, out, x, e);
        power(v, out, x, e);
        return;
    }
    reciprocal(v, by, x); /* exp(e log(x)) */
    vv_ball_apply(v->b, VV_BALL_LOG, log, x);
    integrate(v, log, x, by);
    multiply(v, by, e, log);
    exponential(v, out, by);
}

static const int ball_function[VV_OP_COUNT] = {
    [VV_SIN] = VV_BALL_SIN,   [VV_COS] = VV_BALL_COS,   [VV_TAN] = VV_BALL_TAN,
    [VV_EXP] = VV_BALL_EXP,   [VV_LOG] = VV_BALL_LOG,   [VV_SQRT] = VV_BALL_SQRT,
    [VV_ASIN] = VV_BALL_ASIN, [VV_ACOS] = VV_BALL_ACOS, [VV_ATAN] = VV_BALL_ATAN,
    [VV_SINH] = VV_BALL_SINH, [VV_COSH] = VV_BALL_COSH, [VV_TANH] = VV_BALL_TANH,
    [VV_ABS] = VV_BALL_ABS,   [VV_SIGN] = VV_BALL_SIGN,
};

static void function(vv_series_enclosure *v, const vv_series_node *d, int out) {
    int x = slot(v, d, 0), s = v->own, c = s + v->order + 1;
    bool hyperbolic = d->op == VV_SINH || d->op == VV_COSH;
    if (d->op == VV_SIN || d->op == VV_COS || hyperbolic) {
        circular(v, s, c, x, hyperbolic);
        copy(v, out, d->op == VV_SIN || d->op == VV_SINH ? s : c);
    } else if (d->op == VV_TAN) {
        tangent(v, out, x);
    } else if (d->op == VV_EXP) {
        exponential(v, out, x);
    } else if (d->op == VV_LOG) {
        reciprocal(v, s, x);
        vv_ball_apply(v->b, VV_BALL_LOG, out, x);
        integrate(v, out, x, s);
    } else if (d->op == VV_SQRT) {
        vv_ball_apply(v->b, VV_BALL_SQRT, out, x);
        vv_ball_set_rat(v->b, s, vv_rat_make(v->c, 1, 2));
        power(v, out, x, s);
    } else if (d->op == VV_ATAN) {
        arctangent(v, out, x);
    } else {
        branch(v, d->op, out, x);
    }
}

void vv_series_enclosure_run(vv_series_enclosure *v) {
    for (int i = 0; i < v->count && vv_ctx_ok(v->c); i++) {
        const vv_series_node *d = &v->list[i];
        int out = i * (v->order + 1);
        if (d->op == VV_SYM) {
            set_zero(v, out, 1);
            if (v->order > 0) vv_ball_set_rat(v->b, out + 1, vv_rat_int(1));
        } else if (d->op == VV_CONST) {
            set_zero(v, out, 1);
            vv_ball_set_rat(v->b, out, vv_expr_rational(v->c, (vv_expr){d->id}));
        } else if (d->op == VV_PI) {
            set_zero(v, out, 1);
            vv_ball_set_pi(v->b, out);
        } else if (d->op == VV_ADD) {
            sum(v, d, out);
        } else if (d->op == VV_MUL) {
            product(v, d, out);
        } else if (d->constant) {
            set_zero(v, out, 1);
            if (d->op == VV_POW)
                vv_ball_pow(v->b, out, slot(v, d, 0), slot(v, d, 1));
            else
                vv_ball_apply(v->b, (vv_ball_function)ball_function[d->op], out, slot(v, d, 0));
        } else if (d->op == VV_POW) {
            general_power(v, d, out);
        } else {
            function(v, d, out);
        }
    }
}
