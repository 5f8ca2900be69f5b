/* Claims: equations, identities and integrals, decided on the equations of motion. */
#include <string.h>

#include "equations/agree.h"
#include "equations/shape.h"

/* Entries that vanish identically are written as zero, so that small systems solve by substitution.
 */
static void clear_zeros(vv_ctx *c, const vv_facts *f, int n, vv_expr *e) {
    enum { MOST = 64 }; /* beyond this the SOLVE node is as good */
    for (int i = 0; i < n && n <= MOST; i++)
        if (!vv_is_const(c, e[i]) && vv_is_identically_zero(c, f, e[i]) == VV_TRUE) e[i] = VV_ZERO;
}

/* The accelerations w' as functions of q, w, t. */
static vv_status accelerations(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                               vv_expr *out) {
    int n = eq->nunknowns;
    vv_expr *m = VV_ARRAY(c, vv_expr, n * n + 1);
    if (!m) return vv_ctx_status(c);
    memcpy(m, eq->matrix, (size_t)(n * n) * sizeof *m);
    clear_zeros(c, &s->facts, n * n, m);
    return vv_solve(c, n, vv_factor(c, n, m), eq->rhs, out);
}

/* w'' by differentiating w' along the motion: claims may hold third derivatives. */
static vv_expr along_motion(vv_ctx *c, const vv_system *s, const vv_expr *wd, vv_expr e) {
    int n = s->n;
    vv_expr *from = VV_ARRAY(c, vv_expr, 2 * n + 1), *to = VV_ARRAY(c, vv_expr, 2 * n + 1),
            *wdd = VV_ARRAY(c, vv_expr, n + 1);
    if (!from || !to || !wdd) return VV_POISON;
    bool third = false;
    for (int i = 0; i < n; i++) {
        from[i] = s->wd[i], to[i] = wd[i];
        from[n + i] = vv_symbol_rate(c, s->wd[i]);
        to[n + i] = from[n + i];
        third |= vv_depends(c, e, 1, &from[n + i]);
    }
    if (third) {
        vv_rate(c, s->speed_rates.n, s->speed_rates.from, s->speed_rates.to, n, wd, wdd);
        vv_subst(c, n, from, to, n, wdd, to + n);
    }
    vv_subst(c, 2 * n, from, to, 1, &e, &e);
    return e;
}

