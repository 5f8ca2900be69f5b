/* All passes of a small closed motion as one unrolled program.
 * A motion with few variables is latency-bound: every order waits for the previous one, and
 * vector sums wait for operands stored one by one. Here coefficients stay in registers from one
 * order to the next, and the terms a_1 b_(k-1) + a_(k-1) b_1 of a convolution, the only ones
 * that need the previous order, are scalar products. All others are summed in vectors as in
 * convolution_kernels.c, term by term in the same order, one pass ahead: their instructions are
 * interleaved with those of the previous pass, which are latency-bound, and use registers of
 * their own. Convolutions on which no later order depends are computed entirely in vectors, and
 * their uses follow some passes later. The digits are those of the pass-by-pass programs. */
#include <string.h>

#include "evaluate/jet/pass_builder.h"
#include "platform/platform.h"

/* With more sums less latency needs hiding, and the code of all orders would not fit the
 * instruction cache. */
enum { MOST_INSTRUCTIONS = 8192, MOST_KEPT = 512 /* spill slots */ };
enum { WIDTH = 8, MOST_VECTORS = 3 }; /* of the sums */

/* ---- sums ----------------------------------------------------------------------------------- */

/* Registers of the sums, the last ones; the program has the others. x and y for this pass, u and
 * v for the next one; u of further vectors before them. */
enum { X = 24, Y, U, V, C, NOW, THEN, WITH };

typedef struct side {
    const builder *b;
    vv_vector_instruction *list;
    uint32_t n;
    int vectors, idle; /* vectors from this one on hold idle sums, on which no order depends */
    int at;            /* current vector */
    uint32_t sums;     /* slot of the first sum of pass 0 */
    uint8_t mask[2 * MOST_VECTORS]; /* per vector: sums whose term with a_(q-2), with b_(q-2) is
                                     * not added by the program */
} side;

static void put(side *s, vv_vector_op op, int dst, int src, vv_operand p, int mask) {
    s->list[s->n++] = (vv_vector_instruction){op, dst, src, mask, p, false};
}

static vv_operand row_a(const side *s, int i) {
    return (vv_operand){VV_OPERAND_OUT, 8 * (i * vv_jet_row_length(s->b) + s->at * WIDTH)};
}
static vv_operand row_b(const side *s, int i) {
    vv_operand p = row_a(s, i);
    p.offset += 8 * (int32_t)s->b->most_sums;
    return p;
}

static void load(side *s, int to, vv_operand p) { put(s, VV_VECTOR_LOAD, to, to, p, 0); }
static void clear(side *s, int to) {
    put(s, VV_VECTOR_ZERO, to, to, (vv_operand){VV_OPERAND_NONE, 0}, 0);
}
static void product(side *s, int to, int a, vv_operand b) { put(s, VV_VECTOR_MADD, to, a, b, 0); }
static vv_operand held(int which) { return (vv_operand){VV_OPERAND_REGISTER, which}; }
static void add(side *s, int to, int other) { put(s, VV_VECTOR_ADD, to, to, held(other), 0); }

/* to += a_i b_k */
static void add_rows(side *s, int to, int i, int k) {
    load(s, NOW, row_a(s, i));
    product(s, to, NOW, row_b(s, k));
}

/* to += what mask number i leaves of p, times with */
static void masked_product(side *s, int to, vv_operand p, int i, vv_operand with) {
    put(s, VV_VECTOR_LOAD, NOW, NOW, p, 2 * s->at + i + 1);
    product(s, to, NOW, with);
}

/* Sums of pass q; behind those of all passes whole convolutions. */
static vv_operand in_sums(const side *s, int q, bool to_its_end) {
    int passes = s->b->unrolled->passes, row = (to_its_end ? passes : 0) + q;
    int at = (int)s->sums + row * (int)s->b->most_sums + s->at * WIDTH;
    return (vv_operand){VV_OPERAND_SCRATCH, 8 * at};
}

static void store(side *s, vv_operand p, int from) { put(s, VV_VECTOR_STORE, from, from, p, 0); }

