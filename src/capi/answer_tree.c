#include "capi/answer_tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/equilibria/equilibria.h"
#include "analysis/linear/linear.h"
#include "numeric/numeric.h"
#include "report/render/render.h"

/* ---- nodes ---- */

/* The first of n new nodes, children of `parent`; -1 on refusal. */
static int add_children(vv_answer_tree *t, int parent, int n) {
    if (t->n + n > t->capacity) {
        int more = 2 * t->capacity + n + 16;
        vv_answer_node *grown = vv_block_resize(t->c, t->node, (size_t)more * sizeof *t->node);
        if (!grown) return -1;
        t->node = grown, t->capacity = more;
    }
    int first = t->n;
    for (int i = 0; i < n; i++) t->node[t->n++] = (vv_answer_node){.parent = parent};
    if (parent >= 0) t->node[parent].first = first, t->node[parent].count = n;
    return first;
}

/* The value at the parameters' values, with what it is proved to be within. */
static void put_value(vv_answer_tree *t, vv_answer_node *k, vv_expr e) {
    double *x = VV_ARRAY(t->c, double, 2), low, high;
    if (!x) return;
    bool known = vv_study_bounds(t->c, t->values, NULL, e, &low, &high);
    if (vv_ctx_status(t->c) == VV_E_MODEL) vv_ctx_clear_failure(t->c); /* not defined there */
    if (!known) return;
    x[0] = low + (high - low) / 2;
    x[1] = fmax(high - x[0], x[0] - low);
    k->kind = VV_ANSWER_NUMBER, k->rows = k->columns = 1, k->x = x, k->radius = x + 1;
}

/* A text that is one number. */
static void put_digits(vv_answer_tree *t, vv_answer_node *k, const char *text) {
    char *end;
    double *x = text && *text ? VV_ARRAY(t->c, double, 1) : NULL;
    if (!x) return;
    x[0] = strtod(text, &end);
    if (*end) return;
    k->kind = VV_ANSWER_NUMBER, k->rows = k->columns = 1, k->x = x;
}

static void put_definition(vv_answer_tree *t, vv_answer_node *k) {
    const vv_block *b = k->block;
    k->kind = VV_ANSWER_FORMULA;
    k->name = b->left_text ? b->left_text : vv_format_string(t->c, b->left, VV_STYLE_TEXT);
    k->text = b->text;
    if (!vv_is_poison(b->right)) {
        put_value(t, k, b->right);
    } else {
        k->kind = VV_ANSWER_TEXT;
        put_digits(t, k, b->text);
    }
}

static void put_fact(vv_answer_tree *t, vv_answer_node *k) {
    const vv_block *b = k->block;
    double *x = VV_ARRAY(t->c, double, 1);
    k->kind = b->list ? VV_ANSWER_FORMULA : VV_ANSWER_TEXT;
    k->text = b->text;
    if (!b->is_number || !x) return;
    x[0] = (double)b->number;
    k->kind = VV_ANSWER_NUMBER, k->rows = k->columns = 1, k->x = x;
}

static void put_data(vv_answer_node *k, const vv_matrix_data *m) {
    k->key = m->key, k->kind = VV_ANSWER_NUMBER, k->data = m;
    k->rows = m->rows, k->columns = m->columns, k->x = m->value, k->radius = m->radius;
}

static bool expand(vv_answer_tree *t, int i);

/* What one block says, in the node prepared for it. */
static bool put_block(vv_answer_tree *t, int i, const char *key, const vv_block *b) {
    vv_answer_node *k = &t->node[i];
    k->key = key, k->block = b, k->text = b->text;
    switch (b->kind) {
    case VV_BLOCK_SECTION: k->kind = VV_ANSWER_OBJECT; break;
    case VV_BLOCK_TABLE: k->kind = VV_ANSWER_ARRAY; break;
    case VV_BLOCK_FACT: put_fact(t, k); break;
    case VV_BLOCK_DEFINITION: put_definition(t, k); break;
    case VV_BLOCK_EQUATION: k->kind = VV_ANSWER_FORMULA, k->name = b->title; break;
    case VV_BLOCK_VERDICT: k->kind = VV_ANSWER_VERDICT; break;
    case VV_BLOCK_PARAGRAPH:
    case VV_BLOCK_CODE:
    case VV_BLOCK_FIGURE:
    case VV_BLOCK_ANIMATION: k->kind = VV_ANSWER_TEXT; break;
    }
    return expand(t, i);
}

/* ---- sections ---- */

/* The fields of a section: those of headings without a key are its own. */
typedef struct fields {
    int nblocks, ndata;
    const vv_block **block;
    const vv_matrix_data **data;
} fields;

static void gather(const vv_block *s, fields *f, bool store) {
    for (const vv_matrix_data *m = s->data; m; m = m->next) {
        if (store) f->data[f->ndata] = m;
        f->ndata++;
    }
    for (const vv_block *b = s->first; b; b = b->next) {
        if (b->kind == VV_BLOCK_SECTION && !b->key) {
            gather(b, f, store);
            continue;
        }
        if (store) f->block[f->nblocks] = b;
        f->nblocks++;
    }
}

static bool has_data(const fields *f, const char *key) {
    for (int i = 0; i < f->ndata; i++)
        if (!strcmp(f->data[i]->key, key)) return true;
    return false;
}

