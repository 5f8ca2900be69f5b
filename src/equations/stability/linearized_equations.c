#include "equations/stability/linearized_equations.h"

#include <string.h>

#include "algebra/algebra.h"

void vv_clear_zeros(vv_ctx *c, const vv_facts *f, int n, vv_expr *e) {
    for (int i = 0; i < n; i++)
        if (!vv_is_const(c, e[i]) && vv_vanishes(c, f, e[i])) e[i] = VV_ZERO;
}

/* Minors of the leading rows by sets of columns. */
vv_expr vv_determinant(vv_ctx *c, int n, const vv_expr *m) {
    vv_expr minor[1 << VV_DETERMINANT_MAX] = {VV_ONE};
    for (int set = 1; set < 1 << n; set++) {
        int r = __builtin_popcount((unsigned)set) - 1;
        minor[set] = VV_ZERO;
        for (int k = 0; k < n; k++) {
            if (!(set >> k & 1)) continue;
            vv_expr t = vv_mul(c, m[r * n + k], minor[set & ~(1 << k)]);
            bool odd = __builtin_popcount((unsigned)set >> (k + 1)) & 1;
            minor[set] = odd ? vv_sub(c, minor[set], t) : vv_add(c, minor[set], t);
        }
    }
    return minor[(1 << n) - 1];
}

/* Finds a block of coupled unknowns by the zero pattern of M; blocks are solved separately,
 * which keeps the quotients short. */
static int block(int n, const vv_expr *M, bool *done, int *at) {
    int k = 0;
    for (int i = 0; i < n && !k; i++)
        if (!done[i]) at[k++] = i, done[i] = true;
    for (int i = 0; i < k; i++)
        for (int j = 0; j < n; j++) {
            bool tied = !vv_is_zero(M[at[i] * n + j]) || !vv_is_zero(M[j * n + at[i]]);
            if (tied && !done[j]) at[k++] = j, done[j] = true;
        }
    return k;
}

bool vv_solve_cramer(vv_ctx *c, const vv_facts *f, int n, const vv_expr *M, int k, const vv_expr *B,
                     vv_expr *X) {
    bool done[VV_DETERMINANT_MAX] = {false};
    int at[VV_DETERMINANT_MAX];
    for (int m; n <= VV_DETERMINANT_MAX && (m = block(n, M, done, at)) > 0;) {
        vv_expr part[VV_DETERMINANT_MAX * VV_DETERMINANT_MAX], other[sizeof part / sizeof *part];
        for (int i = 0; i < m * m; i++) part[i] = M[at[i / m] * n + at[i % m]];
        vv_expr whole = vv_determinant(c, m, part);
        if (vv_is_zero(whole) || vv_is_identically_zero(c, f, whole) != VV_FALSE) return false;
        for (int j = 0; j < k; j++)
            for (int x = 0; x < m; x++) {
                memcpy(other, part, (size_t)(m * m) * sizeof *part);
                for (int i = 0; i < m; i++) other[i * m + x] = B[at[i] * k + j];
                X[at[x] * k + j] = vv_div(c, vv_determinant(c, m, other), whole);
            }
    }
    return n <= VV_DETERMINANT_MAX && vv_ctx_ok(c);
}

bool vv_linearized_solve(vv_ctx *c, const vv_facts *f, vv_linearized *m) {
    int n = m->n;
    vv_expr *G = VV_MATRIX(c, vv_expr, n, n), *K = VV_MATRIX(c, vv_expr, n, n),
            *one = VV_MATRIX(c, vv_expr, n, n);
    if (!G || !K || !one || n > VV_DETERMINANT_MAX || !vv_solve_cramer(c, f, n, m->M, n, m->G, G) ||
        !vv_solve_cramer(c, f, n, m->M, n, m->K, K))
        return false;
    for (int i = 0; i < n * n; i++) one[i] = i % (n + 1) ? VV_ZERO : VV_ONE;
    vv_clear_zeros(c, f, n * n, G);
    vv_clear_zeros(c, f, n * n, K);
    m->M = one, m->G = G, m->K = K;
    return true;
}

/* ---- symmetric matrices -------------------------------------------------------------------- */

typedef struct square {
    vv_ctx *c;
    const vv_facts *f;
    int n;
    vv_expr a[VV_DETERMINANT_MAX * VV_DETERMINANT_MAX];
} square;

static void remove_row(square *q, int k) {
    int n = q->n, w = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (i != k && j != k) q->a[w++] = q->a[i * n + j];
    q->n = n - 1;
}

