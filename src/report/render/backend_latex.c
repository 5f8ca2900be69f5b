/* Reports as a LaTeX document: article class, amsmath, graphicx, nothing else. */
#include "drawing/drawing.h"
#include "report/render/latex_body.h"
#include "report/render/render.h"

void vv_backend_latex(const vv_document *d, vv_buffer *out) {
    vv_buffer_add(out, "\\documentclass{article}\n"
                       "\\usepackage[utf8]{inputenc}\n" VV_LATEX_PACKAGES "\\allowdisplaybreaks\n"
                       "\\emergencystretch=3em\n");
    vv_buffer_add(out, VV_LATEX_COMMANDS);
    vv_buffer_add(out, "\\begin{document}\n");
    if (d->root->title) {
        vv_buffer_add(out, "\\begin{center}\\Large ");
        vv_latex_escape(d->root->title, out);
        vv_buffer_add(out, "\\end{center}\n");
    }
    bool contents = vv_document_has_contents(d->root);
    if (contents) vv_buffer_add(out, "\\tableofcontents\n");
    vv_latex_body(d, contents, out);
    vv_buffer_add(out, "\n\\end{document}\n");
}
