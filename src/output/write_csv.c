/* Comma-separated values: names, then rows with all digits of a double. */
#include <string.h>

#include "output/table.h"

/* Names with a comma or a quotation mark are quoted [RFC 4180]. */
static void put_name(const char *name, FILE *to) {
    bool quoted = strpbrk(name, ",\"\r\n") != NULL;
    if (quoted) putc('"', to);
    for (const char *p = name; *p; p++) {
        if (*p == '"') putc('"', to);
        putc(*p, to);
    }
    if (quoted) putc('"', to);
}

static bool write(vv_ctx *c, const vv_table *t, FILE *to, const char *path) {
    (void)path;
    vv_rows_reader r;
    const double *row;
    long n;
    for (int i = 0; i < t->n; i++) {
        if (i) putc(',', to);
        put_name(t->name[i], to);
    }
    putc('\n', to);
    if (!vv_rows_begin(c, t->rows, &r)) return false;
    while ((row = vv_rows_next(&r, &n)) && n)
        for (long k = 0; k < n; k++)
            for (int i = 0; i < t->n; i++)
                fprintf(to, "%.17g%c", *row++, i + 1 < t->n ? ',' : '\n');
    return row && !ferror(to);
}

const vv_output_form vv_output_csv = {
    .name = "csv",
    .ending = ".csv",
    .text = "text: names, then one line for each row, with all digits",
    .write = write,
};
