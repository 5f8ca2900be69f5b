#include "base/diag.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

/* A text that spans refer to: the model's file at offset 0, each option after the source before
 * it. */
typedef struct source {
    const char *name, *text;
    size_t length;
    uint32_t base; /* offset of its first byte */
} source;

/* The list and its texts are blocks, not arena memory: a diagnostic reported between a mark and a
 * release must outlive the release. */
struct vv_diag_list {
    vv_diag item[VV_DIAG_MAX];
    vv_cure cure[VV_DIAG_MAX]; /* of each item */
    int count, errors, dropped;
    source file;
    int noptions, options_capacity;
    source *option; /* in the order of their offsets (noptions) */
    int norigins;
    vv_diag_origin *origin; /* of the file's statements, in their order (norigins) */
};

/* Written to if a diagnostic is dropped or memory refused, never read. */
static _Thread_local vv_diag discarded;

static struct vv_diag_list *list(vv_ctx *c) {
    struct vv_diag_list **slot = vv_ctx_diags(c);
    if (!*slot) *slot = vv_block_resize(c, NULL, sizeof **slot);
    return *slot;
}

/* ---- texts ---- */

/* A longer word of a message (a name of two megabytes) is abridged in the middle. */
enum { WORD_MOST = 120, WORD_HEAD = 60, WORD_TAIL = 20 };

/* Shortens overlong words in place, at character boundaries. */
static void abridge(char *s) {
    char *out = s;
    while (*s) {
        size_t n = strcspn(s, " \n"), skip = s[n] ? 1 : 0;
        if (n > WORD_MOST) {
            size_t head = WORD_HEAD, tail = n - WORD_TAIL;
            while (head > 0 && (s[head] & 0xc0) == 0x80) head--;
            while (tail < n && (s[tail] & 0xc0) == 0x80) tail++;
            memmove(out, s, head);
            memcpy(out + head, "…", 3);
            memmove(out + head + 3, s + tail, n - tail + skip);
            out += head + 3 + n - tail + skip;
        } else {
            memmove(out, s, n + skip);
            out += n + skip;
        }
        s += n + skip;
    }
    *out = '\0';
}

__attribute__((format(printf, 2, 0))) static char *whole_text(vv_ctx *c, const char *fmt,
                                                              va_list ap) {
    va_list again;
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, fmt, ap);
    char *text = n < 0 ? NULL : vv_block_resize(c, NULL, (size_t)n + 1);
    if (text) vsnprintf(text, (size_t)n + 1, fmt, again);
    va_end(again);
    return text;
}

__attribute__((format(printf, 2, 0))) static const char *text_of(vv_ctx *c, const char *fmt,
                                                                 va_list ap) {
    char *text = whole_text(c, fmt, ap);
    if (text) abridge(text);
    return text ? text : "";
}

vv_diag *vv_diag_add(vv_ctx *c, vv_severity severity, int code, vv_span span, const char *fmt,
                     ...) {
    struct vv_diag_list *l = list(c);
    if (l && severity == VV_ERROR) l->errors++;
    if (!l || l->count == VV_DIAG_MAX) {
        if (l) l->dropped++;
        return &discarded;
    }
    va_list ap;
    va_start(ap, fmt);
    l->cure[l->count] = (vv_cure){.text = NULL};
    vv_diag *d = &l->item[l->count++];
    *d =
        (vv_diag){.severity = severity, .code = code, .span = span, .message = text_of(c, fmt, ap)};
    va_end(ap);
    return d;
}

void vv_diag_hint(vv_ctx *c, vv_diag *d, const char *fmt, ...) {
    if (d == &discarded) return;
    va_list ap;
    va_start(ap, fmt);
    d->hint = text_of(c, fmt, ap);
    va_end(ap);
}

void vv_diag_set_cure(vv_ctx *c, vv_diag *d, vv_span span, const char *fmt, ...) {
    struct vv_diag_list *l = *vv_ctx_diags(c);
    if (!l || d < l->item || d >= l->item + l->count) return;
    va_list ap;
    va_start(ap, fmt);
    l->cure[d - l->item] = (vv_cure){span, whole_text(c, fmt, ap)};
    va_end(ap);
}

vv_cure vv_diag_cure_at(vv_ctx *c, int i) {
    return i >= 0 && i < vv_diag_count(c) ? (*vv_ctx_diags(c))->cure[i] : (vv_cure){.text = NULL};
}

