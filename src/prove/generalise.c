/* On which parts does an identity not depend? An identity in new symbols implies every instance
 * that is defined. So before the exact prover expands, parts on which the roots do not depend
 * become symbols: for example the solved velocities of a mechanism, if two methods agree for any
 * velocities. The parts are found at a random point modulo a prime: the derivative of the roots
 * with respect to such a part vanishes (one reverse sweep finds all of them), and the roots
 * still vanish with random values in their place. A wrong guess only costs time: what is proved
 * is the more general identity. */
#include <string.h>

#include "prove/modular_prover.h"
#include "prove/prove_internal.h"

enum { LONGEST_PRODUCT = 64, MOST_POINTS = 64, MOST_TRIES = 100 };

typedef struct sweep {
    const vv_prover_program *p;
    const vv_modular_point *lane;
    uint64_t *by; /* derivative of a random combination of the roots with respect to each slot
                   * (nslots) */
    bool *needed; /* slots that must not change: an operation without a rule reads them */
} sweep;

/* ---- derivatives of the roots --------------------------------------------------------------- */

static void add_to(sweep *s, uint32_t slot, uint64_t x) {
    s->by[slot] = vv_fp_add(&s->lane->f, s->by[slot], x);
}

static void need(void *data, uint32_t slot) { ((sweep *)data)->needed[slot] = true; }

static void back_product(sweep *s, const vv_prover_instruction *in, uint64_t a) {
    const vv_prime_field *f = &s->lane->f;
    const uint32_t *w = s->p->word + in->first;
    for (uint32_t i = 0; i < in->n; i++) {
        uint64_t d = a;
        for (uint32_t k = 0; k < in->n; k++) {
            uint64_t x = s->lane->value[w[2 * k]], n = w[2 * k + 1] - (k == i);
            if (n) d = vv_fp_mul(f, d, n == 1 ? x : vv_fp_pow(f, x, n));
        }
        if (w[2 * i + 1] > 1) d = vv_fp_mul(f, d, vv_fp_from_residue(f, w[2 * i + 1]));
        add_to(s, w[2 * i], d);
    }
}

static void back(sweep *s, const vv_prover_instruction *in) {
    if (in->op == VV_P_FACTOR) return; /* writes to the store, not to slots */
    const vv_prime_field *f = &s->lane->f;
    const uint32_t *w = s->p->word + in->first;
    uint64_t a = s->by[in->dst], v = s->lane->value[in->dst];
    bool smooth = !s->needed[in->dst] && !(in->op == VV_P_MUL && in->n > LONGEST_PRODUCT);
    switch (smooth ? (int)in->op : VV_P_COUNT) {
    case VV_P_ADD:
        for (uint32_t i = 0; a && i < in->n; i++)
            add_to(s, w[2 * i], vv_fp_mul(f, a, s->lane->rat[w[2 * i + 1]]));
        return;
    case VV_P_MUL:
        if (a) back_product(s, in, a);
        return;
    case VV_P_INV:
        if (a) add_to(s, w[0], vv_fp_neg(f, vv_fp_mul(f, a, vv_fp_mul(f, v, v))));
        return;
    case VV_P_SQRT:
        if (a && v) add_to(s, w[0], vv_fp_mul(f, a, vv_fp_inv(f, vv_fp_add(f, v, v))));
        return;
    default: break;
    }
    bool any = false;
    for (uint32_t i = 0, n = vv_prover_slots_written(in); i < n; i++)
        any |= s->by[in->dst + i] || s->needed[in->dst + i];
    if (any) vv_prover_program_operands(s->p, in, need, s);
}

/* ---- cutting -------------------------------------------------------------------------------- */

static bool may_cut(const vv_prover_instruction *in) {
    switch ((int)in->op) {
    case VV_P_ADD:
    case VV_P_MUL:
    case VV_P_INV:
    case VV_P_SQRT:
    case VV_P_ROOT:
    case VV_P_FUNC:
    case VV_P_SOLVE: return true;
    default: return false;
    }
}

