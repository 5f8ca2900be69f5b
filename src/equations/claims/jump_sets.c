#include "equations/claims/jump_sets.h"

#include "algebra/algebra.h"
#include "equations/claims/claim_conditions.h"
#include "kinematics/kinematics.h"

static bool is_of_state(vv_ctx *c, const vv_system *s, vv_expr e) {
    if (!s) return !vv_is_const(c, e);
    return vv_depends(c, e, s->nq, s->q) || vv_depends(c, e, s->nq, s->qd) ||
           vv_depends(c, e, s->n, s->w) || vv_depends(c, e, 1, &s->m->t);
}

/* ---- the same expression in a form that shows its sets ----------------------------------- */

/* Of a product u = k a^2 b: sign(k) sign(b) or |k| |a|^2 |b|. */
static vv_expr split_product(vv_ctx *c, vv_op op, vv_expr u) {
    vv_expr out = VV_ONE;
    for (int i = 0; i < vv_expr_arity(c, u); i++) {
        vv_expr f = vv_expr_child(c, u, i), one = vv_call(c, op, 1, &f);
        out = vv_mul(c, out, vv_pow_int(c, one, vv_expr_exponent(c, u, i)));
    }
    return out;
}

static vv_expr plain_form(vv_ctx *c, vv_expr node) {
    vv_op op = vv_expr_op(c, node);
    if (op != VV_TAN && op != VV_SIGN && op != VV_ABS) return node;
    vv_expr u = vv_expr_child(c, node, 0);
    if (op == VV_TAN) return vv_div(c, vv_sin(c, u), vv_cos(c, u));
    return vv_expr_op(c, u) == VV_MUL ? split_product(c, op, u) : node;
}

vv_expr vv_jump_prepare(vv_ctx *c, vv_expr e) {
    enum { MOST = 64 };
    int n = 0, count = 0;
    uint32_t *order = vv_expr_topological_order(c, 1, &e, &n);
    vv_expr from[MOST], to[MOST];
    for (int i = 0; order && i < n && count < MOST; i++) {
        from[count] = (vv_expr){order[i]};
        to[count] = plain_form(c, from[count]);
        count += !vv_same(from[count], to[count]);
    }
    if (count) vv_subst(c, count, from, to, 1, &e, &e);
    return e;
}

/* ---- the sets ---------------------------------------------------------------------------- */

static void add_set(vv_ctx *c, const vv_system *s, vv_jump_sets *j, vv_expr u, vv_expr positive) {
    vv_rat k;
    u = vv_split_rational(c, u, &k);
    while (vv_expr_op(c, u) == VV_SQRT || vv_expr_op(c, u) == VV_ABS)
        u = vv_split_rational(c, vv_expr_child(c, u, 0), &k);
    if (vv_claim_never_zero(c, u) || !is_of_state(c, s, u)) return;
    for (int i = 0; i < j->n; i++)
        if (vv_same(j->u[i], u) && vv_same(j->positive[i], positive)) return;
    j->complete &= j->n < VV_JUMP_SETS_MAX;
    if (!j->complete) return;
    j->u[j->n] = u;
    j->positive[j->n++] = positive;
}

static void add_switch(vv_ctx *c, const vv_system *s, vv_jump_sets *j, vv_expr node) {
    vv_op op = vv_expr_op(c, node);
    if (op == VV_SIGN) add_set(c, s, j, vv_expr_child(c, node, 0), VV_ONE);
    if (op != VV_LESS && op != VV_LESSEQ && op != VV_ATAN2) return;
    vv_expr a = vv_expr_child(c, node, 0), b = vv_expr_child(c, node, 1);
    if (op == VV_ATAN2)
        add_set(c, s, j, a, vv_neg(c, b)); /* the cut: y = 0, x < 0 */
    else
        add_set(c, s, j, vv_sub(c, a, b), VV_ONE);
}

