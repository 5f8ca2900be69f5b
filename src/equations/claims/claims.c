/* Claims: equations, identities and first integrals, decided on the equations of motion. */
#include "equations/equations.h"
#include "equations/claims/state_search.h"
#include "equations/claims/claim_conditions.h"
#include "equations/claims/claim_domain.h"
#include "equations/claims/constraint_sheets.h"
#include "equations/claims/driven_rates.h"
#include "equations/claims/equilibrium_claims.h"
#include "equations/claims/integral_events.h"
#include "equations/claims/jump_crossing.h"
#include "equations/claims/motion_rates.h"
#include "equations/stability/stability.h"
#include "kinematics/kinematics.h"

/* The expression that must vanish, with the accelerations of a record in speeds other than the
 * system's: servos, whose efforts remain among its unknowns. POISON if third derivatives occur. */
static vv_expr along_record(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                            const vv_claim *k) {
    int n = s->nq;
    vv_expr *x = VV_ARRAY(c, vv_expr, eq->nunknowns + 1), *qdd = VV_ARRAY(c, vv_expr, n + 1),
            *third = VV_ARRAY(c, vv_expr, n + 1);
    vv_expr e = vv_expr_in_coordinates(c, s, k->value);
    if (!x || !qdd || !third || vv_equations_solve(c, eq, x) != VV_OK) return VV_POISON;
    for (int a = 0; a < n; a++) third[a] = vv_symbol_rate(c, s->qdd[a]);
    if (vv_depends(c, e, n, third)) return VV_POISON;
    if (k->kind == VV_CLAIM_INTEGRAL && vv_depends(c, e, n, s->qdd)) return VV_POISON;
    if (k->kind == VV_CLAIM_INTEGRAL)
        e = vv_symbol_map_time_derivative(c, &s->maps.coordinate_rates, e);
    else
        e = vv_claim_substitute_efforts(c, s, eq, x, e);
    if (vv_depends(c, e, n, third) || vv_claim_has_effort(c, s, e)) return VV_POISON;
    vv_subst(c, eq->nunknowns, eq->unknown, x, n, eq->rate_rate, qdd);
    vv_subst(c, eq->n, eq->w, eq->speed, n, qdd, qdd);
    vv_subst(c, n, s->qdd, qdd, 1, &e, &e);
    vv_subst(c, n, s->qd, s->rate, 1, &e, &e);
    return e;
}

/* Accelerations and forces are determined by the motion: a condition on them is one on the
 * state, and the claim must hold in all remaining states. (Combining the equations and
 * conditions with functions as factors would not work: the conditions make some of these
 * infinite.) */
static vv_status under_conditions(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                                  const vv_claim *k, vv_facts facts, const vv_prove_options *o,
                                  vv_proof *out) {
    enum { MOST_CONDITIONS = 32 };
    if (k->nwhen > MOST_CONDITIONS) return VV_OK; /* undecided */
    int n = 0;
    vv_expr *y = VV_ARRAY(c, vv_expr, eq->nunknowns + 1), *e = VV_ARRAY(c, vv_expr, k->nwhen + 1);
    if (!y || !e || vv_claim_plain_accelerations(c, s, eq, y) != VV_OK) return vv_ctx_status(c);
    for (int late = 0; late < 2; late++) /* those on the state first: they simplify the others */
        for (int i = 0; i < k->nwhen; i++) {
            vv_expr one =
                vv_claim_substitute_efforts(c, s, eq, y, vv_expr_in_speeds(c, s, k->when[i]));
            if (vv_depends(c, one, eq->nunknowns, eq->unknown) == (late == 1))
                e[n++] = vv_claim_along_motion(c, s, y, one);
        }
    e[n] = vv_claim_along_motion(
        c, s, y, vv_claim_substitute_efforts(c, s, eq, y, vv_expr_in_speeds(c, s, k->value)));
    for (int i = 0; i <= n; i++)
        if (vv_is_poison(e[i])) return vv_ctx_status(c); /* undecided */
    return vv_claim_on_states(c, s, k, n, e, &facts, o, out);
}

/* Facts extended by the claim's own inequalities. */
static bool add_claim_inequalities(vv_ctx *c, const vv_claim *k, vv_facts *f) {
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

/* Equilibria are those of the unforced system, as in studies: without perturbations, and with
 * zero inputs unless the claim mentions one. */
static bool make_unforced(vv_ctx *c, const vv_claim *k, vv_system *s, vv_equations *eq) {
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
        vv_subst_zero(c, inputs, m->input, 1, &rhs[i], &rhs[i]);
        residual[i] = vv_neg(c, rhs[i]);
        for (int j = 0; j < n; j++)
            residual[i] = vv_add(c, residual[i], vv_mul(c, eq->matrix[i * n + j], s->wd[j]));
    }
    s->Q = Q, eq->rhs = rhs, eq->residual = residual;
    return vv_ctx_ok(c);
}

