/* Hadamard's use of the constraints: T is reduced, before differentiation, by the combinations C of
 * the constraints for which alone this is permitted; the remaining constraints keep their
 * multipliers. With the rates q'_d given by the C,
 *     sum_b (E_b(T_C) - Q_b) dq'_b/dq'_a = sum_k mu_k A_ka
 * for the other coordinates a, on displacements that satisfy the C [AppellHadamard1899, note I,
 * 5-7; M-HAD-T, M-HAD-C]. The mu are not the constraint forces: they include what T lost in the
 * reduction. */
#include "formalism/formalism.h"
#include "formalism/equation_builder.h"
#include "kinematics/kinematics.h"

typedef struct reduction {
    vv_pfaffian k;
    int nkept, *kept; /* coordinates whose rates stay in T */
    int nlost, *lost; /* those determined by the C */
    vv_expr *rate;    /* q' in terms of the rates kept (nq) */
} reduction;

/* Time-dependent constraints together with Euler parameters, whose norm is a constraint too: the
 * C found there hold only where the norm is 1, and T reduced by them loses terms that its
 * derivatives need. */
static bool moves_free_frame(vv_ctx *c, const vv_system *s) {
    bool free = false, moves = false;
    for (int a = 0; a < s->nq; a++) free |= s->m->coordinate[a].internal;
    for (int i = 0; i < s->nrows && free; i++) {
        moves |= !vv_is_zero(s->row[i].offset);
        for (int a = 0; a < s->nq; a++) moves |= vv_depends(c, s->row[i].column[a], 1, &s->m->t);
    }
    return moves;
}

static const char *refusal(vv_ctx *c, const vv_system *s) {
    if (!s->speeds_ok) return vv_refuse_nonlinear(c, s);
    return moves_free_frame(c, s) ? "constraints depend on time in the presence of a free frame: "
                                    "the combinations hold only for unit Euler parameters"
                                  : NULL;
}

/* Cost of eliminating a coordinate: least if declared dependent, with constant coefficients in
 * the C, in few of them. */
static int elimination_cost(vv_ctx *c, const vv_system *s, const reduction *r, int a) {
    const vv_expr *C = r->k.combination;
    bool moved = false, plain = true;
    int count = 0;
    if (s->m->coordinate[a].dependent) return 0;
    for (int i = 0; i < r->k.m; i++) moved |= r->k.along[i] == a;
    for (int i = 0; i < r->k.ncombinations; i++) {
        count += !vv_is_zero(C[i * r->k.dim + a]);
        plain &= !vv_depends(c, C[i * r->k.dim + a], s->nq, s->q);
    }
    return count && plain ? 1 : 2 + 2 * count + moved;
}

static void preference(vv_ctx *c, const vv_system *s, const reduction *r, int *order) {
    int m = 0, *key = VV_ARRAY(c, int, s->nq + 1);
    for (int a = 0; key && a < s->nq; a++) key[a] = elimination_cost(c, s, r, a);
    for (int level = 0; key && m < s->nq; level++)
        for (int a = 0; a < s->nq; a++)
            if (key[a] == level) order[m++] = a;
}

