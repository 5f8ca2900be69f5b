#include "kinematics/conservative_forces.h"

#include "algebra/algebra.h"

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
    if (out->exact == VV_TRUE) out->exact = vv_form_is_closed(c, &s->facts, s->nq, s->q, Q);
    if (out->exact == VV_TRUE) out->U = vv_form_potential(c, &s->facts, s->nq, s->q, Q);
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
