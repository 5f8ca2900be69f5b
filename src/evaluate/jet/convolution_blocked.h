/* Four orders per pass over the coefficients: see convolution_blocked.c, which includes this
 * once per width L. */

/* Number of convolutions processed together, to hide the latency of the additions of a single
 * one where multiplications are fast. */
enum { NAME(MOST) = L == 8 ? 2 : 1 };

/* Operands: their first coefficients; the next ones follow at intervals of `step` vectors. */
typedef struct NAME(operands) {
    const NAME(vector) * a[2], *b[2];
    long step;
} NAME(operands);

/* Orders k, k + 1, k + 2, k + 3 of each, and the rows of b kept by previous rounds. */
typedef struct NAME(order_block) {
    NAME(vector) zero[2], one[2], two[2], three[2];
} NAME(order_block);

/* sum + a_i b_(k-i) for i = 1 .. most and k - most .. k - 1, each once, the newest last */
TARGET INLINE void NAME(ends)(int G, int k, int most, const NAME(operands) * o,
                              NAME(vector) * sum) {
    UNROLL for (int d = FOUR; d > 0; d--) {
        long low = d * o->step, high = (k - d) * o->step;
        if (d > most || 2 * d > k) continue;
        UNROLL for (int g = 0; g < G; g++) sum[g] =
            NAME(FUSED)(o->a[g][high], o->b[g][low], sum[g]);
        UNROLL for (int g = 0; g < G; g++) if (2 * d < k) sum[g] =
            NAME(FUSED)(o->a[g][low], o->b[g][high], sum[g]);
    }
}

/* Row i of a times row `with` of b for the first order, and times the rows kept by previous
 * rounds for the others; the first rounds have fewer. */
TARGET INLINE void NAME(round)(int orders, int G, shared both, const NAME(operands) * o, long i,
                               long with, NAME(vector) * held, const NAME(vector) * held1,
                               const NAME(vector) * held2, const NAME(vector) * held3,
                               NAME(order_block) * sum) {
    NAME(vector) now[2];
    UNROLL for (int g = 0; g < G; g++) {
        now[g] = g && both == FIRST ? now[0] : o->a[g][i * o->step];
        held[g] = g && both == SECOND ? held[0] : o->b[g][with * o->step];
        HOLD(now[g]);
        HOLD(held[g]);
        sum->zero[g] = NAME(FUSED)(now[g], held[g], sum->zero[g]);
        if (orders > 1) sum->one[g] = NAME(FUSED)(now[g], held1[g], sum->one[g]);
        if (orders > 2) sum->two[g] = NAME(FUSED)(now[g], held2[g], sum->two[g]);
        if (orders > 3) sum->three[g] = NAME(FUSED)(now[g], held3[g], sum->three[g]);
    }
}

/* Up to four rounds, starting at row i of a and row `with` of b. */
TARGET INLINE void NAME(rounds)(bool first, int n, int G, shared both, const NAME(operands) * o,
                                long i, long with, NAME(order_block) * h, NAME(order_block) * sum) {
    if (n > 0)
        NAME(round)(first ? 1 : 4, G, both, o, i, with, h->zero, h->three, h->two, h->one, sum);
    if (n > 1) NAME(round)
    (first ? 2 : 4, G, both, o, i + 1, with - 1, h->one, h->zero, h->three, h->two, sum);
    if (n > 2) NAME(round)
    (first ? 3 : 4, G, both, o, i + 2, with - 2, h->two, h->one, h->zero, h->three, sum);
    if (n > 3) NAME(round)(4, G, both, o, i + 3, with - 3, h->three, h->two, h->one, h->zero, sum);
}

/* All known rows, low .. k - low. n: total number of convolutions. */
TARGET INLINE void NAME(block)(int G, shared both, int n, int k, int low, const NAME(operands) * o,
                               NAME(vector) * out, NAME(vector) * ahead) {
    NAME(order_block) sum = {.zero = {{0}}}, held = {.zero = {{0}}};
    int i = low, with = k - low, left = with - i + 1;
    NAME(rounds)(true, left, G, both, o, i, with, &held, &sum);
    for (left -= 4, i += 4, with -= 4; left >= 4; left -= 4, i += 4, with -= 4)
        NAME(rounds)(false, 4, G, both, o, i, with, &held, &sum);
    NAME(rounds)(false, left, G, both, o, i, with, &held, &sum);
    NAME(ends)(G, k, low - 1, o, sum.zero);
    UNROLL for (int g = 0; g < G; g++) {
        out[g] = sum.zero[g];
        ahead[g] = sum.one[g], ahead[n + g] = sum.two[g], ahead[2 * n + g] = sum.three[g];
    }
}

