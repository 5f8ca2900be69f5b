/* MATLAB's level 5 MAT-file: a table as a structure with one field per column, beside its metadata;
 * or matrices by name. Texts are UTF-16, lists of texts cell arrays. */
#include <errno.h>
#include <string.h>

#include "output/table.h"

/* Types of the data elements, and classes of the arrays. */
enum { INT8 = 1, INT32 = 5, UINT32 = 6, DOUBLE = 9, MATRIX = 14, UTF16 = 17 };
enum { CELL_CLASS = 1, STRUCT_CLASS = 2, CHAR_CLASS = 4, DOUBLE_CLASS = 6 };
enum { LONGEST_NAME = 63, FIELD_NAME = 64, TAG = 8, HEAD = 128 };

typedef struct writer {
    vv_ctx *c;
    FILE *to;
    bool failed; /* a variable is larger than the format allows */
} writer;

static uint64_t padded(uint64_t n) { return (n + 7) & ~UINT64_C(7); }

/* ---- elements ------------------------------------------------------------------------------- */

static void number(writer *w, int bytes, uint64_t x) {
    for (int i = 0; i < bytes; i++) putc((int)(x >> 8 * i & 0xff), w->to);
}

/* The tag of an element. */
static void tag(writer *w, int type, uint64_t bytes) {
    if (bytes > INT32_MAX) w->failed = true;
    number(w, 4, (uint64_t)type);
    number(w, 4, bytes);
}

static void pad(writer *w, uint64_t bytes) { number(w, (int)(padded(bytes) - bytes), 0); }

/* What precedes the data of an array: its tag, class, size and name. */
static uint64_t prefix_size(const char *name) {
    return 2 * TAG + 2 * TAG + TAG + padded(strlen(name));
}

static void prefix(writer *w, int class, long rows, long columns, const char *name, uint64_t data) {
    tag(w, MATRIX, prefix_size(name) + data);
    tag(w, UINT32, 8);
    number(w, 4, (uint64_t) class);
    number(w, 4, 0);
    tag(w, INT32, 8);
    number(w, 4, (uint64_t)rows);
    number(w, 4, (uint64_t)columns);
    tag(w, INT8, strlen(name));
    fputs(name, w->to);
    pad(w, strlen(name));
}

/* ---- texts ---------------------------------------------------------------------------------- */

/* The next character; those beyond the basic plane, which take two units, are replaced. */
static uint32_t next_unit(const char **s, size_t *left) {
    uint32_t u;
    size_t k = vv_utf8_decode(*s, *left, &u);
    if (!k || u > 0xffff) u = 0xfffd;
    *s += k ? k : 1, *left -= k ? k : 1;
    return u;
}

static uint64_t units(const char *s) {
    uint64_t n = 0;
    for (size_t left = strlen(s); left; n++) next_unit(&s, &left);
    return n;
}

static uint64_t text_size(const char *s) { return TAG + padded(2 * units(s)); }

static void text(writer *w, const char *name, const char *s) {
    uint64_t n = units(s);
    prefix(w, CHAR_CLASS, n ? 1 : 0, (long)n, name, text_size(s));
    tag(w, UTF16, 2 * n);
    for (size_t left = strlen(s); left;) number(w, 2, next_unit(&s, &left));
    pad(w, 2 * n);
}

/* A list of texts, as a column. */
static void texts(writer *w, const char *name, int n, const char *const *s) {
    uint64_t size = 0;
    for (int i = 0; i < n; i++) size += TAG + prefix_size("") + text_size(s[i]);
    prefix(w, CELL_CLASS, n, 1, name, size);
    for (int i = 0; i < n; i++) text(w, "", s[i]);
}

/* ---- numbers -------------------------------------------------------------------------------- */

static void numbers(writer *w, const char *name, int rows, int columns, const double *x) {
    uint64_t size = 8 * (uint64_t)rows * (uint64_t)columns;
    prefix(w, DOUBLE_CLASS, rows, columns, name, TAG + size);
    tag(w, DOUBLE, size);
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < rows; i++) fwrite(&x[i * columns + j], sizeof *x, 1, w->to);
}

/* ---- tables --------------------------------------------------------------------------------- */

/* Calls `take` with the values of a column, in order; false: they cannot be read. */
static bool each_value(writer *w, const vv_output_table *t, int column,
                       void (*take)(writer *, const vv_string_pool *, double, void *), void *to) {
    vv_row_reader r;
    const double *row;
    long n;
    if (!vv_row_reader_begin(w->c, t->rows, &r)) return false;
    while ((row = vv_row_reader_next(&r, &n)) && n)
        for (long k = 0; k < n; k++)
            take(w, vv_output_table_strings(t, column), row[k * t->n + column], to);
    return row != NULL;
}

