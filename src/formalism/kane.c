/* Kane's equations F_i + F_i* = 0: the inertia forces of the bodies act on the partial velocities
 * dv/dw_i and dω/dw_i of the speeds [KaneLevinson1985]. */
#include "formalism/formalism.h"
#include "formalism/equation_builder.h"

/* A stated energy has no bodies: its inertia force E(T) acts along the directions. */
static void add_given(vv_ctx *c, const vv_system *s, vv_expr *F) {
    int n = s->n, nq = s->nq;
    vv_expr *E = VV_ARRAY(c, vv_expr, nq + 1);
    if (!s->m->has_kinetic || !E || vv_stated_inertia_forces(c, s, E) != VV_OK) return;
    vv_subst(c, nq, s->qdd, s->rate_rate, nq, E, E);
    vv_subst(c, nq, s->qd, s->rate, nq, E, E);
    for (int i = 0; i < n; i++)
        for (int a = 0; a < nq; a++)
            F[i] = vv_add(c, F[i], vv_mul(c, E[a], s->direction[i * nq + a]));
}

static vv_status derive(vv_ctx *c, const vv_system *s, vv_equations *out) {
    vv_kinematics motion;
    vv_expr *F = VV_ARRAY(c, vv_expr, s->n + 1), *Q = VV_ARRAY(c, vv_expr, s->n + 1);
    if (!F || !Q || vv_equations_init_in_speeds(c, s, out) != VV_OK) return vv_ctx_status(c);
    if (vv_kinematics_in_speeds(c, s, &motion) != VV_OK) return vv_ctx_status(c);
    if (vv_inertia_virtual_work(c, s, &motion, s->n, s->w, F) != VV_OK) return vv_ctx_status(c);
    add_given(c, s, F);
    if (vv_generalized_forces_on_speeds(c, s, Q) != VV_OK) return vv_ctx_status(c);
    vv_derivation_bodies(c, s, &motion, out);
    vv_derivation_begin(
        c, out, "Inertia forces",
        "Power of m a and dσ/dt of all bodies on the partial velocities of each speed:");
    vv_derivation_components(c, out, "F", s->n, s->w, F);
    vv_derivation_forces(c, out, s->n, s->w, Q);
    vv_derivation_law(c, out, "F = Q for each speed:");
    for (int i = 0; i < s->n; i++) out->residual[i] = vv_sub(c, F[i], Q[i]);
    return vv_ctx_status(c);
}

const vv_formalism vv_formalism_kane = {
    .name = "kane",
    .title = "Kane's equations",
    .source = "Kane and Levinson 1985",
    .primitive = "partial velocities and inertia forces of the bodies",
    .role = VV_FORMALISM_BODIES,
    .servos = VV_SERVOS_ADDED,
    .refusal = vv_refuse_nonlinear,
    .derive = derive,
};
