#include "api/topic_at_values.h"

#include <string.h>

#include "algebra/algebra.h"

static bool is_undefined(vv_ctx *c, vv_expr e) {
    return e.id && vv_is_poison(vv_values_insert(c, e));
}

static void add_text(vv_ctx *c, vv_block *b, const char *text) {
    const char *joined = b->text ? vv_format(c, "%s; %s", b->text, text) : text;
    if (joined) b->text = joined;
}

/* The sign of what depends on parameters with values only; VV_ANY_SIGN for all else, and for 0. */
static vv_sign sign_at_values(vv_ctx *c, vv_expr e) {
    vv_expr there = vv_values_insert(c, e);
    int symbols = 1;
    if (!there.id || !vv_expr_symbols(c, 1, &there, &symbols) || symbols) return VV_ANY_SIGN;
    return vv_sign_given_facts(c, NULL, there);
}

/* "x: must not be negative" of a steady motion: does it fail at the values? Sections on equilibria
 * say so themselves. */
static bool fails(vv_ctx *c, const vv_block *b) {
    bool real = b->kind == VV_BLOCK_DEFINITION && !b->right.id && b->key && !strcmp(b->key, "real");
    return real && sign_at_values(c, b->left) == VV_NEGATIVE;
}

bool vv_section_mark_values(vv_ctx *c, vv_block *section) {
    bool any = false;
    for (vv_block *b = section->first; b; b = b->next) {
        bool undefined = is_undefined(c, b->left) || is_undefined(c, b->right);
        for (int i = 0; i < b->n && b->list; i++) undefined |= is_undefined(c, b->list[i]);
        if (undefined) add_text(c, b, "in general; not at the stated values");
        if (!undefined && fails(c, b)) add_text(c, b, "which it is at the stated values");
        const vv_proof *p = b->proof;
        bool elsewhere = p && p->nwitness && !p->stated;
        any |= undefined || elsewhere || vv_section_mark_values(c, b);
    }
    return any;
}

static bool same_text(const char *a, const char *b) { return a && b ? !strcmp(a, b) : a == b; }

static bool same_block(const vv_block *a, const vv_block *b) {
    if (a->kind != b->kind || !same_text(a->key, b->key) || !same_text(a->word, b->word) ||
        a->is_number != b->is_number || a->number != b->number)
        return false;
    bool counts = a->kind == VV_BLOCK_FACT && !a->list && !b->list;
    return !counts || same_text(a->text, b->text);
}

bool vv_section_agrees(const vv_block *a, const vv_block *b) {
    const vv_block *x = a->first, *y = b->first;
    for (; x && y; x = x->next, y = y->next)
        if (!same_block(x, y) || !vv_section_agrees(x, y)) return false;
    return !x && !y;
}

void vv_section_add_values(vv_ctx *c, const vv_model *m, vv_block *section, vv_block *there) {
    vv_block *text = VV_NEW(c, vv_block);
    if (!text) return;
    *text = (vv_block){.kind = VV_BLOCK_PARAGRAPH,
                       .key = "values",
                       .text = vv_model_values_text(c, m),
                       .next = there->first,
                       .parent = there};
    there->first = text;
    if (!there->last) there->last = text;
    there->key = "at_values";
    there->title = "At the stated values";
    there->many = false;
    there->next = NULL;
    there->parent = section;
    if (section->last)
        section->last->next = there;
    else
        section->first = there;
    section->last = there;
}
