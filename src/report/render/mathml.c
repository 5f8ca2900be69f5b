#include "report/render/mathml.h"

#include <string.h>

#include "base/base.h"

/* The kind of an item: determines the invisible operator or space before the next. A WORD is a
 * name of several letters, which a space must separate. */
typedef enum kind { NOTHING, ATOM, WORD, FUNCTION, SIGN } kind;

typedef struct reader {
    const char *at, *end;
    vv_buffer *out;
    int depth;
    const char *piece; /* a sign here starts a piece of a broken formula */
} reader;

enum { DEEPEST = 2000 };

static void row(reader *r, kind before);

/* ---- text ---------------------------------------------------------------------------------- */

void vv_html_text_n(const char *text, size_t n, vv_buffer *out) {
    while (n) {
        uint32_t code = 0;
        size_t k = vv_utf8_decode(text, n, &code);
        bool control = code < 32 && code != '\n' && code != '\t';
        if (k == 0 || control)
            vv_buffer_add(out, "\xEF\xBF\xBD");
        else if (code == '<')
            vv_buffer_add(out, "&lt;");
        else if (code == '>')
            vv_buffer_add(out, "&gt;");
        else if (code == '&')
            vv_buffer_add(out, "&amp;");
        else if (code == '"')
            vv_buffer_add(out, "&quot;");
        else
            vv_buffer_add_n(out, text, k);
        if (k == 0) k = 1;
        text += k;
        n -= k;
    }
}

void vv_html_text(const char *text, vv_buffer *out) { vv_html_text_n(text, strlen(text), out); }

static void element(reader *r, const char *name, const char *attributes, const char *text,
                    size_t n) {
    vv_buffer_printf(r->out, "<%s%s>", name, attributes);
    vv_html_text_n(text, n, r->out);
    vv_buffer_printf(r->out, "</%s>", name);
}

/* ---- control words ------------------------------------------------------------------------- */

static const struct word {
    const char *latex, *text;
    kind what;
} WORDS[] = {
    /* clang-format off */
    {"sin", "sin", FUNCTION}, {"cos", "cos", FUNCTION}, {"tan", "tan", FUNCTION}, {"cot", "cot", FUNCTION},
    {"exp", "exp", FUNCTION}, {"log", "log", FUNCTION}, {"sinh", "sinh", FUNCTION}, {"cosh", "cosh", FUNCTION},
    {"tanh", "tanh", FUNCTION}, {"arcsin", "arcsin", FUNCTION}, {"arccos", "arccos", FUNCTION},
    {"arctan", "arctan", FUNCTION}, {"min", "min", FUNCTION}, {"max", "max", FUNCTION},
    {"partial", "∂", ATOM}, {"le", "≤", SIGN}, {"ge", "≥", SIGN}, {"cdot", "⋅", SIGN}, {"times", "×", SIGN},
    {"int", "∫", SIGN}, {"infty", "∞", ATOM},
    /* clang-format on */
};

static bool is(const char *word, size_t n, const char *name) {
    return strlen(name) == n && !memcmp(word, name, n);
}

/* The text between braces, starting at r->at. */
static size_t braced(reader *r, const char **text) {
    while (r->at < r->end && *r->at == ' ') r->at++;
    *text = r->at;
    if (r->at >= r->end || *r->at != '{') return 0;
    *text = ++r->at;
    int open = 1;
    while (r->at < r->end) {
        open += *r->at == '{' ? 1 : *r->at == '}' ? -1 : 0;
        if (!open) break;
        r->at++;
    }
    size_t n = (size_t)(r->at - *text);
    if (r->at < r->end) r->at++;
    return n;
}

