/* The libraries linked, as they name themselves at run time. */
#include <flint/flint.h>
#include <gmp.h>
#include <arb.h>

#include "visviva/visviva.h"

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)

const char *vv_libraries(void) {
    return "FLINT " FLINT_VERSION ", Arb 2, GMP " TEXT(__GNU_MP_VERSION) "." TEXT(
        __GNU_MP_VERSION_MINOR) "." TEXT(__GNU_MP_VERSION_PATCHLEVEL) ", libunistring";
}
