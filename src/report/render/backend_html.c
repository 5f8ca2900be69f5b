/* Reports as one HTML page: MathML for formulas, embedded style, no external resources. */
#include <string.h>

#include "drawing/drawing.h"
#include "lang/lang.h"
#include "report/render/render.h"
#include "report/render/format_expression.h"
#include "report/render/mathml.h"
#include "report/render/symbol_text.h"
#include "web/web.h"

/* Length of LaTeX source beyond which a formula may be broken by the page. */
enum { BREAK_AFTER = 110 };

/* Length up to which formulas without labels share a line. */
enum { BRIEF = 40 };

typedef struct writer {
    vv_ctx *c;
    vv_buffer *out;
    bool animated; /* scripts are needed */
} writer;

static void words(writer *w, const char *text) { vv_html_text(text ? text : "", w->out); }

static void tagged(writer *w, const char *open, const char *text, const char *close) {
    vv_buffer_add(w->out, open);
    words(w, text);
    vv_buffer_add(w->out, close);
}

/* ---- formulas ------------------------------------------------------------------------------ */

static const char *tex(writer *w, vv_expr e) {
    const char *s = vv_format_whole(w->c, e, VV_STYLE_LATEX);
    return s ? s : "";
}

static const char *sign_of(const vv_block *b) { return b->relation ? b->relation : "="; }

/* The formula as text in the modelling language, next to the one displayed. */
static void plain_text(writer *w, const vv_block *b) {
    const char *left = vv_format_whole(w->c, b->left, VV_STYLE_TEXT),
               *right = vv_format_whole(w->c, b->right, VV_STYLE_TEXT),
               *whole = left && right ? vv_format(w->c, "%s %s %s", left, sign_of(b), right) : NULL;
    if (whole) tagged(w, " data-text=\"", whole, "\"");
}

/* left = right with its label. */
static void relation(writer *w, const vv_block *b, const char *label) {
    const char *left = b->left_latex ? b->left_latex : tex(w, b->left),
               *whole = vv_format(w->c, "%s %s %s", left, sign_of(b), tex(w, b->right));
    if (!whole) return;
    bool broken = strlen(whole) > BREAK_AFTER, brief = !label && strlen(whole) <= BRIEF;
    vv_buffer_printf(w->out, "<div class=\"formula%s\"", brief ? " brief" : "");
    if (label) plain_text(w, b);
    vv_buffer_printf(w->out, "><span class=\"body%s\">", broken ? " broken" : "");
    if (broken)
        vv_mathml_broken(whole, w->out);
    else
        vv_mathml(whole, true, w->out);
    vv_buffer_add(w->out, "</span>");
    if (label) tagged(w, "<span class=\"label\">(", label, ")</span>");
    vv_buffer_add(w->out, "</div>\n");
}

static void equation(writer *w, const vv_block *b) {
    relation(w, b, b->title);
    if (b->text) tagged(w, "<p class=\"remark\">", b->text, "</p>\n");
}

static void definition(writer *w, const vv_block *b) {
    if (!vv_is_poison(b->right)) {
        relation(w, b, NULL);
        if (b->text) tagged(w, "<p class=\"remark\">", b->text, "</p>\n");
        return;
    }
    vv_buffer_add(w->out, "<p>");
    vv_mathml(b->left_latex ? b->left_latex : tex(w, b->left), false, w->out);
    tagged(w, ": ", b->text, "</p>\n");
}

/* ---- words --------------------------------------------------------------------------------- */

static void fact(writer *w, const vv_block *b) {
    tagged(w, "<p class=\"fact\"><b>", b->title, "</b>: ");
    if (b->is_number) vv_buffer_printf(w->out, "%lld", b->number);
    for (int i = 0; b->list && i < b->n; i++) {
        if (i) vv_buffer_add(w->out, ", ");
        vv_mathml(tex(w, b->list[i]), false, w->out);
    }
    if (b->list && b->n == 0) vv_buffer_add(w->out, "none");
    if (b->text) words(w, b->text);
    vv_buffer_add(w->out, "</p>\n");
}

