/* Velocities in terms of speeds: solves a x = b symbolically, keeping the results short enough
 * to read. */
#include "kinematics/generalized_speeds.h"

#include <string.h>

#include "algebra/algebra.h"

typedef struct linear {
    vv_ctx *c;
    const vv_system *s;
    int n;
    vv_expr *a, *b;
    bool *row_done, *col_done;
    int *pivot_row;
} linear;

static bool plainly_nonzero(vv_ctx *c, vv_expr e) {
    if (vv_is_const(c, e)) return !vv_is_zero(e);
    vv_sign s = vv_known_sign(c, e);
    return s == VV_POSITIVE || s == VV_NEGATIVE || s == VV_NONZERO;
}

static int entries_in_row(const linear *l, int row, int *last) {
    int n = 0;
    for (int j = 0; j < l->n; j++)
        if (!l->col_done[j] && !vv_is_zero(l->a[row * l->n + j])) n++, *last = j;
    return n;
}

static int entries_in_column(const linear *l, int col, int *last) {
    int n = 0;
    for (int i = 0; i < l->n; i++)
        if (!l->row_done[i] && !vv_is_zero(l->a[i * l->n + col])) n++, *last = i;
    return n;
}

/* An entry that is alone in its row or column, so that it is removed without a division: a
 * factor of the determinant. A column: the angle of each trailer of a car. */
static bool lone_entry(const linear *l, int *row, int *col) {
    for (int i = 0; i < l->n; i++) {
        *row = i;
        if (!l->row_done[i] && entries_in_row(l, i, col) == 1) return true;
    }
    for (int j = 0; j < l->n; j++) {
        *col = j;
        if (!l->col_done[j] && entries_in_column(l, j, row) == 1) return true;
    }
    return false;
}

/* Next pivot: a lone entry, otherwise the sparsest row with a plain pivot. */
static bool next_pivot(const linear *l, int *row, int *col) {
    int best = 1 << 30, last = 0;
    if (lone_entry(l, row, col)) return true;
    *row = -1;
    for (int i = 0; i < l->n; i++) {
        int k = l->row_done[i] ? best : entries_in_row(l, i, &last);
        for (int j = 0; j < l->n && k < best; j++)
            if (!l->col_done[j] && vv_is_const(l->c, l->a[i * l->n + j]) &&
                plainly_nonzero(l->c, l->a[i * l->n + j]))
                *row = i, *col = j, best = k;
    }
    return *row >= 0;
}

/* Eliminates the unknown `col` from the other open rows. */
static void eliminate(linear *l, int row, int col) {
    vv_ctx *c = l->c;
    l->row_done[row] = l->col_done[col] = true;
    l->pivot_row[col] = row;
    for (int i = 0; i < l->n; i++) {
        vv_expr x = l->a[i * l->n + col];
        if (l->row_done[i] || vv_is_zero(x)) continue;
        vv_expr f = vv_div(c, x, l->a[row * l->n + col]);
        for (int j = 0; j < l->n; j++) {
            vv_expr e = vv_sub(c, l->a[i * l->n + j], vv_mul(c, f, l->a[row * l->n + j]));
            enum { SMALL_SUM = 24 };
            l->a[i * l->n + j] = j == col ? VV_ZERO : vv_flatten_sum(c, e, SMALL_SUM);
        }
        l->b[i] = vv_sub(c, l->b[i], vv_mul(c, f, l->b[row]));
    }
}

/* Signed cofactor (i, j) of a 3 x 3 matrix. */
static vv_expr cofactor(vv_ctx *c, const vv_expr *a, int i, int j) {
    int r = (i + 1) % 3, s = (i + 2) % 3, k = (j + 1) % 3, l = (j + 2) % 3;
    return vv_sub(c, vv_mul(c, a[3 * r + k], a[3 * s + l]), vv_mul(c, a[3 * r + l], a[3 * s + k]));
}

/* Value of a factor on the constraints: 1 or -1, like the norm of a free frame; otherwise 0. */
static int unit_value(vv_ctx *c, const vv_system *s, vv_expr factor) {
    bool free = false;
    for (int i = 0; i < s->nq; i++)
        free |= s->m->coordinate[i].internal && vv_depends(c, factor, 1, &s->q[i]);
    if (!free || vv_expr_op(c, factor) != VV_ADD) return 0;
    if (vv_vanishes(c, &s->facts, vv_sub(c, factor, VV_ONE))) return 1;
    return vv_vanishes(c, &s->facts, vv_add(c, factor, VV_ONE)) ? -1 : 0;
}