/* Equilibrium claims: conditions may involve parameters only. */
static vv_status decide_position(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                                 const vv_claim *k, const vv_prove_options *o, vv_proof *out) {
    vv_facts facts = s->m->facts;
    vv_system alone = *s;
    vv_equations own = *eq;
    if (k->nneglect || !add_claim_inequalities(c, k, &facts) || !make_unforced(c, k, &alone, &own))
        return vv_ctx_status(c);
    if (!vv_claim_conditions_on_parameters(c, s, k)) return VV_OK;
    return vv_claim_by_cases(c, &alone, k, &own, VV_ZERO, &facts, o, out);
}

/* ---- one claim ----------------------------------------------------------------------------- */

/* The expression that must vanish for an equation in velocities or a first integral in the
 * coordinates alone, which need no equation of motion; false for all others. */
static bool is_velocity_claim(vv_ctx *c, const vv_system *s, const vv_claim *k, vv_expr *out) {
    if ((k->kind != VV_CLAIM_EQUATION && k->kind != VV_CLAIM_INTEGRAL) || k->nwhen ||
        !s->speeds_ok || (!s->n && !s->of_lower_order) || s->nservos)
        return false;
    *out = vv_expr_in_speeds(c, s, k->value);
    for (int order = 1; order <= VV_CLAIM_MOST_RATES + 1; order++)
        if (vv_claim_has_rates(c, s, order, *out)) return false;
    if (k->kind == VV_CLAIM_INTEGRAL)
        *out = vv_symbol_map_time_derivative(c, &s->maps.speed_rates, *out);
    return !vv_claim_has_rates(c, s, 1, *out);
}

static bool same_speeds(const vv_system *s, const vv_equations *eq) {
    for (int i = 0; i < s->n && eq->n == s->n; i++)
        if (!vv_same(eq->w[i], s->w[i])) return false;
    return eq->n == s->n;
}

static vv_status decide(vv_ctx *c, const vv_system *s, const vv_equations *eq, const vv_claim *k,
                        const vv_prove_options *o, vv_proof *out) {
    vv_facts facts = s->facts;
    if (!add_claim_inequalities(c, k, &facts) ||
        !vv_claim_add_domain(c, s, k, k->kind != VV_CLAIM_IDENTITY && s->speeds_ok, &facts))
        return vv_ctx_status(c);
    vv_expr e;
    if (k->kind == VV_CLAIM_IDENTITY) {
        e = vv_expr_in_coordinates(c, s, k->value);
        if (vv_claim_has_effort(c, s, e)) return VV_OK; /* only the motion determines it */
        return vv_claim_by_cases(c, s, k, NULL, e, &facts, o, out);
    }
    if (k->kind == VV_CLAIM_COMBINATION) return vv_claim_decide_combination(c, s, k, o, out);
    if (is_velocity_claim(c, s, k, &e)) return vv_claim_by_cases(c, s, k, NULL, e, &facts, o, out);
    if (k->kind == VV_CLAIM_LATER) return VV_OK;
    if (!eq) out->theorem = "no method applies, so there are no equations of motion";
    bool position = k->kind != VV_CLAIM_EQUATION && k->kind != VV_CLAIM_INTEGRAL;
    if (s->massless && position)
        out->theorem = "the kinetic energy is degenerate: some motion has no inertia, and the "
                       "theorems on equilibria do not apply; with a small inertia they may decide";
    if (!eq || !s->n || (s->massless && (position || k->nwhen))) return VV_OK;
    if (position && s->napplied) {
        out->theorem = "a force depends on the reaction of a constraint";
        return VV_OK;
    }
    if (position) return decide_position(c, s, eq, k, o, out);
    if (!same_speeds(s, eq)) {
        e = k->nwhen ? VV_POISON : along_record(c, s, eq, k);
        return e.id ? vv_claim_by_cases(c, s, k, NULL, e, &facts, o, out) : vv_ctx_status(c);
    }
    if (k->kind == VV_CLAIM_EQUATION && k->nwhen)
        return under_conditions(c, s, eq, k, facts, o, out);
    if (!vv_claim_conditions_on_parameters(c, s, k)) return VV_OK;
    vv_expr *wd = VV_ARRAY(c, vv_expr, eq->nunknowns + 1);
    if (!wd) return vv_ctx_status(c);
    e = vv_expr_in_speeds(c, s, k->value);
    if (vv_claim_accelerations(c, s, eq, wd) != VV_OK) return vv_ctx_status(c);
    e = vv_claim_along_motion(c, s, wd, vv_claim_substitute_efforts(c, s, eq, wd, e));
    if (k->kind == VV_CLAIM_INTEGRAL)
        e = vv_claim_along_motion(c, s, wd,
                                  vv_symbol_map_time_derivative(c, &s->maps.speed_rates, e));
    return e.id ? vv_claim_by_cases(c, s, k, NULL, e, &facts, o, out) : vv_ctx_status(c);
}

