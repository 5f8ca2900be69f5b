/* Comma-separated values: names, then rows with all digits of a double. */
#include <math.h>
#include <string.h>

#include "output/table.h"

void vv_csv_text(const char *text, FILE *to) {
    bool quoted = strpbrk(text, ",\"\r\n") != NULL;
    if (quoted) putc('"', to);
    for (const char *p = text; *p; p++) {
        if (*p == '"') putc('"', to);
        putc(*p, to);
    }
    if (quoted) putc('"', to);
}

static void put(const vv_output_table *t, int column, double x, FILE *to) {
    const vv_string_pool *words = vv_output_table_strings(t, column);
    if (words)
        vv_csv_text(vv_string_pool_at(words, x), to);
    else if (isnan(x))
        fputs("nan", to); /* its sign is meaningless */
    else
        fprintf(to, "%.17g", x);
}

static bool write(vv_ctx *c, const vv_output_table *t, FILE *to, const char *path) {
    (void)path;
    vv_row_reader r;
    const double *row;
    long n;
    for (int i = 0; i < t->n; i++) {
        if (i) putc(',', to);
        vv_csv_text(t->name[i], to);
    }
    putc('\n', to);
    if (!vv_row_reader_begin(c, t->rows, &r)) return false;
    r.may_end = t->partial != NULL;
    while ((row = vv_row_reader_next(&r, &n)) && n)
        for (long k = 0; k < n; k++)
            for (int i = 0; i < t->n; i++) {
                put(t, i, *row++, to);
                putc(i + 1 < t->n ? ',' : '\n', to);
            }
    return row && !ferror(to);
}

const vv_output_format vv_output_csv = {
    .name = "csv",
    .ending = ".csv",
    .text = "text: names, then one line per row, with all digits",
    .write = write,
    .is_lines = true,
};
