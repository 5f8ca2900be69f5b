/* The speeds: as many as there are degrees of freedom, declared by the model or chosen among the
 * raw velocities; and the velocities written by them, V = V(q, w, t). */
#include <string.h>

#include "kinematics/system.h"
#include "kinematics/tidy.h"
#include "rewrite/factor.h"

typedef struct candidate {
    vv_expr symbol; /* w                                  */
    vv_expr *by_v;  /* its coefficients            (nv)   */
    vv_expr offset; /* its part free of V                 */
    const vv_speed *declared;
} candidate;

/* ---- choice -------------------------------------------------------------------------------- */

static bool add_candidate(vv_ctx *c, const vv_system *s, candidate *k, vv_expr symbol,
                          vv_expr value, const vv_speed *declared) {
    *k = (candidate){
        .symbol = symbol, .by_v = VV_ARRAY(c, vv_expr, s->nv + 1), .declared = declared};
    if (!k->by_v) return false;
    vv_gradient(c, value, s->nv, s->v, k->by_v);
    for (int i = 0; i < s->nv; i++)
        if (vv_depends(c, k->by_v[i], s->nv, s->v)) {
            vv_diag_hint(c,
                         vv_diag_add(c, VV_ERROR, VV_D_SPEED_NONLINEAR, declared->span,
                                     "the speed '%s' is not linear in the velocities",
                                     vv_symbol_get(c, symbol)->name),
                         "a speed is linear in the rates of the coordinates");
            return false;
        }
    vv_at_zero(c, s->nv, s->v, 1, &value, &k->offset);
    return true;
}

/* Velocities that a constraint gives with a plain coefficient are best left dependent: they come
 * last. */
static int reluctance(vv_ctx *c, const vv_system *s, int i) {
    int rows = 0, plain = 0;
    for (int a = 0; a < s->servo.k;
         a++) /* so that its variation can be left out [M-SERVO-APPELL] */
        if (vv_same(s->qd[s->servo.driven[a]], s->v[i])) return 0;
    for (int a = 0; a < s->nq; a++)
        if (vv_same(s->qd[a], s->v[i]) && s->m->coordinate[a].dependent) return 3;
    for (int r = 0; r < s->rank; r++) {
        vv_expr k = vv_diff(c, s->row[r].velocity, s->v[i]);
        rows += !vv_is_zero(k);
        plain += vv_is_const(c, k) && !vv_is_zero(k);
    }
    return rows == 0 ? 0 : plain == rows ? 2 : 1;
}

/* Candidates in order: declared speeds, then the speeds of free frames, then raw velocities by
 * reluctance. */
static int list_candidates(vv_ctx *c, const vv_system *s, candidate *k, int *ndeclared) {
    const vv_model *m = s->m;
    int n = 0;
    bool stated = false;
    for (int i = 0; i < m->nspeeds && !s->at; i++) {
        const vv_speed *w = &m->speed[i];
        if (w->free || !w->value.id) continue;
        stated |= !w->auxiliary;
        if (!add_candidate(c, s, &k[n++], w->symbol, vv_subst_map(c, &s->to_raw, w->value), w))
            return -1;
    }
    *ndeclared =
        stated ? n : 0; /* auxiliary parameters alone may be completed by coordinate rates */
    for (int i = 0; i < m->nspeeds; i++)
        if (m->speed[i].free &&
            !add_candidate(c, s, &k[n++], m->speed[i].symbol, m->speed[i].symbol, &m->speed[i]))
            return -1;
    for (int level = 0; level <= 3 && !stated; level++)
        for (int i = 0; i < s->nv; i++) {
            const vv_symbol *sym = vv_symbol_get(c, s->v[i]);
            if (sym->kind == VV_SYM_SPEED || reluctance(c, s, i) != level) continue;
            if (!add_candidate(c, s, &k[n++], s->v[i], s->v[i], NULL)) return -1;
        }
    return n;
}

