#include "evaluate/jet_code.h"

#include <string.h>

#include "evaluate/code.h"
#include "evaluate/machine.h"

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
    bool *shown; /* its row is read by others: result or switch                              */
    bool *wants_zero, *wants_inverse, *wants_newest; /* what other programs must keep         */
    double *constant;
    int nconstants;
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

static uint32_t slot_sum(uint32_t s) { return s; } /* first: aligned */
static uint32_t slot_newest(const builder *b, uint32_t v) { return b->most_sums + v; }
static uint32_t slot_zero(const builder *b, uint32_t v) { return b->most_sums + b->nv + v; }
static uint32_t slot_inverse(const builder *b, uint32_t v) { return b->most_sums + 2 * b->nv + v; }
static uint32_t slot_older(const builder *b, uint32_t v, int lead) { /* 0 or 1 */
    return b->most_sums + (3 + (uint32_t)lead) * b->nv + v;
}
/* Order of the coefficients of a lead, its inverse, the product for a second derivative. */
static uint32_t slot_numbers(const builder *b) { return b->most_sums + 5 * b->nv; }
static uint32_t slot_order(const builder *b, int lead) { return slot_numbers(b) + (uint32_t)lead; }
static uint32_t slot_by_order(const builder *b, int lead) {
    return slot_numbers(b) + VV_JET_LEADS + (uint32_t)lead;
}
static uint32_t slot_second(const builder *b) { return slot_numbers(b) + 2 * VV_JET_LEADS; }
static uint32_t slot_matrix(const builder *b) { return slot_numbers(b) + VV_JET_NUMBERS; }
static uint32_t count_unknowns(const builder *b) {
    return b->closure ? (uint32_t)(b->closure->n + b->closure->m) : 0;
}
static uint32_t count_inputs(const builder *b) {
    return slot_matrix(b) + count_unknowns(b) * count_unknowns(b);
}

/* In this program: coefficients of order 0, or none at all. */
static bool is_first(const builder *b, int lead) { return b->pass == b->j->depth - lead; }
static bool is_absent(const builder *b, int lead) { return b->pass < b->j->depth - lead; }

static bool is_constant(const builder *b, uint32_t v) {
    return v >= (uint32_t)b->j->nin && v < (uint32_t)(b->j->nin + b->j->nconstants);
}

static uint32_t constant(builder *b, double k) {
    int i = 0;
    while (i < b->nconstants && memcmp(&b->constant[i], &k, sizeof k) != 0) i++;
    if (i == b->nconstants) b->constant[b->nconstants++] = k;
    return CONSTANT + (uint32_t)i;
}

/* ---- arithmetic, without what is known to be 0 ---------------------------------------------- */

static uint32_t hash(const vv_instruction *i) {
    uint64_t h = i->op + 1;
    h = (h ^ i->a) * 0x9e3779b97f4a7c15u;
    h = (h ^ i->b ^ h >> 29) * 0x9e3779b97f4a7c15u;
    h = (h ^ i->c ^ h >> 31) * 0x9e3779b97f4a7c15u;
    return (uint32_t)(h >> 32);
}

/* The value of this instruction, found or made. `out` holds its number until it is placed. */
static uint32_t put(builder *b, vv_tape_op op, uint32_t x, uint32_t y, uint32_t z) {
    uint32_t *operand[3] = {&x, &y, &z};
    for (int k = 0; k < 3; k++)
        if (*operand[k] == ZERO) *operand[k] = constant(b, 0);
    bool commutes = op == VV_TAPE_MUL || op == VV_TAPE_ADD || op == VV_TAPE_MADD;
    if (commutes && x > y) {
        uint32_t held = x;
        x = y, y = held;
        if (op != VV_TAPE_MADD) z = x;
    }
    vv_instruction i = {(uint32_t)op & 0xff, b->p.nresults & 0xffffff, x, y, z};
    uint32_t h = hash(&i) & (b->table_size - 1);
    for (; b->table[h]; h = (h + 1) & (b->table_size - 1)) {
        const vv_instruction *old = &b->p.list[b->table[h] - 1];
        if (old->op == i.op && old->a == x && old->b == y && old->c == z) return RESULT + old->out;
    }
    b->p.list[b->p.n++] = i;
    b->table[h] = (uint32_t)b->p.n;
    return RESULT + b->p.nresults++;
}

static uint32_t negative(builder *b, uint32_t x) {
    return x == ZERO ? ZERO : put(b, VV_TAPE_NEG, x, x, x);
}

static uint32_t plus(builder *b, uint32_t x, uint32_t y) {
    return x == ZERO ? y : y == ZERO ? x : put(b, VV_TAPE_ADD, x, y, x);
}

static uint32_t minus(builder *b, uint32_t x, uint32_t y) {
    return y == ZERO ? x : x == ZERO ? negative(b, y) : put(b, VV_TAPE_SUB, x, y, x);
}

