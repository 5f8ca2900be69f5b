/* From numbered values to instructions: every value gets a slot, which is free again after its
 * last use. */
#include "evaluate/tape/value_numbering.h"

#include <assert.h>

enum { MOST_SLOTS = (1 << 24) - 1 };

typedef struct assignment {
    values *v;
    uint32_t *uses;           /* 0: not computed (count) */
    uint32_t n, *order;       /* values to compute, in order (n) */
    uint32_t *position;       /* in the schedule (count) */
    uint32_t *last;           /* position of the last use; n: until the end (count) */
    uint32_t *slot;           /* (count) */
    uint32_t *release, *next; /* values to free after a position: linked lists */
    uint32_t *second;         /* slot of the second result of a SINCOS (count) */
    uint32_t *free_slot, nfree;
    uint32_t nslots;
} assignment;

/* ---- slots ---------------------------------------------------------------------------------- */

static bool is_vector(const value *x) { return x->op == VV_TAPE_FACTOR || x->op == VV_TAPE_SOLVE; }

static void note_last(void *data, uint32_t user, uint32_t operand) {
    /* a component or a second result is an alias for part of its operand */
    assignment *s = data;
    if (s->last[operand] < s->position[user]) s->last[operand] = s->position[user];
}

/* Lists of the values whose last use is at each position; vectors and their parts keep their
 * slots. */
static void find_last_uses(assignment *s, int nout, const uint32_t *out) {
    for (uint32_t k = 0; k < s->n; k++) s->position[s->order[k]] = k;
    for (uint32_t k = 0; k < s->n; k++) vv_value_visit(s->v, s->order[k], note_last, s);
    for (int i = 0; i < nout; i++) s->last[out[i]] = s->n;
    for (uint32_t k = 0; k < s->n; k++) s->release[k] = NO_VALUE;
    for (uint32_t k = 0; k < s->n; k++) {
        uint32_t i = s->order[k];
        const value *x = &s->v->list[i];
        if (x->op == VALUE_COMPONENT || is_vector(x) || s->last[i] >= s->n) continue;
        s->next[i] = s->release[s->last[i]];
        s->release[s->last[i]] = i;
    }
}

static uint32_t take_slot(assignment *s) {
    return s->nfree ? s->free_slot[--s->nfree] : s->nslots++;
}

/* The second result of a SINCOS gets its slot together with the first and releases it on its
 * own. */
static void give_slots(assignment *s) {
    for (uint32_t k = 0; k < s->n; k++) {
        uint32_t i = s->order[k];
        const value *x = &s->v->list[i];
        if (x->op == VALUE_COS)
            s->slot[i] = s->second[x->a];
        else if (x->op == VALUE_COMPONENT)
            s->slot[i] = s->slot[x->a] + x->b;
        else if (!is_vector(x))
            s->slot[i] = take_slot(s);
        if (x->op == VV_TAPE_SINCOS) s->second[i] = take_slot(s);
        for (uint32_t r = s->release[k]; r != NO_VALUE; r = s->next[r])
            s->free_slot[s->nfree++] = s->slot[r];
    }
}

static int place_fixed(assignment *s, int nin, double *constant) {
    values *v = s->v;
    uint32_t n = 0;
    for (uint32_t i = 0; i < v->count; i++) {
        const value *x = &v->list[i];
        if (x->op == VALUE_INPUT) s->slot[i] = x->a;
        if (x->op != VALUE_CONSTANT || !s->uses[i]) continue;
        constant[n] = x->k;
        s->slot[i] = (uint32_t)nin + n++;
    }
    s->nslots = (uint32_t)nin + n;
    for (uint32_t i = 0; i < v->count; i++) {
        const value *x = &v->list[i];
        if (!is_vector(x) || !s->uses[i]) continue;
        s->slot[i] = s->nslots;
        s->nslots += x->op == VV_TAPE_FACTOR ? x->b * x->b + x->b : x->b;
    }
    return (int)n;
}

/* ---- instructions --------------------------------------------------------------------------- */

