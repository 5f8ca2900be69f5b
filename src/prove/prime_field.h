/* Arithmetic modulo a 62-bit prime in Montgomery form (R = 2^64). Primes are ≡ 23 modulo 24:
 * then 2 and 3 are squares and -1 is not, so that the quadratic character behaves like the sign
 * of a real number (χ(-1) = -1, χ(2) = χ(3) = 1, multiplicative); cube roots are unique; and a
 * square root is a single power. modular_prover.c explains how this is used. [Montgomery1985] */
#ifndef VV_PROVE_PRIME_FIELD_H
#define VV_PROVE_PRIME_FIELD_H

#include <stdbool.h>
#include <stdint.h>

__extension__ typedef unsigned __int128 vv_u128;

typedef struct vv_prime_field {
    uint64_t p;    /* 2^61 < p < 2^62 */
    uint64_t ninv; /* -1/p mod 2^64 */
    uint64_t one;  /* 2^64 mod p */
    uint64_t r2;   /* 2^128 mod p */
} vv_prime_field;

/* p odd, below 2^62; primality is not checked. */
vv_prime_field vv_prime_field_make(uint64_t p);
bool vv_prime_test(uint64_t p); /* deterministic for p ≡ 3 mod 4, 100 < p < 2^62 */
/* The next random prime ≡ 23 mod 24 between 2^61 and 2^62 with p - 1 coprime to `odd`. */
uint64_t vv_prime_search(uint64_t *state, uint64_t odd);
/* The same for odd = 1 from a table, in the states that most proofs pass; false in others. */
bool vv_prime_standard(uint64_t *state, uint64_t *prime);
/* log2 of a lower bound for the number of primes from which vv_prime_search chooses. */
#define VV_LOG2_PRIMES 51.0

/* splitmix64 [Steele2014]: the finalizer mixes keys, the stream generates random numbers. */
static inline uint64_t vv_splitmix_mix(uint64_t h, uint64_t x) {
    h = (h ^ x) + 0x9e3779b97f4a7c15u;
    h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9u;
    h = (h ^ (h >> 27)) * 0x94d049bb133111ebu;
    return h ^ (h >> 31);
}
#define VV_SPLITMIX_STEP 0x9e3779b97f4a7c15u
static inline uint64_t vv_splitmix_next(uint64_t *state) {
    return vv_splitmix_mix(*state += VV_SPLITMIX_STEP, 0);
}

static inline uint64_t vv_fp_add(const vv_prime_field *f, uint64_t a, uint64_t b) {
    uint64_t s = a + b;
    return s >= f->p ? s - f->p : s;
}
static inline uint64_t vv_fp_sub(const vv_prime_field *f, uint64_t a, uint64_t b) {
    return a >= b ? a - b : a + f->p - b;
}
static inline uint64_t vv_fp_neg(const vv_prime_field *f, uint64_t a) { return a ? f->p - a : 0; }
/* t/2^64 for t < p 2^64 [Montgomery1985]. */
static inline uint64_t vv_fp_reduce(const vv_prime_field *f, vv_u128 t) {
    uint64_t m = (uint64_t)t * f->ninv;
    uint64_t r = (uint64_t)((t + (vv_u128)m * f->p) >> 64);
    return r >= f->p ? r - f->p : r;
}
static inline uint64_t vv_fp_mul(const vv_prime_field *f, uint64_t a, uint64_t b) {
    return vv_fp_reduce(f, (vv_u128)a * b);
}
static inline uint64_t vv_fp_from_residue(const vv_prime_field *f, uint64_t residue) {
    return vv_fp_mul(f, residue, f->r2);
}
static inline uint64_t vv_fp_to_residue(const vv_prime_field *f, uint64_t a) {
    return vv_fp_mul(f, a, 1);
}

uint64_t vv_fp_pow(const vv_prime_field *f, uint64_t a, uint64_t k);
uint64_t vv_fp_inv(const vv_prime_field *f, uint64_t a); /* a != 0 */
/* The square root that is itself a square ("the positive one"); false if a is not a square. */
bool vv_fp_sqrt(const vv_prime_field *f, uint64_t a, uint64_t *out);
/* Quadratic character: 1, p - 1 or 0, in Montgomery form; the sign of a. */
int vv_fp_quadratic_character(const vv_prime_field *f, uint64_t a);
/* A uniformly distributed residue derived from a key. */
uint64_t vv_fp_hash(const vv_prime_field *f, uint64_t key);

#endif
