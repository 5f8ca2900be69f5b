#include "equations/claims/jump_crossing.h"

#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "equations/claims/claim_conditions.h"
#include "equations/claims/jump_sets.h"
#include "kinematics/kinematics.h"

typedef enum { CONTINUOUS, JUMPS, UNKNOWN } passage;

typedef struct crossing {
    vv_ctx *c;
    const vv_system *s;
    const vv_expr *wd;
    vv_motion_rate *rate;
    void *data;
    const vv_prove_options *o;
    vv_expr e;
    vv_jump_sets sets, model; /* of e; poles of the model */
    vv_proof *out;
} crossing;

static void clear_division(vv_ctx *c) {
    if (vv_ctx_status(c) == VV_E_MODEL) vv_ctx_clear_failure(c);
}

/* ---- the set as a rule ------------------------------------------------------------------- */

/* u = a y + d: does d remain? If not, u = a y also vanishes with a, and y = 0 is only a part. */
static bool rest_remains(vv_ctx *c, const vv_facts *f, vv_expr u, vv_expr y) {
    vv_expr d = vv_subst1(c, u, y, VV_ZERO);
    return d.id && vv_is_identically_zero(c, f, d) == VV_FALSE;
}

/* y = ... from u = a y + d with the simplest a; false if there is none. */
static bool solve_linear(vv_ctx *c, const vv_facts *f, vv_expr u, vv_expr *y, vv_expr *to) {
    int n = 0;
    vv_expr *all = vv_expr_symbols(c, 1, &u, &n), by = VV_ZERO;
    for (int i = 0; all && i < 2 * n; i++) { /* parameters last */
        vv_expr z = all[i % n], a = vv_diff(c, u, z);
        if ((vv_symbol_get(c, z)->kind == VV_SYM_PARAMETER) != (i >= n) || vv_depends(c, a, 1, &z))
            continue;
        if (i >= n && !vv_is_zero(by)) break;
        if (vv_is_zero(a) || (!vv_is_zero(by) && !vv_is_const(c, a))) continue;
        if (vv_is_identically_zero(c, f, a) != VV_FALSE) continue;
        if (!vv_is_const(c, a) && !rest_remains(c, f, u, z)) continue;
        by = a, *y = z;
        if (vv_is_const(c, a)) break;
    }
    if (vv_is_zero(by)) return false;
    *to = vv_neg(c, vv_div(c, vv_subst1(c, u, *y, VV_ZERO), by));
    return to->id != 0;
}

/* y = ... from sin(w) = 0 or cos(w) = 0, after `turn` half turns. */
static bool solve_wave(vv_ctx *c, const vv_facts *f, vv_expr u, int turn, vv_expr *y, vv_expr *to) {
    vv_op op = vv_expr_op(c, u);
    if (op != VV_SIN && op != VV_COS) return false;
    vv_rat at = vv_rat_make(c, 2 * turn + (op == VV_COS), 2);
    vv_expr w = vv_sub(c, vv_expr_child(c, u, 0), vv_scale(c, at, vv_pi(c)));
    return solve_linear(c, f, w, y, to);
}

/* Adds u = 0 to the facts; several calls (turn 0, 1) for sines, whose zeros are many. */
static bool take_set(vv_ctx *c, vv_expr u, int turn, vv_facts *f) {
    vv_expr y, to;
    if (vv_expr_op(c, u) == VV_MUL && vv_expr_arity(c, u) == 1) /* x^2 */
        u = vv_expr_child(c, u, 0);
    bool solved = turn == 0 && solve_linear(c, f, u, &y, &to);
    if (!solved && !solve_wave(c, f, u, turn, &y, &to)) return false;
    return vv_claim_add_rule(c, f, y, to);
}

bool vv_set_as_rule(vv_ctx *c, vv_expr u, vv_facts *facts) {
    bool wave = vv_expr_op(c, u) == VV_SIN || vv_expr_op(c, u) == VV_COS;
    return !wave && take_set(c, u, 0, facts);
}

/* The zeros of a product are those of its factors. */
static int factor_count(vv_ctx *c, vv_expr u) {
    return vv_expr_op(c, u) == VV_MUL ? vv_expr_arity(c, u) : 1;
}

static vv_expr factor_at(vv_ctx *c, vv_expr u, int k) {
    return vv_expr_op(c, u) == VV_MUL ? vv_expr_child(c, u, k) : u;
}

static vv_expr on_set(vv_ctx *c, const vv_facts *f, vv_expr e) {
    vv_expr there = e.id ? vv_facts_rewrite(c, f, e) : e;
    clear_division(c);
    return there;
}

