#include "expr/dag.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    int arity;
    const char *text, *latex;
} OPS[VV_OP_COUNT] = {
#define X(name, arity, text, latex) {arity, text, latex},
#include "expr/ops.def"
#undef X
};

int vv_op_arity(vv_op op) { return OPS[op].arity; }
const char *vv_op_text(vv_op op) { return OPS[op].text; }
const char *vv_op_latex(vv_op op) { return OPS[op].latex; }

bool vv_op_by_name(const char *name, vv_op *out) {
    for (int i = VV_SIN; i <= VV_MAX; i++)
        if (OPS[i].text[0] == name[0] && !strcmp(OPS[i].text, name)) {
            *out = (vv_op)i;
            return true;
        }
    return false;
}

/* ---- growth -------------------------------------------------------------------------------- */

static bool grow_block(vv_ctx *c, void **p, uint32_t need, uint32_t *capacity, size_t each) {
    enum { FIRST = 512 };
    if (need <= *capacity) return true;
    uint64_t want = *capacity ? *capacity : FIRST;
    while (want < need) want *= 2;
    if (want > UINT32_MAX / 2) {
        vv_ctx_fail(c, VV_E_NOMEM);
        return false;
    }
    void *q = vv_block_resize_uninit(c, *p, (size_t)want * each);
    if (!q) return false;
    *p = q;
    *capacity = (uint32_t)want;
    return true;
}

#define GROW(c, array, need, capacity)                                                             \
    grow_block((c), (void **)&(array), (uint32_t)(need), (uint32_t *)&(capacity), sizeof *(array))

/* Room for a mechanism of a few bodies from the start: unused memory is not touched, and growing
 * copies. */
static bool grow_nodes(vv_ctx *c, vv_expr_table *t) {
    enum { FIRST = 2048, FIRST_WORDS = 4 * FIRST };
    uint32_t had = t->capacity, need = had ? had + 1 : FIRST, cap = had;
    if (!had && !GROW(c, t->word, FIRST_WORDS, t->words_capacity)) return false;
    if (!GROW(c, t->stamp, need, cap)) return false;
    cap = had;
    if (!GROW(c, t->memo, need, cap)) return false;
    cap = had;
    if (!GROW(c, t->node, need, cap)) return false;
    t->capacity = cap;
    return true;
}

static uint64_t mix(uint64_t h) {
    h ^= h >> 32;
    h *= 0xd6e8feb86659fd93u;
    h ^= h >> 32;
    return h;
}

__extension__ typedef unsigned __int128 wide;

/* Two words at a time, each pair multiplied with its position, both halves of the product
 * combined: the pairs are independent of each other. */
static inline uint32_t hash_words(vv_op op, uint32_t n, uint32_t nwords, const uint32_t *words) {
    uint64_t h = ((uint64_t)op << 40) ^ ((uint64_t)nwords << 20) ^ n, place = 0;
    uint32_t i = 0;
    for (; i + 1 < nwords; i += 2) {
        place += 0x9e3779b97f4a7c15u;
        wide product =
            (wide)(((uint64_t)words[i] << 32 | words[i + 1]) + place) * 0xd6e8feb86659fd93u;
        h += (uint64_t)product ^ (uint64_t)(product >> 64);
    }
    if (i < nwords) h ^= words[i];
    return (uint32_t)mix(h);
}

static uint32_t extra_words(vv_op op, uint32_t n) {
    switch ((int)op) {
    case VV_ADD:
    case VV_MUL: return n;
    case VV_FUNC: return n + 1;
    case VV_COMP: return 1;
    default: return 0;
    }
}

/* Moves occupied slots to the front without branching: a branch would be mispredicted half of
 * the time. */
static uint32_t compact_slots(struct vv_expr_slot *slot, uint32_t slots) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < slots; i++) {
        slot[n] = slot[i];
        n += slot[n].id != 0;
    }
    return n;
}

static bool rehash(vv_ctx *c, vv_expr_table *t) {
    uint32_t slots = t->slots ? t->slots * 2 : 8192;
    struct vv_expr_slot *slot = vv_block_resize(c, NULL, (size_t)slots * sizeof *slot);
    if (!slot) return false;
    for (uint32_t i = 0, n = compact_slots(t->slot, t->slots); i < n; i++) {
        uint32_t k = t->slot[i].hash & (slots - 1);
        while (slot[k].id) k = (k + 1) & (slots - 1);
        slot[k] = t->slot[i];
    }
    vv_block_resize(c, t->slot, 0);
    t->slot = slot;
    t->slots = slots;
    return true;
}

