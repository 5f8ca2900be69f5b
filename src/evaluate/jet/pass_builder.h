/* Builds the programs of jets: the values of one pass, by the recurrences of jets, coefficient
 * by coefficient. For jet_code.c, which decides what is computed and where results go. */
#ifndef VV_EVALUATE_JET_PASS_BUILDER_H
#define VV_EVALUATE_JET_PASS_BUILDER_H

#include "evaluate/jit/jit.h"
#include "evaluate/jet/jet_code.h"

/* Slots of the programs, as inputs of a tape: the sum of a convolution; newest coefficient of a
 * variable; its coefficient of order 0; the inverse of that; its older coefficients for readers
 * with a smaller lead; constants of the pass; the matrix; sines and cosines. Then constants and
 * results. */
#define RESULT (1u << 30) /* numbers of results while the constants are not yet counted */
#define CONSTANT (1u << 29)
#define ZERO UINT32_MAX /* a coefficient known to be 0 */

enum { CACHE_LINE = 64, LINE = CACHE_LINE / sizeof(double) };

/* The operand known last comes last in a sum, because every order waits for the previous one.
 * Decided when the program with most orders is made, then kept, so that all programs round
 * alike. */
typedef enum choice { UNDECIDED, AS_IT_STANDS, SWAPPED } choice;

/* The convolution of a with b; rate: of k a_k with b; lead: of the variable that needs it. idle:
 * no later order depends on it. early: includes the terms a_0 b_k, a_k b_0 whose b_k, a_k run
 * ahead. */
typedef struct sum {
    uint32_t a, b;
    bool rate, idle, early;
    int lead;
    choice ends; /* which of the terms with order 0 comes last */
} sum;

typedef struct output {
    uint32_t slot;
    vv_operand place;
} output;

/* A program under construction. */
typedef struct program {
    vv_tape_instruction *list;
    int n;
    int *ready; /* when each result is known, in cycles after the sums */
    uint32_t nresults;
    uint32_t *newest; /* slot of the coefficient of a variable, ZERO + absent: see have */
    bool *have;       /* computed in this program */
    output *out;
    int nout;
} program;

/* Coefficients of all orders, if one unrolled program computes them all (unrolled.c). */
typedef struct unrolled {
    int passes;
    uint32_t *coefficient; /* their slots: passes of each variable; ZERO: not known yet */
    vv_operand *place;     /* of its inputs: the matrix, sums of all passes, sines, whole
                                convolutions of all passes, others                       */
    uint32_t nplaces;
    bool idle_only; /* store only operands of idle sums */
    bool early_too; /* and of sums with early operands */
} unrolled;

/* Terms of convolutions that programs add themselves (convolution_interleaved.c): none; all, in
 * the first passes; those with the newest coefficients, added to sums of this pass, or to the
 * sums that the previous pass has prepared. */
typedef enum ends { IN_SUMS, ALL_TERMS, TO_SUMS, TO_AHEAD } ends;

typedef struct builder {
    vv_ctx *c;
    vv_jet *j;
    const bool *late; /* for each variable */
    uint32_t nv;
    sum *sum;
    uint32_t nsums, most_sums;
    uint32_t *first_a, *next_a, *first_b, *next_b; /* linked lists of the sums with a given
                                                    * operand */
    uint32_t *operand, *rate_operand; /* in lanes: operand index of a variable and of its rate, +
                                       * 1 */
    uint32_t noperands;
    bool *steady;  /* constant along the motion: functions of coordinates whose rate is 0 */
    bool *awaited; /* read by later orders; coordinates that nobody reads are not awaited */
    bool idle;     /* the current instruction computes a product that is not awaited */
    bool *shown;   /* its row is read by others: result or switching function */
    bool *wants_zero, *wants_inverse, *wants_newest; /* values that other programs must keep */
    double *constant;
    int nconstants;
    uint32_t *constant_at, constants_room; /* hash table of the constants: index + 1 */
    uint32_t *table, table_size;           /* hash table of the program's instructions: index + 1 */
    const vv_jet_dae *closure;
    choice *terms;      /* for each variable: which term of its sum comes last */
    uint32_t *angle;    /* for each coordinate: its index among those with known sine, + 1 */
    uint32_t *order;    /* order of the equations in sums over the unknowns; NULL: undecided */
    int largest;        /* instruction count of the longest program so far */
    bool many;          /* as many sums as convolution_blocked.c requires */
    bool waits;         /* few sums: its orders are latency-bound */
    unrolled *unrolled; /* NULL: one program per pass */
    ends ends;          /* terms that the current program adds */
    int32_t
        before; /* vectors in the frame before its slots: in lanes rows, sums of the next pass */
    const int32_t *pair;  /* in lanes: the first coefficients of both operands of each sum       */
    const vv_operand *in; /* of the inputs of such; NULL: not found yet */
    bool *older;    /* variables that others with a lesser lead read                            */
    int pass;       /* which program this is: the first in which variables of lead d appear is  */
    bool late_only; /* depth - d                                                              */
    int at;         /* lead of the instruction in hand                                          */
    bool found;     /* all sums                                                                   */
    bool refused;
    program p;
} builder;

