#include "equations/equivalence.h"

#include <math.h>
#include <string.h>

#include "equations/mass_matrix.h"

/* Applies the map except to the speeds of the system and their rates. */
static vv_expr subst_others(vv_ctx *c, const vv_system *s, const vv_symbol_map *map, vv_expr e) {
    vv_symbol_map others = {0, VV_ARRAY(c, vv_expr, map->n + 1), VV_ARRAY(c, vv_expr, map->n + 1)};
    if (!others.from || !others.to) return VV_POISON;
    for (int i = 0; i < map->n; i++) {
        bool own = false;
        for (int k = 0; k < s->n && !own; k++)
            own = vv_same(map->from[i], s->w[k]) || vv_same(map->from[i], s->wd[k]);
        if (own) continue;
        others.from[others.n] = map->from[i];
        others.to[others.n++] = map->to[i];
    }
    return vv_symbol_map_apply(c, &others, e);
}

vv_expr vv_expr_in_speeds(vv_ctx *c, const vv_system *s, vv_expr e) {
    int n = 3 * s->nq, m = 0;
    vv_expr *from = VV_ARRAY(c, vv_expr, n + 1), *to = VV_ARRAY(c, vv_expr, n + 1),
            *third = VV_ARRAY(c, vv_expr, s->nq + 1);
    if (!from || !to || !third) return VV_POISON;
    e = subst_others(c, s, &s->maps.to_coordinates, subst_others(c, s, &s->maps.to_raw, e));
    vv_total_derivative(c, s->maps.speed_rates.n, s->maps.speed_rates.from, s->maps.speed_rates.to,
                        s->nq, s->rate_rate, third);
    for (int a = 0; a < s->nq; a++) {
        from[m] = s->qd[a], to[m++] = s->rate[a];
        from[m] = s->qdd[a], to[m++] = s->rate_rate[a];
        from[m] = vv_symbol_rate(c, s->qdd[a]), to[m++] = third[a];
    }
    vv_subst(c, m, from, to, 1, &e, &e);
    return e;
}

/* The residuals in q, q', q''. Speeds that are momenta exist in this record only. */
static void own_speeds(vv_ctx *c, const vv_system *s, const vv_equations *eq, vv_expr *r) {
    vv_expr *rate = VV_ARRAY(c, vv_expr, eq->n + 1);
    if (!eq->canonical || !rate) return;
    vv_total_derivative(c, s->maps.coordinate_rates.n, s->maps.coordinate_rates.from,
                        s->maps.coordinate_rates.to, eq->n, eq->speed, rate);
    vv_subst(c, eq->n, eq->wd, rate, eq->nequations, r, r);
    vv_subst(c, eq->n, eq->w, eq->speed, eq->nequations, r, r);
}

/* Multipliers on which forces depend do work: they become functions of the motion. */
static vv_status working_multipliers(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                                     vv_expr *r) {
    const char *why;
    vv_expr *value = VV_ARRAY(c, vv_expr, s->nrows + 1);
    if (!s->napplied || !eq->nmultipliers || !value) return vv_ctx_status(c);
    if (!vv_multipliers_eliminate(c, s, value, &why)) return VV_E_BEYOND;
    for (int i = 0; i < eq->nmultipliers; i++)
        for (int k = 0; k < s->nrows; k++)
            if (eq->row_of_lambda[i] == &s->row[k])
                vv_subst(c, 1, &eq->lambda[i], &value[k], eq->nequations, r, r);
    return vv_ctx_status(c);
}

vv_status vv_equations_project(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                               vv_expr *out) {
    int nq = s->nq, ne = eq->nequations;
    vv_expr *r = VV_ARRAY(c, vv_expr, ne + 1), *t = VV_ARRAY(c, vv_expr, ne + 1),
            *by_q = VV_MATRIX(c, vv_expr, ne, nq), *sum = VV_ARRAY(c, vv_expr, nq + 1);
    if (!r || !t || !by_q || !sum) return vv_ctx_status(c);
    memcpy(r, eq->residual, (size_t)ne * sizeof *r);
    own_speeds(c, s, eq, r);
    if (working_multipliers(c, s, eq, r) != VV_OK) return vv_ctx_status(c);
    vv_subst(c, nq, s->qdd, s->rate_rate, ne, r, r);
    vv_subst(c, nq, s->qd, s->rate, ne, r, r);
    /* dw_i of the method on a displacement dq: the coefficients of its speeds in q' */
    const vv_expr *form = eq->dual ? eq->dual : eq->speed;
    for (int i = 0; i < ne; i++) vv_gradient(c, form[i], nq, s->qd, by_q + i * nq);
    for (int j = 0; j < s->n; j++) {
        const vv_expr *dq = s->direction + j * nq;
        for (int i = 0; i < ne; i++) {
            int k = 0;
            for (int a = 0; a < nq; a++)
                if (!vv_is_zero(dq[a]) && !vv_is_zero(by_q[i * nq + a]))
                    sum[k++] = vv_mul(c, by_q[i * nq + a], dq[a]);
            t[i] = k ? vv_mul(c, vv_sum(c, k, sum), r[i]) : VV_ZERO;
        }
        out[j] = vv_sum(c, ne, t);
    }
    return vv_ctx_status(c);
}

