/* Claims: equations, identities and integrals, decided on the equations of motion. */
#include <string.h>

#include "equations/agree.h"
#include "equations/position.h"
#include "equations/shape.h"
#include "equations/small.h"
#include "kinematics/reaction.h"
#include "rewrite/factor.h"

/* Entries that vanish identically are written as zero, so that small systems solve by substitution.
 */
static void clear_zeros(vv_ctx *c, const vv_facts *f, int n, vv_expr *e) {
    enum { MOST = 64 }; /* beyond this the SOLVE node is as good */
    for (int i = 0; i < n && n <= MOST; i++)
        if (!vv_is_const(c, e[i]) && vv_vanishes(c, f, e[i])) e[i] = VV_ZERO;
}

/* The accelerations w' as functions of q, w, t. */
static vv_status accelerations(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                               vv_expr *out) {
    int n = eq->nunknowns;
    vv_expr *m = VV_MATRIX(c, vv_expr, n, n);
    if (!m) return vv_ctx_status(c);
    memcpy(m, eq->matrix, (size_t)(n * n) * sizeof *m);
    clear_zeros(c, &s->facts, n * n, m);
    return vv_solve(c, n, vv_factor(c, n, m), eq->rhs, out);
}

/* The same as quotients where these are short: a condition on them is read factor by factor. */
static vv_status plain_accelerations(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                                     vv_expr *out) {
    int n = eq->nunknowns;
    vv_expr m[VV_DETERMINANT_MOST * VV_DETERMINANT_MOST];
    if (n > VV_DETERMINANT_MOST) return accelerations(c, s, eq, out);
    memcpy(m, eq->matrix, (size_t)(n * n) * sizeof *m);
    clear_zeros(c, &s->facts, n * n, m);
    bool solved = vv_solve_by_determinants(c, &s->facts, n, m, 1, eq->rhs, out);
    return solved || !vv_ctx_ok(c) ? vv_ctx_status(c) : accelerations(c, s, eq, out);
}

enum { MOST_RATES = 6 }; /* w', w'', ... that claims may speak of */

/* Does e hold the rates of this order of speeds, w' being 1? */
static bool has_rates(vv_ctx *c, const vv_system *s, int order, vv_expr e) {
    for (int i = 0; i < s->n; i++) {
        vv_expr x = s->wd[i];
        for (int k = 1; k < order; k++) x = vv_symbol_rate(c, x);
        if (vv_depends(c, e, 1, &x)) return true;
    }
    return false;
}

/* w', and w'' and so on by differentiating it along the motion, as functions of q, w, t. Poison
 * where higher derivatives are spoken of than these. */
static vv_expr along_motion(vv_ctx *c, const vv_system *s, const vv_expr *wd, vv_expr e) {
    int n = s->n, orders = MOST_RATES + 1;
    while (orders > 0 && !has_rates(c, s, orders, e)) orders--;
    if (orders > MOST_RATES) return VV_POISON;
    vv_expr *from = VV_MATRIX(c, vv_expr, orders, n), *to = VV_MATRIX(c, vv_expr, orders, n);
    if (!from || !to) return VV_POISON;
    for (int k = 0; k < orders; k++) {
        vv_expr *rate = to + k * n;
        for (int i = 0; i < n; i++) {
            from[k * n + i] = k ? vv_symbol_rate(c, from[(k - 1) * n + i]) : s->wd[i];
            if (!k) rate[i] = wd[i];
        }
        if (k)
            vv_rate(c, s->speed_rates.n, s->speed_rates.from, s->speed_rates.to, n, rate - n, rate);
        if (k) vv_subst(c, n, s->wd, wd, n, rate, rate);
    }
    vv_subst(c, orders * n, from, to, 1, &e, &e);
    return e;
}

/* effort(q) stands for sum λ_s a_s, with λ as the record's unknowns, or as solved in `by` together
 * with its rates. */
static vv_expr efforts(vv_ctx *c, const vv_system *s, const vv_equations *eq, const vv_expr *by,
                       vv_expr e) {
    const vv_servos *v = &s->servo;
    for (int a = 0; s->m->effort && a < s->nq; a++) {
        vv_expr from[3] = {s->m->effort[a]}, to[3] = {VV_ZERO};
        if (!from[0].id) continue;
        for (int i = eq->n; i < eq->nunknowns; i++)
            for (int r = 0; r < v->j; r++)
                if (vv_same(eq->unknown[i], v->force[r]))
                    to[0] = vv_add(c, to[0],
                                   vv_mul(c, by ? by[i] : v->force[r], v->through[r * s->nq + a]));
        for (int i = 1; i < 3; i++) {
            from[i] = vv_symbol_rate(c, from[i - 1]);
            to[i] = by ? vv_rate_along(c, &s->speed_rates, to[i - 1]) : from[i];
        }
        vv_subst(c, 3, from, to, 1, &e, &e);
    }
    return e;
}

/* Does it still speak of an effort or of how it changes? Only the solved motion knows. */
static bool has_effort(vv_ctx *c, const vv_system *s, vv_expr e) {
    for (int a = 0; s->m->effort && a < s->nq; a++) {
        vv_expr x = s->m->effort[a];
        for (int i = 0; i < 3 && x.id; i++, x = vv_symbol_rate(c, x))
            if (vv_depends(c, e, 1, &x)) return true;
    }
    return false;
}

/* What must vanish, with the accelerations of a record in other speeds than the system's: servos,
 * whose forces stay among its unknowns. POISON where third derivatives are spoken of. */
static vv_expr along_record(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                            const vv_claim *k) {
    int n = s->nq;
    vv_expr *x = VV_ARRAY(c, vv_expr, eq->nunknowns + 1), *qdd = VV_ARRAY(c, vv_expr, n + 1),
            *third = VV_ARRAY(c, vv_expr, n + 1);
    vv_expr e = vv_subst_map(c, &s->to_coordinates, vv_subst_map(c, &s->to_raw, k->value));
    if (!x || !qdd || !third || vv_equations_solve(c, eq, x) != VV_OK) return VV_POISON;
    for (int a = 0; a < n; a++) third[a] = vv_symbol_rate(c, s->qdd[a]);
    if (vv_depends(c, e, n, third)) return VV_POISON;
    if (k->kind == VV_CLAIM_INTEGRAL && vv_depends(c, e, n, s->qdd)) return VV_POISON;
    if (k->kind == VV_CLAIM_INTEGRAL)
        e = vv_rate_along(c, &s->coordinate_rates, e);
    else
        e = efforts(c, s, eq, x, e);
    if (vv_depends(c, e, n, third) || has_effort(c, s, e)) return VV_POISON;
    vv_subst(c, eq->nunknowns, eq->unknown, x, n, eq->rate_rate, qdd);
    vv_subst(c, eq->n, eq->w, eq->speed, n, qdd, qdd);
    vv_subst(c, n, s->qdd, qdd, 1, &e, &e);
    vv_subst(c, n, s->qd, s->rate, 1, &e, &e);
    return e;
}

