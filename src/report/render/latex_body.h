/* The sections of a report in LaTeX, without what makes a document of them. They need the packages
 * amsmath and graphicx, and the commands \\vvmath (to 8 points of 10 at most) and \\vvtable, which
 * scale down what cannot be broken and is wider than the page. */
#ifndef VV_REPORT_RENDER_LATEX_BODY_H
#define VV_REPORT_RENDER_LATEX_BODY_H

#include "document/document.h"

#define VV_LATEX_PACKAGES "\\usepackage{amsmath,graphicx}\n"
/* The commands, on lines of their own; they may stand in a document several times. */
#define VV_LATEX_COMMANDS                                                                          \
    "\\ifdefined\\vvbox\\else\\newsavebox\\vvbox\\fi\n"                                            \
    "\\providecommand\\vvfit[2]{\\sbox\\vvbox{#2}\\ifdim\\wd\\vvbox>#1\\resizebox{#1}{!}{"         \
    "\\usebox\\vvbox}"                                                                             \
    "\\else\\usebox\\vvbox\\fi}\n"                                                                 \
    "\\providecommand\\vvmath[2]{\\sbox\\vvbox{$\\displaystyle "                                   \
    "#2$}\\ifdim.8\\wd\\vvbox>#1\\scalebox"                                                        \
    "{.8}{\\usebox\\vvbox}\\else\\vvfit{#1}{$\\displaystyle #2$}\\fi}\n"                           \
    "\\providecommand\\vvtable[1]{\\vvfit{\\textwidth}{#1}}\n"

/* contents: chapters are entered in the list of contents. */
void vv_latex_body(const vv_document *d, bool contents, vv_buffer *out);

#endif
