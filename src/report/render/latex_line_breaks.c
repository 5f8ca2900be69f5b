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

/* The source with its outermost round brackets around sums, or what is wider than the room, at a
 * fixed size, so that lines may break within them; NULL if there are none. */
static const char *with_fixed_brackets(vv_ctx *c, const char *s, size_t n, double room) {
    vv_buffer b = VV_BUFFER(c);
    bool any = false;
    const char *end = s + n;
    while (s < end) {
        const char *close = begins(s, end, "\\left(") ? closing(s, end) : NULL;
        const char *inner = s + strlen("\\left(");
        size_t length = close ? (size_t)(close - inner) : 0;
        if (close && begins(close, end, "\\right)") &&
            (until_sign(inner, length) < length || width(inner, close) > room)) {
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

/* ---- terms wider than a line ---------------------------------------------------------------- */

static bool is_sum(const char *s, size_t n) { return until_sign(s, n) < n; }

/* Adds an operand of a product: a sum in brackets that a later round opens. */
static void add_operand(vv_buffer *b, const char *s, size_t n) {
    bool sum = is_sum(s, n);
    vv_buffer_printf(b, sum ? "\\left(%.*s\\right)" : "%.*s", (int)n, s);
}

/* \frac{A}{B} as \frac{1}{B} A, or if B is wide too, as A (B)^{-1}. */
static void open_fraction(vv_buffer *b, const char *s, const char *middle, const char *end,
                          double room) {
    const char *above = s + 1, *under = middle + 1;
    size_t na = (size_t)(middle - 1 - above), nb = (size_t)(end - 1 - under);
    bool narrow = width(under, end - 1) < room / 2;
    if (narrow) vv_buffer_printf(b, "\\frac{1}{%.*s}\\,", (int)nb, under);
    add_operand(b, above, na);
    if (!narrow) vv_buffer_printf(b, "\\,\\left(%.*s\\right)^{-1}", (int)nb, under);
}

/* The fraction or root that begins here, if it is to be opened; *middle: the end of its first
 * group. */
static const char *opened(const char *s, const char *end, double room, const char **middle) {
    bool fraction = begins(s, end, "\\frac{"), root = begins(s, end, "\\sqrt{");
    if (!fraction && !root) return NULL;
    *middle = end_of_item(s + strlen("\\frac"), end);
    const char *last = fraction ? end_of_item(*middle, end) : *middle;
    return width(s, last) > (fraction ? room / 2 : room) ? last : NULL;
}

/* The source with its first fraction wider than half a line, or root wider than a line, written on
 * one level, so that lines may break within it; NULL if there is none. */
static const char *on_one_level(vv_ctx *c, const char *s, size_t n, double room) {
    vv_buffer b = VV_BUFFER(c);
    const char *end = s + n, *middle;
    for (const char *p = s; p < end;) {
        const char *last = opened(p, end, room, &middle);
        if (!last) {
            p = *p == '{' || *p == '\\' ? end_of_item(p, end) : p + 1;
            continue;
        }
        vv_buffer_add_n(&b, s, (size_t)(p - s));
        p += strlen("\\frac"); /* or \sqrt */
        if (last > middle)
            open_fraction(&b, p, middle, last, room);
        else
            vv_buffer_printf(&b, "\\left(%.*s\\right)^{1/2}", (int)(last - p) - 2, p + 1);
        vv_buffer_add_n(&b, last, (size_t)(end - last));
        return vv_buffer_text(&b);
    }
    return NULL;
}

/* The end of the first factor of a product, with its separator. */
static size_t until_factor(const char *s, size_t most) {
    int depth = 0;
    for (size_t at = 0; at < most; at++) {
        depth += nesting(s + at);
        bool gap = s[at] == ' ' || !strncmp(s + at, "\\,", 2);
        const char *word = s + at; /* a function keeps its argument: \sin \theta */
        while (word > s && isalpha((unsigned char)word[-1])) word--;
        if (at && depth == 0 && gap && !(word > s && word[-1] == '\\' && word < s + at))
            return at + (s[at] == ' ' ? 1 : 2);
    }
    return most;
}

static void new_line(vv_latex_lines *l) {
    vv_buffer_add(l->out, " \\\\\n  &\\quad {}");
    l->column = INDENT;
}

/* A product without sums that is wider than a line: broken before factors; what remains too wide is
 * scaled down, to the smallest size that is read with ease at most. */
static void factors(vv_latex_lines *l, const char *s, const char *end) {
    for (bool first = true; s < end; first = false) {
        const char *next = s + until_factor(s, (size_t)(end - s));
        double wide = width(s, next), room = l->limit - INDENT;
        if (!first && l->column + wide > l->limit && l->column > INDENT) {
            new_line(l);
            vv_buffer_add(l->out, "\\cdot ");
        }
        if (wide > room)
            vv_buffer_printf(l->out, "\\vvmath{%.0fpt}{{}%.*s}",
                             (l->limit - l->column) * VV_LATEX_WIDTH_UNIT, (int)(next - s), s);
        else
            vv_buffer_add_n(l->out, s, (size_t)(next - s));
        l->column += fmin(wide, room);
        s = next;
    }
}

static void sum(vv_latex_lines *l, const char *s, int depth) {
    while (*s) {
        size_t n = until_sign(s, SIZE_MAX);
        const char *term = s, *end = s += n, *inside = NULL;
        double wide = width(term, end), room = l->limit - INDENT;
        if (wide > room && depth < MOST_OPENED) {
            inside = with_fixed_brackets(l->out->ctx, term, n, room);
            if (!inside) inside = on_one_level(l->out->ctx, term, n, room);
        }
        if (inside) {
            sum(l, inside, depth + 1);
            continue;
        }
        if (l->column + wide > l->limit && l->column > INDENT) {
            new_line(l);
            while (*term == ' ') term++;
        }
        if (wide > room) {
            factors(l, term, end);
            continue;
        }
        vv_buffer_add_n(l->out, term, (size_t)(end - term));
        l->column += wide;
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