/* Has e no series at x = 0, by the root, absolute value or branch of something that vanishes there?
 */
static bool has_corner(vv_ctx *c, vv_expr e, vv_expr x) {
    int n = 0;
    uint32_t *id = vv_expr_order(c, 1, &e, &n);
    for (int i = 0; id && i < n; i++) {
        vv_expr node = {id[i]};
        vv_op op = vv_expr_op(c, node);
        bool single = op == VV_SQRT || op == VV_ABS || op == VV_SIGN || op == VV_LOG;
        if ((!single && op != VV_MIN && op != VV_MAX) || !vv_depends(c, node, 1, &x)) continue;
        vv_expr u = vv_expr_child(c, node, 0);
        if (!single) u = vv_sub(c, u, vv_expr_child(c, node, 1));
        if (vv_vanishes(c, NULL, vv_subst1(c, u, x, VV_ZERO))) return true;
    }
    return false;
}

/* Orders below k of e in a small symbol: e, de/dx, ... at x = 0. */
static int orders_of(vv_ctx *c, vv_expr e, vv_expr small, vv_expr *out) {
    int k = 1;
    vv_expr x = small;
    if (vv_expr_op(c, small) == VV_MUL && vv_expr_arity(c, small) == 1) {
        x = vv_expr_child(c, small, 0);
        k = vv_expr_exponent(c, small, 0);
    }
    if (!vv_symbol_get(c, x) || k < 1 || k > 8 || has_corner(c, e, x)) return -1;
    for (int i = 0; i < k; i++) {
        out[i] = vv_subst1(c, e, x, VV_ZERO);
        e = vv_diff(c, e, x);
    }
    return k;
}

static vv_status prove_all(vv_ctx *c, const vv_facts *facts, const vv_claim *k, vv_expr e,
                           const vv_prove_options *o, vv_proof *out) {
    vv_expr list[8] = {e};
    int n = 1;
    if (k->nneglect > 1) n = -1;
    if (k->nneglect == 1) n = orders_of(c, e, k->neglect[0], list);
    if (n < 0) {
        *out = (vv_proof){.verdict = VV_UNDECIDED, .which = -1};
        return vv_ctx_status(c);
    }
    return vv_prove_zero(c, facts, n, list, o, out);
}

/* ---- claims under conditions --------------------------------------------------------------- */

enum { MOST_SIGNS = 32 };

/* One claim on the states that its conditions leave. */
typedef struct conditional {
    vv_ctx *c;
    const vv_system *s;
    const vv_claim *k;
    const vv_prove_options *o;
    int n; /* conditions in q, w, t, and the claim last */
    vv_expr *e;
    int nodes; /* replaced by zero: a difference that remains is no refutation then */
    vv_expr *node;
    int pieces; /* of the set of states, looked at so far */
    int nsigns;
    vv_expr sign[MOST_SIGNS]; /* > 0, since symbols that are replaced have declared signs */
} conditional;

static bool add_rule(vv_ctx *c, vv_facts *facts, vv_expr from, vv_expr to) {
    vv_expr *a = VV_ARRAY(c, vv_expr, facts->nrules + 1),
            *b = VV_ARRAY(c, vv_expr, facts->nrules + 1);
    if (!a || !b) return false;
    for (int r = 0; r < facts->nrules; r++) a[r] = facts->from[r], b[r] = facts->to[r];
    a[facts->nrules] = from;
    b[facts->nrules] = to;
    facts->from = a, facts->to = b, facts->nrules++;
    return true;
}

/* Does a rule divide by what this one makes 0: x = 1/y where y = 0? There is no such state. */
static bool divides(vv_ctx *c, const vv_facts *facts, vv_expr from, vv_expr to) {
    for (int r = 0; r < facts->nrules; r++) {
        vv_expr there = vv_subst1(c, facts->to[r], from, to);
        if (vv_ctx_status(c) == VV_E_MODEL) vv_ctx_forgive(c);
        if (vv_is_poison(there)) return true;
    }
    return false;
}

/* What the declared sign of a symbol says of the other side of its rule. Returns false when nothing
 * can have that sign. */
static bool note_sign(conditional *x, const vv_symbol *symbol, vv_expr to) {
    vv_expr positive = symbol->sign == VV_NEGATIVE ? vv_neg(x->c, to) : to;
    if (symbol->sign != VV_POSITIVE && symbol->sign != VV_NEGATIVE) return true;
    if (vv_is_zero(positive) || vv_known_sign(x->c, positive) == VV_NEGATIVE ||
        vv_known_sign(x->c, vv_neg(x->c, positive)) == VV_POSITIVE)
        return false;
    if (x->nsigns < MOST_SIGNS) x->sign[x->nsigns++] = positive;
    return true;
}

/* A refutation at a point where the symbols that rules replace have their declared signs; undecided
 * when none is found. */
static vv_status refute_there(conditional *x, vv_facts facts, vv_expr e, vv_proof *out) {
    vv_ctx *c = x->c;
    int n = facts.npositive + x->nsigns;
    vv_expr *positive = VV_ARRAY(c, vv_expr, n + 1),
            *nonzero = VV_ARRAY(c, vv_expr, facts.nnonzero + 1);
    if (!positive || !nonzero) return vv_ctx_status(c);
    for (int i = 0; i < facts.nnonzero; i++)
        nonzero[i] = vv_apply_rules(c, &facts, facts.nonzero[i]);
    facts.nonzero = nonzero;
    for (int i = 0; i < n; i++) {
        vv_expr p = i < facts.npositive ? facts.positive[i] : x->sign[i - facts.npositive];
        positive[i] = vv_apply_rules(c, &facts, p);
    }
    facts.positive = positive;
    facts.npositive = n;
    vv_status status = prove_all(c, &facts, x->k, e, x->o, out);
    if (out->verdict != VV_REFUTED || out->means == VV_MEANS_MODULAR)
        *out = (vv_proof){.verdict = VV_UNDECIDED, .which = -1};
    return status;
}