const vv_equations *vv_equations_in_speeds(vv_ctx *c, const vv_system *s, const vv_equations *eq) {
    vv_equations *out = VV_NEW(c, vv_equations);
    if (!out || !s->speeds_ok || s->nservos) return NULL;
    *out = (vv_equations){.method = eq->method,
                          .title = eq->title,
                          .source = eq->source,
                          .nq = s->nq,
                          .q = s->q,
                          .qd = s->qd,
                          .qdd = s->qdd,
                          .n = s->n,
                          .w = s->w,
                          .wd = s->wd,
                          .rate = s->rate,
                          .rate_rate = s->rate_rate,
                          .speed = s->speed,
                          .nequations = s->n,
                          .dual = s->napplied ? s->speed : NULL, /* not symmetric then */
                          .residual = VV_ARRAY(c, vv_expr, s->n + 1)};
    if (!out->residual || vv_equations_project(c, s, eq, out->residual) != VV_OK) return NULL;
    vv_subst_zero(c, eq->nmultipliers, eq->lambda, s->n, out->residual, out->residual);
    return vv_equations_mass_matrix(c, out) == VV_OK ? out : NULL;
}

/* Without directions: up to multipliers, the virtual work of the difference on dq is that of
 * constraint forces, a combination of the rows df/dq'. */
static vv_status differ_by_rows(vv_ctx *c, const vv_system *s, const vv_expr *x,
                                const vv_prove_options *o, vv_proof *out) {
    int nq = s->nq, m = s->nrows;
    vv_expr *A = VV_MATRIX(c, vv_expr, m, nq);
    if (!A) return vv_ctx_status(c);
    for (int r = 0; r < m; r++) memcpy(A + r * nq, s->row[r].coefficient, (size_t)nq * sizeof *A);
    vv_in_row_space(c, &s->facts, m, nq, A, x, o, out);
    return vv_ctx_status(c);
}

/* One record, prepared for comparison. */
typedef struct side {
    vv_expr *x;   /* projected residuals; without directions, at zero multipliers (s->n) */
    int nown;     /* expressions that must vanish on their own */
    vv_expr *own; /*                                                                  (nown) */
    int nlambda;  /* its multipliers */
    const vv_expr *lambda; /*                                                      (nlambda) */
} side;

vv_proof vv_proof_conjunction(const vv_proof *a, const vv_proof *b) {
    bool weaker =
        b->means != VV_MEANS_EXACT && (a->means == VV_MEANS_EXACT || b->log2_bound > a->log2_bound);
    vv_proof p = weaker ? *b : *a;
    if (a->means != VV_MEANS_EXACT && b->means != VV_MEANS_EXACT)
        p.log2_bound += log2(1 + exp2(-fabs(a->log2_bound - b->log2_bound)));
    if (!p.assumed) p.assumed = weaker ? a->assumed : b->assumed;
    p.record = vv_proof_record_join(a->record, b->record);
    return p;
}

/* Exactly: first the part free of the multipliers, so that their factors, which vanish because
 * the constraints do no work, do not interfere; then those factors. */
static vv_status vanish_apart(vv_ctx *c, const vv_system *s, const side *a, const side *b,
                              vv_expr *d, const vv_prove_options *o, vv_proof *out) {
    int n = s->n, m = a->nlambda + b->nlambda, k = 0;
    vv_expr *lambda = VV_ARRAY(c, vv_expr, m + 1), *factor = VV_MATRIX(c, vv_expr, n, m);
    vv_proof factors;
    if (!lambda || !factor) return vv_ctx_status(c);
    for (int i = 0; i < m; i++)
        lambda[i] = i < a->nlambda ? a->lambda[i] : b->lambda[i - a->nlambda];
    for (int i = 0; i < n; i++) vv_gradient(c, d[i], m, lambda, factor + i * m);
    for (int i = 0; i < n * m; i++)
        if (vv_depends(c, factor[i], m, lambda)) return vv_prove_zero(c, &s->facts, n, d, o, out);
    vv_subst_zero(c, m, lambda, n, d, d);
    if (vv_prove_zero(c, &s->facts, n, d, o, out) != VV_OK || out->verdict != VV_PROVED)
        return vv_ctx_status(c);
    for (int i = 0; i < n * m; i++)
        if (!vv_is_zero(factor[i])) factor[k++] = factor[i];
    vv_status status = vv_prove_zero(c, &s->facts, k, factor, o, &factors);
    *out = factors.verdict == VV_PROVED ? vv_proof_conjunction(out, &factors) : factors;
    return status;
}