/* ---- slots ---------------------------------------------------------------------------------- */

static inline uint32_t slot_sum(uint32_t s) { return s; } /* first, because they are aligned */
static inline uint32_t slot_newest(const builder *b, uint32_t v) { return b->most_sums + v; }
static inline uint32_t slot_zero(const builder *b, uint32_t v) { return b->most_sums + b->nv + v; }
static inline uint32_t slot_inverse(const builder *b, uint32_t v) {
    return b->most_sums + 2 * b->nv + v;
}
static inline uint32_t slot_older(const builder *b, uint32_t v, int lead) { /* 0 or 1 */
    return b->most_sums + (3 + (uint32_t)lead) * b->nv + v;
}
/* Order of the coefficients with a given lead, its inverse, the product for a second derivative. */
static inline uint32_t slot_numbers(const builder *b) { return b->most_sums + 5 * b->nv; }
static inline uint32_t slot_order(const builder *b, int lead) {
    return slot_numbers(b) + (uint32_t)lead;
}
static inline uint32_t slot_by_order(const builder *b, int lead) {
    return slot_numbers(b) + VV_JET_LEADS + (uint32_t)lead;
}
static inline uint32_t slot_second(const builder *b) { return slot_numbers(b) + 2 * VV_JET_LEADS; }
static inline uint32_t slot_matrix(const builder *b) {
    return slot_numbers(b) + VV_JET_ORDER_NUMBERS;
}
static inline uint32_t count_unknowns(const builder *b) {
    return b->closure ? (uint32_t)(b->closure->n + b->closure->m) : 0;
}
static inline uint32_t slot_sine(const builder *b) {
    return slot_matrix(b) + count_unknowns(b) * count_unknowns(b);
}
static inline uint32_t count_inputs(const builder *b) {
    return slot_sine(b) + 2 * (uint32_t)b->j->nangles;
}
/* In lanes, after these, if stored already: coefficients of operand n (n >= 1), the first (1, 2,
 * ...) and the last ones (-1, -2, ...); sums of the next pass, as far as vectors go and with
 * everything known. */
enum { FIRST_ROWS = 5, LAST_ROWS = 3, SOME_ROWS = FIRST_ROWS + LAST_ROWS };
static inline uint32_t slot_row(const builder *b, uint32_t n, int at) {
    return count_inputs(b) + SOME_ROWS * (n - 1) +
           (uint32_t)(at > 0 ? at - 1 : FIRST_ROWS - 1 - at);
}
static inline uint32_t slot_next(const builder *b, uint32_t s) {
    return count_inputs(b) + SOME_ROWS * b->noperands + s;
}
static inline uint32_t slot_ahead(const builder *b, uint32_t s) {
    return slot_next(b, b->most_sums) + s;
}

/* Does this program compute coefficients of order 0 for this lead, or none yet? */
static inline bool is_first(const builder *b, int lead) { return b->pass == b->j->depth - lead; }
static inline bool is_absent(const builder *b, int lead) { return b->pass < b->j->depth - lead; }

static inline bool is_constant(const builder *b, uint32_t v) {
    return v >= (uint32_t)b->j->nin && v < (uint32_t)(b->j->nin + b->j->nconstants);
}

/* Order of the coefficients with this lead in this pass. */
static inline int order_at(const builder *b, int lead) { return b->pass - b->j->depth + lead; }
/* Order of the coefficients with a given lead, its inverse, the product for a second derivative;
 * an entry of the matrix. */
