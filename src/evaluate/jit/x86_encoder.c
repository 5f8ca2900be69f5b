#include "evaluate/jit/x86_encoder.h"

#include <string.h>

enum { MOST_BYTES = 16 }; /* of an instruction: 15, SDM 2.3.11 */

static bool room(vv_x86 *x) {
    if (x->end - x->at < MOST_BYTES) x->full = true;
    return !x->full;
}

/* Instruction bytes are written through a pointer, which stays in a register. */
static inline uint8_t *byte(uint8_t *at, unsigned b) {
    *at = (uint8_t)b;
    return at + 1;
}

static inline uint8_t *number32(uint8_t *at, int32_t n) {
    memcpy(at, &n, sizeof n);
    return at + sizeof n;
}

static void bytes(vv_x86 *x, int n, const uint8_t *list) {
    if (!room(x)) return;
    memcpy(x->at, list, (size_t)n);
    x->at += n;
}

int vv_x86_register_count(int lanes) { return lanes == 8 ? 32 : 16; }

/* ---- operands ------------------------------------------------------------------------------- */

/* Number of the base register: rbp 5, r13 5 with the extension bit, rbx 3. */
static unsigned base_number(vv_operand_base b) { return b == VV_OPERAND_SCRATCH ? 3 : 5; }
static bool base_extended(vv_operand p) {
    return p.base == VV_OPERAND_OUT || p.base == VV_OPERAND_OUT_BROADCAST ||
           (p.base == VV_OPERAND_REGISTER && (p.offset & 8));
}

/* ModRM and displacement (SDM 2.1.3, tables 2-2, 2-7). EVEX scales short displacements by the
 * width of the operand (SDM 2.7.5): unit bytes. */
static inline uint8_t *modrm(const vv_x86 *x, uint8_t *at, unsigned reg, vv_operand p,
                             int32_t unit) {
    reg = (reg & 7) << 3;
    if (p.base == VV_OPERAND_REGISTER) return byte(at, 0xC0 | reg | ((unsigned)p.offset & 7));
    if (p.base == VV_OPERAND_CONSTANT_POOL) { /* from the next instruction on: rip */
        at = byte(at, reg | 5);
        return number32(at, (int32_t)(x->begin + p.offset - (at + 4)));
    }
    bool out = p.base == VV_OPERAND_OUT || p.base == VV_OPERAND_OUT_BROADCAST;
    int32_t from = p.base == VV_OPERAND_SCRATCH ? x->scratch
                   : out                        ? x->out
                                                : 0,
            offset = p.offset - from;
    bool near = !x->far && offset % unit == 0 && offset / unit >= -128 && offset / unit <= 127;
    at = byte(at, (near ? 0x40u : 0x80u) | reg | base_number(p.base));
    return near ? byte(at, (unsigned)(offset / unit) & 0xFF) : number32(at, offset);
}

/* Opcodes of the map 0F38 are above 0x200; their W is 1. */
enum { MAP_0F38 = 0x200, BROADCAST = MAP_0F38 | 0x19 };

/* VEX (SDM 2.3.5): R, X, B and vvvv are inverted; the two-byte form if B and the map are not
 * needed. */
static inline void vex(vv_x86 *x, unsigned pp, unsigned wide, unsigned op, unsigned reg,
                       unsigned src, vv_operand p) {
    uint8_t *at = x->at;
    unsigned R = reg & 8 ? 0 : 0x80, tail = (~src & 15) << 3 | wide << 2 | pp;
    bool other_map = op & MAP_0F38, extended = base_extended(p);
    if (extended || other_map) {
        at = byte(at, 0xC4);
        at = byte(at, R | 0x40 | (extended ? 0 : 0x20u) | (other_map ? 2 : 1));
        at = byte(at, (other_map ? 0x80u : 0) | tail);
    } else {
        at = byte(at, 0xC5);
        at = byte(at, R | tail);
    }
    at = byte(at, op & 0xFF);
    x->at = modrm(x, at, reg, p, 1);
}

/* The parts of EVEX that depend on the width: prefix (as pp of VEX), length, bytes of a memory
 * operand. */
typedef struct width {
    unsigned pp, length;
    int32_t unit;
} width;
static const width EIGHT = {1, 2, 64}, ONE = {3, 0, 8}, ONE_FUSED = {1, 0, 8}, TWO = {1, 0, 16};

