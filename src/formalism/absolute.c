/* Relative motion by the absolute kinetic energy: E(T_a) = Q, with T_a formed from the relative
 * velocities and those of the moving axes, v_a = v + V_O + ω × OG [Appell1896, no. 454;
 * M-REL-ABS]. */
#include "formalism/formalism.h"
#include "formalism/equation_builder.h"
#include "kinematics/kinematics.h"

static const char *refusal(vv_ctx *c, const vv_system *s) {
    (void)c;
    return vv_relative_refusal(s);
}

static vv_status derive(vv_ctx *c, const vv_system *s, vv_equations *out) {
    vv_expr *E = VV_ARRAY(c, vv_expr, s->nq + 1), *Q = VV_ARRAY(c, vv_expr, s->nq + 1);
    if (!E || !Q || vv_equations_init_with_multipliers(c, s, out) != VV_OK) return vv_ctx_status(c);
    vv_expr T = vv_relative_absolute_energy(c, s);
    vv_derivation_begin(
        c, out, "Absolute energy",
        "From the relative velocities and those of the moving axes, v + V_O + ω × OG:");
    vv_derivation_value(c, out, "T_a", T);
    vv_lagrange_operator(c, s, "T_a", T, out, E);
    vv_generalized_forces_on_coordinates(c, s, Q);
    vv_derivation_forces(c, out, s->nq, s->q, Q);
    vv_derivation_law(
        c, out, "d/dt(∂T_a/∂q') - ∂T_a/∂q = Q for each coordinate, with the constraint forces:");
    vv_equations_set_residuals(c, s, E, Q, out);
    vv_equations_add_definition(c, s->m, out, "T_a", T, "Absolute energy in relative velocities");
    return vv_ctx_status(c);
}

const vv_formalism vv_formalism_absolute = {
    .name = "absolute",
    .title = "Relative motion: the absolute energy",
    .source = "Appell, Traité II, no. 454",
    .primitive = "T_a of relative velocities and those of the moving axes",
    .relative = true,
    .servos = VV_SERVOS_ADDED,
    .refusal = refusal,
    .derive = derive,
};
