/* Claims under conditions. A product vanishes where one of its factors does; each factor is a
 * case. */
#include "equations/claims/claim_conditions.h"

#include "equations/claims/equilibrium_claims.h"
#include "equations/claims/jump_crossing.h"
#include "equations/stability/stability.h"
#include "algebra/algebra.h"

/* What must not vanish if a node is to be smooth where its arguments are: the arguments of roots,
 * powers, signs, of what is compared. ONE if it is smooth everywhere. */
static vv_expr branch_of(vv_ctx *c, vv_expr node) {
    vv_op op = vv_expr_op(c, node);
    vv_expr u = vv_expr_arity(c, node) ? vv_expr_child(c, node, 0) : VV_ONE;
    if (op == VV_ASIN || op == VV_ACOS) return vv_sub(c, VV_ONE, vv_mul(c, u, u));
    if (op == VV_MIN || op == VV_MAX || op == VV_LESS || op == VV_LESSEQ)
        return vv_sub(c, u, vv_expr_child(c, node, 1));
    if (op == VV_ATAN2)
        return vv_known_sign(c, vv_expr_child(c, node, 1)) == VV_POSITIVE ? VV_ONE : u;
    bool branches = op == VV_SQRT || op == VV_ABS || op == VV_SIGN || op == VV_LOG || op == VV_POW;
    return branches ? u : VV_ONE;
}

/* Does e lack a Taylor series at x = 0, because of a root, power, absolute value, condition or
 * branch of something that vanishes, or may vanish, there? */
static bool lacks_taylor_series(vv_ctx *c, const vv_facts *facts, vv_expr e, vv_expr x) {
    int n = 0;
    uint32_t *id = vv_expr_topological_order(c, 1, &e, &n);
    for (int i = 0; id && i < n; i++) {
        vv_expr node = {id[i]};
        if (!vv_depends(c, node, 1, &x)) continue;
        vv_expr u = vv_subst1(c, branch_of(c, node), x, VV_ZERO);
        if (!u.id || vv_is_identically_zero(c, facts, u) != VV_FALSE) return true;
    }
    return !id;
}

enum { MOST_ORDERS = 8 };

/* Taylor coefficients of e below order k in a small symbol: e, de/dx, ... at x = 0. */
static int taylor_orders(vv_ctx *c, const vv_facts *facts, vv_expr e, vv_expr small, vv_expr *out) {
    int k = 1;
    vv_expr x = small;
    if (vv_expr_op(c, small) == VV_MUL && vv_expr_arity(c, small) == 1) {
        x = vv_expr_child(c, small, 0);
        k = vv_expr_exponent(c, small, 0);
    }
    if (!vv_symbol_get(c, x) || k < 1 || k > MOST_ORDERS || lacks_taylor_series(c, facts, e, x))
        return -1;
    for (int i = 0; i < k; i++) {
        out[i] = vv_subst1(c, e, x, VV_ZERO);
        e = vv_diff(c, e, x);
    }
    return k;
}

vv_status vv_claim_prove(vv_ctx *c, const vv_facts *facts, const vv_claim *k, vv_expr e,
                         const vv_prove_options *o, vv_proof *out) {
    vv_expr list[MOST_ORDERS] = {e};
    int n = 1;
    if (k->nneglect > 1) n = -1;
    if (k->nneglect == 1) n = taylor_orders(c, facts, e, k->neglect[0], list);
    if (n < 0) {
        *out = (vv_proof){.verdict = VV_UNDECIDED,
                          .which = -1,
                          .theorem = k->nneglect > 1
                                         ? "only one small quantity can be neglected at a time"
                                         : "what is neglected is not a symbol, or a root, a sign "
                                           "or a condition may switch where it is 0: there may "
                                           "be no Taylor series"};
        return vv_ctx_status(c);
    }
    return vv_prove_zero(c, facts, n, list, o, out);
}

/* An equation or identity with signs or conditions, which are special where they switch. */
static bool has_switches(vv_ctx *c, const vv_claim *k) {
    return (k->kind == VV_CLAIM_IDENTITY || k->kind == VV_CLAIM_EQUATION) &&
           (vv_expr_contains_op(c, 1, &k->value, VV_SIGN) ||
            vv_expr_contains_op(c, 1, &k->value, VV_PIECEWISE));
}

/* Of all orders that the claim does not neglect. */
static vv_status check_switches(vv_ctx *c, const vv_facts *facts, const vv_claim *k, vv_expr e,
                                const vv_prove_options *o, vv_proof *out) {
    vv_expr list[MOST_ORDERS] = {e};
    int n = k->nneglect ? taylor_orders(c, facts, e, k->neglect[0], list) : 1;
    vv_status status = vv_ctx_status(c);
    for (int i = 0; i < n && status == VV_OK && out->verdict == VV_PROVED; i++)
        status = vv_claim_check_switches(c, facts, list[i], o, out);
    return status;
}

