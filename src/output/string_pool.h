/* Texts of a column, each of them once: a row has its place among them. */
#ifndef VV_OUTPUT_WORDS_H
#define VV_OUTPUT_WORDS_H

#include "base/ctx.h"

typedef struct vv_words {
    vv_ctx *c;
    int n, room;
    const char **text; /*                                                  (room) */
    int *slot;         /* 1 + a place by the hash of its text, 0: free (2*room) */
} vv_words;

#define VV_WORDS(ctx) ((vv_words){.c = (ctx)})
/* The place of a text; it is added when it is new. -1 on refusal of memory. */
int vv_words_place(vv_words *w, const char *text);
/* "" where the number of a row is no place. */
const char *vv_words_at(const vv_words *w, double place);

#endif
