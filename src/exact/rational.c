#include "exact/rational.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exact/gmp_words.h"

/* A value that does not fit inline: limbs of the numerator, then of the denominator. */
struct vv_bigrat {
    int num_limbs; /* signed as in mpz: negative for a negative value */
    int den_limbs;
    mp_limb_t limbs[];
};

/* Decimal texts longer than this (digits and exponent together) exceed VV_RAT_MAX_BITS. */
enum { MOST_DIGITS = 315000 };

__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;

static const vv_rat zero = {0, 1, NULL};

/* ---- conversion between the inline form, limbs and GMP -------------------------------------- */

/* Read-only views of a value as GMP integers; `room` holds the limbs of an inline value. */
typedef struct view {
    mpz_t num, den;
    mp_limb_t room[2][VV_WORD_LIMBS];
} view;

static int limbs_of(int n) { return n < 0 ? -n : n; }

static uint64_t magnitude(int64_t n) { return n < 0 ? 0 - (uint64_t)n : (uint64_t)n; }

static void view_init(view *v, vv_rat a) {
    if (a.big) {
        mpz_roinit_n(v->num, a.big->limbs, a.big->num_limbs);
        mpz_roinit_n(v->den, a.big->limbs + limbs_of(a.big->num_limbs), a.big->den_limbs);
        return;
    }
    int num = vv_word_limbs(magnitude(a.num), v->room[0]),
        den = vv_word_limbs((uint64_t)a.den, v->room[1]);
    mpz_roinit_n(v->num, v->room[0], a.num < 0 ? -num : num);
    mpz_roinit_n(v->den, v->room[1], den);
}

static size_t bits(vv_rat a) {
    view v;
    view_init(&v, a);
    return mpz_sizeinbase(v.num, 2) + mpz_sizeinbase(v.den, 2);
}

/* True, with VV_E_NOMEM in the context, if a result of this many bits must not be formed. */
static bool refuse(vv_ctx *c, double estimate) {
    if (estimate <= VV_RAT_MAX_BITS) return false;
    vv_ctx_fail(c, VV_E_NOMEM);
    return true;
}

/* Exports a canonical GMP rational. INT64_MIN goes to the limbs, so that inline values can
 * always be negated. */
static vv_rat export_mpq(vv_ctx *c, const __mpq_struct *q) {
    const __mpz_struct *n = &q->_mp_num, *d = &q->_mp_den;
    int64_t num, den;
    if (vv_mpz_get_int64(n, &num) && vv_mpz_get_int64(d, &den)) return (vv_rat){num, den, NULL};
    if (refuse(c, (double)mpz_sizeinbase(n, 2) + (double)mpz_sizeinbase(d, 2))) return zero;
    size_t nn = mpz_size(n), nd = mpz_size(d);
    /* a block, not arena memory: numbers outlive the scratch region in which they were computed */
    struct vv_bigrat *b = vv_block_resize(c, NULL, sizeof *b + (nn + nd) * sizeof(mp_limb_t));
    if (!b) return zero;
    b->num_limbs = mpz_sgn(n) < 0 ? -(int)nn : (int)nn;
    b->den_limbs = (int)nd;
    memcpy(b->limbs, mpz_limbs_read(n), nn * sizeof(mp_limb_t));
    memcpy(b->limbs + nn, mpz_limbs_read(d), nd * sizeof(mp_limb_t));
    return (vv_rat){0, 0, b};
}

void vv_rat_get_mpq(vv_rat a, void *mpq) {
    view v;
    view_init(&v, a);
    mpq_ptr q = mpq;
    mpz_set(mpq_numref(q), v.num);
    mpz_set(mpq_denref(q), v.den);
}

vv_rat vv_rat_from_mpq(vv_ctx *c, const void *mpq) { return export_mpq(c, mpq); }

/* ---- construction --------------------------------------------------------------------------- */

uint64_t vv_gcd(uint64_t a, uint64_t b) {
    if (!a || !b) return a | b;
    int shift = __builtin_ctzll(a | b);
    a >>= __builtin_ctzll(a);
    while (b) {
        b >>= __builtin_ctzll(b);
        if (a > b) {
            uint64_t t = a;
            a = b;
            b = t;
        }
        b -= a;
    }
    return a << shift;
}