/* ---- sets that need no look -------------------------------------------------------------- */

/* A sum of squares, of which two are of independent linear forms in the state: its zeros do not
 * separate states, and motions miss them. */
static bool is_thin(const crossing *x, vv_expr u) {
    enum { MOST = 24 };
    vv_ctx *c = x->c;
    vv_expr form[MOST], first = VV_ZERO;
    int n = 0;
    u = vv_flatten_sum(c, u, MOST);
    if (vv_expr_op(c, u) != VV_ADD || vv_expr_arity(c, u) > MOST) return false;
    for (int i = 0; i < vv_expr_arity(c, u); i++) {
        vv_expr t = vv_expr_child(c, u, i);
        if (vv_rat_sign(vv_expr_coefficient(c, u, i)) < 0) return false;
        if (vv_expr_op(c, t) != VV_MUL) return false;
        for (int k = 0; k < vv_expr_arity(c, t); k++)
            if (vv_expr_exponent(c, t, k) % 2) return false;
        if (vv_expr_arity(c, t) == 1) form[n++] = vv_expr_child(c, t, 0);
    }
    for (int i = 0; i < n; i++) {
        int m = 0;
        vv_expr *y = vv_expr_symbols(c, 1, &form[i], &m);
        for (int k = 0; y && k < m; k++) /* linear with numbers as coefficients, none shared */
            if (!vv_is_const(c, vv_diff(c, form[i], y[k]))) m = 0;
        if (m && !vv_is_zero(first) && !vv_depends(c, first, m, y)) return true;
        if (m && vv_is_zero(first)) first = form[i];
    }
    return false;
}

/* The largest acceleration or rate in doubles at a point beside the set, whose rule is the last of
 * f; negative if it is not known. */
static double size_beside(const crossing *x, const vv_facts *f, int64_t inverse) {
    vv_ctx *c = x->c;
    int n = x->s->n, nq = x->s->nq, last = f->nrules - 1;
    vv_facts beside = *f;
    vv_float_eval v;
    vv_expr *e = VV_ARRAY(c, vv_expr, n + nq + 1);
    beside.nrules = last;
    vv_expr to = vv_add(c, f->to[last], vv_ratio(c, 1, inverse));
    if (!e || !vv_claim_add_rule(c, &beside, f->from[last], to)) return -1;
    for (int i = 0; i < n + nq; i++) {
        e[i] = i < nq ? x->s->rate[i] : x->wd[i - nq];
        if (!(e[i] = on_set(c, &beside, e[i])).id) return -1;
    }
    beside.nrules = 0;
    double most = 0;
    if (!vv_float_eval_at_point(c, &beside, n + nq, e, &v)) return -1;
    for (int i = 0; i < n + nq; i++) most = fmax(most, fabs(v.value[v.root[i]]));
    return isfinite(most) ? most : -1;
}

/* Are the equations of motion singular there? Then no motion crosses it. They divide by zero, and
 * grow beside it. */
static bool is_singular(const crossing *x, const vv_facts *f) {
    const double GROWTH = 4; /* from 2^-10 to 2^-20: an inverse root grows 32 times */
    bool divides = false;
    for (int i = 0; x->wd && i < x->s->n; i++) divides |= !on_set(x->c, f, x->wd[i]).id;
    for (int i = 0; i < x->s->nq; i++) divides |= !on_set(x->c, f, x->s->rate[i]).id;
    for (int side = -1; divides && x->wd && side <= 1; side += 2) {
        double far = size_beside(x, f, side * (1 << 10)),
               near = size_beside(x, f, side * (1 << 20));
        if (far >= 0 && near > 1 && near > GROWTH * far) return true;
    }
    return false;
}

/* A set that cannot be solved for a symbol, or on which e is not defined: do the energies or the
 * kinematics of the model divide by the same expression? Then the model excludes it. */
static bool is_excluded_by_model(const crossing *x, vv_expr u) {
    for (int i = 0; i < x->model.n; i++)
        if (vv_same(x->model.u[i], u)) return true;
    return false;
}

static void find_poles_of_model(crossing *x) {
    const vv_system *s = x->s;
    vv_jump_poles_add(x->c, s, 1, &s->T, &x->model);
    vv_jump_poles_add(x->c, s, 1, &s->U, &x->model);
    vv_jump_poles_add(x->c, s, s->nq, s->rate, &x->model);
    for (int r = 0; r < s->nrows; r++)
        vv_jump_poles_add(x->c, s, s->nq, s->row[r].coefficient, &x->model);
    if (x->wd) vv_jump_poles_add(x->c, s, s->n, x->wd, &x->model);
}

