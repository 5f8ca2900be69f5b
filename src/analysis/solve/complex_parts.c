#include "analysis/solve/complex_parts.h"

enum { MOST_NODES = 600, MOST_POWER = 16 };

typedef struct number {
    vv_expr re, im;
} number;

static number product(vv_ctx *c, number a, number b) {
    vv_expr rr = vv_mul(c, a.re, b.re), ii = vv_mul(c, a.im, b.im), ri = vv_mul(c, a.re, b.im),
            ir = vv_mul(c, a.im, b.re);
    return (number){vv_sub(c, rr, ii), vv_add(c, ri, ir)};
}

static vv_expr norm(vv_ctx *c, number a) {
    vv_expr re = vv_pow_int(c, a.re, 2), im = vv_pow_int(c, a.im, 2);
    return vv_add(c, re, im);
}

static number quotient(vv_ctx *c, number a, number b) {
    number over = product(c, a, (number){b.re, vv_neg(c, b.im)});
    vv_expr square = norm(c, b);
    return (number){vv_div(c, over.re, square), vv_div(c, over.im, square)};
}

static number power(vv_ctx *c, number a, int k) {
    number out = {VV_ONE, VV_ZERO};
    for (int i = 0; i < (k < 0 ? -k : k); i++) out = product(c, out, a);
    return k < 0 ? quotient(c, (number){VV_ONE, VV_ZERO}, out) : out;
}

/* exp(±x): cosh and sinh written with it would cancel in balls, so they are kept. */
static vv_expr of(vv_ctx *c, vv_op op, vv_expr a) { return vv_call(c, op, 1, &a); }

static number sine(vv_ctx *c, number a) {
    vv_expr s = vv_sin(c, a.re), k = vv_cos(c, a.re), ch = of(c, VV_COSH, a.im),
            sh = of(c, VV_SINH, a.im);
    return (number){vv_mul(c, s, ch), vv_mul(c, k, sh)};
}

static number cosine(vv_ctx *c, number a) {
    vv_expr s = vv_sin(c, a.re), k = vv_cos(c, a.re), ch = of(c, VV_COSH, a.im),
            sh = of(c, VV_SINH, a.im);
    return (number){vv_mul(c, k, ch), vv_neg(c, vv_mul(c, s, sh))};
}

static number exponential(vv_ctx *c, number a) {
    vv_expr e = of(c, VV_EXP, a.re), k = vv_cos(c, a.im), s = vv_sin(c, a.im);
    return (number){vv_mul(c, e, k), vv_mul(c, e, s)};
}

/* sqrt((|a| + re)/2) and the imaginary part over twice that: infinite where it vanishes, i.e. on
 * the branch cut and at 0. */
static number root(vv_ctx *c, number a) {
    vv_expr size = vv_sqrt(c, norm(c, a)), half = vv_ratio(c, 1, 2);
    vv_expr re = vv_sqrt(c, vv_mul(c, half, vv_add(c, size, a.re)));
    return (number){re, vv_div(c, vv_mul(c, half, a.im), re)};
}

/* sinh(a) = -i sin(i a), cosh(a) = cos(i a). */
static number turned(vv_ctx *c, number a) { return (number){vv_neg(c, a.im), a.re}; }

static number hyperbolic_sine(vv_ctx *c, number a) {
    number s = sine(c, turned(c, a));
    return (number){s.im, vv_neg(c, s.re)};
}

/* A function of a complex argument; poison if there is no rule. */
static number apply(vv_ctx *c, vv_op op, number a) {
    if (op == VV_SIN) return sine(c, a);
    if (op == VV_COS) return cosine(c, a);
    if (op == VV_TAN) return quotient(c, sine(c, a), cosine(c, a));
    if (op == VV_EXP) return exponential(c, a);
    if (op == VV_SQRT) return root(c, a);
    if (op == VV_SINH) return hyperbolic_sine(c, a);
    if (op == VV_COSH) return cosine(c, turned(c, a));
    return (number){VV_POISON, VV_POISON};
}

typedef struct table {
    vv_ctx *c;
    int n;
    const uint32_t *id;
    number *value;
} table;

static number value_of(const table *t, vv_expr e) {
    for (int i = 0; i < t->n; i++)
        if (t->id[i] == e.id) return t->value[i];
    return (number){VV_POISON, VV_POISON};
}

static number of_node(const table *t, vv_expr e) {
    vv_ctx *c = t->c;
    vv_op op = vv_expr_op(c, e);
    int n = vv_expr_arity(c, e);
    number out = {op == VV_MUL ? VV_ONE : VV_ZERO, VV_ZERO};
    if (op != VV_ADD && op != VV_MUL)
        return n == 1 ? apply(c, op, value_of(t, vv_expr_child(c, e, 0)))
                      : (number){VV_POISON, VV_POISON};
    for (int i = 0; i < n; i++) {
        number a = value_of(t, vv_expr_child(c, e, i));
        int k = op == VV_MUL ? vv_expr_exponent(c, e, i) : 1;
        if (k > MOST_POWER || k < -MOST_POWER) return (number){VV_POISON, VV_POISON};
        if (op == VV_MUL) {
            out = product(c, out, power(c, a, k));
        } else {
            vv_rat by = vv_expr_coefficient(c, e, i);
            out.re = vv_add(c, out.re, vv_scale(c, by, a.re));
            out.im = vv_add(c, out.im, vv_scale(c, by, a.im));
        }
    }
    return out;
}

bool vv_complex_parts(vv_ctx *c, vv_expr q, vv_expr x, vv_expr y, int n, const vv_expr *e,
                      vv_expr *part) {
    int count;
    uint32_t *order = vv_expr_topological_order(c, n, e, &count);
    if (!order || count > MOST_NODES) return false;
    table t = {.c = c, .value = VV_ARRAY(c, number, count + 1)};
    uint32_t *id = VV_ARRAY(c, uint32_t, count + 1);
    if (!t.value || !id) return false;
    for (int i = 0; i < count; i++) id[i] = order[i]; /* reuses the memory of the order */
    t.id = id;
    for (int i = 0; i < count; i++, t.n++) {
        vv_expr here = {id[i]};
        if (vv_same(here, q))
            t.value[i] = (number){x, y};
        else if (!vv_depends(c, here, 1, &q))
            t.value[i] = (number){here, VV_ZERO};
        else
            t.value[i] = of_node(&t, here);
        if (vv_is_poison(t.value[i].re) || vv_is_poison(t.value[i].im)) return false;
    }
    for (int i = 0; i < n; i++) {
        number a = value_of(&t, e[i]);
        part[2 * i] = a.re, part[2 * i + 1] = a.im;
    }
    return vv_ctx_ok(c);
}
