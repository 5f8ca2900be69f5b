#include "evaluate/jet/pass_builder.h"

#include <string.h>

uint32_t vv_jet_constant(builder *b, double k) {
    uint64_t bits;
    memcpy(&bits, &k, sizeof bits);
    uint32_t mask = b->constants_room - 1, h = (uint32_t)(bits * 0x9e3779b97f4a7c15u >> 32) & mask;
    for (; b->constant_at[h]; h = (h + 1) & mask)
        /* by its bits: 0 and -0 are two constants.
         * NOLINTNEXTLINE(bugprone-suspicious-memory-comparison) */
        if (!memcmp(&b->constant[b->constant_at[h] - 1], &k, sizeof k))
            return CONSTANT + b->constant_at[h] - 1;
    b->constant[b->nconstants] = k;
    b->constant_at[h] = (uint32_t)++b->nconstants;
    return CONSTANT + b->constant_at[h] - 1;
}

/* ---- arithmetic that skips known zeros ----------------------------------------------------- */

static uint32_t hash(const vv_tape_instruction *i) {
    uint64_t h = i->op + 1;
    h = (h ^ i->a) * 0x9e3779b97f4a7c15u;
    h = (h ^ i->b ^ h >> 29) * 0x9e3779b97f4a7c15u;
    h = (h ^ i->c ^ h >> 31) * 0x9e3779b97f4a7c15u;
    return (uint32_t)(h >> 32);
}

/* Of the inputs, a pass waits for the sums, and for the speeds if nothing runs ahead. */
int vv_jet_ready_cycle(const builder *b, uint32_t slot) {
    const vv_jet_dae *m = b->closure;
    if (slot == ZERO || b->unrolled || !b->waits) return EARLY;
    if (slot >= RESULT) return b->p.ready[slot - RESULT];
    if (slot < b->most_sums) return 0;
    uint32_t v = slot - slot_newest(b, 0);
    bool speed = m && v >= (uint32_t)m->nq && v < (uint32_t)(m->nq + m->n);
    return slot < CONSTANT && speed && !b->j->depth ? 0 : EARLY;
}

static int ready_behind(const builder *b, const vv_tape_instruction *i) {
    enum { ADD = 3, FUSED = 4 }; /* cycles */
    if (!b->waits) return EARLY;
    int x = vv_jet_ready_cycle(b, i->a), y = vv_jet_ready_cycle(b, i->b),
        z = vv_jet_ready_cycle(b, i->c);
    int last = x > y ? (x > z ? x : z) : y > z ? y : z;
    return last == EARLY ? EARLY : last + (i->op == VV_TAPE_MADD ? FUSED : ADD);
}

/* Keeps the first choice, once the latencies are known. */
static bool is_swapped(const builder *b, choice *kept, bool now) {
    if (!b->found) return false;
    if (*kept == UNDECIDED) *kept = now ? SWAPPED : AS_IT_STANDS;
    return *kept == SWAPPED;
}

static void place_in_table(builder *b, uint32_t number) {
    uint32_t h = hash(&b->p.list[number - 1]) & (b->table_size - 1);
    while (b->table[h]) h = (h + 1) & (b->table_size - 1);
    b->table[h] = number;
}

/* The table is always at least half empty, and the list as long as the other half; if memory is
 * refused there is no program. */
static void widen_table(builder *b) {
    uint32_t size = 2 * b->table_size, *table = VV_ARRAY(b->c, uint32_t, size);
    vv_tape_instruction *list = VV_ARRAY_UNINIT(b->c, vv_tape_instruction, size / 2);
    int *ready = VV_ARRAY_UNINIT(b->c, int, size); /* an instruction has at most two results */
    if (table && list && ready) {
        memcpy(list, b->p.list, (size_t)b->p.n * sizeof *list);
        memcpy(ready, b->p.ready, (b->p.nresults + 1) * sizeof *ready);
        b->p.list = list;
        b->p.ready = ready;
        b->table = table;
        b->table_size = size;
    } else {
        b->refused = true;
        b->p.n = 0;
        memset(b->table, 0, b->table_size * sizeof *b->table);
    }
    for (uint32_t k = 1; k <= (uint32_t)b->p.n; k++) place_in_table(b, k);
}

