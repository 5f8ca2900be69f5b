/* Gauss's principle of least constraint [Gauss1829]: R = S - sum Q_a q''_a, with S in all
 * coordinates as if free, is minimal for the true accelerations among those that the constraints
 * allow [Appell1896, no. 468 (16); M-MIN]. A constraint f(q, q', t) = 0, linear in the
 * velocities or not, is linear in the accelerations, with the coefficients df/dq'_a: dR/dq''_a =
 * sum lambda_s df_s/dq'_a [Appell1896, no. 469; M-NONLINEAR]. */
#include "formalism/formalism.h"
#include "formalism/equation_builder.h"

static vv_status derive(vv_ctx *c, const vv_system *s, vv_equations *out) {
    int n = s->nq;
    vv_kinematics motion;
    vv_expr *g = VV_ARRAY(c, vv_expr, n + 1), *Q = VV_ARRAY(c, vv_expr, n + 1), R;
    if (!g || !Q || vv_equations_init_with_multipliers(c, s, out) != VV_OK) return vv_ctx_status(c);
    if (vv_kinematics_in_coordinates(c, s, &motion) != VV_OK) return vv_ctx_status(c);
    if (vv_kinematics_gibbs_function(c, s, &motion, &R) != VV_OK) return vv_ctx_status(c);
    if (vv_generalized_forces_on_coordinates(c, s, Q) != VV_OK) return vv_ctx_status(c);
    for (int a = 0; a < n; a++) g[a] = vv_mul(c, Q[a], s->qdd[a]);
    R = vv_sub(c, R, vv_sum(c, n, g));
    vv_gradient(c, R, n, s->qdd, g);
    vv_derivation_begin(
        c, out, "Constraint of the motion",
        "R = S - Σ Q q'' in all coordinates, taken as free, omitting terms without accelerations:");
    vv_derivation_twice(c, out, "R", vv_drop_terms_free_of(c, R, n, s->qdd));
    vv_derivation_begin(c, out, "Derivatives of R", NULL);
    vv_derivation_partials(c, out, "R", n, s->qdd, g);
    vv_derivation_law(c, out,
                      "R is minimal under the constraints: ∂R/∂q'' = Σ λ A for each coordinate:");
    for (int a = 0; a < n; a++) Q[a] = VV_ZERO; /* already in R */
    vv_equations_set_residuals(c, s, g, Q, out);
    return vv_ctx_status(c);
}

const vv_formalism vv_formalism_gauss = {
    .name = "gauss",
    .title = "Gauss's principle of least constraint",
    .source = "Appell, Traité II, no. 468",
    .primitive = "the minimum of R = S - Q q'' in all coordinates under the constraints",
    .servos = VV_SERVOS_ADDED,
    .derive = derive,
};
