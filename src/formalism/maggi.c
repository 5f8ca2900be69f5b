/* Maggi's equations sum (E_a(T) - Q_a) dq'_a/dw_i = 0: Lagrange's expressions of all coordinates as
 * if free, combined so that the constraint forces drop out [Maggi1901]. */
#include "formalism/formalism.h"
#include "formalism/equation_builder.h"

static vv_status derive(vv_ctx *c, const vv_system *s, vv_equations *out) {
    int nq = s->nq;
    vv_expr *E = VV_ARRAY(c, vv_expr, nq + 1), *Q = VV_ARRAY(c, vv_expr, nq + 1);
    if (!E || !Q || vv_equations_init_in_speeds(c, s, out) != VV_OK) return vv_ctx_status(c);
    vv_derivation_begin(c, out, "Energy", "In all coordinates, taken as free:");
    vv_derivation_value(c, out, "T", s->T);
    vv_lagrange_operator(c, s, "T", s->T, out, E);
    if (vv_generalized_forces_on_coordinates(c, s, Q) != VV_OK) return vv_ctx_status(c);
    vv_derivation_forces(c, out, nq, s->q, Q);
    vv_derivation_law(c, out,
                      "Σ (d/dt(∂T/∂q') - ∂T/∂q - Q) ∂q'/∂w = 0 for each speed w, with the "
                      "kinematic equations substituted:");
    for (int a = 0; a < nq; a++) E[a] = vv_sub(c, E[a], Q[a]);
    vv_subst(c, nq, s->qdd, s->rate_rate, nq, E, E);
    vv_subst(c, nq, s->qd, s->rate, nq, E, E);
    vv_virtual_work_on(c, s->n, nq, E, s->direction, out->residual);
    return vv_ctx_status(c);
}

const vv_formalism vv_formalism_maggi = {
    .name = "maggi",
    .title = "Maggi's equations",
    .source = "Maggi 1901",
    .primitive = "E(T) of all coordinates, on a basis of virtual displacements",
    .servos = VV_SERVOS_ADDED,
    .refusal = vv_refuse_nonlinear,
    .derive = derive,
};
