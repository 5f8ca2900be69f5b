#include "report/render/render.h"

#include <string.h>

static const struct {
    const char *name, *text;
    void (*render)(const vv_document *, vv_buffer *);
} BACKENDS[VV_REPORT_FORMATS] = {
#define X(enumerator, function, name, text) {name, text, vv_backend_##function},
#include "report/render/backends.def"
#undef X
};

const char *vv_report_format_name(vv_report_format f) { return BACKENDS[f].name; }
const char *vv_report_format_text(vv_report_format f) { return BACKENDS[f].text; }

bool vv_report_format_by_name(const char *name, vv_report_format *out) {
    for (int i = 0; i < VV_REPORT_FORMATS; i++)
        if (strcmp(BACKENDS[i].name, name) == 0) {
            *out = (vv_report_format)i;
            return true;
        }
    return false;
}

vv_status vv_document_render(const vv_document *d, vv_report_format format, vv_buffer *out) {
    if (!d) return VV_E_NOMEM;
    if (vv_ctx_ok(d->c)) BACKENDS[format].render(d, out);
    return vv_ctx_status(d->c);
}
