/* Instruction scheduling of tapes. Pairs and chains are fused, unused values dropped. Then equal
 * operations are grouped as far as the operands allow: an interpreter pays for every change of
 * operation with a mispredicted branch, which costs many times the operation itself (15 against
 * 3 us for 2000 of them). */
#include "evaluate/tape/value_numbering.h"

#include <assert.h>

typedef struct schedule {
    values *v;
    uint32_t *uses;
    uint32_t *first, *user; /* users of each value: user[first[i] .. first[i + 1] - 1] */
    uint32_t *waiting;      /* number of operands not yet computed (count) */
    uint32_t *next;         /* queues of ready values, one per operation (count) */
    uint32_t head[VALUE_COMPONENT + 1], tail[VALUE_COMPONENT + 1], ready[VALUE_COMPONENT + 1];
} schedule;

static void count_use(void *data, uint32_t user, uint32_t operand) {
    (void)user;
    ((schedule *)data)->uses[operand]++;
}

static void count_uses(schedule *s, int nout, const uint32_t *out) {
    for (int i = 0; i < nout; i++) s->uses[out[i]]++;
    for (uint32_t i = s->v->count; i-- > 0;)
        if (s->uses[i]) vv_value_visit(s->v, i, count_use, s); /* users come after operands */
}

/* sin and cos of one argument: the earlier of the two computes both. */
static void pair_sines(schedule *s) {
    values *v = s->v;
    for (uint32_t i = 0; i < v->count; i++) {
        if (v->list[i].op != VV_TAPE_SIN || !s->uses[i]) continue;
        uint32_t cosine = vv_value_find(v, VV_TAPE_COS, v->list[i].a, 0, 0);
        if (cosine == NO_VALUE || !s->uses[cosine]) continue;
        uint32_t first = i < cosine ? i : cosine, second = i < cosine ? cosine : i;
        s->uses[v->list[i].a]--;
        s->uses[first]++;
        /* c: which result the value itself is: 0 the sine, 1 the cosine */
        v->list[first] = (value){VV_TAPE_SINCOS, v->list[i].a, 0, first == cosine, 0};
        v->list[second] = (value){VALUE_COS, first, 0, 0, 0};
    }
}

static bool is_lone_product(const schedule *s, uint32_t i) {
    return s->v->list[i].op == VV_TAPE_MUL && s->uses[i] == 1;
}

/* A product used once, in a sum: one instruction for both. */
static void fuse_products(schedule *s) {
    for (uint32_t i = 0; i < s->v->count; i++) {
        value *x = &s->v->list[i];
        if (!s->uses[i] || (x->op != VV_TAPE_ADD && x->op != VV_TAPE_SUB)) continue;
        bool right = is_lone_product(s, x->b), left = !right && is_lone_product(s, x->a);
        if (!right && !left) continue;
        uint32_t product = right ? x->b : x->a, rest = right ? x->a : x->b;
        const value *p = &s->v->list[product];
        int op = x->op == VV_TAPE_ADD ? VV_TAPE_MADD : right ? VV_TAPE_MSUB : VV_TAPE_MSUBR;
        *x = (value){op, p->a, p->b, rest, 0};
        s->uses[product] = 0;
    }
}

/* ---- order ---------------------------------------------------------------------------------- */

static void count_user(void *data, uint32_t user, uint32_t operand) {
    schedule *s = data;
    s->first[operand + 1]++;
    s->waiting[user]++;
}

static void note_user(void *data, uint32_t user, uint32_t operand) {
    schedule *s = data;
    s->user[s->first[operand]++] = user; /* moves first[operand] to its end */
}

static bool find_users(schedule *s) {
    uint32_t count = s->v->count;
    for (uint32_t i = 0; i < count; i++)
        if (s->uses[i]) vv_value_visit(s->v, i, count_user, s);
    for (uint32_t i = 0; i < count; i++) s->first[i + 1] += s->first[i];
    s->user = VV_ARRAY_UNINIT(s->v->ctx, uint32_t, s->first[count] + 1);
    if (!s->user) return false;
    for (uint32_t i = 0; i < count; i++)
        if (s->uses[i]) vv_value_visit(s->v, i, note_user, s);
    for (uint32_t i = count; i > 0; i--) s->first[i] = s->first[i - 1]; /* and back */
    s->first[0] = 0;
    return true;
}

static void push(schedule *s, uint32_t i) {
    int op = s->v->list[i].op;
    assert(op >= 0 && op <= VALUE_COMPONENT && s->uses[i]);
    s->next[i] = NO_VALUE;
    if (s->ready[op]++)
        s->next[s->tail[op]] = i;
    else
        s->head[op] = i;
    s->tail[op] = i;
}

/* Schedules everything ready with this operation, and what becomes ready by it. */
static void drain(schedule *s, int op, uint32_t *order, uint32_t *n) {
    while (s->ready[op]) {
        uint32_t i = s->head[op];
        assert(i < s->v->count && s->waiting[i] == 0);
        s->head[op] = s->next[i];
        s->ready[op]--;
        if (op != VALUE_INPUT && op != VALUE_CONSTANT) order[(*n)++] = i;
        for (uint32_t k = s->first[i]; k < s->first[i + 1]; k++)
            if (--s->waiting[s->user[k]] == 0) push(s, s->user[k]);
    }
}

static void put_in_order(schedule *s, uint32_t *order, uint32_t *n) {
    *n = 0;
    for (uint32_t i = 0; i < s->v->count; i++)
        if (s->uses[i] && s->waiting[i] == 0) push(s, i);
    for (;;) {
        int best = 0; /* values that are not instructions come at once, then the operation with
                       * most values ready */
        for (int op = VALUE_INPUT; op <= VALUE_COMPONENT; op++) drain(s, op, order, n);
        for (int op = 0; op < VALUE_INPUT; op++)
            if (s->ready[op] > s->ready[best]) best = op;
        if (!s->ready[best]) break;
        drain(s, best, order, n);
    }
}

bool vv_values_schedule(values *v, int nout, const uint32_t *out, uint32_t *uses, uint32_t *order,
                        uint32_t *n) {
    schedule s = {.v = v, .uses = uses};
    s.first = VV_ARRAY(v->ctx, uint32_t, v->count + 2);
    s.waiting = VV_ARRAY(v->ctx, uint32_t, v->count + 1);
    s.next = VV_ARRAY_UNINIT(v->ctx, uint32_t, v->count + 1);
    if (!s.first || !s.waiting || !s.next) return false;
    count_uses(&s, nout, out);
    pair_sines(&s);
    fuse_products(&s);
    if (!find_users(&s)) return false;
    put_in_order(&s, order, n);
    assert(*n <= v->count);
    return true;
}
