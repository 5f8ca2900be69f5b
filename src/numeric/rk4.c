#include "numeric/rk4.h"

bool vv_rk4_integrate(vv_ctx *c, int n, vv_rk4_rate *rate, void *of, double span, int steps,
                      double *x, double *scratch) {
    static const double PART[] = {0, 0.5, 0.5, 1}, WEIGHT[] = {1, 2, 2, 1};
    double h = span / steps, *y = scratch + 4 * n;
    for (int step = 0; step < steps && vv_ctx_tick(c); step++) {
        for (int r = 0; r < 4; r++) {
            const double *before = scratch + (r - 1) * n;
            for (int i = 0; i < n; i++) y[i] = x[i] + (r ? PART[r] * h * before[i] : 0);
            if (!rate(of, (step + PART[r]) * h, y, scratch + r * n)) return false;
        }
        for (int r = 0; r < 4; r++)
            for (int i = 0; i < n; i++) x[i] += h / 6 * WEIGHT[r] * scratch[r * n + i];
    }
    return vv_ctx_ok(c);
}
