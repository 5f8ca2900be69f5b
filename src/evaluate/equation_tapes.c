#include "evaluate/equation_tapes.h"

#include <string.h>

#include "equations/equations.h"
#include "evaluate/tape/tape.h"

/* A constant expression as a double; most are literals. */
static bool constant(vv_ctx *c, vv_expr e, double *out) {
    if (vv_is_const(c, e)) return *out = vv_rat_double(vv_expr_rational(c, e)), true;
    vv_tape *t = vv_tape_build(c, &(vv_tape_plan){.nout = 1, .out = &e}, NULL);
    double *scratch = t ? VV_ARRAY(c, double, t->nslots + 1) : NULL;
    if (!scratch) return false;
    vv_tape_prepare(t, scratch);
    vv_tape_run(t, NULL, out, scratch);
    return true;
}

vv_status vv_parameter_values_from_model(vv_ctx *c, const vv_model *m, vv_parameter_values *out) {
    *out = (vv_parameter_values){.symbol = VV_ARRAY(c, vv_expr, m->nparameters + 1),
                                 .value = VV_ARRAY(c, double, m->nparameters + 1)};
    for (int i = 0; vv_ctx_ok(c) && i < m->nparameters; i++) {
        if (!m->parameter[i].has_value) continue;
        out->symbol[out->n] = m->parameter[i].symbol;
        if (constant(c, m->parameter[i].value, &out->value[out->n])) out->n++;
    }
    return vv_ctx_status(c);
}

bool vv_parameter_values_set(vv_ctx *c, const vv_model *m, vv_parameter_values *f, const char *name,
                             double value) {
    for (int i = 0; i < m->nparameters; i++) {
        vv_expr s = m->parameter[i].symbol;
        if (strcmp(vv_symbol_get(c, s)->name, name) != 0) continue;
        int k = 0;
        while (k < f->n && !vv_same(f->symbol[k], s)) k++;
        f->symbol[k] = s; /* there is room for every parameter */
        f->value[k] = value;
        if (k == f->n) f->n++;
        return true;
    }
    return false;
}

static vv_tape *build(vv_ctx *c, const vv_parameter_values *f, int nin, const vv_expr *in, int nout,
                      const vv_expr *out, const char **why) {
    vv_tape_plan plan = {nin, in, f->n, f->symbol, f->value, nout, out};
    return vv_ctx_ok(c) ? vv_tape_build(c, &plan, why) : NULL;
}

/* Many accelerations follow from their equations joint by joint, in as many operations as there are
 * joints. */
static void solve(vv_ctx *c, const vv_equations *eq, vv_expr *out) {
    enum { MANY = 16 };
    bool along = eq->n > MANY && !eq->nmultipliers && !eq->chosen && !eq->dual &&
                 eq->nequations == eq->n && eq->nunknowns == eq->n;
    if (!along || !vv_solve_along_graph(c, eq->n, eq->residual, eq->unknown, eq->rhs, out))
        vv_equations_solve(c, eq, out);
}

vv_tape *vv_rhs_tape(vv_ctx *c, const vv_equations *eq, const vv_model *m,
                     const vv_parameter_values *f, const char **why) {
    int nin = eq->nq + eq->n + 1, nout = eq->nq + eq->nunknowns;
    vv_expr *in = VV_ARRAY(c, vv_expr, nin), *out = VV_ARRAY(c, vv_expr, nout + 1);
    if (!in || !out) return NULL;
    for (int a = 0; a < eq->nq; a++) in[a] = eq->q[a], out[a] = eq->rate[a];
    for (int i = 0; i < eq->n; i++) in[eq->nq + i] = eq->w[i];
    in[nin - 1] = m->t;
    solve(c, eq, out + eq->nq);
    return build(c, f, nin, in, nout, out, why);
}

vv_tape *vv_acceleration_tape(vv_ctx *c, const vv_equations *eq, const vv_model *m,
                              const vv_parameter_values *f, int nfree, const vv_expr *free,
                              const char **why) {
    int nin = 2 * eq->nq + 1 + nfree, nout = eq->nq + eq->nmultipliers;
    vv_expr *in = VV_ARRAY(c, vv_expr, nin), *out = VV_ARRAY(c, vv_expr, nout + 1),
            *solved = VV_ARRAY(c, vv_expr, eq->nunknowns + 1);
    if (!in || !out || !solved) return NULL;
    for (int a = 0; a < eq->nq; a++) in[a] = eq->q[a], in[eq->nq + a] = eq->qd[a];
    in[2 * eq->nq] = m->t;
    for (int i = 0; i < nfree; i++) in[2 * eq->nq + 1 + i] = free[i];
    /* q''(q, w, w', t) with w' solved for, multipliers, then w in terms of q and q' */
    solve(c, eq, solved);
    vv_subst(c, eq->n, eq->wd, solved, eq->nq, eq->rate_rate, out);
    for (int i = 0; i < eq->nmultipliers; i++) out[eq->nq + i] = solved[eq->n + i];
    vv_subst(c, eq->n, eq->w, eq->speed, nout, out, out);
    return build(c, f, nin, in, nout, out, why);
}
