/* The system with given inputs; without control they are 0. */
#include <string.h>

#include "kinematics/system.h"

static vv_expr *replaced(vv_ctx *c, int n, const vv_expr *e, int inputs, const vv_expr *input,
                         const vv_expr *value) {
    vv_expr *out = VV_ARRAY(c, vv_expr, n + 1);
    if (out && e) vv_subst(c, inputs, input, value, n, e, out);
    return out && e ? out : NULL;
}

static vv_assignment *replaced_values(vv_ctx *c, const vv_model *m, const vv_expr *value, int n,
                                      const vv_assignment *a) {
    vv_assignment *out = VV_ARRAY(c, vv_assignment, n + 1);
    for (int i = 0; out && i < n; i++) {
        out[i] = a[i];
        vv_subst(c, m->ninputs, m->input, value, 1, &a[i].value, &out[i].value);
    }
    return out;
}

/* What is shown of the motion, and its events. */
static void put_in_shows_and_events(vv_ctx *c, const vv_model *m, const vv_expr *value,
                                    vv_model *out) {
    int n = m->ninputs;
    vv_show *show = VV_ARRAY(c, vv_show, m->nshows + 1);
    vv_model_event *when = VV_ARRAY(c, vv_model_event, m->nwhens + 1);
    if (!show || !when) return;
    for (int i = 0; i < m->nshows; i++) {
        show[i] = m->show[i];
        if (!show[i].vector) vv_subst(c, n, m->input, value, 1, &m->show[i].value, &show[i].value);
        if (show[i].vector) show[i].v = vv_vec_subst(c, n, m->input, value, m->show[i].v);
    }
    for (int i = 0; i < m->nwhens; i++) {
        when[i] = m->when[i];
        vv_subst(c, n, m->input, value, 1, &m->when[i].value, &when[i].value);
        when[i].law = replaced_values(c, m, value, m->when[i].nlaws, m->when[i].law);
        when[i].set = replaced_values(c, m, value, m->when[i].nsets, m->when[i].set);
    }
    out->show = show, out->when = when;
}

/* Of the equations only forces depend on inputs. */
const vv_model *vv_model_with_inputs(vv_ctx *c, const vv_model *m, const vv_expr *value) {
    vv_model *out = VV_NEW(c, vv_model);
    vv_load *load = VV_ARRAY(c, vv_load, m->nloads + 1);
    if (!out || !load) return m;
    *out = *m;
    int n = m->ninputs;
    vv_subst(c, n, m->input, value, 1, &m->force_function, &out->force_function);
    out->work = replaced(c, m->nq, m->work, n, m->input, value);
    for (int i = 0; i < m->nloads; i++) {
        load[i] = m->load[i];
        load[i].force = vv_vec_subst(c, n, m->input, value, load[i].force);
        load[i].torque = vv_vec_subst(c, n, m->input, value, load[i].torque);
    }
    out->load = load;
    put_in_shows_and_events(c, m, value, out);
    out->ninputs = 0;
    return out;
}

vv_status vv_system_with_inputs(vv_ctx *c, const vv_system *s, const vv_expr *value,
                                vv_system *out) {
    const vv_model *m = s->m;
    *out = *s;
    if (!m->ninputs) return vv_ctx_status(c);
    out->m = vv_model_with_inputs(c, m, value);
    vv_subst(c, m->ninputs, m->input, value, 1, &s->U, &out->U);
    out->Q = replaced(c, s->nq, s->Q, m->ninputs, m->input, value);
    out->Q_work = replaced(c, s->nq, s->Q_work, m->ninputs, m->input, value);
    out->Q_raw = replaced(c, s->nv, s->Q_raw, m->ninputs, m->input, value);
    if (s->napplied)
        out->applied_value =
            replaced(c, s->napplied, s->applied_value, m->ninputs, m->input, value);
    return vv_ctx_status(c);
}

vv_status vv_system_without_inputs(vv_ctx *c, const vv_system *s, vv_system *out) {
    vv_expr *zero = VV_ARRAY(c, vv_expr, s->m->ninputs + 1);
    for (int i = 0; zero && i < s->m->ninputs; i++) zero[i] = VV_ZERO;
    return zero ? vv_system_with_inputs(c, s, zero, out) : vv_ctx_status(c);
}
