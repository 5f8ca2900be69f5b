/* The characteristic polynomial of a matrix whose roots are known. */
#include "numeric/characteristic_polynomial.h"

#include "tap.h"

int main(void) {
    /* companion matrix of (x - 1)(x - 2)(x - 3) = x^3 - 6 x^2 + 11 x - 6 */
    const double companion[] = {0, 0, 6, 1, 0, -11, 0, 1, 6}, turn[] = {0, -1, 1, 0};
    double a[4], scratch[18];
    vv_matrix_characteristic_polynomial(3, companion, a, scratch);
    ok(a[0] == -6 && a[1] == 11 && a[2] == -6 && a[3] == 1, "a companion matrix");
    vv_matrix_characteristic_polynomial(2, turn, a, scratch);
    ok(a[0] == 1 && a[1] == 0 && a[2] == 1, "a quarter of a turn");
    return done_testing();
}
