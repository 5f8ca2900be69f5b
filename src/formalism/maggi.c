/* Maggi's equations sum (E_a(T) - Q_a) dq'_a/dw_i = 0: Lagrange's expressions of all coordinates as
 * if free, combined so that the constraint forces drop out [Maggi1901]. */
#include "formalism/formalism.h"
#include "formalism/parts.h"

static const char *refusal(vv_ctx *c, const vv_system *s) {
    (void)c;
    return s->speeds_ok ? NULL : "a constraint is not linear in the velocities";
}

static vv_status derive(vv_ctx *c, const vv_system *s, vv_equations *out) {
    int n = s->n, nq = s->nq;
    vv_expr *E = VV_ARRAY(c, vv_expr, nq + 1), *dT = VV_ARRAY(c, vv_expr, nq + 1),
            *Q = VV_ARRAY(c, vv_expr, nq + 1);
    if (!E || !dT || !Q || vv_record_by_speeds(c, s, out) != VV_OK) return vv_ctx_status(c);
    vv_gradient(c, s->T, nq, s->qd, E);
    vv_rate(c, s->coordinate_rates.n, s->coordinate_rates.from, s->coordinate_rates.to, nq, E, E);
    vv_gradient(c, s->T, nq, s->q, dT);
    if (vv_forces_by_coordinates(c, s, Q) != VV_OK) return vv_ctx_status(c);
    for (int a = 0; a < nq; a++) E[a] = vv_sub(c, vv_sub(c, E[a], dT[a]), Q[a]);
    vv_subst(c, nq, s->qdd, s->rate_rate, nq, E, E);
    vv_subst(c, nq, s->qd, s->rate, nq, E, E);
    for (int i = 0; i < n; i++) {
        for (int a = 0; a < nq; a++) Q[a] = vv_mul(c, E[a], s->direction[i * nq + a]);
        out->residual[i] = vv_sum(c, nq, Q);
    }
    return vv_ctx_status(c);
}

const vv_formalism vv_formalism_maggi = {
    .name = "maggi",
    .title = "Maggi's equations",
    .source = "Maggi 1901",
    .primitive = "E(T) of all coordinates, on a basis of displacements",
    .servos = VV_SERVOS_ADDED,
    .refusal = refusal,
    .derive = derive,
};
