/* Canonical equations in quasi-velocities: with p_i = dT/dω_i and H = sum p ω - T - U in q and
 * p, ω_i = dH/dp_i and p_i' = -sum g_{iμν} (dH/dp_μ) p_ν - dH/dϑ_i + Q_i, where Q are the forces
 * without a force function [Poschl1913, (6); M-CANON-6; ERRATA 003-01 to 05]. For comparison
 * with other methods, the first half of the equations is used to express the momenta by the
 * speeds again. */
#include "formalism/formalism.h"
#include "formalism/equation_builder.h"
#include "kinematics/kinematics.h"

typedef struct canonical {
    int n;
    vv_expr *p;            /* momenta as symbols                     (n) */
    vv_expr *value;        /* the same in q, w; then those of the rows (count) */
    vv_expr *omega, *half; /* M^-1 (p - b) and half of it, in q, p (n) */
    vv_expr *M, *x, rest;  /* M by rows, p - b, T0 + U */
    vv_expr H;             /* in q, p */
} canonical;

static const char *refusal(vv_ctx *c, const vv_system *s) {
    int n = s->n, rank = 0;
    if (!s->speeds_ok) return vv_refuse_nonlinear(c, s);
    vv_expr *p = VV_ARRAY(c, vv_expr, n + 1), *M = VV_MATRIX(c, vv_expr, n, n);
    if (!p || !M) return NULL;
    vv_gradient(c, vv_quasi_kinetic_energy(c, s), n, s->w, p);
    vv_jacobian(c, n, p, n, s->w, M);
    if (!vv_ctx_ok(c)) return NULL;
    vv_generic_rank(c, &s->facts, n, n, M, &rank, NULL, NULL, NULL);
    return rank == n ? NULL : "the momenta do not determine the velocities";
}

/* Replaces entries that vanish identically by zero: speeds are often chosen so that M is
 * diagonal. */
static void clear_zeros(vv_ctx *c, const vv_system *s, int n, vv_expr *M) {
    enum { MOST = 6 };
    for (int i = 0; i < n * n && n <= MOST; i++)
        if (i % n > i / n && !vv_is_zero(M[i]) && vv_vanishes(c, &s->facts, M[i])) M[i] = VV_ZERO;
}

/* T = 1/2 w M w + b w + T0 gives w = M^-1 (p - b) and H = 1/2 w (p - b) - T0 - U. */
static vv_status hamiltonian(vv_ctx *c, const vv_system *s, vv_expr T, canonical *k) {
    int n = s->n;
    vv_expr *M = VV_MATRIX(c, vv_expr, n, n), *x = VV_ARRAY(c, vv_expr, n + 1),
            *t = VV_ARRAY(c, vv_expr, n + 1);
    if (!M || !x || !t) return vv_ctx_status(c);
    vv_jacobian(c, n, k->value, n, s->w, M);
    clear_zeros(c, s, n, M);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) M[i * n + j] = M[j * n + i];
    }
    k->M = M;
    vv_subst_zero(c, n, s->w, n, k->value, x);
    vv_subst_zero(c, n, s->w, 1, &T, &T);
    for (int i = 0; i < n; i++) x[i] = vv_sub(c, k->p[i], x[i]);
    k->x = x;
    k->rest = vv_add(c, T, s->U);
    vv_expr F = vv_factor(c, n, M);
    vv_solve(c, n, F, x, k->omega);
    for (int i = 0; i < n; i++) t[i] = vv_scale(c, vv_rat_make(c, 1, 2), x[i]);
    vv_solve(c, n, F, t, k->half);
    for (int i = 0; i < n; i++) t[i] = vv_mul(c, k->omega[i], t[i]);
    k->H = vv_sub(c, vv_sum(c, n, t), k->rest);
    return vv_ctx_status(c);
}

/* From q, p back to q, w: the solved velocities first, so that no matrix is inverted needlessly. */
static void by_speeds(vv_ctx *c, const vv_system *s, const canonical *k, int m, vv_expr *e) {
    int n = k->n, npairs = 0;
    vv_expr *from = VV_ARRAY(c, vv_expr, 2 * n + 1), *to = VV_ARRAY(c, vv_expr, 2 * n + 1);
    if (!from || !to) return;
    for (int i = 0; i < n; i++) {
        if (vv_expr_op(c, k->omega[i]) != VV_COMP) continue;
        from[npairs] = k->omega[i], to[npairs++] = s->w[i];
        from[npairs] = k->half[i], to[npairs++] = vv_scale(c, vv_rat_make(c, 1, 2), s->w[i]);
    }
    vv_subst(c, npairs, from, to, m, e, e);
    vv_subst(c, n, k->p, k->value, m, e, e);
}

/* dH/dϑ_i = sum beta_ia dH/dq_a with the momenta held fixed. */
static void derivatives(vv_ctx *c, const vv_system *s, const canonical *k, vv_expr *out) {
    int nq = s->nq;
    vv_expr *dH = VV_ARRAY(c, vv_expr, nq + 1);
    if (!dH) return;
    vv_gradient(c, k->H, nq, s->q, dH);
    by_speeds(c, s, k, nq, dH);
    vv_virtual_work_on(c, s->n, nq, dH, s->direction, out);
}