/* Is block i the first of its key? Numbers come before what shows them to readers. */
static bool is_first(const fields *f, int i) {
    if (has_data(f, f->block[i]->key)) return false;
    for (int k = 0; k < i; k++)
        if (!strcmp(f->block[k]->key, f->block[i]->key)) return false;
    return true;
}

static int count_same(const fields *f, int i) {
    int n = 0;
    for (int k = i; k < f->nblocks; k++) n += !strcmp(f->block[k]->key, f->block[i]->key);
    return n;
}

/* All blocks with the key of block i as one array. */
static bool put_array(vv_answer_tree *t, int at, const fields *f, int i) {
    int n = count_same(f, i), m = 0;
    const vv_block **list = VV_ARRAY(t->c, const vv_block *, n + 1);
    if (!list) return false;
    for (int k = i; k < f->nblocks; k++)
        if (!strcmp(f->block[k]->key, f->block[i]->key)) list[m++] = f->block[k];
    t->node[at].key = f->block[i]->key, t->node[at].kind = VV_ANSWER_ARRAY;
    t->node[at].list = list;
    int first = add_children(t, at, n);
    for (int k = 0; first >= 0 && k < n; k++)
        if (!put_block(t, first + k, list[k]->key, list[k])) return false;
    return first >= 0;
}

static bool expand_section(vv_answer_tree *t, int i) {
    fields f = {0};
    gather(t->node[i].block, &f, false);
    f.block = VV_ARRAY(t->c, const vv_block *, f.nblocks + 1);
    f.data = VV_ARRAY(t->c, const vv_matrix_data *, f.ndata + 1);
    if (!f.block || !f.data) return false;
    f.nblocks = f.ndata = 0;
    gather(t->node[i].block, &f, true);
    int n = f.ndata;
    for (int k = 0; k < f.nblocks; k++) n += is_first(&f, k);
    int at = add_children(t, i, n);
    if (at < 0) return false;
    for (int k = 0; k < f.nblocks; k++) {
        const vv_block *b = f.block[k];
        if (!is_first(&f, k)) continue;
        if (!(b->many ? put_array(t, at, &f, k) : put_block(t, at, b->key, b))) return false;
        at++;
    }
    for (int k = f.ndata - 1; k >= 0; k--) put_data(&t->node[at++], f.data[k]);
    return true;
}

/* ---- tables ---- */

static bool expand_row(vv_answer_tree *t, int i, const vv_block *b, int cell) {
    int first = add_children(t, i, b->columns);
    t->node[i].kind = VV_ANSWER_OBJECT;
    for (int k = 0; first >= 0 && k < b->columns; k++) {
        vv_answer_node *own = &t->node[first + k];
        own->key = b->cell[k], own->kind = VV_ANSWER_TEXT, own->text = b->cell[cell + k];
        put_digits(t, own, own->text);
    }
    return first >= 0;
}

static bool expand_table(vv_answer_tree *t, int i) {
    const vv_block *b = t->node[i].block;
    int rows = b->columns ? b->n / b->columns - 1 : 0, first = add_children(t, i, rows);
    for (int k = 0; first >= 0 && k < rows; k++) {
        t->node[first + k].key = b->key;
        if (!expand_row(t, first + k, b, (k + 1) * b->columns)) return false;
    }
    return first >= 0;
}

static bool expand(vv_answer_tree *t, int i) {
    const vv_block *b = t->node[i].block;
    if (b->kind == VV_BLOCK_SECTION) return expand_section(t, i);
    if (b->kind == VV_BLOCK_TABLE) return expand_table(t, i);
    return vv_ctx_ok(t->c);
}

/* ---- entry point ---- */

/* Where all entries of a state matrix have values: its eigenvalues, unless they are there. */
static void put_poles(vv_ctx *c, const vv_block *section) {
    const vv_matrix_data *A = NULL;
    for (const vv_matrix_data *m = section->data; m; m = m->next) {
        if (!strcmp(m->key, "eigenvalues")) return;
        if (!strcmp(m->key, "A")) A = m;
    }
    int n = A ? A->rows : 0;
    double *x = VV_MATRIX(c, double, n, n), *re = VV_ARRAY(c, double, n + 1),
           *im = VV_ARRAY(c, double, n + 1);
    if (!n || !x || !re || !im) return;
    for (int i = 0; i < n * n; i++)
        if (!isfinite(x[i] = A->value[i])) return;
    if (!vv_eigen_general(c, n, x, re, im)) return;
    vv_document d = {.c = c, .open = (vv_block *)(uintptr_t)section};
    vv_linear_put_eigenvalues(&d, n, re, im);
}

static void put_all_poles(vv_ctx *c, const vv_block *b) {
    if (b->kind == VV_BLOCK_SECTION) put_poles(c, b);
    for (const vv_block *k = b->first; k; k = k->next) put_all_poles(c, k);
}

bool vv_answer_tree_build(vv_answer_tree *t, const vv_document *d) {
    put_all_poles(t->c, d->root);
    return add_children(t, -1, 1) == 0 && put_block(t, 0, d->kind, d->root) && vv_ctx_ok(t->c);
}

vv_verdict vv_answer_block_verdict(const vv_block *b) {
    const char *w = b->word ? b->word : "";
    if (!strcmp(w, "does not apply") || !strcmp(w, "not drawn")) return VV_NOT_APPLICABLE;
    if (strstr(w, "holds at the stated values") || !strncmp(w, "proved", 6)) return VV_PROVED;
    if (!strncmp(w, "refuted", 7)) return VV_REFUTED;
    return VV_UNDECIDED;
}
