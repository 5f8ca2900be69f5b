/* A system in the independent coordinates left by its holonomic constraints, its momenta, and
 * velocities in terms of momenta. */
#include <string.h>

#include "formalism/equation_builder.h"

/* Expresses q, q' in the independent coordinates: q_d = h(u, t), q_d' = dh/dt. */
static void eliminate(vv_ctx *c, const vv_system *s, int n, vv_expr *e) {
    int k = s->neliminated, m = 0;
    vv_expr *from = VV_ARRAY(c, vv_expr, 2 * k + 1), *to = VV_ARRAY(c, vv_expr, 2 * k + 1);
    if (!from || !to || k == 0) return;
    for (int i = 0; i < k; i++) {
        from[m] = vv_symbol_rate(c, s->eliminated[i]);
        to[m++] = vv_symbol_map_time_derivative(c, &s->coordinate_rates, s->eliminated_value[i]);
        from[m] = s->eliminated[i];
        to[m++] = s->eliminated_value[i];
    }
    vv_subst(c, m, from, to, n, e, e);
}

static void fill_record(vv_ctx *c, const vv_system *s, const vv_reduced_system *r,
                        vv_equations *out) {
    const vv_symbol_map *t = &s->coordinate_rates;
    for (int a = 0; a < s->nq; a++) out->rate[a] = s->qd[a];
    eliminate(c, s, s->nq, out->rate);
    vv_total_derivative(c, t->n, t->from, t->to, s->nq, out->rate, out->rate_rate);
    out->n = out->nequations = r->n;
    out->neliminated = s->neliminated;
    out->eliminated = s->eliminated;
    out->eliminated_value = s->eliminated_value;
}

/* Q_u = sum Q_a dq_a/du; the derivatives are the tests. */
static void forces(vv_ctx *c, const vv_system *s, vv_reduced_system *r, vv_equations *out) {
    int nq = s->nq, n = r->n;
    vv_expr *Q = VV_ARRAY(c, vv_expr, nq + 1), *g = VV_ARRAY(c, vv_expr, n + 1);
    if (!Q || !g) return;
    memcpy(Q, s->Q, (size_t)nq * sizeof *Q);
    eliminate(c, s, nq, Q);
    for (int i = 0; i < n; i++) r->Q[i] = VV_ZERO;
    for (int a = 0; a < nq; a++) {
        vv_gradient(c, r->value[a], n, r->u, g);
        for (int i = 0; i < n; i++) {
            out->test[i * nq + a] = g[i];
            r->Q[i] = vv_add(c, r->Q[i], vv_mul(c, Q[a], g[i]));
        }
    }
}

vv_status vv_reduced_system_build(vv_ctx *c, const vv_system *s, vv_reduced_system *r,
                                  vv_equations *out) {
    int n = s->nindependent, nq = s->nq;
    *r = (vv_reduced_system){.n = n, .u = s->independent};
    r->ud = VV_ARRAY(c, vv_expr, n + 1);
    r->udd = VV_ARRAY(c, vv_expr, n + 1);
    r->Q = VV_ARRAY(c, vv_expr, n + 1);
    r->p = VV_ARRAY(c, vv_expr, n + 1);
    r->value = VV_ARRAY(c, vv_expr, nq + 1);
    out->residual = VV_ARRAY(c, vv_expr, n + 1);
    out->test = VV_MATRIX(c, vv_expr, n, nq);
    out->rate = VV_ARRAY(c, vv_expr, nq + 1);
    out->rate_rate = VV_ARRAY(c, vv_expr, nq + 1);
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    for (int i = 0; i < n; i++) {
        r->ud[i] = vv_symbol_rate(c, r->u[i]);
        r->udd[i] = vv_symbol_rate(c, r->ud[i]);
    }
    vv_expr TU[2] = {s->T, s->U};
    eliminate(c, s, 2, TU);
    r->T = TU[0];
    r->U = TU[1];
    memcpy(r->value, s->q, (size_t)nq * sizeof *r->value);
    eliminate(c, s, nq, r->value);
    vv_gradient(c, r->T, n, r->ud, r->p);
    fill_record(c, s, r, out);
    forces(c, s, r, out);
    return vv_ctx_status(c);
}

bool vv_velocities_by_momenta(vv_ctx *c, const vv_system *s, const vv_reduced_system *r, int k,
                              const int *at, const vv_expr *p, vv_expr *out) {
    vv_expr *M = VV_MATRIX(c, vv_expr, k, k), *x = VV_ARRAY(c, vv_expr, k + 1),
            *own = VV_ARRAY(c, vv_expr, k + 1);
    int rank = 0;
    if (!M || !x || !own) return false;
    for (int i = 0; i < k; i++) x[i] = r->ud[at[i]], own[i] = r->p[at[i]];
    vv_jacobian(c, k, own, k, x, M);
    if (vv_generic_rank(c, &s->facts, k, k, M, &rank, NULL, NULL, NULL) != VV_OK || rank < k)
        return false;
    vv_subst_zero(c, k, x, k, own, own);
    for (int i = 0; i < k; i++) out[i] = vv_sub(c, p[i], own[i]);
    return vv_solve_block_diagonal(c, k, M, out, out) == VV_OK;
}

static bool is_taken(vv_ctx *c, const vv_model *m, const char *name) {
    for (int i = 0; i < m->nparameters + m->nq + m->nspeeds; i++) {
        int k = i - m->nparameters, w = k - m->nq;
        vv_expr s = k < 0   ? m->parameter[i].symbol
                    : w < 0 ? m->coordinate[k].q
                            : m->speed[w].symbol;
        if (!strcmp(vv_symbol_get(c, s)->name, name)) return true;
    }
    return false;
}

vv_expr vv_fresh_symbol(vv_ctx *c, const vv_model *m, const char *name, vv_symbol_kind kind) {
    while (name && is_taken(c, m, name)) name = vv_format(c, "%s0", name);
    return name ? vv_symbol_new(c, name, kind) : VV_POISON;
}

vv_expr vv_momentum_symbol(vv_ctx *c, const vv_model *m, const char *letter, vv_expr q) {
    char *name = vv_format(c, "%s_%s", letter, vv_symbol_get(c, q)->name);
    size_t n = 0;
    for (size_t i = 0; name && name[i]; i++) /* of x[1] it is p_x1 */
        if (!strchr("[],.", name[i])) name[n++] = name[i];
    if (name) name[n] = '\0';
    return vv_fresh_symbol(c, m, name, VV_SYM_SPEED);
}
