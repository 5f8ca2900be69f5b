/* UTF-8 and names: decoding against an independent rule, width, canonical and LaTeX spelling. */
#include "base/utf8.h"

#include <unistr.h>

#include "tap.h"

static void test_decode(void) {
    bool round = true, agree = true;
    for (uint32_t u = 0; u <= 0x10ffff; u++) {
        char s[4];
        uint32_t back = 0;
        if (u >= 0xd800 && u <= 0xdfff) continue;
        size_t n = vv_utf8_encode(u, s);
        if (vv_utf8_decode(s, n, &back) != n || back != u) round = false;
        if (n > 1 && vv_utf8_decode(s, n - 1, &back) != 0) round = false;
    }
    ok(round, "every code point is encoded and decoded; a cut one is invalid");

    /* oracle: libunistring's check, on random bytes that often resemble UTF-8 */
    static const unsigned char likely[] = {0x00, 0x41, 0x7f, 0x80, 0x9f, 0xa0, 0xbf,
                                           0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xed, 0xef,
                                           0xf0, 0xf3, 0xf4, 0xf5, 0xff, 0x8f};
    seed_random(1);
    for (long i = 0; i < effort(200000); i++) {
        uint8_t s[4];
        for (int k = 0; k < 4; k++) s[k] = likely[random_below(sizeof likely)];
        ucs4_t u = 0;
        uint32_t v = 0;
        int want = u8_mbtoucr(&u, s, 4);
        size_t got = vv_utf8_decode((const char *)s, 4, &v);
        if (got != (size_t)(want < 0 ? 0 : want) || (got && u != v)) agree = false;
    }
    ok(agree, "random bytes are judged as libunistring judges them");
    uint32_t u;
    is_int(vv_utf8_decode("", 0, &u), 0, "nothing decodes to nothing");
}

static void test_width(void) {
    is_int(vv_utf8_width("abc", 3), 3, "ASCII");
    is_int(vv_utf8_width("θφ", strlen("θφ")), 2, "Greek");
    is_int(vv_utf8_width("e\xcc\x81", 3), 1, "a combining mark takes no column");
    is_int(vv_utf8_width("世", 3), 2, "a wide character takes two");
    is_int(vv_utf8_width("a\033b", 3), 2, "a control character takes none");
    is_int(vv_utf8_width("a\xff", 2), 2, "a stray byte takes one");
}

static const char *const names[][2] = {
    {"x", "x"},
    {"theta", "θ"},
    {"θ", "θ"},
    {"theta1", "θ1"},
    {"theta_x", "θ_x"},
    {"θ₁", "θ1"},
    {"Omega", "Ω"},
    {"\xe2\x84\xa6", "Ω"}, /* the ohm sign */
    {"Omega12", "Ω12"},
    {"thetax", "thetax"},
    {"etalon", "etalon"},
    {"xtheta", "xtheta"},
    {"THETA", "THETA"},
    {"eta", "η"},
    {"delta", "δ"},
    {"lambda", "λ"},
    {"lambda_1", "λ_1"},
    {"epsilon", "ε"},
    {"varepsilon", "ε"},
    {"varphi", "φ"},
    {"vartheta2", "θ2"},
    {"varsigma", "σ"},
    {"µ", "μ"},
    {"mu", "μ"},
    {"ϕ", "φ"},
    {"ϑ", "θ"},
    {"ϵ", "ε"},
    {"ϱ", "ρ"},
    {"ς", "σ"},
    {"∆x", "Δx"},
    {"pi", "pi"},
    {"π", "pi"},
    {"pi1", "π1"},
    {"π1", "π1"},
    {"pin", "pin"},
    {"Pi", "Π"},
    {"varpi", "ϖ"},
    {"ϖ", "ϖ"},
    {"e\xcc\x81", "\xc3\xa9"},        /* é composed */
    {"\xcf\xb5\xcc\x81", "\xce\xad"}, /* ϵ with an accent */
    {"Alpha", "\xce\x91"},
    {"varepsilons", "varepsilons"},
    {"", ""},
};

static const char *const latex[][2] = {
    {"p_φ", "p_\\varphi"},
    {"p_θ1", "p_{\\theta_{1}}"},
    {"θ", "\\theta"},
    {"θ1", "\\theta_1"},
    {"θ12", "\\theta_{12}"},
    {"x", "x"},
    {"x1", "x_1"},
    {"Ix", "\\mathit{Ix}"},
    {"pi", "\\pi"},
    {"Ω", "\\Omega"},
    {"φ", "\\varphi"},
    {"θ_φ", "\\theta_\\varphi"},
    {"m_in", "m_{\\mathit{in}}"},
    {"θ[3]", "\\theta_3"},
    {"k1[2]", "k_{1,2}"},
    {"P[1][2]", "P_{1,2}"},
    {"Α", "\\mathrm{A}"},
    {"μ_1", "\\mu_1"},
};

static void test_names(void) {
    vv_ctx *c = vv_ctx_new(NULL);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        is_text(vv_name_canonical(c, names[i][0], strlen(names[i][0])), names[i][1],
                "'%s' is known as '%s'", names[i][0], names[i][1]);
    is_text(vv_name_canonical(c, "theta = 1", 5), "θ", "only n bytes are read");
    is_text(vv_name_canonical(c, "a\xff", 2), "a\xff", "bytes that are not UTF-8 stay");
    for (size_t i = 0; i < sizeof latex / sizeof *latex; i++)
        is_text(vv_name_latex(c, latex[i][0]), latex[i][1], "'%s' in LaTeX", latex[i][0]);

    size_t n = 2000000;
    char *huge = vv_alloc(c, n + 1);
    for (size_t i = 0; i < n; i += 2) memcpy(huge + i, "µ", 2);
    const char *folded = vv_name_canonical(c, huge, n);
    ok(folded && strlen(folded) == n && memcmp(folded, "μ", 2) == 0, "a name of 2 MB");
    is_int(vv_ctx_status(c), VV_OK, "nothing failed");
    vv_ctx_free(c);

    /* every spelling is a fixed point: a canonical name is its own canonical name */
    c = vv_ctx_new(NULL);
    bool fixed = true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *s = names[i][1];
        if (strcmp(vv_name_canonical(c, s, strlen(s)), s) != 0) fixed = false;
    }
    ok(fixed, "canonical names stay as they are");
    vv_ctx_free(c);

    c = vv_ctx_new(&(vv_limits){.refuse_at = 1});
    ok(!vv_name_canonical(c, "θ", 2) && vv_ctx_status(c) == VV_E_NOMEM,
       "refused memory is reported");
    vv_ctx_free(c);
    c = vv_ctx_new(&(vv_limits){.bytes = 1});
    ok(!vv_name_latex(c, "θ1") && vv_ctx_status(c) == VV_E_NOMEM, "the same for LaTeX");
    vv_ctx_free(c);
}

int main(void) {
    test_decode();
    test_width();
    test_names();
    return done_testing();
}
