/* exact/: rationals, polynomials and balls behind opaque handles; the only room that names GMP,
 * FLINT and Arb. The public header of the room: other rooms include this one and no other. */
#ifndef VV_EXACT_EXACT_H
#define VV_EXACT_EXACT_H

#include "exact/ball.h"
#include "exact/flint_guard.h"
#include "exact/polynomial.h"
#include "exact/rational.h"

const char *vv_libraries(void); /* "FLINT 2.9.0, Arb 2.23.0, GMP 6.2.1, ..." */

#endif