/* ---- claims under conditions --------------------------------------------------------------- */

enum { MOST_PIECES = 64 };

/* A claim on the set of states that satisfy its conditions. */
typedef struct conditional {
    vv_ctx *c;
    const vv_system *s;
    const vv_claim *k;
    const vv_prove_options *o;
    int n; /* conditions in q, w, t, followed by the claim */
    vv_expr *e;
    int nodes; /* number replaced by zero: a nonzero difference is then not a refutation */
    vv_expr node[MOST_PIECES];
    int pieces; /* pieces of the set of states examined so far */
    int nsigns;
    vv_expr sign[MOST_PIECES]; /* > 0, since the replaced symbols have declared signs */
} conditional;

bool vv_claim_add_rule(vv_ctx *c, vv_facts *facts, vv_expr from, vv_expr to) {
    vv_expr *a = VV_ARRAY(c, vv_expr, facts->nrules + 1),
            *b = VV_ARRAY(c, vv_expr, facts->nrules + 1);
    if (!a || !b) return false;
    for (int r = 0; r < facts->nrules; r++) a[r] = facts->from[r], b[r] = facts->to[r];
    a[facts->nrules] = from;
    b[facts->nrules] = to;
    facts->from = a, facts->to = b, facts->nrules++;
    return true;
}

/* A rule that divides by an expression which another rule sets to 0, x = d/y where y = 0: if d
 * does not vanish there is no such state; otherwise d = 0 and x is arbitrary, which the rule
 * does not express. */
typedef enum { DIVIDES_NOT, DIVIDES_NOWHERE, DIVIDES_UNKNOWN } division;
static division divides(vv_ctx *c, const vv_facts *facts, vv_expr from, vv_expr to) {
    for (int r = 0; r < facts->nrules; r++) {
        vv_factors f;
        vv_expr there = vv_subst1(c, facts->to[r], from, to);
        if (vv_ctx_status(c) == VV_E_MODEL) vv_ctx_clear_failure(c);
        if (!vv_is_poison(there)) continue;
        if (!vv_factorise(c, facts->to[r], &f)) return DIVIDES_UNKNOWN;
        for (int i = 0; i < f.n; i++)
            if (f.power[i] > 0 && !vv_claim_never_zero(c, vv_subst1(c, f.factor[i], from, to)))
                return DIVIDES_UNKNOWN;
        return DIVIDES_NOWHERE;
    }
    return DIVIDES_NOT;
}

/* Is every rule defined where the others hold? */
static bool are_defined(vv_ctx *c, const vv_facts *facts) {
    for (int r = 0; r < facts->nrules; r++) {
        vv_expr there = vv_facts_rewrite(c, facts, facts->to[r]);
        if (vv_ctx_status(c) == VV_E_MODEL) vv_ctx_clear_failure(c);
        if (vv_is_poison(there)) return false;
    }
    return true;
}

/* Records what the declared sign of a symbol implies for the other side of its rule. Returns
 * false if no value has that sign. */
static bool record_sign(conditional *x, const vv_symbol *symbol, vv_expr to) {
    vv_expr positive = symbol->sign == VV_NEGATIVE ? vv_neg(x->c, to) : to;
    if (symbol->sign != VV_POSITIVE && symbol->sign != VV_NEGATIVE) return true;
    if (vv_is_zero(positive) || vv_known_sign(x->c, positive) == VV_NEGATIVE ||
        vv_known_sign(x->c, vv_neg(x->c, positive)) == VV_POSITIVE)
        return false;
    x->sign[x->nsigns++] = positive;
    return true;
}

/* A refutation at a point at which the replaced symbols have their declared signs; undecided if
 * none is found. */
static vv_status refute_on_piece(conditional *x, vv_facts facts, vv_expr e, vv_proof *out) {
    vv_ctx *c = x->c;
    int n = facts.npositive + x->nsigns;
    vv_expr *positive = VV_ARRAY(c, vv_expr, n + 1),
            *nonzero = VV_ARRAY(c, vv_expr, facts.nnonzero + 1);
    if (!positive || !nonzero) return vv_ctx_status(c);
    for (int i = 0; i < facts.nnonzero; i++)
        nonzero[i] = vv_facts_rewrite(c, &facts, facts.nonzero[i]);
    facts.nonzero = nonzero;
    for (int i = 0; i < n; i++) {
        vv_expr p = i < facts.npositive ? facts.positive[i] : x->sign[i - facts.npositive];
        positive[i] = vv_facts_rewrite(c, &facts, p);
    }
    facts.positive = positive;
    facts.npositive = n;
    vv_status status = vv_claim_prove(c, &facts, x->k, e, x->o, out);
    if (out->verdict != VV_REFUTED || out->means == VV_MEANS_MODULAR)
        *out = (vv_proof){.verdict = VV_UNDECIDED, .which = -1};
    return status;
}

