/* A table of numbers with what must be known of it, and the forms in which it can be written. A new
 * form is a file and a row of outputs.def. */
#ifndef VV_OUTPUT_TABLE_H
#define VV_OUTPUT_TABLE_H

#include "base/buffer.h"
#include "output/row_store.h"
#include "output/string_pool.h"

typedef struct vv_output_table {
    const char *command;                   /* that made it                                        */
    const char *title, *model;             /* model: its text                                     */
    int n;                                 /* columns                                             */
    const char *const *name, *const *unit; /* "" where none is known                (n) */
    const char *settings, *account;        /* JSON objects                                   */
    const char *partial; /* why the rows are not all that was asked for; NULL: they are */
    /* of each column its texts, NULL where its values are numbers; NULL: all are (n) */
    const vv_string_pool *const *words;
    vv_row_store *rows;
} vv_output_table;

static inline const vv_string_pool *vv_output_table_strings(const vv_output_table *t, int column) {
    return t->words ? t->words[column] : NULL;
}

/* Write to an open file, or (`to` NULL) to a path. false: errno says why. */
typedef bool vv_output_table_writer(vv_ctx *c, const vv_output_table *t, FILE *to,
                                    const char *path);

typedef struct vv_output_format {
    const char *name, *ending, *text;
    vv_output_table_writer *write; /* NULL: this build has not the library for it */
    bool (*is_ready)(void);        /* is that library installed? NULL: none is needed */
    bool by_path;                  /* only to a path, of a regular file           */
} vv_output_format;

const vv_output_format *vv_output_format_at(int i); /* NULL beyond the last */
const vv_output_format *vv_output_format_find(const char *name);
/* By the ending of a path, csv when that says nothing. */
const vv_output_format *vv_output_format_of_path(const char *path);

#define X(name) extern const vv_output_format vv_output_##name;
#include "output/outputs.def"
#undef X

/* To a file, whole or not at all: under another name beside it, which is then changed. A device or
 * a pipe is written to. false: errno says why. */
bool vv_output_table_save(vv_ctx *c, const vv_output_table *t, const vv_output_format *form,
                          const char *path);
/* Handed over piece by piece; `take` returns false when it cannot. */
bool vv_output_table_stream(vv_ctx *c, const vv_output_table *t, const vv_output_format *form,
                            bool (*take)(void *data, const char *bytes, size_t n), void *data);
/* Is this the path of a regular file, or of none yet? */
bool vv_is_regular_file(const char *path);
bool vv_is_directory(const char *path);
/* A text among comma-separated values: in quotation marks where it must be [RFC 4180]. */
void vv_csv_text(const char *text, FILE *to);
/* A file of these bytes, whole or not at all. */
bool vv_file_replace(vv_ctx *c, const char *path, const char *bytes, size_t n);

/* Rows in order for a writer: a block of them at a time. */
typedef struct vv_row_reader {
    vv_row_store *rows;
    long at, end, room;
    double *block;
} vv_row_reader;
bool vv_row_reader_begin(vv_ctx *c, vv_row_store *r, vv_row_reader *out);
/* The next rows, *n of them, 0 at the end; NULL when they cannot be read. */
const double *vv_row_reader_next(vv_row_reader *r, long *n);

#endif
