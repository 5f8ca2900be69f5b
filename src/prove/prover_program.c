#include "prove/prover_program.h"

#include <assert.h>
#include <string.h>

#include "prove/prime_field.h"

/* Kinds of map entries; an entry holds the slot of a quantity, so that equal quantities are
 * computed once. */
typedef enum tag {
    T_NONE,
    T_RAT,
    T_INV,
    T_CIRCLE,
    T_TURN,
    T_GROWTH,
    T_POWER,
    T_STRETCH,
    T_LOGABS,
    T_BRANCH,
    T_ATOM
} tag;

typedef struct entry {
    uint32_t tag, a, b, value;
} entry;

typedef struct builder {
    vv_ctx *c;
    vv_prover_program *p;
    const vv_facts *facts;
    uint32_t *stack; /* nodes being visited */
    int depth, stack_room;
    entry *map; /* open addressing, a power of two */
    uint32_t map_room, map_count;
    entry refused; /* returned if the map cannot grow */
    int ins_room, word_room, term_room, rat_room;
    int64_t common[2]; /* common denominators of angles and of exponents */
} builder;

/* memo of a node: 1 while its operands are being built, then its slot + 2 */
enum { PENDING = 1, FIRST_SLOT = 2 };
/* Denominators of exponents up to this become roots, larger ones opaque powers. */
enum { MOST_ROOT = 64 };

/* ---- growing arrays in the arena ------------------------------------------------------------ */

static void *grown(vv_ctx *c, void *old, int used, int *room, size_t each) {
    if (used < *room) return old;
    int more = *room ? 2 * *room : 64;
    void *bigger = vv_alloc_array(c, (size_t)more, each);
    if (!bigger) return NULL;
    if (used) memcpy(bigger, old, (size_t)used * each);
    *room = more;
    return bigger;
}

/* Makes room for one more; false on refusal. */
#define ROOM(c, array, used, room)                                                                 \
    ((used) < (room) || place((c), (void **)&(array), (used), &(room), sizeof *(array)))
static bool place(vv_ctx *c, void **array, int used, int *room, size_t each) {
    void *a = grown(c, *array, used, room, each);
    if (a) *array = a;
    return a != NULL;
}

static inline void word(builder *b, uint32_t w) {
    if (ROOM(b->c, b->p->word, b->p->nwords, b->word_room)) b->p->word[b->p->nwords++] = w;
}

/* An instruction whose operands start at the next word; returns its first slot. */
static uint32_t begin(builder *b, vv_prover_op op, uint32_t n, uint32_t aux, int slots) {
    vv_prover_program *p = b->p;
    uint32_t dst = (uint32_t)p->nslots;
    if (!ROOM(b->c, p->ins, p->nins, b->ins_room)) return 0;
    if (!ROOM(b->c, p->word, p->nwords, b->word_room)) return 0; /* the list is never NULL */
    p->ins[p->nins++] = (vv_prover_instruction){(uint8_t)op, n, (uint32_t)p->nwords, dst, aux};
    p->nslots += slots;
    return dst;
}

static uint64_t key_hash(uint32_t t, uint32_t a, uint32_t b) {
    uint64_t h = ((uint64_t)t << 58) ^ ((uint64_t)a << 29) ^ b;
    h *= 0x9e3779b97f4a7c15u;
    return h ^ (h >> 29);
}

static bool grow_map(builder *b) {
    uint32_t room = b->map_room ? 2 * b->map_room : 256;
    entry *map = VV_ARRAY(b->c, entry, room);
    if (!map) return false;
    for (uint32_t i = 0; i < b->map_room; i++) {
        entry e = b->map[i];
        if (!e.tag) continue;
        uint32_t k = (uint32_t)key_hash(e.tag, e.a, e.b) & (room - 1);
        while (map[k].tag) k = (k + 1) & (room - 1);
        map[k] = e;
    }
    b->map = map;
    b->map_room = room;
    return true;
}

/* The entry for a key; a new one has value UINT32_MAX. Valid until the next call. */
static entry *find(builder *b, tag t, uint32_t x, uint32_t y) {
    if (2 * b->map_count >= b->map_room && !grow_map(b)) return &b->refused;
    uint32_t k = (uint32_t)key_hash(t, x, y) & (b->map_room - 1);
    while (b->map[k].tag) {
        entry *e = &b->map[k];
        if (e->tag == (uint32_t)t && e->a == x && e->b == y) return e;
        k = (k + 1) & (b->map_room - 1);
    }
    b->map_count++;
    b->map[k] = (entry){t, x, y, UINT32_MAX};
    return &b->map[k];
}

