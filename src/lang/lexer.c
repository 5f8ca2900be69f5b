#include "lang/lexer.h"

#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "lang/ast.h"
#include "lang/diagnostic_codes.h"

enum {
    EXPONENT_MOST = 1000, /* 1e1000 is exact and short; much larger exponents would only fill
                           * memory */
    SHOWN_MOST = 40       /* bytes of an overlong name that a diagnostic underlines */
};

void vv_lexer_begin(vv_lexer *x, vv_ctx *c, const char *text, size_t length) {
    *x = (vv_lexer){.ctx = c, .text = text, .length = length};
    /* a byte order mark carries no information for us */
    if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) x->at = 3;
}

const char *vv_lexer_text(const vv_lexer *x, uint32_t offset) {
    return x->text + (offset - x->base);
}

const char *vv_token_kind_text(vv_token_kind k) {
    static const char *const text[] = {
#define X(id, t) t,
        VV_TOKEN_LIST(X)
#undef X
    };
    return text[k];
}

/* ---- letters --------------------------------------------------------------------------------- */

typedef struct range {
    uint32_t low, high;
} range;

static bool within(uint32_t u, const range *table, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (u >= table[i].low && u <= table[i].high) return true;
    return false;
}
#define WITHIN(u, table) within((u), (table), sizeof(table) / sizeof *(table))

/* Letters by block, not by property: the blocks of living scripts and of mathematical letters,
 * without signs that read as operators or punctuation. */
/* clang-format off */
static const range letters[] = {
    {0xaa, 0xaa},       {0xb5, 0xb5},       {0xba, 0xba},       {0xc0, 0xd6},       {0xd8, 0xf6},
    {0xf8, 0x2b8},      {0x2bb, 0x2c1},     {0x370, 0x373},     {0x376, 0x37d},
    {0x37f, 0x37f},     {0x386, 0x386},     {0x388, 0x3f5},     {0x3f7, 0x481},
    {0x48a, 0x558},     {0x560, 0x588},     {0x5d0, 0x5ea},     {0x620, 0x64a},
    {0x671, 0x6d3},     {0x904, 0x939},     {0x985, 0x9b9},     {0xe01, 0xe30},
    {0x10a0, 0x10fa},   {0x1100, 0x11ff},   {0x1d00, 0x1fbc},   {0x1fc2, 0x1ffc},
    {0x210a, 0x2113},   {0x2115, 0x2115},   {0x2118, 0x211d},   {0x2124, 0x2124},
    {0x2126, 0x2126},   {0x2128, 0x2128},   {0x212a, 0x2139},   {0x2206, 0x2206},
    {0x3041, 0x3096},   {0x30a1, 0x30fa},   {0x3400, 0x4dbf},   {0x4e00, 0x9fff},
    {0xac00, 0xd7a3},   {0xf900, 0xfaff},   {0x1d400, 0x1d6da}, {0x1d6dc, 0x1d7cb},
};
static const range followers[] = {
    {0x300, 0x306}, {0x308, 0x36f}, {0x483, 0x487}, {0x64b, 0x65f},
    {0x93a, 0x94d}, {0x1dc0, 0x1dff}, {0x2080, 0x2089}, {0x2090, 0x209c},
};
/* Newton's dots over a letter: part of a name for Unicode, a derivative for the reader. */
static const range dotted[] = {
    {0x307, 0x307}, {0x1e8b, 0x1e8b}, {0x1e8d, 0x1e8d}, {0x1e8f, 0x1e8f},
};

/* clang-format on */

/* Code points that may start or continue a name: letters of any script, '_'; then also digits,
 * subscripts and combining marks. */
static bool begins_name(uint32_t u) {
    if (u < 0x80) return ((u | 32) >= 'a' && (u | 32) <= 'z') || u == '_';
    return WITHIN(u, letters);
}

static bool continues_name(uint32_t u) {
    if (u < 0x80) return begins_name(u) || (u >= '0' && u <= '9');
    return WITHIN(u, letters) || WITHIN(u, followers);
}

/* ---- characters ------------------------------------------------------------------------------ */

/* Code point at byte i; 0 bytes at the end or on an error. */
static size_t peek(const vv_lexer *x, size_t i, uint32_t *u) {
    *u = i < x->length ? (unsigned char)x->text[i] : 0;
    if (*u && *u < 0x80) return 1; /* most of a model is ASCII */
    *u = 0;
    return i < x->length ? vv_utf8_decode(x->text + i, x->length - i, u) : 0;
}

