/* Machine code of a straight-line program. For evaluate/ only. */
#ifndef VV_EVALUATE_JIT_EMIT_H
#define VV_EVALUATE_JIT_EMIT_H

#include "evaluate/jit/ssa.h"
#include "evaluate/jit/x86_encoder.h"

/* Instructions on vectors of eight that are no part of the tape: spread over the instructions for
 * its results, part i over the first tenths of those from `result` of part i up to that of the
 * next. */
typedef struct vv_emit_zmm {
    vv_x86_zmm_op op;
    int dst, src, mask; /* ENTER: pieces, bytes of each */
    vv_x86_operand place;
    bool glued; /* nothing may stand between this and the one before */
} vv_emit_zmm;
typedef struct vv_emit_interleaved {
    int nparts;
    const int *result;     /* (nparts)                            */
    const uint32_t *begin; /* of a part in the list  (nparts + 1) */
    int tenths;
    const vv_emit_zmm *list;
    const uint8_t *mask; /* bits of masks 1, 2, ... */
    int nmasks;
    int registers; /* from this one on they are used by the list */
    int32_t row;   /* bytes of a row of results, one for each part */
    bool far;      /* no short offsets                             */
} vv_emit_interleaved;

/* Where inputs and results stand; NULL: side by side in the arrays of the caller. An input may
 * stand in the scratch, below the doubles reserved there for each lane. */
typedef struct vv_emit_frame {
    const vv_x86_operand *in, *out;
    uint32_t reserved;
    bool fused; /* products with sums round once; where the interpreter need not agree */
    bool apart; /* what waits for each other stands apart; nothing beside               */
    const vv_emit_interleaved *beside; /* NULL: none */
} vv_emit_frame;

/* Bytes that are certainly enough for constants and code. */
size_t vv_emit_bound(const vv_ssa *s, const vv_emit_frame *f, int lanes);
/* Constants, then code, from x->begin on; *code: where the function begins, *slots: doubles of
 * scratch for each lane. false when memory is refused by the context or x is full. */
bool vv_emit(vv_ctx *c, const vv_ssa *s, const vv_emit_frame *f, vv_x86 *x, size_t *code,
             uint32_t *slots);

#endif
