/* Growable text buffer. The context owns its memory; if an allocation is refused, the buffer
 * stays unchanged and the context records the failure. Once anything has been added, text is
 * NUL-terminated; vv_buffer_text returns "" before that. */
#ifndef VV_BASE_BUFFER_H
#define VV_BASE_BUFFER_H

#include "base/ctx.h"

typedef struct vv_buffer {
    vv_ctx *ctx;
    char *text;
    size_t length, capacity;
} vv_buffer;

#define VV_BUFFER(c) ((vv_buffer){.ctx = (c)})
void vv_buffer_add(vv_buffer *b, const char *s);
void vv_buffer_add_n(vv_buffer *b, const char *s, size_t n);
void vv_buffer_char(vv_buffer *b, char ch);
void vv_buffer_printf(vv_buffer *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
const char *vv_buffer_text(const vv_buffer *b);
void vv_buffer_clear(vv_buffer *b);
void vv_buffer_truncate(vv_buffer *b, size_t length); /* discards everything after the first
                                                       * `length` bytes */
void vv_buffer_free(vv_buffer *b);                    /* optional: vv_ctx_free frees it too */

#endif