static bool is_digit(const vv_lexer *x, size_t i) {
    return i < x->length && x->text[i] >= '0' && x->text[i] <= '9';
}

static vv_span span_of(const vv_lexer *x, size_t begin, size_t end) {
    return (vv_span){x->base + (uint32_t)begin, x->base + (uint32_t)end};
}

static void complain_hint(vv_lexer *x, int code, size_t begin, size_t end, const char *text,
                          const char *hint) {
    if (x->quiet) return;
    vv_diag *d = vv_diag_add(x->ctx, VV_ERROR, code, span_of(x, begin, end), "%s", text);
    if (hint) vv_diag_hint(x->ctx, d, "%s", hint);
}

static void complain(vv_lexer *x, int code, size_t begin, size_t end, const char *text) {
    complain_hint(x, code, begin, end, text, NULL);
}

/* A run of bytes that are not UTF-8 is one error. */
static void bad_bytes(vv_lexer *x) {
    size_t begin = x->at;
    uint32_t u;
    while (x->at < x->length && !peek(x, x->at, &u)) x->at++;
    const char *what = "these bytes are not UTF-8";
    if (x->at - begin == 1) what = "this byte is not UTF-8";
    complain_hint(x, VV_C_UTF8, begin, x->at, what, "save the file in UTF-8");
}

static bool is_control(uint32_t u) { return (u < 0x20 && u != '\t') || (u >= 0x7f && u < 0xa0); }

/* Comments may contain any text, but it must be valid UTF-8. */
static void skip_comment(vv_lexer *x) {
    while (x->at < x->length && x->text[x->at] != '\n' && x->text[x->at] != '\r') {
        uint32_t u;
        size_t k = peek(x, x->at, &u);
        if (!k)
            bad_bytes(x);
        else if (u == 0)
            complain(x, VV_C_CONTROL, x->at, x->at + 1, "control character U+0000");
        x->at += k;
        if (k && u == 0)
            while (x->at < x->length && x->text[x->at] == '\0') x->at++;
    }
}

static bool is_blank(uint32_t u) {
    return u == ' ' || u == '\t' || u == 0xa0 || (u >= 0x2000 && u <= 0x200a) || u == 0x202f ||
           u == 0x205f || u == 0x3000;
}

/* White space, line ends and comments before a token. */
static void skip_blanks(vv_lexer *x, vv_token *t) {
    for (;;) {
        uint32_t u;
        size_t k = peek(x, x->at, &u);
        if (!k) return;
        if (u == '\n' || u == '\r')
            t->first = true;
        else if (u == '#') {
            skip_comment(x);
            t->spaced = true;
            continue;
        } else if (!is_blank(u))
            return;
        t->spaced = true;
        x->at += k;
    }
}

/* ---- names, numbers, texts ------------------------------------------------------------------- */

static vv_token_kind lex_name(vv_lexer *x) {
    size_t begin = x->at, k;
    uint32_t u;
    bool dots = false;
    while ((k = peek(x, x->at, &u))) {
        bool dot = u >= 0x80 && WITHIN(u, dotted);
        if (!dot && !continues_name(u)) break;
        dots |= dot;
        x->at += k;
    }
    if (x->at - begin > VV_NAME_BYTES_MAX) {
        size_t shown = begin + SHOWN_MOST;
        while ((x->text[shown] & 0xc0) == 0x80) shown--;
        complain(x, VV_C_LONG_NAME, begin, shown, "a name longer than 1000 bytes");
        return VV_T_BAD;
    }
    if (dots) {
        complain_hint(x, VV_C_DOTTED, begin, x->at, "derivatives are not written with dots",
                      "a prime is the time derivative: x', x''");
        return VV_T_BAD;
    }
    return VV_T_NAME;
}

/* Value of the decimal exponent at i, saturating. */
static int exponent_size(const vv_lexer *x, size_t i) {
    int value = 0;
    for (; is_digit(x, i); i++)
        if (value <= EXPONENT_MOST) value = 10 * value + (x->text[i] - '0');
    return value;
}

