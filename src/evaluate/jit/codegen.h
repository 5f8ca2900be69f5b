/* A tape as a function in executable memory, its inputs and results where a frame says. For
 * evaluate/ only; evaluate/jit/jit.h is the plain case. */
#ifndef VV_EVALUATE_CODE_H
#define VV_EVALUATE_CODE_H

#include "evaluate/jit/emit.h"
#include "evaluate/jit/jit.h"

typedef struct vv_code_size {
    size_t bytes;   /* of code and constants                               */
    uint32_t slots; /* doubles of scratch for each lane, reserved ones too */
} vv_code_size;

/* NULL with *why where there is no machine code; memory refused sticks to the context. Scratch
 * memory stays in the arena: the caller marks and releases. */
vv_machine_code *vv_code_build(vv_ctx *c, const vv_tape *t, int lanes, const vv_emit_frame *frame,
                               vv_code_size *out, const char **why);

#endif
