/* Initial conditions of a motion that carries more than its own state: derivatives with respect to
 * parameters or initial values, tangent vectors of Lyapunov exponents, free parameters. */
#include "simulate/initial/initial.h"

#include <math.h>
#include <string.h>

#include "simulate/formulation/formulation.h"

vv_status vv_free_parameters_initial_state(const vv_dynamics *f, double t, double *state,
                                           double *rates, vv_buffer *account) {
    vv_dynamics own = *f;
    own.eq = f->unextended;
    own.nq = f->nq - f->nfree;
    own.nfree = 0;
    if (vv_initial_state_find(&own, t, state, rates, account) != VV_OK) return vv_ctx_status(f->c);
    memset(rates + own.nq, 0, (size_t)f->nfree * sizeof *rates);
    memmove(state + f->nq, state + own.nq, (size_t)f->n * sizeof *state);
    for (int i = own.nq; i < f->nq; i++)
        for (int k = 0; k < f->fixed.n; k++)
            if (vv_same(f->fixed.symbol[k], f->eq->q[i])) state[i] = f->fixed.value[k];
    return VV_OK;
}

/* The initial state with a parameter or stated value changed by `by`. */
static vv_status moved_start(const vv_dynamics *own, const vv_variational *v, int k, double by,
                             double t, double *state) {
    vv_dynamics f = *own;
    vv_ctx *c = f.c;
    vv_buffer unread = VV_BUFFER(c);
    vv_system s = *f.s;
    vv_model m = *s.m;
    f.fixed.value = VV_ARRAY(c, double, f.fixed.n + 1);
    m.start = VV_ARRAY(c, vv_assignment, m.nstarts + 1);
    if (!f.fixed.value || !m.start) return vv_ctx_status(c);
    memcpy(f.fixed.value, own->fixed.value, (size_t)f.fixed.n * sizeof *f.fixed.value);
    for (int i = 0; i < m.nstarts; i++) m.start[i] = s.m->start[i];
    for (int i = 0; i < f.fixed.n; i++)
        if (vv_same(f.fixed.symbol[i], v->by[k])) f.fixed.value[i] += by;
    if (vv_symbol_get(c, v->by[k])->kind != VV_SYM_PARAMETER) {
        int i = 0;
        vv_expr more = vv_div(c, vv_int(c, (int64_t)ldexp(by, 20)), vv_int(c, 1 << 20));
        while (i < m.nstarts && !vv_same(m.start[i].symbol, v->by[k])) i++;
        if (i == m.nstarts) m.start[m.nstarts++] = (vv_assignment){v->by[k], VV_ZERO, {0}};
        m.start[i].value = vv_add(c, m.start[i].value, more);
    }
    s.m = &m;
    f.s = &s;
    return vv_initial_state_find(&f, t, state, NULL, &unread);
}

/* A power of two below the scale of the parameter. */
static double first_step(const vv_dynamics *own, vv_expr by) {
    double size = 1;
    for (int i = 0; i < own->fixed.n; i++)
        if (vv_same(own->fixed.symbol[i], by) && own->fixed.value[i] != 0)
            size = fabs(own->fixed.value[i]);
    int exponent;
    frexp(size, &exponent);
    return ldexp(1, exponent - 7);
}

/* Derivative of the initial state, including the assembly of positions and the projection of
 * velocities: extrapolated differences, for each value the one that changes least [Ridders1982]. d:
 * (n) */
static vv_status start_derivative(const vv_dynamics *own, const vv_variational *v, int k, double t,
                                  double *d) {
    enum { LEVELS = 5 };
    int n = own->nq + own->n;
    double h = first_step(own, v->by[k]), *low = VV_ARRAY(own->c, double, n + 1),
           *high = VV_ARRAY(own->c, double, n + 1), *error = VV_ARRAY(own->c, double, n + 1),
           *table = VV_ARRAY(own->c, double, LEVELS *n + 1);
    if (!low || !high || !error || !table) return vv_ctx_status(own->c);
    for (int level = 0; level < LEVELS; level++, h /= 2) {
        if (moved_start(own, v, k, -h, t, low) != VV_OK ||
            moved_start(own, v, k, h, t, high) != VV_OK)
            return vv_ctx_status(own->c);
        for (int i = 0; i < n; i++) {
            double *row = table + i * LEVELS, weight = 4, now = (high[i] - low[i]) / (2 * h);
            if (!level) d[i] = now, error[i] = (double)INFINITY;
            for (int j = 0; j < level; j++, weight *= 4) {
                double old = row[j], next = now + (now - old) / (weight - 1),
                       off = fmax(fabs(next - now), fabs(next - old));
                row[j] = now;
                if (off < error[i]) error[i] = off, d[i] = off > 0 ? next : old;
                now = next;
            }
            row[level] = now;
        }
    }
    return VV_OK;
}

/* Arbitrary directions: pseudo-random numbers in (-1/2, 1/2), the same in every run. */
static double any_number(int k, int i) {
    uint64_t x = ((uint64_t)k << 32 | (uint64_t)i) * 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u; /* the finalizer of splitmix64 */
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return (double)(x >> 12) * 0x1p-52 - 0.5;
}

/* A parameter on which nothing depends may be a bound or an index, which stands for its integer. */
static void tell_absent(const vv_dynamics *own, const vv_variational *v, vv_buffer *account) {
    const vv_model *m = own->s->m;
    const vv_equations *eq = own->eq;
    for (int k = 0; k < v->n - v->nfree; k++) {
        bool found = vv_symbol_get(own->c, v->by[k])->kind != VV_SYM_PARAMETER;
        for (int i = 0; i < eq->nequations; i++)
            found |= vv_depends(own->c, eq->residual[i], 1, &v->by[k]);
        for (int i = 0; i < eq->nq; i++) found |= vv_depends(own->c, eq->rate[i], 1, &v->by[k]);
        for (int i = 0; i < eq->nrows; i++)
            found |= vv_depends(own->c, eq->row[i]->velocity, 1, &v->by[k]);
        for (int i = 0; i < m->nstarts; i++)
            found |= vv_depends(own->c, m->start[i].value, 1, &v->by[k]);
        if (!found)
            vv_buffer_printf(account,
                             "derivatives with respect to %s: it occurs neither in the equations "
                             "nor in the initial conditions (a bound or an index is not varied)\n",
                             v->name[k]);
    }
}

vv_status vv_variational_initial_state(const vv_dynamics *f, double t, double *state,
                                       vv_buffer *account) {
    const vv_variational *v = f->variational;
    vv_dynamics own = *f;
    own.eq = v->own;
    own.nq = own.eq->nq, own.n = own.eq->n, own.m = own.eq->nmultipliers;
    int nq = own.nq, n = own.n;
    double *x = VV_ARRAY(f->c, double, nq + n + 1);
    tell_absent(&own, v, account);
    if (!x) return vv_ctx_status(f->c);
    for (int k = 0; k <= v->n; k++) {
        if (k > v->n - v->nfree)
            for (int i = 0; i < nq + n; i++) x[i] = any_number(k, i);
        else if ((k ? start_derivative(&own, v, k - 1, t, x)
                    : vv_initial_state_find(&own, t, x, NULL, account)) != VV_OK)
            return vv_ctx_status(f->c);
        memcpy(state + k * nq, x, (size_t)nq * sizeof *x);
        memcpy(state + f->nq + k * n, x + nq, (size_t)n * sizeof *x);
    }
    return vv_ctx_status(f->c);
}
