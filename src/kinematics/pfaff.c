#include "kinematics/pfaff.h"

#include <string.h>

/* ---- forms and fields ---------------------------------------------------------------------- */

static bool contains_time(vv_ctx *c, const vv_system *s) {
    for (int r = 0; r < s->nrows; r++) {
        if (!vv_is_zero(s->row[r].offset)) return true;
        for (int a = 0; a < s->nq; a++)
            if (vv_depends(c, s->row[r].coefficient[a], 1, &s->m->t)) return true;
    }
    return false;
}

static void fill_forms(const vv_system *s, vv_pfaff *k) {
    for (int a = 0; a < s->nq; a++) k->x[a] = s->q[a];
    if (k->time) k->x[s->nq] = s->m->t;
    for (int r = 0; r < k->p; r++) {
        vv_expr *to = k->form + r * k->dim;
        memcpy(to, s->row[r].coefficient, (size_t)s->nq * sizeof *to);
        if (k->time) to[s->nq] = s->row[r].offset;
    }
}

/* E_i moves one independent coordinate and the dependent ones with it; the last moves time. */
static void fill_fields(vv_ctx *c, const vv_system *s, const vv_split *split, vv_pfaff *k) {
    int nq = s->nq, n = split->n;
    vv_expr *zero = VV_ARRAY(c, vv_expr, n + 1);
    if (!zero) return;
    for (int i = 0; i < n; i++) {
        zero[i] = VV_ZERO;
        k->along[i] = split->independent[i];
        memcpy(k->field + i * k->dim, split->direction + i * nq, (size_t)nq * sizeof *k->field);
        if (k->time) k->field[i * k->dim + nq] = VV_ZERO;
    }
    if (!k->time) return;
    k->along[n] = nq;
    vv_subst(c, n, split->w, zero, nq, split->rate, k->field + n * k->dim);
    k->field[n * k->dim + nq] = VV_ONE;
}

/* [X, Y] = X(Y) - Y(X), component by component. */
static void bracket(vv_ctx *c, const vv_pfaff *k, const vv_expr *X, const vv_expr *Y,
                    vv_expr *out) {
    vv_expr *other = VV_ARRAY(c, vv_expr, k->dim + 1);
    if (!other) return;
    vv_rate(c, k->dim, k->x, X, k->dim, Y, out);
    vv_rate(c, k->dim, k->x, Y, k->dim, X, other);
    for (int a = 0; a < k->dim; a++) out[a] = vv_sub(c, out[a], other[a]);
}

static vv_expr dot(vv_ctx *c, int n, const vv_expr *a, const vv_expr *b) {
    vv_expr sum = VV_ZERO;
    for (int i = 0; i < n; i++)
        if (!vv_is_zero(a[i]) && !vv_is_zero(b[i])) sum = vv_add(c, sum, vv_mul(c, a[i], b[i]));
    return sum;
}

static void fill_brackets(vv_ctx *c, const vv_system *s, vv_pfaff *k) {
    int at = 0;
    for (int j = 0; j < k->m; j++)
        for (int i = 0; i < j && vv_ctx_tick(c); i++, at++) {
            vv_expr *b = k->bracket + at * k->dim;
            bracket(c, k, k->field + i * k->dim, k->field + j * k->dim, b);
            for (int r = 0; r < k->p; r++) {
                vv_expr e = vv_neg(c, dot(c, k->dim, k->form + r * k->dim, b));
                /* the rate of a finite relation is closed; elsewhere zeros are seen at once */
                bool zero = s->row[r].finite.id || vv_is_zero(e) ||
                            vv_is_identically_zero(c, &s->facts, e) == VV_TRUE;
                k->defect[r * k->npairs + at] = zero ? VV_ZERO : e;
            }
        }
}

/* ---- combinations -------------------------------------------------------------------------- */

/* The r x r part of the defects at these rows and columns, and one more row, give the factors of
 * one combination: det times this row less what the others make of it. */