/* ---- slots ---------------------------------------------------------------------------------- */

static uint32_t slot_of(builder *b, uint32_t id) {
    const vv_expr_table *t = vv_expr_table_get(b->c);
    return vv_expr_pass_has(t, id) && t->memo[id] >= FIRST_SLOT ? t->memo[id] - FIRST_SLOT : 0;
}

/* The rational of a CONST node. */
static uint32_t const_index(builder *b, uint32_t id) {
    if (id == VV_ONE.id || id == VV_MINUS_ONE.id) return id == VV_MINUS_ONE.id; /* see build */
    entry *known = find(b, T_RAT, id, 0);
    if (known->value != UINT32_MAX) return known->value;
    vv_prover_program *p = b->p;
    if (!ROOM(b->c, p->rat, p->nrats, b->rat_room)) return 0;
    p->rat[p->nrats] = vv_expr_rational(b->c, (vv_expr){id});
    return known->value = (uint32_t)p->nrats++;
}

static uint32_t rat_index(builder *b, vv_rat r) { return const_index(b, vv_rational(b->c, r).id); }

/* One instruction with one operand, created once per operand. */
static uint32_t unary_once(builder *b, tag t, vv_prover_op op, uint32_t slot, int slots) {
    entry *known = find(b, t, slot, 0);
    if (known->value != UINT32_MAX) return known->value;
    uint32_t dst = known->value = begin(b, op, 1, 0, slots);
    word(b, slot);
    return dst;
}

static uint32_t inverse_of(builder *b, uint32_t slot) {
    return unary_once(b, T_INV, VV_P_INV, slot, 1);
}

static uint32_t binary(builder *b, vv_prover_op op, uint32_t x, uint32_t y, uint32_t aux) {
    uint32_t dst = begin(b, op, 2, aux, 1);
    word(b, x);
    word(b, y);
    return dst;
}

static uint32_t product2(builder *b, uint32_t x, uint32_t y) {
    uint32_t dst = begin(b, VV_P_MUL, 2, 0, 1);
    word(b, x), word(b, 1), word(b, y), word(b, 1);
    return dst;
}

static uint32_t constant(builder *b, vv_rat r) {
    return begin(b, VV_P_CONST, 0, rat_index(b, r), 1);
}

/* ---- angles and exponents ------------------------------------------------------------------- */

static bool is_inverse_function(vv_op op) { /* acos has become pi/2 - asin */
    return op == VV_ASIN || op == VV_ATAN || op == VV_ATAN2;
}

/* r pi with r a multiple of 1/12 is known exactly; the number of twelfths modulo 24. */
static bool twelfths(vv_rat r, int *out) {
    if (r.big || 12 % r.den != 0) return false;
    *out = (int)((r.num % 24 * (12 / r.den)) % 24);
    if (*out < 0) *out += 24;
    return true;
}

static void add_term(builder *b, uint32_t value, uint32_t partner, bool given, vv_rat r) {
    vv_prover_program *p = b->p;
    if (!ROOM(b->c, p->term, p->nterms, b->term_room)) return;
    p->term[p->nterms++] = (vv_prover_term){value, partner, given, r, 0};
}

/* Instructions that hash a value from a key may make other quantities depend on it. */
static void hashed(builder *b, bool independent) {
    b->p->nhashed++;
    b->p->faithful &= independent;
}

/* A number with many digits would make all powers too large: its product with the atom becomes
 * an atom of its own, of which no multiples are known. */
static bool has_common(vv_rat k, int64_t *common) {
    int64_t more;
    if (k.big) return false;
    int64_t g = (int64_t)vv_gcd((uint64_t)*common, (uint64_t)k.den);
    if (__builtin_mul_overflow(*common, k.den / g, &more) || more >> 31) return false;
    *common = more;
    return true;
}

/* The slot of an atom, and the remaining factor. alone: created here, so that it depends on
 * others. */
static uint32_t atom_of(builder *b, vv_decomposition_part part, int64_t *common, vv_rat *k,
                        bool *alone) {
    *alone = !has_common(part.k, common);
    *k = *alone ? vv_rat_int(1) : part.k;
    if (!*alone) return slot_of(b, part.id);
    entry *known = find(b, T_ATOM, part.id, vv_rational(b->c, part.k).id);
    if (known->value != UINT32_MAX) return known->value;
    uint32_t number = constant(b, part.k),
             slot = part.id == VV_ONE.id ? number : product2(b, number, slot_of(b, part.id));
    return find(b, T_ATOM, part.id, vv_rational(b->c, part.k).id)->value = slot;
}

