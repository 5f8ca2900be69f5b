/* One pass of a closed motion: the equations with all unknowns 0, the unknowns by the matrix,
 * then everything that depends on them. */
#include "evaluate/jet/pass_builder.h"

static void sweep(builder *b, int which) {
    for (int k = which ? b->j->sweep[which - 1] : 0; k < b->j->sweep[which]; k++)
        vv_jet_apply_recurrence(b, &b->j->instruction[k]);
}

/* All newest coefficients, given the unknowns u; NULL: with all unknowns 0. */
static void evaluate(builder *b, const uint32_t *u) {
    uint32_t nq = (uint32_t)b->closure->nq, n = (uint32_t)b->closure->n, nu = count_unknowns(b);
    bool unknown = !is_absent(b, 0);
    for (uint32_t i = 0; b->j->depth && unknown && i < n; i++)
        vv_jet_define(b, nq + i, u ? vv_jet_mul(b, u[i], vv_jet_order_reciprocal(b, 1)) : ZERO);
    sweep(b, 0);
    for (uint32_t i = 0; b->j->depth && !is_first(b, 2) && i < nq; i++)
        vv_jet_define(b, i,
                      vv_jet_mul(b, vv_jet_newest_coefficient(b, b->j->out[i], 1),
                                 vv_jet_order_reciprocal(b, 2)));
    for (uint32_t i = 0; unknown && i < nu; i++) vv_jet_define(b, nq + n + i, u ? u[i] : ZERO);
    for (int which = 1; which < VV_JET_STAGES; which++) sweep(b, which);
}

/* Equation i with all unknowns 0: a residual, or the derivative of a constraint in which they
 * appear. */
static uint32_t equation(builder *b, uint32_t i) {
    uint32_t nq = (uint32_t)b->closure->nq, n = (uint32_t)b->closure->n, v = b->j->out[nq + i];
    if (i < n) return vv_jet_newest_coefficient(b, v, 0);
    int ahead = b->closure->ahead[i - n];
    return vv_jet_mul(b, vv_jet_newest_coefficient(b, v, ahead),
                      ahead == 2 ? vv_jet_second_derivative_factor(b) : vv_jet_order_number(b, 1));
}

/* Sorts the equations by when they become available. */
static void put_in_order(builder *b, uint32_t n, const uint32_t *r) {
    enum { FEW = 4 };
    uint32_t *order = b->order = VV_ARRAY(b->c, uint32_t, n + 1);
    for (uint32_t i = 0; order && i < n; i++) {
        uint32_t at = i;
        for (; n <= FEW && at &&
               vv_jet_ready_cycle(b, r[order[at - 1]]) > vv_jet_ready_cycle(b, r[i]);
             at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

/* The unknowns by the inverse matrix. */
static void multiply(builder *b, const uint32_t *r, uint32_t *u) {
    uint32_t n = count_unknowns(b);
    const bool *filled = b->closure->filled;
    if (!b->order) put_in_order(b, n, r);
    for (uint32_t i = 0; b->order && i < n; i++) {
        u[i] = ZERO;
        for (uint32_t k = 0; k < n; k++) {
            uint32_t at = i * n + b->order[k];
            if (filled && !filled[at]) continue;
            u[i] = vv_jet_madd(b, vv_jet_matrix_entry(b, at), r[b->order[k]], u[i]);
        }
    }
}

/* The unknowns by triangular factors; in each sum the operand available last comes last. */
static void substitute(builder *b, uint32_t *r, uint32_t *u) {
    uint32_t n = count_unknowns(b), a = vv_jet_matrix_entry(b, 0);
    const bool *filled = b->closure->filled;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < i; k++)
            if (filled[i * n + k]) r[i] = vv_jet_madd(b, a + i * n + k, r[k], r[i]);
    for (uint32_t i = n; i-- > 0;) {
        u[i] = filled[i * n + i] ? vv_jet_mul(b, a + i * n + i, r[i]) : ZERO;
        for (uint32_t k = n - 1; k > i; k--)
            if (filled[i * n + k]) u[i] = vv_jet_madd(b, a + i * n + k, u[k], u[i]);
    }
}

/* The unknowns for which the equations vanish, from their values at `known`; NULL: 0. */
static const uint32_t *solve(builder *b, const uint32_t *known) {
    uint32_t nu = count_unknowns(b), *u = VV_ARRAY(b->c, uint32_t, nu + 1),
             *r = VV_ARRAY(b->c, uint32_t, nu + 1);
    if (!u || !r) return NULL;
    for (uint32_t i = 0; i < nu; i++) r[i] = equation(b, i);
    if (b->closure->m)
        substitute(b, r, u);
    else
        multiply(b, r, u);
    for (uint32_t i = 0; known && i < nu; i++) u[i] = vv_jet_add(b, known[i], u[i]);
    return u;
}

/* The inverse of a large matrix is less accurate than the solution could be; one step of
 * iterative refinement recovers the accuracy of the accelerations, from which all else follows. */
static bool loses_digits(const builder *b) {
    enum { FEW = 4 };
    return !b->closure->m && b->closure->n > FEW;
}

bool vv_jet_dae_pass(builder *b, const uint32_t **u) {
    *u = NULL;
    evaluate(b, NULL);
    for (int again = 0; !is_absent(b, 0) && again <= (is_first(b, 0) && loses_digits(b)); again++) {
        *u = solve(b, *u); /* second solve, for the accelerations only */
        if (!*u || !vv_ctx_ok(b->c)) return false;
        evaluate(b, *u);
    }
    return true;
}
