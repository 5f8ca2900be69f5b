#include "simulate/formulation/variational.h"

#include <math.h>
#include <string.h>

#include "base/base.h"
#include "simulate/diagnostics.h"

/* ---- names ---------------------------------------------------------------------------------- */

/* The parameter, coordinate, rate or declared speed of this name; poison if there is none. */
static vv_expr find(vv_ctx *c, const vv_model *m, const char *name) {
    size_t length = strlen(name);
    bool rate = length > 1 && name[length - 1] == '\'';
    const char *plain = vv_name_canonical(c, name, length - rate);
    if (!plain) return VV_POISON;
    for (int i = 0; i < m->nq; i++)
        if (!strcmp(vv_symbol_get(c, m->coordinate[i].q)->name, plain))
            return rate ? m->coordinate[i].qd : m->coordinate[i].q;
    for (int i = 0; i < m->nspeeds && !rate; i++)
        if (!strcmp(vv_symbol_get(c, m->speed[i].symbol)->name, plain)) return m->speed[i].symbol;
    for (int i = 0; i < m->nparameters && !rate; i++)
        if (!strcmp(vv_symbol_get(c, m->parameter[i].symbol)->name, plain))
            return m->parameter[i].symbol;
    return VV_POISON;
}

/* Directions by name, then nfree more. VV_E_MODEL with a diagnostic for a name that is not a
 * parameter, coordinate, rate or speed. */
static vv_status find_directions(vv_ctx *c, const vv_model *m, int n, const char *const *name,
                                 int nfree, vv_variational *v) {
    *v = (vv_variational){.n = n + nfree, .nfree = nfree};
    v->name = VV_ARRAY(c, const char *, v->n + 1);
    v->by = VV_ARRAY(c, vv_expr, v->n + 1);
    v->along = VV_ARRAY(c, vv_symbol_map, v->n + 1);
    if (!v->name || !v->by || !v->along) return vv_ctx_status(c);
    for (int k = 0; k < n; k++) {
        v->name[k] = name[k];
        v->by[k] = find(c, m, name[k]);
        if (v->by[k].id) continue;
        vv_diag_hint(
            c,
            vv_diag_add(c, VV_ERROR, VV_D_SENSITIVITY, (vv_span){0},
                        "'%s' is not a parameter, coordinate, rate or speed of the model", name[k]),
            "a parameter as in --sensitivity m, or an initial value as in --sensitivity \"θ'\"");
        return vv_ctx_fail(c, VV_E_MODEL);
    }
    return VV_OK;
}

/* ---- equations ------------------------------------------------------------------------------ */

static vv_expr *joined(vv_ctx *c, int n, int times) { return VV_MATRIX(c, vv_expr, n, times); }

/* n expressions, then their derivatives along each direction. */
static vv_expr *with_derivatives(vv_ctx *c, const vv_variational *v, int n, const vv_expr *e) {
    vv_expr *out = joined(c, n, 1 + v->n);
    if (!out) return NULL;
    memcpy(out, e, (size_t)n * sizeof *e);
    for (int k = 0; k < v->n; k++)
        vv_total_derivative(c, v->along[k].n, v->along[k].from, v->along[k].to, n, e,
                            out + (k + 1) * n);
    return out;
}

/* Symbols of the derivatives. The derivative of a speed that is the rate of a coordinate is again a
 * rate. */
static vv_expr *speeds(vv_ctx *c, const vv_variational *v, const vv_equations *eq,
                       const vv_equations *out) {
    vv_expr *w = joined(c, eq->n, 1 + v->n);
    if (!w) return NULL;
    memcpy(w, eq->w, (size_t)eq->n * sizeof *w);
    for (int k = 1; k <= v->n; k++)
        for (int i = 0; i < eq->n; i++) {
            int a = 0;
            while (a < eq->nq && !vv_same(eq->w[i], eq->qd[a])) a++;
            w[k * eq->n + i] = a < eq->nq
                                   ? out->qd[k * eq->nq + a]
                                   : vv_symbol_new(c, vv_format(c, "d%d_w%d", k, i), VV_SYM_SPEED);
        }
    return w;
}

static vv_expr *rates_of(vv_ctx *c, int own, int all, const vv_expr *known, const vv_expr *symbol) {
    vv_expr *out = joined(c, all, 1);
    for (int i = 0; out && i < all; i++) out[i] = i < own ? known[i] : vv_symbol_rate(c, symbol[i]);
    return out;
}

