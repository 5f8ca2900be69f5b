/* Tables in NumPy's formats: an array with named fields, alone or in an archive with its units; or
 * an archive of arrays with one dimension and one length. */
#ifndef VV_OUTPUT_NPZ_TABLE_H
#define VV_OUTPUT_NPZ_TABLE_H

#include "output/table_reader.h"

vv_status vv_npy_table_read(vv_ctx *c, const char *bytes, size_t n, vv_csv_table *out);
vv_status vv_npz_table_read(vv_ctx *c, const char *bytes, size_t n, vv_csv_table *out);

#endif
