/* The constrained action: T + U + sum mu_s g_s has a stationary integral over time, where the
 * multipliers mu_s(t) of the velocity constraints g_s = 0 are varied like coordinates. Compared
 * curves satisfy the constraints, while the virtual displacements of d'Alembert's principle do;
 * with nonholonomic constraints these are two problems [AppellHadamard1899, no. 23]. */
#include "formalism/formalism.h"
#include "formalism/equation_builder.h"
#include "prove/prove.h"

static const char *refusal(vv_ctx *c, const vv_system *s) {
    (void)c;
    return s->napplied ? "a force depends on constraint forces, which the constrained action "
                         "does not have"
                       : NULL;
}

/* d/dt dg/dq'_a - dg/dq_a, the coefficient of mu. (nq) */
static void variation_of_constraint(vv_ctx *c, const vv_system *s, const vv_constraint_row *row,
                                    vv_expr *out) {
    const vv_symbol_map *r = &s->maps.coordinate_rates;
    vv_expr *dg = VV_ARRAY(c, vv_expr, s->nq + 1);
    if (!dg) return;
    vv_total_derivative(c, r->n, r->from, r->to, s->nq, row->coefficient, out);
    vv_gradient(c, row->velocity, s->nq, s->q, dg);
    for (int a = 0; a < s->nq; a++) out[a] = vv_sub(c, out[a], dg[a]);
}

/* The work of the coefficients of mu on the displacements that the constraints allow, at velocities
 * that they allow. If all of it vanishes, mu drops out of the equations free of multipliers, and
 * what is left is d'Alembert's principle (Frobenius: the constraints are integrable). (n) */
static vv_verdict drops_out(vv_ctx *c, const vv_system *s, const vv_expr *G) {
    int n = s->n, nq = s->nq;
    vv_expr *work = VV_ARRAY(c, vv_expr, n + 1);
    vv_proof proof;
    if (!work) return VV_UNDECIDED;
    vv_virtual_work_on(c, n, nq, G, s->direction, work);
    vv_subst(c, nq, s->qdd, s->rate_rate, n, work, work);
    vv_subst(c, nq, s->qd, s->rate, n, work, work);
    if (vv_prove_zero(c, &s->facts, n, work, NULL, &proof) != VV_OK) return VV_UNDECIDED;
    return proof.verdict;
}

static const char *comparison(vv_ctx *c, int n, const vv_expr *mu, vv_verdict same) {
    if (!n)
        return "The action is stationary, and there are no constraints: this is the motion, by "
               "Hamilton's principle.";
    const vv_symbol *first = vv_symbol_get(c, mu[0]), *last = vv_symbol_get(c, mu[n - 1]);
    if (!first || !last) return NULL;
    const char *all = n == 1   ? first->name
                      : n == 2 ? vv_format(c, "%s and %s", first->name, last->name)
                               : vv_format(c, "%s, ..., %s", first->name, last->name);
    if (!all) return NULL;
    if (same == VV_PROVED)
        return vv_format(c,
                         "The constrained action is stationary. All constraints are integrable: "
                         "the work of the terms with %s on the virtual displacements vanishes "
                         "identically (proved), so this is the motion under ideal constraints.",
                         all);
    if (same == VV_REFUTED)
        return vv_format(c,
                         "The constrained action is stationary: another problem than the motion "
                         "under ideal constraints. The constraints are not integrable: the terms "
                         "with %s do work on the virtual displacements (proved), and the initial "
                         "%s of %s free.",
                         all, n == 1 ? "value" : "values",
                         vv_format(c, "%s %s", all, n == 1 ? "is" : "are"));
    return "The constrained action is stationary: another problem than the motion under ideal "
           "constraints, and the same where all constraints are integrable; which of these applies "
           "here is undecided.";
}

/* mu and, in place of the multipliers of forces, their rates. */
static bool multipliers(vv_ctx *c, const vv_system *s, vv_equations *out, vv_expr *mu) {
    out->lambda_text = VV_ARRAY(c, const char *, s->nrows + 1);
    if (!out->lambda_text) return false;
    for (int r = 0; r < s->nrows; r++) {
        const char *name = s->nrows == 1 ? "μ" : vv_format(c, "μ%d", r + 1);
        mu[r] = vv_fresh_symbol(c, s->m, name, VV_SYM_MULTIPLIER);
        const vv_symbol *x = vv_symbol_get(c, mu[r]);
        out->lambda[r] = x ? vv_symbol_rate(c, mu[r]) : VV_POISON;
        out->lambda_text[r] =
            vv_format(c,
                      "rate of %s(t), by which the left-hand side of the constraint \"%s\"%s is "
                      "multiplied in the action",
                      x ? x->name : "μ", s->row[r].label ? s->row[r].label : "?",
                      s->row[r].finite.id ? ", differentiated once," : "");
    }
    return vv_ctx_ok(c);
}

/* residual = E(T) - Q + sum mu' dg/dq' + mu (d/dt dg/dq' - dg/dq) */
static vv_status derive(vv_ctx *c, const vv_system *s, vv_equations *out) {
    int n = s->nq;
    vv_verdict same = VV_PROVED;
    vv_expr *E = VV_ARRAY(c, vv_expr, n + 1), *Q = VV_ARRAY(c, vv_expr, n + 1),
            *G = VV_ARRAY(c, vv_expr, n + 1), *mu = VV_ARRAY(c, vv_expr, s->nrows + 1);
    if (!E || !Q || !G || !mu || vv_equations_init_with_multipliers(c, s, out) != VV_OK ||
        !multipliers(c, s, out, mu))
        return vv_ctx_status(c);
    vv_derivation_begin(c, out, "Energies", "In all coordinates, taken as free:");
    vv_derivation_value(c, out, "T", s->T);
    vv_derivation_value(c, out, "U", s->U);
    vv_lagrange_operator(c, s, "T", s->T, out, E);
    vv_generalized_forces_on_coordinates(c, s, Q);
    vv_derivation_forces(c, out, n, s->q, Q);
    vv_derivation_law(c, out,
                      "d/dt(∂T/∂q') - ∂T/∂q - Q + Σ (μ' ∂g/∂q' + μ (d/dt(∂g/∂q') - ∂g/∂q)) = 0 for "
                      "each coordinate, g the left-hand sides of the velocity constraints:");
    for (int a = 0; a < n; a++) out->residual[a] = vv_sub(c, E[a], Q[a]);
    for (int r = 0; r < s->nrows; r++) {
        const vv_constraint_row *row = &s->row[r];
        variation_of_constraint(c, s, row, G);
        for (int a = 0; a < n; a++)
            out->residual[a] =
                vv_sum(c, 3,
                       (vv_expr[]){out->residual[a], vv_mul(c, out->lambda[r], row->coefficient[a]),
                                   vv_mul(c, mu[r], G[a])});
        vv_verdict here = s->speeds_ok ? drops_out(c, s, G) : VV_UNDECIDED;
        if (here == VV_REFUTED || same == VV_PROVED) same = here;
    }
    vv_equations_add_note(c, out, comparison(c, s->nrows, mu, same));
    return vv_ctx_status(c);
}

const vv_formalism vv_formalism_vakonomic = {
    .name = "vakonomic",
    .title = "Equations of the constrained action",
    .source = "Hamilton's principle; cf. Appell, Les mouvements de roulement, no. 23",
    .primitive = "T + U of all coordinates, and the constraints with multipliers in the action",
    .another_problem = true,
    .refusal = refusal,
    .derive = derive,
};
