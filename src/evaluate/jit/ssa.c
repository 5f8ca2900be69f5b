#include "evaluate/jit/ssa.h"

#include <string.h>

#define NOBODY UINT32_MAX

/* ---- values instead of slots ---------------------------------------------------------------- */

typedef struct reader {
    vv_ssa *s;
    uint32_t *value; /* value that each slot holds at this point (nslots) */
    uint32_t noperands;
} reader;

/* The value in a slot. An input becomes a value when it is first read: programs of jets read
 * only a few of theirs. */
static inline uint32_t value_in(reader *r, uint32_t slot) {
    vv_ssa *s = r->s;
    uint32_t v = r->value[slot], i = v - s->first_input;
    if (slot >= (uint32_t)s->t->nin || (i < s->ninputs && s->input[i] == slot)) return v;
    s->input[s->ninputs] = slot;
    return r->value[slot] = s->first_input + s->ninputs++;
}

static void read_vector(reader *r, const vv_tape_instruction *i, vv_ssa_instruction *w) {
    vv_ssa *s = r->s;
    bool factor = i->op == VV_TAPE_FACTOR;
    uint32_t n = i->b, m = factor ? n * n : n;
    for (uint32_t k = 0; k < m; k++) s->operand[r->noperands++] = value_in(r, s->t->args[i->a + k]);
    if (!factor) s->operand[r->noperands++] = value_in(r, i->c);
    w->n = n;
    w->region = s->region;
    s->region += factor ? n * n + n : n;
    w->nresults = factor ? 1 : n;
    for (uint32_t k = 0; k < w->nresults; k++) r->value[i->out + k] = s->nvalues + k;
}

static void read_scalar(reader *r, const vv_tape_instruction *i, vv_ssa_instruction *w) {
    bool both = i->op == VV_TAPE_SINCOS;
    int n = both ? 1 : vv_tape_op_operands((vv_tape_op)i->op);
    const uint32_t slot[3] = {i->a, i->b, i->c};
    for (int k = 0; k < n; k++) r->s->operand[r->noperands++] = value_in(r, slot[k]);
    r->value[i->out] = r->s->nvalues;
    if (both) r->value[i->b] = r->s->nvalues + 1;
    w->nresults = both ? 2 : 1;
}

static void read_tape(reader *r) {
    vv_ssa *s = r->s;
    const vv_tape *t = s->t;
    for (int k = 0; k < t->nconstants; k++) r->value[t->nin + k] = s->nvalues++;
    for (int k = 0; k < t->ninstructions; k++) {
        const vv_tape_instruction *i = &t->instruction[k];
        vv_ssa_instruction *w = &s->work[s->nworks++];
        *w = (vv_ssa_instruction){
            .op = (vv_tape_op)i->op, .first = r->noperands, .result = s->nvalues};
        if (i->op == VV_TAPE_FACTOR || i->op == VV_TAPE_SOLVE)
            read_vector(r, i, w);
        else
            read_scalar(r, i, w);
        w->count = r->noperands - w->first;
        s->nvalues += w->nresults;
    }
    for (int k = 0; k < t->nout; k++) s->result[k] = value_in(r, t->out[k]);
    s->nvalues += s->ninputs;
}

/* ---- schedule ------------------------------------------------------------------------------- */

/* Depth first from the results: a value is used soon after it is defined. Calls come first, with
 * their operands, because they preserve no registers. */
typedef struct walk {
    vv_ssa *s;
    uint32_t *maker; /* instruction that defines a value (nvalues) */
    uint32_t *next;  /* next operand to visit; count + 1: done (nworks) */
    uint32_t *stack;
    uint32_t n; /* scheduled so far */
} walk;

static void visit(walk *k, uint32_t root) {
    vv_ssa *s = k->s;
    uint32_t depth = 0;
    if (root == NOBODY || k->next[root]) return;
    k->stack[depth++] = root;
    while (depth) {
        uint32_t at = k->stack[depth - 1];
        const vv_ssa_instruction *w = &s->work[at];
        if (k->next[at] < w->count) {
            uint32_t maker = k->maker[s->operand[w->first + k->next[at]++]];
            if (maker != NOBODY && !k->next[maker]) k->stack[depth++] = maker;
            continue;
        }
        depth--;
        if (k->next[at] == w->count) k->next[at]++, s->order[k->n++] = at;
    }
}

