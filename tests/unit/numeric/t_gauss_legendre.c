/* Gauss's points integrate polynomials of degree 15, and Legendre's coefficients are those of the
 * polynomials. */
#include "numeric/gauss_legendre.h"

#include <math.h>

#include "tap.h"

static double legendre(int k, double x) {
    double before = 1, now = x;
    for (int i = 1; i < k; i++) {
        double next = ((2 * i + 1) * x * now - i * before) / (i + 1);
        before = now, now = next;
    }
    return k ? now : 1;
}

int main(void) {
    double worst = 0, off = 0;
    for (int degree = 0; degree < 2 * VV_GAUSS_POINTS; degree++) {
        double sum = 0, exact = degree % 2 ? 0 : 2.0 / (degree + 1);
        for (int i = 0; i < VV_GAUSS_POINTS; i++)
            sum += vv_gauss_weight[i] * pow(vv_gauss_point[i], degree);
        worst = fmax(worst, fabs(sum - exact));
    }
    ok(worst < 1e-15, "powers up to 15: %.1e", worst);
    for (int degree = 0; degree < VV_GAUSS_POINTS; degree++)
        for (int k = 4; k < VV_GAUSS_POINTS; k++) {
            double v[2 * VV_GAUSS_POINTS];
            for (int i = 0; i < VV_GAUSS_POINTS; i++)
                v[2 * i] = legendre(degree, vv_gauss_point[i]);
            off = fmax(off, fabs(vv_gauss_legendre_coefficient(k, v, 2) - (degree == k)));
        }
    ok(off < 1e-14, "coefficients of Legendre's polynomials: %.1e", off);
    return done_testing();
}
