#include "plot/csv_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
    vv_ctx *c;
    const char *at, *end;
    int line;
    vv_csv_status status;
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

/* A number, or the status of the row: *ok. */
static vv_status read_cell(reader *r, const char *name, double *out, bool *last, bool *ok) {
    vv_mark m = vv_arena_mark(r->c);
    char *text = cell(r, last), *end = text;
    if (!text) return vv_ctx_status(r->c);
    *out = (double)NAN;
    if (vv_csv_is_text(name)) {
        if (!strcmp(name, "status")) *ok = !strcmp(text, "ok");
        if (!strcmp(name, "status") && !*ok)
            return vv_csv_status_add(r->c, &r->status, text), VV_OK;
        return vv_arena_release(r->c, m), VV_OK;
    }
    double x = strtod(text, &end);
    bool empty = !text[strspn(text, " \t")],
         bad = !empty && (end == text || end[strspn(end, " \t")]);
    vv_arena_release(r->c, m);
    if (!bad && !empty) *out = x;
    return bad ? refuse(r, "a cell is not a number") : VV_OK;
}

static vv_status read_row(reader *r, vv_csv_table *t, int rows) {
    bool last = false, ok = true;
    for (int i = 0; i < t->columns; i++) {
        if (last) return refuse(r, "it has fewer cells than there are names");
        double *to = &t->value[(size_t)i * (size_t)rows + (size_t)t->rows];
        if (read_cell(r, t->name[i], to, &last, &ok) != VV_OK) return vv_ctx_status(r->c);
    }
    if (!last) return refuse(r, "it has more cells than there are names");
    t->rows += ok;
    return VV_OK;
}

/* Columns of texts have no numbers. */
static void drop_texts(vv_csv_table *t) {
    int n = 0;
    for (int i = 0; i < t->columns; i++) {
        if (vv_csv_is_text(t->name[i])) continue;
        if (t->rows)
            memmove(t->value + (size_t)n * (size_t)t->rows, t->value + (size_t)i * (size_t)t->rows,
                    (size_t)t->rows * sizeof *t->value);
        t->name[n++] = t->name[i];
    }
    t->columns = n;
}

/* Columns are `had` apart while the number of rows is unknown. */
static void compact_columns(vv_csv_table *t, int had) {
    for (int i = 1; i < t->columns && had != t->rows; i++)
        memmove(t->value + (size_t)i * (size_t)t->rows, t->value + (size_t)i * (size_t)had,
                (size_t)t->rows * sizeof *t->value);
}

vv_status vv_csv_table_read(vv_ctx *c, const char *text, size_t length, vv_csv_table *t) {
    reader r = {.c = c, .at = text, .end = text + length, .line = 1};
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
    drop_texts(t);
    vv_csv_status_note(c, &r.status);
    return VV_OK;
}

/* ---- status --------------------------------------------------------------------------------- */

bool vv_csv_is_text(const char *name) { return !strcmp(name, "status") || !strcmp(name, "reason"); }

bool vv_csv_status_add(vv_ctx *c, vv_csv_status *s, const char *word) {
    enum { MOST = sizeof s->kind / sizeof *s->kind };
    int i = 0;
    while (i < s->nkinds && strcmp(s->kind[i], word)) i++;
    if (i == MOST) i = MOST - 1;
    if (i == s->nkinds) s->kind[s->nkinds++] = vv_strdup(c, word);
    s->count[i]++;
    return vv_ctx_ok(c);
}

void vv_csv_status_note(vv_ctx *c, const vv_csv_status *s) {
    const char *text = NULL;
    int n = 0;
    for (int i = 0; i < s->nkinds; i++) {
        n += s->count[i];
        text = text ? vv_format(c, "%s, %s: %d", text, s->kind[i], s->count[i])
                    : vv_format(c, "%s: %d", s->kind[i], s->count[i]);
    }
    if (n && text)
        vv_diag_add(c, VV_WARNING, VV_D_LEFT_OUT, (vv_span){0}, "%d row%s left out: status %s", n,
                    n == 1 ? " is" : "s are", text);
}

int vv_csv_table_find(const vv_csv_table *t, const char *name) {
    for (int i = 0; i < t->columns; i++)
        if (!strcmp(t->name[i], name)) return i;
    return -1;
}