/* CSS class of a cell in a matrix of proofs. */
static const char *cell_class(const char *text) {
    if (!strcmp(text, "exact") || !strncmp(text, "2^-", 3)) return " class=\"yes\"";
    return !strcmp(text, "NO") ? " class=\"no\"" : "";
}

static void table(writer *w, const vv_block *b) {
    vv_buffer_printf(w->out, "<div class=\"table\"><table data-key=\"%s\">\n", b->key);
    if (b->title) tagged(w, "<caption>", b->title, "</caption>\n");
    for (int i = 0; i < b->n; i++) {
        bool head = i < b->columns, first = i % b->columns == 0;
        if (first) vv_buffer_add(w->out, "<tr>");
        if (head)
            vv_buffer_add(w->out, "<th scope=\"col\">");
        else if (first)
            vv_buffer_add(w->out, "<th scope=\"row\">");
        else
            vv_buffer_printf(w->out, "<td%s>", cell_class(b->cell[i]));
        vv_names_html(w->c, b->cell[i], w->out);
        vv_buffer_add(w->out, head || first ? "</th>" : "</td>");
        if (i % b->columns == b->columns - 1) vv_buffer_add(w->out, "</tr>\n");
    }
    vv_buffer_add(w->out, "</table></div>\n");
}

static const char *verdict_class(const vv_block *b) {
    bool holds = !strcmp(b->word, "proved") || strstr(b->word, "at the stated values");
    return holds                                ? " proved"
           : !strcmp(b->word, "refuted")        ? " refuted"
           : !strcmp(b->word, "does not apply") ? " aside"
                                                : "";
}

static void verdict(writer *w, const vv_block *b) {
    vv_buffer_printf(w->out, "<div class=\"verdict%s\"><b>", verdict_class(b));
    words(w, b->word);
    tagged(w, "</b>: ", b->title, "");
    if (b->proof) tagged(w, "<small>", vv_proof_text(w->c, b->proof), "</small>");
    if (b->text) tagged(w, "<small>", b->text, "</small>");
    vv_buffer_add(w->out, "</div>\n");
}

/* ---- longer blocks -------------------------------------------------------------------------- */

static void marked(writer *w, const char *kind, const char *text, size_t n) {
    if (kind) vv_buffer_printf(w->out, "<span class=\"%s\">", kind);
    vv_html_text_n(text, n, w->out);
    if (kind) vv_buffer_add(w->out, "</span>");
}

static bool in_word(char ch) {
    return (ch | 32) >= 'a' ? (ch | 32) <= 'z' : (ch >= '0' && ch <= '9') || ch == '_';
}

/* One line of a model with syntax highlighting: keywords, numbers, quotes, comments. */
static void line_of_model(writer *w, const char *s, size_t n) {
    bool first = true;
    for (size_t i = 0; i < n;) {
        size_t k = i;
        if (s[i] == '#') {
            marked(w, "remark", s + i, n - i);
            return;
        }
        if (s[i] == '"') {
            for (k++; k < n && s[k] != '"'; k++) {
            }
            k += k < n;
            marked(w, "quote", s + i, k - i);
        } else if (in_word(s[i]) || (unsigned char)s[i] >= 128) {
            bool number = s[i] >= '0' && s[i] <= '9';
            while (k < n &&
                   (in_word(s[k]) || (unsigned char)s[k] >= 128 || (number && s[k] == '.')))
                k++;
            bool word = first || vv_keyword_is_connective(s + i, k - i);
            marked(w, number ? "number" : word ? "word" : NULL, s + i, k - i);
        } else {
            marked(w, NULL, s + i, 1);
            k = i + 1;
        }
        if (s[i] != ' ') first = false;
        i = k;
    }
}

