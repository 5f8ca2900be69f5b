#include "analysis/linear/variational_equations.h"

#include <string.h>

#include "equations/stability/stability.h"
#include "equations/equations.h"

/* ---- which coordinates --------------------------------------------------------------------- */

/* Does e depend on the orientation of the free frame to which the Euler parameter a belongs? Only
 * derivatives along rotations count: the sum of squares does not depend on it. */
static bool depends_on_turn(vv_ctx *c, const vv_system *s, vv_expr e, int a) {
    int first = a;
    while (first > 0 && s->m->coordinate[first - 1].internal) first--;
    first = a - (a - first) % 4;
    if (!vv_depends(c, e, 4, &s->q[first])) return false;
    for (int k = 0; k < s->nv; k++) {
        vv_expr sum = VV_ZERO;
        for (int i = first; i < first + 4; i++) {
            vv_expr rate = vv_symbol_map_time_derivative(c, &s->maps.raw_rates, s->q[i]);
            sum = vv_add(c, sum, vv_mul(c, vv_diff(c, e, s->q[i]), vv_diff(c, rate, s->v[k])));
        }
        if (!vv_vanishes(c, &s->facts, sum)) return true;
    }
    return false;
}

/* Does e depend on coordinate a in value, not only syntactically? */
static bool depends(vv_ctx *c, const vv_system *s, vv_expr e, int a) {
    if (s->m->coordinate[a].internal) return depends_on_turn(c, s, e, a);
    return vv_depends(c, e, 1, &s->q[a]) && !vv_vanishes(c, &s->facts, vv_diff(c, e, s->q[a]));
}

/* Does a holonomic constraint only prescribe a coordinate as a function of time? It contains the
 * time and a coordinate that occurs neither in the accelerations nor in another constraint: ψ =
 * ω t. */
static bool only_prescribes(vv_ctx *c, const vv_system *s, const vv_expr *wd, int row) {
    if (!vv_depends(c, s->row[row].finite, 1, &s->m->t)) return false;
    for (int a = 0; a < s->nq; a++) {
        bool elsewhere = !vv_depends(c, s->row[row].finite, 1, &s->q[a]);
        for (int i = 0; i < s->n && !elsewhere; i++) elsewhere = depends(c, s, wd[i], a);
        for (int i = 0; i < s->nrows && !elsewhere; i++)
            elsewhere = i != row && s->row[i].kind == VV_ROW_HOLONOMIC &&
                        vv_depends(c, s->row[i].finite, 1, &s->q[a]);
        if (!elsewhere) return true;
    }
    return false;
}

vv_status vv_essential_coordinates(vv_ctx *c, const vv_study *study, bool *in) {
    const vv_system *s = study->s;
    vv_expr *wd = VV_ARRAY(c, vv_expr, study->eq->nunknowns + 1);
    if (!wd || vv_equations_solve(c, study->eq, wd) != VV_OK) return vv_ctx_status(c);
    for (int a = 0; a < s->nq; a++) {
        in[a] = false;
        for (int i = 0; i < s->n && !in[a]; i++) in[a] = depends(c, s, wd[i], a);
    }
    for (int i = 0; i < s->nrows && vv_ctx_tick(c); i++) {
        if (s->row[i].kind != VV_ROW_HOLONOMIC || only_prescribes(c, s, wd, i)) continue;
        if (s->m->constraint[s->row[i].given].kind == VV_CON_NORM) continue;
        for (int a = 0; a < s->nq; a++) in[a] |= vv_depends(c, s->row[i].finite, 1, &s->q[a]);
    }
    for (bool more = true; more && vv_ctx_tick(c);) { /* coordinates in the rates of these */
        more = false;
        for (int a = 0; a < s->nq; a++)
            for (int b = 0; b < s->nq && !in[a]; b++)
                if (in[b] && depends(c, s, s->rate[b], a)) in[a] = more = true;
    }
    for (int a = 0; a + 3 < s->nq; a++) { /* an orientation as a whole */
        if (!s->m->coordinate[a].internal) continue;
        bool any = in[a] || in[a + 1] || in[a + 2] || in[a + 3];
        for (int k = 0; k < 4; k++) in[a + k] = any;
        a += 3;
    }
    return vv_ctx_status(c);
}

/* ---- the equations ------------------------------------------------------------------------- */

