/* Routh's equations: coordinates that enter T and U through their rates only, and on which no
 * other force acts, are ignored; their momenta B are constant. R = T + U - sum B u', with the
 * ignored rates expressed by B, replaces T + U for the other coordinates [Routh1877; M-CYCLIC]. */
#include "formalism/formalism.h"
#include "formalism/equation_builder.h"

typedef struct parted {
    int kept, ignored; /* how many */
    int *at;           /* coordinates: kept first, then ignored */
} parted;

static bool vanishes(vv_ctx *c, const vv_system *s, vv_expr e) {
    return vv_is_zero(e) || vv_vanishes(c, &s->facts, e);
}

static vv_status part(vv_ctx *c, const vv_system *s, const vv_reduced_system *r, parted *out) {
    int n = r->n;
    vv_expr *dT = VV_ARRAY(c, vv_expr, n + 1), *dU = VV_ARRAY(c, vv_expr, n + 1);
    *out = (parted){.at = VV_ARRAY(c, int, n + 1)};
    if (!dT || !dU || !out->at) return vv_ctx_status(c);
    vv_gradient(c, r->T, n, r->u, dT);
    vv_gradient(c, r->U, n, r->u, dU);
    for (int i = 0; i < n; i++) {
        bool cyclic = vanishes(c, s, dT[i]) && vanishes(c, s, dU[i]) && vanishes(c, s, r->Q[i]);
        if (cyclic)
            out->at[n - ++out->ignored] = i;
        else
            out->at[out->kept++] = i;
    }
    for (int i = 0, k = out->ignored; i < k / 2; i++) { /* restore the order */
        int *a = &out->at[out->kept + i], *b = &out->at[n - 1 - i], t = *a;
        *a = *b;
        *b = t;
    }
    return vv_ctx_status(c);
}

static const char *refusal(vv_ctx *c, const vv_system *s) {
    vv_equations scratch = {0};
    vv_reduced_system r;
    parted k;
    vv_expr *x = VV_ARRAY(c, vv_expr, s->nq + 1);
    if (!s->elimination.complete) return s->elimination.refusal;
    if (!x || vv_reduced_system_build(c, s, &r, &scratch) != VV_OK || part(c, s, &r, &k) != VV_OK)
        return NULL;
    if (!k.ignored) return "every coordinate occurs in the energies or has a generalized force";
    bool known = vv_velocities_by_momenta(c, s, &r, k.ignored, k.at + k.kept, r.p, x);
    return known ? NULL : "the momenta of the cyclic coordinates do not determine their rates";
}

/* The record's speeds: rates of the kept coordinates, momenta of the ignored ones. */
static vv_status speeds(vv_ctx *c, const vv_system *s, const vv_reduced_system *r, const parted *k,
                        vv_equations *out) {
    int n = r->n;
    out->w = VV_ARRAY(c, vv_expr, n + 1);
    out->wd = VV_ARRAY(c, vv_expr, n + 1);
    out->speed = VV_ARRAY(c, vv_expr, n + 1);
    out->dual = VV_ARRAY(c, vv_expr, n + 1);
    out->canonical = true;
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    for (int i = 0; i < n; i++) {
        int a = k->at[i];
        bool keep = i < k->kept;
        out->w[i] = keep ? r->ud[a] : vv_momentum_symbol(c, s->m, "β", r->u[a]);
        out->wd[i] = vv_symbol_rate(c, out->w[i]);
        out->speed[i] = keep ? r->ud[a] : r->p[a];
    }
    return vv_ctx_status(c);
}

/* E_i(R) at fixed momenta is the work on a displacement that also preserves them: the kept
 * coordinates move, and the ignored ones with them by du'_c/du'_i. The remaining part of an
 * ignored displacement works on B'. */
static void displacements(vv_ctx *c, const vv_system *s, const vv_reduced_system *r,
                          const parted *k, const vv_expr *x, vv_equations *out) {
    int n = r->n, nq = s->nq;
    vv_expr *J = VV_MATRIX(c, vv_expr, n, n), *test = VV_MATRIX(c, vv_expr, n, nq);
    if (!J || !test) return;
    vv_jacobian(c, k->ignored, x, k->kept, out->w, J);
    for (int i = 0; i < n; i++) {
        out->dual[i] = r->ud[k->at[i]];
        for (int a = 0; a < nq; a++) test[i * nq + a] = out->test[k->at[i] * nq + a];
    }
    for (int i = 0; i < k->ignored; i++)
        for (int j = 0; j < k->kept; j++) {
            vv_expr d = J[i * k->kept + j], *dual = &out->dual[k->kept + i];
            *dual = vv_sub(c, *dual, vv_mul(c, d, out->w[j]));
            for (int a = 0; a < nq; a++) {
                vv_expr more = vv_mul(c, d, test[(k->kept + i) * nq + a]);
                test[j * nq + a] = vv_add(c, test[j * nq + a], more);
            }
        }
    out->test = test;
}

