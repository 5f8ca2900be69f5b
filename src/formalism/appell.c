/* Appell's equations dS/dw' = Q_w, where S is the energy of acceleration in as many speeds as
 * degrees of freedom, declared ones included [Appell1896, no. 465 (10)]. */
#include "formalism/formalism.h"
#include "formalism/equation_builder.h"

static vv_status derive(vv_ctx *c, const vv_system *s, vv_equations *out) {
    int n = s->n;
    vv_kinematics motion;
    vv_expr *dS = VV_ARRAY(c, vv_expr, n + 1), *Q = VV_ARRAY(c, vv_expr, n + 1), S;
    if (!dS || !Q || vv_equations_init_in_speeds(c, s, out) != VV_OK) return vv_ctx_status(c);
    if (vv_kinematics_in_speeds(c, s, &motion) != VV_OK) return vv_ctx_status(c);
    if (vv_kinematics_gibbs_function(c, s, &motion, &S) != VV_OK) return vv_ctx_status(c);
    vv_gradient(c, S, n, s->wd, dS);
    vv_generalized_forces_on_speeds(c, s, Q);
    vv_derivation_bodies(c, s, &motion, out);
    vv_derivation_begin(
        c, out, "Energy of acceleration",
        "With one speed per degree of freedom; terms without accelerations are omitted:");
    vv_derivation_twice(c, out, "S", vv_drop_terms_free_of(c, S, n, s->wd));
    vv_derivation_begin(c, out, "Derivatives of S", NULL);
    vv_derivation_partials(c, out, "S", n, s->wd, dS);
    vv_derivation_forces(c, out, n, s->w, Q);
    vv_derivation_law(c, out, "∂S/∂w' = Q for each speed w:");
    for (int i = 0; i < n; i++) out->residual[i] = vv_sub(c, dS[i], Q[i]);
    return vv_ctx_status(c);
}

const vv_formalism vv_formalism_appell = {
    .name = "appell",
    .title = "Appell's equations",
    .source = "Appell, Traité II, no. 465",
    .primitive = "S, the energy of acceleration",
    .role = VV_FORMALISM_SPEEDS,
    .servos = VV_SERVOS_ADDED,
    .refusal = vv_refuse_nonlinear,
    .derive = derive,
};
