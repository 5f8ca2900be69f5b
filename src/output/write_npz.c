/* NumPy's archive: uncompressed arrays in a ZIP file. Always ZIP64 [APPNOTE 6.3.9, 4.5.3], so
 * that small and large files are handled alike. */
#include <string.h>

#include "output/npz_table.h"
#include "output/write_npy.h"

typedef struct entry {
    const char *name;
    uint64_t size, offset;
    uint32_t crc;
} entry;

typedef struct archive {
    vv_ctx *c;
    FILE *to;
    uint64_t at;
    int n, room;
    entry *entry;
} archive;

/* ---- checksums ------------------------------------------------------------------------------ */

/* CRC-32, the polynomial of ISO 3309 with its bits reversed. */
static uint32_t crc_of(uint32_t crc, const void *bytes, size_t n) {
    const unsigned char *p = bytes;
    uint32_t table[256];
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t x = i;
        for (int k = 0; k < 8; k++) x = x & 1 ? x >> 1 ^ 0xedb88320u : x >> 1;
        table[i] = x;
    }
    crc = ~crc;
    while (n--) crc = table[(crc ^ *p++) & 0xff] ^ crc >> 8;
    return ~crc;
}

/* ---- records -------------------------------------------------------------------------------- */

static void put(archive *a, const void *bytes, size_t n) {
    fwrite(bytes, 1, n, a->to);
    a->at += n;
}

/* Little-endian number of the given size. */
static void number(vv_buffer *b, int bytes, uint64_t x) {
    for (int i = 0; i < bytes; i++) vv_buffer_char(b, (char)(x >> 8 * i & 0xff));
}

/* Common part of a local header and the directory; dated 1980-01-01, so that equal tables give
 * equal files. */
static void describe(vv_buffer *b, const entry *e, int extra) {
    enum { VERSION = 45, UTF8 = 1 << 11, STORED = 0, DATE = 1 << 5 | 1 };
    number(b, 2, VERSION);
    number(b, 2, UTF8);
    number(b, 2, STORED);
    number(b, 2, 0);
    number(b, 2, DATE);
    number(b, 4, e->crc);
    number(b, 4, UINT32_MAX);
    number(b, 4, UINT32_MAX);
    number(b, 2, strlen(e->name));
    number(b, 2, (uint64_t)extra);
}

static bool make_room(archive *a) {
    if (a->n < a->room) return true;
    int room = a->room ? 2 * a->room : 16;
    entry *grown = VV_ARRAY(a->c, entry, room);
    if (!grown) return false;
    if (a->n) memcpy(grown, a->entry, (size_t)a->n * sizeof *grown);
    a->entry = grown, a->room = room;
    return true;
}

static void begin(archive *a, const char *name, uint64_t size, uint32_t crc) {
    if (!make_room(a)) return;
    entry *e = &a->entry[a->n++];
    vv_buffer b = VV_BUFFER(a->c);
    *e = (entry){name, size, a->at, crc};
    number(&b, 4, 0x04034b50);
    describe(&b, e, 20);
    vv_buffer_add(&b, name);
    number(&b, 2, 1);
    number(&b, 2, 16);
    number(&b, 8, size);
    number(&b, 8, size);
    put(a, b.text, b.length);
    vv_buffer_free(&b);
}

static void directory(archive *a, vv_buffer *b) {
    for (int i = 0; i < a->n; i++) {
        const entry *e = &a->entry[i];
        number(b, 4, 0x02014b50);
        number(b, 2, 45);
        describe(b, e, 28);
        number(b, 2, 0); /* comment, disk, attributes */
        number(b, 2, 0);
        number(b, 2, 0);
        number(b, 4, 0);
        number(b, 4, UINT32_MAX);
        vv_buffer_add(b, e->name);
        number(b, 2, 1);
        number(b, 2, 24);
        number(b, 8, e->size);
        number(b, 8, e->size);
        number(b, 8, e->offset);
    }
}