bool vv_claim_never_zero(vv_ctx *c, vv_expr e) {
    vv_sign sign = vv_known_sign(c, e);
    int symbols = 1;
    if (vv_expr_symbols(c, 1, &e, &symbols) && symbols == 0) /* sin(1) */
        return vv_is_identically_zero(c, NULL, e) == VV_FALSE;
    return sign == VV_POSITIVE || sign == VV_NEGATIVE || sign == VV_NONZERO ||
           vv_known_sign(c, vv_neg(c, e)) == VV_POSITIVE;
}

bool vv_claim_excluded(vv_ctx *c, const vv_facts *f, vv_expr e) {
    vv_rat k;
    e = vv_split_rational(c, e, &k);
    for (int i = 0; i < f->npositive + f->nnonzero; i++) {
        vv_expr p = i < f->npositive ? f->positive[i] : f->nonzero[i - f->npositive];
        if (vv_same(vv_split_rational(c, vv_facts_rewrite(c, f, p), &k), e)) return true;
    }
    vv_sign sign = vv_sign_given_facts(c, f, e); /* sin(θ) with θ in (0, pi) */
    return sign == VV_POSITIVE || sign == VV_NEGATIVE || sign == VV_NONZERO;
}

/* Stores the factors of a condition that can vanish in out; returns their number. */
static int factors(vv_ctx *c, vv_expr e, vv_expr *out, int most) {
    vv_rat k;
    int n = 0;
    e = vv_split_rational(c, e, &k);
    if (vv_expr_op(c, e) != VV_MUL) return out[0] = e, 1;
    for (int i = 0; i < vv_expr_arity(c, e); i++) {
        vv_expr f = vv_expr_child(c, e, i);
        if (vv_expr_exponent(c, e, i) < 0 || vv_claim_never_zero(c, f)) continue;
        if (n == most) return -1;
        out[n++] = f;
    }
    return n;
}

/* Combines a claim over two sets of states. */
static void combine(vv_proof *all, const vv_proof *one) {
    if (one->verdict == VV_PROVED && all->verdict == VV_PROVED)
        *all = vv_proof_conjunction(all, one);
    else if (one->verdict == VV_REFUTED || all->verdict == VV_PROVED)
        *all = *one;
}

/* How hard it is to treat the zeros of a coefficient: 0 none, 1 those of symbols and functions,
 * 2 those of sums. */
static int zero_set_difficulty(vv_ctx *c, vv_expr a) {
    enum { MOST = 8 };
    vv_expr f[MOST];
    if (vv_is_const(c, a) || vv_claim_never_zero(c, a)) return 0;
    int n = factors(c, a, f, MOST), worst = n < 0 ? 2 : 0;
    for (int i = 0; i < n; i++) {
        vv_op op = vv_expr_op(c, f[i]);
        bool sum = op == VV_ADD || op == VV_MUL || op == VV_COMP;
        if (!vv_claim_never_zero(c, f[i]) && worst < (sum ? 2 : 1)) worst = sum ? 2 : 1;
    }
    return worst;
}

/* A symbol in which f has first degree, f = a x + d: a speed, a coordinate or a parameter,
 * preferably one whose coefficient vanishes in the simplest way. d = 0 is rejected if a can
 * vanish. */
static bool find_linear_symbol(conditional *x, const vv_facts *facts, vv_expr f, vv_expr *symbol,
                               vv_expr *a, vv_expr *d) {
    vv_ctx *c = x->c;
    const vv_system *s = x->s;
    int n, nw = s->n, least = 3;
    vv_expr *all = vv_expr_symbols(c, 1, &f, &n);
    for (int i = 0; all && i < nw + n && least > 0; i++) {
        vv_expr y = i < nw ? s->w[i] : all[i - nw], by = vv_diff(c, f, y);
        vv_symbol_kind kind = vv_symbol_get(c, y)->kind;
        if (i >= nw && kind != VV_SYM_COORDINATE && kind != VV_SYM_PARAMETER) continue;
        if (vv_is_zero(by) || vv_depends(c, by, 1, &y)) continue;
        int much = zero_set_difficulty(c, by);
        if (much >= least || vv_is_identically_zero(c, facts, by) != VV_FALSE) continue;
        vv_expr rest = vv_subst1(c, f, y, VV_ZERO);
        if (much && vv_is_identically_zero(c, facts, rest) != VV_FALSE) continue;
        *symbol = y, *a = by, *d = rest;
        least = much;
    }
    return least < 3;
}

static vv_status on_states(conditional *x, int at, vv_facts facts, vv_proof *out);
static vv_status on_factor(conditional *x, int at, vv_facts facts, vv_expr f, vv_proof *out);

