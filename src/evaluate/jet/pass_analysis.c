/* Analysis before programs are made: which sums there are and where they are stored, which
 * variables are constant, which are not read by later orders. */
#include <string.h>

#include "evaluate/jet/pass_builder.h"

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
    b->steady = VV_ARRAY(c, bool, nv + 1);
    b->awaited = VV_ARRAY(c, bool, nv + 1);
    b->shown = VV_ARRAY(c, bool, nv + 1);
    b->wants_zero = VV_ARRAY(c, bool, nv + 1);
    b->wants_inverse = VV_ARRAY(c, bool, nv + 1);
    b->wants_newest = VV_ARRAY(c, bool, nv + 1);
    size_t constants = 4 * n + (size_t)b->j->nconstants + 8;
    b->constant = VV_ARRAY_UNINIT(c, double, constants);
    for (b->constants_room = 64; b->constants_room < 2 * constants;) b->constants_room *= 2;
    b->constant_at = VV_ARRAY_UNINIT(c, uint32_t, b->constants_room);
    b->p.newest = VV_ARRAY(c, uint32_t, nv + 1);
    b->p.have = VV_ARRAY(c, bool, nv + 1);
    size_t closed = b->closure ? count_unknowns(b) + (size_t)b->closure->nq : 0;
    b->older = VV_ARRAY(c, bool, nv + 1);
    b->terms = VV_ARRAY(c, choice, nv + 1);
    b->angle = VV_ARRAY(c, uint32_t, nv + 1);
    b->p.out = VV_ARRAY_UNINIT(c, output, 9 * n + 5 * nv + 2 * closed + 1);
    b->table_size = 1024; /* these grow together */
    b->p.list = VV_ARRAY_UNINIT(c, vv_tape_instruction, b->table_size / 2);
    b->p.ready = VV_ARRAY_UNINIT(c, int, b->table_size);
    b->table = VV_ARRAY(c, uint32_t, b->table_size);
    return vv_ctx_ok(c);
}

/* Do both have the same operand in the same position? */
static bool have_common(const sum *x, const sum *y) {
    return x->lead == y->lead && ((x->a == y->a && x->rate == y->rate) || x->b == y->b);
}

/* In lanes two sums are computed at once: pairs sums with a common operand. */
static void pair_sums(builder *b) {
    for (uint32_t s = 0; s + 1 < b->nsums; s += 2) {
        uint32_t other = s + 1;
        while (other < b->nsums && !have_common(&b->sum[s], &b->sum[other])) other++;
        if (other == b->nsums) continue;
        sum held = b->sum[s + 1];
        b->sum[s + 1] = b->sum[other], b->sum[other] = held;
    }
}

static int count_common(const sum *x, const sum *y) {
    bool same_a = x->a == y->a && x->rate == y->rate, same_b = x->b == y->b,
         crossed = !x->rate && x->a == y->b, back = !y->rate && y->a == x->b;
    return same_a + same_b + crossed + back;
}

/* Places next to each pair the sums that share most operands with it: their operands are still
 * in the first-level cache. */
static void group_by_operands(builder *b) {
    for (uint32_t s = 0; s + 4 <= b->nsums; s += 2) {
        uint32_t best = s + 2;
        int most = -1;
        for (uint32_t t = s + 2; t + 2 <= b->nsums; t += 2) {
            int n = 0;
            for (uint32_t i = 0; i < 4; i++)
                n += count_common(&b->sum[s + i % 2], &b->sum[t + i / 2]);
            if (n > most) best = t, most = n;
        }
        sum held[2] = {b->sum[s + 2], b->sum[s + 3]};
        memcpy(b->sum + s + 2, b->sum + best, sizeof held);
        memcpy(b->sum + best, held, sizeof held);
    }
}

static void list_sums(builder *b) {
    memset(b->first_a, 0, b->nv * sizeof *b->first_a);
    memset(b->first_b, 0, b->nv * sizeof *b->first_b);
    for (uint32_t s = 0; s < b->nsums; s++) vv_jet_list_convolution(b, s);
}

/* Idle sums, on which no order depends, come last, and round alike in all programs. */
static void put_idle_last(builder *b) {
    uint32_t n = 0;
    for (uint32_t s = 0; s < b->nsums; s++) {
        sum held = b->sum[s];
        if (held.idle) {
            b->sum[s].ends = AS_IT_STANDS;
            continue;
        }
        memmove(b->sum + n + 1, b->sum + n, (s - n) * sizeof *b->sum);
        b->sum[n++] = held;
    }
}

/* Resets everything that a pass over the rules has requested. */
static void forget(builder *b) {
    b->nsums = 0;
    list_sums(b);
    memset(b->older, 0, b->nv * sizeof *b->older);
    memset(b->wants_zero, 0, b->nv * sizeof *b->wants_zero);
}

