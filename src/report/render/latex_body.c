#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "drawing/drawing.h"
#include "report/render/render.h"
#include "report/render/format_expression.h"
#include "report/render/latex_body.h"
#include "report/render/latex_line_breaks.h"
#include "report/render/symbol_text.h"

/* Left-hand sides up to this width always get their own column; width of a relation sign. */
static const double NARROW = 18, RELATION = 2.5;

typedef struct writer {
    vv_ctx *c;
    vv_buffer *out;
    const vv_block *environment; /* first block of the open run of formulas, or NULL */
    bool contents;               /* the document has a list of its chapters */
    bool wide;                   /* its left-hand sides do not form a column */
    double room;                 /* available width after the alignment mark */
    vv_latex_lines lines;        /* the last formula */
} writer;

static void words(writer *w, const char *text) { vv_latex_escape(text, w->out); }

/* ---- formulas ------------------------------------------------------------------------------ */

static const char *tex(writer *w, vv_expr e) {
    const char *s = vv_format_whole(w->c, e, VV_STYLE_LATEX);
    return s ? s : "";
}

static void close_formulas(writer *w) {
    if (w->environment) vv_buffer_add(w->out, "\n\\end{align*}\n");
    w->environment = NULL;
}

static const char *left_side(writer *w, const vv_block *b) {
    return b->left_latex ? b->left_latex : tex(w, b->left);
}

static bool is_formula(const vv_block *b) {
    return b->kind == VV_BLOCK_EQUATION ||
           (b->kind == VV_BLOCK_DEFINITION && !vv_is_poison(b->right));
}

static double width_of(const char *s) { return vv_latex_width(s, strlen(s)); }

/* Adjacent formulas share one align*. They are aligned at their relation signs if the left-hand
 * sides are short or all fit on a page, else at their beginnings. */
static void choose_form(writer *w, const vv_block *b) {
    double right = 0, left = 0;
    for (; b && is_formula(b); b = b->next) {
        if (b->data_only) continue;
        left = fmax(left, width_of(left_side(w, b)));
        right = fmax(right, width_of(tex(w, b->right)));
        if (b->kind == VV_BLOCK_EQUATION && b->text) break; /* followed by words */
    }
    w->wide = left > NARROW && left + RELATION + right > VV_LATEX_PAGE_WIDTH;
    w->room = VV_LATEX_PAGE_WIDTH - (w->wide ? 0 : left + RELATION);
}

static void open_formulas(writer *w, const vv_block *b) {
    if (!w->environment) choose_form(w, b);
    vv_buffer_add(w->out, !w->environment ? "\\begin{align*}\n  "
                          : w->wide       ? " \\\\[1ex]\n  "
                                          : " \\\\\n  ");
    w->environment = b;
    w->lines = (vv_latex_lines){.out = w->out, .limit = w->room};
}

/* Each is numbered by its label. */
static void formula_line(writer *w, const vv_block *b) {
    const char *left = left_side(w, b), *right = tex(w, b->right),
               *relation = b->relation ? b->relation : "=";
    open_formulas(w, b);
    if (w->wide) {
        vv_buffer_add(w->out, "&");
        vv_latex_break_sum(&w->lines, left);
        vv_latex_break_relation(&w->lines, relation, right);
    } else {
        vv_buffer_printf(w->out, "%s &%s ", left, relation);
        vv_latex_break_sum(&w->lines, right);
    }
    if (b->kind == VV_BLOCK_EQUATION && b->title) {
        vv_buffer_add(w->out, " \\tag{");
        words(w, b->title);
        vv_buffer_add(w->out, "}");
    }
}

/* ---- blocks -------------------------------------------------------------------------------- */

static void fact(writer *w, const vv_block *b) {
    vv_buffer_add(w->out, "\\noindent ");
    words(w, b->title);
    vv_buffer_add(w->out, ": ");
    if (b->is_number) vv_buffer_printf(w->out, "%lld", b->number);
    for (int i = 0; b->list && i < b->n; i++)
        vv_buffer_printf(w->out, "%s$%s$", i ? ", " : "", tex(w, b->list[i]));
    if (b->list && b->n == 0) vv_buffer_add(w->out, "none");
    if (b->text) words(w, b->text);
    vv_buffer_add(w->out, "\\par\n");
}

static void definition(writer *w, const vv_block *b) {
    if (!vv_is_poison(b->right)) {
        formula_line(w, b);
        if (!b->text) return;
        double room = w->lines.limit - w->lines.column - 4; /* letters of words have this width */
        if ((double)strlen(b->text) > room)
            vv_buffer_printf(w->out, " \\\\\n  &\\quad\\parbox{%.0fpt}{\\raggedright ",
                             (w->lines.limit - 2) * VV_LATEX_WIDTH_UNIT);
        else
            vv_buffer_add(w->out, " \\qquad\\text{");
        words(w, b->text);
        vv_buffer_add(w->out, "}");
        return;
    }
    close_formulas(w);
    vv_buffer_printf(w->out, "\\noindent $%s$: ", tex(w, b->left));
    words(w, b->text ? b->text : "");
    vv_buffer_add(w->out, "\\par\n");
}

/* Tables with more columns are set small, and their word "exact" as a sign. */
enum { FEW_COLUMNS = 9 };

