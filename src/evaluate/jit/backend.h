/* Back ends: what executes a tape. A new one is a file and a row of the table in jit.c. For
 * evaluate/jit only. */
#ifndef VV_EVALUATE_JIT_BACKEND_H
#define VV_EVALUATE_JIT_BACKEND_H

#include "evaluate/jit/codegen.h"

typedef struct vv_jit_backend {
    const char *name;
    /* on this processor, now */
    bool (*supports_lanes)(int lanes);
    /* Contract of vv_jit_codegen. NULL for the interpreter, which needs no code and has no frames.
     */
    vv_jit_entry *(*build)(vv_ctx *c, const vv_tape *t, int lanes, const vv_jit_frame *frame,
                           vv_jit_code_size *out, const char **why);
} vv_jit_backend;

vv_jit_entry *vv_x86_build(vv_ctx *c, const vv_tape *t, int lanes, const vv_jit_frame *frame,
                           vv_jit_code_size *out, const char **why);

#endif
