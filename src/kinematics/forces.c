#include "kinematics/forces.h"

#include "kinematics/potential.h"

vv_status vv_system_exactness(vv_ctx *c, const vv_system *s, vv_exactness *out) {
    *out = (vv_exactness){.exact = VV_TRUE, .U = VV_POISON};
    for (int a = 0; a < s->nq; a++) out->any |= !vv_is_zero(s->Q[a]);
    if (!out->any) return VV_OK;
    for (int a = 0; a < s->nq && out->exact == VV_TRUE; a++)
        if (vv_depends(c, s->Q[a], s->nq, s->qd)) out->exact = VV_FALSE;
    if (out->exact == VV_TRUE) out->exact = vv_form_closed(c, &s->facts, s->nq, s->q, s->Q);
    if (out->exact == VV_TRUE) out->U = vv_form_potential(c, &s->facts, s->nq, s->q, s->Q);
    return vv_ctx_status(c);
}
