/* NumPy's array format [NEP 1, version 3.0]: a header line, then the data. */
#ifndef VV_OUTPUT_NPY_H
#define VV_OUTPUT_NPY_H

#include "output/table.h"

/* A structured array with one named field per column of a table. */
typedef struct vv_npy_array {
    const vv_output_table *t;
    size_t *room; /* characters of a text column, 0: numeric (n of the table) */
    size_t width; /* bytes per row */
} vv_npy_array;

/* false on refusal of memory. */
bool vv_npy_begin(vv_ctx *c, const vv_output_table *t, vv_npy_array *out);
/* The header, and n rows in the layout of the array. */
void vv_npy_head(const vv_npy_array *a, vv_buffer *out);
void vv_npy_rows(const vv_npy_array *a, const double *row, long n, vv_buffer *out);
/* A complete array of numbers, row by row. */
void vv_npy_matrix(int rows, int columns, const double *value, vv_buffer *out);
/* A complete array of n texts, or (n = 0) of one text without a dimension. */
void vv_npy_texts(int n, const char *const *text, vv_buffer *out);

#endif
