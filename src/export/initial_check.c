/* Is the exported program defined at the model's initial conditions? Speeds that are independent
 * in general need not be so there: x' does not determine y' where a circle is vertical. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "evaluate/tape/tape.h"
#include "export/export.h"
#include "simulate/initial/initial.h"

/* Coordinates of the model's initial conditions; false if they cannot be assembled. A run
 * reports what is wrong with them. */
static bool find_start(const vv_export *e, double *q) {
    const vv_system *s = e->s;
    double *state = VV_ARRAY(e->c, double, 2 * s->nq + 1);
    if (!state || e->eq->nq != s->nq || !s->m->nstarts) return false;
    for (int i = 0; i < s->nq; i++)
        if (!vv_same(e->eq->q[i], s->q[i])) return false;
    vv_diag_mark said = vv_diag_get_mark(e->c);
    bool good = vv_initial_state_of_model(e->c, s, state) == VV_OK;
    vv_diag_rollback(e->c, said);
    vv_ctx_clear_failure(e->c);
    memcpy(q, state, (size_t)s->nq * sizeof *q);
    return good;
}

/* Are the rates finite there, at rest, with the values of the model? */
static bool is_number(const vv_export *e, const double *q) {
    const vv_tape *t = e->function[0].tape;
    double *in = VV_ARRAY(e->c, double, t->nin + 1), *out = VV_ARRAY(e->c, double, e->nx + 1),
           *scratch = VV_ARRAY(e->c, double, t->nslots + 1);
    if (!in || !out || !scratch) return true;
    memcpy(in, q, (size_t)e->eq->nq * sizeof *q);
    for (int i = 0; i < e->np; i++)
        if (!vv_export_parameter_default(e, i, &in[e->nx + 1 + i])) return true; /* undetermined */
    vv_tape_prepare(t, scratch);
    vv_tape_run(t, in, out, scratch);
    for (int i = 0; i < e->nx; i++)
        if (!isfinite(out[i])) return false;
    return true;
}

vv_status vv_export_check_initial(const vv_export *e, const char *method) {
    const vv_equations *eq = e->eq;
    double *q = VV_ARRAY(e->c, double, eq->nq + 1);
    bool chosen = e->s->nrows && !eq->nmultipliers && e->nfunctions;
    if (!q || !chosen || !find_start(e, q) || is_number(e, q)) return vv_ctx_status(e->c);
    const char *speeds = "";
    for (int i = 0; i < eq->n && speeds; i++)
        speeds = vv_format(e->c, "%s%s%s", speeds, i ? ", " : "", vv_export_symbol(e->c, eq->w[i]));
    vv_diag_hint(e->c,
                 vv_diag_add(e->c, VV_ERROR, VV_D_NOT_EVALUABLE, e->s->m->start[0].span,
                             "with %s the program would return NaN at the model's own initial "
                             "state: the speed%s %s do%s not determine the other velocities there",
                             method, eq->n == 1 ? "" : "s", speeds ? speeds : "",
                             eq->n == 1 ? "es" : ""),
                 "use --by multipliers, declare another speed, or start elsewhere");
    return vv_ctx_fail(e->c, VV_E_BEYOND);
}