static vv_token_kind lex_number(vv_lexer *x) {
    size_t begin = x->at;
    bool large = false;
    while (is_digit(x, x->at)) x->at++;
    /* 1..n is a range, so a point belongs to the number only if a digit follows */
    if (x->at < x->length && x->text[x->at] == '.' && is_digit(x, x->at + 1))
        for (x->at++; is_digit(x, x->at);) x->at++;
    if (x->at < x->length && (x->text[x->at] | 32) == 'e') {
        size_t i = x->at + 1;
        if (i < x->length && (x->text[i] == '+' || x->text[i] == '-')) i++;
        if (is_digit(x, i)) {
            large = exponent_size(x, i) > EXPONENT_MOST;
            for (x->at = i; is_digit(x, x->at);) x->at++;
        }
    }
    if (x->at - begin > VV_NAME_BYTES_MAX) {
        complain(x, VV_C_LONG_NUMBER, begin, begin + SHOWN_MOST,
                 "a number longer than 1000 digits");
        return VV_T_BAD;
    }
    if (large) {
        complain(x, VV_C_EXPONENT, begin, x->at, "a decimal exponent beyond 1000");
        return VV_T_BAD;
    }
    return VV_T_NUMBER;
}

static vv_token_kind lex_string(vv_lexer *x) {
    size_t begin = x->at++;
    vv_token_kind kind = VV_T_STRING;
    while (x->at < x->length && x->text[x->at] != '"') {
        uint32_t u;
        size_t k = peek(x, x->at, &u);
        if (u == '\n' || u == '\r') break;
        if (!k) {
            bad_bytes(x);
            kind = VV_T_BAD;
        } else if (is_control(u)) {
            complain(x, VV_C_CONTROL, x->at, x->at + k, "control character in a string");
            kind = VV_T_BAD;
        }
        x->at += k;
    }
    if (x->at >= x->length || x->text[x->at] != '"') {
        complain_hint(x, VV_C_STRING, begin, begin + 1, "this string is not closed",
                      "close it with \" on the same line");
        return VV_T_BAD;
    }
    x->at++;
    return kind;
}

/* ---- signs ----------------------------------------------------------------------------------- */

static int prime_marks(uint32_t u) {
    switch (u) {
    case '\'':
    case 0x2032:
    case 0x2019:
    case 0x02b9:
    case 0xb4: return 1;
    case 0x2033: return 2;
    case 0x2034: return 3;
    case 0x2057: return 4;
    default: return 0;
    }
}

static int raised_digit(uint32_t u) {
    if (u == 0xb9) return 1;
    if (u == 0xb2 || u == 0xb3) return (int)(u - 0xb0);
    if (u == 0x2070 || (u >= 0x2074 && u <= 0x2079)) return (int)(u - 0x2070);
    return -1;
}

static vv_token_kind run_of_primes(vv_lexer *x) {
    uint32_t u;
    for (size_t k; (k = peek(x, x->at, &u)) && prime_marks(u);) x->at += k;
    return VV_T_PRIME;
}

static vv_token_kind run_of_raised(vv_lexer *x) {
    uint32_t u;
    for (size_t k; (k = peek(x, x->at, &u)) && raised_digit(u) >= 0;) x->at += k;
    return VV_T_RAISED;
}

int vv_token_primes(const vv_lexer *x, vv_token t) {
    int count = 0;
    uint32_t u;
    for (size_t i = t.span.begin - x->base; i < t.span.end - x->base; i += peek(x, i, &u)) {
        if (!peek(x, i, &u)) break;
        count += prime_marks(u);
    }
    return count;
}

char *vv_token_raised(const vv_lexer *x, vv_token t) {
    char *digits = vv_alloc(x->ctx, t.span.end - t.span.begin + 1);
    if (!digits) return NULL;
    int n = 0;
    uint32_t u;
    size_t i = t.span.begin - x->base, end = t.span.end - x->base;
    for (size_t k; i < end && (k = peek(x, i, &u)); i += k)
        digits[n++] = (char)('0' + raised_digit(u));
    return digits;
}

