/* N-ary sums and products become binary operations. The association is free, so pairs shared by
 * several of them are combined first and computed once: the most frequent pair, then the next,
 * round by round until none occurs twice (greedy common pairs, as in multiplierless filters
 * [Potkonjak1996] and polynomial evaluation [Hosangadi2006]). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "evaluate/tape/value_numbering.h"

enum {
    MOST_ROUNDS = 12, /* also bounds the depth of pairs of pairs, hence the recursion below */
    LONG_LIST = 48,   /* longer lists are not searched for pairs, whose number is quadratic */
    MOST_PAIRS = 1 << 21
};

typedef struct pair {
    int op;
    item x, y;      /* x.v < y.v; in a sum, x.weight = 1 */
    uint32_t count; /* number of lists that contain it */
    uint32_t head;  /* first of its occurrences */
} pair;

typedef struct occurrence {
    uint32_t list, next;
} occurrence;

typedef struct sharing {
    values *v;
    uint32_t originals; /* values below this are in order; those made here follow */
    const double *factor;
    const uint32_t *same;
    pair *pairs;
    uint32_t npairs, pairs_capacity;
    occurrence *place;
    uint32_t nplaces, places_capacity;
    uint32_t *slot, slots; /* hash table of the pairs: pair + 1 */
    /* output */
    values *to;
    uint32_t *map;
    uint32_t *below; /* number of products in which a value is a divisor */
} sharing;

static bool is_list(const value *x) { return x->op == VALUE_SUM || x->op == VALUE_PRODUCT; }

/* ---- pairs ---------------------------------------------------------------------------------- */

static pair make_pair(int op, item x, item y) {
    if (x.v > y.v) {
        item swap = x;
        x = y, y = swap;
    }
    if (op == VALUE_SUM) y.weight /= x.weight, x.weight = 1;
    return (pair){op, x, y, 0, NO_VALUE};
}

static bool same_pair(const pair *p, const pair *q) {
    return p->op == q->op && p->x.v == q->x.v && p->y.v == q->y.v && p->x.weight == q->x.weight &&
           p->y.weight == q->y.weight;
}

static uint32_t hash_pair(const pair *p) {
    double w = p->x.weight * 31 + p->y.weight;
    uint64_t bits, h = ((uint64_t)p->x.v << 32 | p->y.v) * 0x9e3779b97f4a7c15u;
    memcpy(&bits, &w, sizeof bits);
    h = (h ^ h >> 29 ^ bits ^ (uint64_t)p->op) * 0xbf58476d1ce4e5b9u;
    return (uint32_t)(h ^ h >> 32);
}

static bool grow(vv_ctx *c, void **block, uint32_t *capacity, uint32_t wanted, size_t each) {
    if (wanted <= *capacity) return true;
    void *grown = vv_block_resize_uninit(c, *block, 2 * (size_t)wanted * each);
    if (!grown) return false;
    *block = grown;
    *capacity = 2 * wanted;
    return true;
}

static void rehash(sharing *s) {
    memset(s->slot, 0, s->slots * sizeof *s->slot);
    for (uint32_t i = 0; i < s->npairs; i++) {
        uint32_t at = hash_pair(&s->pairs[i]) & (s->slots - 1);
        while (s->slot[at]) at = (at + 1) & (s->slots - 1);
        s->slot[at] = i + 1;
    }
}

static bool note_pair(sharing *s, pair p, uint32_t list) {
    vv_ctx *c = s->v->ctx;
    if (2 * s->npairs >= s->slots) {
        uint32_t wanted = s->slots ? 2 * s->slots : 1024;
        uint32_t *slot = vv_block_resize_uninit(c, s->slot, wanted * sizeof *slot);
        if (!slot) return false;
        s->slot = slot;
        s->slots = wanted;
        rehash(s);
    }
    if (!grow(c, (void **)&s->pairs, &s->pairs_capacity, s->npairs + 1, sizeof *s->pairs) ||
        !grow(c, (void **)&s->place, &s->places_capacity, s->nplaces + 1, sizeof *s->place))
        return false;
    uint32_t at = hash_pair(&p) & (s->slots - 1);
    while (s->slot[at] && !same_pair(&s->pairs[s->slot[at] - 1], &p))
        at = (at + 1) & (s->slots - 1);
    if (!s->slot[at]) {
        s->pairs[s->npairs] = p;
        s->slot[at] = ++s->npairs;
    }
    pair *known = &s->pairs[s->slot[at] - 1];
    s->place[s->nplaces] = (occurrence){list, known->head};
    known->head = s->nplaces++;
    known->count++;
    return true;
}

static bool is_searched(const value *x) { return is_list(x) && x->b <= LONG_LIST; }

/* In how many lists of its kind a value occurs, up to 2: a value in only one list has no pair to
 * share. */
static uint8_t *count_lists(const sharing *s) {
    uint8_t *lists = VV_ARRAY(s->v->ctx, uint8_t, 2 * (size_t)s->v->count + 2);
    for (uint32_t i = 0; lists && i < s->v->count; i++) {
        const value *x = &s->v->list[i];
        if (!is_searched(x)) continue;
        const item *t = s->v->item + x->a, *end = t + x->b;
        for (uint8_t *of_kind = lists + (x->op == VALUE_SUM); t < end; t++)
            of_kind[2 * t->v] = of_kind[2 * t->v] ? 2 : 1;
    }
    return lists;
}

