/* Expressions of a whole document in their shortest proved form: for documents that were filled by
 * those who compute and do not format. */
#include "report/document.h"
#include "report/format.h"
#include "report/present.h"

enum { MOST_TOKENS = 400 };

static void shorten(vv_ctx *c, const vv_present_options *how, vv_block *b) {
    if (b->kind == VV_BLOCK_DEFINITION && b->right.id) {
        vv_present(c, how, b->right, &b->right);
        if (vv_format_cost(c, b->right, MOST_TOKENS) <= MOST_TOKENS) return;
        b->right = VV_POISON;
        b->text = b->text ? vv_format(c, "%s (too long to be printed)", b->text)
                          : "too long to be printed";
    }
    if (b->kind != VV_BLOCK_EQUATION) return;
    if (vv_is_zero(b->right)) {
        vv_present_equation(c, how, b->left, &b->left, &b->right, NULL);
    } else {
        vv_present(c, how, b->left, &b->left);
        vv_present(c, how, b->right, &b->right);
    }
    if (vv_format_cost(c, b->left, MOST_TOKENS) <= MOST_TOKENS &&
        vv_format_cost(c, b->right, MOST_TOKENS) <= MOST_TOKENS)
        return;
    b->kind = VV_BLOCK_PARAGRAPH;
    b->text = vv_format(c, "(%s) is too long to be printed", b->title ? b->title : "it");
}

/* Blocks one after another, sections entered and left by their links. */
void vv_document_shorten(vv_document *d, const vv_facts *facts) {
    vv_present_options how = {.facts = facts};
    if (!d) return;
    for (vv_block *b = d->root; b && vv_ctx_ok(d->c);) {
        shorten(d->c, &how, b);
        if (b->kind == VV_BLOCK_SECTION && b->first) {
            b = b->first;
            continue;
        }
        while (b && !b->next) b = b->parent;
        if (b) b = b->next;
    }
}