static void factors(vv_ctx *c, const vv_pfaff *k, int r, const int *row, const int *col, int own,
                    vv_expr *lambda) {
    const vv_expr *own_defect = k->defect + own * k->npairs;
    for (int i = 0; i < k->p; i++) lambda[i] = VV_ZERO;
    lambda[own] = VV_ONE;
    if (r == 0) return;
    vv_expr *M = VV_ARRAY(c, vv_expr, r * r + 1), *y = VV_ARRAY(c, vv_expr, r + 1);
    if (!M || !y) return;
    for (int i = 0; i < r; i++) {
        y[i] = own_defect[col[i]];
        for (int j = 0; j < r; j++) M[i * r + j] = k->defect[row[j] * k->npairs + col[i]];
    }
    if (r == 1) { /* C = H4 A3 - H3 A4 [ERRATA 004-27] */
        lambda[own] = vv_is_zero(y[0]) ? VV_ONE : M[0];
        lambda[row[0]] = vv_neg(c, y[0]);
    } else if (r == 2) {
        vv_expr det = vv_sub(c, vv_mul(c, M[0], M[3]), vv_mul(c, M[1], M[2]));
        vv_expr first = vv_sub(c, vv_mul(c, y[1], M[1]), vv_mul(c, y[0], M[3]));
        vv_expr second = vv_sub(c, vv_mul(c, y[0], M[2]), vv_mul(c, y[1], M[0]));
        bool alone = vv_is_zero(y[0]) && vv_is_zero(y[1]);
        lambda[own] = alone ? VV_ONE : det;
        lambda[row[0]] = first;
        lambda[row[1]] = second;
    } else {
        vv_solve(c, r, vv_factor(c, r, M), y, y);
        for (int i = 0; i < r; i++) lambda[row[i]] = vv_neg(c, y[i]);
    }
}

/* sum lambda_k d form_k (E_i, E_j) = 0 for all pairs [M-HAD-C, P_ih = 0]. */
static vv_status combinations(vv_ctx *c, const vv_system *s, vv_pfaff *k) {
    int rank = 0, *row = VV_ARRAY(c, int, k->p + k->npairs + 1),
        *col = VV_ARRAY(c, int, k->p + k->npairs + 1);
    k->lambda = VV_ARRAY(c, vv_expr, k->p * k->p + 1);
    if (!row || !col || !k->lambda) return vv_ctx_status(c);
    vv_status found =
        vv_generic_rank(c, &s->facts, k->p, k->npairs, k->defect, &rank, row, col, NULL);
    if (found != VV_OK) return found;
    k->rest = row;
    for (int own = 0; own < k->p; own++) {
        bool taken = false;
        for (int i = 0; i < rank; i++) taken |= row[i] == own;
        if (!taken) factors(c, k, rank, row, col, own, k->lambda + k->ncombinations++ * k->p);
    }
    return vv_ctx_status(c);
}

vv_status vv_pfaff_build(vv_ctx *c, const vv_system *s, vv_pfaff *k) {
    enum { MOST_COMPONENTS = 1 << 20 };
    vv_split split;
    *k = (vv_pfaff){.p = s->nrows, .time = contains_time(c, s), .finite = true};
    for (int r = 0; r < s->nrows; r++) k->finite &= s->row[r].kind == VV_ROW_FINITE;
    vv_status found = vv_split_coordinates(c, s, &split);
    if (found != VV_OK) return found;
    k->dim = s->nq + k->time;
    k->m = split.n + k->time;
    if (!k->finite) {
        if ((long long)k->m * k->m * k->dim / 2 > MOST_COMPONENTS) return VV_E_BEYOND;
        k->npairs = k->m * (k->m - 1) / 2;
    }
    k->x = VV_ARRAY(c, vv_expr, k->dim + 1);
    k->form = VV_ARRAY(c, vv_expr, k->p * k->dim + 1);
    k->along = VV_ARRAY(c, int, k->m + 1);
    k->field = VV_ARRAY(c, vv_expr, k->m * k->dim + 1);
    k->bracket = VV_ARRAY(c, vv_expr, k->npairs * k->dim + 1);
    k->defect = VV_ARRAY(c, vv_expr, k->p * k->npairs + 1);
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    fill_forms(s, k);
    fill_fields(c, s, &split, k);
    if (!k->finite) fill_brackets(c, s, k);
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    return combinations(c, s, k);
}

