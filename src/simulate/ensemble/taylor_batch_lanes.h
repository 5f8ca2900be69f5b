/* Steps of several motions side by side; taylor_batch.c includes this once for each width,
 * as platform/simd_widths.h says.
 *
 * A vector holds one number of each motion. All is computed as for one motion alone in stepper.c
 * and taylor.c, in the same order: each gets the digits it has alone. */
#include "platform/simd_lane_types.h"

#undef ROOT
#if !VV_SIMD
#define ROOT(x) NAME(root)(x)
TARGET INLINE vector NAME(root)(vector x) {
    UNROLLED for (int l = 0; l < L; l++) x[l] = sqrt(x[l]);
    return x;
}
#elif L == 4
#define ROOT(x) ((vector)_mm256_sqrt_pd((__m256d)(x)))
#else
#define ROOT(x) ((vector)_mm512_sqrt_pd((__m512d)(x)))
#endif
#include "simulate/integrate/last_terms.h"
#include "simulate/integrate/rough_logarithm.h"
#include "simulate/integrate/speed_floors.h"

/* a b - c, rounded once */
TARGET INLINE vector NAME(fused)(vector a, vector b, vector c) {
#if !VV_SIMD
    UNROLLED for (int l = 0; l < L; l++) c[l] = fma(a[l], b[l], -c[l]);
    return c;
#elif L == 4
    return (vector)_mm256_fmsub_pd((__m256d)a, (__m256d)b, (__m256d)c);
#else
    return (vector)_mm512_fmsub_pd((__m512d)a, (__m512d)b, (__m512d)c);
#endif
}

/* Transposes rows and columns. */
TARGET INLINE void NAME(transpose)(vector *x) {
#if !VV_SIMD
    for (int i = 0; i < L; i++)
        for (int l = 0; l < i; l++) {
            double below = x[i][l];
            x[i][l] = x[l][i], x[l][i] = below;
        }
#elif L == 4
    __m256d a = _mm256_unpacklo_pd((__m256d)x[0], (__m256d)x[1]),
            b = _mm256_unpackhi_pd((__m256d)x[0], (__m256d)x[1]),
            c = _mm256_unpacklo_pd((__m256d)x[2], (__m256d)x[3]),
            d = _mm256_unpackhi_pd((__m256d)x[2], (__m256d)x[3]);
    x[0] = (vector)_mm256_permute2f128_pd(a, c, 0x20);
    x[1] = (vector)_mm256_permute2f128_pd(b, d, 0x20);
    x[2] = (vector)_mm256_permute2f128_pd(a, c, 0x31);
    x[3] = (vector)_mm256_permute2f128_pd(b, d, 0x31);
#else
    enum { EVEN = 0x88, ODD = 0xDD }; /* quarters of both */
    __m512d pair[L];
    UNROLLED for (int i = 0; i < L; i += 2) {
        pair[i] = _mm512_unpacklo_pd((__m512d)x[i], (__m512d)x[i + 1]);
        pair[i + 1] = _mm512_unpackhi_pd((__m512d)x[i], (__m512d)x[i + 1]);
    }
    UNROLLED for (int i = 0; i < 2; i++) {
        __m512d a = _mm512_shuffle_f64x2(pair[i], pair[i + 2], EVEN),
                b = _mm512_shuffle_f64x2(pair[i + 4], pair[i + 6], EVEN),
                c = _mm512_shuffle_f64x2(pair[i], pair[i + 2], ODD),
                d = _mm512_shuffle_f64x2(pair[i + 4], pair[i + 6], ODD);
        x[i] = (vector)_mm512_shuffle_f64x2(a, b, EVEN);
        x[i + 2] = (vector)_mm512_shuffle_f64x2(c, d, EVEN);
        x[i + 4] = (vector)_mm512_shuffle_f64x2(a, b, ODD);
        x[i + 6] = (vector)_mm512_shuffle_f64x2(c, d, ODD);
    }
#endif
}

/* Copies n numbers of each motion to lanes and back, as many at once as there are lanes: both
 * arrays have a margin. Storing single numbers would stall the following vector load. */
TARGET INLINE void NAME(to_lanes)(int n, double *const *from, double *to) {
    for (int i = 0; i < n; i += L) {
        vector x[L];
        UNROLLED for (int l = 0; l < L; l++) x[l] = *(const vector *)(from[l] + i);
        NAME(transpose)(x);
        UNROLLED for (int l = 0; l < L; l++)((vector *)to)[i + l] = x[l];
    }
}
TARGET INLINE void NAME(from_lanes)(int n, const double *from, double *const *to) {
    for (int i = 0; i < n; i += L) {
        vector x[L];
        UNROLLED for (int l = 0; l < L; l++) x[l] = ((const vector *)from)[i + l];
        NAME(transpose)(x);
        UNROLLED for (int l = 0; l < L; l++) * (vector *)(to[l] + i) = x[l];
    }
}

/* States, error scales and last step sizes. */
TARGET static void NAME(gather)(vv_taylor_batch *b) {
    int state = b->flow->nq + b->flow->n;
    double *x[L], *low[L], *size[L], t[L];
    for (int l = 0; l < L; l++) {
        const vv_stepper *s = b->at[l];
        x[l] = s->x, low[l] = s->x_low, size[l] = s->error_scale;
        t[l] = s->t, b->h[l] = s->stats.steps ? s->h : 0;
    }
    NAME(to_lanes)(state, x, b->in);
    NAME(to_lanes)(state, low, b->low);
    NAME(to_lanes)(state, size, b->size);
    vector *in = (vector *)b->in, *time = (vector *)vv_jet_input(b->jet, b->work, b->jet->nin - 1);
    for (int i = 0; i < state; i++) *(vector *)vv_jet_input(b->jet, b->work, i) = in[i];
    memcpy(&in[state], t, sizeof t);
    time[0] = in[state];
    time[1] = 1 - (vector){0};
}

