/* JSON writer: takes care of commas, quoting and line breaks. Fewer than 64 levels; deeper
 * nesting, or an end without a beginning, is an internal error of the context. */
#ifndef VV_BASE_JSON_H
#define VV_BASE_JSON_H

#include "base/buffer.h"

typedef struct vv_json {
    vv_buffer *out;
    int depth, objects; /* open levels, and how many of them are objects (for indentation) */
    bool filled[64];    /* something has been written at this depth */
    bool after_key;
} vv_json;

void vv_json_begin(vv_json *j, vv_buffer *out);
void vv_json_object(vv_json *j);
void vv_json_end_object(vv_json *j);
void vv_json_array(vv_json *j);
void vv_json_end_array(vv_json *j);
void vv_json_key(vv_json *j, const char *key);
void vv_json_string(vv_json *j,
                    const char *s); /* NULL gives null; a byte that is not UTF-8 becomes \\xNN */
void vv_json_int(vv_json *j, long long v);
void vv_json_double(vv_json *j, double v); /* %.17g; NaN and infinities give null */
void vv_json_bool(vv_json *j, bool v);
void vv_json_raw(vv_json *j, const char *json); /* a value that is already JSON */
/* key and value at once */
void vv_json_field(vv_json *j, const char *key, const char *value);

#endif
