/* Rows of numbers on their way to a file: in memory while they are few, then in a file, so that
 * a long run needs no more memory than a short one. Errors of the disk are remembered. */
#ifndef VV_OUTPUT_ROWS_H
#define VV_OUTPUT_ROWS_H

#include <stdio.h>

#include "output/checkpoint.h"

typedef struct vv_row_store {
    int width;          /* numbers per row */
    long count;         /* total number of rows */
    long stored;        /* number of rows in the file; they come first */
    long room;          /* capacity for the remaining rows, in memory */
    double *held;       /* (room * width) */
    const char *path;   /* of the file, which is locked; NULL: unnamed, or not ours to write */
    FILE *file;         /* NULL: not needed yet */
    vv_fingerprint sum; /* hash of the file's rows, if it has a name */
    long delivered;     /* rows in a table that was cut short; 0: all */
    int error;          /* errno of the first error */
} vv_row_store;

/* False on refusal of memory. Opens nothing yet. */
bool vv_row_store_new(vv_ctx *c, int width, const char *path, vv_row_store *out);
/* Resumes with the first `count` rows of the existing file and truncates the rest. False: the
 * file has fewer rows, or their hash differs. */
bool vv_row_store_resume(vv_row_store *r, long count, const vv_fingerprint *sum);
bool vv_row_store_add(vv_row_store *r, const double *row);
/* Writes all rows to the file and syncs it to disk. */
bool vv_row_store_flush(vv_row_store *r);
/* Rows first .. first + n - 1. */
bool vv_row_store_read(vv_row_store *r, long first, long n, double *out);
/* Closes the file, and removes it unless `keep`. */
void vv_row_store_close(vv_row_store *r, bool keep);
/* Is there nothing of this name, or a file of rows? Only that is written over. */
bool vv_row_store_is_free(const char *path);
/* Removes a file of rows that nobody is writing; false: something of this name stays. */
bool vv_row_store_remove(const char *path);

#endif
