#include "output/table_reader.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "output/table.h"

vv_status vv_table_read(vv_ctx *c, const char *bytes, size_t n, vv_csv_table *out) {
    const vv_output_format *f;
    *out = (vv_csv_table){0};
    for (int i = 0; (f = vv_output_format_at(i)); i++)
        if (f->read && n >= strlen(f->magic) && !memcmp(bytes, f->magic, strlen(f->magic)))
            return f->read(c, bytes, n, out);
    return vv_csv_table_read(c, bytes, n, out);
}

vv_status vv_table_refuse(vv_ctx *c, const char *what, const char *hint) {
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    vv_diag *d = vv_diag_add(c, VV_ERROR, VV_D_TABLE, (vv_span){0}, "%s", what);
    if (hint) vv_diag_hint(c, d, "%s", hint);
    return vv_ctx_fail(c, VV_E_MODEL);
}

bool vv_read_columns_begin(vv_ctx *c, int n, long rows, vv_read_columns *k) {
    *k = (vv_read_columns){.c = c, .n = n, .rows = (int)rows};
    if (rows > INT_MAX) return vv_ctx_fail(c, VV_E_NOMEM), false;
    k->name = VV_ARRAY(c, const char *, n + 1);
    k->unit = VV_ARRAY(c, const char *, n + 1);
    k->is_text = VV_ARRAY(c, bool, n + 1);
    k->value = VV_MATRIX(c, double, n + 1, rows + 1);
    k->status = VV_ARRAY(c, const char *, rows + 1);
    return vv_ctx_ok(c);
}

vv_status vv_read_columns_end(vv_read_columns *k, vv_csv_table *t) {
    vv_csv_status left = {0};
    int rows = 0, n = 0;
    if (!vv_ctx_ok(k->c)) return vv_ctx_status(k->c);
    for (int r = 0; r < k->rows; r++) {
        bool ok = !k->status[r] || !strcmp(k->status[r], "ok");
        if (!ok) vv_csv_status_add(k->c, &left, k->status[r]);
        for (int i = 0; ok && i < k->n; i++) /* rows move towards the first */
            k->value[(size_t)i * (size_t)k->rows + (size_t)rows] =
                k->value[(size_t)i * (size_t)k->rows + (size_t)r];
        rows += ok;
    }
    for (int i = 0; i < k->n; i++) {
        if (k->is_text[i]) continue;
        memmove(k->value + (size_t)n * (size_t)rows, k->value + (size_t)i * (size_t)k->rows,
                (size_t)rows * sizeof *k->value);
        k->name[n] = k->name[i], k->unit[n++] = k->unit[i];
    }
    *t = (vv_csv_table){n, rows, k->name, k->unit, k->value};
    if (!n) return vv_table_refuse(k->c, "the table has no column of numbers", NULL);
    vv_csv_status_note(k->c, &left);
    return vv_ctx_status(k->c);
}
