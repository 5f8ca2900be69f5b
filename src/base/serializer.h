/* The state of a run as bytes. One function per component lists its state; the same list serves
 * for saving, loading and handing over, so these cannot diverge. */
#ifndef VV_BASE_SERIALIZER_H
#define VV_BASE_SERIALIZER_H

#include <string.h>

#include "base/buffer.h"

typedef struct vv_serializer {
    vv_buffer *out; /* saving: appended to; NULL: loading */
    const char *in;
    size_t at, length;
    bool failed; /* loading: too few bytes */
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

/* A variable; an array of n. */
#define VV_SERIALIZE(k, x) vv_serializer_bytes((k), &(x), sizeof(x))
#define VV_SERIALIZE_ARRAY(k, x, n) vv_serializer_bytes((k), (x), (size_t)(n) * sizeof *(x))

/* Hands the state to another component of the same kind, through the same list. */
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