/* Quotient of two 64-bit magnitudes with a sign; den != 0. */
static vv_rat normalise(vv_ctx *c, bool negative, uint64_t num, uint64_t den) {
    uint64_t g = vv_gcd(num, den);
    num /= g;
    den /= g;
    if (num <= INT64_MAX && den <= INT64_MAX)
        return (vv_rat){negative ? -(int64_t)num : (int64_t)num, (int64_t)den, NULL};
    mpq_t q;
    mpq_init(q);
    vv_mpz_set_word(mpq_numref(q), num);
    vv_mpz_set_word(mpq_denref(q), den);
    if (negative) mpq_neg(q, q);
    vv_rat r = export_mpq(c, q);
    mpq_clear(q);
    return r;
}

/* Inline values can always be negated, so INT64_MIN is excluded; without a context it cannot go
 * to the limbs either. No caller needs it: literals are read by vv_rat_parse. */
vv_rat vv_rat_int(int64_t n) { return (vv_rat){n == INT64_MIN ? -INT64_MAX : n, 1, NULL}; }

vv_rat vv_rat_make(vv_ctx *c, int64_t num, int64_t den) {
    if (den == 1 && num != INT64_MIN) return (vv_rat){num, 1, NULL};
    return normalise(c, (num < 0) != (den < 0), magnitude(num), magnitude(den));
}

/* Reads [sign]digits[.digits][e[sign]digits]; on success the digits without the point, and the
 * power of ten. */
static bool scan(const char *s, char *digits, long *power) {
    size_t n = 0;
    bool any = false;
    *power = 0;
    if (*s == '-' || *s == '+') {
        if (*s == '-') digits[n++] = '-';
        s++;
    }
    for (bool point = false; (*s >= '0' && *s <= '9') || (*s == '.' && !point); s++) {
        if (*s == '.') {
            point = true;
            continue;
        }
        digits[n++] = *s;
        any = true;
        if (point) --*power;
    }
    digits[n] = 0;
    if (!any) return false;
    if (*s == 'e' || *s == 'E') {
        bool minus = *++s == '-';
        if (*s == '-' || *s == '+') s++;
        if (*s < '0' || *s > '9') return false;
        long e = 0;
        for (; *s >= '0' && *s <= '9'; s++)
            if (e <= MOST_DIGITS) e = e * 10 + (*s - '0');
        *power += minus ? -e : e;
    }
    return *s == 0;
}

/* Digits with at most one point that fit a word: nearly every number in a model. */
static bool parse_short(vv_ctx *c, const char *s, vv_rat *out) {
    enum { MOST = 18 }; /* 10^18 < 2^63 */
    int64_t num = 0, den = 1;
    int digits = 0;
    bool point = false;
    for (; (*s >= '0' && *s <= '9') || (*s == '.' && !point); s++) {
        if (*s == '.') {
            point = true;
            continue;
        }
        if (++digits > MOST) return false;
        num = 10 * num + (*s - '0');
        if (point) den *= 10;
    }
    if (*s || !digits) return false;
    *out = vv_rat_make(c, num, den);
    return true;
}

bool vv_rat_parse(vv_ctx *c, const char *text, vv_rat *out) {
    if (parse_short(c, text, out)) return vv_ctx_ok(c);
    *out = zero;
    size_t length = strlen(text);
    if (length > MOST_DIGITS) return false;
    vv_mark m = vv_arena_mark(c);
    char *digits = vv_alloc(c, length + 2);
    long power = 0;
    bool good = digits && scan(text, digits, &power) && labs(power) + (long)length <= MOST_DIGITS;
    mpq_t q, ten;
    mpq_init(q);
    mpq_init(ten);
    if (good) {
        mpz_set_str(mpq_numref(q), digits, 10);
        mpz_ui_pow_ui(mpq_numref(ten), 10, (unsigned long)labs(power));
        if (power < 0)
            mpq_div(q, q, ten);
        else
            mpq_mul(q, q, ten);
    }
    vv_arena_release(c, m); /* before the export, whose limbs must stay */
    if (good) *out = export_mpq(c, q);
    mpq_clear(q);
    mpq_clear(ten);
    return good && vv_ctx_ok(c);
}