/* A braced group, or one letter, as one element. */
static void argument(reader *r) {
    const char *text;
    while (r->at < r->end && *r->at == ' ') r->at++;
    if (r->at < r->end && *r->at == '{') {
        size_t n = braced(r, &text);
        reader inner = {text, text + n, r->out, r->depth + 1, NULL};
        vv_buffer_add(r->out, "<mrow>");
        row(&inner, NOTHING);
        vv_buffer_add(r->out, "</mrow>");
        return;
    }
    size_t n = 1;
    if (r->at < r->end && *r->at == '\\') {
        while (r->at + n < r->end && ((r->at[n] | 32) >= 'a' && (r->at[n] | 32) <= 'z')) n++;
    } else if (r->at < r->end) {
        uint32_t code;
        n = vv_utf8_decode(r->at, (size_t)(r->end - r->at), &code);
        if (!n) n = 1;
    } else {
        n = 0;
    }
    reader inner = {r->at, r->at + n, r->out, r->depth + 1, NULL};
    vv_buffer_add(r->out, "<mrow>");
    row(&inner, NOTHING);
    vv_buffer_add(r->out, "</mrow>");
    r->at += n;
}

/* Script capitals: some lie outside their Unicode block. */
static void script(reader *r, char letter) {
    static const struct {
        char letter;
        const char *text;
    } apart[] = {{'B', "ℬ"}, {'E', "ℰ"}, {'F', "ℱ"}, {'H', "ℋ"},
                 {'I', "ℐ"}, {'L', "ℒ"}, {'M', "ℳ"}, {'R', "ℛ"}};
    char text[8] = {0};
    for (size_t i = 0; i < sizeof apart / sizeof *apart; i++)
        if (apart[i].letter == letter) {
            element(r, "mi", "", apart[i].text, strlen(apart[i].text));
            return;
        }
    size_t n = vv_utf8_encode(0x1D49Cu + (uint32_t)(letter - 'A'), text);
    element(r, "mi", "", text, n);
}

/* Leading and trailing spaces of words are kept, as non-breaking ones. */
static void words(reader *r, const char *text, size_t n) {
    static const char SPACE[] = "\xC2\xA0";
    bool before = n && text[0] == ' ', behind = n > 1 && text[n - 1] == ' ';
    vv_buffer_add(r->out, "<mtext>");
    if (before) vv_buffer_add(r->out, SPACE);
    vv_html_text_n(text + before, n - before - behind, r->out);
    vv_buffer_printf(r->out, "%s</mtext>", behind ? SPACE : "");
}

static kind styled(reader *r, const char *word, size_t n) {
    const char *text;
    size_t k = braced(r, &text);
    if (is(word, n, "mathcal") && k == 1 && *text >= 'A' && *text <= 'Z') {
        script(r, *text);
        return ATOM;
    }
    bool upright = is(word, n, "mathrm");
    if (is(word, n, "text"))
        words(r, text, k);
    else
        element(r, "mi", upright ? " mathvariant=\"normal\"" : "", text, k);
    return is(word, n, "operatorname") ? FUNCTION : k > 1 ? WORD : ATOM;
}

/* A letter under dots. */
static kind dotted(reader *r, size_t dots) {
    static const char *const mark[] = {"", "˙", "¨", "⃛", "⃜"};
    bool word = r->at < r->end && !strncmp(r->at, "{\\mathit", 8);
    vv_buffer_add(r->out, "<mover accent=\"true\">");
    argument(r);
    vv_buffer_printf(r->out, "<mo stretchy=\"false\">%s</mo></mover>", mark[dots < 5 ? dots : 4]);
    return word ? WORD : ATOM;
}

/* Contents of round brackets, or of an absolute value. */
static void bracketed(reader *r) {
    bool strokes = *r->at == '|';
    const char *inside = ++r->at;
    int open = 1;
    for (; r->at < r->end; r->at++) {
        if (!strncmp(r->at, "\\left", 5)) open++;
        if (!strncmp(r->at, "\\right", 6) && !--open) break;
    }
    bool high = false; /* brackets grow around fractions and roots only */
    for (const char *p = inside; p + 5 < r->at && !high; p++)
        high = !strncmp(p, "\\frac", 5) || !strncmp(p, "\\sqrt", 5);
    const char *how = high ? "" : " stretchy=\"false\"";
    reader inner = {inside, r->at, r->out, r->depth + 1, NULL};
    vv_buffer_printf(r->out, "<mo form=\"prefix\"%s>%s</mo>", how, strokes ? "|" : "(");
    row(&inner, NOTHING);
    r->at += r->end - r->at < 7 ? r->end - r->at : 7;
    vv_buffer_printf(r->out, "<mo form=\"postfix\"%s>%s</mo>", how, strokes ? "|" : ")");
}

