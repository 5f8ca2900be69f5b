#include "equations/stability/nonsmooth_force.h"

typedef struct edge {
    vv_ctx *c;
    const vv_system *s;
    const vv_facts *f;
    vv_position_evaluator *at;
    const void *data;
} edge;

static bool vanishes_there(const edge *k, vv_expr e) {
    return vv_depends(k->c, e, k->s->nq, k->s->q) &&
           vv_vanishes(k->c, k->f, k->at(k->c, e, k->data));
}

/* Is a branch switched there by an argument that vanishes? *argument: that of abs and sign. */
static bool is_met(const edge *k, vv_expr node, vv_expr *argument) {
    vv_op op = vv_expr_op(k->c, node);
    vv_expr a = vv_expr_arity(k->c, node) ? vv_expr_child(k->c, node, 0) : VV_POISON;
    *argument = VV_POISON;
    if (op == VV_ABS || op == VV_SIGN) return *argument = a, vanishes_there(k, a);
    if (op == VV_MIN || op == VV_MAX)
        return vanishes_there(k, vv_sub(k->c, a, vv_expr_child(k->c, node, 1)));
    for (int i = 0; op == VV_PIECEWISE && i + 1 < vv_expr_arity(k->c, node); i += 2) {
        vv_expr less = vv_expr_child(k->c, node, i);
        if (vanishes_there(
                k, vv_sub(k->c, vv_expr_child(k->c, less, 0), vv_expr_child(k->c, less, 1))))
            return true;
    }
    return false;
}

static vv_expr on_side(vv_ctx *c, vv_expr e, vv_expr a, int side) {
    vv_expr from[2] = {vv_call(c, VV_ABS, 1, &a), vv_call(c, VV_SIGN, 1, &a)},
            to[2] = {side > 0 ? a : vv_neg(c, a), vv_int(c, side)};
    vv_subst(c, 2, from, to, 1, &e, &e);
    return e;
}

static bool sides_agree(const edge *k, vv_expr force, vv_expr a) {
    const vv_system *s = k->s;
    vv_expr apart = vv_sub(k->c, on_side(k->c, force, a, 1), on_side(k->c, force, a, -1));
    if (!vv_vanishes(k->c, k->f, k->at(k->c, apart, k->data))) return false;
    for (int i = 0; i < s->nq + s->n; i++) {
        vv_expr by = vv_diff(k->c, apart, i < s->nq ? s->q[i] : s->w[i - s->nq]);
        if (!vv_vanishes(k->c, k->f, k->at(k->c, by, k->data))) return false;
    }
    return true;
}

bool vv_force_is_nonsmooth(vv_ctx *c, const vv_system *s, const vv_facts *f, int n,
                           const vv_expr *force, vv_position_evaluator *at, const void *data) {
    edge k = {c, s, f, at, data};
    int nodes = 0;
    vv_expr argument = VV_POISON, a;
    uint32_t *order = vv_expr_topological_order(c, n, force, &nodes);
    for (int i = 0; order && i < nodes; i++) {
        if (!is_met(&k, (vv_expr){order[i]}, &a)) continue;
        if (vv_is_poison(a) || (!vv_is_poison(argument) && !vv_same(a, argument))) return true;
        argument = a;
    }
    for (int i = 0; i < n && !vv_is_poison(argument); i++)
        if (!sides_agree(&k, force[i], argument)) return true;
    return false;
}