static bool put_in_order(vv_ctx *c, vv_ssa *s) {
    walk k = {.s = s,
              .maker = VV_ARRAY_UNINIT(c, uint32_t, s->nvalues + 1),
              .next = VV_ARRAY(c, uint32_t, s->nworks + 1),
              .stack = VV_ARRAY_UNINIT(c, uint32_t, s->nworks + 1)};
    if (!k.maker || !k.next || !k.stack) return false;
    for (uint32_t v = 0; v < s->nvalues; v++) k.maker[v] = NOBODY;
    for (uint32_t i = 0; i < s->nworks; i++)
        for (uint32_t r = 0; r < s->work[i].nresults; r++) k.maker[s->work[i].result + r] = i;
    for (uint32_t i = 0; i < s->nworks; i++)
        if (!vv_ssa_is_inline(s->work[i].op)) visit(&k, i);
    for (int i = 0; i < s->t->nout; i++) {
        s->reached[i] = k.n;
        visit(&k, k.maker[s->result[i]]);
    }
    s->nworks = s->reached[s->t->nout] = k.n; /* unused values are dropped */
    return true;
}

/* Lists the uses of each value, by counting sort. */
static bool find_uses(vv_ctx *c, vv_ssa *s, uint32_t noperands) {
    s->use_from = VV_ARRAY(c, uint32_t, s->nvalues + 2);
    s->use = VV_ARRAY_UNINIT(c, uint32_t, noperands + 1);
    if (!s->use_from || !s->use) return false;
    uint32_t *from = s->use_from + 1; /* one ahead while filling, so that it ends in place */
    for (uint32_t i = 0; i < s->nworks; i++) {
        const vv_ssa_instruction *w = &s->work[s->order[i]];
        for (uint32_t k = 0; k < w->count; k++) from[s->operand[w->first + k] + 1]++;
    }
    for (uint32_t v = 0; v < s->nvalues; v++) from[v + 1] += from[v];
    for (uint32_t i = 0; i < s->nworks; i++) {
        const vv_ssa_instruction *w = &s->work[s->order[i]];
        for (uint32_t k = 0; k < w->count; k++) s->use[from[s->operand[w->first + k]]++] = i;
    }
    return true;
}

/* List scheduling for latency: among the next WINDOW instructions, of those whose operands are
 * available, the one with the longest critical path is chosen. A wider window would keep more
 * values live than there are registers. */
enum { WINDOW = 128, LATENCY = 4, AT_ONCE = 2 };

typedef struct queue {
    vv_ssa *s;
    uint32_t *missing;       /* number of missing operands, by position in the schedule (nworks) */
    uint32_t *known;         /* when all operands are available (nworks) */
    uint32_t *critical_path; /* length of the critical path to the end (nworks) */
    uint32_t end;            /* of the window */
    uint32_t ready[WINDOW];  /* positions within it that miss no operand */
    uint32_t nready;
} queue;

/* user: each position in the schedule that uses a result of instruction w, with multiplicity. */
#define EACH_USER(s, w, user)                                                                      \
    for (uint32_t at_ = (s)->use_from[(w)->result];                                                \
         at_ < (s)->use_from[(w)->result + (w)->nresults] && ((user) = (s)->use[at_], true);       \
         at_++)

static void measure(queue *q) {
    const vv_ssa *s = q->s;
    for (uint32_t i = s->nworks, user; i-- > 0;) {
        const vv_ssa_instruction *w = &s->work[s->order[i]];
        q->critical_path[i] = LATENCY;
        EACH_USER(s, w, user) {
            q->missing[user]++;
            if (q->critical_path[user] + LATENCY > q->critical_path[i])
                q->critical_path[i] = q->critical_path[user] + LATENCY;
        }
    }
}

/* Adds those that enter the window. */
static void open_window(queue *q, uint32_t end) {
    for (; q->end < end && q->end < q->s->nworks; q->end++)
        if (!q->missing[q->end]) q->ready[q->nready++] = q->end;
}

