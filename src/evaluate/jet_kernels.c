/* The inner terms of all convolutions of an order, side by side in vectors. */
#include <math.h>

#include "evaluate/jet_code.h"
#include "evaluate/targets.h"
#include "evaluate/x86.h"
#if defined __x86_64__
#include <immintrin.h>
#endif

/* In a register: loaded once, used twice. */
#if defined __x86_64__
#define HOLD(x) __asm__("" : "+v"(x))
#else
#define HOLD(x)
#endif
#if defined __clang__
#define UNROLL
#else
#define UNROLL _Pragma("GCC unroll 5")
#endif

/* sums = sum of a_i b_(k-i), i = 1 .. k - 1, for n convolutions side by side; a row holds all a,
 * then all b, and is followed by the next one after `pitch` doubles. Odd k: `ahead` gets the
 * terms of k + 1 without the rows 1, 2, k - 1 and k, with the same numbers loaded; even k: those
 * are added, since in row k - 1 something may be missing before. Where nothing is, `ahead` gets the
 * terms of rows 2 and k - 1, too: fewer numbers are loaded. Even and odd i are summed apart,
 * so that products wait for each other half as often; coefficients just stored come last. Every
 * product is fused with its sum: every width gives the same digits, and so does jet_whole.c, which
 * keeps this order. G vectors at once, as many as there are registers for. */