static uint32_t circle_of(builder *b, uint32_t slot, bool independent) {
    entry *known = find(b, T_CIRCLE, slot, 0);
    if (known->value != UINT32_MAX) return known->value;
    hashed(b, independent);
    return unary_once(b, T_CIRCLE, VV_P_CIRCLE, slot, 2);
}

/* The pair cos, sin of an argument. */
static uint32_t turn_of(builder *b, vv_expr arg) {
    entry *known = find(b, T_TURN, arg.id, 0);
    if (known->value != UINT32_MAX) return known->value;
    vv_decomposition_part part[VV_DECOMPOSITION_MAX];
    vv_prover_term made[VV_DECOMPOSITION_MAX];
    int n = vv_decompose_sum(b->c, arg, part), m = 0, turn = 0;
    for (int i = 0; i < n; i++) {
        vv_expr a = {part[i].id};
        vv_op op = vv_expr_op(b->c, a);
        if (op == VV_PI && twelfths(part[i].k, &turn)) continue;
        bool given = is_inverse_function(op) && vv_rat_is_int(part[i].k), alone = false;
        vv_rat k = part[i].k;
        uint32_t x =
            given ? slot_of(b, vv_cos(b->c, a).id) : atom_of(b, part[i], &b->common[0], &k, &alone);
        if (!given) x = circle_of(b, x, op == VV_SYM && !alone);
        uint32_t y = given ? slot_of(b, vv_sin(b->c, a).id) : x + 1;
        if (given) b->p->faithful = false;
        made[m++] = (vv_prover_term){x, y, given, k, 0};
    }
    uint32_t dst = begin(b, VV_P_TURN, (uint32_t)m, (uint32_t)turn, 2);
    if (b->p->nins) b->p->ins[b->p->nins - 1].first = (uint32_t)b->p->nterms;
    for (int i = 0; i < m; i++)
        add_term(b, made[i].value, made[i].partner, made[i].given, made[i].r);
    return find(b, T_TURN, arg.id, 0)->value = dst;
}

static uint32_t stretch(builder *b, int n, const vv_prover_term *made) {
    uint32_t dst = begin(b, VV_P_STRETCH, (uint32_t)n, 0, 2);
    if (b->p->nins) b->p->ins[b->p->nins - 1].first = (uint32_t)b->p->nterms;
    for (int i = 0; i < n; i++)
        add_term(b, made[i].value, made[i].partner, made[i].given, made[i].r);
    return dst;
}

/* The pair exp(arg), exp(-arg). */
static uint32_t exponential_of(builder *b, vv_expr arg) {
    entry *known = find(b, T_STRETCH, arg.id, 0);
    if (known->value != UINT32_MAX) return known->value;
    vv_decomposition_part part[VV_DECOMPOSITION_MAX];
    vv_prover_term made[VV_DECOMPOSITION_MAX];
    int n = vv_decompose_sum(b->c, arg, part);
    for (int i = 0; i < n; i++) {
        vv_expr a = {part[i].id};
        bool given = vv_expr_op(b->c, a) == VV_LOG && vv_rat_is_int(part[i].k), alone;
        vv_rat k = part[i].k;
        uint32_t x, y;
        if (given) { /* exp(k log u) = u^k */
            x = slot_of(b, vv_expr_child(b->c, a, 0).id);
            y = inverse_of(b, x);
        } else {
            uint32_t atom = atom_of(b, part[i], &b->common[1], &k, &alone);
            entry *e = find(b, T_GROWTH, atom, 0);
            if (e->value == UINT32_MAX) hashed(b, vv_expr_op(b->c, a) == VV_SYM && !alone);
            x = unary_once(b, T_GROWTH, VV_P_GROWTH, atom, 2);
            y = x + 1;
        }
        made[i] = (vv_prover_term){x, y, given, k, 0};
    }
    return find(b, T_STRETCH, arg.id, 0)->value = stretch(b, n, made);
}

static uint32_t power_pair(builder *b, uint32_t base, uint32_t atom) {
    entry *known = find(b, T_POWER, base, atom);
    if (known->value != UINT32_MAX) return known->value;
    hashed(b, false);
    uint32_t dst = known->value = begin(b, VV_P_POWER, 2, 0, 2);
    word(b, base);
    word(b, atom);
    return dst;
}

static bool is_root(vv_decomposition_part p) {
    return p.id == VV_ONE.id && !p.k.big && p.k.den <= MOST_ROOT && p.k.num < INT32_MAX / 2 &&
           p.k.num > -INT32_MAX / 2;
}

