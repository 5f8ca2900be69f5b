/* Signs that are evident from the form of an expression: of symbols, of facts e > 0, of products,
 * even powers, and of sums whose terms agree. */
#ifndef VV_VERIFY_SIGNS_H
#define VV_VERIFY_SIGNS_H

#include "verify/statement.h"

/* Which signs are possible: a set of these. */
enum { VV_CAN_BE_NEGATIVE = 1, VV_CAN_BE_ZERO = 2, VV_CAN_BE_POSITIVE = 4 };
int vv_possible_signs(vv_certificate *k, const vv_premises *f, int node);

#endif
