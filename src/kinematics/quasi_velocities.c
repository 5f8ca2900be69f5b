#include "kinematics/quasi_velocities.h"

#include <string.h>

#include "kinematics/body_kinematics.h"

vv_expr vv_quasi_hamel_coefficient(const vv_quasi_velocities *k, int i, int mu, int nu) {
    return k->g[(i * (k->n + 1) + mu) * k->count + nu];
}

static void put_g(vv_quasi_velocities *k, int i, int mu, int nu, vv_expr e) {
    k->g[(i * (k->n + 1) + mu) * k->count + nu] = e;
}

/* ---- coefficients -------------------------------------------------------------------------- */

static void fill_alpha(vv_ctx *c, const vv_system *s, vv_quasi_velocities *k) {
    int nq = s->nq, cols = nq + 1;
    for (int i = 0; i < k->n; i++) {
        vv_gradient(c, s->speed[i], nq, s->qd, k->alpha + i * cols);
        vv_subst_zero(c, nq, s->qd, 1, &s->speed[i], &k->alpha[i * cols + nq]);
    }
    for (int r = 0; r < s->nrows; r++) {
        memcpy(k->alpha + (k->n + r) * cols, s->row[r].coefficient, (size_t)nq * sizeof *k->alpha);
        k->alpha[(k->n + r) * cols + nq] = s->row[r].offset;
    }
}

/* beta_mu in terms of q and t: q' = sum beta_mu omega_mu + beta_time along the motion, t' = 1. */
static vv_expr *inverse(vv_ctx *c, const vv_system *s, int n) {
    int nq = s->nq, cols = nq + 1;
    vv_expr *beta = VV_MATRIX(c, vv_expr, n + 1, cols);
    if (!beta) return NULL;
    for (int i = 0; i < n; i++) {
        memcpy(beta + i * cols, s->direction + i * nq, (size_t)nq * sizeof *beta);
        beta[i * cols + nq] = VV_ZERO;
    }
    vv_subst_zero(c, n, s->w, nq, s->rate, beta + n * cols);
    beta[n * cols + nq] = VV_ONE;
    return beta;
}

/* ---- the table ----------------------------------------------------------------------------- */

/* curl[r][s] = d alpha_s / d x_r - d alpha_r / d x_s over q and t; false if it vanishes. */
static bool curl_of(vv_ctx *c, const vv_system *s, const vv_expr *alpha, vv_expr *curl) {
    int cols = s->nq + 1;
    bool any = false;
    vv_expr *x = VV_ARRAY(c, vv_expr, cols), *d = VV_MATRIX(c, vv_expr, cols, cols);
    if (!x || !d) return false;
    for (int a = 0; a < cols; a++) x[a] = a < s->nq ? s->q[a] : s->m->t;
    vv_jacobian(c, cols, alpha, cols, x, d);
    for (int r = 0; r < cols; r++)
        for (int a = 0; a < cols; a++) {
            curl[r * cols + a] = vv_sub(c, d[a * cols + r], d[r * cols + a]);
            any |= !vv_is_zero(curl[r * cols + a]);
        }
    return any;
}

static vv_expr contract(vv_ctx *c, int n, const vv_expr *a, int step, const vv_expr *b,
                        vv_expr *t) {
    int m = 0;
    for (int i = 0; i < n; i++)
        if (!vv_is_zero(a[i * step]) && !vv_is_zero(b[i])) t[m++] = vv_mul(c, a[i * step], b[i]);
    return vv_sum(c, m, t);
}

static void fill_g(vv_ctx *c, const vv_system *s, const vv_expr *beta, int nu, vv_expr *curl,
                   vv_quasi_velocities *k) {
    int cols = s->nq + 1, n = k->n;
    vv_expr *along = VV_ARRAY(c, vv_expr, cols), *t = VV_ARRAY(c, vv_expr, cols);
    if (!along || !t) return;
    for (int mu = 0; mu <= n; mu++) {
        /* sum over r of curl[r][s] beta_{mu r}, then over s with beta_i, i < mu */
        for (int a = 0; a < cols; a++)
            along[a] = contract(c, cols, curl + a, cols, beta + mu * cols, t);
        for (int i = 0; i < mu && i < n; i++) {
            vv_expr g = contract(c, cols, beta + i * cols, 1, along, t);
            put_g(k, i, mu, nu, g);
            if (mu < n) put_g(k, mu, i, nu, vv_neg(c, g));
        }
    }
}