static bool indifferent(const sweep *s, const vv_prover_instruction *in) {
    if (!may_cut(in)) return false;
    for (uint32_t i = 0; i < vv_prover_slots_written(in); i++)
        if (s->by[in->dst + i] || s->needed[in->dst + i]) return false;
    return true;
}

static void live(void *data, uint32_t slot) { ((bool *)data)[slot] = true; }

typedef struct edit {
    const vv_prover_program *p;
    vv_prover_instruction *ins;   /* as in p, with the modifications (nins) */
    bool *live;                   /* slots that are read (nslots) */
    bool *factor;                 /* FACTOR instructions that are used (nins) */
    vv_prover_instruction *extra; /* symbols for the other components of a SOLVE (nslots) */
    int nextra;
} edit;

/* A new symbol that occurs in no expression: node ids are far below these. Its sign is the last
 * word. */
static vv_prover_instruction fresh_symbol(const vv_prover_program *p, uint32_t slot) {
    return (vv_prover_instruction){VV_P_SYMBOL, 1, (uint32_t)p->nwords, slot, UINT32_MAX - slot};
}

static bool is_live(const edit *e, int i) {
    const vv_prover_instruction *in = &e->p->ins[i];
    if (in->op == VV_P_FACTOR) return e->factor[i];
    for (uint32_t k = 0, n = vv_prover_slots_written(in); k < n; k++)
        if (e->live[in->dst + k]) return true;
    return false;
}

/* An unused instruction writes a constant into a slot that nobody reads, so that indices do not
 * change. */
static void edit_instruction(edit *e, const bool *symbol, int i) {
    const vv_prover_instruction *in = &e->p->ins[i];
    if (!is_live(e, i)) {
        e->ins[i] = (vv_prover_instruction){VV_P_CONST, 0, 0, (uint32_t)e->p->nslots, 0};
    } else if (in->op == VV_P_FACTOR) {
        for (uint32_t k = 0; k < in->n; k++) e->live[e->p->word[in->first + k]] = true;
    } else if (symbol[i]) {
        e->ins[i] = fresh_symbol(e->p, in->dst);
        for (uint32_t k = 1; k < vv_prover_slots_written(in); k++)
            e->extra[e->nextra++] = fresh_symbol(e->p, in->dst + k);
    } else {
        if (in->op == VV_P_SOLVE) e->factor[in->aux] = true;
        vv_prover_program_operands(e->p, in, live, e->live);
    }
}

/* The program with the instructions marked in `symbol` as symbols. */
static vv_prover_program *cut(vv_ctx *c, const vv_prover_program *p, const bool *symbol) {
    vv_prover_program *out = VV_NEW(c, vv_prover_program);
    edit e = {.p = p};
    vv_prover_instruction *all = VV_ARRAY(c, vv_prover_instruction, p->nslots + p->nins + 1);
    uint32_t *word = VV_ARRAY(c, uint32_t, p->nwords + 1);
    e.ins = all ? all + p->nslots : NULL;
    e.live = VV_ARRAY(c, bool, p->nslots + 1);
    e.factor = VV_ARRAY(c, bool, p->nins + 1);
    e.extra = VV_ARRAY(c, vv_prover_instruction, p->nslots + 1);
    if (!out || !all || !word || !e.live || !e.factor || !e.extra) return NULL;
    memcpy(e.ins, p->ins, (size_t)p->nins * sizeof *p->ins);
    memcpy(word, p->word, (size_t)p->nwords * sizeof *p->word);
    word[p->nwords] = VV_ANY_SIGN;
    for (int i = 0; i < p->nroots; i++) e.live[p->root[i]] = true;
    for (int i = p->nins - 1; i >= 0; i--) edit_instruction(&e, symbol, i);
    /* the additional symbols come first; a SOLVE refers to its FACTOR by index */
    memcpy(e.ins - e.nextra, e.extra, (size_t)e.nextra * sizeof *e.extra);
    for (int i = 0; i < p->nins; i++)
        if (e.ins[i].op == VV_P_SOLVE) e.ins[i].aux += (uint32_t)e.nextra;
    *out = *p;
    out->ins = e.ins - e.nextra;
    out->nins += e.nextra;
    out->word = word;
    out->nwords++;
    out->nslots++;
    out->npositive = 0;
    return out;
}