vv_expr_table *vv_expr_table_make(vv_ctx *c) {
    vv_expr_table **place = vv_ctx_exprs(c);
    vv_expr_table *t = vv_block_resize(c, NULL, sizeof *t);
    if (!t) return NULL;
    if (!grow_nodes(c, t) || !rehash(c, t)) return NULL;
    t->node[0] = (vv_expr_node){.op = VV_NONE};
    t->count = 1; /* 0 is poison */
    *place = t;
    vv_expr_intern_const(c, vv_rat_int(0));
    vv_expr_intern_const(c, vv_rat_int(1));
    vv_expr_intern_const(c, vv_rat_int(-1));
    if (!vv_ctx_ok(c)) *place = NULL;
    return *place;
}

/* ---- interning ----------------------------------------------------------------------------- */

static inline void join(vv_symbol_bits *to, const vv_symbol_bits *s) {
    to->bits[0] |= s->bits[0];
    to->bits[1] |= s->bits[1];
}

static inline bool meet(const vv_symbol_bits *a, const vv_symbol_bits *b) {
    return ((a->bits[0] & b->bits[0]) | (a->bits[1] & b->bits[1])) != 0;
}

static inline bool is_empty(const vv_symbol_bits *s) { return !(s->bits[0] | s->bits[1]); }

/* The first free slot from h on. */
static inline uint32_t empty_slot(const vv_expr_table *t, uint32_t h) {
    uint32_t k = h & (t->slots - 1);
    while (t->slot[k].id) k = (k + 1) & (t->slots - 1);
    return k;
}

/* Room for one more node; *at: its slot, which changes if the table grows. */
static bool has_room(vv_ctx *c, vv_expr_table *t, uint32_t h, uint32_t *at) {
    if (t->count == t->capacity && !grow_nodes(c, t)) return false;
    if (2 * t->count < t->slots) return true;
    if (!rehash(c, t)) return false;
    *at = empty_slot(t, h);
    return true;
}

static inline vv_expr place_node(vv_ctx *c, vv_expr_table *t, uint32_t h, uint32_t at,
                                 const vv_expr_node *node) {
    if (!has_room(c, t, h, &at)) return VV_POISON;
    assert(t->count < t->capacity && !t->slot[at].id);
    uint32_t id = t->count++;
    t->node[id] = *node;
    t->stamp[id] = 0; /* belongs to no pass */
    t->slot[at] = (struct vv_expr_slot){id, h};
    return (vv_expr){id};
}

/* Few words: a loop is faster than a call. */
static inline bool same_words(const uint32_t *a, const uint32_t *b, uint32_t n) {
    uint32_t i = 0;
    while (i < n && a[i] == b[i]) i++;
    return i == n;
}

/* The coefficients of a sum are constants other than 0, and its terms differ. */
static inline bool is_canonical_sum(const vv_expr_table *t, uint32_t n, const uint32_t *words) {
    for (uint32_t i = 0; i < n; i++)
        if (words[n + i] && (t->node[words[n + i]].op != VV_CONST || words[n + i] == VV_ZERO.id))
            return false;
    for (uint32_t i = 1; i < n; i++)
        if (words[i] && words[i] == words[i - 1]) return false;
    return true;
}

static inline bool has_no_zero_exponent(uint32_t n, const uint32_t *words) {
    for (uint32_t i = 0; i < n; i++)
        if (words[n + i] == 0) return false;
    return true;
}