static void code(writer *w, const vv_block *b) {
    vv_buffer_printf(w->out, "<pre tabindex=\"0\" data-key=\"%s\">", b->key);
    for (const char *s = b->text; *s;) {
        size_t n = strcspn(s, "\n");
        line_of_model(w, s, n);
        vv_buffer_char(w->out, '\n');
        s += n + (s[n] == '\n');
    }
    vv_buffer_add(w->out, "</pre>\n");
}

static void figure(writer *w, const vv_block *b) {
    vv_buffer_printf(w->out, "<figure data-key=\"%s\">\n", b->key);
    vv_drawing_svg(b->drawing, false, w->out);
    if (b->title) {
        vv_buffer_add(w->out, "<figcaption>");
        vv_names_html(w->c, b->title, w->out);
        vv_buffer_add(w->out, "</figcaption>");
    }
    vv_buffer_add(w->out, "</figure>\n");
}

static void animation(writer *w, const vv_block *b) {
    if (b->data_only) {
        vv_buffer_printf(w->out, "<script type=\"application/json\" data-key=\"%s\">%s</script>\n",
                         b->key, b->text);
        return;
    }
    vv_buffer_add(w->out, "<div class=\"animation\"><script type=\"application/json\">");
    vv_buffer_add(w->out, b->text);
    vv_buffer_add(w->out, "</script><noscript><p>The animation needs JavaScript; everything else "
                          "is on this page.</p></noscript></div>\n");
    w->animated = true;
}

static void put(writer *w, const vv_block *b) {
    switch (b->kind) {
    case VV_BLOCK_SECTION: return; /* opened by the traversal */
    case VV_BLOCK_FACT: fact(w, b); return;
    case VV_BLOCK_PARAGRAPH: tagged(w, "<p>", b->text, "</p>\n"); return;
    case VV_BLOCK_EQUATION: equation(w, b); return;
    case VV_BLOCK_DEFINITION: definition(w, b); return;
    case VV_BLOCK_TABLE: table(w, b); return;
    case VV_BLOCK_VERDICT: verdict(w, b); return;
    case VV_BLOCK_CODE: code(w, b); return;
    case VV_BLOCK_FIGURE: figure(w, b); return;
    case VV_BLOCK_ANIMATION: animation(w, b); return;
    }
}

/* ---- sections ------------------------------------------------------------------------------- */

static void contents(writer *w, const vv_block *root) {
    vv_buffer_add(w->out, "<nav class=\"contents\" aria-label=\"Contents\"><ol>\n");
    for (const vv_block *b = root->first; b; b = b->next) {
        if (!vv_document_is_chapter(b)) continue;
        vv_buffer_printf(w->out, "<li><a href=\"#%s\">", b->key);
        tagged(w, "", b->title, "</a></li>\n");
    }
    vv_buffer_add(w->out, "</ol></nav>\n");
}

/* How many pairs of a matrix of proofs are proved, how many refuted. */
static void matrix_verdict(writer *w, const vv_block *b) {
    int proved = 0, refuted = 0, open = 0;
    for (int i = 0; i < b->n; i++) {
        const char *class = cell_class(b->cell[i]);
        proved += strstr(class, "yes") != NULL, refuted += strstr(class, "no") != NULL;
        open += !strcmp(b->cell[i], "?");
    }
    if (refuted)
        vv_buffer_printf(w->out, " <span class=\"verdict refuted\"><b>refuted</b>: %d of %d pairs",
                         refuted, proved + refuted + open);
    else if (open)
        vv_buffer_printf(w->out, " <span class=\"verdict\"><b>not decided</b>: %d of %d pairs",
                         open, proved + open);
    else
        vv_buffer_printf(w->out, " <span class=\"verdict proved\"><b>proved</b>: all %d pairs",
                         proved);
    vv_buffer_add(w->out, "</span>");
}

