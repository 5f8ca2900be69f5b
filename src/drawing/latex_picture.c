/* Drawings for pdflatex without packages: strokes are PDF operators [ISO 32000-1, 8.5], texts
 * are boxes of the picture environment above them. */
#include <math.h>
#include <string.h>

#include "drawing/drawing.h"
#include "drawing/formula.h"
#include "drawing/latex_escape.h"

typedef struct frame {
    double scale, height;
    vv_buffer *out;
} frame;

static void colour(const frame *f, vv_ink ink, const char *op) {
    unsigned k = vv_ink_colour(ink);
    vv_buffer_printf(f->out, "%.3f %.3f %.3f %s ", (k >> 16) / 255.0, (k >> 8 & 255) / 255.0,
                     (k & 255) / 255.0, op);
}

static void place(const frame *f, double x, double y, const char *op) {
    vv_buffer_printf(f->out, "%.2f %.2f %s\n", x * f->scale, (f->height - y) * f->scale, op);
}

static const char *const DASHES[] = {"[] 0 d ", "[5 3] 0 d ", "[1.5 2] 0 d ", "[6 2 1.5 2] 0 d "};

static void stroke(const frame *f, const vv_shape *s) {
    vv_ink fill = s->fill, line = s->stroke;
    bool on = false;
    if (s->n == 1) { /* a dot is a line of zero length with round caps */
        vv_buffer_printf(f->out, "q 1 J %.2f w ", s->width * f->scale);
        colour(f, fill ? fill : line, "RG");
        place(f, s->xy[0], s->xy[1], "m");
        place(f, s->xy[0], s->xy[1], "l S Q");
        return;
    }
    vv_buffer_printf(f->out, "q 1 j 1 J %.2f w %s", s->width * f->scale, DASHES[s->dashes & 3]);
    if (fill) colour(f, fill, "rg");
    if (line) colour(f, line, "RG");
    for (int i = 0; i < s->n; i++) {
        double x = s->xy[2 * i], y = s->xy[2 * i + 1];
        bool fine = isfinite(x) && isfinite(y);
        if (fine) place(f, x, y, on ? "l" : "m");
        if (!fine && on && s->closed) vv_buffer_add(f->out, "h ");
        on = fine;
    }
    vv_buffer_printf(f->out, "%s%s Q\n", s->closed ? "h " : "",
                     fill && line ? "B"
                     : fill       ? "f"
                     : line       ? "S"
                                  : "n");
}

/* What is below or above the line: a number, a word, or several with commas between them. */
static const char *script(vv_ctx *c, const char *text) {
    static const char MINUS[] = "\xE2\x88\x92";
    size_t sign = !strncmp(text, MINUS, sizeof MINUS - 1) ? sizeof MINUS - 1 : 0;
    const char *tex = vv_name_latex(c, text + sign);
    return tex ? vv_format(c, "%s%s", sign ? "-" : "", tex) : "";
}

/* Names of quantities as formulas. */
static void label(const frame *f, vv_ctx *c, const char *text) {
    static const char *const DOTS[] = {"", "\\dot", "\\ddot"};
    vv_label_run *run;
    int n = vv_label_runs(c, text, &run);
    for (int i = 0; i < n; i++) {
        const vv_label_run *r = &run[i];
        const char *tex = r->is_name ? vv_name_latex(c, r->text) : NULL;
        if (tex)
            vv_buffer_printf(f->out, "$%s{%s}$", DOTS[r->dots], tex);
        else if (r->level != VV_LABEL_LINE)
            vv_buffer_printf(f->out, "${}%s{%s}$", r->level == VV_LABEL_SUBSCRIPT ? "_" : "^",
                             script(c, r->text));
        else
            vv_latex_escape(r->text, f->out);
    }
}

/* Texts turned by a right angle are set with a rotation matrix. */
static void write(const frame *f, vv_ctx *c, const vv_shape *s) {
    static const char *const where[] = {"[lb]", "[b]", "[rb]"};
    vv_buffer_printf(f->out, "\\put(%.2f,%.2f){", s->xy[0] * f->scale,
                     (f->height - s->xy[1]) * f->scale);
    bool turned = fabs(s->turn) > 45;
    if (turned) vv_buffer_add(f->out, "\\pdfsave\\pdfsetmatrix{0 1 -1 0}");
    vv_buffer_printf(f->out, "\\makebox(0,0)%s{\\fontsize{%.1f}{%.1f}\\selectfont ",
                     where[s->anchor + 1], s->size * f->scale, s->size * f->scale * 1.2);
    if (s->formula && s->text)
        label(f, c, s->text);
    else
        vv_latex_escape(s->text ? s->text : "", f->out);
    vv_buffer_printf(f->out, "}%s}%%\n", turned ? "\\pdfrestore" : "");
}

void vv_drawing_latex(const vv_drawing *d, double most, vv_buffer *out) {
    double scale = d->width > most ? most / d->width : 1;
    frame f = {scale, d->height, out};
    vv_buffer_printf(out, "{\\setlength{\\unitlength}{1bp}\\begin{picture}(%.1f,%.1f)%%\n",
                     d->width * scale, d->height * scale);
    vv_buffer_add(out, "\\put(0,0){\\pdfliteral{");
    for (int i = 0; i < d->n; i++)
        if (!d->shape[i].is_text && d->shape[i].n) stroke(&f, &d->shape[i]);
    vv_buffer_add(out, "}}%\n");
    for (int i = 0; i < d->n; i++)
        if (d->shape[i].is_text) write(&f, d->c, &d->shape[i]);
    vv_buffer_add(out, "\\end{picture}}\n");
}
