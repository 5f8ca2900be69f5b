/* Lagrange's equations with multipliers, E_a(T) = Q_a + sum lambda_s A_sa, in all coordinates as if free
 * [Appell1896, nos. 441, 463; Appell1899, no. 22]. For a relation that is not linear in the velocities A_sa = df/dq'_a
 * [Appell1896, no. 469]. This is the reference method. */
#include <string.h>

#include "formalism/formalism.h"

static const char *refusal(vv_ctx *c, const vv_system *s) {
    (void)c;
    (void)s;
    return NULL;
}

static void residuals(vv_ctx *c, const vv_system *s, vv_equations *out) {
    int n = s->nq;
    vv_expr *p = VV_ARRAY(c, vv_expr, n + 1), *pd = VV_ARRAY(c, vv_expr, n + 1), *dT = VV_ARRAY(c, vv_expr, n + 1),
            *dU = VV_ARRAY(c, vv_expr, n + 1), *t = VV_ARRAY(c, vv_expr, s->nrows + 5);
    vv_rat *k = VV_ARRAY(c, vv_rat, s->nrows + 5);
    if (!vv_ctx_ok(c)) return;
    vv_gradient(c, s->T, n, s->qd, p);
    vv_rate(c, s->coordinate_rates.n, s->coordinate_rates.from, s->coordinate_rates.to, n, p, pd);
    vv_gradient(c, s->T, n, s->q, dT);
    vv_gradient(c, s->U, n, s->q, dU);
    for (int a = 0; a < n; a++) {
        int m = 0;
        t[m] = pd[a], k[m++] = vv_rat_int(1);
        t[m] = dT[a], k[m++] = vv_rat_int(-1);
        t[m] = dU[a], k[m++] = vv_rat_int(-1);
        t[m] = s->Q[a], k[m++] = vv_rat_int(-1);
        for (int r = 0; r < s->nrows; r++) {
            t[m] = vv_mul(c, out->lambda[r], s->row[r].column[a]);
            k[m++] = vv_rat_int(-1);
        }
        out->residual[a] = vv_sum_scaled(c, m, k, t);
    }
}

/* The multipliers are called λ, or Λ where the model has a λ of its own. */
static const char *letter(vv_ctx *c, const vv_model *m) {
    for (int i = 0; i < m->nparameters + m->nq + m->nspeeds; i++) {
        int k = i - m->nparameters, w = k - m->nq;
        vv_expr s = k < 0 ? m->parameter[i].symbol : w < 0 ? m->coordinate[k].q : m->speed[w].symbol;
        if (!strncmp(vv_symbol_get(c, s)->name, "λ", strlen("λ"))) return "Λ";
    }
    return "λ";
}

static vv_status derive(vv_ctx *c, const vv_system *s, vv_equations *out) {
    int n = s->nq, m = s->nrows;
    out->n = out->nequations = n;
    out->w = s->qd;
    out->wd = s->qdd;
    out->rate = s->qd;
    out->rate_rate = s->qdd;
    out->speed = s->qd;
    out->nmultipliers = out->nrows = m;
    out->residual = VV_ARRAY(c, vv_expr, n + 1);
    out->test = VV_ARRAY(c, vv_expr, n * n + 1);
    out->lambda = VV_ARRAY(c, vv_expr, m + 1);
    out->row = VV_ARRAY(c, vv_row *, m + 1);
    out->row_of_lambda = out->row;
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    for (int r = 0; r < m; r++) {
        const char *l = letter(c, s->m), *name = m == 1 ? l : vv_format(c, "%s%d", l, r + 1);
        out->lambda[r] = vv_symbol_new(c, name ? name : l, VV_SYM_MULTIPLIER);
        out->row[r] = &s->row[r];
    }
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++) out->test[a * n + b] = a == b ? VV_ONE : VV_ZERO;
    residuals(c, s, out);
    return vv_ctx_status(c);
}

const vv_formalism vv_formalism_multipliers = {
    .name = "multipliers",
    .title = "Lagrange's equations with multipliers",
    .source = "Appell, Traité II, nos. 441, 463",
    .primitive = "T of all coordinates as if free, and the constraint rows",
    .refusal = refusal,
    .derive = derive,
};
