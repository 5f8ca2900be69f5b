/* Motion relative to the Earth: apparent gravity absorbs the centrifugal terms, so that 𝒢 and K
 * drop out and E(T_r + 𝒱) = Q, with M g OG cos(G, nadir) among the force functions of Q
 * [Appell1896, no. 458; M-REL-EARTH]. */
#include "formalism/formalism.h"
#include "formalism/equation_builder.h"
#include "kinematics/kinematics.h"

/* Is 𝒢 + K what the stated gravity has absorbed, up to a function of time? */
static const char *refusal(vv_ctx *c, const vv_system *s) {
    const char *why = vv_relative_refusal(s);
    if (why) return why;
    if (vv_is_zero(s->m->centrifugal)) return "the model states no apparent gravity";
    vv_expr rest = vv_sum(c, 3,
                          (vv_expr[]){vv_relative_centrifugal_energy(c, s),
                                      vv_relative_translation_potential(c, s), s->m->centrifugal});
    vv_expr *d = VV_ARRAY(c, vv_expr, s->nq + 1);
    vv_proof p;
    if (!d) return NULL;
    vv_gradient(c, rest, s->nq, s->q, d);
    if (vv_prove_zero(c, &s->facts, s->nq, d, NULL, &p) != VV_OK || p.verdict == VV_PROVED)
        return NULL;
    return "apparent gravity does not absorb the centrifugal terms of this frame";
}

static vv_status derive(vv_ctx *c, const vv_system *s, vv_equations *out) {
    static const char *const title = "Energies of the relative motion";
    int n = s->nq;
    vv_expr *E = VV_ARRAY(c, vv_expr, n + 1), *Q = VV_ARRAY(c, vv_expr, n + 1);
    if (!E || !Q || vv_equations_init_with_multipliers(c, s, out) != VV_OK) return vv_ctx_status(c);
    vv_expr T_r = vv_relative_kinetic_energy(c, s), V = vv_relative_coriolis_energy(c, s),
            U = vv_sub(c, s->U, s->m->centrifugal);
    vv_expr T = vv_add(c, T_r, V);
    vv_derivation_begin(c, out, "Energies",
                        "Apparent gravity absorbs the centrifugal terms; T denotes T_r + 𝒱:");
    vv_derivation_value(c, out, "T_r", T_r);
    vv_derivation_value(c, out, "𝒱", V);
    vv_derivation_value(c, out, "U", U);
    vv_derivation_value(c, out, "T", T);
    vv_lagrange_operator(c, s, "T", T, out, E);
    vv_gradient(c, U, n, s->q, Q);
    for (int a = 0; a < n; a++) Q[a] = vv_add(c, Q[a], s->Q[a]);
    vv_derivation_forces(c, out, n, s->q, Q);
    vv_derivation_law(c, out,
                      "d/dt(∂T/∂q') - ∂T/∂q = Q for each coordinate, with the constraint forces:");
    vv_equations_set_residuals(c, s, E, Q, out);
    vv_equations_add_definition(c, s->m, out, "T_r", T_r, title);
    vv_equations_add_definition(c, s->m, out, "𝒱", V, title);
    vv_equations_add_definition(c, s->m, out, "U", U, title);
    return vv_ctx_status(c);
}

const vv_formalism vv_formalism_earth = {
    .name = "earth",
    .title = "Relative motion: apparent gravity",
    .source = "Appell, Traité II, no. 458",
    .primitive = "T_r, 𝒱 and apparent gravity",
    .relative = true,
    .servos = VV_SERVOS_ADDED,
    .refusal = refusal,
    .derive = derive,
};