static vv_tape_instruction scalar(const assignment *s, uint32_t i) {
    const value *x = &s->v->list[i];
    int n = vv_tape_op_operands((vv_tape_op)x->op);
    uint32_t a = s->slot[x->a]; /* unused operands repeat the first, a valid slot */
    return (vv_tape_instruction){(uint32_t)x->op & 0xffu, s->slot[i] & MOST_SLOTS, a,
                                 n > 1 ? s->slot[x->b] : a, n > 2 ? s->slot[x->c] : a};
}

static vv_tape_instruction special(const assignment *s, uint32_t i) {
    const value *x = &s->v->list[i];
    uint32_t second = s->second[i];
    vv_tape_instruction out = {(uint32_t)x->op & 0xffu, s->slot[i] & MOST_SLOTS, x->a, x->b, 0};
    if (x->op == VV_TAPE_SINCOS) {
        uint32_t sine = x->c ? second : s->slot[i], cosine = x->c ? s->slot[i] : second;
        out.out = sine & MOST_SLOTS;
        out.a = s->slot[x->a];
        out.b = cosine;
    }
    if (x->op == VV_TAPE_SOLVE) out.c = s->slot[x->c];
    return out;
}

static void write_instructions(const assignment *s, vv_tape *t, vv_tape_instruction *list) {
    for (uint32_t k = 0; k < s->n; k++) {
        uint32_t i = s->order[k];
        int op = s->v->list[i].op;
        if (op >= VALUE_INPUT) continue;
        list[t->ninstructions++] = op < VV_TAPE_SINCOS ? scalar(s, i) : special(s, i);
        t->nsincos += op == VV_TAPE_SINCOS;
        t->nfactors += op == VV_TAPE_FACTOR;
        t->nsolves += op == VV_TAPE_SOLVE;
        bool twice = op == VV_TAPE_MADD || op == VV_TAPE_MSUB || op == VV_TAPE_MSUBR;
        if (op <= VV_TAPE_SINCOS) t->noperations += twice || op == VV_TAPE_SINCOS ? 2 : 1;
    }
}

/* Adjacent instructions with the same operation form one run. */
static int find_runs(const vv_tape *t, vv_tape_op_run *run) {
    int n = 0;
    for (int i = 0; i < t->ninstructions; i++) {
        vv_tape_op op = (vv_tape_op)t->instruction[i].op;
        if (!n || run[n - 1].op != op) run[n++] = (vv_tape_op_run){op, 0};
        run[n - 1].count++;
    }
    return n;
}

static bool allocate(assignment *s) {
    vv_ctx *c = s->v->ctx;
    uint32_t n = s->v->count + 1;
    s->uses = VV_ARRAY(c, uint32_t, n);
    s->order = VV_ARRAY_UNINIT(c, uint32_t, n);
    s->position = VV_ARRAY(c, uint32_t, n);
    s->last = VV_ARRAY(c, uint32_t, n);
    s->slot = VV_ARRAY(c, uint32_t, n);
    s->release = VV_ARRAY_UNINIT(c, uint32_t, n);
    s->next = VV_ARRAY_UNINIT(c, uint32_t, n);
    s->second = VV_ARRAY(c, uint32_t, n);
    s->free_slot = VV_ARRAY_UNINIT(c, uint32_t, 2 * (size_t)n);
    return vv_ctx_ok(c);
}

/* A block outside the arena: it outlives the scratch memory of the build. */
static void *block(vv_ctx *c, size_t n, size_t each) {
    return vv_block_resize_uninit(c, NULL, (n + 1) * each);
}

/* Slots are in range, and every operand is an input, a constant or written before. */
static bool are_defined(const bool *known, int nslots, uint32_t n, const uint32_t *slot) {
    for (uint32_t i = 0; i < n; i++)
        if (slot[i] >= (uint32_t)nslots || !known[slot[i]]) return false;
    return true;
}

static void define(bool *known, int nslots, uint32_t first, uint32_t n) {
    assert(first + n <= (uint32_t)nslots);
    for (uint32_t i = 0; i < n; i++) known[first + i] = true;
}