int vv_diag_count(vv_ctx *c) { return *vv_ctx_diags(c) ? (*vv_ctx_diags(c))->count : 0; }
int vv_diag_errors(vv_ctx *c) { return *vv_ctx_diags(c) ? (*vv_ctx_diags(c))->errors : 0; }
int vv_diag_dropped(vv_ctx *c) { return *vv_ctx_diags(c) ? (*vv_ctx_diags(c))->dropped : 0; }

vv_diag_mark vv_diag_get_mark(vv_ctx *c) {
    return (vv_diag_mark){vv_diag_count(c), vv_diag_errors(c), vv_diag_dropped(c)};
}

void vv_diag_rollback(vv_ctx *c, vv_diag_mark since) {
    struct vv_diag_list *l = *vv_ctx_diags(c);
    if (!l) return;
    l->count = since.count;
    l->errors = since.errors;
    l->dropped = since.dropped;
}

const vv_diag *vv_diag_at(vv_ctx *c, int i) {
    return i >= 0 && i < vv_diag_count(c) ? &(*vv_ctx_diags(c))->item[i] : NULL;
}

vv_diag *vv_diag_last(vv_ctx *c, int count) {
    int n = vv_diag_count(c);
    return n > count ? &(*vv_ctx_diags(c))->item[n - 1] : NULL;
}

vv_diag *vv_diag_find(vv_ctx *c, int code, const char *message) {
    struct vv_diag_list *l = *vv_ctx_diags(c);
    for (int i = 0; l && i < l->count; i++)
        if (l->item[i].code == code && !strcmp(l->item[i].message, message)) return &l->item[i];
    return NULL;
}

/* ---- sources ---- */

void vv_diag_source(vv_ctx *c, const char *file, const char *text, size_t length) {
    struct vv_diag_list *l = list(c);
    if (!l) return;
    l->file = (source){.name = file, .text = text, .length = length};
    l->noptions = l->norigins = 0;
}

/* One offset more than it has bytes: the end of a text is a place of that text. */
static uint32_t end_of(const source *s) { return s->base + (uint32_t)s->length + 1; }

static uint32_t next_base(const struct vv_diag_list *l) {
    if (l->noptions) return end_of(&l->option[l->noptions - 1]);
    return l->file.text ? end_of(&l->file) : 0;
}

bool vv_diag_add_option(vv_ctx *c, const char *option, const char *text, size_t length,
                        uint32_t *base) {
    struct vv_diag_list *l = list(c);
    if (!l || length > UINT32_MAX / 2 || next_base(l) > UINT32_MAX / 2) return false;
    if (l->noptions == l->options_capacity) {
        int more = l->options_capacity ? 2 * l->options_capacity : 8;
        source *grown = vv_block_resize(c, l->option, (size_t)more * sizeof *grown);
        if (!grown) return false;
        l->option = grown;
        l->options_capacity = more;
    }
    *base = next_base(l);
    l->option[l->noptions++] = (source){option, text, length, *base};
    return true;
}

/* The option that holds an offset; NULL: the file does. */
static const source *option_at(const struct vv_diag_list *l, size_t offset) {
    int n = l ? l->noptions : 0;
    while (n > 0 && l->option[n - 1].base > offset) n--;
    return n > 0 ? &l->option[n - 1] : NULL;
}

static const source *source_at(const struct vv_diag_list *l, size_t offset) {
    static const source none = {.text = ""};
    const source *option = option_at(l, offset);
    return option ? option : l && l->file.text ? &l->file : &none;
}

uint32_t vv_diag_offset_in_source(vv_ctx *c, uint32_t offset) {
    return offset - source_at(*vv_ctx_diags(c), offset)->base;
}

const char *vv_diag_source_text(vv_ctx *c, uint32_t offset, size_t *left) {
    const source *s = source_at(*vv_ctx_diags(c), offset);
    size_t at = offset - s->base;
    if (at > s->length) at = s->length;
    *left = s->length - at;
    return s->text + at;
}

/* ---- origins ---- */

static const char *origin_at(const struct vv_diag_list *l, vv_span span) {
    const char *name = NULL;
    if (span.begin == span.end || option_at(l, span.begin)) return NULL;
    for (int i = 0; i < l->norigins && l->origin[i].begin <= span.begin; i++)
        name = l->origin[i].name;
    return name;
}

/* ---- copies ---- */

static bool copy_bytes(vv_ctx *c, const char **text, size_t length) {
    if (!*text) return true;
    char *own = vv_block_resize(c, NULL, length + 1);
    if (own) memcpy(own, *text, length), own[length] = '\0';
    *text = own;
    return own != NULL;
}