/* Does d vanish with the sine or cosine h? The other of the two is then 1 or -1. */
static bool vanishes_with_wave(vv_ctx *c, const vv_facts *facts, vv_expr h, vv_expr d) {
    vv_expr x = vv_expr_child(c, h, 0),
            other = vv_expr_op(c, h) == VV_SIN ? vv_cos(c, x) : vv_sin(c, x);
    for (int sign = -1; sign <= 1; sign += 2) {
        vv_expr there = vv_subst1(c, vv_subst1(c, d, other, vv_int(c, sign)), h, VV_ZERO);
        if (vv_is_identically_zero(c, facts, there) != VV_FALSE) return true;
    }
    return false;
}

/* Does d vanish with h? Then h divides a y + d. False: unknown. */
static bool vanishes_with(conditional *x, vv_facts facts, vv_expr h, vv_expr d, bool *known) {
    vv_ctx *c = x->c;
    vv_expr y, a, rest;
    vv_op op = vv_expr_op(c, h);
    *known = true;
    if (op == VV_SIN || op == VV_COS) return vanishes_with_wave(c, &facts, h, d);
    if (op != VV_ADD && op != VV_MUL && op != VV_COMP)
        d = vv_subst1(c, d, h, VV_ZERO);
    else if (find_linear_symbol(x, &facts, h, &y, &a, &rest) &&
             vv_claim_add_rule(c, &facts, y, vv_neg(c, vv_div(c, rest, a))))
        d = vv_facts_rewrite(c, &facts, d);
    else
        *known = false;
    return vv_is_identically_zero(c, &facts, d) != VV_FALSE;
}

/* f is linear in the speeds and, up to numerical factors, its coefficients are direction
 * cosines, which do not vanish together. States at which one of them vanishes are limits of
 * others with f = 0, so the claim holds there too. With Euler parameters, some cosines carry the
 * factor 2, which is among the factors ignored. */
static bool is_smooth(conditional *x, const vv_facts *facts, vv_expr f) {
    enum { AXES = 3 };
    vv_ctx *c = x->c;
    const vv_system *s = x->s;
    vv_expr square[AXES], sum;
    int n = 0;
    for (int i = 0; i < s->n; i++) {
        vv_rat k;
        vv_expr a = vv_diff(c, f, s->w[i]);
        if (vv_is_zero(a)) continue;
        if (n == AXES || vv_depends(c, a, s->n, s->w)) return false;
        a = vv_split_rational(c, vv_factored(c, a), &k);
        square[n++] = vv_mul(c, a, a);
    }
    for (unsigned twice = 0; twice < 1U << n; twice++) {
        sum = vv_int(c, -1);
        for (int i = 0; i < n; i++)
            sum = vv_add(c, sum, vv_mul(c, vv_int(c, twice >> i & 1 ? 4 : 1), square[i]));
        if (vv_vanishes(c, facts, sum)) return true;
    }
    return false;
}

/* Does e have branches selected by y? Then what holds for some y need not hold for all. */
static bool has_branch(vv_ctx *c, vv_expr e, vv_expr y) {
    int n = 0;
    uint32_t *id = vv_expr_topological_order(c, 1, &e, &n);
    for (int i = 0; id && i < n; i++) {
        vv_expr node = {id[i]};
        vv_op op = vv_expr_op(c, node);
        bool branches = op == VV_ABS || op == VV_SIGN || op == VV_SQRT || op == VV_POW ||
                        op == VV_LOG || op == VV_MIN || op == VV_MAX || op == VV_ATAN2 ||
                        op == VV_PIECEWISE;
        if (branches && vv_depends(c, node, 1, &y)) return true;
    }
    return !id;
}

/* h = d = 0, and the conditions after `at`. */
static vv_status on_common_zeros(conditional *x, int at, vv_facts facts, vv_expr h, vv_expr d,
                                 vv_proof *out) {
    conditional own = *x;
    int rest = x->n - at; /* including the claim */
    own.e = VV_ARRAY(x->c, vv_expr, rest + 2);
    if (!own.e) return vv_ctx_status(x->c);
    own.n = rest + 1;
    own.e[0] = h, own.e[1] = d;
    for (int i = 0; i < rest; i++) own.e[2 + i] = x->e[at + 1 + i];
    vv_status status = on_factor(&own, 0, facts, h, out);
    x->pieces = own.pieces;
    return status;
}

/* f = a y + d = 0: y = -d/a, and the common zeros of a and d. Other states at which both vanish
 * are limits of states with y = -d/a, over the complex numbers, and the claim holds there too;
 * but not if further conditions follow, since they need not hold on the way, nor if the claim
 * has branches. */
