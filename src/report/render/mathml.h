/* A formula as MathML, for pages that need no script and no font of their own.
 *
 * What is read is the LaTeX of report/render/format_expression.h, which already has the order, the
 * fractions and the names of a printed formula, so that page and paper never differ. Only what that
 * writer and the names of steps use is understood; any other control word becomes text. */
#ifndef VV_REPORT_MATHML_H
#define VV_REPORT_MATHML_H

#include <stdbool.h>

#include "base/buffer.h"

/* One <math> element; `large`: fractions in full size. */
void vv_mathml(const char *latex, bool large, vv_buffer *out);
/* A long sum as several elements, broken before + and - of the outermost level, so that the page
 * may break its line there. */
void vv_mathml_broken(const char *latex, vv_buffer *out);
/* Text with the characters that have a meaning in HTML escaped; what is not UTF-8 becomes U+FFFD.
 */
void vv_html_text(const char *text, vv_buffer *out);
void vv_html_text_n(const char *text, size_t n, vv_buffer *out);

#endif
