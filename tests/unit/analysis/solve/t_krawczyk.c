/* The search for all zeros in a box, against systems whose zeros are known. */
#include <math.h>

#include "analysis/solve/krawczyk.h"
#include "tap.h"

enum { WORK = 2000000 };

static vv_ctx *c;

static vv_krawczyk find(int n, const vv_expr *x, const vv_expr *f, const double *low,
                        const double *high) {
    vv_krawczyk s = {.n = n, .x = x, .f = f, .low = low, .high = high, .work = WORK};
    if (!vv_krawczyk_run(c, &s)) s.nzeros = -1;
    return s;
}

/* Is there exactly one zero whose ball contains the value? */
static bool holds(const vv_krawczyk *s, int i, double value) {
    int n = 0;
    for (int k = 0; k < s->nzeros; k++) {
        double at = vv_rat_double(s->zero[k].at[i]);
        n += fabs(at - value) <= s->zero[k].radius[i] + 4e-16 * (1 + fabs(value));
    }
    return n == 1;
}

/* Products of (x - k/16) with different k: all of them, and no others. */
static void products(void) {
    uint64_t seed = 7;
    vv_expr x = vv_symbol_new(c, "x", VV_SYM_OTHER);
    double low = -8, high = 8;
    for (int round = 0; round < 20; round++) {
        int zero[6], n = 1 + round % 6, k = 0;
        vv_expr f = VV_ONE;
        while (k < n) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            zero[k] = (int)(seed >> 33) % 120;
            bool again = false;
            for (int j = 0; j < k; j++) again |= zero[j] == zero[k];
            if (again) continue;
            f = vv_mul(c, f, vv_sub(c, x, vv_ratio(c, zero[k] - 60, 16)));
            k++;
        }
        vv_krawczyk s = find(1, &x, &f, &low, &high);
        bool all = s.nzeros == n && s.left == 0;
        for (int j = 0; j < n; j++) all &= holds(&s, 0, (zero[j] - 60) / 16.0);
        ok(all, "product %d: %d zeros found of %d, %d parts left", round, s.nzeros, n, s.left);
    }
}

static void circle(void) {
    vv_expr x[2] = {vv_symbol_new(c, "x", VV_SYM_OTHER), vv_symbol_new(c, "y", VV_SYM_OTHER)},
            one = VV_ONE,
            f[2] = {vv_sub(c, vv_add(c, vv_mul(c, x[0], x[0]), vv_mul(c, x[1], x[1])), one),
                    vv_sub(c, x[1], vv_sin(c, vv_mul(c, vv_int(c, 3), x[0])))};
    double low[2] = {-2, -2}, high[2] = {2, 2};
    vv_krawczyk s = find(2, x, f, low, high);
    ok(s.nzeros == 6 && s.left == 0, "the circle meets sin 3x six times (%d)", s.nzeros);
    for (int k = 0; k < s.nzeros; k++) {
        double a = vv_rat_double(s.zero[k].at[0]), b = vv_rat_double(s.zero[k].at[1]);
        ok(fabs(a * a + b * b - 1) < 1e-14 && fabs(b - sin(3 * a)) < 1e-14, "zero %d is one", k);
    }
}

static void limits(void) {
    vv_expr x = vv_symbol_new(c, "x", VV_SYM_OTHER), square = vv_mul(c, x, x),
            other = vv_symbol_new(c, "y", VV_SYM_OTHER);
    double low = -1, high = 3;
    vv_krawczyk s = find(1, &x, &square, &low, &high);
    ok(s.nzeros == 0 && s.left > 0, "a double zero is left open, not denied");
    vv_expr none = vv_add(c, square, VV_ONE);
    s = find(1, &x, &none, &low, &high);
    ok(s.nzeros == 0 && s.left == 0, "x^2 + 1 has none, proved");
    vv_expr whole = VV_ZERO;
    whole = vv_sub(c, vv_mul(c, x, other), vv_mul(c, other, x));
    vv_expr unknown = vv_sub(c, x, other);
    s = find(1, &x, &unknown, &low, &high);
    ok(s.nzeros == -1, "a symbol without a value is refused");
    s = find(1, &x, &whole, &low, &high);
    ok(s.nzeros <= 0 && (s.left > 0 || s.nzeros < 0),
       "what vanishes everywhere has no single zero");
    vv_expr edge = vv_sub(c, x, vv_int(c, 3));
    s = find(1, &x, &edge, &low, &high);
    ok(s.nzeros == 1 && s.left == 0, "a zero at the end of the box is in it");
}

int main(void) {
    c = vv_ctx_new(NULL);
    products();
    circle();
    limits();
    vv_ctx_free(c);
    return done_testing();
}
