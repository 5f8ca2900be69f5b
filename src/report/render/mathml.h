/* Formulas as MathML, for pages that need neither scripts nor web fonts.
 *
 * The input is the LaTeX of report/render/format_expression.h, which already has the order,
 * fractions and names of the printed formula, so that page and paper never differ. Only the
 * constructs that this writer and the names of steps use are understood; any other control word
 * becomes text. */
#ifndef VV_REPORT_RENDER_MATHML_H
#define VV_REPORT_RENDER_MATHML_H

#include <stdbool.h>

#include "base/base.h"

/* One <math> element; `large`: fractions in display size. */
void vv_mathml(const char *latex, bool large, vv_buffer *out);
/* A long sum as several elements, split before the outermost + and -, so that the page may break
 * the line there. */
void vv_mathml_broken(const char *latex, vv_buffer *out);
/* Text with HTML special characters escaped; invalid UTF-8 becomes U+FFFD. */
void vv_html_text(const char *text, vv_buffer *out);
void vv_html_text_n(const char *text, size_t n, vv_buffer *out);

#endif
