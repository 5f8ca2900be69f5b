/* Lagrange's equations with multipliers, E_a(T) = Q_a + sum lambda_s A_sa, in all coordinates as
 * if free [Appell1896, nos. 441, 463; Appell1899, no. 22]. For a constraint that is nonlinear in
 * the velocities A_sa = df/dq'_a [Appell1896, no. 469]. This is the reference method. */
#include "formalism/formalism.h"
#include "formalism/equation_builder.h"

static vv_status derive(vv_ctx *c, const vv_system *s, vv_equations *out) {
    int n = s->nq;
    vv_expr *E = VV_ARRAY(c, vv_expr, n + 1), *Q = VV_ARRAY(c, vv_expr, n + 1);
    if (!E || !Q || vv_equations_init_with_multipliers(c, s, out) != VV_OK) return vv_ctx_status(c);
    vv_derivation_begin(c, out, "Energies", "In all coordinates, taken as free:");
    vv_derivation_value(c, out, "T", s->T);
    vv_derivation_value(c, out, "U", s->U);
    vv_lagrange_operator(c, s, "T", s->T, out, E);
    vv_generalized_forces_on_coordinates(c, s, Q);
    vv_derivation_forces(c, out, n, s->q, Q);
    vv_derivation_law(
        c, out,
        "d/dt(∂T/∂q') - ∂T/∂q = Q + Σ λ A for each coordinate, A its coefficient in the "
        "constraint of λ:");
    vv_equations_set_residuals(c, s, E, Q, out);
    return vv_ctx_status(c);
}

const vv_formalism vv_formalism_multipliers = {
    .name = "multipliers",
    .title = "Lagrange's equations with multipliers",
    .source = "Appell, Traité II, nos. 441, 463",
    .primitive = "T of all coordinates taken as free, and the constraint Jacobian",
    .role = VV_FORMALISM_MULTIPLIERS,
    .servos = VV_SERVOS_ADDED,
    .derive = derive,
};