/* ---- arithmetic ----------------------------------------------------------------------------- */

typedef void mpq_operation(mpq_ptr, mpq_srcptr, mpq_srcptr);

/* The slow path: GMP temporaries live only here. */
static vv_rat with_gmp(vv_ctx *c, mpq_operation *f, vv_rat a, vv_rat b) {
    if (refuse(c, (double)bits(a) + (double)bits(b))) return zero;
    mpq_t x, y;
    mpq_init(x);
    mpq_init(y);
    vv_rat_get_mpq(a, x);
    vv_rat_get_mpq(b, y);
    f(x, x, y);
    vv_rat r = export_mpq(c, x);
    mpq_clear(x);
    mpq_clear(y);
    return r;
}

vv_rat vv_rat_neg(vv_ctx *c, vv_rat a) {
    if (!a.big) return (vv_rat){-a.num, a.den, NULL};
    return with_gmp(c, mpq_sub, zero, a);
}

vv_rat vv_rat_add(vv_ctx *c, vv_rat a, vv_rat b) {
    int64_t x, y, n, d;
    if (!a.big && !b.big) {
        if (a.den == 1 && b.den == 1 && !__builtin_add_overflow(a.num, b.num, &n) && n != INT64_MIN)
            return (vv_rat){n, 1, NULL};
        if (!__builtin_mul_overflow(a.num, b.den, &x) &&
            !__builtin_mul_overflow(b.num, a.den, &y) && !__builtin_add_overflow(x, y, &n) &&
            !__builtin_mul_overflow(a.den, b.den, &d))
            return normalise(c, n < 0, magnitude(n), (uint64_t)d);
    }
    return with_gmp(c, mpq_add, a, b);
}

vv_rat vv_rat_sub(vv_ctx *c, vv_rat a, vv_rat b) {
    if (!b.big) return vv_rat_add(c, a, (vv_rat){-b.num, b.den, NULL});
    return with_gmp(c, mpq_sub, a, b);
}

vv_rat vv_rat_mul(vv_ctx *c, vv_rat a, vv_rat b) {
    if (!a.big && !b.big) {
        int64_t n, d;
        if (!__builtin_mul_overflow(a.num, b.num, &n) &&
            !__builtin_mul_overflow(a.den, b.den, &d)) {
            if (d == 1 && n != INT64_MIN) return (vv_rat){n, 1, NULL};
            return normalise(c, n < 0, magnitude(n), (uint64_t)d);
        }
    }
    return with_gmp(c, mpq_mul, a, b);
}

/* Callers exclude zero; a fraction over zero would fail in a library, far from its cause. */
static vv_rat division_by_zero(vv_ctx *c) {
    vv_ctx_fail(c, VV_E_INTERNAL);
    return zero;
}

vv_rat vv_rat_inv(vv_ctx *c, vv_rat a) {
    if (vv_rat_sign(a) == 0) return division_by_zero(c);
    if (!a.big) return a.num < 0 ? (vv_rat){-a.den, -a.num, NULL} : (vv_rat){a.den, a.num, NULL};
    return with_gmp(c, mpq_div, vv_rat_int(1), a);
}

vv_rat vv_rat_div(vv_ctx *c, vv_rat a, vv_rat b) {
    if (vv_rat_sign(b) == 0) return division_by_zero(c);
    if (!b.big) return vv_rat_mul(c, a, vv_rat_inv(c, b));
    return with_gmp(c, mpq_div, a, b);
}

vv_rat vv_rat_pow(vv_ctx *c, vv_rat a, int64_t k) {
    if (k == 0) return vv_rat_int(1);
    if (k == 1) return a;
    if (vv_rat_sign(a) == 0) return zero;
    uint64_t n = magnitude(k);
    if (!a.big && a.den == 1 && (a.num == 1 || a.num == -1)) return vv_rat_int(n & 1 ? a.num : 1);
    if (refuse(c, ((double)bits(a) - 1) * (double)n)) return zero;
    mpq_t q;
    mpq_init(q);
    vv_rat_get_mpq(a, q);
    /* far below 2^32: the result was not refused */
    mpz_pow_ui(mpq_numref(q), mpq_numref(q), (unsigned long)n);
    mpz_pow_ui(mpq_denref(q), mpq_denref(q), (unsigned long)n);
    if (k < 0) mpq_inv(q, q);
    vv_rat r = export_mpq(c, q);
    mpq_clear(q);
    return r;
}

