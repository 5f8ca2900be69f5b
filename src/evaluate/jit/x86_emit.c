/* Register allocation and code emission. A value is in a register, in memory, or both. If a
 * register is needed and none is free, the value whose next use is furthest in the future is
 * evicted (Belady 1966), and stored only if memory does not have it. Inputs and constants are in
 * memory from the start; results of the tape are stored at their destination as soon as they are
 * known. Calls preserve no registers. */
#include "evaluate/jit/x86_emit.h"

#include <math.h>
#include <string.h>

#include "numeric/numeric.h"
#include "platform/platform.h"

enum { MOST_REGISTERS = 32, NONE = -1, REACH = 128 /* of 8-bit displacements, in bytes */ };
#define FREE UINT32_MAX
#define NEVER UINT32_MAX

typedef struct emitter {
    const vv_ssa *s;
    vv_x86 *x;
    const vv_jit_frame *frame;
    int lanes, nregisters;
    uint32_t reserved;              /* slots of inputs and regions: never reused */
    uint32_t now;                   /* position in the schedule */
    uint32_t holds[MOST_REGISTERS]; /* value in a register */
    uint32_t when[MOST_REGISTERS];  /* its next use; NEVER if the register is free */
    uint32_t vacant, pinned;        /* bit sets: free registers; operands of the current
                                     * instruction */
    int8_t *reg;                    /* register of a value, or NONE (nvalues) */
    vv_operand *home;               /* its memory operand (nvalues) */
    uint32_t *cursor;               /* index of its next use in s->use (nvalues) */
    uint32_t *free_slot, nfree, nslots;
    uint32_t *freed, nfreed;      /* slots freed by this instruction, which may still read them */
    int32_t sign, magnitude, one; /* constants in the pool */
} emitter;

/* ---- elementary functions ------------------------------------------------------------------- */

/* Each operation that is not an instruction as a function, for one state and for several. */
#define X(name, operands, value, text)                                                             \
    static double call_##name(double a, double b, double c) {                                      \
        (void)b, (void)c;                                                                          \
        return value;                                                                              \
    }                                                                                              \
    static void call4_##name(double *out, const double *x, const double *y, const double *z) {     \
        for (int l = 0; l < 4; l++) out[l] = call_##name(x[l], y[l], z[l]);                        \
    }                                                                                              \
    static void call8_##name(double *out, const double *x, const double *y, const double *z) {     \
        for (int l = 0; l < 8; l++) out[l] = call_##name(x[l], y[l], z[l]);                        \
    }
#include "evaluate/tape/operations.def"
#undef X

/* Through a pointer: otherwise the compiler would turn this into two calls. */
typedef void sincos_function(double, double *, double *);
static sincos_function *volatile both = sincos;

static void sincos4(const double *a, double *s, double *c) {
    sincos_function *f = both;
    for (int l = 0; l < 4; l++) f(a[l], &s[l], &c[l]);
}
static void sincos8(const double *a, double *s, double *c) {
    sincos_function *f = both;
    for (int l = 0; l < 8; l++) f(a[l], &s[l], &c[l]);
}

