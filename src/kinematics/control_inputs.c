/* The system without control: all inputs are 0. */
#include <string.h>

#include "kinematics/system.h"

static vv_expr *replaced(vv_ctx *c, int n, const vv_expr *e, int inputs, const vv_expr *input,
                         const vv_expr *zero) {
    vv_expr *out = VV_ARRAY(c, vv_expr, n + 1);
    if (out && e) vv_subst(c, inputs, input, zero, n, e, out);
    return out && e ? out : NULL;
}

/* The forces of the model without the contributions of the inputs. */
static const vv_model *model_at_rest(vv_ctx *c, const vv_model *m, const vv_expr *zero) {
    vv_model *out = VV_NEW(c, vv_model);
    vv_load *load = VV_ARRAY(c, vv_load, m->nloads + 1);
    if (!out || !load) return m;
    *out = *m;
    int n = m->ninputs;
    vv_subst(c, n, m->input, zero, 1, &m->force_function, &out->force_function);
    out->work = replaced(c, m->nq, m->work, n, m->input, zero);
    for (int i = 0; i < m->nloads; i++) {
        load[i] = m->load[i];
        load[i].force = vv_vec_subst(c, n, m->input, zero, load[i].force);
        load[i].torque = vv_vec_subst(c, n, m->input, zero, load[i].torque);
    }
    out->load = load;
    out->ninputs = 0;
    return out;
}

vv_status vv_system_without_inputs(vv_ctx *c, const vv_system *s, vv_system *out) {
    const vv_model *m = s->m;
    vv_expr *zero = VV_ARRAY(c, vv_expr, m->ninputs + 1);
    *out = *s;
    if (!m->ninputs || !zero) return vv_ctx_status(c);
    for (int i = 0; i < m->ninputs; i++) zero[i] = VV_ZERO;
    out->m = model_at_rest(c, m, zero);
    vv_subst(c, m->ninputs, m->input, zero, 1, &s->U, &out->U);
    out->Q = replaced(c, s->nq, s->Q, m->ninputs, m->input, zero);
    out->Q_work = replaced(c, s->nq, s->Q_work, m->ninputs, m->input, zero);
    out->Q_raw = replaced(c, s->nv, s->Q_raw, m->ninputs, m->input, zero);
    if (s->napplied)
        out->applied_value = replaced(c, s->napplied, s->applied_value, m->ninputs, m->input, zero);
    return vv_ctx_status(c);
}
