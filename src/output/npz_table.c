#include "output/npz_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char HINT[] = "visviva run -o FILE.npz writes a table; so does numpy.savez(FILE, t=t, "
                           "x=x) with arrays of one length";

/* ---- bytes ---------------------------------------------------------------------------------- */

static uint64_t number(const char *p, int bytes) {
    uint64_t x = 0;
    for (int i = 0; i < bytes; i++) x |= (uint64_t)(unsigned char)p[i] << 8 * i;
    return x;
}

typedef struct part {
    const char *name; /* of an entry of an archive, without .npy */
    const char *at;
    size_t n;
} part;

/* ---- arrays --------------------------------------------------------------------------------- */

enum { MOST_FIELDS = 4096 };

typedef struct field {
    const char *name; /* NULL: an array without fields */
    char kind;        /* f, i, U */
    int size;         /* in bytes */
} field;

typedef struct array {
    int n;
    field *field;
    long rows; /* -1: not one-dimensional */
    size_t width;
    const char *data;
} array;

/* A quoted text of a header; *end is after it. NULL: there is none. */
static char *quoted(vv_ctx *c, const char *p, const char **end) {
    vv_buffer b = VV_BUFFER(c);
    char mark = *p;
    if (mark != '\'' && mark != '"') return NULL;
    for (p++; *p && *p != mark; p++) {
        if (*p == '\\' && p[1] == 'x' && p[2] && p[3]) {
            char hex[] = {p[2], p[3], 0};
            vv_buffer_char(&b, (char)strtol(hex, NULL, 16));
            p += 3;
            continue;
        }
        if (*p == '\\' && p[1]) p++;
        vv_buffer_char(&b, *p);
    }
    *end = *p ? p + 1 : p;
    char *text = vv_strdup(c, vv_buffer_text(&b));
    vv_buffer_free(&b);
    return text;
}

/* '<f8', '<i4', '<U12' */
static bool set_type(const char *text, field *f) {
    if (*text != '<' && *text != '|') return false;
    long size = strtol(text + 2, NULL, 10);
    f->kind = text[1];
    f->size = (int)(f->kind == 'U' ? 4 * size : size);
    bool real = f->kind == 'f' && (size == 4 || size == 8),
         whole = f->kind == 'i' && (size == 4 || size == 8);
    return real || whole || (f->kind == 'U' && size >= 0 && size < 1 << 24);
}

static bool read_types(vv_ctx *c, const char *p, array *a) {
    const char *end;
    a->field = VV_ARRAY(c, field, MOST_FIELDS);
    if (!a->field) return false;
    p += strspn(p, " ");
    if (*p != '[') {
        char *type = quoted(c, p, &end);
        a->n = 1;
        return type && set_type(type, &a->field[0]);
    }
    for (p++; (p += strspn(p, " ,")), *p == '('; p++) {
        if (a->n == MOST_FIELDS) return false;
        field *f = &a->field[a->n++];
        f->name = quoted(c, p + 1, &end);
        p = f->name ? end + strspn(end, " ,") : "";
        char *type = f->name ? quoted(c, p, &end) : NULL;
        if (!type || !set_type(type, f)) return false;
        p = end + strspn(end, " ,");
        if (*p != ')') return false; /* a field that is an array */
    }
    return a->n > 0;
}

/* (5,): 5; (): 1; others: -1. */
static long shape_of(const char *p) {
    char *end;
    p += strspn(p, " (");
    if (*p == ')') return 1;
    long n = strtol(p, &end, 10);
    if (end == p || n < 0) return -1;
    end += strspn(end, " ,");
    return *end == ')' ? n : -1;
}

/* False: not an array, or of a kind that is not read. */
static bool open_array(vv_ctx *c, const char *bytes, size_t n, array *a) {
    *a = (array){0};
    if (n < 12 || memcmp(bytes, "\x93NUMPY", 6)) return false;
    size_t before = bytes[6] == 1 ? 10 : 12, length = number(bytes + 8, bytes[6] == 1 ? 2 : 4);
    if (length > n - before) return false;
    const char *head = vv_strndup(c, bytes + before, length);
    const char *types = head ? strstr(head, "'descr':") : NULL,
               *shape = head ? strstr(head, "'shape':") : NULL;
    if (!types || !shape || strstr(head, "'fortran_order': True")) return false;
    a->rows = shape_of(shape + strlen("'shape':"));
    a->data = bytes + before + length;
    if (!read_types(c, types + strlen("'descr':"), a)) return false;
    for (int i = 0; i < a->n; i++) a->width += (size_t)a->field[i].size;
    return a->rows < 0 || !a->width || (size_t)a->rows <= (n - before - length) / a->width;
}