/* The divisors of a node, and the base of x^(-1/3). */
static void add_poles_of(vv_ctx *c, const vv_system *s, vv_jump_sets *j, vv_expr node) {
    vv_op op = vv_expr_op(c, node);
    for (int i = 0; op == VV_MUL && i < vv_expr_arity(c, node); i++)
        if (vv_expr_exponent(c, node, i) < 0) add_set(c, s, j, vv_expr_child(c, node, i), VV_ONE);
    if (op != VV_POW || !vv_is_const(c, vv_expr_child(c, node, 1))) return;
    vv_rat r = vv_expr_rational(c, vv_expr_child(c, node, 1));
    if (vv_rat_sign(r) < 0 && r.den % 2) add_set(c, s, j, vv_expr_child(c, node, 0), VV_ONE);
}

static void add_poles(vv_ctx *c, const vv_system *s, vv_jump_sets *j, vv_expr e) {
    int n = 0;
    uint32_t *order = vv_expr_topological_order(c, 1, &e, &n);
    for (int i = 0; order && i < n; i++) add_poles_of(c, s, j, (vv_expr){order[i]});
}

void vv_jump_poles_add(vv_ctx *c, const vv_system *s, int n, const vv_expr *e, vv_jump_sets *out) {
    out->complete = true;
    for (int i = 0; i < n; i++)
        if (e[i].id) add_poles(c, s, out, e[i]);
}

static bool is_function(vv_op op) {
    return op != VV_ADD && op != VV_MUL && op != VV_CONST && op != VV_SYM && op != VV_PI &&
           op != VV_FACTOR && op != VV_SOLVE && op != VV_COMP;
}

bool vv_jump_is_rough(vv_ctx *c, const vv_system *s, int n, const vv_expr *e) {
    int nodes = 0;
    uint32_t *order = vv_expr_topological_order(c, n, e, &nodes);
    for (int i = 0; order && i < nodes; i++) {
        vv_op op = vv_expr_op(c, (vv_expr){order[i]});
        if (op >= VV_ABS && op <= VV_PIECEWISE && op != VV_ATAN2 &&
            is_of_state(c, s, (vv_expr){order[i]}))
            return true;
    }
    return false;
}

/* Branches: a root, a power, an inverse function, whose other value an analytic continuation
 * might reach. Roots and logarithms of what is positive have none. */
static bool has_branches(vv_ctx *c, const vv_system *s, vv_expr e) {
    int nodes = 0;
    uint32_t *order = vv_expr_topological_order(c, 1, &e, &nodes);
    for (int i = 0; order && i < nodes; i++) {
        vv_expr node = {order[i]};
        vv_op op = vv_expr_op(c, node);
        bool root = op == VV_SQRT || op == VV_POW;
        if (!root && op != VV_ASIN && op != VV_ACOS && op != VV_ATAN2) continue;
        if (root && vv_known_sign(c, vv_expr_child(c, node, 0)) == VV_POSITIVE) continue;
        if (is_of_state(c, s, node)) return true;
    }
    return vv_jump_is_rough(c, s, 1, &e);
}

void vv_jump_sets_find(vv_ctx *c, const vv_system *s, vv_expr e, bool rough, vv_jump_sets *out) {
    int n = 0;
    uint32_t *order = vv_expr_topological_order(c, 1, &e, &n);
    *out = (vv_jump_sets){.complete = order != NULL};
    bool all = rough || has_branches(c, s, e);
    if (all) add_poles(c, s, out, e);
    for (int i = 0; order && i < n; i++) {
        vv_expr node = {order[i]};
        add_switch(c, s, out, node);
        for (int k = 0; !all && is_function(vv_expr_op(c, node)) && k < vv_expr_arity(c, node); k++)
            add_poles(c, s, out, vv_expr_child(c, node, k));
    }
}

/* ---- one side ---------------------------------------------------------------------------- */

/* The sign of e on this side of u = 0 if e = k u; false if it is no multiple. */
static bool side_of(vv_ctx *c, vv_expr u, int side, vv_expr e, int *sign) {
    vv_rat k;
    e = vv_split_rational(c, e, &k);
    *sign = side * vv_rat_sign(k);
    return vv_same(e, u);
}

