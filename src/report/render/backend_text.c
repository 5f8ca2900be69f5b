/* Reports as plain text: one formula per line, in the modelling language. */
#include <string.h>

#include "base/base.h"
#include "report/render/render.h"
#include "report/render/format_expression.h"

enum { WIDTH = 80 };

typedef struct writer {
    vv_ctx *c;
    vv_buffer *out;
} writer;

static int width(const char *s) { return vv_utf8_width(s, strlen(s)); }

static void spaces(writer *w, int n) {
    while (n-- > 0) vv_buffer_char(w->out, ' ');
}

static void formula(writer *w, vv_expr e) {
    const char *text = vv_format_whole(w->c, e, VV_STYLE_TEXT);
    if (text) vv_buffer_add(w->out, text);
}

/* Wraps words at WIDTH; later lines start at the indent. */
static void wrap(writer *w, const char *text, int column, int indent) {
    bool first = true;
    while (*text) {
        size_t n = strcspn(text, " \n");
        int k = vv_utf8_width(text, n);
        if (!first && column + 1 + k > WIDTH) {
            vv_buffer_char(w->out, '\n');
            spaces(w, indent);
            column = indent;
        } else if (!first) {
            vv_buffer_char(w->out, ' ');
            column++;
        }
        vv_buffer_add_n(w->out, text, n);
        column += k;
        first = false;
        text += n;
        text += strspn(text, " \n");
    }
    vv_buffer_char(w->out, '\n');
}

static void heading(writer *w, const char *title, int level) {
    vv_buffer_printf(w->out, "%s\n", title);
    char mark = level == 0 ? '=' : '-';
    for (int i = width(title); i > 0 && level < 2; i--) vv_buffer_char(w->out, mark);
    if (level < 2) vv_buffer_char(w->out, '\n');
}

static void fact(writer *w, const vv_block *b) {
    vv_buffer_printf(w->out, "%s: ", b->title);
    if (b->is_number) {
        vv_buffer_printf(w->out, "%lld\n", b->number);
    } else if (b->list) {
        for (int i = 0; i < b->n; i++) {
            if (i) vv_buffer_add(w->out, ", ");
            formula(w, b->list[i]);
        }
        vv_buffer_add(w->out, b->n ? "\n" : "none\n");
    } else {
        wrap(w, b->text ? b->text : "", width(b->title) + 2, 4);
    }
}

static void equation(writer *w, const vv_block *b) {
    spaces(w, 2);
    if (b->title) vv_buffer_printf(w->out, "(%s)  ", b->title);
    formula(w, b->left);
    vv_buffer_printf(w->out, " %s ", b->relation ? b->relation : "=");
    formula(w, b->right);
    vv_buffer_char(w->out, '\n');
    if (!b->text) return;
    spaces(w, 6);
    wrap(w, b->text, 6, 6);
}

static void definition(writer *w, const vv_block *b) {
    size_t begin = w->out->length;
    spaces(w, 2);
    if (b->left_text)
        vv_buffer_add(w->out, b->left_text);
    else
        formula(w, b->left);
    if (!vv_is_poison(b->right)) {
        vv_buffer_add(w->out, " = ");
        formula(w, b->right);
    }
    if (!b->text) {
        vv_buffer_char(w->out, '\n');
        return;
    }
    vv_buffer_add(w->out, vv_is_poison(b->right) ? ": " : "    # ");
    int column = vv_utf8_width(vv_buffer_text(w->out) + begin, w->out->length - begin);
    wrap(w, b->text, column, 6);
}

static void table(writer *w, const vv_block *b) {
    if (b->title) vv_buffer_printf(w->out, "%s\n", b->title);
    int *most = VV_ARRAY(w->c, int, b->columns + 1);
    if (!most) return;
    for (int i = 0; i < b->n; i++)
        if (width(b->cell[i]) > most[i % b->columns]) most[i % b->columns] = width(b->cell[i]);
    for (int i = 0; i < b->n; i++) {
        int column = i % b->columns;
        bool last = column == b->columns - 1;
        spaces(w, 2);
        vv_buffer_add(w->out, b->cell[i]);
        if (!last) spaces(w, most[column] - width(b->cell[i]));
        if (last) vv_buffer_char(w->out, '\n');
        if (!last || i != b->columns - 1) continue;
        for (int k = 0; k < b->columns; k++) { /* a rule under the header */
            spaces(w, 2);
            for (int j = 0; j < most[k]; j++) vv_buffer_char(w->out, '-');
        }
        vv_buffer_char(w->out, '\n');
    }
}

static void verdict(writer *w, const vv_block *b) {
    size_t begin = w->out->length;
    spaces(w, 2);
    vv_buffer_printf(w->out, "%s: ", b->word);
    int column = vv_utf8_width(vv_buffer_text(w->out) + begin, w->out->length - begin);
    wrap(w, b->title, column, 4);
    const char *how = b->proof ? vv_proof_text(w->c, b->proof) : NULL;
    for (int i = 0; i < 2; i++) {
        const char *line = i ? b->text : how;
        if (!line) continue;
        spaces(w, 6);
        wrap(w, line, 6, 6);
    }
}

static void code(writer *w, const char *text) {
    while (*text) {
        size_t n = strcspn(text, "\n");
        spaces(w, n ? 4 : 0);
        vv_buffer_add_n(w->out, text, n);
        vv_buffer_char(w->out, '\n');
        text += n + (text[n] == '\n');
    }
}

static void put(writer *w, const vv_block *b) {
    switch (b->kind) {
    case VV_BLOCK_SECTION: return; /* opened by the traversal */
    case VV_BLOCK_FACT: fact(w, b); return;
    case VV_BLOCK_PARAGRAPH: wrap(w, b->text, 0, 0); return;
    case VV_BLOCK_EQUATION: equation(w, b); return;
    case VV_BLOCK_DEFINITION: definition(w, b); return;
    case VV_BLOCK_TABLE: table(w, b); return;
    case VV_BLOCK_VERDICT: verdict(w, b); return;
    case VV_BLOCK_CODE: code(w, b->text); return;
    case VV_BLOCK_FIGURE: /* drawn in other formats only */
        if (b->title) wrap(w, vv_format(w->c, "[picture: %s]", b->title), 2, 4);
        return;
    case VV_BLOCK_ANIMATION: return;
    }
}

/* Sections nest only as deep as our own code opens them: a few levels. */
static void section(writer *w, const vv_block *s, int level) {
    if (w->out->length) vv_buffer_char(w->out, '\n');
    if (s->title) heading(w, s->title, level);
    for (const vv_block *b = s->first; b; b = b->next) {
        if (b->data_only) continue;
        if (b->kind == VV_BLOCK_SECTION)
            section(w, b, level + 1);
        else
            put(w, b);
    }
}

void vv_backend_text(const vv_document *d, vv_buffer *out) {
    writer w = {d->c, out};
    section(&w, d->root, 0);
}