typedef void any_function(void);
static const struct {
    any_function *one, *four, *eight;
} FUNCTION[] = {
#define X(name, operands, value, text)                                                             \
    {(any_function *)call_##name, (any_function *)call4_##name, (any_function *)call8_##name},
#include "evaluate/tape/operations.def"
#undef X
};

static void call(emitter *e, any_function *f) {
    uint64_t address;
    memcpy(&address, &f, sizeof address); /* a function's address as an integer */
    vv_x86_call(e->x, address);
}

/* ---- operands ------------------------------------------------------------------------------- */

static vv_operand in_register(int r) { return (vv_operand){VV_OPERAND_REGISTER, r}; }
static vv_operand in_pool(int32_t offset) { return (vv_operand){VV_OPERAND_CONSTANT_POOL, offset}; }
static vv_operand in_array(const emitter *e, vv_operand_base base, uint32_t index) {
    return (vv_operand){base, (int32_t)index * 8 * e->lanes};
}

static uint32_t next_use(const emitter *e, uint32_t v) {
    return e->cursor[v] < e->s->use_from[v + 1] ? e->s->use[e->cursor[v]] : NEVER;
}

static void give_home(emitter *e, uint32_t v) {
    uint32_t slot = e->nfree ? e->free_slot[--e->nfree] : e->nslots++;
    e->home[v] = in_array(e, VV_OPERAND_SCRATCH, slot);
}

/* Memory has the value, too. */
static void store_to_memory(emitter *e, uint32_t v) {
    if (e->home[v].base != VV_OPERAND_NONE) return;
    give_home(e, v);
    vv_x86_store(e->x, e->home[v], e->reg[v]);
}

static void empty(emitter *e, int r) {
    if (e->holds[r] != FREE) e->reg[e->holds[r]] = NONE;
    e->holds[r] = FREE;
    e->when[r] = NEVER;
    e->vacant |= 1u << r;
}

static void hold(emitter *e, int r, uint32_t v) {
    empty(e, r);
    e->holds[r] = v;
    e->when[r] = next_use(e, v);
    e->reg[v] = (int8_t)r;
    e->vacant &= ~(1u << r);
    e->pinned |= 1u << r;
}

/* A register for a new value: a free one, or the one needed last. */
static int allocate_register(emitter *e) {
    uint32_t vacant = e->vacant & ~e->pinned;
    int best = vacant ? __builtin_ctz(vacant) : NONE;
    for (int r = 0; !vacant && r < e->nregisters; r++)
        if (!(e->pinned >> r & 1) && (best == NONE || e->when[r] > e->when[best])) best = r;
    if (!vacant) store_to_memory(e, e->holds[best]);
    empty(e, best);
    e->pinned |= 1u << best;
    return best;
}

/* Loads the value into a register. */
static int load_to_register(emitter *e, uint32_t v) {
    int r = e->reg[v];
    if (r == NONE) {
        r = allocate_register(e);
        vv_x86_load(e->x, r, e->home[v]);
        hold(e, r, v);
    }
    e->pinned |= 1u << r;
    return r;
}

/* After this use: is there another one, and earlier than that of the value that would have to be
 * evicted? */
static bool deserves_register(const emitter *e, uint32_t v) {
    if (e->cursor[v] + 1 == e->s->use_from[v + 1]) return false;
    if (e->vacant & ~e->pinned) return true;
    uint32_t then = e->s->use[e->cursor[v] + 1];
    for (int r = 0; r < e->nregisters; r++)
        if (e->when[r] > then && !(e->pinned >> r & 1)) return true;
    return false;
}

/* Where an instruction finds it: in memory, too. */
static vv_operand find(emitter *e, uint32_t v) {
    return e->reg[v] != NONE || deserves_register(e, v) ? in_register(load_to_register(e, v))
                                                        : e->home[v];
}

/* Frees the locations of a value after its last use. */
static void release(emitter *e, uint32_t v) {
    if (e->reg[v] != NONE) {
        e->pinned &= ~(1u << e->reg[v]);
        empty(e, e->reg[v]);
    }
    /* inputs, constants and vectors keep their places; a slot is used again */
    if (e->home[v].base == VV_OPERAND_SCRATCH &&
        e->home[v].offset >= (int32_t)e->reserved * 8 * e->lanes)
        e->freed[e->nfreed++] = (uint32_t)(e->home[v].offset / (8 * e->lanes));
}

static void used(emitter *e, uint32_t v) {
    if (++e->cursor[v] == e->s->use_from[v + 1])
        release(e, v);
    else if (e->reg[v] != NONE)
        e->when[e->reg[v]] = next_use(e, v);
}

/* ---- arithmetic ----------------------------------------------------------------------------- */

static void swap(uint32_t *a, uint32_t *b) {
    uint32_t x = *a;
    *a = *b, *b = x;
}

/* result = a OP b */
static void binary_operation(emitter *e, vv_x86_op op, uint32_t a, uint32_t b, uint32_t result) {
    bool commutes = op == VV_X86_ADD || op == VV_X86_MUL;
    if (commutes && e->reg[a] == NONE && e->reg[b] != NONE) swap(&a, &b);
    int first = load_to_register(e, a);
    vv_operand second = find(e, b);
    used(e, a);
    used(e, b);
    int r = allocate_register(e); /* reuses an operand's register if that was its last use */
    vv_x86_arithmetic(e->x, op, r, first, second);
    hold(e, r, result);
}

/* result = c + ab, c - ab or ab - c, with two roundings. c is read last, so that the product
 * does not take its register. */
static void multiply_add(emitter *e, vv_tape_op op, const uint32_t *v, uint32_t result) {
    uint32_t a = v[0], b = v[1], c = v[2];
    if (e->reg[a] == NONE && e->reg[b] != NONE) swap(&a, &b);
    int first = load_to_register(e, a);
    vv_operand second = find(e, b),
               third = op == VV_TAPE_MSUB ? in_register(load_to_register(e, c)) : find(e, c);
    used(e, a);
    used(e, b);
    int r = allocate_register(e);
    vv_x86_arithmetic(e->x, VV_X86_MUL, r, first, second);
    if (op == VV_TAPE_MSUB)
        vv_x86_arithmetic(e->x, VV_X86_SUB, r, third.offset, in_register(r));
    else
        vv_x86_arithmetic(e->x, op == VV_TAPE_MADD ? VV_X86_ADD : VV_X86_SUB, r, r, third);
    used(e, c);
    hold(e, r, result);
}

static bool dies(const emitter *e, uint32_t v) { return e->cursor[v] + 1 == e->s->use_from[v + 1]; }

/* The same as FMA. The instruction overwrites an operand, preferably one that is not needed
 * again. */
static void fused_multiply_add(emitter *e, vv_tape_op op, const uint32_t *v, uint32_t result) {
    vv_x86_fma_op fused = op == VV_TAPE_MADD   ? VV_X86_FMADD
                          : op == VV_TAPE_MSUB ? VV_X86_FNMADD
                                               : VV_X86_FMSUB;
    uint32_t a = v[0], b = v[1], c = v[2];
    if (e->reg[a] == NONE && e->reg[b] != NONE) swap(&a, &b);
    if (e->reg[b] != NONE && dies(e, b) && !dies(e, a)) swap(&a, &b);
    bool over_factor = a != b && a != c && dies(e, a) && !(e->reg[c] != NONE && dies(e, c)),
         over_addend = !over_factor && c != a && c != b && dies(e, c);
    int first = load_to_register(e, over_factor ? b : a), r;
    if (over_factor) {
        r = load_to_register(e, a);
        vv_x86_fma(e->x, fused, false, r, first, find(e, c));
    } else {
        vv_operand second = find(e, b);
        r = over_addend ? load_to_register(e, c) : allocate_register(e);
        if (!over_addend)
            vv_x86_load(e->x, r, e->reg[c] == NONE ? e->home[c] : in_register(e->reg[c]));
        vv_x86_fma(e->x, fused, true, r, first, second);
    }
    for (int k = 0; k < 3; k++) used(e, v[k]);
    hold(e, r, result);
}

/* result = constant OP a, the constant in the pool */
static void with_constant(emitter *e, vv_tape_op op, uint32_t a, uint32_t result) {
    if (op == VV_TAPE_RECIP) {
        vv_operand p = find(e, a);
        int r = allocate_register(e);
        vv_x86_load(e->x, r, in_pool(e->one));
        vv_x86_arithmetic(e->x, VV_X86_DIV, r, r, p);
        used(e, a);
        hold(e, r, result);
        return;
    }
    int first = load_to_register(e, a);
    used(e, a);
    int r = allocate_register(e);
    bool sign = op == VV_TAPE_NEG;
    vv_x86_arithmetic(e->x, sign ? VV_X86_XOR : VV_X86_AND, r, first,
                      in_pool(sign ? e->sign : e->magnitude));
    hold(e, r, result);
}

static void one(emitter *e, vv_tape_op op, uint32_t a, uint32_t result) {
    int first = load_to_register(e, a);
    used(e, a);
    int r = allocate_register(e);
    if (op == VV_TAPE_SQRT)
        vv_x86_arithmetic(e->x, VV_X86_SQRT, r, first, in_register(first));
    else
        vv_x86_load(e->x, r, in_register(first));
    hold(e, r, result);
}

static void arithmetic(emitter *e, const vv_ssa_instruction *w) {
    const uint32_t *v = e->s->operand + w->first;
    switch ((int)w->op) {
    case VV_TAPE_ADD: binary_operation(e, VV_X86_ADD, v[0], v[1], w->result); break;
    case VV_TAPE_SUB: binary_operation(e, VV_X86_SUB, v[0], v[1], w->result); break;
    case VV_TAPE_MUL: binary_operation(e, VV_X86_MUL, v[0], v[1], w->result); break;
    case VV_TAPE_DIV: binary_operation(e, VV_X86_DIV, v[0], v[1], w->result); break;
    case VV_TAPE_MADD:
    case VV_TAPE_MSUB:
    case VV_TAPE_MSUBR:
        (e->frame->fused ? fused_multiply_add : multiply_add)(e, w->op, v, w->result);
        break;
    case VV_TAPE_NEG:
    case VV_TAPE_ABS:
    case VV_TAPE_RECIP: with_constant(e, w->op, v[0], w->result); break;
    default: one(e, w->op, v[0], w->result); break;
    }
}

/* ---- calls ---------------------------------------------------------------------------------- */

/* Saves everything needed after a call to memory. */
static void spill_all(emitter *e) {
    for (int r = 0; r < e->nregisters; r++) {
        if (e->when[r] != NEVER) store_to_memory(e, e->holds[r]);
        empty(e, r);
    }
}

/* Ensures that the values are in memory. */
static void in_memory(emitter *e, uint32_t n, const uint32_t *v) {
    for (uint32_t k = 0; k < n; k++) store_to_memory(e, v[k]);
}

static void arguments_used(emitter *e, const vv_ssa_instruction *w) {
    for (uint32_t k = 0; k < w->count; k++) used(e, e->s->operand[w->first + k]);
}

static void function_of_one(emitter *e, const vv_ssa_instruction *w) {
    const uint32_t *v = e->s->operand + w->first;
    in_memory(e, w->count, v);
    vv_operand a[3];
    for (uint32_t k = 0; k < 3; k++) a[k] = e->home[v[k < w->count ? k : 0]];
    arguments_used(e, w);
    spill_all(e);
    for (int k = 0; k < (int)w->count; k++) vv_x86_load(e->x, k, a[k]);
    call(e, FUNCTION[w->op].one);
    hold(e, 0, w->result);
}

static void function_of_lanes(emitter *e, const vv_ssa_instruction *w) {
    const uint32_t *v = e->s->operand + w->first;
    in_memory(e, w->count, v);
    give_home(e, w->result);
    vv_x86_load_address(e->x, VV_X86_RDI, e->home[w->result]);
    for (uint32_t k = 0; k < 3; k++)
        vv_x86_load_address(e->x, (vv_x86_argument)(VV_X86_RSI + k),
                            e->home[v[k < w->count ? k : 0]]);
    arguments_used(e, w);
    spill_all(e);
    call(e, e->lanes == 4 ? FUNCTION[w->op].four : FUNCTION[w->op].eight);
}

static void sine_and_cosine(emitter *e, const vv_ssa_instruction *w) {
    uint32_t a = e->s->operand[w->first];
    for (int k = 0; k < 2; k++) give_home(e, w->result + (uint32_t)k);
    in_memory(e, 1, &a);
    vv_operand argument = e->home[a];
    used(e, a);
    spill_all(e);
    if (e->lanes == 1)
        vv_x86_load(e->x, 0, argument);
    else
        vv_x86_load_address(e->x, VV_X86_RDI, argument);
    int first = e->lanes == 1 ? VV_X86_RDI : VV_X86_RSI;
    for (int k = 0; k < 2; k++)
        vv_x86_load_address(e->x, (vv_x86_argument)(first + k), e->home[w->result + (uint32_t)k]);
    call(e, e->lanes == 1   ? (any_function *)sincos
            : e->lanes == 4 ? (any_function *)sincos4
                            : (any_function *)sincos8);
}

/* Copies operands to the region of the instruction. */
static void gather(emitter *e, const vv_ssa_instruction *w, uint32_t n) {
    for (uint32_t k = 0; k < n; k++) {
        uint32_t v = e->s->operand[w->first + k];
        int r = load_to_register(e, v);
        e->pinned &= ~(1u << r); /* there may be more of them than registers */
        vv_x86_store(e->x, in_array(e, VV_OPERAND_SCRATCH, e->frame->reserved + w->region + k), r);
        used(e, v);
    }
}

static void factor(emitter *e, const vv_ssa_instruction *w) {
    gather(e, w, w->count);
    spill_all(e);
    vv_operand lu = in_array(e, VV_OPERAND_SCRATCH, e->frame->reserved + w->region);
    e->home[w->result] = lu;
    if (e->lanes > 1) vv_x86_load_immediate(e->x, VV_X86_RDI, e->lanes);
    vv_x86_load_immediate(e->x, e->lanes > 1 ? VV_X86_RSI : VV_X86_RDI, (int32_t)w->n);
    vv_x86_load_address(e->x, e->lanes > 1 ? VV_X86_RDX : VV_X86_RSI, lu);
    call(e, e->lanes > 1 ? (any_function *)vv_lu_factor_lanes
                         : (any_function *)vv_lu_factor_for((int)w->n));
}

static void solve(emitter *e, const vv_ssa_instruction *w) {
    uint32_t n = w->n, f = e->s->operand[w->first + n];
    vv_operand lu = e->home[f], pivot = lu,
               x = in_array(e, VV_OPERAND_SCRATCH, e->frame->reserved + w->region);
    gather(e, w, n);
    used(e, f);
    spill_all(e);
    for (uint32_t k = 0; k < n; k++)
        e->home[w->result + k] =
            in_array(e, VV_OPERAND_SCRATCH, e->frame->reserved + w->region + k);
    if (e->lanes > 1) {
        vv_x86_load_immediate(e->x, VV_X86_RDI, e->lanes);
        vv_x86_load_immediate(e->x, VV_X86_RSI, (int32_t)n);
        vv_x86_load_address(e->x, VV_X86_RDX, lu);
        vv_x86_load_address(e->x, VV_X86_RCX, x);
        call(e, (any_function *)vv_lu_solve_lanes);
        return;
    }
    pivot.offset += (int32_t)(n * n * 8);
    vv_x86_load_immediate(e->x, VV_X86_RDI, (int32_t)n);
    vv_x86_load_address(e->x, VV_X86_RSI, lu);
    vv_x86_load_address(e->x, VV_X86_RDX, pivot);
    vv_x86_load_address(e->x, VV_X86_RCX, x);
    call(e, (any_function *)vv_lu_solve_for((int)n));
}

static void instruction(emitter *e, const vv_ssa_instruction *w) {
    if (w->op == VV_TAPE_SINCOS)
        sine_and_cosine(e, w);
    else if (w->op == VV_TAPE_FACTOR)
        factor(e, w);
    else if (w->op == VV_TAPE_SOLVE)
        solve(e, w);
    else if (vv_ssa_is_inline(w->op))
        arithmetic(e, w);
    else if (e->lanes == 1)
        function_of_one(e, w);
    else
        function_of_lanes(e, w);
}

/* ---- the function --------------------------------------------------------------------------- */

/* Stores a result of the tape at its destination. */
static void store_result(emitter *e, uint32_t v, const uint32_t *first_out,
                         const uint32_t *next_out) {
    for (uint32_t k = first_out[v]; k; k = next_out[k - 1]) {
        vv_operand out = e->frame->out ? e->frame->out[k - 1] : in_array(e, VV_OPERAND_OUT, k - 1);
        vv_x86_store(e->x, out, load_to_register(e, v));
        if (e->home[v].base == VV_OPERAND_NONE) e->home[v] = out;
    }
    if (next_use(e, v) == NEVER) release(e, v);
}

/* A number in every lane; a mask is as wide as the register. */
static int32_t constant(vv_x86 *x, double k, bool mask) {
    int32_t at = (int32_t)(x->at - x->begin);
    for (int l = 0; l < (mask && x->lanes == 1 ? 2 : x->lanes); l++) {
        memcpy(x->at, &k, sizeof k);
        x->at += sizeof k;
    }
    return at;
}

static void write_constants(emitter *e) {
    const vv_tape *t = e->s->t;
    vv_x86 *x = e->x;
    double magnitude;
    memcpy(&magnitude, &(uint64_t){INT64_MAX}, sizeof magnitude); /* all bits but the sign */
    for (int k = 0; k < t->nconstants; k++)
        e->home[k] = in_pool(constant(x, t->constant[k], false));
    e->one = constant(x, 1.0, false);
    e->sign = constant(x, -0.0, true);
    e->magnitude = constant(x, magnitude, true);
    while ((x->at - x->begin) % 32) *x->at++ = 0xCC; /* int3 */
}

static bool prepare(vv_ctx *c, emitter *e) {
    uint32_t n = e->s->nvalues;
    e->reg = VV_ARRAY_UNINIT(c, int8_t, n + 1);
    e->home = VV_ARRAY_UNINIT(c, vv_operand, n + 1);
    e->cursor = VV_ARRAY_UNINIT(c, uint32_t, n + 1);
    e->free_slot = VV_ARRAY_UNINIT(c, uint32_t, n + 1);
    e->freed = VV_ARRAY_UNINIT(c, uint32_t, n + 1);
    if (!e->reg || !e->home || !e->cursor || !e->free_slot || !e->freed) return false;
    for (uint32_t v = 0; v < n; v++) {
        e->reg[v] = NONE;
        e->cursor[v] = e->s->use_from[v];
        e->home[v] = (vv_operand){VV_OPERAND_NONE, 0};
    }
    for (uint32_t k = 0; k < e->s->ninputs; k++) {
        uint32_t i = e->s->input[k];
        e->home[e->s->first_input + k] =
            e->frame->in ? e->frame->in[i] : in_array(e, VV_OPERAND_IN, i);
    }
    for (int r = 0; r < MOST_REGISTERS; r++) e->holds[r] = FREE, e->when[r] = NEVER;
    e->vacant = e->nregisters == 32 ? ~0u : (1u << e->nregisters) - 1;
    return true;
}

/* ---- interleaved vector instructions -------------------------------------------------------- */

typedef struct interleaved {
    const vv_jit_interleaved *all;
    int part;
    uint32_t done; /* instructions emitted from the list */
} interleaved;

/* Those that belong before the end of the work at this position. */
static uint32_t part_begins(const emitter *e, const vv_jit_interleaved *all, int part) {
    return part < all->nparts ? e->s->reached[all->result[part]] : e->s->nworks;
}

static void put_until(emitter *e, interleaved *b, uint32_t last) {
    const vv_jit_interleaved *all = b->all;
    uint32_t end = all->begin[all->nparts];
    e->x->far = all->far;
    for (; b->done < last || (b->done < end && all->list[b->done].glued); b->done++) {
        const vv_vector_instruction *w = &all->list[b->done];
        if (w->op == VV_VECTOR_COMPUTED_JUMP)
            vv_x86_computed_jump(e->x, w->dst,
                                 w->src * VV_X86_DISP32_BYTES + w->mask * VV_X86_ZMM_BYTES);
        else
            vv_x86_zmm(e->x, w->op, w->dst, w->src, w->place, w->mask);
    }
    e->x->far = false;
}

static void put_interleaved(emitter *e, interleaved *b) {
    const vv_jit_interleaved *all = b->all;
    if (!all) return;
    while (b->part < all->nparts && e->now >= part_begins(e, all, b->part + 1)) {
        if (b->part >= 0) put_until(e, b, all->begin[b->part + 1]);
        if (++b->part < all->nparts) vv_x86_advance_out(e->x, b->part ? all->row : REACH);
    }
    if (b->part < 0 || b->part == all->nparts) return;
    uint32_t from = part_begins(e, all, b->part), until = part_begins(e, all, b->part + 1),
             n = all->begin[b->part + 1] - all->begin[b->part], passed = e->now + 1 - from;
    uint64_t put = 10 * (uint64_t)n * passed / ((uint64_t)all->tenths * (until - from));
    put_until(e, b, all->begin[b->part] + (put < n ? (uint32_t)put : n));
}

size_t vv_x86_emit_bound(const vv_ssa *s, const vv_jit_frame *f, int lanes) {
    const vv_jit_interleaved *wide = f->interleaved;
    size_t beside_it =
        wide ? 16 * (wide->begin[wide->nparts] + (size_t)wide->nparts + 2 * (size_t)wide->nmasks)
             : 0;
    size_t constants = (size_t)(s->t->nconstants + 4) * 8 * (size_t)lanes + 64, code = 256;
    for (uint32_t i = 0; i < s->nworks; i++) {
        const vv_ssa_instruction *w = &s->work[s->order[i]];
        bool call = !vv_ssa_is_inline(w->op);
        /* operand loads, evictions, two operations; a call stores all registers */
        code += 24 * (size_t)w->count + 48 + (call ? 64 + 12 * MOST_REGISTERS : 0);
        code += 24 * (size_t)w->nresults;
    }
    return constants + code + 24 * (size_t)s->t->nout + beside_it;
}

bool vv_x86_emit(vv_ctx *c, const vv_ssa *s, const vv_jit_frame *f, vv_x86 *x, size_t *code,
                 uint32_t *slots) {
    emitter e = {.s = s, .x = x, .frame = f, .lanes = x->lanes};
    bool all = f->for_latency && vv_cpu_supports_lanes(8); /* latency-bound code profits from all
                                                            * 32; other code would be slower */
    e.nregisters = f->interleaved ? f->interleaved->registers
                   : all          ? 32
                                  : vv_x86_register_count(x->lanes);
    uint32_t *first_out = VV_ARRAY(c, uint32_t, s->nvalues + 1),
             *next_out = VV_ARRAY_UNINIT(c, uint32_t, s->t->nout + 1), k;
    if (!first_out || !next_out || !prepare(c, &e)) return false;
    for (k = (uint32_t)s->t->nout; k-- > 0;)
        next_out[k] = first_out[s->result[k]], first_out[s->result[k]] = k + 1;
    e.nslots = e.reserved = f->reserved + s->region;
    write_constants(&e);
    *code = (size_t)(x->at - x->begin);
    /* spill slots should be within reach */
    x->scratch = REACH + (f->interleaved ? (int32_t)f->reserved * 8 * x->lanes : 0);
    vv_x86_prologue(x);
    interleaved wide = {.all = f->interleaved, .part = -1};
    for (int i = 0; wide.all && i < wide.all->nmasks; i++)
        vv_x86_set_mask(x, i + 1, wide.all->mask[i]);
    for (uint32_t v = 0; v < s->nvalues; v++) {
        if (v == (uint32_t)s->t->nconstants) v = s->first_input; /* values known from the start */
        if (v < s->nvalues && first_out[v]) store_result(&e, v, first_out, next_out), e.pinned = 0;
    }
    for (e.now = 0; e.now < s->nworks && !x->full; e.now++) {
        const vv_ssa_instruction *w = &s->work[s->order[e.now]];
        e.pinned = 0;
        put_interleaved(&e, &wide);
        instruction(&e, w);
        for (uint32_t r = 0; r < w->nresults; r++)
            store_result(&e, w->result + r, first_out, next_out);
        while (e.nfreed) e.free_slot[e.nfree++] = e.freed[--e.nfreed];
    }
    put_interleaved(&e, &wide);
    vv_x86_epilogue(x);
    *slots = e.nslots;
    return !x->full;
}