static uint32_t times(builder *b, uint32_t x, uint32_t y) {
    return x == ZERO || y == ZERO ? ZERO : put(b, VV_TAPE_MUL, x, y, x);
}

static uint32_t scaled(builder *b, double k, uint32_t x) {
    if (x == ZERO || k == 0) return ZERO;
    return k == 1 ? x : k == -1 ? negative(b, x) : times(b, constant(b, k), x);
}

/* x y + z */
static uint32_t multiply_add(builder *b, uint32_t x, uint32_t y, uint32_t z) {
    if (x == ZERO || y == ZERO) return z;
    return z == ZERO ? times(b, x, y) : put(b, VV_TAPE_MADD, x, y, z);
}

/* ka x + kb y */
static uint32_t combine(builder *b, double ka, uint32_t x, double kb, uint32_t y) {
    if (ka == 1 && kb == -1) return minus(b, x, y);
    if (ka == -1 && kb == 1) return minus(b, y, x);
    if (ka == -1 && kb == -1) return negative(b, plus(b, x, y));
    if (ka != 1 && ka != -1 && ka != 0 && x != ZERO)
        return multiply_add(b, constant(b, ka), x, scaled(b, kb, y));
    if (kb != 1 && kb != -1 && kb != 0 && y != ZERO)
        return multiply_add(b, constant(b, kb), y, scaled(b, ka, x));
    return plus(b, scaled(b, ka, x), scaled(b, kb, y));
}

/* ---- coefficients --------------------------------------------------------------------------- */

/* The newest coefficient of a variable that the instruction in hand may ask for. */
static uint32_t newest(builder *b, uint32_t v) {
    if (is_constant(b, v))
        return is_first(b, b->at) ? constant(b, b->j->constant[v - (uint32_t)b->j->nin]) : ZERO;
    if (b->j->lead[v] > b->at) return slot_older(b, v, b->at);
    if (b->p.have[v]) return b->p.newest[v];
    b->wants_newest[v] = true;
    return slot_newest(b, v);
}

static uint32_t newest_at(builder *b, uint32_t v, int lead) {
    b->at = lead;
    return newest(b, v);
}

/* Does it change when the unknowns are known? */
static bool is_late(const builder *b, uint32_t v) {
    return b->j->lead[v] == b->at && (b->late[v] || b->j->depth);
}

static uint32_t zero(builder *b, uint32_t v) {
    if (is_constant(b, v)) return constant(b, b->j->constant[v - (uint32_t)b->j->nin]);
    b->wants_zero[v] = true;
    return slot_zero(b, v);
}

static uint32_t inverse(builder *b, uint32_t v) {
    b->wants_inverse[v] = true;
    return slot_inverse(b, v);
}

static void list_sum(builder *b, uint32_t s) {
    const sum *x = &b->sum[s];
    b->next_a[s] = b->first_a[x->a];
    b->next_b[s] = b->first_b[x->b];
    b->first_a[x->a] = b->first_b[x->b] = s + 1;
}

/* The inner terms of a convolution. */
static uint32_t inner(builder *b, uint32_t a, uint32_t with, bool rate) {
    if (is_constant(b, a) || is_constant(b, with)) return ZERO;
    for (uint32_t s = b->first_a[a]; s; s = b->next_a[s - 1])
        if (b->sum[s - 1].b == with && b->sum[s - 1].rate == rate && b->sum[s - 1].lead == b->at)
            return slot_sum(s - 1);
    if (b->found) b->refused = true; /* all were found before */
    uint32_t s = b->nsums++;
    b->sum[s] = (sum){a, with, rate, b->at};
    list_sum(b, s);
    return slot_sum(s);
}

/* 1/k of the inner terms of the derivative's convolution. */
static uint32_t inner_rate(builder *b, uint32_t a, uint32_t with) {
    return times(b, inner(b, a, with, true), slot_by_order(b, b->at));
}

/* The whole convolution of two known variables. */
static uint32_t convolution(builder *b, uint32_t a, uint32_t with) {
    uint32_t s = inner(b, a, with, false);
    if (a == with) {
        uint32_t x = times(b, zero(b, a), newest(b, a));
        return plus(b, s, plus(b, x, x));
    }
    if (is_late(b, with) && !is_late(b, a)) { /* what is late comes last: the rest serves twice */
        uint32_t held = a;
        a = with, with = held;
    }
    s = multiply_add(b, zero(b, a), newest(b, with), s);
    return multiply_add(b, zero(b, with), newest(b, a), s);
}

/* ka a^(times) + kb b: the coefficient so many orders ahead, times k + 1, and k + 2. */
static uint32_t derivative(builder *b, const vv_jet_instruction *i) {
    int at = b->at;
    uint32_t x = newest_at(b, i->a, at + i->times), rest = newest_at(b, i->b, at);
    uint32_t by = i->times == 2 ? slot_second(b) : slot_order(b, at + 1);
    return combine(b, i->ka, times(b, x, by), i->kb, rest);
}