static void finish(archive *a) {
    vv_buffer b = VV_BUFFER(a->c);
    uint64_t from = a->at;
    directory(a, &b);
    uint64_t size = b.length, end = from + size;
    number(&b, 4, 0x06064b50); /* ZIP64 end of central directory */
    number(&b, 8, 44);
    number(&b, 2, 45);
    number(&b, 2, 45);
    number(&b, 8, 0);
    number(&b, 8, (uint64_t)a->n);
    number(&b, 8, (uint64_t)a->n);
    number(&b, 8, size);
    number(&b, 8, from);
    number(&b, 4, 0x07064b50); /* its locator */
    number(&b, 4, 0);
    number(&b, 8, end);
    number(&b, 4, 1);
    number(&b, 4, 0x06054b50); /* end of central directory */
    number(&b, 4, 0);
    number(&b, 2, (uint64_t)a->n);
    number(&b, 2, (uint64_t)a->n);
    number(&b, 4, UINT32_MAX);
    number(&b, 4, UINT32_MAX);
    number(&b, 2, 0);
    put(a, b.text, b.length);
    vv_buffer_free(&b);
}

/* ---- entries -------------------------------------------------------------------------------- */

static void texts(archive *a, const char *name, int n, const char *const *text) {
    vv_buffer b = VV_BUFFER(a->c);
    vv_npy_texts(n, text, &b);
    begin(a, name, b.length, crc_of(0, b.text, b.length));
    put(a, b.text, b.length);
    vv_buffer_free(&b);
}

/* Read twice: the checksum precedes the data. */
static bool table(archive *a, const vv_output_table *t) {
    vv_buffer b = VV_BUFFER(a->c);
    vv_row_reader r;
    const double *row;
    long n;
    vv_npy_array array;
    uint32_t crc = 0;
    if (!vv_npy_begin(a->c, t, &array) || !vv_row_reader_begin(a->c, t->rows, &r)) return false;
    for (int pass = 0; pass < 2; pass++) {
        vv_buffer_clear(&b);
        vv_npy_head(&array, &b);
        if (pass) begin(a, "table.npy", b.length + (uint64_t)t->rows->count * array.width, crc);
        r.at = 0;
        for (;;) {
            if (pass)
                put(a, vv_buffer_text(&b), b.length);
            else
                crc = crc_of(crc, vv_buffer_text(&b), b.length);
            if (!(row = vv_row_reader_next(&r, &n))) return false;
            if (!n) break;
            vv_buffer_clear(&b);
            vv_npy_rows(&array, row, n, &b);
        }
    }
    vv_buffer_free(&b);
    return vv_ctx_status(a->c) != VV_E_NOMEM;
}

static bool write(vv_ctx *c, const vv_output_table *t, FILE *to, const char *path) {
    (void)path;
    archive a = {.c = c, .to = to};
    const char *partial = t->partial ? t->partial : "";
    if (!table(&a, t)) return false;
    texts(&a, "columns.npy", t->n, t->name);
    texts(&a, "units.npy", t->n, t->unit);
    texts(&a, "title.npy", 0, &t->title);
    texts(&a, "model.npy", 0, &t->model);
    texts(&a, "settings.npy", 0, &t->settings);
    texts(&a, "account.npy", 0, &t->account);
    texts(&a, "partial.npy", 0, &partial);
    if (t->status) texts(&a, "status.npy", 0, &t->status);
    finish(&a);
    return vv_ctx_status(c) != VV_E_NOMEM && !ferror(to);
}

static bool write_arrays(vv_ctx *c, int n, const vv_output_array *x, FILE *to) {
    archive a = {.c = c, .to = to};
    for (int i = 0; i < n; i++) {
        vv_buffer b = VV_BUFFER(c);
        const char *name = vv_format(c, "%s.npy", x[i].name);
        if (!name) return false;
        if (x[i].text)
            vv_npy_texts(x[i].rows, x[i].text, &b);
        else
            vv_npy_matrix(x[i].rows, x[i].columns, x[i].value, &b);
        begin(&a, name, b.length, crc_of(0, b.text, b.length));
        put(&a, b.text, b.length);
        vv_buffer_free(&b);
    }
    finish(&a);
    return vv_ctx_status(c) != VV_E_NOMEM && !ferror(to);
}

const vv_output_format vv_output_npz = {
    .name = "npz",
    .ending = ".npz",
    .text = "NumPy: table, columns, units, model, settings, summary",
    .write = write,
    .write_arrays = write_arrays,
    .magic = "PK",
    .read = vv_npz_table_read,
};
