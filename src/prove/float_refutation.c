/* Quick test in doubles whether something vanishes: if it is far from 0 at some point, relative
 * to its parts, no proof needs to be sought. */
#include <math.h>

#include "prove/float_eval.h"
#include "prove/prove_internal.h"
#include "prove/prove_tolerances.h"

/* An expression with several branches may vanish on one of them only. */
static bool has_one_branch(const vv_float_eval *v) {
    for (int i = 0; i < v->count; i++) {
        vv_op op = v->list[i].op;
        if (op != VV_CONST && op != VV_PI && op != VV_SYM && op != VV_ADD && op != VV_MUL &&
            op != VV_SIN && op != VV_COS && op != VV_SQRT)
            return false;
    }
    return true;
}

/* Does the point satisfy the signs of the symbols and the assumptions, whose values come first? */
static bool is_allowed(vv_ctx *c, const vv_facts *f, const vv_float_eval *v) {
    for (int i = 0; i < v->count; i++) {
        double x = v->value[i];
        if (v->list[i].op != VV_SYM) continue;
        vv_sign sign = vv_symbol_get(c, (vv_expr){v->id[i]})->sign;
        if ((sign == VV_POSITIVE || sign == VV_NONNEGATIVE) && !(x > 0)) return false;
        if (sign == VV_NEGATIVE && !(x < 0)) return false;
    }
    for (int i = 0; i < f->npositive; i++)
        if (!(v->value[v->root[i]] > 0)) return false;
    return true;
}

bool vv_float_refutes_zero(vv_ctx *c, const vv_facts *f, vv_expr e) {
    static const vv_facts none;
    if (!f) f = &none;
    int n = f->npositive;
    vv_expr *all = VV_ARRAY(c, vv_expr, n + 1);
    vv_float_eval v;
    if (!all) return false;
    for (int i = 0; i < n; i++) all[i] = f->positive[i];
    all[n] = e;
    return vv_float_eval_at_point(c, f, n + 1, all, &v) && has_one_branch(&v) &&
           is_allowed(c, f, &v) &&
           fabs(v.value[v.root[n]]) > VV_PROVE_CLEAR * vv_float_eval_max_abs(&v);
}
