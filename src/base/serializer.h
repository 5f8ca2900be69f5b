/* The state of a run as bytes. One function of each part lists what of it is state; the same list
 * serves for saving, for loading and for handing it over, so that they cannot differ. */
#ifndef VV_SIMULATE_KEEP_H
#define VV_SIMULATE_KEEP_H

#include <string.h>

#include "base/buffer.h"

typedef struct vv_keep {
    vv_buffer *out; /* saving: the end of it; NULL: loading                           */
    const char *in;
    size_t at, length;
    bool failed; /* loading: the bytes have ended */
} vv_keep;

static inline void vv_keep_bytes(vv_keep *k, void *data, size_t n) {
    if (!n) return; /* an empty array may be NULL */
    if (k->out)
        vv_buffer_add_n(k->out, data, n);
    else if (k->failed || n > k->length - k->at)
        k->failed = true;
    else {
        memcpy(data, k->in + k->at, n);
        k->at += n;
    }
}

/* A variable, and an array of n. */
#define VV_KEEP(k, x) vv_keep_bytes((k), &(x), sizeof(x))
#define VV_KEEP_ARRAY(k, x, n) vv_keep_bytes((k), (x), (size_t)(n) * sizeof *(x))

/* What another part of the same kind goes on with: the same list once more. */
#define VV_KEEP_HAND_OVER(c, list, from, to)                                                       \
    do {                                                                                           \
        vv_buffer between_ = VV_BUFFER(c);                                                         \
        vv_keep out_ = {.out = &between_};                                                         \
        list((from), &out_);                                                                       \
        vv_keep in_ = {.in = between_.text, .length = between_.length};                            \
        list((to), &in_);                                                                          \
        vv_buffer_free(&between_);                                                                 \
    } while (0)

#endif
