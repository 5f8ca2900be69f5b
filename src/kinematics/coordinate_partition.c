/* Independent and dependent coordinate rates. The speeds of the system are used if all of them
 * are coordinate rates; otherwise the constraint rows are solved for as many rates as there are
 * rows. */
#include "kinematics/coordinate_partition.h"

#include <string.h>

static bool is_speed(const vv_system *s, int a) {
    for (int i = 0; i < s->n; i++)
        if (vv_same(s->w[i], s->qd[a])) return true;
    return false;
}

/* How preferable it is to make this rate dependent: declared so; with plain coefficients; not at
 * all. */
static int preference(vv_ctx *c, const vv_system *s, int a) {
    int rows = 0, plain = 0;
    if (is_speed(s, a)) return 0;
    if (s->m->coordinate[a].dependent) return 4;
    for (int r = 0; r < s->nrows; r++) {
        vv_expr k = s->row[r].coefficient[a];
        rows += !vv_is_zero(k);
        plain += vv_is_const(c, k) && !vv_is_zero(k);
    }
    return rows == 0 ? 1 : plain == rows ? 3 : 2;
}

/* The dependent coordinates, each with the row that determines it. */
static bool choose(vv_ctx *c, const vv_system *s, int *row, vv_coordinate_partition *out) {
    int nq = s->nq, m = s->nrows, k = 0, rank = 0;
    int *order = VV_ARRAY(c, int, nq + 1);
    vv_expr *A = VV_MATRIX(c, vv_expr, m, nq);
    if (!order || !A) return false;
    for (int level = 4; level >= 0; level--)
        for (int a = nq - 1; a >= 0; a--)
            if (preference(c, s, a) == level) order[k++] = a;
    for (int r = 0; r < m; r++) memcpy(A + r * nq, s->row[r].coefficient, (size_t)nq * sizeof *A);
    vv_generic_rank(c, &s->facts, m, nq, A, &rank, row, out->dependent, order);
    out->ndependent = m;
    for (int a = 0; a < nq; a++) {
        bool free = true;
        for (int j = 0; j < rank; j++) free &= out->dependent[j] != a;
        if (free && out->n < nq - m) out->independent[out->n++] = a;
    }
    return rank == m && vv_ctx_ok(c);
}

/* A_d q'_d = -(A_i q'_i + offset) */
static void solve_rows(vv_ctx *c, const vv_system *s, const int *row,
                       vv_coordinate_partition *out) {
    int m = s->nrows;
    vv_expr *A = VV_MATRIX(c, vv_expr, m, m), *b = VV_ARRAY(c, vv_expr, m + 1);
    if (!A || !b) return;
    for (int r = 0; r < m; r++) {
        const vv_constraint_row *k = &s->row[row[r]];
        b[r] = vv_neg(c, k->offset);
        for (int i = 0; i < out->n; i++)
            b[r] = vv_sub(c, b[r], vv_mul(c, k->coefficient[out->independent[i]], out->w[i]));
        for (int j = 0; j < m; j++) A[r * m + j] = k->coefficient[out->dependent[j]];
    }
    if (m) vv_solve(c, m, vv_factor(c, m, A), b, b);
    for (int j = 0; j < m; j++) out->rate[out->dependent[j]] = b[j];
}

/* q'' and the directions from q'. */
static void differentiate(vv_ctx *c, const vv_system *s, vv_coordinate_partition *out) {
    int nq = s->nq, n = out->n;
    vv_expr *g = VV_MATRIX(c, vv_expr, nq, n);
    vv_symbol_map *r = &out->rates;
    r->from = VV_ARRAY(c, vv_expr, nq + 2 * n + 2);
    r->to = VV_ARRAY(c, vv_expr, nq + 2 * n + 2);
    if (!g || !r->from || !r->to) return;
    for (int a = 0; a < nq; a++) r->from[r->n] = s->q[a], r->to[r->n++] = out->rate[a];
    for (int i = 0; i < n; i++) {
        r->from[r->n] = out->w[i], r->to[r->n++] = out->wd[i];
        r->from[r->n] = out->wd[i], r->to[r->n++] = vv_symbol_rate(c, out->wd[i]);
    }
    r->from[r->n] = s->m->t, r->to[r->n++] = VV_ONE;
    vv_total_derivative(c, r->n, r->from, r->to, nq, out->rate, out->rate_rate);
    vv_jacobian(c, nq, out->rate, n, out->w, g);
    for (int a = 0; a < nq; a++)
        for (int i = 0; i < n; i++) out->direction[i * nq + a] = g[a * n + i];
}

/* Uses the speeds themselves if they are coordinate rates. */
static bool take_speeds(const vv_system *s, vv_coordinate_partition *out) {
    int n = 0, m = 0;
    for (int a = 0; a < s->nq; a++) n += is_speed(s, a);
    if (n != s->n) return false;
    for (int a = 0; a < s->nq; a++)
        if (!is_speed(s, a)) out->dependent[m++] = a;
    for (int i = 0; i < n; i++)
        for (int a = 0; a < s->nq; a++)
            if (vv_same(s->w[i], s->qd[a])) out->independent[i] = a;
    out->n = n;
    out->ndependent = m;
    out->w = s->w;
    out->wd = s->wd;
    out->rate = s->rate;
    out->rate_rate = s->rate_rate;
    out->direction = s->direction;
    out->rates = s->speed_rates;
    return true;
}

vv_status vv_coordinate_partition_build(vv_ctx *c, const vv_system *s,
                                        vv_coordinate_partition *out) {
    int nq = s->nq, *row = VV_ARRAY(c, int, s->nrows + 1);
    *out = (vv_coordinate_partition){.independent = VV_ARRAY(c, int, nq + 1),
                                     .dependent = VV_ARRAY(c, int, nq + 1)};
    if (!vv_ctx_ok(c) || take_speeds(s, out)) return vv_ctx_status(c);
    if (!choose(c, s, row, out)) return vv_ctx_ok(c) ? VV_E_BEYOND : vv_ctx_status(c);
    out->w = VV_ARRAY(c, vv_expr, out->n + 1);
    out->wd = VV_ARRAY(c, vv_expr, out->n + 1);
    out->rate = VV_ARRAY(c, vv_expr, nq + 1);
    out->rate_rate = VV_ARRAY(c, vv_expr, nq + 1);
    out->direction = VV_MATRIX(c, vv_expr, out->n, nq);
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    for (int i = 0; i < out->n; i++) {
        out->w[i] = out->rate[out->independent[i]] = s->qd[out->independent[i]];
        out->wd[i] = s->qdd[out->independent[i]];
    }
    solve_rows(c, s, row, out);
    differentiate(c, s, out);
    return vv_ctx_status(c);
}

void vv_coordinate_partition_insert(vv_ctx *c, const vv_system *s, const vv_coordinate_partition *k,
                                    int n, vv_expr *e) {
    vv_subst(c, s->nq, s->qdd, k->rate_rate, n, e, e);
    vv_subst(c, s->nq, s->qd, k->rate, n, e, e);
}
