/* Tokens of model text: kinds, spans, look-alikes, and refusals. */
#include "lang/lexer.h"

#include "lang/diagnostic_codes.h"
#include "tap.h"

/* Kinds of all tokens as one letter each, as in "n=n'" for a = b'. */
static const char *kinds(vv_ctx *c, const char *text, size_t length) {
    static const char letter[] = "?!n1\"'2+-*/^()[],:.~=#<>{}";
    static char out[200];
    vv_lexer x;
    int n = 0;
    vv_lexer_begin(&x, c, text, length);
    for (vv_token t = vv_lexer_next(&x); t.kind != VV_T_END && n < 199; t = vv_lexer_next(&x))
        out[n++] = letter[t.kind];
    out[n] = '\0';
    return out;
}

static void lexes(const char *text, const char *expected) {
    vv_ctx *c = vv_ctx_new(NULL);
    is_text(kinds(c, text, strlen(text)), expected, "tokens of %s", text);
    is_int(vv_diag_errors(c), 0, "no fault in %s", text);
    vv_ctx_free(c);
}

/* One error, with this code, from byte begin to byte end. */
static void refuses_n(const char *text, size_t length, int code, int begin, int end,
                      const char *name) {
    vv_ctx *c = vv_ctx_new(NULL);
    kinds(c, text, length);
    const vv_diag *d = vv_diag_at(c, 0);
    bool right = vv_diag_errors(c) == 1 && d && d->code == code && (int)d->span.begin == begin &&
                 (int)d->span.end == end;
    if (!ok(right, "VV%04d: %s", code, name))
        diag("%d errors, first VV%04d at %d..%d: %s", vv_diag_errors(c), d ? d->code : 0,
             d ? (int)d->span.begin : 0, d ? (int)d->span.end : 0, d ? d->message : "");
    vv_ctx_free(c);
}

static void refuses(const char *text, int code, int begin, int end) {
    refuses_n(text, strlen(text), code, begin, end, text);
}

static void signs(void) {
    lexes("a = b*c/d^2 - (x, y) + z", "n=n*n/n^1-(n,n)+n");
    lexes("a < b <= c > d >= e != f", "n<n{n>n}n#n");
    lexes("1..n", "1~n");
    lexes("1.5..2.5", "1~1");
    lexes("R.x : P[i-1]", "n.n:n[n-1]");
    lexes("θ'' ξ1′ (x)‴", "n'n'(n)'");
    lexes("x² − 2·y ≤ z ≥ w ≠ v", "n2-1*n{n}n#n");
    lexes("\"a text # no comment\" # a comment", "\"");
    lexes("1e5 1E-5 2.5e+3 3e x", "1111nn");
    lexes("# only\n# comments\r\n\r", "");
    lexes("\xef\xbb\xbf"
          "a",
          "n");
    lexes("x₁ µ ℓ Ω ẑ été Жук 速度", "nnnnnnnn");
    lexes("a\xc2\xa0"
          "b",
          "nn");
}

static void details(void) {
    vv_ctx *c = vv_ctx_new(NULL);
    vv_lexer x;
    const char *text = "θ''[3]\n  b ‴ x¹²";
    vv_lexer_begin(&x, c, text, strlen(text));
    vv_token name = vv_lexer_next(&x), prime = vv_lexer_next(&x), open = vv_lexer_next(&x);
    ok(name.first && !name.spaced, "the first token begins a line");
    ok(name.span.begin == 0 && name.span.end == 2, "a span counts bytes");
    is_int(vv_token_primes(&x, prime), 2, "two primes");
    ok(!open.spaced && !open.first, "a bracket that touches");
    vv_lexer_next(&x), vv_lexer_next(&x);
    vv_token b = vv_lexer_next(&x), triple = vv_lexer_next(&x);
    ok(b.first && b.spaced, "a token on a new line");
    ok(triple.spaced, "a prime set off by a space is marked so");
    is_int(vv_token_primes(&x, triple), 3, "the triple prime counts three");
    vv_lexer_next(&x);
    is_text(vv_token_raised(&x, vv_lexer_next(&x)), "12", "raised digits are digits");
    is_int(vv_lexer_next(&x).kind, VV_T_END, "then the end");
    is_int(vv_lexer_next(&x).kind, VV_T_END, "for ever");
    vv_ctx_free(c);
}

static void faults(void) {
    refuses("a \xff\xfe b", VV_C_UTF8, 2, 4);
    refuses("# \xc3(", VV_C_UTF8, 2, 3);
    refuses("\xed\xa0\x80", VV_C_UTF8, 0, 3);
    refuses_n("a \0\0 b", 6, VV_C_CONTROL, 2, 4, "NUL bytes");
    refuses_n("# a\0\0b", 6, VV_C_CONTROL, 3, 4, "NUL in a comment");
    refuses("a \x07", VV_C_CONTROL, 2, 3);
    refuses("a\xe2\x80\x8b", VV_C_INVISIBLE, 1, 4);
    refuses("a ; b", VV_C_CHARACTER, 2, 3);
    refuses("a == b", VV_C_CHARACTER, 2, 4);
    refuses("a ** b", VV_C_CHARACTER, 2, 4);
    refuses("a × b", VV_C_CHARACTER, 2, 4);
    refuses("½", VV_C_CHARACTER, 0, 2);
    refuses("😀😀", VV_C_CHARACTER, 0, 8);
    refuses("\"open", VV_C_STRING, 0, 1);
    refuses("x + .5", VV_C_NUMBER, 4, 6);
    refuses("1e1001", VV_C_EXPONENT, 0, 6);
    refuses("1e99999999999999999999", VV_C_EXPONENT, 0, 22);
    refuses("ẋ", VV_C_DOTTED, 0, 3);
    refuses("x\xcc\x87", VV_C_DOTTED, 0, 3);
}

static void large(void) {
    size_t n = 2000000;
    char *text = malloc(n);
    memset(text, 'x', n);
    refuses_n(text, n, VV_C_LONG_NAME, 0, 40, "a name of two megabytes");
    memset(text, '7', n);
    refuses_n(text, n, VV_C_LONG_NUMBER, 0, 40, "a number of two megabytes");
    for (size_t i = 0; i < n; i += 2) memcpy(text + i, "θ", 2);
    refuses_n(text, n, VV_C_LONG_NAME, 0, 40, "a Greek name of two megabytes");
    free(text);
}

int main(void) {
    signs();
    details();
    faults();
    large();
    return done_testing();
}
