#include <string.h>

#include "evaluate/jit/backend.h"
#include "evaluate/jit/x86_emit.h"
#include "platform/platform.h"

static void unmap(void *data, size_t size) { vv_executable_free(data, size); }

/* From writable to executable, the rest given back; the context then owns it. */
static bool seal(vv_ctx *c, uint8_t *pages, size_t size, size_t used) {
    size_t kept = vv_executable_seal(pages, size, used);
    if (!kept) return false;
    if (vv_ctx_on_free(c, unmap, pages, kept)) return true;
    vv_executable_free(pages, kept);
    return false;
}

vv_jit_entry *vv_x86_build(vv_ctx *c, const vv_tape *t, int lanes, const vv_jit_frame *frame,
                           vv_jit_code_size *out, const char **why) {
    vv_ssa s;
    size_t code;
    if (!vv_ssa_build(c, t, frame->for_latency, &s)) return NULL;
    size_t size = vv_executable_size(vv_x86_emit_bound(&s, frame, lanes));
    uint8_t *pages = size < INT32_MAX ? vv_executable_reserve(size) : NULL;
    *why = "the system refuses executable memory";
    if (!pages) return NULL;
    vv_x86 x = {.begin = pages, .at = pages, .end = pages + size, .lanes = lanes};
    if (!vv_x86_emit(c, &s, frame, &x, &code, &out->slots)) {
        *why = "the code is too long";
        vv_executable_free(pages, size);
        return NULL;
    }
    out->bytes = (size_t)(x.at - x.begin);
    if (!seal(c, pages, size, out->bytes)) return NULL;
    uint8_t *begin = pages + code;
    vv_jit_entry *entry;
    memcpy(&entry, &begin, sizeof begin); /* an address as a function */
    *why = NULL;
    return entry;
}