static void know(builder *b, uint32_t v, uint32_t slot) {
    b->p.have[v] = true;
    b->p.newest[v] = slot;
}

/* ---- rules: order 0 ------------------------------------------------------------------------- */

static void function(builder *b, const vv_jet_instruction *i, vv_tape_op op) {
    uint32_t x = newest(b, i->a);
    know(b, i->out, put(b, op, x, x, x));
}

static void first_rule(builder *b, const vv_jet_instruction *i) {
    if (i->op == VV_JET_RATE) {
        know(b, i->out, derivative(b, i));
        return;
    }
    uint32_t x = newest(b, i->a), y = newest(b, i->b), z = newest(b, i->c);
    switch ((int)i->op) {
    case VV_JET_LINEAR: know(b, i->out, combine(b, i->ka, x, i->kb, y)); break;
    case VV_JET_MUL: know(b, i->out, times(b, x, y)); break;
    case VV_JET_MADD: know(b, i->out, combine(b, i->ka, times(b, x, y), i->kb, z)); break;
    case VV_JET_DIV: know(b, i->out, put(b, VV_TAPE_DIV, x, y, x)); break;
    case VV_JET_EXP: function(b, i, VV_TAPE_EXP); break;
    case VV_JET_SQRT: function(b, i, VV_TAPE_SQRT); break;
    case VV_JET_SINCOS:
        function(b, i, VV_TAPE_SINCOS);
        if (b->p.newest[i->out] + 1 == RESULT + b->p.nresults) b->p.nresults++; /* a new one */
        know(b, i->second, b->p.newest[i->out] + 1);
        break;
    case VV_JET_SINHCOSH:
        function(b, i, VV_TAPE_SINH);
        know(b, i->second, put(b, VV_TAPE_COSH, x, x, x));
        break;
    case VV_JET_TAN: {
        function(b, i, i->ka > 0 ? VV_TAPE_TAN : VV_TAPE_TANH);
        uint32_t t = b->p.newest[i->out];
        know(b, i->second, combine(b, i->ka, times(b, t, t), 1, constant(b, 1)));
        break;
    }
    case VV_JET_POWER: know(b, i->out, put(b, VV_TAPE_POW, x, constant(b, i->ka), x)); break;
    case VV_JET_PRIMITIVE: function(b, i, i->kind); break;
    case VV_JET_ANGLE: know(b, i->out, put(b, VV_TAPE_ATAN2, x, y, x)); break;
    default: b->refused = true; break;
    }
}

/* ---- rules: the other orders, [Moore 1966] with the newest terms apart ------------------------
 */

/* e' of the power and the quotients: what stands before the division by a coefficient of order 0 */
static uint32_t power(builder *b, const vv_jet_instruction *i) {
    /* k a_0 out_k = sum (e i - (k - i)) a_i out_(k-i); the term i = k is e k a_k out_0 */
    uint32_t s = scaled(b, i->ka, inner(b, i->a, i->out, true));
    s = times(b, minus(b, s, inner(b, i->out, i->a, true)), slot_by_order(b, b->at));
    s = multiply_add(b, scaled(b, i->ka, zero(b, i->out)), newest(b, i->a), s);
    return times(b, s, inverse(b, i->a));
}

static uint32_t angle(builder *b, const vv_jet_instruction *i) {
    uint32_t s = minus(b, inner(b, i->a, i->b, true), inner(b, i->b, i->a, true));
    s = times(b, minus(b, s, inner(b, i->out, i->c, true)), slot_by_order(b, b->at));
    s = multiply_add(b, newest(b, i->a), zero(b, i->b), s);
    s = minus(b, s, times(b, newest(b, i->b), zero(b, i->a)));
    return times(b, s, inverse(b, i->c));
}

/* 1/k sum i a_i b_(k-i), i = 1 .. k */
static uint32_t with_rate(builder *b, uint32_t a, uint32_t with) {
    return multiply_add(b, zero(b, with), newest(b, a), inner_rate(b, a, with));
}

static void next_pair(builder *b, const vv_jet_instruction *i) {
    know(b, i->out, with_rate(b, i->a, i->second));
    if (i->op == VV_JET_TAN) {
        know(b, i->second, scaled(b, i->ka, convolution(b, i->out, i->out)));
        return;
    }
    double sign = i->op == VV_JET_SINCOS ? -1 : 1;
    know(b, i->second, scaled(b, sign, with_rate(b, i->a, i->out)));
}

static uint32_t quotient(builder *b, const vv_jet_instruction *i) {
    uint32_t s = inner(b, i->b, i->out, false);
    s = multiply_add(b, zero(b, i->out), newest(b, i->b), s);
    return times(b, minus(b, newest(b, i->a), s), inverse(b, i->b));
}

