/* From numbered values to instructions: pairs and chains are fused, what nothing uses is left
 * out, every value gets a slot, and a slot is free again after the last use of its value. */
#include "evaluate/values.h"

enum { MOST_SLOTS = (1 << 24) - 1 };

typedef struct assignment {
    values *v;
    uint32_t *uses;           /* how often each value is an operand or a result        (count) */
    uint32_t *last;           /* the last value that needs it; count: until the end    (count) */
    uint32_t *slot;           /*                                                       (count) */
    uint32_t *release, *next; /* values to free after a value: linked lists  (count) */
    uint32_t *free_slot, nfree;
    uint32_t nslots;
} assignment;

typedef void each_operand(assignment *s, uint32_t user, uint32_t operand);

static void visit(assignment *s, uint32_t user, each_operand *f) {
    const value *x = &s->v->list[user];
    if (x->op < VV_TAPE_SINCOS) {
        int n = vv_tape_op_operands((vv_tape_op)x->op);
        f(s, user, x->a);
        if (n > 1) f(s, user, x->b);
        if (n > 2) f(s, user, x->c);
    } else if (x->op == VV_TAPE_SINCOS || x->op == VALUE_COS || x->op == VALUE_COMPONENT) {
        f(s, user, x->a);
    } else if (x->op == VV_TAPE_FACTOR || x->op == VV_TAPE_SOLVE) {
        uint32_t n = x->op == VV_TAPE_FACTOR ? x->b * x->b : x->b;
        for (uint32_t i = 0; i < n; i++) f(s, user, s->v->args[x->a + i]);
        if (x->op == VV_TAPE_SOLVE) f(s, user, x->c);
    }
}

static void count_use(assignment *s, uint32_t user, uint32_t operand) {
    (void)user;
    s->uses[operand]++;
}

static void count_uses(assignment *s, int nout, const uint32_t *out) {
    for (int i = 0; i < nout; i++) s->uses[out[i]]++;
    for (uint32_t i = s->v->count; i-- > 0;)
        if (s->uses[i]) visit(s, i, count_use); /* backwards: users come after operands */
}

/* sin and cos of one argument: the earlier of the two computes both. */
static void pair_sines(assignment *s) {
    values *v = s->v;
    for (uint32_t i = 0; i < v->count; i++) {
        if (v->list[i].op != VV_TAPE_SIN || !s->uses[i]) continue;
        uint32_t cosine = vv_value_find(v, VV_TAPE_COS, v->list[i].a, 0, 0);
        if (cosine == NO_VALUE || !s->uses[cosine]) continue;
        uint32_t first = i < cosine ? i : cosine, second = i < cosine ? cosine : i;
        s->uses[v->list[i].a]--;
        s->uses[first]++;
        /* c: which result the value itself is, 0 the sine, 1 the cosine */
        v->list[first] = (value){VV_TAPE_SINCOS, v->list[i].a, 0, first == cosine, 0};
        v->list[second] = (value){VALUE_COS, first, 0, 0, 0};
    }
}

static bool is_lone_product(const assignment *s, uint32_t i) {
    return s->v->list[i].op == VV_TAPE_MUL && s->uses[i] == 1;
}

