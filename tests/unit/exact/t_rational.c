/* Exact rationals: the oracle is 128-bit integer arithmetic, and algebraic laws beyond it. */
#include "exact/rational.h"

#include <math.h>

#include "exact/gmp_words.h"
#include "tap.h"

static const char *text(vv_ctx *c, vv_rat a) {
    vv_buffer b = VV_BUFFER(c);
    vv_rat_write(&b, a);
    return vv_buffer_text(&b);
}

static vv_rat parse(vv_ctx *c, const char *s) {
    vv_rat r;
    if (!vv_rat_parse(c, s, &r)) fail("reads %s", s);
    return r;
}

static void reading(vv_ctx *c) {
    static const char *const row[][2] = {
        {"0", "0"},
        {"-0", "0"},
        {"12", "12"},
        {"0.1", "1/10"},
        {".5", "1/2"},
        {"2.", "2"},
        {"2e-3", "1/500"},
        {"1.5e3", "1500"},
        {"-0.75", "-3/4"},
        {"1E+2", "100"},
        {"9223372036854775807", "9223372036854775807"},
        {"9223372036854775808", "9223372036854775808"},
        {"-9223372036854775808", "-9223372036854775808"},
        {"1e20", "100000000000000000000"},
        {"1e-20", "1/100000000000000000000"},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        is_text(text(c, parse(c, row[i][0])), row[i][1], "reads %s", row[i][0]);
    static const char *const wrong[] = {"",  ".",  "-",  "1e",          "1e+", "1.2.3",
                                        "x", "1x", "e5", "1e999999999", "--1"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        vv_rat r;
        ok(!vv_rat_parse(c, wrong[i], &r), "refuses '%s'", wrong[i]);
    }
    ok(vv_ctx_ok(c), "a malformed number is an answer, not a failure");
}

/* Numbers near the limits of the inline representation are the interesting ones. */
static vv_rat some(vv_ctx *c) {
    static const int64_t edge[] = {0,
                                   1,
                                   -1,
                                   2,
                                   3,
                                   -7,
                                   10,
                                   INT64_MAX,
                                   -INT64_MAX,
                                   INT64_MIN,
                                   INT64_MAX - 1,
                                   (int64_t)1 << 32,
                                   -((int64_t)1 << 31),
                                   1000003};
    int n = sizeof edge / sizeof *edge;
    int64_t a = edge[random_below(n)], b = edge[random_below(n)];
    vv_rat r = vv_rat_make(c, a, b ? b : 1);
    return random_below(4) ? r : vv_rat_mul(c, r, vv_rat_make(c, edge[random_below(n)], 3));
}

static void laws(vv_ctx *c) {
    long bad[10] = {0};
    for (long i = 0, n = effort(5000); i < n; i++) {
        vv_rat x = some(c), y = some(c), z = some(c);
        vv_rat xy = vv_rat_mul(c, x, y), sum = vv_rat_add(c, x, y);
        bad[0] += !vv_rat_equal(vv_rat_sub(c, sum, y), x);
        bad[1] += !vv_rat_equal(vv_rat_mul(c, sum, z),
                                vv_rat_add(c, vv_rat_mul(c, x, z), vv_rat_mul(c, y, z)));
        bad[2] += vv_rat_sign(y) && !vv_rat_equal(vv_rat_div(c, xy, y), x);
        bad[3] += vv_rat_cmp(c, x, y) != vv_rat_sign(vv_rat_sub(c, x, y));
        bad[4] += vv_rat_sign(xy) != vv_rat_sign(x) * vv_rat_sign(y);
        bad[5] += vv_rat_hash(vv_rat_sub(c, sum, y)) != vv_rat_hash(x);
        bad[6] += !vv_rat_equal(vv_rat_neg(c, vv_rat_neg(c, x)), x);
        const uint64_t p = 4611686018427387847u; /* a prime below 2^62 */
        uint64_t rx, ry, rs;
        if (vv_rat_mod(x, p, &rx) && vv_rat_mod(y, p, &ry) && vv_rat_mod(sum, p, &rs))
            bad[7] += (rx + ry) % p != rs;
        double d = vv_rat_double(x) * vv_rat_double(y);
        bad[8] += fabs(vv_rat_double(xy) - d) > 1e-15 * fabs(d);
        bad[9] += vv_rat_sign(x) &&
                  !vv_rat_equal(vv_rat_mul(c, vv_rat_pow(c, x, 3), vv_rat_pow(c, x, -2)), x);
    }
    static const char *const name[] = {
        "x + y - y = x",           "distributive", "x y / y = x",  "order",  "signs",
        "equal values hash alike", "--x = x",      "residues add", "double", "powers"};
    for (int i = 0; i < 10; i++) is_int(bad[i], 0, "law: %s", name[i]);
}

static void squares(vv_ctx *c) {
    static const char *const row[][3] = {
        {"8", "2", "2"},
        {"0.5", "1/2", "2"},
        {"-12", "2", "-3"},
        {"49", "7", "1"},
        {"7", "1", "7"},
        {"0.08", "1/5", "2"},
        {"1e40", "100000000000000000000", "1"},
        {"0", "1", "0"},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        vv_rat root, rest;
        vv_rat_split_square(c, parse(c, row[i][0]), &root, &rest);
        is_text(text(c, root), row[i][1], "root of %s", row[i][0]);
        is_text(text(c, rest), row[i][2], "rest of %s", row[i][0]);
    }
    vv_rat root, rest;
    vv_rat_split_square(c, vv_rat_pow(c, vv_rat_int(1000003), 2), &root, &rest);
    is_text(text(c, root), "1000003", "a perfect square without small factors");
}

static void edges(vv_ctx *c) {
    ok(vv_rat_double(vv_rat_make(c, 1, 3)) == 1.0 / 3, "1/3 as double");
    ok(vv_rat_double(parse(c, "9007199254740993")) == 9007199254740992.0, "ties go to even");
    ok(vv_rat_double(parse(c, "9007199254740995")) == 9007199254740996.0,
       "ties go to even, upwards");
    ok(vv_rat_double(parse(c, "9007199254740993.0000000000000000000001")) == 9007199254740994.0,
       "just above a tie goes up");
    ok(vv_rat_double(parse(c, "1e-300")) == 1e-300, "small as double");
    ok(vv_rat_double(parse(c, "123456789012345678901234567890e-10")) ==
           12345678901234567890.123456789,
       "correctly rounded");
    ok(vv_rat_height(vv_rat_int(1)) == 0 && vv_rat_height(vv_rat_make(c, 3, 8)) == 4, "height");
    uint64_t r;
    ok(!vv_rat_mod(vv_rat_make(c, 1, 7), 7, &r), "no residue when p divides the denominator");
    ok(vv_rat_mod(vv_rat_int(-1), 7, &r) && r == 6, "residue of a negative number");
    vv_rat big = vv_rat_pow(c, vv_rat_int(3), 1000000000);
    ok(vv_ctx_status(c) == VV_E_NOMEM && vv_rat_sign(big) == 0,
       "a number beyond the limit is refused");
}

/* Words that do not fit a long of 32 bits, and the last that are inline. */
static void words(vv_ctx *c) {
    static const uint64_t word[] = {0,          1,          UINT32_MAX,       1ull << 32,
                                    INT64_MAX,  1ull << 63, (1ull << 63) + 1, UINT64_MAX - 1,
                                    UINT64_MAX, 1ull << 31, (1ull << 31) - 1, 1000003};
    mpz_t z, square;
    mpz_init(z);
    mpz_init(square);
    for (size_t i = 0; i < sizeof word / sizeof *word; i++) {
        char want[32], got[32];
        snprintf(want, sizeof want, "%llu", (unsigned long long)word[i]);
        vv_mpz_set_word(z, word[i]);
        mpz_get_str(got, 10, z);
        is_text(got, want, "word %s to GMP", want);
        ok(vv_mpz_word(z) == word[i], "and back");
        int64_t n = 0;
        bool fits = word[i] <= INT64_MAX;
        ok(vv_mpz_get_int64(z, &n) == fits && n == (fits ? (int64_t)word[i] : 0), "as int64");
        mpz_neg(z, z);
        ok(vv_mpz_get_int64(z, &n) == fits && n == (fits ? -(int64_t)word[i] : 0), "negative");
        const uint64_t p = (1ull << 62) - 57;
        mpz_mul(square, z, z);
        mpz_mul(square, square, z); /* of several limbs, negative */
        ok(vv_mpz_mod_by_limbs(square, p) == mpz_fdiv_ui(square, p) &&
               vv_mpz_mod_word(square, p) == mpz_fdiv_ui(square, p),
           "its cube modulo a word");
    }
    mpz_clear(z);
    mpz_clear(square);
    vv_rat least = vv_rat_make(c, INT64_MIN, 1), most = vv_rat_int(INT64_MAX);
    ok(least.big && !vv_rat_neg(c, most).big, "INT64_MIN is not inline, -INT64_MAX is");
    is_text(text(c, least), "-9223372036854775808", "INT64_MIN");
    is_text(text(c, vv_rat_make(c, INT64_MIN, INT64_MAX)),
            "-9223372036854775808/9223372036854775807", "both extremes");
    vv_rat back = vv_rat_add(c, least, vv_rat_int(1));
    ok(!back.big && back.num == -INT64_MAX, "from limbs to the inline form");
    is_text(text(c, vv_rat_pow(c, most, 2)), "85070591730234615847396907784232501249",
            "its square");
    is_text(text(c, vv_rat_pow(c, vv_rat_int(-1), INT64_MAX)), "-1", "an exponent beyond 2^32");
    ok(vv_rat_double(least) == -0x1p63 && vv_rat_double(most) == 0x1p63, "extremes as doubles");
}

int main(void) {
    vv_ctx *c = vv_ctx_new(NULL);
    seed_random(20261116);
    reading(c);
    laws(c);
    squares(c);
    words(c);
    edges(c);
    vv_ctx_free(c);
    return done_testing();
}
