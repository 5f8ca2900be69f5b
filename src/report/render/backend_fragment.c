/* Reports as a part of a LaTeX document, for \\input: no preamble, no title. */
#include <string.h>

#include "report/render/latex_body.h"
#include "report/render/render.h"

void vv_backend_fragment(const vv_document *d, vv_buffer *out) {
    vv_buffer body = VV_BUFFER(d->c);
    vv_latex_body(d, false, &body);
    const char *text = vv_buffer_text(&body);
    vv_buffer_add(out, "% for the preamble: " VV_LATEX_PACKAGES);
    if (strstr(text, "\\vvmath") || strstr(text, "\\vvtable"))
        vv_buffer_add(out, VV_LATEX_COMMANDS);
    vv_buffer_add(out, text + strspn(text, "\n"));
    vv_buffer_free(&body);
}