static uint32_t root_of(builder *b, vv_expr base, vv_rat r) {
    uint32_t dst = begin(b, VV_P_ROOT, 3, 0, 1);
    word(b, slot_of(b, base.id));
    word(b, (uint32_t)(int32_t)r.num);
    word(b, (uint32_t)r.den);
    uint64_t den = (uint64_t)r.den;
    if (den % 2 == 0 && !vv_is_const(b->c, base)) b->p->nsqrt++;
    while (den % 2 == 0) den /= 2;
    b->p->odd *= den / vv_gcd(den, b->p->odd);
    if (b->p->odd >> 32) b->p->beyond = true;
    b->p->faithful = false;
    return dst;
}

/* A negative base is real only with special exponents. */
static bool nowhere_real(builder *b, vv_expr base, vv_expr exponent) {
    if (vv_known_sign(b->c, base) != VV_NEGATIVE) return false;
    if (!vv_is_const(b->c, exponent)) return true;
    vv_rat r = vv_expr_rational(b->c, exponent);
    return r.big || r.den % 2 == 0;
}

/* base^exponent = prod |b_j|^(k_j r_i a_i) * base^r */
static uint32_t power_of(builder *b, vv_expr base, vv_expr exponent) {
    vv_decomposition_part up[VV_DECOMPOSITION_MAX], down[VV_DECOMPOSITION_MAX];
    vv_prover_term made[VV_DECOMPOSITION_MAX] = {{.value = 0}};
    int n = vv_decompose_sum(b->c, exponent, up), m = vv_decompose_product(b->c, base, down),
        count = 0;
    uint32_t root = UINT32_MAX;
    b->p->beyond |= nowhere_real(b, base, exponent);
    for (int i = 0; i < n; i++) {
        if (is_root(up[i])) {
            root = root_of(b, base, up[i].k);
            continue;
        }
        for (int j = 0; j < m; j++) {
            if (count == VV_DECOMPOSITION_MAX) {
                b->p->beyond = true;
                return 0;
            }
            vv_rat k;
            bool alone;
            uint32_t atom = atom_of(b, up[i], &b->common[1], &k, &alone),
                     x = power_pair(b, slot_of(b, down[j].id), atom);
            vv_rat r = vv_rat_mul(b->c, k, down[j].k);
            made[count++] = (vv_prover_term){x, x + 1, false, r, 0};
        }
    }
    if (!count && root != UINT32_MAX) return root;
    uint32_t v = stretch(b, count, made);
    return root == UINT32_MAX ? v : product2(b, v, root);
}

static uint32_t log_of(builder *b, vv_expr arg) {
    vv_decomposition_part part[VV_DECOMPOSITION_MAX];
    uint32_t slot[VV_DECOMPOSITION_MAX], index[VV_DECOMPOSITION_MAX];
    int n = vv_decompose_product(b->c, arg, part);
    b->p->beyond |= vv_known_sign(b->c, arg) == VV_NEGATIVE;
    for (int i = 0; i < n; i++) {
        vv_expr f = {part[i].id};
        index[i] = rat_index(b, part[i].k);
        if (vv_expr_op(b->c, f) == VV_EXP) {
            slot[i] = slot_of(b, vv_expr_child(b->c, f, 0).id);
            continue;
        }
        if (find(b, T_LOGABS, slot_of(b, f.id), 0)->value == UINT32_MAX) hashed(b, false);
        slot[i] = unary_once(b, T_LOGABS, VV_P_LOGABS, slot_of(b, f.id), 1);
    }
    uint32_t dst = begin(b, VV_P_ADD, (uint32_t)n, 0, 1);
    for (int i = 0; i < n; i++) word(b, slot[i]), word(b, index[i]);
    return dst;
}

/* ---- operands of a node, pushed if they have no slot yet ------------------------------------ */

static void need(builder *b, vv_expr e) {
    const vv_expr_table *t = vv_expr_table_get(b->c);
    if (!e.id) {
        b->p->beyond = true;
        return;
    }
    if (vv_expr_pass_has(t, e.id)) return;
    if (ROOM(b->c, b->stack, b->depth, b->stack_room)) b->stack[b->depth++] = e.id;
}

static void need_turn(builder *b, vv_expr arg) {
    vv_decomposition_part part[VV_DECOMPOSITION_MAX];
    int ignored, n = vv_decompose_sum(b->c, arg, part);
    for (int i = 0; i < n; i++) {
        vv_expr a = {part[i].id};
        vv_op op = vv_expr_op(b->c, a);
        if (op == VV_PI && twelfths(part[i].k, &ignored)) continue;
        if (is_inverse_function(op) && vv_rat_is_int(part[i].k)) {
            need(b, vv_cos(b->c, a));
            need(b, vv_sin(b->c, a));
        } else {
            need(b, a);
        }
    }
}

