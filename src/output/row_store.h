/* Rows of numbers on their way to a file: in memory while they are few, then in a file of their
 * own, so that a long run needs no more memory than a short one. A refusal of the disk is
 * remembered. */
#ifndef VV_OUTPUT_ROWS_H
#define VV_OUTPUT_ROWS_H

#include <stdio.h>

#include "output/checkpoint.h"

typedef struct vv_row_store {
    int width;          /* numbers of a row                                  */
    long count;         /* rows in all                                       */
    long stored;        /* the first of them, in the file                    */
    long room;          /* for the others in memory                          */
    double *held;       /*                                     (room * width) */
    const char *path;   /* of the file; NULL: it has no name                 */
    FILE *file;         /* NULL: not needed yet                              */
    vv_fingerprint sum; /* of the file's rows, if it has a name              */
    int error;          /* errno of the first refusal                        */
} vv_row_store;

/* false on refusal of memory. Nothing is opened yet. */
bool vv_row_store_new(vv_ctx *c, int width, const char *path, vv_row_store *out);
/* Go on with the first `count` rows of the file that is there; what it has beyond is cut off.
 * false: there are not so many, or not those of this sum. */
bool vv_row_store_resume(vv_row_store *r, long count, const vv_fingerprint *sum);
bool vv_row_store_add(vv_row_store *r, const double *row);
/* All rows to the file, and to the disk. */
bool vv_row_store_flush(vv_row_store *r);
/* Rows first .. first + n - 1. */
bool vv_row_store_read(vv_row_store *r, long first, long n, double *out);
/* The file is closed, and removed unless it is to be kept. */
void vv_row_store_close(vv_row_store *r, bool keep);

#endif
