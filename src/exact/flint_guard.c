#include "exact/flint_guard.h"

#include <setjmp.h>
#include <stdlib.h>

#include "base/base.h"
#define VV_FLINT_SLOTS /* are here */
#include "exact/flint.h"

VV_LIBRARY(flint, VV_SONAME_FLINT, VV_FLINT_FUNCTIONS)

static _Thread_local jmp_buf landing;
static _Thread_local bool armed;

/* FLINT calls this after printing its message. Outside a guard there is nowhere to return to. */
FLINT_NORETURN static void jump_back(void) {
    if (!armed) abort();
    armed = false;
    longjmp(landing, 1);
}

bool vv_flint_guard(vv_ctx *c, void (*work)(void *), void *data) {
    static atomic_flag installed = ATOMIC_FLAG_INIT;
    if (!vv_ctx_ok(c) || !vv_library_require(c, &flint)) return false;
    if (!atomic_flag_test_and_set(&installed)) flint_set_abort(jump_back);
    if (setjmp(landing)) {
        vv_ctx_fail(c, VV_E_NOMEM);
        return false;
    }
    armed = true;
    work(data);
    armed = false;
    return true;
}

void vv_flint_thread_end(void) {
    if (vv_library_is_loaded(&flint)) flint_cleanup();
}
