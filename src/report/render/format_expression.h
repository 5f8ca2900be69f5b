/* Expressions as text or as LaTeX.
 *
 * Text is what lang/ parses: (C + a^2)*r' - a^2*p*q. LaTeX needs amsmath. The order of terms and
 * factors is that of algebra/print_layout.h. An expression whose text would be too long is
 * refused, not truncated: the caller then introduces named definitions
 * (report/named_subexpressions.h). */
#ifndef VV_REPORT_RENDER_FORMAT_EXPRESSION_H
#define VV_REPORT_RENDER_FORMAT_EXPRESSION_H

#include "base/base.h"
#include "expr/expr.h"

typedef enum vv_format_style { VV_STYLE_TEXT, VV_STYLE_LATEX } vv_format_style;

/* Tokens of the longest expression printed in full. */
enum { VV_FORMAT_TOKENS_MAX = 20000 };

/* VV_E_BEYOND, with nothing written and the context still usable, if the text is too large. */
vv_status vv_format_expr(vv_ctx *c, vv_expr e, vv_format_style style, vv_buffer *out);
/* The same as a string in the arena; NULL if too large or memory is exhausted. */
char *vv_format_string(vv_ctx *c, vv_expr e, vv_format_style style);
/* The same for a formula of a report, however long it is. What is long has named parts by then
 * (report/document_subexpressions.h). */
char *vv_format_whole(vv_ctx *c, vv_expr e, vv_format_style style);
/* Printed cost: names, numbers, operators and grouping brackets, but not the brackets of calls;
 * each additional term and each bracket counts double, a nested bracket more. Capped at most +
 * 1. */
int vv_format_cost(vv_ctx *c, vv_expr e, int most);

#endif
