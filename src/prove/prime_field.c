#include "prove/prime_field.h"

#include "exact/exact.h"
#include "prove/prove_internal.h"

vv_prime_field vv_prime_field_make(uint64_t p) {
    vv_prime_field f = {.p = p};
    uint64_t inv = p; /* Newton: correct to 3 bits, then 6, 12, 24, 48, 96 */
    for (int i = 0; i < 5; i++) inv *= 2 - p * inv;
    f.ninv = 0 - inv;
    f.one = (uint64_t)(((vv_u128)1 << 64) % p);
    f.r2 = (uint64_t)((vv_u128)f.one * f.one % p);
    return f;
}

uint64_t vv_fp_pow(const vv_prime_field *f, uint64_t a, uint64_t k) {
    uint64_t r = f->one;
    for (; k; k >>= 1) {
        if (k & 1) r = vv_fp_mul(f, r, a);
        a = vv_fp_mul(f, a, a);
    }
    return r;
}

uint64_t vv_fp_inv(const vv_prime_field *f, uint64_t a) {
    return vv_fp_from_residue(f, vv_invert_mod(vv_fp_to_residue(f, a), f->p));
}

/* a^((p+1)/4), for p ≡ 3 mod 4; it is a power of a square, hence a square itself. */
bool vv_fp_sqrt(const vv_prime_field *f, uint64_t a, uint64_t *out) {
    *out = vv_fp_pow(f, a, (f->p + 1) / 4);
    return vv_fp_mul(f, *out, *out) == a;
}

/* Jacobi symbol by the binary algorithm: several times cheaper than a^((p-1)/2). */
int vv_fp_quadratic_character(const vv_prime_field *f, uint64_t a) {
    uint64_t x = vv_fp_to_residue(f, a), n = f->p;
    int sign = 1;
    while (x) {
        int twos = __builtin_ctzll(x);
        x >>= twos;
        if ((twos & 1) && ((n & 7) == 3 || (n & 7) == 5)) sign = -sign;
        if ((x & 3) == 3 && (n & 3) == 3) sign = -sign;
        uint64_t rest = n % x;
        n = x;
        x = rest;
    }
    return n == 1 ? sign : 0;
}

uint64_t vv_fp_hash(const vv_prime_field *f, uint64_t key) {
    uint64_t x = vv_splitmix_mix(key, 0x5851f42d4c957f2du) >> 2;
    while (x >= f->p) x = vv_splitmix_mix(key += 0x9e3779b97f4a7c15u, 0x14057b7ef767814fu) >> 2;
    return x;
}

/* Strong pseudoprime test to the seven bases of [Sinclair2011], for which no composite below
 * 2^64 passes. For p ≡ 3 mod 4 it reads a^((p-1)/2) = ±1. */
bool vv_prime_test(uint64_t p) {
    static const uint64_t base[] = {2, 325, 9375, 28178, 450775, 9780504, 1795265022};
    vv_prime_field f = vv_prime_field_make(p);
    for (int i = 0; i < 7; i++) {
        uint64_t a = base[i] % p;
        if (a == 0) continue;
        uint64_t r = vv_fp_pow(&f, vv_fp_from_residue(&f, a), (p - 1) / 2);
        if (r != f.one && r != f.p - f.one) return false;
    }
    return true;
}

static bool has_small_factor(uint64_t p) {
    static const uint8_t small[] = {5,  7,  11, 13, 17, 19, 23, 29, 31, 37, 41, 43,
                                    47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97};
    for (unsigned i = 0; i < sizeof small; i++)
        if (p % small[i] == 0) return true;
    return false;
}

uint64_t vv_prime_search(uint64_t *state, uint64_t odd) {
    const uint64_t low = (uint64_t)1 << 61;
    for (;;) {
        uint64_t x = low + (vv_splitmix_next(state) >> 3);
        uint64_t p = x - x % 24 + 23;
        if (p >> 62 || has_small_factor(p)) continue;
        if (odd > 1 && vv_gcd(p - 1, odd) != 1) continue;
        if (vv_prime_test(p)) return p;
    }
}

/* The primes that vv_prime_search finds from the default seed, lane by lane, with the number of
 * draws for each: most proofs start there, and the search takes longer than the rest of a short
 * proof. */
static const struct {
    uint8_t draws;
    uint64_t prime;
} standard[] = {
    /* clang-format off */
    {21, 0x394f8c5f27167c97}, {17, 0x2e99fdf861a99eb7}, {13, 0x2e8754cdee1d44f7},
    { 3, 0x2894ed62b7ce263f}, { 2, 0x264310e217a37257}, {40, 0x379a2e71ab136707},
    {17, 0x35d4bcbcb3114e2f}, { 1, 0x331bc7695c48e027}, {27, 0x37650508f9883a2f},
    {47, 0x28b7654042cbdcf7}, {10, 0x2c4c3f2d07f64cff}, {20, 0x2e1197b61eeb33f7},
    {13, 0x3dae399bcea9d787}, {13, 0x2c9658351e0dbb07}, { 2, 0x391672214962e317},
    {15, 0x3e82d110f915ee4f}, { 7, 0x3817d16e6d936287}, {63, 0x303a32566602fbef},
    { 3, 0x26056425a0c28147}, {16, 0x3c52a300eb416b4f}, {18, 0x355ed78df6eab43f},
    { 3, 0x2603392f51efa5bf}, {11, 0x35f2debf5294852f}, { 2, 0x2d6b92bd9353e7ef},
    { 7, 0x32563c6271cd593f}, { 8, 0x3ab5d90df4f1932f}, {18, 0x2321dedcfdde7dbf},
    {21, 0x343e93f27b8a6057}, {23, 0x2a7b7468ce08f5f7}, { 2, 0x2fbebb2ee9d6bdb7},
    {28, 0x27e8aaef61a82eaf}, {10, 0x338566f62e7738d7},
    /* clang-format on */
};

bool vv_prime_standard(uint64_t *state, uint64_t *prime) {
    uint64_t at = VV_PROVE_DEFAULT_SEED;
    for (unsigned i = 0; i < sizeof standard / sizeof *standard; i++) {
        uint64_t after = at + standard[i].draws * VV_SPLITMIX_STEP;
        if (at == *state) {
            *state = after;
            *prime = standard[i].prime;
            return true;
        }
        at = after + VV_SPLITMIX_STEP; /* a lane draws one more number: its key */
    }
    return false;
}
