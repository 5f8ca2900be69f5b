/* Text for LaTeX: special characters escaped, Greek letters in math mode. */
#ifndef VV_DRAWING_TEX_TEXT_H
#define VV_DRAWING_TEX_TEXT_H

#include "base/base.h"

void vv_latex_escape(const char *text, vv_buffer *out);

#endif
