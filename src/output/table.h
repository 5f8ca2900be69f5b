/* A table of numbers with its metadata, and the formats in which it can be written. A new format
 * is one file and one row of outputs.def. */
#ifndef VV_OUTPUT_TABLE_H
#define VV_OUTPUT_TABLE_H

#include "base/base.h"
#include "output/row_store.h"
#include "output/string_pool.h"
#include "output/table_reader.h"

typedef struct vv_output_table {
    const char *command;                   /* the command that produced it */
    const char *title, *model;             /* model: its source text */
    int n;                                 /* number of columns */
    const char *const *name, *const *unit; /* "" if unknown (n) */
    const char *settings, *account;        /* JSON objects */
    const char *partial;                   /* why rows are missing; NULL: complete */
    const char *status;                    /* in a word: ok, audit, partial; NULL: not a run */
    /* texts of each column, NULL for numeric columns; NULL: all are numeric (n) */
    const vv_string_pool *const *words;
    vv_row_store *rows;
} vv_output_table;

static inline const vv_string_pool *vv_output_table_strings(const vv_output_table *t, int column) {
    return t->words ? t->words[column] : NULL;
}

/* Writes to an open file, or (`to` NULL) to a path. False: see errno. */
typedef bool vv_output_table_writer(vv_ctx *c, const vv_output_table *t, FILE *to,
                                    const char *path);

/* A matrix by name, or a list of texts (as many as rows). The name is one of ASCII letters, digits
 * and '_'. */
typedef struct vv_output_array {
    const char *name;
    int rows, columns;
    const double *value;     /* row by row; NULL: texts */
    const char *const *text; /* NULL: numbers */
} vv_output_array;

typedef struct vv_output_format {
    const char *name, *ending, *text;
    vv_output_table_writer *write; /* NULL: built without the required library */
    bool (*is_ready)(void);        /* is that library installed? NULL: none is required */
    bool by_path;                  /* writes only to the path of a regular file */
    bool is_lines;                 /* text, one line per row: may grow row by row */
    /* Matrices by name; false: see errno. NULL: the format has tables only. */
    bool (*write_arrays)(vv_ctx *c, int n, const vv_output_array *a, FILE *to);
    /* Reads a file that begins with these bytes; NULL: files of this format are not read so. */
    const char *magic;
    vv_status (*read)(vv_ctx *c, const char *bytes, size_t n, vv_csv_table *out);
} vv_output_format;

const vv_output_format *vv_output_format_at(int i); /* NULL beyond the last */
const vv_output_format *vv_output_format_find(const char *name);
/* The same as a whole file in memory, by a format that has write_arrays. */
bool vv_output_arrays(vv_ctx *c, const vv_output_format *form, int n, const vv_output_array *a,
                      vv_buffer *out);
/* By the extension of a path; csv if it is not recognized. */
const vv_output_format *vv_output_format_of_path(const char *path);

#define X(name) extern const vv_output_format vv_output_##name;
#include "output/outputs.def"
#undef X

/* Writes to a file atomically: to a temporary name next to it, then renamed. Devices and pipes
 * are written directly. False: see errno. */
bool vv_output_table_save(vv_ctx *c, const vv_output_table *t, const vv_output_format *form,
                          const char *path);
/* Delivers the table in pieces; `take` returns false if it cannot continue. */
bool vv_output_table_stream(vv_ctx *c, const vv_output_table *t, const vv_output_format *form,
                            bool (*take)(void *data, const char *bytes, size_t n), void *data);
/* Is this the path of a regular file, or of none yet? */
bool vv_is_regular_file(const char *path);
bool vv_is_directory(const char *path);
/* A text as a CSV field, quoted where necessary [RFC 4180]. */
void vv_csv_text(const char *text, FILE *to);
/* Replaces a file by these bytes, atomically. */
bool vv_file_replace(vv_ctx *c, const char *path, const char *bytes, size_t n);

/* Reads rows in order, a block at a time, for a writer. */
typedef struct vv_row_reader {
    vv_ctx *c;
    vv_row_store *rows;
    long at, end, room;
    double *block;
    bool may_end; /* set by a writer: rather fewer rows than no table */
} vv_row_reader;
bool vv_row_reader_begin(vv_ctx *c, vv_row_store *r, vv_row_reader *out);
/* The next *n rows, 0 at the end; NULL on a read error, or if the delivery may not go on. */
const double *vv_row_reader_next(vv_row_reader *r, long *n);

#endif
