#include "prove/prime_cache.h"

#include "prove/prime_field.h"

enum { FIRST = 1 << 8, MOST = 1 << 15 };

typedef struct found {
    uint64_t state, after, prime;
} found;

/* In the order of the search: every proof draws the same primes, as many as it needs. */
struct vv_prime_cache {
    int n, room, next; /* next: place of the one that follows the last drawn */
    found *at;
};

static bool has_room(vv_ctx *c, struct vv_prime_cache *k) {
    if (k->n < k->room) return true;
    int room = k->room ? 2 * k->room : FIRST;
    found *at = room <= MOST ? vv_block_resize(c, k->at, (size_t)room * sizeof *at) : NULL;
    if (at) k->at = at, k->room = room;
    return at != NULL;
}

static uint64_t draw(vv_ctx *c, struct vv_prime_cache *k, uint64_t *state) {
    if (k->n && k->at[0].state == *state) k->next = 0;
    bool known = k->next < k->n && k->at[k->next].state == *state;
    bool follows = !k->n || (k->next == k->n && k->at[k->n - 1].after + VV_SPLITMIX_STEP == *state);
    if (!known && !(follows && has_room(c, k))) return vv_prime_search(state, 1);
    found *f = &k->at[k->next++];
    if (!known) {
        f->state = *state;
        f->prime = vv_prime_search(state, 1);
        f->after = *state;
        k->n++;
    }
    *state = f->after;
    return f->prime;
}

uint64_t vv_prime_random(vv_ctx *c, uint64_t *state, uint64_t odd) {
    struct vv_prime_cache **cache = vv_ctx_primes(c);
    uint64_t prime;
    if (odd != 1) return vv_prime_search(state, odd);
    if (vv_prime_standard(state, &prime)) return prime;
    if (!*cache) *cache = vv_block_resize(c, NULL, sizeof **cache);
    return *cache ? draw(c, *cache, state) : vv_prime_search(state, 1);
}
