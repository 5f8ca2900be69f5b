#include "equations/claims/claim_domain.h"

#include "equations/claims/claim_conditions.h"
#include "kinematics/kinematics.h"

/* What must be positive for a node to be real in a neighbourhood; ONE if nothing. */
static vv_expr condition_of(vv_ctx *c, vv_expr e) {
    vv_op op = vv_expr_op(c, e);
    if (op != VV_SQRT && op != VV_LOG && op != VV_POW && op != VV_ASIN && op != VV_ACOS)
        return VV_ONE;
    vv_expr u = vv_expr_child(c, e, 0);
    if (op == VV_ASIN || op == VV_ACOS) return vv_sub(c, VV_ONE, vv_mul(c, u, u));
    if (op == VV_POW && vv_is_const(c, vv_expr_child(c, e, 1))) {
        vv_rat r = vv_expr_rational(c, vv_expr_child(c, e, 1));
        if (r.den > 0 && r.den % 2) return VV_ONE; /* an odd root */
    }
    return u;
}

int vv_claim_list_conditions(vv_ctx *c, vv_expr e, int n, vv_expr *out, int most) {
    int nodes = 0;
    uint32_t *order = vv_expr_topological_order(c, 1, &e, &nodes);
    for (int i = 0; order && i < nodes; i++) {
        vv_expr u = condition_of(c, (vv_expr){order[i]});
        vv_sign sign = vv_known_sign(c, u);
        bool known = sign == VV_POSITIVE || sign == VV_NONNEGATIVE;
        for (int k = 0; k < n && !known; k++) known = vv_same(out[k], u);
        if (!known && n < most) out[n++] = u;
    }
    return n;
}

enum { MOST_CONDITIONS = 64 };

static bool is_same_sign(vv_ctx *c, vv_expr a, vv_expr b) {
    vv_rat x, y;
    return vv_same(vv_split_rational(c, a, &x), vv_split_rational(c, b, &y)) &&
           vv_rat_sign(x) == vv_rat_sign(y);
}

static vv_expr in_variables(vv_ctx *c, const vv_system *s, bool by_speeds, vv_expr e) {
    return by_speeds ? vv_expr_in_speeds(c, s, e) : vv_expr_in_coordinates(c, s, e);
}

bool vv_claim_add_domain(vv_ctx *c, const vv_system *s, const vv_claim *k, bool by_speeds,
                         vv_facts *facts) {
    vv_expr shown[MOST_CONDITIONS],
        *positive = VV_ARRAY(c, vv_expr, facts->npositive + k->nreal + 1);
    if (!k->nreal || !k->value.id) return true;
    if (!positive) return false;
    int n = vv_claim_list_conditions(c, k->value, 0, shown, MOST_CONDITIONS),
        count = facts->npositive;
    for (int i = 0; i < count; i++) positive[i] = facts->positive[i];
    for (int i = 0; i < k->nreal; i++) {
        bool hidden = vv_known_sign(c, k->real[i]) != VV_NEGATIVE;
        for (int j = 0; j < n && hidden; j++) hidden = !is_same_sign(c, shown[j], k->real[i]);
        vv_expr e = hidden ? in_variables(c, s, by_speeds, k->real[i]) : VV_ZERO;
        if (hidden && !vv_depends(c, e, s->n, s->wd) && !vv_depends(c, e, s->nq, s->qdd))
            positive[count++] = e;
    }
    facts->positive = positive, facts->npositive = count;
    return true;
}

/* e = 0 as a rule for a symbol on which it depends linearly with a constant slope, if there is
 * one. */
static bool add_equation(vv_ctx *c, vv_facts *facts, vv_expr e) {
    int n = 0;
    vv_expr *y = vv_expr_symbols(c, 1, &e, &n);
    for (int i = 0; y && i < n; i++) {
        vv_expr slope = vv_diff(c, e, y[i]);
        if (!vv_is_const(c, slope) || vv_is_zero(slope)) continue;
        return vv_claim_add_rule(c, facts, y[i], vv_sub(c, y[i], vv_div(c, e, slope)));
    }
    return y != NULL;
}

bool vv_claim_divides_by_zero(vv_ctx *c, const vv_system *s, const vv_claim *k) {
    vv_facts facts = s->facts;
    for (int i = 0; i < k->nwhen + k->nat; i++) {
        vv_expr e = i < k->nwhen ? k->when[i] : k->at[i - k->nwhen];
        e = vv_facts_rewrite(c, &facts, in_variables(c, s, s->speeds_ok, e));
        if (!add_equation(c, &facts, e)) return true;
    }
    for (int i = 0; i < k->ndivisors; i++) {
        vv_expr e = in_variables(c, s, s->speeds_ok, k->divisor[i]);
        if (vv_vanishes(c, &facts, vv_facts_rewrite(c, &facts, e))) return true;
    }
    return false;
}

bool vv_claim_is_real_somewhere(vv_ctx *c, const vv_system *s, const vv_claim *k, uint64_t seed) {
    vv_expr condition[MOST_CONDITIONS];
    int n = k->value.id ? vv_claim_list_conditions(c, k->value, 0, condition, MOST_CONDITIONS) : 0,
        kept = 0;
    vv_facts facts = s->facts;
    vv_proof point;
    for (int i = 0; i < k->nreal && n < MOST_CONDITIONS; i++) condition[n++] = k->real[i];
    for (int i = 0; i < n; i++) {
        if (vv_known_sign(c, condition[i]) == VV_NEGATIVE) return false;
        vv_expr e = in_variables(c, s, s->speeds_ok, condition[i]);
        if (!vv_vanishes(c, &facts, e)) condition[kept++] = e; /* the root of 0 is real */
    }
    facts.nopen = 0; /* what is real there is real nearby */
    return !kept || vv_sign_witness_search(c, &facts, kept, condition, 1, seed, &point);
}
