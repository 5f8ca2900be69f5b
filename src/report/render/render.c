#include "report/render/render.h"

#include <string.h>

static const struct {
    const char *name, *ending, *text;
    void (*render)(const vv_document *, vv_buffer *);
} BACKENDS[VV_REPORT_FORMATS] = {
#define X(enumerator, function, name, ending, text) {name, ending, text, vv_backend_##function},
#include "report/render/backends.def"
#undef X
};

const char *vv_report_format_name(vv_report_format f) { return BACKENDS[f].name; }
const char *vv_report_format_ending(vv_report_format f) { return BACKENDS[f].ending; }
const char *vv_report_format_text(vv_report_format f) { return BACKENDS[f].text; }

bool vv_report_format_by_name(const char *name, vv_report_format *out) {
    for (int i = 0; i < VV_REPORT_FORMATS; i++)
        if (strcmp(BACKENDS[i].name, name) == 0) {
            *out = (vv_report_format)i;
            return true;
        }
    return false;
}

/* What a user wrote must not control a terminal, a page or the direction of writing. */
static void make_visible(vv_ctx *c, vv_block *b) {
    for (; b && vv_ctx_ok(c); b = b->next) {
        if (b->title) b->title = vv_utf8_visible(c, b->title);
        if (b->text && b->kind != VV_BLOCK_ANIMATION) b->text = vv_utf8_visible(c, b->text);
        for (int i = 0; b->kind == VV_BLOCK_TABLE && i < b->n; i++)
            b->cell[i] = vv_utf8_visible(c, b->cell[i]);
        make_visible(c, b->first);
    }
}

vv_status vv_document_render(const vv_document *d, vv_report_format format, vv_buffer *out) {
    if (!d) return VV_E_NOMEM;
    if (format != VV_REPORT_JSON) make_visible(d->c, d->root); /* JSON has escapes of its own */
    if (vv_ctx_ok(d->c)) BACKENDS[format].render(d, out);
    return vv_ctx_status(d->c);
}
