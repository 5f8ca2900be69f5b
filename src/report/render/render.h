/* The output formats of a document (document/document.h) and the back ends that write them. */
#ifndef VV_REPORT_RENDER_RENDER_H
#define VV_REPORT_RENDER_RENDER_H

#include "base/base.h"
#include "document/document.h"
#include "report/render/mathml.h"

typedef enum vv_report_format {
#define X(enumerator, function, name, ending, text) VV_REPORT_##enumerator,
#include "report/render/backends.def"
#undef X
    VV_REPORT_FORMATS
} vv_report_format;
const char *vv_report_format_name(vv_report_format f);
const char *vv_report_format_ending(vv_report_format f);
const char *vv_report_format_text(vv_report_format f);
bool vv_report_format_by_name(const char *name, vv_report_format *out);

/* Replaces every expression by its shortest form, proved equal. */
void vv_document_simplify(vv_document *d, const vv_facts *facts);
/* Appends the document in the given format to out. */
vv_status vv_document_render(const vv_document *d, vv_report_format format, vv_buffer *out);

/* The back ends, called through vv_document_render. */
#define X(enumerator, function, name, ending, text)                                                \
    void vv_backend_##function(const vv_document *d, vv_buffer *out);
#include "report/render/backends.def"
#include "report/render/format_expression.h"
#undef X

#endif
