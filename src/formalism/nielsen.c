/* Nielsen's equations dT'/dq'_a - 2 dT/dq_a = Q_a + sum lambda_s A_sa, where T' is the rate of T
 * along the motion, in all coordinates as if free [Nielsen1935]. */
#include "formalism/formalism.h"
#include "formalism/equation_builder.h"

static vv_status derive(vv_ctx *c, const vv_system *s, vv_equations *out) {
    int n = s->nq;
    vv_expr *N = VV_ARRAY(c, vv_expr, n + 1), *dT = VV_ARRAY(c, vv_expr, n + 1),
            *Q = VV_ARRAY(c, vv_expr, n + 1);
    if (!N || !dT || !Q || vv_equations_init_with_multipliers(c, s, out) != VV_OK)
        return vv_ctx_status(c);
    vv_expr rate = vv_symbol_map_time_derivative(c, &s->maps.coordinate_rates, s->T);
    vv_gradient(c, rate, n, s->qd, N);
    vv_kinetic_energy_gradient(c, s, s->T, n, s->q, dT);
    vv_derivation_begin(c, out, "Energy and its rate", "In all coordinates, taken as free:");
    vv_derivation_value(c, out, "T", s->T);
    vv_derivation_value(c, out, "T'", rate);
    vv_derivation_begin(c, out, "Derivatives of T' and T", NULL);
    vv_derivation_partials(c, out, "T'", n, s->qd, N);
    vv_derivation_partials(c, out, "T", n, s->q, dT);
    for (int a = 0; a < n; a++) N[a] = vv_sub(c, N[a], vv_scale(c, vv_rat_int(2), dT[a]));
    if (vv_generalized_forces_on_coordinates(c, s, Q) != VV_OK) return vv_ctx_status(c);
    vv_derivation_forces(c, out, n, s->q, Q);
    vv_derivation_law(c, out, "∂T'/∂q' - 2 ∂T/∂q = Q + Σ λ A for each coordinate:");
    vv_equations_set_residuals(c, s, N, Q, out);
    return vv_ctx_status(c);
}

const vv_formalism vv_formalism_nielsen = {
    .name = "nielsen",
    .title = "Nielsen's equations with multipliers",
    .source = "Nielsen 1935",
    .primitive = "the rate of T along the motion",
    .servos = VV_SERVOS_ADDED,
    .derive = derive,
};