/* For tests: doubles one entry and its opposite. */
static void inject_fault(vv_ctx *c, const vv_system *s, vv_quasi_velocities *k) {
    for (int i = 0; i < k->n; i++)
        for (int mu = 0; mu < k->n; mu++)
            for (int nu = 0; nu < k->count; nu++) {
                vv_expr g = vv_quasi_hamel_coefficient(k, i, mu, nu);
                if (vv_is_identically_zero(c, &s->facts, g) != VV_FALSE) continue;
                put_g(k, i, mu, nu, vv_scale(c, vv_rat_int(2), g));
                put_g(k, mu, i, nu, vv_scale(c, vv_rat_int(-2), g));
                return;
            }
}

vv_status vv_quasi_velocities_build(vv_ctx *c, const vv_system *s, vv_quasi_velocities *k) {
    int n = s->n, cols = s->nq + 1;
    *k = (vv_quasi_velocities){.n = n, .count = n + s->nrows};
    k->alpha = VV_MATRIX(c, vv_expr, k->count, cols);
    size_t size = (size_t)n * (size_t)(n + 1) * (size_t)k->count;
    k->g = VV_ARRAY(c, vv_expr, size + 1);
    vv_expr *curl = VV_MATRIX(c, vv_expr, cols, cols), *beta = inverse(c, s, n);
    if (!k->alpha || !k->g || !curl || !beta) return vv_ctx_status(c);
    fill_alpha(c, s, k);
    for (size_t i = 0; i < size; i++) k->g[i] = VV_ZERO;
    for (int nu = 0; nu < k->count && vv_ctx_tick(c); nu++) {
        /* the rate of a holonomic constraint is that of a function: its g vanish */
        if (nu >= n && s->row[nu - n].finite.id) continue;
        if (curl_of(c, s, k->alpha + nu * cols, curl)) fill_g(c, s, beta, nu, curl, k);
    }
    if (s->faults & VV_FAULT_HAMEL_COEFFICIENT) inject_fault(c, s, k);
    return vv_ctx_status(c);
}

/* ---- energy and momenta -------------------------------------------------------------------- */

vv_expr vv_quasi_kinetic_energy(vv_ctx *c, const vv_system *s) {
    int nb = s->m->nbodies, m = 0;
    vv_kinematics motion;
    vv_expr *t = VV_ARRAY(c, vv_expr, 10 * nb + 2), v2;
    if (!t || vv_kinematics_in_speeds(c, s, &motion) != VV_OK) return VV_POISON;
    for (int b = 0; b < nb; b++) {
        const vv_body *body = &s->m->body[b];
        const vv_body_kinematics *k = &motion.body[b];
        if (!vv_vec_dot(c, &motion.frames, k->velocity, k->velocity, &v2)) {
            vv_ctx_fail(c, VV_E_BEYOND);
            return VV_POISON;
        }
        t[m++] = vv_mul(c, body->mass, v2);
        for (int i = 0; i < 9 && k->turns; i++)
            t[m++] = vv_mul(c, body->inertia[i], vv_mul(c, k->w[i / 3], k->w[i % 3]));
    }
    vv_expr T = vv_scale(c, vv_rat_make(c, 1, 2), vv_sum(c, m, t));
    if (!s->m->has_kinetic) return T;
    vv_expr given = vv_symbol_map_apply(c, &s->to_raw, s->m->kinetic);
    return vv_add(c, T, vv_symbol_map_apply(c, &s->to_speeds, given));
}

