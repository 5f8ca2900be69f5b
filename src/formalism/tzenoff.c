/* Tzénoff's equations E_i(T0) + sum_j (dS0/dq''_j)(dq'_j/dq'_i) = Q_i for the independent
 * coordinates i, summed over the dependent ones j; T0 and S0 are formed before the nonholonomic
 * constraints are used, which are substituted afterwards [Tzenoff1920, (10); M-TZ-10]. T0 and S0
 * are kept whole: his split into T0' and S1 loses terms in general. Holonomic constraints kept
 * as rows are treated like the others, which his argument allows. */
#include "formalism/formalism.h"
#include "formalism/equation_builder.h"

/* P_a - Q_a of all coordinates: P_i = E_i(T0) for the independent, P_j = dS0/dq''_j for the
 * dependent ones. */
static vv_status expressions(vv_ctx *c, const vv_system *s, const vv_coordinate_partition *k,
                             vv_equations *out, vv_expr *P) {
    int nq = s->nq;
    vv_kinematics motion;
    vv_expr *E = VV_ARRAY(c, vv_expr, nq + 1), *Q = VV_ARRAY(c, vv_expr, nq + 1), S;
    if (!E || !Q) return vv_ctx_status(c);
    vv_derivation_begin(c, out, "Energies", "Before the nonholonomic constraints are used:");
    vv_derivation_value(c, out, "T_0", s->T);
    if (vv_lagrange_operator(c, s, "T_0", s->T, out, E) != VV_OK) return vv_ctx_status(c);
    for (int a = 0; a < nq; a++) P[a] = VV_ZERO;
    if (k->ndependent) {
        if (vv_kinematics_in_coordinates(c, s, &motion) != VV_OK) return vv_ctx_status(c);
        if (vv_kinematics_gibbs_function(c, s, &motion, &S) != VV_OK) return vv_ctx_status(c);
        vv_gradient(c, S, nq, s->qdd, P);
        vv_derivation_begin(c, out, "Energy of acceleration",
                            "Terms without accelerations are omitted; its derivatives with respect "
                            "to the dependent accelerations:");
        vv_derivation_twice(c, out, "S_0", vv_drop_terms_free_of(c, S, nq, s->qdd));
        for (int d = 0; d < k->ndependent; d++)
            vv_derivation_partials(c, out, "S_0", 1, &s->qdd[k->dependent[d]], &P[k->dependent[d]]);
    }
    for (int i = 0; i < k->n; i++) P[k->independent[i]] = E[k->independent[i]];
    if (vv_generalized_forces_on_coordinates(c, s, Q) != VV_OK) return vv_ctx_status(c);
    vv_derivation_forces(c, out, nq, s->q, Q);
    vv_derivation_law(
        c, out,
        "d/dt(∂T_0/∂q') - ∂T_0/∂q + Σ (∂S_0/∂q_j'') ∂q_j'/∂q' = Q for each independent "
        "coordinate, the sum over the dependent q_j:");
    for (int a = 0; a < nq; a++) P[a] = vv_sub(c, P[a], Q[a]);
    return vv_ctx_status(c);
}

/* His split writes T0' (no dependent rates) for T0 and S1 (dependent accelerations only) for S0.
 * It is exact for a coordinate iff the part of E(T1), T1 = T0 - T0', that is free of dependent
 * accelerations vanishes [M-TZ-10]. Reported for each coordinate; long expressions are not
 * shown. */
static void show_split(vv_ctx *c, const vv_system *s, const vv_coordinate_partition *k,
                       vv_equations *out) {
    int nq = s->nq, nd = k->ndependent;
    vv_expr *E = VV_ARRAY(c, vv_expr, nq + 1), *qd = VV_ARRAY(c, vv_expr, nd + 1),
            *qdd = VV_ARRAY(c, vv_expr, nd + 1);
    vv_kinematics motion;
    vv_expr S, TS[2];
    if (!E || !qd || !qdd || nd == 0) return;
    for (int j = 0; j < nd; j++) {
        qd[j] = s->qd[k->dependent[j]];
        qdd[j] = s->qdd[k->dependent[j]];
    }
    if (vv_kinematics_in_coordinates(c, s, &motion) != VV_OK ||
        vv_kinematics_gibbs_function(c, s, &motion, &S) != VV_OK)
        return;
    vv_subst_zero(c, nd, qd, 1, &s->T, &TS[0]);
    vv_subst_zero(c, nd, qdd, 1, &S, &TS[1]);
    vv_expr T1 = vv_sub(c, s->T, TS[0]), S1 = vv_sub(c, S, TS[1]);
    static const char *const title =
        "Tzénoff's split: T_i without the dependent rates (his T0'), T_1 the rest of T, S_1 the "
        "part of S with dependent accelerations";
    vv_equations_add_definition(c, s->m, out, "T_i", TS[0], title);
    vv_equations_add_definition(c, s->m, out, "T_1", T1, title);
    vv_equations_add_definition(c, s->m, out, "S_1", S1, title);
    vv_equations scratch = {0};
    vv_lagrange_operator(c, s, "T_1", T1, &scratch, E);
    vv_subst_zero(c, nd, qdd, nq, E, E);
    vv_coordinate_partition_insert(c, s, k, nq, E);
    for (int i = 0; i < k->n; i++) {
        const char *name = vv_symbol_get(c, s->q[k->independent[i]])->name;
        vv_expr lost = E[k->independent[i]];
        vv_truth zeroes = vv_is_identically_zero(c, &s->facts, lost);
        vv_equations_add_note(c, out,
                              vv_format(c, "the split %s for %s",
                                        zeroes == VV_TRUE    ? "is permitted"
                                        : zeroes == VV_FALSE ? "is not permitted"
                                                             : "is not decided",
                                        name));
        if (zeroes == VV_FALSE)
            vv_equations_add_definition(c, s->m, out, vv_format(c, "lost_%s", name), lost, title);
    }
}

static vv_status derive(vv_ctx *c, const vv_system *s, vv_equations *out) {
    int nq = s->nq;
    vv_coordinate_partition k;
    vv_expr *P = VV_ARRAY(c, vv_expr, nq + 1);
    if (!P) return vv_ctx_status(c);
    vv_status found = vv_coordinate_partition_build(c, s, &k);
    if (found != VV_OK) return found;
    if (vv_equations_init_by_partition(c, &k, out) != VV_OK ||
        expressions(c, s, &k, out, P) != VV_OK)
        return vv_ctx_status(c);
    vv_coordinate_partition_insert(c, s, &k, nq, P);
    vv_virtual_work_on(c, k.n, nq, P, k.direction, out->residual);
    show_split(c, s, &k, out);
    return vv_ctx_status(c);
}

const vv_formalism vv_formalism_tzenoff = {
    .name = "tzenoff",
    .title = "Tzénoff's equations",
    .source = "Tzénoff 1920, (10)",
    .primitive = "T0 for the independent coordinates, S0 for the dependent ones",
    .servos = VV_SERVOS_ADDED,
    .refusal = vv_refuse_partition,
    .derive = derive,
};