/* The value of this instruction, found or created. `out` holds its index until it is placed. */
uint32_t vv_jet_value(builder *b, vv_tape_op op, uint32_t x, uint32_t y, uint32_t z) {
    uint32_t *operand[3] = {&x, &y, &z};
    for (int k = 0; k < 3; k++)
        if (*operand[k] == ZERO) *operand[k] = vv_jet_constant(b, 0);
    bool commutes = op == VV_TAPE_MUL || op == VV_TAPE_ADD || op == VV_TAPE_MADD;
    if (commutes && x > y) {
        uint32_t held = x;
        x = y, y = held;
        if (op != VV_TAPE_MADD) z = x;
    }
    vv_tape_instruction i = {(uint32_t)op & 0xff, b->p.nresults & 0xffffff, x, y, z};
    uint32_t h = hash(&i) & (b->table_size - 1);
    for (; b->table[h]; h = (h + 1) & (b->table_size - 1)) {
        const vv_tape_instruction *old = &b->p.list[b->table[h] - 1];
        if (old->op == i.op && old->a == x && old->b == y && old->c == z) return RESULT + old->out;
    }
    b->p.ready[b->p.nresults] = ready_behind(b, &i);
    b->p.list[b->p.n++] = i;
    b->table[h] = (uint32_t)b->p.n;
    if (2 * (uint32_t)b->p.n >= b->table_size) widen_table(b);
    return RESULT + b->p.nresults++;
}

static uint32_t negative(builder *b, uint32_t x) {
    return x == ZERO ? ZERO : vv_jet_value(b, VV_TAPE_NEG, x, x, x);
}

uint32_t vv_jet_add(builder *b, uint32_t x, uint32_t y) {
    return x == ZERO ? y : y == ZERO ? x : vv_jet_value(b, VV_TAPE_ADD, x, y, x);
}

static uint32_t minus(builder *b, uint32_t x, uint32_t y) {
    return y == ZERO ? x : x == ZERO ? negative(b, y) : vv_jet_value(b, VV_TAPE_SUB, x, y, x);
}

uint32_t vv_jet_mul(builder *b, uint32_t x, uint32_t y) {
    return x == ZERO || y == ZERO ? ZERO : vv_jet_value(b, VV_TAPE_MUL, x, y, x);
}

static uint32_t scaled(builder *b, double k, uint32_t x) {
    if (x == ZERO || k == 0) return ZERO;
    return k == 1 ? x : k == -1 ? negative(b, x) : vv_jet_mul(b, vv_jet_constant(b, k), x);
}

/* x y + z */
uint32_t vv_jet_madd(builder *b, uint32_t x, uint32_t y, uint32_t z) {
    if (x == ZERO || y == ZERO) return z;
    return z == ZERO ? vv_jet_mul(b, x, y) : vv_jet_value(b, VV_TAPE_MADD, x, y, z);
}

/* ka x + kb y, for a variable */
static uint32_t combine(builder *b, uint32_t v, double ka, uint32_t x, double kb, uint32_t y) {
    if (ka == 1 && kb == -1) return minus(b, x, y);
    if (ka == -1 && kb == 1) return minus(b, y, x);
    if (ka == -1 && kb == -1) return negative(b, vv_jet_add(b, x, y));
    bool by_ka = ka != 1 && ka != -1 && ka != 0 && x != ZERO,
         by_kb = kb != 1 && kb != -1 && kb != 0 && y != ZERO;
    if (by_ka && by_kb)
        by_ka = !is_swapped(b, &b->terms[v], vv_jet_ready_cycle(b, y) > vv_jet_ready_cycle(b, x));
    if (by_ka) return vv_jet_madd(b, vv_jet_constant(b, ka), x, scaled(b, kb, y));
    if (by_kb) return vv_jet_madd(b, vv_jet_constant(b, kb), y, scaled(b, ka, x));
    return vv_jet_add(b, scaled(b, ka, x), scaled(b, kb, y));
}

/* ---- coefficients --------------------------------------------------------------------------- */