/* Derivatives of the coordinate rates and of the forces, in general. */
static bool slopes(vv_ctx *c, const vv_study *study, const int *coordinate, const vv_expr *wd0,
                   vv_linear_variation *v) {
    const vv_system *s = study->s;
    const vv_equations *eq = study->eq;
    int n = v->n, nq = v->nq;
    vv_expr *e = VV_ARRAY(c, vv_expr, n + 1);
    if (!e) return false;
    for (int i = 0; i < nq; i++) e[i] = s->rate[coordinate[i]];
    for (int i = 0; i < s->n; i++) {
        e[nq + i] = eq->rhs[i];
        for (int j = 0; wd0 && j < s->n; j++)
            e[nq + i] = vv_sub(c, e[nq + i], vv_mul(c, eq->matrix[i * s->n + j], s->wd[j]));
    }
    return vv_jacobian(c, n, e, n, v->x, v->right) == VV_OK;
}

/* ---- on the constraint manifold ------------------------------------------------------------ */

/* The holonomic constraints on the deviating coordinates: their derivatives along the motion.
 * Constraints that contain another coordinate only determine that one. */
static int constraint_gradients(vv_ctx *c, const vv_system *s, const vv_linear_variation *v,
                                int nat, const vv_expr *at, const vv_expr *to, vv_expr *G) {
    int m = 0;
    for (int r = 0; r < s->nrows; r++) {
        if (s->row[r].kind != VV_ROW_HOLONOMIC) continue;
        bool inside = true;
        for (int a = 0; a < s->nq; a++) {
            bool deviates = false;
            for (int i = 0; i < v->nq; i++) deviates |= vv_same(v->x[i], s->q[a]);
            inside &= deviates || !vv_depends(c, s->row[r].finite, 1, &s->q[a]);
        }
        if (inside) vv_gradient(c, s->row[r].finite, v->nq, v->x, G + m++ * v->nq);
    }
    vv_subst(c, nat, at, to, m * v->nq, G, G);
    if (vv_ctx_status(c) == VV_E_MODEL) {
        vv_ctx_clear_failure(c);
        return -1;
    }
    return m;
}

/* Chooses the dependent coordinates and computes N; prefers coordinates whose rates are not
 * speeds. */
static bool choose_dependent(vv_ctx *c, const vv_system *s, vv_linear_variation *v, int m,
                             const vv_expr *G, int *at) {
    int nq = v->nq, rank = 0, n = 0, k = 0, *order = VV_ARRAY(c, int, nq + 1),
        *row = VV_ARRAY(c, int, m + 1), *left = VV_ARRAY(c, int, nq + 1);
    vv_expr *D = VV_MATRIX(c, vv_expr, m, m), *b = VV_MATRIX(c, vv_expr, m, nq);
    v->N = VV_MATRIX(c, vv_expr, m, nq);
    v->follows = VV_ARRAY(c, vv_expr, m + 1);
    if (!order || !row || !left || !D || !b || !v->N || !v->follows) return false;
    for (int pass = 0; pass < 2; pass++)
        for (int i = nq - 1; i >= 0; i--) {
            bool speed = false;
            for (int j = 0; j < s->n; j++) speed |= vv_same(vv_symbol_rate(c, v->x[i]), s->w[j]);
            if (speed == (pass == 1)) order[n++] = i;
        }
    if (m > VV_DETERMINANT_MAX ||
        vv_generic_rank(c, &s->facts, m, nq, G, &rank, row, at, order) != VV_OK || rank < m)
        return false;
    for (int i = 0; i < nq; i++) {
        bool follows = false;
        for (int j = 0; j < m; j++) follows |= at[j] == i;
        if (!follows) left[k++] = i;
    }
    for (int i = 0; i < m; i++) {
        v->follows[i] = v->x[at[i]];
        for (int j = 0; j < m; j++) D[i * m + j] = G[i * nq + at[j]];
        for (int j = 0; j < k; j++) b[i * k + j] = vv_neg(c, G[i * nq + left[j]]);
    }
    if (!vv_solve_cramer(c, &s->facts, m, D, k, b, v->N)) return false;
    vv_clear_zeros(c, &s->facts, m * k, v->N);
    return vv_ctx_ok(c);
}

