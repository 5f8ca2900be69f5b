#include "evaluate/jet_code.h"

#include <string.h>

#include "evaluate/code.h"
#include "evaluate/machine.h"

/* Slots of the programs, as inputs of a tape: newest coefficient of a variable, its coefficient of
 * order 0, the inverse of that, the sum of a convolution, k, 1/k. Then constants and results. */
#define RESULT (1u << 30) /* numbers of results while the constants are not yet counted */
#define CONSTANT (1u << 29)
#define ZERO UINT32_MAX /* a coefficient known to be 0 */

/* The convolution of a with b; rate: of k a_k with b. */
typedef struct sum {
    uint32_t a, b;
    bool rate;
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
    bool first, late_only; /* which program this is                                          */
    bool refused;
    program p;
} builder;

/* ---- slots ---------------------------------------------------------------------------------- */

static uint32_t slot_sum(uint32_t s) { return s; } /* first: aligned */
static uint32_t slot_newest(const builder *b, uint32_t v) { return b->most_sums + v; }
static uint32_t slot_zero(const builder *b, uint32_t v) { return b->most_sums + b->nv + v; }
static uint32_t slot_inverse(const builder *b, uint32_t v) { return b->most_sums + 2 * b->nv + v; }
static uint32_t slot_order(const builder *b) { return b->most_sums + 3 * b->nv; }
static uint32_t slot_by_order(const builder *b) { return slot_order(b) + 1; }
static uint32_t slot_by_next(const builder *b) { return slot_order(b) + 2; }
static uint32_t slot_matrix(const builder *b) { return slot_order(b) + 3; }
static uint32_t count_inputs(const builder *b) {
    return slot_matrix(b) + (uint32_t)(b->closure ? b->closure->n * b->closure->n : 0);
}

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

