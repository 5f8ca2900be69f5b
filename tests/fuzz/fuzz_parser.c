/* Arbitrary bytes as a model: no crash, and what was understood survives print and parse. */
#include <stdlib.h>

#include "lang/tree_print.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    vv_limits limits = {.bytes = 256 << 20};
    vv_ctx *c = vv_ctx_new(&limits);
    vv_tree t, again;
    vv_status s = vv_parse(c, "f", (const char *)data, size, &t);
    if ((s == VV_OK) != (vv_diag_errors(c) == 0)) abort();
    for (int i = 0; i < vv_diag_count(c); i++) {
        const vv_diag *d = vv_diag_at(c, i);
        vv_buffer b = VV_BUFFER(c);
        if (d->span.end > size || d->related.end > size || d->span.begin > d->span.end) abort();
        vv_diag_render(c, d, false, &b);
    }
    vv_buffer out = VV_BUFFER(c);
    vv_tree_print(c, &t, &out);
    vv_ctx *other = vv_ctx_new(&limits);
    s = vv_parse(other, "again", vv_buffer_text(&out), out.length, &again);
    if (s != VV_OK || again.n != t.n) abort();
    for (int i = 0; i < t.n; i++)
        if (!vv_node_equal(t.statement[i], again.statement[i])) abort();
    vv_ctx_free(other);
    vv_ctx_free(c);
    return 0;
}