/* Rows 2 and q - 2, unless they are the end terms that the program adds. */
static void add_second(side *s, int q, int to) {
    masked_product(s, to, row_a(s, q - 2), 0, row_b(s, 2));
    if (q > 4) masked_product(s, to, row_b(s, q - 2), 1, row_a(s, 2));
}

/* Register that carries over to the next pass. */
static int next_of(const side *s) { return s->at ? X - s->at : U; }

/* Rows `first` .. q - first of an odd pass, and the available rows of the next. */
static void odd(side *s, int q) {
    int first = s->b->j->depth ? 3 : 2, next = next_of(s);
    clear(s, X), clear(s, Y), clear(s, next), clear(s, V);
    for (int i = first; i < q - first; i += 2) {
        load(s, NOW, row_a(s, i));
        load(s, WITH, row_b(s, q - i));
        if (i > first) product(s, next, NOW, held(C));
        product(s, X, NOW, held(WITH));
        load(s, THEN, row_a(s, i + 1));
        load(s, C, row_b(s, q - i - 1));
        product(s, V, THEN, held(WITH));
        product(s, Y, THEN, held(C));
    }
    add(s, X, Y);
    add(s, next, V);
    if (s->b->j->depth) add_second(s, q, X);
    store(s, in_sums(s, q, false), X);
}

static void even(side *s, int q) {
    int to = next_of(s);
    if (q == 4) clear(s, to);
    if (s->b->j->depth) {
        if (q > 4) add_rows(s, to, 3, q - 3);
        if (q > 6) add_rows(s, to, q - 3, 3);
    }
    add_second(s, q, to);
    store(s, in_sums(s, q, false), to);
}

static void begin_whole(side *s, int q, int to) {
    if (q < 4)
        clear(s, to);
    else
        load(s, to, in_sums(s, q, false));
}

/* Idle sums: complete convolutions of the passes q and q + 1; the end terms are added as the
 * programs do. */
static void finish(side *s, int q) {
    bool both = q + 1 < s->b->unrolled->passes;
    begin_whole(s, q, X);
    if (both) begin_whole(s, q + 1, Y);
    load(s, NOW, row_a(s, 1)), load(s, WITH, row_b(s, 1));
    load(s, THEN, row_a(s, q - 1)), load(s, C, row_b(s, q));
    product(s, X, NOW, row_b(s, q - 1));
    product(s, Y, NOW, held(C));
    if (q > 2) product(s, X, THEN, held(WITH));
    load(s, NOW, row_a(s, q)), load(s, THEN, row_a(s, 0));
    product(s, Y, NOW, held(WITH));
    product(s, X, THEN, held(C));
    load(s, C, row_b(s, 0));
    if (both) product(s, Y, THEN, row_b(s, q + 1));
    product(s, X, NOW, held(C));
    store(s, in_sums(s, q, true), X);
    if (!both) return;
    load(s, NOW, row_a(s, q + 1));
    product(s, Y, NOW, held(C));
    store(s, in_sums(s, q + 1, true), Y);
}

/* Instructions interleaved with a pass: sums of the next pass, and deferred work of the two
 * previous ones. */
static void put_sums(side *s, int pass) {
    int passes = s->b->unrolled->passes, next = pass + 1, last = pass - 2;
    bool due = last >= VV_JET_DEFERRED_ORDER && last < passes && last % 2 == 0;
    for (s->at = 0; s->at < s->vectors; s->at++) {
        if (next >= 4 && next < passes) (next % 2 ? odd : even)(s, next);
        if (due && s->at >= s->idle) finish(s, last);
    }
}

static void begin_sums(side *s, uint32_t first) {
    const builder *b = s->b;
    s->sums = first;
    s->vectors = s->idle = (int)b->most_sums / WIDTH;
    for (uint32_t i = b->nsums; i-- > 0;) {
        int at = (int)i / WIDTH;
        uint8_t bit = (uint8_t)(1u << i % WIDTH);
        if (b->sum[i].idle) s->idle = at;
        if (!later_b(b, i) || early_a(b, i)) s->mask[2 * at] |= bit;
        if (!later_a(b, i) || early_b(b, i)) s->mask[2 * at + 1] |= bit;
    }
}

/* ---- passes --------------------------------------------------------------------------------- */