static void need_exponential(builder *b, vv_expr arg) {
    vv_decomposition_part part[VV_DECOMPOSITION_MAX];
    int n = vv_decompose_sum(b->c, arg, part);
    for (int i = 0; i < n; i++) {
        vv_expr a = {part[i].id};
        bool given = vv_expr_op(b->c, a) == VV_LOG && vv_rat_is_int(part[i].k);
        need(b, given ? vv_expr_child(b->c, a, 0) : a);
    }
}

static void need_factors(builder *b, vv_expr arg, bool open_exp) {
    vv_decomposition_part part[VV_DECOMPOSITION_MAX];
    int n = vv_decompose_product(b->c, arg, part);
    for (int i = 0; i < n; i++) {
        vv_expr f = {part[i].id};
        need(b, open_exp && vv_expr_op(b->c, f) == VV_EXP ? vv_expr_child(b->c, f, 0) : f);
    }
}

static void need_power(builder *b, vv_expr base, vv_expr exponent) {
    vv_decomposition_part part[VV_DECOMPOSITION_MAX];
    int n = vv_decompose_sum(b->c, exponent, part);
    for (int i = 0; i < n; i++) need(b, is_root(part[i]) ? base : (vv_expr){part[i].id});
    need_factors(b, base, false);
}

static void operands(builder *b, uint32_t id) {
    vv_expr e = {id};
    const vv_expr_table *t = vv_expr_table_get(b->c);
    vv_op op = (vv_op)t->node[id].op;
    const uint32_t n = t->node[id].n;
    switch ((int)op) {
    case VV_CONST:
    case VV_SYM: return;
    case VV_SIN:
    case VV_COS:
    case VV_TAN: need_turn(b, vv_expr_child(b->c, e, 0)); return;
    case VV_EXP:
    case VV_SINH:
    case VV_COSH:
    case VV_TANH: need_exponential(b, vv_expr_child(b->c, e, 0)); return;
    case VV_LOG: need_factors(b, vv_expr_child(b->c, e, 0), true); return;
    case VV_POW: need_power(b, vv_expr_child(b->c, e, 0), vv_expr_child(b->c, e, 1)); return;
    case VV_ACOS: need(b, vv_pi(b->c)); break;
    default: break;
    }
    for (uint32_t i = 0; i < n; i++) need(b, (vv_expr){vv_expr_words(t, id)[i]});
}

/* ---- one node as instructions --------------------------------------------------------------- */

/* Sums and products make up most of every program: their words are read directly. */
static uint32_t emit_sum(builder *b, vv_expr e) {
    const vv_expr_table *t = vv_expr_table_get(b->c);
    const uint32_t n = t->node[e.id].n, *w = vv_expr_words(t, e.id);
    uint32_t dst = begin(b, VV_P_ADD, n, 0, 1);
    for (uint32_t i = 0; i < n; i++) {
        word(b, slot_of(b, w[i]));
        word(b, const_index(b, w[n + i]));
    }
    return dst;
}

static uint32_t emit_product(builder *b, vv_expr e) {
    const vv_expr_table *t = vv_expr_table_get(b->c);
    const uint32_t n = t->node[e.id].n, *w = vv_expr_words(t, e.id);
    for (uint32_t i = 0; i < n; i++) /* the instructions of the inverses come first */
        if ((int32_t)w[n + i] < 0) inverse_of(b, slot_of(b, w[i]));
    uint32_t dst = begin(b, VV_P_MUL, n, 0, 1);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t slot = slot_of(b, w[i]);
        int32_t k = (int32_t)w[n + i];
        word(b, k < 0 ? inverse_of(b, slot) : slot);
        word(b, k < 0 ? 0 - (uint32_t)k : (uint32_t)k);
    }
    return dst;
}

static bool declared_positive(const builder *b, uint32_t id) {
    for (int i = 0; b->facts && i < b->facts->npositive; i++)
        if (b->facts->positive[i].id == id) return true;
    return false;
}

static uint32_t emit_symbol(builder *b, vv_expr e) {
    uint32_t dst = begin(b, VV_P_SYMBOL, 1, e.id, 1);
    word(b, declared_positive(b, e.id) ? VV_POSITIVE : (uint32_t)vv_symbol_get(b->c, e)->sign);
    return dst;
}

/* abs, sign, min, max, conditions: a choice for each pair of compared quantities (b == a: with
 * 0). */