/* Signs likely to be written, and what to write instead. */
/* clang-format off */
static const struct { uint32_t u; const char *hint; } foreign[] = {
    {';', "one statement per line: start a new line"},
    {'{', "group with ( )"}, {'}', "group with ( )"},
    {'|', "write abs(x), or norm(v) for a vector"},
    {'!', "write != for unequal"},
    {'&', "list conditions with commas"},
    {'%', "a comment starts with #; write a percentage as /100"},
    {'@', NULL}, {'$', NULL}, {'~', NULL}, {'?', NULL}, {'`', "the prime is '"},
    {'\\', "write the letter itself or its name: θ or theta"},
    {0xd7, "a product is a*b, the vector product cross(a, b)"},
    {0xf7, "write /"}, {0x2215, "write /"}, {0x2044, "write /"},
    {0x2010, "write -"}, {0x2011, "write -"}, {0x2013, "write -"}, {0x2014, "write -"},
    {0x221a, "write sqrt(...)"}, {0x2211, "write sum(E for i in 1..n)"},
    {0x2202, "a partial derivative is D(f, u)"}, {0x222b, NULL}, {0x2207, NULL},
    {0xb0, "write a unit: 75 [deg]"}, {0x2026, "a range is 1..n"},
    {0xb1, "write the two cases separately"}, {0x221e, NULL},
    {0xbd, "write 1/2"}, {0xbc, "write 1/4"}, {0xbe, "write 3/4"},
    {0x201c, "strings are delimited by \" and \""}, {0x201d, "strings are delimited by \" and \""},
    {0x201e, "strings are delimited by \" and \""}, {0xab, "strings are delimited by \" and \""},
    {0xbb, "strings are delimited by \" and \""}, {0x2018, "the prime is '"},
    {0x2261, "write ="}, {0x2248, "write ="}, {0x2227, "write cross(a, b)"},
};
/* clang-format on */

static bool is_invisible(uint32_t u) {
    return u == 0xad || u == 0x61c || (u >= 0x200b && u <= 0x200f) ||
           (u >= 0x2028 && u <= 0x202e) || (u >= 0x2060 && u <= 0x206f) || u == 0xfeff ||
           (u >= 0xfe00 && u <= 0xfe0f);
}

/* May this byte end a name, a number or a bracket? */
static bool ends_operand(const vv_lexer *x, size_t i) {
    char ch = x->text[i];
    return (ch & 0x80) || (ch && strchr(")]'_", ch)) || is_digit(x, i) ||
           ((ch | 32) >= 'a' && (ch | 32) <= 'z');
}

/* LaTeX as far as it is known: one error, with what is written here. */
static bool lex_latex(vv_lexer *x) {
    enum { LATEX_MOST = 200 }; /* bytes of one formula */
    size_t begin = x->at, most = 0;
    const char *text, *star = "";
    while (most < LATEX_MOST && begin + most < x->length && !strchr("\r\n#", x->text[begin + most]))
        most++;
    size_t k = vv_latex_as_text(x->ctx, x->text + begin, most, &text);
    if (!k) return false;
    x->at += k;
    if (x->quiet) return true;
    if (begin && ends_operand(x, begin - 1) && !strchr("*<>!)", *text))
        star = "*"; /* m\dot{x} is a product */
    vv_span span = span_of(x, begin, x->at);
    vv_diag *d = vv_diag_add(x->ctx, VV_ERROR, VV_C_CHARACTER, span, "LaTeX is not read: '%.*s'",
                             (int)k, x->text + begin);
    vv_diag_hint(x->ctx, d, "write %s%s", star, text);
    vv_diag_set_cure(x->ctx, d, span, "%s%s", star, text);
    return true;
}

/* Reports a character that cannot begin a token, together with a run of the same character. */
static vv_token_kind lex_foreign(vv_lexer *x, uint32_t u, size_t k) {
    size_t begin = x->at;
    uint32_t again;
    if (u == '\\' && lex_latex(x)) return VV_T_BAD;
    for (x->at += k; peek(x, x->at, &again) == k && again == u;) x->at += k;
    char text[80];
    if (is_control(u) || is_invisible(u)) {
        snprintf(text, sizeof text, "%s character U+%04X", is_control(u) ? "control" : "invisible",
                 (unsigned)u);
        complain_hint(x, is_control(u) ? VV_C_CONTROL : VV_C_INVISIBLE, begin, x->at, text,
                      "delete it");
        return VV_T_BAD;
    }
    bool reported = x->open && (u == '}' || u == '|'); /* together with the one that it closes */
    x->open = !reported && (u == '{' || u == '|');
    if (reported) return VV_T_BAD;
    const char *hint = NULL;
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
        if (foreign[i].u == u) hint = foreign[i].hint;
    snprintf(text, sizeof text, "'%.*s' has no meaning in a model", (int)k, x->text + begin);
    complain_hint(x, VV_C_CHARACTER, begin, x->at, text, hint);
    return VV_T_BAD;
}

/* Two consecutive characters that have a meaning in other languages and another spelling here. */
static vv_token_kind lex_pair(vv_lexer *x, const char *text, const char *hint) {
    complain_hint(x, VV_C_CHARACTER, x->at, x->at + 2, text, hint);
    x->at += 2;
    return VV_T_BAD;
}

