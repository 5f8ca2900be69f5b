#include "capi/syntax.h"

#include "report/render/render.h"

vv_status vv_syntax_write(vv_ctx *c, vv_expr e, vv_syntax syntax, vv_buffer *out) {
    if (syntax == VV_SYNTAX_LATEX) return vv_format_expr(c, e, VV_STYLE_LATEX, out);
    if (syntax == VV_SYNTAX_MATHML) {
        const char *latex = vv_format_string(c, e, VV_STYLE_LATEX);
        if (!latex) return vv_ctx_ok(c) ? VV_E_BEYOND : vv_ctx_status(c);
        vv_mathml(latex, false, out);
        return vv_ctx_status(c);
    }
    return vv_format_expr(c, e, VV_STYLE_TEXT, out);
}
