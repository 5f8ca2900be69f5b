/* Lagrange's equations with the reduced kinetic energy, and their correction:
 *     E_i(T_red) + W_i = Q_i,
 *     W_i = sum_j p_j (dphi_j/dq_i - d/dt dphi_j/dq'_i) - (dT0/dq_j) dphi_j/dq'_i,
 * over the dependent rates q'_j = phi_j(q, q'_i, t), with p_j = dT0/dq'_j of the unreduced
 * energy [Voronets1901; Tzenoff1920, corollary 2; M-CORRECTION]. */
#include "formalism/formalism.h"
#include "formalism/equation_builder.h"

/* E_i(T_red) */
static void reduced(vv_ctx *c, const vv_system *s, const vv_coordinate_partition *k,
                    vv_equations *record, vv_expr *out) {
    int nq = s->nq, n = k->n;
    vv_expr T = s->T, *dT = VV_ARRAY(c, vv_expr, nq + 1), *p = VV_ARRAY(c, vv_expr, n + 1);
    if (!dT || !p) return;
    vv_coordinate_partition_insert(c, s, k, 1, &T);
    vv_gradient(c, T, n, k->w, p);
    vv_total_derivative(c, k->rates.n, k->rates.from, k->rates.to, n, p, out);
    vv_kinetic_energy_gradient(c, s, T, nq, s->q, dT);
    vv_derivation_begin(c, record, "Energies", "Before and after the constraints are used:");
    vv_derivation_value(c, record, "T_0", s->T);
    vv_derivation_value(c, record, "T", T);
    vv_derivation_begin(c, record, "Derivatives of T", NULL);
    vv_derivation_partials(c, record, "T", n, k->w, p);
    vv_derivation_rates(c, record, "T", n, k->w, out, &k->rates);
    for (int i = 0; i < n; i++) {
        int a = k->independent[i];
        vv_derivation_partials(c, record, "T", 1, &s->q[a], &dT[a]);
        out[i] = vv_sub(c, out[i], dT[a]);
    }
}

/* W_i */
static void correct(vv_ctx *c, const vv_system *s, const vv_coordinate_partition *k, vv_expr *out) {
    int nq = s->nq, n = k->n;
    vv_expr *p = VV_ARRAY(c, vv_expr, nq + 1), *dT = VV_ARRAY(c, vv_expr, nq + 1),
            *dphi = VV_ARRAY(c, vv_expr, nq + 1), *turn = VV_MATRIX(c, vv_expr, n, nq);
    if (!p || !dT || !dphi || !turn) return;
    vv_gradient(c, s->T, nq, s->qd, p);
    vv_kinetic_energy_gradient(c, s, s->T, nq, s->q, dT);
    vv_coordinate_partition_insert(c, s, k, nq, p);
    vv_coordinate_partition_insert(c, s, k, nq, dT);
    vv_total_derivative(c, k->rates.n, k->rates.from, k->rates.to, n * nq, k->direction, turn);
    for (int i = 0; i < n; i++) out[i] = VV_ZERO;
    for (int d = 0; d < k->ndependent; d++) {
        int j = k->dependent[d];
        vv_gradient(c, k->rate[j], nq, s->q, dphi);
        for (int i = 0; i < n; i++) {
            vv_expr lack = vv_sub(c, dphi[k->independent[i]], turn[i * nq + j]);
            vv_expr W =
                vv_sub(c, vv_mul(c, p[j], lack), vv_mul(c, dT[j], k->direction[i * nq + j]));
            out[i] = vv_add(c, out[i], W);
        }
    }
}

static vv_status derive(vv_ctx *c, const vv_system *s, vv_equations *out) {
    int nq = s->nq;
    vv_coordinate_partition k;
    vv_expr *Q = VV_ARRAY(c, vv_expr, nq + 1), *t = VV_ARRAY(c, vv_expr, nq + 1),
            *W = VV_ARRAY(c, vv_expr, nq + 1), *F = VV_ARRAY(c, vv_expr, nq + 1);
    if (!Q || !t || !W || !F) return vv_ctx_status(c);
    vv_status found = vv_coordinate_partition_build(c, s, &k);
    if (found != VV_OK) return found;
    if (vv_equations_init_by_partition(c, &k, out) != VV_OK) return vv_ctx_status(c);
    if (vv_generalized_forces_on_coordinates(c, s, Q) != VV_OK) return vv_ctx_status(c);
    reduced(c, s, &k, out, out->residual);
    correct(c, s, &k, W);
    vv_coordinate_partition_insert(c, s, &k, nq, Q);
    vv_virtual_work_on(c, k.n, nq, Q, k.direction, F);
    for (int i = 0; i < k.n; i++)
        out->residual[i] = vv_sub(c, vv_add(c, out->residual[i], W[i]), F[i]);
    for (int i = 0; i < k.n; i++) t[i] = s->q[k.independent[i]];
    vv_derivation_begin(c, out, "Correction",
                        "W is the correction to Lagrange's equations of the reduced energy; they "
                        "hold where it vanishes:");
    vv_derivation_components(c, out, "W", k.n, t, W);
    vv_derivation_forces(c, out, k.n, t, F);
    vv_derivation_law(c, out, "d/dt(∂T/∂q') - ∂T/∂q + W = Q for each independent coordinate:");
    return vv_ctx_status(c);
}

const vv_formalism vv_formalism_correction = {
    .name = "correction",
    .title = "Lagrange's equations of the reduced energy with their correction",
    .source = "Voronets 1901; Tzénoff 1920, corollary 2",
    .primitive = "T reduced by the constraints, and W",
    .servos = VV_SERVOS_ADDED,
    .refusal = vv_refuse_nonlinear,
    .derive = derive,
};