/* The sign of v near its pole, if `pole` is one of its factors; poison if it is not. */
static vv_expr sign_beside(vv_ctx *c, vv_expr pole, int side, vv_expr v) {
    vv_rat k;
    vv_expr product = vv_split_rational(c, v, &k);
    if (vv_expr_op(c, product) != VV_MUL) return VV_POISON;
    for (int i = 0; i < vv_expr_arity(c, product); i++) {
        int power = vv_expr_exponent(c, product, i);
        if (power >= 0 || !vv_same(vv_expr_child(c, product, i), pole)) continue;
        vv_expr rest = vv_mul(c, vv_scale(c, k, product), vv_pow_int(c, pole, -power)),
                sign = vv_call(c, VV_SIGN, 1, &rest);
        return side < 0 && power % 2 ? vv_neg(c, sign) : sign;
    }
    return VV_POISON;
}

/* v near a pole u^-k: the sign of the infinity it tends to; poison if it does not, or if that is
 * not seen. */
static vv_expr infinity(vv_ctx *c, vv_expr u, int side, vv_expr v) {
    if (!side) return VV_POISON;
    vv_expr sign = sign_beside(c, u, side, v);
    return sign.id ? sign : sign_beside(c, u, side, vv_factored(c, v));
}

static vv_expr condition(vv_ctx *c, bool holds) {
    vv_expr a[2] = {holds ? VV_ZERO : VV_ONE, holds ? VV_ONE : VV_ZERO};
    return vv_call(c, VV_LESS, 2, a);
}

/* Operations on two operands that are equal on the set. */
static vv_expr binary_side(vv_ctx *c, const vv_jump_sets *j, int i, int side, vv_expr node) {
    vv_op op = vv_expr_op(c, node);
    vv_expr a = vv_expr_child(c, node, 0), b = vv_expr_child(c, node, 1);
    int more;
    if (op == VV_ATAN2) { /* on the cut itself it is pi */
        bool cut = vv_same(j->positive[i], vv_neg(c, b)) && side_of(c, j->u[i], side, a, &more);
        return cut ? vv_scale(c, vv_rat_int(more < 0 ? -1 : 1), vv_pi(c)) : node;
    }
    if (!side_of(c, j->u[i], side, vv_sub(c, a, b), &more)) return node;
    if (op == VV_MIN || op == VV_MAX) return (more > 0) == (op == VV_MAX) ? a : b;
    return condition(c, more < 0 || (more == 0 && op == VV_LESSEQ));
}

static vv_expr node_side(vv_ctx *c, const vv_jump_sets *j, int i, int side, vv_expr node) {
    vv_op op = vv_expr_op(c, node);
    if (op >= VV_ATAN2 && op <= VV_LESSEQ) return binary_side(c, j, i, side, node);
    if (op != VV_SIGN && op != VV_ABS && op != VV_ATAN && op != VV_TANH) return node;
    vv_expr v = vv_expr_child(c, node, 0);
    if (op == VV_ATAN || op == VV_TANH) {
        vv_expr sign = infinity(c, j->u[i], side, v),
                half = vv_scale(c, vv_rat_make(c, 1, 2), vv_pi(c));
        if (!sign.id) return node;
        return op == VV_TANH ? sign : vv_mul(c, sign, half);
    }
    int up;
    if (!side_of(c, j->u[i], side, v, &up)) return node;
    return op == VV_SIGN ? vv_int(c, up) : vv_scale(c, vv_rat_int(up), v);
}

vv_expr vv_jump_side(vv_ctx *c, const vv_jump_sets *j, int i, int side, vv_expr e) {
    enum { MOST = 64 };
    int n = 0, count = 0;
    uint32_t *order = vv_expr_topological_order(c, 1, &e, &n);
    vv_expr from[MOST], to[MOST];
    for (int k = 0; order && k < n && count < MOST; k++) {
        from[count] = (vv_expr){order[k]};
        to[count] = node_side(c, j, i, side, from[count]);
        count += !vv_same(from[count], to[count]);
    }
    if (count) vv_subst(c, count, from, to, 1, &e, &e);
    return e;
}
