/* Tzénoff's first form, with T reduced by the nonholonomic constraints q'_j = phi_j: the terms that
 * enter E(T_red) through the dependent rates are removed again, and S0 supplies the correct ones,
 *     E_i(T_red) + [dT0/dq_i] - d/dt [dT0/dq'_i] + [dS0/dq''_i] = Q_i,
 * with brackets through the dependent rates and accelerations only: [dT0/dq_i] = sum_j p_j
 * dphi_j/dq_i [Tzenoff1920, (9); M-TZ-9]. T0 and S0 are kept whole, unlike his T1 and S1. */
#include "formalism/formalism.h"
#include "formalism/equation_builder.h"

/* E_i(T_red) */
static void reduced(vv_ctx *c, const vv_system *s, const vv_coordinate_partition *k,
                    vv_equations *record, vv_expr *out) {
    vv_expr T = s->T, *dT = VV_ARRAY(c, vv_expr, k->n + 1), *q = VV_ARRAY(c, vv_expr, k->n + 1),
            *p = VV_ARRAY(c, vv_expr, k->n + 1);
    if (!dT || !q || !p) return;
    for (int i = 0; i < k->n; i++) q[i] = s->q[k->independent[i]];
    vv_coordinate_partition_insert(c, s, k, 1, &T);
    vv_gradient(c, T, k->n, k->w, p);
    vv_total_derivative(c, k->rates.n, k->rates.from, k->rates.to, k->n, p, out);
    vv_kinetic_energy_gradient(c, s, T, k->n, q, dT);
    vv_derivation_begin(c, record, "Energies", "Before and after the constraints are used:");
    vv_derivation_value(c, record, "T_0", s->T);
    vv_derivation_value(c, record, "T", T);
    vv_derivation_begin(c, record, "Derivatives of T", NULL);
    vv_derivation_partials(c, record, "T", k->n, k->w, p);
    vv_derivation_rates(c, record, "T", k->n, k->w, out, &k->rates);
    vv_derivation_partials(c, record, "T", k->n, q, dT);
    for (int i = 0; i < k->n; i++) out[i] = vv_sub(c, out[i], dT[i]);
}

/* Adds [dT0/dq_i] - d/dt [dT0/dq'_i] + [dS0/dq''_i]. */
static vv_status brackets(vv_ctx *c, const vv_system *s, const vv_coordinate_partition *k,
                          vv_equations *record, vv_expr *out) {
    int nq = s->nq, n = k->n;
    vv_kinematics motion;
    vv_expr *p = VV_ARRAY(c, vv_expr, nq + 1), *dS = VV_ARRAY(c, vv_expr, nq + 1),
            *dphi = VV_ARRAY(c, vv_expr, nq + 1), *by = VV_ARRAY(c, vv_expr, n + 1), S;
    if (!p || !dS || !dphi || !by || k->ndependent == 0) return vv_ctx_status(c);
    if (vv_kinematics_in_coordinates(c, s, &motion) != VV_OK) return vv_ctx_status(c);
    if (vv_kinematics_gibbs_function(c, s, &motion, &S) != VV_OK) return vv_ctx_status(c);
    vv_gradient(c, S, nq, s->qdd, dS);
    vv_gradient(c, s->T, nq, s->qd, p);
    vv_derivation_begin(
        c, record, "Energy of acceleration",
        "Terms without accelerations are omitted; contributions through the dependent rates:");
    vv_derivation_twice(c, record, "S_0", vv_drop_terms_free_of(c, S, nq, s->qdd));
    for (int d = 0; d < k->ndependent; d++) {
        vv_derivation_partials(c, record, "T_0", 1, &s->qd[k->dependent[d]], &p[k->dependent[d]]);
        vv_derivation_partials(c, record, "S_0", 1, &s->qdd[k->dependent[d]], &dS[k->dependent[d]]);
    }
    vv_coordinate_partition_insert(c, s, k, nq, dS);
    vv_coordinate_partition_insert(c, s, k, nq, p);
    for (int i = 0; i < n; i++) by[i] = VV_ZERO;
    for (int d = 0; d < k->ndependent; d++) {
        int j = k->dependent[d];
        vv_gradient(c, k->rate[j], nq, s->q, dphi);
        for (int i = 0; i < n; i++) {
            vv_expr a = k->direction[i * nq + j];
            by[i] = vv_add(c, by[i], vv_mul(c, p[j], a));
            out[i] = vv_sum(
                c, 3,
                (vv_expr[]){out[i], vv_mul(c, p[j], dphi[k->independent[i]]), vv_mul(c, dS[j], a)});
        }
    }
    vv_total_derivative(c, k->rates.n, k->rates.from, k->rates.to, n, by, by);
    for (int i = 0; i < n; i++) out[i] = vv_sub(c, out[i], by[i]);
    return vv_ctx_status(c);
}

static vv_status derive(vv_ctx *c, const vv_system *s, vv_equations *out) {
    int nq = s->nq;
    vv_coordinate_partition k;
    vv_expr *Q = VV_ARRAY(c, vv_expr, nq + 1), *F = VV_ARRAY(c, vv_expr, nq + 1);
    if (!Q || !F) return vv_ctx_status(c);
    vv_status found = vv_coordinate_partition_build(c, s, &k);
    if (found != VV_OK) return found;
    if (vv_equations_init_by_partition(c, &k, out) != VV_OK) return vv_ctx_status(c);
    reduced(c, s, &k, out, out->residual);
    if (brackets(c, s, &k, out, out->residual) != VV_OK) return vv_ctx_status(c);
    if (vv_generalized_forces_on_coordinates(c, s, Q) != VV_OK) return vv_ctx_status(c);
    vv_derivation_forces(c, out, nq, s->q, Q);
    vv_derivation_law(
        c, out,
        "d/dt(∂T/∂q') - ∂T/∂q + Σ (∂T_0/∂q_j') ∂q_j'/∂q - d/dt Σ (∂T_0/∂q_j') ∂q_j'/∂q' + Σ "
        "(∂S_0/∂q_j'') ∂q_j'/∂q' = Q for each independent coordinate:");
    vv_coordinate_partition_insert(c, s, &k, nq, Q);
    vv_virtual_work_on(c, k.n, nq, Q, k.direction, F);
    for (int i = 0; i < k.n; i++) out->residual[i] = vv_sub(c, out->residual[i], F[i]);
    return vv_ctx_status(c);
}

const vv_formalism vv_formalism_tzenoff9 = {
    .name = "tzenoff9",
    .title = "Tzénoff's equations with the reduced energy",
    .source = "Tzénoff 1920, (9)",
    .primitive = "T reduced by the constraints, T0 and S0 through the dependent rates",
    .servos = VV_SERVOS_ADDED,
    .refusal = vv_refuse_partition,
    .derive = derive,
};
