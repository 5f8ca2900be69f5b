/* Documents as bytes: what the command writes into files. */
#ifndef VISVIVA_DOCUMENT_H
#define VISVIVA_DOCUMENT_H

#include <visviva/base.h>
#include <visviva/mechanism.h>

#ifdef __cplusplus
extern "C" {
#endif

/* what:
 * "check"      the structure of the mechanism; format "text", "latex", "html", "json"
 * "derive"     equations by the methods of the option by; the same formats
 * "prove"      the same formats
 * "study"      the topics of the option topics; the same formats
 * "report"     everything in one page; the same formats
 * "compare"    this mechanism and that of the option beside: energies, equations, motions
 * "plot"       the motion, curves of the option curves, or its phase portrait; "svg", "png", "pdf";
 *              look: points, section, after, log, xlim, ylim, size
 * "sketch"     the mechanism at several instants; the same
 * "scene"      the animation as JSON; with the format "html" as a page that plays it
 * "animation"  the motion as one file: "html", "json", ...
 * "table"      the rows of a run; format vv_word "outputs"
 * "export"     a program in the language of the option target
 * "layout"     the text of the mechanism as it was given, in the canonical layout
 * Release *bytes. They end with a NUL that *n does not count. VV_E_NO, VV_E_BEYOND with bytes: the
 * document is whole, and says no, or that something is undecided. */
VV_API vv_status vv_mechanism_write(const vv_mechanism *m, const char *what, const vv_options *o,
                                    char **bytes, size_t *n);

#ifdef __cplusplus
}
#endif

#endif