static inline vv_expr make_node(vv_ctx *c, vv_expr_table *t, uint32_t h, uint32_t at, vv_op op,
                                uint32_t n, uint32_t nwords, const uint32_t *words) {
    uint32_t first = t->nwords;
    vv_expr_node node = {.op = op, .n = n & VV_MAX_CHILDREN, .first = first};
    assert(extra_words(op, n) + n == nwords);
    for (uint32_t i = 0; i < n; i++) {
        if (words[i] == 0) return VV_POISON; /* a node that is found has no such child */
        assert(words[i] < t->count);         /* children before parents */
        join(&node.support, &t->node[words[i]].support);
    }
    assert(op != VV_ADD || is_canonical_sum(t, n, words));
    assert(op != VV_MUL || has_no_zero_exponent(n, words));
    if (nwords > t->words_capacity - first && !GROW(c, t->word, first + nwords, t->words_capacity))
        return VV_POISON;
    for (uint32_t i = 0; i < nwords; i++) t->word[first + i] = words[i];
    t->nwords += nwords;
    return place_node(c, t, h, at, &node);
}

vv_expr vv_expr_intern(vv_ctx *c, vv_op op, uint32_t n, uint32_t nwords, const uint32_t *words) {
    vv_expr_table *t = vv_expr_table_get(c);
    if (!t || !vv_ctx_ok(c)) return VV_POISON;
    if (n > VV_MAX_CHILDREN) {
        vv_ctx_fail(c, VV_E_NOMEM);
        return VV_POISON;
    }
    uint32_t h = hash_words(op, n, nwords, words), k = h & (t->slots - 1);
    for (; t->slot[k].id; k = (k + 1) & (t->slots - 1)) {
        if (t->slot[k].hash != h) continue;
        const vv_expr_node *d = &t->node[t->slot[k].id];
        if (d->op == (uint32_t)op && d->n == n && same_words(t->word + d->first, words, nwords))
            return (vv_expr){t->slot[k].id};
    }
    return make_node(c, t, h, k, op, n, nwords, words);
}

vv_expr vv_expr_intern_const(vv_ctx *c, vv_rat r) {
    vv_expr_table *t = vv_expr_table_get(c);
    if (!t || !vv_ctx_ok(c)) return VV_POISON;
    bool small = r.den == 1 && r.num >= -VV_SMALL_INTEGER && r.num <= VV_SMALL_INTEGER;
    uint32_t *known = small ? &t->integer[r.num + VV_SMALL_INTEGER] : NULL;
    if (small && *known) return (vv_expr){*known};
    uint32_t h = (uint32_t)mix(vv_rat_hash(r) ^ 0x51), k = h & (t->slots - 1);
    for (; t->slot[k].id; k = (k + 1) & (t->slots - 1)) {
        if (t->slot[k].hash != h) continue;
        const vv_expr_node *d = &t->node[t->slot[k].id];
        if (d->op == VV_CONST && vv_rat_equal(t->rat[d->first], r)) return (vv_expr){t->slot[k].id};
    }
    if (!GROW(c, t->rat, t->nrats + 1, t->rats_capacity)) return VV_POISON;
    t->rat[t->nrats] = r;
    vv_expr e = place_node(c, t, h, k, &(vv_expr_node){.op = VV_CONST, .first = t->nrats++});
    if (small) *known = e.id;
    return e;
}

vv_expr vv_rational(vv_ctx *c, vv_rat r) { return vv_expr_intern_const(c, r); }
vv_expr vv_int(vv_ctx *c, int64_t n) { return vv_expr_intern_const(c, vv_rat_int(n)); }
vv_expr vv_ratio(vv_ctx *c, int64_t num, int64_t den) {
    return vv_expr_intern_const(c, vv_rat_make(c, num, den));
}
vv_expr vv_pi(vv_ctx *c) { return vv_expr_intern(c, VV_PI, 0, 0, NULL); }

/* ---- symbols and functions ----------------------------------------------------------------- */

static vv_expr add_symbol(vv_ctx *c, vv_symbol proto) {
    vv_expr_table *t = vv_expr_table_get(c);
    vv_symbol *s = t ? VV_NEW(c, vv_symbol) : NULL;
    if (!s || !GROW(c, t->symbol, t->nsymbols + 1, t->symbols_capacity)) return VV_POISON;
    *s = proto;
    s->index = t->nsymbols;
    t->symbol[t->nsymbols++] = s;
    uint32_t h = (uint32_t)mix(((uint64_t)VV_SYM << 40) + (uint32_t)s->index);
    vv_expr_node node = {.op = VV_SYM, .first = (uint32_t)s->index};
    uint32_t index = (uint32_t)s->index, shared = VV_SYMBOL_BITS - VV_SYMBOL_OWN_BITS,
             bit = index < VV_SYMBOL_BITS ? index : VV_SYMBOL_OWN_BITS + index % shared;
    node.support.bits[bit / 64] = 1ull << bit % 64;
    vv_expr e = place_node(c, t, h, empty_slot(t, h), &node);
    if (proto.order == 0) s->base = e;
    return e;
}

