/* NumPy's format of arrays [NEP 1, version 3.0]: a line that describes it, then the numbers. */
#ifndef VV_OUTPUT_NPY_H
#define VV_OUTPUT_NPY_H

#include "output/table.h"

/* What stands before the rows of a table: an array with a named field for each column. */
void vv_npy_head(const vv_table *t, vv_buffer *out);
/* A whole array of n texts, or (n = 0) of one without a dimension. */
void vv_npy_texts(int n, const char *const *text, vv_buffer *out);

#endif
