#include "analysis/small.h"

#include <string.h>

#include "rewrite/factor.h"

void vv_clear_zeros(vv_ctx *c, const vv_facts *f, int n, vv_expr *e) {
    for (int i = 0; i < n; i++)
        if (!vv_is_const(c, e[i]) && vv_is_identically_zero(c, f, e[i]) == VV_TRUE) e[i] = VV_ZERO;
}

/* rhs = 0 at rest and M, rhs are functions of q, w: only the first derivatives of rhs remain. */
static void derivatives(vv_ctx *c, const vv_study *study, const vv_equilibrium *at, vv_small *o) {
    const vv_system *s = study->s;
    const vv_equations *eq = study->eq;
    int n = s->n;
    vv_expr *by_q = VV_ARRAY(c, vv_expr, s->nq + 1), *by_w = VV_ARRAY(c, vv_expr, n + 1),
            *t = VV_ARRAY(c, vv_expr, s->nq + 1);
    if (!by_q || !by_w || !t) return;
    for (int i = 0; i < n; i++) {
        vv_gradient(c, eq->rhs[i], s->nq, s->q, by_q);
        vv_gradient(c, eq->rhs[i], n, s->w, by_w);
        for (int j = 0; j < n; j++) {
            for (int a = 0; a < s->nq; a++) t[a] = vv_mul(c, by_q[a], s->direction[j * s->nq + a]);
            o->M[i * n + j] = vv_at_equilibrium(c, s, at, eq->matrix[i * n + j]);
            o->G[i * n + j] = vv_neg(c, vv_at_equilibrium(c, s, at, by_w[j]));
            o->K[i * n + j] = vv_neg(c, vv_at_equilibrium(c, s, at, vv_sum(c, s->nq, t)));
        }
    }
}

vv_status vv_small_make(vv_ctx *c, const vv_study *study, const vv_equilibrium *at, vv_small *out) {
    const vv_facts *f = &study->s->facts;
    int n = study->s->n;
    *out = (vv_small){.n = n, .conservative = true};
    out->M = VV_ARRAY(c, vv_expr, n * n + 1);
    out->G = VV_ARRAY(c, vv_expr, n * n + 1);
    out->K = VV_ARRAY(c, vv_expr, n * n + 1);
    if (!out->M || !out->G || !out->K) return vv_ctx_status(c);
    if (study->eq->nunknowns != n) return VV_E_BEYOND;
    derivatives(c, study, at, out);
    if (vv_ctx_status(c) == VV_E_MODEL) { /* the speeds are singular at this position */
        vv_ctx_forgive(c);
        return VV_E_BEYOND;
    }
    vv_clear_zeros(c, f, n * n, out->M);
    vv_clear_zeros(c, f, n * n, out->G);
    vv_clear_zeros(c, f, n * n, out->K);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            vv_expr skew = vv_sub(c, out->K[i * n + j], out->K[j * n + i]);
            out->conservative &=
                vv_is_zero(out->G[i * n + j]) && vv_is_identically_zero(c, f, skew) == VV_TRUE;
        }
    return vv_ctx_status(c);
}

/* Minors of the first rows by sets of columns. */
vv_expr vv_determinant(vv_ctx *c, int n, const vv_expr *m) {
    vv_expr minor[1 << VV_DETERMINANT_MOST] = {VV_ONE};
    for (int set = 1; set < 1 << n; set++) {
        int r = __builtin_popcount((unsigned)set) - 1;
        minor[set] = VV_ZERO;
        for (int k = 0; k < n; k++) {
            if (!(set >> k & 1)) continue;
            vv_expr t = vv_mul(c, m[r * n + k], minor[set & ~(1 << k)]);
            bool odd = __builtin_popcount((unsigned)set >> (k + 1)) & 1;
            minor[set] = odd ? vv_sub(c, minor[set], t) : vv_add(c, minor[set], t);
        }
    }
    return minor[(1 << n) - 1];
}

/* Unknowns that hang together in the zeros of M are solved apart: the quotients stay short. */
static int block(int n, const vv_expr *M, bool *done, int *at) {
    int k = 0;
    for (int i = 0; i < n && !k; i++)
        if (!done[i]) at[k++] = i, done[i] = true;
    for (int i = 0; i < k; i++)
        for (int j = 0; j < n; j++) {
            bool tied = !vv_is_zero(M[at[i] * n + j]) || !vv_is_zero(M[j * n + at[i]]);
            if (tied && !done[j]) at[k++] = j, done[j] = true;
        }
    return k;
}

bool vv_solve_by_determinants(vv_ctx *c, const vv_facts *f, int n, const vv_expr *M, int k,
                              const vv_expr *B, vv_expr *X) {
    bool done[VV_DETERMINANT_MOST] = {false};
    int at[VV_DETERMINANT_MOST];
    for (int m; n <= VV_DETERMINANT_MOST && (m = block(n, M, done, at)) > 0;) {
        vv_expr part[VV_DETERMINANT_MOST * VV_DETERMINANT_MOST], other[sizeof part / sizeof *part];
        for (int i = 0; i < m * m; i++) part[i] = M[at[i / m] * n + at[i % m]];
        vv_expr whole = vv_determinant(c, m, part);
        if (vv_is_zero(whole) || vv_is_identically_zero(c, f, whole) != VV_FALSE) return false;
        for (int j = 0; j < k; j++)
            for (int x = 0; x < m; x++) {
                memcpy(other, part, (size_t)(m * m) * sizeof *part);
                for (int i = 0; i < m; i++) other[i * m + x] = B[at[i] * k + j];
                X[at[x] * k + j] = vv_div(c, vv_determinant(c, m, other), whole);
            }
    }
    return n <= VV_DETERMINANT_MOST && vv_ctx_ok(c);
}

