#include "kinematics/conservative_forces.h"

#include "algebra/algebra.h"
#include "prove/prove.h"

/* Is dQ(u, v) = 0 for directions u, v along the manifold? Where constraints that are not holonomic
 * restrict the speeds, these do not span its directions. */
static vv_truth closed_on_manifold(vv_ctx *c, const vv_system *s, const vv_expr *Q) {
    int holonomic = 0, nq = s->nq, n = s->n;
    for (int i = 0; i < s->nrows; i++) holonomic += s->row[i].kind == VV_ROW_HOLONOMIC;
    if (!holonomic) return VV_FALSE;
    if (holonomic < s->nrows || !s->speeds_ok) return VV_UNKNOWN;
    vv_expr *curl = VV_MATRIX(c, vv_expr, nq, nq), *u = VV_MATRIX(c, vv_expr, nq, n);
    if (!curl || !u) return VV_UNKNOWN;
    for (int a = 0; a < nq; a++) {
        vv_gradient(c, s->rate[a], n, s->w, u + a * n);
        vv_gradient(c, Q[a], nq, s->q, curl + a * nq);
    }
    vv_truth closed = VV_TRUE;
    for (int i = 0; i < n && closed == VV_TRUE; i++)
        for (int j = i + 1; j < n && closed == VV_TRUE; j++) {
            vv_expr sum = VV_ZERO;
            for (int a = 0; a < nq; a++)
                for (int b = 0; b < nq; b++)
                    sum = vv_add(c, sum,
                                 vv_mul(c, vv_sub(c, curl[a * nq + b], curl[b * nq + a]),
                                        vv_mul(c, u[a * n + i], u[b * n + j])));
            closed = vv_is_identically_zero(c, &s->facts, sum);
        }
    return closed;
}

vv_status vv_conservative_forces_find(vv_ctx *c, const vv_system *s, vv_conservative_forces *out) {
    vv_expr *Q = VV_ARRAY(c, vv_expr, s->nq + 1); /* where the relations of the model hold */
    *out = (vv_conservative_forces){.exact = VV_TRUE, .U = VV_POISON};
    for (int a = 0; a < s->nq; a++) out->any |= !vv_is_zero(s->Q[a]);
    if (!out->any || !Q) return vv_ctx_status(c);
    if (s->napplied) { /* Q contains symbols of constraint forces, which are no constants */
        out->exact = VV_FALSE;
        return VV_OK;
    }
    for (int a = 0; a < s->nq; a++) Q[a] = vv_facts_rewrite(c, &s->m->facts, s->Q[a]);
    for (int a = 0; a < s->nq && out->exact == VV_TRUE; a++)
        if (vv_depends(c, Q[a], s->nq, s->qd)) out->exact = VV_FALSE;
    bool velocities = out->exact == VV_FALSE;
    if (out->exact == VV_TRUE) out->exact = vv_form_is_closed(c, &s->facts, s->nq, s->q, Q);
    bool everywhere = out->exact == VV_TRUE;
    if (!velocities && out->exact == VV_FALSE) out->exact = closed_on_manifold(c, s, Q);
    if (everywhere) out->U = vv_form_potential(c, &s->facts, s->nq, s->q, Q);
    return vv_ctx_status(c);
}

vv_expr vv_force_function(vv_ctx *c, const vv_system *s) {
    bool any = false;
    vv_expr *Q = VV_ARRAY(c, vv_expr, s->nq + 1), *rest = VV_ARRAY(c, vv_expr, s->nq + 1);
    if (!Q || !rest) return VV_POISON;
    if (s->napplied) return s->U;
    for (int a = 0; a < s->nq; a++) rest[a] = VV_ZERO;
    vv_subst(c, s->nq, s->qd, rest, s->nq, s->Q, Q);
    for (int a = 0; a < s->nq; a++) {
        any |= !vv_is_zero(Q[a]);
        if (vv_depends(c, Q[a], 1, &s->m->t)) return s->U;
    }
    if (!any || vv_form_is_closed(c, &s->facts, s->nq, s->q, Q) != VV_TRUE) return s->U;
    vv_expr more = vv_form_potential(c, &s->facts, s->nq, s->q, Q);
    return vv_is_poison(more) ? s->U : vv_add(c, s->U, more);
}
