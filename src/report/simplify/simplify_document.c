/* Replaces the expressions of a whole document by their shortest proved forms: for documents
 * filled by code that computes but does not format. */
#include "report/render/render.h"
#include "report/simplify/simplify.h"

/* A product without its velocity-free factors. */
static vv_expr relation_only(vv_ctx *c, vv_expr e) {
    vv_expr kept = VV_ONE;
    if (vv_expr_op(c, e) != VV_MUL) return e;
    for (int i = 0; i < vv_expr_arity(c, e); i++) {
        vv_expr b = vv_expr_child(c, e, i);
        int n;
        vv_expr *symbol = vv_expr_symbols(c, 1, &b, &n);
        bool moves = false;
        for (int k = 0; symbol && k < n; k++) moves |= vv_symbol_get(c, symbol[k])->order > 0;
        if (moves) kept = vv_mul(c, kept, vv_pow_int(c, b, vv_expr_exponent(c, e, i)));
    }
    return vv_same(kept, VV_ONE) ? e : kept;
}

static void shorten(vv_ctx *c, const vv_simplify_options *how, vv_block *b) {
    if (b->kind == VV_BLOCK_DEFINITION && b->right.id) vv_simplify(c, how, b->right, &b->right);
    if (b->kind != VV_BLOCK_EQUATION) return;
    if (vv_is_zero(b->right) && !b->relation) {
        vv_simplify_equation(c, how, b->left, &b->left, &b->right, NULL);
        if (b->up_to_factor && vv_is_zero(b->right)) b->left = relation_only(c, b->left);
    } else {
        vv_simplify(c, how, b->left, &b->left);
        vv_simplify(c, how, b->right, &b->right);
    }
}

/* Visits the blocks in order, entering and leaving sections by their links. */
void vv_document_simplify(vv_document *d, const vv_facts *facts) {
    vv_simplify_options how = {.facts = facts};
    if (!d) return;
    d->facts = facts;
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
