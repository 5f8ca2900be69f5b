#include "report/render/latex_line_breaks.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* Indentation of a continued line, and how many levels of nested brackets are opened. */
static const double INDENT = 2;
enum { MOST_OPENED = 6 };

/* ---- widths -------------------------------------------------------------------------------- */

static bool begins(const char *s, const char *end, const char *word) {
    size_t n = strlen(word);
    return (size_t)(end - s) >= n && !strncmp(s, word, n);
}

/* The end of the group, control word or character that starts here. */
static const char *end_of_item(const char *s, const char *end) {
    int depth = 0;
    if (s < end && *s == '\\') {
        for (s++; s < end && isalpha((unsigned char)*s); s++) {
        }
        return s;
    }
    for (; s < end; s++) {
        depth += *s == '{' ? 1 : *s == '}' ? -1 : 0;
        if (depth <= 0) return s + 1;
    }
    return end;
}

static double width(const char *s, const char *end);

/* Width of a control word; advances *s past it and its arguments. */
static double command_width(const char **s, const char *end) {
    static const char *const silent[] = {"\\left",   "\\right",  "\\dot",   "\\ddot",
                                         "\\dddot",  "\\text",   "\\bigl",  "\\bigr",
                                         "\\mathit", "\\mathrm", "\\Bigl",  "\\Bigr",
                                         "\\bar",    "\\hat",    "\\tilde", "\\displaystyle"};
    static const char *const named[] = {
        "\\sin",    "\\cos", "\\tan", "\\cot",  "\\sec",  "\\csc",    "\\exp",    "\\log",
        "\\arcsin", "\\max", "\\min", "\\sinh", "\\cosh", "\\arccos", "\\arctan", "\\tanh"};
    const char *word = *s, *next = *s + 1;
    while (next < end && isalpha((unsigned char)*next)) next++;
    size_t n = (size_t)(next - word);
    *s = next > word + 1 ? next : next + 1; /* \, and its like */
    if (n == 1) return 0.4;
    if (n == 5 && !strncmp(word, "\\frac", n)) {
        const char *over = end_of_item(next, end), *under = end_of_item(over, end);
        *s = under;
        return fmax(width(next, over), width(over, under)) + 0.5;
    }
    if (n == 5 && !strncmp(word, "\\quad", n)) return 2;
    if (n == 5 && !strncmp(word, "\\sqrt", n)) return 1.8;
    for (size_t i = 0; i < sizeof silent / sizeof *silent; i++)
        if (n == strlen(silent[i]) && !strncmp(word, silent[i], n)) return 0;
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (n == strlen(named[i]) && !strncmp(word, named[i], n)) return 0.9 * (double)n;
    return 1.2; /* a letter or a sign */
}

static double character_width(char c) {
    if (strchr("{} &", c)) return 0;
    if (strchr("+-=<>", c)) return 2.5; /* including the surrounding space */
    if (isupper((unsigned char)c)) return 1.6;
    return strchr("()[]|',.", c) ? 0.8 : 1.1;
}

static double width(const char *s, const char *end) {
    double sum = 0;
    while (s < end) {
        if (*s == '^' || *s == '_') {
            const char *next = end_of_item(s + 1, end);
            sum += 0.75 * width(s + 1, next);
            s = next;
        } else if (*s == '\\') {
            sum += command_width(&s, end);
        } else {
            sum += ((unsigned char)*s & 0xc0) == 0x80 ? 0 : character_width(*s);
            s++;
        }
    }
    return sum;
}

double vv_latex_width(const char *s, size_t n) { return width(s, s + n); }

/* ---- lines --------------------------------------------------------------------------------- */

/* Brackets opened by one character or control word of the source. */
static int nesting(const char *s) {
    if (*s == '{' || strncmp(s, "\\left", 5) == 0) return 1;
    return *s == '}' || strncmp(s, "\\right", 6) == 0 ? -1 : 0;
}

/* The next outermost + or - after the beginning, or the end. */
static size_t until_sign(const char *s, size_t most) {
    int depth = 0;
    size_t at = 0;
    for (; at < most && s[at]; at++) {
        depth += nesting(s + at);
        if (at && depth == 0 && s[at] == ' ' && (s[at + 1] == '+' || s[at + 1] == '-') &&
            s[at + 2] == ' ')
            break;
    }
    return at;
}

/* The bracket that closes the one opened at s by \left, or NULL. */
static const char *closing(const char *s, const char *end) {
    int depth = 0;
    for (; s < end; s++) {
        depth += nesting(s);
        if (depth == 0) return s;
    }
    return NULL;
}

/* The source with its outermost round brackets around sums at a fixed size, so that lines may
 * break within them; NULL if there are none. */
static const char *with_fixed_brackets(vv_ctx *c, const char *s, size_t n) {
    vv_buffer b = VV_BUFFER(c);
    bool any = false;
    const char *end = s + n;
    while (s < end) {
        const char *close = begins(s, end, "\\left(") ? closing(s, end) : NULL;
        const char *inner = s + strlen("\\left(");
        size_t length = close ? (size_t)(close - inner) : 0;
        if (close && begins(close, end, "\\right)") && until_sign(inner, length) < length) {
            const char *size = "big";
            for (const char *p = inner; p < close; p++)
                if (begins(p, close, "\\frac")) size = "Big";
            vv_buffer_printf(&b, "\\%sl(%.*s\\%sr)", size, (int)length, inner, size);
            s = close + strlen("\\right)");
            any = true;
            continue;
        }
        if (*s == '{' || begins(s, end, "\\left")) { /* not breakable: copied whole */
            const char *last = closing(s, end);
            size_t k = last ? (size_t)(last - s) : (size_t)(end - s);
            vv_buffer_add_n(&b, s, k);
            s += k;
            if (s < end) vv_buffer_char(&b, *s++);
            continue;
        }
        vv_buffer_char(&b, *s++);
    }
    return any ? vv_buffer_text(&b) : NULL;
}

static void new_line(vv_latex_lines *l) {
    vv_buffer_add(l->out, " \\\\\n  &\\quad {}");
    l->column = INDENT;
}

static void sum(vv_latex_lines *l, const char *s, int depth) {
    while (*s) {
        size_t n = until_sign(s, SIZE_MAX);
        const char *term = s, *end = s += n;
        double wide = width(term, end), room = l->limit - INDENT;
        const char *inside =
            wide > room && depth < MOST_OPENED ? with_fixed_brackets(l->out->ctx, term, n) : NULL;
        if (inside) {
            sum(l, inside, depth + 1);
            continue;
        }
        if (l->column + wide > l->limit && l->column > INDENT) {
            new_line(l);
            while (*term == ' ') term++;
        }
        if (wide > room)
            vv_buffer_printf(l->out, "\\vvmath{%.0fpt}{{}%.*s}",
                             (l->limit - l->column) * VV_LATEX_WIDTH_UNIT, (int)(end - term), term);
        else
            vv_buffer_add_n(l->out, term, (size_t)(end - term));
        l->column += fmin(wide, room);
    }
}

void vv_latex_break_sum(vv_latex_lines *l, const char *s) { sum(l, s, 0); }

void vv_latex_break_relation(vv_latex_lines *l, const char *relation, const char *right) {
    double first = vv_latex_width(right, until_sign(right, SIZE_MAX)), sign = 2.5;
    if (l->column + sign + fmin(first, l->limit / 2) > l->limit && l->column > INDENT) new_line(l);
    vv_buffer_printf(l->out, " %s ", relation);
    l->column += sign;
    sum(l, right, 0);
}