static void count_branch(builder *b, uint32_t x, uint32_t y) {
    entry *known = find(b, T_BRANCH, x < y ? x : y, x < y ? y : x);
    if (known->value == UINT32_MAX) b->p->nbranches++;
    known->value = 0;
    b->p->faithful = false;
}

static uint32_t emit_plain(builder *b, vv_prover_op op, vv_expr e, uint32_t aux, int slots) {
    int n = vv_expr_arity(b->c, e);
    uint32_t dst = begin(b, op, (uint32_t)n, aux, slots);
    for (int i = 0; i < n; i++) word(b, slot_of(b, vv_expr_child(b->c, e, i).id));
    return dst;
}

static uint32_t emit_choice(builder *b, vv_prover_op op, vv_expr e) {
    uint32_t x = slot_of(b, vv_expr_child(b->c, e, 0).id), y = x;
    if (vv_expr_arity(b->c, e) == 2) y = slot_of(b, vv_expr_child(b->c, e, 1).id);
    count_branch(b, x, y);
    return emit_plain(b, op, e, 0, 1);
}

static uint32_t emit_sqrt(builder *b, vv_expr e) {
    vv_expr x = vv_expr_child(b->c, e, 0);
    bool rational = vv_is_const(b->c, x);
    if (!rational)
        b->p->nsqrt++;
    else if (vv_rat_sign(vv_expr_rational(b->c, x)) < 0)
        b->p->beyond = true; /* nowhere real */
    return emit_plain(b, VV_P_SQRT, e, rational, 1);
}

static uint32_t emit_function(builder *b, vv_expr e) {
    uint32_t dst = emit_plain(b, VV_P_FUNC, e, 0, 1);
    word(b, (uint32_t)vv_expr_function(b->c, e));
    for (int i = 0, n = vv_expr_arity(b->c, e); i < n; i++)
        word(b, (uint32_t)vv_expr_func_order(b->c, e, i));
    word(b, e.id);
    hashed(b, true);
    return dst;
}

static uint32_t emit_factor(builder *b, vv_expr e) {
    uint32_t n = (uint32_t)vv_expr_size(b->c, e);
    emit_plain(b, VV_P_FACTOR, e, n, 0);
    if (!vv_ctx_ok(b->c)) return 0;
    b->p->ins[b->p->nins - 1].dst = (uint32_t)b->p->store;
    b->p->store += (int)(n * n + n); /* the matrix, then the permutation */
    b->p->nfactors++;
    return (uint32_t)(b->p->nins - 1); /* a FACTOR's "slot" is its instruction */
}

static uint32_t emit_solve(builder *b, vv_expr e) {
    int n = vv_expr_size(b->c, e);
    uint32_t dst = begin(b, VV_P_SOLVE, (uint32_t)n, slot_of(b, vv_expr_child(b->c, e, 0).id), n);
    for (int i = 0; i < n; i++) word(b, slot_of(b, vv_expr_child(b->c, e, i + 1).id));
    return dst;
}

static uint32_t emit_odd(builder *b, vv_op op, vv_expr e) {
    hashed(b, false);
    uint32_t x = emit_plain(b, VV_P_ODD, e, op == VV_ACOS ? VV_ASIN : op, 1);
    if (op != VV_ACOS) return x;
    rat_index(b, vv_rat_make(b->c, 1, 2)); /* acos u = pi/2 - asin u */
    uint32_t dst = begin(b, VV_P_ADD, 2, 0, 1);
    word(b, slot_of(b, vv_pi(b->c).id)), word(b, rat_index(b, vv_rat_make(b->c, 1, 2)));
    word(b, x), word(b, 1);
    return dst;
}

