#include "equations/claims/motion_rates.h"

#include <string.h>

#include "equations/stability/stability.h"

/* Replaces entries that vanish identically by zero, so that small systems solve by substitution. */
static void clear_zeros(vv_ctx *c, const vv_facts *f, int n, vv_expr *e) {
    enum { MOST = 64 }; /* beyond this the SOLVE node is just as good */
    for (int i = 0; i < n && n <= MOST; i++)
        if (!vv_is_const(c, e[i]) && vv_vanishes(c, f, e[i])) e[i] = VV_ZERO;
}

/* A singular matrix: those unknowns that the independent equations determine, as functions of q, w,
 * t and the others. */
static vv_status determined_unknowns(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                                     vv_expr *out) {
    int n = eq->nunknowns, k = 0, *row = VV_ARRAY(c, int, n + 1), *column = VV_ARRAY(c, int, n + 1);
    vv_expr *m = VV_MATRIX(c, vv_expr, n, n), *b = VV_ARRAY(c, vv_expr, n + 1);
    if (!row || !column || !m || !b ||
        vv_generic_rank(c, &s->facts, n, n, eq->matrix, &k, row, column, NULL) != VV_OK)
        return vv_ctx_status(c);
    for (int j = 0; j < n; j++) out[j] = eq->unknown[j];
    for (int i = 0; i < k; i++) {
        b[i] = eq->rhs[row[i]];
        for (int j = 0; j < n; j++)
            b[i] = vv_sub(c, b[i], vv_mul(c, eq->matrix[row[i] * n + j], eq->unknown[j]));
        for (int j = 0; j < k; j++) m[i * k + j] = eq->matrix[row[i] * n + column[j]];
        for (int j = 0; j < k; j++)
            b[i] = vv_add(c, b[i], vv_mul(c, m[i * k + j], eq->unknown[column[j]]));
    }
    if (k && vv_solve(c, k, vv_factor(c, k, m), b, b) != VV_OK) return vv_ctx_status(c);
    for (int j = 0; j < k; j++) out[column[j]] = b[j];
    return vv_ctx_status(c);
}

vv_status vv_claim_accelerations(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                                 vv_expr *out) {
    if (s->massless) return determined_unknowns(c, s, eq, out);
    int n = eq->nunknowns;
    vv_expr *m = VV_MATRIX(c, vv_expr, n, n);
    if (!m) return vv_ctx_status(c);
    memcpy(m, eq->matrix, (size_t)(n * n) * sizeof *m);
    clear_zeros(c, &s->facts, n * n, m);
    return vv_solve(c, n, vv_factor(c, n, m), eq->rhs, out);
}

vv_status vv_claim_plain_accelerations(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                                       vv_expr *out) {
    int n = eq->nunknowns;
    vv_expr m[VV_DETERMINANT_MAX * VV_DETERMINANT_MAX];
    if (n > VV_DETERMINANT_MAX) return vv_claim_accelerations(c, s, eq, out);
    memcpy(m, eq->matrix, (size_t)(n * n) * sizeof *m);
    clear_zeros(c, &s->facts, n * n, m);
    bool solved = vv_solve_cramer(c, &s->facts, n, m, 1, eq->rhs, out);
    return solved || !vv_ctx_ok(c) ? vv_ctx_status(c) : vv_claim_accelerations(c, s, eq, out);
}

bool vv_claim_has_rates(vv_ctx *c, const vv_system *s, int order, vv_expr e) {
    for (int i = 0; i < s->n; i++) {
        vv_expr x = s->wd[i];
        for (int k = 1; k < order; k++) x = vv_symbol_rate(c, x);
        if (vv_depends(c, e, 1, &x)) return true;
    }
    return false;
}

vv_expr vv_claim_along_motion(vv_ctx *c, const vv_system *s, const vv_expr *wd, vv_expr e) {
    int n = s->n, orders = VV_CLAIM_MOST_RATES + 1;
    while (orders > 0 && !vv_claim_has_rates(c, s, orders, e)) orders--;
    if (orders > VV_CLAIM_MOST_RATES) return VV_POISON;
    vv_expr *from = VV_MATRIX(c, vv_expr, orders, n), *to = VV_MATRIX(c, vv_expr, orders, n);
    if (!from || !to) return VV_POISON;
    for (int k = 0; k < orders; k++) {
        vv_expr *rate = to + k * n;
        for (int i = 0; i < n; i++) {
            from[k * n + i] = k ? vv_symbol_rate(c, from[(k - 1) * n + i]) : s->wd[i];
            if (!k) rate[i] = wd[i];
        }
        if (k)
            vv_total_derivative(c, s->maps.speed_rates.n, s->maps.speed_rates.from,
                                s->maps.speed_rates.to, n, rate - n, rate);
        if (k) vv_subst(c, n, s->wd, wd, n, rate, rate);
    }
    vv_subst(c, orders * n, from, to, 1, &e, &e);
    return e;
}

vv_expr vv_claim_substitute_efforts(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                                    const vv_expr *by, vv_expr e) {
    const vv_servos *v = &s->servo;
    for (int a = 0; s->m->effort && a < s->nq; a++) {
        vv_expr from[3] = {s->m->effort[a]}, to[3] = {VV_ZERO};
        if (!from[0].id) continue;
        for (int i = eq->n; i < eq->nunknowns; i++)
            for (int r = 0; r < v->j; r++)
                if (vv_same(eq->unknown[i], v->force[r]))
                    to[0] = vv_add(c, to[0],
                                   vv_mul(c, by ? by[i] : v->force[r], v->through[r * s->nq + a]));
        for (int i = 1; i < 3; i++) {
            from[i] = vv_symbol_rate(c, from[i - 1]);
            to[i] =
                by ? vv_symbol_map_time_derivative(c, &s->maps.speed_rates, to[i - 1]) : from[i];
        }
        vv_subst(c, 3, from, to, 1, &e, &e);
    }
    return e;
}

bool vv_claim_has_effort(vv_ctx *c, const vv_system *s, vv_expr e) {
    for (int a = 0; s->m->effort && a < s->nq; a++) {
        vv_expr x = s->m->effort[a];
        for (int i = 0; i < 3 && x.id; i++, x = vv_symbol_rate(c, x))
            if (vv_depends(c, e, 1, &x)) return true;
    }
    return false;
}