static vv_status on_linear_factor(conditional *x, int at, vv_facts facts, vv_expr f,
                                  vv_proof *out) {
    enum { MOST = 8 };
    vv_ctx *c = x->c;
    vv_expr y, a, d, h[MOST];
    vv_facts on = facts;
    if (!find_linear_symbol(x, &facts, f, &y, &a, &d)) return vv_ctx_status(c); /* undecided */
    vv_expr value = vv_neg(c, vv_div(c, d, a));
    int signs = x->nsigns;
    if (!vv_claim_add_rule(c, &on, y, value)) return vv_ctx_status(c);
    if (!record_sign(x, vv_symbol_get(c, y), value)) /* no such state: the claim holds vacuously */
        *out = (vv_proof){.verdict = VV_PROVED, .means = VV_MEANS_EXACT, .which = -1};
    else if (on_states(x, at + 1, on, out) != VV_OK)
        return vv_ctx_status(c);
    x->nsigns = signs;
    bool last = at + 1 == x->n, whole = vv_is_const(c, a) || vv_claim_never_zero(c, a) ||
                                        (last && is_smooth(x, &facts, f));
    last = last && !has_branch(c, x->e[x->n], y);
    int n = whole ? 0 : factors(c, a, h, MOST);
    for (int i = 0; i < n || n < 0; i++) {
        bool known = false;
        vv_proof one = {.verdict = VV_UNDECIDED, .which = -1};
        if (n > 0 && vv_claim_excluded(c, &facts, h[i])) continue;
        bool both = n > 0 && !vanishes_with(x, facts, h[i], d, &known) && known;
        if (both && last) continue;
        if (both)
            on_common_zeros(x, at, facts, h[i], d, &one);
        else if (known)
            on_factor(x, at, facts, h[i], &one);
        if (!vv_ctx_ok(c)) return vv_ctx_status(c);
        combine(out, &one);
        if (n < 0) break;
    }
    return vv_ctx_status(c);
}

/* Is f the sine of an angle whose cosine vanishes, or vice versa? There are no such states. */
static bool is_conjugate_wave(const conditional *x, vv_expr f) {
    vv_op op = vv_expr_op(x->c, f), other = op == VV_SIN ? VV_COS : VV_SIN;
    for (int i = 0; i < x->nodes && (op == VV_SIN || op == VV_COS); i++)
        if (vv_expr_op(x->c, x->node[i]) == other &&
            vv_same(vv_expr_child(x->c, x->node[i], 0), vv_expr_child(x->c, f, 0)))
            return true;
    return false;
}

/* The states at which one factor vanishes. */
static vv_status on_factor(conditional *x, int at, vv_facts facts, vv_expr f, vv_proof *out) {
    vv_ctx *c = x->c;
    vv_op op = vv_expr_op(c, f);
    *out = (vv_proof){.verdict = VV_UNDECIDED, .which = -1};
    if (++x->pieces > MOST_PIECES || !vv_ctx_tick(c)) return vv_ctx_status(c);
    division met = vv_symbol_get(c, f)       ? divides(c, &facts, f, VV_ZERO)
                   : is_conjugate_wave(x, f) ? DIVIDES_NOWHERE
                                             : DIVIDES_NOT;
    if (met == DIVIDES_NOWHERE)
        *out = (vv_proof){.verdict = VV_PROVED, .means = VV_MEANS_EXACT, .which = -1};
    if (met != DIVIDES_NOT) return vv_ctx_status(c);
    if (vv_symbol_get(c, f))
        return vv_claim_add_rule(c, &facts, f, VV_ZERO) ? on_states(x, at + 1, facts, out)
                                                        : vv_ctx_status(c);
    if (op == VV_ADD || op == VV_MUL || op == VV_COMP)
        return on_linear_factor(x, at, facts, f, out);
    x->node[x->nodes++] = f; /* sin(θ) = 0 and the like */
    vv_status status = on_states(x, at + 1, facts, out);
    x->nodes--;
    return status;
}

/* Do the conditions exclude every state, because they force something assumed nonzero to vanish? */
static bool is_empty(vv_ctx *c, const vv_facts *f) {
    for (int i = 0; i < f->npositive + f->nnonzero; i++) {
        vv_expr p = i < f->npositive ? f->positive[i] : f->nonzero[i - f->npositive];
        if (vv_vanishes(c, f, vv_facts_rewrite(c, f, p))) return true;
    }
    return false;
}

/* "sin(θ) = 0": the states examined last, on which the claim is undecided. */
static const char *undecided_piece(const conditional *x) {
    vv_buffer b = VV_BUFFER(x->c);
    vv_buffer_add(&b, "it is unknown where ");
    for (int i = 0; i < x->nodes; i++) {
        vv_buffer_add(&b, i ? " and " : "");
        vv_expr_write(x->c, x->node[i], &b);
        vv_buffer_add(&b, " = 0");
    }
    vv_buffer_add(&b, ": exclude that by assume, or after if");
    const char *out = vv_strdup(x->c, vv_buffer_text(&b));
    vv_buffer_free(&b);
    return out;
}

