/* LaTeX in a model: how the same is written here. */
#include <string.h>

#include "lang/lexer.h"
#include "lang/keywords.h"

enum { NESTED_MOST = 16 };

static bool is_letter(char ch) { return (ch | 32) >= 'a' && (ch | 32) <= 'z'; }
static bool is_name_byte(char ch) {
    return is_letter(ch) || (ch >= '0' && ch <= '9') || ch == '_' || (ch & 0x80);
}

static bool is_plain(const char *s) {
    while (is_name_byte(*s)) s++;
    return !*s;
}

static size_t command(const char *s, size_t n, int depth, vv_buffer *out);

/* A command after an operand is a factor of a product. */
static size_t factor(const char *s, size_t n, int depth, vv_buffer *out) {
    vv_buffer one = VV_BUFFER(out->ctx);
    size_t k = command(s, n, depth, &one);
    const char *text = vv_buffer_text(&one);
    bool product = out->length && (is_name_byte(out->text[out->length - 1]) ||
                                   strchr(")'", out->text[out->length - 1]));
    if (k && product && (is_name_byte(*text) || *text == '(')) vv_buffer_char(out, '*');
    vv_buffer_add(out, text);
    vv_buffer_free(&one);
    return k;
}

/* The inside of braces. */
static void inside(const char *s, size_t n, int depth, vv_buffer *out) {
    for (size_t k; n; s += k, n -= k) {
        k = *s == '\\' ? factor(s, n, depth, out) : 0;
        if (k) continue;
        k = 1;
        vv_buffer_char(out, *s == '{' ? '(' : *s == '}' ? ')' : *s);
    }
}

static size_t braces(const char *s, size_t n) {
    int open = 0;
    for (size_t i = 0; i < n; i++) {
        open += (s[i] == '{') - (s[i] == '}');
        if (!open) return i + 1;
    }
    return 0;
}

/* {...}, a command, or one character, after spaces. Its length, 0 if there is none. */
static size_t argument(const char *s, size_t n, int depth, vv_buffer *out) {
    size_t at = 0, k = 0;
    uint32_t u;
    while (at < n && s[at] == ' ') at++;
    if (at == n || depth == NESTED_MOST) return 0;
    if (s[at] == '{') {
        k = braces(s + at, n - at);
        if (k > 2) inside(s + at + 1, k - 2, depth + 1, out);
        return k > 2 ? at + k : 0;
    }
    if (s[at] == '\\') {
        k = command(s + at, n - at, depth + 1, out);
    } else if (is_name_byte(s[at])) {
        k = vv_utf8_decode(s + at, n - at, &u);
        vv_buffer_add_n(out, s + at, k);
    }
    return k ? at + k : 0;
}

/* The argument, in parentheses if it is more than a name. */
static size_t operand(const char *s, size_t n, int depth, vv_buffer *out, const char *after) {
    vv_buffer inner = VV_BUFFER(out->ctx);
    size_t k = argument(s, n, depth, &inner);
    const char *text = vv_buffer_text(&inner);
    if (k) vv_buffer_printf(out, is_plain(text) ? "%s%s" : "(%s)%s", text, after);
    vv_buffer_free(&inner);
    return k;
}

/* _1, _{12} and _{in} after a letter: θ1, θ12, θ_in. */
static size_t subscript(const char *s, size_t n, vv_buffer *out) {
    if (n < 2 || s[0] != '_') return 0;
    size_t from = s[1] == '{' ? 2 : 1, to = from;
    while (to < n && is_name_byte(s[to]) && (from == 2 || to == from)) to++;
    if (to == from || (from == 2 && (to == n || s[to] != '}'))) return 0;
    if (s[from] < '0' || s[from] > '9') vv_buffer_char(out, '_');
    vv_buffer_add_n(out, s + from, to - from);
    return from == 2 ? to + 1 : to;
}

static size_t fraction(const char *s, size_t n, int depth, vv_buffer *out) {
    vv_buffer_char(out, '(');
    size_t above = operand(s, n, depth, out, "/");
    size_t below = above ? operand(s + above, n - above, depth, out, ")") : 0;
    return below ? above + below : 0;
}

static size_t root(const char *s, size_t n, int depth, vv_buffer *out) {
    vv_buffer_add(out, "sqrt(");
    size_t k = argument(s, n, depth, out);
    vv_buffer_char(out, ')');
    return k;
}

/* Commands with arguments. */
static size_t with_arguments(const char *word, size_t m, const char *s, size_t n, int depth,
                             vv_buffer *out) {
    static const struct {
        const char *word, *primes;
    } dots[] = {{"dot", "'"}, {"ddot", "''"}, {"dddot", "'''"}};
    for (size_t i = 0; i < sizeof dots / sizeof *dots; i++)
        if (strlen(dots[i].word) == m && !memcmp(dots[i].word, word, m))
            return operand(s, n, depth, out, dots[i].primes);
    if (m == 4 && !memcmp(word, "frac", m)) return fraction(s, n, depth, out);
    if (m == 4 && !memcmp(word, "sqrt", m)) return root(s, n, depth, out);
    return 0;
}

static const char *without_arguments(vv_ctx *c, const char *word, size_t m) {
    static const char *const signs[][2] = {{"cdot", "*"}, {"times", "*"}, {"left", ""},
                                           {"right", ""}, {"leq", "<="},  {"geq", ">="},
                                           {"le", "<="},  {"ge", ">="},   {"neq", "!="}};
    const char *letter = vv_name_canonical(c, word, m);
    if (letter && (*letter & 0x80)) return letter;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strlen(signs[i][0]) == m && !memcmp(signs[i][0], word, m)) return signs[i][1];
    const char *name = vv_strndup(c, word, m);
    return name && vv_keyword_is_function(name) ? name : NULL;
}

static size_t command(const char *s, size_t n, int depth, vv_buffer *out) {
    size_t m = 0, length = out->length;
    while (1 + m < n && is_letter(s[1 + m])) m++;
    if (!m || depth == NESTED_MOST) return 0;
    size_t rest = with_arguments(s + 1, m, s + 1 + m, n - 1 - m, depth, out);
    if (rest) return 1 + m + rest;
    vv_buffer_truncate(out, length);
    const char *plain = without_arguments(out->ctx, s + 1, m);
    if (plain) {
        vv_buffer_add(out, plain);
        return 1 + m + (*plain & 0x80 ? subscript(s + 1 + m, n - 1 - m, out) : 0);
    }
    return 0;
}

size_t vv_latex_as_text(vv_ctx *c, const char *s, size_t n, const char **text) {
    vv_buffer out = VV_BUFFER(c);
    size_t k = command(s, n, 0, &out);
    *text = k ? vv_strdup(c, vv_buffer_text(&out)) : NULL;
    vv_buffer_free(&out);
    return *text ? k : 0;
}
