/* The inner terms of all convolutions of an order, side by side in vectors. */
#include <math.h>

#include "evaluate/jet_code.h"
#include "evaluate/x86.h"
#if defined __x86_64__
#include <immintrin.h>
#endif

enum { AT_ONCE = 4 }; /* vectors whose sums are in registers together: none waits for the others */
#define INLINE static inline __attribute__((always_inline))
/* In a register: loaded once, used twice. */
#if defined __x86_64__
#define HOLD(x) __asm__("" : "+v"(x))
#else
#define HOLD(x)
#endif
#if defined __clang__
#define UNROLL
#else
#define UNROLL _Pragma("GCC unroll 4")
#endif

/* sums = sum of a_i b_(k-i), i = 1 .. k - 1, for n convolutions side by side; a row holds all a,
 * then all b. Odd k: `ahead` gets what is known of k + 1, with the same numbers loaded; even k: its
 * newest terms are added. Coefficients just stored come last. Every product is fused with its sum:
 * every width gives the same digits. */
#define KERNEL(W, TARGET)                                                                          \
    typedef double vector_##W __attribute__((vector_size(8 * W), aligned(8), may_alias));          \
    /* odd k: G vectors from place p on, of m in half a row */                                     \
    TARGET INLINE void odd_##W(int G, int k, int m, int p, const vector_##W *first,                \
                               const vector_##W *last, vector_##W *out, vector_##W *next) {        \
        const vector_##W *a = first + 2 * m + p, *b = last - 2 * m + m + p;                        \
        vector_##W x[AT_ONCE] = {0}, u[AT_ONCE] = {0}, c[AT_ONCE] = {0};                           \
        for (int i = 2; i < k; i++, a += 2 * m, b -= 2 * m) UNROLL for (int g = 0; g < G; g++) {   \
                vector_##W now = a[g];                                                             \
                HOLD(now);                                                                         \
                u[g] = FUSED_##W(now, c[g], u[g]);                                                 \
                c[g] = b[g];                                                                       \
                x[g] = FUSED_##W(now, c[g], x[g]);                                                 \
            }                                                                                      \
        UNROLL for (int g = 0; g < G; g++) { /* b_(k-1) with a_1 and, for k + 1, with a_2 */       \
            c[g] = last[m + p + g];                                                                \
            if (k > 1) x[g] = FUSED_##W(first[p + g], c[g], x[g]);                                 \
            if (k > 2) u[g] = FUSED_##W(first[2 * m + p + g], c[g], u[g]);                         \
            out[p + g] = x[g];                                                                     \
            next[p + g] = u[g];                                                                    \
        }                                                                                          \
    }                                                                                              \
    TARGET static void kernel_##W(int n, int k, const double *rows, double *sums, double *ahead) { \
        const vector_##W *first = (const vector_##W *)(rows + 2 * n),                              \
                         *last = (const vector_##W *)(rows + 2 * n * (k - 1));                     \
        vector_##W *out = (vector_##W *)sums, *next = (vector_##W *)ahead;                         \
        int m = n / W, p = 0;                                                                      \
        for (; p < m && k % 2 == 0; p++) {                                                         \
            out[p] = first[p] * last[m + p];                                                       \
            if (k == 2) continue;                                                                  \
            vector_##W known = FUSED_##W(first[p], last[m + p], next[p]);                          \
            out[p] = FUSED_##W(last[p], first[m + p], known);                                      \
        }                                                                                          \
        for (; p + 4 <= m; p += 4) odd_##W(4, k, m, p, first, last, out, next);                    \
        if (m - p == 3) odd_##W(3, k, m, p, first, last, out, next);                               \
        if (m - p == 2) odd_##W(2, k, m, p, first, last, out, next);                               \
        if (m - p == 1) odd_##W(1, k, m, p, first, last, out, next);                               \
    }