/* EVEX.W1 (SDM 2.7.1): the fifth bit of reg is R', of src V', of a register operand X. With a mask,
 * z: what it leaves out is 0. b: one number for all lanes. */
static inline void evex(vv_x86 *x, width w, unsigned op, unsigned reg, unsigned src, vv_operand p,
                        unsigned mask) {
    unsigned X = p.base == VV_OPERAND_REGISTER && (p.offset & 16) ? 0 : 0x40;
    uint8_t *at = byte(x->at, 0x62);
    at = byte(at, (reg & 8 ? 0 : 0x80u) | X | (base_extended(p) ? 0 : 0x20u) |
                      (reg & 16 ? 0 : 0x10u) | (op & MAP_0F38 ? 2 : 1));
    at = byte(at, 0x80 | (~src & 15) << 3 | 4 | w.pp);
    bool each = p.base == VV_OPERAND_OUT_BROADCAST;
    at = byte(at, (mask ? 0x80 | mask : 0) | w.length << 5 | (each && op != BROADCAST ? 0x10u : 0) |
                      (src & 16 ? 0 : 8u));
    at = byte(at, op & 0xFF);
    x->at = modrm(x, at, reg, p, each ? (int32_t)sizeof(double) : w.unit);
}

/* AVX-512F has bitwise operations for integers only: VPANDQ, VPXORQ. */
static unsigned evex_code(unsigned op) {
    return op == VV_X86_AND ? 0xDB : op == VV_X86_XOR ? 0xEF : op;
}

/* packed: not of one double; pp: 1 is the prefix 66 (packed), 3 is F2 (one double). Registers from
 * 16 on have EVEX only. */
static void vector(vv_x86 *x, unsigned op, bool packed, int reg, int src, vv_operand p) {
    if (!room(x)) return;
    bool high = (reg | src | (p.base == VV_OPERAND_REGISTER ? p.offset : 0)) & 16;
    if (x->lanes == 8)
        evex(x, EIGHT, evex_code(op), (unsigned)reg, (unsigned)src, p, 0);
    else if (high)
        evex(x,
             op & MAP_0F38 ? ONE_FUSED
             : packed      ? TWO
                           : ONE,
             evex_code(op), (unsigned)reg, (unsigned)src, p, 0);
    else
        vex(x, packed || x->lanes > 1 ? 1 : 3, x->lanes > 1, op, (unsigned)reg, (unsigned)src, p);
}

/* ---- instructions --------------------------------------------------------------------------- */

void vv_x86_arithmetic(vv_x86 *x, vv_x86_op op, int dst, int src, vv_operand p) {
    bool bits = op == VV_X86_AND || op == VV_X86_XOR;
    unsigned code = op;
    /* VSQRTSD takes the upper half from src; packed VSQRTPD has none: vvvv is 1111 */
    if (op == VV_X86_SQRT && x->lanes > 1) src = 0;
    vector(x, code, bits, dst, src, p);
}

/* VFMADD, VFNMADD, VFMSUB, each in the forms 213 and 231: always the prefix 66, the packed form one
 * below that of one double. */
void vv_x86_fma(vv_x86 *x, vv_x86_fma_op op, bool onto_addend, int dst, int src, vv_operand p) {
    unsigned code = MAP_0F38 | (unsigned)op | (onto_addend ? 0x10 : 0) | (x->lanes == 1);
    vector(x, code, true, dst, src, p);
}

/* VMOVAPD between registers, VMOVSD, VMOVUPD or VBROADCASTSD from and to memory. */
void vv_x86_load(vv_x86 *x, int dst, vv_operand p) {
    bool between = p.base == VV_OPERAND_REGISTER;
    if (between && p.offset == dst) return;
    unsigned code = between ? 0x28 : p.base == VV_OPERAND_OUT_BROADCAST ? BROADCAST : 0x10;
    vector(x, code, between, dst, 0, p);
}

void vv_x86_store(vv_x86 *x, vv_operand p, int src) { vector(x, 0x11, false, src, 0, p); }