/* Several claims with one verdict. */
static bool common_verdict(writer *w, const vv_block *s) {
    const vv_block *first = NULL;
    int n = 0;
    for (const vv_block *b = s->first; b; b = b->next) {
        if (b->kind != VV_BLOCK_VERDICT || b->data_only) continue;
        if (first && strcmp(first->word, b->word)) return false;
        if (!first) first = b;
        n++;
    }
    if (n < 2) return false;
    vv_buffer_printf(w->out, " <span class=\"verdict%s\"><b>", verdict_class(first));
    tagged(w, "", first->word, "</b>: ");
    vv_buffer_printf(w->out, "all %d</span>", n);
    return true;
}

/* What stands beside the title of a folded section: the matrix of proofs in a word, or its first
 * verdict on what applies. */
static void first_verdict(writer *w, const vv_block *s) {
    const vv_block *b = s->first;
    if (s->key && !strcmp(s->key, "claims") && common_verdict(w, s)) return;
    for (; b; b = b->next)
        if (b->kind == VV_BLOCK_TABLE && b->key && !strcmp(b->key, "matrix")) {
            matrix_verdict(w, b);
            return;
        }
    b = s->first;
    while (b && (b->kind != VV_BLOCK_VERDICT || b->data_only || !strcmp(b->word, "does not apply")))
        b = b->next;
    if (!b) return;
    vv_buffer_printf(w->out, " <span class=\"verdict%s\"><b>", verdict_class(b));
    words(w, b->word);
    tagged(w, "</b>: ", b->title, "</span>");
}

static void heading(writer *w, const vv_block *s, int level) {
    int h = level < 5 ? level + 1 : 6;
    if (!s->title) return;
    if (s->folded) vv_buffer_add(w->out, "<details><summary>");
    vv_buffer_printf(w->out, "<h%d>", h);
    words(w, s->title);
    vv_buffer_printf(w->out, "</h%d>", h);
    if (s->folded) first_verdict(w, s);
    vv_buffer_add(w->out, s->folded ? "</summary>\n" : "\n");
}

static void section(writer *w, const vv_block *s, int level) {
    vv_buffer_printf(w->out, "<section%s%s%s", s->key ? " data-key=\"" : "", s->key ? s->key : "",
                     s->key ? "\"" : "");
    if (level == 1 && vv_document_is_chapter(s)) vv_buffer_printf(w->out, " id=\"%s\"", s->key);
    vv_buffer_add(w->out, ">\n");
    heading(w, s, level);
    if (level == 0 && vv_document_has_contents(s)) contents(w, s);
    for (const vv_block *b = s->first; b; b = b->next) {
        if (b->data_only && b->kind != VV_BLOCK_ANIMATION) continue;
        if (b->kind == VV_BLOCK_SECTION)
            section(w, b, level + 1);
        else
            put(w, b);
    }
    vv_buffer_add(w->out, s->title && s->folded ? "</details></section>\n" : "</section>\n");
}

/* The content security policy: run embedded scripts, fetch nothing. */
static const char HEAD[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
    "style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";

static void put_scripts(vv_buffer *out) {
    static const char *const script[] = {"vec.js", "renderer.js", "scene.js", "player.js",
                                         "page.js"};
    vv_buffer_add(out, "<script>\n");
    for (size_t i = 0; i < sizeof script / sizeof *script; i++)
        vv_buffer_add(out, vv_web_text(script[i]));
    vv_buffer_add(out, "</script>\n");
}

void vv_backend_html(const vv_document *d, vv_buffer *out) {
    writer w = {.c = d->c, .out = out};
    vv_buffer_add(out, HEAD);
    tagged(&w, "<title>", d->root->title ? d->root->title : d->kind, "</title>\n<style>\n");
    vv_buffer_add(out, vv_web_text("report.css"));
    vv_buffer_add(out, vv_web_text("player.css"));
    vv_buffer_add(out, "</style>\n</head>\n<body>\n<main>\n");
    section(&w, d->root, 0);
    vv_buffer_printf(out, "<p class=\"page-end\">visviva %s</p>\n</main>\n", VV_VERSION);
    if (w.animated) put_scripts(out);
    vv_buffer_add(out, "</body>\n</html>\n");
}
