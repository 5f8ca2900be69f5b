/* Eliminates angles that are not essential. If the expression does not depend on an angle at
 * all, such as the rotation of a wheel, despite sin^2 + cos^2 of it, the angle is set to 0. Of
 * two angles only the difference or sum may matter, as for a car and its trailer on an isotropic
 * plane: one is set to 0 while the expression is simplified, so that (sin a cos b - cos a sin
 * b)^2 is one square, and the other is replaced by the difference afterwards. */
#include "expr/dag.h"
#include "report/simplify/term_grouping.h"

enum { MOST_ANGLES = 8, MOST_TURNED = 4 };

typedef struct angles {
    int n;
    vv_expr at[MOST_ANGLES];
} angles;

static void add_angle(vv_expr e, angles *out) {
    for (int i = 0; i < out->n; i++)
        if (vv_same(out->at[i], e)) return;
    if (out->n < MOST_ANGLES) out->at[out->n++] = e;
}

static bool is_coordinate(vv_ctx *c, vv_expr e) {
    const vv_symbol *s = vv_symbol_get(c, e);
    return s && s->kind == VV_SYM_COORDINATE;
}

/* Coordinates in the argument of a sine or cosine, and those that are the whole argument. */
static void angles_of(vv_ctx *c, vv_expr e, angles *within, angles *alone) {
    int count;
    uint32_t *order = vv_expr_topological_order(c, 1, &e, &count);
    within->n = alone->n = 0;
    for (int i = 0; order && i < count; i++) {
        vv_expr node = {order[i]};
        vv_op op = vv_expr_op(c, node);
        if (op != VV_SIN && op != VV_COS && op != VV_TAN) continue;
        vv_expr x = vv_expr_child(c, node, 0);
        if (is_coordinate(c, x)) add_angle(x, alone);
        for (int k = 0; k < i; k++)
            if (is_coordinate(c, (vv_expr){order[k]}) && vv_depends(c, x, 1, &(vv_expr){order[k]}))
                add_angle((vv_expr){order[k]}, within);
    }
}

/* e at x = 0, if its derivative with respect to x vanishes, or the sum of those with respect to
 * x and y (the difference, if their sum matters); else poison. */
static vv_expr at_zero(const vv_simplifier *w, vv_expr e, vv_expr x, vv_expr y, bool sum) {
    vv_expr rate = vv_diff(w->c, e, x), out;
    if (!vv_is_poison(y)) {
        vv_expr other = vv_diff(w->c, e, y);
        rate = sum ? vv_sub(w->c, rate, other) : vv_add(w->c, rate, other);
    }
    if (!vv_vanishes(w->c, NULL, rate))
        return VV_POISON; /* identically, not only on the constraint manifold */
    vv_subst(w->c, 1, &x, (vv_expr[]){VV_ZERO}, 1, &e, &out);
    if (vv_ctx_status(w->c) == VV_E_MODEL) vv_ctx_clear_failure(w->c); /* a pole there */
    return out;
}

static vv_expr without(const vv_simplifier *w, vv_expr e, const angles *within) {
    for (int i = 0; i < within->n; i++) {
        vv_expr still = at_zero(w, e, within->at[i], VV_POISON, false);
        if (!vv_is_poison(still)) e = still;
    }
    return e;
}

vv_expr vv_simplify_drop_angles(vv_ctx *c, const vv_simplify_options *options, vv_expr e) {
    angles within, alone;
    vv_simplifier w = vv_simplifier_new(c, options, NULL);
    angles_of(c, e, &within, &alone);
    return without(&w, e, &within);
}

vv_expr vv_simplifier_eliminate_angle(const vv_simplifier *w, vv_expr e, vv_eliminated_angle *out) {
    angles within, alone;
    out->angle = out->by = VV_POISON;
    angles_of(w->c, e, &within, &alone);
    e = without(w, e, &within);
    for (int i = 0; i < alone.n && alone.n <= MOST_TURNED; i++)
        for (int k = 2 * (i + 1); k < 2 * alone.n; k++) {
            bool sum = k % 2;
            vv_expr still = at_zero(w, e, alone.at[k / 2], alone.at[i], sum);
            if (vv_is_poison(still)) continue;
            *out = (vv_eliminated_angle){alone.at[i], alone.at[k / 2], sum};
            return still;
        }
    return e;
}

vv_expr vv_simplifier_restore_angle(const vv_simplifier *w, const vv_eliminated_angle *t,
                                    vv_expr e) {
    vv_expr out;
    if (!t || vv_is_poison(t->angle) || vv_is_poison(e)) return e;
    vv_expr both = t->sum ? vv_add(w->c, t->angle, t->by) : vv_sub(w->c, t->angle, t->by);
    vv_subst(w->c, 1, &t->angle, &both, 1, &e, &out);
    return out;
}
