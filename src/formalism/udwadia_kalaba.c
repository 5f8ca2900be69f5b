/* The explicit equations of constrained motion of Udwadia and Kalaba, M q'' = F + A^T lambda with
 *     lambda = (A M^-1 A^T)^-1 (b - A M^-1 F),
 * where A q'' = b are the differentiated constraints, linear in the velocities or not
 * [UdwadiaKalaba1992]. M is the Hessian of T in the rates; F collects the terms of E(T) = Q free
 * of accelerations. */
#include "formalism/formalism.h"
#include "formalism/equation_builder.h"

/* E_a(T) - Q_a, linear in q''. */
static vv_status free_balance(vv_ctx *c, const vv_system *s, vv_equations *out, vv_expr *E) {
    int n = s->nq;
    vv_expr *Q = VV_ARRAY(c, vv_expr, n + 1);
    if (!Q || vv_generalized_forces_on_coordinates(c, s, Q) != VV_OK) return vv_ctx_status(c);
    vv_derivation_begin(c, out, "Energy", "In all coordinates, taken as free:");
    vv_derivation_value(c, out, "T", s->T);
    vv_lagrange_operator(c, s, "T", s->T, out, E);
    vv_derivation_forces(c, out, n, s->q, Q);
    for (int a = 0; a < n; a++) E[a] = vv_sub(c, E[a], Q[a]);
    return vv_ctx_status(c);
}

static void mass_matrix(vv_ctx *c, const vv_system *s, vv_expr *M) {
    vv_expr *p = VV_ARRAY(c, vv_expr, s->nq + 1);
    if (!p) return;
    vv_gradient(c, s->T, s->nq, s->qd, p);
    vv_jacobian(c, s->nq, p, s->nq, s->qd, M);
}

static const char *refusal(vv_ctx *c, const vv_system *s) {
    int n = s->nq, rank = 0;
    vv_expr *M = VV_MATRIX(c, vv_expr, n, n);
    if (s->m->nfree) return "the mass matrix of Euler parameters is singular";
    if (!M) return NULL;
    mass_matrix(c, s, M);
    vv_generic_rank(c, &s->facts, n, n, M, &rank, NULL, NULL, NULL);
    return rank == n ? NULL : "the mass matrix of all coordinates taken as free is singular";
}

/* dst = A x, A the constraint rows. */
static void times_rows(vv_ctx *c, const vv_system *s, const vv_expr *x, vv_expr *dst, int stride) {
    vv_expr *t = VV_ARRAY(c, vv_expr, s->nq + 1);
    for (int r = 0; t && r < s->nrows; r++) {
        for (int a = 0; a < s->nq; a++) t[a] = vv_mul(c, s->row[r].coefficient[a], x[a]);
        dst[r * stride] = vv_sum(c, s->nq, t);
    }
}

/* lambda in q, q', t; E0 = -F. */
static vv_status explicit_multipliers(vv_ctx *c, const vv_system *s, const vv_expr *M,
                                      const vv_expr *E0, vv_expr *lambda) {
    int n = s->nq, m = s->nrows;
    vv_expr *x = VV_ARRAY(c, vv_expr, n + 1), *G = VV_MATRIX(c, vv_expr, m, m),
            *b = VV_ARRAY(c, vv_expr, m + 1);
    if (!x || !G || !b) return vv_ctx_status(c);
    /* b - A M^-1 F = -(df/dt at q'' = 0) + A M^-1 E0 */
    vv_solve_block_diagonal(c, n, M, E0, x);
    times_rows(c, s, x, lambda, 1);
    for (int r = 0; r < m; r++) b[r] = s->row[r].acceleration;
    vv_subst_zero(c, n, s->qdd, m, b, b);
    for (int r = 0; r < m; r++) b[r] = vv_sub(c, lambda[r], b[r]);
    for (int r = 0; r < m; r++) {
        vv_solve_block_diagonal(c, n, M, s->row[r].column, x);
        times_rows(c, s, x, G + r, m);
    }
    return vv_solve_block_diagonal(c, m, G, b, lambda);
}

/* The record has no constraint equations: the equations for lambda take their place. */
static vv_status add_multiplier_equations(vv_ctx *c, const vv_system *s, vv_equations *out) {
    int n = s->nq, m = s->nrows;
    if (vv_equations_init_with_multipliers(c, s, out) != VV_OK) return vv_ctx_status(c);
    out->nrows = 0;
    out->nequations = n + m;
    out->residual = VV_ARRAY(c, vv_expr, n + m + 1);
    out->test = VV_MATRIX(c, vv_expr, n + m, n);
    out->speed = VV_ARRAY(c, vv_expr, n + m + 1);
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    for (int i = 0; i < n + m; i++) {
        out->speed[i] = i < n ? s->qd[i] : VV_ZERO; /* the last m do no virtual work */
        for (int a = 0; a < n; a++) out->test[i * n + a] = i == a ? VV_ONE : VV_ZERO;
    }
    return vv_ctx_status(c);
}

static vv_status derive(vv_ctx *c, const vv_system *s, vv_equations *out) {
    int n = s->nq, m = s->nrows;
    vv_expr *E = VV_ARRAY(c, vv_expr, n + 1), *E0 = VV_ARRAY(c, vv_expr, n + 1),
            *M = VV_MATRIX(c, vv_expr, n, n), *zero = VV_ARRAY(c, vv_expr, n + 1),
            *lambda = VV_ARRAY(c, vv_expr, m + 1);
    if (!vv_ctx_ok(c) || add_multiplier_equations(c, s, out) != VV_OK) return vv_ctx_status(c);
    if (free_balance(c, s, out, E) != VV_OK) return vv_ctx_status(c);
    mass_matrix(c, s, M);
    vv_subst_zero(c, n, s->qdd, n, E, E0);
    vv_derivation_law(
        c, out,
        "M q'' = F + Σ λ A with M the second derivatives of T, and "
        "λ = (A M^-1 A^T)^-1 (b - A M^-1 F), A q'' = b the constraints differentiated:");
    for (int a = 0; a < n; a++) zero[a] = VV_ZERO; /* E already includes the forces */
    vv_equations_set_residuals(c, s, E, zero, out);
    if (m && explicit_multipliers(c, s, M, E0, lambda) != VV_OK) return vv_ctx_status(c);
    for (int r = 0; r < m; r++) out->residual[n + r] = vv_sub(c, out->lambda[r], lambda[r]);
    return vv_ctx_status(c);
}

const vv_formalism vv_formalism_udwadia_kalaba = {
    .name = "udwadia_kalaba",
    .title = "Udwadia and Kalaba's explicit equations",
    .source = "Udwadia and Kalaba 1992",
    .primitive = "mass matrix and forces of all coordinates, constraint forces in closed form",
    .refusal = refusal,
    .derive = derive,
};
