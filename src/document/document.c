#include "document/document.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

vv_document *vv_document_new(vv_ctx *c, const char *kind, const char *title) {
    vv_document *d = VV_NEW(c, vv_document);
    if (!d) return NULL;
    *d = (vv_document){.c = c, .kind = kind, .root = VV_NEW(c, vv_block)};
    if (!d->root) return NULL;
    *d->root = (vv_block){
        .kind = VV_BLOCK_SECTION, .key = kind, .title = title ? vv_strdup(c, title) : NULL};
    d->open = d->root;
    return d;
}

/* Appends a copy of the block to the open section; NULL on refusal. */
static vv_block *append(vv_document *d, vv_block b) {
    vv_block *new = d ? VV_NEW(d->c, vv_block) : NULL;
    if (!new) return NULL;
    b.title = b.title ? vv_strdup(d->c, b.title) : NULL;
    b.text = b.text ? vv_strdup(d->c, b.text) : NULL;
    b.parent = d->open;
    *new = b;
    if (d->open->last)
        d->open->last->next = new;
    else
        d->open->first = new;
    d->open->last = new;
    return new;
}

void vv_document_begin(vv_document *d, const char *key, bool many, const char *title) {
    vv_block *b =
        append(d, (vv_block){.kind = VV_BLOCK_SECTION, .key = key, .title = title, .many = many});
    if (b) d->open = b;
}

void vv_document_end(vv_document *d) {
    if (d && d->open->parent) d->open = d->open->parent;
}

void vv_document_fact(vv_document *d, const char *key, const char *title, const char *text) {
    append(d, (vv_block){.kind = VV_BLOCK_FACT, .key = key, .title = title, .text = text});
}

void vv_document_number(vv_document *d, const char *key, const char *title, long long number) {
    append(d, (vv_block){.kind = VV_BLOCK_FACT,
                         .key = key,
                         .title = title,
                         .is_number = true,
                         .number = number});
}

void vv_document_list(vv_document *d, const char *key, const char *title, int n, const vv_expr *e) {
    vv_expr *own = d ? VV_ARRAY(d->c, vv_expr, n + 1) : NULL;
    if (!own) return;
    if (n) memcpy(own, e, (size_t)n * sizeof *own);
    append(d, (vv_block){.kind = VV_BLOCK_FACT, .key = key, .title = title, .n = n, .list = own});
}

void vv_document_paragraph(vv_document *d, const char *key, const char *fmt, ...) {
    va_list ap, again;
    va_start(ap, fmt);
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    char *text = d && n >= 0 ? vv_alloc(d->c, (size_t)n + 1) : NULL;
    if (text) {
        vsnprintf(text, (size_t)n + 1, fmt, again);
        append(d, (vv_block){.kind = VV_BLOCK_PARAGRAPH, .key = key, .text = text, .many = true});
    }
    va_end(again);
}

void vv_document_equation(vv_document *d, const char *key, const char *label, vv_expr left,
                          vv_expr right, vv_expr residual, const char *remark) {
    append(d, (vv_block){.kind = VV_BLOCK_EQUATION,
                         .key = key,
                         .title = label,
                         .text = remark,
                         .left = left,
                         .right = right,
                         .residual = residual,
                         .many = true});
}

void vv_document_inequality(vv_document *d, const char *key, vv_expr left, const char *relation,
                            vv_expr right, const char *remark) {
    append(d, (vv_block){.kind = VV_BLOCK_EQUATION,
                         .key = key,
                         .text = remark,
                         .left = left,
                         .right = right,
                         .relation = relation,
                         .many = true});
}

void vv_document_greater(vv_document *d, const char *key, vv_expr left, vv_expr right,
                         const char *remark) {
    vv_document_inequality(d, key, left, ">", right, remark);
}

void vv_document_definition(vv_document *d, const char *key, vv_expr left, vv_expr right,
                            const char *text) {
    append(d, (vv_block){.kind = VV_BLOCK_DEFINITION,
                         .key = key,
                         .left = left,
                         .right = right,
                         .text = text,
                         .many = true});
}

