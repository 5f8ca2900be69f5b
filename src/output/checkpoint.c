#include "output/checkpoint.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "output/table.h"
#include "platform/platform.h"

static const char MAGIC[16] = "visviva state 5";
enum { ANY_VERSION = 14 }; /* bytes of MAGIC that every version has */

bool vv_checkpoint_is_free(const char *path) {
    return !vv_file_exists(path) || vv_file_begins_with(path, MAGIC, ANY_VERSION);
}

void vv_checkpoint_remove(const char *path) {
    if (vv_file_begins_with(path, MAGIC, ANY_VERSION)) remove(path);
}

/* Two FNV-1a hashes with different initial values: protects against accidents, not against
 * malice. */
void vv_fingerprint_mix(vv_fingerprint *id, const void *bytes, size_t n) {
    const unsigned char *p = bytes;
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < 2; k++) id->hash[k] = (id->hash[k] ^ p[i]) * 0x100000001b3u;
}

void vv_fingerprint_begin(vv_fingerprint *id) {
    *id = (vv_fingerprint){{0xcbf29ce484222325u, 0x84222325cbf29ce4u}};
}

void vv_fingerprint_add(vv_fingerprint *id, const void *bytes, size_t n) {
    vv_fingerprint_mix(id, &n, sizeof n);
    vv_fingerprint_mix(id, bytes, n);
}

bool vv_fingerprint_of_file(vv_fingerprint *id, FILE *file, int64_t n) {
    char piece[1 << 14];
    vv_fingerprint_begin(id);
    if (fseeko(file, 0, SEEK_SET)) return false;
    while (n > 0) {
        size_t some = n < (int64_t)sizeof piece ? (size_t)n : sizeof piece;
        if (fread(piece, 1, some, file) != some) return false;
        vv_fingerprint_mix(id, piece, some);
        n -= (int64_t)some;
    }
    return !fseeko(file, 0, SEEK_CUR); /* writing may follow */
}

bool vv_checkpoint_save(vv_ctx *c, const char *path, const vv_fingerprint *id,
                        const vv_buffer *state) {
    vv_buffer b = VV_BUFFER(c);
    vv_fingerprint sum;
    vv_buffer_add_n(&b, MAGIC, sizeof MAGIC);
    vv_buffer_add_n(&b, (const char *)id, sizeof *id);
    vv_buffer_add_n(&b, vv_buffer_text(state), state->length);
    vv_fingerprint_begin(&sum);
    vv_fingerprint_mix(&sum, b.text, b.length);
    vv_buffer_add_n(&b, (const char *)&sum, sizeof sum);
    bool complete = b.length == sizeof MAGIC + sizeof *id + state->length + sizeof sum;
    errno = 0;
    vv_mark mark = vv_arena_mark(c);
    bool ours = vv_checkpoint_is_free(path);
    if (!ours) errno = EEXIST;
    bool good = complete && ours && vv_file_replace(c, path, b.text, b.length);
    vv_arena_release(c, mark);
    vv_buffer_free(&b);
    return good;
}

static bool read_file(const char *path, vv_buffer *out) {
    char block[4096];
    size_t n;
    errno = 0;
    FILE *f = fopen(path, "rb");
    if (!f) return false;
    while ((n = fread(block, 1, sizeof block, f)) > 0) vv_buffer_add_n(out, block, n);
    bool good = !ferror(f);
    fclose(f);
    return good;
}

vv_checkpoint_found vv_checkpoint_load(vv_ctx *c, const char *path, const vv_fingerprint *id,
                                       vv_buffer *state) {
    vv_buffer b = VV_BUFFER(c);
    vv_fingerprint sum;
    size_t head = sizeof MAGIC + sizeof *id;
    if (!read_file(path, &b))
        return errno == ENOENT ? VV_CHECKPOINT_NONE : VV_CHECKPOINT_UNREADABLE;
    if (b.length < ANY_VERSION || memcmp(b.text, MAGIC, ANY_VERSION) != 0)
        return VV_CHECKPOINT_FOREIGN;
    if (b.length < head + sizeof sum || memcmp(b.text, MAGIC, sizeof MAGIC))
        return VV_CHECKPOINT_DAMAGED;
    vv_fingerprint_begin(&sum);
    vv_fingerprint_mix(&sum, b.text, b.length - sizeof sum);
    if (memcmp(&sum, b.text + b.length - sizeof sum, sizeof sum)) return VV_CHECKPOINT_DAMAGED;
    if (memcmp(id, b.text + sizeof MAGIC, sizeof *id)) return VV_CHECKPOINT_OTHER;
    vv_buffer_add_n(state, b.text + head, b.length - head - sizeof sum);
    vv_buffer_free(&b);
    return VV_CHECKPOINT_GOOD;
}

const char *vv_checkpoint_fault(vv_checkpoint_found found, const char **hint) {
    *hint = "start again without --resume";
    if (found == VV_CHECKPOINT_FOREIGN) return "the file in the place of its checkpoint is none";
    if (found == VV_CHECKPOINT_DAMAGED) return "its checkpoint is damaged";
    if (found == VV_CHECKPOINT_UNREADABLE) return strerror(errno);
    *hint = "resume with the original model, values and options, or start again without --resume";
    return "the model, a value or an option has changed";
}
