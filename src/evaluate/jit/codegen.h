/* Compiles a tape into executable memory, with inputs and results where a frame says. For
 * evaluate/ only; evaluate/jit/jit.h is the plain case. */
#ifndef VV_EVALUATE_JIT_CODEGEN_H
#define VV_EVALUATE_JIT_CODEGEN_H

#include "evaluate/jit/frame.h"
#include "evaluate/jit/jit.h"

typedef struct vv_jit_code_size {
    size_t bytes;   /* of code and constants */
    uint32_t slots; /* doubles of scratch per lane, including reserved ones */
} vv_jit_code_size;

/* May back ends of this processor make code for so many lanes? */
bool vv_jit_supports_lanes(int lanes);
/* NULL with *why where there is no machine code; memory refused sticks to the context. Scratch
 * memory stays in the arena: the caller marks and releases. */
vv_jit_entry *vv_jit_codegen(vv_ctx *c, const vv_tape *t, int lanes, const vv_jit_frame *frame,
                             vv_jit_code_size *out, const char **why);

#endif
