/* Nodes at which quotients of polynomials exceeded the budget of a factorization. Signs are
 * requested repeatedly for one long expression, for its negative, and for others that contain
 * it. Nodes are processed by ascending id, and those of a subexpression precede it: any
 * expression that contains such a node has spent at least as much when it gets there, with the
 * same budget and the same angles, and fails there again. Angles are identified by a 64-bit
 * hash; a collision costs a factorization but never creates one. */
#include "algebra/factor_budget.h"

enum { PLACES = 256 };

typedef struct place {
    uint32_t node; /* 0: empty entry */
    uint64_t angles;
} place;

struct vv_beyond {
    place at[PLACES];
};

static uint64_t mix(uint64_t x) {
    x = (x ^ x >> 32) * 0x9e3779b97f4a7c15u;
    return x ^ x >> 29;
}

/* Independent of the order in which they were found. */
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
    if (!vv_ctx_ok(a->c)) return; /* memory or time ran out, not the budget */
    if (!*b) *b = vv_block_resize(a->c, NULL, sizeof **b);
    if (*b) *place_of(*b, node) = (place){node.id, hash_angles(a)};
}