static void put_value(writer *w, const vv_string_pool *words, double x, void *to) {
    (void)to;
    if (words)
        text(w, "", vv_string_pool_at(words, x));
    else
        fwrite(&x, sizeof x, 1, w->to);
}

static void add_size(writer *w, const vv_string_pool *words, double x, void *to) {
    (void)w;
    uint64_t *size = to;
    *size += words ? TAG + prefix_size("") + text_size(vv_string_pool_at(words, x)) : sizeof x;
}

/* A column of the table: numbers, or texts in a cell array. */
static bool column(writer *w, const vv_output_table *t, int i, uint64_t size) {
    bool words = vv_output_table_strings(t, i) != NULL;
    prefix(w, words ? CELL_CLASS : DOUBLE_CLASS, t->rows->count, 1, "", words ? size : TAG + size);
    if (!words) tag(w, DOUBLE, size);
    return each_value(w, t, i, put_value, NULL);
}

/* Names of the fields: distinct, in the letters that MATLAB allows. */
static const char **field_names(vv_ctx *c, const vv_output_table *t) {
    enum { ROOM = LONGEST_NAME - 8 }; /* for a number */
    const char **name = VV_ARRAY(c, const char *, t->n + 1);
    for (int i = 0; name && i < t->n; i++) {
        const char *plain = vv_name_ascii(c, t->name[i], ROOM);
        int same = 1;
        name[i] = plain;
        for (int k = 0; plain && k < i; k++)
            if (name[k] && !strcmp(name[k], name[i])) {
                name[i] = vv_format(c, "%s_%d", plain, ++same);
                k = -1;
            }
        if (!name[i]) return NULL;
    }
    return name;
}

static bool table(writer *w, const vv_output_table *t) {
    uint64_t all = 0, *size = VV_ARRAY(w->c, uint64_t, t->n + 1);
    const char **name = field_names(w->c, t);
    if (!size || !name) return false;
    for (int i = 0; i < t->n; i++) {
        if (!each_value(w, t, i, add_size, &size[i])) return false;
        all += TAG + prefix_size("") + size[i] + (vv_output_table_strings(t, i) ? 0 : TAG);
    }
    prefix(w, STRUCT_CLASS, 1, 1, "table", TAG + TAG + FIELD_NAME * (uint64_t)t->n + all);
    number(w, 2, INT32); /* a small element: type, size and value in eight bytes */
    number(w, 2, 4);
    number(w, 4, FIELD_NAME);
    tag(w, INT8, FIELD_NAME * (uint64_t)t->n);
    for (int i = 0; i < t->n; i++) {
        fputs(name[i], w->to);
        for (size_t k = strlen(name[i]); k < FIELD_NAME; k++) putc(0, w->to);
    }
    for (int i = 0; i < t->n && !w->failed; i++)
        if (!column(w, t, i, size[i])) return false;
    return true;
}

/* ---- files ---------------------------------------------------------------------------------- */

static void head(writer *w) {
    static const char TEXT[] = "MATLAB 5.0 MAT-file, written by visviva";
    fputs(TEXT, w->to);
    for (size_t i = sizeof TEXT - 1; i < HEAD - 4; i++) putc(i < HEAD - 12 ? ' ' : 0, w->to);
    number(w, 2, 0x0100);
    fputs("IM", w->to);
}

static bool finish(const writer *w) {
    if (w->failed) errno = EFBIG;
    return !w->failed && vv_ctx_status(w->c) != VV_E_NOMEM && !ferror(w->to);
}

static bool write(vv_ctx *c, const vv_output_table *t, FILE *to, const char *path) {
    (void)path;
    writer w = {.c = c, .to = to};
    head(&w);
    if (!table(&w, t)) return false;
    texts(&w, "columns", t->n, t->name);
    texts(&w, "units", t->n, t->unit);
    text(&w, "title", t->title);
    text(&w, "model", t->model);
    text(&w, "settings", t->settings);
    text(&w, "account", t->account);
    text(&w, "partial", t->partial ? t->partial : "");
    if (t->status) text(&w, "status", t->status);
    return finish(&w);
}

static bool write_arrays(vv_ctx *c, int n, const vv_output_array *a, FILE *to) {
    writer w = {.c = c, .to = to};
    head(&w);
    for (int i = 0; i < n; i++)
        if (a[i].text)
            texts(&w, a[i].name, a[i].rows, a[i].text);
        else
            numbers(&w, a[i].name, a[i].rows, a[i].columns, a[i].value);
    return finish(&w);
}

const vv_output_format vv_output_mat = {
    .name = "mat",
    .ending = ".mat",
    .text = "MATLAB: table as a structure, columns, units, model, settings, summary",
    .write = write,
    .write_arrays = write_arrays,
};