/* Keeps what later passes of the program need. */
static void remember(builder *b, const uint32_t *u) {
    uint32_t nq = (uint32_t)b->closure->nq, n = (uint32_t)b->closure->n,
             passes = (uint32_t)b->unrolled->passes, *kept = b->unrolled->coefficient;
    for (uint32_t v = 0; v < b->nv; v++) {
        int k = order_at(b, b->j->lead[v]);
        if (k >= 0 && b->p.have[v]) kept[v * passes + (uint32_t)k] = b->p.newest[v];
    }
    if (b->j->depth || order_at(b, 0) + 1 >= b->unrolled->passes) return;
    uint32_t next = (uint32_t)order_at(b, 0) + 1;
    uint32_t by = vv_jet_constant(b, 1.0 / next);
    for (uint32_t i = 0; i < nq; i++)
        kept[i * passes + next] = vv_jet_mul(b, vv_jet_newest_coefficient(b, b->j->out[i], 0), by);
    for (uint32_t i = 0; i < n; i++) kept[(nq + i) * passes + next] = vv_jet_mul(b, u[i], by);
}

static bool is_operand(const builder *b, uint32_t v) { return b->first_a[v] || b->first_b[v]; }

static void deliver(builder *b, const uint32_t *u) {
    for (uint32_t v = 0; v < b->nv; v++) {
        int lead = b->j->lead[v], k = order_at(b, lead);
        if (is_constant(b, v) || k < 0 || (v >= (uint32_t)b->j->nin && !b->p.have[v])) continue;
        if (b->shown[v])
            vv_jet_store(b, vv_jet_newest_coefficient(b, v, lead), vv_jet_row_operand(b, v, lead));
        /* the others need no such rows */
        b->unrolled->idle_only = k < 2 || b->pass + 2 >= b->unrolled->passes;
        b->unrolled->early_too = k == 1;
        if (is_operand(b, v)) vv_jet_store_operand(b, v);
    }
    vv_jet_store_inputs(b, u);
}

/* Coordinates that nobody reads are computed when their convolutions are available, this many
 * passes later. */
enum { PASSES_LATER = 3 };
typedef struct pending {
    output *out; /* (PASSES_LATER + 1, nq) */
    int n[PASSES_LATER + 1];
} pending;

static void defer(builder *b, pending *p) {
    int from = b->p.nout, which = b->pass % (PASSES_LATER + 1);
    vv_jet_store_deferred(b);
    p->n[which] = b->p.nout - from;
    memcpy(p->out + which * b->closure->nq, b->p.out + from, (size_t)p->n[which] * sizeof *p->out);
    b->p.nout = from;
}

static void deliver_pending(builder *b, pending *p, int pass) {
    int which = pass % (PASSES_LATER + 1);
    memcpy(b->p.out + b->p.nout, p->out + which * b->closure->nq,
           (size_t)p->n[which] * sizeof *p->out);
    b->p.nout += p->n[which];
    p->n[which] = 0;
}

static void begin_pass(builder *b, int pass) {
    b->pass = pass;
    memset(b->p.have, 0, b->nv * sizeof *b->p.have);
}

static bool allocate(builder *b, unrolled *w, side *s, int longest) {
    size_t all = (size_t)w->passes, nv = b->nv, nu = count_unknowns(b),
           constants = (size_t)b->j->nconstants + 4 * all + 4 * (size_t)longest + 64;
    w->coefficient = VV_ARRAY(b->c, uint32_t, all * nv + 1);
    w->place = VV_ARRAY(b->c, vv_operand, nu * nu + all * (2 * b->most_sums + nv) + 2 * nv + 1);
    b->p.out = VV_ARRAY(b->c, output, (all + PASSES_LATER) * (2 * b->nsums + 3 * nv));
    b->constant = VV_ARRAY(b->c, double, constants);
    while (b->constants_room < 2 * constants) b->constants_room *= 2;
    b->constant_at = VV_ARRAY(b->c, uint32_t, b->constants_room);
    b->table = VV_ARRAY(b->c, uint32_t, b->table_size); /* it grows, and the list with it */
    s->list =
        VV_ARRAY(b->c, vv_vector_instruction, MOST_VECTORS * (all + PASSES_LATER) * (5 * all + 32));
    if (!vv_ctx_ok(b->c)) return false;
    memset(w->coefficient, 0xFF, all * nv * sizeof *w->coefficient); /* ZERO */
    return true;
}