static const char *text_at(vv_ctx *c, const char *p, int size) {
    vv_buffer b = VV_BUFFER(c);
    for (int i = 0; i < size; i += 4) {
        char glyph[4];
        uint32_t u = (uint32_t)number(p + i, 4);
        if (!u) break;
        vv_buffer_add_n(&b, glyph, vv_utf8_encode(u < 0x110000 ? u : 0xfffd, glyph));
    }
    return vv_buffer_text(&b);
}

static double value_at(const char *p, const field *f) {
    float single;
    double x;
    if (f->kind == 'i' && f->size == 8) return (double)(int64_t)number(p, 8);
    if (f->kind == 'i') return (double)(int32_t)number(p, 4);
    if (f->size == 4) return memcpy(&single, p, sizeof single), (double)single;
    return memcpy(&x, p, sizeof x), x;
}

/* Field i of an array as column k. */
static void read_field(vv_read_columns *to, int k, const array *a, int i) {
    const field *f = &a->field[i];
    size_t at = 0;
    for (int j = 0; j < i; j++) at += (size_t)a->field[j].size;
    to->is_text[k] = f->kind == 'U';
    for (int r = 0; r < to->rows && vv_ctx_ok(to->c); r++) {
        const char *p = a->data + (size_t)r * a->width + at;
        if (f->kind != 'U')
            to->value[(size_t)k * (size_t)to->rows + (size_t)r] = value_at(p, f);
        else if (!strcmp(to->name[k], "status"))
            to->status[r] = text_at(to->c, p, f->size);
    }
}

/* units: an array of as many texts, or NULL. */
static vv_status read_fields(vv_ctx *c, const array *a, const array *units, vv_csv_table *out) {
    vv_read_columns k;
    if (!vv_read_columns_begin(c, a->n, a->rows, &k)) return vv_ctx_status(c);
    bool known = units && units->n == 1 && units->field[0].kind == 'U' && units->rows == a->n;
    for (int i = 0; i < a->n; i++) {
        k.name[i] = a->field[i].name ? a->field[i].name : "value";
        if (known)
            k.unit[i] = text_at(c, units->data + (size_t)i * units->width, (int)units->width);
        if (k.unit[i] && !*k.unit[i]) k.unit[i] = NULL;
        read_field(&k, i, a, i);
    }
    return vv_read_columns_end(&k, out);
}

vv_status vv_npy_table_read(vv_ctx *c, const char *bytes, size_t n, vv_csv_table *out) {
    array a;
    if (!open_array(c, bytes, n, &a) || a.rows < 0 || !a.field[0].name)
        return vv_table_refuse(c, "this array of NumPy is not a table with named columns", HINT);
    return read_fields(c, &a, NULL, out);
}

/* ---- archives ------------------------------------------------------------------------------- */

/* The directory: its place and length; false: there is none. */
static bool find_directory(const char *bytes, size_t n, size_t *at, uint64_t *entries) {
    const size_t END = 22, LOCATOR = 20;
    for (size_t back = END; back <= n && back < END + 65536; back++) {
        const char *p = bytes + n - back;
        if (number(p, 4) != 0x06054b50) continue;
        *entries = number(p + 10, 2), *at = number(p + 16, 4);
        if (*at == UINT32_MAX && n - back >= LOCATOR && number(p - LOCATOR, 4) == 0x07064b50) {
            uint64_t end = number(p - LOCATOR + 8, 8);
            if (n < 56 || end > n - 56 || number(bytes + end, 4) != 0x06064b50) return false;
            *entries = number(bytes + end + 32, 8), *at = number(bytes + end + 48, 8);
        }
        return *at <= n && *entries <= MOST_FIELDS;
    }
    return false;
}

