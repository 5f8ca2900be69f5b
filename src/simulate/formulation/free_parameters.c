#include "simulate/formulation/free_parameters.h"

#include <math.h>
#include <string.h>

#include "evaluate/tape/tape.h"

/* ---- which parameters ----------------------------------------------------------------------- */

static const vv_parameter *parameter_of(const vv_model *m, vv_expr symbol) {
    for (int i = 0; i < m->nparameters; i++)
        if (vv_same(m->parameter[i].symbol, symbol)) return &m->parameter[i];
    return NULL;
}

/* Do the model's conditions on a value depend only on parameters that have one? */
static bool is_judged_by_values(vv_ctx *c, const vv_model *m, vv_expr e) {
    int n;
    vv_expr *symbol = vv_expr_symbols(c, 1, &e, &n);
    for (int i = 0; symbol && i < n; i++) {
        const vv_parameter *p = parameter_of(m, symbol[i]);
        if (!p || !p->has_value) return false;
    }
    return symbol != NULL;
}

bool vv_free_parameters_supported(vv_ctx *c, const vv_model *m, int n, const vv_expr *symbol) {
    for (int i = 0; i < n; i++) {
        const vv_parameter *p = parameter_of(m, symbol[i]);
        if (!p || p->shapes) return false;
    }
    for (int i = 0; i < m->njudged; i++)
        if (vv_depends(c, m->judged[i], n, symbol) && !is_judged_by_values(c, m, m->judged[i]))
            return false;
    for (int i = 0; i < m->nwhens; i++) /* their tapes contain numbers */
        if (m->when[i].nlaws || m->when[i].nsets) return false;
    return !m->has_run || !vv_depends(c, m->run, n, symbol);
}

/* ---- equations ------------------------------------------------------------------------------ */

static vv_expr *joined(vv_ctx *c, int n, const vv_expr *first, int more) {
    vv_expr *out = VV_ARRAY(c, vv_expr, n + more + 1);
    if (!out) return NULL;
    memcpy(out, first, (size_t)n * sizeof *out);
    for (int i = n; i < n + more; i++) out[i] = VV_ZERO;
    return out;
}

vv_status vv_free_parameters_extend(vv_ctx *c, const vv_equations *eq, int n, const vv_expr *symbol,
                                    vv_equations *out) {
    vv_expr *q = joined(c, eq->nq, eq->q, n), *qd = joined(c, eq->nq, eq->qd, n),
            *qdd = joined(c, eq->nq, eq->qdd, n);
    *out = *eq;
    out->rate = joined(c, eq->nq, eq->rate, n);
    out->rate_rate = joined(c, eq->nq, eq->rate_rate, n);
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    for (int i = 0; i < n; i++) {
        q[eq->nq + i] = symbol[i];
        qd[eq->nq + i] = vv_symbol_rate(c, symbol[i]);
        qdd[eq->nq + i] = vv_symbol_rate(c, qd[eq->nq + i]);
    }
    out->nq = eq->nq + n;
    out->q = q, out->qd = qd, out->qdd = qdd;
    return vv_ctx_status(c);
}

/* ---- values --------------------------------------------------------------------------------- */

void vv_free_parameters_set(vv_dynamics *f, const double *value) {
    int first = f->nq - f->nfree;
    for (int i = 0; i < f->nfree; i++)
        for (int k = 0; k < f->fixed.n; k++)
            if (vv_same(f->fixed.symbol[k], f->eq->q[first + i])) f->fixed.value[k] = value[i];
}

/* ---- conditions ----------------------------------------------------------------------------- */

bool vv_parameter_domain_new(const vv_dynamics *f, int n, const vv_expr *symbol,
                             vv_parameter_domain *d) {
    const vv_model *m = f->s->m;
    vv_expr *out = VV_ARRAY(f->c, vv_expr, m->njudged + 1);
    *d = (vv_parameter_domain){.n = n, .symbol = symbol};
    int count = 0;
    for (int i = 0; out && i < m->njudged; i++)
        if (vv_depends(f->c, m->judged[i], n, symbol)) out[count++] = m->judged[i];
    if (!out || !count) return vv_ctx_ok(f->c);
    vv_tape_plan plan = {n, symbol, f->fixed.n, f->fixed.symbol, f->fixed.value, count, out};
    d->tape = vv_tape_build_quick(f->c, &plan, NULL);
    if (!d->tape) return false;
    d->scratch = VV_ARRAY(f->c, double, d->tape->nslots + 1);
    d->out = VV_ARRAY(f->c, double, count + 1);
    if (!vv_ctx_ok(f->c)) return false;
    vv_tape_prepare(d->tape, d->scratch);
    return true;
}

bool vv_parameter_domain_contains(vv_ctx *c, const vv_parameter_domain *d, const double *value) {
    for (int i = 0; i < d->n; i++) {
        vv_sign sign = vv_symbol_get(c, d->symbol[i])->sign;
        double x = value[i];
        if ((sign == VV_POSITIVE && !(x > 0)) || (sign == VV_NEGATIVE && !(x < 0)) ||
            (sign == VV_NONNEGATIVE && !(x >= 0)) || (sign == VV_NONZERO && x == 0))
            return false;
    }
    if (!d->tape) return true;
    vv_tape_run(d->tape, value, d->out, d->scratch);
    for (int i = 0; i < d->tape->nout; i++)
        if (!(d->out[i] >= 0)) return false;
    return true;
}
