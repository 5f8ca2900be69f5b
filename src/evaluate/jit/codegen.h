/* Compiles a tape into executable memory, with inputs and results where a frame says. For
 * evaluate/ only; evaluate/jit/jit.h is the plain case. */
#ifndef VV_EVALUATE_JIT_CODEGEN_H
#define VV_EVALUATE_JIT_CODEGEN_H

#include "evaluate/jit/emit.h"
#include "evaluate/jit/jit.h"

typedef struct vv_jit_code_size {
    size_t bytes;   /* of code and constants */
    uint32_t slots; /* doubles of scratch per lane, including reserved ones */
} vv_jit_code_size;

/* NULL with *why if code cannot be generated; a refusal of memory sticks to the context. Scratch
 * memory stays in the arena: the caller marks and releases. */
vv_jit_entry *vv_jit_codegen(vv_ctx *c, const vv_tape *t, int lanes, const vv_emit_frame *frame,
                             vv_jit_code_size *out, const char **why);

#endif
