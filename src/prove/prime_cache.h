/* Primes that were searched before in this context. For files of prove/ only. */
#ifndef VV_PROVE_PRIME_CACHE_H
#define VV_PROVE_PRIME_CACHE_H

#include "base/base.h"

/* vv_prime_search, remembering what it finds: proofs with many roots draw thousands of primes, each
 * from the same seed. */
uint64_t vv_prime_random(vv_ctx *c, uint64_t *state, uint64_t odd);

#endif
