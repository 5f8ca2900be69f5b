#include "numeric/lu.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>

#include "platform/platform.h"
#include "platform/simd_targets.h"
#include "platform/simd_vector4.h"

/* The compiler unrolls loops over a constant n: orders up to this one have specialized code. */
enum { MOST_UNROLLED = 4 };

/* ---- one system ----------------------------------------------------------------------------- */

/* row -= f * top from column j on */
INLINE void subtract(int n, int j, double *row, double f, const double *top) {
    for (; j + 4 <= n; j += 4) *(vv_double4 *)(row + j) -= f * *(const vv_double4 *)(top + j);
    for (; j < n; j++) row[j] -= f * top[j];
}

INLINE void scale(int n, double *row, double f) {
    int j = 0;
    for (; j + 4 <= n; j += 4) *(vv_double4 *)(row + j) *= f;
    for (; j < n; j++) row[j] *= f;
}

/* Columns from .. to - 1. */
INLINE bool factor_columns(int n, int from, int to, double *a, double *pivot) {
    bool regular = true;
    for (int k = from; k < to; k++) {
        int r = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(a[i * n + k]) > fabs(a[r * n + k])) r = i;
        pivot[k] = r;
        for (int j = 0; r != k && j < n; j++) {
            double x = a[k * n + j];
            a[k * n + j] = a[r * n + j], a[r * n + j] = x;
        }
        if (!(fabs(a[k * n + k]) > 0)) regular = false; /* zero or NaN */
        double inverse = 1.0 / a[k * n + k], *top = a + k * n;
        for (int i = k + 1; i < n; i++) {
            double *row = a + i * n, f = row[k];
            if (f == 0) continue; /* matrices of mechanical systems are sparse */
            row[k] = f *= inverse;
            subtract(n, k + 1, row, f, top);
        }
        top[k] = inverse; /* needed for solving */
    }
    return regular;
}

INLINE bool factor(int n, double *a, double *pivot) { return factor_columns(n, 0, n, a, pivot); }

/* Each unknown subtracts the others in the order in which they become known: forward from the
 * first, backward from the last. Four rows at a time, to hide latency. */
INLINE void solve(int n, const double *lu, const double *pivot, double *x) {
    for (int k = 0; k < n; k++) {
        int r = (int)pivot[k];
        double y = x[r];
        x[r] = x[k], x[k] = y;
    }
    int i = 0;
    for (; i < n; i += 4) {
        int m = n - i < 4 ? n - i : 4;
        const double *row = lu + i * n;
        double y[4];
        for (int r = 0; r < m; r++) y[r] = x[i + r];
        for (int j = 0; j < i; j++)
            for (int r = 0; r < m; r++) y[r] -= row[r * n + j] * x[j];
        for (int r = 0; r < m; r++) {
            for (int j = 0; j < r; j++) y[r] -= row[r * n + i + j] * y[j];
            x[i + r] = y[r];
        }
    }
    for (i = n; i > 0; i -= 4) {
        int m = i < 4 ? i : 4;
        const double *row = lu + (i - 1) * n; /* upwards from here */
        double y[4];
        for (int r = 0; r < m; r++) y[r] = x[i - 1 - r];
        for (int j = n - 1; j >= i; j--)
            for (int r = 0; r < m; r++) y[r] -= row[j - r * n] * x[j];
        for (int r = 0; r < m; r++) {
            for (int j = 0; j < r; j++) y[r] -= row[i - 1 - j - r * n] * y[j];
            x[i - 1 - r] = y[r] *= row[i - 1 - r - r * n];
        }
    }
}

/* Gauss-Jordan: column k becomes that of the unit matrix in all rows, and its place takes the
 * column of the inverse; exchanged rows become exchanged columns of the inverse. */
INLINE bool invert(int n, double *a, double *pivot, double least) {
    for (int k = 0; k < n; k++) {
        pivot[k] = 0;
        for (int i = 0; i < n; i++)
            if (fabs(a[i * n + k]) > pivot[k]) pivot[k] = fabs(a[i * n + k]);
    }
    for (int k = 0; k < n; k++) {
        int r = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(a[i * n + k]) > fabs(a[r * n + k])) r = i;
        if (!(fabs(a[r * n + k]) > least * pivot[k])) return false; /* small or NaN */
        pivot[k] = r;
        for (int j = 0; r != k && j < n; j++) {
            double x = a[k * n + j];
            a[k * n + j] = a[r * n + j], a[r * n + j] = x;
        }
        double inverse = 1.0 / a[k * n + k], *top = a + k * n;
        scale(n, top, inverse);
        for (int i = 0; i < n; i++) { /* column k last: vectors read what vectors have written */
            double *row = a + i * n, f = row[k];
            if (i == k || f == 0) continue;
            subtract(n, 0, row, f, top);
            row[k] = -(f * inverse);
        }
        top[k] = inverse;
    }
    for (int k = n - 1; k >= 0; k--)
        for (int i = 0, r = (int)pivot[k]; r != k && i < n; i++) {
            double x = a[i * n + k];
            a[i * n + k] = a[i * n + r], a[i * n + r] = x;
        }
    return true;
}