static bool copy_text(vv_ctx *c, const char **text) {
    return copy_bytes(c, text, *text ? strlen(*text) : 0);
}

static bool copy_origins(vv_ctx *c, struct vv_diag_list *l, int n, const vv_diag_origin *origin) {
    l->norigins = 0;
    l->origin = vv_block_resize(c, NULL, ((size_t)n + 1) * sizeof *l->origin);
    for (int i = 0; l->origin && i < n; i++) {
        l->origin[i] = origin[i];
        if (!copy_text(c, &l->origin[i].name)) return false;
        l->norigins++;
    }
    return l->origin != NULL;
}

bool vv_diag_set_origins(vv_ctx *c, int n, const vv_diag_origin *origin) {
    struct vv_diag_list *l = n ? list(c) : NULL;
    if (!l) return n == 0;
    bool fine = copy_origins(c, l, n, origin);
    for (int i = 0; i < l->count; i++) l->item[i].origin = origin_at(l, l->item[i].span);
    return fine;
}

static bool copy_source(vv_ctx *c, source *s) {
    return copy_text(c, &s->name) && copy_bytes(c, &s->text, s->length);
}

bool vv_diag_copy(vv_ctx *to, vv_ctx *from) {
    const struct vv_diag_list *old = *vv_ctx_diags(from);
    struct vv_diag_list *l = list(to);
    if (!l) return false;
    if (!old) return true;
    *l = *old;
    l->options_capacity = l->noptions;
    l->option = NULL;
    if (l->noptions) {
        l->option = vv_block_resize(to, NULL, (size_t)l->noptions * sizeof *l->option);
        if (!l->option) return false;
        memcpy(l->option, old->option, (size_t)l->noptions * sizeof *l->option);
    }
    bool fine = copy_source(to, &l->file) && copy_origins(to, l, old->norigins, old->origin);
    for (int i = 0; i < l->noptions; i++) fine = fine && copy_source(to, &l->option[i]);
    for (int i = 0; i < l->count; i++) {
        vv_diag *d = &l->item[i];
        fine = fine && copy_text(to, &d->message) && copy_text(to, &d->hint) &&
               copy_text(to, &d->related_text) && copy_text(to, &l->cure[i].text);
        d->origin = origin_at(l, d->span);
    }
    return fine;
}

void vv_diag_reword(vv_ctx *c, const char *words(vv_ctx *c, const char *text)) {
    struct vv_diag_list *l = list(c);
    for (int i = 0; l && i < l->count; i++) {
        vv_diag *d = &l->item[i];
        d->message = words(c, d->message), d->hint = words(c, d->hint);
        d->related_text = words(c, d->related_text);
    }
}

/* ---- places ---- */

/* Bytes of the character at s: a stray byte is a character of its own. */
static size_t step(const char *s, const char *end) {
    uint32_t u;
    size_t k = vv_utf8_decode(s, (size_t)(end - s), &u);
    return k ? k : 1;
}

/* The source line that contains a byte. */
typedef struct line {
    const char *begin, *end, *at; /* text without its line end; the requested byte */
    int number;                   /* 0: it belongs to an option */
    const char *option;           /* ... of this name, or a built statement of this origin */
} line;

static line find_line(const struct vv_diag_list *l, size_t offset) {
    const source *s = source_at(l, offset);
    const char *text = s->text, *end = text + s->length;
    offset -= s->base;
    /* the end of the file is shown behind its last line, not on an empty one after it */
    const char *at = offset < s->length ? text + offset : end;
    if (at == end && at > text && at[-1] == '\n') at--;
    line k = {.begin = text, .number = 1};
    for (const char *p; (p = memchr(k.begin, '\n', (size_t)(at - k.begin)));) {
        k.begin = p + 1;
        k.number++;
    }
    const char *stop = at == end ? NULL : memchr(at, '\n', (size_t)(end - at));
    k.end = stop ? stop : end;
    if (k.end > k.begin && k.end[-1] == '\r') k.end--;
    k.at = at < k.end ? at : k.end;
    if (option_at(l, offset + s->base)) {
        k.number = 0;
        k.option = s->name;
    }
    const char *origin =
        l ? origin_at(l, (vv_span){(uint32_t)offset + s->base, (uint32_t)offset + s->base + 1})
          : NULL;
    if (origin) k.number = 0, k.option = origin;
    return k;
}

static int column_of(const line *k) {
    int column = 1;
    for (const char *p = k->begin; p < k->at; p += step(p, k->end)) column++;
    return column;
}

