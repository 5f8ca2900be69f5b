#include "capi/formula.h"

#include <string.h>

#include "capi/diagnostic_codes.h"
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
    vv_format_style style = s == VV_SYNTAX_TEXT ? VV_STYLE_TEXT : VV_STYLE_LATEX;
    const char *text = vv_format_string(c, e, style);
    if (!text) return vv_ctx_ok(c) ? too_long(c) : vv_ctx_status(c);
    if (s != VV_SYNTAX_MATHML) {
        vv_buffer_add(out, text);
    } else if (alone) {
        vv_mathml(text, true, out);
    } else {
        vv_buffer own = VV_BUFFER(c);
        vv_mathml(text, false, &own);
        add_inner(out, vv_buffer_text(&own));
        vv_buffer_free(&own);
    }
    return vv_ctx_status(c);
}

static frame frame_of(vv_syntax s, bool matrix) {
    if (s == VV_SYNTAX_TEXT)
        return (frame){matrix ? "((" : "(", ", ", matrix ? "), (" : ", ", matrix ? "))" : ")"};
    if (s == VV_SYNTAX_LATEX) return (frame){"\\begin{pmatrix}", " & ", " \\\\ ", "\\end{pmatrix}"};
    return (frame){"<math><mrow><mo>(</mo><mtable><mtr><mtd>", "</mtd><mtd>",
                   "</mtd></mtr><mtr><mtd>", "</mtd></mtr></mtable><mo>)</mo></mrow></math>"};
}

vv_status vv_formula_write(vv_ctx *c, int rows, int columns, const vv_expr *e, vv_syntax s,
                           vv_buffer *out) {
    bool alone = rows == 1 && columns == 1;
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
