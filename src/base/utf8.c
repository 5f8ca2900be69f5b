#include "base/utf8.h"

#include <ctype.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <uninorm.h>
#include <unistr.h>
#include <uniwidth.h>

#include "base/buffer.h"

size_t vv_utf8_decode(const char *s, size_t n, uint32_t *code_point) {
    const unsigned char *b = (const unsigned char *)s;
    if (n == 0) return 0;
    if (b[0] < 0x80) {
        *code_point = b[0];
        return 1;
    }
    size_t length = b[0] >= 0xf0 ? 4 : b[0] >= 0xe0 ? 3 : 2;
    if (b[0] < 0xc2 || b[0] > 0xf4 || n < length) return 0;
    uint32_t u = b[0] & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((b[i] & 0xc0) != 0x80) return 0;
        u = u << 6 | (b[i] & 0x3fu);
    }
    /* overlong forms, surrogates, and values beyond Unicode */
    if ((length == 3 && u < 0x800) || (length == 4 && u < 0x10000)) return 0;
    if ((u >= 0xd800 && u <= 0xdfff) || u > 0x10ffff) return 0;
    *code_point = u;
    return length;
}

size_t vv_utf8_encode(uint32_t u, char out[4]) {
    if (u < 0x80) {
        out[0] = (char)u;
        return 1;
    }
    size_t length = u < 0x800 ? 2 : u < 0x10000 ? 3 : 4;
    for (size_t i = length - 1; i > 0; i--, u >>= 6) out[i] = (char)(0x80 | (u & 0x3f));
    out[0] = (char)((0xf00u >> length & 0xf0) | u);
    return length;
}

bool vv_utf8_is_hidden(uint32_t u) {
    return u < 0x20 || (u >= 0x7f && u < 0xa0) || u == 0x61c || u == 0x180e ||
           (u >= 0x200b && u <= 0x200f) || (u >= 0x2028 && u <= 0x202e) ||
           (u >= 0x2060 && u <= 0x206f) || u == 0xfeff || (u >= 0xfff9 && u <= 0xfffb) ||
           (u >= 0xe0000 && u <= 0xe007f);
}

size_t vv_utf8_show(const char *s, size_t n, char shown[VV_UTF8_SHOWN]) {
    uint32_t u;
    size_t k = vv_utf8_decode(s, n, &u);
    if (k == 0 || (u < 0x100 && vv_utf8_is_hidden(u))) {
        snprintf(shown, VV_UTF8_SHOWN, "\\x%02x", k ? u : (unsigned)(unsigned char)*s);
    } else if (vv_utf8_is_hidden(u)) {
        snprintf(shown, VV_UTF8_SHOWN, "\\u%04x", u);
    } else {
        memcpy(shown, s, k);
        shown[k] = '\0';
    }
    return k ? k : 1;
}

/* The length of the text as shown; `out` (NULL allowed) receives it. */
static size_t make_visible(const char *s, char *out) {
    char shown[VV_UTF8_SHOWN];
    size_t all = 0;
    for (size_t n = strlen(s), k; n; s += k, n -= k) {
        bool plain = *s == '\n' || *s == '\t';
        k = plain ? 1 : vv_utf8_show(s, n, shown);
        size_t length = plain ? 1 : strlen(shown);
        if (out) memcpy(out + all, plain ? s : shown, length);
        all += length;
    }
    return all;
}

const char *vv_utf8_visible(vv_ctx *c, const char *s) {
    size_t n = make_visible(s, NULL);
    if (n == strlen(s)) return s; /* every escape is longer than what it stands for */
    char *out = vv_alloc(c, n + 1);
    if (out) make_visible(s, out);
    return out;
}

int vv_utf8_width(const char *s, size_t n) {
    int columns = 0;
    while (n > 0) {
        uint32_t u;
        size_t k = vv_utf8_decode(s, n, &u);
        int w = k ? uc_width(u, "UTF-8") : 1;
        columns += w > 0 ? w : 0; /* control characters have width 0, a stray byte 1 */
        if (!k) k = 1;
        s += k;
        n -= k;
    }
    return columns;
}

/* The Greek alphabet: name, letter, LaTeX; U+03B1 is α. The var-forms are variants of the same
 * letters, but ϖ is a letter of its own: folding it into π would silently turn an angle into the
 * number. */
