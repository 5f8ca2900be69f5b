/* Reports as data. Blocks of a section with the same key are collected into an array. */
#include <string.h>

#include "base/base.h"
#include "drawing/drawing.h"
#include "report/render/render.h"
#include "report/render/format_expression.h"

enum { SCHEMA = 1 };

typedef struct writer {
    vv_ctx *c;
    vv_json json;
} writer;

static void formula(writer *w, const char *key, vv_expr e, vv_format_style style) {
    if (key) vv_json_key(&w->json, key);
    vv_json_string(&w->json, vv_is_poison(e) ? NULL : vv_format_whole(w->c, e, style));
}

/* left = right as one string */
static void relation(writer *w, const char *key, const vv_block *b, vv_format_style style) {
    char *left = vv_format_whole(w->c, b->left, style),
         *right = vv_format_whole(w->c, b->right, style);
    const char *sign = b->relation ? b->relation : "=";
    vv_json_field(&w->json, key,
                  left && right ? vv_format(w->c, "%s %s %s", left, sign, right) : NULL);
}

static void equation(writer *w, const vv_block *b) {
    vv_json_object(&w->json);
    vv_json_field(&w->json, "label", b->title);
    relation(w, "text", b, VV_STYLE_TEXT);
    relation(w, "latex", b, VV_STYLE_LATEX);
    vv_expr residual = vv_is_poison(b->residual) ? vv_sub(w->c, b->left, b->right) : b->residual;
    formula(w, "residual", residual, VV_STYLE_TEXT);
    if (b->text) vv_json_field(&w->json, "remark", b->text);
    vv_json_end_object(&w->json);
}

static void definition(writer *w, const vv_block *b) {
    vv_json_object(&w->json);
    if (b->left_text)
        vv_json_field(&w->json, "name", b->left_text);
    else
        formula(w, "name", b->left, VV_STYLE_TEXT);
    if (b->left_latex) vv_json_field(&w->json, "name_latex", b->left_latex);
    if (!vv_is_poison(b->right)) {
        formula(w, "text", b->right, VV_STYLE_TEXT);
        formula(w, "latex", b->right, VV_STYLE_LATEX);
    }
    if (b->text) vv_json_field(&w->json, "meaning", b->text);
    vv_json_end_object(&w->json);
}

static void table(writer *w, const vv_block *b) {
    vv_json_array(&w->json);
    for (int i = b->columns; i < b->n; i++) {
        if (i % b->columns == 0) vv_json_object(&w->json);
        vv_json_field(&w->json, b->cell[i % b->columns], b->cell[i]);
        if (i % b->columns == b->columns - 1) vv_json_end_object(&w->json);
    }
    vv_json_end_array(&w->json);
}

static const char *means(vv_means m) {
    switch (m) {
    case VV_MEANS_NONE: return NULL;
    case VV_MEANS_EXACT: return "exact";
    case VV_MEANS_MODULAR: return "modular";
    case VV_MEANS_BALL: return "ball";
    }
    return NULL;
}

/* The point at which a claim fails: {"x": "1/2"}. */
static void witness(writer *w, const vv_proof *p) {
    vv_json_key(&w->json, "witness");
    vv_json_object(&w->json);
    for (int i = 0; i < p->nwitness; i++) {
        vv_buffer value = VV_BUFFER(w->c);
        vv_rat_write(&value, p->witness_value[i]);
        const char *name = vv_format_string(w->c, p->witness_symbol[i], VV_STYLE_TEXT);
        vv_json_field(&w->json, name ? name : "?", vv_buffer_text(&value));
        vv_buffer_free(&value);
    }
    vv_json_end_object(&w->json);
    vv_json_key(&w->json, "value");
    vv_json_double(&w->json, p->witness_residual);
}

static void verdict(writer *w, const vv_block *b) {
    vv_json_object(&w->json);
    vv_json_field(&w->json, "what", b->title);
    vv_json_field(&w->json, "verdict", b->word);
    const vv_proof *p = b->proof;
    if (p) {
        vv_json_field(&w->json, "means", means(p->means));
        if (p->means == VV_MEANS_MODULAR) {
            vv_json_key(&w->json, "log2_bound");
            vv_json_double(&w->json, p->log2_bound);
        }
        vv_json_field(&w->json, "seed", vv_format(w->c, "0x%llx", (unsigned long long)p->seed));
        if (p->nwitness) witness(w, p);
        if (p->assumed) vv_json_field(&w->json, "assumed", p->assumed);
        vv_json_field(&w->json, "proof", vv_proof_text(w->c, p));
    }
    if (b->text) vv_json_field(&w->json, "remark", b->text);
    vv_json_end_object(&w->json);
}