uint32_t vv_jet_order_number(builder *b, int lead);
uint32_t vv_jet_order_reciprocal(builder *b, int lead);
uint32_t vv_jet_second_derivative_factor(builder *b);
uint32_t vv_jet_matrix_entry(const builder *b, uint32_t i);
uint32_t vv_jet_sine_slot(const builder *b, uint32_t i); /* sine, cosine of the first angle, ... */
/* When a value is available; EARLY: long before the sums. */
enum { EARLY = -1000 };
int vv_jet_ready_cycle(const builder *b, uint32_t slot);
/* From this order on, idle convolutions are computed in vectors. */
enum { VV_JET_DEFERRED_ORDER = 2 };
/* Adds a sum to the lists of its operands. */
void vv_jet_list_convolution(builder *b, uint32_t s);
/* A constant as a slot. */
uint32_t vv_jet_constant(builder *b, double k);
/* The value of an instruction, found or created. */
uint32_t vv_jet_value(builder *b, vv_tape_op op, uint32_t x, uint32_t y, uint32_t z);
/* Arithmetic that skips known zeros. */
uint32_t vv_jet_add(builder *b, uint32_t x, uint32_t y);
uint32_t vv_jet_mul(builder *b, uint32_t x, uint32_t y);
uint32_t vv_jet_madd(builder *b, uint32_t x, uint32_t y, uint32_t z);
/* The newest coefficient of a variable, as a reader with that lead needs it. */
uint32_t vv_jet_newest_coefficient(builder *b, uint32_t v, int lead);
/* Records the value that this program computed for a variable. */
void vv_jet_define(builder *b, uint32_t v, uint32_t slot);
/* Computes the newest coefficient of the result of an instruction. */
void vv_jet_apply_recurrence(builder *b, const vv_jet_instruction *i);

/* ---- before all programs: pass_analysis.c ------------------------------------------------------
 */

/* Collects what all programs need. angles: output array, or NULL if they are known. */
bool vv_jet_pass_analyze(builder *b, int *angles);
/* Starts the program of a pass; all rules, or those of late variables. */
void vv_jet_pass_begin(builder *b, int pass);
void vv_jet_pass_translate(builder *b, bool late_only);

/* ---- closed motions: dae_pass.c ----------------------------------------------------------- */

/* Computes all newest coefficients of this pass. *u: the unknowns, NULL if there are none yet;
 * false: out of memory. */
bool vv_jet_dae_pass(builder *b, const uint32_t **u);

/* ---- results: jet_code.c -------------------------------------------------------------------- */

void vv_jet_store(builder *b, uint32_t slot, vv_operand place);
vv_operand vv_jet_row_operand(const builder *b, uint32_t v, int ahead);
/* Rows of operands and sums: how long, and how many passes later than the first a sum begins. */
int32_t vv_jet_row_length(const builder *b);
static inline int passes_later(const builder *b, uint32_t s) {
    return b->j->depth - b->sum[s].lead;
}
/* All sums of a pass are computed as if they had the same order, that of the largest lead: the
 * operands of the others are stored one row later, first a, then b too, after zeros. */
static inline int later_a(const builder *b, uint32_t s) { return passes_later(b, s) > 0; }
static inline int later_b(const builder *b, uint32_t s) { return passes_later(b, s) > 1; }
/* Is there a row for b_0, and is a_k known before the pass, so that a_k b_0 is among the terms
 * of an early sum? In an unrolled program: are a_(k-1) b_1, and then a_1 b_(k-1), known early
 * enough to be among the terms in vectors? */
static inline bool early_a(const builder *b, uint32_t s) {
    return later_b(b, s) && b->j->lead[b->sum[s].a] > b->sum[s].lead;
}
static inline bool early_b(const builder *b, uint32_t s) {
    return early_a(b, s) && b->j->lead[b->sum[s].b] > b->sum[s].lead;
}
/* Stores what sums of later orders need of a variable. */
void vv_jet_store_operand(builder *b, uint32_t v);
/* Stores what this pass found for the inputs: without leads, the next coefficients of q and w.
 * Coordinates that nobody reads are handled separately. */
void vv_jet_store_inputs(builder *b, const uint32_t *u);
void vv_jet_store_deferred(builder *b);
vv_jit_entry *vv_jet_pass_compile(builder *b, uint32_t reserved, const vv_operand *in,
                                  const vv_jit_interleaved *beside, uint32_t *slots);

/* ---- sums in lanes: convolution_interleaved.c
 * ------------------------------------------------------------- */

/* First pass in which programs add terms to sums; earlier programs add all terms. */
static inline int first_with_ends(const builder *b) { return b->j->depth ? 7 : 5; }
/* The inner terms of a convolution, according to b->ends. */
uint32_t vv_jet_convolution_with_ends(builder *b, uint32_t s);
/* Prepares the next pass: what an odd pass adds to its sums. */
void vv_jet_store_lookahead(builder *b);
/* Vectors beside a program of an even pass: all other terms of two passes, the fourth argument
 * says which. */
bool vv_jet_interleave_convolutions(builder *b, int pieces, vv_jit_interleaved *out);

/* All passes of a small motion in one program; NULL: memory is refused. Its slots follow those
 * of the others; if they exceed the given number it must not be used. */
bool vv_jet_can_unroll(const builder *b);
uint32_t vv_jet_unrolled_slots(const builder *b);
vv_jit_entry *vv_jet_unrolled_build(builder *b, uint32_t *slots);

#endif