static void fraction(reader *r) {
    vv_buffer_add(r->out, "<mfrac>");
    argument(r);
    argument(r);
    vv_buffer_add(r->out, "</mfrac>");
}

static kind control(reader *r) {
    const char *word = ++r->at;
    while (r->at < r->end && ((*r->at | 32) >= 'a' && (*r->at | 32) <= 'z')) r->at++;
    size_t n = (size_t)(r->at - word);
    if (n == 0) { /* \, and the like */
        if (r->at < r->end) r->at++;
        vv_buffer_add(r->out, "<mspace width=\"0.17em\"/>");
        return NOTHING;
    }
    if (n > 2 && !memcmp(word + n - 3, "dot", 3) && strspn(word, "d") >= n - 2)
        return dotted(r, n - 2);
    if (is(word, n, "frac")) return fraction(r), ATOM;
    if (is(word, n, "left") && r->at < r->end) {
        vv_buffer_add(r->out, "<mrow>");
        bracketed(r);
        vv_buffer_add(r->out, "</mrow>");
        return ATOM;
    }
    if (is(word, n, "sqrt")) {
        vv_buffer_add(r->out, "<msqrt>");
        argument(r);
        vv_buffer_add(r->out, "</msqrt>");
        return ATOM;
    }
    if (is(word, n, "mathit") || is(word, n, "mathrm") || is(word, n, "mathcal") ||
        is(word, n, "text") || is(word, n, "operatorname"))
        return styled(r, word, n);
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (is(word, n, WORDS[i].latex)) {
            element(r, WORDS[i].what == SIGN ? "mo" : "mi", "", WORDS[i].text,
                    strlen(WORDS[i].text));
            return WORDS[i].what;
        }
    const char *letter = vv_latex_letter(word - 1, n + 1);
    if (letter)
        element(r, "mi", "", letter, strlen(letter));
    else
        element(r, "mtext", "", word - 1, n + 1);
    return ATOM;
}

/* ---- rows ---------------------------------------------------------------------------------- */

static kind plain(reader *r, kind before) {
    const char *begin = r->at;
    while (r->at < r->end && ((*r->at >= '0' && *r->at <= '9') || *r->at == '.')) r->at++;
    if (r->at > begin) {
        element(r, "mn", "", begin, (size_t)(r->at - begin));
        return ATOM;
    }
    if (*r->at == '{') {
        argument(r);
        return ATOM;
    }
    if (strchr("+-=<>,;:|()/*!?", *r->at)) {
        bool minus = *r->at == '-';
        bool alone = strchr("+-", *r->at) && (before == NOTHING || before == SIGN);
        /* a sign that starts a piece of a broken formula is preceded by the page's own space */
        const char *how = alone               ? " form=\"prefix\""
                          : r->at == r->piece ? " form=\"infix\" lspace=\"0\" rspace=\"0.25em\""
                                              : " form=\"infix\"";
        element(r, "mo", how, minus ? "−" : r->at, minus ? strlen("−") : 1);
        r->at++;
        return SIGN;
    }
    uint32_t code;
    size_t n = vv_utf8_decode(r->at, (size_t)(r->end - r->at), &code);
    if (!n) n = 1;
    element(r, "mi", "", r->at, n);
    r->at += n;
    return ATOM;
}

/* Inserts text before what was written since `from`. */
static void insert(vv_buffer *b, size_t from, const char *text) {
    size_t n = strlen(text), had = b->length;
    vv_buffer_add(b, text);
    if (b->length != had + n) return; /* out of memory */
    memmove(b->text + from + n, b->text + from, had - from);
    memcpy(b->text + from, text, n);
}

