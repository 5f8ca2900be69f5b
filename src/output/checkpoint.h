/* A state on the disk from which a long work goes on: written whole, refused when it is damaged or
 * of another work. */
#ifndef VV_OUTPUT_CHECKPOINT_H
#define VV_OUTPUT_CHECKPOINT_H

#include <stdio.h>

#include "base/buffer.h"

/* What makes a work another than others, by a hash of 128 bits. */
typedef struct vv_fingerprint {
    uint64_t hash[2];
} vv_fingerprint;
void vv_fingerprint_begin(vv_fingerprint *id);
void vv_fingerprint_add(vv_fingerprint *id, const void *bytes, size_t n);
/* Bytes that may come in other pieces another time. */
void vv_fingerprint_mix(vv_fingerprint *id, const void *bytes, size_t n);
/* Of the first n bytes of a file, which is left behind them; false: there are not so many. */
bool vv_fingerprint_of_file(vv_fingerprint *id, FILE *file, int64_t n);

/* false: errno says why. */
bool vv_checkpoint_save(vv_ctx *c, const char *path, const vv_fingerprint *id,
                        const vv_buffer *state);

typedef enum vv_checkpoint_found {
    VV_CHECKPOINT_NONE,
    VV_CHECKPOINT_GOOD,
    VV_CHECKPOINT_DAMAGED,
    VV_CHECKPOINT_OTHER,     /* of another work                                        */
    VV_CHECKPOINT_UNREADABLE /* errno says why                                         */
} vv_checkpoint_found;
vv_checkpoint_found vv_checkpoint_load(vv_ctx *c, const char *path, const vv_fingerprint *id,
                                       vv_buffer *state);
/* What to say of it when it is not good, and how to mend it. */
const char *vv_checkpoint_fault(vv_checkpoint_found found, const char **hint);

#endif