/* Removes the deviations of m dependent coordinates: left (δx)' = right (N δx). */
static void remove_dependent(vv_ctx *c, vv_linear_variation *v, int m, const int *at) {
    int n = v->n, k = n - m, nq = v->nq - m, *kept = VV_ARRAY(c, int, n + 1);
    vv_expr *t = VV_ARRAY(c, vv_expr, m + 2);
    if (!kept || !t) return;
    for (int i = 0, j = 0; i < n; i++) {
        bool follows = false;
        for (int r = 0; r < m; r++) follows |= at[r] == i;
        if (!follows) kept[j++] = i;
    }
    for (int i = 0; i < k; i++) { /* in place: entries are read before they are overwritten */
        const vv_expr *row = v->right + kept[i] * n;
        vv_expr by[VV_LINEAR_VARIATION_ROOM];
        for (int j = 0; j < k; j++) {
            t[0] = row[kept[j]];
            for (int r = 0; r < m; r++)
                t[1 + r] = j < nq ? vv_mul(c, row[at[r]], v->N[r * nq + j]) : VV_ZERO;
            by[j] = vv_sum(c, m + 1, t);
        }
        for (int j = 0; j < k; j++) v->left[i * k + j] = v->left[kept[i] * n + kept[j]];
        memcpy(v->right + i * k, by, (size_t)k * sizeof *by);
    }
    for (int i = 0; i < k; i++) v->x[i] = v->x[kept[i]];
    v->n = k, v->nq = nq, v->nfollow = m;
}

/* False if the constraints are singular along the motion. */
static bool put_on_constraints(vv_ctx *c, const vv_system *s, int nat, const vv_expr *at,
                               const vv_expr *to, vv_linear_variation *v) {
    vv_expr *G = VV_MATRIX(c, vv_expr, s->nrows, v->nq);
    int *follows = VV_ARRAY(c, int, s->nrows + 1);
    if (!G || !follows || v->n > VV_LINEAR_VARIATION_ROOM) return vv_ctx_ok(c);
    int m = constraint_gradients(c, s, v, nat, at, to, G);
    for (int i = 0; i < m * v->nq; i++)
        if (vv_depends(c, G[i], 1, &s->m->t)) return true; /* they vary in time */
    if (m <= 0) return m == 0;
    if (!choose_dependent(c, s, v, m, G, follows)) return false;
    remove_dependent(c, v, m, follows);
    return true;
}

void vv_linear_variation_gradient(vv_ctx *c, const vv_linear_variation *v, vv_expr e,
                                  vv_expr *out) {
    vv_gradient(c, e, v->n, v->x, out);
    for (int r = 0; r < v->nfollow; r++) {
        vv_expr by = vv_diff(c, e, v->follows[r]);
        for (int j = 0; j < v->nq; j++)
            out[j] = vv_add(c, out[j], vv_mul(c, by, v->N[r * v->nq + j]));
    }
}

vv_status vv_linear_variation_make(vv_ctx *c, const vv_study *study, int nq, const int *coordinate,
                                   int nat, const vv_expr *at, const vv_expr *to,
                                   const vv_expr *wd0, vv_linear_variation *out) {
    const vv_system *s = study->s;
    int n = nq + s->n;
    *out = (vv_linear_variation){.n = n, .nq = nq};
    out->x = VV_ARRAY(c, vv_expr, n + 1);
    out->left = VV_MATRIX(c, vv_expr, n, n);
    out->right = VV_MATRIX(c, vv_expr, n, n);
    if (!out->x || !out->left || !out->right) return vv_ctx_status(c);
    for (int i = 0; i < n; i++) out->x[i] = i < nq ? s->q[coordinate[i]] : s->w[i - nq];
    if (!slopes(c, study, coordinate, wd0, out)) return vv_ctx_status(c);
    for (int i = 0; i < n * n; i++) {
        int r = i / n, k = i % n;
        bool mass = r >= nq && k >= nq;
        out->left[i] = mass     ? study->eq->matrix[(r - nq) * s->n + k - nq]
                       : r == k ? VV_ONE
                                : VV_ZERO;
    }
    if (wd0) vv_subst(c, s->n, s->wd, wd0, n * n, out->right, out->right);
    vv_subst(c, nat, at, to, n * n, out->left, out->left);
    vv_subst(c, nat, at, to, n * n, out->right, out->right);
    if (vv_ctx_status(c) == VV_E_MODEL) { /* coordinates or speeds are singular there */
        vv_ctx_clear_failure(c);
        return VV_E_BEYOND;
    }
    if (!put_on_constraints(c, s, nat, at, to, out)) return VV_E_BEYOND;
    n = out->n;
    vv_clear_zeros(c, &s->facts, n * n, out->left);
    vv_clear_zeros(c, &s->facts, n * n, out->right);
    /* polar coordinates at the pole: an equation is lost, and the others do not determine
     * stability */
    int rank = n;
    if (vv_generic_rank(c, &s->facts, n, n, out->left, &rank, NULL, NULL, NULL) == VV_OK &&
        rank < n)
        return VV_E_BEYOND;
    return vv_ctx_status(c);
}

