/* Guard for FLINT and Arb calls that may run out of memory. FLINT 2.9 aborts when it cannot
 * allocate, or does not accept an operand. vv_flint_guard runs work(data) with handlers that jump
 * back here instead: the context then fails with VV_E_NOMEM, or with VV_E_INTERNAL, FLINT's caches
 * must not be used any more, memory of the interrupted call is leaked, and only vv_ctx_free is
 * allowed. Guards do not nest. For files of exact/ only. */
#ifndef VV_EXACT_FLINT_GUARD_H
#define VV_EXACT_FLINT_GUARD_H

#include "base/base.h"

/* Frees FLINT's caches of the ending thread. */
void vv_flint_thread_end(void);

bool vv_flint_guard(vv_ctx *c, void (*work)(void *), void *data);

#endif