/* q' and q'' of the record in the kept rates and the momenta; the rate map d/dt in them. */
static vv_symbol_map rates(vv_ctx *c, const vv_system *s, const vv_reduced_system *r,
                           const parted *k, const vv_expr *x, vv_equations *out) {
    int n = r->n;
    vv_symbol_map t = {0, VV_ARRAY(c, vv_expr, 2 * n + 2), VV_ARRAY(c, vv_expr, 2 * n + 2)};
    if (!t.from || !t.to) return t;
    for (int i = 0; i < n; i++) {
        t.from[t.n] = r->u[k->at[i]];
        t.to[t.n++] = i < k->kept ? out->w[i] : x[i - k->kept];
        t.from[t.n] = out->w[i];
        t.to[t.n++] = out->wd[i];
    }
    t.from[t.n] = s->m->t;
    t.to[t.n++] = VV_ONE;
    for (int i = 0; i < k->ignored; i++)
        vv_subst(c, 1, &r->ud[k->at[k->kept + i]], &x[i], s->nq, out->rate, out->rate);
    vv_total_derivative(c, t.n, t.from, t.to, s->nq, out->rate, out->rate_rate);
    return t;
}

/* R(u, u', B, t) = T + U at zero ignored rates, minus 1/2 sum (B - p) u' over these rates, where
 * p are the momenta without them: equal to T + U - sum B u', since T is quadratic. */
static vv_expr routhian(vv_ctx *c, const vv_reduced_system *r, const parted *k, const vv_expr *x,
                        const vv_equations *out) {
    int n = k->ignored;
    vv_expr R = r->T, *p = VV_ARRAY(c, vv_expr, n + 1), *ud = VV_ARRAY(c, vv_expr, n + 1);
    if (!p || !ud) return VV_POISON;
    for (int i = 0; i < n; i++) {
        ud[i] = r->ud[k->at[k->kept + i]];
        p[i] = r->p[k->at[k->kept + i]];
    }
    vv_subst_zero(c, n, ud, 1, &R, &R);
    vv_subst_zero(c, n, ud, n, p, p);
    for (int i = 0; i < n; i++) p[i] = vv_mul(c, vv_sub(c, out->w[k->kept + i], p[i]), x[i]);
    vv_expr half = vv_scale(c, vv_rat_make(c, 1, 2), vv_sum(c, n, p));
    return vv_sub(c, vv_add(c, R, r->U), half);
}

static void residuals(vv_ctx *c, const vv_system *s, const vv_reduced_system *r, const parted *k,
                      const vv_expr *x, const vv_symbol_map *t, vv_equations *out) {
    int n = r->n;
    vv_expr R = routhian(c, r, k, x, out), *p = VV_ARRAY(c, vv_expr, n + 1),
            *dR = VV_ARRAY(c, vv_expr, n + 1);
    if (!p || !dR) return;
    vv_equations_add_definition(c, s->m, out, "R", R, "Routhian");
    vv_gradient(c, R, k->kept, out->w, p);
    vv_gradient(c, R, n, r->u, dR);
    vv_derivation_begin(c, out, "Routhian",
                        "R = T + U - Σ β q' over the cyclic coordinates, with their rates in terms "
                        "of the momenta β:");
    vv_derivation_value(c, out, "R", R);
    vv_derivation_begin(c, out, "Derivatives of R", NULL);
    vv_derivation_partials(c, out, "R", k->kept, out->w, p);
    for (int i = 0; i < k->kept; i++)
        vv_derivation_partials(c, out, "R", 1, &r->u[k->at[i]], &dR[k->at[i]]);
    vv_derivation_law(
        c, out, "d/dt(∂R/∂q') - ∂R/∂q = Q for the remaining coordinates, β' = 0 for the others:");
    vv_total_derivative(c, t->n, t->from, t->to, k->kept, p, p);
    for (int i = 0; i < k->ignored; i++) {
        vv_subst(c, 1, &r->ud[k->at[k->kept + i]], &x[i], n, r->Q, r->Q);
    }
    vv_subst_zero(c, k->ignored, out->wd + k->kept, k->kept, p, p);
    for (int i = 0; i < k->kept; i++)
        out->residual[i] = vv_sub(c, vv_sub(c, p[i], dR[k->at[i]]), r->Q[k->at[i]]);
    for (int i = k->kept; i < n; i++) out->residual[i] = out->wd[i];
}

static vv_status derive(vv_ctx *c, const vv_system *s, vv_equations *out) {
    vv_reduced_system r;
    parted k;
    vv_expr *x = VV_ARRAY(c, vv_expr, s->nq + 1);
    if (!x || vv_reduced_system_build(c, s, &r, out) != VV_OK || part(c, s, &r, &k) != VV_OK)
        return vv_ctx_status(c);
    if (speeds(c, s, &r, &k, out) != VV_OK) return vv_ctx_status(c);
    if (!vv_velocities_by_momenta(c, s, &r, k.ignored, k.at + k.kept, out->w + k.kept, x))
        return vv_ctx_ok(c) ? VV_E_BEYOND : vv_ctx_status(c);
    vv_symbol_map t = rates(c, s, &r, &k, x, out);
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    displacements(c, s, &r, &k, x, out);
    residuals(c, s, &r, &k, x, &t, out);
    return vv_ctx_status(c);
}

const vv_formalism vv_formalism_routh = {
    .name = "routh",
    .title = "Routh's equations, cyclic coordinates ignored",
    .source = "Routh 1877",
    .primitive = "the Routhian of the remaining coordinates",
    .refusal = refusal,
    .derive = derive,
};
