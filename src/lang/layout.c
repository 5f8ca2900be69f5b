#include "lang/layout.h"

#include <string.h>

#include "lang/keywords.h"
#include "lang/lexer.h"
#include "lang/parser.h"
#include "lang/tree_print.h"

enum { INDENT = 4, GAP = 2, COLUMN_MOST = 72 }; /* COLUMN_MOST: longer lines do not move comments */

typedef struct layout {
    vv_ctx *c;
    const char *text;
    size_t length;
    vv_lexer lexer;
    vv_token ahead;   /* the next token */
    int round, index; /* open brackets, of them indices and units */
    bool range;       /* after .. */
    vv_token before;  /* on this line or an earlier one of the statement */
    bool continued;   /* the statement goes on in the next line */
} layout;

/* A line: its code in the new layout, its comment as written. */
typedef struct line {
    const char *code, *comment; /* "" if there is none */
    bool continued;
} line;

/* ---- spaces ---------------------------------------------------------------------------------- */

static bool is_any(vv_token_kind k, const vv_token_kind *of, int n) {
    for (int i = 0; i < n; i++)
        if (of[i] == k) return true;
    return false;
}
#define IS_ANY(k, ...)                                                                             \
    is_any(k, (const vv_token_kind[]){__VA_ARGS__},                                                \
           sizeof((vv_token_kind[]){__VA_ARGS__}) / sizeof(vv_token_kind))

static bool compares(vv_token_kind k) {
    return IS_ANY(k, VV_T_EQ, VV_T_NE, VV_T_LT, VV_T_GT, VV_T_LE, VV_T_GE);
}

static bool ends_operand(vv_token_kind k) {
    return IS_ANY(k, VV_T_NAME, VV_T_NUMBER, VV_T_RPAREN, VV_T_RBRACKET, VV_T_PRIME, VV_T_RAISED);
}

static const char *word_of(const layout *l, vv_token t) {
    const char *s = t.kind == VV_T_NAME
                        ? vv_strndup(l->c, l->text + t.span.begin, t.span.end - t.span.begin)
                        : "";
    return s ? s : "";
}

/* Does a sign separate two terms? The language decides by its spaces where both could be meant. */
static bool is_binary(const layout *l, vv_token sign, vv_token after) {
    if (!ends_operand(l->before.kind)) return false;
    return !(sign.spaced && !after.spaced);
}

static bool is_call(const layout *l, vv_token name) {
    const char *word = word_of(l, name), *canonical = vv_name_canonical(l->c, word, strlen(word));
    return canonical && vv_keyword_is_function(canonical);
}

/* A space between two tokens of a line? */
static bool is_apart(const layout *l, vv_token a, vv_token b, bool binary_before, bool binary) {
    bool sign_a = a.kind == VV_T_PLUS || a.kind == VV_T_MINUS,
         sign_b = b.kind == VV_T_PLUS || b.kind == VV_T_MINUS, tight = l->index || l->range;
    if (IS_ANY(b.kind, VV_T_COMMA, VV_T_COLON, VV_T_RPAREN, VV_T_RBRACKET)) return false;
    if (a.kind == VV_T_COMMA || a.kind == VV_T_COLON) return true;
    if (IS_ANY(a.kind, VV_T_LPAREN, VV_T_LBRACKET, VV_T_DOT, VV_T_DOTS)) return false;
    if (compares(a.kind) || compares(b.kind)) return true;
    if (IS_ANY(a.kind, VV_T_STAR, VV_T_SLASH, VV_T_CARET)) return false;
    if (IS_ANY(b.kind, VV_T_STAR, VV_T_SLASH, VV_T_CARET, VV_T_DOT, VV_T_DOTS)) return false;
    if (sign_b && binary) return !tight;
    if (sign_a) return binary_before && !tight;
    if (b.kind == VV_T_LPAREN && a.kind == VV_T_NAME && is_call(l, a)) return false;
    return b.spaced;
}

/* ---- lines ----------------------------------------------------------------------------------- */

static bool continues(vv_token_kind k) {
    return compares(k) || IS_ANY(k, VV_T_PLUS, VV_T_MINUS, VV_T_STAR, VV_T_SLASH, VV_T_CARET,
                                 VV_T_COMMA, VV_T_COLON, VV_T_DOTS);
}

static void count_brackets(layout *l, vv_token t) {
    l->round += (t.kind == VV_T_LPAREN) - (t.kind == VV_T_RPAREN);
    l->index += (t.kind == VV_T_LBRACKET) - (t.kind == VV_T_RBRACKET);
    if (t.kind == VV_T_DOTS) l->range = true;
    if (t.kind == VV_T_COMMA || t.kind == VV_T_RPAREN || t.kind == VV_T_RBRACKET) l->range = false;
}

/* The tokens up to `end`, spaced anew. */
static const char *code_of(layout *l, size_t end, size_t *last) {
    vv_buffer b = VV_BUFFER(l->c);
    bool first = true, binary_before = false;
    if (!l->continued) l->before = (vv_token){.kind = VV_T_END}, l->range = false;
    while (l->ahead.kind != VV_T_END && l->ahead.span.begin < end) {
        vv_token t = l->ahead;
        l->ahead = vv_lexer_next(&l->lexer);
        bool sign = t.kind == VV_T_PLUS || t.kind == VV_T_MINUS;
        bool binary = sign && is_binary(l, t, l->ahead);
        if (!first && is_apart(l, l->before, t, binary_before, binary)) vv_buffer_char(&b, ' ');
        vv_buffer_add_n(&b, l->text + t.span.begin, t.span.end - t.span.begin);
        count_brackets(l, t);
        l->before = t;
        binary_before = binary;
        *last = t.span.end;
        first = false;
    }
    if (!first) l->continued = l->round > 0 || l->index > 0 || continues(l->before.kind);
    const char *code = vv_strdup(l->c, vv_buffer_text(&b));
    vv_buffer_free(&b);
    return code ? code : "";
}

