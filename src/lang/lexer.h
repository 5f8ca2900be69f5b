/* Tokens of a model file, one at a time and without memory of their own: a token is a kind and a
 * span. Errors (bytes that are not UTF-8, meaningless characters, overlong names) become
 * diagnostics VV01xx and one BAD token, so that the parser can skip the statement without a
 * second diagnostic. */
#ifndef VV_LANG_LEXER_H
#define VV_LANG_LEXER_H

#include "base/base.h"

/* clang-format off */
#define VV_TOKEN_LIST(X) \
    X(END,      "the end of the statement") \
    X(BAD,      "an unexpected character") \
    X(NAME,     "a name") \
    X(NUMBER,   "a number") \
    X(STRING,   "a quoted string") \
    X(PRIME,    "a prime")          /* one or more prime marks; vv_token_primes counts */ \
    X(RAISED,   "an exponent")      /* superscript digits: ² is ^2 */ \
    X(PLUS,     "'+'")  X(MINUS,    "'-'") \
    X(STAR,     "'*'")  X(SLASH,    "'/'")  X(CARET,    "'^'") \
    X(LPAREN,   "'('")  X(RPAREN,   "')'") \
    X(LBRACKET, "'['")  X(RBRACKET, "']'") \
    X(COMMA,    "','")  X(COLON,    "':'")  X(DOT,      "'.'")  X(DOTS,     "'..'") \
    X(EQ,       "'='")  X(NE,       "'!='") \
    X(LT,       "'<'")  X(GT,       "'>'")  X(LE,       "'<='") X(GE,       "'>='")
/* clang-format on */

typedef enum vv_token_kind {
#define X(id, text) VV_T_##id,
    VV_TOKEN_LIST(X)
#undef X
} vv_token_kind;

typedef struct vv_token {
    vv_token_kind kind;
    bool first;  /* first on its line */
    bool spaced; /* preceded by white space */
    vv_span span;
} vv_token;

typedef struct vv_lexer {
    vv_ctx *ctx;
    const char *text;
    size_t length;
    uint32_t base; /* offset of the text among the sources of the context */
    size_t at;     /* next byte                      */
    bool begun;    /* the first token has been read  */
    bool quiet;    /* look ahead without diagnostics */
    bool open;     /* the last sign without meaning opened something, { or | */
    bool unclosed; /* a comment in the manner of C has no end: the others are not asked */
} vv_lexer;

/* base is 0; the caller sets that of another source. */
void vv_lexer_begin(vv_lexer *x, vv_ctx *c, const char *text, size_t length);
/* The next token; END at the end of the text, repeatedly. */
vv_token vv_lexer_next(vv_lexer *x);

/* The text at the offset of a span. */
const char *vv_lexer_text(const vv_lexer *x, uint32_t offset);
/* Text of the token kind for messages: "a name", "'('". */
const char *vv_token_kind_text(vv_token_kind k);
/* Number of derivatives a PRIME token denotes: ' and ′ one, ″ two, ‴ three. */
int vv_token_primes(const vv_lexer *x, vv_token t);
/* Plain digits of a RAISED token, in the arena; NULL on refusal. */
char *vv_token_raised(const vv_lexer *x, vv_token t);

/* ---- latex_hints.c ---- */
/* What to write instead of the LaTeX at s, a backslash (n bytes are left on its line): θ' for
 * \dot{\theta}. Returns the bytes that it replaces, 0 if they are not known. */
size_t vv_latex_as_text(vv_ctx *c, const char *s, size_t n, const char **text);

#endif