/* Floors and error scales; and the end of the whole step. Members outside the batch are ignored. */
TARGET static void NAME(give_sizes)(const vv_taylor_batch *b, double *const *floor,
                                    double *const *size) {
    NAME(from_lanes)(b->flow->n, b->least, floor);
    NAME(from_lanes)(b->flow->nq + b->flow->n, b->size, size);
}
TARGET static void NAME(give_ahead)(const vv_taylor_batch *b, double *const *ahead) {
    NAME(from_lanes)(3 * (b->flow->nq + b->flow->n) + b->flow->n, b->ahead, ahead);
}

TARGET static void NAME(measure)(int n, const double *matrix, const double *speeds, double *least) {
    NAME(speed_floors)(n, n, (const vector *)matrix, (const vector *)speeds, (vector *)least);
}

/* Bit mask of lanes. */
TARGET INLINE unsigned NAME(bits)(mask which) {
#if !VV_SIMD
    unsigned out = 0;
    UNROLLED for (int l = 0; l < L; l++) out |= (unsigned)(which[l] != 0) << l;
    return out;
#elif L == 4
    return (unsigned)_mm256_movemask_pd((__m256d)which);
#else
    return _mm512_test_epi64_mask((__m512i)which, (__m512i)which);
#endif
}

/* As vv_taylor_choose_step_size: which lanes have got a step by the largest terms and whose they
 * are. */
TARGET INLINE unsigned NAME(lengths)(vv_taylor_batch *b, const vector *most, const vector *of) {
    int p = b->flow->order;
    mask plain = (mask)((vector){0} == 0);
    vector one = NAME(rough_log2)(most[0], &plain) * (1.0 / (p - 1)),
           two = NAME(rough_log2)(most[1], &plain) * (1.0 / p), slowest = LARGER(two, one);
    *(vector *)b->shortest = PICK(two > one, of[1], of[0]);
    *(vector *)b->h = NAME(rough_exp2)(-slowest - 1 / (double)(p - 1), &plain);
    return NAME(bits)(plain);
}

/* Without multipliers; `far`: from one value to the next. */
TARGET static unsigned NAME(weigh)(vv_taylor_batch *b, size_t far, const double *series) {
    int p = b->flow->order, nq = b->flow->nq, n = nq + b->flow->n;
    vector h = *(const vector *)b->h, most[2] = {{0}}, of[2] = {{0}}, *size = (vector *)b->size;
    const vector *c = (const vector *)series, *least = (const vector *)b->least;
    for (int i = 0; i < n; i++, c += far) {
        vector number = i - (vector){0}, by;
        NAME(measure_value)
        (&c[0], &c[1], &h, i >= nq ? &least[i - nq] : NULL, b->tolerance, &size[i], &by);
        for (int k = 0; k < 2; k++)
            NAME(compare_term)(&c[p - 1 + k], &by, &number, &most[k], &of[k]);
    }
    vector *terms = (vector *)b->terms;
    for (int k = 0; k < 2; k++) terms[k] = most[k], terms[2 + k] = of[k];
    return NAME(lengths)(b, most, of);
}

/* As sum_quarters of taylor.c. */
TARGET INLINE vector NAME(sum)(const vector *c, int last, vector x) {
    vector s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0}, square = x * x, fourth = square * square;
    int k = last & ~3;
    if (last > k) s0 = c[k + 1];
    if (last > k + 1) s1 = c[k + 2];
    if (last > k + 2) s2 = c[k + 3];
    for (; k > 0; k -= 4) {
        s0 = s0 * fourth + c[k - 3], s1 = s1 * fourth + c[k - 2];
        s2 = s2 * fourth + c[k - 1], s3 = s3 * fourth + c[k];
    }
    return (s0 + x * s1) + square * (s2 + x * s3);
}

VV_TAYLOR_COMPENSATED_ADD(vector, NAME(add), NAME(move))

/* Sums of q, w and w' over the whole step, as sum_of of taylor.c, and the state at its end, as
 * advance there. */
TARGET static void NAME(sums)(vv_taylor_batch *b, size_t far, const double *series) {
    int state = b->flow->nq + b->flow->n, n = state + b->flow->n;
    vector h = *(const vector *)b->h, *out = (vector *)b->ahead, *end = out + n;
    const vector *c = (const vector *)series, *x = (const vector *)b->in,
                 *low = (const vector *)b->low;
    for (int i = 0; i < n; i++, c += far) {
        out[i] = NAME(sum)(c + 1, b->flow->order - 1 - (i >= state), h);
        if (i >= state) continue;
        vector first = h * c[1], rounding = NAME(fused)(h, c[1], first), rest = h * h * out[i];
        end[i] = x[i], end[state + i] = low[i];
        NAME(move)(&end[i], &end[state + i], &first, &rounding, &rest);
    }
}

/* Which motions have finite series: NaN spreads to the last coefficients. */
TARGET static unsigned NAME(finite)(const vv_taylor_batch *b, size_t far, const double *series) {
    int state = b->flow->nq + b->flow->n, n = state + b->flow->n;
    const vector *c = (const vector *)series;
    vector zero = {0};
    for (int i = 0; i < n; i++, c += far) zero += c[b->flow->order - (i >= state)] * 0;
    return NAME(bits)((mask)(zero == 0));
}

#undef vector
#undef mask
#undef whole