/* The terms still missing in the sums left by an earlier pass. */
TARGET INLINE void NAME(rest)(int G, int n, int k, int low, const NAME(operands) * o,
                              NAME(vector) * out, const NAME(vector) * ahead) {
    int later = (k - 1) % FOUR;
    NAME(vector) sum[2];
    UNROLL for (int g = 0; g < G; g++) sum[g] = ahead[(later - 1) * n + g];
    NAME(ends)(G, k, later + low - 1, o, sum);
    UNROLL for (int g = 0; g < G; g++) out[g] = sum[g];
}

/* Single motion: a vector holds one coefficient of L convolutions, a row those of all a, then of
 * all b. */
TARGET INLINE void NAME(alone)(int low, int n, int pitch, int k, const double *rows, double *sums,
                               double *ahead) {
    const NAME(vector) *a = (const NAME(vector) *)rows, *b = a + n / L;
    NAME(vector) *out = (NAME(vector) *)sums, *next = (NAME(vector) *)ahead;
    int m = n / L, p = 0;
    long step = pitch / L;
    for (; (k - 1) % FOUR && p < m; p++)
        NAME(rest)(1, m, k, low, &(NAME(operands)){{a + p}, {b + p}, step}, out + p, next + p);
    for (; NAME(MOST) == 2 && p + 2 <= m; p += 2) {
        NAME(operands) o = {{a + p, a + p + 1}, {b + p, b + p + 1}, step};
        NAME(block)(2, NOTHING, m, k, low, &o, out + p, next + p);
    }
    for (; p < m; p++) {
        NAME(operands) o = {{a + p}, {b + p}, step};
        NAME(block)(1, NOTHING, m, k, low, &o, out + p, next + p);
    }
}
TARGET static void NAME(fours)(int n, int pitch, int k, const double *rows, double *sums,
                               double *ahead) {
    NAME(alone)(PARTIAL, n, pitch, k, rows, sums, ahead);
}
TARGET static void NAME(fours_complete)(int n, int pitch, int k, const double *rows, double *sums,
                                        double *ahead) {
    NAME(alone)(COMPLETE, n, pitch, k, rows, sums, ahead);
}

#if L > 2
/* SIMD lanes: a vector holds one coefficient of L motions. */
TARGET INLINE void NAME(some)(int low, int G, shared both, int n, int k, NAME(operands) o,
                              NAME(vector) * out, NAME(vector) * ahead) {
    if ((k - 1) % FOUR)
        NAME(rest)(G, n, k, low, &o, out, ahead);
    else
        NAME(block)(G, both, n, k, low, &o, out, ahead);
}
TARGET INLINE void NAME(two)(int low, int n, int k, const int32_t *pair, const NAME(vector) * all,
                             NAME(vector) * out, NAME(vector) * ahead) {
    const NAME(vector) *a = all + pair[0], *b = all + pair[1], *c = all + pair[2],
                       *d = all + pair[3];
    if (a == c)
        NAME(some)(low, 2, FIRST, n, k, (NAME(operands)){{a, a}, {b, d}, 1}, out, ahead);
    else if (b == d)
        NAME(some)(low, 2, SECOND, n, k, (NAME(operands)){{a, c}, {b, b}, 1}, out, ahead);
    else
        NAME(some)(low, 2, NOTHING, n, k, (NAME(operands)){{a, c}, {b, d}, 1}, out, ahead);
}
TARGET INLINE void NAME(in_lanes)(int low, int n, int k, const int32_t *pair, const double *rows,
                                  double *sums, double *ahead) {
    const NAME(vector) *all = (const NAME(vector) *)rows;
    NAME(vector) *out = (NAME(vector) *)sums, *next = (NAME(vector) *)ahead;
    int p = 0;
    for (; NAME(MOST) == 2 && p + 2 <= n; p += 2)
        NAME(two)(low, n, k, pair + 2 * p, all, out + p, next + p);
    for (; p < n; p++) {
        NAME(operands) o = {{all + pair[2 * p]}, {all + pair[2 * p + 1]}, 1};
        NAME(some)(low, 1, NOTHING, n, k, o, out + p, next + p);
    }
}
TARGET static void NAME(lanes)(int n, int k, const int32_t *pair, const double *rows, double *sums,
                               double *ahead) {
    NAME(in_lanes)(PARTIAL, n, k, pair, rows, sums, ahead);
}
TARGET static void NAME(lanes_complete)(int n, int k, const int32_t *pair, const double *rows,
                                        double *sums, double *ahead) {
    NAME(in_lanes)(COMPLETE, n, k, pair, rows, sums, ahead);
}
#endif
