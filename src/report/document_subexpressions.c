#include "report/document_subexpressions.h"

#include <string.h>

#include "algebra/algebra.h"
#include "report/named_form.h"
#include "report/render/render.h"

/* Work limit for the parts of one section together: some tenths of a second. */
enum { EFFORT_ALL = 1000000 };

typedef struct namer {
    vv_ctx *c;
    vv_document *d;
    vv_simplify_options how;
    int most;   /* tokens of a formula that is printed whole */
    int number; /* of the last name given */
} namer;

/* The long sides of the formulas in one section, not in those within it that have keys. */
typedef struct scope {
    int n;
    vv_expr **side;  /* (n) */
    vv_expr *inside; /* the sides simplified from the inside (n) */
    vv_block *first; /* that has one */
} scope;

/* ---- what is long -------------------------------------------------------------------------- */

/* Can it be written at all? Nested too deeply, its terms cannot be put in order. */
static bool is_writable(const namer *w, vv_expr e) {
    vv_mark m = vv_arena_mark(w->c);
    bool writable = vv_format_whole(w->c, e, VV_STYLE_TEXT) != NULL;
    vv_arena_release(w->c, m);
    return writable;
}

static bool is_long(const namer *w, vv_expr e) {
    enum { SHALLOW = VV_LAYOUT_DEPTH / 2 }; /* tokens that cannot be nested too deeply */
    int cost = e.id ? vv_format_cost(w->c, e, w->most) : 0;
    if (e.id && vv_expr_contains_op(w->c, 1, &e, VV_COMP)) return true; /* of a linear system */
    return cost > w->most || (cost > SHALLOW && !is_writable(w, e));
}

static bool has_sides(const vv_block *b) {
    return b->kind == VV_BLOCK_EQUATION || b->kind == VV_BLOCK_DEFINITION;
}

/* The expression as derived is replaced by the difference of the sides printed. */
static bool residual_is_long(const namer *w, const vv_block *b) {
    return b->residual.id &&
           vv_format_cost(w->c, b->residual, VV_FORMAT_TOKENS_MAX) > VV_FORMAT_TOKENS_MAX;
}

/* Is a formula of this block, or of one below it, long? */
static bool any_long(const namer *w, const vv_block *b) {
    bool found =
        has_sides(b) && (is_long(w, b->left) || is_long(w, b->right) || residual_is_long(w, b));
    for (int i = 0; i < b->n && b->list && !found; i++) found = is_long(w, b->list[i]);
    for (const vv_block *k = b->first; k && !found; k = k->next) found = any_long(w, k);
    return found;
}

static void take(const namer *w, scope *s, vv_block *b, vv_expr *side) {
    if (!is_long(w, *side)) return;
    if (!s->n) s->first = b;
    s->side[s->n++] = side;
}

static int count_sides(const vv_block *b) {
    int n = has_sides(b) ? 2 : b->list ? b->n : 0;
    for (const vv_block *k = b->first; k; k = k->next) n += count_sides(k);
    return n;
}

/* ---- a copy -------------------------------------------------------------------------------- */

/* The block with all below it; its successor is not copied. NULL on refusal. */
static vv_block *copy(vv_ctx *c, const vv_block *b, vv_block *parent) {
    vv_block *own = VV_NEW(c, vv_block);
    if (!own) return NULL;
    *own = *b;
    own->parent = parent;
    own->next = own->first = own->last = NULL;
    vv_expr *list = b->list ? VV_ARRAY(c, vv_expr, b->n + 1) : NULL;
    if (list) memcpy(list, b->list, (size_t)b->n * sizeof *list);
    own->list = list;
    for (const vv_block *k = b->first; k; k = k->next) {
        vv_block *child = copy(c, k, own);
        if (!child) return NULL;
        if (own->last)
            own->last->next = child;
        else
            own->first = child;
        own->last = child;
    }
    return own;
}

/* ---- parts --------------------------------------------------------------------------------- */

static vv_block **link_to(vv_block *b) {
    vv_block **at = &b->parent->first;
    while (*at != b) at = &(*at)->next;
    return at;
}

/* Inserts a block before another. */
static void insert(namer *w, vv_block *before, vv_block b) {
    vv_block *own = VV_NEW(w->c, vv_block);
    if (!own) return;
    b.parent = before->parent;
    b.next = before;
    b.many = true;
    *own = b;
    *link_to(before) = own;
}