/* ---- the whole ------------------------------------------------------------------------------ */

/* A point where everything is defined; false if none was found. */
static bool find_point(const vv_prover_program *p, vv_modular_point *lane, uint64_t *state) {
    for (int i = 0; i < MOST_POINTS; i++)
        if (vv_modular_point_run(p, lane, state) == VV_MODULAR_POINT_DONE) return true;
    return false;
}

static bool vanishes(vv_ctx *c, const vv_prover_program *p, uint64_t *state) {
    vv_modular_point lane;
    int which;
    return vv_modular_point_alloc(c, p, &lane) && find_point(p, &lane, state) &&
           vv_modular_roots_vanish(p, &lane, NULL, &which);
}

/* Do the roots still vanish if candidates lo .. hi - 1 become symbols, too? Then they stay
 * marked. */
static bool try_range(vv_ctx *c, const vv_prover_program *p, const int *candidate, int lo, int hi,
                      bool *symbol, uint64_t *state) {
    vv_mark m = vv_arena_mark(c);
    for (int i = lo; i < hi; i++) symbol[candidate[i]] = true;
    vv_prover_program *out = cut(c, p, symbol);
    bool good = out && vanishes(c, out, state);
    for (int i = lo; i < hi && !good; i++) symbol[candidate[i]] = false;
    vv_arena_release(c, m);
    return good;
}

/* All at once; a range that fails is halved, the part far from the roots first: symbols deep
 * below preserve more of the structure above. */
static void choose(vv_ctx *c, const vv_prover_program *p, const int *candidate, int n, bool *symbol,
                   uint64_t *state) {
    int stack[2 * MOST_TRIES][2], depth = 1;
    stack[0][0] = 0, stack[0][1] = n;
    for (int tries = 0; depth && tries < MOST_TRIES && vv_ctx_tick(c); tries++) {
        int lo = stack[--depth][0], hi = stack[depth][1], middle = lo + (hi - lo) / 2;
        if (lo == hi || try_range(c, p, candidate, lo, hi, symbol, state) || hi - lo == 1) continue;
        stack[depth][0] = middle, stack[depth++][1] = hi;
        stack[depth][0] = lo, stack[depth++][1] = middle;
    }
}

vv_prover_program *vv_prover_program_generalise(vv_ctx *c, vv_prover_program *p, uint64_t seed) {
    vv_modular_point lane;
    uint64_t state = seed;
    int which, n = 0;
    sweep s = {p, &lane, VV_ARRAY(c, uint64_t, p->nslots + 1), VV_ARRAY(c, bool, p->nslots + 1)};
    int *candidate = VV_ARRAY(c, int, p->nins + 1);
    bool *symbol = VV_ARRAY(c, bool, p->nins + 1);
    if (!s.by || !s.needed || !candidate || !symbol || !vv_modular_point_alloc(c, p, &lane))
        return NULL;
    if (p->beyond || !find_point(p, &lane, &state) ||
        !vv_modular_roots_vanish(p, &lane, NULL, &which))
        return NULL;
    for (int i = 0; i < p->nroots; i++)
        add_to(&s, p->root[i], vv_fp_hash(&lane.f, vv_splitmix_next(&state)));
    for (int i = p->nins - 1; i >= 0; i--) back(&s, &p->ins[i]);
    for (int i = 0; i < p->nins; i++)
        if (indifferent(&s, &p->ins[i])) candidate[n++] = i;
    choose(c, p, candidate, n, symbol, &state);
    return n ? cut(c, p, symbol) : p;
}

vv_prover_program *vv_prover_program_free_roots(vv_ctx *c, const vv_prover_program *p) {
    bool *symbol = VV_ARRAY(c, bool, p->nins + 1);
    int n = 0;
    for (int i = 0; symbol && i < p->nins; i++)
        n += symbol[i] = p->ins[i].op == VV_P_SQRT && !p->ins[i].aux;
    vv_prover_program *out = symbol && !p->beyond ? cut(c, p, symbol) : NULL;
    if (out) out->nsqrt -= n;
    return out;
}