void vv_document_named(vv_document *d, const char *key, const char *left_text,
                       const char *left_latex, vv_expr right) {
    append(d, (vv_block){.kind = VV_BLOCK_DEFINITION,
                         .key = key,
                         .left_text = left_text,
                         .left_latex = left_latex,
                         .right = right,
                         .many = true});
}

void vv_document_table(vv_document *d, const char *key, const char *title, int columns, int rows,
                       const char *const *cells) {
    int n = (rows + 1) * columns;
    const char **own = d ? VV_ARRAY(d->c, const char *, n + 1) : NULL;
    if (!own) return;
    for (int i = 0; i < n; i++) own[i] = vv_strdup(d->c, cells[i] ? cells[i] : "");
    append(d, (vv_block){.kind = VV_BLOCK_TABLE,
                         .key = key,
                         .title = title,
                         .n = n,
                         .columns = columns,
                         .cell = own});
}

void vv_document_verdict(vv_document *d, const char *key, const char *what, const char *word,
                         const char *remark, const vv_proof *proof) {
    append(d, (vv_block){.kind = VV_BLOCK_VERDICT,
                         .key = key,
                         .title = what,
                         .text = remark,
                         .word = word,
                         .proof = proof,
                         .many = true});
}

void vv_document_code(vv_document *d, const char *key, const char *text) {
    append(d, (vv_block){.kind = VV_BLOCK_CODE, .key = key, .text = text});
}

void vv_document_figure(vv_document *d, const char *key, const char *caption,
                        const struct vv_drawing *drawing) {
    if (drawing)
        append(d, (vv_block){.kind = VV_BLOCK_FIGURE,
                             .key = key,
                             .title = caption,
                             .drawing = drawing,
                             .many = true});
}

void vv_document_animation(vv_document *d, const char *key, const char *scenes) {
    append(d, (vv_block){.kind = VV_BLOCK_ANIMATION, .key = key, .text = scenes});
}

void vv_document_page_data(vv_document *d, const char *key, const char *json) {
    append(d, (vv_block){.kind = VV_BLOCK_ANIMATION, .key = key, .text = json, .data_only = true});
}

void vv_document_argue(vv_document *d, struct vv_proof_record *argument) {
    if (d && d->open && d->open->last) d->open->last->argument = argument;
}

void vv_document_matrix(vv_document *d, const char *key, int rows, int columns,
                        const vv_expr *entry, const double *value, const double *radius) {
    vv_matrix_data *m = d && d->open ? VV_NEW(d->c, vv_matrix_data) : NULL;
    if (!m) return;
    int n = rows * columns;
    vv_expr *e = entry ? VV_ARRAY(d->c, vv_expr, n + 1) : NULL;
    double *x = VV_ARRAY(d->c, double, n + 1), *r = radius ? VV_ARRAY(d->c, double, n + 1) : NULL;
    if (!x || (entry && !e) || (radius && !r)) return;
    for (int i = 0; i < n; i++) {
        if (e) e[i] = entry[i];
        if (r) r[i] = radius[i];
        x[i] = value[i];
    }
    *m = (vv_matrix_data){vv_strdup(d->c, key), rows, columns, e, x, r, d->open->data};
    d->open->data = m;
}

int vv_document_most_tokens(const vv_document *d) {
    enum { READABLE = 400, WRITTEN_OUT = 1 << 18 };
    return d && d->full ? WRITTEN_OUT : READABLE;
}

void vv_document_up_to_factor(vv_document *d) {
    if (d && d->open && d->open->last) d->open->last->up_to_factor = true;
}

void vv_document_data_only(vv_document *d) {
    if (d && d->open && d->open->last) d->open->last->data_only = true;
}

bool vv_document_is_chapter(const vv_block *b) {
    return b->kind == VV_BLOCK_SECTION && b->title && b->key && !b->many;
}

/* A page of fewer chapters is seen at a glance. */
enum { FEW_CHAPTERS = 3 };

bool vv_document_has_contents(const vv_block *root) {
    int n = 0;
    for (const vv_block *b = root->first; b; b = b->next) n += vv_document_is_chapter(b);
    return n > FEW_CHAPTERS;
}
