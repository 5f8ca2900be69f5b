#include "equations/agree.h"

#include "equations/shape.h"

vv_expr vv_in_speeds(vv_ctx *c, const vv_system *s, vv_expr e) {
    int n = 3 * s->nq, m = 0;
    vv_expr *from = VV_ARRAY(c, vv_expr, n + 1), *to = VV_ARRAY(c, vv_expr, n + 1),
            *third = VV_ARRAY(c, vv_expr, s->nq + 1);
    if (!from || !to || !third) return VV_POISON;
    e = vv_subst_map(c, &s->to_coordinates, vv_subst_map(c, &s->to_raw, e));
    vv_rate(c, s->speed_rates.n, s->speed_rates.from, s->speed_rates.to, s->nq, s->rate_rate,
            third);
    for (int a = 0; a < s->nq; a++) {
        from[m] = s->qd[a], to[m++] = s->rate[a];
        from[m] = s->qdd[a], to[m++] = s->rate_rate[a];
        from[m] = vv_symbol_rate(c, s->qdd[a]), to[m++] = third[a];
    }
    vv_subst(c, m, from, to, 1, &e, &e);
    return e;
}

vv_status vv_project(vv_ctx *c, const vv_system *s, const vv_equations *eq, vv_expr *out) {
    int nq = s->nq, ne = eq->nequations;
    vv_expr *r = VV_ARRAY(c, vv_expr, ne + 1), *t = VV_ARRAY(c, vv_expr, ne + 1),
            *by_q = VV_ARRAY(c, vv_expr, ne * nq + 1), *sum = VV_ARRAY(c, vv_expr, nq + 1);
    if (!r || !t || !by_q || !sum) return vv_ctx_status(c);
    vv_subst(c, nq, s->qdd, s->rate_rate, ne, eq->residual, r);
    vv_subst(c, nq, s->qd, s->rate, ne, r, r);
    /* dw_i of the method on a displacement dq: the coefficients of its speeds in q' */
    for (int i = 0; i < ne; i++) vv_gradient(c, eq->speed[i], nq, s->qd, by_q + i * nq);
    for (int j = 0; j < s->n; j++) {
        const vv_expr *dq = s->direction + j * nq;
        for (int i = 0; i < ne; i++) {
            int k = 0;
            for (int a = 0; a < nq; a++)
                if (!vv_is_zero(dq[a]) && !vv_is_zero(by_q[i * nq + a]))
                    sum[k++] = vv_mul(c, by_q[i * nq + a], dq[a]);
            t[i] = k ? vv_mul(c, vv_sum(c, k, sum), r[i]) : VV_ZERO;
        }
        out[j] = vv_sum(c, ne, t);
    }
    return vv_ctx_status(c);
}

vv_status vv_agree(vv_ctx *c, const vv_system *s, const vv_equations *a, const vv_equations *b,
                   const vv_prove_options *o, vv_proof *out) {
    vv_expr *x = VV_ARRAY(c, vv_expr, s->n + 1), *y = VV_ARRAY(c, vv_expr, s->n + 1);
    if (!x || !y || vv_project(c, s, a, x) != VV_OK || vv_project(c, s, b, y) != VV_OK)
        return vv_ctx_status(c);
    for (int i = 0; i < s->n; i++) x[i] = vv_sub(c, x[i], y[i]);
    return vv_prove_zero(c, &s->facts, s->n, x, o, out);
}

vv_status vv_constraints_hold(vv_ctx *c, const vv_system *s, const vv_prove_options *o,
                              vv_proof *out) {
    int n = 0, nq = s->nq;
    vv_expr *e = VV_ARRAY(c, vv_expr, s->nrows * (s->n + 1) + 1), *t = VV_ARRAY(c, vv_expr, nq + 1);
    if (!e || !t) return vv_ctx_status(c);
    for (int r = 0; r < s->nrows; r++) {
        vv_subst(c, nq, s->qd, s->rate, 1, &s->row[r].velocity, &e[n++]);
        for (int j = 0; j < s->n; j++) {
            for (int a = 0; a < nq; a++)
                t[a] = vv_mul(c, s->row[r].coefficient[a], s->direction[j * nq + a]);
            e[n++] = vv_sum(c, nq, t);
        }
    }
    return vv_prove_zero(c, &s->facts, n, e, o, out);
}
