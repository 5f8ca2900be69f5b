/* A JSON text as it stands: a value is a slice of it, fields are found by reading on. No tree is
 * built, and nothing outside the slice is read, whatever the bytes are. */
#ifndef LSP_JSON_SLICE_H
#define LSP_JSON_SLICE_H

#include "base/base.h"

typedef struct json_slice {
    const char *at, *end; /* at NULL: there is no such value */
} json_slice;

/* Is the text one JSON value, of at most 64 levels? The functions below need that. */
bool json_is_whole(const char *text, size_t length, json_slice *out);
json_slice json_field(json_slice object, const char *key);
/* The first element of an array, and the one after `element`. */
json_slice json_first(json_slice array);
json_slice json_after(json_slice array, json_slice element);
bool json_is(json_slice v, char first); /* '{', '[', '"', 't', 'f', 'n' */
bool json_integer(json_slice v, long *out);
/* A string in the arena, without its escapes; NULL if it is none. length may be NULL. */
char *json_text(vv_ctx *c, json_slice v, size_t *length);
/* The value as it stands, in the arena. */
const char *json_source(vv_ctx *c, json_slice v);

#endif
