#include "algebra/linear_form.h"
#include "algebra/algebra_tolerances.h"

#include <math.h>

#include "prove/prove.h"

enum { MOST_TERMS = 64, MOST_FACTORS = 32 };

typedef struct factors {
    int n;
    vv_expr base[MOST_FACTORS];
    int exponent[MOST_FACTORS];
} factors;

/* Factors of one product, without numbers. */
static void of_product(vv_ctx *c, vv_expr e, factors *out) {
    vv_rat k;
    e = vv_split_rational(c, e, &k);
    out->n = 0;
    if (vv_is_const(c, e)) return;
    if (vv_expr_op(c, e) != VV_MUL) {
        out->base[0] = e;
        out->exponent[0] = 1;
        out->n = 1;
        return;
    }
    for (int i = 0; i < vv_expr_arity(c, e) && out->n < MOST_FACTORS; i++) {
        out->base[out->n] = vv_expr_child(c, e, i);
        out->exponent[out->n++] = vv_expr_exponent(c, e, i);
    }
}

/* Intersection of two lists: the smaller exponent; a missing factor counts as exponent 0. */
static void intersect(factors *a, const factors *b) {
    int n = 0;
    for (int i = 0; i < a->n; i++) {
        int k = 0;
        for (int j = 0; j < b->n; j++)
            if (vv_same(a->base[i], b->base[j])) k = b->exponent[j];
        k = a->exponent[i] < k ? a->exponent[i] : k;
        if (k) a->base[n] = a->base[i], a->exponent[n++] = k;
    }
    for (int j = 0; j < b->n; j++) { /* denominators that only the second one has */
        bool known = false;
        for (int i = 0; i < n; i++) known |= vv_same(a->base[i], b->base[j]);
        for (int i = n; i < a->n; i++) known |= vv_same(a->base[i], b->base[j]);
        if (!known && b->exponent[j] < 0 && n < MOST_FACTORS)
            a->base[n] = b->base[j], a->exponent[n++] = b->exponent[j];
    }
    a->n = n;
}

/* Common factors of the terms of all n sums. */
static void common(vv_ctx *c, int n, const vv_expr *e, factors *out) {
    bool first = true;
    factors own = {0};
    out->n = 0;
    for (int i = 0; i < n; i++) {
        if (vv_is_zero(e[i])) continue;
        bool sum = vv_expr_op(c, e[i]) == VV_ADD;
        int terms = sum ? vv_expr_arity(c, e[i]) : 1;
        for (int k = 0; k < terms; k++, first = false) {
            of_product(c, sum ? vv_expr_child(c, e[i], k) : e[i], first ? out : &own);
            if (!first) intersect(out, &own);
        }
    }
}

static vv_expr divide(vv_ctx *c, vv_expr e, vv_expr g) {
    if (vv_expr_op(c, e) != VV_ADD) return vv_div(c, e, g);
    vv_expr sum = VV_ZERO;
    for (int k = 0; k < vv_expr_arity(c, e); k++) {
        vv_expr t = vv_div(c, vv_expr_child(c, e, k), g);
        sum = vv_add(c, sum, vv_scale(c, vv_expr_coefficient(c, e, k), t));
    }
    return sum;
}

/* Quick test in doubles: does it differ at two values of x? */
static bool varies(vv_ctx *c, int nx, const vv_expr *x, vv_expr e) {
    vv_float_eval v;
    int n;
    double at[2];
    vv_expr *symbol = vv_expr_symbols(c, 1, &e, &n);
    if (!symbol || !vv_float_eval_make(c, 1, &e, &v)) return false;
    for (int try = 0; try < 2; try++) {
        for (int i = 0; i < n; i++)
            v.value[vv_float_eval_slot(&v, symbol[i])] =
                0.7 + fmod(0.618 * i, 1) + (vv_depends(c, symbol[i], nx, x) ? 0.3 * try : 0);
        vv_float_eval_run(&v);
        at[try] = v.value[v.root[0]];
    }
    return fabs(at[1] - at[0]) > VV_FORM_VARIES * (fabs(at[0]) + fabs(at[1]));
}

vv_expr vv_simplify_if_constant(vv_ctx *c, int nx, const vv_expr *x, vv_expr e) {
    vv_expr value;
    if (!vv_depends(c, e, nx, x) || varies(c, nx, x, e)) return e;
    for (int a = 0; a < nx; a++) {
        if (!vv_depends(c, e, 1, &x[a])) continue;
        if (!vv_vanishes(c, NULL, vv_diff(c, e, x[a]))) return e;
    }
    vv_subst_zero(c, nx, x, 1, &e, &value);
    if (vv_ctx_status(c) == VV_E_MODEL) vv_ctx_clear_failure(c); /* a pole there */
    /* or a linear system that is singular there, which shows only when it is solved */
    return value.id && vv_vanishes(c, NULL, vv_sub(c, e, value)) ? value : e;
}

void vv_linear_form_divide_common(vv_ctx *c, int n, vv_expr *form) {
    factors f = {0};
    vv_expr *flat = VV_ARRAY(c, vv_expr, n + 1);
    if (!flat) return;
    for (int i = 0; i < n; i++) flat[i] = vv_flatten_sum(c, form[i], MOST_TERMS);
    common(c, n, flat, &f);
    vv_expr g = vv_product_powers(c, f.n, f.base, f.exponent);
    for (int i = 0; f.n && i < n; i++)
        if (!vv_is_zero(flat[i])) form[i] = divide(c, flat[i], g);
}

void vv_linear_form_simplify(vv_ctx *c, int nx, const vv_expr *x, int n, vv_expr *form) {
    factors f = {0};
    for (int i = 0; i < n; i++) form[i] = vv_flatten_sum(c, form[i], MOST_TERMS);
    common(c, n, form, &f);
    vv_expr g = vv_product_powers(c, f.n, f.base, f.exponent);
    for (int i = 0; i < n; i++) {
        if (f.n && !vv_is_zero(form[i])) form[i] = divide(c, form[i], g);
        form[i] = vv_simplify_if_constant(c, nx, x, form[i]);
    }
}