static void next_rule(builder *b, const vv_jet_instruction *i) {
    uint32_t s;
    switch ((int)i->op) {
    case VV_JET_LINEAR:
        know(b, i->out, combine(b, i->ka, newest(b, i->a), i->kb, newest(b, i->b)));
        break;
    case VV_JET_MUL: know(b, i->out, convolution(b, i->a, i->b)); break;
    case VV_JET_MADD:
        s = convolution(b, i->a, i->b);
        know(b, i->out, combine(b, i->ka, s, i->kb, newest(b, i->c)));
        break;
    case VV_JET_RATE: know(b, i->out, derivative(b, i)); break;
    case VV_JET_DIV: know(b, i->out, quotient(b, i)); break;
    case VV_JET_EXP: know(b, i->out, with_rate(b, i->a, i->out)); break;
    case VV_JET_SINCOS:
    case VV_JET_SINHCOSH:
    case VV_JET_TAN: next_pair(b, i); break;
    case VV_JET_SQRT:
        s = minus(b, newest(b, i->a), inner(b, i->out, i->out, false));
        know(b, i->out, scaled(b, 0.5, times(b, s, inverse(b, i->out))));
        break;
    case VV_JET_POWER: know(b, i->out, power(b, i)); break;
    case VV_JET_PRIMITIVE:
        s = minus(b, scaled(b, i->ka, newest(b, i->a)), inner_rate(b, i->out, i->b));
        know(b, i->out, times(b, s, inverse(b, i->b)));
        break;
    case VV_JET_ANGLE: know(b, i->out, angle(b, i)); break;
    default: b->refused = true; break;
    }
}

/* ---- results of a program ------------------------------------------------------------------- */

static vv_x86_place place(const builder *b, vv_x86_base base, int32_t index) {
    return (vv_x86_place){base, index * 8 * b->j->lanes};
}

static vv_x86_place in_frame(const builder *b, uint32_t slot) {
    return place(b, VV_X86_SCRATCH, (int32_t)slot);
}

/* The coefficient of a variable that is `ahead` of the accelerations; the arrays are given as they
 * stand for what runs farthest ahead. */
static vv_x86_place in_row(const builder *b, uint32_t v, int ahead) {
    return place(b, VV_X86_IN, (int32_t)v * b->j->stride + ahead - b->j->depth);
}

/* Number i of the pass: at the end of its row, in lanes behind all operands. */
static vv_x86_place in_numbers(const builder *b, uint32_t i) {
    uint32_t at =
        b->j->lanes > 1 ? (b->noperands + i) * (uint32_t)b->j->stride : 2 * b->most_sums + i;
    return place(b, VV_X86_OUT, (int32_t)at);
}

static void deliver(builder *b, uint32_t slot, vv_x86_place place) {
    if (slot == ZERO) slot = constant(b, 0);
    b->p.out[b->p.nout++] = (output){slot, place};
}

/* All sums of a pass are made as if they were of the same order, that of the farthest lead: the
 * operands of the others stand one row later, a first, then b too, behind zeros. */
static int later_a(const builder *b, uint32_t s) { return b->j->depth - b->sum[s].lead > 0; }
static int later_b(const builder *b, uint32_t s) { return b->j->depth - b->sum[s].lead > 1; }

static int32_t row_length(const builder *b) {
    return 2 * (int32_t)b->most_sums + (int32_t)LINE; /* and the numbers of the pass */
}

static vv_x86_place in_sums(const builder *b, int lead, uint32_t index) {
    return place(b, VV_X86_OUT, (lead - b->j->depth) * row_length(b) + (int32_t)index);
}

/* What the sums of later orders need of a variable: in lanes its coefficients behind one another,
 * else each operand of a sum in the row of its order. */
static void deliver_alone(builder *b, uint32_t v, uint32_t x) {
    uint32_t rate = ZERO;
    int lead = b->j->lead[v];
    for (uint32_t s = b->first_b[v]; s; s = b->next_b[s - 1])
        deliver(b, x, in_sums(b, lead + later_b(b, s - 1), b->most_sums + s - 1));
    for (uint32_t s = b->first_a[v]; s; s = b->next_a[s - 1]) {
        bool r = b->sum[s - 1].rate;
        if (r && rate == ZERO) rate = times(b, x, slot_order(b, lead));
        deliver(b, r ? rate : x, in_sums(b, lead + later_a(b, s - 1), s - 1));
    }
}

static void deliver_operand(builder *b, uint32_t v) {
    int lead = b->j->lead[v];
    int32_t stride = b->j->stride, back = lead - b->j->depth;
    uint32_t x = newest_at(b, v, lead), n = b->operand[v], r = b->rate_operand[v];
    if (n) deliver(b, x, place(b, VV_X86_OUT, ((int32_t)n - 1) * stride + back));
    if (r)
        deliver(b, times(b, x, slot_order(b, lead)),
                place(b, VV_X86_OUT, ((int32_t)r - 1) * stride + back));
    if (b->j->lanes == 1) deliver_alone(b, v, x);
}

