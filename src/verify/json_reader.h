/* Reads a JSON text into a tree. Every violation of the grammar is one sentence; nothing outside
 * the text is read, whatever the bytes are. */
#ifndef VV_VERIFY_JSON_READER_H
#define VV_VERIFY_JSON_READER_H

#include "base/base.h"

typedef enum vv_json_kind {
    VV_JSON_NULL,
    VV_JSON_BOOL,
    VV_JSON_NUMBER, /* text: as written */
    VV_JSON_STRING, /* text: unescaped */
    VV_JSON_ARRAY,
    VV_JSON_OBJECT
} vv_json_kind;

typedef struct vv_json_value {
    vv_json_kind kind;
    bool yes;
    int n; /* elements of an array or object */
    const char *text, *key;
    struct vv_json_value *first, *next;
} vv_json_value;

/* NULL if the text is not JSON (*why says what and where) or memory is refused (*why is NULL). */
vv_json_value *vv_json_read(vv_ctx *c, const char *text, size_t length, const char **why);
/* The field of an object, NULL if there is none. */
const vv_json_value *vv_json_get(const vv_json_value *object, const char *key);
/* A whole number within int; false otherwise. */
bool vv_json_get_int(const vv_json_value *v, int *out);
const char *vv_json_get_text(const vv_json_value *object, const char *key); /* "" if none */

#endif