/* ---- predicates ----------------------------------------------------------------------------- */

int vv_rat_sign(vv_rat a) {
    if (a.big) return a.big->num_limbs < 0 ? -1 : 1;
    return (a.num > 0) - (a.num < 0);
}

int vv_rat_cmp(vv_ctx *c, vv_rat a, vv_rat b) {
    (void)c;
    if (!a.big && !b.big) {
        int128 x = (int128)a.num * b.den, y = (int128)b.num * a.den;
        return (x > y) - (x < y);
    }
    mpq_t x, y;
    mpq_init(x);
    mpq_init(y);
    vv_rat_get_mpq(a, x);
    vv_rat_get_mpq(b, y);
    int r = mpq_cmp(x, y);
    mpq_clear(x);
    mpq_clear(y);
    return (r > 0) - (r < 0);
}

static size_t limb_count(const struct vv_bigrat *b) {
    return (size_t)limbs_of(b->num_limbs) + (size_t)b->den_limbs;
}

bool vv_rat_equal(vv_rat a, vv_rat b) {
    if (!a.big || !b.big) return !a.big && !b.big && a.num == b.num && a.den == b.den;
    return a.big->num_limbs == b.big->num_limbs && a.big->den_limbs == b.big->den_limbs &&
           memcmp(a.big->limbs, b.big->limbs, limb_count(a.big) * sizeof(mp_limb_t)) == 0;
}

/* splitmix64's finalizer: every input bit affects every output bit. */
static uint64_t mix(uint64_t h, uint64_t x) {
    h = (h ^ x) + 0x9e3779b97f4a7c15u;
    h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9u;
    h = (h ^ (h >> 27)) * 0x94d049bb133111ebu;
    return h ^ (h >> 31);
}

uint64_t vv_rat_hash(vv_rat a) {
    if (!a.big) return mix(mix(1, (uint64_t)a.num), (uint64_t)a.den);
    uint64_t h = mix(2, (uint64_t)a.big->num_limbs);
    for (size_t i = 0, n = limb_count(a.big); i < n; i++) h = mix(h, a.big->limbs[i]);
    return h;
}

/* Moves squared prime factors below 1000 (and a remaining perfect square) out of `n`; root is
 * their product. */
static void take_squares(mpz_t n, mpz_t root) {
    mpz_set_ui(root, 1);
    for (unsigned long p = 2; p <= 1000 && mpz_cmp_ui(n, p) >= 0; p += p == 2 ? 1 : 2)
        while (mpz_divisible_ui_p(n, p * p)) { /* a composite p finds nothing left to divide */
            mpz_divexact_ui(n, n, p * p);
            mpz_mul_ui(root, root, p);
        }
    if (mpz_cmp_ui(n, 1) > 0 && mpz_perfect_square_p(n)) {
        mpz_t s;
        mpz_init(s);
        mpz_sqrt(s, n);
        mpz_mul(root, root, s);
        mpz_set_ui(n, 1);
        mpz_clear(s);
    }
}

/* n/d = (r / (e s))^2 * (m s) with n = r^2 m, d = e^2 s: the rest is an integer, so that equal
 * square roots coincide. The sign stays in the rest. */
void vv_rat_split_square(vv_ctx *c, vv_rat a, vv_rat *root, vv_rat *rest) {
    *root = vv_rat_int(1);
    *rest = a;
    if (vv_rat_sign(a) == 0) return;
    mpq_t q, r;
    mpq_init(q);
    mpq_init(r);
    vv_rat_get_mpq(a, q);
    int sign = mpq_sgn(q);
    mpz_abs(mpq_numref(q), mpq_numref(q));
    take_squares(mpq_numref(q), mpq_numref(r));
    take_squares(mpq_denref(q), mpq_denref(r));
    mpz_mul(mpq_denref(r), mpq_denref(r), mpq_denref(q));
    mpz_mul(mpq_numref(q), mpq_numref(q), mpq_denref(q));
    mpz_set_ui(mpq_denref(q), 1);
    if (sign < 0) mpq_neg(q, q);
    mpq_canonicalize(r);
    *root = export_mpq(c, r);
    *rest = export_mpq(c, q);
    mpq_clear(q);
    mpq_clear(r);
}

