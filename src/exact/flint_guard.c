#include "exact/flint_guard.h"

#include <malloc.h>
#include <setjmp.h>
#include <stddef.h>
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

/* ---- memory --------------------------------------------------------------------------------- */

/* Bytes that this thread holds; when its present context first called FLINT; and by how many that
 * context has been charged since. */
static _Thread_local ptrdiff_t held, before, charged;
static _Thread_local vv_ctx *payer;

/* A call that is interrupted leaks; a sanitizer could not tell this from a fault. */
#if defined(__SANITIZE_ADDRESS__)
#define LEAKS_ARE_FAULTS true
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define LEAKS_ARE_FAULTS true
#endif
#endif
#ifndef LEAKS_ARE_FAULTS
#define LEAKS_ARE_FAULTS false
#endif

static void keep(void *data, size_t size) { (void)data, (void)size; }

static void forget_payer(void *data, size_t size) {
    (void)data, (void)size;
    payer = NULL;
}

static void choose_payer(vv_ctx *c) {
    if (payer == c) return;
    payer = vv_ctx_on_free(c, forget_payer, NULL, 0) ? c : NULL;
    before = held;
    charged = 0;
}

/* Counts `wanted` bytes more against the budget of the context, in large pieces; what is freed
 * stays charged, since FLINT uses it again. It comes before the allocation: a refusal behind it
 * would leave FLINT with the pointer to a block that realloc has moved. */
static void charge(ptrdiff_t wanted) {
    enum { PIECE = 1 << 20 };
    ptrdiff_t more = held + wanted - before - charged;
    if (LEAKS_ARE_FAULTS || !armed || !payer || more < PIECE) return;
    charged += more;
    if (!vv_ctx_on_free(payer, keep, NULL, (size_t)more)) jump_back(VV_E_NOMEM);
}

static ptrdiff_t size_of(void *p) { return p ? (ptrdiff_t)malloc_usable_size(p) : 0; }

/* Memory by our own hand, so that a refusal is told from every other failure. */
static void *allocate(size_t size) {
    charge((ptrdiff_t)size);
    void *p = malloc(size);
    if (!p && size) jump_back(VV_E_NOMEM);
    held += size_of(p);
    return p;
}

static void *allocate_zeros(size_t count, size_t size) {
    charge((ptrdiff_t)(count * size));
    void *p = calloc(count, size);
    if (!p && count && size) jump_back(VV_E_NOMEM);
    held += size_of(p);
    return p;
}

static void *reallocate(void *old, size_t size) {
    ptrdiff_t had = size_of(old);
    charge((ptrdiff_t)size - had);
    void *p = realloc(old, size);
    if (!p && size) jump_back(VV_E_NOMEM);
    held += size_of(p) - had;
    return p;
}

static void release(void *p) {
    held -= size_of(p);
    free(p);
}

static void install(void) {
    __flint_set_memory_functions(allocate, allocate_zeros, reallocate, release);
    flint_set_abort(refused_operand);
}

bool vv_flint_guard(vv_ctx *c, void (*work)(void *), void *data) {
    static atomic_flag installed = ATOMIC_FLAG_INIT;
    if (!vv_ctx_ok(c) || !vv_library_require(c, &flint)) return false;
    if (!atomic_flag_test_and_set(&installed)) install();
    choose_payer(c);
    if (!vv_ctx_ok(c)) return false;
    int why = setjmp(landing);
    if (why) {
        vv_ctx_fail(c, (vv_status)why);
        vv_ctx_spoil(c);
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
