/* JSON: the metadata of the table, then its rows, one per line. */
#include <math.h>

#include "base/base.h"
#include "output/json_table.h"
#include "output/table.h"

/* Everything but the rows and the end of the object. */
static void head(const vv_output_table *t, vv_buffer *b) {
    vv_json j;
    vv_json_begin(&j, b);
    vv_json_object(&j);
    vv_json_key(&j, "schema");
    vv_json_int(&j, 1);
    vv_json_field(&j, "command", t->command);
    vv_json_field(&j, "title", t->title);
    vv_json_field(&j, "model", t->model);
    vv_json_key(&j, "partial");
    vv_json_bool(&j, t->partial != NULL);
    vv_json_field(&j, "reason", t->partial);
    if (t->status) vv_json_field(&j, "status", t->status);
    for (int pass = 0; pass < 2; pass++) {
        vv_json_key(&j, pass ? "units" : "columns");
        vv_json_array(&j);
        for (int i = 0; i < t->n; i++) vv_json_string(&j, pass ? t->unit[i] : t->name[i]);
        vv_json_end_array(&j);
    }
    vv_buffer_printf(b, ",\n  \"settings\": %s,\n  \"account\": %s,\n  \"rows\": [", t->settings,
                     t->account);
}

static void put_text(vv_ctx *c, const char *text, FILE *to) {
    vv_buffer b = VV_BUFFER(c);
    vv_json j;
    vv_json_begin(&j, &b);
    vv_json_string(&j, text);
    fputs(vv_buffer_text(&b), to);
    vv_buffer_free(&b);
}

static void put(double x, FILE *to) {
    if (isnan(x) || isinf(x))
        fputs("null", to);
    else
        fprintf(to, "%.17g", x);
}

static bool write(vv_ctx *c, const vv_output_table *t, FILE *to, const char *path) {
    (void)path;
    vv_buffer b = VV_BUFFER(c);
    vv_row_reader r;
    const double *row;
    long n, all = 0;
    head(t, &b);
    fputs(vv_buffer_text(&b), to);
    vv_buffer_free(&b);
    if (!vv_row_reader_begin(c, t->rows, &r)) return false;
    r.may_end = t->partial != NULL;
    while ((row = vv_row_reader_next(&r, &n)) && n)
        for (long k = 0; k < n; k++) {
            fputs(all++ ? ",\n    [" : "\n    [", to);
            for (int i = 0; i < t->n; i++) {
                if (i) fputs(", ", to);
                if (vv_output_table_strings(t, i))
                    put_text(c, vv_string_pool_at(t->words[i], *row++), to);
                else
                    put(*row++, to);
            }
            putc(']', to);
        }
    fputs("\n  ]\n}\n", to);
    return row && !ferror(to);
}

const vv_output_format vv_output_json = {
    .name = "json",
    .ending = ".json",
    .text = "text: names, units, model, settings, summary, rows",
    .write = write,
    .magic = "{",
    .read = vv_json_table_read,
};