/* One fault, one error: dependent speeds are the reason why others are missing. */
static void complain(vv_ctx *c, const vv_system *s, const candidate *k, int n, const int *taken,
                     int ntaken, int ndeclared) {
    int dependent = 0;
    if (!n || !k[0].declared) { /* not even the rates themselves were found independent: no point to
                                   look at */
        vv_diag_hint(c,
                     vv_diag_add(c, VV_ERROR, VV_D_CONTRADICTION,
                                 s->rank ? s->row[0].span : (vv_span){0},
                                 "no position was found where all constraints hold"),
                     "see whether they have a real solution");
        return;
    }
    for (int i = 0; i < ndeclared; i++) {
        bool used = false;
        for (int j = 0; j < ntaken; j++) used |= taken[j] == i;
        if (used || dependent++ >= 3) continue;
        vv_diag_hint(
            c,
            vv_diag_add(c, VV_ERROR, VV_D_SPEEDS_DEPENDENT, k[i].declared->span,
                        "the speed '%s' is determined by the constraints and the other speeds",
                        vv_symbol_get(c, k[i].symbol)->name),
            "%d speed%s needed: one for each degree of freedom, independent of the others",
            s->freedom, s->freedom == 1 ? " is" : "s are");
    }
    if (!dependent)
        vv_diag_hint(
            c,
            vv_diag_add(
                c, VV_ERROR, VV_D_SPEEDS_FEW, k[0].declared->span,
                "the speeds do not determine the velocities: %d speed%s for %d degrees of freedom",
                ntaken, ntaken == 1 ? "" : "s", s->freedom),
            "declare %d more, or none at all", s->freedom - ntaken);
}

/* ---- elimination --------------------------------------------------------------------------- */

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

/* An entry that is alone in its row or column, which nothing has to be divided by to remove: the
 * determinant has it for a factor. A column: the angle of each trailer behind a car. */
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

/* Next pivot: an entry that is alone, else the sparsest row with a plain pivot. */
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

/* Remove the unknown `col` from the other open rows. */
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

/* Determinant of the minor of a 3 x 3 matrix without row i and column j, with its sign. */
static vv_expr cofactor(vv_ctx *c, const vv_expr *a, int i, int j) {
    int r = (i + 1) % 3, s = (i + 2) % 3, k = (j + 1) % 3, l = (j + 2) % 3;
    return vv_sub(c, vv_mul(c, a[3 * r + k], a[3 * s + l]), vv_mul(c, a[3 * r + l], a[3 * s + k]));
}

/* What a factor is where the constraints hold: 1 or -1, as the norm of a free frame is; else 0. */
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

/* A form linear in the speeds with short coefficients, or false. */
static bool short_form(vv_ctx *c, const vv_system *s, vv_expr *e) {
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

/* Three by three by Cramer's rule where that is short in the end: the spin of a ball along fixed
 * axes by speeds along those of its contact. */
static bool solve_three(vv_ctx *c, const vv_system *s, const vv_expr *a, const vv_expr *b,
                        vv_expr *y) {
    vv_expr det = VV_ZERO, x[3] = {VV_ZERO, VV_ZERO, VV_ZERO};
    for (int j = 0; j < 3; j++) det = vv_add(c, det, vv_mul(c, a[j], cofactor(c, a, 0, j)));
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            x[i] = vv_add(c, x[i], vv_mul(c, cofactor(c, a, j, i), vv_div(c, b[j], det)));
        if (!short_form(c, s, &x[i])) return false;
    }
    memcpy(y, x, sizeof x);
    return vv_ctx_ok(c);
}

/* Rows of length one at right angles to each other where the constraints hold: the spin of a free
 * body by speeds along other axes. The inverse is the transposed. */