/* Without white space at both ends. */
static const char *trimmed(vv_ctx *c, const char *s, size_t n) {
    while (n && strchr(" \t\r", *s) && *s) s++, n--;
    while (n && s[n - 1] && strchr(" \t\r", s[n - 1])) n--;
    const char *copy = vv_strndup(c, s, n);
    return copy ? copy : "";
}

static line next_line(layout *l, size_t begin, size_t end) {
    line k = {.continued = l->continued};
    size_t last = begin;
    k.code = code_of(l, end, &last);
    const char *hash = memchr(l->text + last, '#', end - last);
    k.comment = hash ? trimmed(l->c, hash, (size_t)(l->text + end - hash)) : "";
    return k;
}

/* ---- comments in columns ----------------------------------------------------------------------
 */

static int width_of(const line *k) {
    return (k->continued ? INDENT : 0) + vv_utf8_width(k->code, strlen(k->code));
}

static bool has_both(const line *k) { return *k->code && *k->comment; }

/* The column of the comments of a run of lines that all have code and a comment. */
static int column_of(const line *k, int n) {
    int column = 0;
    for (int i = 0; i < n && has_both(&k[i]); i++) {
        int w = width_of(&k[i]) + GAP;
        if (w > column && w <= COLUMN_MOST) column = w;
    }
    return column;
}

static void write_line(vv_buffer *out, const line *k, int column) {
    bool indented = k->continued && (*k->code || *k->comment);
    vv_buffer_printf(out, "%*s%s", indented ? INDENT : 0, "", k->code);
    if (has_both(k)) {
        int gap = column - width_of(k);
        vv_buffer_printf(out, "%*s", gap > GAP ? gap : GAP, "");
    }
    vv_buffer_add(out, k->comment);
    vv_buffer_char(out, '\n');
}

/* One blank line at most, none at the ends. */
static void write_lines(vv_buffer *out, const line *k, int n) {
    int column = 0;
    bool blank = false;
    for (int i = 0; i < n; i++) {
        if (!*k[i].code && !*k[i].comment) {
            blank = out->length > 0;
            continue;
        }
        if (blank) vv_buffer_char(out, '\n');
        blank = false;
        if (has_both(&k[i]) && (i == 0 || !has_both(&k[i - 1]))) column = column_of(k + i, n - i);
        write_line(out, &k[i], column);
    }
}

/* ---- the whole --------------------------------------------------------------------------------
 */

static line *read_lines(vv_ctx *c, const char *text, size_t length, int *n) {
    layout l = {.c = c, .text = text, .length = length};
    int most = 1;
    for (size_t i = 0; i < length; i++) most += text[i] == '\n' || text[i] == '\r';
    line *k = VV_ARRAY(c, line, most);
    vv_lexer_begin(&l.lexer, c, text, length);
    l.lexer.quiet = true;
    l.ahead = vv_lexer_next(&l.lexer);
    *n = 0;
    for (size_t begin = 0, end; k && begin < length && vv_ctx_tick(c); begin = end) {
        for (end = begin; end < length && text[end] != '\n' && text[end] != '\r';) end++;
        k[(*n)++] = next_line(&l, begin, end);
        if (end < length)
            end += end + 1 < length && text[end] == '\r' && text[end + 1] == '\n' ? 2 : 1;
    }
    return vv_ctx_ok(c) ? k : NULL;
}

static bool is_same(vv_ctx *c, const vv_tree *a, const vv_tree *b) {
    vv_buffer one = VV_BUFFER(c), other = VV_BUFFER(c);
    bool same = vv_tree_print(c, a, &one) == VV_OK && vv_tree_print(c, b, &other) == VV_OK &&
                !strcmp(vv_buffer_text(&one), vv_buffer_text(&other));
    vv_buffer_free(&one);
    vv_buffer_free(&other);
    return same;
}

vv_status vv_layout_text(vv_ctx *c, const char *file, const char *text, size_t length,
                         const char **out) {
    vv_tree before, after;
    int n;
    *out = NULL;
    vv_status status = vv_parse(c, file, text, length, &before);
    if (status != VV_OK) return status;
    if (length >= 3 && !memcmp(text, "\xef\xbb\xbf", 3)) text += 3, length -= 3;
    const line *k = read_lines(c, text, length, &n);
    if (!k) return vv_ctx_status(c);
    vv_buffer b = VV_BUFFER(c);
    write_lines(&b, k, n);
    const char *made = vv_strdup(c, vv_buffer_text(&b));
    vv_buffer_free(&b);
    if (!made) return vv_ctx_status(c);
    /* what would read as anything else is left as it is */
    bool same =
        vv_parse(c, file, made, strlen(made), &after) == VV_OK && is_same(c, &before, &after);
    *out = same ? made : vv_strndup(c, text, length);
    return vv_ctx_status(c);
}