/* Orders below k of e in a small symbol: e, de/dx, ... at x = 0. */
static int orders_of(vv_ctx *c, vv_expr e, vv_expr small, vv_expr *out) {
    int k = 1;
    vv_expr x = small;
    if (vv_expr_op(c, small) == VV_MUL && vv_expr_arity(c, small) == 1) {
        x = vv_expr_child(c, small, 0);
        k = vv_expr_exponent(c, small, 0);
    }
    if (!vv_symbol_get(c, x) || k < 1 || k > 8) return -1;
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

/* A condition on the state is solved for a speed (or, if it has none, as a finite relation). */
static bool state_condition(vv_ctx *c, const vv_system *s, vv_facts *facts, vv_expr e) {
    for (int i = 0; i < s->n; i++) {
        vv_expr a = vv_diff(c, e, s->w[i]);
        if (vv_is_zero(a) || vv_depends(c, a, 1, &s->w[i]) ||
            vv_is_identically_zero(c, facts, a) != VV_FALSE)
            continue;
        vv_expr value = vv_neg(c, vv_div(c, vv_subst1(c, e, s->w[i], VV_ZERO), a));
        vv_expr *from = VV_ARRAY(c, vv_expr, facts->nrules + 1),
                *to = VV_ARRAY(c, vv_expr, facts->nrules + 1);
        if (!from || !to) return false;
        for (int r = 0; r < facts->nrules; r++) from[r] = facts->from[r], to[r] = facts->to[r];
        from[facts->nrules] = s->w[i];
        to[facts->nrules] = value;
        facts->from = from, facts->to = to, facts->nrules++;
        return true;
    }
    return vv_manifold_add(c, s->m, facts, e);
}

/* The row (coefficients of the unknowns, rest) of an expression linear in them. */
static void unknown_row(vv_ctx *c, const vv_equations *eq, vv_expr e, vv_expr *row) {
    int n = eq->nunknowns;
    vv_expr *zero = VV_ARRAY(c, vv_expr, n + 1);
    if (!zero) return;
    for (int i = 0; i < n; i++) zero[i] = VV_ZERO;
    vv_gradient(c, e, n, eq->unknown, row);
    vv_subst(c, n, eq->unknown, zero, 1, &e, &row[n]);
}

/* The claim follows iff its row is a combination of the equations' rows and the conditions'. */
static vv_status under_conditions(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                                  const vv_claim *k, const vv_prove_options *o, vv_proof *out) {
    int n = eq->nunknowns, rows = 0;
    vv_facts facts = s->facts;
    vv_expr *m = VV_ARRAY(c, vv_expr, (n + k->nwhen) * (n + 1) + 1),
            *row = VV_ARRAY(c, vv_expr, n + 2);
    if (!m || !row) return vv_ctx_status(c);
    for (int i = 0; i < n; i++, rows++) {
        memcpy(m + rows * (n + 1), eq->matrix + i * n, (size_t)n * sizeof *m);
        m[rows * (n + 1) + n] = vv_neg(c, eq->rhs[i]);
    }
    for (int i = 0; i < k->nwhen; i++) {
        vv_expr e = vv_in_speeds(c, s, k->when[i]);
        if (vv_depends(c, e, n, eq->unknown))
            unknown_row(c, eq, e, m + rows++ * (n + 1));
        else if (!state_condition(c, s, &facts, e))
            return VV_OK; /* undecided */
    }
    unknown_row(c, eq, vv_in_speeds(c, s, k->value), row);
    vv_in_row_space(c, &facts, rows, n + 1, m, row, o, out);
    return vv_ctx_status(c);
}

/* Conditions of an identity, or of an integral: the motion must keep the latter, so they may bind
 * parameters only. False: the claim stays undecided. */
static bool impose(vv_ctx *c, const vv_system *s, const vv_claim *k, vv_facts *facts) {
    for (int i = 0; i < k->nwhen; i++) {
        vv_expr e = vv_subst_map(c, &s->to_coordinates, vv_subst_map(c, &s->to_raw, k->when[i]));
        bool state = vv_depends(c, e, s->nq, s->q) || vv_depends(c, e, s->nq, s->qd) ||
                     vv_depends(c, e, s->nq, s->qdd);
        if ((state && k->kind == VV_CLAIM_INTEGRAL) || !vv_manifold_add(c, s->m, facts, e))
            return false;
    }
    return true;
}

/* ---- one claim ----------------------------------------------------------------------------- */

static vv_status decide(vv_ctx *c, const vv_system *s, const vv_equations *eq, const vv_claim *k,
                        const vv_prove_options *o, vv_proof *out) {
    vv_facts facts = s->facts;
    if (k->kind == VV_CLAIM_IDENTITY) {
        vv_expr e = vv_subst_map(c, &s->to_coordinates, vv_subst_map(c, &s->to_raw, k->value));
        return impose(c, s, k, &facts) ? prove_all(c, &facts, k, e, o, out) : VV_OK;
    }
    if (k->kind == VV_CLAIM_LATER || !eq || !s->n || s->massless) return VV_OK;
    if (k->kind == VV_CLAIM_EQUATION && k->nwhen) return under_conditions(c, s, eq, k, o, out);
    if (!impose(c, s, k, &facts)) return VV_OK;
    vv_expr *wd = VV_ARRAY(c, vv_expr, eq->nunknowns + 1), e = vv_in_speeds(c, s, k->value);
    if (!wd) return vv_ctx_status(c);
    if (k->kind == VV_CLAIM_INTEGRAL) e = vv_rate_along(c, &s->speed_rates, e);
    if (accelerations(c, s, eq, wd) != VV_OK) return vv_ctx_status(c);
    return prove_all(c, &facts, k, along_motion(c, s, wd, e), o, out);
}

vv_status vv_claim_decide(vv_ctx *c, const vv_system *s, const vv_equations *eq, const vv_claim *k,
                          const vv_prove_options *o, vv_proof *out) {
    *out = (vv_proof){.verdict = VV_UNDECIDED, .which = -1};
    vv_status status = decide(c, s, eq, k, o, out);
    if (vv_ctx_status(c) ==
        VV_E_MODEL) { /* a divisor vanishes on the motion or under the conditions */
        vv_ctx_forgive(c);
        *out = (vv_proof){.verdict = VV_UNDECIDED, .which = -1};
        status = VV_OK;
    }
    if (status == VV_OK && k->negated && out->verdict != VV_UNDECIDED)
        out->verdict = out->verdict == VV_PROVED ? VV_REFUTED : VV_PROVED;
    return status;
}
