/* State on disk from which a long computation resumes: written atomically, rejected if it is
 * damaged or belongs to another computation. */
#ifndef VV_OUTPUT_CHECKPOINT_H
#define VV_OUTPUT_CHECKPOINT_H

#include <stdio.h>

#include "base/base.h"

/* 128-bit hash that identifies a computation. */
typedef struct vv_fingerprint {
    uint64_t hash[2];
} vv_fingerprint;
void vv_fingerprint_begin(vv_fingerprint *id);
void vv_fingerprint_add(vv_fingerprint *id, const void *bytes, size_t n);
/* Hashes bytes; how they are split over several calls does not matter. */
void vv_fingerprint_mix(vv_fingerprint *id, const void *bytes, size_t n);
/* Hashes the first n bytes of a file and leaves it positioned after them; false if it is
 * shorter. */
bool vv_fingerprint_of_file(vv_fingerprint *id, FILE *file, int64_t n);

/* Is there no file of this name, or a checkpoint of some version? Only that is written over. */
bool vv_checkpoint_is_free(const char *path);
/* Removes a checkpoint; any other file of this name stays. */
void vv_checkpoint_remove(const char *path);
/* False: see errno. */
bool vv_checkpoint_save(vv_ctx *c, const char *path, const vv_fingerprint *id,
                        const vv_buffer *state);

typedef enum vv_checkpoint_found {
    VV_CHECKPOINT_NONE,
    VV_CHECKPOINT_GOOD,
    VV_CHECKPOINT_FOREIGN, /* not a checkpoint */
    VV_CHECKPOINT_DAMAGED,
    VV_CHECKPOINT_OTHER,     /* belongs to another computation */
    VV_CHECKPOINT_UNREADABLE /* see errno */
} vv_checkpoint_found;
vv_checkpoint_found vv_checkpoint_load(vv_ctx *c, const char *path, const vv_fingerprint *id,
                                       vv_buffer *state);
/* Message for a bad checkpoint, and how to fix it. */
const char *vv_checkpoint_fault(vv_checkpoint_found found, const char **hint);

#endif
