/* The canonical layout of a model: one space where spaces separate, none where they do not,
 * continued lines indented, comments of neighbouring lines in one column. */
#ifndef VV_LANG_LAYOUT_H
#define VV_LANG_LAYOUT_H

#include "lang/ast.h"

/* The text in that layout, in the arena: the same statements, comments and line breaks. A text with
 * errors of syntax is reported, VV_E_MODEL. */
vv_status vv_layout_text(vv_ctx *c, const char *file, const char *text, size_t length,
                         const char **out);

#endif
