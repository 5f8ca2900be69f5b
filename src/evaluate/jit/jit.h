/* Machine code for a tape, made at run time: x86-64 with AVX (one state), AVX2 (four states at
 * once) or AVX-512 (eight), else the interpreter. Bit for bit what the interpreter computes, NaN
 * for NaN: the same operations, no fused rounding, the same elementary functions.
 *
 * Memory is never writable and executable at once: the code is written to fresh pages, which are
 * then made readable and executable; they go with the context. */
#ifndef VV_EVALUATE_JIT_JIT_H
#define VV_EVALUATE_JIT_JIT_H

#include "evaluate/tape/tape.h"

typedef void vv_jit_entry(const double *in, double *out, double *scratch);

typedef struct vv_jit {
    const vv_tape *tape;
    int lanes;           /* states at once: 1, 4 or 8; value i of lane l stands at i*lanes + l */
    int nscratch;        /* doubles of scratch a run needs                                     */
    vv_jit_entry *entry; /* NULL: the interpreter does the work                                */
    size_t bytes;        /* of code and constants                                              */
    const char *why;     /* why there is no machine code, or NULL                              */
    int later;           /* so many runs until there shall be some; 0: none is waited for      */
} vv_jit;

/* Owned by the context, the tape must outlive it; NULL on refusal of memory by the context. Pages
 * that the system refuses are no failure: the interpreter serves. */
vv_jit *vv_jit_build(vv_ctx *c, const vv_tape *t, int lanes);

/* The same for one state, with machine code from the run on at which it has paid for its making, if
 * vv_jit_count_run is told of each run before it. */
vv_jit *vv_jit_build_lazy(vv_ctx *c, const vv_tape *t);
void vv_jit_compile(vv_ctx *c, vv_jit *m);
static inline void vv_jit_count_run(vv_ctx *c, vv_jit *m) {
    if (m->later && --m->later == 0) vv_jit_compile(c, m);
}

/* "interpreter", "x86-64", ... */
const char *vv_jit_backend_name(const vv_jit *m);

/* Once for a scratch array, before its first run. */
void vv_jit_prepare(const vv_jit *m, double *scratch);
/* in: tape->nin * lanes, out: tape->nout * lanes; out is not in. */
void vv_jit_run(const vv_jit *m, const double *in, double *out, double *scratch);

#endif