/* Rows are `wide` apart, a multiple of 4, so that they consist of full vectors. */
INLINE bool sweep(int n, int wide, double *b, double least, const double *first) {
    for (int k = 0; k < n; k++) {
        double *top = b + k * wide, inverse = 1.0 / top[k];
        if (!(top[k] > least * first[k]) || !(first[k] > 0)) return false;
        scale(wide, top, inverse);
        for (int i = 0; i < n; i++) {
            double *row = b + i * wide, f = row[k];
            if (i == k) continue;
            subtract(wide, 0, row, f, top);
            row[k] = -(f * inverse);
        }
        top[k] = inverse;
    }
    return true;
}

/* The same with full vectors only: reading a row after a scalar store into it would stall.
 * Column k of a row counts as 0 before, and that of row k as its new value. */
typedef int64_t mask4 __attribute__((vector_size(32), aligned(8), may_alias));

AVX2 static bool sweep_wide(int n, int wide, double *b, double least, const double *first) {
    const mask4 places = {0, 1, 2, 3};
    for (int k = 0; k < n; k++) {
        double *top = b + k * wide, inverse = 1.0 / top[k];
        if (!(top[k] > least * first[k]) || !(first[k] > 0)) return false;
        int at = k & ~3;
        mask4 own = places == (int64_t)(k & 3);
        scale(wide, top, inverse);
        vv_double4 *block = (vv_double4 *)(top + at);
        *block = (vv_double4)(((mask4)*block & ~own) |
                              ((mask4)(vv_double4){inverse, inverse, inverse, inverse} & own));
        for (int i = 0; i < n; i++) {
            double *row = b + i * wide, f = row[k];
            if (i == k) continue;
            block = (vv_double4 *)(row + at);
            *block = (vv_double4)((mask4)*block & ~own);
            subtract(wide, 0, row, f, top);
        }
    }
    return true;
}
/* The same with wider registers, selected at run time. */
AVX2 static bool factor_wide(int n, int from, int to, double *a, double *pivot) {
    return factor_columns(n, from, to, a, pivot);
}
AVX2 static void solve_wide(int n, const double *lu, const double *pivot, double *x) {
    solve(n, lu, pivot, x);
}

AVX2 static bool invert_wide(int n, double *a, double *pivot, double least) {
    return invert(n, a, pivot, least);
}

static bool is_wide(void) { return vv_cpu_has_avx2; }

bool vv_lu_factor(int n, double *a, double *pivot) {
    assert(n >= 0 && a != pivot);
    switch (n) {
    case 2: return factor(2, a, pivot);
    case 3: return factor(3, a, pivot);
    case MOST_UNROLLED: return factor(MOST_UNROLLED, a, pivot);
    default: return vv_lu_factor_columns(n, 0, n, a, pivot);
    }
}

bool vv_lu_factor_columns(int n, int from, int to, double *a, double *pivot) {
    assert(from >= 0 && from <= to && to <= n);
    return is_wide() ? factor_wide(n, from, to, a, pivot) : factor_columns(n, from, to, a, pivot);
}

void vv_lu_solve(int n, const double *lu, const double *pivot, double *x) {
    assert(n >= 0 && x != lu);
    switch (n) {
    case 2: solve(2, lu, pivot, x); break;
    case 3: solve(3, lu, pivot, x); break;
    case MOST_UNROLLED: solve(MOST_UNROLLED, lu, pivot, x); break;
    default:
        if (is_wide())
            solve_wide(n, lu, pivot, x);
        else
            solve(n, lu, pivot, x);
        break;
    }
}

double vv_lu_determinant(int n, const double *lu, const double *pivot) {
    double product = 1;
    for (int k = 0; k < n; k++) {
        product /= lu[k * n + k];
        if ((int)pivot[k] != k) product = -product;
    }
    return product;
}

bool vv_invert(int n, double *a, double *pivot, double least) {
    assert(n >= 0 && a != pivot);
    if (n == 2) return invert(2, a, pivot, least);
    if (n == 3) return invert(3, a, pivot, least);
    return is_wide() ? invert_wide(n, a, pivot, least) : invert(n, a, pivot, least);
}

INLINE bool is_symmetric(int n, const double *a) {
    bool yes = true;
    for (int k = 0; k < n; k++)
        for (int i = 0; i < k; i++) {
            double off = a[i * n + k] - a[k * n + i];
            yes &= off * off <= VV_INVERT_SPD_ASYMMETRY * (a[i * n + i] * a[k * n + k]);
        }
    return yes;
}

