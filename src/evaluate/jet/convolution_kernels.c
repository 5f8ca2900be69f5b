/* Inner terms of all convolutions of an order, in vectors. */
#include "evaluate/jet/jet_code.h"
#include "evaluate/jet/convolution_vectors.h"
#include "platform/platform.h"

/* sums = sum of a_i b_(k-i), i = 1 .. k - 1, for n convolutions in vectors; a row holds all a,
 * then all b, and the next row follows after `pitch` doubles.
 * Odd k: `ahead` receives the terms of k + 1 without the rows 1, 2, k - 1 and k, from the same
 * loads; even k adds those, because row k - 1 may have been incomplete. If rows are complete,
 * `ahead` receives the terms of rows 2 and k - 1, too, which saves loads.
 * Even and odd i are summed separately, which halves the latency of the chain; coefficients just
 * stored come last. Every product is fused with its sum: every width gives the same digits, and
 * so does unrolled.c, which keeps this order. G vectors at once, as many as there are registers
 * for. */
#define KERNEL(W, MOST, TARGET)                                                                    \
    /* sum, with the terms of the rows 1 and k - 1 */                                              \
    TARGET INLINE vector_##W ends_##W(int k, int m, int p, const vector_##W *first,                \
                                      const vector_##W *last, vector_##W sum) {                    \
        if (k > 1) sum = FUSED_##W(first[p], last[m + p], sum);                                    \
        return k > 2 ? FUSED_##W(last[p], first[m + p], sum) : sum;                                \
    }                                                                                              \
    /* those of 2 and k - 2 */                                                                     \
    TARGET INLINE vector_##W second_##W(int k, int m, int t, int p, const vector_##W *first,       \
                                        const vector_##W *last, vector_##W sum) {                  \
        if (k > 3) sum = FUSED_##W(last[p - t], first[t + m + p], sum);                            \
        return k > 4 ? FUSED_##W(first[t + p], last[m + p - t], sum) : sum;                        \
    }                                                                                              \
    /* odd k: G vectors from index p on, of m in half a row; row stride t */                       \
    TARGET INLINE void odd_##W(bool complete, int G, int k, int m, int t, int p,                   \
                               const vector_##W *first, const vector_##W *last, vector_##W *out,   \
                               vector_##W *next) {                                                 \
        const int from = complete ? 2 : 3;                                                         \
        const vector_##W *a = first + (from - 1) * t + p, *b = last - (from - 1) * t + m + p;      \
        vector_##W x[MOST] = {0}, u[MOST] = {0}, c[MOST] = {0}, y[MOST] = {0}, v[MOST] = {0};      \
        for (int i = from; i < k - from; i += 2, a += 2 * t, b -= 2 * t)                           \
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
        UNROLL for (int g = 0; g < G; g++) { /* c is b of the row `from` */                        \
            const vector_##W *low = first + (from - 1) * t + p + g,                                \
                             *high = last - (from - 2) * t + p + g;                                \
            x[g] += y[g], u[g] += v[g];                                                            \
            if (complete && k > 2) u[g] = FUSED_##W(high[0], k > 3 ? c[g] : low[m], u[g]);         \
            if (k > 3) u[g] = FUSED_##W(low[0], high[m], u[g]);                                    \
            if (!complete && k > 5) u[g] = FUSED_##W(high[0], c[g], u[g]);                         \
            if (!complete) x[g] = second_##W(k, m, t, p + g, first, last, x[g]);                   \
            out[p + g] = ends_##W(k, m, p + g, first, last, x[g]);                                 \
            next[p + g] = u[g];                                                                    \
        }                                                                                          \
    }                                                                                              \
    TARGET INLINE void even_##W(bool complete, int k, int m, int t, int p,                         \
                                const vector_##W *first, const vector_##W *last, vector_##W *out,  \
                                const vector_##W *next) {                                          \
        vector_##W sum = complete ? next[p] : second_##W(k, m, t, p, first, last, next[p]);        \
        out[p] = ends_##W(k, m, p, first, last, sum);                                              \
    }                                                                                              \
    /* G vectors, or as many as there are */                                                       \
    TARGET INLINE void sums_##W(bool complete, int G, int n, int pitch, int k, const double *rows, \
                                double *sums, double *ahead) {                                     \
        const vector_##W *first = (const vector_##W *)(rows + pitch),                              \
                         *last = (const vector_##W *)(rows + pitch * (k - 1));                     \
        vector_##W *out = (vector_##W *)sums, *next = (vector_##W *)ahead;                         \
        int m = G ? G : n / W, t = pitch / W, p = 0;                                               \
        for (; p < m && k % 2 == 0; p++) even_##W(complete, k, m, t, p, first, last, out, next);   \
        if (G && k % 2) odd_##W(complete, G, k, m, t, 0, first, last, out, next), p = m;           \
        for (; p + MOST <= m; p += MOST)                                                           \
            odd_##W(complete, MOST, k, m, t, p, first, last, out, next);                           \
        for (; p < m; p++) odd_##W(complete, 1, k, m, t, p, first, last, out, next);               \
    }

/* G: for exactly this many vectors; most systems are that small, and latency-bound at every
 * order. */
#define NAMED(NAME, W, WHOLE, G, TARGET)                                                           \
    TARGET static void NAME(int n, int pitch, int k, const double *rows, double *sums,             \
                            double *ahead) {                                                       \
        sums_##W(WHOLE, G, n, pitch, k, rows, sums, ahead);                                        \
    }

KERNEL(2, 2, )
NAMED(kernel_2, 2, false, 0, )
NAMED(kernel_complete_2, 2, true, 0, )
#if VV_SIMD
KERNEL(4, 2, AVX2_FMA)
NAMED(kernel_4, 4, false, 0, AVX2_FMA)
NAMED(kernel_complete_4, 4, true, 0, AVX2_FMA)
KERNEL(8, 5, AVX512)
NAMED(kernel_8, 8, false, 0, AVX512)
NAMED(kernel_8_1, 8, false, 1, AVX512)
NAMED(kernel_8_2, 8, false, 2, AVX512)
NAMED(kernel_8_3, 8, false, 3, AVX512)
NAMED(kernel_8_4, 8, false, 4, AVX512)
NAMED(kernel_8_5, 8, false, 5, AVX512)
NAMED(kernel_complete_8, 8, true, 0, AVX512)
NAMED(kernel_complete_8_1, 8, true, 1, AVX512)
NAMED(kernel_complete_8_2, 8, true, 2, AVX512)
NAMED(kernel_complete_8_3, 8, true, 3, AVX512)

/* The same for W motions in lanes, in the same order, so that each gets the digits it has alone.
 * A vector holds one coefficient of all motions; pair has the first coefficients of both
 * operands. Loads are the bottleneck: two sums at once, and a shared operand is loaded once. */
#define LANES(W, TARGET)                                                                           \
    typedef struct operands_##W {                                                                  \
        const vector_##W *a, *b;                                                                   \
    } operands_##W;                                                                                \
    TARGET INLINE vector_##W ends_lanes_##W(int k, operands_##W o, vector_##W sum) {               \
        if (k > 1) sum = FUSED_##W(o.a[1], o.b[k - 1], sum);                                       \
        return k > 2 ? FUSED_##W(o.a[k - 1], o.b[1], sum) : sum;                                   \
    }                                                                                              \
    TARGET INLINE vector_##W second_lanes_##W(int k, operands_##W o, vector_##W sum) {             \
        if (k > 3) sum = FUSED_##W(o.a[k - 2], o.b[2], sum);                                       \
        return k > 4 ? FUSED_##W(o.a[2], o.b[k - 2], sum) : sum;                                   \
    }                                                                                              \
    TARGET INLINE void find_operands_##W(shared both, int G, const int32_t *pair,                  \
                                         const vector_##W *rows, operands_##W *o) {                \
        for (int g = 0; g < G; g++) {                                                              \
            o[g] = (operands_##W){rows + pair[2 * g], rows + pair[2 * g + 1]};                     \
            if (both == FIRST) o[g].a = o[0].a;                                                    \
            if (both == SECOND) o[g].b = o[0].b;                                                   \
        }                                                                                          \
    }                                                                                              \
    TARGET INLINE void odd_lanes_##W(bool complete, shared both, int G, int k,                     \
                                     const int32_t *pair, const vector_##W *rows, vector_##W *out, \
                                     vector_##W *next) {                                           \
        const int from = complete ? 2 : 3, high = k + 1 - from;                                    \
        operands_##W o[2];                                                                         \
        vector_##W x[2] = {0}, u[2] = {0}, c[2] = {0}, y[2] = {0}, v[2] = {0};                     \
        find_operands_##W(both, G, pair, rows, o);                                                 \
        for (int i = from; i < k - from; i += 2) {                                                 \
            vector_##W now[2], then[2], with[2], last[2];                                          \
            UNROLL for (int g = 0; g < G; g++) {                                                   \
                bool again = g && both == FIRST, twice = g && both == SECOND;                      \
                now[g] = again ? now[0] : o[g].a[i], then[g] = again ? then[0] : o[g].a[i + 1];    \
                with[g] = twice ? with[0] : o[g].b[k - i];                                         \
                last[g] = twice ? last[0] : o[g].b[k - i - 1];                                     \
                HOLD(now[g]);                                                                      \
                HOLD(then[g]);                                                                     \
                HOLD(with[g]);                                                                     \
                HOLD(last[g]);                                                                     \
            }                                                                                      \
            UNROLL for (int g = 0; g < G; g++) {                                                   \
                u[g] = FUSED_##W(now[g], c[g], u[g]);                                              \
                x[g] = FUSED_##W(now[g], with[g], x[g]);                                           \
                v[g] = FUSED_##W(then[g], with[g], v[g]);                                          \
                y[g] = FUSED_##W(then[g], last[g], y[g]);                                          \
                c[g] = last[g];                                                                    \
            }                                                                                      \
        }                                                                                          \
        UNROLL for (int g = 0; g < G; g++) {                                                       \
            x[g] += y[g], u[g] += v[g];                                                            \
            if (complete && k > 2)                                                                 \
                u[g] = FUSED_##W(o[g].a[high], k > 3 ? c[g] : o[g].b[from], u[g]);                 \
            if (k > 3) u[g] = FUSED_##W(o[g].a[from], o[g].b[high], u[g]);                         \
            if (!complete && k > 5) u[g] = FUSED_##W(o[g].a[high], c[g], u[g]);                    \
            if (!complete) x[g] = second_lanes_##W(k, o[g], x[g]);                                 \
            x[g] = ends_lanes_##W(k, o[g], x[g]);                                                  \
        }                                                                                          \
        for (int g = 0; g < G; g++) out[g] = x[g], next[g] = u[g];                                 \
    }                                                                                              \
    TARGET INLINE void even_lanes_##W(bool complete, shared both, int G, int k,                    \
                                      const int32_t *pair, const vector_##W *rows,                 \
                                      vector_##W *out, const vector_##W *next) {                   \
        operands_##W o[2];                                                                         \
        vector_##W x[2];                                                                           \
        find_operands_##W(both, G, pair, rows, o);                                                 \
        UNROLL for (int g = 0; g < G; g++) {                                                       \
            x[g] = complete ? next[g] : second_lanes_##W(k, o[g], next[g]);                        \
            x[g] = ends_lanes_##W(k, o[g], x[g]);                                                  \
        }                                                                                          \
        for (int g = 0; g < G; g++) out[g] = x[g];                                                 \
    }                                                                                              \
    TARGET INLINE void few_lanes_##W(bool complete, shared both, int G, int k,                     \
                                     const int32_t *pair, const vector_##W *rows, vector_##W *out, \
                                     vector_##W *next) {                                           \
        if (k % 2)                                                                                 \
            odd_lanes_##W(complete, both, G, k, pair, rows, out, next);                            \
        else                                                                                       \
            even_lanes_##W(complete, both, G, k, pair, rows, out, next);                           \
    }                                                                                              \
    TARGET INLINE void sums_lanes_##W(bool complete, int n, int k, const int32_t *pair,            \
                                      const double *rows, double *sums, double *ahead) {           \
        const vector_##W *all = (const vector_##W *)rows;                                          \
        vector_##W *out = (vector_##W *)sums, *next = (vector_##W *)ahead;                         \
        for (; n >= 2; n -= 2, pair += 4, out += 2, next += 2) {                                   \
            if (pair[0] == pair[2])                                                                \
                few_lanes_##W(complete, FIRST, 2, k, pair, all, out, next);                        \
            else if (pair[1] == pair[3])                                                           \
                few_lanes_##W(complete, SECOND, 2, k, pair, all, out, next);                       \
            else                                                                                   \
                few_lanes_##W(complete, NOTHING, 2, k, pair, all, out, next);                      \
        }                                                                                          \
        if (n) few_lanes_##W(complete, NOTHING, 1, k, pair, all, out, next);                       \
    }                                                                                              \
    TARGET static void lanes_##W(int n, int k, const int32_t *pair, const double *rows,            \
                                 double *sums, double *ahead) {                                    \
        sums_lanes_##W(false, n, k, pair, rows, sums, ahead);                                      \
    }                                                                                              \
    TARGET static void lanes_complete_##W(int n, int k, const int32_t *pair, const double *rows,   \
                                          double *sums, double *ahead) {                           \
        sums_lanes_##W(true, n, k, pair, rows, sums, ahead);                                       \
    }
