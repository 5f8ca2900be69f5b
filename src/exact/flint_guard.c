#include "exact/flint_guard.h"

#include <setjmp.h>
#include <stdlib.h>

#include "base/base.h"
#define VV_FLINT_SLOTS /* are here */
#include "exact/flint.h"

VV_LIBRARY(flint, VV_SONAME_FLINT, VV_FLINT_FUNCTIONS)

static _Thread_local jmp_buf landing;
static _Thread_local bool armed;

/* Outside a guard there is nowhere to return to. */
FLINT_NORETURN static void jump_back(vv_status why) {
    if (!armed) abort();
    armed = false;
    longjmp(landing, (int)why);
}

/* FLINT calls this after printing its message, about an operand that it does not accept. */
FLINT_NORETURN static void refused_operand(void) { jump_back(VV_E_INTERNAL); }

/* Memory by our own hand, so that a refusal is told from every other failure. */
static void *allocate(size_t size) {
    void *p = malloc(size);
    if (!p && size) jump_back(VV_E_NOMEM);
    return p;
}

static void *allocate_zeros(size_t count, size_t size) {
    void *p = calloc(count, size);
    if (!p && count && size) jump_back(VV_E_NOMEM);
    return p;
}

static void *reallocate(void *old, size_t size) {
    void *p = realloc(old, size);
    if (!p && size) jump_back(VV_E_NOMEM);
    return p;
}

static void install(void) {
    __flint_set_memory_functions(allocate, allocate_zeros, reallocate, free);
    flint_set_abort(refused_operand);
}

bool vv_flint_guard(vv_ctx *c, void (*work)(void *), void *data) {
    static atomic_flag installed = ATOMIC_FLAG_INIT;
    if (!vv_ctx_ok(c) || !vv_library_require(c, &flint)) return false;
    if (!atomic_flag_test_and_set(&installed)) install();
    int why = setjmp(landing);
    if (why) {
        vv_ctx_fail(c, (vv_status)why);
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
