/* Tables in JSON. */
#ifndef VV_OUTPUT_JSON_TABLE_H
#define VV_OUTPUT_JSON_TABLE_H

#include "output/table_reader.h"

vv_status vv_json_table_read(vv_ctx *c, const char *bytes, size_t n, vv_csv_table *out);

#endif