/* Coefficient k of a variable, computed by an earlier pass of the same program. */
static uint32_t coefficient(builder *b, uint32_t v, int k) {
    unrolled *w = b->unrolled;
    uint32_t *slot = &w->coefficient[v * (uint32_t)w->passes + (uint32_t)k];
    if (is_constant(b, v)) return vv_jet_constant(b, b->j->constant[v - (uint32_t)b->j->nin]);
    if (*slot == ZERO && v < (uint32_t)b->j->nin) { /* an input, stored by the caller */
        *slot = w->nplaces;
        w->place[w->nplaces++] =
            (vv_operand){VV_OPERAND_IN, 8 * ((int32_t)v * b->j->stride + (int32_t)k)};
    }
    return *slot;
}

uint32_t vv_jet_order_number(builder *b, int lead) {
    return b->unrolled ? vv_jet_constant(b, order_at(b, lead)) : slot_order(b, lead);
}
uint32_t vv_jet_order_reciprocal(builder *b, int lead) {
    return b->unrolled ? vv_jet_constant(b, 1.0 / order_at(b, lead)) : slot_by_order(b, lead);
}
uint32_t vv_jet_second_derivative_factor(builder *b) {
    double k = order_at(b, 0);
    return b->unrolled ? vv_jet_constant(b, (k + 1) * (k + 2)) : slot_second(b);
}
uint32_t vv_jet_matrix_entry(const builder *b, uint32_t i) {
    return b->unrolled ? i : slot_matrix(b) + i;
}

uint32_t vv_jet_sine_slot(const builder *b, uint32_t i) {
    uint32_t nu = count_unknowns(b);
    return b->unrolled ? nu * nu + (uint32_t)b->unrolled->passes * b->most_sums + i
                       : slot_sine(b) + i;
}

/* k times a constant of the pass, shared by all users. */
static uint32_t multiple(builder *b, double k, uint32_t number) {
    if (number < CONSTANT) return vv_jet_mul(b, vv_jet_constant(b, k), number);
    return vv_jet_constant(b, k * b->constant[number - CONSTANT]);
}

/* A coefficient of a variable that runs ahead, at another variable's lead. */
static uint32_t older(builder *b, uint32_t v, int lead) {
    if (b->unrolled) return coefficient(b, v, order_at(b, lead));
    b->older[v] = true;
    return slot_older(b, v, lead);
}

/* The newest coefficient of a variable available to the current instruction. */
static uint32_t newest(builder *b, uint32_t v) {
    if (is_constant(b, v))
        return is_first(b, b->at) ? vv_jet_constant(b, b->j->constant[v - (uint32_t)b->j->nin])
                                  : ZERO;
    if (b->steady[v] && !is_first(b, b->at)) return ZERO;
    if (b->j->lead[v] > b->at) return older(b, v, b->at);
    if (b->p.have[v]) return b->p.newest[v];
    if (b->unrolled) return coefficient(b, v, order_at(b, b->at));
    b->wants_newest[v] = true;
    return slot_newest(b, v);
}

uint32_t vv_jet_newest_coefficient(builder *b, uint32_t v, int lead) {
    b->at = lead;
    return newest(b, v);
}

/* Does it change once the unknowns are known? */
static bool is_late(const builder *b, uint32_t v) {
    return b->j->lead[v] == b->at && (b->late[v] || b->j->depth);
}

static uint32_t zero(builder *b, uint32_t v) {
    if (is_constant(b, v)) return vv_jet_constant(b, b->j->constant[v - (uint32_t)b->j->nin]);
    if (b->unrolled) return coefficient(b, v, 0);
    b->wants_zero[v] = true;
    return slot_zero(b, v);
}

static uint32_t inverse(builder *b, uint32_t v) {
    if (b->unrolled) {
        uint32_t x = coefficient(b, v, 0);
        return vv_jet_value(b, VV_TAPE_RECIP, x, x, x);
    }
    b->wants_inverse[v] = true;
    return slot_inverse(b, v);
}

void vv_jet_list_convolution(builder *b, uint32_t s) {
    const sum *x = &b->sum[s];
    b->next_a[s] = b->first_a[x->a];
    b->next_b[s] = b->first_b[x->b];
    b->first_a[x->a] = b->first_b[x->b] = s + 1;
}