static void name_derivatives(vv_ctx *c, const vv_variational *v, const vv_equations *eq,
                             vv_equations *out) {
    int nq = eq->nq, all = nq * (1 + v->n), m = eq->nmultipliers;
    vv_expr *q = joined(c, nq, 1 + v->n);
    out->lambda = joined(c, m, 1 + v->n);
    out->row_of_lambda =
        VV_ARRAY(c, vv_constraint_row *, m * (1 + v->n) + 1); /* derivatives have none */
    out->lambda_text = NULL;
    if (!q || !out->lambda || !out->row_of_lambda) return;
    if (m) memcpy(out->row_of_lambda, eq->row_of_lambda, (size_t)m * sizeof *eq->row_of_lambda);
    for (int k = 0; k <= v->n; k++) {
        for (int i = 0; i < nq; i++)
            q[k * nq + i] =
                k ? vv_symbol_new(c, vv_format(c, "d%d_%s", k, vv_symbol_get(c, eq->q[i])->name),
                                  VV_SYM_COORDINATE)
                  : eq->q[i];
        for (int i = 0; i < m; i++)
            out->lambda[k * m + i] =
                k ? vv_symbol_new(c, vv_format(c, "d%d_λ%d", k, i + 1), VV_SYM_MULTIPLIER)
                  : eq->lambda[i];
    }
    out->q = q;
    out->qd = rates_of(c, nq, all, eq->qd, q);
    out->qdd = out->qd ? rates_of(c, nq, all, eq->qdd, out->qd) : NULL;
    out->w = out->qdd ? speeds(c, v, eq, out) : NULL;
    out->wd = out->w ? rates_of(c, eq->n, eq->n * (1 + v->n), eq->wd, out->w) : NULL;
}

static void pair(vv_symbol_map *r, vv_expr from, vv_expr to) {
    for (int i = 0; i < r->n; i++)
        if (vv_same(r->from[i], from)) return; /* w = q' */
    r->from[r->n] = from;
    r->to[r->n++] = to;
}

static bool lay_directions(vv_ctx *c, vv_variational *v, const vv_equations *eq,
                           const vv_equations *out) {
    int nq = eq->nq, n = eq->n, m = eq->nmultipliers;
    for (int k = 0; k < v->n; k++) {
        vv_symbol_map *r = &v->along[k];
        r->from = VV_ARRAY(c, vv_expr, nq + 2 * n + m + 2);
        r->to = VV_ARRAY(c, vv_expr, nq + 2 * n + m + 2);
        if (!r->from || !r->to) return false;
        for (int i = 0; i < nq; i++) pair(r, eq->q[i], out->q[(k + 1) * nq + i]);
        for (int i = 0; i < n; i++) pair(r, eq->w[i], out->w[(k + 1) * n + i]);
        for (int i = 0; i < n; i++) pair(r, eq->wd[i], out->wd[(k + 1) * n + i]);
        for (int i = 0; i < m; i++) pair(r, eq->lambda[i], out->lambda[(k + 1) * m + i]);
        const vv_symbol *s = k < v->n - v->nfree ? vv_symbol_get(c, v->by[k]) : NULL;
        if (s && s->kind == VV_SYM_PARAMETER) pair(r, v->by[k], VV_ONE);
    }
    return true;
}

static bool extend_rows(vv_ctx *c, const vv_variational *v, const vv_equations *eq,
                        vv_equations *out) {
    int m = eq->nrows;
    out->nrows = m * (1 + v->n);
    out->row = VV_ARRAY(c, vv_constraint_row *, out->nrows + 1);
    for (int i = 0; out->row && i < out->nrows; i++) {
        vv_constraint_row *row = VV_NEW(c, vv_constraint_row);
        if (!row) return false;
        *row = *eq->row[i % m];
        const vv_symbol_map *r = i < m ? NULL : &v->along[i / m - 1];
        if (r && row->finite.id)
            vv_total_derivative(c, r->n, r->from, r->to, 1, &row->finite, &row->finite);
        if (r) vv_total_derivative(c, r->n, r->from, r->to, 1, &row->velocity, &row->velocity);
        out->row[i] = i < m ? eq->row[i] : row;
    }
    return out->row != NULL;
}