static void check_instruction(const vv_tape *t, const vv_tape_instruction *i, bool *known) {
    uint32_t factor = i->b * i->b + i->b;
    switch ((int)i->op) {
    case VV_TAPE_SINCOS:
        assert(are_defined(known, t->nslots, 1, &i->a));
        define(known, t->nslots, i->b, 1);
        define(known, t->nslots, i->out, 1);
        return;
    case VV_TAPE_FACTOR:
        assert(are_defined(known, t->nslots, i->b * i->b, t->args + i->a));
        define(known, t->nslots, i->out, factor);
        return;
    case VV_TAPE_SOLVE:
        assert(are_defined(known, t->nslots, i->b, t->args + i->a));
        assert(i->c + factor <= (uint32_t)t->nslots && known[i->c]);
        define(known, t->nslots, i->out, i->b);
        return;
    default:
        assert(i->op < VV_TAPE_SINCOS);
        assert(are_defined(known, t->nslots, 1, &i->a) && are_defined(known, t->nslots, 1, &i->b) &&
               are_defined(known, t->nslots, 1, &i->c));
        define(known, t->nslots, i->out, 1);
    }
}

/* What every evaluator takes for granted. */
static void check_tape(vv_ctx *c, const vv_tape *t) {
    bool *known = VV_ARRAY(c, bool, t->nslots + 1);
    if (!known) return;
    assert(t->nin + t->nconstants <= t->nslots && t->nruns <= t->ninstructions);
    define(known, t->nslots, 0, (uint32_t)(t->nin + t->nconstants));
    for (int k = 0; k < t->ninstructions; k++) check_instruction(t, &t->instruction[k], known);
    assert(are_defined(known, t->nslots, (uint32_t)t->nout, t->out));
}

vv_tape *vv_tape_from_values(values *v, int nin, int nout, const uint32_t *out) {
    vv_ctx *c = v->ctx;
    assignment s = {.v = v};
    if (!allocate(&s) || !vv_values_schedule(v, nout, out, s.uses, s.order, &s.n)) return NULL;
    find_last_uses(&s, nout, out);
    size_t n = s.n, k = 0;
    for (uint32_t i = 0; i < v->count; i++) k += s.uses[i] && v->list[i].op == VALUE_CONSTANT;
    vv_tape *t = block(c, 1, sizeof *t);
    vv_tape_instruction *list = block(c, n, sizeof *list);
    vv_tape_op_run *run = block(c, n, sizeof *run);
    double *constant = block(c, k, sizeof *constant);
    uint32_t *args = block(c, v->nargs, sizeof *args),
             *slots = block(c, (size_t)nout, sizeof *slots);
    if (!vv_ctx_ok(c)) return NULL;
    *t = (vv_tape){.nout = nout, .instruction = list, .args = args, .out = slots};
    if (v->cells) t->cell = vv_symbol_cells(c, &t->ncells);
    t->nin = nin += t->ncells;
    t->run = run;
    t->constant = constant;
    t->nconstants = place_fixed(&s, nin, constant);
    give_slots(&s);
    t->nslots = (int)s.nslots;
    if (s.nslots > MOST_SLOTS) vv_ctx_fail(c, VV_E_NOMEM);
    write_instructions(&s, t, list);
    t->nruns = find_runs(t, run);
    for (uint32_t i = 0; i < v->nargs; i++) args[i] = s.slot[v->args[i]];
    for (int i = 0; i < nout; i++) slots[i] = s.slot[out[i]];
    if (vv_ctx_ok(c)) check_tape(c, t);
    return vv_ctx_ok(c) ? t : NULL;
}

void vv_tape_write(const vv_tape *t, vv_buffer *out) {
    for (int k = 0; k < t->ninstructions; k++) {
        const vv_tape_instruction *i = &t->instruction[k];
        vv_tape_op op = (vv_tape_op)i->op;
        int n = op < VV_TAPE_SINCOS ? vv_tape_op_operands(op) : 3;
        vv_buffer_printf(out, "%u = %s %u", i->out, vv_tape_op_text(op), i->a);
        if (n > 1) vv_buffer_printf(out, " %u", i->b);
        if (n > 2) vv_buffer_printf(out, " %u", i->c);
        vv_buffer_printf(out, "\n");
    }
}
