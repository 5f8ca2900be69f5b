#include "kinematics/pfaffian.h"

#include <string.h>

#include "algebra/algebra.h"

/* ---- forms and fields ---------------------------------------------------------------------- */

static bool contains_time(vv_ctx *c, const vv_system *s) {
    for (int r = 0; r < s->nrows; r++) {
        if (!vv_is_zero(s->row[r].offset)) return true;
        for (int a = 0; a < s->nq; a++)
            if (vv_depends(c, s->row[r].coefficient[a], 1, &s->m->t)) return true;
    }
    return false;
}

static void fill_forms(const vv_system *s, vv_pfaffian *k) {
    for (int a = 0; a < s->nq; a++) k->x[a] = s->q[a];
    if (k->time) k->x[s->nq] = s->m->t;
    for (int r = 0; r < k->p; r++) {
        vv_expr *to = k->form + r * k->dim;
        memcpy(to, s->row[r].coefficient, (size_t)s->nq * sizeof *to);
        if (k->time) to[s->nq] = s->row[r].offset;
    }
}

/* E_i moves one independent coordinate and the dependent ones with it; the last field moves
 * time. */
static void fill_fields(vv_ctx *c, const vv_system *s, const vv_coordinate_partition *split,
                        vv_pfaffian *k) {
    int nq = s->nq, n = split->n;
    for (int i = 0; i < n; i++) {
        k->along[i] = split->independent[i];
        memcpy(k->field + i * k->dim, split->direction + i * nq, (size_t)nq * sizeof *k->field);
        if (k->time) k->field[i * k->dim + nq] = VV_ZERO;
    }
    if (!k->time) return;
    k->along[n] = nq;
    vv_subst_zero(c, n, split->w, nq, split->rate, k->field + n * k->dim);
    k->field[n * k->dim + nq] = VV_ONE;
}

/* [X, Y] = X(Y) - Y(X), component by component. */
static void bracket(vv_ctx *c, const vv_pfaffian *k, const vv_expr *X, const vv_expr *Y,
                    vv_expr *out) {
    vv_expr *other = VV_ARRAY(c, vv_expr, k->dim + 1);
    if (!other) return;
    vv_total_derivative(c, k->dim, k->x, X, k->dim, Y, out);
    vv_total_derivative(c, k->dim, k->x, Y, k->dim, X, other);
    for (int a = 0; a < k->dim; a++) out[a] = vv_sub(c, out[a], other[a]);
}

static vv_expr dot(vv_ctx *c, int n, const vv_expr *a, const vv_expr *b) {
    vv_expr sum = VV_ZERO;
    for (int i = 0; i < n; i++)
        if (!vv_is_zero(a[i]) && !vv_is_zero(b[i])) sum = vv_add(c, sum, vv_mul(c, a[i], b[i]));
    return sum;
}

static void fill_brackets(vv_ctx *c, const vv_system *s, vv_pfaffian *k) {
    int at = 0;
    for (int j = 0; j < k->m; j++)
        for (int i = 0; i < j && vv_ctx_tick(c); i++, at++) {
            vv_expr *b = k->bracket + at * k->dim;
            bracket(c, k, k->field + i * k->dim, k->field + j * k->dim, b);
            for (int r = 0; r < k->p; r++) {
                vv_expr e = vv_neg(c, dot(c, k->dim, k->form + r * k->dim, b));
                /* the rate of a holonomic constraint is closed; elsewhere zeros are detected now */
                bool zero = s->row[r].finite.id || vv_is_zero(e) || vv_vanishes(c, &s->facts, e);
                k->defect[r * k->npairs + at] = zero ? VV_ZERO : e;
            }
        }
}

/* ---- combinations -------------------------------------------------------------------------- */

/* Defects of p forms on n brackets, d form (E_i, E_j) = -form [E_i, E_j]. */
typedef struct defects {
    int p, n;
    const vv_expr *value; /* (p*n) */
    int *order;           /* columns, simplest first: long ones may nearly cancel */
    int rank, *row, *col; /* a regular submatrix */
} defects;