/* A comment in the style of other languages, to its end: one error, whatever it contains. */
static vv_token_kind lex_comment(vv_lexer *x, char next) {
    size_t begin = x->at;
    char text[] = "'/?' has no meaning in a model";
    text[2] = next;
    const char *end = next == '*' && !x->unclosed
                          ? memmem(x->text + begin + 2, x->length - begin - 2, "*/", 2)
                          : NULL;
    x->unclosed |= next == '*' && !end;
    if (end)
        x->at = (size_t)(end - x->text) + 2;
    else
        skip_comment(x);
    complain_hint(x, VV_C_CHARACTER, begin, begin + 2, text, "a comment starts with #");
    return VV_T_BAD;
}

static vv_token_kind lex_dot(vv_lexer *x, char next) {
    if (next == '.') {
        x->at += 2;
        return VV_T_DOTS;
    }
    /* R.5 is an invalid member, (.5) an invalid number */
    bool joined = x->at > 0 && ends_operand(x, x->at - 1);
    if (next >= '0' && next <= '9' && !joined) {
        size_t begin = x->at++;
        lex_number(x);
        complain_hint(x, VV_C_NUMBER, begin, x->at, "a number starts with a digit",
                      "write 0 before the point");
        return VV_T_BAD;
    }
    x->at++;
    return VV_T_DOT;
}

/* ASCII signs; BAD if it is none of them, with nothing consumed. */
static vv_token_kind lex_sign(vv_lexer *x, char ch, char next) {
    static const char one[] = "+-/()[],:=^*<>";
    static const vv_token_kind kind[] = {
        VV_T_PLUS,  VV_T_MINUS, VV_T_SLASH, VV_T_LPAREN, VV_T_RPAREN, VV_T_LBRACKET, VV_T_RBRACKET,
        VV_T_COMMA, VV_T_COLON, VV_T_EQ,    VV_T_CARET,  VV_T_STAR,   VV_T_LT,       VV_T_GT,
    };
    if (ch == '.') return lex_dot(x, next);
    if (ch == '/' && (next == '/' || next == '*')) return lex_comment(x, next);
    if (ch == '=' && next == '=') return lex_pair(x, "'==' has no meaning in a model", "write =");
    if (ch == '*' && next == '*') return lex_pair(x, "'**' has no meaning in a model", "write ^");
    if (ch == ':' && next == '=') return lex_pair(x, "':=' has no meaning in a model", "write =");
    if (next == '=' && (ch == '<' || ch == '>' || ch == '!')) {
        x->at += 2;
        return ch == '<' ? VV_T_LE : ch == '>' ? VV_T_GE : VV_T_NE;
    }
    const char *found = strchr(one, ch);
    if (!ch || !found) return VV_T_BAD;
    x->at++;
    return kind[found - one];
}

static vv_token_kind lex_unicode_sign(vv_lexer *x, uint32_t u, size_t k) {
    vv_token_kind kind = VV_T_BAD;
    if (u == 0x2212) kind = VV_T_MINUS;
    if (u == 0xb7 || u == 0x22c5 || u == 0x2219) kind = VV_T_STAR;
    if (u == 0x2264 || u == 0x2a7d) kind = VV_T_LE;
    if (u == 0x2265 || u == 0x2a7e) kind = VV_T_GE;
    if (u == 0x2260) kind = VV_T_NE;
    if (kind != VV_T_BAD) x->at += k;
    return kind;
}

static vv_token_kind lex_token(vv_lexer *x) {
    uint32_t u;
    size_t k = peek(x, x->at, &u);
    if (!k) {
        bad_bytes(x);
        return VV_T_BAD;
    }
    if (begins_name(u)) return lex_name(x);
    if (u >= '0' && u <= '9') return lex_number(x);
    if (u == '"') return lex_string(x);
    if (prime_marks(u)) return run_of_primes(x);
    if (raised_digit(u) >= 0) return run_of_raised(x);
    char next = x->at + 1 < x->length ? x->text[x->at + 1] : '\0';
    size_t begin = x->at;
    vv_token_kind kind = u < 0x80 ? lex_sign(x, (char)u, next) : lex_unicode_sign(x, u, k);
    if (kind != VV_T_BAD || x->at > begin) return kind;
    return lex_foreign(x, u, k);
}

vv_token vv_lexer_next(vv_lexer *x) {
    vv_token t = {.kind = VV_T_END, .first = !x->begun};
    x->begun = true;
    skip_blanks(x, &t);
    size_t begin = x->at;
    if (begin < x->length) t.kind = lex_token(x);
    t.span = span_of(x, begin, x->at);
    return t;
}
