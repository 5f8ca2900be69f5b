#include "output/string_pool.h"

#include <string.h>

/* FNV-1a. */
static size_t hash_of(const char *s) {
    uint64_t h = 0xcbf29ce484222325u;
    for (; *s; s++) h = (h ^ (unsigned char)*s) * 0x100000001b3u;
    return (size_t)h;
}

/* The entry of the text, or the free entry where it belongs. */
static int *find(const vv_string_pool *w, const char *text) {
    size_t slots = 2 * (size_t)w->room, i = hash_of(text) % slots;
    while (w->slot[i] && strcmp(w->text[w->slot[i] - 1], text) != 0) i = (i + 1) % slots;
    return &w->slot[i];
}

static bool grow(vv_string_pool *w) {
    enum { FIRST = 16 };
    int room = w->room ? 2 * w->room : FIRST;
    const char **text = vv_block_resize(w->c, w->text, (size_t)room * sizeof *text);
    if (!text) return false;
    w->text = text;
    int *slot = vv_block_resize(w->c, NULL, 2 * (size_t)room * sizeof *slot);
    if (!slot) return false;
    vv_block_resize(w->c, w->slot, 0);
    w->slot = slot;
    w->room = room;
    for (int i = 0; i < w->n; i++) *find(w, w->text[i]) = i + 1;
    return true;
}

int vv_string_pool_intern(vv_string_pool *w, const char *text) {
    if (w->n == w->room && !grow(w)) return -1;
    int *slot = find(w, text);
    if (*slot) return *slot - 1;
    const char *copy = vv_strdup(w->c, text);
    if (!copy) return -1;
    w->text[w->n++] = copy;
    return (*slot = w->n) - 1;
}

const char *vv_string_pool_at(const vv_string_pool *w, double place) {
    return place >= 0 && place < w->n ? w->text[(int)place] : "";
}