static void order_columns(vv_ctx *c, defects *d) {
    int *size = VV_ARRAY(c, int, d->n + 1);
    vv_expr *entry = VV_ARRAY(c, vv_expr, d->p + 1);
    d->order = VV_ARRAY(c, int, d->n + 1);
    if (!size || !entry || !d->order) return;
    for (int j = 0; j < d->n; j++) {
        vv_mark mark = vv_arena_mark(c);
        int count = 0, at = j;
        for (int r = 0; r < d->p; r++) entry[r] = d->value[r * d->n + j];
        vv_expr_topological_order(c, d->p, entry, &count);
        vv_arena_release(c, mark);
        size[j] = count;
        for (; at > 0 && size[d->order[at - 1]] > count; at--) d->order[at] = d->order[at - 1];
        d->order[at] = j;
    }
}

/* A combination of only two rows if possible: the shorter the better. C = H4 A3 - H3 A4 [ERRATA
 * 004-27]. */
static bool combine_two_rows(vv_ctx *c, const vv_facts *f, const defects *k, int own,
                             vv_expr *lambda) {
    const vv_expr *y = k->value + own * k->n;
    for (int i = 0; i < k->rank; i++) {
        const vv_expr *h = k->value + k->row[i] * k->n;
        int at = -1;
        for (int j = 0; j < k->n && at < 0; j++)
            if (!vv_is_zero(h[k->order[j]]) && !vv_is_zero(y[k->order[j]])) at = k->order[j];
        bool parallel = at >= 0;
        for (int j = 0; j < k->n && parallel; j++) {
            vv_expr e = vv_sub(c, vv_mul(c, h[at], y[j]), vv_mul(c, y[at], h[j]));
            parallel = vv_is_zero(e) || vv_vanishes(c, f, e);
        }
        if (!parallel) continue;
        lambda[own] = h[at];
        lambda[k->row[i]] = vv_neg(c, y[at]);
        return true;
    }
    return false;
}

/* The regular submatrix of the defects and one more row give the factors of one combination: det
 * times this row minus its representation by the others. */
static void factors(vv_ctx *c, const vv_facts *f, const defects *k, int own, vv_expr *lambda) {
    int r = k->rank;
    for (int i = 0; i < k->p; i++) lambda[i] = VV_ZERO;
    lambda[own] = VV_ONE;
    vv_expr *M = VV_MATRIX(c, vv_expr, r, r), *y = VV_ARRAY(c, vv_expr, r + 1);
    bool alone = true;
    if (!M || !y) return;
    for (int i = 0; i < r; i++) {
        y[i] = k->value[own * k->n + k->col[i]];
        alone &= vv_is_zero(y[i]);
        for (int j = 0; j < r; j++) M[i * r + j] = k->value[k->row[j] * k->n + k->col[i]];
    }
    if (alone || combine_two_rows(c, f, k, own, lambda)) return;
    if (r == 2) {
        lambda[own] = vv_sub(c, vv_mul(c, M[0], M[3]), vv_mul(c, M[1], M[2]));
        lambda[k->row[0]] = vv_sub(c, vv_mul(c, y[1], M[1]), vv_mul(c, y[0], M[3]));
        lambda[k->row[1]] = vv_sub(c, vv_mul(c, y[0], M[2]), vv_mul(c, y[1], M[0]));
    } else {
        vv_solve(c, r, vv_factor(c, r, M), y, y);
        for (int i = 0; i < r; i++) lambda[k->row[i]] = vv_neg(c, y[i]);
    }
}

static void combine(vv_ctx *c, const vv_pfaffian *k, int p, const vv_expr *form,
                    const vv_expr *lambda, vv_expr *out) {
    int own = -1, used = 0;
    for (int r = 0; r < p; r++)
        if (!vv_is_zero(lambda[r])) own = r, used++;
    for (int a = 0; a < k->dim; a++) {
        out[a] = VV_ZERO;
        for (int r = 0; r < p && used > 1; r++)
            if (!vv_is_zero(lambda[r]))
                out[a] = vv_add(c, out[a], vv_mul(c, lambda[r], form[r * k->dim + a]));
        if (used == 1) out[a] = form[own * k->dim + a];
    }
    if (used > 1) vv_linear_form_simplify(c, k->dim, k->x, k->dim, out);
}