/* Generalized forces without a force function, on the speeds. */
static vv_status other_forces(vv_ctx *c, const vv_system *s, vv_expr *Q) {
    vv_system without = *s;
    without.U = VV_ZERO;
    return vv_generalized_forces_on_speeds(c, &without, Q);
}

/* H for display: without a linear system to solve, or not at all. */
static vv_expr shown(vv_ctx *c, const canonical *k) {
    const vv_expr *M = k->M, *x = k->x;
    bool open = false;
    for (int i = 0; i < k->n; i++) open |= vv_expr_op(c, k->omega[i]) == VV_COMP;
    if (!open) return k->H;
    if (k->n != 2) return VV_POISON;
    vv_expr det = vv_sub(c, vv_mul(c, M[0], M[3]), vv_mul(c, M[1], M[1]));
    vv_expr square =
        vv_add(c, vv_mul(c, M[3], vv_pow_int(c, x[0], 2)), vv_mul(c, M[0], vv_pow_int(c, x[1], 2)));
    vv_expr cross = vv_mul(c, M[1], vv_mul(c, x[0], x[1]));
    vv_expr form = vv_sub(c, vv_scale(c, vv_rat_make(c, 1, 2), square), cross);
    return vv_sub(c, vv_div(c, form, det), k->rest);
}

static void show(vv_ctx *c, const canonical *k, vv_equations *out) {
    out->definition = VV_ARRAY(c, vv_definition, k->n + 2);
    if (!out->definition) return;
    out->definitions_title = "Momenta and H";
    for (int i = 0; i < k->n; i++)
        out->definition[out->ndefinitions++] = (vv_definition){k->p[i], k->value[i], NULL};
    vv_expr H = shown(c, k);
    if (H.id)
        out->definition[out->ndefinitions++] =
            (vv_definition){vv_symbol_new(c, "H", VV_SYM_OTHER), H, NULL};
}

static vv_status derive(vv_ctx *c, const vv_system *s, vv_equations *out) {
    int n = s->n;
    vv_quasi_velocities q;
    if (vv_equations_init_in_speeds(c, s, out) != VV_OK) return vv_ctx_status(c);
    if (vv_quasi_velocities_build(c, s, &q) != VV_OK) return vv_ctx_status(c);
    canonical k = {.n = n,
                   .p = VV_ARRAY(c, vv_expr, n + 1),
                   .value = VV_ARRAY(c, vv_expr, q.count + 1),
                   .omega = VV_ARRAY(c, vv_expr, n + 1),
                   .half = VV_ARRAY(c, vv_expr, n + 1)};
    vv_expr *pd = VV_ARRAY(c, vv_expr, n + 1), *turning = VV_ARRAY(c, vv_expr, n + 1),
            *dH = VV_ARRAY(c, vv_expr, n + 1), *Q = VV_ARRAY(c, vv_expr, n + 1),
            T = vv_quasi_kinetic_energy(c, s);
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    vv_status status = vv_quasi_momenta(c, s, &q, T, k.value);
    if (status != VV_OK) return status;
    for (int i = 0; i < n; i++)
        k.p[i] = vv_symbol_new(c, vv_format(c, "p_%d", i + 1), VV_SYM_OTHER);
    if (!vv_ctx_ok(c) || hamiltonian(c, s, T, &k) != VV_OK) return vv_ctx_status(c);
    vv_expr *omega = VV_ARRAY(c, vv_expr, n + 1);
    if (!omega) return vv_ctx_status(c);
    vv_gradient(c, k.H, n, k.p, omega);
    by_speeds(c, s, &k, n, omega);
    vv_total_derivative(c, s->maps.speed_rates.n, s->maps.speed_rates.from, s->maps.speed_rates.to,
                        n, k.value, pd);
    vv_quasi_gyroscopic_terms(c, &q, omega, k.value, turning);
    derivatives(c, s, &k, dH);
    other_forces(c, s, Q);
    show(c, &k, out);
    vv_derivation_begin(c, out, "Energy", "In the speeds, with the constraints satisfied:");
    vv_derivation_value(c, out, "T", T);
    vv_derivation_begin(c, out, "Momenta",
                        "Derivatives of T with respect to the speeds, and their rates:");
    vv_derivation_partials(c, out, "T", n, s->w, k.value);
    vv_derivation_rates(c, out, "T", n, s->w, pd, &s->maps.speed_rates);
    vv_derivation_begin(c, out, "Turning and H",
                        "The sums of g, ∂H/∂p and momenta; the derivatives of H along the "
                        "coordinates at fixed momenta:");
    vv_derivation_components(c, out, "G", n, s->w, turning);
    vv_derivation_components(c, out, "D", n, s->w, dH);
    vv_derivation_components(c, out, "Q", n, s->w, Q);
    vv_derivation_law(
        c, out,
        "p' = -G - D + Q for each momentum p = ∂T/∂w, with the momenta in terms of the speeds:");
    for (int i = 0; i < n; i++)
        out->residual[i] = vv_sub(c, vv_add(c, vv_add(c, pd[i], turning[i]), dH[i]), Q[i]);
    return vv_ctx_status(c);
}

const vv_formalism vv_formalism_poschl = {
    .name = "poschl",
    .title = "Pöschl's canonical equations in quasi-velocities",
    .source = "Pöschl 1913, (6)",
    .primitive = "H of coordinates and momenta, and the table g",
    .refusal = refusal,
    .derive = derive,
};