/* [A 0; dA A]: the derivative of A u = b is A du + dA u = db. */
static bool extend_matrix(vv_ctx *c, vv_variational *v, const vv_equations *eq, vv_equations *out) {
    int n = eq->n, nu = eq->nunknowns, m = nu - n, all = nu * (1 + v->n);
    const vv_expr *dA = v->matrix = with_derivatives(c, v, nu * nu, eq->matrix),
                  *db = with_derivatives(c, v, nu, eq->rhs);
    out->nunknowns = all;
    out->matrix = joined(c, all, all);
    out->rhs = joined(c, all, 1);
    out->unknown = joined(c, all, 1);
    if (eq->chosen) out->chosen = VV_ARRAY(c, int, all + 1);
    if (!dA || !db || !vv_ctx_ok(c)) return false;
    for (int i = 0; i < all * all; i++) out->matrix[i] = VV_ZERO;
    for (int k = 0; k <= v->n; k++)
        for (int i = 0; i < nu; i++) {
            int at = vv_variational_index(v, n, m, k, i);
            out->rhs[at] = db[k * nu + i];
            out->unknown[at] = i < n ? out->wd[k * n + i] : out->lambda[k * m + i - n];
            if (eq->chosen)
                out->chosen[at] = vv_variational_index(v, n, eq->nrows, k, eq->chosen[i]);
            for (int j = 0; j < nu; j++) {
                out->matrix[at * all + vv_variational_index(v, n, m, k, j)] =
                    eq->matrix[i * nu + j];
                if (k)
                    out->matrix[at * all + vv_variational_index(v, n, m, 0, j)] =
                        dA[(k * nu + i) * nu + j];
            }
        }
    return true;
}

/* The equations with the variational equations of all directions. */
static vv_status extend(vv_ctx *c, vv_variational *v, const vv_equations *eq, vv_equations *out) {
    *out = *eq;
    v->own = eq;
    name_derivatives(c, v, eq, out);
    if (!vv_ctx_ok(c) || !lay_directions(c, v, eq, out)) return vv_ctx_status(c);
    bool free = eq->rate == eq->qd;
    out->nq = eq->nq * (1 + v->n);
    out->n = eq->n * (1 + v->n);
    out->nequations = eq->nequations * (1 + v->n);
    out->nmultipliers = eq->nmultipliers * (1 + v->n);
    vv_expr *qd = joined(c, out->nq, 1);
    if (!qd) return vv_ctx_status(c);
    memcpy(qd, out->qd, (size_t)out->nq * sizeof *qd);
    if (free) out->qd = qd; /* one array: all coordinates are as if free */
    out->rate = free ? qd : with_derivatives(c, v, eq->nq, eq->rate);
    out->rate_rate = with_derivatives(c, v, eq->nq, eq->rate_rate);
    out->residual = with_derivatives(c, v, eq->nequations, eq->residual);
    if (vv_ctx_ok(c) && extend_rows(c, v, eq, out)) extend_matrix(c, v, eq, out);
    return vv_ctx_status(c);
}

/* Not through impacts and slip: neighbouring motions have these at other instants. */
static bool can_vary(vv_ctx *c, const vv_model *m, bool friction) {
    for (int i = 0; i < m->nwhens; i++)
        if (m->when[i].nlaws || m->when[i].nsets) {
            vv_diag_add(c, VV_ERROR, VV_D_SENSITIVITY, m->when[i].span,
                        "sensitivities are not propagated across impacts and parameter changes");
            return false;
        }
    if (friction)
        vv_diag_hint(
            c,
            vv_diag_add(
                c, VV_ERROR, VV_D_SENSITIVITY, (vv_span){0},
                "sensitivities are not propagated with friction, under which contacts may slide"),
            "with --form minimal the contacts roll whatever their reactions are");
    return !friction;
}

vv_status vv_variational_from_options(vv_ctx *c, const vv_model *m, const vv_run_options *o,
                                      bool friction, vv_equations **eq, vv_variational *v) {
    vv_equations *all = VV_NEW(c, vv_equations);
    int most = (*eq)->nq + (*eq)->n, exponents = o->lyapunov < most ? o->lyapunov : most;
    if (!all || (!o->nsensitivities && !exponents)) return vv_ctx_status(c);
    if (!can_vary(c, m, friction)) return vv_ctx_fail(c, VV_E_BEYOND);
    if (find_directions(c, m, o->nsensitivities, o->sensitivity, exponents, v) != VV_OK ||
        extend(c, v, *eq, all) != VV_OK)
        return vv_ctx_status(c);
    *eq = all;
    return VV_OK;
}

/* ---- columns -------------------------------------------------------------------------------- */

void vv_variational_derivatives(const vv_dynamics *f, int n, vv_expr *value) {
    for (int k = 0; k < vv_variational_count_named(f); k++) {
        const vv_symbol_map *r = &f->variational->along[k];
        vv_total_derivative(f->c, r->n, r->from, r->to, n, value, value + (k + 1) * n);
    }
}