/* Combinations with sum lambda_k d form_k (E_i, E_j) = 0 for all pairs [M-HAD-C, P_ih = 0]. */
static int annihilate(vv_ctx *c, const vv_system *s, const vv_pfaffian *k, defects *d,
                      const vv_expr *form, vv_expr *out) {
    int n = 0;
    vv_expr *lambda = VV_ARRAY(c, vv_expr, d->p + 1);
    d->row = VV_ARRAY(c, int, d->p + d->n + 1);
    d->col = VV_ARRAY(c, int, d->p + d->n + 1);
    if (!lambda || !d->row || !d->col) return -1;
    order_columns(c, d);
    if (!d->order || vv_generic_rank(c, &s->facts, d->p, d->n, d->value, &d->rank, d->row, d->col,
                                     d->order) != VV_OK)
        return -1;
    for (int own = 0; own < d->p; own++) {
        bool taken = false;
        for (int i = 0; i < d->rank; i++) taken |= d->row[i] == own;
        if (taken) continue;
        factors(c, &s->facts, d, own, lambda);
        combine(c, k, d->p, form, lambda, out + n++ * k->dim);
    }
    return n;
}

/* The rest: combinations whose factors are the columns of the defects. They are orthogonal to
 * those of the C, so that both together are equivalent to the whole system wherever the defects
 * have full rank. */
static void put_rest(vv_ctx *c, vv_pfaffian *k, const defects *d) {
    vv_expr *lambda = VV_ARRAY(c, vv_expr, k->p + 1);
    k->nrest = d->rank;
    k->rest = VV_MATRIX(c, vv_expr, k->nrest, k->dim);
    k->rest_row = VV_ARRAY(c, int, k->nrest + 1);
    if (!lambda || !k->rest || !k->rest_row) return;
    for (int i = 0; i < k->nrest; i++) {
        int used = 0;
        for (int r = 0; r < k->p; r++) {
            lambda[r] = d->value[r * d->n + d->col[i]];
            if (!vv_is_zero(lambda[r])) used++, k->rest_row[i] = r;
        }
        if (used > 1) k->rest_row[i] = -1;
        combine(c, k, k->p, k->form, lambda, k->rest + i * k->dim);
    }
}

static vv_status combinations(vv_ctx *c, const vv_system *s, vv_pfaffian *k) {
    defects d = {.p = k->p, .n = k->npairs, .value = k->defect};
    k->combination = VV_MATRIX(c, vv_expr, k->p, k->dim);
    if (!k->combination) return vv_ctx_status(c);
    k->ncombinations = annihilate(c, s, k, &d, k->form, k->combination);
    if (k->ncombinations < 0) return vv_ctx_ok(c) ? VV_E_BEYOND : vv_ctx_status(c);
    put_rest(c, k, &d);
    return vv_ctx_status(c);
}

int vv_pfaffian_derived_system(vv_ctx *c, const vv_system *s, const vv_pfaffian *k, int n,
                               const vv_expr *form, int m, const vv_expr *field, vv_expr *out) {
    int npairs = m * (m - 1) / 2, at = 0;
    vv_expr *value = VV_MATRIX(c, vv_expr, n, npairs), *b = VV_ARRAY(c, vv_expr, k->dim + 1);
    if (!value || !b) return -1;
    for (int j = 0; j < m; j++)
        for (int i = 0; i < j && vv_ctx_tick(c); i++, at++) {
            bracket(c, k, field + i * k->dim, field + j * k->dim, b);
            for (int r = 0; r < n; r++) {
                vv_expr e = dot(c, k->dim, form + r * k->dim, b);
                bool zero = vv_is_zero(e) || vv_vanishes(c, &s->facts, e);
                value[r * npairs + at] = zero ? VV_ZERO : e;
            }
        }
    defects d = {.p = n, .n = npairs, .value = value};
    return vv_ctx_ok(c) ? annihilate(c, s, k, &d, form, out) : -1;
}

