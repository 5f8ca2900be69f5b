/* Arbitrary bytes as a name and as the source of a diagnostic. */
#include "base/diag.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2) return 0;
    vv_ctx *c = vv_ctx_new(NULL);
    const char *text = (const char *)data + 2;
    size_t n = size - 2;
    vv_diag_source(c, "f", text, n);
    vv_span span = {data[0], (uint32_t)data[0] + data[1]};
    vv_buffer out = VV_BUFFER(c);
    vv_diag *d = vv_diag_add(c, VV_ERROR, 1, span, "'%.*s'", (int)n, text);
    if (vv_diag_render(c, d, false, &out) != VV_OK) abort();
    /* the canonical form of a canonical name is itself */
    const char *once = vv_name_canonical(c, text, strnlen(text, n));
    const char *twice = vv_name_canonical(c, once, strlen(once));
    if (strcmp(once, twice) != 0) abort();
    if (!vv_name_latex(c, once)) abort();
    vv_ctx_free(c);
    return 0;
}