static void table(writer *w, const vv_block *b) {
    if (b->title) {
        vv_buffer_add(w->out, "\\noindent ");
        words(w, b->title);
        if (b->columns > FEW_COLUMNS && !strcmp(b->key, "matrix"))
            vv_buffer_add(w->out, " ($=$: exactly)");
        vv_buffer_add(w->out, "\\par\n");
    }
    bool dense = b->columns > FEW_COLUMNS;
    vv_buffer_printf(w->out, "\\begin{center}%s\\vvtable{\\begin{tabular}{",
                     dense ? "\\footnotesize\\tabcolsep=1.8pt" : "");
    for (int i = 0; i < b->columns; i++) vv_buffer_char(w->out, i && dense ? 'c' : 'l');
    vv_buffer_add(w->out, "}\n");
    for (int i = 0; i < b->n; i++) {
        bool last = i % b->columns == b->columns - 1, below = i == b->columns;
        if (below) vv_buffer_add(w->out, "\\rule{0pt}{2.6ex}"); /* clear of the rule */
        if (dense && !strcmp(b->cell[i], "exact"))
            vv_buffer_add(w->out, "$=$");
        else
            vv_names_latex(w->c, b->cell[i], w->out);
        vv_buffer_add(w->out, !last ? " & " : i < b->columns ? " \\\\ \\hline\n" : " \\\\\n");
    }
    vv_buffer_add(w->out, "\\end{tabular}}\\end{center}\n");
}

static void verdict(writer *w, const vv_block *b) {
    vv_buffer_add(w->out, "\\noindent \\textbf{");
    words(w, b->word);
    vv_buffer_add(w->out, "}: ");
    words(w, b->title);
    const char *how = b->proof ? vv_proof_text(w->c, b->proof) : NULL;
    for (int i = 0; i < 2; i++) {
        const char *line = i ? b->text : how;
        if (!line) continue;
        vv_buffer_add(w->out, "; ");
        words(w, line);
    }
    vv_buffer_add(w->out, "\\par\n");
}

/* Typewriter, line by line; spaces are kept, and lines may break at them. */
static void code(writer *w, const char *text) {
    vv_buffer_add(w->out, "{\\small\\ttfamily\\raggedright\\parindent=0pt\n");
    while (*text) {
        size_t n = strcspn(text, "\n"), at = 0;
        vv_buffer_add(w->out, "\\hangindent=2em\\hangafter=1\\leavevmode ");
        while (at < n) {
            size_t k = strcspn(text + at, " \n");
            char *word = k ? vv_strndup(w->c, text + at, k) : NULL;
            if (word) words(w, word);
            at += k;
            for (; at < n && text[at] == ' '; at++) vv_buffer_add(w->out, "\\ ");
        }
        vv_buffer_add(w->out, "\\par\n");
        text += n + (text[n] == '\n');
    }
    vv_buffer_add(w->out, "}\n");
}

/* Text width of the article class in points. */
enum { PAGE_WIDTH = 340 };

static void figure(writer *w, const vv_block *b) {
    vv_buffer_add(w->out, "\\begin{center}\n");
    vv_drawing_latex(b->drawing, PAGE_WIDTH, w->out);
    if (b->title) {
        vv_buffer_add(w->out, "\\par\\smallskip{\\small ");
        vv_names_latex(w->c, b->title, w->out);
        vv_buffer_add(w->out, "}\n");
    }
    vv_buffer_add(w->out, "\\end{center}\n");
}

static void put(writer *w, const vv_block *b) {
    switch (b->kind) {
    case VV_BLOCK_SECTION: return; /* opened by the traversal */
    case VV_BLOCK_FACT: fact(w, b); return;
    case VV_BLOCK_PARAGRAPH:
        words(w, b->text);
        vv_buffer_add(w->out, "\\par\n");
        return;
    case VV_BLOCK_EQUATION:
        formula_line(w, b);
        if (!b->text) return;
        close_formulas(w);
        words(w, b->text);
        vv_buffer_add(w->out, "\\par\n");
        return;
    case VV_BLOCK_DEFINITION: definition(w, b); return;
    case VV_BLOCK_TABLE: table(w, b); return;
    case VV_BLOCK_VERDICT: verdict(w, b); return;
    case VV_BLOCK_CODE: code(w, b->text); return;
    case VV_BLOCK_FIGURE: figure(w, b); return;
    case VV_BLOCK_ANIMATION: return; /* its frames are drawn next to it */
    }
}

static void section(writer *w, const vv_block *s, int level) {
    static const char *const command[] = {"section*", "subsection*", "paragraph"};
    close_formulas(w);
    if (s->title && level >= 0) {
        vv_buffer_printf(w->out, level < 2 ? "\n\\%s{\\raggedright " : "\n\\%s{",
                         command[level < 2 ? level : 2]);
        words(w, s->title);
        vv_buffer_add(w->out, level < 2 ? "}\n" : "}~\\par\n");
        if (level == 0 && w->contents) {
            vv_buffer_add(w->out, "\\addcontentsline{toc}{section}{");
            words(w, s->title);
            vv_buffer_add(w->out, "}\n");
        }
    }
    for (const vv_block *b = s->first; b; b = b->next) {
        if (b->data_only) continue;
        if (!is_formula(b)) close_formulas(w);
        if (b->kind == VV_BLOCK_SECTION)
            section(w, b, level + 1);
        else
            put(w, b);
    }
    close_formulas(w);
}

void vv_latex_body(const vv_document *d, bool contents, vv_buffer *out) {
    writer w = {.c = d->c, .out = out, .contents = contents};
    section(&w, d->root, -1);
}
