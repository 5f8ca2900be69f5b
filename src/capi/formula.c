#include "capi/formula.h"

#include <string.h>

#include "capi/diagnostic_codes.h"
#include "capi/syntax.h"
#include "report/report.h"

/* What stands around the entries of a matrix: before it, between columns, between rows, after it.
 */
typedef struct frame {
    const char *open, *column, *row, *close;
} frame;

static vv_status too_long(vv_ctx *c) {
    vv_diag_add(c, VV_ERROR, VV_D_TOO_LONG, (vv_span){0},
                "the formula is too long to be written in full");
    return VV_E_BEYOND;
}

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
    if (done == VV_E_BEYOND && vv_diag_errors(c) == 0) done = too_long(c);
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
