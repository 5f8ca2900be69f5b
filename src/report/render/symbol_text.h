/* Names of quantities within words, set as in formulas: θ1, m_1, x', and powers such as m/s^2. */
#ifndef VV_REPORT_RENDER_SYMBOL_TEXT_H
#define VV_REPORT_RENDER_SYMBOL_TEXT_H

#include "base/base.h"

void vv_names_html(vv_ctx *c, const char *text, vv_buffer *out);
void vv_names_latex(vv_ctx *c, const char *text, vv_buffer *out);

#endif