/* Is position i, whose operands are available, a better choice than another? */
static bool is_better(const queue *q, uint32_t i, uint32_t other) {
    if (other == NOBODY) return true;
    return q->critical_path[i] > q->critical_path[other] ||
           (q->critical_path[i] == q->critical_path[other] && i < other);
}

/* The best of those that are ready, now or as soon as one is. */
static uint32_t choose(queue *q, uint32_t *now) {
    uint32_t best = NOBODY, at = 0, soonest = UINT32_MAX;
    for (uint32_t k = 0; k < q->nready; k++) {
        uint32_t i = q->ready[k];
        if (q->known[i] < soonest) soonest = q->known[i];
        if (q->known[i] <= *now && is_better(q, i, best)) best = i, at = k;
    }
    if (best == NOBODY) return *now = soonest, choose(q, now);
    q->ready[at] = q->ready[--q->nready];
    return best;
}

static void tell_users(queue *q, uint32_t i, uint32_t now) {
    const vv_ssa *s = q->s;
    uint32_t user;
    EACH_USER(s, &s->work[s->order[i]], user) {
        q->known[user] = now + LATENCY;
        if (--q->missing[user] == 0 && user < q->end) q->ready[q->nready++] = user;
    }
}

/* Calls come first, with their operands, and stay there. */
static uint32_t end_of_calls(const vv_ssa *s) {
    uint32_t n = s->nworks;
    while (n && vv_ssa_is_inline(s->work[s->order[n - 1]].op)) n--;
    return n;
}

static bool schedule_for_latency(vv_ctx *c, vv_ssa *s) {
    uint32_t n = s->nworks, fixed = end_of_calls(s), now = 0,
             *order = VV_ARRAY_UNINIT(c, uint32_t, n + 1);
    queue q = {.s = s,
               .missing = VV_ARRAY(c, uint32_t, n + 1),
               .known = VV_ARRAY(c, uint32_t, n + 1),
               .critical_path = VV_ARRAY(c, uint32_t, n + 1)};
    if (!order || !q.missing || !q.known || !q.critical_path) return false;
    measure(&q);
    for (uint32_t k = 0; k < n; k++) {
        open_window(&q, k < fixed ? k + 1 : k + WINDOW);
        uint32_t i = choose(&q, &now);
        tell_users(&q, i, now);
        order[k] = s->order[i];
        now += k % AT_ONCE;
    }
    memcpy(s->order, order, n * sizeof *order);
    return true;
}

bool vv_ssa_build(vv_ctx *c, const vv_tape *t, bool for_latency, vv_ssa *out) {
    size_t operands = 0;
    uint32_t values = (uint32_t)t->nconstants;
    for (int k = 0; k < t->ninstructions; k++) {
        const vv_tape_instruction *i = &t->instruction[k];
        values += i->op == VV_TAPE_SOLVE ? i->b : i->op == VV_TAPE_SINCOS ? 2 : 1;
        operands += i->op == VV_TAPE_FACTOR  ? (size_t)i->b * i->b
                    : i->op == VV_TAPE_SOLVE ? (size_t)i->b + 1
                                             : 3;
    }
    *out = (vv_ssa){.t = t,
                    .first_input = values,
                    .input = VV_ARRAY_UNINIT(c, uint32_t, t->nin + 1),
                    .work = VV_ARRAY_UNINIT(c, vv_ssa_instruction, t->ninstructions + 1),
                    .operand = VV_ARRAY_UNINIT(c, uint32_t, operands + 1),
                    .order = VV_ARRAY_UNINIT(c, uint32_t, t->ninstructions + 1),
                    .result = VV_ARRAY_UNINIT(c, uint32_t, t->nout + 1),
                    .reached = VV_ARRAY_UNINIT(c, uint32_t, t->nout + 1)};
    reader r = {out, VV_ARRAY(c, uint32_t, t->nslots + 1), 0};
    if (!out->input || !out->work || !out->operand || !out->order || !out->result ||
        !out->reached || !r.value)
        return false;
    read_tape(&r);
    if (!put_in_order(c, out) || !find_uses(c, out, r.noperands)) return false;
    return !for_latency || (schedule_for_latency(c, out) && find_uses(c, out, r.noperands));
}