/* The newest coefficient of a variable. */
static uint32_t newest(builder *b, uint32_t v) {
    if (b->p.have[v]) return b->p.newest[v];
    if (is_constant(b, v))
        return b->first ? constant(b, b->j->constant[v - (uint32_t)b->j->nin]) : ZERO;
    b->wants_newest[v] = true;
    return slot_newest(b, v);
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

/* The inner terms of a convolution. */
static uint32_t inner(builder *b, uint32_t a, uint32_t with, bool rate) {
    if (is_constant(b, a) || is_constant(b, with)) return ZERO;
    for (uint32_t s = b->first_a[a]; s; s = b->next_a[s - 1])
        if (b->sum[s - 1].b == with && b->sum[s - 1].rate == rate) return slot_sum(s - 1);
    uint32_t s = b->nsums++;
    b->sum[s] = (sum){a, with, rate};
    b->next_a[s] = b->first_a[a];
    b->next_b[s] = b->first_b[with];
    b->first_a[a] = b->first_b[with] = s + 1;
    return slot_sum(s);
}

/* 1/k of the inner terms of the derivative's convolution. */
static uint32_t inner_rate(builder *b, uint32_t a, uint32_t with) {
    return times(b, inner(b, a, with, true), slot_by_order(b));
}

/* The whole convolution of two known variables. */
static uint32_t convolution(builder *b, uint32_t a, uint32_t with) {
    uint32_t s = inner(b, a, with, false);
    if (a == with) {
        uint32_t x = times(b, zero(b, a), newest(b, a));
        return plus(b, s, plus(b, x, x));
    }
    if (b->late[with] && !b->late[a]) { /* what is late comes last: the rest serves twice */
        uint32_t held = a;
        a = with, with = held;
    }
    s = multiply_add(b, zero(b, a), newest(b, with), s);
    return multiply_add(b, zero(b, with), newest(b, a), s);
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
    s = times(b, minus(b, s, inner(b, i->out, i->a, true)), slot_by_order(b));
    s = multiply_add(b, scaled(b, i->ka, zero(b, i->out)), newest(b, i->a), s);
    return times(b, s, inverse(b, i->a));
}

static uint32_t angle(builder *b, const vv_jet_instruction *i) {
    uint32_t s = minus(b, inner(b, i->a, i->b, true), inner(b, i->b, i->a, true));
    s = times(b, minus(b, s, inner(b, i->out, i->c, true)), slot_by_order(b));
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

static vv_x86_place place(const builder *b, vv_x86_base base, uint32_t index) {
    return (vv_x86_place){base, (int32_t)index * 8 * b->j->lanes};
}

static vv_x86_place in_frame(const builder *b, uint32_t slot) {
    return place(b, VV_X86_SCRATCH, slot);
}

/* Coefficient k + ahead of an input or result. */
static vv_x86_place in_row(const builder *b, uint32_t v, uint32_t ahead) {
    return place(b, VV_X86_IN, v * (uint32_t)b->j->stride + ahead);
}

static void deliver(builder *b, uint32_t slot, vv_x86_place place) {
    if (slot == ZERO) slot = constant(b, 0);
    b->p.out[b->p.nout++] = (output){slot, place};
}

/* What the sums of later orders need of a variable. */
static void deliver_operand(builder *b, uint32_t v) {
    uint32_t rate = ZERO, x = newest(b, v), stride = (uint32_t)b->j->stride;
    if (b->operand[v]) deliver(b, x, place(b, VV_X86_OUT, (b->operand[v] - 1) * stride));
    if (b->rate_operand[v])
        deliver(b, times(b, x, slot_order(b)),
                place(b, VV_X86_OUT, (b->rate_operand[v] - 1) * stride));
    if (b->j->lanes > 1) return;
    for (uint32_t s = b->first_b[v]; s; s = b->next_b[s - 1])
        deliver(b, x, place(b, VV_X86_OUT, b->most_sums + s - 1));
    for (uint32_t s = b->first_a[v]; s; s = b->next_a[s - 1]) {
        bool r = b->sum[s - 1].rate;
        if (r && rate == ZERO) rate = times(b, x, slot_order(b));
        deliver(b, r ? rate : x, place(b, VV_X86_OUT, s - 1));
    }
}

static void deliver_first(builder *b, uint32_t v) {
    uint32_t x = newest(b, v);
    if (b->wants_zero[v]) deliver(b, x, in_frame(b, slot_zero(b, v)));
    if (b->wants_inverse[v])
        deliver(b, put(b, VV_TAPE_RECIP, x, x, x), in_frame(b, slot_inverse(b, v)));
}

/* The program for late variables delivers those, the other one all: a caller that knows the late
 * inputs from the start need not correct anything. */
static void deliver_all(builder *b) {
    for (uint32_t v = 0; v < b->nv; v++) {
        bool input = v < (uint32_t)b->j->nin;
        if (is_constant(b, v) || (b->late_only && !b->late[v]) || (!input && !b->p.have[v]))
            continue;
        if (!input && b->shown[v]) deliver(b, newest(b, v), in_row(b, v, 0));
        if (b->first)
            deliver_first(b, v);
        else
            deliver_operand(b, v);
        if (!b->late_only && !input && b->wants_newest[v])
            deliver(b, newest(b, v), in_frame(b, slot_newest(b, v)));
    }
}

/* ---- a program ------------------------------------------------------------------------------ */

static void begin(builder *b, bool first) {
    b->first = first;
    b->nconstants = b->p.n = b->p.nout = 0;
    b->p.nresults = 0;
    memset(b->p.have, 0, b->nv * sizeof *b->p.have);
    memset(b->table, 0, b->table_size * sizeof *b->table);
}

static void translate(builder *b, bool late_only) {
    const vv_jet *j = b->j;
    int n = late_only ? j->nlate : j->ninstructions;
    b->late_only = late_only;
    for (int k = 0; k < n; k++) {
        const vv_jet_instruction *i = &j->instruction[late_only ? j->late[k] : k];
        if (b->first)
            first_rule(b, i);
        else
            next_rule(b, i);
    }
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
    for (int i = 0; i < b->j->nin; i++) in[slot_newest(b, (uint32_t)i)] = in_row(b, (uint32_t)i, 0);
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
    begin(b, first);
    translate(b, late_only);
    deliver_all(b);
    return b->refused || !vv_ctx_ok(b->c) ? NULL : compile(b, slots);
}

/* One order of a closed motion: the residuals with late inputs 0, these by the matrix, then all
 * that depends on them, and the next coefficients of what they are the rates of. */
static vv_machine_code *make_closed(builder *b, bool first, uint32_t *slots) {
    const vv_jet *j = b->j;
    uint32_t n = (uint32_t)b->closure->n, nq = (uint32_t)b->closure->nq, late = nq + n;
    begin(b, first);
    for (uint32_t i = 0; i < n; i++) know(b, late + i, ZERO);
    translate(b, false);
    for (uint32_t i = 0; i < n; i++) b->p.newest[late + i] = newest(b, j->out[nq + i]);
    uint32_t *u = VV_ARRAY(b->c, uint32_t, n + 1);
    for (uint32_t i = 0; u && i < n; i++) {
        u[i] = ZERO;
        for (uint32_t k = 0; k < n; k++)
            u[i] = multiply_add(b, slot_matrix(b) + i * n + k, b->p.newest[late + k], u[i]);
    }
    for (uint32_t i = 0; u && i < n; i++) know(b, late + i, u[i]);
    translate(b, true);
    b->late_only = false;
    deliver_all(b);
    for (uint32_t i = 0; u && i < nq + n; i++) {
        uint32_t rate = i < nq ? newest(b, j->out[i]) : u[i - nq];
        deliver(b, times(b, rate, slot_by_next(b)), in_row(b, i, 1));
        if (i >= nq) deliver(b, rate, in_row(b, i + n, 0));
    }
    return b->refused || !vv_ctx_ok(b->c) ? NULL : compile(b, slots);
}

/* ---- building and running ------------------------------------------------------------------- */

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
    size_t closed = b->closure ? (size_t)b->closure->n + (size_t)b->closure->nq : 0;
    b->p.list = VV_ARRAY(c, vv_instruction, 24 * n + 2 * nv + closed * closed + 2 * closed + 1);
    b->p.out = VV_ARRAY(c, output, 6 * n + 4 * nv + 2 * closed + 1);
    b->table_size = 64;
    while (b->table_size < 2 * (24 * n + 2 * nv + closed * closed + 2 * closed + 1))
        b->table_size *= 2;
    b->table = VV_ARRAY(c, uint32_t, b->table_size);
    return vv_ctx_ok(c);
}

enum { CACHE_LINE = 64, LINE = CACHE_LINE / sizeof(double) };
static size_t whole_lines(size_t n) { return (n + LINE - 1) / LINE * LINE; }

static bool has_code(const vv_jet *j) {
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
static void pair_operands(builder *b, uint32_t *pair) {
    uint32_t stride = (uint32_t)b->j->stride;
    for (uint32_t s = 0; s < b->nsums; s++) {
        uint32_t *a = (b->sum[s].rate ? b->rate_operand : b->operand) + b->sum[s].a,
                 *with = b->operand + b->sum[s].b;
        if (!*a) *a = ++b->noperands;
        if (!*with) *with = ++b->noperands;
        pair[2 * s] = (*a - 1) * stride;
        pair[2 * s + 1] = (*with - 1) * stride;
    }
}

/* The programs that ask for coefficients come before those that keep them. */
static bool make_all(builder *b, struct vv_jet_code *code, uint32_t *slots) {
    bool alone = b->j->lanes == 1; /* in lanes motions are closed */
    if (b->closure) code->closed_next = make_closed(b, false, slots);
    if (alone) {
        code->next_late = make(b, false, true, slots);
        code->next = make(b, false, false, slots);
        code->first_late = make(b, true, true, slots);
        code->first = make(b, true, false, slots);
    }
    if (b->closure) code->closed_first = make_closed(b, true, slots);
    return (!alone || (code->first && code->first_late && code->next && code->next_late)) &&
           (!b->closure || (code->closed_first && code->closed_next));
}

/* A first pass over the rules finds the sums. */
static void find_sums(builder *b) {
    uint32_t whole = b->j->lanes == 1 ? LINE : 1;
    begin(b, false);
    translate(b, false);
    b->most_sums = (b->nsums + whole - 1) / whole * whole;
}

void vv_jet_code_build(vv_ctx *c, vv_jet *j, const bool *late, const vv_jet_closure *closure) {
    struct vv_jet_code *code = VV_NEW(c, struct vv_jet_code);
    size_t most = 3 * (size_t)j->ninstructions;
    uint32_t *kept = j->lanes > 1 ? VV_ARRAY(c, uint32_t, 2 * most + 1) : NULL; /* the pairs */
    vv_mark mark = vv_arena_mark(c);
    builder b = {.c = c, .j = j, .late = late, .closure = closure};
    b.nv = (uint32_t)j->nvariables;
    uint32_t slots = 0;
    if (!code || !has_code(j) || !vv_x86_supported(j->lanes) || !allocate(&b)) return;
    for (int i = 0; i < j->nout; i++) b.shown[j->out[i]] = true;
    for (int i = 0; i < j->nswitches; i++) b.shown[j->change[i]] = true;
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
    code->step = kept ? j->lanes : 2 * code->nsums;
    code->frame = j->doubles;
    code->sums = slot_sum(0);
    code->order = slot_order(&b) * lanes;
    code->matrix = slot_matrix(&b) * lanes;
    code->ahead = whole_lines(slots * lanes);
    code->rows = code->ahead + whole_lines(sums);
    j->doubles +=
        code->rows + LINE +
        (kept ? b.noperands * (size_t)j->stride * lanes : (size_t)(j->order + 1) * 2 * sums);
    j->closed = closure ? closure->n : 0;
    j->code = code;
}

/* Vectors are aligned to the lines of the cache, wherever the work begins. */
static double *frame_of(const struct vv_jet_code *c, double *work) {
    uintptr_t at = (uintptr_t)(work + c->frame);
    return work + c->frame + (CACHE_LINE - at % CACHE_LINE) % CACHE_LINE / sizeof *work;
}

/* k, 1/k, 1/(k + 1) and the sums of order k. */
static void begin_order(const vv_jet *j, int k, double *frame) {
    const struct vv_jet_code *c = j->code;
    double *number = frame + c->order;
    for (int l = 0; l < j->lanes; l++) {
        number[l] = k;
        number[j->lanes + l] = 1.0 / k;
        number[2 * j->lanes + l] = 1.0 / (k + 1);
    }
    if (!k) return;
    const double *rows = frame + c->rows;
    if (c->pair)
        c->lanes_kernel(c->nsums, k, c->pair, rows, frame + c->sums, frame + c->ahead);
    else
        c->kernel(c->nsums, k, rows, frame + c->sums, frame + c->ahead);
}

void vv_jet_code_order(const vv_jet *j, int k, double *work) {
    const struct vv_jet_code *c = j->code;
    double *frame = frame_of(c, work), *row = frame + c->rows + c->step * k;
    begin_order(j, k, frame);
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
    for (int k = 0; k < orders; k++, row += c->step) {
        begin_order(j, k, frame);
        (k ? c->closed_next : c->closed_first)(work + k * j->lanes, row, frame);
    }
}