/* All states admitted by the conditions from `at` on, with those before `at` in the facts. */
static vv_status on_states(conditional *x, int at, vv_facts facts, vv_proof *out) {
    enum { MOST_FACTORS = 8 };
    vv_ctx *c = x->c;
    vv_expr e = x->e[at], f[MOST_FACTORS];
    *out = (vv_proof){.verdict = VV_UNDECIDED, .which = -1};
    vv_subst_zero(c, x->nodes, x->node, 1, &e, &e);
    e = vv_facts_rewrite(c, &facts, e);
    const vv_proof nowhere = {.verdict = VV_PROVED, .means = VV_MEANS_EXACT, .which = -1};
    if (at == x->n && is_empty(c, &facts)) {
        *out = nowhere;
        return vv_ctx_status(c);
    }
    if (at == x->n && !are_defined(c, &facts)) return vv_ctx_status(c); /* undecided */
    if (at == x->n) {
        vv_status status = vv_claim_prove(c, &facts, x->k, e, x->o, out);
        if (status == VV_OK && out->verdict == VV_PROVED && has_switches(c, x->k))
            return check_switches(c, &facts, x->k, e, x->o, out);
        if (out->verdict != VV_REFUTED) return status;
        if (!x->nodes) return refute_on_piece(x, facts, e, out);
        *out = (vv_proof){.verdict = VV_UNDECIDED, .which = -1, .theorem = undecided_piece(x)};
        return status;
    }
    if (vv_vanishes(c, &facts, e)) return on_states(x, at + 1, facts, out);
    int n = factors(c, vv_factored(c, e), f, MOST_FACTORS), seen = 0;
    for (int i = 0; i < n && vv_ctx_ok(c); i++) {
        vv_proof one;
        if (vv_claim_excluded(c, &facts, f[i])) continue;
        if (on_factor(x, at, facts, f[i], &one) != VV_OK) return vv_ctx_status(c);
        if (seen++)
            combine(out, &one);
        else
            *out = one;
    }
    if (n > 0 && !seen) *out = nowhere;
    return vv_ctx_status(c);
}

/* ---- conditions that bind parameters, or an identity -------------------------------------------
 */

/* A claim decided under conditions piece by piece: one piece per choice of a vanishing factor of
 * each condition. */
typedef struct pieces {
    vv_ctx *c;
    const vv_system *s;
    const vv_claim *k;
    const vv_prove_options *o;
    const vv_equations *eq; /* of an equilibrium, with its own s; NULL: e must vanish */
    vv_expr e;
    int seen;
} pieces;

/* The verdict required on every piece, boundary and configuration: a negated stability claim
 * means unstable in all. */
vv_verdict vv_claim_expected_verdict(const vv_claim *k) {
    return k->negated && k->kind == VV_CLAIM_STABLE ? VV_REFUTED : VV_PROVED;
}

/* Adds one more proof: a contrary verdict prevails, then an undecided one. */
void vv_claim_combine_proofs(const vv_claim *k, vv_proof *all, const vv_proof *one) {
    vv_verdict wanted = vv_claim_expected_verdict(k);
    if (all->verdict == wanted && one->verdict == VV_PROVED && wanted == VV_PROVED && !one->theorem)
        *all = vv_proof_conjunction(all, one);
    else if (all->verdict == wanted || (one->verdict != wanted && one->verdict != VV_UNDECIDED))
        *all = *one;
}

static bool speaks_of_state(vv_ctx *c, const vv_system *s, vv_expr e) {
    return vv_depends(c, e, s->nq, s->q) || vv_depends(c, e, s->nq, s->qd) ||
           vv_depends(c, e, s->nq, s->qdd);
}

/* Substitutes the rules in the expressions known positive, and adds the values that the rules
 * since `first` give to symbols of declared sign. */
static bool propagate_signs(vv_ctx *c, vv_facts *facts, int first) {
    int n = facts->npositive;
    vv_expr *positive = VV_ARRAY(c, vv_expr, n + facts->nrules + 1);
    if (!positive) return false;
    for (int i = 0; i < n; i++) positive[i] = vv_facts_rewrite(c, facts, facts->positive[i]);
    for (int r = first; r < facts->nrules; r++) {
        const vv_symbol *from = vv_symbol_get(c, facts->from[r]);
        vv_sign sign = from ? from->sign : VV_ANY_SIGN;
        vv_expr to = vv_facts_rewrite(c, facts, facts->to[r]);
        if (sign == VV_POSITIVE) positive[n++] = to;
        if (sign == VV_NEGATIVE) positive[n++] = vv_neg(c, to);
    }
    facts->positive = positive, facts->npositive = n;
    return true;
}

static bool take_equation(vv_ctx *c, const vv_system *s, vv_facts *facts, vv_expr e) {
    int first = facts->nrules;
    bool taken = vv_symbol_get(c, e) ? vv_claim_add_rule(c, facts, e, VV_ZERO)
                                     : vv_manifold_add_rule(c, s->m, facts, e);
    return taken && propagate_signs(c, facts, first);
}