void vv_diag_place(vv_ctx *c, uint32_t offset, int *line_number, int *column) {
    line k = find_line(*vv_ctx_diags(c), offset);
    *line_number = k.number;
    *column = column_of(&k);
}

const char *vv_diag_option_at(vv_ctx *c, uint32_t offset) {
    return find_line(*vv_ctx_diags(c), offset).option;
}

/* ---- rendering ---- */

enum { LINE_MOST = 112, TAIL_MOST = 70, TAB = 4, PIECE = VV_UTF8_SHOWN };

/* How the character at s is displayed at `column`: its text, its width, its length in the
 * source. A tab advances to the next stop, a stray byte is \x9f. */
static size_t show(const char *s, const char *end, int column, char piece[PIECE], int *width) {
    size_t n = (size_t)(end - s), k = vv_utf8_show(s, n, piece);
    *width = vv_utf8_width(piece, strlen(piece));
    if (*s == '\t') {
        *width = TAB - column % TAB;
        snprintf(piece, PIECE, "%*s", *width, "");
    }
    return k;
}

/* A message that contains a user's bytes. */
static void add_escaped(vv_buffer *out, const char *s) {
    char piece[PIECE];
    int width;
    for (const char *end = s + strlen(s); s < end;) {
        s += show(s, end, 0, piece, &width);
        vv_buffer_add(out, piece);
    }
}

/* Columns of [p, end), or `most` + 1 if there are more: long lines are never read to the end. */
static int columns(const char *p, const char *end, int most) {
    char piece[PIECE];
    int sum = 0, width;
    while (p < end && sum <= most) {
        p += show(p, end, sum, piece, &width);
        sum += width;
    }
    return sum <= most ? sum : most + 1;
}

/* Where to start printing so that the byte of interest is visible with some context on both
 * sides. */
static const char *window(const line *k) {
    if (columns(k->begin, k->end, LINE_MOST) <= LINE_MOST) return k->begin;
    int right = columns(k->at, k->end, TAIL_MOST);
    int room = LINE_MOST - 2 - (right > TAIL_MOST ? TAIL_MOST : right);
    const char *p = k->at;
    while (p > k->begin) {
        const char *before = p - 1; /* one character back */
        while (before > k->begin && p - before < 4 && (*before & 0xc0) == 0x80) before--;
        if (before + step(before, p) != p) before = p - 1;
        if ((room -= columns(before, p, 8)) < 0) break;
        p = before;
    }
    return p;
}

typedef struct paint {
    const char *bold, *mark, *dim, *off;
} paint;

/* The source line, cut to LINE_MOST columns, and the caret under [k->at, stop). */
static void add_excerpt(vv_buffer *out, const line *k, const char *stop, const paint *ink) {
    char piece[PIECE];
    int column = 0, width, from = -1, to = -1;
    const char *p = window(k);
    if (k->option)
        vv_buffer_printf(out, "%s      |%s ", ink->dim, ink->off);
    else
        vv_buffer_printf(out, "%s%5d |%s ", ink->dim, k->number, ink->off);
    if (p > k->begin) {
        vv_buffer_add(out, "…");
        column = 1;
    }
    while (p < k->end) {
        const char *here = p;
        p += show(p, k->end, column, piece, &width);
        if (column + width > LINE_MOST - (p < k->end)) {
            vv_buffer_add(out, "…");
            break;
        }
        if (here >= k->at && from < 0) from = column;
        vv_buffer_add(out, piece);
        column += width;
        if (here >= k->at && here < stop) to = column;
    }
    if (from < 0) from = column; /* at the end of the line */
    vv_buffer_printf(out, "\n%s      |%s %*s%s^", ink->dim, ink->off, from, "", ink->mark);
    for (int i = from + 1; i < to; i++) vv_buffer_char(out, '~');
    vv_buffer_printf(out, "%s\n", ink->off);
}

static void add_place(vv_buffer *out, const struct vv_diag_list *l, const line *k) {
    bool option = k && k->option;
    add_escaped(out, option ? k->option : l && l->file.name ? l->file.name : "input");
    if (k && !option) vv_buffer_printf(out, ":%d:%d", k->number, column_of(k));
    vv_buffer_add(out, ": ");
}

static void add_related(vv_buffer *out, const struct vv_diag_list *l, const vv_diag *d,
                        const paint *ink) {
    line k = find_line(l, d->related.begin);
    vv_buffer_add(out, ink->bold);
    add_place(out, l, &k);
    vv_buffer_printf(out, "%snote: ", ink->off);
    add_escaped(out, d->related_text ? d->related_text : "the other place");
    vv_buffer_char(out, '\n');
    add_excerpt(out, &k, k.at + (d->related.end - d->related.begin), ink);
}