static vv_status compare(vv_ctx *c, const vv_system *s, const side *a, const side *b,
                         const vv_prove_options *o, vv_proof *out) {
    int n = s->n;
    vv_expr *d = VV_ARRAY(c, vv_expr, n + a->nown + b->nown + 1);
    vv_proof own;
    *out = (vv_proof){.verdict = VV_UNDECIDED, .which = -1};
    if (!d) return vv_ctx_status(c);
    for (int i = 0; i < n; i++) d[i] = vv_sub(c, a->x[i], b->x[i]);
    bool exact = o && (o->exact_only || o->want_exact);
    vv_status status = !s->speeds_ok ? differ_by_rows(c, s, d, o, out)
                       : exact       ? vanish_apart(c, s, a, b, d, o, out)
                                     : vv_prove_zero(c, &s->facts, n, d, o, out);
    if (status != VV_OK || out->verdict != VV_PROVED || a->nown + b->nown == 0) return status;
    n = 0;
    for (int i = 0; i < a->nown; i++) d[n++] = a->own[i];
    for (int i = 0; i < b->nown; i++) d[n++] = b->own[i];
    status = vv_prove_zero(c, &s->facts, n, d, o, &own);
    *out = own.verdict == VV_PROVED ? vv_proof_conjunction(out, &own) : own;
    return status;
}

/* Explicit equations for the multipliers, in place of the constraints: they must hold with the
 * multipliers determined by the other equations and the constraints. */
static vv_status closed_forms(vv_ctx *c, const vv_system *s, const vv_equations *eq, side *out) {
    int n = eq->nequations - eq->n;
    vv_equations with = *eq;
    vv_expr *x = VV_ARRAY(c, vv_expr, eq->nunknowns + 1);
    with.nequations = eq->n;
    with.nrows = s->nrows;
    with.row = VV_ARRAY(c, vv_constraint_row *, s->nrows + 1);
    out->own = VV_ARRAY(c, vv_expr, n + 1);
    if (!x || !with.row || !out->own) return vv_ctx_status(c);
    for (int r = 0; r < s->nrows; r++) with.row[r] = &s->row[r];
    if (vv_equations_mass_matrix(c, &with) != VV_OK || vv_equations_solve(c, &with, x) != VV_OK)
        return vv_ctx_status(c);
    out->nown = n;
    vv_subst(c, eq->nunknowns, with.unknown, x, n, eq->residual + eq->n, out->own);
    vv_subst(c, s->nq, s->qd, s->rate, n, out->own, out->own);
    return vv_ctx_status(c);
}

static vv_status prepare(vv_ctx *c, const vv_system *s, const vv_equations *eq, side *out) {
    *out = (side){.x = VV_ARRAY(c, vv_expr, s->n + 1)};
    out->nlambda = eq->nmultipliers;
    out->lambda = eq->lambda;
    if (!out->x || vv_equations_project(c, s, eq, out->x) != VV_OK) return vv_ctx_status(c);
    if (!s->speeds_ok) vv_subst_zero(c, eq->nmultipliers, eq->lambda, s->n, out->x, out->x);
    if (eq->n == s->freedom || eq->nequations == eq->n) return vv_ctx_status(c);
    return closed_forms(c, s, eq, out);
}

vv_status vv_equations_prove_equivalent(vv_ctx *c, const vv_system *s, const vv_equations *a,
                                        const vv_equations *b, const vv_prove_options *o,
                                        vv_proof *out) {
    side x, y;
    if (prepare(c, s, a, &x) != VV_OK || prepare(c, s, b, &y) != VV_OK) return vv_ctx_status(c);
    return compare(c, s, &x, &y, o, out);
}

vv_status vv_equations_prove_all_equivalent(vv_ctx *c, const vv_system *s, int n,
                                            const vv_equations *const *eq,
                                            const vv_prove_options *o, vv_proof *out) {
    side *x = VV_ARRAY(c, side, n + 1);
    for (int i = 0; x && i < n; i++) {
        if (prepare(c, s, eq[i], &x[i]) != VV_OK) return vv_ctx_status(c);
        if (i && compare(c, s, &x[0], &x[i], o, &out[i]) != VV_OK) return vv_ctx_status(c);
    }
    for (int i = 1; x && i < n; i++)
        for (int k = i + 1; k < n; k++) {
            vv_proof *p = &out[i * n + k];
            if (out[i].verdict == VV_PROVED && out[k].verdict == VV_PROVED)
                *p = vv_proof_conjunction(&out[i], &out[k]);
            else if (compare(c, s, &x[i], &x[k], o, p) != VV_OK)
                return vv_ctx_status(c);
        }
    return vv_ctx_status(c);
}

vv_status vv_system_prove_constraints(vv_ctx *c, const vv_system *s, const vv_prove_options *o,
                                      vv_proof *out) {
    int n = 0, nq = s->nq;
    vv_expr *e = VV_MATRIX(c, vv_expr, s->nrows, s->n + 1), *t = VV_ARRAY(c, vv_expr, nq + 1);
    if (!e || !t) return vv_ctx_status(c);
    for (int r = 0; r < s->nrows; r++) {
        vv_subst(c, nq, s->qd, s->rate, 1, &s->row[r].velocity, &e[n++]);
        for (int j = 0; j < s->n; j++) {
            for (int a = 0; a < nq; a++)
                t[a] = vv_mul(c, s->row[r].coefficient[a], s->direction[j * nq + a]);
            e[n++] = vv_sum(c, nq, t);
        }
    }
    return vv_prove_zero(c, &s->facts, n, e, o, out);
}