vv_expr vv_symbol_new(vv_ctx *c, const char *name, vv_symbol_kind kind) {
    const char *own = name ? vv_strdup(c, name) : NULL; /* vv_format was refused memory */
    return own ? add_symbol(c, (vv_symbol){.name = own, .kind = kind}) : VV_POISON;
}

const vv_symbol *vv_symbol_get(vv_ctx *c, vv_expr e) {
    vv_expr_table *t = vv_expr_table_get(c);
    assert(!t || e.id < t->count);
    return t && e.id && t->node[e.id].op == VV_SYM ? t->symbol[t->node[e.id].first] : NULL;
}

vv_expr vv_symbol_rate(vv_ctx *c, vv_expr symbol) {
    const vv_symbol *s = vv_symbol_get(c, symbol);
    if (!s) return VV_POISON;
    if (s->rate.id) return s->rate;
    vv_expr r = add_symbol(
        c, (vv_symbol){.name = s->name, .kind = s->kind, .order = s->order + 1, .base = s->base});
    vv_expr_table_get(c)->symbol[s->index]->rate = r;
    return r;
}

void vv_symbol_set_sign(vv_ctx *c, vv_expr symbol, vv_sign sign) {
    const vv_symbol *s = vv_symbol_get(c, symbol);
    if (s) vv_expr_table_get(c)->symbol[s->index]->sign = sign;
}

bool vv_symbol_set_cell(vv_ctx *c, vv_expr symbol, const double *cell) {
    vv_expr_table *t = vv_expr_table_get(c);
    const vv_symbol *s = vv_symbol_get(c, symbol);
    if (!t || !s) return false;
    assert(!s->cell);
    const double **all = VV_ARRAY(c, const double *, t->ncells + 1);
    if (!all) return false;
    for (int i = 0; i < t->ncells; i++) all[i] = t->cell[i];
    all[t->ncells++] = cell;
    t->cell = all; /* tapes keep the shorter lists */
    t->symbol[s->index]->cell = t->ncells;
    return true;
}

const double *const *vv_symbol_cells(vv_ctx *c, int *n) {
    const vv_expr_table *t = vv_expr_table_get(c);
    *n = t ? t->ncells : 0;
    return t ? t->cell : NULL;
}

void vv_symbol_set_stated(vv_ctx *c, vv_expr symbol, vv_expr value) {
    vv_expr_table *t = vv_expr_table_get(c);
    const vv_symbol *s = vv_symbol_get(c, symbol);
    if (!t || !s) return;
    if (!s->stated.id) t->nstated++;
    t->symbol[s->index]->stated = value;
    uint32_t bit = (uint32_t)s->index % VV_SYMBOL_BITS;
    t->stated.bits[bit / 64] |= 1ull << bit % 64;
}

bool vv_values_stated(vv_ctx *c) {
    const vv_expr_table *t = vv_ctx_peek(c)->exprs;
    return t && t->nstated;
}

void vv_values_add_exception(vv_ctx *c, bool certain) {
    vv_expr_table *t = vv_expr_table_get(c);
    if (!t) return;
    t->exceptions++;
    t->certain_exceptions += certain;
}

int vv_values_certain_exceptions(vv_ctx *c) {
    const vv_expr_table *t = vv_ctx_peek(c)->exprs;
    return t ? t->certain_exceptions : 0;
}

int vv_values_exceptions(vv_ctx *c) {
    const vv_expr_table *t = vv_ctx_peek(c)->exprs;
    return t ? t->exceptions : 0;
}

vv_values_mark vv_values_get_mark(vv_ctx *c) {
    return (vv_values_mark){vv_values_exceptions(c), vv_values_certain_exceptions(c)};
}

void vv_values_rollback(vv_ctx *c, vv_values_mark mark) {
    vv_expr_table *t = vv_ctx_peek(c)->exprs;
    if (t) t->exceptions = mark.all, t->certain_exceptions = mark.certain;
}