static bool never_zero(vv_ctx *c, vv_expr e) {
    vv_sign sign = vv_known_sign(c, e);
    int symbols = 1;
    if (vv_expr_symbols(c, 1, &e, &symbols) && symbols == 0) /* sin(1) */
        return vv_is_identically_zero(c, NULL, e) == VV_FALSE;
    return sign == VV_POSITIVE || sign == VV_NEGATIVE || sign == VV_NONZERO ||
           vv_known_sign(c, vv_neg(c, e)) == VV_POSITIVE;
}

/* Is it, up to a number, something that is supposed not to vanish, or of one sign by what is? */
static bool excluded(vv_ctx *c, const vv_facts *f, vv_expr e) {
    vv_rat k;
    e = vv_split_rational(c, e, &k);
    for (int i = 0; i < f->npositive + f->nnonzero; i++) {
        vv_expr p = i < f->npositive ? f->positive[i] : f->nonzero[i - f->npositive];
        if (vv_same(vv_split_rational(c, vv_apply_rules(c, f, p), &k), e)) return true;
    }
    vv_sign sign = vv_sign_under(c, f, e); /* sin(θ) with θ in (0, pi) */
    return sign == VV_POSITIVE || sign == VV_NEGATIVE || sign == VV_NONZERO;
}

/* The factors of a condition that can vanish, in out; their number. */
static int factors(vv_ctx *c, vv_expr e, vv_expr *out, int most) {
    vv_rat k;
    int n = 0;
    e = vv_split_rational(c, e, &k);
    if (vv_expr_op(c, e) != VV_MUL) return out[0] = e, 1;
    for (int i = 0; i < vv_expr_arity(c, e); i++) {
        vv_expr f = vv_expr_child(c, e, i);
        if (vv_expr_exponent(c, e, i) < 0 || never_zero(c, f)) continue;
        if (n == most) return -1;
        out[n++] = f;
    }
    return n;
}

/* A claim on two sets of states. */
static void join(vv_proof *all, const vv_proof *one) {
    if (one->verdict == VV_PROVED && all->verdict == VV_PROVED)
        *all = vv_proof_both(all, one);
    else if (one->verdict == VV_REFUTED || all->verdict == VV_PROVED)
        *all = *one;
}

/* How much is to be said of where a coefficient vanishes: 0 nothing, 1 of symbols and functions
 * that do, 2 of sums. */
static int trouble(vv_ctx *c, vv_expr a) {
    enum { MOST = 8 };
    vv_expr f[MOST];
    if (vv_is_const(c, a) || never_zero(c, a)) return 0;
    int n = factors(c, a, f, MOST), worst = n < 0 ? 2 : 0;
    for (int i = 0; i < n; i++) {
        vv_op op = vv_expr_op(c, f[i]);
        bool sum = op == VV_ADD || op == VV_MUL || op == VV_COMP;
        if (!never_zero(c, f[i]) && worst < (sum ? 2 : 1)) worst = sum ? 2 : 1;
    }
    return worst;
}

/* A symbol in which f is of first degree, f = a x + d: a speed, a coordinate or a parameter, of
 * these one whose coefficient vanishes in the plainest way. d = 0 will not do where a can vanish.
 */