/* A first pass over the rules finds the sums. Those of convolution_blocked.c also contain the
 * terms known before the pass; not in lanes, where an operand is stored once for all of its
 * sums. */
static void find_sums(builder *b) {
    uint32_t line = b->j->lanes == 1 ? LINE : 1;
    vv_jet_pass_begin(b, b->j->depth + 1);
    vv_jet_pass_translate(b, false);
    if (b->nsums > VV_JET_BLOCKED_ABOVE && b->j->depth) {
        b->many = true;
        forget(b);
        vv_jet_pass_begin(b, b->j->depth + 1);
        vv_jet_pass_translate(b, false);
    }
    put_idle_last(b);
    if (b->j->lanes > 1) pair_sums(b), group_by_operands(b);
    list_sums(b);
    b->most_sums = (b->nsums + line - 1) / line * line;
    b->found = true;
    b->waits = b->nsums <= 2 * LINE; /* larger ones are limited by throughput */
}

/* Sines of coordinates: the mass matrix is computed before and contains most of them. With
 * multipliers the state may be projected after that. */
static void find_angles(builder *b, int *list) {
    for (int i = 0; i < b->j->nangles; i++) b->angle[b->j->angle[i]] = (uint32_t)i + 1;
    for (int k = 0; list && b->closure && !b->closure->m && k < b->j->ninstructions; k++) {
        const vv_jet_instruction *i = &b->j->instruction[k];
        if (i->op != VV_JET_SINCOS || i->a >= (uint32_t)b->closure->nq || b->angle[i->a]) continue;
        list[b->j->nangles] = (int)i->a;
        b->angle[i->a] = (uint32_t)++b->j->nangles;
    }
    if (list) b->j->angle = list;
}

static bool is_steady(const builder *b, uint32_t v) { return is_constant(b, v) || b->steady[v]; }

/* A coordinate whose rate is the constant 0 is constant along the motion, like a cell, and so is
 * every function of these. A variable that runs ahead may be defined after its readers. */
static void find_steady(builder *b) {
    const vv_jet *j = b->j;
    bool more = j->ncells > 0;
    for (int i = 0; i < j->ncells; i++) b->steady[j->nin - j->ncells + i] = true;
    for (int i = 0; b->closure && i < b->closure->nq; i++) {
        uint32_t rate = j->out[i];
        b->steady[i] = is_constant(b, rate) && j->constant[rate - (uint32_t)j->nin] == 0;
        more |= b->steady[i];
    }
    while (more) {
        more = false;
        for (int k = 0; k < j->ninstructions; k++) {
            const vv_jet_instruction *i = &j->instruction[k];
            if (b->steady[i->out] || i->op == VV_JET_RATE || !is_steady(b, i->a) ||
                !is_steady(b, i->b) || !is_steady(b, i->c))
                continue;
            more = b->steady[i->out] = b->steady[i->second] = true;
        }
    }
}

/* Rates not awaited are those of coordinates that nothing else depends on (where a body has
 * rolled to), and terms that only contribute to them. Every operand of a product or function is
 * awaited by the sums of later orders. */
static void find_awaited(builder *b) {
    const vv_jet *j = b->j;
    bool more = b->closure && !j->depth;
    for (uint32_t v = 0; v < b->nv; v++) b->awaited[v] = !more || b->shown[v];
    for (int i = b->closure ? b->closure->nq : 0; i < j->nout; i++) b->awaited[j->out[i]] = true;
    while (more) {
        more = false;
        for (int k = j->ninstructions; k-- > 0;) {
            const vv_jet_instruction *i = &j->instruction[k];
            bool linear = i->op == VV_JET_LINEAR,
                 product = i->op == VV_JET_MUL || i->op == VV_JET_MADD,
                 out = b->awaited[i->out] || b->awaited[i->second];
            bool *a = &b->awaited[i->a], *with = &b->awaited[i->b], *c = &b->awaited[i->c];
            bool factors = out || !linear, addend = out || !(linear || product);
            more |= (factors && !(*a && *with)) || (addend && !*c);
            *a |= factors, *with |= factors, *c |= addend;
        }
        for (int i = 0; i < b->closure->nq; i++) {
            bool *rate = &b->awaited[j->out[i]];
            more |= b->awaited[i] && !*rate;
            *rate |= b->awaited[i];
        }
    }
}

bool vv_jet_pass_analyze(builder *b, int *angles) {
    const vv_jet *j = b->j;
    b->nv = (uint32_t)j->nvariables;
    if (!allocate(b)) return false;
    for (int i = 0; !b->closure && i < j->nout; i++) b->shown[j->out[i]] = true;
    for (int i = 0; i < j->nswitches; i++) b->shown[j->change[i]] = true;
    for (int i = 0; i < j->nwide; i++) b->shown[j->wide[i].argument] = true;
    find_angles(b, angles);
    find_steady(b);
    find_awaited(b);
    find_sums(b);
    return true;
}
