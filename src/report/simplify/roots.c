/* Roots of squares and magnitudes whose sign the assumptions decide: with a > b, both
 * sqrt(a^2 - 2 a b + b^2) and abs(b - a) are a - b. */
#include "algebra/algebra.h"
#include "expr/dag.h"
#include "report/simplify/term_grouping.h"

enum { MOST_FACT = 24 }; /* terms of an assumption recognized with either sign */

static bool is_listed(const vv_simplifier *w, vv_expr e) {
    e = vv_flatten_sum(w->c, e, MOST_FACT);
    for (int i = 0; w->facts && i < w->facts->npositive; i++) {
        vv_expr known = vv_flatten_sum(w->c, w->facts->positive[i], MOST_FACT);
        if (vv_same(e, known)) return true;
    }
    return false;
}

/* |e| without a magnitude, if its sign is known; else poison. */
static vv_expr magnitude(const vv_simplifier *w, vv_expr e) {
    vv_sign s = vv_known_sign(w->c, e);
    vv_expr minus = vv_neg(w->c, e);
    if (s == VV_POSITIVE || is_listed(w, e)) return e;
    if (s == VV_NEGATIVE || is_listed(w, minus)) return minus;
    return VV_POISON;
}

/* The root of |p|, if all its irreducible factors are squares; else poison. */
static vv_expr root_of(const vv_simplifier *w, vv_atoms *a, vv_poly p) {
    vv_rat k;
    int n, *power;
    vv_poly *f;
    if (vv_poly_factor(a->ring, p, &k, &n, &f, &power) != VV_OK || vv_rat_sign(k) < 0)
        return VV_POISON;
    vv_expr out = vv_sqrt(w->c, vv_rational(w->c, k));
    for (int i = 0; i < n; i++) {
        vv_rational_function q = {f[i], vv_poly_int(a->ring, 1)};
        vv_expr base = power[i] % 2 ? VV_POISON : magnitude(w, vv_shortest_form(a, q));
        if (vv_is_poison(base)) return VV_POISON;
        out = vv_mul(w->c, out, vv_pow_int(w->c, base, power[i] / 2));
    }
    return out;
}

static vv_expr square_root(const vv_simplifier *w, vv_expr x) {
    vv_atoms *a = vv_simplifier_atoms(w, x, false);
    vv_rational_function q;
    vv_expr out = VV_POISON;
    if (a && vv_rational_function_of(a, x, &q) && !vv_poly_is_zero(a->ring, q.n)) {
        vv_expr n = root_of(w, a, q.n), d = root_of(w, a, q.d);
        if (!vv_is_poison(n) && !vv_is_poison(d)) out = vv_div(w->c, n, d);
    }
    vv_atoms_free(a);
    return out;
}

/* What the node is under the assumptions; itself, if they say nothing. */
static vv_expr under_assumptions(const vv_simplifier *w, vv_expr e) {
    vv_op op = vv_expr_op(w->c, e);
    vv_expr by = VV_POISON;
    if (op == VV_ABS) by = magnitude(w, vv_expr_child(w->c, e, 0));
    if (op == VV_SQRT) by = square_root(w, vv_expr_child(w->c, e, 0));
    return vv_is_poison(by) ? e : by;
}

vv_expr vv_simplifier_roots(const vv_simplifier *w, vv_expr e) {
    vv_ctx *c = w->c;
    if (!vv_expr_contains_op(c, 1, &e, VV_SQRT) && !vv_expr_contains_op(c, 1, &e, VV_ABS)) return e;
    int count;
    uint32_t *order = vv_expr_topological_order(c, 1, &e, &count);
    uint32_t nodes = vv_expr_count(c);
    vv_expr *as = order && count <= w->most_nodes ? VV_ARRAY(c, vv_expr, nodes) : NULL;
    for (int n = 0; as && n < count; n++) {
        vv_expr x = {order[n]};
        int arity = vv_is_const(c, x) || vv_symbol_get(c, x) ? 0 : vv_expr_arity(c, x);
        vv_expr *child = VV_ARRAY(c, vv_expr, arity + 1);
        if (!child) return e;
        for (int i = 0; i < arity; i++) child[i] = as[vv_expr_child(c, x, i).id];
        as[x.id] = under_assumptions(w, arity ? vv_expr_rebuild(c, x.id, child) : x);
    }
    return as && !vv_is_poison(as[e.id]) ? as[e.id] : e;
}
