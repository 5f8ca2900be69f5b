#include "analysis/small.h"

/* rhs = 0 at rest and M, rhs are functions of q, w: only the first derivatives of rhs remain. */
static void derivatives(vv_ctx *c, const vv_study *study, const vv_equilibrium *at, vv_small *o) {
    const vv_system *s = study->s;
    const vv_equations *eq = study->eq;
    int n = s->n;
    vv_expr *by_q = VV_ARRAY(c, vv_expr, s->nq + 1), *by_w = VV_ARRAY(c, vv_expr, n + 1),
            *t = VV_ARRAY(c, vv_expr, s->nq + 1);
    if (!by_q || !by_w || !t) return;
    for (int i = 0; i < n; i++) {
        vv_gradient(c, eq->rhs[i], s->nq, s->q, by_q);
        vv_gradient(c, eq->rhs[i], n, s->w, by_w);
        for (int j = 0; j < n; j++) {
            for (int a = 0; a < s->nq; a++) t[a] = vv_mul(c, by_q[a], s->direction[j * s->nq + a]);
            o->M[i * n + j] = vv_at_equilibrium(c, s, at, eq->matrix[i * n + j]);
            o->G[i * n + j] = vv_neg(c, vv_at_equilibrium(c, s, at, by_w[j]));
            o->K[i * n + j] = vv_neg(c, vv_at_equilibrium(c, s, at, vv_sum(c, s->nq, t)));
        }
    }
}

vv_status vv_small_make(vv_ctx *c, const vv_study *study, const vv_equilibrium *at, vv_small *out) {
    const vv_facts *f = &study->s->facts;
    int n = study->s->n;
    *out = (vv_small){.n = n, .conservative = true};
    out->M = VV_ARRAY(c, vv_expr, n * n + 1);
    out->G = VV_ARRAY(c, vv_expr, n * n + 1);
    out->K = VV_ARRAY(c, vv_expr, n * n + 1);
    if (!out->M || !out->G || !out->K) return vv_ctx_status(c);
    if (study->eq->nunknowns != n) return VV_E_BEYOND;
    derivatives(c, study, at, out);
    if (vv_ctx_status(c) == VV_E_MODEL) { /* the speeds are singular at this position */
        vv_ctx_forgive(c);
        return VV_E_BEYOND;
    }
    vv_clear_zeros(c, f, n * n, out->M);
    vv_clear_zeros(c, f, n * n, out->G);
    vv_clear_zeros(c, f, n * n, out->K);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            vv_expr skew = vv_sub(c, out->K[i * n + j], out->K[j * n + i]);
            out->conservative &=
                vv_is_zero(out->G[i * n + j]) && vv_is_identically_zero(c, f, skew) == VV_TRUE;
        }
    return vv_ctx_status(c);
}

/* ---- signs --------------------------------------------------------------------------------- */

vv_expr vv_with_values(vv_ctx *c, const vv_model *m, vv_expr e) {
    for (int i = 0; i < m->nparameters; i++)
        if (m->parameter[i].has_value)
            e = vv_subst1(c, e, m->parameter[i].symbol, m->parameter[i].value);
    return e;
}

vv_sign vv_sign_of(vv_ctx *c, const vv_study *study, vv_expr e) {
    return vv_sign_under(c, &study->s->facts, e);
}

vv_sign vv_sign_by_values(vv_ctx *c, const vv_study *study, vv_expr e) {
    vv_expr number = vv_with_values(c, study->s->m, e);
    int sign = 0;
    if (vv_is_const(c, number))
        sign = vv_rat_sign(vv_expr_rational(c, number));
    else
        return vv_known_sign(c, number);
    return sign > 0 ? VV_POSITIVE : sign < 0 ? VV_NEGATIVE : VV_ANY_SIGN;
}

bool vv_position_exists(vv_ctx *c, const vv_study *study, const vv_equilibrium *e) {
    bool exists = true;
    for (int i = 0; i < e->nconditions; i++)
        exists &= vv_sign_by_values(c, study, e->condition[i]) != VV_NEGATIVE;
    return exists;
}

/* ---- one position after another ------------------------------------------------------------ */

void vv_position_begin(vv_document *d, const vv_system *s, const vv_equilibrium *e, int k) {
    vv_document_begin(d, "position", true, vv_format(d->c, "Position %d", k + 1));
    for (int i = 0; i < s->nq; i++)
        if (!vv_same(e->q[i], s->q[i])) vv_document_definition(d, "value", s->q[i], e->q[i], NULL);
}

static vv_status one(vv_ctx *c, const vv_study *study, vv_document *d, const vv_equilibrium *at,
                     vv_small_visit *visit) {
    vv_small m;
    if (!vv_position_exists(c, study, at)) {
        vv_document_paragraph(d, "remark", "with the parameters' values it does not exist");
        return VV_OK;
    }
    vv_status status = vv_small_make(c, study, at, &m);
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    if (status == VV_OK) return visit(c, study, d, &m, at);
    vv_document_paragraph(d, "remark",
                          "not decided: the coordinates or speeds are singular at this position");
    return VV_E_BEYOND;
}

vv_status vv_small_each(vv_ctx *c, const vv_study *study, vv_document *d, vv_small_visit *visit) {
    vv_equilibria all;
    vv_status status = vv_equilibria_find(c, study, &all), worst = VV_OK;
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    if (status != VV_OK || all.n == 0) {
        vv_document_paragraph(d, "remark", "no position of equilibrium is known");
        return VV_E_BEYOND;
    }
    for (int k = 0; k < all.n && vv_ctx_tick(c); k++) {
        vv_position_begin(d, study->s, &all.list[k], k);
        if (one(c, study, d, &all.list[k], visit) == VV_E_BEYOND) worst = VV_E_BEYOND;
        vv_document_end(d);
    }
    return vv_ctx_ok(c) ? worst : vv_ctx_status(c);
}