static uint32_t emit(builder *b, uint32_t id) {
    vv_expr e = {id}, x = VV_POISON;
    vv_op op = vv_expr_op(b->c, e);
    if (op >= VV_SIN && op <= VV_SIGN) x = vv_expr_child(b->c, e, 0);
    uint32_t s;
    switch (op) {
    case VV_CONST: return constant(b, vv_expr_rational(b->c, e));
    case VV_PI: return begin(b, VV_P_PI, 0, 0, 1);
    case VV_SYM: return emit_symbol(b, e);
    case VV_ADD: return emit_sum(b, e);
    case VV_MUL: return emit_product(b, e);
    case VV_POW: return power_of(b, vv_expr_child(b->c, e, 0), vv_expr_child(b->c, e, 1));
    case VV_SIN: return turn_of(b, x) + 1;
    case VV_COS: return turn_of(b, x);
    case VV_TAN: s = turn_of(b, x); return product2(b, s + 1, inverse_of(b, s));
    case VV_EXP: return exponential_of(b, x);
    case VV_LOG: return log_of(b, x);
    case VV_SQRT: return emit_sqrt(b, e);
    case VV_ASIN:
    case VV_ACOS:
    case VV_ATAN: return emit_odd(b, op, e);
    case VV_SINH: s = exponential_of(b, x); return binary(b, VV_P_SINH, s, s + 1, 0);
    case VV_COSH: s = exponential_of(b, x); return binary(b, VV_P_COSH, s, s + 1, 0);
    case VV_TANH: s = exponential_of(b, x); return binary(b, VV_P_TANH, s, s + 1, 0);
    case VV_ABS: return emit_choice(b, VV_P_ABS, e);
    case VV_SIGN: return emit_choice(b, VV_P_SIGN, e);
    case VV_ATAN2: hashed(b, false); return emit_plain(b, VV_P_ATAN2, e, 0, 1);
    case VV_MIN: return emit_choice(b, VV_P_MIN, e);
    case VV_MAX: return emit_choice(b, VV_P_MAX, e);
    case VV_LESS: return emit_choice(b, VV_P_LESS, e);
    case VV_LESSEQ: return emit_choice(b, VV_P_LESSEQ, e);
    case VV_PIECEWISE: return emit_plain(b, VV_P_PIECEWISE, e, 0, 1);
    case VV_FUNC: return emit_function(b, e);
    case VV_FACTOR: return emit_factor(b, e);
    case VV_SOLVE: return emit_solve(b, e);
    case VV_COMP:
        return slot_of(b, vv_expr_child(b->c, e, 0).id) + (uint32_t)vv_expr_component(b->c, e);
    case VV_NONE:
    case VV_OP_COUNT: break;
    }
    b->p->beyond = true;
    return 0;
}

/* ---- the whole ------------------------------------------------------------------------------ */

/* Depth first with an explicit stack: operands are built before the node. */
static uint32_t visit(builder *b, vv_expr root) {
    need(b, root);
    while (b->depth && vv_ctx_ok(b->c) && !b->p->beyond) {
        uint32_t id = b->stack[b->depth - 1];
        vv_expr_table *t = vv_expr_table_get(b->c);
        bool seen = vv_expr_pass_has(t, id);
        if (seen && t->memo[id] >= FIRST_SLOT) {
            b->depth--;
            continue;
        }
        if (!seen) {
            int before = b->depth;
            operands(b, id);
            vv_expr_pass_set(t, id, PENDING);
            if (b->depth > before) continue;
        }
        uint32_t slot = emit(b, id);
        vv_expr_pass_set(vv_expr_table_get(b->c), id, slot + FIRST_SLOT);
        b->depth--;
    }
    b->depth = 0;
    return vv_ctx_ok(b->c) && !b->p->beyond ? slot_of(b, root.id) : 0;
}

/* The common denominators D, and the powers k = r D of the terms. */
static void resolve_powers(builder *b) {
    vv_prover_program *p = b->p;
    int64_t D[2] = {1, 1};
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < p->nins; i++) {
            vv_prover_instruction *in = &p->ins[i];
            if (in->op != VV_P_TURN && in->op != VV_P_STRETCH) continue;
            int64_t *d = &D[in->op == VV_P_STRETCH];
            for (uint32_t k = 0; k < in->n; k++) {
                vv_prover_term *t = &p->term[in->first + k];
                if (t->r.big) p->beyond = true;
                if (p->beyond) return;
                int64_t g = (int64_t)vv_gcd((uint64_t)*d, (uint64_t)t->r.den);
                if (pass == 0 && !t->given && __builtin_mul_overflow(*d, t->r.den / g, d))
                    p->beyond = true;
                if (*d >> 31) p->beyond = true;
                int64_t scale = t->given ? 1 : *d / t->r.den;
                if (pass == 1 && __builtin_mul_overflow(t->r.num, scale, &t->k)) p->beyond = true;
                if (t->k > ((int64_t)1 << 40) || t->k < -((int64_t)1 << 40)) p->beyond = true;
            }
        }
    for (int i = 0; i < p->nins; i++)
        if (p->ins[i].op == VV_P_CIRCLE)
            p->ins[i].aux = (uint32_t)D[0];
        else if (p->ins[i].op == VV_P_GROWTH || p->ins[i].op == VV_P_POWER)
            p->ins[i].aux = (uint32_t)D[1];
}

