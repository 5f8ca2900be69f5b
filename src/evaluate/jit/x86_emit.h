/* x86-64 machine code of a straight-line program. For evaluate/jit only. */
#ifndef VV_EVALUATE_JIT_X86_EMIT_H
#define VV_EVALUATE_JIT_X86_EMIT_H

#include "evaluate/jit/frame.h"
#include "evaluate/jit/ssa.h"
#include "evaluate/jit/x86_encoder.h"

/* Bytes that are certainly enough for constants and code. */
size_t vv_x86_emit_bound(const vv_ssa *s, const vv_jit_frame *f, int lanes);
/* Constants, then code, from x->begin on; *code: where the function begins, *slots: doubles of
 * scratch for each lane. false when memory is refused by the context or x is full. */
bool vv_x86_emit(vv_ctx *c, const vv_ssa *s, const vv_jit_frame *f, vv_x86 *x, size_t *code,
                 uint32_t *slots);

#endif