typedef struct letter {
    const char *name, *glyph, *latex;
} letter;

/* clang-format off */
static const letter greek[] = {
    {"alpha", "α", "\\alpha"},      {"beta", "β", "\\beta"},        {"gamma", "γ", "\\gamma"},
    {"delta", "δ", "\\delta"},      {"epsilon", "ε", "\\varepsilon"}, {"zeta", "ζ", "\\zeta"},
    {"eta", "η", "\\eta"},          {"theta", "θ", "\\theta"},      {"iota", "ι", "\\iota"},
    {"kappa", "κ", "\\kappa"},      {"lambda", "λ", "\\lambda"},    {"mu", "μ", "\\mu"},
    {"nu", "ν", "\\nu"},            {"xi", "ξ", "\\xi"},            {"omicron", "ο", "o"},
    {"pi", "π", "\\pi"},            {"rho", "ρ", "\\rho"},          {"sigma", "σ", "\\sigma"},
    {"tau", "τ", "\\tau"},          {"upsilon", "υ", "\\upsilon"},  {"phi", "φ", "\\varphi"},
    {"chi", "χ", "\\chi"},          {"psi", "ψ", "\\psi"},          {"omega", "ω", "\\omega"},
    {"Alpha", "Α", "\\mathrm{A}"},  {"Beta", "Β", "\\mathrm{B}"},   {"Gamma", "Γ", "\\Gamma"},
    {"Delta", "Δ", "\\Delta"},      {"Epsilon", "Ε", "\\mathrm{E}"}, {"Zeta", "Ζ", "\\mathrm{Z}"},
    {"Eta", "Η", "\\mathrm{H}"},    {"Theta", "Θ", "\\Theta"},      {"Iota", "Ι", "\\mathrm{I}"},
    {"Kappa", "Κ", "\\mathrm{K}"},  {"Lambda", "Λ", "\\Lambda"},    {"Mu", "Μ", "\\mathrm{M}"},
    {"Nu", "Ν", "\\mathrm{N}"},     {"Xi", "Ξ", "\\Xi"},            {"Omicron", "Ο", "\\mathrm{O}"},
    {"Pi", "Π", "\\Pi"},            {"Rho", "Ρ", "\\mathrm{P}"},    {"Sigma", "Σ", "\\Sigma"},
    {"Tau", "Τ", "\\mathrm{T}"},    {"Upsilon", "Υ", "\\Upsilon"},  {"Phi", "Φ", "\\Phi"},
    {"Chi", "Χ", "\\mathrm{X}"},    {"Psi", "Ψ", "\\Psi"},          {"Omega", "Ω", "\\Omega"},
    {"varepsilon", "ε", "\\varepsilon"}, {"vartheta", "θ", "\\theta"}, {"varkappa", "κ", "\\kappa"},
    {"varpi", "ϖ", "\\varpi"},      {"varrho", "ρ", "\\rho"},       {"varsigma", "σ", "\\sigma"},
    {"varphi", "φ", "\\varphi"},
};
enum { LETTERS = sizeof greek / sizeof *greek, LONGEST_NAME = 10 };

/* Characters easily mistaken for another one. NFC already folds the signs for ohm, kelvin and
 * ångström. */
static const struct { uint32_t from, to; } alike[] = {
    {0x00b5, 0x03bc}, /* µ micro sign → μ */   {0x0278, 0x03c6}, /* ɸ Latin phi → φ  */
    {0x03c2, 0x03c3}, /* ς final → σ      */   {0x03d0, 0x03b2}, /* ϐ → β            */
    {0x03d1, 0x03b8}, /* ϑ → θ            */   {0x03d5, 0x03c6}, /* ϕ → φ            */
    {0x03f0, 0x03ba}, /* ϰ → κ            */   {0x03f1, 0x03c1}, /* ϱ → ρ            */
    {0x03f4, 0x0398}, /* ϴ → Θ            */   {0x03f5, 0x03b5}, /* ϵ → ε            */
    {0x2206, 0x0394}, /* ∆ increment → Δ  */
};
/* clang-format on */

