/* The Bernstein form bounds the values of a polynomial by its coefficients, and by Descartes'
 * rule their sign changes bound the number of zeros: an interval is bisected until its
 * coefficients exceed the noise, change sign once, or are all within the noise
 * [LaneRiesenfeld1981]. */
#include "numeric/root_isolation.h"
#include "numeric/numeric_tolerances.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { DEPTH = 56, MOST_PIECES = 20000 };

typedef struct piece {
    double low, high;
    int depth;
    double c[VV_ROOT_ISOLATION_DEGREE + 1];
} piece;

typedef enum verdict { NOTHING, ONE, UNDECIDED, TOUCHED } verdict;

/* c_i = sum over k <= i of C(i, k)/C(n, k) b_k: all weights lie in [0, 1]. Summed as in Pascal's
 * triangle, so that no sum waits for its neighbour. */
static void bernstein(int n, const double *b, double *c) {
    double by = 1; /* 1/C(n, k) */
    for (int k = 0; k <= n; k++) {
        c[k] = by * b[k];
        by *= (k + 1) / (double)(n - k ? n - k : 1);
    }
    for (int row = 1; row <= n; row++)
        for (int i = n; i >= row; i--) c[i] += c[i - 1];
}

/* Most polynomials vary by less than their value. */
static bool stays_clear(int n, const double *b, double noise) {
    double change = noise;
    for (int k = 1; k <= n; k++) change += fabs(b[k]);
    return fabs(b[0]) > change * (1 + 0x1p-40);
}

static int sign_of(double x, double noise) { return x > noise ? 1 : x < -noise ? -1 : 0; }

/* Coefficients within the noise may have either sign: one between neighbours of different signs
 * does not matter, others do. */
static verdict classify(int n, const double *c, double noise) {
    int last = sign_of(c[0], noise), changes = 0, unclear = 0, total = last == 0;
    bool doubt = last == 0;
    for (int i = 1; i <= n; i++) {
        int sign = sign_of(c[i], noise);
        if (!sign) {
            unclear++, total++;
            continue;
        }
        if (unclear && (unclear > 1 || sign == last)) doubt = true;
        if (last && sign != last) changes++;
        last = sign, unclear = 0;
    }
    if (total == n + 1) return TOUCHED;
    if (doubt || unclear || changes > 1) return UNDECIDED;
    return changes ? ONE : NOTHING;
}

/* De Casteljau at the midpoint: p becomes its right half. */
static void halve(int n, piece *p, piece *left) {
    double middle = p->low + (p->high - p->low) / 2;
    assert(p->low <= middle && middle <= p->high);
    *left = (piece){.low = p->low, .high = middle, .depth = p->depth + 1};
    for (int k = 0; k <= n; k++) {
        left->c[k] = p->c[0];
        for (int i = 0; i < n - k; i++) p->c[i] = (p->c[i] + p->c[i + 1]) / 2;
    }
    p->low = middle;
    p->depth++;
}

/* Newton's method within a bracket, bisection if it leaves it; without a sign change the better
 * end. */
static double solve(int n, const double *b, double low, double high) {
    enum { MOST = 200 };
    double at_low = vv_polynomial_value(n, b, low), at_high = vv_polynomial_value(n, b, high), u;
    if (at_low == 0 || at_high == 0 || (at_low > 0) == (at_high > 0))
        return fabs(at_low) <= fabs(at_high) ? low : high;
    u = low + (high - low) / 2;
    for (int i = 0; i < MOST; i++) {
        double value = vv_polynomial_value(n, b, u), slope = 0;
        for (int k = n; k >= 1; k--) slope = slope * u + k * b[k];
        if (value == 0) return u;
        if ((value > 0) == (at_low > 0))
            low = u;
        else
            high = u;
        double next = u - value / slope;
        if (!(next > low && next < high)) next = low + (high - low) / 2;
        if (next == u || !(next > low && next < high)) return next;
        u = next;
    }
    return u;
}

/* The zero in [low, high], where no value exceeds the noise: a crossing, or the location of the
 * extremum, which the derivative gives more accurately than the value. */
static vv_isolated_root locate_zero(int n, const double *b, double low, double high) {
    assert(n >= 1 && 0 <= low && low <= high && high <= 1);
    double by = (high - low) + VV_ROOT_BRACKET, from = fmax(low - by, 0), to = fmin(high + by, 1),
           slope[VV_ROOT_ISOLATION_DEGREE + 1] = {0};
    vv_isolated_root z = {.before = sign_of(vv_polynomial_value(n, b, low - by), 0),
                          .after = sign_of(vv_polynomial_value(n, b, high + by), 0)};
    for (int k = 1; k <= n; k++) slope[k - 1] = k * b[k];
    z.at = z.before == z.after ? solve(n - 1, slope, from, to) : solve(n, b, from, to);
    return z;
}

int vv_root_isolation_find(int n, const double *b, double noise, vv_isolated_root *out) {
    piece stack[DEPTH + 2];
    double low = -1, high = -1; /* touching zeros, to be merged with those that follow */
    int top = 1, count = 0;
    stack[0] = (piece){.high = 1};
    if (n < 1 || n > VV_ROOT_ISOLATION_DEGREE || stays_clear(n, b, noise)) return 0;
    bernstein(n, b, stack[0].c);
    if (classify(n, stack[0].c, noise) == TOUCHED) return 0;
    for (int pieces = 0; top && count < VV_ROOT_ISOLATION_MAX - 1; pieces++) {
        piece *p = &stack[top - 1];
        verdict v = classify(n, p->c, noise);
        if (v == UNDECIDED && p->depth < DEPTH && pieces < MOST_PIECES) {
            piece left;
            halve(n, p, &left);
            assert(top < DEPTH + 2 && left.high == p->low);
            stack[top++] = left;
            continue;
        }
        bool touched = v == TOUCHED || v == UNDECIDED, joins = touched && p->low == high;
        if (high >= 0 && !joins) out[count++] = locate_zero(n, b, low, high), high = -1;
        if (touched && !joins) low = p->low;
        if (touched) high = p->high;
        if (v == ONE)
            out[count++] = (vv_isolated_root){solve(n, b, p->low, p->high), sign_of(p->c[0], 0),
                                              sign_of(p->c[n], 0)};
        top--;
    }
    if (high >= 0) out[count++] = locate_zero(n, b, low, high);
    assert(count <= VV_ROOT_ISOLATION_MAX);
    return count;
}