/* A - A_k A_k^T / A_kk without row and column k. */
static void eliminate(square *q, int k) {
    int n = q->n;
    vv_expr d = q->a[k * n + k], row[VV_DETERMINANT_MAX];
    for (int j = 0; j < n; j++) row[j] = q->a[k * n + j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (!vv_is_zero(row[i]) && !vv_is_zero(row[j]))
                q->a[i * n + j] =
                    vv_sub(q->c, q->a[i * n + j], vv_div(q->c, vv_mul(q->c, row[i], row[j]), d));
    remove_row(q, k);
    vv_clear_zeros(q->c, q->f, q->n * q->n, q->a);
}

/* Rows i and j with zero diagonal and off-diagonal entry b: x y b is one positive and one
 * negative square; x -> x + y makes a pivot of it. */
static bool mix(square *q) {
    int n = q->n;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            if (i == j || vv_is_zero(q->a[i * n + j])) continue;
            vv_sign s = vv_sign_given_facts(q->c, q->f, q->a[i * n + j]);
            if (s != VV_POSITIVE && s != VV_NEGATIVE) continue;
            for (int k = 0; k < n; k++)
                q->a[i * n + k] = vv_add(q->c, q->a[i * n + k], q->a[j * n + k]);
            for (int k = 0; k < n; k++)
                q->a[k * n + i] = vv_add(q->c, q->a[k * n + i], q->a[k * n + j]);
            return true;
        }
    return false;
}

static int find_pivot(square *q, vv_sign *sign, bool *all_zero, bool *diagonal_zero) {
    int n = q->n;
    *all_zero = *diagonal_zero = true;
    for (int i = 0; i < n * n; i++) *all_zero &= vv_is_zero(q->a[i]);
    for (int k = 0; k < n; k++) {
        if (vv_is_zero(q->a[k * n + k])) continue;
        *diagonal_zero = false;
        *sign = vv_sign_given_facts(q->c, q->f, q->a[k * n + k]);
        if (*sign == VV_POSITIVE || *sign == VV_NEGATIVE) return k;
    }
    return -1;
}

bool vv_signature_of(vv_ctx *c, const vv_facts *f, int n, const vv_expr *A, vv_signature *out) {
    square q = {.c = c, .f = f, .n = n};
    *out = (vv_signature){0};
    if (n > VV_DETERMINANT_MAX) return false;
    memcpy(q.a, A, (size_t)(n * n) * sizeof *A);
    vv_clear_zeros(c, f, n * n, q.a);
    while (q.n && vv_ctx_tick(c)) {
        bool all_zero, diagonal_zero;
        vv_sign sign = VV_ANY_SIGN;
        int k = find_pivot(&q, &sign, &all_zero, &diagonal_zero);
        if (all_zero) {
            out->zero += q.n;
            return true;
        }
        if (k >= 0) {
            *(sign == VV_POSITIVE ? &out->positive : &out->negative) += 1;
            eliminate(&q, k);
        } else if (!diagonal_zero || !mix(&q)) {
            return false;
        }
    }
    return vv_ctx_ok(c);
}

/* ---- the characteristic polynomial --------------------------------------------------------- */

bool vv_characteristic_polynomial(vv_ctx *c, const vv_facts *f, const vv_linearized *m,
                                  vv_expr *out) {
    int n = m->n;
    vv_expr a[VV_DETERMINANT_MAX * VV_DETERMINANT_MAX], x = vv_symbol_new(c, "λ", VV_SYM_OTHER);
    if (n > VV_DETERMINANT_MAX) return false;
    for (int i = 0; i < n * n; i++)
        a[i] = vv_add(c, m->K[i], vv_mul(c, x, vv_add(c, m->G[i], vv_mul(c, x, m->M[i]))));
    vv_taylor_coefficients(c, vv_determinant(c, n, a), x, 2 * n + 1, out);
    vv_clear_zeros(c, f, 2 * n + 1, out);
    return vv_ctx_ok(c);
}

vv_expr vv_force_norm_squared(vv_ctx *c, const vv_facts *f, int n, const vv_expr *M,
                              const vv_expr *F) {
    vv_expr x[VV_DETERMINANT_MAX], sum = VV_ZERO;
    if (n > VV_DETERMINANT_MAX || !vv_solve_cramer(c, f, n, M, 1, F, x)) return VV_POISON;
    for (int i = 0; i < n; i++) sum = vv_add(c, sum, vv_mul(c, F[i], x[i]));
    return vv_factored(c, sum);
}