static uint32_t find_sum(builder *b, uint32_t a, uint32_t with, bool rate, bool early) {
    for (uint32_t s = b->first_a[a]; s; s = b->next_a[s - 1]) {
        sum *known = &b->sum[s - 1];
        if (known->b != with || known->rate != rate || known->early != early ||
            known->lead != b->at)
            continue;
        known->idle &= b->idle;
        return s - 1;
    }
    if (b->found) b->refused = true; /* all were found before */
    uint32_t s = b->nsums++;
    b->sum[s] = (sum){a, with, rate, b->idle, early, b->at, UNDECIDED};
    vv_jet_list_convolution(b, s);
    return s;
}

/* Unrolled program: adds the terms of order 1 and of the previous order to the others, in the
 * order of the kernels. */
static uint32_t inner_unrolled(builder *b, uint32_t s) {
    const sum *x = &b->sum[s];
    int k = order_at(b, b->at);
    if (k < 2) return ZERO;
    uint32_t a = coefficient(b, x->a, k - 1), with = coefficient(b, x->b, k - 1),
             a_1 = coefficient(b, x->a, 1), with_1 = coefficient(b, x->b, 1),
             nu = count_unknowns(b),
             inside = k < (early_a(b, s) ? 3 : 4) ? ZERO
                                                  : nu * nu + (uint32_t)b->pass * b->most_sums + s;
    if (x->rate) a = vv_jet_mul(b, a, vv_jet_constant(b, k - 1));
    if (k == 2) return vv_jet_mul(b, a_1, with_1);
    if (early_b(b, s)) return inside;
    if (early_a(b, s)) return vv_jet_madd(b, a_1, with, inside);
    if (passes_later(b, s) > 1) return vv_jet_madd(b, a_1, with, vv_jet_madd(b, a, with_1, inside));
    return vv_jet_madd(b, a, with_1, vv_jet_madd(b, a_1, with, inside));
}

/* Does it vary with time? */
static bool is_variable(const builder *b, uint32_t v) {
    return !is_constant(b, v) && !b->steady[v];
}

static uint32_t inner_of(builder *b, uint32_t s) {
    return b->unrolled ? inner_unrolled(b, s)
           : b->ends   ? vv_jet_convolution_with_ends(b, s)
                       : slot_sum(s);
}

/* The inner terms of a convolution. */
static uint32_t inner(builder *b, uint32_t a, uint32_t with, bool rate) {
    if (!is_variable(b, a) || !is_variable(b, with)) return ZERO;
    return inner_of(b, find_sum(b, a, with, rate, false));
}

/* 1/k of the inner terms of the derivative's convolution. */
static uint32_t inner_rate(builder *b, uint32_t a, uint32_t with) {
    return vv_jet_mul(b, inner(b, a, with, true), vv_jet_order_reciprocal(b, b->at));
}

/* Unrolled program: a convolution on which no order depends, computed entirely in vectors. */
static uint32_t idle_convolution(const builder *b, uint32_t s) {
    return vv_jet_sine_slot(b, 2 * (uint32_t)b->j->nangles) + (uint32_t)b->pass * b->most_sums + s;
}

static void exchange(uint32_t *a, uint32_t *b) {
    uint32_t held = *a;
    *a = *b, *b = held;
}

static uint32_t square(builder *b, uint32_t a) {
    uint32_t s = inner(b, a, a, false), x = vv_jet_mul(b, zero(b, a), newest(b, a));
    return vv_jet_add(b, s, vv_jet_add(b, x, x));
}

/* Convolution of two time-dependent variables, the second of which runs ahead of the current
 * instruction. Terms not included in the sums are added here in the same way. */
static uint32_t early_convolution(builder *b, uint32_t a, uint32_t with) {
    bool early = b->j->lanes == 1; /* in lanes an operand is stored once for all of its sums */
    uint32_t n = find_sum(b, a, with, false, early), s = inner_of(b, n);
    bool a_ahead = early_a(b, n);
    if (!early && a_ahead) s = vv_jet_madd(b, zero(b, with), newest(b, a), s);
    if (!early) s = vv_jet_madd(b, zero(b, a), newest(b, with), s);
    return a_ahead ? s : vv_jet_madd(b, zero(b, with), newest(b, a), s);
}

