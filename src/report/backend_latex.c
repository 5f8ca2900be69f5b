/* Reports as a LaTeX document: article class, amsmath, graphicx, nothing else. */
#include <stdlib.h>
#include <string.h>

#include "drawing/drawing.h"
#include "drawing/tex_text.h"
#include "report/document.h"
#include "report/format.h"

/* Characters of source after which a long sum is broken, and from which on a line may be wider than
 * the page; with how many a note still stands beside its formula. A line of article holds about
 * 100. */
enum { BREAK_AFTER = 110, FIT_ABOVE = 130, NOTE_WITHIN = 90 };

/* What is wider than the page is made smaller: \\vvmath a line of a formula, \\vvtable a table. */
static const char SHRINK[] =
    "\\newsavebox\\vvbox\n"
    "\\newcommand\\vvfit[2]{\\sbox\\vvbox{#2}\\ifdim\\wd\\vvbox>#1\\resizebox{#1}{!}{"
    "\\usebox\\vvbox}"
    "\\else\\usebox\\vvbox\\fi}\n"
    "\\newcommand\\vvmath[1]{\\vvfit{0.84\\textwidth}{$\\displaystyle #1$}}\n"
    "\\newcommand\\vvtable[1]{\\vvfit{\\textwidth}{#1}}\n";

typedef struct writer {
    vv_ctx *c;
    vv_buffer *out;
    const vv_block *environment; /* a run of formulas is open since this block, or NULL */
} writer;

static void words(writer *w, const char *text) { vv_tex_text(text, w->out); }

/* ---- formulas ------------------------------------------------------------------------------ */

static const char *tex(writer *w, vv_expr e) {
    const char *s = vv_format_string(w->c, e, VV_STYLE_LATEX);
    return s ? s : "\\text{(too long to print)}";
}

/* Brackets opened by one character or control word of the source. */
static int nesting(const char *s) {
    if (*s == '{' || strncmp(s, "\\left", 5) == 0) return 1;
    return *s == '}' || strncmp(s, "\\right", 6) == 0 ? -1 : 0;
}

/* The next + or - of the outermost level behind the first `least` characters, or the end. */
static size_t until_sign(const char *s, size_t least) {
    int depth = 0;
    size_t at = 0;
    for (; s[at]; at++) {
        depth += nesting(s + at);
        if (at > least && depth == 0 && s[at] == ' ' && (s[at + 1] == '+' || s[at + 1] == '-') &&
            s[at + 2] == ' ')
            break;
    }
    return at;
}

/* A sum broken before its + and - signs, at the outermost level only; a part that is long all the
 * same is fitted to the page. */
static void broken(writer *w, const char *s, size_t column) {
    for (size_t n; *s; s += n, column = 1) {
        n = until_sign(s, column < BREAK_AFTER ? BREAK_AFTER - column : 0);
        bool wide = n > FIT_ABOVE;
        vv_buffer_printf(w->out, wide ? "\\vvmath{{}%.*s}" : "%.*s", (int)n, s);
        if (!s[n]) return;
        vv_buffer_add(w->out, " \\\\\n  &\\quad {}");
        n++;
    }
}

/* Neighbouring formulas share one align*, each line numbered by its label. */
static void formula_line(writer *w, const vv_block *b) {
    bool same = w->environment != NULL;
    vv_buffer_add(w->out, same ? " \\\\\n" : "\\begin{align*}\n");
    w->environment = b;
    vv_buffer_add(w->out, "  ");
    const char *left = b->left_latex ? b->left_latex : tex(w, b->left), *right = tex(w, b->right);
    bool wide = strlen(left) > BREAK_AFTER;
    if (wide) vv_buffer_add(w->out, "&");
    broken(w, left, 0);
    vv_buffer_printf(w->out, wide ? " %s " : " &%s ", b->relation ? b->relation : "=");
    broken(w, right, wide ? strlen(left) % BREAK_AFTER : strlen(left));
    if (b->kind == VV_BLOCK_EQUATION && b->title) {
        vv_buffer_add(w->out, " \\tag{");
        words(w, b->title);
        vv_buffer_add(w->out, "}");
    }
}

