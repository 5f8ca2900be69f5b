#include "report/render/symbol_text.h"

#include <string.h>

#include "drawing/drawing.h"
#include "report/render/mathml.h"

/* How a format writes words, a name with its primes, and a power. */
typedef struct style {
    void (*words)(const char *text, vv_buffer *out);
    void (*name)(vv_ctx *c, const char *canonical, size_t primes, vv_buffer *out);
    const char *power[2], *minus;
} style;

static bool is_digit(char ch) { return ch >= '0' && ch <= '9'; }

/* Length of the letter at s, 0: there is none. */
static size_t letter(const char *s) {
    uint32_t u = 0;
    size_t k = vv_utf8_decode(s, strlen(s), &u);
    bool latin = (u | 32) >= 'a' && (u | 32) <= 'z' && u < 128;
    return latin || (u >= 0x370 && u < 0x400) ? k : 0;
}

/* _in, _12: its length with the sign, 0: none. */
static size_t subscript(const char *s) {
    size_t n = *s == '_';
    while (n && (is_digit(s[n]) || letter(s + n))) n += is_digit(s[n]) ? 1 : letter(s + n);
    return n > 1 ? n : 0;
}

/* Length of the name at s: one letter with its number, subscripts and primes; 0: there is none.
 * Words are no names, nor is a lone letter among words. */
static size_t name_length(const char *s, bool whole, size_t *primes) {
    size_t first = letter(s), n = first;
    if (!n) return 0;
    n += strspn(s + n, "0123456789");
    for (size_t k; (k = subscript(s + n)); n += k) {
    }
    *primes = strspn(s + n, "'");
    if (n + *primes == first && !(whole && !s[n])) return 0;
    const char *end = s + n + *primes;
    bool longer = letter(end) || is_digit(*end) || *end == '_' || *end == '(' || *end == '.';
    return longer || *primes > 2 ? 0 : n;
}

static bool put_name(vv_ctx *c, const style *y, const char **at, bool whole, vv_buffer *out) {
    size_t primes, n = name_length(*at, whole, &primes);
    const char *own = n ? vv_name_canonical(c, *at, n) : NULL;
    if (!own) return false;
    y->name(c, own, primes, out);
    *at += n + primes;
    return true;
}

/* ^2, ^-100 */
static bool put_power(const style *y, const char **at, vv_buffer *out) {
    size_t sign = (*at)[0] == '^' && (*at)[1] == '-', digits = strspn(*at + 1 + sign, "0123456789");
    if (**at != '^' || !digits) return false;
    vv_buffer_printf(out, "%s%s%.*s%s", y->power[0], sign ? y->minus : "", (int)digits,
                     *at + 1 + sign, y->power[1]);
    *at += 1 + sign + digits;
    return true;
}

/* The rest of a word, or what stands between words. */
static void put_word(vv_ctx *c, const style *y, const char **at, vv_buffer *out) {
    const char *s = *at;
    size_t n = 0;
    for (size_t k; (k = letter(s + n)) || is_digit(s[n]) || s[n] == '_' || s[n] == '.';
         n += k ? k : 1) {
    }
    uint32_t u;
    if (!n) n = vv_utf8_decode(s, strlen(s), &u);
    if (!n) n = 1;
    char *word = vv_strndup(c, s, n);
    if (word) y->words(word, out);
    *at += n;
}

static void put(vv_ctx *c, const style *y, const char *text, vv_buffer *out) {
    for (const char *at = text; *at && vv_ctx_status(c) != VV_E_NOMEM;)
        if (!put_name(c, y, &at, at == text, out) && !put_power(y, &at, out))
            put_word(c, y, &at, out);
}

/* A variable: dots are combining marks, subscripts are separated by commas. */
static void html_name(vv_ctx *c, const char *name, size_t primes, vv_buffer *out) {
    static const char *const DOTS[] = {"", "\xCC\x87", "\xCC\x88"};
    size_t first = letter(name);
    vv_buffer_add(out, "<var>");
    vv_html_text_n(name, first, out);
    vv_buffer_add(out, DOTS[primes]);
    const char *below = name + first;
    if (*below) vv_buffer_add(out, "<sub>");
    for (const char *s = below; *s; s++) {
        if (*s == '_' && s > below) vv_buffer_char(out, ',');
        if (*s != '_') vv_buffer_char(out, *s);
    }
    vv_buffer_add(out, *below ? "</sub></var>" : "</var>");
    (void)c;
}

static void latex_name(vv_ctx *c, const char *name, size_t primes, vv_buffer *out) {
    static const char *const DOTS[] = {"", "\\dot", "\\ddot"};
    const char *tex = vv_name_latex(c, name);
    if (tex) vv_buffer_printf(out, "$%s{%s}$", DOTS[primes], tex);
}

void vv_names_html(vv_ctx *c, const char *text, vv_buffer *out) {
    static const style HTML = {vv_html_text, html_name, {"<sup>", "</sup>"}, "\xE2\x88\x92"};
    put(c, &HTML, text, out);
}

void vv_names_latex(vv_ctx *c, const char *text, vv_buffer *out) {
    static const style LATEX = {vv_latex_escape, latex_name, {"$^{", "}$"}, "-"};
    put(c, &LATEX, text, out);
}
