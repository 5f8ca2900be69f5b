/* Lagrange's equations E(T) = Q in independent coordinates [Appell1896, no. 441]; holonomic
 * constraints are first solved for dependent coordinates and substituted in T. */
#include "formalism/formalism.h"
#include "formalism/equation_builder.h"

static const char *refusal(vv_ctx *c, const vv_system *s) {
    (void)c;
    return s->lagrange_ok ? NULL : s->lagrange_refusal;
}

static void show(vv_ctx *c, const vv_system *s, const vv_reduced_system *r, const vv_expr *pd,
                 const vv_expr *dT, const vv_expr *dU, vv_equations *out) {
    vv_expr *Q = VV_ARRAY(c, vv_expr, r->n + 1);
    for (int i = 0; Q && i < r->n; i++) Q[i] = vv_add(c, dU[i], r->Q[i]);
    if (!Q) return;
    vv_derivation_begin(c, out, "Energies", "In the independent coordinates:");
    vv_derivation_value(c, out, "T", r->T);
    vv_derivation_value(c, out, "U", r->U);
    vv_derivation_begin(c, out, "Derivatives of T", NULL);
    vv_derivation_partials(c, out, "T", r->n, r->ud, r->p);
    vv_derivation_rates(c, out, "T", r->n, r->ud, pd, &s->coordinate_rates);
    vv_derivation_partials(c, out, "T", r->n, r->u, dT);
    vv_derivation_forces(c, out, r->n, r->u, Q);
    vv_derivation_law(c, out, "d/dt(∂T/∂q') - ∂T/∂q = Q for each independent coordinate:");
}

/* d/dt dT/du' - dT/du = dU/du + Q_u */
static vv_status derive(vv_ctx *c, const vv_system *s, vv_equations *out) {
    vv_reduced_system r;
    if (vv_reduced_system_build(c, s, &r, out) != VV_OK) return vv_ctx_status(c);
    int n = r.n;
    out->n = out->nequations = n;
    out->w = out->speed = r.ud;
    out->wd = r.udd;
    out->residual = VV_ARRAY(c, vv_expr, n + 1);
    vv_expr *pd = VV_ARRAY(c, vv_expr, n + 1), *dT = VV_ARRAY(c, vv_expr, n + 1),
            *dU = VV_ARRAY(c, vv_expr, n + 1);
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    vv_total_derivative(c, s->coordinate_rates.n, s->coordinate_rates.from, s->coordinate_rates.to,
                        n, r.p, pd);
    vv_kinetic_energy_gradient(c, s, r.T, n, r.u, dT);
    vv_gradient(c, r.U, n, r.u, dU);
    show(c, s, &r, pd, dT, dU, out);
    const vv_rat plus = vv_rat_int(1), minus = vv_rat_int(-1), k[4] = {plus, minus, minus, minus};
    for (int i = 0; i < n; i++)
        out->residual[i] = vv_sum_scaled(c, 4, k, (vv_expr[]){pd[i], dT[i], dU[i], r.Q[i]});
    return vv_ctx_status(c);
}

const vv_formalism vv_formalism_lagrange = {
    .name = "lagrange",
    .title = "Lagrange's equations",
    .source = "Appell, Traité II, no. 441",
    .primitive = "T and E(T) in independent coordinates",
    .servos = VV_SERVOS_ADDED,
    .refusal = refusal,
    .derive = derive,
};