/* Is an expression positive by one fact but negative by the declared signs: -b, where b > 0? */
static bool contradicts(vv_ctx *c, const vv_facts *facts) {
    for (int i = 0; i < facts->npositive; i++) {
        vv_sign sign = vv_known_sign(c, vv_neg(c, facts->positive[i]));
        if (sign == VV_POSITIVE || sign == VV_NONNEGATIVE) return true;
    }
    return false;
}

/* The roots in the rules of conditions are real where the conditions can hold: their radicands
 * are nonnegative. */
static bool add_roots(vv_ctx *c, const vv_system *s, vv_facts *facts) {
    int n = 0, first = s->facts.nrules, rules = facts->nrules - first;
    uint32_t *id = rules > 0 ? vv_expr_topological_order(c, rules, facts->to + first, &n) : NULL;
    vv_expr *positive = VV_ARRAY(c, vv_expr, facts->npositive + n + 1);
    if (!positive) return false;
    for (int i = 0; i < facts->npositive; i++) positive[i] = facts->positive[i];
    for (int i = 0; id && i < n; i++)
        if (vv_expr_op(c, (vv_expr){id[i]}) == VV_SQRT)
            positive[facts->npositive++] = vv_expr_child(c, (vv_expr){id[i]}, 0);
    facts->positive = positive;
    return true;
}

/* An expression that does not vanish identically may still do so where all conditions hold: it
 * is refuted there only at a point. */
static vv_status on_piece(pieces *x, vv_facts facts, vv_proof *out) {
    const vv_claim *k = x->k;
    if (k->nwhen && is_empty(x->c, &facts)) {
        *out = (vv_proof){.verdict = VV_PROVED, .means = VV_MEANS_EXACT, .which = -1};
        return vv_ctx_status(x->c);
    }
    vv_status status = vv_claim_prove(x->c, &facts, k, x->e, x->o, out);
    if (status == VV_OK && out->verdict == VV_PROVED && has_switches(x->c, k))
        return check_switches(x->c, &facts, k, x->e, x->o, out);
    if (out->verdict != VV_REFUTED || k->nwhen + facts.npositive == 0) return status;
    if (k->nwhen && add_roots(x->c, x->s, &facts))
        status = vv_claim_prove(x->c, &facts, k, x->e, x->o, out);
    if (out->verdict != VV_REFUTED || out->means == VV_MEANS_MODULAR)
        *out = (vv_proof){.verdict = VV_UNDECIDED, .which = -1};
    return status;
}

static vv_status on_pieces(pieces *x, int at, vv_facts facts, vv_proof *out);

static bool has_wave(vv_ctx *c, vv_expr e) {
    return vv_expr_contains_op(c, 1, &e, VV_SIN) || vv_expr_contains_op(c, 1, &e, VV_COS);
}

/* d = 0 and the conditions after `at`. */
static void on_remaining(pieces *x, int at, vv_facts facts, vv_expr d, vv_proof *out) {
    pieces own = *x;
    vv_claim k = *x->k;
    k.nwhen -= at;
    k.when = VV_ARRAY(x->c, vv_expr, k.nwhen + 1);
    if (!k.when) return;
    k.when[0] = d;
    for (int i = 1; i < k.nwhen; i++) k.when[i] = x->k->when[at + i];
    own.k = &k;
    on_pieces(&own, 0, facts, out);
    x->seen = own.seen;
}

/* f = a y + d was solved for y: the claim must also hold where a and d vanish together, as in
 * on_linear_factor. For sines and cosines, not all factors have been found before; for polynomials
 * they have. */
static void add_lost_solutions(pieces *x, int at, vv_facts facts, vv_expr f, const vv_facts *solved,
                               vv_proof *out) {
    enum { MOST = 8 };
    vv_ctx *c = x->c;
    conditional state = {.c = c, .s = x->s, .k = x->k, .o = x->o};
    vv_expr h[MOST];
    if (solved->nrules != facts.nrules + 1) return;
    vv_expr y = solved->from[facts.nrules], a = vv_diff(c, f, y), d = vv_subst1(c, f, y, VV_ZERO);
    bool last = at + 1 == x->k->nwhen && !x->eq && !has_branch(c, x->e, y),
         square = vv_depends(c, a, 1, &y);
    if (square) a = vv_diff(c, a, y); /* its leading coefficient */
    if ((square && last) || vv_is_const(c, a) || vv_claim_never_zero(c, a)) return;
    if (square) { /* where that vanishes, y is another root, or there is none */
        vv_proof open = {.verdict = VV_UNDECIDED, .which = -1};
        if (!vv_claim_excluded(c, &facts, a)) vv_claim_combine_proofs(x->k, out, &open);
        return;
    }
    int n = factors(c, vv_factored(c, a), h, MOST);
    for (int i = 0; i < n; i++) {
        bool known = false;
        vv_proof one = {.verdict = VV_UNDECIDED, .which = -1};
        vv_facts there = facts;
        if (vv_claim_excluded(c, &facts, h[i])) continue;
        bool both = !vanishes_with(&state, facts, h[i], d, &known) && known;
        if (last && (both || (!known && !has_wave(c, f)))) continue;
        if (known && take_equation(c, x->s, &there, h[i])) {
            if (both)
                on_remaining(x, at, there, d, &one);
            else
                on_pieces(x, at, there, &one);
        }
        vv_claim_combine_proofs(x->k, out, &one);
    }
}