static void close_formulas(writer *w) {
    if (w->environment) vv_buffer_add(w->out, "\n\\end{align*}\n");
    w->environment = NULL;
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
        size_t all = strlen(tex(w, b->left)) + strlen(tex(w, b->right)) + strlen(b->text);
        vv_buffer_add(w->out, all > NOTE_WITHIN
                                  ? " \\\\\n  &\\quad\\parbox{0.8\\textwidth}{\\raggedright "
                                  : " \\qquad\\text{");
        words(w, b->text);
        vv_buffer_add(w->out, "}");
        return;
    }
    close_formulas(w);
    vv_buffer_printf(w->out, "\\noindent $%s$: ", tex(w, b->left));
    words(w, b->text ? b->text : "");
    vv_buffer_add(w->out, "\\par\n");
}

static void table(writer *w, const vv_block *b) {
    if (b->title) {
        vv_buffer_add(w->out, "\\noindent ");
        words(w, b->title);
        vv_buffer_add(w->out, "\\par\n");
    }
    vv_buffer_add(w->out, "\\begin{center}\\vvtable{\\begin{tabular}{");
    for (int i = 0; i < b->columns; i++) vv_buffer_char(w->out, 'l');
    vv_buffer_add(w->out, "}\n");
    for (int i = 0; i < b->n; i++) {
        words(w, b->cell[i]);
        bool last = i % b->columns == b->columns - 1;
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

/* Typewriter, line by line; a space is kept, and a line may be broken at it. */
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

/* Points across a page of article. */
enum { PAGE_WIDTH = 340 };

static void figure(writer *w, const vv_block *b) {
    vv_buffer_add(w->out, "\\begin{center}\n");
    vv_drawing_tex(b->drawing, PAGE_WIDTH, w->out);
    if (b->title) {
        vv_buffer_add(w->out, "\\par\\smallskip{\\small ");
        words(w, b->title);
        vv_buffer_add(w->out, "}\n");
    }
    vv_buffer_add(w->out, "\\end{center}\n");
}

static void put(writer *w, const vv_block *b) {
    switch (b->kind) {
    case VV_BLOCK_SECTION: return; /* opened by the walk */
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
    case VV_BLOCK_ANIMATION: return; /* its instants are drawn beside it */
    }
}

static bool is_formula(const vv_block *b) {
    return b->kind == VV_BLOCK_EQUATION || b->kind == VV_BLOCK_DEFINITION;
}

static void section(writer *w, const vv_block *s, int level) {
    static const char *const command[] = {"section*", "subsection*", "paragraph"};
    close_formulas(w);
    if (s->title && level >= 0) {
        vv_buffer_printf(w->out, "\n\\%s{", command[level < 2 ? level : 2]);
        words(w, s->title);
        vv_buffer_add(w->out, level < 2 ? "}\n" : "}~\\par\n");
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

void vv_backend_latex(const vv_document *d, vv_buffer *out) {
    writer w = {.c = d->c, .out = out};
    vv_buffer_add(out, "\\documentclass{article}\n"
                       "\\usepackage[utf8]{inputenc}\n"
                       "\\usepackage{amsmath,graphicx}\n"
                       "\\allowdisplaybreaks\n");
    vv_buffer_add(out, SHRINK);
    vv_buffer_add(out, "\\begin{document}\n");
    if (d->root->title) {
        vv_buffer_add(out, "\\begin{center}\\Large ");
        words(&w, d->root->title);
        vv_buffer_add(out, "\\end{center}\n");
    }
    section(&w, d->root, -1);
    vv_buffer_add(out, "\n\\end{document}\n");
}