static bool solvable(conditional *x, const vv_facts *facts, vv_expr f, vv_expr *symbol, vv_expr *a,
                     vv_expr *d) {
    vv_ctx *c = x->c;
    const vv_system *s = x->s;
    int n, nw = s->n, least = 3;
    vv_expr *all = vv_expr_symbols(c, 1, &f, &n);
    for (int i = 0; all && i < nw + n && least > 0; i++) {
        vv_expr y = i < nw ? s->w[i] : all[i - nw], by = vv_diff(c, f, y);
        vv_symbol_kind kind = vv_symbol_get(c, y)->kind;
        if (i >= nw && kind != VV_SYM_COORDINATE && kind != VV_SYM_PARAMETER) continue;
        if (vv_is_zero(by) || vv_depends(c, by, 1, &y)) continue;
        int much = trouble(c, by);
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

/* Does d vanish with h? Then h is a factor of a y + d by itself. False: not known. */
static bool vanishes_with(conditional *x, vv_facts facts, vv_expr h, vv_expr d, bool *known) {
    vv_ctx *c = x->c;
    vv_expr y, a, rest;
    vv_op op = vv_expr_op(c, h);
    *known = true;
    if (op != VV_ADD && op != VV_MUL && op != VV_COMP)
        d = vv_subst1(c, d, h, VV_ZERO);
    else if (solvable(x, &facts, h, &y, &a, &rest) &&
             add_rule(c, &facts, y, vv_neg(c, vv_div(c, rest, a))))
        d = vv_apply_rules(c, &facts, d);
    else
        *known = false;
    return vv_is_identically_zero(c, &facts, d) != VV_FALSE;
}

/* f = a y + d = 0: y = -d/a, and what of a vanishes together with d. */
static vv_status on_linear(conditional *x, int at, vv_facts facts, vv_expr f, vv_proof *out) {
    enum { MOST = 8 };
    vv_ctx *c = x->c;
    vv_expr y, a, d, h[MOST];
    vv_facts on = facts;
    if (!solvable(x, &facts, f, &y, &a, &d)) return vv_ctx_status(c); /* undecided */
    vv_expr value = vv_neg(c, vv_div(c, d, a));
    int signs = x->nsigns;
    if (!add_rule(c, &on, y, value)) return vv_ctx_status(c);
    if (!note_sign(x, vv_symbol_get(c, y), value)) /* of no state: whatever is claimed */
        *out = (vv_proof){.verdict = VV_PROVED, .means = VV_MEANS_EXACT, .which = -1};
    else if (on_states(x, at + 1, on, out) != VV_OK)
        return vv_ctx_status(c);
    x->nsigns = signs;
    int n = vv_is_const(c, a) || never_zero(c, a) ? 0 : factors(c, a, h, MOST);
    for (int i = 0; i < n || n < 0; i++) {
        bool known = false;
        vv_proof one = {.verdict = VV_UNDECIDED, .which = -1};
        if (n > 0 && excluded(c, &facts, h[i])) continue;
        if (n > 0 && !vanishes_with(x, facts, h[i], d, &known) && known) continue;
        if (known && on_factor(x, at, facts, h[i], &one) != VV_OK) return vv_ctx_status(c);
        join(out, &one);
        if (n < 0) break;
    }
    return vv_ctx_status(c);
}

/* The states where one factor vanishes. */
static vv_status on_factor(conditional *x, int at, vv_facts facts, vv_expr f, vv_proof *out) {
    enum { MOST_PIECES = 64 };
    vv_ctx *c = x->c;
    vv_op op = vv_expr_op(c, f);
    *out = (vv_proof){.verdict = VV_UNDECIDED, .which = -1};
    if (++x->pieces > MOST_PIECES || !vv_ctx_tick(c)) return vv_ctx_status(c);
    if (vv_symbol_get(c, f) && divides(c, &facts, f, VV_ZERO)) {
        *out = (vv_proof){.verdict = VV_PROVED, .means = VV_MEANS_EXACT, .which = -1};
        return vv_ctx_status(c);
    }
    if (vv_symbol_get(c, f))
        return add_rule(c, &facts, f, VV_ZERO) ? on_states(x, at + 1, facts, out)
                                               : vv_ctx_status(c);
    if (op == VV_ADD || op == VV_MUL || op == VV_COMP) return on_linear(x, at, facts, f, out);
    x->node[x->nodes++] = f; /* sin(θ) = 0 and the like */
    vv_status status = on_states(x, at + 1, facts, out);
    x->nodes--;
    return status;
}

/* Do the conditions leave no state, since something supposed not to vanish does under them? */
static bool is_empty(vv_ctx *c, const vv_facts *f) {
    for (int i = 0; i < f->npositive + f->nnonzero; i++) {
        vv_expr p = i < f->npositive ? f->positive[i] : f->nonzero[i - f->npositive];
        if (vv_vanishes(c, f, vv_apply_rules(c, f, p))) return true;
    }
    return false;
}

/* "sin(θ) = 0": the states that were looked at last, of which nothing is known. */
static const char *where_open(const conditional *x) {
    vv_buffer b = VV_BUFFER(x->c);
    vv_buffer_add(&b, "it is not known where ");
    for (int i = 0; i < x->nodes; i++) {
        vv_buffer_add(&b, i ? " and " : "");
        vv_expr_write(x->c, x->node[i], &b);
        vv_buffer_add(&b, " = 0");
    }
    vv_buffer_add(&b, ": exclude that by assume, or behind if");
    const char *out = vv_strdup(x->c, vv_buffer_text(&b));
    vv_buffer_free(&b);
    return out;
}

/* With the conditions before `at` in the facts: all the states that the others leave. */
static vv_status on_states(conditional *x, int at, vv_facts facts, vv_proof *out) {
    enum { MOST_FACTORS = 8 };
    vv_ctx *c = x->c;
    vv_expr e = x->e[at], f[MOST_FACTORS];
    *out = (vv_proof){.verdict = VV_UNDECIDED, .which = -1};
    vv_at_zero(c, x->nodes, x->node, 1, &e, &e);
    e = vv_apply_rules(c, &facts, e);
    const vv_proof nowhere = {.verdict = VV_PROVED, .means = VV_MEANS_EXACT, .which = -1};
    if (at == x->n && is_empty(c, &facts)) {
        *out = nowhere;
        return vv_ctx_status(c);
    }
    if (at == x->n) {
        vv_status status = prove_all(c, &facts, x->k, e, x->o, out);
        if (out->verdict != VV_REFUTED) return status;
        if (!x->nodes) return refute_there(x, facts, e, out);
        *out = (vv_proof){.verdict = VV_UNDECIDED, .which = -1, .theorem = where_open(x)};
        return status;
    }
    if (vv_vanishes(c, &facts, e)) return on_states(x, at + 1, facts, out);
    int n = factors(c, vv_factored(c, e), f, MOST_FACTORS), seen = 0;
    for (int i = 0; i < n && vv_ctx_ok(c); i++) {
        vv_proof one;
        if (excluded(c, &facts, f[i])) continue;
        if (on_factor(x, at, facts, f[i], &one) != VV_OK) return vv_ctx_status(c);
        if (seen++)
            join(out, &one);
        else
            *out = one;
    }
    if (n > 0 && !seen) *out = nowhere;
    return vv_ctx_status(c);
}

/* Accelerations and forces are what the motion makes them: a condition on them is one on the state,
 * and the claim must hold in all states that are left. (Combining the equations and conditions with
 * functions as factors would not do: the conditions make some of these infinite.) */
static vv_status under_conditions(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                                  const vv_claim *k, vv_facts facts, const vv_prove_options *o,
                                  vv_proof *out) {
    enum { MOST_CONDITIONS = 32 };
    if (k->nwhen > MOST_CONDITIONS) return VV_OK; /* undecided */
    conditional x = {.c = c, .s = s, .k = k, .o = o};
    vv_expr *y = VV_ARRAY(c, vv_expr, eq->nunknowns + 1), e;
    x.e = VV_ARRAY(c, vv_expr, k->nwhen + 1);
    x.node = VV_ARRAY(c, vv_expr, k->nwhen + 1);
    if (!y || !x.e || !x.node || plain_accelerations(c, s, eq, y) != VV_OK) return vv_ctx_status(c);
    for (int late = 0; late < 2; late++) /* those on the state first: they shorten the others */
        for (int i = 0; i < k->nwhen; i++) {
            e = efforts(c, s, eq, y, vv_in_speeds(c, s, k->when[i]));
            if (vv_depends(c, e, eq->nunknowns, eq->unknown) == (late == 1))
                x.e[x.n++] = along_motion(c, s, y, e);
        }
    x.e[x.n] = along_motion(c, s, y, efforts(c, s, eq, y, vv_in_speeds(c, s, k->value)));
    for (int i = 0; i <= x.n; i++)
        if (vv_is_poison(x.e[i])) return vv_ctx_status(c); /* undecided */
    return on_states(&x, 0, facts, out);
}

/* ---- conditions that bind parameters, or an identity -------------------------------------------
 */

/* A claim to be decided where conditions hold, piece by piece: where one factor of each vanishes.
 */
typedef struct pieces {
    vv_ctx *c;
    const vv_system *s;
    const vv_claim *k;
    const vv_prove_options *o;
    const vv_equations *eq; /* of a position, with its own s; NULL: e must vanish */
    vv_expr e;
    int seen;
} pieces;

/* The verdict that must hold of every piece, border and position: a position is claimed not to be
 * stable in all. */
static vv_verdict verdict_of_all(const vv_claim *k) {
    return k->negated && k->kind == VV_CLAIM_STABLE ? VV_REFUTED : VV_PROVED;
}

/* Of one more: the contrary decides, then what is not known. */
static void add_verdict(const vv_claim *k, vv_proof *all, const vv_proof *one) {
    vv_verdict wanted = verdict_of_all(k);
    if (all->verdict == wanted && one->verdict == VV_PROVED && wanted == VV_PROVED && !one->theorem)
        *all = vv_proof_both(all, one);
    else if (all->verdict == wanted || (one->verdict != wanted && one->verdict != VV_UNDECIDED))
        *all = *one;
}

static vv_expr in_coordinates(vv_ctx *c, const vv_system *s, vv_expr e) {
    return vv_subst_map(c, &s->to_coordinates, vv_subst_map(c, &s->to_raw, e));
}

static bool speaks_of_state(vv_ctx *c, const vv_system *s, vv_expr e) {
    return vv_depends(c, e, s->nq, s->q) || vv_depends(c, e, s->nq, s->qd) ||
           vv_depends(c, e, s->nq, s->qdd);
}

static bool take_equation(vv_ctx *c, const vv_system *s, vv_facts *facts, vv_expr e) {
    return vv_symbol_get(c, e) ? add_rule(c, facts, e, VV_ZERO)
                               : vv_manifold_add(c, s->m, facts, e);
}

/* Roots in the rules of conditions are real where these can hold: what stands under them is not
 * negative. */
static bool add_roots(vv_ctx *c, const vv_system *s, vv_facts *facts) {
    int n = 0, first = s->facts.nrules, rules = facts->nrules - first;
    uint32_t *id = rules > 0 ? vv_expr_order(c, rules, facts->to + first, &n) : NULL;
    vv_expr *positive = VV_ARRAY(c, vv_expr, facts->npositive + n + 1);
    if (!positive) return false;
    for (int i = 0; i < facts->npositive; i++) positive[i] = facts->positive[i];
    for (int i = 0; id && i < n; i++)
        if (vv_expr_op(c, (vv_expr){id[i]}) == VV_SQRT)
            positive[facts->npositive++] = vv_expr_child(c, (vv_expr){id[i]}, 0);
    facts->positive = positive;
    return true;
}

/* What does not vanish as an expression may still do so where all conditions hold: it is refuted
 * there at a point only. */
static vv_status on_piece(pieces *x, vv_facts facts, vv_proof *out) {
    const vv_claim *k = x->k;
    if (k->nwhen && is_empty(x->c, &facts)) {
        *out = (vv_proof){.verdict = VV_PROVED, .means = VV_MEANS_EXACT, .which = -1};
        return vv_ctx_status(x->c);
    }
    vv_status status = prove_all(x->c, &facts, k, x->e, x->o, out);
    if (out->verdict != VV_REFUTED || k->nwhen + k->npositive == 0) return status;
    if (k->nwhen && add_roots(x->c, x->s, &facts))
        status = prove_all(x->c, &facts, k, x->e, x->o, out);
    if (out->verdict != VV_REFUTED || out->means == VV_MEANS_MODULAR)
        *out = (vv_proof){.verdict = VV_UNDECIDED, .which = -1};
    return status;
}

/* With the conditions before `at` in the facts. */
static vv_status on_pieces(pieces *x, int at, vv_facts facts, vv_proof *out) {
    enum { MOST_FACTORS = 8, MOST_PIECES = 64 };
    vv_ctx *c = x->c;
    vv_expr f[MOST_FACTORS];
    *out = (vv_proof){.verdict = VV_UNDECIDED, .which = -1};
    if (++x->seen > MOST_PIECES || !vv_ctx_tick(c)) return vv_ctx_status(c);
    if (at == x->k->nwhen && x->eq)
        return vv_position_decide(c, x->s, x->eq, &facts, x->k, x->o, out);
    if (at == x->k->nwhen) return on_piece(x, facts, out);
    vv_expr e = vv_apply_rules(c, &facts, in_coordinates(c, x->s, x->k->when[at]));
    if (vv_vanishes(c, &facts, e)) return on_pieces(x, at + 1, facts, out);
    int n = factors(c, vv_factored(c, e), f, MOST_FACTORS), taken = 0;
    if (n < 0) return vv_ctx_status(c);
    *out = (vv_proof){.verdict = verdict_of_all(x->k), .means = VV_MEANS_EXACT, .which = -1};
    for (int i = 0; i < n && vv_ctx_ok(c); i++) {
        vv_proof one = {.verdict = VV_UNDECIDED, .which = -1};
        vv_facts there = facts;
        if (excluded(c, &facts, f[i])) continue;
        if (vv_symbol_get(c, f[i]) && divides(c, &facts, f[i], VV_ZERO)) continue;
        if (take_equation(c, x->s, &there, f[i])) on_pieces(x, at + 1, there, &one);
        if (taken++)
            add_verdict(x->k, out, &one);
        else
            *out = one;
    }
    return vv_ctx_status(c);
}

/* Conditions of an integral: the motion must keep them, so they may bind parameters only. */
static bool binds_parameters(vv_ctx *c, const vv_system *s, const vv_claim *k) {
    for (int i = 0; i < k->nwhen; i++)
        if (speaks_of_state(c, s, in_coordinates(c, s, k->when[i]))) return false;
    return true;
}

/* Facts with the claim's own inequalities. */
static bool suppose(vv_ctx *c, const vv_claim *k, vv_facts *f) {
    vv_expr *positive = VV_ARRAY(c, vv_expr, f->npositive + k->npositive + 1),
            *nonzero = VV_ARRAY(c, vv_expr, f->nnonzero + k->nnonzero + 1);
    if (!positive || !nonzero) return false;
    for (int i = 0; i < f->nnonzero; i++) nonzero[i] = f->nonzero[i];
    for (int i = 0; i < k->nnonzero; i++) nonzero[f->nnonzero + i] = k->nonzero[i];
    f->nonzero = nonzero;
    f->nnonzero += k->nnonzero;
    for (int i = 0; i < f->npositive; i++) positive[i] = f->positive[i];
    for (int i = 0; i < k->npositive; i++) positive[f->npositive + i] = k->positive[i];
    f->positive = positive;
    f->npositive += k->npositive;
    return true;
}

static bool mentions_input(vv_ctx *c, const vv_system *s, const vv_claim *k) {
    const vv_model *m = s->m;
    bool any = vv_depends(c, k->value, m->ninputs, m->input);
    for (int i = 0; i < k->nat; i++) any |= vv_depends(c, k->at[i], m->ninputs, m->input);
    for (int i = 0; i < k->nwhen; i++) any |= vv_depends(c, k->when[i], m->ninputs, m->input);
    return any;
}

/* Positions are those of the system left to itself, as for studies: without perturbations, and with
 * inputs at 0 unless the claim speaks of one. */
static bool leave_alone(vv_ctx *c, const vv_claim *k, vv_system *s, vv_equations *eq) {
    const vv_model *m = s->m;
    int n = s->n, inputs = mentions_input(c, s, k) ? 0 : m->ninputs;
    if ((!m->nperturbations && !inputs) || !s->speeds_ok || eq->nequations != n || eq->nmultipliers)
        return true;
    vv_expr *rhs = VV_ARRAY(c, vv_expr, n + 1), *residual = VV_ARRAY(c, vv_expr, n + 1),
            *Q = VV_ARRAY(c, vv_expr, s->nq + 1);
    if (inputs && vv_system_without_inputs(c, s, s) != VV_OK) return false;
    if (!rhs || !residual || !Q) return false;
    for (int i = 0; i < n; i++) rhs[i] = eq->rhs[i];
    for (int a = 0; a < s->nq; a++) Q[a] = s->Q[a];
    for (int p = 0; p < m->nperturbations; p++)
        for (int a = 0; a < s->nq; a++) {
            vv_expr force =
                vv_mul(c, m->perturbation[p].force, vv_diff(c, m->perturbation[p].on, s->q[a]));
            Q[a] = vv_sub(c, Q[a], force);
            for (int i = 0; i < n; i++)
                rhs[i] = vv_sub(c, rhs[i], vv_mul(c, force, s->direction[i * s->nq + a]));
        }
    for (int i = 0; i < n; i++) {
        vv_at_zero(c, inputs, m->input, 1, &rhs[i], &rhs[i]);
        residual[i] = vv_neg(c, rhs[i]);
        for (int j = 0; j < n; j++)
            residual[i] = vv_add(c, residual[i], vv_mul(c, eq->matrix[i * n + j], s->wd[j]));
    }
    s->Q = Q, eq->rhs = rhs, eq->residual = residual;
    return vv_ctx_ok(c);
}

/* Positions: conditions may bind parameters only. */
static vv_status decide_position(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                                 const vv_claim *k, const vv_prove_options *o, vv_proof *out) {
    vv_facts facts = s->m->facts;
    vv_system alone = *s;
    vv_equations own = *eq;
    if (k->nneglect || !suppose(c, k, &facts) || !leave_alone(c, k, &alone, &own))
        return vv_ctx_status(c);
    if (!binds_parameters(c, s, k)) return VV_OK;
    return on_pieces(&(pieces){c, &alone, k, o, .eq = &own}, 0, facts, out);
}

/* ---- one claim ----------------------------------------------------------------------------- */

/* What must vanish for an equation between velocities or an integral of position alone, which need
 * no equation of motion; false for all others. */
static bool of_velocities(vv_ctx *c, const vv_system *s, const vv_claim *k, vv_expr *out) {
    if ((k->kind != VV_CLAIM_EQUATION && k->kind != VV_CLAIM_INTEGRAL) || k->nwhen ||
        !s->speeds_ok || !s->n || s->nservos)
        return false;
    *out = vv_in_speeds(c, s, k->value);
    for (int order = 1; order <= MOST_RATES + 1; order++)
        if (has_rates(c, s, order, *out)) return false;
    if (k->kind == VV_CLAIM_INTEGRAL) *out = vv_rate_along(c, &s->speed_rates, *out);
    return !has_rates(c, s, 1, *out);
}

static bool same_speeds(const vv_system *s, const vv_equations *eq) {
    for (int i = 0; i < s->n && eq->n == s->n; i++)
        if (!vv_same(eq->w[i], s->w[i])) return false;
    return eq->n == s->n;
}

static vv_status decide(vv_ctx *c, const vv_system *s, const vv_equations *eq, const vv_claim *k,
                        const vv_prove_options *o, vv_proof *out) {
    vv_facts facts = s->facts;
    if (!suppose(c, k, &facts)) return vv_ctx_status(c);
    vv_expr e;
    if (k->kind == VV_CLAIM_IDENTITY) {
        e = in_coordinates(c, s, k->value);
        if (has_effort(c, s, e)) return VV_OK; /* it is for the motion to say */
        return on_pieces(&(pieces){c, s, k, o, .e = e}, 0, facts, out);
    }
    if (k->kind == VV_CLAIM_COMBINATION) return vv_combination_decide(c, s, k, o, out);
    if (of_velocities(c, s, k, &e)) return prove_all(c, &facts, k, e, o, out);
    if (k->kind == VV_CLAIM_LATER || !eq || !s->n || s->massless) return VV_OK;
    if (k->kind == VV_CLAIM_EQUILIBRIUM || k->kind == VV_CLAIM_FREQUENCY ||
        k->kind == VV_CLAIM_STABLE)
        return decide_position(c, s, eq, k, o, out);
    if (!same_speeds(s, eq)) {
        e = k->nwhen ? VV_POISON : along_record(c, s, eq, k);
        return e.id ? prove_all(c, &facts, k, e, o, out) : vv_ctx_status(c);
    }
    if (k->kind == VV_CLAIM_EQUATION && k->nwhen)
        return under_conditions(c, s, eq, k, facts, o, out);
    if (!binds_parameters(c, s, k)) return VV_OK;
    vv_expr *wd = VV_ARRAY(c, vv_expr, eq->nunknowns + 1);
    if (!wd) return vv_ctx_status(c);
    e = vv_in_speeds(c, s, k->value);
    if (accelerations(c, s, eq, wd) != VV_OK) return vv_ctx_status(c);
    e = along_motion(c, s, wd, efforts(c, s, eq, wd, e));
    if (k->kind == VV_CLAIM_INTEGRAL)
        e = along_motion(c, s, wd, vv_rate_along(c, &s->speed_rates, e));
    return e.id ? on_pieces(&(pieces){c, s, k, o, .e = e}, 0, facts, out) : vv_ctx_status(c);
}

/* Reactions by the accelerations; false: one is not determined, and the claim not decided. */
static bool insert_reactions(vv_ctx *c, const vv_system *s, vv_claim *k) {
    if (!s->m->nreactions || !k->value.id) return true;
    vv_expr *when = VV_ARRAY(c, vv_expr, k->nwhen + 1);
    if (!when) return false;
    for (int i = 0; i < k->nwhen; i++) when[i] = k->when[i];
    vv_reactions_insert(c, s, 1, &k->value);
    vv_reactions_insert(c, s, k->nwhen, when);
    bool left = vv_reactions_left(c, s, k->value) != NULL;
    for (int i = 0; i < k->nwhen; i++) left |= vv_reactions_left(c, s, when[i]) != NULL;
    k->when = when;
    return !left && vv_ctx_ok(c);
}

/* Where conditions hold strictly. */
static vv_status decide_inside(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                               const vv_claim *k, const vv_prove_options *o, vv_proof *out) {
    *out = (vv_proof){.verdict = VV_UNDECIDED, .which = -1};
    vv_status status = decide(c, s, eq, k, o, out);
    if (vv_ctx_status(c) !=
        VV_E_MODEL) /* a divisor vanishes on the motion or under the conditions */
        return status;
    vv_ctx_forgive(c);
    *out = (vv_proof){.verdict = VV_UNDECIDED, .which = -1};
    return VV_OK;
}

/* Conditions a >= b, those of `bits` on their border: they are equations there, and come first. */
static bool on_border(vv_ctx *c, const vv_claim *k, unsigned bits, vv_claim *out) {
    *out = *k;
    out->when = VV_ARRAY(c, vv_expr, k->nwhen + k->npositive + 1);
    out->positive = VV_ARRAY(c, vv_expr, k->npositive + 1);
    if (!out->when || !out->positive) return false;
    out->npositive = out->nwhen = 0;
    for (int i = 0, border = 0; i < k->npositive; i++)
        if (k->weak[i] && bits >> border++ & 1)
            out->when[out->nwhen++] = k->positive[i];
        else
            out->positive[out->npositive++] = k->positive[i];
    for (int i = 0; i < k->nwhen; i++) out->when[out->nwhen++] = k->when[i];
    return true;
}

/* What the model assumes, and those of the claim's equations as rules that are one: y = ..., y
 * rather of no known sign. */
static bool at_border(vv_ctx *c, const vv_system *s, const vv_claim *there, vv_facts *out) {
    *out = s->m->facts;
    for (int i = 0, n; i < there->nwhen; i++) {
        vv_expr e = vv_apply_rules(c, out, there->when[i]), *y = vv_expr_symbols(c, 1, &e, &n),
                by = VV_ZERO, from = VV_ZERO;
        for (int j = 0; y && j < n; j++) {
            vv_expr slope = vv_diff(c, e, y[j]);
            bool plain = vv_known_sign(c, y[j]) == VV_ANY_SIGN;
            if (!vv_is_const(c, slope) || (!plain && !vv_is_zero(by))) continue;
            by = slope, from = y[j];
        }
        if (!vv_is_zero(by) && !add_rule(c, out, from, vv_sub(c, from, vv_div(c, e, by))))
            return false;
    }
    return true;
}

/* Does one of the conditions fail by the others: P l > c where P = 0, P < 0 beside P > 0? */
static bool is_nowhere(vv_ctx *c, const vv_system *s, const vv_claim *there) {
    vv_facts model, facts;
    vv_expr *positive = VV_ARRAY(c, vv_expr, s->m->facts.npositive + there->npositive + 1);
    if (!positive || !at_border(c, s, there, &model)) return false;
    for (int i = 0; i < there->npositive; i++) {
        facts = model, facts.positive = positive;
        for (int j = 0; j < model.npositive; j++) positive[j] = model.positive[j];
        for (int j = 0; j < there->npositive; j++)
            if (j != i) positive[facts.npositive++] = vv_apply_rules(c, &model, there->positive[j]);
        vv_expr less = vv_neg(c, vv_apply_rules(c, &model, there->positive[i]));
        vv_sign sign = vv_sign_under(c, &facts, less);
        if (sign == VV_POSITIVE || sign == VV_NONNEGATIVE || vv_vanishes(c, &facts, less))
            return true;
    }
    return false;
}

/* Is a point of the border known, at which all its conditions hold? */
static bool is_met(vv_ctx *c, const vv_system *s, const vv_claim *there, uint64_t seed) {
    vv_facts facts;
    vv_proof point;
    if (!there->npositive) return true;
    return at_border(c, s, there, &facts) && facts.nrules >= s->m->facts.nrules + there->nwhen &&
           vv_find_signs(c, &facts, there->npositive, there->positive, 1, seed, &point);
}

/* Is there no such border, by what the model assumes and by the other conditions? */
static bool no_border(vv_ctx *c, const vv_system *s, const vv_claim *there, const vv_claim *k) {
    vv_facts strict = {.npositive = there->npositive, .positive = there->positive};
    if (is_nowhere(c, s, there)) return true;
    for (int i = 0; i < there->nwhen - k->nwhen; i++)
        if (never_zero(c, there->when[i]) || excluded(c, &s->m->facts, there->when[i]) ||
            excluded(c, &strict, there->when[i]))
            return true;
    return false;
}

/* What holds inside and on every border; what is refuted in one of them. */
static vv_status decide_everywhere(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                                   const vv_claim *k, const vv_prove_options *o, vv_proof *out) {
    enum { MOST_WEAK = 4 };
    int weak = 0;
    vv_verdict all = verdict_of_all(k);
    vv_status status = VV_OK;
    if (is_nowhere(c, s, k))
        *out = (vv_proof){.verdict = all, .means = VV_MEANS_EXACT, .which = -1};
    else
        status = decide_inside(c, s, eq, k, o, out);
    for (int i = 0; i < k->npositive; i++) weak += k->weak[i];
    for (unsigned bits = 1; status == VV_OK && bits < 1U << (weak < MOST_WEAK ? weak : MOST_WEAK);
         bits++) {
        vv_claim there;
        vv_proof one;
        if (!on_border(c, k, bits, &there)) return vv_ctx_status(c);
        if (no_border(c, s, &there, k)) continue;
        status = decide_inside(c, s, eq, &there, o, &one);
        if (one.verdict != all && !one.nwitness && !is_met(c, s, &there, o ? o->seed : 0))
            one = (vv_proof){.verdict = VV_UNDECIDED, .which = -1};
        add_verdict(k, out, &one);
    }
    if (weak > MOST_WEAK && out->verdict == all)
        *out = (vv_proof){.verdict = VV_UNDECIDED,
                          .which = -1,
                          .theorem = "it holds inside, but more than four conditions have a border "
                                     "(>=): not all of these were looked at"};
    return status;
}

/* Has this assumption a border that the claim is looked at on? That of a coordinate is not one of
 * the parameters, which alone the conditions of a position bind. */
static bool has_border(vv_ctx *c, const vv_system *s, const vv_claim *k, vv_expr weak) {
    const vv_model *m = s->m;
    bool position = k->kind == VV_CLAIM_EQUILIBRIUM || k->kind == VV_CLAIM_FREQUENCY ||
                    k->kind == VV_CLAIM_STABLE;
    int strictly = 0; /* a > b may be assumed beside a >= b */
    for (int i = 0; i < m->facts.npositive; i++) strictly += vv_same(m->facts.positive[i], weak);
    for (int i = 0; i < m->nweak; i++) strictly -= vv_same(m->weak[i], weak);
    return strictly <= 0 && (!position || !vv_depends(c, weak, s->nq, s->q));
}

static bool is_weak(vv_ctx *c, const vv_system *s, const vv_claim *k, vv_expr e) {
    for (int i = 0; i < s->m->nweak; i++)
        if (vv_same(s->m->weak[i], e)) return has_border(c, s, k, e);
    return false;
}

static bool any_depends(vv_ctx *c, int n, const vv_expr *e, vv_expr but, int nx, const vv_expr *x) {
    for (int i = 0; i < n; i++)
        if (!vv_same(e[i], but) && vv_depends(c, e[i], nx, x)) return true;
    return false;
}

/* Does nothing else speak of what this assumption is about? Then its border changes nothing. */
static bool stands_alone(vv_ctx *c, const vv_system *s, const vv_equations *eq, const vv_claim *k,
                         vv_expr weak) {
    const vv_facts *f = &s->facts;
    int n = 0;
    vv_expr *x = vv_expr_symbols(c, 1, &weak, &n);
    return x && !any_depends(c, eq->nequations, eq->residual, weak, n, x) &&
           !any_depends(c, k->nat, k->at, weak, n, x) &&
           !any_depends(c, k->nwhen, k->when, weak, n, x) &&
           !any_depends(c, k->npositive, k->positive, weak, n, x) &&
           !any_depends(c, k->nnonzero, k->nonzero, weak, n, x) &&
           !any_depends(c, f->npositive, f->positive, weak, n, x) &&
           !any_depends(c, f->nnonzero, f->nonzero, weak, n, x) &&
           !any_depends(c, f->nrules, f->from, weak, n, x) &&
           !any_depends(c, f->nrules, f->to, weak, n, x);
}

/* Assumptions a >= b of the model are conditions of every claim of stability: on their border a
 * position may be what it is not inside. So are they where a claim has conditions that may hold on
 * the border only, equations and a <= b. Elsewhere, in identities, the border follows. */
static bool with_borders(vv_ctx *c, const vv_equations *eq, vv_system *s, vv_model *m,
                         vv_claim *k) {
    int n = k->npositive + m->nweak;
    vv_expr *condition = VV_ARRAY(c, vv_expr, n + 1);
    bool *weak = VV_ARRAY(c, bool, n + 1);
    vv_facts *facts[] = {&s->facts, &m->facts};
    if (!condition || !weak) return false;
    for (int i = 0; i < k->npositive; i++) condition[i] = k->positive[i], weak[i] = k->weak[i];
    n = k->npositive;
    for (int i = 0; i < m->nweak; i++)
        if (has_border(c, s, k, m->weak[i]) && !stands_alone(c, s, eq, k, m->weak[i]))
            condition[n] = m->weak[i], weak[n++] = true;
    k->positive = condition, k->weak = weak, k->npositive = n;
    for (int j = 0; j < 2; j++) {
        vv_expr *left = VV_ARRAY(c, vv_expr, facts[j]->npositive + 1);
        int count = 0;
        if (!left) return false;
        for (int i = 0; i < facts[j]->npositive; i++)
            if (!is_weak(c, s, k, facts[j]->positive[i])) left[count++] = facts[j]->positive[i];
        facts[j]->positive = left, facts[j]->npositive = count;
        facts[j]->strict = true;
    }
    s->m = m;
    return true;
}

vv_status vv_claim_decide(vv_ctx *c, const vv_system *s, const vv_equations *eq, const vv_claim *k,
                          const vv_prove_options *o, vv_proof *out) {
    vv_claim read = *k;
    vv_system own = *s;
    vv_model model = *s->m;
    bool bounded = k->kind == VV_CLAIM_STABLE || k->nwhen;
    *out = (vv_proof){.verdict = VV_UNDECIDED, .which = -1};
    for (int i = 0; i < k->npositive; i++) bounded |= k->weak[i];
    if (bounded && model.nweak) {
        if (!with_borders(c, eq, &own, &model, &read)) return vv_ctx_status(c);
        s = &own;
    }
    vv_status status = insert_reactions(c, s, &read) ? decide_everywhere(c, s, eq, &read, o, out)
                                                     : vv_ctx_status(c);
    if (status == VV_OK && k->negated && out->verdict != VV_UNDECIDED)
        out->verdict = out->verdict == VV_PROVED ? VV_REFUTED : VV_PROVED;
    return status;
}