/* The complete convolution of two known variables. */
static uint32_t convolution(builder *b, uint32_t a, uint32_t with) {
    if (b->unrolled && b->idle && order_at(b, b->at) >= VV_JET_DEFERRED_ORDER) {
        uint32_t known = find_sum(b, a, with, false, false);
        if (b->sum[known].idle) return idle_convolution(b, known);
    }
    if (a == with) return square(b, a);
    bool variable = is_variable(b, a) && is_variable(b, with);
    if (b->many && b->j->lead[a] > b->j->lead[with]) exchange(&a, &with);
    if (b->many && variable && b->j->lead[with] > b->at) return early_convolution(b, a, with);
    uint32_t s = inner(b, a, with, false);
    /* late operands come last, so that the rest serves twice; otherwise the one available last */
    bool swap = is_late(b, with) && !is_late(b, a);
    if (variable && is_late(b, with) == is_late(b, a))
        swap = is_swapped(b, &b->sum[find_sum(b, a, with, false, false)].ends,
                          vv_jet_ready_cycle(b, newest(b, with)) >
                              vv_jet_ready_cycle(b, newest(b, a)));
    if (swap) exchange(&a, &with);
    s = vv_jet_madd(b, zero(b, a), newest(b, with), s);
    return vv_jet_madd(b, zero(b, with), newest(b, a), s);
}

/* (c q')'_k = (k + 1) sum i q_i c_(k+2-i), i = 1 .. k + 1, + c_0 q''_k: equals (k + 1)(k + 2)
 * times the sine's or cosine's own coefficient, without waiting for q_(k+2). */
static uint32_t rate_of_trig_product(builder *b, const vv_jet_instruction *i) {
    b->at = 2;
    uint32_t inside = inner(b, i->angle, i->c, true);
    b->at = 0;
    return vv_jet_madd(b, zero(b, i->c), newest(b, i->acceleration),
                       vv_jet_mul(b, inside, vv_jet_order_number(b, 1)));
}

/* ka a^(times) + kb b: the coefficient `times` orders ahead, times k + 1, and k + 2. */
static uint32_t derivative(builder *b, const vv_jet_instruction *i) {
    int at = b->at;
    if (i->acceleration) {
        uint32_t turned = rate_of_trig_product(b, i);
        return combine(b, i->out, i->ka, turned, i->kb, vv_jet_newest_coefficient(b, i->b, at));
    }
    uint32_t x = vv_jet_newest_coefficient(b, i->a, at + i->times),
             rest = vv_jet_newest_coefficient(b, i->b, at);
    uint32_t by =
        i->times == 2 ? vv_jet_second_derivative_factor(b) : vv_jet_order_number(b, at + 1);
    if (i->ka == 1 || i->ka == -1)
        return combine(b, i->out, i->ka, vv_jet_mul(b, x, by), i->kb, rest);
    return vv_jet_madd(b, multiple(b, i->ka, by), x, scaled(b, i->kb, rest));
}

void vv_jet_define(builder *b, uint32_t v, uint32_t slot) {
    b->p.have[v] = true;
    b->p.newest[v] = slot;
}

/* ---- rules: order 0 ------------------------------------------------------------------------- */

static void function(builder *b, const vv_jet_instruction *i, vv_tape_op op) {
    uint32_t x = newest(b, i->a);
    vv_jet_define(b, i->out, vv_jet_value(b, op, x, x, x));
}