/* With the conditions before `at` in the facts. */
static vv_status on_pieces(pieces *x, int at, vv_facts facts, vv_proof *out) {
    enum { MOST_FACTORS = 8 };
    vv_ctx *c = x->c;
    vv_expr f[MOST_FACTORS];
    *out = (vv_proof){.verdict = VV_UNDECIDED, .which = -1};
    if (++x->seen > MOST_PIECES || !vv_ctx_tick(c)) return vv_ctx_status(c);
    if (at == x->k->nwhen && at && contradicts(c, &facts)) {
        *out = (vv_proof){
            .verdict = vv_claim_expected_verdict(x->k), .means = VV_MEANS_EXACT, .which = -1};
        return vv_ctx_status(c);
    }
    if (at == x->k->nwhen && !are_defined(c, &facts)) return vv_ctx_status(c); /* undecided */
    if (at == x->k->nwhen && x->eq)
        return vv_claim_decide_equilibrium(c, x->s, x->eq, &facts, x->k, x->o, out);
    if (at == x->k->nwhen) return on_piece(x, facts, out);
    vv_expr e = vv_facts_rewrite(c, &facts, vv_expr_in_coordinates(c, x->s, x->k->when[at]));
    if (vv_vanishes(c, &facts, e)) return on_pieces(x, at + 1, facts, out);
    int n = factors(c, vv_factored(c, e), f, MOST_FACTORS), taken = 0;
    if (n < 0) return vv_ctx_status(c);
    *out = (vv_proof){
        .verdict = vv_claim_expected_verdict(x->k), .means = VV_MEANS_EXACT, .which = -1};
    for (int i = 0; i < n && vv_ctx_ok(c); i++) {
        vv_proof one = {.verdict = VV_UNDECIDED, .which = -1};
        vv_facts there = facts;
        if (vv_claim_excluded(c, &facts, f[i])) continue;
        division met = vv_symbol_get(c, f[i]) ? divides(c, &facts, f[i], VV_ZERO) : DIVIDES_NOT;
        if (met == DIVIDES_NOWHERE) continue;
        if (met == DIVIDES_NOT && take_equation(c, x->s, &there, f[i]))
            on_pieces(x, at + 1, there, &one);
        if (taken++)
            vv_claim_combine_proofs(x->k, out, &one);
        else
            *out = one;
        if (there.nrules > facts.nrules) add_lost_solutions(x, at, facts, f[i], &there, out);
    }
    return vv_ctx_status(c);
}

/* Conditions of a first integral must be preserved by the motion, so they may involve parameters
 * only. */
bool vv_claim_conditions_on_parameters(vv_ctx *c, const vv_system *s, const vv_claim *k) {
    for (int i = 0; i < k->nwhen; i++)
        if (speaks_of_state(c, s, vv_expr_in_coordinates(c, s, k->when[i]))) return false;
    return true;
}

/* Moves conditions on a single symbol to the front: the solutions of others must not divide by
 * it. */
static void put_symbols_first(vv_ctx *c, int n, vv_expr *e) {
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && vv_symbol_get(c, e[k]) && !vv_symbol_get(c, e[k - 1]); k--) {
            vv_expr one = e[k];
            e[k] = e[k - 1], e[k - 1] = one;
        }
}

vv_status vv_claim_on_states(vv_ctx *c, const vv_system *s, const vv_claim *k, int n, vv_expr *e,
                             const vv_facts *facts, const vv_prove_options *o, vv_proof *out) {
    put_symbols_first(c, n, e);
    conditional x = {.c = c, .s = s, .k = k, .o = o, .n = n, .e = e};
    return on_states(&x, 0, *facts, out);
}

vv_status vv_claim_by_cases(vv_ctx *c, const vv_system *s, const vv_claim *k,
                            const vv_equations *eq, vv_expr e, const vv_facts *facts,
                            const vv_prove_options *o, vv_proof *out) {
    vv_claim own = *k;
    own.when = VV_ARRAY(c, vv_expr, k->nwhen + 1);
    if (!own.when) return vv_ctx_status(c);
    for (int i = 0; i < k->nwhen; i++) own.when[i] = k->when[i];
    put_symbols_first(c, k->nwhen, own.when);
    return on_pieces(&(pieces){.c = c, .s = s, .k = &own, .o = o, .eq = eq, .e = e}, 0, *facts,
                     out);
}
