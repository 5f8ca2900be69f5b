#include "exact/guard.h"

#include <setjmp.h>
#include <stdlib.h>

#include <flint/flint.h>

static _Thread_local jmp_buf landing;
static _Thread_local bool armed;

/* FLINT calls this once it has printed its line. Outside a guard there is nowhere to return to. */
FLINT_NORETURN static void jump_back(void) {
    if (!armed) abort();
    armed = false;
    longjmp(landing, 1);
}

bool vv_flint_guard(vv_ctx *c, void (*work)(void *), void *data) {
    static atomic_flag installed = ATOMIC_FLAG_INIT;
    if (!vv_ctx_ok(c)) return false;
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

void vv_exact_thread_end(void) { flint_cleanup(); }