static void first_rule(builder *b, const vv_jet_instruction *i) {
    if (i->op == VV_JET_RATE) {
        vv_jet_define(b, i->out, derivative(b, i));
        return;
    }
    uint32_t x = newest(b, i->a), y = newest(b, i->b), z = newest(b, i->c);
    switch ((int)i->op) {
    case VV_JET_LINEAR: vv_jet_define(b, i->out, combine(b, i->out, i->ka, x, i->kb, y)); break;
    case VV_JET_MUL: vv_jet_define(b, i->out, vv_jet_mul(b, x, y)); break;
    case VV_JET_MADD:
        vv_jet_define(b, i->out, combine(b, i->out, i->ka, vv_jet_mul(b, x, y), i->kb, z));
        break;
    case VV_JET_DIV: vv_jet_define(b, i->out, vv_jet_value(b, VV_TAPE_DIV, x, y, x)); break;
    case VV_JET_EXP: function(b, i, VV_TAPE_EXP); break;
    case VV_JET_SQRT: function(b, i, VV_TAPE_SQRT); break;
    case VV_JET_SINCOS:
        if (i->a < (uint32_t)b->j->nin && b->angle[i->a]) { /* known */
            uint32_t sine = vv_jet_sine_slot(b, 2 * (b->angle[i->a] - 1));
            vv_jet_define(b, i->out, sine);
            vv_jet_define(b, i->second, sine + 1);
            break;
        }
        function(b, i, VV_TAPE_SINCOS);
        if (b->p.newest[i->out] + 1 == RESULT + b->p.nresults) b->p.nresults++; /* a new result */
        vv_jet_define(b, i->second, b->p.newest[i->out] + 1);
        break;
    case VV_JET_SINHCOSH:
        function(b, i, VV_TAPE_SINH);
        vv_jet_define(b, i->second, vv_jet_value(b, VV_TAPE_COSH, x, x, x));
        break;
    case VV_JET_TAN: {
        function(b, i, i->ka > 0 ? VV_TAPE_TAN : VV_TAPE_TANH);
        uint32_t t = b->p.newest[i->out];
        vv_jet_define(b, i->second,
                      combine(b, i->second, i->ka, vv_jet_mul(b, t, t), 1, vv_jet_constant(b, 1)));
        break;
    }
    case VV_JET_POWER:
        vv_jet_define(b, i->out, vv_jet_value(b, VV_TAPE_POW, x, vv_jet_constant(b, i->ka), x));
        break;
    case VV_JET_PRIMITIVE: function(b, i, i->kind); break;
    case VV_JET_ATAN2: vv_jet_define(b, i->out, vv_jet_value(b, VV_TAPE_ATAN2, x, y, x)); break;
    default: b->refused = true; break;
    }
}

/* ---- rules: the other orders, [Moore1966] with the newest terms separate --------------------- */

/* e' of the power and the quotients: the numerator before division by a coefficient of order 0 */
static uint32_t power(builder *b, const vv_jet_instruction *i) {
    /* k a_0 out_k = sum (e i - (k - i)) a_i out_(k-i); the term i = k is e k a_k out_0 */
    uint32_t s = scaled(b, i->ka, inner(b, i->a, i->out, true));
    s = vv_jet_mul(b, minus(b, s, inner(b, i->out, i->a, true)), vv_jet_order_reciprocal(b, b->at));
    s = vv_jet_madd(b, scaled(b, i->ka, zero(b, i->out)), newest(b, i->a), s);
    return vv_jet_mul(b, s, inverse(b, i->a));
}

static uint32_t angle(builder *b, const vv_jet_instruction *i) {
    uint32_t s = minus(b, inner(b, i->a, i->b, true), inner(b, i->b, i->a, true));
    s = vv_jet_mul(b, minus(b, s, inner(b, i->out, i->c, true)), vv_jet_order_reciprocal(b, b->at));
    s = vv_jet_madd(b, newest(b, i->a), zero(b, i->b), s);
    s = minus(b, s, vv_jet_mul(b, newest(b, i->b), zero(b, i->a)));
    return vv_jet_mul(b, s, inverse(b, i->c));
}

/* 1/k sum i a_i b_(k-i), i = 1 .. k */
static uint32_t with_rate(builder *b, uint32_t a, uint32_t with) {
    return vv_jet_madd(b, zero(b, with), newest(b, a), inner_rate(b, a, with));
}

/* The negative of that: the sign goes into a constant. */
static uint32_t without_rate(builder *b, uint32_t a, uint32_t with) {
    uint32_t s = vv_jet_mul(b, inner(b, a, with, true),
                            multiple(b, -1, vv_jet_order_reciprocal(b, b->at))),
             x = newest(b, a), y = zero(b, with);
    if (x == ZERO || s == ZERO) return x == ZERO ? s : negative(b, vv_jet_mul(b, y, x));
    return vv_jet_value(b, VV_TAPE_MSUB, y, x, s);
}

/* 1/k of coefficient k - 1 of its rate. */
static uint32_t primitive_of(builder *b, uint32_t rate) {
    b->older[rate] = true;
    uint32_t before =
        b->unrolled ? coefficient(b, rate, order_at(b, b->at) - 1) : slot_older(b, rate, 0);
    return vv_jet_mul(b, before, vv_jet_order_reciprocal(b, b->at));
}

