/* A tape in SSA form: values instead of slots, each defined once, scheduled so that few are live
 * at a time. For evaluate/ only. */
#ifndef VV_EVALUATE_JIT_SSA_H
#define VV_EVALUATE_JIT_SSA_H

#include "evaluate/tape/tape.h"

/* One instruction. FACTOR: n * n operands, one value; SOLVE: n operands and the factor, n values;
 * SINCOS: two values; the others: one. */
typedef struct vv_ssa_instruction {
    vv_tape_op op;
    uint32_t first, count;     /* operands: indices of values in the list */
    uint32_t result, nresults; /* consecutive values */
    uint32_t n;                /* FACTOR, SOLVE */
    uint32_t region;           /* FACTOR, SOLVE: offset of its storage, in doubles */
} vv_ssa_instruction;

typedef struct vv_ssa {
    const vv_tape *t;
    uint32_t nvalues; /* constants, results, and inputs that are used */
    uint32_t first_input, ninputs;
    uint32_t *input; /* indices of these inputs (ninputs) */
    uint32_t nworks;
    vv_ssa_instruction *work;
    uint32_t *operand;
    uint32_t *order;          /* schedule of the instructions (nworks) */
    uint32_t *use_from, *use; /* positions in the schedule that use value v, ascending:
                               * use[use_from[v] .. use_from[v + 1] - 1] */
    uint32_t *result;         /* values of the tape's results (nout) */
    uint32_t *reached;        /* position in the schedule where a result is complete; the end
                               * (nout + 1) */
    uint32_t region;          /* total size of all regions in doubles */
} vv_ssa;

/* In the arena; false on refusal. apart: scheduled for latency, so that few instructions wait
 * for their predecessor; results are then complete at any position. */
bool vv_ssa_build(vv_ctx *c, const vv_tape *t, bool for_latency, vv_ssa *out);
/* Operations that are processor instructions; the others are calls. */
static inline bool vv_ssa_is_inline(vv_tape_op op) {
    const uint64_t own = 1ull << VV_TAPE_COPY | 1ull << VV_TAPE_NEG | 1ull << VV_TAPE_ADD |
                         1ull << VV_TAPE_SUB | 1ull << VV_TAPE_MUL | 1ull << VV_TAPE_DIV |
                         1ull << VV_TAPE_RECIP | 1ull << VV_TAPE_MADD | 1ull << VV_TAPE_MSUB |
                         1ull << VV_TAPE_MSUBR | 1ull << VV_TAPE_SQRT | 1ull << VV_TAPE_ABS;
    _Static_assert(VV_TAPE_OPS <= 64, "a bit for each operation");
    return own >> op & 1;
}

#endif