/* All pairs of the current lists, except those that certainly occur only once. */
static bool find_pairs(sharing *s) {
    s->npairs = s->nplaces = 0;
    if (s->slots) memset(s->slot, 0, s->slots * sizeof *s->slot);
    vv_mark mark = vv_arena_mark(s->v->ctx);
    const uint8_t *lists = count_lists(s);
    if (!lists) return false;
    for (uint32_t i = 0; i < s->v->count && s->nplaces < MOST_PAIRS; i++) {
        const value *x = &s->v->list[i];
        if (!is_searched(x)) continue;
        const item *t = s->v->item + x->a;
        const uint8_t *of_kind = lists + (x->op == VALUE_SUM);
        for (uint32_t k = 0; k < x->b; k++) {
            if (of_kind[2 * t[k].v] < 2) continue;
            for (uint32_t m = k + 1; m < x->b; m++)
                if (of_kind[2 * t[m].v] > 1 && !note_pair(s, make_pair(x->op, t[k], t[m]), i))
                    return false;
        }
    }
    vv_arena_release(s->v->ctx, mark);
    return true;
}

/* Positions of the pair in the current list; false if it is no longer there. */
static bool find_in(const sharing *s, const pair *p, uint32_t list, uint32_t *at_x,
                    uint32_t *at_y) {
    const value *v = &s->v->list[list];
    const item *t = s->v->item + v->a;
    uint32_t x = v->b, y = v->b;
    for (uint32_t k = 0; k < v->b; k++) {
        if (t[k].v == p->x.v) x = k;
        if (t[k].v == p->y.v) y = k;
    }
    if (x == v->b || y == v->b) return false;
    pair now = make_pair(v->op, t[x], t[y]);
    *at_x = x, *at_y = y;
    return same_pair(&now, p);
}

/* Replaces the pair by one value in every list that still contains it, if there are at least
 * two. */
static bool replace(sharing *s, const pair *p, bool *changed) {
    uint32_t n = 0, x, y;
    for (uint32_t k = p->head; k != NO_VALUE; k = s->place[k].next)
        n += find_in(s, p, s->place[k].list, &x, &y);
    if (n < 2) return true;
    uint32_t made = vv_value_nary(s->v, p->op, 2, (item[]){p->x, p->y});
    if (made == NO_VALUE) return false;
    for (uint32_t k = p->head; k != NO_VALUE; k = s->place[k].next) {
        uint32_t list = s->place[k].list;
        if (!find_in(s, p, list, &x, &y)) continue;
        value *v = &s->v->list[list];
        item *t = s->v->item + v->a;
        t[x] = (item){made, p->op == VALUE_SUM ? t[x].weight : 1};
        memmove(t + y, t + y + 1, (v->b - y - 1) * sizeof *t);
        v->b--;
    }
    *changed = true;
    return true;
}

static int by_count(const void *a, const void *b) {
    const pair *p = a, *q = b;
    if (p->count != q->count) return p->count < q->count ? 1 : -1;
    return p->head < q->head ? -1 : p->head > q->head; /* a deterministic order */
}

/* Most pairs occur in one list only: they need not be sorted. */
static void drop_single_pairs(sharing *s) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->npairs; i++)
        if (s->pairs[i].count > 1) s->pairs[n++] = s->pairs[i];
    s->npairs = n;
}

static bool share_pairs(sharing *s) {
    bool changed = true;
    for (int round = 0; round < MOST_ROUNDS && changed && vv_ctx_tick(s->v->ctx); round++) {
        changed = false;
        if (!find_pairs(s)) return false;
        drop_single_pairs(s);
        if (s->npairs) qsort(s->pairs, s->npairs, sizeof *s->pairs, by_count);
        for (uint32_t i = 0; i < s->npairs; i++)
            if (!replace(s, &s->pairs[i], &changed)) return false;
    }
    return true;
}

/* ---- output --------------------------------------------------------------------------------- */

/* The value of a list, without its factor. */
static uint32_t write_value(sharing *s, uint32_t i);

/* With its factor, as operations other than sums and products need it. */
static uint32_t write_scaled(sharing *s, uint32_t i) {
    return vv_value_scaled(s->to, s->factor[i], write_value(s, s->same[i]));
}

/* Puts a positive term first, if possible one with weight 1, to avoid a negation. */
static void choose_first(item *t, uint32_t n) {
    uint32_t first = 0;
    for (uint32_t k = n; k-- > 0;)
        if (t[k].weight > 0 && (t[k].weight == 1 || t[first].weight < 0)) first = k;
    item x = t[first];
    memmove(t + 1, t, first * sizeof *t);
    t[0] = x;
}