int vv_function_new(vv_ctx *c, const char *name, int arity) {
    vv_expr_table *t = vv_expr_table_get(c);
    vv_function *f = t ? VV_NEW(c, vv_function) : NULL;
    if (!f || !GROW(c, t->function, t->nfunctions + 1, t->functions_capacity)) return -1;
    *f = (vv_function){.name = vv_strdup(c, name), .arity = arity};
    t->function[t->nfunctions] = f;
    return vv_ctx_ok(c) ? t->nfunctions++ : -1;
}

const vv_function *vv_function_get(vv_ctx *c, int function) {
    vv_expr_table *t = vv_expr_table_get(c);
    return t && function >= 0 && function < t->nfunctions ? t->function[function] : NULL;
}

vv_expr vv_function_apply(vv_ctx *c, int function, const int *orders, const vv_expr *args) {
    const vv_function *f = vv_function_get(c, function);
    vv_mark m = vv_arena_mark(c);
    uint32_t n = f ? (uint32_t)f->arity : 0;
    uint32_t *w = f ? VV_ARRAY(c, uint32_t, 2 * n + 1) : NULL;
    if (!w) return VV_POISON;
    for (uint32_t i = 0; i < n; i++) {
        w[i] = args[i].id;
        w[n + 1 + i] = orders ? (uint32_t)orders[i] : 0;
    }
    w[n] = (uint32_t)function;
    vv_expr e = vv_expr_intern(c, VV_FUNC, n, 2 * n + 1, w);
    vv_arena_release(c, m);
    return e;
}

/* ---- reading ------------------------------------------------------------------------------- */

vv_op vv_expr_op(vv_ctx *c, vv_expr e) {
    return e.id ? (vv_op)vv_expr_table_get(c)->node[e.id].op : VV_NONE;
}
int vv_expr_arity(vv_ctx *c, vv_expr e) {
    return e.id ? (int)vv_expr_table_get(c)->node[e.id].n : 0;
}
static uint32_t word_at(vv_ctx *c, vv_expr e, uint32_t i) {
    return vv_expr_words(vv_expr_table_get(c), e.id)[i];
}
vv_expr vv_expr_child(vv_ctx *c, vv_expr e, int i) { return (vv_expr){word_at(c, e, (uint32_t)i)}; }
vv_rat vv_expr_rational(vv_ctx *c, vv_expr e) {
    const vv_expr_table *t = vv_expr_table_get(c);
    return e.id && t->node[e.id].op == VV_CONST ? t->rat[t->node[e.id].first] : vv_rat_int(0);
}
vv_rat vv_expr_coefficient(vv_ctx *c, vv_expr e, int i) {
    uint32_t n = (uint32_t)vv_expr_arity(c, e);
    return vv_expr_rational(c, (vv_expr){word_at(c, e, n + (uint32_t)i)});
}
int vv_expr_exponent(vv_ctx *c, vv_expr e, int i) {
    return (int)(int32_t)word_at(c, e, (uint32_t)vv_expr_arity(c, e) + (uint32_t)i);
}
int vv_expr_function(vv_ctx *c, vv_expr e) {
    return (int)word_at(c, e, (uint32_t)vv_expr_arity(c, e));
}
int vv_expr_func_order(vv_ctx *c, vv_expr e, int i) {
    return (int)word_at(c, e, (uint32_t)vv_expr_arity(c, e) + 1 + (uint32_t)i);
}
int vv_expr_component(vv_ctx *c, vv_expr e) { return (int)word_at(c, e, 1); }
int vv_expr_size(vv_ctx *c, vv_expr e) {
    int n = vv_expr_arity(c, e);
    if (vv_expr_op(c, e) == VV_SOLVE) return n - 1;
    int k = 0;
    while (k * k < n) k++;
    return k;
}
bool vv_is_const(vv_ctx *c, vv_expr e) {
    return e.id && vv_expr_table_get(c)->node[e.id].op == VV_CONST;
}
uint32_t vv_expr_count(vv_ctx *c) {
    vv_expr_table *t = vv_expr_table_get(c);
    return t ? t->count : 0;
}

/* ---- passes -------------------------------------------------------------------------------- */

