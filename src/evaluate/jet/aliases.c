#include "evaluate/jet/aliases.h"

#include <string.h>

#define NOBODY UINT32_MAX

typedef struct resolver {
    vv_jet *j;
    vv_jet_instruction *list, *sorted;
    uint32_t *of;      /* representative of each variable (nvariables) */
    uint32_t *maker;   /* instruction that defines it, or NOBODY (nvariables) */
    uint32_t *waiting; /* instructions whose operands must be emitted first */
    bool *met;         /* for each instruction */
    uint32_t *table;   /* hash table of the instructions written: index + 1 */
    uint32_t size;     /* its size, a power of 2 */
} resolver;

static void read_by_names(const resolver *r, vv_jet_instruction *i) {
    i->a = r->of[i->a], i->b = r->of[i->b], i->c = r->of[i->c];
}

static void follow_names(resolver *r) {
    uint32_t n = (uint32_t)r->j->nvariables;
    for (uint32_t v = 0; v < n; v++)
        while (r->of[r->of[v]] != r->of[v]) r->of[v] = r->of[r->of[v]];
    for (uint32_t v = 0; v < n; v++) r->maker[v] = NOBODY;
    for (int k = 0; k < r->j->ninstructions; k++) {
        read_by_names(r, &r->list[k]);
        r->maker[r->list[k].out] = r->maker[r->list[k].second] = (uint32_t)k;
    }
}

/* Topological order: each instruction follows those that define its operands; otherwise the
 * order is kept. */
static void put_makers_first(resolver *r) {
    int n = r->j->ninstructions, to = 0, depth = 0;
    for (uint32_t k = 0; k < (uint32_t)n; k++) {
        if (!r->met[k]) r->met[r->waiting[depth++] = k] = true;
        while (depth) {
            const vv_jet_instruction *i = &r->list[r->waiting[depth - 1]];
            uint32_t maker[] = {r->maker[i->a], r->maker[i->b], r->maker[i->c]};
            int which = 0;
            while (which < 3 && (maker[which] == NOBODY || r->met[maker[which]])) which++;
            if (which < 3)
                r->met[r->waiting[depth++] = maker[which]] = true;
            else
                r->sorted[to++] = *i, depth--;
        }
    }
}

/* ---- duplicates ------------------------------------------------------------------------------ */

static uint32_t hash(const vv_jet_instruction *i) {
    uint64_t ka, kb, h = (uint64_t)i->op;
    memcpy(&ka, &i->ka, sizeof ka);
    memcpy(&kb, &i->kb, sizeof kb);
    const uint64_t part[] = {(uint64_t)i->a + i->b, (uint64_t)i->a * i->b, ka, kb};
    for (int k = 0; k < 4; k++) h = (h ^ part[k]) * UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)(h >> 32);
}

/* The factors of a product may be in either order. */
static bool are_alike(const vv_jet_instruction *i, const vv_jet_instruction *k) {
    bool product = i->op == VV_JET_MUL;
    return i->op == k->op && i->ka == k->ka && i->kb == k->kb && i->times == k->times &&
           ((i->a == k->a && i->b == k->b) || (product && i->a == k->b && i->b == k->a)) &&
           (product || i->c == k->c);
}

static bool is_plain(const vv_jet_instruction *i) {
    return i->op == VV_JET_LINEAR || i->op == VV_JET_MUL || i->op == VV_JET_MADD ||
           i->op == VV_JET_DIV || i->op == VV_JET_SINCOS || i->op == VV_JET_SQRT ||
           i->op == VV_JET_RATE;
}

/* The table entry of an equivalent instruction, or the free entry where it belongs. */
static uint32_t *find(resolver *r, const vv_jet_instruction *i) {
    uint32_t at = hash(i) & (r->size - 1);
    while (r->table[at] && !are_alike(&r->list[r->table[at] - 1], i)) at = (at + 1) & (r->size - 1);
    return &r->table[at];
}

/* Merges instructions that became equal when aliases were resolved. */
static void share(resolver *r, bool *late) {
    int to = 0;
    for (int k = 0; k < r->j->ninstructions; k++) {
        vv_jet_instruction i = r->sorted[k];
        read_by_names(r, &i);
        uint32_t *place = is_plain(&i) ? find(r, &i) : NULL;
        if (place && *place) {
            const vv_jet_instruction *known = &r->list[*place - 1];
            r->of[i.out] = known->out, r->of[i.second] = known->second;
            continue;
        }
        late[i.out] = late[i.second] = late[i.a] || late[i.b] || late[i.c];
        r->list[to++] = i;
        if (place) *place = (uint32_t)to;
    }
    r->j->ninstructions = to;
    for (uint32_t v = 0; v < (uint32_t)r->j->nvariables; v++) /* aliases of values defined
                                                               * elsewhere */
        r->of[v] = r->of[r->of[v]];
}

bool vv_jet_resolve_aliases(vv_ctx *c, vv_jet *j, vv_jet_instruction *list, uint32_t *of,
                            bool *late) {
    size_t n = (size_t)j->ninstructions + 1;
    vv_mark mark = vv_arena_mark(c);
    resolver r = {.j = j, .list = list, .of = of, .size = 64};
    while (r.size < 2 * n) r.size *= 2;
    r.sorted = VV_ARRAY_UNINIT(c, vv_jet_instruction, n);
    r.maker = VV_ARRAY(c, uint32_t, j->nvariables + 1);
    r.waiting = VV_ARRAY(c, uint32_t, n);
    r.met = VV_ARRAY(c, bool, n);
    r.table = VV_ARRAY(c, uint32_t, r.size);
    if (!vv_ctx_ok(c)) return false;
    follow_names(&r);
    put_makers_first(&r);
    share(&r, late);
    vv_arena_release(c, mark);
    return true;
}