/* What every prover takes for granted: results, and slots written, are in range. */
static void check_program(const vv_prover_program *p) {
    assert(p->nslots >= 0 && p->nins >= 0 && p->nrats >= 2);
    for (int i = 0; i < p->nroots; i++) assert(p->root[i] < (uint32_t)p->nslots);
    for (int i = 0; i < p->npositive; i++) assert(p->positive[i] < (uint32_t)p->nslots);
    for (int i = 0; i < p->nins; i++) {
        const vv_prover_instruction *in = &p->ins[i];
        assert(in->op < VV_P_COUNT);
        assert(in->op == VV_P_FACTOR || in->dst < (uint32_t)p->nslots);
        assert(in->op != VV_P_SOLVE || in->aux < (uint32_t)i); /* its FACTOR comes before */
    }
}

static vv_prover_program *build(vv_ctx *c, const vv_facts *f, int npositive,
                                const vv_expr *positive, int n, const vv_expr *e) {
    vv_prover_program *p = VV_NEW(c, vv_prover_program);
    builder b = {.c = c, .p = p, .facts = f, .common = {1, 1}};
    if (!p || !vv_expr_pass_begin(c)) return NULL;
    p->odd = 1;
    p->faithful = true;
    p->nroots = n;
    p->root = VV_ARRAY(c, uint32_t, n + 1);
    p->npositive = npositive;
    p->positive = VV_ARRAY(c, uint32_t, npositive + 1);
    if (!p->root || !p->positive) return NULL;
    for (int i = 0; i < 2; i++) /* indices 0 and 1: the most common coefficients */
        if (ROOM(c, p->rat, p->nrats, b.rat_room)) p->rat[p->nrats++] = vv_rat_int(i ? -1 : 1);
    for (int i = 0; i < n; i++) p->root[i] = visit(&b, e[i]);
    for (int i = 0; i < npositive; i++) p->positive[i] = visit(&b, positive[i]);
    if (!p->beyond && vv_ctx_ok(c)) resolve_powers(&b);
    if (!p->beyond && vv_ctx_ok(c)) check_program(p);
    return vv_ctx_ok(c) ? p : NULL;
}

/* Facts matter only if there is a branch to choose; only those about the same symbols are used,
 * and few of them: each halves the number of random points that satisfy all. */
vv_prover_program *vv_prover_program_make(vv_ctx *c, const vv_facts *f, int n, const vv_expr *e) {
    enum { MOST_FACTS = 5 };
    vv_prover_program *p = build(c, f, 0, NULL, n, e);
    if (!p || !f || f->npositive == 0 || p->nsqrt + p->nbranches == 0) return p;
    vv_expr used[MOST_FACTS];
    int nused = 0, nsymbols, compound = 0; /* the program knows the signs of symbols */
    for (int i = 0; i < f->npositive; i++) compound += !vv_symbol_get(c, f->positive[i]);
    vv_expr *symbol = compound ? vv_expr_symbols(c, n, e, &nsymbols) : NULL;
    for (int i = 0; symbol && i < f->npositive && nused < MOST_FACTS; i++) {
        vv_expr q = f->positive[i];
        if (q.id && !vv_symbol_get(c, q) && vv_depends(c, q, nsymbols, symbol)) used[nused++] = q;
    }
    return nused ? build(c, f, nused, used, n, e) : p;
}

uint32_t vv_prover_slots_written(const vv_prover_instruction *in) {
    switch ((int)in->op) {
    case VV_P_CIRCLE:
    case VV_P_TURN:
    case VV_P_GROWTH:
    case VV_P_POWER:
    case VV_P_STRETCH: return 2;
    case VV_P_SOLVE: return in->n;
    case VV_P_FACTOR: return 0;
    default: return 1;
    }
}

void vv_prover_program_operands(const vv_prover_program *p, const vv_prover_instruction *in,
                                vv_prover_operand_visitor *each, void *data) {
    const uint32_t *w = p->word + in->first;
    switch ((int)in->op) {
    case VV_P_CONST:
    case VV_P_SYMBOL:
    case VV_P_FACTOR:
    case VV_P_PI: return;
    case VV_P_ADD:
    case VV_P_MUL:
        for (uint32_t i = 0; i < in->n; i++) each(data, w[2 * i]);
        return;
    case VV_P_ROOT: each(data, w[0]); return;
    case VV_P_TURN:
    case VV_P_STRETCH:
        for (uint32_t i = 0; i < in->n; i++) {
            each(data, p->term[in->first + i].value);
            each(data, p->term[in->first + i].partner);
        }
        return;
    case VV_P_SOLVE: {
        const vv_prover_instruction *f = &p->ins[in->aux];
        for (uint32_t i = 0; i < f->n; i++) each(data, p->word[f->first + i]);
        break;
    }
    default: break;
    }
    for (uint32_t i = 0; i < in->n; i++) each(data, w[i]);
}