#define KERNEL(W, MOST, TARGET)                                                                    \
    typedef double vector_##W __attribute__((vector_size(8 * W), aligned(8), may_alias));          \
    /* sum, with the terms of the rows 2 and k - 2, then 1 and k - 1 */                            \
    TARGET INLINE vector_##W ends_##W(int k, int m, int t, int p, const vector_##W *first,         \
                                      const vector_##W *last, vector_##W sum) {                    \
        if (k > 3) sum = FUSED_##W(last[p - t], first[t + m + p], sum);                            \
        if (k > 4) sum = FUSED_##W(first[t + p], last[m + p - t], sum);                            \
        sum = FUSED_##W(first[p], last[m + p], sum);                                               \
        return k > 2 ? FUSED_##W(last[p], first[m + p], sum) : sum;                                \
    }                                                                                              \
    /* odd k: G vectors from place p on, of m in half a row; t from one row to the next */         \
    TARGET INLINE void odd_##W(int G, int k, int m, int t, int p, const vector_##W *first,         \
                               const vector_##W *last, vector_##W *out, vector_##W *next) {        \
        const vector_##W *a = first + 2 * t + p, *b = last - 2 * t + m + p;                        \
        vector_##W x[MOST] = {0}, u[MOST] = {0}, c[MOST] = {0}, y[MOST] = {0}, v[MOST] = {0};      \
        for (int i = 3; i < k - 3; i += 2, a += 2 * t, b -= 2 * t)                                 \
            UNROLL for (int g = 0; g < G; g++) {                                                   \
                vector_##W now = a[g], then = a[t + g], with = b[g];                               \
                HOLD(now);                                                                         \
                HOLD(then);                                                                        \
                HOLD(with);                                                                        \
                u[g] = FUSED_##W(now, c[g], u[g]);                                                 \
                x[g] = FUSED_##W(now, with, x[g]);                                                 \
                c[g] = b[g - t];                                                                   \
                v[g] = FUSED_##W(then, with, v[g]);                                                \
                y[g] = FUSED_##W(then, c[g], y[g]);                                                \
            }                                                                                      \
        UNROLL for (int g = 0; g < G; g++) {                                                       \
            const vector_##W *low = first + 2 * t + p + g, *high = last - t + p + g;               \
            x[g] += y[g], u[g] += v[g];                                                            \
            if (k > 3) u[g] = FUSED_##W(low[0], high[m], u[g]);                                    \
            if (k > 5) u[g] = FUSED_##W(high[0], c[g], u[g]); /* b_3 */                            \
            out[p + g] = k > 1 ? ends_##W(k, m, t, p + g, first, last, x[g]) : x[g];               \
            next[p + g] = u[g];                                                                    \
        }                                                                                          \
    }                                                                                              \
    /* the same where rows are whole */                                                            \
    TARGET INLINE vector_##W ends_whole_##W(int k, int m, int p, const vector_##W *first,          \
                                            const vector_##W *last, vector_##W sum) {              \
        if (k > 1) sum = FUSED_##W(first[p], last[m + p], sum);                                    \
        return k > 2 ? FUSED_##W(last[p], first[m + p], sum) : sum;                                \
    }                                                                                              \
    TARGET INLINE void odd_whole_##W(int G, int k, int m, int t, int p, const vector_##W *first,   \
                                     const vector_##W *last, vector_##W *out, vector_##W *next) {  \
        const vector_##W *a = first + t + p, *b = last - t + m + p;                                \
        vector_##W x[MOST] = {0}, u[MOST] = {0}, c[MOST] = {0}, y[MOST] = {0}, v[MOST] = {0};      \
        for (int i = 2; i < k - 2; i += 2, a += 2 * t, b -= 2 * t)                                 \
            UNROLL for (int g = 0; g < G; g++) {                                                   \
                vector_##W now = a[g], then = a[t + g], with = b[g];                               \
                HOLD(now);                                                                         \
                HOLD(then);                                                                        \
                HOLD(with);                                                                        \
                u[g] = FUSED_##W(now, c[g], u[g]);                                                 \
                x[g] = FUSED_##W(now, with, x[g]);                                                 \
                c[g] = b[g - t];                                                                   \
                v[g] = FUSED_##W(then, with, v[g]);                                                \
                y[g] = FUSED_##W(then, c[g], y[g]);                                                \
            }                                                                                      \
        UNROLL for (int g = 0; g < G; g++) {                                                       \
            const vector_##W *low = first + t + p + g, *high = last + p + g;                       \
            x[g] += y[g], u[g] += v[g];                                                            \
            if (k > 2) u[g] = FUSED_##W(high[0], k > 3 ? c[g] : low[m], u[g]); /* b_2 */           \
            if (k > 3) u[g] = FUSED_##W(low[0], high[m], u[g]);                                    \
            out[p + g] = ends_whole_##W(k, m, p + g, first, last, x[g]);                           \
            next[p + g] = u[g];                                                                    \
        }                                                                                          \
    }                                                                                              \
    TARGET INLINE void even_##W(int k, int m, int t, int p, const vector_##W *first,               \
                                const vector_##W *last, vector_##W *out, const vector_##W *next) { \
        out[p] = ends_##W(k, m, t, p, first, last, next[p]);                                       \
    }                                                                                              \
    TARGET static void kernel_whole_##W(int n, int pitch, int k, const double *rows, double *sums, \
                                        double *ahead) {                                           \
        const vector_##W *first = (const vector_##W *)(rows + pitch),                              \
                         *last = (const vector_##W *)(rows + pitch * (k - 1));                     \
        vector_##W *out = (vector_##W *)sums, *next = (vector_##W *)ahead;                         \
        int m = n / W, t = pitch / W, p = 0;                                                       \
        for (; p < m && k % 2 == 0; p++) out[p] = ends_whole_##W(k, m, p, first, last, next[p]);   \
        for (; p + MOST <= m; p += MOST) odd_whole_##W(MOST, k, m, t, p, first, last, out, next);  \
        for (; p < m; p++) odd_whole_##W(1, k, m, t, p, first, last, out, next);                   \
    }                                                                                              \
    TARGET static void kernel_##W(int n, int pitch, int k, const double *rows, double *sums,       \
                                  double *ahead) {                                                 \
        const vector_##W *first = (const vector_##W *)(rows + pitch),                              \
                         *last = (const vector_##W *)(rows + pitch * (k - 1));                     \
        vector_##W *out = (vector_##W *)sums, *next = (vector_##W *)ahead;                         \
        int m = n / W, t = pitch / W, p = 0;                                                       \
        for (; p < m && k % 2 == 0; p++) even_##W(k, m, t, p, first, last, out, next);             \
        for (; p + MOST <= m; p += MOST) odd_##W(MOST, k, m, t, p, first, last, out, next);        \
        if (m - p == 4) odd_##W(MOST > 4 ? 4 : 0, k, m, t, p, first, last, out, next);             \
        if (m - p == 3) odd_##W(MOST > 3 ? 3 : 0, k, m, t, p, first, last, out, next);             \
        if (m - p == 2) odd_##W(MOST > 2 ? 2 : 0, k, m, t, p, first, last, out, next);             \
        if (m - p == 1) odd_##W(1, k, m, t, p, first, last, out, next);                            \
    }

/* For exactly G vectors of sums: most systems are so small, and wait for every order. */
#define SMALL(W, G, TARGET)                                                                        \
    TARGET static void kernel_##W##_##G(int n, int pitch, int k, const double *rows, double *sums, \
                                        double *ahead) {                                           \
        (void)n;                                                                                   \
        const vector_##W *first = (const vector_##W *)(rows + pitch),                              \
                         *last = (const vector_##W *)(rows + pitch * (k - 1));                     \
        vector_##W *out = (vector_##W *)sums, *next = (vector_##W *)ahead;                         \
        int t = pitch / W;                                                                         \
        if (k % 2 == 0)                                                                            \
            for (int p = 0; p < G; p++) even_##W(k, G, t, p, first, last, out, next);              \
        else                                                                                       \
            odd_##W(G, k, G, t, 0, first, last, out, next);                                        \
    }

#define SMALL_WHOLE(W, G, TARGET)                                                                  \
    TARGET static void kernel_whole_##W##_##G(int n, int pitch, int k, const double *rows,         \
                                              double *sums, double *ahead) {                       \
        (void)n;                                                                                   \
        const vector_##W *first = (const vector_##W *)(rows + pitch),                              \
                         *last = (const vector_##W *)(rows + pitch * (k - 1));                     \
        vector_##W *out = (vector_##W *)sums, *next = (vector_##W *)ahead;                         \
        int t = pitch / W;                                                                         \
        if (k % 2 == 0)                                                                            \
            for (int p = 0; p < G; p++) out[p] = ends_whole_##W(k, G, p, first, last, next[p]);    \
        else                                                                                       \
            odd_whole_##W(G, k, G, t, 0, first, last, out, next);                                  \
    }

#define FUSED_2(a, b, c) ((vector_2){fma((a)[0], (b)[0], (c)[0]), fma((a)[1], (b)[1], (c)[1])})
#define FUSED_4(a, b, c) ((vector_4)_mm256_fmadd_pd((__m256d)(a), (__m256d)(b), (__m256d)(c)))
#define FUSED_8(a, b, c) ((vector_8)_mm512_fmadd_pd((__m512d)(a), (__m512d)(b), (__m512d)(c)))
KERNEL(2, 2, )
#if defined __x86_64__
KERNEL(4, 2, AVX2_FMA)
KERNEL(8, 5, AVX512)
SMALL(8, 1, AVX512)
SMALL(8, 2, AVX512)
SMALL(8, 3, AVX512)
SMALL(8, 4, AVX512)
SMALL(8, 5, AVX512)
SMALL_WHOLE(8, 1, AVX512)
SMALL_WHOLE(8, 2, AVX512)
SMALL_WHOLE(8, 3, AVX512)

/* The same for W motions in lanes, in the same order, so that each gets the digits it has alone. A
 * vector holds one coefficient of all motions; pair has the first coefficients of both operands. */
#define LANES(W, TARGET)                                                                           \
    TARGET INLINE vector_##W ends_lanes_##W(int k, const vector_##W *a, const vector_##W *b,       \
                                            vector_##W sum) {                                      \
        if (k > 3) sum = FUSED_##W(a[k - 2], b[2], sum);                                           \
        if (k > 4) sum = FUSED_##W(a[2], b[k - 2], sum);                                           \
        sum = FUSED_##W(a[1], b[k - 1], sum);                                                      \
        return k > 2 ? FUSED_##W(a[k - 1], b[1], sum) : sum;                                       \
    }                                                                                              \
    TARGET INLINE void odd_lanes_##W(int G, int k, const int32_t *pair, const vector_##W *rows,    \
                                     vector_##W *out, vector_##W *next) {                          \
        const vector_##W *a[2], *b[2];                                                             \
        vector_##W x[2] = {0}, u[2] = {0}, c[2] = {0}, y[2] = {0}, v[2] = {0};                     \
        for (int g = 0; g < G; g++) a[g] = rows + pair[2 * g], b[g] = rows + pair[2 * g + 1];      \
        for (int i = 3; i < k - 3; i += 2) UNROLL for (int g = 0; g < G; g++) {                    \
                vector_##W now = a[g][i], then = a[g][i + 1], with = b[g][k - i];                  \
                HOLD(now);                                                                         \
                HOLD(then);                                                                        \
                HOLD(with);                                                                        \
                u[g] = FUSED_##W(now, c[g], u[g]);                                                 \
                x[g] = FUSED_##W(now, with, x[g]);                                                 \
                c[g] = b[g][k - i - 1];                                                            \
                v[g] = FUSED_##W(then, with, v[g]);                                                \
                y[g] = FUSED_##W(then, c[g], y[g]);                                                \
            }                                                                                      \
        UNROLL for (int g = 0; g < G; g++) {                                                       \
            x[g] += y[g], u[g] += v[g];                                                            \
            if (k > 3) u[g] = FUSED_##W(a[g][3], b[g][k - 2], u[g]);                               \
            if (k > 5) u[g] = FUSED_##W(a[g][k - 2], c[g], u[g]); /* b_3 */                        \
            out[g] = k > 1 ? ends_lanes_##W(k, a[g], b[g], x[g]) : x[g];                           \
            next[g] = u[g];                                                                        \
        }                                                                                          \
    }                                                                                              \
    TARGET INLINE vector_##W ends_whole_lanes_##W(int k, const vector_##W *a, const vector_##W *b, \
                                                  vector_##W sum) {                                \
        if (k > 1) sum = FUSED_##W(a[1], b[k - 1], sum);                                           \
        return k > 2 ? FUSED_##W(a[k - 1], b[1], sum) : sum;                                       \
    }                                                                                              \
    TARGET INLINE void odd_whole_lanes_##W(int G, int k, const int32_t *pair,                      \
                                           const vector_##W *rows, vector_##W *out,                \
                                           vector_##W *next) {                                     \
        const vector_##W *a[2], *b[2];                                                             \
        vector_##W x[2] = {0}, u[2] = {0}, c[2] = {0}, y[2] = {0}, v[2] = {0};                     \
        for (int g = 0; g < G; g++) a[g] = rows + pair[2 * g], b[g] = rows + pair[2 * g + 1];      \
        for (int i = 2; i < k - 2; i += 2) UNROLL for (int g = 0; g < G; g++) {                    \
                vector_##W now = a[g][i], then = a[g][i + 1], with = b[g][k - i];                  \
                HOLD(now);                                                                         \
                HOLD(then);                                                                        \
                HOLD(with);                                                                        \
                u[g] = FUSED_##W(now, c[g], u[g]);                                                 \
                x[g] = FUSED_##W(now, with, x[g]);                                                 \
                c[g] = b[g][k - i - 1];                                                            \
                v[g] = FUSED_##W(then, with, v[g]);                                                \
                y[g] = FUSED_##W(then, c[g], y[g]);                                                \
            }                                                                                      \
        UNROLL for (int g = 0; g < G; g++) {                                                       \
            x[g] += y[g], u[g] += v[g];                                                            \
            if (k > 2) u[g] = FUSED_##W(a[g][k - 1], k > 3 ? c[g] : b[g][2], u[g]); /* b_2 */      \
            if (k > 3) u[g] = FUSED_##W(a[g][2], b[g][k - 1], u[g]);                               \
            out[g] = ends_whole_lanes_##W(k, a[g], b[g], x[g]);                                    \
            next[g] = u[g];                                                                        \
        }                                                                                          \
    }                                                                                              \
    TARGET static void lanes_whole_##W(int n, int k, const int32_t *pair, const double *rows,      \
                                       double *sums, double *ahead) {                              \
        const vector_##W *all = (const vector_##W *)rows;                                          \
        vector_##W *out = (vector_##W *)sums, *next = (vector_##W *)ahead;                         \
        int p = 0;                                                                                 \
        for (; p < n && k % 2 == 0; p++)                                                           \
            out[p] = ends_whole_lanes_##W(k, all + pair[2 * p], all + pair[2 * p + 1], next[p]);   \
        for (; p + 2 <= n; p += 2)                                                                 \
            odd_whole_lanes_##W(2, k, pair + 2 * p, all, out + p, next + p);                       \
        if (p < n) odd_whole_lanes_##W(1, k, pair + 2 * p, all, out + p, next + p);                \
    }                                                                                              \
    TARGET static void lanes_##W(int n, int k, const int32_t *pair, const double *rows,            \
                                 double *sums, double *ahead) {                                    \
        const vector_##W *all = (const vector_##W *)rows;                                          \
        vector_##W *out = (vector_##W *)sums, *next = (vector_##W *)ahead;                         \
        int p = 0;                                                                                 \
        for (; p < n && k % 2 == 0; p++)                                                           \
            out[p] = ends_lanes_##W(k, all + pair[2 * p], all + pair[2 * p + 1], next[p]);         \
        for (; p + 2 <= n; p += 2) odd_lanes_##W(2, k, pair + 2 * p, all, out + p, next + p);      \
        if (p < n) odd_lanes_##W(1, k, pair + 2 * p, all, out + p, next + p);                      \
    }
