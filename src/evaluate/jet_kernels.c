/* The inner terms of all convolutions of an order, side by side in vectors. */
#include "evaluate/jet_code.h"
#include "evaluate/x86.h"

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
 * newest terms are added. Coefficients just stored come last. No fused rounding: every width gives
 * the same digits. */
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
                u[g] += now * c[g];                                                                \
                c[g] = b[g];                                                                       \
                x[g] += now * c[g];                                                                \
            }                                                                                      \
        UNROLL for (int g = 0; g < G; g++) { /* b_(k-1) with a_1 and, for k + 1, with a_2 */       \
            c[g] = last[m + p + g];                                                                \
            if (k > 1) x[g] += first[p + g] * c[g];                                                \
            if (k > 2) u[g] += first[2 * m + p + g] * c[g];                                        \
            out[p + g] = x[g];                                                                     \
            next[p + g] = u[g];                                                                    \
        }                                                                                          \
    }                                                                                              \
    TARGET static void kernel_##W(int n, int k, const double *rows, double *sums, double *ahead) { \
        const vector_##W *first = (const vector_##W *)(rows + 2 * n),                              \
                         *last = (const vector_##W *)(rows + 2 * n * (k - 1));                     \
        vector_##W *out = (vector_##W *)sums, *next = (vector_##W *)ahead;                         \
        int m = n / W, p = 0;                                                                      \
        for (; p < m && k % 2 == 0; p++)                                                           \
            out[p] = k == 2 ? first[p] * last[m + p]                                               \
                            : next[p] + first[p] * last[m + p] + last[p] * first[m + p];           \
        for (; p + 4 <= m; p += 4) odd_##W(4, k, m, p, first, last, out, next);                    \
        if (m - p == 3) odd_##W(3, k, m, p, first, last, out, next);                               \
        if (m - p == 2) odd_##W(2, k, m, p, first, last, out, next);                               \
        if (m - p == 1) odd_##W(1, k, m, p, first, last, out, next);                               \
    }

KERNEL(2, )
#if defined __x86_64__
KERNEL(4, __attribute__((target("avx2"))))
KERNEL(8, __attribute__((target("avx512f"))))
#endif

vv_jet_kernel *vv_jet_kernel_of(int width) {
#if defined __x86_64__
    if (width >= 8 && vv_x86_supported(8)) return kernel_8;
    if (width >= 4 && vv_x86_supported(4)) return kernel_4;
#endif
    (void)width;
    return kernel_2;
}