/* VMOVUPD, VPXORQ, VADDPD, VFMADD231PD */
void vv_x86_zmm(vv_x86 *x, vv_vector_op op, int dst, int src, vv_operand p, int mask) {
    static const unsigned CODE[] = {0x10, 0x11, 0xEF, 0x58, MAP_0F38 | 0xB8};
    if (op == VV_VECTOR_LOAD || op == VV_VECTOR_STORE) src = 0; /* vvvv is 1111 */
    if (op == VV_VECTOR_ZERO) src = dst, p = (vv_operand){VV_OPERAND_REGISTER, dst};
    if (room(x)) evex(x, EIGHT, CODE[op], (unsigned)dst, (unsigned)src, p, (unsigned)mask);
}

void vv_x86_computed_jump(vv_x86 *x, int pieces, int size) {
    enum { BETWEEN = 6 };                             /* the code after LEA */
    bytes(x, 3, (const uint8_t[]){0x48, 0x69, 0xC1}); /* imul rax, rcx, imm32 */
    if (room(x)) x->at = number32(x->at, -size);
    bytes(x, 3, (const uint8_t[]){0x48, 0x8D, 0x15}); /* lea rdx, [rip + imm32] */
    if (room(x)) x->at = number32(x->at, BETWEEN + pieces * size);
    /* add rax, rdx; notrack jmp rax */
    bytes(x, BETWEEN, (const uint8_t[]){0x48, 0x01, 0xD0, 0x3E, 0xFF, 0xE0});
}

void vv_x86_set_mask(vv_x86 *x, int mask, uint8_t bits) {
    bytes(x, 2, (const uint8_t[]){0xB8, bits}); /* mov eax, imm32 */
    bytes(x, 3, (const uint8_t[]){0, 0, 0});
    bytes(x, 4,
          (const uint8_t[]){0xC5, 0xF8, 0x92, (uint8_t)(0xC0 | mask << 3)}); /* KMOVW k, eax */
}

void vv_x86_prologue(vv_x86 *x) {
    /* endbr64; push rbx; push rbp; push r13: the stack is aligned for calls */
    bytes(x, 8, (const uint8_t[]){0xF3, 0x0F, 0x1E, 0xFA, 0x53, 0x55, 0x41, 0x55});
    /* mov rbp, rdi; mov r13, rsi; lea rbx, [rdx + offset] */
    bytes(x, 9, (const uint8_t[]){0x48, 0x89, 0xFD, 0x49, 0x89, 0xF5, 0x48, 0x8D, 0x9A});
    if (room(x)) x->at = number32(x->at, x->scratch);
}

void vv_x86_advance_out(vv_x86 *x, int32_t by) {
    x->out += by;
    bytes(x, 3, (const uint8_t[]){0x49, 0x81, 0xC5}); /* add r13, imm32 */
    if (room(x)) x->at = number32(x->at, by);
}

void vv_x86_epilogue(vv_x86 *x) {
    /* vzeroupper; pop r13; pop rbp; pop rbx; ret */
    bytes(x, 8, (const uint8_t[]){0xC5, 0xF8, 0x77, 0x41, 0x5D, 0x5D, 0x5B, 0xC3});
}

static const unsigned ARGUMENT[] = {7, 6, 2, 1}; /* rdi, rsi, rdx, rcx */

void vv_x86_load_address(vv_x86 *x, vv_x86_argument a, vv_operand p) { /* LEA r64, m */
    if (!room(x)) return;
    uint8_t *at = byte(x->at, 0x48 | (base_extended(p) ? 1 : 0));
    at = byte(at, 0x8D);
    x->at = modrm(x, at, ARGUMENT[a], p, 1);
}

void vv_x86_load_immediate(vv_x86 *x, vv_x86_argument a, int32_t n) { /* MOV r32, imm32 */
    if (!room(x)) return;
    x->at = number32(byte(x->at, 0xB8 | ARGUMENT[a]), n);
}

void vv_x86_call(vv_x86 *x, uint64_t function) {
    if (x->lanes > 1) bytes(x, 3, (const uint8_t[]){0xC5, 0xF8, 0x77}); /* vzeroupper */
    if (!room(x)) return;
    uint8_t *at = byte(byte(x->at, 0x48), 0xB8); /* mov rax, imm64; call rax */
    memcpy(at, &function, sizeof function);
    x->at = byte(byte(at + sizeof function, 0xFF), 0xD0);
}