/* ---- signs --------------------------------------------------------------------------------- */

vv_expr vv_with_values(vv_ctx *c, const vv_model *m, vv_expr e) {
    for (int i = 0; i < m->nparameters; i++)
        if (m->parameter[i].has_value)
            e = vv_subst1(c, e, m->parameter[i].symbol, m->parameter[i].value);
    return e;
}

/* Is the factor, up to its sign, one that the model assumes positive? */
static vv_sign assumed(vv_ctx *c, const vv_facts *f, vv_expr e) {
    vv_sign sign = vv_known_sign(c, e);
    for (int i = 0; i < f->npositive && sign == VV_ANY_SIGN; i++) {
        vv_rat k, l;
        vv_expr a = vv_split_rational(c, vv_flatten_sum(c, e, 16), &k),
                b = vv_split_rational(c, vv_flatten_sum(c, f->positive[i], 16), &l);
        if (vv_same(a, b)) sign = vv_rat_sign(k) == vv_rat_sign(l) ? VV_POSITIVE : VV_NEGATIVE;
    }
    return sign;
}

vv_sign vv_sign_of(vv_ctx *c, const vv_study *study, vv_expr e) {
    const vv_facts *facts = &study->s->facts;
    vv_factors f;
    if (!vv_factorise(c, e, &f)) return assumed(c, facts, e);
    int sign = vv_rat_sign(f.number);
    for (int i = 0; i < f.n && sign; i++) {
        vv_sign s = assumed(c, facts, f.factor[i]);
        bool odd = f.power[i] % 2 != 0;
        if (odd && s == VV_NEGATIVE) sign = -sign;
        if (s == VV_POSITIVE || s == VV_NEGATIVE || (!odd && s == VV_NONZERO)) continue;
        sign = 0;
    }
    return sign > 0 ? VV_POSITIVE : sign < 0 ? VV_NEGATIVE : VV_ANY_SIGN;
}

vv_sign vv_sign_by_values(vv_ctx *c, const vv_study *study, vv_expr e) {
    vv_expr number = vv_with_values(c, study->s->m, e);
    int sign = 0;
    if (vv_is_const(c, number))
        sign = vv_rat_sign(vv_expr_rational(c, number));
    else
        return vv_known_sign(c, number);
    return sign > 0 ? VV_POSITIVE : sign < 0 ? VV_NEGATIVE : VV_ANY_SIGN;
}

bool vv_position_exists(vv_ctx *c, const vv_study *study, const vv_equilibrium *e) {
    bool exists = true;
    for (int i = 0; i < e->nconditions; i++)
        exists &= vv_sign_by_values(c, study, e->condition[i]) != VV_NEGATIVE;
    return exists;
}

/* ---- one position after another ------------------------------------------------------------ */

void vv_position_begin(vv_document *d, const vv_system *s, const vv_equilibrium *e, int k) {
    vv_document_begin(d, "position", true, vv_format(d->c, "Position %d", k + 1));
    for (int i = 0; i < s->nq; i++)
        if (!vv_same(e->q[i], s->q[i])) vv_document_definition(d, "value", s->q[i], e->q[i], NULL);
}

static vv_status one(vv_ctx *c, const vv_study *study, vv_document *d, const vv_equilibrium *at,
                     vv_small_visit *visit) {
    vv_small m;
    if (!vv_position_exists(c, study, at)) {
        vv_document_paragraph(d, "remark", "with the parameters' values it does not exist");
        return VV_OK;
    }
    vv_status status = vv_small_make(c, study, at, &m);
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    if (status == VV_OK && m.conservative && m.n <= VV_DETERMINANT_MOST)
        return visit(c, study, d, &m, at);
    vv_document_paragraph(d, "remark", "not decided: %s",
                          status != VV_OK
                              ? "the coordinates or speeds are singular at this position"
                          : m.conservative ? "too many degrees of freedom for symbols"
                                           : "forces depend on the velocities, or have no force "
                                             "function");
    return VV_E_BEYOND;
}

vv_status vv_small_each(vv_ctx *c, const vv_study *study, vv_document *d, vv_small_visit *visit) {
    vv_equilibria all;
    vv_status status = vv_equilibria_find(c, study, &all), worst = VV_OK;
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    if (status != VV_OK || all.n == 0) {
        vv_document_paragraph(d, "remark", "no position of equilibrium is known");
        return VV_E_BEYOND;
    }
    for (int k = 0; k < all.n && vv_ctx_tick(c); k++) {
        vv_position_begin(d, study->s, &all.list[k], k);
        if (one(c, study, d, &all.list[k], visit) == VV_E_BEYOND) worst = VV_E_BEYOND;
        vv_document_end(d);
    }
    return vv_ctx_ok(c) ? worst : vv_ctx_status(c);
}