vv_status vv_pfaffian_build(vv_ctx *c, const vv_system *s, vv_pfaffian *k) {
    enum { MOST_COMPONENTS = 1 << 20 };
    vv_coordinate_partition split;
    *k = (vv_pfaffian){.p = s->nrows, .time = contains_time(c, s), .finite = true};
    for (int r = 0; r < s->nrows; r++) k->finite &= s->row[r].kind == VV_ROW_HOLONOMIC;
    vv_status found = vv_coordinate_partition_build(c, s, &split);
    if (found != VV_OK) return found;
    k->dim = s->nq + k->time;
    k->m = split.n + k->time;
    if (!k->finite) {
        if ((long long)k->m * k->m * k->dim / 2 > MOST_COMPONENTS) return VV_E_BEYOND;
        k->npairs = k->m * (k->m - 1) / 2;
    }
    k->x = VV_ARRAY(c, vv_expr, k->dim + 1);
    k->form = VV_MATRIX(c, vv_expr, k->p, k->dim);
    k->along = VV_ARRAY(c, int, k->m + 1);
    k->field = VV_MATRIX(c, vv_expr, k->m, k->dim);
    k->bracket = VV_MATRIX(c, vv_expr, k->npairs, k->dim);
    k->defect = VV_MATRIX(c, vv_expr, k->p, k->npairs);
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    fill_forms(s, k);
    fill_fields(c, s, &split, k);
    if (!k->finite) fill_brackets(c, s, k);
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    return combinations(c, s, k);
}

vv_expr vv_pfaffian_velocity_form(vv_ctx *c, const vv_system *s, const vv_pfaffian *k,
                                  const vv_expr *form) {
    vv_expr sum = k->time ? form[s->nq] : VV_ZERO;
    for (int a = 0; a < s->nq; a++) sum = vv_add(c, sum, vv_mul(c, form[a], s->qd[a]));
    return sum;
}

/* ---- flags --------------------------------------------------------------------------------- */

/* Nodes that the brackets of one flag may add; beyond that the computation would take too long. */
enum { MOST_NODES = 200000, MOST_FIELDS = 400 };

/* Keeps the first independent ones of n fields; returns their number. */
static int keep_independent(vv_ctx *c, const vv_system *s, const vv_pfaffian *k, int n,
                            vv_expr *f) {
    int rank = 0, *row = VV_ARRAY(c, int, n + k->dim + 1), *col = VV_ARRAY(c, int, n + k->dim + 1);
    if (!row || !col || vv_generic_rank(c, &s->facts, n, k->dim, f, &rank, row, col, NULL) != VV_OK)
        return -1;
    for (int i = 0; i < rank; i++)
        if (row[i] != i) memcpy(f + i * k->dim, f + row[i] * k->dim, (size_t)k->dim * sizeof *f);
    return rank;
}

vv_status vv_pfaffian_flag_build(vv_ctx *c, const vv_system *s, const vv_pfaffian *k, bool derived,
                                 vv_pfaffian_flag *out) {
    int dim = k->dim, n = k->m, before = 0;
    uint32_t nodes = vv_expr_count(c);
    size_t room = (size_t)(dim + MOST_FIELDS) * (size_t)dim;
    *out = (vv_pfaffian_flag){.steps = 1, .field = VV_ARRAY(c, vv_expr, room)};
    if (!out->field) return vv_ctx_status(c);
    memcpy(out->field, k->field, (size_t)(n * dim) * sizeof *out->field);
    out->rank[0] = out->nfields = n;
    out->complete = k->finite;
    while (!out->complete && out->steps < VV_PFAFFIAN_FLAG_MAX && vv_ctx_tick(c)) {
        int count = n, old = derived ? n : k->m;
        for (int j = before; j < n; j++) /* before: all with all; then only new ones */
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
