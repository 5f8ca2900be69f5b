/* Machine code of a straight-line program. For evaluate/ only. */
#ifndef VV_EVALUATE_JIT_EMIT_H
#define VV_EVALUATE_JIT_EMIT_H

#include "evaluate/jit/ssa.h"
#include "evaluate/jit/x86_encoder.h"

/* Instructions on vectors of eight that are not part of the tape: interleaved with the
 * instructions for its results; part i is spread over the first tenths of the instructions from
 * its `result` to that of the next part. */
typedef struct vv_emit_zmm {
    vv_x86_zmm_op op;
    int dst, src, mask; /* ENTER: number of pieces, bytes per piece */
    vv_x86_operand place;
    bool glued; /* must follow its predecessor immediately */
} vv_emit_zmm;
typedef struct vv_emit_interleaved {
    int nparts;
    const int *result;     /* (nparts) */
    const uint32_t *begin; /* of each part in the list (nparts + 1) */
    int tenths;
    const vv_emit_zmm *list;
    const uint8_t *mask; /* bits of masks 1, 2, ... */
    int nmasks;
    int registers; /* registers from this one on are used by the list */
    int32_t row;   /* bytes of a row of results, one row per part */
    bool far;      /* no short offsets */
} vv_emit_interleaved;

/* Locations of inputs and results; NULL: consecutive in the caller's arrays. An input may be in
 * the scratch array, below the doubles reserved there for each lane. */
typedef struct vv_emit_frame {
    const vv_x86_operand *in, *out;
    uint32_t reserved;
    bool fused;       /* fused multiply-add; for use where bits need not match the interpreter */
    bool for_latency; /* schedule for latency: dependent instructions are kept apart; nothing is
                       * interleaved */
    const vv_emit_interleaved *interleaved; /* NULL: none */
} vv_emit_frame;

/* Upper bound on the bytes of constants and code. */
size_t vv_emit_bound(const vv_ssa *s, const vv_emit_frame *f, int lanes);
/* Constants, then code, from x->begin on; *code: entry of the function, *slots: doubles of
 * scratch per lane. False if the context refuses memory or x is full. */
bool vv_emit(vv_ctx *c, const vv_ssa *s, const vv_emit_frame *f, vv_x86 *x, size_t *code,
             uint32_t *slots);

#endif
