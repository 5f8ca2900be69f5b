/* JIT compiler for tapes: x86-64 with AVX (one state), AVX2 (four states at once) or AVX-512
 * (eight), otherwise the interpreter. Bit for bit what the interpreter computes, NaN for NaN:
 * the same operations, no fused rounding, the same elementary functions. Memory is never
 * writable and executable at the same time: code is written to fresh pages, which are then made
 * readable and executable; the context releases them. */
#ifndef VV_EVALUATE_JIT_JIT_H
#define VV_EVALUATE_JIT_JIT_H

#include "evaluate/tape/tape.h"
#include "evaluate/jit/ssa.h"
#include "evaluate/jit/x86_encoder.h"

typedef void vv_jit_entry(const double *in, double *out, double *scratch);

typedef struct vv_jit {
    const vv_tape *tape;
    int lanes;           /* SIMD lanes: 1, 4 or 8; value i of lane l is at i*lanes + l */
    int nscratch;        /* doubles of scratch per run */
    vv_jit_entry *entry; /* NULL: interpreted */
    size_t bytes;        /* of code and constants */
    const char *why;     /* why there is no compiled code, or NULL */
    int later;           /* runs left until compilation; 0: not pending */
    int inputs;          /* where these and the cells stand together, in the scratch */
} vv_jit;

/* Owned by the context; the tape must outlive it; NULL if the context refuses memory. If the
 * system refuses executable pages, that is not a failure: the interpreter is used. */
vv_jit *vv_jit_build(vv_ctx *c, const vv_tape *t, int lanes);

/* The same for one state, never compiled. */
vv_jit *vv_jit_interpreter(vv_ctx *c, const vv_tape *t);

/* The same for one state; compiles once enough runs have passed to pay for it, provided that
 * vv_jit_count_run is called before each run. */
vv_jit *vv_jit_build_lazy(vv_ctx *c, const vv_tape *t);
void vv_jit_compile(vv_ctx *c, vv_jit *m);
static inline void vv_jit_count_run(vv_ctx *c, vv_jit *m) {
    if (m->later && --m->later == 0) vv_jit_compile(c, m);
}

/* "interpreter", "x86-64", ... */
const char *vv_jit_backend_name(const vv_jit *m);

/* Once for a scratch array, before its first run. */
void vv_jit_prepare(const vv_jit *m, double *scratch);
/* in: tape->nin * lanes, out: tape->nout * lanes; out must not be in. */
void vv_jit_run(const vv_jit *m, const double *in, double *out, double *scratch);

/* The rest of what the room offers. */
#include "evaluate/jit/codegen.h"

#endif