/* A product used once, in a sum: one instruction for both. */
static void fuse_products(assignment *s) {
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

/* ---- slots ---------------------------------------------------------------------------------- */

static bool is_vector(const value *x) { return x->op == VV_TAPE_FACTOR || x->op == VV_TAPE_SOLVE; }

static void note_last(assignment *s, uint32_t user, uint32_t operand) {
    /* a component or a second result is a name for part of its operand */
    if (s->last[operand] < user) s->last[operand] = user;
}

/* Lists of the values whose last use is at i; inputs, constants and vectors keep their slots. */
static void find_last_uses(assignment *s, int nout, const uint32_t *out) {
    uint32_t count = s->v->count;
    for (uint32_t i = 0; i < count; i++)
        if (s->uses[i]) visit(s, i, note_last);
    for (int i = 0; i < nout; i++) s->last[out[i]] = count;
    for (uint32_t i = 0; i < count; i++) s->release[i] = NO_VALUE;
    for (uint32_t i = 0; i < count; i++) {
        const value *x = &s->v->list[i];
        bool kept = x->op >= VALUE_INPUT && x->op != VALUE_COS;
        if (!s->uses[i] || kept || is_vector(x) || s->last[i] >= count) continue;
        s->next[i] = s->release[s->last[i]];
        s->release[s->last[i]] = i;
    }
}

static uint32_t take_slot(assignment *s) {
    return s->nfree ? s->free_slot[--s->nfree] : s->nslots++;
}

/* The second result of a SINCOS gets its slot with the first and gives it back on its own. */
static void give_slots(assignment *s, uint32_t *second) {
    values *v = s->v;
    for (uint32_t i = 0; i < v->count; i++) {
        value *x = &v->list[i];
        if (s->uses[i] == 0 || x->op == VALUE_INPUT || x->op == VALUE_CONSTANT) continue;
        if (x->op == VALUE_COS)
            s->slot[i] = second[x->a];
        else if (x->op == VALUE_COMPONENT)
            s->slot[i] = s->slot[x->a] + x->b;
        else if (!is_vector(x))
            s->slot[i] = take_slot(s);
        if (x->op == VV_TAPE_SINCOS) second[i] = take_slot(s);
        for (uint32_t k = s->release[i]; k != NO_VALUE; k = s->next[k])
            s->free_slot[s->nfree++] = s->slot[k];
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

static vv_instruction scalar(const assignment *s, uint32_t i) {
    const value *x = &s->v->list[i];
    int n = vv_tape_op_operands((vv_tape_op)x->op);
    uint32_t a = s->slot[x->a]; /* unused operands repeat the first, a valid slot */
    return (vv_instruction){(uint32_t)x->op & 0xffu, s->slot[i] & MOST_SLOTS, a,
                            n > 1 ? s->slot[x->b] : a, n > 2 ? s->slot[x->c] : a};
}

static vv_instruction special(const assignment *s, uint32_t i, uint32_t second) {
    const value *x = &s->v->list[i];
    vv_instruction out = {(uint32_t)x->op & 0xffu, s->slot[i] & MOST_SLOTS, x->a, x->b, 0};
    if (x->op == VV_TAPE_SINCOS) {
        uint32_t sine = x->c ? second : s->slot[i], cosine = x->c ? s->slot[i] : second;
        out.out = sine & MOST_SLOTS;
        out.a = s->slot[x->a];
        out.b = cosine;
    }
    if (x->op == VV_TAPE_SOLVE) out.c = s->slot[x->c];
    return out;
}

static void write_instructions(const assignment *s, const uint32_t *second, vv_tape *t,
                               vv_instruction *list) {
    for (uint32_t i = 0; i < s->v->count; i++) {
        int op = s->v->list[i].op;
        if (!s->uses[i] || op >= VALUE_INPUT) continue;
        list[t->ninstructions++] = op < VV_TAPE_SINCOS ? scalar(s, i) : special(s, i, second[i]);
        t->nsincos += op == VV_TAPE_SINCOS;
        t->nfactors += op == VV_TAPE_FACTOR;
        t->nsolves += op == VV_TAPE_SOLVE;
        bool twice = op == VV_TAPE_MADD || op == VV_TAPE_MSUB || op == VV_TAPE_MSUBR;
        if (op <= VV_TAPE_SINCOS) t->noperations += twice || op == VV_TAPE_SINCOS ? 2 : 1;
    }
}

static bool allocate(assignment *s, uint32_t **second) {
    vv_ctx *c = s->v->ctx;
    uint32_t n = s->v->count + 1;
    s->uses = VV_ARRAY(c, uint32_t, n);
    s->last = VV_ARRAY(c, uint32_t, n);
    s->slot = VV_ARRAY(c, uint32_t, n);
    s->release = VV_ARRAY(c, uint32_t, n);
    s->next = VV_ARRAY(c, uint32_t, n);
    s->free_slot = VV_ARRAY(c, uint32_t, 2 * (size_t)n);
    *second = VV_ARRAY(c, uint32_t, n);
    return vv_ctx_ok(c);
}

/* A block, outside the arena: it outlives the scratch memory of the build. */
static void *block(vv_ctx *c, size_t n, size_t each) {
    return vv_block_resize(c, NULL, (n + 1) * each);
}

vv_tape *vv_tape_assign(values *v, int nin, int nout, const uint32_t *out) {
    vv_ctx *c = v->ctx;
    uint32_t *second;
    assignment s = {.v = v};
    if (!allocate(&s, &second)) return NULL;
    count_uses(&s, nout, out);
    pair_sines(&s);
    fuse_products(&s);
    find_last_uses(&s, nout, out);
    size_t n = 0, k = 0;
    for (uint32_t i = 0; i < v->count; i++) {
        n += s.uses[i] && v->list[i].op < VALUE_INPUT;
        k += s.uses[i] && v->list[i].op == VALUE_CONSTANT;
    }
    vv_tape *t = block(c, 1, sizeof *t);
    vv_instruction *list = block(c, n, sizeof *list);
    double *constant = block(c, k, sizeof *constant);
    uint32_t *args = block(c, v->nargs, sizeof *args),
             *slots = block(c, (size_t)nout, sizeof *slots);
    if (!vv_ctx_ok(c)) return NULL;
    *t = (vv_tape){.nin = nin, .nout = nout, .instruction = list, .args = args, .out = slots};
    t->constant = constant;
    t->nconstants = place_fixed(&s, nin, constant);
    give_slots(&s, second);
    t->nslots = (int)s.nslots;
    if (s.nslots > MOST_SLOTS) vv_ctx_fail(c, VV_E_NOMEM);
    write_instructions(&s, second, t, list);
    for (uint32_t i = 0; i < v->nargs; i++) args[i] = s.slot[v->args[i]];
    for (int i = 0; i < nout; i++) slots[i] = s.slot[out[i]];
    return vv_ctx_ok(c) ? t : NULL;
}

void vv_tape_write(const vv_tape *t, vv_buffer *out) {
    for (int k = 0; k < t->ninstructions; k++) {
        const vv_instruction *i = &t->instruction[k];
        vv_tape_op op = (vv_tape_op)i->op;
        int n = op < VV_TAPE_SINCOS ? vv_tape_op_operands(op) : 3;
        vv_buffer_printf(out, "%u = %s %u", i->out, vv_tape_op_text(op), i->a);
        if (n > 1) vv_buffer_printf(out, " %u", i->b);
        if (n > 2) vv_buffer_printf(out, " %u", i->c);
        vv_buffer_printf(out, "\n");
    }
}