/* ---- one set ----------------------------------------------------------------------------- */

static bool add_positive(vv_ctx *c, vv_facts *f, vv_expr e) {
    vv_expr *positive = VV_ARRAY(c, vv_expr, f->npositive + 1);
    if (!positive) return false;
    for (int i = 0; i < f->npositive; i++) positive[i] = f->positive[i];
    positive[f->npositive++] = e;
    f->positive = positive;
    return true;
}

/* e on one side, at the set i. The rule of f may leave u in a form whose zero does not show: then
 * u is replaced where it stands. Poison: e has no value there, or none is known. */
static vv_expr one_side(crossing *x, int i, int side, const vv_facts *f) {
    vv_ctx *c = x->c;
    vv_expr u = x->sets.u[i], e = vv_jump_side(c, &x->sets, i, side, x->e);
    if (!vv_is_zero(on_set(c, f, u))) {
        vv_expr there = vv_subst1(c, e, u, VV_ZERO);
        clear_division(c);
        if (vv_same(there, x->e)) return VV_POISON;
        e = there;
    }
    return on_set(c, f, e);
}

/* Two sides of the set, which is a rule of f; one of them may be the set itself. */
static passage compare_sides(crossing *x, int i, int side, int other, const vv_facts *f,
                             vv_expr rate) {
    vv_ctx *c = x->c;
    vv_expr a = one_side(x, i, side, f), b = one_side(x, i, other, f), jump;
    if (a.id && !b.id && !other) return CONTINUOUS; /* not defined there */
    jump = vv_sub(c, a, b);
    vv_proof p;
    if (!jump.id || !vv_ctx_ok(c)) return UNKNOWN;
    if (vv_is_zero(jump) || vv_vanishes(c, f, jump)) return CONTINUOUS;
    vv_expr both = vv_mul(c, jump, rate);
    if (!rate.id || vv_prove_zero(c, f, 1, &both, x->o, &p) != VV_OK) return UNKNOWN;
    if (p.verdict != VV_REFUTED || p.means != VV_MEANS_BALL) return UNKNOWN;
    *x->out = p;
    return JUMPS;
}

/* The part of set i on which its factor g vanishes. */
static passage pass_factor(crossing *x, int i, vv_expr g, vv_expr rate, const vv_facts *facts) {
    vv_ctx *c = x->c;
    passage worst = CONTINUOUS;
    int turns = vv_expr_op(c, g) == VV_SIN || vv_expr_op(c, g) == VV_COS ? 2 : 1;
    if (vv_claim_excluded(c, facts, g)) return CONTINUOUS;
    for (int turn = 0; turn < turns && worst == CONTINUOUS; turn++) {
        vv_facts f = *facts;
        if (!vv_same(x->sets.positive[i], VV_ONE) && !add_positive(c, &f, x->sets.positive[i]))
            return UNKNOWN;
        if (!take_set(c, g, turn, &f))
            return is_thin(x, g) || is_excluded_by_model(x, g) ? CONTINUOUS : UNKNOWN;
        vv_expr there = on_set(c, &f, rate);
        if (is_singular(x, &f) || (there.id && vv_vanishes(c, &f, there))) continue;
        worst = compare_sides(x, i, 1, -1, &f, there);
        if (worst == CONTINUOUS) worst = compare_sides(x, i, 1, 0, &f, there);
    }
    return worst;
}

static passage pass(crossing *x, int i, const vv_facts *facts) {
    vv_ctx *c = x->c;
    vv_expr u = x->sets.u[i], rate = x->rate(x->data, u);
    clear_division(c);
    if (vv_claim_excluded(c, facts, u) || (rate.id && vv_vanishes(c, facts, rate)))
        return CONTINUOUS;
    passage worst = CONTINUOUS;
    for (int k = 0; k < factor_count(c, u) && worst != JUMPS; k++) {
        passage p = pass_factor(x, i, factor_at(c, u, k), rate, facts);
        if (p != CONTINUOUS) worst = p;
    }
    return worst == UNKNOWN && is_excluded_by_model(x, u) ? CONTINUOUS : worst;
}

/* The reason, with the set in the place of %s. */
static void describe(crossing *x, vv_expr u, const char *text) {
    vv_buffer b = VV_BUFFER(x->c);
    size_t before = strcspn(text, "%");
    vv_buffer_printf(&b, "%.*s", (int)before, text);
    vv_expr_write(x->c, u, &b);
    vv_buffer_add(&b, text + before + 2);
    x->out->theorem = vv_strdup(x->c, vv_buffer_text(&b));
}