static void next_sines(builder *b, const vv_jet_instruction *i) {
    bool sine = i->b != i->a, cosine = i->c != i->a; /* known from their rates */
    vv_jet_define(b, i->out, sine ? primitive_of(b, i->b) : with_rate(b, i->a, i->second));
    vv_jet_define(b, i->second,
                  cosine ? negative(b, primitive_of(b, i->c)) : without_rate(b, i->a, i->out));
}

static void next_pair(builder *b, const vv_jet_instruction *i) {
    vv_jet_define(b, i->out, with_rate(b, i->a, i->second));
    if (i->op == VV_JET_TAN) {
        vv_jet_define(b, i->second, scaled(b, i->ka, convolution(b, i->out, i->out)));
        return;
    }
    vv_jet_define(b, i->second, with_rate(b, i->a, i->out));
}

static uint32_t quotient(builder *b, const vv_jet_instruction *i) {
    uint32_t s = inner(b, i->b, i->out, false);
    s = vv_jet_madd(b, zero(b, i->out), newest(b, i->b), s);
    uint32_t x = newest(b, i->a), by = inverse(b, i->b), rest = vv_jet_mul(b, s, by);
    if (x == ZERO || rest == ZERO) return minus(b, vv_jet_mul(b, x, by), rest);
    return vv_jet_value(b, VV_TAPE_MSUBR, x, by, rest); /* the dividend is available last */
}

static void next_rule(builder *b, const vv_jet_instruction *i) {
    uint32_t s;
    switch ((int)i->op) {
    case VV_JET_LINEAR:
        vv_jet_define(b, i->out,
                      combine(b, i->out, i->ka, newest(b, i->a), i->kb, newest(b, i->b)));
        break;
    case VV_JET_MUL: vv_jet_define(b, i->out, convolution(b, i->a, i->b)); break;
    case VV_JET_MADD:
        s = convolution(b, i->a, i->b);
        vv_jet_define(b, i->out, combine(b, i->out, i->ka, s, i->kb, newest(b, i->c)));
        break;
    case VV_JET_RATE: vv_jet_define(b, i->out, derivative(b, i)); break;
    case VV_JET_DIV: vv_jet_define(b, i->out, quotient(b, i)); break;
    case VV_JET_EXP: vv_jet_define(b, i->out, with_rate(b, i->a, i->out)); break;
    case VV_JET_SINCOS: next_sines(b, i); break;
    case VV_JET_SINHCOSH:
    case VV_JET_TAN: next_pair(b, i); break;
    case VV_JET_SQRT:
        s = minus(b, newest(b, i->a), inner(b, i->out, i->out, false));
        vv_jet_define(b, i->out, scaled(b, 0.5, vv_jet_mul(b, s, inverse(b, i->out))));
        break;
    case VV_JET_POWER: vv_jet_define(b, i->out, power(b, i)); break;
    case VV_JET_PRIMITIVE:
        s = minus(b, scaled(b, i->ka, newest(b, i->a)), inner_rate(b, i->out, i->b));
        vv_jet_define(b, i->out, vv_jet_mul(b, s, inverse(b, i->b)));
        break;
    case VV_JET_ATAN2: vv_jet_define(b, i->out, angle(b, i)); break;
    default: b->refused = true; break;
    }
}

/* A product on which no later order depends, so that all of its terms can be summed in the order
 * of the kernels. */
static bool is_idle(const builder *b, const vv_jet_instruction *i) {
    bool product = i->op == VV_JET_MUL || i->op == VV_JET_MADD;
    return product && b->closure && !b->j->depth && !b->awaited[i->out] && i->a != i->b &&
           is_variable(b, i->a) && is_variable(b, i->b) && !b->late[i->a] && !b->late[i->b];
}

void vv_jet_apply_recurrence(builder *b, const vv_jet_instruction *i) {
    b->at = b->j->lead[i->out];
    if (is_absent(b, b->at)) return;
    b->idle = is_idle(b, i);
    if (is_first(b, b->at))
        first_rule(b, i);
    else
        next_rule(b, i);
}
