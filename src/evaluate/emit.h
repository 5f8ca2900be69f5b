/* Machine code of a straight-line program. For evaluate/ only. */
#ifndef VV_EVALUATE_EMIT_H
#define VV_EVALUATE_EMIT_H

#include "evaluate/straight.h"
#include "evaluate/x86.h"

/* Where inputs and results stand; NULL: side by side in the arrays of the caller. An input may
 * stand in the scratch, below the doubles reserved there for each lane. */
typedef struct vv_emit_frame {
    const vv_x86_place *in, *out;
    uint32_t reserved;
    bool fused; /* products with sums round once; where the interpreter need not agree */
} vv_emit_frame;

/* Bytes that are certainly enough for constants and code. */
size_t vv_emit_bound(const vv_straight *s, int lanes);
/* Constants, then code, from x->begin on; *code: where the function begins, *slots: doubles of
 * scratch for each lane. false when memory is refused by the context or x is full. */
bool vv_emit(vv_ctx *c, const vv_straight *s, const vv_emit_frame *f, vv_x86 *x, size_t *code,
             uint32_t *slots);

#endif