static void deliver_first(builder *b, uint32_t v) {
    uint32_t x = newest_at(b, v, b->j->lead[v]);
    if (b->wants_zero[v]) deliver(b, x, in_frame(b, slot_zero(b, v)));
    if (b->wants_inverse[v])
        deliver(b, put(b, VV_TAPE_RECIP, x, x, x), in_frame(b, slot_inverse(b, v)));
}

/* The program for late variables delivers those, the other one all: a caller that knows the late
 * inputs from the start need not correct anything. */
static void deliver_all(builder *b) {
    for (uint32_t v = 0; v < b->nv; v++) {
        bool input = v < (uint32_t)b->j->nin;
        int lead = b->j->lead[v];
        if (is_constant(b, v) || is_absent(b, lead) || (b->late_only && !b->late[v]) ||
            (!input && !b->p.have[v]))
            continue;
        if (!input && (b->shown[v] || b->older[v]))
            deliver(b, newest_at(b, v, lead), in_row(b, v, lead));
        if (is_first(b, lead))
            deliver_first(b, v);
        else
            deliver_operand(b, v);
        if (!b->late_only && !input && b->wants_newest[v])
            deliver(b, newest_at(b, v, lead), in_frame(b, slot_newest(b, v)));
    }
}

/* ---- a program ------------------------------------------------------------------------------ */

static void begin(builder *b, int pass) {
    b->pass = pass;
    b->late_only = false;
    b->nconstants = b->p.n = b->p.nout = 0;
    b->p.nresults = 0;
    memset(b->p.have, 0, b->nv * sizeof *b->p.have);
    memset(b->table, 0, b->table_size * sizeof *b->table);
}

static void rule(builder *b, const vv_jet_instruction *i) {
    b->at = b->j->lead[i->out];
    if (is_absent(b, b->at)) return;
    if (is_first(b, b->at))
        first_rule(b, i);
    else
        next_rule(b, i);
}

static void translate(builder *b, bool late_only) {
    const vv_jet *j = b->j;
    int n = late_only ? j->nlate : j->ninstructions;
    b->late_only = late_only;
    for (int k = 0; k < n; k++) rule(b, &j->instruction[late_only ? j->late[k] : k]);
}

static uint32_t place_slot(const builder *b, uint32_t slot) {
    uint32_t nin = count_inputs(b);
    if (slot >= RESULT) return nin + (uint32_t)b->nconstants + (slot - RESULT);
    return slot >= CONSTANT ? nin + (slot - CONSTANT) : slot;
}

static vv_machine_code *compile(builder *b, uint32_t *slots) {
    program *p = &b->p;
    uint32_t nin = count_inputs(b);
    uint32_t *out = VV_ARRAY(b->c, uint32_t, p->nout + 1);
    vv_x86_place *in = VV_ARRAY(b->c, vv_x86_place, nin),
                 *to = VV_ARRAY(b->c, vv_x86_place, p->nout + 1);
    if (!out || !in || !to) return NULL;
    for (int k = 0; k < p->n; k++) {
        vv_instruction *i = &p->list[k];
        i->a = place_slot(b, i->a), i->b = place_slot(b, i->b), i->c = place_slot(b, i->c);
        if (i->op == VV_TAPE_SINCOS) i->b = place_slot(b, RESULT + i->out + 1);
        i->out = place_slot(b, RESULT + i->out) & 0xffffff;
    }
    for (int k = 0; k < p->nout; k++)
        out[k] = place_slot(b, p->out[k].slot), to[k] = p->out[k].place;
    for (uint32_t k = 0; k < nin; k++) in[k] = in_frame(b, k);
    for (uint32_t k = 0; k < VV_JET_NUMBERS; k++) in[slot_numbers(b) + k] = in_numbers(b, k);
    for (uint32_t v = 0; v < (uint32_t)b->j->nin; v++)
        in[slot_newest(b, v)] = in_row(b, v, b->j->lead[v]);
    for (uint32_t v = 0; v < b->nv; v++)
        for (int l = 0; l < b->j->lead[v]; l++) in[slot_older(b, v, l)] = in_row(b, v, l);
    vv_tape t = {.nin = (int)nin, .nout = p->nout, .ninstructions = p->n, .out = out};
    t.instruction = p->list;
    t.nconstants = b->nconstants;
    t.constant = b->constant;
    t.nslots = (int)place_slot(b, RESULT + p->nresults);
    vv_code_size size = {0};
    const char *why;
    vv_machine_code *code =
        vv_code_build(b->c, &t, b->j->lanes, &(vv_emit_frame){in, to, nin, true}, &size, &why);
    if (code && size.slots > *slots) *slots = size.slots;
    return code;
}

static vv_machine_code *make(builder *b, bool first, bool late_only, uint32_t *slots) {
    begin(b, first ? 0 : 1);
    translate(b, late_only);
    deliver_all(b);
    return b->refused || !vv_ctx_ok(b->c) ? NULL : compile(b, slots);
}

/* ---- closed motions -------------------------------------------------------------------------- */

