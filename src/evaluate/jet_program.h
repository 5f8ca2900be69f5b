/* The programs of jets in the making: values of one pass, by the rules of jets, coefficient by
 * coefficient. For jet_code.c, which says what is computed and where results go. */
#ifndef VV_EVALUATE_JET_PROGRAM_H
#define VV_EVALUATE_JET_PROGRAM_H

#include "evaluate/code.h"
#include "evaluate/jet_code.h"

/* Slots of the programs, as inputs of a tape: the sum of a convolution, newest coefficient of a
 * variable, its coefficient of order 0, the inverse of that, its older coefficients for those that
 * do not run so far ahead, numbers of the pass, the matrix. Then constants and results. */
#define RESULT (1u << 30) /* numbers of results while the constants are not yet counted */
#define CONSTANT (1u << 29)
#define ZERO UINT32_MAX /* a coefficient known to be 0 */

enum { CACHE_LINE = 64, LINE = CACHE_LINE / sizeof(double) };

/* The convolution of a with b; rate: of k a_k with b; lead: of the variable that wants it. */
typedef struct sum {
    uint32_t a, b;
    bool rate;
    int lead;
} sum;

typedef struct output {
    uint32_t slot;
    vv_x86_place place;
} output;

/* One program in the making. */
typedef struct program {
    vv_instruction *list;
    int n;
    uint32_t nresults;
    uint32_t *newest; /* slot that holds the coefficient of a variable, ZERO + absent: see have */
    bool *have;       /* computed in this program                                             */
    output *out;
    int nout;
} program;

typedef struct builder {
    vv_ctx *c;
    vv_jet *j;
    const bool *late; /* of a variable                                                       */
    uint32_t nv;
    sum *sum;
    uint32_t nsums, most_sums;
    uint32_t *first_a, *next_a, *first_b, *next_b; /* sums with a given operand: lists        */
    uint32_t *operand, *rate_operand; /* in lanes: number of a variable, of its rate, + 1     */
    uint32_t noperands;
    bool *steady; /* constants of the motion: functions of coordinates whose rate is 0        */
    bool *shown;  /* its row is read by others: result or switch                              */
    bool *wants_zero, *wants_inverse, *wants_newest; /* what other programs must keep         */
    double *constant;
    int nconstants;
    uint32_t *constant_at, constants_room; /* hash of the constants: number + 1              */
    uint32_t *table, table_size; /* hash of the program's instructions: number + 1           */
    const vv_jet_closure *closure;
    bool *older;    /* variables that others with a lesser lead read                            */
    int pass;       /* which program this is: the first in which variables of lead d appear is  */
    bool late_only; /* depth - d                                                              */
    int at;         /* lead of the instruction in hand                                          */
    bool found;     /* all sums                                                                   */
    bool refused;
    program p;
} builder;

/* ---- slots ---------------------------------------------------------------------------------- */

static inline uint32_t slot_sum(uint32_t s) { return s; } /* first: aligned */
static inline uint32_t slot_newest(const builder *b, uint32_t v) { return b->most_sums + v; }
static inline uint32_t slot_zero(const builder *b, uint32_t v) { return b->most_sums + b->nv + v; }
static inline uint32_t slot_inverse(const builder *b, uint32_t v) {
    return b->most_sums + 2 * b->nv + v;
}
static inline uint32_t slot_older(const builder *b, uint32_t v, int lead) { /* 0 or 1 */
    return b->most_sums + (3 + (uint32_t)lead) * b->nv + v;
}
/* Order of the coefficients of a lead, its inverse, the product for a second derivative. */
static inline uint32_t slot_numbers(const builder *b) { return b->most_sums + 5 * b->nv; }
static inline uint32_t slot_order(const builder *b, int lead) {
    return slot_numbers(b) + (uint32_t)lead;
}
static inline uint32_t slot_by_order(const builder *b, int lead) {
    return slot_numbers(b) + VV_JET_LEADS + (uint32_t)lead;
}
static inline uint32_t slot_second(const builder *b) { return slot_numbers(b) + 2 * VV_JET_LEADS; }
static inline uint32_t slot_matrix(const builder *b) { return slot_numbers(b) + VV_JET_NUMBERS; }
static inline uint32_t count_unknowns(const builder *b) {
    return b->closure ? (uint32_t)(b->closure->n + b->closure->m) : 0;
}
static inline uint32_t count_inputs(const builder *b) {
    return slot_matrix(b) + count_unknowns(b) * count_unknowns(b);
}

/* In this program: coefficients of order 0, or none at all. */
static inline bool is_first(const builder *b, int lead) { return b->pass == b->j->depth - lead; }
static inline bool is_absent(const builder *b, int lead) { return b->pass < b->j->depth - lead; }

static inline bool is_constant(const builder *b, uint32_t v) {
    return v >= (uint32_t)b->j->nin && v < (uint32_t)(b->j->nin + b->j->nconstants);
}

/* A number as a slot. */
uint32_t vv_jet_constant(builder *b, double k);
/* The value of an instruction, found or made. */
uint32_t vv_jet_put(builder *b, vv_tape_op op, uint32_t x, uint32_t y, uint32_t z);
/* Arithmetic, without what is known to be 0. */
uint32_t vv_jet_plus(builder *b, uint32_t x, uint32_t y);
uint32_t vv_jet_times(builder *b, uint32_t x, uint32_t y);
uint32_t vv_jet_multiply_add(builder *b, uint32_t x, uint32_t y, uint32_t z);
/* The newest coefficient of a variable, as one with that lead may ask for it. */
uint32_t vv_jet_newest_at(builder *b, uint32_t v, int lead);
/* What this program found for a variable. */
void vv_jet_know(builder *b, uint32_t v, uint32_t slot);
/* The newest coefficient of what an instruction makes. */
void vv_jet_rule(builder *b, const vv_jet_instruction *i);

#endif
