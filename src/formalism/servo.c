/* Servo constraints by their general equations: P_i - Q_i = sum Lambda A_i + sum lambda a_i with
 * the contact constraints (2) and the servo constraints (3) [Appell1896, no. 470 (10);
 * M-SERVO-10; multipliers with our sign]. P = E(T) is formed without the servo constraints
 * [M-SERVO-LAGR]. A servo effort acts along the form a on which its work vanishes, not along the
 * Jacobian row of its constraint. */
#include "formalism/formalism.h"
#include "formalism/equation_builder.h"

static const char *refusal(vv_ctx *c, const vv_system *s) {
    (void)c;
    if (!s->nservos) return "the model has no servo constraint";
    return s->servo.refusal;
}

/* P_a - Q_a - contacts; the servo efforts are added together with their constraints. */
static vv_status derive(vv_ctx *c, const vv_system *s, vv_equations *out) {
    int n = s->nq;
    vv_expr *P = VV_ARRAY(c, vv_expr, n + 1), *Q = VV_ARRAY(c, vv_expr, n + 1);
    if (!P || !Q || vv_equations_init_with_multipliers(c, s, out) != VV_OK) return vv_ctx_status(c);
    vv_derivation_begin(c, out, "Energy",
                        "In all coordinates, without using the servo constraints:");
    vv_derivation_value(c, out, "T", s->T);
    vv_lagrange_operator(c, s, "T", s->T, out, P);
    if (vv_generalized_forces_on_coordinates(c, s, Q) != VV_OK) return vv_ctx_status(c);
    vv_derivation_forces(c, out, n, s->q, Q);
    vv_derivation_law(c, out,
                      "d/dt(∂T/∂q') - ∂T/∂q = Q with the contact and servo forces for each "
                      "coordinate, and the constraints of both:");
    vv_equations_set_residuals(c, s, P, Q, out);
    return vv_equations_add_servos(c, s, out);
}

const vv_formalism vv_formalism_servo = {
    .name = "servo",
    .title = "Equations of servo constraints",
    .source = "Appell, Traité II, no. 470",
    .primitive =
        "T taken as free, the constraint Jacobian, the forms on which the servos do no work",
    .role = VV_FORMALISM_SERVO,
    .servos = VV_SERVOS_OWN,
    .refusal = refusal,
    .derive = derive,
};
