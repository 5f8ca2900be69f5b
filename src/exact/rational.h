/* Exact rational numbers: int64/int64 inline, GMP limbs in the arena on overflow. Always
 * normalized: den > 0, gcd 1, and `big` only if the value does not fit inline. Values are plain
 * records, copied freely; limbs live as long as the context. Results of more than
 * VV_RAT_MAX_BITS bits fail the context with VV_E_NOMEM and give 0. */
#ifndef VV_EXACT_RATIONAL_H
#define VV_EXACT_RATIONAL_H

#include "base/base.h"

enum { VV_RAT_MAX_BITS = 1 << 20 };

struct vv_bigrat;
typedef struct vv_rat {
    int64_t num, den; /* den > 0; den == 0: the value is in big */
    const struct vv_bigrat *big;
} vv_rat;

vv_rat vv_rat_int(int64_t n);
vv_rat vv_rat_make(vv_ctx *c, int64_t num, int64_t den); /* den != 0 */
/* Digits with optional fraction and exponent ("0.1", "2e-3"); false if malformed or too large. */
bool vv_rat_parse(vv_ctx *c, const char *text, vv_rat *out);

vv_rat vv_rat_add(vv_ctx *c, vv_rat a, vv_rat b);
vv_rat vv_rat_sub(vv_ctx *c, vv_rat a, vv_rat b);
vv_rat vv_rat_mul(vv_ctx *c, vv_rat a, vv_rat b);
vv_rat vv_rat_div(vv_ctx *c, vv_rat a, vv_rat b); /* b != 0, otherwise VV_E_INTERNAL */
vv_rat vv_rat_neg(vv_ctx *c, vv_rat a);
vv_rat vv_rat_inv(vv_ctx *c, vv_rat a);            /* a != 0, likewise */
vv_rat vv_rat_pow(vv_ctx *c, vv_rat a, int64_t k); /* a != 0 when k < 0 */

int vv_rat_sign(vv_rat a);
int vv_rat_cmp(vv_ctx *c, vv_rat a, vv_rat b);
bool vv_rat_equal(vv_rat a, vv_rat b);
uint64_t vv_rat_hash(vv_rat a);
static inline bool vv_rat_is_one(vv_rat a) { return a.num == 1 && a.den == 1; }
static inline bool vv_rat_is_int(vv_rat a) { return a.den == 1; } /* inline integers only */

/* a = root^2 * rest, where rest has no square factor found by trial division up to 1000; root >
 * 0. */
void vv_rat_split_square(vv_ctx *c, vv_rat a, vv_rat *root, vv_rat *rest);

double vv_rat_double(vv_rat a);
uint64_t vv_gcd(uint64_t a, uint64_t b);
/* 1/a modulo a prime p < 2^63 that does not divide a. */
uint64_t vv_invert_mod(uint64_t a, uint64_t p);
/* Residue modulo an odd prime p < 2^63; false if p divides the denominator. */
bool vv_rat_mod(vv_rat a, uint64_t p, uint64_t *out);
/* log2 of max(|num|, den), rounded up: the height used in proof bounds. */
double vv_rat_height(vv_rat a);
/* "3", "-1/2" */
void vv_rat_write(vv_buffer *out, vv_rat a);
/* For exact/ only: sets a GMP rational (an mpq_ptr, passed as void *). */
void vv_rat_get_mpq(vv_rat a, void *mpq);
vv_rat vv_rat_from_mpq(vv_ctx *c, const void *mpq);

#endif