/* C_lost q'_lost = -(C_kept q'_kept + C_t) */
static vv_status solve(vv_ctx *c, const vv_system *s, reduction *r) {
    int n = r->k.ncombinations, dim = r->k.dim, nq = s->nq, rank = 0;
    const vv_expr *C = r->k.combination;
    vv_expr *M = VV_MATRIX(c, vv_expr, n, n), *y = VV_ARRAY(c, vv_expr, n + 1),
            *A = VV_MATRIX(c, vv_expr, n, nq);
    int *row = VV_ARRAY(c, int, n + 1), *order = VV_ARRAY(c, int, nq + 1);
    bool *lost = VV_ARRAY(c, bool, nq + 1);
    r->lost = VV_ARRAY(c, int, nq + 1);
    r->kept = VV_ARRAY(c, int, nq + 1);
    r->rate = VV_ARRAY(c, vv_expr, nq + 1);
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    for (int i = 0; i < n; i++)
        for (int a = 0; a < nq; a++) A[i * nq + a] = C[i * dim + a];
    preference(c, s, r, order);
    vv_status found = vv_generic_rank(c, &s->facts, n, nq, A, &rank, row, r->lost, order);
    if (found != VV_OK || rank < n) return found == VV_OK ? VV_E_BEYOND : found;
    r->nlost = n;
    for (int j = 0; j < n; j++) lost[r->lost[j]] = true;
    for (int a = 0; a < nq; a++)
        if (!lost[a]) r->kept[r->nkept++] = a, r->rate[a] = s->qd[a];
    for (int i = 0; i < n; i++) {
        const vv_expr *form = C + row[i] * dim;
        y[i] = r->k.time ? vv_neg(c, form[nq]) : VV_ZERO;
        for (int a = 0; a < nq; a++)
            if (!lost[a]) y[i] = vv_sub(c, y[i], vv_mul(c, form[a], s->qd[a]));
        for (int j = 0; j < n; j++) M[i * n + j] = form[r->lost[j]];
    }
    if (n == 2) { /* Cramer's rule is still readable */
        vv_expr det = vv_sub(c, vv_mul(c, M[0], M[3]), vv_mul(c, M[1], M[2])),
                first = vv_sub(c, vv_mul(c, y[0], M[3]), vv_mul(c, M[1], y[1]));
        y[1] = vv_div(c, vv_sub(c, vv_mul(c, M[0], y[1]), vv_mul(c, y[0], M[2])), det);
        y[0] = vv_div(c, first, det);
    } else if (n) {
        vv_solve(c, n, vv_factor(c, n, M), y, y);
    }
    for (int j = 0; j < n; j++) r->rate[r->lost[j]] = y[j];
    return vv_ctx_status(c);
}

/* A constraint that is not a C: a row as stated, or a combination of several. */
static vv_constraint_row *relation(vv_ctx *c, const vv_system *s, const reduction *r, int k) {
    const vv_expr *form = r->k.rest + k * r->k.dim;
    if (r->k.rest_row[k] >= 0) return &s->row[r->k.rest_row[k]];
    vv_constraint_row *row = VV_NEW(c, vv_constraint_row);
    vv_expr *own = VV_ARRAY(c, vv_expr, s->nq + 1);
    if (!row || !own) return NULL;
    for (int a = 0; a < s->nq; a++) own[a] = form[a];
    *row = (vv_constraint_row){.kind = VV_ROW_LINEAR,
                               .velocity = vv_pfaffian_velocity_form(c, s, &r->k, form),
                               .coefficient = own,
                               .column = own,
                               .offset = r->k.time ? form[s->nq] : VV_ZERO,
                               .label = "the combination of the constraints that is not a C",
                               .given = -1};
    row->raw = row->velocity;
    row->acceleration = vv_symbol_map_time_derivative(c, &s->maps.coordinate_rates, row->velocity);
    return row;
}

/* A record in the rates kept, with a multiplier for each constraint that is not a C. */
static vv_status record(vv_ctx *c, const vv_system *s, const reduction *r, vv_equations *out) {
    int n = r->nkept, nq = s->nq, m = r->k.nrest;
    vv_equations all = {0};
    vv_expr *by = VV_MATRIX(c, vv_expr, nq, n);
    const char **text = VV_ARRAY(c, const char *, m + 1);
    if (vv_equations_init_with_multipliers(c, s, &all) != VV_OK) return vv_ctx_status(c);
    out->n = out->nequations = n;
    out->nmultipliers = out->nrows = m;
    out->w = out->speed = VV_ARRAY(c, vv_expr, n + 1);
    out->wd = VV_ARRAY(c, vv_expr, n + 1);
    out->rate = r->rate;
    out->rate_rate = VV_ARRAY(c, vv_expr, nq + 1);
    out->residual = VV_ARRAY(c, vv_expr, n + 1);
    out->test = VV_MATRIX(c, vv_expr, n, nq);
    out->lambda = VV_ARRAY(c, vv_expr, m + 1);
    out->row = out->row_of_lambda = VV_ARRAY(c, vv_constraint_row *, m + 1);
    out->lambda_text = text;
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    for (int i = 0; i < n; i++) {
        out->w[i] = s->qd[r->kept[i]];
        out->wd[i] = s->qdd[r->kept[i]];
    }
    vv_total_derivative(c, s->maps.coordinate_rates.n, s->maps.coordinate_rates.from,
                        s->maps.coordinate_rates.to, nq, r->rate, out->rate_rate);
    vv_subst(c, nq, s->qd, r->rate, nq, out->rate_rate, out->rate_rate);
    vv_jacobian(c, nq, r->rate, n, out->w, by);
    for (int a = 0; a < nq; a++)
        for (int i = 0; i < n; i++) out->test[i * nq + a] = by[a * n + i];
    for (int k = 0; k < m; k++) {
        out->lambda[k] = all.lambda[k];
        out->row[k] = relation(c, s, r, k);
        if (!out->row[k]) return vv_ctx_status(c);
        text[k] = vv_format(c, "multiplier of \"%s\"; its force only where T was not reduced",
                            out->row[k]->label);
    }
    return vv_ctx_status(c);
}

