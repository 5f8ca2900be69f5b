/* An optional library that a computation cannot do without (platform/dynamic_library.h loads it).
 */
#ifndef VV_BASE_REQUIRE_LIBRARY_H
#define VV_BASE_REQUIRE_LIBRARY_H

#include "base/diag.h"
#include "platform/dynamic_library.h"

/* A library that cannot be loaded. */
enum { VV_D_LIBRARY = 1001 };

/* True when the library is loaded; otherwise the context has an error VV1001 and the status
 * VV_E_BEYOND. */
bool vv_library_require(vv_ctx *c, vv_library *l);

#endif