vv_expr_table *vv_expr_pass_begin(vv_ctx *c) {
    vv_expr_table *t = vv_expr_table_get(c);
    if (!t) return NULL;
    if (++t->epoch == 0) { /* after 2^32 passes: stamps must be cleared once */
        memset(t->stamp, 0, (size_t)t->capacity * sizeof *t->stamp);
        t->epoch = 1;
    }
    return t;
}

/* Every pass comes through here: the time budget is enforced even for passes nested in loops. */
static inline bool put_found(vv_ctx *c, vv_expr_table *t, uint32_t *count, uint32_t id) {
    if ((*count & 31u) == 0 && !vv_ctx_tick(c)) return false;
    if (*count == t->found_capacity && !GROW(c, t->found, *count + 1, t->found_capacity))
        return false;
    t->found[(*count)++] = id;
    return true;
}

/* Post-order with an explicit stack. A node is stamped when it is first visited, so that it is
 * visited once; children-first order holds because a pushed but unfinished node can only be an
 * ancestor. Visits only nodes that share a bit with `support`, or `all`. Loop invariants are
 * kept in locals, because a written stamp might alias any number of the table. */
static inline __attribute__((always_inline)) bool walk(vv_ctx *c, vv_expr_table *t, bool all,
                                                       vv_symbol_bits support, uint32_t root,
                                                       uint32_t *count) {
    const vv_expr_node *const node = t->node, *d = &node[root];
    const uint32_t *const word = t->word, epoch = t->epoch;
    uint32_t *const stamp = t->stamp;
    uint32_t top = 0, found = *count, id = root, at = d->first, end = at + d->n;
    stamp[root] = epoch;
    for (;;) {
        if (at == end) {
            if (!put_found(c, t, &found, id)) return false;
            if (!top) break;
            id = t->stack[--top].id, at = t->stack[top].next;
            end = node[id].first + node[id].n;
            continue;
        }
        uint32_t child = word[at++];
        d = &node[child];
        bool met = stamp[child] == epoch;
        if (!all) met |= !meet(&d->support, &support);
        if (met) continue;
        stamp[child] = epoch;
        if (!d->n) {
            if (!put_found(c, t, &found, child)) return false;
            continue;
        }
        if (top == t->stack_capacity && !GROW(c, t->stack, top + 1, t->stack_capacity))
            return false;
        t->stack[top++] = (struct vv_expr_order_frame){id, at};
        id = child, at = d->first, end = at + d->n;
    }
    *count = found;
    return true;
}

/* The bits of all symbols; none if one of them is another kind of node. */
static vv_symbol_bits support_of(const vv_expr_table *t, int n, const vv_expr *symbol) {
    vv_symbol_bits all = {{0, 0}};
    for (int i = 0; i < n; i++) {
        const vv_expr_node *d = &t->node[symbol[i].id];
        if (symbol[i].id && d->op != VV_SYM) return (vv_symbol_bits){{0, 0}};
        join(&all, &d->support);
    }
    return all;
}

/* Does each of the symbols have a bit that no other has? */
static bool have_own_bits(const vv_expr_table *t, int n, const vv_expr *symbol) {
    for (int i = 0; i < n && t->nsymbols > VV_SYMBOL_BITS; i++)
        if (t->node[symbol[i].id].first >= VV_SYMBOL_OWN_BITS) return false;
    return true;
}

/* Symbols may share a bit: drops nodes that contain none of the requested symbols. */
static uint32_t filter_order(vv_expr_table *t, int n, const vv_expr *symbol, uint32_t count) {
    uint32_t kept = 0;
    for (int i = 0; i < n; i++) vv_expr_pass_set(t, symbol[i].id, 0);
    for (uint32_t i = 0; i < count; i++) {
        const vv_expr_node *d = &t->node[t->found[i]];
        bool holds = vv_expr_pass_has(t, t->found[i]);
        for (uint32_t k = 0; k < d->n && !holds; k++)
            holds = vv_expr_pass_has(t, t->word[d->first + k]);
        if (!holds) continue;
        vv_expr_pass_set(t, t->found[i], 0);
        t->found[kept++] = t->found[i];
    }
    return kept;
}

