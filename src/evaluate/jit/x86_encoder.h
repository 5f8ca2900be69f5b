/* Encoding of x86-64 instructions on vectors of doubles: one (VEX, scalar), four (VEX.256) or
 * eight (EVEX.512), in the few forms that straight-line code needs. Section numbers refer to the
 * Intel SDM, volume 2 (2.1 ModRM, 2.3 VEX, 2.7 EVEX, and the pages of the instructions). General
 * registers have fixed roles: rbp the inputs, r13 the results, rbx the scratch array. */
#ifndef VV_EVALUATE_JIT_X86_ENCODER_H
#define VV_EVALUATE_JIT_X86_ENCODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "evaluate/jit/frame.h"

typedef struct vv_x86 {
    uint8_t *begin, *at, *end; /* constants first, then code */
    int lanes;                 /* 1, 4, 8 */
    bool full;                 /* out of room: the output is unusable */
    int32_t scratch, out;      /* offsets to which rbx and r13 point, so that 8-bit displacements
                                * reach both ways */
    bool far;                  /* no 8-bit displacements: all instructions have the same length */
} vv_x86;

/* dst = src OP place, by opcode of the scalar and packed double forms (0F map). */
typedef enum vv_x86_op {
    VV_X86_ADD = 0x58,
    VV_X86_MUL = 0x59,
    VV_X86_SUB = 0x5C,
    VV_X86_DIV = 0x5E,
    VV_X86_SQRT = 0x51, /* operand is the place only */
    VV_X86_AND = 0x54,  /* bitwise; the full vector, even for one double */
    VV_X86_XOR = 0x57
} vv_x86_op;

/* Fused multiply-add, by opcode of the packed form 213 (0F38 map). */
typedef enum vv_x86_fma_op {
    VV_X86_FMADD = 0xA8, /* product + addend */
    VV_X86_FMSUB = 0xAA, /* product - addend */
    VV_X86_FNMADD = 0xAC /* addend - product */
} vv_x86_fma_op;

typedef enum vv_x86_argument { VV_X86_RDI, VV_X86_RSI, VV_X86_RDX, VV_X86_RCX } vv_x86_argument;

int vv_x86_register_count(int lanes);           /* 16 or 32 */
void vv_x86_prologue(vv_x86 *x);                /* of a function (in, out, scratch) */
void vv_x86_epilogue(vv_x86 *x);                /* return */
void vv_x86_advance_out(vv_x86 *x, int32_t by); /* r13 points elsewhere */
void vv_x86_arithmetic(vv_x86 *x, vv_x86_op op, int dst, int src, vv_operand p);
/* dst = src * place and the addend dst, or (not onto_addend) dst = src * dst and the addend place.
 */
void vv_x86_fma(vv_x86 *x, vv_x86_fma_op op, bool onto_addend, int dst, int src, vv_operand p);
void vv_x86_load(vv_x86 *x, int dst, vv_operand p); /* also from a register */
void vv_x86_store(vv_x86 *x, vv_operand p, int src);
/* Vectors of eight doubles beside code for one, in registers that this does not use: bytes of LOAD
 * and STORE with a far offset, and of the others between registers. */
enum { VV_X86_DISP32_BYTES = 10, VV_X86_ZMM_BYTES = 6 };
/* Jumps into the following `pieces` pieces of code of `bytes` bytes each, so that the last rcx
 * of them are executed. rcx is the fourth argument of the function. */
void vv_x86_computed_jump(vv_x86 *x, int pieces, int bytes);
void vv_x86_zmm(vv_x86 *x, vv_vector_op op, int dst, int src, vv_operand p, int mask);
void vv_x86_set_mask(vv_x86 *x, int mask, uint8_t bits); /* before: sets a mask */
/* Arguments of a call: the address of a place in memory, a number. */
void vv_x86_load_address(vv_x86 *x, vv_x86_argument a, vv_operand p);
void vv_x86_load_immediate(vv_x86 *x, vv_x86_argument a, int32_t n);
void vv_x86_call(vv_x86 *x, uint64_t function);

#endif
