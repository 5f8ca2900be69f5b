/* The state of a run as bytes. One function of each part lists what of it is state; the same list
 * serves for saving, for loading and for handing it over, so that they cannot differ. */
#ifndef VV_BASE_SERIALIZER_H
#define VV_BASE_SERIALIZER_H

#include <string.h>

#include "base/buffer.h"

typedef struct vv_serializer {
    vv_buffer *out; /* saving: the end of it; NULL: loading                           */
    const char *in;
    size_t at, length;
    bool failed; /* loading: the bytes have ended */
} vv_serializer;

static inline void vv_serializer_bytes(vv_serializer *k, void *data, size_t n) {
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
#define VV_SERIALIZE(k, x) vv_serializer_bytes((k), &(x), sizeof(x))
#define VV_SERIALIZE_ARRAY(k, x, n) vv_serializer_bytes((k), (x), (size_t)(n) * sizeof *(x))

/* What another part of the same kind goes on with: the same list once more. */
#define VV_SERIALIZE_HAND_OVER(c, list, from, to)                                                  \
    do {                                                                                           \
        vv_buffer between_ = VV_BUFFER(c);                                                         \
        vv_serializer out_ = {.out = &between_};                                                   \
        list((from), &out_);                                                                       \
        vv_serializer in_ = {.in = between_.text, .length = between_.length};                      \
        list((to), &in_);                                                                          \
        vv_buffer_free(&between_);                                                                 \
    } while (0)

#endif