static uint32_t fold(uint32_t u) {
    if (u >= 0x2080 && u <= 0x2089) return '0' + (u - 0x2080); /* subscript digits: x₁ is x1 */
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++)
        if (alike[i].from == u) return alike[i].to;
    return u;
}

static bool is_ascii(const char *s, size_t n) {
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)s[i] >= 0x80) return false;
    return true;
}

/* NFC; bytes that are not UTF-8 are left unchanged (the lexer reports them). */
static char *normalize(vv_ctx *c, char *s, size_t n) {
    if (is_ascii(s, n) || u8_check((const uint8_t *)s, n)) return s;
    /* NFC makes UTF-8 at most three times as long [UAX 15, table 15]; libunistring calls malloc
     * only if our buffer is too small, which therefore cannot happen */
    size_t room = 3 * n + 8;
    uint8_t *buffer = vv_alloc(c, room + 1);
    if (!buffer) return NULL;
    size_t got = room;
    uint8_t *result = u8_normalize(UNINORM_NFC, (const uint8_t *)s, n, buffer, &got);
    if (result != buffer) {
        free(result);
        return s;
    }
    buffer[got] = '\0';
    return (char *)buffer;
}

/* Folds look-alikes in place: no folded form is longer than the original. */
static size_t fold_text(char *s, size_t n) {
    size_t out = 0;
    for (size_t i = 0; i < n;) {
        uint32_t u;
        size_t k = vv_utf8_decode(s + i, n - i, &u);
        if (!k) {
            s[out++] = s[i++];
            continue;
        }
        out += vv_utf8_encode(fold(u), s + out);
        i += k;
    }
    s[out] = '\0';
    return out;
}

/* The letter whose name is the first word of s; a word ends before a digit, '_' or the end. */
static const letter *spelt_out(const char *s, size_t *length) {
    size_t n = 0;
    while (n <= LONGEST_NAME && ((s[n] | 32) >= 'a' && (s[n] | 32) <= 'z')) n++;
    if (s[n] != '\0' && s[n] != '_' && (s[n] < '0' || s[n] > '9')) return NULL;
    for (int i = 0; i < LETTERS; i++)
        if (greek[i].name[0] == s[0] && strncmp(greek[i].name, s, n) == 0 && !greek[i].name[n]) {
            *length = n;
            return &greek[i];
        }
    return NULL;
}

char *vv_name_canonical(vv_ctx *c, const char *s, size_t n) {
    char *folded = vv_strndup(c, s, n);
    if (!folded) return NULL;
    /* folding comes first: ϵ with an accent must match ε with the same accent, which NFC
     * composes */
    char *name = is_ascii(folded, n) ? folded : normalize(c, folded, fold_text(folded, n));
    if (!name) return NULL;
    size_t word;
    /* the number keeps its Latin name: the only Greek letter that is reserved */
    if (strcmp(name, "pi") == 0) return name;
    if (strcmp(name, "π") == 0) return strcpy(name, "pi");
    const letter *l = spelt_out(name, &word);
    return l ? vv_format(c, "%s%s", l->glyph, name + word) : name;
}

/* One part of a name (base or subscript): a Greek letter, possibly with a number, a number, a
 * single letter or a word. */
static char *part_latex(vv_ctx *c, const char *s, size_t n) {
    for (int i = 0; i < LETTERS; i++) {
        size_t k = strlen(greek[i].glyph);
        if (k > n || memcmp(greek[i].glyph, s, k) != 0) continue;
        if (k == n) return vv_strdup(c, greek[i].latex);
        if (strspn(s + k, "0123456789") >= n - k)
            return vv_format(c, "%s_{%.*s}", greek[i].latex, (int)(n - k), s + k);
    }
    uint32_t u = 0; /* script capitals; the gaps of the block are letters elsewhere */
    if (vv_utf8_decode(s, n, &u) == n && u >= 0x1D49C && u <= 0x1D4B5)
        return vv_format(c, "\\mathcal{%c}", (int)('A' + (u - 0x1D49C)));
    size_t digits = 0;
    while (digits < n && s[digits] >= '0' && s[digits] <= '9') digits++;
    if (digits == n || vv_utf8_width(s, n) <= 1) return vv_strndup(c, s, n);
    return vv_format(c, "\\mathit{%.*s}", (int)n, s);
}

