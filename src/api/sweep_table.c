#include "api/sweep_table.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "base/base.h"

/* ---- lines ---------------------------------------------------------------------------------- */

/* The next field [RFC 4180]; *last: it ends its line. false: there is none. */
static bool read_field(FILE *lines, vv_buffer *field, bool *last) {
    bool quoted = false, any = false;
    vv_buffer_clear(field);
    for (int ch; (ch = getc(lines)) != EOF; any = true) {
        if (ch == '"') {
            int next = quoted ? getc(lines) : 0;
            if (next != '"') quoted = !quoted;
            if (quoted && next == '"') vv_buffer_char(field, '"');
            if (next && next != '"' && next != EOF) ungetc(next, lines);
            continue;
        }
        if (!quoted && (ch == ',' || ch == '\n')) return *last = ch == '\n', true;
        vv_buffer_char(field, (char)ch);
    }
    return *last = true, any;
}

static double number_of(const vv_buffer *field) {
    return field->length ? strtod(vv_buffer_text(field), NULL) : (double)NAN;
}

/* One row; *end: there are no more. */
static bool read_row(FILE *lines, int n, vv_string_pool *words, vv_buffer *field, double *row,
                     bool *end) {
    bool last = false;
    for (int i = 0; i < n; i++) {
        if (last) return errno = EIO, false; /* shorter than its header */
        if (!read_field(lines, field, &last)) return *end = i == 0, *end || (errno = EIO, false);
        int text = i - (n - VV_SWEEP_TEXT_COLUMNS);
        row[i] = text < 0 ? number_of(field)
                          : vv_string_pool_intern(&words[text], vv_buffer_text(field));
    }
    return last || (errno = EIO, false);
}

static bool read_rows(vv_ctx *c, FILE *lines, vv_string_pool *words, vv_row_store *rows) {
    vv_buffer field = VV_BUFFER(c);
    double *row = VV_ARRAY(c, double, rows->width + 1);
    bool end = false, last = false;
    rewind(lines);
    while (!last && read_field(lines, &field, &last)) {
    } /* the header */
    while (row && read_row(lines, rows->width, words, &field, row, &end) && !end)
        if (!vv_row_store_add(rows, row)) return errno = rows->error, false;
    vv_buffer_free(&field);
    return end && !ferror(lines) && vv_ctx_status(c) != VV_E_NOMEM;
}

/* ---- metadata ------------------------------------------------------------------------------- */

static void settings(const vv_sweep_table *t, vv_buffer *b) {
    const vv_sweep_options *o = t->o;
    const vv_sweep_columns *k = t->columns;
    vv_json j;
    vv_json_begin(&j, b);
    vv_json_object(&j);
    vv_json_field(&j, "version", VV_VERSION);
    vv_json_field(&j, "method", k->method);
    vv_json_field(&j, "form", k->form);
    vv_json_key(&j, "until");
    vv_json_double(&j, k->until);
    vv_json_key(&j, "every");
    vv_json_double(&j, o->run.every > 0 ? o->run.every : (double)NAN);
    vv_json_key(&j, "tolerance");
    vv_json_double(&j, k->tolerance);
    vv_json_key(&j, "vary");
    vv_json_array(&j);
    for (int i = 0; i < o->nvary; i++) vv_json_string(&j, o->vary[i]);
    vv_json_end_array(&j);
    vv_json_key(&j, "members");
    vv_json_int(&j, t->v->draws);
    vv_json_key(&j, "seed");
    const char *seed = vv_format(b->ctx, "%llu", (unsigned long long)o->seed);
    vv_json_raw(&j, seed ? seed : "null");
    vv_json_key(&j, "set");
    vv_json_object(&j);
    for (int i = 0; i < o->nsettings; i++)
        vv_json_field(&j, o->setting[i].name, o->setting[i].value);
    vv_json_end_object(&j);
    vv_json_end_object(&j);
}

static void account(const vv_sweep_table *t, vv_buffer *b) {
    vv_json j;
    vv_json_begin(&j, b);
    vv_json_object(&j);
    vv_json_field(&j, "partial", t->partial);
    vv_json_key(&j, "members");
    vv_json_int(&j, t->v->total);
    vv_json_key(&j, "written");
    vv_json_int(&j, t->o->written);
    vv_json_key(&j, "failed");
    vv_json_int(&j, t->o->failed);
    vv_json_end_object(&j);
}

/* ---- the table ------------------------------------------------------------------------------ */

static bool write_table(vv_ctx *c, const vv_sweep_table *t, const vv_string_pool *words,
                        vv_row_store *rows, const vv_output_format *form) {
    const vv_run_options *o = &t->o->run;
    const vv_tree *tree = &t->m->tree;
    const vv_string_pool **of = VV_ARRAY(c, const vv_string_pool *, t->columns->n + 1);
    const char *model = vv_strndup(c, tree->text, tree->length), *title = t->m->model.title;
    vv_buffer beside[2] = {VV_BUFFER(c), VV_BUFFER(c)};
    if (!of || !model) return false;
    for (int i = 0; i < VV_SWEEP_TEXT_COLUMNS; i++)
        of[t->columns->n - VV_SWEEP_TEXT_COLUMNS + i] = &words[i];
    settings(t, &beside[0]);
    account(t, &beside[1]);
    const vv_output_table table = {.command = "sweep",
                                   .title = title ? title : "",
                                   .model = model,
                                   .n = t->columns->n,
                                   .name = t->columns->name,
                                   .unit = t->columns->unit,
                                   .settings = vv_buffer_text(&beside[0]),
                                   .account = vv_buffer_text(&beside[1]),
                                   .partial = t->partial,
                                   .words = of,
                                   .rows = rows};
    return o->output ? vv_output_table_save(c, &table, form, o->output)
                     : vv_output_table_stream(c, &table, form, o->write, o->write_data);
}

bool vv_sweep_table_write(vv_ctx *c, const vv_sweep_table *t, FILE *lines,
                          const vv_output_format *form) {
    vv_string_pool words[VV_SWEEP_TEXT_COLUMNS] = {VV_STRING_POOL(c), VV_STRING_POOL(c)};
    vv_row_store rows;
    errno = 0;
    if (!vv_row_store_new(c, t->columns->n, NULL, &rows)) return false;
    bool good = read_rows(c, lines, words, &rows) && write_table(c, t, words, &rows, form);
    int error = errno;
    vv_row_store_close(&rows, false);
    errno = error;
    return good;
}
