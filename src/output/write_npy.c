#include "output/npz_table.h"
#include "output/write_npy.h"

#include <string.h>

#include "base/base.h"

/* ---- headers -------------------------------------------------------------------------------- */

static void put_name(vv_buffer *b, const char *s) {
    vv_buffer_char(b, '\'');
    for (; *s; s++) {
        if (*s == '\'' || *s == '\\') vv_buffer_char(b, '\\');
        if ((unsigned char)*s < ' ')
            vv_buffer_printf(b, "\\x%02x", (unsigned)(unsigned char)*s);
        else
            vv_buffer_char(b, *s);
    }
    vv_buffer_char(b, '\'');
}

/* Magic, version, length; then the description, padded so that the data are aligned. */
static void put_head(const char *description, vv_buffer *out) {
    enum { BEFORE = 12, ALIGN = 64 };
    size_t n = strlen(description), all = (BEFORE + n + 1 + ALIGN - 1) / ALIGN * ALIGN,
           length = all - BEFORE;
    vv_buffer_add_n(out, "\x93NUMPY\x03\x00", 8);
    for (int i = 0; i < 4; i++) vv_buffer_char(out, (char)(length >> 8 * i & 0xff));
    vv_buffer_add_n(out, description, n);
    while (n++ < length - 1) vv_buffer_char(out, ' ');
    vv_buffer_char(out, '\n');
}

/* Field names must be distinct: the second x is x#2. */
static int times_before(const vv_output_table *t, int i) {
    int n = 0;
    for (int k = 0; k < i; k++) n += !strcmp(t->name[k], t->name[i]);
    return n;
}

/* ---- texts ---------------------------------------------------------------------------------- */

static size_t characters(const char *s) {
    size_t n = 0, left = strlen(s);
    for (uint32_t u; left; n++) {
        size_t k = vv_utf8_decode(s, left, &u);
        s += k ? k : 1, left -= k ? k : 1;
    }
    return n;
}

/* UCS4, little-endian, padded with zeros to `room` characters. */
static void put_text(vv_buffer *out, const char *s, size_t room) {
    size_t left = strlen(s), n = 0;
    for (; n < room; n++) {
        uint32_t u = 0;
        if (left) {
            size_t k = vv_utf8_decode(s, left, &u);
            if (!k) u = 0xfffd, k = 1;
            s += k, left -= k;
        }
        for (int i = 0; i < 4; i++) vv_buffer_char(out, (char)(u >> 8 * i & 0xff));
    }
}

void vv_npy_texts(int n, const char *const *text, vv_buffer *out) {
    size_t room = 1;
    int count = n ? n : 1;
    for (int i = 0; i < count; i++) {
        size_t k = characters(text[i]);
        if (k > room) room = k;
    }
    char shape[32] = "";
    if (n) snprintf(shape, sizeof shape, "%d,", n);
    const char *d = vv_format(
        out->ctx, "{'descr': '<U%zu', 'fortran_order': False, 'shape': (%s), }", room, shape);
    if (!d) return;
    put_head(d, out);
    for (int i = 0; i < count; i++) put_text(out, text[i], room);
}

void vv_npy_matrix(int rows, int columns, const double *value, vv_buffer *out) {
    const char *d = vv_format(
        out->ctx, "{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d), }", rows, columns);
    if (!d) return;
    put_head(d, out);
    vv_buffer_add_n(out, (const char *)value, (size_t)rows * (size_t)columns * sizeof *value);
}

/* ---- rows ----------------------------------------------------------------------------------- */

static size_t longest(const vv_string_pool *w) {
    size_t room = 1;
    for (int i = 0; i < w->n; i++) {
        size_t k = characters(w->text[i]);
        if (k > room) room = k;
    }
    return room;
}

bool vv_npy_begin(vv_ctx *c, const vv_output_table *t, vv_npy_array *a) {
    *a = (vv_npy_array){.t = t, .room = VV_ARRAY(c, size_t, t->n + 1)};
    for (int i = 0; a->room && i < t->n; i++) {
        const vv_string_pool *words = vv_output_table_strings(t, i);
        a->room[i] = words ? longest(words) : 0;
        a->width += words ? 4 * a->room[i] : sizeof(double);
    }
    return a->room != NULL;
}

void vv_npy_head(const vv_npy_array *a, vv_buffer *out) {
    const vv_output_table *t = a->t;
    vv_buffer b = VV_BUFFER(out->ctx);
    vv_buffer_add(&b, "{'descr': [");
    for (int i = 0; i < t->n; i++) {
        int before = times_before(t, i);
        const char *name =
            before ? vv_format(out->ctx, "%s#%d", t->name[i], before + 1) : t->name[i];
        vv_buffer_char(&b, '(');
        put_name(&b, name ? name : "");
        if (a->room[i])
            vv_buffer_printf(&b, ", '<U%zu'), ", a->room[i]);
        else
            vv_buffer_add(&b, ", '<f8'), ");
    }
    vv_buffer_printf(&b, "], 'fortran_order': False, 'shape': (%ld,), }", t->rows->count);
    put_head(vv_buffer_text(&b), out);
    vv_buffer_free(&b);
}

void vv_npy_rows(const vv_npy_array *a, const double *row, long n, vv_buffer *out) {
    const vv_output_table *t = a->t;
    if (!t->words) {
        vv_buffer_add_n(out, (const char *)row, (size_t)n * a->width);
        return;
    }
    for (long k = 0; k < n; k++)
        for (int i = 0; i < t->n; i++, row++) {
            if (a->room[i])
                put_text(out, vv_string_pool_at(t->words[i], *row), a->room[i]);
            else
                vv_buffer_add_n(out, (const char *)row, sizeof *row);
        }
}

/* ---- format --------------------------------------------------------------------------------- */

static bool write(vv_ctx *c, const vv_output_table *t, FILE *to, const char *path) {
    (void)path;
    vv_buffer b = VV_BUFFER(c);
    vv_row_reader r;
    const double *row;
    long n;
    vv_npy_array a;
    if (!vv_npy_begin(c, t, &a) || !vv_row_reader_begin(c, t->rows, &r)) return false;
    vv_npy_head(&a, &b);
    fwrite(vv_buffer_text(&b), 1, b.length, to);
    while ((row = vv_row_reader_next(&r, &n)) && n) {
        vv_buffer_clear(&b);
        vv_npy_rows(&a, row, n, &b);
        fwrite(vv_buffer_text(&b), 1, b.length, to);
    }
    vv_buffer_free(&b);
    return row && vv_ctx_status(c) != VV_E_NOMEM && !ferror(to);
}

const vv_output_format vv_output_npy = {
    .name = "npy",
    .ending = ".npy",
    .text = "NumPy: one array with a named field for each column",
    .write = write,
    .magic = "\x93NUMPY",
    .read = vv_npy_table_read,
};
