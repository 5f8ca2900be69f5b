/* Sums that keep their rounding error. */
#include "numeric/two_sum.h"

#include "tap.h"

int main(void) {
    double high, low;
    vv_two_sum(1, 0x1p-60, &high, &low);
    ok(high == 1 && low == 0x1p-60, "what is lost stands in low");
    vv_two_sum(0x1p-60, -1, &high, &low);
    ok(high == -1 && low == 0x1p-60, "whichever of them is larger");
    vv_two_sum(0.1, 0.2, &high, &low);
    ok(high == 0.1 + 0.2 && low == -0x1p-55, "0.1 + 0.2: %a", low);
    vv_compensated_sum sum = {1, 0};
    for (int i = 0; i < 1 << 20; i++) vv_compensated_add(&sum, 0x1p-60);
    ok(sum.high == 1 && sum.low == 0x1p-40, "a million small terms");
    return done_testing();
}
