/* Horner's rule. */
#include "numeric/polynomial_value.h"

#include "tap.h"

int main(void) {
    const double c[] = {5, 3, -2, 1}, apart[] = {5, 9, 3, 9, -2, 9, 1, 9};
    ok(vv_polynomial_value(3, c, 2) == 11 && vv_polynomial_value(0, c, 2) == 5, "values");
    ok(vv_polynomial_change(3, c, 1, 2) == 6 && vv_polynomial_change(0, c, 1, 2) == 0,
       "without the constant");
    ok(vv_polynomial_change(3, apart, 2, 2) == 6, "every second coefficient");
    return done_testing();
}
