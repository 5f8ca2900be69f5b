#include "capi/syntax.h"

#include "capi/nodes.h"
#include "report/render/render.h"

vv_status vv_syntax_write_nodes(vv_ctx *c, int n, const vv_expr *e, vv_syntax syntax,
                                vv_buffer *out) {
    vv_node_table t;
    vv_buffer own = VV_BUFFER(c);
    uint32_t *node = VV_ARRAY(c, uint32_t, n + 1);
    if (!node) return vv_ctx_status(c);
    vv_status s = vv_nodes_begin(c, &t);
    if (s == VV_OK) s = vv_nodes_add(&t, n, e, node);
    if (s == VV_OK) s = vv_nodes_write(&t, n, node, syntax, &own);
    if (s == VV_OK) vv_buffer_add(out, vv_buffer_text(&own));
    vv_buffer_free(&own);
    return s == VV_OK ? vv_ctx_status(c) : s;
}

vv_status vv_syntax_write(vv_ctx *c, vv_expr e, vv_syntax syntax, vv_buffer *out) {
    if (syntax == VV_SYNTAX_LATEX) return vv_format_expr(c, e, VV_STYLE_LATEX, out);
    if (syntax == VV_SYNTAX_MATHML) {
        const char *latex = vv_format_string(c, e, VV_STYLE_LATEX);
        if (!latex) return vv_ctx_ok(c) ? VV_E_BEYOND : vv_ctx_status(c);
        vv_mathml(latex, false, out);
        return vv_ctx_status(c);
    }
    if (syntax == VV_SYNTAX_SYMPY || syntax == VV_SYNTAX_JSON)
        return vv_syntax_write_nodes(c, 1, &e, syntax, out);
    return vv_format_expr(c, e, VV_STYLE_TEXT, out);
}
