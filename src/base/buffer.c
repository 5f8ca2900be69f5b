#include "base/buffer.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool reserve(vv_buffer *b, size_t more) {
    size_t need = b->length + more + 1;
    if (need <= b->capacity) return true;
    size_t capacity = b->capacity ? b->capacity : 64;
    while (capacity < need) capacity *= 2;
    char *text = vv_block_resize(b->ctx, b->text, capacity);
    if (!text) return false;
    b->text = text;
    b->capacity = capacity;
    return true;
}

void vv_buffer_add_n(vv_buffer *b, const char *s, size_t n) {
    if (!reserve(b, n)) return;
    if (n) memcpy(b->text + b->length, s, n);
    b->length += n;
    assert(b->length < b->capacity);
    b->text[b->length] = '\0';
}

void vv_buffer_add(vv_buffer *b, const char *s) { vv_buffer_add_n(b, s, strlen(s)); }
void vv_buffer_char(vv_buffer *b, char ch) { vv_buffer_add_n(b, &ch, 1); }

void vv_buffer_printf(vv_buffer *b, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    if (n < 0 || !reserve(b, (size_t)n)) return;
    va_start(ap, fmt);
    vsnprintf(b->text + b->length, (size_t)n + 1, fmt, ap);
    va_end(ap);
    b->length += (size_t)n;
}

const char *vv_buffer_text(const vv_buffer *b) { return b->text ? b->text : ""; }

void vv_buffer_truncate(vv_buffer *b, size_t length) {
    if (length >= b->length) return;
    assert(b->text);
    b->length = length;
    b->text[length] = 0;
}

void vv_buffer_clear(vv_buffer *b) {
    b->length = 0;
    if (b->text) b->text[0] = '\0';
}

void vv_buffer_free(vv_buffer *b) {
    vv_block_resize(b->ctx, b->text, 0);
    *b = (vv_buffer){.ctx = b->ctx};
}