static void sweep(builder *b, int which) {
    for (int k = which ? b->j->sweep[which - 1] : 0; k < b->j->sweep[which]; k++)
        rule(b, &b->j->instruction[k]);
}

/* All newest coefficients, from the unknowns u; NULL: as if they were 0. */
static void evaluate(builder *b, const uint32_t *u) {
    uint32_t nq = (uint32_t)b->closure->nq, n = (uint32_t)b->closure->n, nu = count_unknowns(b);
    bool unknown = !is_absent(b, 0);
    for (uint32_t i = 0; b->j->depth && unknown && i < n; i++)
        know(b, nq + i, u ? times(b, u[i], slot_by_order(b, 1)) : ZERO);
    sweep(b, 0);
    for (uint32_t i = 0; b->j->depth && !is_first(b, 2) && i < nq; i++)
        know(b, i, times(b, newest_at(b, b->j->out[i], 1), slot_by_order(b, 2)));
    for (uint32_t i = 0; unknown && i < nu; i++) know(b, nq + n + i, u ? u[i] : ZERO);
    for (int which = 1; which < VV_JET_SWEEPS; which++) sweep(b, which);
}

/* Equation i with the unknowns 0: a residual, or the derivative of a relation that they enter. */
static uint32_t equation(builder *b, uint32_t i) {
    uint32_t nq = (uint32_t)b->closure->nq, n = (uint32_t)b->closure->n, v = b->j->out[nq + i];
    if (i < n) return newest_at(b, v, 0);
    int ahead = b->closure->ahead[i - n];
    return times(b, newest_at(b, v, ahead), ahead == 2 ? slot_second(b) : slot_order(b, 1));
}

/* The unknowns by the inverse matrix. */
static void multiply(builder *b, const uint32_t *r, uint32_t *u) {
    uint32_t n = count_unknowns(b);
    for (uint32_t i = 0; i < n; i++) {
        u[i] = ZERO;
        for (uint32_t k = 0; k < n; k++)
            u[i] = multiply_add(b, slot_matrix(b) + i * n + k, r[k], u[i]);
    }
}

/* The unknowns by triangular factors, what is known last in each sum last. */
static void substitute(builder *b, uint32_t *r, uint32_t *u) {
    uint32_t n = count_unknowns(b), a = slot_matrix(b);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < i; k++) r[i] = multiply_add(b, a + i * n + k, r[k], r[i]);
    for (uint32_t i = n; i-- > 0;) {
        u[i] = times(b, a + i * n + i, r[i]);
        for (uint32_t k = n - 1; k > i; k--) u[i] = multiply_add(b, a + i * n + k, u[k], u[i]);
    }
}

static const uint32_t *solve(builder *b) {
    uint32_t nu = count_unknowns(b), *u = VV_ARRAY(b->c, uint32_t, nu + 1),
             *r = VV_ARRAY(b->c, uint32_t, nu + 1);
    if (!u || !r) return NULL;
    for (uint32_t i = 0; i < nu; i++) r[i] = equation(b, i);
    if (b->closure->m)
        substitute(b, r, u);
    else
        multiply(b, r, u);
    return u;
}

/* What this pass found of the inputs: without leads the next coefficients of q and w. */
static void deliver_inputs(builder *b, const uint32_t *u) {
    uint32_t nq = (uint32_t)b->closure->nq, n = (uint32_t)b->closure->n, nu = count_unknowns(b);
    bool ahead = b->j->depth;
    for (uint32_t i = 0; (ahead ? !is_first(b, 2) : true) && i < nq; i++)
        deliver(b,
                ahead ? newest_at(b, i, 2)
                      : times(b, newest_at(b, b->j->out[i], 0), slot_by_order(b, 1)),
                in_row(b, i, ahead ? 2 : 1));
    for (uint32_t i = 0; u && i < n; i++)
        deliver(b, times(b, u[i], slot_by_order(b, 1)), in_row(b, nq + i, 1));
    for (uint32_t i = 0; u && i < nu; i++) deliver(b, u[i], in_row(b, nq + n + i, 0));
}

/* One pass of a closed motion: the equations with the unknowns 0, these by the matrix, then all
 * that depends on them. */
static vv_machine_code *make_closed(builder *b, int pass, uint32_t *slots) {
    const uint32_t *u = NULL;
    begin(b, pass);
    evaluate(b, NULL);
    if (!is_absent(b, 0)) {
        u = solve(b);
        if (!u) return NULL;
        evaluate(b, u);
    }
    deliver_all(b);
    deliver_inputs(b, u);
    return b->refused || !vv_ctx_ok(b->c) ? NULL : compile(b, slots);
}

/* ---- building and running ------------------------------------------------------------------- */

static size_t whole_lines(size_t n) { return (n + LINE - 1) / LINE * LINE; }