/* The product of its irreducible factors, if these are short. */
static bool short_product(vv_ctx *c, const vv_system *s, vv_expr e, vv_expr *out) {
    enum { MOST_FACTOR = 6, MOST_TERMS = 64 };
    vv_factors f;
    *out = e;
    if (vv_is_zero(e)) return true;
    if (!vv_factorise(c, e, &f)) return false;
    *out = vv_rational(c, f.number);
    for (int i = 0; i < f.n; i++) {
        vv_expr sum = vv_flatten_sum(c, f.factor[i], MOST_TERMS);
        int unit = unit_value(c, s, sum);
        if (unit) sum = vv_int(c, unit);
        if (vv_expr_op(c, sum) == VV_ADD && vv_expr_arity(c, sum) > MOST_FACTOR) return false;
        *out = vv_mul(c, *out, vv_pow_int(c, sum, f.power[i]));
    }
    return true;
}

bool vv_velocity_shorten_form(vv_ctx *c, const vv_system *s, vv_expr *e) {
    vv_expr *g = VV_ARRAY(c, vv_expr, s->n + 1), *zero = VV_ARRAY(c, vv_expr, s->n + 1), sum, k;
    if (!g || !zero) return false;
    for (int i = 0; i < s->n; i++) zero[i] = VV_ZERO;
    vv_gradient(c, *e, s->n, s->w, g);
    vv_subst(c, s->n, s->w, zero, 1, e, &sum);
    if (!short_product(c, s, sum, &sum)) return false;
    for (int i = 0; i < s->n; i++) {
        if (!short_product(c, s, g[i], &k)) return false;
        sum = vv_add(c, sum, vv_mul(c, k, s->w[i]));
    }
    *e = sum;
    return vv_ctx_ok(c);
}

/* Three by three by Cramer's rule if the result is short: the angular velocity of a ball along
 * fixed axes in terms of speeds along those of its contact. */
static bool solve_three(vv_ctx *c, const vv_system *s, const vv_expr *a, const vv_expr *b,
                        vv_expr *y) {
    vv_expr det = VV_ZERO, x[3] = {VV_ZERO, VV_ZERO, VV_ZERO};
    for (int j = 0; j < 3; j++) det = vv_add(c, det, vv_mul(c, a[j], cofactor(c, a, 0, j)));
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            x[i] = vv_add(c, x[i], vv_mul(c, cofactor(c, a, j, i), vv_div(c, b[j], det)));
        if (!vv_velocity_shorten_form(c, s, &x[i])) return false;
    }
    memcpy(y, x, sizeof x);
    return vv_ctx_ok(c);
}

/* Orthonormal rows on the constraints: the angular velocity of a free body in terms of speeds
 * along other axes. The inverse is the transpose. */
static bool solve_orthonormal(vv_ctx *c, const vv_system *s, const vv_expr *a, const vv_expr *b,
                              vv_expr *y) {
    enum { N = 3 };
    bool free = false;
    for (int i = 0; i < s->nq; i++)
        for (int k = 0; k < N * N && s->m->coordinate[i].internal; k++)
            free |= vv_depends(c, a[k], 1, &s->q[i]);
    for (int i = 0; i < N && free; i++)
        for (int j = i; j < N; j++) {
            vv_expr e = i == j ? VV_MINUS_ONE : VV_ZERO;
            for (int k = 0; k < N; k++) e = vv_add(c, e, vv_mul(c, a[i * N + k], a[j * N + k]));
            if (!vv_vanishes(c, &s->facts, e)) return false;
        }
    for (int i = 0; i < N && free; i++) {
        y[i] = VV_ZERO;
        for (int k = 0; k < N; k++) y[i] = vv_add(c, y[i], vv_mul(c, a[k * N + i], b[k]));
    }
    return free && vv_ctx_ok(c);
}

