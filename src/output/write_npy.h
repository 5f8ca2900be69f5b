/* NumPy's format of arrays [NEP 1, version 3.0]: a line that describes it, then the numbers. */
#ifndef VV_OUTPUT_NPY_H
#define VV_OUTPUT_NPY_H

#include "output/table.h"

/* An array with a named field for each column of a table. */
typedef struct vv_npy_array {
    const vv_output_table *t;
    size_t *room; /* characters of a column of texts, 0: numbers  (n of the table) */
    size_t width; /* bytes of a row                                                */
} vv_npy_array;

/* false on refusal of memory. */
bool vv_npy_begin(vv_ctx *c, const vv_output_table *t, vv_npy_array *out);
/* What stands before the rows, and n rows as they stand in the array. */
void vv_npy_head(const vv_npy_array *a, vv_buffer *out);
void vv_npy_rows(const vv_npy_array *a, const double *row, long n, vv_buffer *out);
/* A whole array of n texts, or (n = 0) of one without a dimension. */
void vv_npy_texts(int n, const char *const *text, vv_buffer *out);

#endif
