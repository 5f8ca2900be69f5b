/* A first look in doubles at whether something vanishes: at a point where it is far from 0, beside
 * all that it is made of, no proof has to be sought. */
#include <math.h>

#include "prove/residue.h"
#include "prove/rough.h"
#include "prove/rules.h"

/* What has several branches may vanish on one of them only. */
static bool has_one_branch(const vv_rough *v) {
    for (int i = 0; i < v->count; i++) {
        vv_op op = v->list[i].op;
        if (op != VV_CONST && op != VV_PI && op != VV_SYM && op != VV_ADD && op != VV_MUL &&
            op != VV_SIN && op != VV_COS && op != VV_SQRT)
            return false;
    }
    return true;
}

/* Rules with symbols on their left and none of these on their right: values can be put in. */
static bool has_plain_rules(vv_ctx *c, const vv_facts *f) {
    for (int i = 0; i < f->nrules; i++)
        if (!vv_symbol_get(c, f->from[i]) || vv_depends(c, f->to[i], f->nrules, f->from))
            return false;
    return true;
}

/* Any values with the signs that symbols have; what rules replace by its value, the first roots. */
static void choose_point(vv_ctx *c, const vv_facts *f, vv_rough *v) {
    uint64_t state = VV_STANDARD_SEED;
    for (int i = 0; i < v->count; i++) {
        if (v->list[i].op != VV_SYM) continue;
        double x = 0.5 + (double)(vv_draw(&state) >> 11) * 0x1p-53;
        v->value[i] = vv_symbol_get(c, (vv_expr){v->id[i]})->sign == VV_NEGATIVE ? -x : x;
    }
    vv_rough_run(v);
    for (int i = 0; i < f->nrules; i++) {
        int at = vv_rough_place(v, f->from[i]);
        if (at >= 0) v->value[at] = v->value[v->root[i]];
    }
    if (f->nrules) vv_rough_run(v);
}

/* Do what was assumed and the signs of symbols hold there? *most: the largest of all values. */
static bool is_allowed(vv_ctx *c, const vv_facts *f, const vv_rough *v, double *most) {
    for (int i = 0; i < v->count; i++) {
        double x = v->value[i];
        if (!isfinite(x)) return false;
        *most = fmax(*most, fabs(x));
        if (v->list[i].op != VV_SYM) continue;
        vv_sign sign = vv_symbol_get(c, (vv_expr){v->id[i]})->sign;
        if ((sign == VV_POSITIVE || sign == VV_NONNEGATIVE) && !(x > 0)) return false;
        if (sign == VV_NEGATIVE && !(x < 0)) return false;
    }
    for (int i = 0; i < f->npositive; i++)
        if (!(v->value[v->root[f->nrules + i]] > 0)) return false;
    return true;
}

bool vv_differs_roughly(vv_ctx *c, const vv_facts *f, vv_expr e) {
    const double CLEAR = 1e-6;
    static const vv_facts none;
    if (!f) f = &none;
    int n = f->nrules + f->npositive;
    vv_expr *all = VV_ARRAY(c, vv_expr, n + 1);
    vv_rough v;
    double most = 0;
    if (!all || !has_plain_rules(c, f)) return false;
    for (int i = 0; i < n; i++) all[i] = i < f->nrules ? f->to[i] : f->positive[i - f->nrules];
    all[n] = e;
    if (!vv_rough_make(c, n + 1, all, &v) || !has_one_branch(&v)) return false;
    choose_point(c, f, &v);
    return is_allowed(c, f, &v, &most) && fabs(v.value[v.root[n]]) > CLEAR * most;
}
