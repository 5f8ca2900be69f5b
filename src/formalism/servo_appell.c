/* Appell's equations extended to servos: S in the speeds that the contacts leave, without the
 * servo constraints. The forms (4) on which the servos do no work, written in these speeds, are
 * solved for as many variations, dw_s = sum A_si dw_i (9); for the other speeds E_i + sum A_si
 * E_s = 0 (10), E = dS/dw' - Q, which is dS/dw'_i = Q_i if (4) says that driven coordinates do
 * not vary (12) [Appell1896, no. 470; M-SERVO-APPELL]. The equations of the w_s follow: they
 * give the servo efforts. */
#include "formalism/formalism.h"
#include "formalism/equation_builder.h"

static const char *refusal(vv_ctx *c, const vv_system *s) {
    if (!s->nservos) return "the model has no servo constraint";
    if (!s->speeds_ok) return vv_refuse_nonlinear(c, s);
    return s->servo.by ? NULL : "the servo forms could not be solved for the variations";
}

static vv_status accelerations(vv_ctx *c, const vv_system *s, vv_equations *out, vv_expr *E) {
    int n = s->n;
    vv_kinematics motion;
    vv_expr *Q = VV_ARRAY(c, vv_expr, n + 1), S;
    if (!Q || vv_kinematics_in_speeds(c, s, &motion) != VV_OK) return vv_ctx_status(c);
    if (vv_kinematics_gibbs_function(c, s, &motion, &S) != VV_OK) return vv_ctx_status(c);
    vv_gradient(c, S, n, s->wd, E);
    if (vv_generalized_forces_on_speeds(c, s, Q) != VV_OK) return vv_ctx_status(c);
    vv_derivation_begin(c, out, "Energy of acceleration",
                        "In the speeds that the contacts allow, without using the servo "
                        "constraints; terms without accelerations are omitted:");
    vv_derivation_twice(c, out, "S", vv_drop_terms_free_of(c, S, n, s->wd));
    vv_derivation_partials(c, out, "S", n, s->wd, E);
    vv_derivation_forces(c, out, n, s->w, Q);
    vv_derivation_law(c, out,
                      "Σ (∂S/∂w' - Q) δw = 0 on the virtual displacements on which the servos do "
                      "no work; then the servo forces and constraints:");
    for (int i = 0; i < n; i++) E[i] = vv_sub(c, E[i], Q[i]);
    return vv_ctx_status(c);
}

/* Equations (10), then those of the servo efforts; each with the form of the displacement on
 * which it is the virtual work. */
static void combine(vv_ctx *c, const vv_system *s, const vv_expr *E, vv_equations *out) {
    const vv_servos *v = &s->servo;
    int n = s->n, j = v->j, m = 0;
    bool *solved = VV_ARRAY(c, bool, n + 1);
    for (int k = 0; solved && k < j; k++) solved[v->solved[k]] = true;
    for (int i = 0; solved && i < n; i++) {
        if (solved[i]) continue;
        vv_expr e = E[i];
        for (int k = 0; k < j; k++) e = vv_add(c, e, vv_mul(c, v->by[k * n + i], E[v->solved[k]]));
        out->dual[m] = s->speed[i];
        out->residual[m++] = e;
    }
    for (int k = 0; solved && k < j; k++) {
        int at = v->solved[k];
        vv_expr e = E[at], form = s->speed[at];
        for (int r = 0; r < j; r++) e = vv_sub(c, e, vv_mul(c, v->force[r], v->action[r * n + at]));
        for (int i = 0; i < n; i++)
            form = vv_sub(c, form, vv_mul(c, v->by[k * n + i], s->speed[i]));
        out->dual[m] = form;
        out->residual[m++] = e;
    }
}

static vv_status derive(vv_ctx *c, const vv_system *s, vv_equations *out) {
    vv_expr *E = VV_ARRAY(c, vv_expr, s->n + 1);
    if (!E || vv_equations_init_in_speeds(c, s, out) != VV_OK) return vv_ctx_status(c);
    out->test = NULL;
    out->dual = VV_ARRAY(c, vv_expr, s->n + 1);
    if (!out->dual || accelerations(c, s, out, E) != VV_OK) return vv_ctx_status(c);
    combine(c, s, E, out);
    return vv_equations_add_servos(c, s, out);
}

const vv_formalism vv_formalism_servo_appell = {
    .name = "servo_appell",
    .title = "Appell's equations extended to servo constraints",
    .source = "Appell, Traité II, no. 470, (10) and (12)",
    .primitive =
        "S in the speeds of the contacts, on virtual displacements on which the servos do no work",
    .role = VV_FORMALISM_SERVO_SPEEDS,
    .servos = VV_SERVOS_OWN,
    .refusal = refusal,
    .derive = derive,
};