/* Says why a claim about this force is not decided. */
static void explain_reaction(vv_ctx *c, const vv_system *s, const vv_reaction *r, vv_proof *out) {
    vv_expr value[3];
    const char *why = NULL;
    if (vv_reaction_value(c, s, NULL, r, value, &why))
        why = "inequalities for constraint forces, and their second rates, are not treated";
    out->theorem = vv_format(c, "%s: %s", r->text, why);
}

/* Replaces reactions by their expressions in the accelerations; false if one is indeterminate,
 * and the claim undecided. */
static bool insert_reactions(vv_ctx *c, const vv_system *s, vv_claim *k, vv_proof *out) {
    if (!s->m->nreactions || !k->value.id) return true;
    vv_expr *when = VV_ARRAY(c, vv_expr, k->nwhen + 1);
    if (!when) return false;
    for (int i = 0; i < k->nwhen; i++) when[i] = k->when[i];
    vv_reactions_substitute(c, s, NULL, 1, &k->value);
    vv_reactions_substitute(c, s, NULL, k->nwhen, when);
    k->when = when;
    const struct {
        int n;
        const vv_expr *e;
    } parts[] = {
        {1, &k->value}, {k->nwhen, when}, {k->npositive, k->positive}, {k->nnonzero, k->nonzero}};
    for (int i = 0; i < 4; i++) {
        const vv_reaction *left = vv_reactions_unresolved(c, s, parts[i].n, parts[i].e);
        if (!left) continue;
        explain_reaction(c, s, left, out);
        return false;
    }
    return vv_ctx_ok(c);
}

/* Where the conditions hold strictly. */
static vv_status decide_inside(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                               const vv_claim *k, const vv_prove_options *o, vv_proof *out) {
    *out = (vv_proof){.verdict = VV_UNDECIDED, .which = -1};
    vv_status status = decide(c, s, eq, k, o, out);
    if (vv_ctx_status(c) !=
        VV_E_MODEL) /* a divisor vanishes on the motion or under the conditions */
        return status;
    vv_ctx_clear_failure(c);
    *out = (vv_proof){.verdict = VV_UNDECIDED, .which = -1};
    return VV_OK;
}

