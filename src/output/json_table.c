/* Tables in JSON [RFC 8259]: columns, units, rows; other fields are skipped. Numbers are taken as
 * they come, without a tree of the text. */
#include "output/json_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LEVELS = 64 };

static const char HINT[] =
    "a table is an object with columns, an array of names, and rows, an array "
    "of arrays of as many numbers; visviva run writes one";

typedef struct reader {
    vv_ctx *c;
    const char *at, *end;
    bool bad;
} reader;

/* ---- tokens --------------------------------------------------------------------------------- */

/* The next character that is not a space; 0 at the end. */
static char peek(reader *r) {
    while (r->at < r->end && strchr(" \t\r\n", *r->at)) r->at++;
    return r->at < r->end ? *r->at : '\0';
}

static bool take(reader *r, char ch) {
    if (peek(r) != ch) return false;
    r->at++;
    return true;
}

static void expect(reader *r, char ch) {
    if (!take(r, ch)) r->bad = true;
}

static uint32_t hex(reader *r) {
    uint32_t u = 0;
    for (int i = 0; i < 4; i++, r->at++) {
        const char *digits = "0123456789abcdef", ch = r->at < r->end ? *r->at : 0;
        const char *found = ch ? strchr(digits, ch | 32) : NULL;
        if (!found) return r->bad = true, 0xfffd;
        u = u << 4 | (uint32_t)(found - digits);
    }
    return u;
}

static void escaped(reader *r, vv_buffer *out) {
    static const char *const from = "\"\\/bfnrt", *const to = "\"\\/\b\f\n\r\t";
    char ch = r->at < r->end ? *r->at++ : '\0', glyph[4];
    const char *known = ch ? strchr(from, ch) : NULL;
    if (known) {
        vv_buffer_char(out, to[known - from]);
        return;
    }
    uint32_t u = ch == 'u' ? hex(r) : (r->bad = true, 0xfffd);
    if (u >= 0xd800 && u < 0xdc00 && r->end - r->at > 2 && r->at[0] == '\\' && r->at[1] == 'u') {
        r->at += 2;
        u = 0x10000 + ((u - 0xd800) << 10) + (hex(r) - 0xdc00);
    }
    vv_buffer_add_n(out, glyph, vv_utf8_encode(u < 0x110000 ? u : 0xfffd, glyph));
}

/* A text; NULL, and r->bad, if there is none. */
static const char *string(reader *r) {
    vv_buffer b = VV_BUFFER(r->c);
    if (!take(r, '"')) return r->bad = true, NULL;
    while (r->at < r->end && *r->at != '"' && !r->bad) {
        char ch = *r->at++;
        if (ch == '\\')
            escaped(r, &b);
        else
            vv_buffer_char(&b, ch);
    }
    if (r->at >= r->end) r->bad = true;
    r->at++;
    return r->bad ? NULL : vv_buffer_text(&b);
}

static double number(reader *r) {
    char text[64], *end;
    size_t n = 0;
    while (r->at < r->end && n < sizeof text - 1 && strchr("+-.0123456789eE", *r->at))
        text[n++] = *r->at++;
    text[n] = '\0';
    double x = strtod(text, &end);
    if (!n || *end) r->bad = true;
    return x;
}

static bool word(reader *r, const char *text) {
    size_t n = strlen(text);
    if ((size_t)(r->end - r->at) < n || memcmp(r->at, text, n)) return false;
    r->at += n;
    return true;
}

static void skip(reader *r, int level) {
    char open = peek(r), close = open == '[' ? ']' : '}';
    if (level > MOST_LEVELS) r->bad = true;
    if (r->bad || open == '"') {
        string(r);
    } else if (open == '[' || open == '{') {
        for (take(r, open); !r->bad && !take(r, close);) {
            if (open == '{') string(r), expect(r, ':');
            skip(r, level + 1);
            if (peek(r) != close) expect(r, ',');
        }
    } else if (!word(r, "null") && !word(r, "true") && !word(r, "false")) {
        number(r);
    }
}

/* ---- tables --------------------------------------------------------------------------------- */

/* The number of elements of the array at the reader, which stays there; -1: no array. */
static long count(const reader *from) {
    reader r = *from;
    long n = 0;
    if (!take(&r, '[')) return -1;
    while (!r.bad && !take(&r, ']')) {
        skip(&r, 2);
        n++;
        if (peek(&r) != ']') expect(&r, ',');
    }
    return r.bad ? -1 : n;
}

/* An array of n texts. */
static void texts(reader *r, int n, const char **out) {
    expect(r, '[');
    for (int i = 0; i < n && !r->bad; i++) {
        out[i] = string(r);
        if (i + 1 < n) expect(r, ',');
    }
    if (!take(r, ']')) r->bad = true;
}

static void cell(reader *r, vv_read_columns *k, int i, int row) {
    double *to = &k->value[(size_t)i * (size_t)k->rows + (size_t)row];
    *to = (double)NAN;
    if (peek(r) == '"') {
        const char *text = string(r);
        k->is_text[i] = true;
        if (!strcmp(k->name[i], "status")) k->status[row] = text;
    } else if (!word(r, "null")) {
        *to = number(r);
    }
}

static vv_status rows(reader *r, vv_read_columns *k) {
    expect(r, '[');
    for (int row = 0; row < k->rows; row++) {
        if (count(r) != k->n)
            return vv_table_refuse(
                k->c,
                vv_format(k->c, "row %d of the table has not as many cells as names", row + 1),
                HINT);
        expect(r, '[');
        for (int i = 0; i < k->n && !r->bad; i++) {
            peek(r);
            cell(r, k, i, row);
            if (i + 1 < k->n) expect(r, ',');
        }
        expect(r, ']');
        if (row + 1 < k->rows) expect(r, ',');
        if (r->bad)
            return vv_table_refuse(
                k->c, vv_format(k->c, "a cell of row %d of the table is not a number", row + 1),
                HINT);
    }
    return VV_OK;
}

/* Where the value of a field of the object begins; false: there is no such field. */
static bool find(const reader *from, const char *field, reader *out) {
    reader r = *from;
    for (expect(&r, '{'); !r.bad && peek(&r) != '}';) {
        const char *name = string(&r);
        expect(&r, ':');
        if (name && !strcmp(name, field)) return *out = r, peek(out) != 0;
        skip(&r, 1);
        if (peek(&r) != '}') expect(&r, ',');
    }
    return false;
}

vv_status vv_json_table_read(vv_ctx *c, const char *bytes, size_t n, vv_csv_table *out) {
    reader all = {.c = c, .at = bytes, .end = bytes + n}, columns, units, body;
    vv_read_columns k;
    if (!find(&all, "columns", &columns) || !find(&all, "rows", &body))
        return vv_table_refuse(c, "this JSON is not a table", HINT);
    long wide = count(&columns), high = count(&body);
    if (wide < 1 || wide > 1 << 20 || high < 0)
        return vv_table_refuse(c, "this JSON is not a table", HINT);
    if (!vv_read_columns_begin(c, (int)wide, high, &k)) return vv_ctx_status(c);
    texts(&columns, k.n, k.name);
    if (columns.bad) return vv_table_refuse(c, "the name of a column is not a text", HINT);
    if (find(&all, "units", &units) && count(&units) == wide) texts(&units, k.n, k.unit);
    for (int i = 0; i < k.n; i++)
        if (k.unit[i] && !*k.unit[i]) k.unit[i] = NULL;
    return rows(&body, &k) == VV_OK ? vv_read_columns_end(&k, out) : vv_ctx_status(c);
}