static bool allocate(builder *b) {
    vv_ctx *c = b->c;
    size_t n = (size_t)b->j->ninstructions, nv = b->nv;
    b->sum = VV_ARRAY(c, sum, 3 * n + 1);
    b->next_a = VV_ARRAY(c, uint32_t, 3 * n + 1);
    b->next_b = VV_ARRAY(c, uint32_t, 3 * n + 1);
    b->first_a = VV_ARRAY(c, uint32_t, nv + 1);
    b->first_b = VV_ARRAY(c, uint32_t, nv + 1);
    b->operand = VV_ARRAY(c, uint32_t, nv + 1);
    b->rate_operand = VV_ARRAY(c, uint32_t, nv + 1);
    b->shown = VV_ARRAY(c, bool, nv + 1);
    b->wants_zero = VV_ARRAY(c, bool, nv + 1);
    b->wants_inverse = VV_ARRAY(c, bool, nv + 1);
    b->wants_newest = VV_ARRAY(c, bool, nv + 1);
    b->constant = VV_ARRAY(c, double, 4 * n + (size_t)b->j->nconstants + 8);
    b->p.newest = VV_ARRAY(c, uint32_t, nv + 1);
    b->p.have = VV_ARRAY(c, bool, nv + 1);
    /* at most a dozen instructions for a rule; a rate and an inverse for a variable */
    size_t closed = b->closure ? count_unknowns(b) + (size_t)b->closure->nq : 0;
    b->older = VV_ARRAY(c, bool, nv + 1);
    b->p.list = VV_ARRAY(c, vv_instruction, 24 * n + 2 * nv + closed * closed + 4 * closed + 1);
    b->p.out = VV_ARRAY(c, output, 6 * n + 5 * nv + 2 * closed + 1);
    b->table_size = 64;
    while (b->table_size < 2 * (24 * n + 2 * nv + closed * closed + 4 * closed + 1))
        b->table_size *= 2;
    b->table = VV_ARRAY(c, uint32_t, b->table_size);
    return vv_ctx_ok(c);
}

bool vv_jet_has_code(const vv_jet *j) {
    for (int k = 0; k < j->ninstructions; k++) switch ((int)j->instruction[k].op) {
        case VV_JET_ABS:
        case VV_JET_PICK:
        case VV_JET_STEP:
        case VV_JET_CHOOSE:
        case VV_JET_FACTOR:
        case VV_JET_SOLVE: return false;
        default: break;
        }
    return true;
}

/* Operands that stand by themselves: two for each sum, by their first coefficients. */
static void pair_operands(builder *b, int32_t *pair) {
    int32_t stride = b->j->stride;
    for (uint32_t s = 0; s < b->nsums; s++) {
        uint32_t *a = (b->sum[s].rate ? b->rate_operand : b->operand) + b->sum[s].a,
                 *with = b->operand + b->sum[s].b;
        if (!*a) *a = ++b->noperands;
        if (!*with) *with = ++b->noperands;
        pair[2 * s] = ((int32_t)*a - 1) * stride - later_a(b, s);
        pair[2 * s + 1] = ((int32_t)*with - 1) * stride - later_b(b, s);
    }
}

/* The programs that ask for coefficients come before those that keep them. */
static bool make_all(builder *b, struct vv_jet_code *code, uint32_t *slots) {
    for (int pass = b->j->depth + 1; b->closure && pass >= 0; pass--) {
        code->pass[pass] = make_closed(b, pass, slots);
        if (!code->pass[pass]) return false;
    }
    if (b->closure) return true;
    code->next_late = make(b, false, true, slots);
    code->next = make(b, false, false, slots);
    code->first_late = make(b, true, true, slots);
    code->first = make(b, true, false, slots);
    return code->first && code->first_late && code->next && code->next_late;
}

/* A first pass over the rules finds the sums. */
static void find_sums(builder *b) {
    uint32_t whole = b->j->lanes == 1 ? LINE : 1;
    begin(b, b->j->depth + 1);
    translate(b, false);
    b->most_sums = (b->nsums + whole - 1) / whole * whole;
    b->found = true;
}

static void find_older(builder *b) {
    const vv_jet *j = b->j;
    const vv_jet_closure *m = b->closure;
    for (int k = 0; k < j->ninstructions; k++) {
        const vv_jet_instruction *i = &j->instruction[k];
        int own = j->lead[i->out];
        if (j->lead[i->a] > own + i->times) b->older[i->a] = true;
        if (j->lead[i->b] > own) b->older[i->b] = true;
        if (j->lead[i->c] > own + i->times) b->older[i->c] = true;
    }
    for (int i = 0; m && i < j->nout; i++) {
        int asked = i < m->nq ? 1 : i < m->nq + m->n ? 0 : m->ahead[i - m->nq - m->n];
        if (j->lead[j->out[i]] > asked) b->older[j->out[i]] = true;
    }
}