LANES(4, AVX2_FMA)
LANES(8, AVX512)
#endif

vv_jet_kernel *vv_jet_kernel_of(int width, int n, bool whole) {
#if defined __x86_64__
    static vv_jet_kernel *const few[] = {kernel_8,   kernel_8_1, kernel_8_2,
                                         kernel_8_3, kernel_8_4, kernel_8_5};
    static vv_jet_kernel *const few_whole[] = {kernel_whole_8, kernel_whole_8_1, kernel_whole_8_2,
                                               kernel_whole_8_3};
    int m = n / 8;
    if (width >= 8 && vv_x86_supported(8)) {
        if (whole)
            return m < (int)(sizeof few_whole / sizeof *few_whole) ? few_whole[m] : *few_whole;
        return m < (int)(sizeof few / sizeof *few) ? few[m] : *few;
    }
    if (width >= 4 && vv_x86_supported(4)) return whole ? kernel_whole_4 : kernel_4;
#endif
    (void)width, (void)n;
    return whole ? kernel_whole_2 : kernel_2;
}

vv_jet_lanes_kernel *vv_jet_lanes_kernel_of(int lanes, bool whole) {
#if defined __x86_64__
    if (lanes == 8 && vv_x86_supported(8)) return whole ? lanes_whole_8 : lanes_8;
    if (lanes == 4 && vv_x86_supported(4)) return whole ? lanes_whole_4 : lanes_4;
#endif
    (void)lanes, (void)whole;
    return NULL;
}
