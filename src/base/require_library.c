#include "base/require_library.h"

bool vv_library_require(vv_ctx *c, vv_library *l) {
    if (vv_library_load(l)) return true;
    vv_diag *d = vv_diag_add(c, VV_ERROR, VV_D_LIBRARY, (vv_span){0}, "a library is missing: %s",
                             vv_library_error(l));
    vv_diag_hint(c, d, "the program was built against %s; reinstall it", l->file);
    vv_ctx_fail(c, VV_E_BEYOND);
    return false;
}