static void withdraw(crossing *x, passage p, vv_expr u) {
    if (p == UNKNOWN) *x->out = (vv_proof){.verdict = VV_UNDECIDED, .which = -1};
    x->out->record = NULL; /* the record is that of the jump, not of the claim */
    describe(x, u,
             p == JUMPS ? "it jumps where a motion crosses %s = 0"
                        : "its rate vanishes, but it may jump where %s = 0");
}

/* ---- equations and identities ------------------------------------------------------------ */

/* e vanishes on both sides of the set g = 0, on which it is `at`: there as well? */
static passage hold_factor(crossing *x, vv_expr g, vv_expr at, const vv_facts *facts) {
    vv_ctx *c = x->c;
    vv_facts f = *facts;
    vv_proof p;
    if (vv_claim_excluded(c, facts, g)) return CONTINUOUS;
    if (!take_set(c, g, 0, &f)) return UNKNOWN;
    at = on_set(c, &f, at);
    if (!at.id) return CONTINUOUS; /* not defined there */
    if (vv_prove_zero(c, &f, 1, &at, x->o, &p) != VV_OK) return UNKNOWN;
    if (p.verdict == VV_REFUTED) *x->out = p;
    return p.verdict == VV_REFUTED ? JUMPS : p.verdict == VV_PROVED ? CONTINUOUS : UNKNOWN;
}

static passage hold(crossing *x, int i, const vv_facts *facts) {
    vv_ctx *c = x->c;
    vv_expr u = x->sets.u[i], at = vv_jump_side(c, &x->sets, i, 0, x->e);
    if (vv_same(at, x->e) || vv_claim_excluded(c, facts, u)) return CONTINUOUS;
    if (at.id && vv_vanishes(c, facts, at)) return CONTINUOUS;
    passage worst = CONTINUOUS;
    for (int k = 0; k < factor_count(c, u) && worst != JUMPS; k++) {
        passage p = hold_factor(x, factor_at(c, u, k), at, facts);
        if (p != CONTINUOUS) worst = p;
    }
    return worst;
}

vv_status vv_claim_check_switches(vv_ctx *c, const vv_facts *facts, vv_expr e,
                                  const vv_prove_options *o, vv_proof *out) {
    crossing x = {.c = c, .o = o, .e = e, .out = out};
    vv_jump_sets_find(c, NULL, e, false, &x.sets); /* parameters have switches, too */
    passage worst = x.sets.complete ? CONTINUOUS : UNKNOWN;
    for (int i = 0; i < x.sets.n && worst != JUMPS && vv_ctx_ok(c); i++) {
        passage p = hold(&x, i, facts);
        if (p == CONTINUOUS) continue;
        worst = p;
        if (p == UNKNOWN) *out = (vv_proof){.verdict = VV_UNDECIDED, .which = -1};
        describe(&x, x.sets.u[i],
                 p == JUMPS ? "it fails where %s = 0" : "it may fail where %s = 0");
    }
    return vv_ctx_status(c);
}

bool vv_jump_is_possible(vv_ctx *c, const vv_system *s, vv_expr e) {
    vv_jump_sets sets;
    e = vv_jump_prepare(c, e);
    if (e.id) vv_jump_sets_find(c, s, e, true, &sets);
    return !e.id || !sets.complete || sets.n;
}

vv_status vv_integral_check_jumps(vv_ctx *c, const vv_system *s, const vv_facts *facts,
                                  const vv_expr *wd, vv_motion_rate *rate, void *data, vv_expr e,
                                  const vv_prove_options *o, vv_proof *out) {
    crossing x = {c, s, wd, rate, data, o, .e = vv_jump_prepare(c, e), .out = out};
    bool rough = wd && vv_jump_is_rough(c, s, s->n, wd);
    if (!x.e.id) return vv_ctx_status(c);
    vv_jump_sets_find(c, s, x.e, rough, &x.sets);
    if (x.sets.n) find_poles_of_model(&x);
    passage worst = x.sets.complete ? CONTINUOUS : UNKNOWN;
    vv_expr where = worst == UNKNOWN ? x.sets.u[0] : VV_ZERO;
    for (int i = 0; i < x.sets.n && worst != JUMPS && vv_ctx_ok(c); i++) {
        passage p = pass(&x, i, facts);
        if (p == CONTINUOUS || (p == UNKNOWN && worst == UNKNOWN)) continue;
        worst = p, where = x.sets.u[i];
    }
    if (worst != CONTINUOUS) withdraw(&x, worst, where);
    return vv_ctx_status(c);
}
