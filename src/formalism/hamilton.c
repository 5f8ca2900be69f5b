/* Hamilton's canonical equations u' = dH/dp, p' = -dH/du + Q in independent coordinates, with H
 * = sum p u' - T - U in terms of the momenta [Hamilton1835]. For holonomic constraints only:
 * varying the action under velocity constraints does not give the motion [M-HAMILTON-CAUTION]. */
#include "formalism/formalism.h"
#include "formalism/equation_builder.h"

static vv_status momenta(vv_ctx *c, const vv_system *s, const vv_reduced_system *r, vv_expr *p) {
    for (int i = 0; i < r->n; i++) p[i] = vv_momentum_symbol(c, s->m, "p", r->u[i]);
    return vv_ctx_status(c);
}

/* u' in terms of p; false if T does not determine it. */
static bool invert(vv_ctx *c, const vv_system *s, const vv_reduced_system *r, const vv_expr *p,
                   vv_expr *ud) {
    int *at = VV_ARRAY(c, int, r->n + 1);
    for (int i = 0; at && i < r->n; i++) at[i] = i;
    return at && vv_velocities_by_momenta(c, s, r, r->n, at, p, ud);
}

static const char *refusal(vv_ctx *c, const vv_system *s) {
    vv_equations scratch = {0};
    vv_reduced_system r;
    vv_expr *p = VV_ARRAY(c, vv_expr, s->nq + 1), *ud = VV_ARRAY(c, vv_expr, s->nq + 1);
    for (int i = 0; i < s->nrows; i++)
        if (s->row[i].kind != VV_ROW_HOLONOMIC)
            return vv_format(c,
                             "%s is not holonomic, and varying the action under such constraints "
                             "does not give the motion",
                             s->row[i].label);
    if (!s->elimination.complete) return s->elimination.refusal;
    if (!p || !ud || vv_reduced_system_build(c, s, &r, &scratch) != VV_OK ||
        momenta(c, s, &r, p) != VV_OK)
        return NULL;
    return invert(c, s, &r, p, ud) ? NULL : "the momenta do not determine the velocities";
}

/* H(u, p, t) = 1/2 sum (p - p0) u' - T0 - U, where T0 and p0 are T and its momenta at u' = 0,
 * and u' is in terms of p: equal to sum p u' - T - U, since T is quadratic. */
static vv_expr hamiltonian(vv_ctx *c, const vv_system *s, const vv_reduced_system *r,
                           const vv_expr *p, vv_expr *ud) {
    int n = r->n;
    vv_expr *p0 = VV_ARRAY(c, vv_expr, n + 1), T0 = r->T;
    if (!p0) return VV_POISON;
    if (!invert(c, s, r, p, ud)) return VV_POISON;
    vv_subst_zero(c, n, r->ud, 1, &T0, &T0);
    vv_subst_zero(c, n, r->ud, n, r->p, p0);
    for (int i = 0; i < n; i++) p0[i] = vv_mul(c, vv_sub(c, p[i], p0[i]), ud[i]);
    vv_expr K = vv_scale(c, vv_rat_make(c, 1, 2), vv_sum(c, n, p0));
    return vv_sub(c, vv_sub(c, K, T0), r->U);
}

/* q' and q'' of the record, given in u', u'', in terms of p, p'. */
static void rates_by_momenta(vv_ctx *c, const vv_system *s, const vv_reduced_system *r,
                             const vv_expr *ud, vv_equations *out) {
    int n = r->n, m = 0;
    vv_expr *from = VV_ARRAY(c, vv_expr, 2 * n + 2), *to = VV_ARRAY(c, vv_expr, 2 * n + 2);
    if (!from || !to) return;
    vv_subst(c, n, r->ud, ud, s->nq, out->rate, out->rate);
    for (int i = 0; i < n; i++) {
        from[m] = r->u[i], to[m++] = ud[i];
        from[m] = out->w[i], to[m++] = out->wd[i];
    }
    from[m] = s->m->t, to[m++] = VV_ONE;
    vv_total_derivative(c, m, from, to, s->nq, out->rate, out->rate_rate);
}

static vv_status derive(vv_ctx *c, const vv_system *s, vv_equations *out) {
    vv_reduced_system r;
    if (vv_reduced_system_build(c, s, &r, out) != VV_OK) return vv_ctx_status(c);
    int n = r.n;
    out->w = VV_ARRAY(c, vv_expr, n + 1);
    out->wd = VV_ARRAY(c, vv_expr, n + 1);
    vv_expr *ud = VV_ARRAY(c, vv_expr, n + 1), *dH = VV_ARRAY(c, vv_expr, n + 1);
    if (!vv_ctx_ok(c) || momenta(c, s, &r, out->w) != VV_OK) return vv_ctx_status(c);
    for (int i = 0; i < n; i++) out->wd[i] = vv_symbol_rate(c, out->w[i]);
    out->speed = r.p;
    out->dual = r.ud;
    out->canonical = true;
    vv_expr H = hamiltonian(c, s, &r, out->w, ud);
    if (!H.id) return vv_ctx_ok(c) ? VV_E_BEYOND : vv_ctx_status(c);
    rates_by_momenta(c, s, &r, ud, out);
    vv_gradient(c, H, n, r.u, dH);
    vv_subst(c, n, r.ud, ud, n, r.Q, r.Q);
    vv_derivation_begin(c, out, "Energies", "In the independent coordinates:");
    vv_derivation_value(c, out, "T", r.T);
    vv_derivation_value(c, out, "U", r.U);
    vv_derivation_begin(c, out, "Momenta", NULL);
    vv_derivation_partials(c, out, "T", n, r.ud, r.p);
    vv_derivation_begin(c, out, "Hamiltonian",
                        "H = Σ p q' - T - U, with the velocities in terms of the momenta:");
    vv_derivation_value(c, out, "H", H);
    vv_derivation_partials(c, out, "H", n, r.u, dH);
    vv_derivation_law(c, out,
                      "p' = -∂H/∂q + Q for each coordinate, Q the forces not derived from U:");
    for (int i = 0; i < n; i++) out->residual[i] = vv_sub(c, vv_add(c, out->wd[i], dH[i]), r.Q[i]);
    vv_equations_add_definition(c, s->m, out, "H", H, "Hamiltonian");
    return vv_ctx_status(c);
}

const vv_formalism vv_formalism_hamilton = {
    .name = "hamilton",
    .title = "Hamilton's canonical equations",
    .source = "Hamilton 1835",
    .primitive = "H of independent coordinates and momenta",
    .refusal = refusal,
    .derive = derive,
};