static void put_parts(namer *w, const scope *s, const vv_named_form *x) {
    insert(w, s->first,
           (vv_block){.kind = VV_BLOCK_PARAGRAPH,
                      .key = "notes",
                      .text = vv_format(w->c, "%s long; %d subexpression%s named.",
                                        s->n == 1 ? "The next formula is" : "Formulas here are",
                                        x->nparts, x->nparts == 1 ? " is" : "s are")});
    vv_part_line *line;
    int n = vv_part_lines(w->c, x->nparts, x->part, &line);
    for (int i = 0; i < n; i++)
        insert(w, s->first,
               (vv_block){.kind = line[i].system ? VV_BLOCK_EQUATION : VV_BLOCK_DEFINITION,
                          .key = line[i].system ? "linear_equations" : "definitions",
                          .left = line[i].left,
                          .right = line[i].right});
}

/* Simplifies from the inside; sides that are no longer long leave the scope. */
static void shorten(const namer *w, scope *s) {
    vv_expr *e = VV_ARRAY(w->c, vv_expr, s->n + 1);
    int n = 0;
    for (int i = 0; e && i < s->n; i++) e[i] = *s->side[i];
    if (!e || vv_simplify_bottom_up(w->c, &w->how, s->n, e, e) != VV_OK) return;
    for (int i = 0; i < s->n && vv_ctx_ok(w->c); i++) {
        vv_expr whole = e[i];
        vv_simplify(w->c, &w->how, whole, &whole);
        if (!is_long(w, whole)) {
            *s->side[i] = whole;
            continue;
        }
        e[n] = e[i];
        s->side[n++] = s->side[i];
    }
    s->n = n;
    s->inside = e;
}

/* The shortest writing of the sides: as they are, or simplified from the inside. */
static vv_named_form name(const namer *w, const scope *s) {
    vv_named_form best = {0};
    vv_expr *e = VV_ARRAY(w->c, vv_expr, s->n + 1);
    if (!e) return best;
    for (int i = 0; i < s->n; i++) e[i] = *s->side[i];
    best = vv_named_form_of(w->c, s->n, e);
    if (s->inside) best = vv_named_form_shorter(best, vv_named_form_of(w->c, s->n, s->inside));
    vv_simplify_options each = w->how;
    each.effort = 1 + EFFORT_ALL / (best.nparts + 1);
    return vv_named_form_shorter(best, vv_named_form_again(w->c, &each, &best));
}

static void settle(namer *w, scope *s) {
    if (s->n) shorten(w, s);
    if (!s->n || !vv_ctx_ok(w->c)) return;
    vv_named_form x = name(w, s);
    if (!x.e || !vv_ctx_ok(w->c)) return;
    vv_renumber_parts(w->c, w->number + 1, x.n, x.e, x.nparts, x.part);
    w->number += x.nparts;
    for (int i = 0; i < s->n; i++) *s->side[i] = x.e[i];
    put_parts(w, s, &x);
}

/* ---- sections ------------------------------------------------------------------------------ */

static void visit(namer *w, scope *s, vv_block *section) {
    for (vv_block *b = section->first; b && vv_ctx_ok(w->c); b = b->next) {
        scope own = {.side = s->side};
        if (has_sides(b)) {
            take(w, s, b, &b->left);
            take(w, s, b, &b->right);
            if (residual_is_long(w, b)) b->residual = VV_POISON;
        }
        for (int i = 0; i < b->n && b->list; i++) take(w, s, b, &b->list[i]);
        if (b->kind != VV_BLOCK_SECTION) continue;
        if (b->key) own.side = VV_ARRAY(w->c, vv_expr *, count_sides(b) + 1);
        if (!own.side) return;
        visit(w, b->key ? &own : s, b);
        if (b->key) settle(w, &own);
    }
}

/* The last number among the names that the document has already. */
static int last_number(const namer *w, const vv_block *b) {
    int last = b->kind == VV_BLOCK_DEFINITION ? vv_part_number(w->c, b->left) : 0;
    for (const vv_block *k = b->first; k; k = k->next) {
        int n = last_number(w, k);
        if (n > last) last = n;
    }
    return last;
}

vv_document *vv_document_with_parts(vv_document *d) {
    if (!d || !vv_ctx_ok(d->c)) return d;
    namer w = {.c = d->c, .d = d, .how = {.facts = d->facts}, .most = vv_document_most_tokens(d)};
    if (!any_long(&w, d->root)) return d;
    vv_document *own = VV_NEW(d->c, vv_document);
    scope whole = {.side = VV_ARRAY(d->c, vv_expr *, count_sides(d->root) + 1)};
    if (!own || !whole.side) return d;
    *own = *d;
    own->root = own->open = copy(d->c, d->root, NULL);
    if (!own->root) return d;
    w.number = last_number(&w, own->root);
    visit(&w, &whole, own->root);
    settle(&w, &whole);
    return own;
}