/* Two by two: Cramer's rule stays readable; larger blocks become a SOLVE node. */
static bool solve_block(linear *l, int k, const int *rows, const int *cols, vv_expr *x) {
    vv_ctx *c = l->c;
    vv_expr *a = VV_MATRIX(c, vv_expr, k, k), *b = VV_ARRAY(c, vv_expr, k + 1),
            *y = VV_ARRAY(c, vv_expr, k + 1);
    if (!a || !b || !y) return false;
    for (int i = 0; i < k; i++) {
        b[i] = l->b[rows[i]];
        for (int j = 0; j < k; j++) a[i * k + j] = l->a[rows[i] * l->n + cols[j]];
    }
    if (k == 2) {
        vv_expr det = vv_sub(c, vv_mul(c, a[0], a[3]), vv_mul(c, a[1], a[2]));
        det = vv_simplify_if_constant(c, l->s->nq, l->s->q, det);
        y[0] = vv_div(c, vv_sub(c, vv_mul(c, b[0], a[3]), vv_mul(c, a[1], b[1])), det);
        y[1] = vv_div(c, vv_sub(c, vv_mul(c, a[0], b[1]), vv_mul(c, b[0], a[2])), det);
    } else if (k > 0 && (k != 3 || (!solve_orthonormal(c, l->s, a, b, y) &&
                                    !solve_three(c, l->s, a, b, y)))) {
        vv_solve(c, k, vv_factor(c, k, a), b, y);
    }
    for (int j = 0; j < k; j++) x[cols[j]] = y[j];
    return vv_ctx_ok(c);
}

static void back_substitute(linear *l, const int *order, int n, vv_expr *x) {
    vv_ctx *c = l->c;
    for (int k = n - 1; k >= 0; k--) {
        int col = order[k], row = l->pivot_row[col];
        vv_expr sum = l->b[row];
        for (int j = 0; j < l->n; j++)
            if (j != col && x[j].id && !vv_is_zero(l->a[row * l->n + j]))
                sum = vv_sub(c, sum, vv_mul(c, l->a[row * l->n + j], x[j]));
        enum { SMALL_SUM = 24 };
        x[col] = vv_div(c, vv_flatten_sum(c, sum, SMALL_SUM), l->a[row * l->n + col]);
    }
}

/* Two open rows with the same two unknowns: the position of a wheel from its slip and its speed.
 * Solves them and substitutes in the other rows. */
static bool solve_pair(linear *l, vv_expr *x) {
    int n = l->n, col[2], last = 0;
    for (int i = 0; i < n; i++)
        for (int k = i + 1; k < n; k++) {
            int all = 0;
            if (l->row_done[i] || l->row_done[k] || entries_in_row(l, i, &last) != 2 ||
                entries_in_row(l, k, &last) != 2)
                continue;
            for (int j = 0; j < n; j++) {
                bool open = !l->col_done[j] &&
                            (!vv_is_zero(l->a[i * n + j]) || !vv_is_zero(l->a[k * n + j]));
                if (open && all < 2) col[all] = j;
                all += open;
            }
            if (all != 2) continue;
            l->row_done[i] = l->row_done[k] = l->col_done[col[0]] = l->col_done[col[1]] = true;
            if (!solve_block(l, 2, (int[]){i, k}, col, x)) return false;
            for (int r = 0; r < n; r++)
                for (int j = 0; j < 2 && !l->row_done[r]; j++)
                    l->b[r] = vv_sub(l->c, l->b[r], vv_mul(l->c, l->a[r * n + col[j]], x[col[j]]));
            return true;
        }
    return false;
}

bool vv_velocity_solve(vv_ctx *c, const vv_system *s, int n, vv_expr *a, vv_expr *b, vv_expr *x) {
    linear l = {
        c, s, n, a, b, VV_ARRAY(c, bool, n + 1), VV_ARRAY(c, bool, n + 1), VV_ARRAY(c, int, n + 1)};
    int *order = VV_ARRAY(c, int, n + 1), *rows = VV_ARRAY(c, int, n + 1),
        *cols = VV_ARRAY(c, int, n + 1);
    int done = 0, row = 0, col = 0, nr = 0, nc = 0;
    if (!vv_ctx_ok(c)) return false;
    for (int i = 0; i < n; i++) x[i] = VV_POISON;
    do {
        while (next_pivot(&l, &row, &col)) {
            order[done++] = col;
            eliminate(&l, row, col);
        }
    } while (solve_pair(&l, x));
    for (int i = 0; i < n; i++) {
        if (!l.row_done[i]) rows[nr++] = i;
        if (!l.col_done[i]) cols[nc++] = i;
    }
    if (!solve_block(&l, nr, rows, cols, x)) return false;
    back_substitute(&l, order, done, x);
    return vv_ctx_ok(c);
}