/* Appends one subscript; several are separated by commas. */
static char *subscript(vv_ctx *c, const char *so_far, const char *s, size_t n) {
    char *part = part_latex(c, s, n);
    if (!part || !so_far) return NULL;
    return vv_format(c, "%s%s%s", so_far, *so_far ? "," : "", part);
}

char *vv_name_latex(vv_ctx *c, const char *canonical) {
    if (strcmp(canonical, "pi") == 0) return vv_strdup(c, "\\pi");
    const char *power = strchr(canonical, '^'); /* an internal name: frequency^2 */
    if (power) {
        char *name = vv_strndup(c, canonical, (size_t)(power - canonical));
        char *tex = name ? vv_name_latex(c, name) : NULL;
        return tex ? vv_format(c, "%s^{%s}", tex, power + 1) : NULL;
    }
    static const char VARIATION[] = "δ"; /* variation of something: δθ */
    if (!strncmp(canonical, VARIATION, sizeof VARIATION - 1) && canonical[sizeof VARIATION - 1] &&
        !strchr("_[0123456789", canonical[sizeof VARIATION - 1])) {
        char *tex = vv_name_latex(c, canonical + sizeof VARIATION - 1);
        return tex ? vv_format(c, "\\delta %s", tex) : NULL;
    }
    /* base: up to the first '_' or '[', without trailing digits */
    size_t base = strcspn(canonical, "_["), letters = base;
    while (letters > 1 && canonical[letters - 1] >= '0' && canonical[letters - 1] <= '9') letters--;
    char *head = part_latex(c, canonical, letters);
    char *tail = vv_strdup(c, "");
    if (letters < base) tail = subscript(c, tail, canonical + letters, base - letters);
    /* then every piece between separators: x_in, P[2], K[1,2] */
    for (const char *p = canonical + base; *p && tail;) {
        p += strspn(p, "_[],");
        size_t k = strcspn(p, "_[],");
        if (k) tail = subscript(c, tail, p, k);
        p += k;
    }
    if (!head || !tail) return NULL;
    if (!*tail) return head;
    /* braces only if TeX needs them: a single character or control word needs none */
    bool single = tail[1] == '\0' || (tail[0] == '\\' && !strpbrk(tail, "{,_"));
    return vv_format(c, single ? "%s_%s" : "%s_{%s}", head, tail);
}

/* The name of the Greek letter at s; NULL: none is there. */
static const char *letter_name(const char *s, size_t *length) {
    for (int i = 0; i < LETTERS; i++) {
        *length = strlen(greek[i].glyph);
        if (!strncmp(greek[i].glyph, s, *length)) return greek[i].name;
    }
    return NULL;
}

char *vv_name_ascii(vv_ctx *c, const char *text, int most) {
    static const char *const RATE[] = {"", "_dot", "_ddot", "_dddot"};
    vv_buffer b = VV_BUFFER(c);
    for (const char *s = text; *s;) {
        size_t primes = strspn(s, "'"), n = 1;
        const char *greek_name = letter_name(s, &n);
        bool plain = isascii(*s) && isalnum((unsigned char)*s);
        if (!b.length && !plain && !greek_name) vv_buffer_char(&b, 'x');
        if (!b.length && plain && isdigit((unsigned char)*s)) vv_buffer_char(&b, 'x');
        if (primes)
            vv_buffer_add(&b, RATE[primes < 3 ? primes : 3]);
        else if (greek_name)
            vv_buffer_add(&b, greek_name);
        else if (plain)
            vv_buffer_char(&b, *s);
        else if (b.length && b.text[b.length - 1] != '_')
            vv_buffer_char(&b, '_');
        s += primes ? primes : greek_name ? n : 1;
    }
    while (b.length > 1 && b.text[b.length - 1] == '_') b.length--;
    if (!b.length) vv_buffer_char(&b, 'x');
    size_t n = b.length < (size_t)most ? b.length : (size_t)most;
    char *name = vv_strndup(c, vv_buffer_text(&b), n);
    vv_buffer_free(&b);
    return name;
}

const char *vv_latex_letter(const char *word, size_t n) {
    for (int i = 0; i < LETTERS; i++)
        if (strlen(greek[i].latex) == n && !memcmp(greek[i].latex, word, n)) return greek[i].glyph;
    return NULL;
}