/* For the orders that are unrolled. */
INLINE bool invert_unrolled(int n, bool symmetric, const double *a, double *out, double *scratch,
                            double least) {
    for (int k = 0; k < n; k++) scratch[k] = a[k * n + k];
    for (int k = 0; k < n * n; k++) out[k] = a[k];
    if (!(symmetric || is_symmetric(n, a)) || !sweep(n, n, out, least, scratch)) return false;
    for (int k = 0; k < n * n; k++) out[k] = -out[k];
    return true;
}

/* Rows consist of full vectors. */
INLINE bool invert_many(int n, bool symmetric, const double *a, double *out, double *scratch,
                        double least, bool avx2) {
    int wide = (n + 3) / 4 * 4;
    double *first = scratch, *b = scratch + n;
    for (int k = 0; k < n; k++) {
        first[k] = a[k * n + k];
        int j = 0;
        for (; j + 4 <= n; j += 4)
            *(vv_double4 *)(b + k * wide + j) = *(const vv_double4 *)(a + k * n + j);
        for (; j < wide; j++) b[k * wide + j] = j < n ? a[k * n + j] : 0;
    }
    if (!symmetric && !is_symmetric(n, a)) return false;
    if (!(avx2 ? sweep_wide(n, wide, b, least, first) : sweep(n, wide, b, least, first)))
        return false;
    for (int k = 0; k < n; k++) {
        int j = 0;
        for (; j + 4 <= n; j += 4)
            *(vv_double4 *)(out + k * n + j) = -*(vv_double4 *)(b + k * wide + j);
        for (; j < n; j++) out[k * n + j] = -b[k * wide + j];
    }
    return true;
}
AVX2 static bool invert_many_wide(int n, bool symmetric, const double *a, double *out,
                                  double *scratch, double least) {
    return invert_many(n, symmetric, a, out, scratch, least, true);
}

bool vv_invert_spd_negated(int n, bool symmetric, const double *a, double *out, double *scratch,
                           double least) {
    switch (n) {
    case 1: return invert_unrolled(1, symmetric, a, out, scratch, least);
    case 2: return invert_unrolled(2, symmetric, a, out, scratch, least);
    case 3: return invert_unrolled(3, symmetric, a, out, scratch, least);
    default:
        return is_wide() ? invert_many_wide(n, symmetric, a, out, scratch, least)
                         : invert_many(n, symmetric, a, out, scratch, least, false);
    }
}

/* Spoils the pivots of a singular matrix, and thereby every solution. */
static void invalidate(int n, double *lu) {
    for (int k = 0; k < n; k++) lu[k * n + k] = (double)NAN, lu[n * n + k] = k;
}

void vv_lu_factor_packed(int n, double *lu) {
    if (!vv_lu_factor(n, lu, lu + n * n)) invalidate(n, lu);
}

/* One function for each specialized order. */
#define OWN(N)                                                                                     \
    static void make_of_##N(int n, double *lu) {                                                   \
        (void)n;                                                                                   \
        if (!factor(N, lu, lu + N * N)) invalidate(N, lu);                                         \
    }                                                                                              \
    static void solve_of_##N(int n, const double *lu, const double *pivot, double *x) {            \
        (void)n;                                                                                   \
        solve(N, lu, pivot, x);                                                                    \
    }
OWN(2)
OWN(3)
OWN(4)

vv_lu_factor_function *vv_lu_factor_for(int n) {
    return n == 2 ? make_of_2 : n == 3 ? make_of_3 : n == 4 ? make_of_4 : vv_lu_factor_packed;
}
vv_lu_solve_function *vv_lu_solve_for(int n) {
    return n == 2 ? solve_of_2 : n == 3 ? solve_of_3 : n == 4 ? solve_of_4 : vv_lu_solve;
}

/* ---- several systems in lanes --------------------------------------------------------------- */

#define LANES "numeric/lu_lanes.h"
#include "platform/simd_widths.h"

void vv_lu_factor_lanes(int lanes, int n, double *lu) {
    if (lanes == 4)
        make_4(n, lu);
    else
        make_8(n, lu);
}

void vv_invert_spd_negated_lanes(int lanes, int n, const double *a, double *out, double *scratch,
                                 double least, bool *good) {
    if (lanes == 4)
        sweep_4(n, a, out, scratch, least, good);
    else
        sweep_8(n, a, out, scratch, least, good);
}

void vv_lu_solve_lanes(int lanes, int n, const double *lu, double *x) {
    if (lanes == 4)
        solve_4(n, lu, x);
    else
        solve_8(n, lu, x);
}
