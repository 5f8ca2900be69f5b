#include "numeric/power_series.h"

#include <float.h>
#include <math.h>

/* The last coefficients are compared with a geometric series that falls from the largest of the
 * first half to rounding. Several of them, since only every second or fourth may be nonzero;
 * logarithms, since h may be large. */
double vv_series_step_limit(int n, const double *c, double h) {
    enum { ROUNDS = 12, LAST = 8 };
    const double rounding = log(DBL_EPSILON / 2);
    for (int round = 0; round < ROUNDS; round++) {
        double size = -(double)INFINITY, shorter = 0, length = log(h);
        for (int k = 0; k <= n; k++) {
            if (isnan(c[k]) || isinf(c[k])) return 0;
            if (k > n / 2 && k <= n - LAST) continue;
            double term = log(fabs(c[k])) + k * length, most = size + rounding * k / n;
            if (k <= n / 2)
                size = fmax(size, term);
            else if (term > most && !isinf(most))
                shorter = fmin(shorter, (most - term) / k);
        }
        if (shorter == 0) return h;
        h *= 0.9 * exp(shorter);
    }
    return h;
}

double vv_series_rescale(int n, const double *c, double h, double *b) {
    double sum = 0, power = 1;
    for (int k = 0; k <= n; k++, power *= h) {
        b[k] = c[k] == 0 ? 0 : c[k] * power;
        sum += fabs(b[k]);
    }
    return 16 * DBL_EPSILON * sum + 2 * (fabs(b[n]) + fabs(b[n - 1]));
}
