/* Texts of a column, each of them once: a row has its place among them. */
#ifndef VV_OUTPUT_WORDS_H
#define VV_OUTPUT_WORDS_H

#include "base/ctx.h"

typedef struct vv_string_pool {
    vv_ctx *c;
    int n, room;
    const char **text; /*                                                  (room) */
    int *slot;         /* 1 + a place by the hash of its text, 0: free (2*room) */
} vv_string_pool;

#define VV_STRING_POOL(ctx) ((vv_string_pool){.c = (ctx)})
/* The place of a text; it is added when it is new. -1 on refusal of memory. */
int vv_string_pool_intern(vv_string_pool *w, const char *text);
/* "" where the number of a row is no place. */
const char *vv_string_pool_at(const vv_string_pool *w, double place);

#endif