/* Coordinates with plain coefficients in the rows come first: the rows are solved for them. */
static int *plain_columns(vv_ctx *c, const vv_system *s) {
    int *order = VV_ARRAY(c, int, s->nq + 1), n = 0;
    for (int level = 0; order && level < 2; level++)
        for (int a = 0; a < s->nq; a++) {
            bool plain = true;
            for (int r = 0; r < s->nrows; r++) plain &= vv_is_const(c, s->row[r].coefficient[a]);
            if (plain == (level == 0)) order[n++] = a;
        }
    return order;
}

/* dT/dq'_a = sum p_nu alpha_{nu a}: subtracts the part of the speeds and solves for the rows' p. */
static vv_status row_momenta(vv_ctx *c, const vv_system *s, const vv_quasi_velocities *k,
                             vv_expr *p) {
    int m = s->nrows, nq = s->nq, cols = nq + 1, rank = 0;
    vv_expr *a = VV_MATRIX(c, vv_expr, m, nq), *b = VV_ARRAY(c, vv_expr, m + 1),
            *pi = VV_ARRAY(c, vv_expr, nq + 1);
    int *column = VV_ARRAY(c, int, m + 1), *row = VV_ARRAY(c, int, m + 1),
        *order = plain_columns(c, s);
    if (!a || !b || !pi || !column || !row || !order) return vv_ctx_status(c);
    for (int r = 0; r < m; r++) memcpy(a + r * nq, s->row[r].coefficient, (size_t)nq * sizeof *a);
    if (vv_generic_rank(c, &s->facts, m, nq, a, &rank, row, column, order) != VV_OK || rank < m)
        return vv_ctx_ok(c) ? VV_E_BEYOND : vv_ctx_status(c);
    vv_gradient(c, s->T, nq, s->qd, pi);
    vv_subst(c, nq, s->qd, s->rate, nq, pi, pi);
    for (int j = 0; j < m; j++) {
        b[j] = pi[column[j]];
        for (int i = 0; i < k->n; i++)
            b[j] = vv_sub(c, b[j], vv_mul(c, p[i], k->alpha[i * cols + column[j]]));
        for (int r = 0; r < m; r++) a[j * m + r] = s->row[r].coefficient[column[j]];
    }
    return vv_solve(c, m, vv_factor(c, m, a), b, p + k->n);
}

vv_status vv_quasi_momenta(vv_ctx *c, const vv_system *s, const vv_quasi_velocities *k, vv_expr T,
                           vv_expr *out) {
    bool needed = false;
    vv_gradient(c, T, k->n, s->w, out);
    for (int nu = k->n; nu < k->count; nu++) {
        out[nu] = VV_ZERO;
        for (int i = 0; i < k->n; i++)
            for (int mu = 0; mu <= k->n; mu++)
                needed |= !vv_is_zero(vv_quasi_hamel_coefficient(k, i, mu, nu));
    }
    return needed ? row_momenta(c, s, k, out) : vv_ctx_status(c);
}

vv_status vv_quasi_gyroscopic_terms(vv_ctx *c, const vv_quasi_velocities *k, const vv_expr *omega,
                                    const vv_expr *p, vv_expr *out) {
    int n = k->n;
    vv_expr *t = VV_ARRAY(c, vv_expr, n + 1), *sum = VV_ARRAY(c, vv_expr, k->count + 1);
    if (!t || !sum) return vv_ctx_status(c);
    for (int i = 0; i < n; i++) {
        for (int nu = 0; nu < k->count; nu++) {
            int m = 0;
            for (int mu = 0; mu <= n; mu++) {
                vv_expr g = vv_quasi_hamel_coefficient(k, i, mu, nu);
                if (!vv_is_zero(g)) t[m++] = mu < n ? vv_mul(c, g, omega[mu]) : g;
            }
            sum[nu] = m ? vv_mul(c, vv_sum(c, m, t), p[nu]) : VV_ZERO;
        }
        out[i] = vv_sum(c, k->count, sum);
    }
    return vv_ctx_status(c);
}