static uint32_t write_sum(sharing *s, item *t, uint32_t n) {
    values *to = s->to;
    choose_first(t, n);
    uint32_t sum = vv_value_scaled(to, t[0].weight, write_value(s, t[0].v));
    for (uint32_t k = 1; k < n; k++) {
        uint32_t term = vv_value_scaled(to, fabs(t[k].weight), write_value(s, t[k].v));
        sum = vv_value_make(to, t[k].weight < 0 ? VV_TAPE_SUB : VV_TAPE_ADD, sum, term, 0);
    }
    return sum;
}

/* v^k by repeated squaring, k > 0. */
static uint32_t power(values *to, uint32_t v, unsigned k) {
    uint32_t out = NO_VALUE;
    for (; k; k >>= 1) {
        if (k & 1) out = out == NO_VALUE ? v : vv_value_make(to, VV_TAPE_MUL, out, v, 0);
        if (k > 1) v = vv_value_make(to, VV_TAPE_MUL, v, v, 0);
    }
    return out;
}

/* A divisor shared by several products is inverted once; the other divisors of a product give
 * one division. */
static uint32_t write_product(sharing *s, const item *t, uint32_t n) {
    values *to = s->to;
    uint32_t above = NO_VALUE, under = NO_VALUE;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t v = write_value(s, t[k].v);
        bool invert = t[k].weight < 0 && s->below[t[k].v] > 1;
        if (invert) v = vv_value_make(to, VV_TAPE_RECIP, v, 0, 0);
        uint32_t p = power(to, v, (unsigned)fabs(t[k].weight));
        uint32_t *side = t[k].weight < 0 && !invert ? &under : &above;
        *side = *side == NO_VALUE ? p : vv_value_make(to, VV_TAPE_MUL, *side, p, 0);
    }
    if (under == NO_VALUE) return above;
    if (above == NO_VALUE) return vv_value_make(to, VV_TAPE_RECIP, under, 0, 0);
    return vv_value_make(to, VV_TAPE_DIV, above, under, 0);
}

static uint32_t write_system(sharing *s, const value *x) {
    uint32_t n = x->op == VV_TAPE_FACTOR ? x->b * x->b : x->b;
    uint32_t args = vv_value_add_args(s->to, (int)n);
    if (args == NO_VALUE) return NO_VALUE;
    for (uint32_t k = 0; k < n; k++) s->to->args[args + k] = write_scaled(s, s->v->args[x->a + k]);
    return vv_value_make(s->to, x->op, args, x->b, x->op == VV_TAPE_SOLVE ? s->map[x->c] : 0);
}

/* Operands have been written before, except pairs made here: these on demand, with a small
 * recursion depth. */
static uint32_t write_value(sharing *s, uint32_t i) {
    if (s->map[i] != NO_VALUE) return s->map[i];
    const value *x = &s->v->list[i];
    uint32_t out;
    if (x->op == VALUE_SUM) {
        out = write_sum(s, s->v->item + x->a, x->b);
    } else if (x->op == VALUE_PRODUCT) {
        out = write_product(s, s->v->item + x->a, x->b);
    } else if (x->op == VALUE_CONSTANT) {
        out = vv_value_constant(s->to, x->k);
    } else if (x->op == VALUE_INPUT) {
        out = vv_value_make(s->to, x->op, x->a, 0, 0);
    } else if (x->op == VALUE_COMPONENT) {
        out = vv_value_make(s->to, x->op, s->map[x->a], x->b, 0);
    } else if (x->op == VV_TAPE_FACTOR || x->op == VV_TAPE_SOLVE) {
        out = write_system(s, x);
    } else {
        int n = vv_tape_op_operands((vv_tape_op)x->op);
        out = vv_value_make(s->to, x->op, write_scaled(s, x->a), n > 1 ? write_scaled(s, x->b) : 0,
                            n > 2 ? write_scaled(s, x->c) : 0);
    }
    return s->map[i] = out;
}

static bool write_all(sharing *s, uint32_t *map) {
    vv_ctx *c = s->v->ctx;
    s->map = VV_ARRAY_UNINIT(c, uint32_t, s->v->count + 1);
    s->below = VV_ARRAY(c, uint32_t, s->v->count + 1);
    if (!s->map || !s->below) return false;
    for (uint32_t i = 0; i < s->v->count; i++) {
        const value *x = &s->v->list[i];
        s->map[i] = NO_VALUE;
        for (uint32_t k = 0; x->op == VALUE_PRODUCT && k < x->b; k++)
            s->below[s->v->item[x->a + k].v] += s->v->item[x->a + k].weight < 0;
    }
    for (uint32_t i = 0; i < s->originals && vv_ctx_ok(c); i++)
        if (!is_list(&s->v->list[s->same[i]]) || s->v->list[s->same[i]].b)
            map[i] = write_scaled(s, i);
    return vv_ctx_ok(c);
}

bool vv_values_share_common(values *from, const double *factor, const uint32_t *same, bool search,
                            values *to, uint32_t *map) {
    sharing s = {.v = from, .factor = factor, .same = same, .to = to, .originals = from->count};
    bool done = (!search || share_pairs(&s)) && write_all(&s, map);
    vv_block_resize(from->ctx, s.pairs, 0);
    vv_block_resize(from->ctx, s.place, 0);
    vv_block_resize(from->ctx, s.slot, 0);
    return done;
}