static bool solve_turned(vv_ctx *c, const vv_system *s, const vv_expr *a, const vv_expr *b,
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
        det = vv_settled(c, l->s->nq, l->s->q, det);
        y[0] = vv_div(c, vv_sub(c, vv_mul(c, b[0], a[3]), vv_mul(c, a[1], b[1])), det);
        y[1] = vv_div(c, vv_sub(c, vv_mul(c, a[0], b[1]), vv_mul(c, b[0], a[2])), det);
    } else if (k > 0 &&
               (k != 3 || (!solve_turned(c, l->s, a, b, y) && !solve_three(c, l->s, a, b, y)))) {
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

/* Two open rows with the same two unknowns: the place of a wheel from its slip and its speed. They
 * are solved, and known in the other rows. */
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

/* a x = b, a regular n x n. */
static bool solve_linear(vv_ctx *c, const vv_system *s, int n, vv_expr *a, vv_expr *b, vv_expr *x) {
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

/* ---- velocities by speeds ------------------------------------------------------------------ */

/* Of a contact's relations along axes that follow from each other each has a factor of its own,
 * sin(ψ) and cos(ψ): without it the one that is kept serves everywhere. */
static void without_factor(vv_ctx *c, const vv_system *s, int r, vv_expr *form) {
    vv_span own = s->row[r].span;
    bool shared = false;
    for (int i = 0; i < s->nfindings; i++) {
        vv_span other = s->m->constraint[s->finding[i].constraint].span;
        shared |= s->finding[i].kind == VV_FOUND_REDUNDANT && other.begin == own.begin &&
                  other.end == own.end;
    }
    if (shared) vv_form_divide(c, s->nv + 1, form);
}

static bool velocities_by_speeds(vv_ctx *c, vv_system *s, const candidate *k) {
    int n = s->nv;
    vv_expr *a = VV_MATRIX(c, vv_expr, n, n), *b = VV_ARRAY(c, vv_expr, n + 1),
            *x = VV_ARRAY(c, vv_expr, n + 1), *form = VV_ARRAY(c, vv_expr, n + 1);
    if (!a || !b || !x || !form) return false;
    for (int i = 0; i < s->n; i++) {
        memcpy(a + i * n, k[i].by_v, (size_t)n * sizeof *a);
        b[i] = vv_sub(c, s->w[i], k[i].offset);
    }
    for (int r = 0; r < s->rank; r++) {
        memcpy(form, s->row[r].by_raw, (size_t)(n + 1) * sizeof *form);
        without_factor(c, s, r, form);
        memcpy(a + (s->n + r) * n, form, (size_t)n * sizeof *a);
        b[s->n + r] = vv_neg(c, form[n]);
    }
    if (!solve_linear(c, s, n, a, b, x)) return false;
    s->to_speeds = (vv_rates){n, s->v, x};
    return true;
}

/* q', q'' and the rate map in the variables q, w. */
static void rates_by_speeds(vv_ctx *c, vv_system *s) {
    const vv_model *m = s->m;
    s->rate = VV_ARRAY(c, vv_expr, s->nq + 1);
    s->rate_rate = VV_ARRAY(c, vv_expr, s->nq + 1);
    vv_rates r = {0, VV_ARRAY(c, vv_expr, s->nq + 2 * s->n + 2),
                  VV_ARRAY(c, vv_expr, s->nq + 2 * s->n + 2)};
    bool declared = false; /* speeds along other axes than those of a free frame */
    for (int i = 0; i < m->nspeeds; i++) declared |= !m->speed[i].free && m->speed[i].value.id;
    if (!s->rate || !s->rate_rate || !r.from || !r.to) return;
    for (int i = 0; i < s->nq; i++) {
        vv_expr raw = s->qd[i];
        if (m->coordinate[i].internal) raw = vv_rate_along(c, &s->raw_rates, s->q[i]);
        s->rate[i] = vv_subst_map(c, &s->to_speeds, raw);
        if (m->coordinate[i].internal && declared) short_form(c, s, &s->rate[i]);
        r.from[r.n] = s->q[i];
        r.to[r.n++] = s->rate[i];
    }
    for (int i = 0; i < s->n; i++) {
        r.from[r.n] = s->w[i];
        r.to[r.n++] = s->wd[i];
        r.from[r.n] = s->wd[i];
        r.to[r.n++] = vv_symbol_rate(c, s->wd[i]);
    }
    r.from[r.n] = m->t;
    r.to[r.n++] = VV_ONE;
    s->speed_rates = r;
    vv_rate(c, r.n, r.from, r.to, s->nq, s->rate, s->rate_rate);
    s->direction = VV_MATRIX(c, vv_expr, s->n, s->nq);
    vv_expr *g = VV_ARRAY(c, vv_expr, s->n + 1);
    for (int a = 0; s->direction && g && a < s->nq; a++) {
        vv_gradient(c, s->rate[a], s->n, s->w, g);
        for (int i = 0; i < s->n; i++) s->direction[i * s->nq + a] = g[i];
    }
}

/* Choose the independent candidates: the earliest rows that raise the rank beyond the constraints.
 */
static int choose(vv_ctx *c, const vv_system *s, const candidate *k, int n, int *taken) {
    int rows = s->rank + n, nv = s->nv, rank, ntaken = 0;
    vv_expr *m = VV_MATRIX(c, vv_expr, rows, nv);
    int *pivot = VV_ARRAY(c, int, rows + 1), *pivot_col = VV_ARRAY(c, int, rows + 1);
    if (!m || !pivot || !pivot_col) return 0;
    for (int r = 0; r < s->rank; r++) memcpy(m + r * nv, s->row[r].by_raw, (size_t)nv * sizeof *m);
    for (int i = 0; i < n; i++) memcpy(m + (s->rank + i) * nv, k[i].by_v, (size_t)nv * sizeof *m);
    if (s->at) vv_subst(c, s->nq, s->q, s->at, rows * nv, m, m);
    vv_generic_rank(c, &s->facts, rows, nv, m, &rank, pivot, pivot_col, NULL);
    for (int i = 0; i < rank; i++)
        if (pivot[i] >= s->rank) taken[ntaken++] = pivot[i] - s->rank;
    return ntaken;
}

/* A relation that is not linear in the velocities leaves no linear speeds: the velocities q'
 * themselves are used, on the manifold f(q, q', t) = 0, and only methods with multipliers apply. */
static void all_velocities(vv_ctx *c, vv_system *s) {
    s->n = s->nq;
    s->w = s->speed = s->rate = s->qd;
    s->wd = s->rate_rate = s->qdd;
    s->speed_rates = s->coordinate_rates;
    s->direction = VV_MATRIX(c, vv_expr, s->nq, s->nq);
    for (int a = 0; s->direction && a < s->nq * s->nq; a++)
        s->direction[a] = a % (s->nq + 1) ? VV_ZERO : VV_ONE;
    for (int r = 0; r < s->nrows + s->servo.r; r++) {
        const vv_row *row = r < s->nrows ? &s->row[r] : &s->servo.row[r - s->nrows];
        vv_manifold_take(c, s, vv_apply_rules(c, &s->facts, row->velocity));
    }
}

vv_status vv_system_speeds(vv_ctx *c, vv_system *s) {
    int most = s->nv + s->m->nspeeds, ndeclared = 0;
    candidate *k = VV_ARRAY(c, candidate, most + 1), *own = VV_ARRAY(c, candidate, most + 1);
    int *taken = VV_ARRAY(c, int, most + s->rank + 1);
    bool all = false;
    for (int r = 0; r < s->rank; r++) all |= s->row[r].kind == VV_ROW_NONLINEAR;
    if (all) {
        all_velocities(c, s);
        return vv_ctx_status(c);
    }
    if (!k || !own || !taken) return vv_ctx_status(c);
    int n = list_candidates(c, s, k, &ndeclared);
    if (n < 0) return vv_ctx_fail(c, VV_E_MODEL);
    int ntaken = choose(c, s, k, n, taken);
    bool missing = ntaken < s->freedom;
    for (int i = 0; i < ndeclared; i++) {
        bool used = false;
        for (int j = 0; j < ntaken; j++) used |= taken[j] == i;
        missing |= !used;
    }
    if (missing && s->at) return VV_E_BEYOND;
    if (missing) {
        complain(c, s, k, n, taken, ntaken, ndeclared);
        return vv_ctx_fail(c, VV_E_MODEL);
    }
    s->n = s->freedom;
    s->w = VV_ARRAY(c, vv_expr, s->n + 1);
    s->wd = VV_ARRAY(c, vv_expr, s->n + 1);
    s->speed = VV_ARRAY(c, vv_expr, s->n + 1);
    for (int i = 0; vv_ctx_ok(c) && i < s->n; i++) {
        own[i] = k[taken[i]];
        s->w[i] = own[i].symbol;
        s->wd[i] = vv_symbol_rate(c, s->w[i]);
        vv_expr value = own[i].declared ? own[i].declared->value : own[i].symbol;
        s->speed[i] = vv_in_coordinates(c, s, value);
    }
    if (vv_ctx_ok(c) && velocities_by_speeds(c, s, own)) rates_by_speeds(c, s);
    s->speeds_ok = vv_ctx_ok(c);
    return vv_ctx_status(c);
}

vv_status vv_system_other_speeds(vv_ctx *c, const vv_system *s, const vv_expr *at, vv_system *out) {
    *out = *s;
    out->at = at;
    out->speeds_ok = false;
    if (s->nservos) return VV_E_BEYOND;
    return vv_system_speeds(c, out);
}
