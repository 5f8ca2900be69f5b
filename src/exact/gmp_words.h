/* GMP integers from and to 64-bit words. GMP's own _ui and _si functions take a long, which has 32
 * bits on some systems, and a limb need not have 64. For exact/ only. */
#ifndef VV_EXACT_GMP_WORDS_H
#define VV_EXACT_GMP_WORDS_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include <gmp.h>

enum { VV_WORD_LIMBS = (64 + GMP_NUMB_BITS - 1) / GMP_NUMB_BITS };

/* The limbs of n, VV_WORD_LIMBS of them; how many are in use. */
static inline int vv_word_limbs(uint64_t n, mp_limb_t *out) {
    int used = 0;
    for (int i = 0; i < VV_WORD_LIMBS; i++) {
        out[i] = (mp_limb_t)(n >> i * GMP_NUMB_BITS) & GMP_NUMB_MASK;
        if (out[i]) used = i + 1;
    }
    return used;
}

static inline void vv_mpz_set_word(mpz_t z, uint64_t n) {
    int used = vv_word_limbs(n, mpz_limbs_write(z, VV_WORD_LIMBS));
    mpz_limbs_finish(z, used);
}

/* The lowest 64 bits of |z|. */
static inline uint64_t vv_mpz_word(mpz_srcptr z) {
    uint64_t n = 0;
    for (int i = 0; i < VV_WORD_LIMBS; i++) n |= (uint64_t)mpz_getlimbn(z, i) << i * GMP_NUMB_BITS;
    return n;
}

/* As an int64, if |z| < 2^63: INT64_MIN is none, so that all can be negated. */
static inline bool vv_mpz_get_int64(mpz_srcptr z, int64_t *out) {
    if (mpz_sizeinbase(z, 2) > 63) return false;
    *out = mpz_sgn(z) < 0 ? -(int64_t)vv_mpz_word(z) : (int64_t)vv_mpz_word(z);
    return true;
}

/* z mod p, 0 <= result < p < 2^63, limb by limb. */
static inline uint64_t vv_mpz_mod_by_limbs(mpz_srcptr z, uint64_t p) {
    __extension__ typedef unsigned __int128 uint128;
    uint64_t r = 0;
    for (size_t i = mpz_size(z); i-- > 0;)
        r = (uint64_t)(((uint128)r << GMP_NUMB_BITS | mpz_getlimbn(z, (mp_size_t)i)) % p);
    return mpz_sgn(z) < 0 && r ? p - r : r;
}

static inline uint64_t vv_mpz_mod_word(mpz_srcptr z, uint64_t p) {
    return p <= ULONG_MAX ? mpz_fdiv_ui(z, (unsigned long)p) : vv_mpz_mod_by_limbs(z, p);
}

#endif
