/* Appell's equations dS/dw' = Q_w, S the energy of acceleration written with as many speeds as there are
 * degrees of freedom, declared ones included [Appell1896, no. 465 (10)]. */
#include "formalism/formalism.h"
#include "kinematics/motion.h"

static const char *refusal(vv_ctx *c, const vv_system *s) {
    (void)c;
    return s->speeds_ok ? NULL : "a constraint is not linear in the velocities";
}

static vv_status derive(vv_ctx *c, const vv_system *s, vv_equations *out) {
    int n = s->n, nq = s->nq;
    out->n = out->nequations = n;
    out->w = s->w;
    out->wd = s->wd;
    out->rate = s->rate;
    out->rate_rate = s->rate_rate;
    out->speed = s->speed;
    out->test = s->direction;
    out->residual = VV_ARRAY(c, vv_expr, n + 1);
    vv_expr *dS = VV_ARRAY(c, vv_expr, n + 1), *Q = VV_ARRAY(c, vv_expr, nq + 1), *t = VV_ARRAY(c, vv_expr, nq + 1), S;
    vv_motion motion;
    if (!vv_ctx_ok(c) || vv_motion_by_speeds(c, s, &motion) != VV_OK) return vv_ctx_status(c);
    if (vv_motion_gibbs(c, s, &motion, &S) != VV_OK) return vv_ctx_status(c);
    vv_gradient(c, S, n, s->wd, dS);

    /* virtual work of the given forces on dw: Q_w = sum (dU/dq_a + Q_a) dq'_a/dw + sum Q_V dV/dw */
    vv_gradient(c, s->U, nq, s->q, Q);
    for (int a = 0; a < nq; a++) Q[a] = vv_add(c, Q[a], s->Q_work[a]);
    vv_subst(c, nq, s->qd, s->rate, nq, Q, Q);
    for (int i = 0; i < n; i++) {
        for (int a = 0; a < nq; a++) t[a] = vv_mul(c, Q[a], s->direction[i * nq + a]);
        out->residual[i] = vv_sub(c, dS[i], vv_sum(c, nq, t));
    }
    for (int k = 0; k < s->nv; k++) {
        if (vv_is_zero(s->Q_raw[k])) continue;
        vv_expr F = vv_subst_map(c, &s->to_speeds, s->Q_raw[k]);
        vv_gradient(c, s->to_speeds.to[k], n, s->w, dS);
        for (int i = 0; i < n; i++) out->residual[i] = vv_sub(c, out->residual[i], vv_mul(c, F, dS[i]));
    }
    return vv_ctx_status(c);
}

const vv_formalism vv_formalism_appell = {
    .name = "appell",
    .title = "Appell's equations",
    .source = "Appell, Traité II, no. 465",
    .primitive = "S, the energy of acceleration",
    .refusal = refusal,
    .derive = derive,
};