vv_status vv_diag_render(vv_ctx *c, const vv_diag *d, bool colour, vv_buffer *out) {
    static const char *const word[] = {"note", "warning", "error"};
    static const char *const mark[] = {"\033[1;36m", "\033[1;35m", "\033[1;31m"};
    static const paint plain = {"", "", "", ""};
    paint ink = colour ? (paint){"\033[1m", mark[d->severity], "\033[2m", "\033[0m"} : plain;
    const struct vv_diag_list *l = *vv_ctx_diags(c);
    bool placed = d->span.begin < d->span.end;
    line k = find_line(l, d->span.begin);

    vv_buffer_add(out, ink.bold);
    add_place(out, l, placed ? &k : NULL);
    vv_buffer_printf(out, "%s%s%s VV%04d:%s ", ink.off, ink.mark, word[d->severity], d->code,
                     ink.off);
    add_escaped(out, d->message);
    vv_buffer_char(out, '\n');
    if (placed) add_excerpt(out, &k, k.at + (d->span.end - d->span.begin), &ink);
    if (d->hint) {
        vv_buffer_printf(out, "%s      =%s hint: ", ink.dim, ink.off);
        add_escaped(out, d->hint);
        vv_buffer_char(out, '\n');
    }
    if (d->related.begin < d->related.end) add_related(out, l, d, &ink);
    return vv_ctx_status(c);
}

/* ---- nearest name ---- */

/* Longer names are not compared: a single typing error in them is unlikely. */
enum { NAME_MOST = 48 };

static int code_points(const char *s, uint32_t out[NAME_MOST]) {
    size_t n = strlen(s);
    int count = 0;
    if (n > 4 * NAME_MOST) return -1;
    for (const char *end = s + n; s < end; count++) {
        if (count == NAME_MOST) return -1;
        out[count] = (unsigned char)*s;
        size_t k = vv_utf8_decode(s, (size_t)(end - s), &out[count]);
        s += k ? k : 1;
    }
    return count;
}

static int letter_cost(uint32_t a, uint32_t b) {
    if (a == b) return 0;
    /* wrong case is half a mistake */
    return a < 0x80 && b < 0x80 && (a ^ b) == 32 ? 1 : 2;
}

static int least(int a, int b) { return a < b ? a : b; }

/* Edit distance with transpositions, a mistake counting 2. Three rows suffice. */
static int distance(const uint32_t *a, int n, const uint32_t *b, int m) {
    int row[3][NAME_MOST + 1];
    for (int j = 0; j <= m; j++) row[0][j] = 2 * j;
    for (int i = 1; i <= n; i++) {
        int *now = row[i % 3];
        const int *above = row[(i + 2) % 3], *higher = row[(i + 1) % 3];
        now[0] = 2 * i;
        for (int j = 1; j <= m; j++) {
            int d = above[j - 1] + letter_cost(a[i - 1], b[j - 1]);
            d = least(d, 2 + least(above[j], now[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d = least(d, higher[j - 2] + 2);
            now[j] = d;
        }
    }
    return row[n % 3][m];
}

/* They must share a letter, not only the index: θ1 is not a misspelt m1. */
static bool share_letter(const uint32_t *a, int n, const uint32_t *b, int m) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (letter_cost(a[i], b[j]) < 2 && !(a[i] >= '0' && a[i] <= '9')) return true;
    return false;
}

const char *vv_nearest_name(vv_ctx *c, const char *name, int n, const char *const *candidate) {
    (void)c;
    uint32_t a[NAME_MOST], b[NAME_MOST];
    int length = code_points(name, a), best = 0;
    const char *nearest = NULL;
    if (length <= 0) return NULL;
    for (int i = 0; i < n; i++) {
        int other = code_points(candidate[i], b);
        if (other <= 0) continue;
        int d = distance(a, length, b, other);
        if (d > 2 * (length < 6 ? 1 : 2) || !share_letter(a, length, b, other)) continue;
        if (!nearest || d < best) {
            nearest = candidate[i];
            best = d;
        }
    }
    return nearest;
}

const char *vv_diag_text(vv_ctx *c, bool colour) {
    vv_buffer b = VV_BUFFER(c);
    for (int i = 0; i < vv_diag_count(c); i++) vv_diag_render(c, vv_diag_at(c, i), colour, &b);
    if (vv_diag_dropped(c)) vv_buffer_printf(&b, "%d more not shown\n", vv_diag_dropped(c));
    return vv_buffer_text(&b);
}
