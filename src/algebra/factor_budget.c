/* Nodes at which quotients of polynomials exceeded the budget of a factorisation.
 *
 * Signs are asked of one long expression several times, of its negative, and of others that contain
 * it. Nodes are worked out by ascending id and those of a part stand before it: whatever contains a
 * node that was too much has spent no less when it comes there, with the same budget and in the
 * same angles, and ends there again. Angles are told by a hash of 64 bits; one that lies costs a
 * factorisation and makes none. */
#include "algebra/factor_budget.h"

enum { PLACES = 256 };

typedef struct place {
    uint32_t node; /* 0: the place is empty */
    uint64_t angles;
} place;

struct vv_beyond {
    place at[PLACES];
};

static uint64_t mix(uint64_t x) {
    x = (x ^ x >> 32) * 0x9e3779b97f4a7c15u;
    return x ^ x >> 29;
}

/* In any order: that in which they are met is nothing of their own. */
static uint64_t hash_angles(const vv_atoms *a) {
    uint64_t h = 0;
    for (int i = 0; i < a->nangles; i++) h += mix(a->angle[i].unit.id);
    return h;
}

static place *place_of(struct vv_beyond *b, vv_expr node) { return &b->at[node.id % PLACES]; }

bool vv_factor_budget_exceeded(vv_atoms *a, vv_expr node) {
    struct vv_beyond *b = *vv_ctx_beyond(a->c);
    const place *p = b ? place_of(b, node) : NULL;
    return p && p->node == node.id && p->angles == hash_angles(a);
}

void vv_factor_budget_note(vv_atoms *a, vv_expr node) {
    struct vv_beyond **b = vv_ctx_beyond(a->c);
    if (!vv_ctx_ok(a->c)) return; /* memory or time ended, not the budget */
    if (!*b) *b = vv_block_resize(a->c, NULL, sizeof **b);
    if (*b) *place_of(*b, node) = (place){node.id, hash_angles(a)};
}