static vv_status derive(vv_ctx *c, const vv_system *s, vv_equations *out) {
    int nq = s->nq;
    reduction r = {0};
    vv_expr *E = VV_ARRAY(c, vv_expr, nq + 1), *Q = VV_ARRAY(c, vv_expr, nq + 1),
            *t = VV_ARRAY(c, vv_expr, nq + 1), T = s->T;
    if (!E || !Q || !t) return vv_ctx_status(c);
    vv_status found = vv_pfaffian_build(c, s, &r.k);
    if (found != VV_OK) return found;
    found = solve(c, s, &r);
    if (found != VV_OK) return found;
    if (record(c, s, &r, out) != VV_OK) return vv_ctx_status(c);
    vv_subst(c, nq, s->qd, r.rate, 1, &T, &T);
    vv_derivation_begin(c, out, "Energies", "Before and after the combinations C are used:");
    vv_derivation_value(c, out, "T", s->T);
    vv_derivation_value(c, out, "T_C", T);
    vv_lagrange_operator(c, s, "T_C", T, out, E);
    vv_generalized_forces_on_coordinates(c, s, Q);
    vv_derivation_forces(c, out, nq, s->q, Q);
    vv_derivation_law(
        c, out,
        "Σ (d/dt(∂T_C/∂q_b') - ∂T_C/∂q_b - Q_b) ∂q_b'/∂q' = Σ λ A for each coordinate not given by "
        "the C, A the coefficients of the remaining constraints:");
    for (int a = 0; a < nq; a++) E[a] = vv_sub(c, E[a], Q[a]);
    vv_subst(c, nq, s->qdd, out->rate_rate, nq, E, E);
    vv_subst(c, nq, s->qd, r.rate, nq, E, E);
    for (int i = 0; i < out->n; i++) {
        const vv_expr *test = out->test + i * nq;
        for (int a = 0; a < nq; a++) t[a] = vv_mul(c, E[a], test[a]);
        out->residual[i] = vv_sum(c, nq, t);
        for (int k = 0; k < out->nmultipliers; k++) {
            for (int a = 0; a < nq; a++) t[a] = vv_mul(c, out->row[k]->column[a], test[a]);
            vv_expr A = vv_mul(c, out->lambda[k], vv_sum(c, nq, t));
            out->residual[i] = vv_sub(c, out->residual[i], A);
        }
    }
    if (r.nlost)
        vv_equations_add_definition(c, s->m, out, "T_C", T, "T reduced by the combinations C");
    return vv_ctx_status(c);
}

const vv_formalism vv_formalism_hadamard = {
    .name = "hadamard",
    .title = "Lagrange's equations with T reduced by Hadamard's combinations",
    .source = "Hadamard 1899, note I, 5-7",
    .primitive = "T reduced by the combinations C, and the brackets of the constraints",
    .servos = VV_SERVOS_ADDED,
    .refusal = refusal,
    .derive = derive,
};
