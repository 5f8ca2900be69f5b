/* Dot products and norms, and what NaN does to them. */
#include "numeric/dense_vector.h"

#include "tap.h"

int main(void) {
    const double a[] = {1, -2, 3}, b[] = {4, 9, 5, 9, -6, 9}, nan[] = {1, (double)NAN, 7},
                 infinite[] = {0, (double)INFINITY};
    double y[] = {1, 1, 1};
    ok(vv_dot(3, a, a) == 14 && vv_dot(0, a, a) == 0, "a dot product");
    ok(vv_dot_strided(3, a, b, 2) == 4 - 10 - 18, "every second entry");
    vv_axpy(3, 2, a, y);
    ok(y[0] == 3 && y[1] == -3 && y[2] == 7, "y + f x");
    ok(vv_norm2(3, a) == sqrt(14), "the Euclidean norm");
    ok(vv_norm_inf(3, a) == 3 && vv_norm_inf_or_nan(3, a) == 3, "the maximum norm");
    ok(vv_norm_inf(0, a) == 0 && vv_norm_inf_or_nan(0, a) == 0, "of no entry it is 0");
    ok(vv_norm_inf(3, nan) == 7, "NaN does not count");
    ok(isnan(vv_norm_inf_or_nan(3, nan)), "NaN counts, whatever follows it");
    ok(vv_all_finite(3, a) && !vv_all_finite(3, nan) && !vv_all_finite(2, infinite), "finite");
    return done_testing();
}
