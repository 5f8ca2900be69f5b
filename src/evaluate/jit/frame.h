/* Where JIT-compiled code finds its operands, and what is interleaved with it: the same for every
 * back end. For evaluate/ only. */
#ifndef VV_EVALUATE_JIT_FRAME_H
#define VV_EVALUATE_JIT_FRAME_H

#include <stdbool.h>
#include <stdint.h>

/* ---- operands ------------------------------------------------------------------------------- */

typedef enum vv_operand_base {
    VV_OPERAND_REGISTER, /* offset: its number                                             */
    VV_OPERAND_IN,       /* offset: in bytes                                               */
    VV_OPERAND_OUT,
    VV_OPERAND_OUT_BROADCAST, /* one number for all of eight lanes; to be read             */
    VV_OPERAND_SCRATCH,
    VV_OPERAND_CONSTANT_POOL, /* from the beginning of the constants                       */
    VV_OPERAND_NONE
} vv_operand_base;

typedef struct vv_operand {
    vv_operand_base base;
    int32_t offset;
} vv_operand;

/* ---- vector instructions -------------------------------------------------------------------- */

/* On vectors of eight doubles, in registers that scalar code does not use. A back end that has them
 * supports eight lanes. */
typedef enum vv_vector_op {
    VV_VECTOR_LOAD,
    VV_VECTOR_STORE, /* dst to the operand      */
    VV_VECTOR_ZERO,
    VV_VECTOR_ADD,  /* dst = src + operand     */
    VV_VECTOR_MADD, /* dst += src * operand    */
    /* dst pieces of code follow, each of src loads and mask operations between registers; the last
     * ones are executed, as many as the fourth argument of the function says */
    VV_VECTOR_COMPUTED_JUMP
} vv_vector_op;

typedef struct vv_vector_instruction {
    vv_vector_op op;
    int dst, src;
    int mask; /* of LOAD: lanes that the bits of mask 1 to 7 leave out become 0; 0: none */
    vv_operand place;
    bool glued; /* nothing may stand between this and the one before */
} vv_vector_instruction;

/* Vector instructions that are no part of the tape: spread over the instructions for its results,
 * part i over the first tenths of those from `result` of part i up to that of the next. */
typedef struct vv_jit_interleaved {
    int nparts;
    const int *result;     /* (nparts)                            */
    const uint32_t *begin; /* of a part in the list  (nparts + 1) */
    int tenths;
    const vv_vector_instruction *list;
    const uint8_t *mask; /* bits of masks 1, 2, ... */
    int nmasks;
    int registers; /* from this one on they are used by the list */
    int32_t row;   /* bytes of a row of results, one for each part */
    bool far;      /* no short offsets                             */
} vv_jit_interleaved;

/* ---- frames --------------------------------------------------------------------------------- */

/* Where inputs and results stand; NULL: side by side in the arrays of the caller. An input may
 * stand in the scratch, below the doubles reserved there for each lane. */
typedef struct vv_jit_frame {
    const vv_operand *in, *out;
    uint32_t reserved;
    bool fused;       /* products with sums round once; where the interpreter need not agree */
    bool for_latency; /* schedule to hide latency; nothing is interleaved*/
    const vv_jit_interleaved *interleaved; /* NULL: none */
} vv_jit_frame;

#endif