LANES(4, AVX2_FMA)
LANES(8, AVX512)
#endif

vv_jet_kernel *vv_jet_kernel_of(int width, int n, bool complete) {
    if (n > VV_JET_BLOCKED_ABOVE) return vv_jet_blocked_kernel_of(width, complete);
#if VV_SIMD
    static vv_jet_kernel *const few[] = {kernel_8,   kernel_8_1, kernel_8_2,
                                         kernel_8_3, kernel_8_4, kernel_8_5};
    static vv_jet_kernel *const few_complete[] = {kernel_complete_8, kernel_complete_8_1,
                                                  kernel_complete_8_2, kernel_complete_8_3};
    int m = n / 8;
    if (width >= 8 && vv_cpu_supports_lanes(8)) {
        if (complete)
            return m < (int)(sizeof few_complete / sizeof *few_complete) ? few_complete[m]
                                                                         : *few_complete;
        return m < (int)(sizeof few / sizeof *few) ? few[m] : *few;
    }
    if (width >= 4 && vv_cpu_supports_lanes(4)) return complete ? kernel_complete_4 : kernel_4;
#endif
    (void)width, (void)n;
    return complete ? kernel_complete_2 : kernel_2;
}

vv_jet_lanes_kernel *vv_jet_lanes_kernel_of(int lanes, int n, bool complete) {
    if (n > VV_JET_BLOCKED_ABOVE) return vv_jet_lanes_blocked_kernel_of(lanes, complete);
#if VV_SIMD
    if (lanes == 8 && vv_cpu_supports_lanes(8)) return complete ? lanes_complete_8 : lanes_8;
    if (lanes == 4 && vv_cpu_supports_lanes(4)) return complete ? lanes_complete_4 : lanes_4;
#endif
    (void)lanes, (void)complete;
    return NULL;
}