static void place_scratch(unrolled *w, uint32_t first, uint32_t n) {
    for (uint32_t i = first; i < first + n; i++)
        w->place[w->nplaces++] = (vv_operand){VV_OPERAND_SCRATCH, 8 * (int32_t)i};
}

/* The matrix, sums, sines, complete convolutions; the sums follow the slots of the other
 * programs. */
static void place_inputs(const builder *b, unrolled *w, uint32_t sums) {
    uint32_t nu = count_unknowns(b), n = (uint32_t)w->passes * b->most_sums;
    place_scratch(w, slot_matrix(b), nu * nu);
    place_scratch(w, sums, n);
    place_scratch(w, slot_sine(b), 2 * (uint32_t)b->j->nangles);
    place_scratch(w, sums + n, n);
}

static uint32_t first_sum(const builder *b) { return (count_inputs(b) + LINE - 1) / LINE * LINE; }
static int count_passes(const builder *b) { return VV_JET_UNROLLED_ORDERS(b->j) + b->j->depth; }

uint32_t vv_jet_unrolled_slots(const builder *b) {
    return first_sum(b) + 2 * (uint32_t)count_passes(b) * b->most_sums + MOST_KEPT;
}

static vv_jit_entry *make(builder *b, unrolled *w, uint32_t longest, uint32_t *slots) {
    enum { SOON = 6 }; /* tenths of a pass: the next begins with these sums */
    side s = {.b = b};
    int parts = w->passes + PASSES_LATER;
    pending later = {.out = VV_MATRIX(b->c, output, PASSES_LATER + 1, b->closure->nq + 1)};
    int *result = VV_ARRAY(b->c, int, parts + 1);
    uint32_t *part = VV_ARRAY(b->c, uint32_t, parts + 1);
    if (!later.out || !result || !part || !allocate(b, w, &s, (int)longest)) return NULL;
    b->unrolled = w;
    begin_sums(&s, first_sum(b));
    place_inputs(b, w, s.sums);
    b->nconstants = b->p.n = b->p.nout = 0;
    b->p.nresults = 0;
    for (int pass = 0; pass < parts; pass++) {
        const uint32_t *u;
        begin_pass(b, pass);
        result[pass] = b->p.nout;
        part[pass] = s.n;
        if (pass >= PASSES_LATER) deliver_pending(b, &later, pass - PASSES_LATER);
        if (pass < w->passes) {
            if (!vv_jet_dae_pass(b, &u)) return NULL;
            deliver(b, u);
            defer(b, &later);
            remember(b, u);
        }
        put_sums(&s, pass);
    }
    part[parts] = s.n;
    vv_jit_interleaved interleaved = {.nparts = parts,
                                      .result = result,
                                      .begin = part,
                                      .tenths = SOON,
                                      .list = s.list,
                                      .mask = s.mask,
                                      .nmasks = 2 * s.vectors,
                                      .registers = X + 1 - s.vectors,
                                      .row = 8 * vv_jet_row_length(b)};
    uint32_t reserved = s.sums + 2 * (uint32_t)w->passes * b->most_sums;
    return b->refused ? NULL : vv_jet_pass_compile(b, reserved, w->place, &interleaved, slots);
}

bool vv_jet_can_unroll(const builder *b) {
    int passes = count_passes(b);
    return b->closure && b->j->lanes == 1 && vv_jit_supports_lanes(WIDTH) && passes >= 4 &&
           !b->j->nswitches && b->nsums && b->most_sums <= MOST_VECTORS * WIDTH &&
           b->largest * passes <= MOST_INSTRUCTIONS;
}

vv_jit_entry *vv_jet_unrolled_build(builder *b, uint32_t *slots) {
    unrolled w = {.passes = count_passes(b)};
    vv_jit_entry *code = make(b, &w, (uint32_t)b->largest, slots);
    b->unrolled = NULL;
    return code;
}