static void fact(writer *w, const vv_block *b) {
    if (b->is_number) {
        vv_json_int(&w->json, b->number);
    } else if (b->list) {
        vv_json_array(&w->json);
        for (int i = 0; i < b->n; i++) formula(w, NULL, b->list[i], VV_STYLE_TEXT);
        vv_json_end_array(&w->json);
    } else {
        vv_json_string(&w->json, b->text);
    }
}

static void figure(writer *w, const vv_block *b) {
    vv_buffer svg = VV_BUFFER(w->c);
    vv_drawing_svg(b->drawing, true, &svg);
    vv_json_object(&w->json);
    vv_json_field(&w->json, "caption", b->title);
    vv_json_field(&w->json, "svg", vv_buffer_text(&svg));
    vv_json_end_object(&w->json);
    vv_buffer_free(&svg);
}

static void section(writer *w, const vv_block *s);

static void value(writer *w, const vv_block *b) {
    switch (b->kind) {
    case VV_BLOCK_SECTION:
        vv_json_object(&w->json);
        section(w, b);
        vv_json_end_object(&w->json);
        return;
    case VV_BLOCK_FACT: fact(w, b); return;
    case VV_BLOCK_PARAGRAPH: vv_json_string(&w->json, b->text); return;
    case VV_BLOCK_EQUATION: equation(w, b); return;
    case VV_BLOCK_DEFINITION: definition(w, b); return;
    case VV_BLOCK_TABLE: table(w, b); return;
    case VV_BLOCK_VERDICT: verdict(w, b); return;
    case VV_BLOCK_CODE: vv_json_string(&w->json, b->text); return;
    case VV_BLOCK_FIGURE: figure(w, b); return;
    case VV_BLOCK_ANIMATION: vv_json_raw(&w->json, b->text); return;
    }
}

/* The blocks of a section, including those of nested sections without a key. */
static int gather(const vv_block *s, const vv_block **list) {
    int n = 0;
    for (const vv_block *b = s->first; b; b = b->next) {
        if (b->kind == VV_BLOCK_SECTION && !b->key)
            n += gather(b, list ? list + n : NULL);
        else if (list)
            list[n++] = b;
        else
            n++;
    }
    return n;
}

static bool same_key(const vv_block *a, const vv_block *b) { return strcmp(a->key, b->key) == 0; }

/* Matrices as arrays of rows; null: the entry has no value. */
static void data(writer *w, const vv_matrix_data *m) {
    vv_json_key(&w->json, m->key);
    vv_json_array(&w->json);
    for (int i = 0; i < m->rows; i++) {
        vv_json_array(&w->json);
        for (int j = 0; j < m->columns; j++)
            vv_json_double(&w->json, vv_unsigned_zero(m->value[i * m->columns + j]));
        vv_json_end_array(&w->json);
    }
    vv_json_end_array(&w->json);
}

/* The fields of an object: each key once, in order of first appearance. */
static void section(writer *w, const vv_block *s) {
    if (s->title) vv_json_field(&w->json, "title", s->title);
    const vv_block **list = VV_ARRAY(w->c, const vv_block *, gather(s, NULL) + 1);
    int n = list ? gather(s, list) : 0;
    for (int i = 0; i < n; i++) {
        bool seen = i && same_key(list[i], list[i - 1]); /* avoids the search in long lists */
        for (int k = 0; k < i && !seen; k++) seen = same_key(list[k], list[i]);
        if (seen) continue;
        vv_json_key(&w->json, list[i]->key);
        if (!list[i]->many) {
            value(w, list[i]);
            continue;
        }
        vv_json_array(&w->json);
        for (int k = i; k < n; k++)
            if (same_key(list[k], list[i])) value(w, list[k]);
        vv_json_end_array(&w->json);
    }
    if (!s->data) return;
    vv_json_key(&w->json, "data");
    vv_json_object(&w->json);
    for (const vv_matrix_data *m = s->data; m; m = m->next) data(w, m);
    vv_json_end_object(&w->json);
}

void vv_backend_json(const vv_document *d, vv_buffer *out) {
    writer w = {.c = d->c};
    vv_json_begin(&w.json, out);
    vv_json_object(&w.json);
    vv_json_key(&w.json, "schema");
    vv_json_int(&w.json, SCHEMA);
    vv_json_field(&w.json, "report", d->kind);
    section(&w, d->root);
    vv_json_end_object(&w.json);
    vv_buffer_char(out, '\n');
}
