/* The distinct texts of a column; rows store their indices. */
#ifndef VV_OUTPUT_WORDS_H
#define VV_OUTPUT_WORDS_H

#include "base/base.h"

typedef struct vv_string_pool {
    vv_ctx *c;
    int n, room;
    const char **text; /* (room) */
    int *slot;         /* 1 + index by hash of the text, 0: free (2*room) */
} vv_string_pool;

#define VV_STRING_POOL(ctx) ((vv_string_pool){.c = (ctx)})
/* The index of a text, added if it is new. -1 on refusal of memory. */
int vv_string_pool_intern(vv_string_pool *w, const char *text);
/* "" if the value is not a valid index. */
const char *vv_string_pool_at(const vv_string_pool *w, double place);

#endif