/* The scripts after an atom that starts at `from`. */
static void scripts(reader *r, size_t from) {
    size_t primes = 0;
    while (r->at < r->end && *r->at == '\'') primes++, r->at++;
    if (primes) {
        insert(r->out, from, "<msup>");
        vv_buffer_add(r->out, "<mo>");
        while (primes--) vv_buffer_add(r->out, "′");
        vv_buffer_add(r->out, "</mo></msup>");
    }
    if (r->at >= r->end || (*r->at != '_' && *r->at != '^')) return;
    bool sub = *r->at++ == '_';
    argument(r);
    bool both = sub && r->at < r->end && *r->at == '^';
    if (both) {
        r->at++;
        argument(r);
    }
    insert(r->out, from, both ? "<msubsup>" : sub ? "<msub>" : "<msup>");
    vv_buffer_add(r->out, both ? "</msubsup>" : sub ? "</msub>" : "</msup>");
}

/* Invisible operators, and the thin space that separates a function. */
static void between(reader *r, kind before, kind now, bool spaced, size_t from) {
    bool bracket = !strncmp(r->at, "\\left", 5), wide = before == WORD || now == WORD;
    bool atoms = (before == ATOM || before == WORD) && (now == ATOM || now == WORD);
    if (before == FUNCTION)
        insert(r->out, from,
               bracket || !spaced ? "<mo>\xE2\x81\xA1</mo>"
                                  : "<mo>\xE2\x81\xA1</mo><mspace width=\"0.17em\"/>");
    else if (now == FUNCTION ? before == ATOM || before == WORD : atoms && spaced && wide)
        insert(r->out, from, "<mo>\xE2\x81\xA2</mo><mspace width=\"0.17em\"/>");
    else if (atoms)
        insert(r->out, from, spaced ? "<mo>\xE2\x81\xA2</mo>" : "<mo>\xE2\x81\xA1</mo>");
}

static void row(reader *r, kind before) {
    if (r->depth > DEEPEST) {
        vv_buffer_add(r->out, "<mtext>…</mtext>");
        return;
    }
    for (;;) {
        bool spaced = false;
        while (r->at < r->end && *r->at == ' ') spaced = true, r->at++;
        if (r->at >= r->end) return;
        size_t from = r->out->length;
        reader here = *r; /* start of the atom, for what is inserted before it */
        kind now = *r->at == '\\' ? control(r) : plain(r, before);
        if (now != SIGN) scripts(r, from);
        if (now != NOTHING && now != SIGN) between(&here, before, now, spaced, from);
        before = now;
        if (!vv_ctx_ok(r->out->ctx)) return;
    }
}

/* ---- entry points -------------------------------------------------------------------------- */

/* before: kind of the item preceding the piece. */
static void whole(const char *begin, const char *end, bool large, kind before, vv_buffer *out) {
    reader r = {begin, end, out, 0, before == ATOM ? begin + strspn(begin, " ") : NULL};
    vv_buffer_add(out, large ? "<math displaystyle=\"true\">" : "<math>");
    row(&r, before);
    vv_buffer_add(out, "</math>");
}

void vv_mathml(const char *latex, bool large, vv_buffer *out) {
    whole(latex, latex + strlen(latex), large, NOTHING, out);
}

void vv_mathml_broken(const char *latex, vv_buffer *out) {
    const char *begin = latex, *s = latex;
    int depth = 0;
    for (; *s; s++) {
        if (*s == '{' || !strncmp(s, "\\left", 5)) depth++;
        if (*s == '}' || !strncmp(s, "\\right", 6)) depth--;
        bool sign = depth == 0 && *s == ' ' && s[1] && strchr("+-=", s[1]) && s[2] == ' ';
        if (!sign || s == begin) continue;
        whole(begin, s, true, begin > latex ? ATOM : NOTHING, out);
        vv_buffer_char(out, ' ');
        begin = s;
    }
    whole(begin, s, true, begin > latex ? ATOM : NOTHING, out);
}
