/* Steps of several motions side by side; batch.c includes this once for each width,
 * as each_width.h says.
 *
 * A vector holds one number of each motion. All is computed as for one motion alone in stepper.c
 * and taylor.c, in the same order: each gets the digits it has alone. */
typedef double NAME(vector) __attribute__((vector_size(8 * L), aligned(8), may_alias));
typedef int64_t NAME(mask) __attribute__((vector_size(8 * L), aligned(8), may_alias));
#define vector NAME(vector)
#define mask NAME(mask)

TARGET INLINE vector NAME(pick)(mask which, vector yes, vector no) {
    return (vector)(((mask)yes & which) | ((mask)no & ~which));
}
TARGET INLINE vector NAME(size)(vector x) { return (vector)((mask)x & INT64_MAX); }
TARGET INLINE vector NAME(larger)(vector a, vector b) { return NAME(pick)(a > b, a, b); }

TARGET INLINE vector NAME(root)(vector x) {
#if L == 4
    return (vector)_mm256_sqrt_pd((__m256d)x);
#else
    return (vector)_mm512_sqrt_pd((__m512d)x);
#endif
}

/* As measure_speeds: what the kinetic energy, all in one speed, would give it, if not more than the
 * fastest has. */
TARGET static void NAME(measure)(int n, const double *matrix, const double *speeds, double *least) {
    const vector *M = (const vector *)matrix, *w = (const vector *)speeds;
    vector twice = {0}, fastest = {0}, *out = (vector *)least;
    for (int i = 0; i < n; i++) {
        vector p = {0};
        for (int k = 0; k < n; k++) p += M[i * n + k] * w[k];
        twice += w[i] * p;
        fastest = NAME(larger)(NAME(size)(w[i]), fastest);
    }
    vector most = NAME(pick)(twice > 0, NAME(root)(twice) / VV_STEP_PARTS, (vector){0});
    for (int i = 0; i < n; i++) {
        vector own = M[i * n + i];
        vector small = NAME(pick)(own > 0, most / NAME(root)(own), (vector){0});
        out[i] = NAME(pick)(small < fastest, small, fastest);
    }
}

/* As weigh of taylor.c, without multipliers; `far`: from one value to the next. */
TARGET static void NAME(weigh)(vv_batch *b, size_t far, const double *series) {
    int p = b->flow->order, nq = b->flow->nq, n = nq + b->flow->n;
    vector h = *(const vector *)b->h, most[2] = {{0}}, of[2] = {{0}}, *size = (vector *)b->size;
    const vector *c = (const vector *)series, *least = (const vector *)b->least;
    for (int i = 0; i < n; i++, c += far) {
        vector own = NAME(size)(c[0]) + NAME(size)(c[1]) * h;
        if (i >= nq) own = NAME(larger)(own, least[i - nq]);
        size[i] = NAME(larger)(own, VV_TAYLOR_FORGET * size[i]);
        vector by = 1 / NAME(pick)(size[i] > 0, b->tolerance * size[i], b->tolerance - (vector){0});
        for (int k = 0; k < 2; k++) {
            vector ratio = NAME(size)(c[p - 1 + k]) * by;
            mask more = ratio > most[k];
            most[k] = NAME(pick)(more, ratio, most[k]);
            of[k] = NAME(pick)(more, i - (vector){0}, of[k]);
        }
    }
    for (int l = 0; l < L; l++)
        for (int k = 0; k < 2; k++)
            b->terms[l].most[k] = most[k][l], b->terms[l].of[k] = (int)of[k][l];
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

/* Sums of q, w and w' over the whole step, as sum_of of taylor.c. */
TARGET static void NAME(sums)(vv_batch *b, size_t far, const double *series) {
    int state = b->flow->nq + b->flow->n, n = state + b->flow->n;
    vector h = *(const vector *)b->h, *out = (vector *)b->ahead;
    const vector *c = (const vector *)series;
    for (int i = 0; i < n; i++, c += far)
        out[i] = NAME(sum)(c + 1, b->flow->order - 1 - (i >= state), h);
}

/* Which motions have a series of numbers: what is none spreads to the last coefficients. */
TARGET static void NAME(finite)(const vv_batch *b, size_t far, const double *series, bool *out) {
    int state = b->flow->nq + b->flow->n, n = state + b->flow->n;
    const vector *c = (const vector *)series;
    vector zero = {0};
    for (int i = 0; i < n; i++, c += far) zero += c[b->flow->order - (i >= state)] * 0;
    for (int l = 0; l < L; l++) out[l] = zero[l] == 0;
}

#undef vector
#undef mask
