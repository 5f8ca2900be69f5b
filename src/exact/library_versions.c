/* Versions of the linked libraries, as they report them at run time. */
#include <gmp.h>

#include "exact/exact.h"
#include "exact/flint.h"

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)

const char *vv_libraries(void) {
    return "FLINT " FLINT_VERSION ", Arb 2, GMP " TEXT(__GNU_MP_VERSION) "." TEXT(
        __GNU_MP_VERSION_MINOR) "." TEXT(__GNU_MP_VERSION_PATCHLEVEL) ", libunistring";
}