/* Conditions a >= b, those in `bits` with equality: these become equations and come first. */
static bool boundary_claim(vv_ctx *c, const vv_claim *k, unsigned bits, vv_claim *out) {
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

/* The model's assumptions, and as rules those of the claim's equations that have the form y =
 * ..., with y preferably of unknown sign. */
static bool boundary_facts(vv_ctx *c, const vv_system *s, const vv_claim *there, vv_facts *out) {
    *out = s->m->facts;
    for (int i = 0, n; i < there->nwhen; i++) {
        vv_expr e = vv_facts_rewrite(c, out, there->when[i]), *y = vv_expr_symbols(c, 1, &e, &n),
                by = VV_ZERO, from = VV_ZERO;
        for (int j = 0; y && j < n; j++) {
            vv_expr slope = vv_diff(c, e, y[j]);
            bool plain = vv_known_sign(c, y[j]) == VV_ANY_SIGN;
            if (!vv_is_const(c, slope) || (!plain && !vv_is_zero(by))) continue;
            by = slope, from = y[j];
        }
        if (!vv_is_zero(by) && !vv_claim_add_rule(c, out, from, vv_sub(c, from, vv_div(c, e, by))))
            return false;
    }
    return true;
}

/* Does one of the conditions contradict the others: P l > c where P = 0, P < 0 with P > 0? */
static bool is_contradictory(vv_ctx *c, const vv_system *s, const vv_claim *there) {
    vv_facts model, facts;
    vv_expr *positive = VV_ARRAY(c, vv_expr, s->m->facts.npositive + there->npositive + 1);
    if (!positive || !boundary_facts(c, s, there, &model)) return false;
    for (int i = 0; i < there->npositive; i++) {
        facts = model, facts.positive = positive;
        for (int j = 0; j < model.npositive; j++) positive[j] = model.positive[j];
        for (int j = 0; j < there->npositive; j++)
            if (j != i)
                positive[facts.npositive++] = vv_facts_rewrite(c, &model, there->positive[j]);
        vv_expr less = vv_neg(c, vv_facts_rewrite(c, &model, there->positive[i]));
        vv_sign sign = vv_sign_given_facts(c, &facts, less);
        if (sign == VV_POSITIVE || sign == VV_NONNEGATIVE || vv_vanishes(c, &facts, less))
            return true;
    }
    return false;
}

/* Is a boundary point known at which all conditions hold? */
static bool has_boundary_point(vv_ctx *c, const vv_system *s, const vv_claim *there,
                               uint64_t seed) {
    vv_facts facts;
    vv_proof point;
    if (!there->npositive) return true;
    return boundary_facts(c, s, there, &facts) &&
           facts.nrules >= s->m->facts.nrules + there->nwhen &&
           vv_sign_witness_find(c, &facts, there->npositive, there->positive, 1, seed, &point);
}

/* Is this boundary empty, by the model's assumptions and the other conditions? */
static bool boundary_is_empty(vv_ctx *c, const vv_system *s, const vv_claim *there,
                              const vv_claim *k) {
    vv_facts strict = {.npositive = there->npositive, .positive = there->positive};
    if (is_contradictory(c, s, there)) return true;
    for (int i = 0; i < there->nwhen - k->nwhen; i++)
        if (vv_claim_never_zero(c, there->when[i]) ||
            vv_claim_excluded(c, &s->m->facts, there->when[i]) ||
            vv_claim_excluded(c, &strict, there->when[i]))
            return true;
    return false;
}

/* Can it be discontinuous at a boundary? */
static bool is_discontinuous(vv_ctx *c, const vv_claim *k) {
    return k->value.id && vv_expr_contains_op(c, 1, &k->value, VV_SIGN);
}

/* An equation that holds regardless of the conditions a >= b also holds on their boundaries. */
static bool holds_unconditionally(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                                  const vv_claim *k, const vv_prove_options *o, vv_proof *out) {
    vv_claim there = *k;
    int weak = 0;
    if ((k->kind != VV_CLAIM_EQUATION && k->kind != VV_CLAIM_IDENTITY &&
         k->kind != VV_CLAIM_INTEGRAL) ||
        is_discontinuous(c, k))
        return false;
    there.positive = VV_ARRAY(c, vv_expr, k->npositive + 1);
    if (!there.positive) return false;
    there.npositive = 0;
    for (int i = 0; i < k->npositive; i++) {
        weak += k->weak[i];
        if (!k->weak[i]) there.positive[there.npositive++] = k->positive[i];
    }
    return weak && decide_inside(c, s, eq, &there, o, out) == VV_OK && out->verdict == VV_PROVED;
}

/* Proved if it holds in the interior and on every boundary; refuted if on one of them. */
static vv_status decide_everywhere(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                                   const vv_claim *k, const vv_prove_options *o, vv_proof *out) {
    enum { MOST_WEAK = 4 };
    int weak = 0;
    vv_verdict all = vv_claim_expected_verdict(k);
    vv_status status = VV_OK;
    if (holds_unconditionally(c, s, eq, k, o, out)) return vv_ctx_status(c);
    if (is_contradictory(c, s, k))
        *out = (vv_proof){.verdict = all, .means = VV_MEANS_EXACT, .which = -1};
    else
        status = decide_inside(c, s, eq, k, o, out);
    for (int i = 0; i < k->npositive; i++) weak += k->weak[i];
    for (unsigned bits = 1; status == VV_OK && bits < 1U << (weak < MOST_WEAK ? weak : MOST_WEAK);
         bits++) {
        vv_claim there;
        vv_proof one;
        if (!boundary_claim(c, k, bits, &there)) return vv_ctx_status(c);
        if (boundary_is_empty(c, s, &there, k)) continue;
        status = decide_inside(c, s, eq, &there, o, &one);
        if (one.verdict != all && !one.nwitness &&
            !has_boundary_point(c, s, &there, o ? o->seed : 0))
            one = (vv_proof){.verdict = VV_UNDECIDED, .which = -1};
        vv_claim_combine_proofs(k, out, &one);
    }
    if (weak > MOST_WEAK && out->verdict == all)
        *out = (vv_proof){.verdict = VV_UNDECIDED,
                          .which = -1,
                          .theorem = "it holds in the interior, but more than four conditions have "
                                     "a boundary (>=): not all of them were examined"};
    return status;
}

/* Does this assumption have a boundary on which the claim must be examined? Not if it concerns a
 * coordinate: the conditions of an equilibrium involve parameters only. */
static bool has_boundary(vv_ctx *c, const vv_system *s, const vv_claim *k, vv_expr weak) {
    const vv_model *m = s->m;
    bool position = k->kind == VV_CLAIM_EQUILIBRIUM || k->kind == VV_CLAIM_FREQUENCY ||
                    k->kind == VV_CLAIM_STABLE;
    int strictly = 0; /* a > b may be assumed in addition to a >= b */
    for (int i = 0; i < m->facts.npositive; i++) strictly += vv_same(m->facts.positive[i], weak);
    for (int i = 0; i < m->nweak; i++) strictly -= vv_same(m->weak[i], weak);
    return strictly <= 0 && (!position || !vv_depends(c, weak, s->nq, s->q));
}

static bool is_weak(vv_ctx *c, const vv_system *s, const vv_claim *k, vv_expr e) {
    for (int i = 0; i < s->m->nweak; i++)
        if (vv_same(s->m->weak[i], e)) return has_boundary(c, s, k, e);
    return false;
}

static bool any_depends(vv_ctx *c, int n, const vv_expr *e, vv_expr but, int nx, const vv_expr *x) {
    for (int i = 0; i < n; i++)
        if (!vv_same(e[i], but) && vv_depends(c, e[i], nx, x)) return true;
    return false;
}

/* Does nothing else involve the symbols of this assumption? Then its boundary is irrelevant. */
static bool is_unrelated_assumption(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                                    const vv_claim *k, vv_expr weak) {
    const vv_facts *f = &s->facts;
    int n = 0;
    vv_expr *x = vv_expr_symbols(c, 1, &weak, &n);
    return x && !vv_depends(c, k->value, n, x) &&
           !any_depends(c, eq->nequations, eq->residual, weak, n, x) &&
           !any_depends(c, k->nat, k->at, weak, n, x) &&
           !any_depends(c, k->nwhen, k->when, weak, n, x) &&
           !any_depends(c, k->npositive, k->positive, weak, n, x) &&
           !any_depends(c, k->nnonzero, k->nonzero, weak, n, x) &&
           !any_depends(c, f->npositive, f->positive, weak, n, x) &&
           !any_depends(c, f->nnonzero, f->nonzero, weak, n, x) &&
           !any_depends(c, f->nrules, f->from, weak, n, x) &&
           !any_depends(c, f->nrules, f->to, weak, n, x);
}

/* The model's assumptions a >= b are conditions of every stability claim: on the boundary an
 * equilibrium may change its stability. The same applies if a claim has conditions that may hold
 * on the boundary only, equations and a <= b, or a sign, which is discontinuous there. For other
 * identities the boundary follows by continuity. */
static bool add_boundary_conditions(vv_ctx *c, const vv_equations *eq, vv_system *s, vv_model *m,
                                    vv_claim *k) {
    int n = k->npositive + m->nweak;
    vv_expr *condition = VV_ARRAY(c, vv_expr, n + 1);
    bool *weak = VV_ARRAY(c, bool, n + 1);
    vv_facts *facts[] = {&s->facts, &m->facts};
    if (!condition || !weak) return false;
    for (int i = 0; i < k->npositive; i++) condition[i] = k->positive[i], weak[i] = k->weak[i];
    n = k->npositive;
    for (int i = 0; i < m->nweak; i++)
        if (has_boundary(c, s, k, m->weak[i]) && !is_unrelated_assumption(c, s, eq, k, m->weak[i]))
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

/* With a singular mass matrix a state at which the claim fails need not be one of a motion. */
static void withdraw_undetermined(const vv_system *s, const vv_claim *k, vv_proof *out) {
    if (!s->massless || out->verdict == VV_PROVED ||
        (k->kind != VV_CLAIM_EQUATION && k->kind != VV_CLAIM_INTEGRAL))
        return;
    *out = (vv_proof){.verdict = VV_UNDECIDED,
                      .which = -1,
                      .theorem = "the motion is not determined: the mass matrix is singular"};
}

static bool is_identity(const vv_claim *k) {
    return k->kind == VV_CLAIM_EQUATION || k->kind == VV_CLAIM_IDENTITY ||
           k->kind == VV_CLAIM_INTEGRAL;
}

/* Nothing is proved, or refuted without a point, of what is real nowhere or only at isolated
 * points. */
static void withdraw_vacuous(vv_ctx *c, const vv_system *s, const vv_claim *k,
                             const vv_prove_options *o, vv_proof *out) {
    bool reasoned = out->verdict == VV_UNDECIDED && out->theorem;
    if (is_identity(k) && !reasoned && vv_claim_divides_by_zero(c, s, k)) {
        *out =
            (vv_proof){.verdict = VV_UNDECIDED,
                       .which = -1,
                       .theorem = "a divisor of the claim vanishes wherever its conditions hold"};
        return;
    }
    if (!is_identity(k) || out->nwitness || out->theorem ||
        vv_claim_is_real_somewhere(c, s, k, o ? o->seed : 0))
        return;
    *out =
        (vv_proof){.verdict = VV_UNDECIDED,
                   .which = -1,
                   .theorem = "no state was found in whose neighbourhood all its parts are real"};
}

typedef struct motion {
    vv_ctx *c;
    const vv_system *s;
    const vv_expr *wd; /* NULL: not known */
} motion;

/* A vv_motion_rate. */
static vv_expr rate_along(void *data, vv_expr e) {
    const motion *x = data;
    vv_expr rate = vv_symbol_map_time_derivative(x->c, &x->s->maps.speed_rates, e);
    if (x->wd) return vv_claim_along_motion(x->c, x->s, x->wd, rate);
    return vv_claim_has_rates(x->c, x->s, 1, rate) ? VV_POISON : rate;
}

/* Is nothing to be seen that jumps, and no event that may change it? */
static bool is_plainly_kept(vv_ctx *c, const vv_system *s, vv_expr e) {
    for (int i = 0; i < s->m->nwhens; i++)
        if (s->m->when[i].nlaws || s->m->when[i].nsets) return false;
    for (int i = 0; i < s->m->nrollings; i++)
        if (s->m->rolling[i].restitution.id) return false;
    return !vv_jump_is_possible(c, s, e);
}

vv_status vv_integral_check_motion(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                                   const vv_facts *facts, vv_expr e, const vv_prove_options *o,
                                   vv_proof *out) {
    vv_expr *wd = NULL;
    if (!e.id || is_plainly_kept(c, s, e)) return vv_ctx_status(c);
    if (eq && s->n && !s->massless && same_speeds(s, eq)) {
        wd = VV_ARRAY(c, vv_expr, eq->nunknowns + 1);
        if (!wd || vv_claim_plain_accelerations(c, s, eq, wd) != VV_OK) return vv_ctx_status(c);
        e = vv_claim_along_motion(c, s, wd, vv_claim_substitute_efforts(c, s, eq, wd, e));
    }
    motion x = {c, s, wd};
    vv_status status = vv_integral_check_jumps(c, s, facts, wd, rate_along, &x, e, o, out);
    if (status == VV_OK && out->verdict == VV_PROVED)
        out->except = vv_events_that_change(c, s, wd ? eq : NULL, facts, e);
    return vv_ctx_status(c);
}

/* Has it cases or signs, which may make it jump? */
static bool switches(vv_ctx *c, vv_expr e) {
    int n = 0;
    uint32_t *order = e.id ? vv_expr_topological_order(c, 1, &e, &n) : NULL;
    for (int i = 0; order && i < n; i++) {
        vv_op op = vv_expr_op(c, (vv_expr){order[i]});
        if (op == VV_PIECEWISE || op == VV_SIGN) return true;
    }
    return false;
}

/* The same with the facts of a claim. Where an energy jumps the equations have no force. */
static vv_status check_jumps(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                             const vv_claim *k, const vv_prove_options *o, vv_proof *out) {
    vv_facts facts = s->facts;
    vv_expr *of = VV_ARRAY(c, vv_expr, s->nq + 2);
    if (!of || !add_claim_inequalities(c, k, &facts) || !vv_claim_add_domain(c, s, k, true, &facts))
        return vv_ctx_status(c);
    of[0] = s->T, of[1] = s->U;
    for (int i = 0, n = vv_driven_momenta(c, s, of + 2) + 2; i < n; i++) {
        vv_proof p = {.verdict = VV_PROVED, .which = -1};
        if (!switches(c, of[i])) continue;
        vv_status status =
            vv_integral_check_motion(c, s, eq, &facts, vv_expr_in_speeds(c, s, of[i]), o, &p);
        if (status != VV_OK || p.verdict == VV_PROVED) continue;
        *out = (vv_proof){.verdict = VV_UNDECIDED,
                          .which = -1,
                          .theorem = i < 2 ? "an energy jumps where motions cross: the force there "
                                             "has no value"
                                           : "a servo constraint has a corner at which the "
                                             "velocities of other coordinates jump"};
        return vv_ctx_status(c);
    }
    vv_expr value = vv_expr_in_speeds(c, s, vv_driven_rates(c, s, k->value));
    vv_status status = vv_integral_check_motion(c, s, eq, &facts, value, o, out);
    for (int i = 0; i < s->m->nwhens && out->verdict == VV_REFUTED; i++)
        if (s->m->when[i].nlaws)
            *out = (vv_proof){.verdict = VV_UNDECIDED,
                              .which = -1,
                              .theorem = "it jumps where motions cross, unless an event turns them "
                                         "back there"};
    return status;
}

/* An equation between positions. Rates are those of the sheet that the speeds belong to. */
static bool is_of_position(vv_ctx *c, const vv_claim *k) {
    int n = 0;
    vv_expr *x = vv_expr_symbols(c, 1, &k->value, &n);
    for (int i = 0; x && i < n; i++) {
        const vv_symbol *s = vv_symbol_get(c, x[i]);
        bool position = s->kind == VV_SYM_COORDINATE && s->order == 0;
        if (!position && s->kind != VV_SYM_PARAMETER && s->kind != VV_SYM_TIME) return false;
    }
    return x && is_identity(k) && k->kind != VV_CLAIM_INTEGRAL && k->nwhen == 0;
}

/* Is there a point of the component at which the claim fails? A number that is not 0 differs from
 * it at all of them, but there may be no real ones. */
static bool has_point(vv_ctx *c, const vv_system *s, const vv_claim *k, const vv_proof *p) {
    vv_expr e = VV_ONE;
    vv_proof point;
    if (p->nwitness) return true;
    if (p->means != VV_MEANS_BALL || k->npositive + k->nnonzero + k->nreal > 0) return false;
    for (int i = 0; i < s->nq; i++) e = vv_add(c, e, vv_mul(c, s->q[i], s->q[i]));
    return vv_sign_witness_find(c, &s->facts, 1, &e, 1, p->seed, &point);
}

/* On one component. What is refuted must be so at a point at which the rules are real. */
static vv_status decide_on_sheet(vv_ctx *c, const vv_system *s, const vv_sheets *sheets, int i,
                                 const vv_claim *k, const vv_prove_options *o, vv_proof *out) {
    vv_system own = *s;
    own.facts = sheets->facts[i];
    vv_status status = decide_everywhere(c, &own, NULL, k, o, out);
    if (status != VV_OK || out->verdict == VV_PROVED) return status;
    own.facts = sheets->real[i];
    status = decide_everywhere(c, &own, NULL, k, o, out);
    if (out->verdict != VV_REFUTED || !has_point(c, &own, k, out))
        *out = (vv_proof){.verdict = VV_UNDECIDED, .which = -1};
    return status;
}

/* Refuted on one component, or proved on each of them if these are all; positions need no
 * equations of motion. */
static vv_status decide_on_sheets(vv_ctx *c, const vv_system *s, const vv_sheets *sheets,
                                  const vv_claim *k, const vv_prove_options *o, vv_proof *out) {
    const char *why = sheets->missing ? sheets->missing : sheets->left_out;
    vv_claim identity = *k;
    vv_system own = *s;
    vv_proof all = {.which = -1}, one;
    bool real = false, holds = sheets->known;
    identity.kind = VV_CLAIM_IDENTITY;
    for (int i = 0; i < sheets->n; i++) {
        if (decide_on_sheet(c, s, sheets, i, &identity, o, &one) != VV_OK) return vv_ctx_status(c);
        if (one.verdict == VV_REFUTED) {
            *out = one;
            return VV_OK;
        }
        own.facts = sheets->real[i];
        real = real || vv_claim_is_real_somewhere(c, &own, &identity, o ? o->seed : 0);
        if (holds && one.verdict != VV_PROVED) why = sheets->undecided[i];
        holds &= one.verdict == VV_PROVED;
        if (holds) all = i ? vv_proof_conjunction(&all, &one) : one;
    }
    *out = holds && real ? all : (vv_proof){.verdict = VV_UNDECIDED, .which = -1, .theorem = why};
    return vv_ctx_status(c);
}

/* Has a constraint been dropped from the equations since it follows from others? On a sheet that
 * the rules leave out it may act. */
static bool drops_constraint(const vv_system *s) {
    for (int i = 0; i < s->nfindings; i++)
        if (s->finding[i].kind == VV_FINDING_REDUNDANT) return true;
    return false;
}

/* The rules may describe one component of the manifold, as where two axes of free bodies are
 * parallel and not opposite. Points of all of them are tried in numbers: a claim that fails there
 * is not proved. */
static void withdraw_elsewhere(vv_ctx *c, const vv_system *s, const vv_claim *k, vv_proof *out) {
    const vv_facts *f = &s->m->facts;
    vv_expr *positive = VV_ARRAY(c, vv_expr, f->npositive + k->npositive + 1);
    const char *near = "";
    int n = 0;
    if (k->kind == VV_CLAIM_INTEGRAL || k->nwhen || k->nnonzero || f->nrules || !positive) return;
    for (int i = 0; i < f->npositive; i++) positive[n++] = f->positive[i];
    for (int i = 0; i < k->npositive; i++) positive[n++] = k->positive[i];
    vv_expr e = vv_symbol_map_apply(c, &s->maps.to_coordinates, k->value);
    if (!vv_mobility_contradicts(c, s, e, n, positive, &near)) return;
    *out = (vv_proof){.verdict = VV_UNDECIDED,
                      .which = -1,
                      .theorem = vv_format(c,
                                           "it holds on one component of the constraints, but "
                                           "by numbers not near %s: add a constraint that "
                                           "excludes the others",
                                           near)};
}

/* The rules may leave sheets out, or a constraint open that is a product: what is proved must hold
 * without rules, or on each sheet. */
static vv_status check_sheets(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                              const vv_claim *k, const vv_prove_options *o, vv_proof *out) {
    bool position = is_of_position(c, k), proved = out->verdict == VV_PROVED;
    vv_system own = *s;
    vv_proof one;
    if (!is_identity(k) || (!proved && (!position || !s->facts.nopen))) return vv_ctx_status(c);
    vv_sheets sheets = vv_sheets_find(c, s);
    if (proved && !sheets.left_out) {
        withdraw_elsewhere(c, s, k, out);
        return vv_ctx_status(c);
    }
    if (proved && !position && drops_constraint(s)) {
        *out = (vv_proof){.verdict = VV_UNDECIDED, .which = -1, .theorem = sheets.left_out};
        return vv_ctx_status(c);
    }
    own.facts = s->m->facts;
    vv_status status = proved ? decide_everywhere(c, &own, eq, k, o, &one) : VV_OK;
    if (proved && status == VV_OK && one.verdict == VV_PROVED) *out = one;
    if (status != VV_OK || (proved && one.verdict == VV_PROVED)) return status;
    if (!position) sheets = (vv_sheets){.left_out = sheets.left_out};
    /* on the sheet that other rules describe, an open constraint may have no points */
    bool open =
        sheets.missing && (out->verdict == VV_UNDECIDED || s->facts.nrules > s->m->facts.nrules);
    return proved || sheets.n || open ? decide_on_sheets(c, s, &sheets, k, o, out) : status;
}

/* What holds in all states holds in those that conditions leave, though these cannot be solved. */
static vv_status decide_in_all_states(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                                      const vv_claim *k, const vv_prove_options *o, vv_proof *out) {
    vv_claim all = *k;
    vv_proof one;
    if (out->verdict != VV_UNDECIDED || !is_identity(k) || !k->nwhen) return vv_ctx_status(c);
    all.nwhen = 0;
    vv_status status = decide_everywhere(c, s, eq, &all, o, &one);
    if (status == VV_OK && one.verdict == VV_PROVED) *out = one;
    return status;
}

vv_status vv_claim_decide(vv_ctx *c, const vv_system *s, const vv_equations *eq, const vv_claim *k,
                          const vv_prove_options *o, vv_proof *out) {
    vv_claim read = *k;
    vv_system own = *s;
    vv_model model = *s->m;
    bool bounded = k->kind == VV_CLAIM_STABLE || k->nwhen || is_discontinuous(c, k);
    *out = (vv_proof){.verdict = VV_UNDECIDED, .which = -1};
    for (int i = 0; i < k->npositive; i++) bounded |= k->weak[i];
    if (bounded && model.nweak) {
        if (!add_boundary_conditions(c, eq, &own, &model, &read)) return vv_ctx_status(c);
        s = &own;
    }
    bool read_all = insert_reactions(c, s, &read, out);
    vv_status status = read_all ? decide_everywhere(c, s, eq, &read, o, out) : vv_ctx_status(c);
    if (status == VV_OK && read_all) status = decide_in_all_states(c, s, eq, &read, o, out);
    if (status == VV_OK && read_all) status = check_sheets(c, s, eq, &read, o, out);
    if (status == VV_OK) withdraw_undetermined(s, &read, out);
    if (status == VV_OK) withdraw_vacuous(c, s, &read, o, out);
    if (status == VV_OK && out->verdict != VV_UNDECIDED && !out->nwitness &&
        !vv_claim_has_states(c, s, eq, &read))
        *out = (vv_proof){.verdict = VV_UNDECIDED,
                          .which = -1,
                          .theorem = "no state was found at which its conditions hold: there is "
                                     "nothing that it speaks of"};
    if (status == VV_OK && k->kind == VV_CLAIM_INTEGRAL && out->verdict == VV_PROVED)
        status = check_jumps(c, s, eq, &read, o, out);
    if (status == VV_OK && k->negated && out->verdict != VV_UNDECIDED)
        out->verdict = out->verdict == VV_PROVED ? VV_REFUTED : VV_PROVED;
    return status;
}