void vv_pfaff_combine(vv_ctx *c, const vv_pfaff *k, const vv_expr *lambda, vv_expr *out) {
    vv_expr *t = VV_ARRAY(c, vv_expr, k->p + 1);
    for (int a = 0; t && a < k->dim; a++) {
        for (int r = 0; r < k->p; r++) t[r] = vv_mul(c, lambda[r], k->form[r * k->dim + a]);
        out[a] = vv_sum(c, k->p, t);
    }
}

vv_expr vv_pfaff_relation(vv_ctx *c, const vv_system *s, const vv_pfaff *k, const vv_expr *form) {
    vv_expr sum = k->time ? form[s->nq] : VV_ZERO;
    for (int a = 0; a < s->nq; a++) sum = vv_add(c, sum, vv_mul(c, form[a], s->qd[a]));
    return sum;
}

/* ---- flags --------------------------------------------------------------------------------- */

/* Nodes that the brackets of one flag may add: beyond, the answer would take too long. */
enum { MOST_NODES = 200000, MOST_FIELDS = 400 };

/* Keep the earliest independent ones of n fields; their number. */
static int keep_independent(vv_ctx *c, const vv_system *s, const vv_pfaff *k, int n, vv_expr *f) {
    int rank = 0, *row = VV_ARRAY(c, int, n + k->dim + 1), *col = VV_ARRAY(c, int, n + k->dim + 1);
    if (!row || !col || vv_generic_rank(c, &s->facts, n, k->dim, f, &rank, row, col, NULL) != VV_OK)
        return -1;
    for (int i = 0; i < rank; i++)
        if (row[i] != i) memcpy(f + i * k->dim, f + row[i] * k->dim, (size_t)k->dim * sizeof *f);
    return rank;
}

vv_status vv_pfaff_flag(vv_ctx *c, const vv_system *s, const vv_pfaff *k, bool derived,
                        vv_flag *out) {
    int dim = k->dim, n = k->m, before = 0;
    uint32_t nodes = vv_expr_count(c);
    size_t room = (size_t)(dim + MOST_FIELDS) * (size_t)dim;
    *out = (vv_flag){.steps = 1, .field = VV_ARRAY(c, vv_expr, room)};
    if (!out->field) return vv_ctx_status(c);
    memcpy(out->field, k->field, (size_t)(n * dim) * sizeof *out->field);
    out->rank[0] = out->nfields = n;
    out->complete = k->finite;
    while (!out->complete && out->steps < VV_FLAG_MOST && vv_ctx_tick(c)) {
        int count = n, old = derived ? n : k->m;
        for (int j = before; j < n; j++) /* before: all with all; then only what is new */
            for (int i = 0; i < old && (i < j || j >= old) && count < MOST_FIELDS; i++) {
                if (vv_expr_count(c) - nodes > MOST_NODES) return vv_ctx_status(c);
                bracket(c, k, out->field + i * dim, out->field + j * dim,
                        out->field + count++ * dim);
            }
        int rank = keep_independent(c, s, k, count, out->field);
        if (rank < 0 || count >= MOST_FIELDS) return vv_ctx_status(c);
        out->complete = rank == n || rank == dim;
        if (rank > n) out->rank[out->steps++] = rank;
        before = n;
        n = out->nfields = rank;
        if (out->complete) break;
    }
    return vv_ctx_status(c);
}
