#include "plot/csv_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
    vv_ctx *c;
    const char *at, *end;
    int line;
} reader;

static vv_status refuse(reader *r, const char *what) {
    vv_diag_hint(
        r->c,
        vv_diag_add(r->c, VV_ERROR, VV_D_TABLE, (vv_span){0}, "line %d of the table: %s", r->line,
                    what),
        "a table is a line of names followed by lines of as many numbers, separated by commas");
    return vv_ctx_fail(r->c, VV_E_MODEL);
}

/* One cell as text; consumes the separator after it. *last: it ended the line. */
static char *cell(reader *r, bool *last) {
    vv_buffer b = VV_BUFFER(r->c);
    if (r->at < r->end && *r->at == '"') {
        for (r->at++; r->at < r->end; r->at++) {
            if (*r->at == '"' && (r->at + 1 == r->end || r->at[1] != '"')) break;
            if (*r->at == '"') r->at++;
            vv_buffer_char(&b, *r->at);
        }
        if (r->at < r->end) r->at++;
    }
    while (r->at < r->end && !strchr(",\r\n", *r->at)) vv_buffer_char(&b, *r->at++);
    *last = r->at >= r->end || *r->at != ',';
    if (!*last) r->at++;
    if (*last && r->at < r->end && *r->at == '\r') r->at++;
    if (*last && r->at < r->end && *r->at == '\n') r->at++;
    char *text = vv_strdup(r->c, vv_buffer_text(&b));
    vv_buffer_free(&b);
    return text;
}

static vv_status read_names(reader *r, vv_csv_table *t) {
    int capacity = 0;
    for (bool last = false; !last;) {
        if (t->columns == capacity) {
            capacity = capacity ? 2 * capacity : 16;
            const char **grown = VV_ARRAY(r->c, const char *, capacity);
            if (!grown) return vv_ctx_status(r->c);
            if (t->columns) memcpy(grown, t->name, (size_t)t->columns * sizeof *grown);
            t->name = grown;
        }
        t->name[t->columns] = cell(r, &last);
        if (!t->name[t->columns++]) return vv_ctx_status(r->c);
    }
    return VV_OK;
}

static int count_lines(const reader *r) {
    int n = 1;
    for (const char *p = r->at; p < r->end; p++) n += *p == '\n' || (*p == '\r' && p[1] != '\n');
    return n;
}

static vv_status read_row(reader *r, vv_csv_table *t, int rows) {
    bool last = false;
    for (int i = 0; i < t->columns; i++) {
        if (last) return refuse(r, "it has fewer cells than there are names");
        vv_mark m = vv_arena_mark(r->c);
        char *text = cell(r, &last), *end = text;
        if (!text) return vv_ctx_status(r->c);
        double x = strtod(text, &end);
        bool empty = !text[strspn(text, " \t")],
             bad = !empty && (end == text || end[strspn(end, " \t")]);
        vv_arena_release(r->c, m);
        if (bad) return refuse(r, "a cell is not a number");
        t->value[(size_t)i * (size_t)rows + (size_t)t->rows] = empty ? (double)NAN : x;
    }
    if (!last) return refuse(r, "it has more cells than there are names");
    t->rows++;
    return VV_OK;
}

/* Columns are `had` apart while the number of rows is unknown. */
static void compact_columns(vv_csv_table *t, int had) {
    for (int i = 1; i < t->columns && had != t->rows; i++)
        memmove(t->value + (size_t)i * (size_t)t->rows, t->value + (size_t)i * (size_t)had,
                (size_t)t->rows * sizeof *t->value);
}

vv_status vv_csv_table_read(vv_ctx *c, const char *text, size_t length, vv_csv_table *t) {
    reader r = {c, text, text + length, 1};
    *t = (vv_csv_table){0};
    if (length >= 3 && !memcmp(text, "\xEF\xBB\xBF", 3)) r.at += 3;
    if (memchr(text, '\0', length)) return refuse(&r, "it contains a zero byte: this is not text");
    if (read_names(&r, t) != VV_OK) return vv_ctx_status(c);
    int most = count_lines(&r);
    t->value = VV_MATRIX(c, double, t->columns, most);
    if (!t->value) return vv_ctx_status(c);
    while (r.at < r.end) {
        r.line++;
        if (*r.at == '\n' || *r.at == '\r') { /* a blank line */
            r.at++;
            continue;
        }
        if (read_row(&r, t, most) != VV_OK) return vv_ctx_status(c);
    }
    compact_columns(t, most);
    return VV_OK;
}

int vv_csv_table_find(const vv_csv_table *t, const char *name) {
    for (int i = 0; i < t->columns; i++)
        if (!strcmp(t->name[i], name)) return i;
    return -1;
}