#define FUSED_2(a, b, c) ((vector_2){fma(a[0], b[0], c[0]), fma(a[1], b[1], c[1])})
#define FUSED_4(a, b, c) ((vector_4)_mm256_fmadd_pd((__m256d)(a), (__m256d)(b), (__m256d)(c)))
#define FUSED_8(a, b, c) ((vector_8)_mm512_fmadd_pd((__m512d)(a), (__m512d)(b), (__m512d)(c)))
KERNEL(2, )
#if defined __x86_64__
KERNEL(4, __attribute__((target("avx2,fma"))))
KERNEL(8, __attribute__((target("avx512f"))))

/* The same for W motions in lanes, in the same order, so that each gets the digits it has alone. A
 * vector holds one coefficient of all motions; pair has the first coefficients of both operands. */
#define LANES(W, TARGET)                                                                           \
    TARGET INLINE void odd_lanes_##W(int G, int k, const uint32_t *pair, const vector_##W *rows,   \
                                     vector_##W *out, vector_##W *next) {                          \
        const vector_##W *a[2], *b[2];                                                             \
        vector_##W x[2] = {0}, u[2] = {0}, c[2] = {0};                                             \
        for (int g = 0; g < G; g++) a[g] = rows + pair[2 * g], b[g] = rows + pair[2 * g + 1] + k;  \
        for (int i = 2; i < k; i++) UNROLL for (int g = 0; g < G; g++) {                           \
                vector_##W now = a[g][i];                                                          \
                HOLD(now);                                                                         \
                u[g] = FUSED_##W(now, c[g], u[g]);                                                 \
                c[g] = b[g][-i];                                                                   \
                x[g] = FUSED_##W(now, c[g], x[g]);                                                 \
            }                                                                                      \
        UNROLL for (int g = 0; g < G; g++) {                                                       \
            c[g] = b[g][-1];                                                                       \
            if (k > 1) x[g] = FUSED_##W(a[g][1], c[g], x[g]);                                      \
            if (k > 2) u[g] = FUSED_##W(a[g][2], c[g], u[g]);                                      \
            out[g] = x[g];                                                                         \
            next[g] = u[g];                                                                        \
        }                                                                                          \
    }                                                                                              \
    TARGET static void lanes_##W(int n, int k, const uint32_t *pair, const double *rows,           \
                                 double *sums, double *ahead) {                                    \
        const vector_##W *all = (const vector_##W *)rows;                                          \
        vector_##W *out = (vector_##W *)sums, *next = (vector_##W *)ahead;                         \
        int p = 0;                                                                                 \
        for (; p < n && k % 2 == 0; p++) {                                                         \
            const vector_##W *a = all + pair[2 * p], *b = all + pair[2 * p + 1];                   \
            out[p] = a[1] * b[1];                                                                  \
            if (k == 2) continue;                                                                  \
            vector_##W known = FUSED_##W(a[1], b[k - 1], next[p]);                                 \
            out[p] = FUSED_##W(a[k - 1], b[1], known);                                             \
        }                                                                                          \
        for (; p + 2 <= n; p += 2) odd_lanes_##W(2, k, pair + 2 * p, all, out + p, next + p);      \
        if (p < n) odd_lanes_##W(1, k, pair + 2 * p, all, out + p, next + p);                      \
    }
LANES(4, __attribute__((target("avx2,fma"))))
LANES(8, __attribute__((target("avx512f"))))
#endif

vv_jet_kernel *vv_jet_kernel_of(int width) {
#if defined __x86_64__
    if (width >= 8 && vv_x86_supported(8)) return kernel_8;
    if (width >= 4 && vv_x86_supported(4)) return kernel_4;
#endif
    (void)width;
    return kernel_2;
}

vv_jet_lanes_kernel *vv_jet_lanes_kernel_of(int lanes) {
#if defined __x86_64__
    if (lanes == 8 && vv_x86_supported(8)) return lanes_8;
    if (lanes == 4 && vv_x86_supported(4)) return lanes_4;
#endif
    (void)lanes;
    return NULL;
}