void vv_linear_variation_put(vv_document *d, const vv_linear_variation *v) {
    vv_ctx *c = d->c;
    vv_expr *dx = VV_ARRAY(c, vv_expr, v->n + 1), *t = VV_ARRAY(c, vv_expr, 2 * v->n + 1);
    if (!dx || !t) return;
    for (int i = 0; i < v->n; i++) {
        const vv_symbol *x = vv_symbol_get(c, v->x[i]);
        vv_symbol_kind kind = i < v->nq || x->order ? VV_SYM_COORDINATE : VV_SYM_SPEED;
        dx[i] = vv_symbol_new(c, vv_format(c, "δ%s", x->name), kind);
        if (x->order) dx[i] = vv_symbol_rate(c, dx[i]);
    }
    /* if a coordinate rate is itself a speed, it is the rate of the coordinate's deviation */
    for (int i = v->nq; i < v->n; i++)
        for (int k = 0; k < v->nq; k++)
            if (vv_same(vv_symbol_get(c, v->x[i])->base, v->x[k]) &&
                vv_symbol_get(c, v->x[i])->order == 1)
                dx[i] = vv_symbol_rate(c, dx[k]);
    for (int i = 0, shown = 0; i < v->n; i++) {
        for (int k = 0; k < v->n; k++) {
            t[k] = vv_mul(c, v->left[i * v->n + k], vv_symbol_rate(c, dx[k]));
            t[v->n + k] = vv_neg(c, vv_mul(c, v->right[i * v->n + k], dx[k]));
        }
        vv_expr sum = vv_sum(c, 2 * v->n, t);
        if (!vv_is_zero(sum))
            vv_document_equation(d, "variation", vv_format(c, "%d", ++shown), sum, VV_ZERO, sum,
                                 NULL);
    }
}

/* ---- exponents ----------------------------------------------------------------------------- */

/* Minors of the leading rows by sets of columns, each a polynomial in λ: n + 1 coefficients. */
vv_status vv_linear_variation_characteristic(vv_ctx *c, const vv_facts *f,
                                             const vv_linear_variation *v, vv_expr *a) {
    int n = v->n, m = n + 1;
    if (n > VV_LINEAR_VARIATION_MOST) return VV_E_BEYOND;
    vv_expr *minor = VV_MATRIX(c, vv_expr, 1 << n, m);
    if (!minor) return vv_ctx_status(c);
    for (int i = 0; i < (1 << n) * m; i++) minor[i] = VV_ZERO;
    minor[0] = VV_ONE;
    for (int set = 1; set < 1 << n && vv_ctx_tick(c); set++) {
        int r = __builtin_popcount((unsigned)set) - 1;
        vv_expr *sum = minor + set * m;
        for (int k = 0; k < n; k++) {
            if (!(set >> k & 1)) continue;
            const vv_expr *part = minor + (set & ~(1 << k)) * m;
            bool odd = __builtin_popcount((unsigned)set >> (k + 1)) & 1;
            vv_expr l = v->left[r * n + k], g = vv_neg(c, v->right[r * n + k]);
            if (odd) l = vv_neg(c, l), g = vv_neg(c, g);
            for (int p = 0; p <= r; p++) {
                if (vv_is_zero(part[p])) continue;
                sum[p] = vv_add(c, sum[p], vv_mul(c, g, part[p]));
                sum[p + 1] = vv_add(c, sum[p + 1], vv_mul(c, l, part[p]));
            }
        }
    }
    memcpy(a, minor + ((1 << n) - 1) * m, (size_t)m * sizeof *a);
    vv_clear_zeros(c, f, m, a);
    return vv_ctx_status(c);
}
