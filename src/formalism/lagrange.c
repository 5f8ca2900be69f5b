/* Lagrange's equations E(T) = Q in independent coordinates [Appell1896, no. 441]; finite constraints are
 * solved for dependent coordinates first, and T is formed with them. */
#include "formalism/formalism.h"

static const char *refusal(vv_ctx *c, const vv_system *s) {
    (void)c;
    return s->lagrange_ok ? NULL : s->lagrange_refusal;
}

/* Everything of q, q' written by the independent coordinates: q_d = h(u, t), q_d' = dh/dt. */
static void reduce(vv_ctx *c, const vv_system *s, int n, vv_expr *e) {
    int k = s->neliminated, m = 0;
    vv_expr *from = VV_ARRAY(c, vv_expr, 2 * k + 1), *to = VV_ARRAY(c, vv_expr, 2 * k + 1);
    if (!from || !to || k == 0) return;
    for (int i = 0; i < k; i++) {
        from[m] = vv_symbol_rate(c, s->eliminated[i]);
        to[m++] = vv_rate_along(c, &s->coordinate_rates, s->eliminated_value[i]);
        from[m] = s->eliminated[i];
        to[m++] = s->eliminated_value[i];
    }
    vv_subst(c, m, from, to, n, e, e);
}

static vv_status derive(vv_ctx *c, const vv_system *s, vv_equations *out) {
    int n = s->nindependent, nq = s->nq;
    out->n = out->nequations = n;
    out->w = VV_ARRAY(c, vv_expr, n + 1);
    out->wd = VV_ARRAY(c, vv_expr, n + 1);
    out->residual = VV_ARRAY(c, vv_expr, n + 1);
    out->test = VV_ARRAY(c, vv_expr, n * nq + 1);
    out->rate = VV_ARRAY(c, vv_expr, nq + 1);
    out->rate_rate = VV_ARRAY(c, vv_expr, nq + 1);
    vv_expr *p = VV_ARRAY(c, vv_expr, n + 1), *pd = VV_ARRAY(c, vv_expr, n + 1), *dT = VV_ARRAY(c, vv_expr, n + 1),
            *dU = VV_ARRAY(c, vv_expr, n + 1), *Q = VV_ARRAY(c, vv_expr, nq + 1), *value = VV_ARRAY(c, vv_expr, nq + 1);
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    for (int i = 0; i < n; i++) {
        out->w[i] = vv_symbol_rate(c, s->independent[i]);
        out->wd[i] = vv_symbol_rate(c, out->w[i]);
    }
    out->speed = out->w;
    vv_expr TU[2] = {s->T, s->U};
    reduce(c, s, 2, TU);
    for (int a = 0; a < nq; a++) Q[a] = s->Q[a], value[a] = s->q[a], out->rate[a] = s->qd[a];
    reduce(c, s, nq, Q);
    reduce(c, s, nq, value);
    reduce(c, s, nq, out->rate);
    vv_rate(c, s->coordinate_rates.n, s->coordinate_rates.from, s->coordinate_rates.to, nq, out->rate, out->rate_rate);

    /* d/dt dT/du' - dT/du = dU/du + sum Q_a dq_a/du */
    vv_gradient(c, TU[0], n, out->w, p);
    vv_rate(c, s->coordinate_rates.n, s->coordinate_rates.from, s->coordinate_rates.to, n, p, pd);
    vv_gradient(c, TU[0], n, s->independent, dT);
    vv_gradient(c, TU[1], n, s->independent, dU);
    for (int i = 0; i < n; i++) out->residual[i] = vv_sub(c, vv_sub(c, pd[i], dT[i]), dU[i]);
    for (int a = 0; a < nq; a++) {
        vv_gradient(c, value[a], n, s->independent, dU);
        for (int i = 0; i < n; i++) {
            out->test[i * nq + a] = dU[i];
            out->residual[i] = vv_sub(c, out->residual[i], vv_mul(c, Q[a], dU[i]));
        }
    }
    out->neliminated = s->neliminated;
    out->eliminated = s->eliminated;
    out->eliminated_value = s->eliminated_value;
    return vv_ctx_status(c);
}

const vv_formalism vv_formalism_lagrange = {
    .name = "lagrange",
    .title = "Lagrange's equations",
    .source = "Appell, Traité II, no. 441",
    .primitive = "T and E(T) in independent coordinates",
    .refusal = refusal,
    .derive = derive,
};
