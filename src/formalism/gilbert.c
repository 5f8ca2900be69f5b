/* Gilbert's method for relative motion: axes of fixed direction through the moving origin O, so
 * that T = T_r + 𝒢 + 𝒱 with 𝒢 = ½ H ω^2 and 𝒱 = ω.σ, and the translation of O gives K = -M J_O.OG:
 * E(T_r + 𝒢 + 𝒱) = Q + dK/dq [Appell1896, no. 457; M-REL-GILBERT]. */
#include "formalism/formalism.h"
#include "formalism/equation_builder.h"
#include "kinematics/kinematics.h"

static const char *refusal(vv_ctx *c, const vv_system *s) {
    (void)c;
    return vv_relative_refusal(s);
}

static vv_status derive(vv_ctx *c, const vv_system *s, vv_equations *out) {
    static const char *const title = "Energies of the relative motion";
    int n = s->nq;
    vv_expr *E = VV_ARRAY(c, vv_expr, n + 1), *Q = VV_ARRAY(c, vv_expr, n + 1),
            *dK = VV_ARRAY(c, vv_expr, n + 1);
    if (!E || !Q || !dK || vv_equations_init_with_multipliers(c, s, out) != VV_OK)
        return vv_ctx_status(c);
    vv_expr T_r = vv_relative_kinetic_energy(c, s), G = vv_relative_centrifugal_energy(c, s),
            V = vv_relative_coriolis_energy(c, s), K = vv_relative_translation_potential(c, s);
    vv_expr T = vv_sum(c, 3, (vv_expr[]){T_r, G, V});
    vv_derivation_begin(
        c, out, "Energies",
        "Relative to axes of fixed direction through the moving origin: the relative energy, that "
        "of the rotation, the mixed term, and the potential of the origin's acceleration:");
    vv_derivation_value(c, out, "T_r", T_r);
    vv_derivation_value(c, out, "𝒢", G);
    vv_derivation_value(c, out, "𝒱", V);
    vv_derivation_value(c, out, "K", K);
    vv_derivation_value(c, out, "T", T);
    vv_lagrange_operator(c, s, "T", T, out, E);
    vv_generalized_forces_on_coordinates(c, s, Q);
    vv_derivation_forces(c, out, n, s->q, Q);
    vv_gradient(c, K, n, s->q, dK);
    for (int a = 0; a < n; a++) Q[a] = vv_add(c, Q[a], dK[a]);
    vv_derivation_begin(c, out, "Derivatives of K", NULL);
    vv_derivation_partials(c, out, "K", n, s->q, dK);
    vv_derivation_law(
        c, out,
        "d/dt(∂T/∂q') - ∂T/∂q = Q + ∂K/∂q for each coordinate, with the constraint forces:");
    vv_equations_set_residuals(c, s, E, Q, out);
    vv_equations_add_definition(c, s->m, out, "T_r", T_r, title);
    vv_equations_add_definition(c, s->m, out, "𝒢", G, title);
    vv_equations_add_definition(c, s->m, out, "𝒱", V, title);
    vv_equations_add_definition(c, s->m, out, "K", K, title);
    return vv_ctx_status(c);
}

const vv_formalism vv_formalism_gilbert = {
    .name = "gilbert",
    .title = "Relative motion: Gilbert's mixed method",
    .source = "Appell, Traité II, no. 457",
    .primitive = "T_r, 𝒢, 𝒱 about the moving origin and K",
    .relative = true,
    .servos = VV_SERVOS_ADDED,
    .refusal = refusal,
    .derive = derive,
};