uint32_t *vv_expr_topological_order_of(vv_ctx *c, int n, const vv_expr *symbol, int nroots,
                                       const vv_expr *roots, int *found) {
    *found = 0;
    vv_expr_table *t = vv_expr_pass_begin(c);
    if (!t || !vv_ctx_ok(c)) return NULL;
    vv_symbol_bits support = support_of(t, n, symbol);
    bool all = is_empty(&support);
    uint32_t count = 0;
    for (int r = 0; r < nroots; r++) {
        uint32_t id = roots[r].id;
        if (!id || vv_expr_pass_has(t, id) || !(all || meet(&t->node[id].support, &support)))
            continue;
        if (!(all ? walk(c, t, true, support, id, &count) : walk(c, t, false, support, id, &count)))
            return NULL;
    }
    if (!all && count && !have_own_bits(t, n, symbol)) {
        vv_expr_pass_begin(c);
        count = filter_order(t, n, symbol, count);
    }
    uint32_t *kept = VV_ARRAY(c, uint32_t, count + 1);
    if (!kept) return NULL;
    if (count) memcpy(kept, t->found, count * sizeof *kept);
    *found = (int)count;
    return kept;
}

bool vv_expr_order_can_filter(vv_ctx *c, int n, const vv_expr *symbol) {
    const vv_expr_table *t = vv_expr_table_get(c);
    bool can = t != NULL;
    for (int i = 0; i < n && can; i++) can = t->node[symbol[i].id].op == VV_SYM;
    return can && have_own_bits(t, n, symbol);
}

int vv_expr_order_filter(vv_ctx *c, vv_expr symbol, int count, const uint32_t *order,
                         uint32_t *out) {
    const vv_expr_node *node = vv_expr_table_get(c)->node;
    const vv_symbol_bits support = node[symbol.id].support;
    int n = 0;
    for (int i = 0; i < count; i++) {
        out[n] = order[i];
        n += meet(&node[order[i]].support, &support);
    }
    return n;
}

uint32_t *vv_expr_topological_order(vv_ctx *c, int nroots, const vv_expr *roots, int *n) {
    return vv_expr_topological_order_of(c, 0, NULL, nroots, roots, n);
}

bool vv_expr_contains_op(vv_ctx *c, int nroots, const vv_expr *roots, vv_op op) {
    int n = 0;
    bool found = false;
    vv_mark mark = vv_arena_mark(c);
    const uint32_t *id = vv_expr_topological_order(c, nroots, roots, &n);
    for (int i = 0; id && i < n && !found; i++) found = vv_expr_op(c, (vv_expr){id[i]}) == op;
    vv_arena_release(c, mark);
    return found;
}

bool vv_depends(vv_ctx *c, vv_expr e, int n, const vv_expr *symbols) {
    vv_expr_table *t = vv_expr_table_get(c);
    if (!t || !n || e.id <= VV_MINUS_ONE.id) return false;
    vv_symbol_bits support = support_of(t, n, symbols);
    bool plain = !is_empty(&support);
    if (plain && !meet(&t->node[e.id].support, &support)) return false;
    if (plain && have_own_bits(t, n, symbols)) return true;
    vv_mark m = vv_arena_mark(c);
    int count;
    uint32_t *order = vv_expr_topological_order_of(c, n, symbols, 1, &e, &count);
    bool found = order && plain && count;
    for (int i = 0; order && !plain && i < n && !found; i++) /* nodes other than symbols */
        found = symbols[i].id && vv_expr_pass_has(t, symbols[i].id);
    vv_arena_release(c, m);
    return found;
}

static int by_id(const void *a, const void *b) {
    uint32_t x = ((const vv_expr *)a)->id, y = ((const vv_expr *)b)->id;
    return (x > y) - (x < y);
}

vv_expr *vv_expr_symbols(vv_ctx *c, int nroots, const vv_expr *roots, int *n) {
    int count;
    *n = 0;
    uint32_t *order = vv_expr_topological_order(c, nroots, roots, &count);
    vv_expr_table *t = vv_expr_table_get(c);
    vv_expr *out = order ? VV_ARRAY(c, vv_expr, count + 1) : NULL;
    for (int i = 0; out && i < count; i++)
        if (t->node[order[i]].op == VV_SYM) out[(*n)++] = (vv_expr){order[i]};
    if (out) qsort(out, (size_t)*n, sizeof *out, by_id);
    return out;
}
