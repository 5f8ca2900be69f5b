/* Optional libraries that a computation needs (platform/dynamic_library.h loads them). */
#ifndef VV_BASE_REQUIRE_LIBRARY_H
#define VV_BASE_REQUIRE_LIBRARY_H

#include "base/diag.h"
#include "platform/platform.h"

/* A library could not be loaded. */
enum { VV_D_LIBRARY = 1001 };

/* True if the library is loaded; otherwise the context gets an error VV1001 and the status
 * VV_E_BEYOND. */
bool vv_library_require(vv_ctx *c, vv_library *l);

#endif
