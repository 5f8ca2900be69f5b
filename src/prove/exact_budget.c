/* Initial segments of programs on which the exact prover exhausted its budget. Many proofs about
 * one mechanism begin alike: the velocities allowed by its constraints are solved for first. If
 * that alone exceeds the budget, every such proof does: the same initial instructions, with no
 * larger budget and no fewer variables (each variable increases the cost), fail at the same
 * point. They are identified by a 64-bit hash; a collision costs an exact certificate but never
 * creates one. */
#include "prove/exact_budget.h"

enum { PLACES = 256 };

typedef struct beginning {
    uint64_t hash; /* 0: empty entry */
    size_t terms;
    int variables;
} beginning;

struct vv_lost {
    beginning at[PLACES];
};

static uint64_t mix(uint64_t h, uint64_t x) {
    h = (h ^ x) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 32;
}

static uint64_t mix_words(uint64_t h, const uint32_t *w, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) h = mix(h, w[i]);
    return h;
}

/* Hashes constants by value: their indices depend on what comes later. */
static uint64_t mix_instruction(uint64_t h, const vv_prover_program *p,
                                const vv_prover_instruction *in) {
    const uint32_t *w = p->word + in->first;
    h = mix(mix(mix(h, in->op), in->n), in->dst);
    switch ((int)in->op) {
    case VV_P_CONST: return mix(h, vv_rat_hash(p->rat[in->aux]));
    case VV_P_ADD:
        for (uint32_t i = 0; i < in->n; i++)
            h = mix(mix(h, w[2 * i]), vv_rat_hash(p->rat[w[2 * i + 1]]));
        return h;
    case VV_P_MUL: return mix_words(h, w, 2 * in->n);
    case VV_P_ROOT: return mix_words(h, w, 3);
    case VV_P_TURN:
    case VV_P_STRETCH:
        for (uint32_t i = 0; i < in->n; i++) {
            const vv_prover_term *t = &p->term[in->first + i];
            h = mix(mix(mix(h, t->value), t->partner), (uint64_t)t->k);
        }
        return mix(h, in->aux);
    case VV_P_FUNC: return mix_words(mix(h, in->aux), w, 2 * in->n + 1);
    default: return mix_words(mix(h, in->aux), w, in->n);
    }
}

static beginning *place_of(struct vv_lost *lost, uint64_t hash) { return &lost->at[hash % PLACES]; }

bool vv_exact_budget_exceeded(vv_ctx *c, const vv_prover_program *p, int variables, size_t terms) {
    struct vv_lost *lost = *vv_ctx_lost(c);
    uint64_t h = 1;
    for (int i = 0; lost && i < p->nins; i++) {
        h = mix_instruction(h, p, &p->ins[i]);
        const beginning *b = place_of(lost, h);
        if (b->hash == h && terms <= b->terms && variables >= b->variables) return true;
    }
    return false;
}

void vv_exact_budget_note(vv_ctx *c, const vv_prover_program *p, int last, int variables,
                          size_t terms) {
    struct vv_lost **lost = vv_ctx_lost(c);
    uint64_t h = 1;
    if (!*lost) *lost = vv_block_resize(c, NULL, sizeof **lost);
    if (!*lost) return;
    for (int i = 0; i <= last; i++) h = mix_instruction(h, p, &p->ins[i]);
    *place_of(*lost, h) = (beginning){h, terms, variables};
}