void vv_jet_code_build(vv_ctx *c, vv_jet *j, const bool *late, const vv_jet_closure *closure) {
    struct vv_jet_code *code = VV_NEW(c, struct vv_jet_code);
    size_t most = 3 * (size_t)j->ninstructions;
    int32_t *kept = j->lanes > 1 ? VV_ARRAY(c, int32_t, 2 * most + 1) : NULL; /* the pairs */
    vv_mark mark = vv_arena_mark(c);
    builder b = {.c = c, .j = j, .late = late, .closure = closure};
    b.nv = (uint32_t)j->nvariables;
    uint32_t slots = 0;
    if (!code || !vv_x86_supported(j->lanes) || !allocate(&b)) return;
    for (int i = 0; !closure && i < j->nout; i++) b.shown[j->out[i]] = true;
    for (int i = 0; i < j->nswitches; i++) b.shown[j->change[i]] = true;
    find_older(&b);
    find_sums(&b);
    if (kept) pair_operands(&b, kept);
    bool made = make_all(&b, code, &slots);
    vv_arena_release(c, mark);
    if (!made) return;
    size_t lanes = (size_t)j->lanes, sums = b.most_sums * lanes;
    code->nsums = (int)b.most_sums;
    code->kernel = vv_jet_kernel_of(vv_machine_lanes());
    code->lanes_kernel = vv_jet_lanes_kernel_of(j->lanes);
    code->pair = kept;
    code->step = kept ? j->lanes : row_length(&b);
    code->frame = j->doubles;
    code->sums = slot_sum(0);
    code->number = kept ? b.noperands * (size_t)j->stride * lanes : 2 * sums;
    code->number_step = kept ? j->stride * j->lanes : 1;
    code->matrix = slot_matrix(&b) * lanes;
    code->ahead = whole_lines(slots * lanes);
    code->rows = code->ahead + whole_lines(sums);
    size_t rows = (size_t)j->order + 1 + (size_t)j->depth;
    j->doubles += code->rows + LINE +
                  (kept ? (b.noperands + VV_JET_NUMBERS) * (size_t)j->stride * lanes
                        : rows * (size_t)row_length(&b));
    j->closed = closure ? (int)count_unknowns(&b) : 0;
    j->code = code;
}

/* Vectors are aligned to the lines of the cache, wherever the work begins. */
static double *frame_of(const struct vv_jet_code *c, double *work) {
    uintptr_t at = (uintptr_t)(work + c->frame);
    return work + c->frame + (CACHE_LINE - at % CACHE_LINE) % CACHE_LINE / sizeof *work;
}

/* k, k + 1, k + 2, their inverses, and (k + 1)(k + 2), of each pass. */
void vv_jet_code_prepare(const vv_jet *j, double *work) {
    const struct vv_jet_code *c = j->code;
    double *rows = frame_of(c, work) + c->rows;
    for (int pass = 0; pass <= j->order + j->depth; pass++) {
        double number[VV_JET_NUMBERS], *to = rows + pass * c->step + c->number;
        for (int lead = 0; lead < VV_JET_LEADS; lead++) {
            int k = pass - j->depth + lead;
            number[lead] = k;
            number[VV_JET_LEADS + lead] = k > 0 ? 1.0 / k : 0;
        }
        number[2 * VV_JET_LEADS] = number[1] * number[2];
        for (int i = 0; i < VV_JET_NUMBERS; i++, to += c->number_step)
            for (int l = 0; l < j->lanes; l++) to[l] = number[i];
    }
}

static void make_sums(const vv_jet *j, int pass, double *frame) {
    const struct vv_jet_code *c = j->code;
    const double *rows = frame + c->rows;
    double *sums = frame + c->sums, *ahead = frame + c->ahead;
    if (!pass) return;
    if (c->pair)
        c->lanes_kernel(c->nsums, pass, c->pair, rows, sums, ahead);
    else
        c->kernel(c->nsums, c->step, pass, rows, sums, ahead);
}

void vv_jet_code_order(const vv_jet *j, int k, double *work) {
    const struct vv_jet_code *c = j->code;
    double *frame = frame_of(c, work), *row = frame + c->rows + c->step * k;
    make_sums(j, k, frame);
    (k ? c->next : c->first)(work + k, row, frame);
}

void vv_jet_code_correct(const vv_jet *j, int k, double *work) {
    const struct vv_jet_code *c = j->code;
    double *frame = frame_of(c, work), *row = frame + c->rows + c->step * k;
    (k ? c->next_late : c->first_late)(work + k, row, frame);
}

double *vv_jet_matrix(const vv_jet *j, double *work) {
    return frame_of(j->code, work) + j->code->matrix;
}

void vv_jet_expand(const vv_jet *j, int orders, double *work) {
    const struct vv_jet_code *c = j->code;
    double *frame = frame_of(c, work), *row = frame + c->rows;
    for (int pass = 0; pass < orders + j->depth; pass++, row += c->step) {
        make_sums(j, pass, frame);
        c->pass[pass <= j->depth ? pass : j->depth + 1](work + pass * j->lanes, row, frame);
    }
}
