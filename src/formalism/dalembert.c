/* D'Alembert's principle: the virtual work of inertia and applied forces vanishes on every
 * displacement that the constraints allow, sum (P_a - Q_a) dq_a = 0 with P_a = sum m J .
 * dv/dq'_a over the whole system, on a basis of such displacements [Appell1896, no. 441 (2);
 * M-DALEMBERT]. */
#include "formalism/formalism.h"
#include "formalism/equation_builder.h"

static vv_status derive(vv_ctx *c, const vv_system *s, vv_equations *out) {
    int nq = s->nq;
    vv_kinematics motion;
    vv_expr *P = VV_ARRAY(c, vv_expr, nq + 1), *Q = VV_ARRAY(c, vv_expr, nq + 1),
            *t = VV_ARRAY(c, vv_expr, nq + 1);
    if (!P || !Q || !t || vv_equations_init_in_speeds(c, s, out) != VV_OK) return vv_ctx_status(c);
    if (vv_kinematics_in_coordinates(c, s, &motion) != VV_OK) return vv_ctx_status(c);
    if (vv_inertia_virtual_work(c, s, &motion, nq, s->qd, P) != VV_OK) return vv_ctx_status(c);
    if (vv_stated_inertia_forces(c, s, t) != VV_OK ||
        vv_generalized_forces_on_coordinates(c, s, Q) != VV_OK)
        return vv_ctx_status(c);
    for (int a = 0; a < nq; a++) P[a] = vv_add(c, P[a], t[a]);
    vv_derivation_bodies(c, s, &motion, out);
    vv_derivation_begin(
        c, out, "Inertia forces",
        "Virtual work of m a and dσ/dt of all bodies on the variation of each coordinate:");
    vv_derivation_components(c, out, "P", nq, s->q, P);
    vv_derivation_forces(c, out, nq, s->q, Q);
    vv_derivation_law(c, out,
                      "Σ (P - Q) δq = 0 on every displacement δq = Σ (∂q'/∂w) δw, with the "
                      "kinematic equations substituted:");
    for (int a = 0; a < nq; a++) P[a] = vv_sub(c, P[a], Q[a]);
    vv_subst(c, nq, s->qdd, s->rate_rate, nq, P, P);
    vv_subst(c, nq, s->qd, s->rate, nq, P, P);
    vv_virtual_work_on(c, s->n, nq, P, s->direction, out->residual);
    return vv_ctx_status(c);
}

const vv_formalism vv_formalism_dalembert = {
    .name = "dalembert",
    .title = "D'Alembert's principle",
    .source = "Appell, Traité II, no. 441 (2)",
    .primitive = "virtual work of the inertia forces on a basis of virtual displacements",
    .servos = VV_SERVOS_ADDED,
    .refusal = vv_refuse_nonlinear,
    .derive = derive,
};