/* One entry of the directory; *length: of the entry. */
static bool read_entry(vv_ctx *c, const char *bytes, size_t n, size_t at, part *out, size_t *length,
                       bool *packed) {
    const size_t HEAD = 46, LOCAL = 30;
    if (at > n || n - at < HEAD || number(bytes + at, 4) != 0x02014b50) return false;
    const char *p = bytes + at;
    size_t name = number(p + 28, 2), extra = number(p + 30, 2);
    uint64_t size = number(p + 24, 4), place = number(p + 42, 4);
    *length = HEAD + name + extra + number(p + 32, 2);
    *packed = number(p + 10, 2) != 0;
    if (*length > n - at) return false;
    if (*packed) return *out = (part){0}, true;
    const char *x = p + HEAD + name, *end = x + extra;
    while (end - x >= 4 && number(x, 2) != 1) x += 4 + number(x + 2, 2);
    x += 4;
    if (size == UINT32_MAX && end - x >= 8) size = number(x, 8), x += 8;
    if (number(p + 20, 4) == UINT32_MAX) x += 8;
    if (place == UINT32_MAX && end - x >= 8) place = number(x, 8);
    if (place > n || n - place < LOCAL || number(bytes + place, 4) != 0x04034b50) return false;
    size_t begin = place + LOCAL + number(bytes + place + 26, 2) + number(bytes + place + 28, 2);
    if (begin > n || size > n - begin) return false;
    const char *dot = name > 4 ? p + HEAD + name - 4 : NULL;
    size_t stem = dot && !memcmp(dot, ".npy", 4) ? name - 4 : name;
    *out = (part){vv_strndup(c, p + HEAD, stem), bytes + begin, size};
    return out->name != NULL;
}

static const part *named(int n, const part *p, const char *name) {
    for (int i = 0; i < n; i++)
        if (!strcmp(p[i].name, name)) return &p[i];
    return NULL;
}

/* Arrays of one dimension and one length. */
static vv_status read_arrays(vv_ctx *c, int n, const part *p, vv_csv_table *out) {
    array *a = VV_ARRAY(c, array, n + 1);
    int *of = VV_ARRAY(c, int, n + 1), m = 0;
    if (!a || !of) return vv_ctx_status(c);
    for (int i = 0; i < n; i++) {
        array *k = &a[m];
        if (!open_array(c, p[i].at, p[i].n, k) || k->rows < 2 || k->field[0].name) continue;
        if (k->field[0].kind == 'U') continue;
        if (m && k->rows != a[0].rows)
            return vv_table_refuse(
                c, vv_format(c, "arrays of several lengths: %s, %s", p[of[0]].name, p[i].name),
                HINT);
        of[m++] = i;
    }
    if (!m) return vv_table_refuse(c, "this archive of NumPy holds no table", HINT);
    vv_read_columns k;
    if (!vv_read_columns_begin(c, m, a[0].rows, &k)) return vv_ctx_status(c);
    for (int i = 0; i < m; i++) {
        k.name[i] = p[of[i]].name;
        read_field(&k, i, &a[i], 0);
    }
    return vv_read_columns_end(&k, out);
}

vv_status vv_npz_table_read(vv_ctx *c, const char *bytes, size_t n, vv_csv_table *out) {
    size_t at, length;
    uint64_t entries;
    array table, units;
    if (!find_directory(bytes, n, &at, &entries))
        return vv_table_refuse(c, "this archive is truncated", NULL);
    part *p = VV_ARRAY(c, part, (int)entries + 1);
    for (int i = 0; p && i < (int)entries; i++, at += length) {
        bool packed;
        if (!read_entry(c, bytes, n, at, &p[i], &length, &packed))
            return vv_table_refuse(c, "this archive is damaged", NULL);
        if (packed)
            return vv_table_refuse(c, "this archive is compressed",
                                   "write it with numpy.savez instead of savez_compressed");
    }
    if (!p) return vv_ctx_status(c);
    const part *own = named((int)entries, p, "table"), *unit = named((int)entries, p, "units");
    if (!own) return read_arrays(c, (int)entries, p, out);
    if (!open_array(c, own->at, own->n, &table) || table.rows < 0 || !table.field[0].name)
        return vv_table_refuse(c, "the array 'table' of this archive has no named columns", HINT);
    bool known = unit && open_array(c, unit->at, unit->n, &units);
    return read_fields(c, &table, known ? &units : NULL, out);
}