/* ---- conversions ---------------------------------------------------------------------------- */

/* Correctly rounded: a quotient of 62 to 64 bits with a sticky last bit, rounded once by the
 * conversion. (Subnormal results are rounded twice.) */
static double round_quotient(const view *v) {
    long shift = 63 - (long)mpz_sizeinbase(v->num, 2) + (long)mpz_sizeinbase(v->den, 2);
    mpz_t n, d, r;
    mpz_init(n);
    mpz_init(d);
    mpz_init(r);
    mpz_abs(n, v->num);
    mpz_set(d, v->den);
    if (shift >= 0)
        mpz_mul_2exp(n, n, (mp_bitcnt_t)shift);
    else
        mpz_mul_2exp(d, d, (mp_bitcnt_t)-shift);
    mpz_tdiv_qr(n, r, n, d);
    uint64_t q = vv_mpz_word(n) | (mpz_sgn(r) != 0);
    mpz_clear(n);
    mpz_clear(d);
    mpz_clear(r);
    int exponent = shift > INT_MAX / 2   ? INT_MAX / 2
                   : shift < INT_MIN / 2 ? INT_MIN / 2
                                         : (int)shift;
    double x = ldexp((double)q, -exponent);
    return mpz_sgn(v->num) < 0 ? -x : x;
}

double vv_rat_double(vv_rat a) {
    const int64_t exact = (int64_t)1 << 53;
    if (!a.big && a.num <= exact && a.num >= -exact && a.den <= exact)
        return (double)a.num / (double)a.den;
    view v;
    view_init(&v, a);
    return round_quotient(&v);
}

static uint64_t mul_mod(uint64_t a, uint64_t b, uint64_t p) {
    return (uint64_t)((uint128)a * b % p);
}

/* The extended Euclidean algorithm: about a third of the cost of a^(p-2). */
uint64_t vv_invert_mod(uint64_t a, uint64_t p) {
    int64_t t = 0, u = 1;
    uint64_t r = p, s = a;
    while (s) {
        uint64_t q = r / s, w = r - q * s;
        int64_t v = t - (int64_t)q * u;
        r = s;
        s = w;
        t = u;
        u = v;
    }
    return t < 0 ? (uint64_t)(t + (int64_t)p) : (uint64_t)t;
}

bool vv_rat_mod(vv_rat a, uint64_t p, uint64_t *out) {
    uint64_t n, d;
    if (a.big) {
        view v;
        view_init(&v, a);
        n = vv_mpz_mod_word(v.num, p);
        d = vv_mpz_mod_word(v.den, p);
    } else {
        n = magnitude(a.num) % p;
        if (a.num < 0 && n) n = p - n;
        d = (uint64_t)a.den % p;
    }
    if (!d) return false;
    *out = d == 1 ? n : mul_mod(n, vv_invert_mod(d, p), p);
    return true;
}

double vv_rat_height(vv_rat a) {
    view v;
    view_init(&v, a);
    size_t n = mpz_sizeinbase(v.num, 2), d = mpz_sizeinbase(v.den, 2);
    if (!a.big && magnitude(a.num) <= 1 && a.den == 1) return 0;
    return (double)(n > d ? n : d);
}

void vv_rat_write(vv_buffer *out, vv_rat a) {
    if (!a.big) {
        vv_buffer_printf(out, a.den == 1 ? "%lld" : "%lld/%lld", (long long)a.num,
                         (long long)a.den);
        return;
    }
    view v;
    view_init(&v, a);
    vv_mark m = vv_arena_mark(out->ctx);
    size_t room = mpz_sizeinbase(v.num, 10) + mpz_sizeinbase(v.den, 10) + 4;
    char *text = vv_alloc(out->ctx, room);
    if (!text) return;
    mpz_get_str(text, 10, v.num);
    if (mpz_cmp_ui(v.den, 1) != 0) {
        size_t n = strlen(text);
        text[n] = '/';
        mpz_get_str(text + n + 1, 10, v.den);
    }
    vv_buffer_add(out, text);
    vv_arena_release(out->ctx, m);
}
