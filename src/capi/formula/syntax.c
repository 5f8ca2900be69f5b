#include "capi/formula/syntax.h"

#include <string.h>

#include "capi/formula/nodes.h"
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

/* ---- vectors and matrices ---- */

/* What stands around the entries of a matrix: before it, between columns, between rows, after it.
 */
typedef struct frame {
    const char *open, *column, *row, *close;
} frame;

/* The element without its tags: entries of a table are within one formula. */
static void add_inner(vv_buffer *out, const char *math) {
    const char *begin = strchr(math, '>'), *end = strstr(math, "</math>");
    if (begin && end > begin) vv_buffer_add_n(out, begin + 1, (size_t)(end - begin - 1));
}

static vv_status write_entry(vv_ctx *c, vv_expr e, vv_syntax s, bool alone, vv_buffer *out) {
    vv_buffer own = VV_BUFFER(c);
    vv_status done = vv_syntax_write(c, e, s, &own);
    const char *text = vv_buffer_text(&own);
    if (done == VV_OK && s == VV_SYNTAX_SYMPY && strchr(text, '\n')) done = VV_E_BEYOND;
    if (done == VV_E_BEYOND && vv_diag_errors(c) == 0) done = vv_formula_too_long(c);
    if (done == VV_OK && s == VV_SYNTAX_MATHML && !alone)
        add_inner(out, text);
    else if (done == VV_OK)
        vv_buffer_add(out, text);
    vv_buffer_free(&own);
    return done == VV_OK ? vv_ctx_status(c) : done;
}

static frame frame_of(vv_syntax s, bool matrix) {
    if (s == VV_SYNTAX_TEXT)
        return (frame){matrix ? "((" : "(", ", ", matrix ? "), (" : ", ", matrix ? "))" : ")"};
    if (s == VV_SYNTAX_SYMPY)
        return (frame){matrix ? "Matrix([[" : "Matrix([", ", ", matrix ? "], [" : ", ",
                       matrix ? "]])" : "])"};
    if (s == VV_SYNTAX_LATEX) return (frame){"\\begin{pmatrix}", " & ", " \\\\ ", "\\end{pmatrix}"};
    return (frame){"<math><mrow><mo>(</mo><mtable><mtr><mtd>", "</mtd><mtd>",
                   "</mtd></mtr><mtr><mtd>", "</mtd></mtr></mtable><mo>)</mo></mrow></math>"};
}

vv_status vv_formula_write(vv_ctx *c, int rows, int columns, const vv_expr *e, vv_syntax s,
                           vv_buffer *out) {
    bool alone = rows == 1 && columns == 1;
    if (s == VV_SYNTAX_JSON) return vv_syntax_write_nodes(c, rows * columns, e, s, out);
    frame f = frame_of(s, columns > 1);
    if (!alone) vv_buffer_add(out, f.open);
    for (int i = 0; i < rows * columns; i++) {
        if (i) vv_buffer_add(out, i % columns ? f.column : f.row);
        vv_status done = write_entry(c, e[i], s, alone, out);
        if (done != VV_OK) return done;
    }
    if (!alone) vv_buffer_add(out, f.close);
    return vv_ctx_status(c);
}
